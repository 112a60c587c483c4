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
pub use alliances::{Alliances, AlliancesPlayer, Play};
pub use bataille::Bataille;
pub use duel::{Match, Pairing, TwoPlayerGame};
pub use nim::Nim;
pub use shuffle::Shuffle;
pub use solitaire::Solitaire;

use crate::games::alak::{Edge, OwnGroupRule};
use crate::games::alliances::AllianceRule;
use crate::games::alliances::improve::Improvement;
use crate::games::bataille::{LayingOrder, OutOfCards, PickupOrder, ValueCount};
use crate::games::nim::{LastTake, TakeSet};
use crate::games::solitaire::Board;
use crate::players::PlayerSpec;
use crate::sim::{
    Accepted, Field, FieldValue, InvalidSetting, Joint, Setting, SettingType, settings_from_words,
};
use decks::ShuffleMethod;

const PLAYERS_KEY: &str = "players";

/// The experiment with this name, or `None` when no experiment has it.
///
/// The name of a [`Joint`] experiment holds those of its members.
pub fn from_name(name: &str) -> Option<Box<dyn Experiment>> {
    if let Some(joint) = Joint::from_name(name, from_name) {
        return Some(Box::new(joint));
    }
    let (topic, settings) = name.split_once(' ')?;
    let experiment = match topic {
        "alliances" => read(
            settings,
            &Alliances::declared_settings(),
            Alliances::from_settings,
        ),
        "solitaire" => read(settings, Solitaire::SETTINGS, Solitaire::from_settings),
        "alak" => read(settings, &Alak::declared_settings(), Alak::from_settings),
        "bataille" => read(settings, Bataille::SETTINGS, Bataille::from_settings),
        "shuffle" => read(settings, Shuffle::SETTINGS, Shuffle::from_settings),
        "nim" => read(settings, &Nim::declared_settings(), Nim::from_settings),
        _ => None,
    };
    experiment.filter(|experiment| experiment.name() == name)
}

/// Reads an experiment from the words of its name; `None` when one of them is not accepted.
fn read<E: Experiment>(
    words: &str,
    declared: &[&'static Setting],
    from_settings: impl Fn(&[Field]) -> Result<E, InvalidSetting>,
) -> Option<Box<dyn Experiment>> {
    let settings = settings_from_words(words, declared).ok()?;
    Some(Box::new(from_settings(&settings).ok()?))
}

/// Implements [`SettingType`] for types with `NAMES`, the words that they accept.
macro_rules! word_values {
    ($($type:ty),+) => {
        setting_values! {
            $($type: Accepted::Words(&<$type>::NAMES), FieldValue::from_display;)+
        }
    };
}

/// Implements [`SettingType`] for types with `FromStr`, given the accepted texts and the form in tables.
macro_rules! setting_values {
    ($($type:ty: $accepted:expr, $field_value:expr;)+) => {
        $(impl SettingType for $type {
            const ACCEPTED: Accepted = $accepted;

            fn from_value(value: &FieldValue) -> Option<Self> {
                value.to_string().parse().ok()
            }

            fn field_value(&self) -> FieldValue {
                ($field_value)(self)
            }
        })+
    };
}

setting_values! {
    Board: Accepted::Form, FieldValue::from_display;
    Pairing: Accepted::Form, FieldValue::from_display;
    PlayerSpec: Accepted::Form, FieldValue::from_display;
    ShuffleMethod: Accepted::Form, FieldValue::from_display;
    TakeSet: Accepted::Form, |takes: &TakeSet| FieldValue::List(takes.as_slice().to_vec());
    ValueCount: Accepted::Numbers {
        least: 1,
        most: ValueCount::MAX.get() as u64,
    }, |values: &ValueCount| values.get().into();
}

word_values!(
    AllianceRule,
    AlliancesPlayer,
    Edge,
    Improvement,
    LastTake,
    LayingOrder,
    OutOfCards,
    OwnGroupRule,
    PickupOrder
);
