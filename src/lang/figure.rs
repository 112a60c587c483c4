//! Titles, labels and legends of charts.

use super::glossary::played;
use super::table::{groups, method_name};
use super::{Lang, Say};

/// A text on a chart.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Caption {
    Run { deals: String, seeds: Vec<u64>, method: String, level: f64 },
    Deals { least: u64, most: u64 },
    Games { least: u64, most: u64 },
    DealsOf { subject: String, deals: u64 },
    Partial,
    Mean { mean: f64 },
}

/// Groups of seeds that fit beside the rest of a line.
const SHOWN: usize = 5;

/// All the seeds, or the first ones and how many they are.
fn seed_words(seeds: &[u64], [one, many, in_all]: [&str; 3]) -> String {
    let groups = groups(seeds);
    let shown = groups[..groups.len().min(SHOWN)].join(", ");
    match seeds {
        [seed] => format!("{one} {seed}"),
        _ if groups.len() <= SHOWN => format!("{many} {shown}"),
        _ => format!("{many} {shown}, … ({} {in_all})", seeds.len()),
    }
}

/// So many deals or games at least, and so many at most.
fn between(lang: Lang, unit: &str, (least, most): (u64, u64)) -> String {
    let to = if lang == Lang::Fr { "à" } else { "to" };
    let most_of_all = played(lang, unit, most);
    if least == most { most_of_all } else { format!("{} {to} {most_of_all}", lang.integer(least)) }
}

impl Say for Caption {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Run { deals, seeds, method, level } => format!(
                "{deals} · {} · intervalles ponctuels à {} ({})",
                seed_words(seeds, ["graine", "graines", "graines en tout"]),
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } => between(lang, "deals", (*least, *most)),
            Self::Games { least, most } => between(lang, "games", (*least, *most)),
            Self::DealsOf { subject, deals } => format!("{subject} : {}", lang.integer(*deals)),
            Self::Partial => "simulation incomplète".into(),
            Self::Mean { mean } => format!("moyenne {}", lang.decimal(*mean, 2)),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Run { deals, seeds, method, level } => format!(
                "{deals} · {} · pointwise {} intervals ({})",
                seed_words(seeds, ["seed", "seeds", "seeds in all"]),
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } => between(lang, "deals", (*least, *most)),
            Self::Games { least, most } => between(lang, "games", (*least, *most)),
            Self::DealsOf { subject, deals } => format!("{subject}: {}", lang.integer(*deals)),
            Self::Partial => "run incomplete".into(),
            Self::Mean { mean } => format!("mean {}", lang.decimal(*mean, 2)),
        }
    }
}
