//! One test binary, one line a module.
mod bataille;
mod bataille_engine;
mod bataille_exact;
mod bataille_hands;
mod chance;
mod riffle;
mod riffle_law;
mod suspect;
