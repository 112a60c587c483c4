//! The `pioche` program: real arguments go in, an exit code comes out.

fn main() -> std::process::ExitCode {
    pioche::main(std::env::args_os())
}
