//! The outputs of a simulation: opened before it starts, written when it is done.

use super::args::{Format, OutputArgs};
use super::console::{Console, Failure};
use super::files::{Opener, Pending, make_folder};
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::Problem;
use crate::report::csv::{CsvStyle, csv};
#[cfg(feature = "charts")]
use crate::report::figures::{File, OVERVIEW};
use crate::report::json::json;
use crate::report::xlsx::xlsx;
use crate::report::{View, rows, tables};
use crate::sim::{Question, Summary};
use crate::topics::Topic;
use std::path::Path;

/// The outputs of one command.
pub struct Outputs {
    topic: &'static Topic,
    format: Format,
    style: CsvStyle,
    csv: Vec<Pending>,
    /// Means and shares, beside the rows.
    measures: Vec<Pending>,
    json: Vec<Pending>,
    xlsx: Vec<Pending>,
    /// The tallies of all runs, in their order, unless somebody else keeps them.
    tallies: Vec<Pending>,
    #[cfg(feature = "charts")]
    charts: Vec<(&'static str, File, Pending)>,
}

impl Outputs {
    /// Opens everything that was asked for; `tallies` are the names of those that `--out` holds besides.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        tallies: &[String],
        opener: &mut Opener,
    ) -> Result<Self, Problem> {
        let list = |pending: Option<Pending>| pending.into_iter().collect::<Vec<_>>();
        let mut outputs = Self {
            topic,
            format: args.format,
            style: args.csv_style,
            csv: list(opener.open_some(args.csv.as_ref())?),
            measures: Vec::new(),
            json: list(opener.open_some(args.json.as_ref())?),
            xlsx: Vec::new(),
            tallies: Vec::new(),
            #[cfg(feature = "charts")]
            charts: Vec::new(),
        };
        #[cfg(feature = "charts")]
        if let Some(path) = &args.chart {
            outputs.charts.push((OVERVIEW, File::of(path), opener.open(path)?));
        }
        if let Some(folder) = &args.out {
            outputs.open_folder(folder, tallies, opener)?;
        }
        Ok(outputs)
    }

    fn open_folder(&mut self, folder: &Path, tallies: &[String], opener: &mut Opener) -> Result<(), Problem> {
        make_folder(folder)?;
        let topic = self.topic.name;
        let mut open = |file: String| opener.open(&folder.join(file));
        self.csv.push(open(format!("{topic}.csv"))?);
        self.measures.push(open(format!("{topic}-summary.csv"))?);
        self.json.push(open(format!("{topic}.json"))?);
        self.xlsx.push(open(format!("{topic}.xlsx"))?);
        for name in tallies {
            self.tallies.push(open(name.clone())?);
        }
        #[cfg(feature = "charts")]
        for name in self.topic.faces.figures.names {
            for file in File::ALL {
                let pending = open(format!("{topic}-{name}.{}", file.extension()))?;
                self.charts.push((name, file, pending));
            }
        }
        Ok(())
    }

    /// Writes the files, then the answer on the standard output. Charts without anything to draw are left out.
    ///
    /// # Errors
    /// When something cannot be written, or nobody reads the standard output any more.
    pub fn write(self, summaries: &[Summary], tallies: &[String], console: &Console) -> Result<(), Failure> {
        for pending in self.csv {
            pending.write(&csv(&tables::rows(summaries), self.style))?;
        }
        for pending in self.measures {
            pending.write(&csv(&tables::measures(summaries), self.style))?;
        }
        for pending in self.json {
            pending.write(json(summaries).as_bytes())?;
        }
        for pending in self.xlsx {
            pending.write(&workbook(&[("pioche".to_owned(), summaries)])?)?;
        }
        for (pending, tally) in self.tallies.into_iter().zip(tallies) {
            pending.write(tally.as_bytes())?;
        }
        #[cfg(feature = "charts")]
        for (name, file, pending) in self.charts {
            if let Some(figure) = (self.topic.faces.figures.draw)(name, summaries, console.lang) {
                pending.write(&drawn(&figure, file)?)?;
            }
        }
        let answer = match self.format {
            Format::Csv => csv(&tables::rows(summaries), self.style),
            Format::Json => json(summaries).into_bytes(),
            Format::Table => text(self.topic, summaries, console).into_bytes(),
        };
        console.print(&answer)
    }
}

/// The text of some runs of one topic for a terminal.
fn text(topic: &Topic, summaries: &[Summary], console: &Console) -> String {
    let (lang, paint, words) = (console.lang, console.paint, &topic.faces.words);
    topic.faces.table.unwrap_or(rows::text)(summaries, &View { lang, paint, title: words.title, words })
}

/// The names of the tallies of some questions in `--out`.
pub fn tally_names(topic: &Topic, questions: &[Box<dyn Question>]) -> Vec<String> {
    match questions {
        [_] => vec![format!("{}.tally", topic.name)],
        many => many.iter().map(|question| format!("{}.tally", file_name(&question.name()))).collect(),
    }
}

/// `alliances cards=32 improve=none` as the name of a file: `alliances-32-none`.
pub fn file_name(experiment: &str) -> String {
    let words = experiment.split(' ').map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    words.collect::<Vec<_>>().join("-").replace([':', ','], "-")
}

/// A spreadsheet: a sheet with the runs, then for each named group one with its rows and one with its means and shares.
///
/// # Errors
/// When a sheet cannot hold them.
pub fn workbook(groups: &[(String, &[Summary])]) -> Result<Vec<u8>, Problem> {
    let all: Vec<Summary> = groups.iter().flat_map(|(_, summaries)| summaries.iter().cloned()).collect();
    let mut sheets = vec![("runs".to_owned(), tables::runs(&all))];
    for (name, summaries) in groups {
        sheets.push((name.clone(), tables::facts(summaries)));
        sheets.push((format!("{name}-summary"), tables::measures(summaries)));
    }
    xlsx(&sheets).map_err(|error| Problem::BadCommandLine { text: error.to_string() })
}

/// The bytes of a picture.
///
/// # Errors
/// When it cannot be drawn.
#[cfg(feature = "charts")]
pub fn drawn(figure: &Figure, file: File) -> Result<Vec<u8>, Problem> {
    file.draw(figure).map_err(|error| Problem::ChartFailed { problem: error.to_string() })
}
