//! The `pioche` program.
fn main() {}
