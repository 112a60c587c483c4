//! The study: the questions of the handouts, answered by simulations and exact values on one page.
//!
//! The package stands on [`pioche_games`], whose experiments it names, and on [`pioche_report`] for tables and pictures.
//! It opens no file.
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
use pioche_games::verb::{ParsedArgs, Verb};
use pioche_report::answers::AnswerRow;
use pioche_report::command::{CommandLine, compact_commands};
use pioche_report::data_table::row_table;
use pioche_report::lang::Problem;
use pioche_report::picture::Picture;
use pioche_report::table::Table;

/// The contents of a file in both languages, in the order of [`Lang`](pioche_report::lang::Lang).
type LocalizedFile = [&'static str; 2];

/// Returns the contents of a Markdown file in both languages.
macro_rules! localized {
    ($name:literal) => {
        [
            include_str!(concat!($name, ".fr.md")),
            include_str!(concat!($name, ".en.md")),
        ]
    };
}
use localized;

/// The chapter of a topic.
pub struct Chapter {
    /// The topic of the questions.
    pub topic: &'static Topic,
    /// The headings, sentences and tables of the questions.
    template: LocalizedFile,
    /// Returns the values of the template beside `runs`, the runs of the chapter, and `tables`, the tables of its questions.
    values: fn(&[Summary]) -> Value,
    /// The questions in the order of the template.
    questions: &'static [Question],
}

/// A question of a handout.
struct Question {
    /// The name of the files of its picture and its table.
    name: &'static str,
    runs: &'static [StudyRuns],
    /// The settings of the starts that are solved; empty for none.
    solved: &'static str,
    /// The commands that answer the question; if there are none, those of its runs.
    commands: &'static [&'static str],
    /// Returns the picture; its title is in the template.
    picture: fn(&QuestionAnswer) -> Option<Picture>,
    table: fn(&QuestionAnswer) -> Table,
    /// The name and the Markdown of a page of its own with a proof, to which the template links.
    proof: Option<(&'static str, LocalizedFile)>,
}

/// The runs and the solved starts that answer a question.
struct QuestionAnswer {
    topic: &'static Topic,
    runs: Vec<Summary>,
    solved: Vec<AnswerRow>,
}

impl Question {
    /// A question about the main row of its game.
    const USUAL: Self = Self {
        name: "",
        runs: &[],
        solved: "",
        commands: &[],
        picture: |answer| answer.topic.picture(&answer.runs),
        table: |answer| row_table(&answer.runs),
        proof: None,
    };
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

    /// Returns the answer to a question: those of the chapter's runs that it asks for, in its order, and its solved starts.
    fn answer(
        &self,
        question: &Question,
        summaries: &[Summary],
    ) -> Result<QuestionAnswer, Problem> {
        let mut runs: Vec<Summary> = Vec::new();
        for StudyRuns(settings, _) in question.runs {
            for experiment in experiments(self.topic, settings) {
                let name = experiment.name();
                if runs.iter().all(|run| run.name() != name) {
                    runs.extend(summaries.iter().find(|run| run.name() == name).cloned());
                }
            }
        }
        let mut solved = Vec::new();
        if let Some(verb) = self
            .topic
            .solve
            .as_ref()
            .filter(|_| !question.solved.is_empty())
        {
            let values = parse_settings(verb, question.solved);
            for start in self.topic.all_starts(verb, &values)? {
                let (row, _) = verb.answer_row(&ParsedArgs::new(start))?;
                solved.push(row);
            }
        }
        Ok(QuestionAnswer {
            topic: self.topic,
            runs,
            solved,
        })
    }

    /// Returns the commands that answer a question with some runs.
    fn commands(&self, question: &Question, runs: &[Summary]) -> Vec<String> {
        if !question.commands.is_empty() {
            let commands = question.commands.iter();
            return commands.map(|&command| command.to_owned()).collect();
        }
        let accepts_list = |name: &str| {
            let mut options = self.topic.simulate.options();
            options.any(|option| option.list.is_some() && option.flag_name()[2..] == *name)
        };
        let commands = compact_commands(runs.iter().map(CommandLine::reproducing), accepts_list);
        commands.iter().map(CommandLine::to_string).collect()
    }
}

/// Returns the experiments of a topic with some settings; none if a setting is not valid.
fn experiments(topic: &Topic, settings: &str) -> Vec<Box<dyn Experiment>> {
    topic
        .all_experiments(&parse_settings(&topic.simulate, settings))
        .unwrap_or_default()
}

/// Parses settings; those that are not valid are left out.
fn parse_settings<F: Copy>(verb: &Verb<F>, settings: &str) -> Vec<Field> {
    let mut values = Vec::new();
    for option in verb.options() {
        let mut words = settings.split(' ').filter_map(|word| word.split_once('='));
        if let Some((_, text)) = words.find(|(key, _)| *key == option.key()) {
            values.extend(option.parse_list(text).unwrap_or_default());
        }
    }
    values
}
