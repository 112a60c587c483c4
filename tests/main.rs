//! One test binary, one line a module.
mod bataille;
mod bataille_exact;
mod chance;
mod riffle;
mod riffle_law;
