//! The games in words: for each its settings, columns, sentences and figures, and what `show`, `solve` and other commands
//! about one game answer.
//!
//! The package stands on [`pioche_engine`], which plays, and on [`pioche_report`], which writes. A game is a value of [`Topic`],
//! whose optional parts are `None`; [`TOPICS`] lists them. Code for all topics iterates over the list and never matches on games,
//! and a topic knows no other one. Commands take parsed arguments ([`verb::ParsedArgs`]) and return an output: they parse no
//! command line, open no file and print nothing.
//!
//! | module | contents |
//! |---|---|
//! | [`verb`] | the commands of a topic: their arguments and their output |
//! | [`setting`] | the options of games, with their texts in both languages |
//! | [`saved_game`] | saved games as text, and the games that can be saved |
//! | [`replay`] | the text and the JSON of a game of moves |
//! | [`alliances`], [`solitaire`], [`bataille`], [`shuffle`] | a topic each, with the options, sentences and figures that films, dialogues, checks and chapters use |
//! | [`duel`] | what topics of two-player games have in common |
//! | [`alak`], [`nim`] | topics of two-player games |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod duel;
pub mod nim;
pub mod replay;
pub mod saved_game;
pub mod setting;
pub mod shuffle;
pub mod solitaire;
#[cfg(test)]
mod tests;
pub mod verb;

use alliances::deck::read_deck_file;
use bataille::show::read_value_deck;
use pioche_engine::experiments::Experiment;
use pioche_engine::sim::{Accepted, Column, FieldValue, RowSelection, Setting, Summary};
use pioche_report::Glossary;
use pioche_report::lang::help::{ColumnHelp, CommandExample, HelpSection};
use pioche_report::lang::{Text, glossary};
use pioche_report::picture::{Picture, question_picture};
use pioche_report::question::Question;
use pioche_report::value_words::FindingWords;
use setting::OptionSpec;
use shuffle::{RIFFLES, suspect_json, suspect_verdict};
use std::sync::LazyLock;
use verb::VerbSpec;

/// All topics, in the order of the help.
pub static TOPICS: &[&Topic] = &[
    // This comment makes rustfmt keep one topic per line.
    &alliances::TOPIC,
    &solitaire::TOPIC,
    &alak::TOPIC,
    &bataille::TOPIC,
    &shuffle::TOPIC,
    &nim::TOPIC,
];

/// A game or question, with all that the commands need to know about it. Parts that not every topic has are `None` or
/// empty.
pub struct Topic {
    /// The name in commands, names of experiments and file names.
    pub name: &'static str,
    /// Another name that commands accept, such as the French one.
    pub alias: Option<&'static str>,
    /// Further names by which people call the game; commands suggest it for them.
    pub other_names: &'static [&'static str],
    /// The words for columns and values.
    pub glossary: TopicGlossary,
    examples: &'static [CommandExample],
    /// Returns the notes below the complete table of some runs.
    pub notes: fn(&[Summary]) -> Vec<String>,
    /// Changes the picture of a question where the game has a picture of its own, such as a board.
    pub(crate) adjust_picture: fn(&Question<'_>, &mut Picture),
    /// The command `simulate`.
    pub simulate: verb::SimulateVerb,
    /// The command `solve`; `None` if the topic has no exact answers.
    pub solve: Option<VerbSpec>,
    /// The command `show`; `None` if there is nothing to show of a single deal.
    pub show: Option<VerbSpec>,
    /// Commands of this topic alone, by name.
    pub extra_verbs: &'static [(&'static str, VerbSpec)],
}

impl Topic {
    /// Returns the picture of the question that some runs answer; `None` if none has the asked quantity.
    pub fn picture(&self, summaries: &[Summary]) -> Option<Picture> {
        let question = Question::new(summaries, &self.glossary)?;
        let mut picture = question_picture(&question, summaries);
        (self.adjust_picture)(&question, &mut picture);
        Some(picture)
    }

    /// Returns the picture of a row or statistic of some runs, by the column of its name, as a selection of it would ask for.
    pub fn picture_of(
        &self,
        (column, name): (&'static str, &str),
        summaries: &[Summary],
    ) -> Option<Picture> {
        let mut summaries = summaries.to_vec();
        for summary in &mut summaries {
            let mut statistics = self.glossary.finding.statistics.iter();
            let measures = summary.experiment.measures();
            summary.row_selection = match statistics.find(|statistic| statistic.name == name) {
                Some(statistic) => statistic.selection(&measures),
                None => Some(RowSelection::new(&measures, column, &[name.to_owned()])),
            };
        }
        self.picture(&summaries)
    }
}

/// Returns the topic with this name; `None` for an alias or another word.
pub fn find_topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

fn boxed_experiment<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}

/// The largest number of examples on a page.
const MAX_EXAMPLES: usize = 5;

/// The examples on the main page.
const MAIN_PAGE_EXAMPLES: [&str; 3] = ["study", "simulate alliances --deals 10M", "play alliances"];

/// The examples that precede those of the topics.
const COMMAND_EXAMPLES: &str = include_str!("examples.txt");

/// Descriptions of the columns of CSV files and of the keys of JSON: those that all games share, then those of each game after
/// its name. A line after `#` is the heading of a group.
const COLUMN_DESCRIPTIONS: &str = include_str!("columns.txt");

/// The examples of all commands. They are read once: every command asks for its own when the program starts.
static EXAMPLES: LazyLock<Vec<CommandExample>> = LazyLock::new(|| {
    let topic_examples = TOPICS.iter().flat_map(|topic| topic.examples).copied();
    paragraphs(COMMAND_EXAMPLES)
        .into_iter()
        .filter_map(|paragraph| <[&str; 2]>::try_from(paragraph).ok())
        .map(|[command, effect]| (command, Text(effect)))
        .chain(topic_examples)
        .collect()
});

/// Returns at most `MAX_EXAMPLES` examples of a command and its subcommands; the empty path is the main page.
pub fn examples(command_path: &str) -> impl Iterator<Item = CommandExample> {
    EXAMPLES
        .iter()
        .copied()
        .filter(move |(command, ..)| is_example_of(command, command_path))
        .take(MAX_EXAMPLES)
}

fn is_example_of(command: &str, command_path: &str) -> bool {
    if command_path.is_empty() {
        return MAIN_PAGE_EXAMPLES.contains(&command);
    }
    command
        .strip_prefix(command_path)
        .is_some_and(|arguments| arguments.is_empty() || arguments.starts_with(' '))
}

/// Returns the descriptions of the columns of a game below the headings of their groups; without a game, of those that all share.
pub fn column_descriptions(topic: Option<&Topic>) -> Vec<(Text, Vec<ColumnHelp>)> {
    let mut groups: Vec<(Text, Vec<ColumnHelp>)> = Vec::new();
    let mut game = None;
    for paragraph in paragraphs(COLUMN_DESCRIPTIONS) {
        let is_of_topic = game == topic.map(|topic| topic.name);
        match (&paragraph[..], groups.last_mut()) {
            ([line], _) => match line.strip_prefix("# ") {
                Some(heading) if is_of_topic => groups.push((Text(heading), Vec::new())),
                Some(_) => {}
                None => game = Some(*line),
            },
            ([name, meaning], Some((_, columns))) if is_of_topic => {
                columns.push((name, Text(meaning)));
            }
            _ => {}
        }
    }
    groups
}

/// Names of options and commands in other programs: a line for each meaning, with the names here, of which the first
/// that a command has is meant, and the names elsewhere.
const NAMES_ELSEWHERE: &str = include_str!("names_elsewhere.txt");

/// Returns the names of options and commands here, and their names in other programs, each separated by spaces.
pub fn names_elsewhere() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES_ELSEWHERE
        .lines()
        .filter_map(|line| line.split_once(": "))
}

/// Returns the lines of each paragraph of a text; empty lines separate paragraphs.
pub fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .split(|line| line.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// The words of a topic for columns and values: its own, those of its options, and those that all topics share.
#[derive(Clone, Copy, Debug)]
pub struct TopicGlossary {
    /// The title of the game in charts and on the page.
    pub title: Text,
    own_terms: glossary::WordList,
    /// The settings that name columns and their values.
    settings: &'static [OptionSpec],
    finding: FindingWords,
}

impl TopicGlossary {
    fn option(&self, key: &str) -> Option<&OptionSpec> {
        self.settings.iter().find(|option| option.key() == key)
    }
}

impl Glossary for TopicGlossary {
    fn title(&self) -> Text {
        self.title
    }

    fn finding(&self) -> &FindingWords {
        &self.finding
    }

    fn find(&self, word: &str) -> Option<&'static str> {
        let lookup = |words| glossary::lookup(words, word).map(Text::translated);
        lookup(self.own_terms)
            .or_else(|| Some(self.option(word)?.label()))
            .or_else(|| lookup(glossary::SHARED_WORDS))
            .or_else(|| {
                self.settings
                    .iter()
                    .chain([&OUTCOME])
                    .find_map(|option| label_of(option, word))
            })
    }

    fn translate_value(&self, key: &str, value: &str) -> String {
        let label = self.option(key).and_then(|option| option.word_label(value));
        label.map_or_else(
            || self.translate(value),
            |label| label.translated().to_owned(),
        )
    }

    fn setting_phrase(&self, key: &str, value: &FieldValue) -> String {
        match self.option(key) {
            Some(option) => option.title_text(value),
            None => {
                let name = self.translate(key);
                format!("{name} {}", self.translate(&value.to_string()))
            }
        }
    }

    fn differing_setting_phrase(&self, key: &str, value: &FieldValue) -> String {
        match self.option(key) {
            Some(option) => option.value_text(value),
            None => self.setting_phrase(key, value),
        }
    }
}

/// Returns the label of an option or of one of its words, if the word is its key.
fn label_of(option: &OptionSpec, word: &str) -> Option<&'static str> {
    if option.key() == word {
        return Some(option.label());
    }
    option.word_label(word).map(Text::translated)
}

/// Creates the option that asks for one of the quantities which a game counts in each deal. `setting` accepts their names.
const fn statistic_option(
    setting: &'static Setting,
    labels: &'static [Text],
    conflicts_with: &'static [&'static str],
) -> OptionSpec {
    OptionSpec::new(setting, Text("statistic @option"), "X")
        .help(
            "Ask for the mean, the median and the quartiles of this quantity; --precision then \
             applies to its mean alone",
        )
        .group(HelpSection::Output)
        .word_labels(labels)
        .conflicts_with(conflicts_with)
}

/// The setting of [`statistic_option`], without the names that a game accepts.
const STATISTIC: Setting = Setting::new::<String>(RowSelection::STATISTIC);

const OUTCOME: OptionSpec = OptionSpec::new(
    &Column::OUTCOME.accepting(Accepted::Words(&[
        "player1",
        "player2",
        "draw",
        "endless",
        "unresolved",
    ])),
    Text("outcome"),
    "OUTCOME",
)
.help("Show only the row of this outcome; --precision then applies to it alone")
.group(HelpSection::Output)
.word_labels(&[PLAYER1, PLAYER2, DRAW, Text("endless"), UNRESOLVED]);

const OUTCOME_ROW_FILTER_WITHOUT_ENDLESS: OptionSpec = OUTCOME
    .setting(&Column::OUTCOME.accepting(Accepted::Words(&[
        "player1",
        "player2",
        "draw",
        "unresolved",
    ])))
    .word_labels(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED]);

const PLAYER1: Text = Text("player 1");
const PLAYER2: Text = Text("player 2");
const DRAW: Text = Text("draw");
const UNRESOLVED: Text = Text("unresolved");
