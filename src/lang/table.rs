//! Headings and notes of tables.

use super::glossary::played;
use super::{Lang, Say, either};

/// A heading, a label or a note of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Heading {
    Runs { least: u64, most: u64, unit: &'static str, seeds: Vec<u64> },
    SharedDeals,
    Partial { done: u64, planned: Option<u64>, unit: &'static str },
    Part { done: u64, planned: u64, unit: &'static str },
    Precision { done: u64, unit: &'static str, half_width: f64, widest: f64 },
    Digits { row: String, asked: u32, known: Certain, done: u64, unit: &'static str },
    Pooled { seeds: Vec<u64> },
    Interval { level: f64 },
    Quantity,
    Mean,
    Deviation,
    Minimum,
    Median,
    Mode,
    Maximum,
    IntervalNote { method: String, level: f64 },
    Between { low: String, high: String },
    More { rows: u64, means: bool },
    Few { values: u64, equal: bool },
    Example { what: String, of: String, value: u64 },
}

/// The name of an interval's method.
pub(super) fn method_name(lang: Lang, method: &str) -> &str {
    match (lang, method) {
        (_, "wilson") => "Wilson",
        (_, "exact") => "Clopper-Pearson, exact",
        (Lang::Fr, "score") => "score, données appariées",
        (Lang::En, "score") => "paired score",
        (_, other) => other,
    }
}

/// Whether a run became as precise as was asked, and how precise it is.
fn precision(lang: Lang, (done, unit): (u64, &str), half_width: f64, widest: f64) -> String {
    let deals = played(lang, unit, done);
    let [asked, widest_one] = [half_width, widest].map(|half| lang.decimal(half, digits(half)));
    match (lang, widest <= half_width) {
        (Lang::Fr, true) => format!("précision de ± {asked} atteinte après {deals}"),
        (Lang::En, true) => format!("precision of ± {asked} reached after {deals}"),
        (Lang::Fr, false) => format!(
            "précision de ± {asked} NON ATTEINTE après {deals} : l'intervalle le plus large est de ± {widest_one}"
        ),
        (Lang::En, false) => {
            format!("precision of ± {asked} NOT REACHED after {deals}: the widest interval is ± {widest_one}")
        }
    }
}

/// What is known of the digits of a number; numbers stand beside the decimals that they are written with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certain {
    /// The number itself.
    Exactly(f64),
    /// As many as were asked for.
    Digits(u32, (f64, usize)),
    /// The last one is that of one or of the other number, on whose edge the number lies.
    Edge([(f64, usize); 2]),
    /// Fewer.
    Only(u32, (f64, usize)),
    /// None.
    None,
}

/// Whether a row has the digits that were asked for, and which ones it has.
fn certain(lang: Lang, row: &str, deals: &str, asked: u32, known: Certain) -> String {
    let number = |digits: u32| {
        lang.number_of(digits.into(), ["chiffre certain", "chiffres certains"], ["certain digit", "certain digits"])
    };
    let value = |(value, decimals): (f64, usize)| lang.decimal(value, decimals);
    let wanted = number(asked);
    let said = match known {
        Certain::Exactly(exact) => {
            let exact = lang.exactly(exact);
            either!(lang, "{exact}, exactement", "{exact}, exactly")
        }
        Certain::Digits(_, found) => {
            let found = value(found);
            either!(
                lang,
                "{wanted} après {deals}, {found} (les deux bouts de l'intervalle s'y arrondissent)",
                "{wanted} after {deals}, {found} (both ends of the interval round to it)"
            )
        }
        Certain::Edge(both) => {
            let [below, above] = both.map(value);
            either!(
                lang,
                "{below} ou {above} après {deals} : le chiffre {asked} est sur le bord",
                "{below} or {above} after {deals}: digit {asked} lies on the edge"
            )
        }
        Certain::Only(digits, found) => {
            let (has, found) = (number(digits), value(found));
            either!(
                lang,
                "{wanted} NON ATTEINTS après {deals} : {has}, {found}",
                "{wanted} NOT REACHED after {deals}: {has}, {found}"
            )
        }
        Certain::None => either!(
            lang,
            "{wanted} NON ATTEINTS après {deals} : aucun n'est certain",
            "{wanted} NOT REACHED after {deals}: none is certain"
        ),
    };
    either!(lang, "{row} : {said}", "{row}: {said}")
}

/// Decimals that show three digits of a half-width, or all of a rounder one.
fn digits(half_width: f64) -> usize {
    let exact = half_width.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let three = 2.0 - half_width.max(1e-18).log10().floor();
    exact.min(three.clamp(0.0, 20.0) as usize)
}

fn listed(seeds: &[u64]) -> String {
    groups(seeds).join(", ")
}

/// Ascending seeds, three and more in a row as `1–8`.
pub(super) fn groups(seeds: &[u64]) -> Vec<String> {
    let together = |one: &u64, next: &u64| one.checked_add(1) == Some(*next);
    let text = |group: &[u64]| match group {
        [first, _, .., last] if group.len() > 2 => vec![format!("{first}–{last}")],
        few => few.iter().map(u64::to_string).collect(),
    };
    seeds.chunk_by(together).flat_map(text).collect()
}

impl Say for Heading {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Runs { least, most, unit, seeds } => {
                let many = seeds.len() as u64;
                let (least_of_all, most) = (lang.integer(*least), (*most, played(lang, unit, *most)));
                let [to, seed] = match lang {
                    Lang::Fr => ["à", lang.plural(many, "graine", "graines")],
                    Lang::En => ["to", lang.plural(many, "seed", "seeds")],
                };
                let from = if *least == most.0 { String::new() } else { format!("{least_of_all} {to} ") };
                format!("{from}{}, {seed} {}", most.1, listed(seeds))
            }
            Self::SharedDeals => lang.either(
                "Des simulations des mêmes donnes ne sont pas indépendantes entre elles.",
                "Runs of the same deals are not independent of each other.",
            ),
            Self::Partial { done, planned: None, unit } => lang.either(
                format!("INTERROMPU après {}", played(lang, unit, *done)),
                format!("INTERRUPTED after {}", played(lang, unit, *done)),
            ),
            Self::Partial { done, planned: Some(planned), unit } => lang.either(
                format!("INTERROMPU : {} sur les {} prévues", played(lang, unit, *done), lang.integer(*planned)),
                format!("INTERRUPTED: {} of the {} planned", played(lang, unit, *done), lang.integer(*planned)),
            ),
            Self::Part { done, planned, unit } => lang.either(
                format!("TRANCHE : {} sur les {} prévues", played(lang, unit, *done), lang.integer(*planned)),
                format!("PART: {} of the {} planned", played(lang, unit, *done), lang.integer(*planned)),
            ),
            Self::Precision { done, unit, half_width, widest } => precision(lang, (*done, unit), *half_width, *widest),
            Self::Digits { row, asked, known, done, unit } => {
                certain(lang, row, &played(lang, unit, *done), *asked, *known)
            }
            Self::Pooled { seeds } => lang.either(
                format!("RÉUNION des simulations de graines {}", listed(seeds)),
                format!("POOLED from the runs of seeds {}", listed(seeds)),
            ),
            Self::Interval { level } => {
                lang.either(format!("intervalle à {}", lang.level(*level)), format!("{} interval", lang.level(*level)))
            }
            Self::Quantity => lang.either("grandeur", "quantity"),
            Self::Mean => lang.either("moyenne", "mean"),
            Self::Deviation => lang.either("écart-type", "std dev"),
            Self::Minimum => "min".into(),
            Self::Median => lang.either("médiane", "median"),
            Self::Mode => "mode".into(),
            Self::Maximum => "max".into(),
            Self::IntervalNote { method, level } => lang.either(
                format!(
                    "Intervalles ponctuels à {} ({} ; moyennes : Student).",
                    lang.level(*level),
                    method_name(lang, method)
                ),
                format!("Pointwise {} intervals ({}; means: Student).", lang.level(*level), method_name(lang, method)),
            ),
            Self::More { rows, means } => {
                let rows = match rows {
                    0 => None,
                    rows => Some(match lang {
                        Lang::Fr => format!("encore {}", lang.counted(*rows, "ligne", "lignes")),
                        Lang::En => lang.counted(*rows, "more row", "more rows"),
                    }),
                };
                let means = means.then(|| lang.either("moyennes et dispersion", "means and spread").to_owned());
                let all: Vec<String> = rows.into_iter().chain(means).collect();
                match all.is_empty() {
                    true => String::new(),
                    false => {
                        lang.either(format!("… {} : --tout", all.join(", ")), format!("… {}: --all", all.join(", ")))
                    }
                }
            }
            Self::Between { low, high } => lang.either(format!("[{low} ; {high}]"), format!("[{low}, {high}]")),
            Self::Few { values: 1, .. } => lang.either("une seule valeur", "a single value"),
            Self::Few { values, equal } => {
                let values = lang.integer(*values);
                match equal {
                    true => either!(lang, "{values} valeurs égales", "{values} equal values"),
                    false => either!(lang, "{values} valeurs : trop peu", "{values} values: too few"),
                }
            }
            Self::Example { what, of, value } => lang.either(
                format!("{what} ({of} : {}) :", lang.integer(*value)),
                format!("{what} ({of}: {}):", lang.integer(*value)),
            ),
        }
    }
}
