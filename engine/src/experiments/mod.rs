//! The experiments: one file each, and the decks that several of them share.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod decks;
pub mod duel;
pub mod nim;
mod setting_values;
pub mod shuffle;
pub mod solitaire;

pub use crate::sim::Experiment;
pub use alak::Alak;
pub use alliances::{Alliances, AlliancesPlayer};
pub use bataille::Bataille;
pub use duel::{Match, Pairing, TwoPlayerGame};
pub use nim::Nim;
pub use shuffle::Shuffle;
pub use solitaire::Solitaire;

use crate::sim::SettingsText;

/// Returns the experiment with this name, or `None` when no experiment has it.
///
/// A name is accepted only as [`Experiment::name`] writes it:
///
/// ```
/// use pioche_engine::experiments::from_name;
///
/// let experiment = from_name("alliances cards=32 improve=none").expect("a valid name");
/// assert_eq!(experiment.name(), "alliances cards=32 improve=none");
/// assert_eq!(experiment.info().unit, "deals");
/// assert!(from_name("alliances improve=none cards=32").is_none());
/// assert!(from_name("chess").is_none());
/// ```
///
/// Names in earlier tallies are accepted, too: `max-plies` instead of `max_plies`, and `turns=none`.
pub fn from_name(name: &str) -> Option<Box<dyn Experiment>> {
    let present_name = current_name(name);
    let (topic, settings) = SettingsText::split_name(&present_name)?;
    let experiment = match topic {
        "alliances" => Alliances::from_settings(&settings).map(boxed),
        "solitaire" => Solitaire::from_settings(&settings).map(boxed),
        "alak" => Alak::from_settings(&settings).map(boxed),
        "bataille" => Bataille::from_settings(&settings).map(boxed),
        "shuffle" => Shuffle::from_settings(&settings).map(boxed),
        "nim" => Nim::from_settings(&settings).map(boxed),
        _ => None,
    };
    experiment.filter(|experiment| experiment.name() == present_name)
}

/// Converts a name of an earlier version: `max-plies` is now `max_plies`, and `turns=none` was the setting of bataille
/// without a limit of rounds. With a limit, `turns` left games undecided; no run has that meaning any more.
fn current_name(name: &str) -> String {
    let with_max_plies = name.replace(" max-plies=", " max_plies=");
    match with_max_plies.strip_suffix(" turns=none") {
        Some(settings) => format!("{settings} max_rounds=none"),
        None => with_max_plies,
    }
}

fn boxed<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}
