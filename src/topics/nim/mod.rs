//! Nim (handout 004): all its faces.

mod args;
mod chapter;
mod film;
pub mod opening;
mod screen;
mod solve;
mod table;

use super::{Topic, duel};
use pioche_engine::games::nim::Nim;

/// Nim.
pub static TOPIC: Topic = duel::verbs::topic::<Nim>();
