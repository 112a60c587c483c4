//! Pure arithmetic on counts and laws: no game, no file, no generator.

pub mod fraction;
pub mod riffle_law;
