//! What is dealt, played and measured: a file an experiment, and what several of them share beside them.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod decks;
pub mod duel;
pub mod nim;
pub mod pairs;
pub mod shuffle;
pub mod solitaire;

pub use crate::sim::Question;
pub use alak::Alak;
pub use alliances::Alliances;
pub use alliances::played::{Played, Player};
pub use bataille::Bataille;
pub use duel::{Contest, Match, Pairing, UnknownPairing};
pub use nim::Nim;
pub use pairs::Pairs;
pub use shuffle::Shuffle;
pub use solitaire::Solitaire;

use crate::sim::{Experiment, Settings};

/// The first word of the name of each experiment.
pub const TOPICS: [&str; 7] =
    [Alliances::TOPIC, Solitaire::TOPIC, Alak::TOPIC, Bataille::TOPIC, Pairs::TOPIC, Shuffle::TOPIC, Nim::TOPIC];

/// The experiment with this name, such as `alliances cards=32 improve=none`.
pub fn named(name: &str) -> Option<Box<dyn Question>> {
    let (topic, settings) = Settings::of(name)?;
    let settings = &settings;
    let question = match topic {
        Alliances::TOPIC => Played::named(settings).map(boxed).or_else(|| Alliances::named(settings).map(boxed)),
        Solitaire::TOPIC => Solitaire::named(settings).map(boxed),
        Alak::TOPIC => Alak::named(settings).map(boxed),
        Bataille::TOPIC => Bataille::named(settings).map(boxed),
        Pairs::TOPIC => Pairs::named(settings).map(boxed),
        Shuffle::TOPIC => Shuffle::named(settings).map(boxed),
        Nim::TOPIC => Nim::named(settings).map(boxed),
        _ => None,
    };
    question.filter(|question| question.name() == name)
}

fn boxed<E: Experiment>(experiment: E) -> Box<dyn Question> {
    Box::new(experiment)
}
