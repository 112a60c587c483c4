//! The outputs of a simulation: opened before it starts, written at its end.

use super::args::{AnswerFormat, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{
    FileRegistry, Output, create_folder, display_name, is_stdio_path, remove_stale_files,
};
use crate::draw::{Figure, FigureSize, LaidOutFigure};
use crate::lang::{Lang, Problem, Sentence, either, problem, sentence};
use crate::report::data_table::{CsvStyle, csv, json};
use crate::report::figures::{FigureFormat, OVERVIEW_FIGURE};
use crate::report::xlsx::xlsx;
use crate::report::{ReportOptions, data_table, terminal_report};
use crate::topics::Topic;
use pioche_engine::sim::{Experiment, Summary};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::thread::{self, Builder};

#[derive(Clone, Copy)]
enum OutputKind {
    Csv,
    /// The means and shares.
    MeasuresCsv,
    Json,
    Xlsx,
    /// The tally of the run with this index.
    Tally(usize),
    Chart(&'static str, FigureFormat),
}

/// The chart that was laid out last; its files in all formats are written from this figure.
#[derive(Default)]
struct LatestChart {
    name: &'static str,
    /// `None` for an empty chart.
    figure: Option<Result<LaidOutFigure, Problem>>,
}

pub struct Outputs {
    topic: &'static Topic,
    /// The format of the answer on the standard output; `None` if the standard output carries a file.
    stdout_format: Option<AnswerFormat>,
    show_all_rows: bool,
    csv_style: CsvStyle,
    chart_size: FigureSize,
    files: Vec<(OutputKind, Output)>,
    folder: Option<String>,
}

impl Outputs {
    /// Opens all requested outputs; `tally_names` are the names of the tallies in the folder of `--out`. Fails when one
    /// of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        tally_names: &[String],
        registry: &mut FileRegistry,
    ) -> Result<Self, Problem> {
        let chart = args.chart.as_ref().map(|path| {
            if is_stdio_path(path) {
                FigureFormat::Svg
            } else {
                FigureFormat::from_path(path)
            }
        });
        let chart = OutputKind::Chart(OVERVIEW_FIGURE, chart.unwrap_or(FigureFormat::Svg));
        let mut files = Vec::new();
        for (what, path) in [
            (OutputKind::Csv, &args.csv),
            (OutputKind::Json, &args.json),
            (chart, &args.chart),
        ] {
            if let Some(path) = path {
                files.push((what, registry.open_output(path)?));
            }
        }
        let mut outputs = Self {
            topic,
            stdout_format: None,
            show_all_rows: args.all,
            csv_style: args.csv_style,
            chart_size: args.size,
            files,
            folder: None,
        };
        if let Some(folder) = &args.out {
            outputs.open_folder(folder, tally_names, registry)?;
            outputs.folder = Some(display_name(folder));
        }
        if registry.is_stdout_free(args.format)? {
            outputs.stdout_format = Some(args.format.unwrap_or_default());
        }
        Ok(outputs)
    }

    /// Opens the files in the folder of `--out`. A tally that the command read stays.
    fn open_folder(
        &mut self,
        folder: &Path,
        tally_names: &[String],
        registry: &mut FileRegistry,
    ) -> Result<(), Problem> {
        create_folder(folder)?;
        remove_stale_files(folder);
        for (place, name) in tally_names.iter().enumerate() {
            let path = folder.join(name);
            if !registry.is_input(&path) {
                self.files
                    .push((OutputKind::Tally(place), registry.open_output(&path)?));
            }
        }
        let tables = [
            (OutputKind::Csv, ".csv"),
            (OutputKind::MeasuresCsv, "-summary.csv"),
            (OutputKind::Json, ".json"),
            (OutputKind::Xlsx, ".xlsx"),
        ];
        let charts = self.topic.figures.names.iter().flat_map(|name| {
            FigureFormat::ALL.map(|file| {
                (
                    OutputKind::Chart(name, file),
                    format!("-{name}.{}", file.extension()),
                )
            })
        });
        for (what, end) in tables
            .map(|(what, end)| (what, end.to_owned()))
            .into_iter()
            .chain(charts)
        {
            self.files.push((
                what,
                registry.open_output(&folder.join(format!("{}{end}", self.topic.name)))?,
            ));
        }
        Ok(())
    }

    /// Writes the files, then the answer on the standard output. A failure does not stop the other outputs. Empty
    /// tables of means and empty charts are left out.
    pub fn write(
        mut self,
        summaries: &[Summary],
        tallies: &[String],
        console: &Console,
        failures: &mut Failures,
    ) {
        let mut file_names = Vec::new();
        let mut chart = LatestChart::default();
        for (kind, output) in std::mem::take(&mut self.files) {
            let bytes = match kind {
                OutputKind::Csv => Ok(csv(&data_table::row_table(summaries), self.csv_style)),
                OutputKind::MeasuresCsv => match data_table::measure_table(summaries) {
                    measures if measures.rows.is_empty() => continue,
                    measures => Ok(csv(&measures, self.csv_style)),
                },
                OutputKind::Json => Ok(json(summaries).into_bytes()),
                OutputKind::Xlsx => xlsx_workbook(
                    &output.display_name(),
                    &[(self.topic.name.to_owned(), summaries)],
                ),
                OutputKind::Tally(index) => Ok(tallies[index].clone().into_bytes()),
                OutputKind::Chart(name, format) => {
                    if chart.name != name {
                        chart = self.lay_out_chart(name, summaries, console.lang);
                    }
                    match &chart.figure {
                        None => continue,
                        Some(Ok(figure)) => format.encode(figure).map_err(drawing_problem),
                        Some(Err(problem)) => Err(problem.clone()),
                    }
                }
            };
            let file = (!output.is_stdout()).then(|| output.display_name());
            let result = bytes
                .map_err(Failure::from)
                .and_then(|bytes| output.write(&bytes, console));
            file_names.extend(file.filter(|_| result.is_ok()));
            failures.record(result);
        }
        if !file_names.is_empty() {
            let files = file_names.join(", ");
            console.remark(&match &self.folder {
                Some(folder) => either!(console.lang, "Écrit dans {folder}", "Written to {folder}"),
                None => either!(console.lang, "Écrit : {files}", "Written: {files}"),
            });
        }
        if let Some(format) = self.stdout_format {
            let answer = self.answer(format, summaries, console);
            failures.record(console.print(&answer));
        }
    }

    fn lay_out_chart(&self, name: &'static str, summaries: &[Summary], lang: Lang) -> LatestChart {
        let figure = (self.topic.figures.draw)(name, summaries, lang).map(|figure| {
            let sized_figure = Figure {
                size: self.chart_size,
                ..figure
            };
            LaidOutFigure::new(&sized_figure).map_err(drawing_problem)
        });
        LatestChart { name, figure }
    }

    fn answer(&self, format: AnswerFormat, summaries: &[Summary], console: &Console) -> Vec<u8> {
        match format {
            AnswerFormat::Csv => csv(&data_table::row_table(summaries), self.csv_style),
            AnswerFormat::Json => json(summaries).into_bytes(),
            AnswerFormat::Table => {
                let options = self.report_options(console);
                terminal_report::report_text(summaries, &options).into_bytes()
            }
        }
    }

    fn report_options(&self, console: &Console) -> ReportOptions<'static> {
        ReportOptions {
            lang: console.lang,
            style: console.paint,
            title: self.topic.glossary.title,
            glossary: &self.topic.glossary,
            result_sentence: self.topic.summary_sentence,
            notes: self.topic.notes,
            terminal_columns: console.columns,
            show_all: self.show_all_rows,
            quiet: console.quiet,
        }
    }
}

/// Returns the file names of the tallies of runs in a folder.
pub fn tally_names(topic: &Topic, experiments: &[impl AsRef<dyn Experiment>]) -> Vec<String> {
    match experiments {
        [_] => vec![format!("{}.tally", topic.name)],
        many => many
            .iter()
            .map(|question| format!("{}.tally", file_stem(&question.as_ref().name())))
            .collect(),
    }
}

/// Converts a name such as `alliances cards=32 improve=none` to a file name: `alliances-32-none`.
pub fn file_stem(experiment: &str) -> String {
    let words = experiment
        .split(' ')
        .map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    words
        .collect::<Vec<_>>()
        .join("-")
        .replace([':', ',', '/'], "-")
}

pub fn drawing_problem(error: impl std::fmt::Display) -> Problem {
    problem!(
        "impossible de dessiner le graphique : {error}",
        "the chart cannot be drawn: {error}"
    )
}

/// Returns the bytes of a spreadsheet: a sheet of runs, then for each named group one of its rows and one of its means
/// and shares. Fails when a sheet cannot hold them; the problem names the file.
pub fn xlsx_workbook(file_name: &str, groups: &[(String, &[Summary])]) -> Result<Vec<u8>, Problem> {
    let all_summaries: Vec<Summary> = groups
        .iter()
        .flat_map(|(_, summaries)| summaries.iter().cloned())
        .collect();
    let mut sheets = vec![("runs".to_owned(), data_table::run_table(&all_summaries))];
    for (name, summaries) in groups {
        sheets.push((name.clone(), data_table::largest_run_row_table(summaries)));
        let measures = data_table::measure_table(summaries);
        if !measures.rows.is_empty() {
            sheets.push((format!("{name}-summary"), measures));
        }
    }
    let problem = |reason: Sentence| Problem::cannot_write(file_name, reason);
    // The library starts a thread for each sheet, and panics if the system refuses one.
    if check_thread_starts(sheets.len()).is_err() {
        return Err(problem(sentence!(
            "le système ne peut pas démarrer assez de fils d'exécution",
            "the system cannot start enough threads"
        )));
    }
    xlsx(&sheets).map_err(|error| problem(Sentence::untranslated(error.to_string())))
}

/// Starts threads that live at the same time. Fails when the system refuses one of them.
fn check_thread_starts(thread_count: usize) -> io::Result<()> {
    let barrier = Mutex::new(());
    thread::scope(|scope| {
        // All threads wait at the barrier until the last one was started.
        let barrier_guard = barrier.lock();
        let mut result = Ok(());
        for _ in 0..thread_count {
            let thread = Builder::new().spawn_scoped(scope, || drop(barrier.lock()));
            if let Err(error) = thread {
                result = Err(error);
                break;
            }
        }
        drop(barrier_guard);
        result
    })
}
