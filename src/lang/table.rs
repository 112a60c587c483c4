//! Texts of several tables: headings, intervals, seeds.

use super::{Lang, Text, either};
use std::fmt::Display;

pub const MEAN: Text = Text::new("moyenne", "mean");
pub const STANDARD_DEVIATION: Text = Text::new("écart type", "std dev");
pub const MINIMUM: Text = Text::untranslated("min");
pub const MEDIAN: Text = Text::new("médiane", "median");
pub const MODE: Text = Text::untranslated("mode");
pub const MAXIMUM: Text = Text::untranslated("max");

impl Lang {
    pub fn interval_label(self, level: f64) -> String {
        let level = self.confidence_level(level);
        either!(self, "intervalle à {level}", "{level} interval")
    }

    pub fn interval_bounds(self, low: impl Display, high: impl Display) -> String {
        either!(self, "[{low} ; {high}]", "[{low}, {high}]")
    }
}

pub fn interval_method_name(lang: Lang, method: &str) -> &str {
    match (lang, method) {
        (_, "wilson") => "Wilson",
        (_, "exact") => "Clopper-Pearson",
        (_, other) => other,
    }
}

/// Groups ascending seeds; three or more in a row become `1–8`.
pub fn seed_ranges(seeds: &[u64]) -> Vec<String> {
    let together = |one: &u64, next: &u64| one.checked_add(1) == Some(*next);
    let text = |group: &[u64]| match group {
        [first, _, .., last] if group.len() > 2 => vec![format!("{first}–{last}")],
        few => few.iter().map(u64::to_string).collect(),
    };
    seeds.chunk_by(together).flat_map(text).collect()
}
