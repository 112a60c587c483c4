//! The types of the experiments' settings: the texts that each accepts, and its form in tables.

use super::decks::ShuffleMethod;
use super::{AlliancesPlayer, Pairing};
use crate::cards::Pack;
use crate::games::alak::{CellCount, Edge, OwnGroupRule};
use crate::games::alliances::AllianceRule;
use crate::games::alliances::improve::Improvement;
use crate::games::bataille::{LayingOrder, PickupOrder, ValueCount};
use crate::games::nim::{LastTake, TakeSet};
use crate::games::solitaire::Board;
use crate::sim::{Accepted, FieldValue, SettingValue};

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
    ValueCount: Accepted::Numbers { least: 1, most: ValueCount::MAX.get() as u64 }, value_count_value;
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
