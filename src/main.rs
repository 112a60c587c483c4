//! The `pioche` program: passes the command-line arguments to [`pioche::main`] and returns its exit code.

fn main() -> std::process::ExitCode {
    pioche::main(std::env::args_os()).into()
}
