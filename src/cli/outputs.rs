//! The outputs of a simulation: opened before it starts, written when it is done.

use super::args::{Format, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{Opener, Pending, is_standard, make_folder};
use super::workbook::workbook;
use crate::draw::{Figure, Size};
use crate::lang::Problem;
use crate::report::csv::{CsvStyle, csv};
use crate::report::figures::{File, OVERVIEW};
use crate::report::json::json;
use crate::report::{View, rows, tables};
use crate::topics::Topic;
use pioche_engine::sim::summary::Answer;
use pioche_engine::sim::{Question, Summary};
use std::path::Path;

/// The outputs of one command.
pub struct Outputs {
    topic: &'static Topic,
    /// How the standard output carries the answer, unless it carries one of the others.
    answer: Option<Format>,
    style: CsvStyle,
    csv: Vec<Pending>,
    /// Means and shares, beside the rows.
    measures: Vec<Pending>,
    json: Vec<Pending>,
    xlsx: Vec<Pending>,
    /// The tallies of all runs, in their order, unless somebody else keeps them; one that was read there stays.
    tallies: Vec<Option<Pending>>,
    charts: Vec<(&'static str, File, Pending)>,
    size: Size,
}

impl Outputs {
    /// Opens everything that was asked for; `tallies` are the names of those that `--out` holds besides. Fails when one
    /// of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        tallies: &[String],
        opener: &mut Opener,
    ) -> Result<Self, Problem> {
        let list = |pending: Option<Pending>| pending.into_iter().collect::<Vec<_>>();
        let mut outputs = Self {
            topic,
            answer: None,
            style: args.csv_style,
            csv: list(opener.open_some(args.csv.as_ref())?),
            measures: Vec::new(),
            json: list(opener.open_some(args.json.as_ref())?),
            xlsx: Vec::new(),
            tallies: Vec::new(),
            charts: Vec::new(),
            size: args.size,
        };
        if let Some(path) = &args.chart {
            let file = if is_standard(path) { File::Svg } else { File::of(path) };
            outputs.charts.push((OVERVIEW, file, opener.open(path)?));
        }
        if let Some(folder) = &args.out {
            outputs.open_folder(folder, tallies, opener)?;
        }
        if opener.answers(args.format)? {
            outputs.answer = Some(args.format.unwrap_or_default());
        }
        Ok(outputs)
    }

    fn open_folder(&mut self, folder: &Path, tallies: &[String], opener: &mut Opener) -> Result<(), Problem> {
        make_folder(folder)?;
        let topic = self.topic.name;
        for name in tallies {
            let path = folder.join(name);
            self.tallies.push(if opener.is_read(&path) { None } else { Some(opener.open(&path)?) });
        }
        let mut open = |file: String| opener.open(&folder.join(file));
        self.csv.push(open(format!("{topic}.csv"))?);
        self.measures.push(open(format!("{topic}-summary.csv"))?);
        self.json.push(open(format!("{topic}.json"))?);
        self.xlsx.push(open(format!("{topic}.xlsx"))?);
        for name in self.topic.figures.names {
            for file in File::ALL {
                let pending = open(format!("{topic}-{name}.{}", file.extension()))?;
                self.charts.push((name, file, pending));
            }
        }
        Ok(())
    }

    /// Writes the files, then the answer on the standard output; what fails takes nothing of the others with it. Charts
    /// without anything to draw are left out.
    pub fn write(
        self,
        (summaries, answers): (&[Summary], &[Answer]),
        tallies: &[String],
        console: &Console,
        failures: &mut Failures,
    ) {
        let mut write = |pending: Pending, bytes: Result<Vec<u8>, Problem>| {
            let bytes = bytes.map_err(Failure::from);
            failures.note(bytes.and_then(|bytes| pending.write(&bytes, console)));
        };
        for pending in self.csv {
            write(pending, Ok(csv(&tables::rows(summaries), self.style)));
        }
        let measures = tables::measures(summaries);
        for pending in self.measures.into_iter().filter(|_| !measures.rows.is_empty()) {
            write(pending, Ok(csv(&measures, self.style)));
        }
        for pending in self.json {
            write(pending, Ok(json(summaries, answers).into_bytes()));
        }
        for pending in self.xlsx {
            write(pending, workbook(&[(self.topic.name.to_owned(), summaries)], console.lang));
        }
        for (pending, tally) in self.tallies.into_iter().zip(tallies) {
            if let Some(pending) = pending {
                write(pending, Ok(tally.clone().into_bytes()));
            }
        }
        for (name, file, pending) in self.charts {
            if let Some(figure) = (self.topic.figures.draw)(name, summaries, console.lang) {
                write(pending, drawn(&Figure { size: self.size, ..figure }, file));
            }
        }
        let answer = match self.answer {
            None => return,
            Some(Format::Csv) => csv(&tables::rows(summaries), self.style),
            Some(Format::Json) => json(summaries, answers).into_bytes(),
            Some(Format::Table) => text(self.topic, summaries, console).into_bytes(),
        };
        failures.note(console.print(&answer));
    }
}

/// The text of some runs of one topic for a terminal.
fn text(topic: &Topic, summaries: &[Summary], console: &Console) -> String {
    let (lang, paint, words) = (console.lang, console.paint, &topic.words);
    topic.table.unwrap_or(rows::text)(summaries, &View { lang, paint, title: words.title, words })
}

/// The names of the tallies of some questions in `--out`.
pub fn tally_names(topic: &Topic, questions: &[impl AsRef<dyn Question>]) -> Vec<String> {
    match questions {
        [_] => vec![format!("{}.tally", topic.name)],
        many => many.iter().map(|question| format!("{}.tally", file_name(&question.as_ref().name()))).collect(),
    }
}

/// `alliances cards=32 improve=none` as the name of a file: `alliances-32-none`.
pub fn file_name(experiment: &str) -> String {
    let words = experiment.split(' ').map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    words.collect::<Vec<_>>().join("-").replace([':', ','], "-")
}

/// The bytes of a picture. Fails when it cannot be drawn.
pub fn drawn(figure: &Figure, file: File) -> Result<Vec<u8>, Problem> {
    file.draw(figure).map_err(|error| Problem::ChartFailed { problem: error.to_string() })
}
