//! What is dealt, played and measured: a file an experiment, and what several of them share beside them.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod decks;
pub mod duel;
pub mod nim;
pub mod shuffle;
pub mod solitaire;

pub use crate::sim::Experiment;
pub use alak::Alak;
pub use alliances::Alliances;
pub use alliances::played::{Played, Player};
pub use bataille::Bataille;
pub use duel::{Contest, Match, Pairing};
pub use nim::Nim;
pub use shuffle::Shuffle;
pub use solitaire::Solitaire;

use crate::sim::SettingsText;

/// The experiment with this name, such as `alliances cards=32 improve=none`.
pub fn named(name: &str) -> Option<Box<dyn Experiment>> {
    let (topic, settings) = SettingsText::split_name(name)?;
    let settings = &settings;
    let question = match topic {
        "alliances" => Played::named(settings).map(boxed).or_else(|| Alliances::named(settings).map(boxed)),
        "solitaire" => Solitaire::named(settings).map(boxed),
        "alak" => Alak::named(settings).map(boxed),
        "bataille" => Bataille::named(settings).map(boxed),
        "shuffle" => Shuffle::named(settings).map(boxed),
        "nim" => Nim::named(settings).map(boxed),
        _ => None,
    };
    question.filter(|question| question.name() == name)
}

fn boxed<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}
