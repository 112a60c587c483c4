//! Cards, packs, decks and shuffles as plain values.
//!
//! Every shuffle takes its generator from the caller; no file is read.

pub mod card;
pub mod deck;
pub mod draws;
pub mod lanes;
pub mod pack;
pub mod planes;
pub mod riffle;
pub mod riffle_lanes;
pub mod shuffle;
pub mod shuffle_lanes;

pub use card::Card;
pub use pack::Pack;
