//! The words of hand-ins: the kinds of numbers, with their headings, and the names of rows.

use super::bare;
use pioche_engine::sim::{Column, Experiment, Field};
use pioche_report::Glossary;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Lang, Sentence, Text, either};
use pioche_topics::setting::{MEMORY, OptionSpec};
use pioche_topics::{Topic, is_name_of};

/// The key of the column that names the statistics of all games.
pub const STATISTIC: &str = "statistic";

/// The separator of cells.
pub const SEPARATOR: Text = Text::new(";", ",");
pub const EXAMPLE_NUMBER: Text = Text::new("0,0127", "0.0127");
/// The heading of the number of games.
const GAMES: Text = Text::new("donnes", "deals");

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
    pub(super) topic: &'static Topic,
    kinds: Vec<Kind>,
    /// The names of the rows of the first simulation that the command line asks for.
    pub(super) row_names: Vec<String>,
    /// The settings of the first simulation that not all of them have.
    pub(super) varying_settings: Vec<Field>,
}

impl Vocabulary {
    /// Creates the vocabulary for the experiments that the command line asks for.
    ///
    /// # Panics
    /// Without an experiment.
    pub fn new(topic: &'static Topic, experiments: &[Box<dyn Experiment>]) -> Self {
        let first = &experiments[0];
        let columns = first.columns();
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
        let measures = first.measures();
        let mut row_names: Vec<String> = measures
            .iter()
            .filter_map(|measure| Some(measure.row_field(row_key)?.to_string()))
            .collect();
        row_names.sort_by_cached_key(|name| name.parse::<u64>().unwrap_or_default());
        row_names.dedup();
        let mut varying_settings = first.settings();
        varying_settings.retain(|field| {
            experiments
                .iter()
                .any(|experiment| !experiment.settings().contains(field))
        });
        Self {
            topic,
            kinds,
            row_names,
            varying_settings,
        }
    }

    /// Returns true if the numbers of rows are probabilities.
    pub(super) fn has_probabilities(&self) -> bool {
        self.kinds.contains(&Kind::Probability)
    }

    /// Returns the kinds of numbers that columns of the topic can have.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.kinds.iter().copied()
    }

    /// Returns the settings that can be columns.
    pub(super) fn settings(&self) -> impl Iterator<Item = &'static OptionSpec> {
        let options = self.topic.simulate.options.iter();
        options.filter(|option| option.key() != MEMORY.key())
    }

    /// Returns the rows that every complete list has: a game is hardly ever unresolved.
    pub(super) fn complete_rows(&self) -> Vec<&str> {
        const NEVER_COUNTED: &str = "unresolved";
        let names = self.row_names.iter().map(String::as_str);
        names.filter(|name| *name != NEVER_COUNTED).collect()
    }

    /// Returns the name of the row that a text means.
    pub(super) fn row_name(&self, text: &str) -> Option<String> {
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
    pub(super) fn kind(&self, text: &str) -> Option<Kind> {
        let bare_text = bare(text);
        let is_named = |kind: &Kind| {
            let heading = kind.heading();
            [heading.fr, heading.en]
                .into_iter()
                .any(|name| bare(name) == bare_text)
        };
        self.kinds().find(is_named)
    }

    /// Returns the kind of the numbers in the example.
    fn usual_kind(&self) -> Kind {
        if self.has_probabilities() {
            Kind::Probability
        } else {
            Kind::Estimate
        }
    }

    /// Returns the headings of a table with the numbers of rows and their games.
    pub(super) fn heading_line(&self, lang: Lang) -> String {
        let varying_settings = self.varying_settings.iter();
        let glossary = &self.topic.glossary;
        let mut headings: Vec<String> = varying_settings
            .map(|field| glossary.translate(lang, field.key()))
            .collect();
        let number = self.usual_kind().heading();
        let others = [
            self.row_heading(lang),
            number.in_lang(lang),
            GAMES.in_lang(lang),
        ];
        headings.extend(others.map(str::to_owned));
        headings.join(SEPARATOR.in_lang(lang))
    }

    fn row_heading(&self, lang: Lang) -> &'static str {
        self.topic.simulate.row_option.label.in_lang(lang)
    }

    /// Returns the words of a row name in a language.
    pub(super) fn row_label(&self, name: &str, lang: Lang) -> String {
        let key = self.topic.simulate.row_option.key();
        self.topic.glossary.translate_value(lang, key, name)
    }

    pub(super) fn first_row(&self, lang: Lang) -> String {
        let first = self.row_names.first().map_or("2", String::as_str);
        self.row_label(first, lang)
    }

    /// Returns lines as they should be: headings, a pair and a list.
    pub(super) fn example_lines(&self) -> Sentence {
        Sentence::from_fn(|lang| {
            let line = self.heading_line(lang);
            let name = self.first_row(lang);
            let example = EXAMPLE_NUMBER.in_lang(lang);
            match lang {
                Lang::Fr => {
                    format!("« {line} » pour un tableau, « {name}: {example} » sans tableau")
                }
                Lang::En => format!("“{line}” for a table, “{name}: {example}” without"),
            }
        })
    }

    /// Lists the names of the columns.
    pub(super) fn column_names(&self) -> Sentence {
        Sentence::from_fn(|lang| {
            let mut names = vec![self.row_heading(lang)];
            names.extend(self.kinds().map(|kind| kind.heading().in_lang(lang)));
            names.push(GAMES.in_lang(lang));
            let settings = self.settings();
            names.extend(settings.map(|option| option.label.in_lang(lang)));
            names.join(", ")
        })
    }

    /// Lists the names of rows, in the order in which a list has their numbers.
    pub(super) fn row_order(&self) -> Sentence {
        Sentence::from_fn(|lang| match &self.complete_rows()[..] {
            [first, _, _, _, _, _, .., last] => {
                either!(lang, "{first} à {last}", "{first} to {last}")
            }
            names => {
                let labels = names.iter().map(|name| self.row_label(name, lang));
                Vec::from_iter(labels).join(", ")
            }
        })
    }

    /// Lists the words beside the names of rows.
    pub(super) fn other_words(&self) -> Sentence {
        Sentence::from_fn(|lang| {
            let statistics = self.kinds().filter(|kind| kind.is_statistic());
            let mut words = vec![Text::new("parties", "games").in_lang(lang)];
            words.extend(statistics.map(|kind| kind.heading().in_lang(lang)));
            words.join(", ")
        })
    }
}
