//! The words of hand-ins: the kinds of numbers, with their headings, and the names of rows.

use super::bare;
use pioche_engine::sim::{Column, Experiment};
use pioche_report::lang::Text;
use pioche_report::lang::parse_number::parse_count;
use pioche_topics::setting::{MEMORY, OptionSpec};
use pioche_topics::{Topic, is_name_of};

/// The key of the column that names the statistics of all games.
pub const STATISTIC: &str = "statistic";

/// The quantity that a number states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The probability of the row: of at most n, where rows are numbers of piles.
    Probability,
    /// The probability of exactly n.
    Exactly,
    /// The share of the games that are counted.
    Frequency,
    /// A number of games.
    Count,
    /// The number of games with at most n.
    Wins,
    /// A number that is no probability.
    Estimate,
    /// The exact value of the row.
    Exact,
    Mean,
    Minimum,
    Maximum,
}

impl Kind {
    pub const STATISTICS: [Self; 3] = [Self::Mean, Self::Minimum, Self::Maximum];
    const ALL: [Self; 10] = [
        Self::Probability,
        Self::Exactly,
        Self::Frequency,
        Self::Count,
        Self::Wins,
        Self::Estimate,
        Self::Exact,
        Self::Mean,
        Self::Minimum,
        Self::Maximum,
    ];

    /// Returns the heading of a column of such numbers. The French one of `exact` is the English one, a column of the program.
    pub const fn heading(self) -> Text {
        match self {
            Self::Probability => Text::new("probabilité", "probability"),
            Self::Exactly => Text::new("exactement", "exactly"),
            Self::Frequency => Text::new("fréquence", "frequency"),
            Self::Count => Text::new("effectif", "count"),
            Self::Wins => Text::new("gagnées", "wins"),
            Self::Estimate => Text::new("estimation", "estimate"),
            Self::Exact => Text::untranslated("exact"),
            Self::Mean => Text::new("moyenne", "mean"),
            Self::Minimum => Text::untranslated("minimum"),
            Self::Maximum => Text::untranslated("maximum"),
        }
    }

    pub fn is_statistic(self) -> bool {
        Self::STATISTICS.contains(&self)
    }

    pub const fn is_share(self) -> bool {
        matches!(
            self,
            Self::Probability | Self::Exactly | Self::Frequency | Self::Exact
        )
    }

    /// Returns whether the number is one of games.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Count | Self::Wins)
    }
}

/// The words and the kinds of numbers of the hand-ins of a topic.
pub struct Vocabulary {
    pub topic: &'static Topic,
    kinds: Vec<Kind>,
    /// The names of the rows of the simulation that the command line asks for; none if there are several.
    pub row_names: Vec<String>,
}

impl Vocabulary {
    /// Creates the vocabulary for the experiments that the command line asks for.
    pub fn new(topic: &'static Topic, experiments: &[Box<dyn Experiment>]) -> Self {
        let columns = experiments
            .first()
            .map_or_else(Vec::new, |experiment| experiment.columns());
        let is_cumulative = columns.contains(&Column::Wins);
        let has_probabilities = columns.contains(&Column::Probability);
        let mut kinds = Kind::ALL.to_vec();
        kinds.retain(|kind| match kind {
            Kind::Exact => true,
            Kind::Estimate => !has_probabilities,
            Kind::Probability | Kind::Count => has_probabilities,
            _ => is_cumulative,
        });
        let row_key = topic.simulate.row_option.key();
        let row_names = match experiments {
            [experiment] => {
                let measures = experiment.measures();
                let mut names: Vec<String> = measures
                    .iter()
                    .filter_map(|measure| Some(measure.row_field(row_key)?.to_string()))
                    .collect();
                names.sort_by_cached_key(|name| name.parse::<u64>().unwrap_or_default());
                names.dedup();
                names
            }
            _ => Vec::new(),
        };
        Self {
            topic,
            kinds,
            row_names,
        }
    }

    /// Returns true if rows are those of at most n, so that a game counts in several rows.
    pub fn is_cumulative(&self) -> bool {
        self.kinds.contains(&Kind::Wins)
    }

    /// Returns true if the numbers of rows are probabilities.
    pub fn has_probabilities(&self) -> bool {
        self.kinds.contains(&Kind::Probability)
    }

    /// Returns the kinds of numbers that columns of the topic can have.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.kinds.iter().copied()
    }

    /// Returns the settings that can be columns.
    pub fn settings(&self) -> impl Iterator<Item = &'static OptionSpec> {
        let options = self.topic.simulate.options.iter();
        options.filter(|option| option.key() != MEMORY.key())
    }

    /// Returns the rows that every complete list has: a game is hardly ever unresolved.
    pub fn complete_rows(&self) -> Vec<&str> {
        const NEVER_COUNTED: &str = "unresolved";
        let names = self.row_names.iter().map(String::as_str);
        names.filter(|name| *name != NEVER_COUNTED).collect()
    }

    /// Returns the name of the row that a text means.
    pub fn row_name(&self, text: &str) -> Option<String> {
        let words = self.topic.simulate.row_option.words();
        if words.is_empty() {
            return parse_count(text, 0, u64::MAX)
                .ok()
                .map(|number| number.to_string());
        }
        let word = words
            .into_iter()
            .find(|word| is_name_of(&self.topic.glossary, word, text))?;
        Some(word.to_owned())
    }

    /// Returns the kind of number that a heading or a name means.
    pub fn kind(&self, text: &str) -> Option<Kind> {
        let bare_text = bare(text);
        let is_named = |kind: &Kind| {
            let heading = kind.heading();
            [heading.fr, heading.en]
                .into_iter()
                .any(|name| bare(name) == bare_text)
        };
        self.kinds().find(is_named)
    }
}
