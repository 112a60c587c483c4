//! The games in words: for each its settings, columns, sentences and pictures, and what `show`, `solve`, `play` and other
//! commands answer about it.
//!
//! The package stands on [`pioche_engine`], which plays, and on [`pioche_report`], which writes. A game is a value of [`Topic`],
//! whose optional parts are `None`; [`TOPICS`] lists them. Code for all topics iterates over the list and never matches on games,
//! and a topic knows no other one. Commands take parsed arguments ([`verb::ParsedArgs`]) and return an answer: they parse no
//! command line, open no file and print nothing. [`play`] talks over any `BufRead` and `Write`.
//!
//! | module | contents |
//! |---|---|
//! | [`words`] | settings in words: options, labels, phrases |
//! | [`verb`] | the commands of a topic: their arguments and their answers |
//! | [`replay`] | a game as text, JSON and film, which `show` makes of its course |
//! | [`saved_game`] | saved games as text |
//! | [`play`] | games at the terminal |
//! | [`film`] | pictures of games as SVG, PNG and GIF files |
//! | [`alak`], [`alliances`], [`bataille`], [`nim`], [`shuffle`], [`solitaire`] | a topic each |
//! | [`duel`] | what topics of two-player games have in common |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod duel;
pub mod film;
pub mod nim;
pub mod play;
pub mod replay;
pub mod saved_game;
pub mod shuffle;
pub mod solitaire;
#[cfg(test)]
mod tests;
pub mod verb;
pub mod words;

pub(crate) use alliances::deck::read_deck_file;
pub(crate) use bataille::read_value_deck;
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::sim::{
    Accepted, Column, Experiment, Field, FieldValue, RowSelection, Setting, Summary,
};
use pioche_report::Glossary;
use pioche_report::lang::help::{ColumnHelp, CommandExample};
use pioche_report::lang::{Problem, Text};
use pioche_report::picture::{Picture, question_picture};
use pioche_report::question::Question;
use pioche_report::value_words::FindingWords;
pub(crate) use shuffle::{RIFFLES, suspect_json, suspect_verdict};

use play::PlayFn;
use verb::{Settings, Verb};
use words::Words;

/// The names that each game uses.
mod prelude {
    pub(crate) use crate::film::{
        BoardShape, Caption, Film, MARGIN, Picture, Point, Shape, header, player_count_text, stock,
    };
    pub(crate) use crate::play::{
        GameEnd, ParsedAnswer, Playable, Session, SessionEnding, StopReason, legal_moves_text,
        not_understood_text,
    };
    pub(crate) use crate::replay::{EXPLAIN, Replay, STYLE};
    pub(crate) use crate::saved_game::{SavedGame, Start};
    pub(crate) use crate::verb::{Answer, AnswerFn, DealArg, FileArg, InputFile, ParsedArgs, Verb};
    pub(crate) use crate::words::{CARD, Words};
    pub(crate) use crate::{ExperimentFn, Topic, fraction_text, single_start};
    pub(crate) use pioche_engine::games::{Course, Game, MemoryLimit, Outcome, Player, Step};
    pub(crate) use pioche_engine::players::PlayerSpec;
    pub(crate) use pioche_engine::sim::{
        Accepted, Column, Field, FieldValue, InvalidSetting, Row, Seed, Setting, SettingType,
        Summary,
    };
    pub(crate) use pioche_engine::stats::exact::nearest_f64;
    pub(crate) use pioche_report::answers::{AnswerHeading, AnswerRow};
    pub(crate) use pioche_report::draw::Align;
    pub(crate) use pioche_report::lang::{
        Problem, Text, fold_case_and_accents, integer, join_list, memory_size, plural_form,
        problem, quantity, safe_excerpt, tr, wrap_parts,
    };
    pub(crate) use pioche_report::picture::{Picture as Chart, PictureContent};
    pub(crate) use pioche_report::question::{CountDirection, Question, Statistic};
    pub(crate) use pioche_report::table::Cell;
    pub(crate) use pioche_report::value_words::{FindingWords, ValueWords};
    pub(crate) use serde_json::{Value, json};
}

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

/// A game in words: all that the commands need to know about it. Parts that not every topic has are `None` or empty.
pub struct Topic {
    /// The name in commands, names of experiments and file names.
    pub name: &'static str,
    /// Another name that commands accept, such as the French one.
    pub alias: Option<&'static str>,
    /// The title of the game in charts and on the page.
    pub title: Text,
    /// The words for the numbers that answer the question of the topic.
    pub question: FindingWords,
    /// Returns the notes below the complete table of some runs.
    pub notes: fn(&[Summary]) -> Vec<String>,
    /// Changes the picture of a question where the game has a picture of its own, such as a board.
    pub(crate) adjust_picture: fn(&Question<'_>, &mut Picture),
    /// The command `simulate`, which creates an experiment.
    pub simulate: Verb<ExperimentFn>,
    /// The option that asks for rows of the table, by the column that names them.
    pub rows: Words,
    /// Returns the settings of each start that one combination of values means, such as each hole for `all`.
    pub starts: fn(Settings) -> Result<Vec<Settings>, Problem>,
    /// The command `show`; `None` if there is nothing to show of a single deal.
    pub show: Option<Verb>,
    /// The command `solve`; `None` if the topic has no exact answers.
    pub solve: Option<Verb>,
    /// The command `play`; `None` if there is nothing to decide.
    pub play: Option<Verb<PlayFn>>,
    /// Commands of this topic alone, by name.
    pub extra_verbs: &'static [(&'static str, Verb)],
}

/// A function that creates the experiment of a run; it fails when the settings do not suit each other.
pub type ExperimentFn = fn(&[Field]) -> Result<Box<dyn Experiment>, Problem>;

impl Topic {
    /// Returns the options that ask another question than the main one.
    pub fn question_options(&self) -> impl Iterator<Item = Words> {
        let has_statistics = !self.question.statistics.is_empty();
        let statistic = has_statistics.then_some(STATISTIC);
        [self.rows].into_iter().chain(statistic)
    }

    /// Returns the experiments for all combinations of values.
    ///
    /// # Errors
    /// When there are too many, or settings do not suit each other.
    pub fn all_experiments(&self, values: &[Field]) -> Result<Vec<Box<dyn Experiment>>, Problem> {
        let starts = self.all_starts(&self.simulate, values)?;
        starts
            .iter()
            .map(|start| (self.simulate.run)(start))
            .collect()
    }

    /// Returns the settings of each start that all combinations of values mean.
    ///
    /// # Errors
    /// As [`all_experiments`](Self::all_experiments).
    pub fn all_starts<F: Copy>(
        &self,
        verb: &Verb<F>,
        values: &[Field],
    ) -> Result<Vec<Settings>, Problem> {
        let mut starts = Vec::new();
        for settings in verb.combinations(values)? {
            starts.extend((self.starts)(settings)?);
        }
        Ok(starts)
    }

    /// Returns the picture of the question that some runs answer; `None` if none has the asked quantity.
    pub fn picture(&self, summaries: &[Summary]) -> Option<Picture> {
        let question = Question::new(summaries, self)?;
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
            let mut statistics = self.question.statistics.iter();
            let measures = summary.experiment.measures();
            summary.row_selection = match statistics.find(|statistic| statistic.name == name) {
                Some(statistic) => statistic.selection(&measures),
                None => Some(RowSelection::new(&measures, column, &[name.to_owned()])),
            };
        }
        self.picture(&summaries)
    }

    /// Returns the settings that name columns and their values.
    fn settings(&self) -> impl Iterator<Item = Words> {
        let solved = self.solve.iter().flat_map(Verb::options);
        self.simulate.options().chain([self.rows]).chain(solved)
    }

    fn setting(&self, key: &str) -> Option<Words> {
        self.settings().find(|words| words.key() == key)
    }

    /// Returns the words for a column or a value that is no setting.
    fn term(&self, word: &str) -> Option<&'static str> {
        let own_paragraphs = paragraphs(TERMS)
            .into_iter()
            .filter(|lines| lines[0].split(' ').any(|game| game == self.name));
        let mut terms = own_paragraphs
            .flatten()
            .filter_map(|line| line.split_once(": "));
        let (_, text) = terms.find(|(known, _)| *known == word)?;
        Some(Text(text).translated())
    }
}

/// The words for columns and values that are no settings: a paragraph for some games, with their names in its first line. The
/// first paragraph with a word counts.
const TERMS: &str = include_str!("terms.txt");

impl Glossary for Topic {
    fn title(&self) -> Text {
        self.title
    }

    fn finding(&self) -> &FindingWords {
        &self.question
    }

    fn find(&self, word: &str) -> Option<&'static str> {
        self.term(word)
            .or_else(|| Some(self.setting(word)?.label()))
            .or_else(|| self.settings().find_map(|setting| setting.word_label(word)))
    }

    fn translate_value(&self, key: &str, value: &str) -> String {
        let setting = self.setting(key);
        let label = setting.and_then(|setting| setting.word_label(value));
        label.map_or_else(|| self.translate(value), str::to_owned)
    }

    fn setting_phrase(&self, key: &str, value: &FieldValue) -> String {
        match self.setting(key) {
            Some(setting) => setting.title_phrase(value),
            None => format!(
                "{} {}",
                self.translate(key),
                self.translate(&value.to_string())
            ),
        }
    }

    fn differing_setting_phrase(&self, key: &str, value: &FieldValue) -> String {
        match self.setting(key) {
            Some(setting) => setting.value_phrase(value),
            None => self.setting_phrase(key, value),
        }
    }
}

/// Returns the topic with this name; `None` for an alias or another word.
pub fn find_topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

/// Returns the settings themselves as the only start.
pub(crate) fn single_start(settings: Settings) -> Result<Vec<Settings>, Problem> {
    Ok(vec![settings])
}

pub(crate) fn fraction_text(ratio: &Ratio<BigUint>) -> String {
    format!("{}/{}", ratio.numer(), ratio.denom())
}

/// The largest number of examples on a page.
const MAX_EXAMPLES: usize = 5;

/// The examples on the main page.
const MAIN_PAGE_EXAMPLES: [&str; 3] = ["study", "simulate alliances --deals 10M", "play alliances"];

/// The examples of all commands: a command, and below it its effect.
const EXAMPLES: &str = include_str!("examples.txt");

/// Descriptions of the columns of CSV files and of the keys of JSON: those that all games share, then those of each game after
/// its name. A line after `#` is the heading of a group.
const COLUMN_DESCRIPTIONS: &str = include_str!("columns.txt");

/// Returns at most `MAX_EXAMPLES` examples of a command and its subcommands; the empty path is the main page.
pub fn examples(command_path: &str) -> Vec<CommandExample> {
    let mut examples = Vec::new();
    for paragraph in paragraphs(EXAMPLES) {
        if let [command, effect] = paragraph[..]
            && is_example_of(command, command_path)
        {
            examples.push((command, Text(effect)));
        }
    }
    examples.truncate(MAX_EXAMPLES);
    examples
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
    let name = topic.map(|topic| topic.name);
    let mut game = None;
    let mut groups: Vec<(Text, Vec<ColumnHelp>)> = Vec::new();
    for paragraph in paragraphs(COLUMN_DESCRIPTIONS) {
        match (&paragraph[..], groups.last_mut()) {
            ([line], _) if !line.starts_with("# ") => game = Some(*line),
            ([line], _) if game == name => {
                groups.push((Text(line.trim_start_matches("# ")), Vec::new()));
            }
            ([column, meaning], Some((_, columns))) if game == name => {
                columns.push((column, Text(meaning)));
            }
            _ => {}
        }
    }
    groups
}

/// Returns the lines of each paragraph of a text; empty lines separate paragraphs.
fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .split(|line| line.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// The option that asks for one of the quantities which a game counts in each deal.
const STATISTIC: Words = Words::new(
    &Setting::new::<String>(RowSelection::STATISTIC),
    "X",
    Text("statistic @option"),
    Text(
        "Ask for the mean, the median and the quartiles of nb_tas, gain or place (alliances), rounds or period (bataille), pegs (solitaire) or plies (alak, nim); --precision then applies to its mean alone",
    ),
);

/// The option that asks for outcomes of a game for two.
const OUTCOMES: Words = Words::new(
    &Column::OUTCOME.accepting(Accepted::Words(&[
        "player1",
        "player2",
        "draw",
        "endless",
        "unresolved",
    ])),
    "OUTCOME",
    Text("outcome"),
    Text("Show only the row of this outcome; --precision then applies to it alone"),
)
.labels(&[
    Text("player 1"),
    Text("player 2"),
    Text("draw"),
    Text("endless"),
    Text("unresolved"),
]);
