//! One test binary, one line a module.
mod chance;
mod riffle;
mod riffle_law;
