//! Headings and notes of tables.

use super::{Lang, Say};

/// A heading, a label or a note of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Heading {
    Run { deals: u64, seed: u64 },
    Partial { done: u64, planned: u64 },
    Part { done: u64, planned: u64 },
    Precise { done: u64, planned: u64 },
    Pooled { seeds: Vec<u64> },
    Probability,
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
}

/// The name of an interval's method.
pub(super) fn method_name(lang: Lang, method: &str) -> &str {
    match (lang, method) {
        (_, "wilson") => "Wilson",
        (Lang::Fr, "exact") => "Clopper-Pearson, exact",
        (Lang::En, "exact") => "Clopper-Pearson, exact",
        (_, other) => other,
    }
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
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Run { deals, seed } => format!("{} donnes, graine {seed}", lang.integer(*deals)),
            Self::Partial { done, planned } => {
                format!("INTERROMPU : {} donnes sur les {} prévues", lang.integer(*done), lang.integer(*planned))
            }
            Self::Part { done, planned } => {
                format!("PARTIE : {} donnes sur les {} prévues", lang.integer(*done), lang.integer(*planned))
            }
            Self::Precise { done, planned } => {
                format!("précision atteinte après {} donnes ({} au plus)", lang.integer(*done), lang.integer(*planned))
            }
            Self::Pooled { seeds } => format!("RÉUNION des simulations de graines {}", listed(seeds)),
            Self::Probability => "probabilité".into(),
            Self::Interval { level } => format!("intervalle à {}", lang.level(*level)),
            Self::Quantity => "grandeur".into(),
            Self::Mean => "moyenne".into(),
            Self::Deviation => "écart-type".into(),
            Self::Minimum => "min".into(),
            Self::Median => "médiane".into(),
            Self::Mode => "mode".into(),
            Self::Maximum => "max".into(),
            Self::IntervalNote { method, level } => format!(
                "Intervalles ponctuels à {} ({} ; moyennes : loi normale).",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Between { low, high } => format!("[{low} ; {high}]"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Run { deals, seed } => format!("{} deals, seed {seed}", lang.integer(*deals)),
            Self::Partial { done, planned } => {
                format!("INTERRUPTED: {} deals of the {} planned", lang.integer(*done), lang.integer(*planned))
            }
            Self::Part { done, planned } => {
                format!("PART: {} deals of the {} planned", lang.integer(*done), lang.integer(*planned))
            }
            Self::Precise { done, planned } => {
                format!("precision reached after {} deals ({} at most)", lang.integer(*done), lang.integer(*planned))
            }
            Self::Pooled { seeds } => format!("POOLED from the runs of seeds {}", listed(seeds)),
            Self::Probability => "probability".into(),
            Self::Interval { level } => format!("{} interval", lang.level(*level)),
            Self::Quantity => "quantity".into(),
            Self::Mean => "mean".into(),
            Self::Deviation => "std dev".into(),
            Self::Minimum => "min".into(),
            Self::Median => "median".into(),
            Self::Mode => "mode".into(),
            Self::Maximum => "max".into(),
            Self::IntervalNote { method, level } => format!(
                "Pointwise {} intervals ({}; means: normal law).",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Between { low, high } => format!("[{low}, {high}]"),
        }
    }
}
