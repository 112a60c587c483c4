//! The `pioche` program: passes the command-line arguments to [`pioche::main`] and returns its exit code.

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Runs before `main`, when a closed standard output can still be told from an open one.
    #[ctor(unsafe)]
    fn note_closed_stdout() {
        pioche::note_closed_stdout();
    }
}

fn main() -> std::process::ExitCode {
    pioche::main(std::env::args_os()).into()
}
