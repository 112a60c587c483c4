//! The headings of solution tables in English and French, and the roles of their columns.

use crate::lang::fold_case_and_accents;
use crate::topics::alliances::args::NB_TAS_MAX;
use crate::topics::setting::{MEMORY, OptionSpec};
use crate::topics::shuffle::STATISTIC;
use crate::topics::{Topic, is_name_of};

/// A number that describes the piles of all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileStatistic {
    Mean,
    Smallest,
    Largest,
}

impl PileStatistic {
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
            Self::Mean => "mean|average|moyenne|moy|nombre moyen",
            Self::Smallest => "min|minimum|mini|smallest|nombre minimal|nombre minimum",
            Self::Largest => "max|maximum|maxi|largest",
        }
    }

    fn from_heading(bare_heading: &str) -> Option<Self> {
        let suffix = STATISTIC_SUFFIXES
            .split('|')
            .find_map(|suffix| bare_heading.strip_suffix(&without_separators(suffix)));
        let name = suffix.unwrap_or(bare_heading);
        Self::ALL
            .into_iter()
            .find(|statistic| is_one_of(statistic.headings(), name))
    }
}

/// The words after the name of a statistic, longer ones first.
const STATISTIC_SUFFIXES: &str =
    "du nombre de tas|des nombres de tas|des tas|de tas|tas|number of piles|of piles|piles";

/// The role of a column.
#[derive(Clone, Copy)]
pub enum ColumnRole {
    Setting(&'static OptionSpec),
    /// The cell that names a row beside its settings, such as the outcome.
    RowName,
    Value {
        is_percent: bool,
    },
    /// The number of deals with the event of the row.
    Count,
    /// The mean, the smallest or the largest number of piles of all deals.
    Statistic(PileStatistic),
    Deals,
    Ignored,
}

// Headings of one column, separated by `|`. Case, accents, spaces, hyphens and underscores are ignored.
const PROBABILITY_HEADINGS: &str = "probability|probabilité|proba|prob|p|winning \
                                    probability|probabilité de gagner|proba de gagner";
/// The numbers of deals with the event of the row, instead of probabilities.
const COUNT_HEADINGS: &str =
    "count|effectif|wins|victories|victoires|gagnées|parties gagnées|successes|réussites";
const PILES_HEADINGS: &str =
    "tas|tas max|max tas|nombre maximal de tas|nombre maximum de tas|piles|maximum number of piles";
const ESTIMATE_HEADINGS: &str =
    "estimate|estimation|value|valeur|probability|probabilité|proba|prob|p";
/// Also accepted with the prefix `nb_` or `nombre_de_`.
const DEALS_HEADINGS: &str = "deals|donnes|games|parties|n|trials|essais|sim|simulations|tirages";
const PERCENT_SUFFIXES: [&str; 6] = ["(en%)", "(in%)", "(%)", "en%", "in%", "%"];

/// Returns true if the numbers of a topic are probabilities.
pub fn has_probabilities(topic: &Topic) -> bool {
    topic.simulate.row_option.key() != STATISTIC.key()
}

/// Returns true if a deal can count in several rows of a topic, as in those of at most n piles.
pub fn has_cumulative_rows(topic: &Topic) -> bool {
    topic.simulate.row_option.key() == NB_TAS_MAX.key()
}

/// Returns the keys of the cells that name a row beside its settings.
pub fn row_name_keys(topic: &Topic) -> [&'static str; 2] {
    [topic.simulate.row_option.key(), STATISTIC.key()]
}

/// Returns the headings of the column with the numbers, its key first.
pub fn value_headings(topic: &Topic) -> &'static str {
    if has_probabilities(topic) {
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
fn without_separators(heading: &str) -> String {
    fold_case_and_accents(heading).replace(['_', ' ', '-', '\u{a0}'], "")
}

fn is_one_of(names: &str, bare_heading: &str) -> bool {
    names
        .split('|')
        .any(|name| without_separators(name) == bare_heading)
}

impl ColumnRole {
    pub fn from_heading(heading: &str, topic: &'static Topic) -> Self {
        let bare_heading = without_separators(heading);
        let percent = PERCENT_SUFFIXES
            .iter()
            .find_map(|sign| bare_heading.strip_suffix(sign));
        let number = bare_heading
            .strip_prefix("nombrede")
            .or(bare_heading.strip_prefix("nb"))
            .unwrap_or(&bare_heading);
        let row = topic.simulate.row_option;
        let is_row_name = || {
            [row.label.fr, row.label.en]
                .map(fold_case_and_accents)
                .contains(&fold_case_and_accents(heading))
        };
        if is_one_of(value_headings(topic), percent.unwrap_or(&bare_heading)) {
            Self::Value {
                is_percent: percent.is_some(),
            }
        } else if let Some(opt) =
            column_settings(topic).find(|opt| is_name_of(&topic.glossary, opt.key(), heading))
        {
            Self::Setting(opt)
        } else if is_name_of(&topic.glossary, row.key(), heading)
            || is_row_name()
            || has_cumulative_rows(topic)
                && (is_one_of(PILES_HEADINGS, number) || is_one_of(PILES_HEADINGS, &bare_heading))
        {
            Self::RowName
        } else if let Some(statistic) =
            PileStatistic::from_heading(&bare_heading).filter(|_| has_cumulative_rows(topic))
        {
            Self::Statistic(statistic)
        } else if is_one_of(COUNT_HEADINGS, number) {
            Self::Count
        } else if is_one_of(DEALS_HEADINGS, number) {
            Self::Deals
        } else {
            Self::Ignored
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
    let statistics = PileStatistic::ALL.map(PileStatistic::headings);
    let statistics = statistics
        .into_iter()
        .filter(|_| has_cumulative_rows(topic));
    setting_names
        .chain([value_headings(topic), COUNT_HEADINGS, DEALS_HEADINGS].map(str::to_owned))
        .chain(statistics.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}
