//! Titles, labels and legends of charts.

use super::glossary::nouns;
use super::table::{groups, method_name};
use super::{Lang, Say};

#[derive(Clone, Debug, PartialEq)]
pub enum Caption {
    Run { deals: String, seeds: Vec<u64>, intervals: Option<Intervals> },
    Deals { least: u64, most: u64 },
    Games { least: u64, most: u64 },
    EachOf { parts: Vec<(String, u64, u64)> },
    Partial,
    Mean { mean: f64 },
}

/// The intervals that a chart draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    /// Their method, as options name it.
    pub method: String,
    pub level: f64,
    /// Whether one of them is wide enough to be seen.
    pub seen: bool,
}

impl Intervals {
    fn say(&self, lang: Lang) -> String {
        let (level, method) = (lang.level(self.level), method_name(lang, &self.method));
        let (words, hidden) = match lang {
            Lang::Fr => (format!("intervalles ponctuels à {level} ({method})"), ", plus étroits que le trait"),
            Lang::En => (format!("pointwise {level} intervals ({method})"), ", narrower than the lines"),
        };
        if self.seen { words } else { words + hidden }
    }
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

/// One number, or from the one to the other.
fn numbers(lang: Lang, (least, most): (u64, u64)) -> String {
    let (low, high) = (lang.brief(least), lang.brief(most));
    if least == most { low } else { lang.either(format!("{low} à {high}"), format!("{low} to {high}")) }
}

/// So many deals or games at least, and so many at most.
fn between(lang: Lang, unit: &str, range: (u64, u64)) -> String {
    let [one, many] = nouns(lang, unit);
    format!("{} {}", numbers(lang, range), lang.plural(range.1, one, many))
}

/// The number of deals of each part, named after the first number.
fn each(lang: Lang, parts: &[(String, u64, u64)]) -> String {
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    let told = parts.iter().enumerate().map(|(place, (subject, least, most))| {
        let range = (*least, *most);
        let number = if place == 0 { between(lang, "deals", range) } else { numbers(lang, range) };
        format!("{subject}{colon} {number}")
    });
    told.collect::<Vec<_>>().join(", ")
}

impl Say for Caption {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Run { deals, seeds, intervals } => {
                let words = match lang {
                    Lang::Fr => ["graine", "graines", "graines en tout"],
                    Lang::En => ["seed", "seeds", "seeds in all"],
                };
                let intervals = intervals.as_ref().map_or_else(String::new, |found| format!(" · {}", found.say(lang)));
                format!("{deals} · {}{intervals}", seed_words(seeds, words))
            }
            Self::Deals { least, most } => between(lang, "deals", (*least, *most)),
            Self::Games { least, most } => between(lang, "games", (*least, *most)),
            Self::EachOf { parts } => each(lang, parts),
            Self::Partial => lang.either("simulation incomplète", "run incomplete"),
            Self::Mean { mean } => {
                lang.either(format!("moyenne {}", lang.decimal(*mean, 2)), format!("mean {}", lang.decimal(*mean, 2)))
            }
        }
    }
}
