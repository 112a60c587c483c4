//! The subtitles of charts: deals, seeds, intervals.

use super::glossary::nouns;
use super::table::{groups, method_name};
use super::{Lang, Text, either};

/// Describes the intervals of a chart. `method` is the name of the method in options; `seen` is true if at least one
/// interval is wide enough to be visible.
pub fn intervals(lang: Lang, method: &str, level: f64, seen: bool) -> String {
    let (level, method) = (lang.level(level), method_name(lang, method));
    let hidden =
        if seen { "" } else { Text::new(", plus étroits que le trait", ", narrower than the lines").in_lang(lang) };
    either!(
        lang,
        "intervalles ponctuels à {level} ({method}){hidden}",
        "pointwise {level} intervals ({method}){hidden}"
    )
}

/// Lists all seeds, or the first ones and their number.
pub fn seed_words(lang: Lang, seeds: &[u64]) -> String {
    /// The number of groups of seeds that fit into a line.
    const SHOWN: usize = 5;
    let (groups, number) = (groups(seeds), seeds.len());
    let shown = groups[..groups.len().min(SHOWN)].join(", ");
    match number {
        1 => either!(lang, "graine {shown}", "seed {shown}"),
        _ if groups.len() <= SHOWN => either!(lang, "graines {shown}", "seeds {shown}"),
        _ => either!(lang, "graines {shown}, … ({number} graines en tout)", "seeds {shown}, … ({number} seeds in all)"),
    }
}

/// Formats one number, or a range of two.
fn numbers(lang: Lang, (least, most): (u64, u64)) -> String {
    let (low, high) = (lang.brief(least), lang.brief(most));
    if least == most { low } else { either!(lang, "{low} à {high}", "{low} to {high}") }
}

pub fn between(lang: Lang, unit: &str, range: (u64, u64)) -> String {
    let [one, many] = nouns(lang, unit);
    format!("{} {}", numbers(lang, range), lang.plural(range.1, one, many))
}

/// Lists the number of deals of each part; the unit follows the first number.
pub fn each(lang: Lang, parts: impl IntoIterator<Item = (String, u64, u64)>) -> String {
    let told = parts.into_iter().enumerate().map(|(place, (subject, least, most))| {
        let range = (least, most);
        let number = if place == 0 { between(lang, "deals", range) } else { numbers(lang, range) };
        either!(lang, "{subject} : {number}", "{subject}: {number}")
    });
    told.collect::<Vec<_>>().join(", ")
}
