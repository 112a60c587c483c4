//! The words of tables and figures: intervals, seeds, deals.

use super::{Text, confidence_level, quantity};
use std::fmt::Display;

/// Returns the noun of a unit of simulations, `games` or `deals`.
pub fn unit_noun(unit: &str) -> Text {
    match unit {
        "games" => Text("game|games"),
        _ => Text("deal|deals"),
    }
}

/// Formats a number of deals or games; `unit` is the unit of a summary.
pub fn count_with_unit(unit: &str, number: u64) -> String {
    quantity(number, unit_noun(unit))
}

pub(crate) fn interval_label(level: f64) -> String {
    tr!("{level} interval", level = confidence_level(level))
}

pub(crate) fn interval_bounds(low: impl Display, high: impl Display) -> String {
    tr!("[{low}, {high}]", low, high)
}

/// Groups ascending seeds; three or more in a row become `1–8`.
pub(crate) fn seed_ranges(seeds: &[u64]) -> Vec<String> {
    let together = |one: &u64, next: &u64| one.checked_add(1) == Some(*next);
    let text = |group: &[u64]| match group {
        [first, _, .., last] if group.len() > 2 => vec![format!("{first}–{last}")],
        few => few.iter().map(u64::to_string).collect(),
    };
    seeds.chunk_by(together).flat_map(text).collect()
}
