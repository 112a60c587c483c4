//! Cards, packs, decks and shuffles as plain values.
//!
//! Every shuffle takes its generator from the caller; no file is read.

pub mod bit_planes;
pub mod card;
pub mod deck;
pub mod riffle;
pub mod shuffle;

pub use card::{Card, Pack};
