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

use crate::games::alak::{CellCount, Edge, OwnGroupRule};
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

/// The key of the players in names and columns.
const PLAYERS_KEY: &str = "players";

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
/// The name of a [`Joint`] experiment holds those of its members. Names in earlier tallies are accepted, too, such as `bataille … turns=none`.
pub fn from_name(name: &str) -> Option<Box<dyn Experiment>> {
    if let Some(joint) = Joint::from_name(name, from_name) {
        return Some(Box::new(joint));
    }
    let present_name = current_name(name);
    let (topic, settings) = present_name.split_once(' ')?;
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
    experiment.filter(|experiment| experiment.name() == present_name)
}

/// Converts a name of an earlier version. It had the limits of rounds and moves at their defaults; those of bataille were
/// called `turns`, and those of Alak followed the players, which preceded the board. With a limit, `turns` left games undecided;
/// no run has that meaning any more. A pack that is not usual was `cards=5x7`.
fn current_name(name: &str) -> String {
    let renamed = name.replace(" max-plies=", " max_plies=");
    let (topic, setting_text) = renamed.split_once(' ').unwrap_or((&renamed, ""));
    let mut settings: Vec<String> = setting_text
        .split(' ')
        .filter(|word| !["turns=none", "max_rounds=none", "max_plies=1000"].contains(word))
        .map(str::to_owned)
        .collect();
    let position =
        |settings: &[String], start: &str| settings.iter().position(|word| word.starts_with(start));
    if let Some(variant) = position(&settings, "variant=") {
        settings.remove(variant);
        if let Some(cells) = position(&settings, "cells=") {
            // The board precedes the players and the limit.
            settings.rotate_left(cells);
        }
    }
    if let Some(first_setting) = settings.first_mut()
        && let Some((suits, ranks)) = first_setting
            .strip_prefix("cards=")
            .and_then(|pack| pack.split_once('x'))
    {
        *first_setting = format!("suits={suits} ranks={ranks}");
    }
    format!("{topic} {}", settings.join(" "))
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
                $field_value(self)
            }
        })+
    };
}

setting_values! {
    Board: Accepted::Form, FieldValue::from_display;
    CellCount: Accepted::Numbers { least: 1, most: CellCount::MAX as u64 }, cell_count_value;
    Pairing: Accepted::Form, FieldValue::from_display;
    PlayerSpec: Accepted::Form, FieldValue::from_display;
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
    OutOfCards,
    OwnGroupRule,
    PickupOrder
);

fn cell_count_value(cells: &CellCount) -> FieldValue {
    cells.get().into()
}

fn take_set_value(takes: &TakeSet) -> FieldValue {
    FieldValue::List(takes.as_slice().to_vec())
}

fn value_count_value(values: &ValueCount) -> FieldValue {
    u64::from(values.get()).into()
}
