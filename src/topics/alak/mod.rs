//! Alak (handout 002): all its faces.

mod args;
mod chapter;
mod film;
mod screen;
mod solve;
mod table;
pub mod values;

use super::{Topic, duel};
use pioche_engine::games::alak::State;

/// Alak.
pub static TOPIC: Topic = duel::verbs::topic::<State>();
