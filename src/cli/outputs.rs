//! The outputs of a simulation: opened before it starts, written when it is done.

use super::args::{AnswerFormat, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{Opener, Output, clear_folder, is_standard, make_folder, name};
use super::workbook::workbook;
use crate::draw::{Figure, LaidOutFigure, Size};
use crate::lang::{Problem, either, problem};
use crate::report::csv::{CsvStyle, csv};
use crate::report::figures::{FigureFormat, OVERVIEW};
use crate::report::json::json;
use crate::report::{View, rows, tables};
use crate::topics::Topic;
use pioche_engine::sim::{Experiment, Summary};
use std::path::Path;

#[derive(Clone, Copy)]
enum What {
    Csv,
    /// Means and shares, beside the rows.
    Measures,
    Json,
    Xlsx,
    /// That of the run in this place.
    Tally(usize),
    Chart(&'static str, FigureFormat),
}

pub struct Outputs {
    topic: &'static Topic,
    /// The format of the answer on the standard output; `None` if the standard output carries a file.
    answer: Option<AnswerFormat>,
    all: bool,
    style: CsvStyle,
    size: Size,
    files: Vec<(What, Output)>,
    folder: Option<String>,
}

impl Outputs {
    /// Opens everything that was asked for; `tallies` are the names of those that `--out` holds besides. Fails when one of
    /// them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        tallies: &[String],
        opener: &mut Opener,
    ) -> Result<Self, Problem> {
        let chart = args
            .chart
            .as_ref()
            .map(|path| if is_standard(path) { FigureFormat::Svg } else { FigureFormat::from_path(path) });
        let chart = What::Chart(OVERVIEW, chart.unwrap_or(FigureFormat::Svg));
        let mut files = Vec::new();
        for (what, path) in [(What::Csv, &args.csv), (What::Json, &args.json), (chart, &args.chart)] {
            if let Some(path) = path {
                files.push((what, opener.open(path)?));
            }
        }
        let mut outputs =
            Self { topic, answer: None, all: args.all, style: args.csv_style, size: args.size, files, folder: None };
        if let Some(folder) = &args.out {
            outputs.open_folder(folder, tallies, opener)?;
            outputs.folder = Some(name(folder));
        }
        if opener.answers(args.format)? {
            outputs.answer = Some(args.format.unwrap_or_default());
        }
        Ok(outputs)
    }

    /// A tally that was read there stays.
    fn open_folder(&mut self, folder: &Path, tallies: &[String], opener: &mut Opener) -> Result<(), Problem> {
        make_folder(folder)?;
        clear_folder(folder);
        for (place, name) in tallies.iter().enumerate() {
            let path = folder.join(name);
            if !opener.is_read(&path) {
                self.files.push((What::Tally(place), opener.open(&path)?));
            }
        }
        let tables =
            [(What::Csv, ".csv"), (What::Measures, "-summary.csv"), (What::Json, ".json"), (What::Xlsx, ".xlsx")];
        let charts = self.topic.figures.names.iter().flat_map(|name| {
            FigureFormat::ALL.map(|file| (What::Chart(name, file), format!("-{name}.{}", file.extension())))
        });
        for (what, end) in tables.map(|(what, end)| (what, end.to_owned())).into_iter().chain(charts) {
            self.files.push((what, opener.open(&folder.join(format!("{}{end}", self.topic.name)))?));
        }
        Ok(())
    }

    /// Writes the files, then the answer on the standard output; what fails takes nothing of the others with it. Means and
    /// charts without anything to tell are left out.
    pub fn write(self, summaries: &[Summary], tallies: &[String], console: &Console, failures: &mut Failures) {
        let mut written = Vec::new();
        // Of a chart all files are made from one drawing.
        let mut last: (&str, Option<Result<LaidOutFigure, Problem>>) = ("", None);
        for (what, output) in self.files {
            let bytes = match what {
                What::Csv => Ok(csv(&tables::rows(summaries), self.style)),
                What::Measures => match tables::measures(summaries) {
                    measures if measures.rows.is_empty() => continue,
                    measures => Ok(csv(&measures, self.style)),
                },
                What::Json => Ok(json(summaries).into_bytes()),
                What::Xlsx => workbook(&output.name(), &[(self.topic.name.to_owned(), summaries)]),
                What::Tally(place) => Ok(tallies[place].clone().into_bytes()),
                What::Chart(name, file) => {
                    if last.0 != name {
                        let figure = (self.topic.figures.draw)(name, summaries, console.lang);
                        last = (
                            name,
                            figure.map(|figure| {
                                LaidOutFigure::new(&Figure { size: self.size, ..figure }).map_err(undrawn)
                            }),
                        );
                    }
                    match &last.1 {
                        None => continue,
                        Some(figure) => {
                            figure.as_ref().map_err(Problem::clone).and_then(|laid| file.draw(laid).map_err(undrawn))
                        }
                    }
                }
            };
            let file = (!output.is_standard()).then(|| output.name());
            let done = bytes.map_err(Failure::from).and_then(|bytes| output.write(&bytes, console));
            written.extend(file.filter(|_| done.is_ok()));
            failures.note(done);
        }
        if !written.is_empty() {
            let files = written.join(", ");
            console.remark(&match self.folder {
                Some(folder) => either!(console.lang, "Écrit dans {folder}", "Written to {folder}"),
                None => either!(console.lang, "Écrit : {files}", "Written: {files}"),
            });
        }
        let answer = match self.answer {
            None => return,
            Some(AnswerFormat::Csv) => csv(&tables::rows(summaries), self.style),
            Some(AnswerFormat::Json) => json(summaries).into_bytes(),
            Some(AnswerFormat::Table) => {
                let (&Console { lang, paint, columns, quiet, .. }, all) = (console, self.all);
                let Topic { words, says, notes, .. } = self.topic;
                let (title, says, notes) = (words.title, *says, *notes);
                let view = View { lang, paint, title, words, says, notes, columns, all, quiet };
                rows::text(summaries, &view).into_bytes()
            }
        };
        failures.note(console.print(&answer));
    }
}

/// Names of the tallies of runs in a folder.
pub fn tally_names(topic: &Topic, questions: &[impl AsRef<dyn Experiment>]) -> Vec<String> {
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

pub fn undrawn(error: impl std::fmt::Display) -> Problem {
    problem!("le graphique ne peut être dessiné : {error}", "the chart cannot be drawn: {error}")
}
