//! The study: the questions of the handouts, answered by simulations and exact values on one page.
//!
//! The package stands on [`pioche_games`], whose experiments it names, and on [`pioche_report`] for tables and pictures.
//! It plays no game and opens no file.
//!
//! | item | contents |
//! |---|---|
//! | [`CHAPTERS`] | the chapters, each with its questions and a Markdown template for each language |
//! | [`page`] | the page of a study, as Markdown and as HTML, from the runs of its chapters |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod chapters;
mod html;
pub mod page;
#[cfg(test)]
mod tests;
mod values;

pub use chapters::CHAPTERS;

use minijinja::Value;
use pioche_engine::experiments::Experiment;
use pioche_engine::sim::{Field, Summary};
use pioche_games::Topic;
use pioche_games::verb::ParsedArgs;
use pioche_games::words::Words;
use pioche_report::answers::{AnswerRow, answer_picture, answer_table};
use pioche_report::command::{CommandLine, compact_commands};
use pioche_report::data_table::row_table;
use pioche_report::lang::Lang;
use pioche_report::picture::Picture;
use pioche_report::table::Table;

/// The chapter of a topic.
pub struct Chapter {
    /// The topic of the questions.
    pub topic: &'static Topic,
    /// The headings, sentences and tables of the questions.
    template: LocalizedFile,
    /// Returns the values of the template beside `runs`, the runs of the chapter.
    values: fn(&[Summary]) -> Value,
    /// The questions in the order of the template.
    pub questions: &'static [Question],
}

/// A question of a handout.
pub struct Question {
    /// The name of the files of its picture and its table, which the template uses too.
    pub name: &'static str,
    runs: &'static [StudyRuns],
    /// The settings of the starts that are solved for it, such as `matches=2..25`.
    solved: Option<&'static str>,
    /// The commands that answer the question; if there are none, those of its runs.
    commands: &'static [&'static str],
    /// Returns the picture of the runs of the question; its title is in the template. Without runs, the answers are drawn.
    picture: fn(&Topic, &[Summary]) -> Option<Picture>,
    /// Returns the table of the CSV file from the runs of the question. If starts are solved, it has their answers.
    table: fn(&[Summary]) -> Table,
    /// The name and the Markdown of a page of its own with a proof, to which the template links.
    proof: Option<(&'static str, LocalizedFile)>,
}

impl Question {
    /// A question about the main row of its game.
    const USUAL: Self = Self {
        name: "",
        runs: &[],
        solved: None,
        commands: &[],
        picture: Topic::picture,
        table: row_table,
        proof: None,
    };
}

/// The contents of a file that stands in both languages.
#[derive(Clone, Copy)]
struct LocalizedFile {
    fr: &'static str,
    en: &'static str,
}

impl LocalizedFile {
    /// Returns the contents in the current language.
    fn text(self) -> &'static str {
        match Lang::current() {
            Lang::Fr => self.fr,
            Lang::En => self.en,
        }
    }
}

/// The experiments with some settings, such as `values=2..13 order=fixed`; missing settings have their defaults.
struct StudyRuns(&'static str, Deals);

/// The number of deals of a run of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deals {
    /// A fixed number, 20,000, for a run whose results are known exactly or vary little; no tally is kept of it.
    Few,
    /// A number at scale 1, for one of many short runs; no tally is kept of it.
    Untallied(u64),
    /// A number at scale 1.
    Scaled(u64),
}

impl Deals {
    const FEW: u64 = 20_000;
    /// The smallest number of deals: one block.
    const MIN: u64 = 64;

    /// Returns the number of deals at a scale.
    pub fn at_scale(self, scale: f64) -> u64 {
        match self {
            Self::Few => Self::FEW,
            Self::Untallied(deals) | Self::Scaled(deals) => {
                ((deals as f64 * scale) as u64).max(Self::MIN)
            }
        }
    }

    /// Returns true for a run whose tally is kept.
    pub fn has_tally(self) -> bool {
        matches!(self, Self::Scaled(_))
    }
}

impl Chapter {
    /// Returns the experiments of the chapter, each once, with its largest number of deals.
    pub fn runs(&self) -> Vec<(Box<dyn Experiment>, Deals)> {
        let mut runs: Vec<(Box<dyn Experiment>, Deals)> = Vec::new();
        for StudyRuns(settings, deals) in self.questions.iter().flat_map(|question| question.runs) {
            for experiment in experiments(self.topic, settings) {
                let name = experiment.name();
                match runs.iter_mut().find(|(known, _)| known.name() == name) {
                    Some((_, known_deals)) => *known_deals = (*known_deals).max(*deals),
                    None => runs.push((experiment, *deals)),
                }
            }
        }
        runs
    }

    /// Returns those of the chapter's runs that a question asks for, in its order.
    pub fn runs_of(&self, question: &Question, summaries: &[Summary]) -> Vec<Summary> {
        let mut runs: Vec<Summary> = Vec::new();
        for StudyRuns(settings, _) in question.runs {
            for experiment in experiments(self.topic, settings) {
                let name = experiment.name();
                if runs.iter().all(|run| run.name() != name) {
                    runs.extend(summaries.iter().find(|run| run.name() == name).cloned());
                }
            }
        }
        runs
    }

    /// Returns the table of the CSV file of a question.
    pub fn table(&self, question: &Question, summaries: &[Summary]) -> Table {
        match question.solved {
            Some(settings) => answer_table(&answers(self.topic, settings), self.topic),
            None => (question.table)(&self.runs_of(question, summaries)),
        }
    }

    /// Returns the picture of a question without its title.
    fn picture(&self, question: &Question, summaries: &[Summary]) -> Option<Picture> {
        match question.solved {
            Some(settings) if question.runs.is_empty() => {
                Some(answer_picture(&answers(self.topic, settings), self.topic))
            }
            _ => (question.picture)(self.topic, &self.runs_of(question, summaries)),
        }
    }

    /// Returns the commands that answer a question.
    fn commands(&self, question: &Question, summaries: &[Summary]) -> Vec<String> {
        if !question.commands.is_empty() {
            return question
                .commands
                .iter()
                .map(|&command| command.to_owned())
                .collect();
        }
        let accepts_list = |name: &str| {
            let mut options = self.topic.simulate.options();
            options.any(|option| option.list.is_some() && option.flag_name()[2..] == *name)
        };
        let runs = self.runs_of(question, summaries);
        let commands = compact_commands(runs.iter().map(CommandLine::reproducing), accepts_list);
        commands.iter().map(CommandLine::to_string).collect()
    }
}

/// Returns the experiments of a topic with some settings; none if a setting is not valid.
fn experiments(topic: &Topic, settings: &str) -> Vec<Box<dyn Experiment>> {
    let values = parse_settings(topic.simulate.options(), settings);
    topic.all_experiments(&values).unwrap_or_default()
}

/// Returns the answers of a topic for some starts, with the settings that its experiments have, too.
fn answers(topic: &Topic, settings: &str) -> Vec<AnswerRow> {
    let mut rows = Vec::new();
    let Some(solve) = &topic.solve else {
        return rows;
    };
    let values = parse_settings(solve.options(), settings);
    for combination in solve.combinations(&values).unwrap_or_default() {
        for start in (topic.starts)(combination).unwrap_or_default() {
            let mut row_settings = start.clone();
            row_settings.retain(|field| {
                let mut options = topic.simulate.options();
                options.any(|option| option.key() == field.key())
            });
            let answer = (solve.run)(&ParsedArgs::new(start)).unwrap_or_default();
            rows.extend(answer.row.map(|row| AnswerRow {
                settings: row_settings,
                ..row
            }));
        }
    }
    rows
}

fn parse_settings(options: impl Iterator<Item = Words>, settings: &str) -> Vec<Field> {
    let mut values = Vec::new();
    for option in options {
        let mut words = settings.split(' ').filter_map(|word| word.split_once('='));
        if let Some((_, text)) = words.find(|(key, _)| *key == option.key()) {
            values.extend(option.parse_list(text).unwrap_or_default());
        }
    }
    values
}
