//! The experiments: one file each, the decks that several of them share, and the types of their settings.

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
pub use alliances::{Alliances, AlliancesPlayer};
pub use bataille::Bataille;
pub use duel::{Match, Pairing, TwoPlayerGame};
pub use nim::Nim;
pub use shuffle::Shuffle;
pub use solitaire::Solitaire;

use crate::cards::Pack;
use crate::games::alak::{CellCount, Edge, OwnGroupRule};
use crate::games::alliances::AllianceRule;
use crate::games::alliances::improve::Improvement;
use crate::games::bataille::{LayingOrder, PickupOrder, ValueCount};
use crate::games::nim::{LastTake, TakeSet};
use crate::games::solitaire::Board;
use crate::sim::{Accepted, FieldValue, SettingValue, SettingsText};
use decks::ShuffleMethod;

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

/// Implements [`SettingValue`] for types with `NAMES`, the words that they accept.
macro_rules! word_values {
    ($($type:ty),+) => {
        setting_values! {
            $($type: Accepted::Words(&<$type>::NAMES), FieldValue::from_display;)+
        }
    };
}

/// Implements [`SettingValue`] for types with `FromStr`, given the accepted texts and the form in tables.
macro_rules! setting_values {
    ($($type:ty: $accepted:expr, $field_value:expr;)+) => {
        $(impl SettingValue for $type {
            const ACCEPTED: Accepted = $accepted;

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn field_value(&self) -> FieldValue {
                $field_value(self)
            }
        })+
    };
}

setting_values! {
    Board: Accepted::Form, FieldValue::from_display;
    CellCount: Accepted::Numbers { least: 1, most: CellCount::MAX as u64 }, cell_count_value;
    Pack: Accepted::Form, pack_value;
    Pairing: Accepted::Form, FieldValue::from_display;
    ShuffleMethod: Accepted::Form, FieldValue::from_display;
    TakeSet: Accepted::Form, take_set_value;
    ValueCount: Accepted::Numbers {
        least: 1,
        most: ValueCount::MAX.get() as u64,
    }, value_count_value;
}

word_values!(
    AllianceRule,
    AlliancesPlayer,
    Edge,
    Improvement,
    LastTake,
    LayingOrder,
    OwnGroupRule,
    PickupOrder
);

fn cell_count_value(cells: &CellCount) -> FieldValue {
    cells.get().into()
}

/// Returns the size of a pack of 32, 36 or 52 cards, or the text form of another one.
fn pack_value(pack: &Pack) -> FieldValue {
    if pack.has_usual_ranks() {
        pack.size().into()
    } else {
        FieldValue::from_display(pack)
    }
}

fn take_set_value(takes: &TakeSet) -> FieldValue {
    FieldValue::List(takes.as_slice().to_vec())
}

fn value_count_value(values: &ValueCount) -> FieldValue {
    u64::from(values.get()).into()
}
