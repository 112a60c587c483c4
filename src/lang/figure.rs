//! What stands under the titles of charts: deals, seeds, intervals.

use super::glossary::nouns;
use super::table::{groups, method_name};
use super::{Lang, Text, either};

/// The intervals that a chart draws, by the name of their method in options; `seen` when one is wide enough for it.
pub fn intervals(lang: Lang, method: &str, level: f64, seen: bool) -> String {
    let (level, method) = (lang.level(level), method_name(lang, method));
    let hidden =
        if seen { "" } else { Text::new(", plus étroits que le trait", ", narrower than the lines").of(lang) };
    either!(
        lang,
        "intervalles ponctuels à {level} ({method}){hidden}",
        "pointwise {level} intervals ({method}){hidden}"
    )
}

/// All the seeds, or the first ones and how many they are.
pub fn seed_words(lang: Lang, seeds: &[u64]) -> String {
    /// Groups of seeds that fit beside the rest of a line.
    const SHOWN: usize = 5;
    let (groups, number) = (groups(seeds), seeds.len());
    let shown = groups[..groups.len().min(SHOWN)].join(", ");
    match number {
        1 => either!(lang, "graine {shown}", "seed {shown}"),
        _ if groups.len() <= SHOWN => either!(lang, "graines {shown}", "seeds {shown}"),
        _ => either!(lang, "graines {shown}, … ({number} graines en tout)", "seeds {shown}, … ({number} seeds in all)"),
    }
}

/// One number, or from the one to the other.
fn numbers(lang: Lang, (least, most): (u64, u64)) -> String {
    let (low, high) = (lang.brief(least), lang.brief(most));
    if least == most { low } else { either!(lang, "{low} à {high}", "{low} to {high}") }
}

pub fn between(lang: Lang, unit: &str, range: (u64, u64)) -> String {
    let [one, many] = nouns(lang, unit);
    format!("{} {}", numbers(lang, range), lang.plural(range.1, one, many))
}

/// The number of deals of each part, named after the first number.
pub fn each(lang: Lang, parts: impl IntoIterator<Item = (String, u64, u64)>) -> String {
    let told = parts.into_iter().enumerate().map(|(place, (subject, least, most))| {
        let range = (least, most);
        let number = if place == 0 { between(lang, "deals", range) } else { numbers(lang, range) };
        either!(lang, "{subject} : {number}", "{subject}: {number}")
    });
    told.collect::<Vec<_>>().join(", ")
}
