//! The headings of solution tables in English and French, and the roles of their columns.

use crate::lang::fold_case_and_accents;
use crate::topics::hand_in::STATISTIC;
use crate::topics::setting::{MEMORY, OptionSpec};
use crate::topics::{Topic, is_name_of};

/// A number that describes the results of all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    Mean,
    Smallest,
    Largest,
}

impl Statistic {
    pub const ALL: [Self; 3] = [Self::Mean, Self::Smallest, Self::Largest];

    /// The name in the rows of a report.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Smallest => "min",
            Self::Largest => "max",
        }
    }

    /// The headings, also accepted before words such as "tas" or "number of piles".
    const fn headings(self) -> &'static str {
        match self {
            Self::Mean => "mean|average|moyenne|moy|nombre moyen|espérance",
            Self::Smallest => "min|minimum|mini|smallest|nombre minimal|nombre minimum|minimal",
            Self::Largest => "max|maximum|maxi|largest|nombre maximal|nombre maximum|maximal",
        }
    }

    /// Other words of sentences, some of which people misspell.
    const fn words(self) -> &'static str {
        match self {
            Self::Mean => "moyen",
            Self::Smallest => "petit|minimun|lowest",
            Self::Largest => "grand|maximun|highest",
        }
    }

    /// Returns the statistic that a heading names, also before words of the topic such as "number of piles".
    fn from_heading(bare_heading: &str, topic: &Topic) -> Option<Self> {
        let suffix = topic
            .hand_in
            .statistic_suffixes
            .split('|')
            .find_map(|suffix| bare_heading.strip_suffix(&without_separators(suffix)));
        Self::from_word(suffix.unwrap_or(bare_heading))
    }

    /// Returns the statistic that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        let bare_word = without_separators(word);
        Self::ALL.into_iter().find(|statistic| {
            [statistic.headings(), statistic.words()]
                .into_iter()
                .any(|words| is_one_of(words, &bare_word))
        })
    }
}

/// The role of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnRole {
    Setting(&'static OptionSpec),
    /// The cell that names a row beside its settings, such as the outcome.
    RowName {
        /// True if the numbers of the rows are the largest ones that win.
        is_of_at_most: bool,
    },
    Value {
        is_percent: bool,
    },
    /// The number of deals with the event of the row.
    Count {
        /// True for wins: of at most n, where rows are such.
        is_of_wins: bool,
    },
    /// The mean, the smallest or the largest result of all deals.
    Statistic(Statistic),
    Deals,
    Ignored,
}

// Headings of one column, separated by `|`. Case, accents, spaces, hyphens and underscores are ignored.
const PROBABILITY_HEADINGS: &str = "probability|probabilité|proba|prob|p|winning \
                                    probability|probabilité de gagner|proba de gagner|probabilités|probas|probabilities";
/// Headings of probabilities in tables without another one.
const SHARE_HEADINGS: &str = "fréquence|frequency|freq|pourcentage|percentage|percent|taux|part|share|réussite|victoire|success|taux de réussite|\
     taux de victoire|success rate|pourcentage de réussite|pourcentage de victoires";
/// The numbers of deals with the event of the row, instead of probabilities.
const COUNT_HEADINGS: &str =
    "count|counts|effectif|effectifs|nombre|fréquence absolue|fois|occurrences|parties comptées";
const WIN_HEADINGS: &str =
    "wins|victories|victoires|gagnées|parties gagnées|successes|réussites|effectif cumulé";
const ESTIMATE_HEADINGS: &str =
    "estimate|estimation|value|valeur|probability|probabilité|proba|prob|p";
/// Also accepted with the prefix `nb_` or `nombre_de_`.
const DEALS_HEADINGS: &str = "deals|donnes|games|parties|n|trials|essais|sim|simulations|tirages|jouées|played|tentatives|attempts|itérations|iterations|\
     répétitions|repetitions|runs";
const PERCENT_SUFFIXES: [&str; 6] = ["(en%)", "(in%)", "(%)", "en%", "in%", "%"];

/// Returns whether words name the number of games: `Nombre de simulations`, `games played`.
pub fn is_games_word(words: &str) -> bool {
    const OTHER_WORDS: &str = "nombre|nb|total|de|des|d|les|la|le|en|tout|au|jouées|jouée|simulées|effectuées|réalisées|number|\
                               of|played|simulated|all|the";
    let mut words: Vec<String> = words
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(without_separators)
        .collect();
    words.retain(|word| !is_one_of(OTHER_WORDS, word));
    !words.is_empty() && words.iter().all(|word| is_one_of(DEALS_HEADINGS, word))
}

/// Returns whether the name of a row is that of the sum of all rows.
pub fn is_total(name: &str) -> bool {
    is_one_of(
        "total|totaux|somme|sum|ensemble|all",
        &without_separators(name),
    )
}

/// Returns whether a heading names probabilities only in tables without another one.
pub fn is_share(heading: &str) -> bool {
    let bare_heading = without_separators(heading);
    is_one_of(
        SHARE_HEADINGS,
        without_percent(&bare_heading).unwrap_or(&bare_heading),
    )
}

/// Returns a heading without its sign of percentages; `None` if it has none.
fn without_percent(bare_heading: &str) -> Option<&str> {
    let mut signs = PERCENT_SUFFIXES.iter();
    signs
        .find_map(|sign| bare_heading.strip_suffix(sign))
        .or_else(|| bare_heading.strip_prefix("%de"))
        .or_else(|| bare_heading.strip_prefix("pourcentagede"))
}

/// Returns the keys of the cells that name a row beside its settings.
pub fn row_name_keys(topic: &Topic) -> [&'static str; 2] {
    [topic.simulate.row_option.key(), STATISTIC]
}

/// Returns the headings of the column with the numbers, its key first.
pub fn value_headings(topic: &Topic) -> &'static str {
    if topic.hand_in.has_probabilities {
        PROBABILITY_HEADINGS
    } else {
        ESTIMATE_HEADINGS
    }
}

/// The key of a column of counts.
pub const COUNT: &str = "count";

pub fn first_heading(headings: &'static str) -> &'static str {
    headings.split('|').next().unwrap_or_default()
}

/// Returns the settings that can be columns.
pub fn column_settings(topic: &'static Topic) -> impl Iterator<Item = &'static OptionSpec> {
    topic
        .simulate
        .options
        .iter()
        .filter(|opt| opt.key() != MEMORY.key())
}

/// Returns a heading without case, accents, spaces, hyphens and underscores.
pub fn without_separators(heading: &str) -> String {
    fold_case_and_accents(heading).replace(['_', ' ', '-', '\u{a0}', ':', '='], "")
}

pub fn is_one_of(names: &str, bare_heading: &str) -> bool {
    names
        .split('|')
        .any(|name| without_separators(name) == bare_heading)
}

/// Returns whether words without separators say that the numbers of rows are the largest ones that win.
pub fn is_of_at_most(bare_words: &str) -> bool {
    const SIGNS: [&str; 7] = ["max", "seuil", "threshold", "auplus", "atmost", "<", "≤"];
    SIGNS.iter().any(|sign| bare_words.contains(sign))
}

impl ColumnRole {
    pub fn from_heading(heading: &str, topic: &'static Topic) -> Self {
        let bare_heading = without_separators(heading);
        let percent = without_percent(&bare_heading);
        let number = bare_heading
            .strip_prefix("nombrede")
            .or(bare_heading.strip_prefix("nb"))
            .unwrap_or(&bare_heading);
        let row = topic.simulate.row_option;
        let is_row_name = || {
            let labels = [row.label.fr, row.label.en].map(fold_case_and_accents);
            labels.contains(&fold_case_and_accents(heading))
        };
        let is_one_of_either = |names| is_one_of(names, number) || is_one_of(names, &bare_heading);
        let value_name = percent.unwrap_or(&bare_heading);
        let is_percent_word = ["pourcentage", "percentage", "percent"].contains(&value_name);
        if is_one_of(value_headings(topic), value_name)
            || topic.hand_in.has_probabilities && is_one_of(SHARE_HEADINGS, value_name)
        {
            Self::Value {
                is_percent: percent.is_some() || is_percent_word,
            }
        } else if let Some(opt) = column_settings(topic).find(|opt| {
            let names = [heading, number];
            let mut words = topic.hand_in.game_words.iter();
            let words = words.find(|(key, _)| *key == opt.key());
            names
                .iter()
                .any(|name| is_name_of(&topic.glossary, opt.key(), name))
                || words.is_some_and(|(_, words)| is_one_of(words, number))
        }) {
            Self::Setting(opt)
        } else if is_name_of(&topic.glossary, row.key(), heading)
            || is_row_name()
            || is_one_of_either(topic.hand_in.row_headings)
        {
            Self::RowName {
                is_of_at_most: is_of_at_most(&bare_heading),
            }
        } else if let Some(statistic) = Statistic::from_heading(&bare_heading, topic)
            .filter(|_| topic.hand_in.has_cumulative_rows)
        {
            Self::Statistic(statistic)
        } else if is_one_of_either(COUNT_HEADINGS) || is_one_of(WIN_HEADINGS, number) {
            Self::Count {
                is_of_wins: is_one_of(WIN_HEADINGS, &bare_heading),
            }
        } else if is_one_of(DEALS_HEADINGS, number) {
            Self::Deals
        } else {
            Self::Ignored
        }
    }

    pub fn is_statistic(&self) -> bool {
        matches!(self, Self::Statistic(_))
    }

    /// Returns the name of a column that a table can have once; `None` for settings and columns that are not read.
    pub fn unique_name(&self, topic: &'static Topic) -> Option<&'static str> {
        match self {
            Self::Value { .. } => Some(first_heading(value_headings(topic))),
            Self::RowName { .. } => Some(topic.simulate.row_option.key()),
            Self::Deals => Some("deals"),
            Self::Count { .. } => Some(COUNT),
            Self::Statistic(statistic) => Some(statistic.key()),
            Self::Setting(_) | Self::Ignored => None,
        }
    }
}

/// Lists the accepted headings of a topic; `|` separates the names of one column.
pub fn recognized_headings(topic: &'static Topic) -> String {
    let names = |opt: &OptionSpec| {
        let mut names = [opt.key(), opt.label.en, opt.label.fr]
            .map(|name| name.replace(' ', "_"))
            .to_vec();
        names.dedup();
        names.join("|")
    };
    let setting_names = column_settings(topic)
        .chain([&topic.simulate.row_option])
        .map(names);
    let statistics = Statistic::ALL.map(Statistic::headings);
    let statistics = statistics
        .into_iter()
        .filter(|_| topic.hand_in.has_cumulative_rows);
    setting_names
        .chain(
            [
                value_headings(topic),
                COUNT_HEADINGS,
                WIN_HEADINGS,
                DEALS_HEADINGS,
            ]
            .map(str::to_owned),
        )
        .chain(statistics.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}
