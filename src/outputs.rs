//! The outputs of a simulation: opened before it starts, written at its end.
//!
//! The file of `--each` has one row for each deal. The deals are played once more after the run, by the same engine.

use super::args::{AnswerFormat, ChartArgs, OutputArgs, SimulateArgs};
use super::console::{Console, Failure, Failures};
use super::files::{
    FileRegistry, FolderRecord, Output, OutputFolder, PartWriter, WrittenFiles, display_name,
};
use super::progress::ProgressLine;
use super::signals;
use pioche_engine::sim::driver::ThreadStartError;
use pioche_engine::sim::{
    Column, Experiment, Plan, Run, RunOptions, Seed, Summary, TallySchema, tally_file,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::{Confidence, DealValue, ProportionMethod};
use pioche_report::Glossary;
use pioche_report::command::file_stem;
use pioche_report::data_table::{
    CsvStyle, DataCell, DataTable, csv, csv_of_rows, histogram_value, joint_columns,
    json as report_json, row_cell,
};
use pioche_report::draw::{Figure, LaidOutFigure, MAX_PANELS};
use pioche_report::figures::{FigureFormat, NamedFigure, OVERVIEW_FIGURE, distinct, drawn_runs};
use pioche_report::lang::glossary::french_heading;
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, join_list, problem, sentence};
use pioche_report::row_charts::{chart_sheet, selected_rows_figure};
use pioche_report::{ReportOptions, data_table, terminal_report, xlsx};
use pioche_topics::setting::OptionSpec;
use pioche_topics::{Topic, column_descriptions};
use rust_xlsxwriter::{Workbook, XlsxError};
use serde_json::{Map, json};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;

#[derive(Clone, Copy)]
enum OutputKind {
    Csv,
    /// The means and shares.
    MeasuresCsv,
    /// The number of deals with each value.
    CountsCsv,
    Json,
    Xlsx,
    /// The tally of the run with this index; that of the joint run is the last one.
    Tally(usize),
    Chart(NamedFigure, FigureFormat),
}

/// The chart that was laid out last; its files in all formats are written from this figure.
#[derive(Default)]
struct LatestChart {
    name: &'static str,
    /// `None` for an empty chart.
    figure: Option<Result<LaidOutFigure, Problem>>,
}

impl LatestChart {
    /// Returns the file of the chart in a format; `None` for an empty chart.
    fn encode(&self, format: FigureFormat) -> Option<Result<Vec<u8>, Problem>> {
        Some(match self.figure.as_ref()? {
            Ok(figure) => format.encode(figure).map_err(drawing_problem),
            Err(problem) => Err(problem.clone()),
        })
    }
}

pub struct Outputs {
    topic: &'static Topic,
    /// The format of the answer on the standard output; `None` if the standard output carries a file.
    stdout_format: Option<AnswerFormat>,
    show_all_rows: bool,
    csv_style: CsvStyle,
    chart_args: ChartArgs,
    files: Vec<(OutputKind, Output)>,
    folder: Option<OutputFolder>,
}

/// The hidden file with the record of the files in a folder of `--out`.
const RECORD_FILE: &str = ".pioche.json";

/// Opens the folder of `--out`, if it is requested. It holds one run of each game: files of the game that an earlier run
/// wrote there, and this one does not, are removed with `--force`.
pub fn open_output_folder(args: &OutputArgs) -> Result<Option<OutputFolder>, Problem> {
    let Some(path) = &args.out else {
        return Ok(None);
    };
    let mut settings = Map::new();
    let program = concat!("pioche ", env!("CARGO_PKG_VERSION"));
    settings.insert("program".to_owned(), json!(program));
    let new_record = FolderRecord {
        settings: settings.clone(),
        files: WrittenFiles::default(),
    };
    let mut folder = OutputFolder::open(path, RECORD_FILE, new_record, args.force)?;
    folder.record.settings = settings;
    Ok(Some(folder))
}

/// Returns true for the name of a file that a run of a topic writes, such as `nim.csv` or `nim-shares.png`.
fn is_file_of(topic: &Topic, name: &str) -> bool {
    name.strip_prefix(topic.name)
        .is_some_and(|end| end.starts_with(['.', '-']))
}

impl Outputs {
    /// Opens all requested outputs; `folder` is that of `--out`, and `tally_names` are the names of the tallies in it.
    /// Fails when one of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        folder: Option<OutputFolder>,
        tally_names: &[String],
        registry: &mut FileRegistry,
    ) -> Result<Self, Problem> {
        let chart_args = &args.chart_args;
        chart_args.check_chart(
            chart_args.chart.is_some() || args.out.is_some(),
            sentence!(
                "il faut aussi --chart ou --out",
                "--chart or --out is needed too"
            ),
        )?;
        let overview = NamedFigure {
            name: OVERVIEW_FIGURE,
            draw: topic.overview_figure,
        };
        let mut files = Vec::new();
        for (what, path) in [
            (OutputKind::Csv, &args.csv_args.csv),
            (OutputKind::Json, &args.json),
            (
                OutputKind::Chart(overview, chart_args.format()),
                &chart_args.chart,
            ),
        ] {
            if let Some(path) = path {
                files.push((what, registry.open_output(path)?));
            }
        }
        let mut outputs = Self {
            topic,
            stdout_format: None,
            show_all_rows: args.all,
            csv_style: args.csv_args.csv_style,
            chart_args: chart_args.clone(),
            files,
            folder: None,
        };
        if let Some(folder) = &folder {
            outputs.open_folder(folder, tally_names, registry)?;
        }
        outputs.folder = folder;
        if registry.is_stdout_free(args.format)? {
            outputs.stdout_format = Some(args.format.unwrap_or_default());
        }
        Ok(outputs)
    }

    /// Fails when a chart of these experiments would have too many panels, before any of them is played. The problem names
    /// the options with too many values.
    pub fn check_panels(
        &self,
        experiments: &[Arc<dyn Experiment>],
        has_selection: bool,
    ) -> Result<(), Problem> {
        let summaries: Vec<Summary> = experiments.iter().map(unplayed_summary).collect();
        for (kind, _) in &self.files {
            let OutputKind::Chart(chart, _) = kind else {
                continue;
            };
            // Selected rows are drawn in few panels.
            if has_selection && self.is_main_chart(chart) {
                continue;
            }
            let panel_count = |summaries: &[Summary]| {
                let figure = (chart.draw)(summaries, Lang::En);
                figure.map_or(0, |figure| figure.panels.len())
            };
            let count = panel_count(&summaries);
            if count <= MAX_PANELS {
                continue;
            }
            // Fewer values of some settings, such as sizes, give no fewer panels.
            let mut options = self.topic.simulate.options.to_vec();
            options.retain(|option| {
                let mut same_value = summaries.clone();
                same_value.retain(|other| {
                    other.setting(option.key()) == summaries[0].setting(option.key())
                });
                panel_count(&same_value) < count
            });
            let flags: Vec<String> = options.iter().map(OptionSpec::flag_name).collect();
            let [fr, en] = ["ou", "or"].map(|conjunction| join_list(&flags, conjunction));
            return Err(Problem::for_argument(
                "--chart",
                problem!(
                    "{count} cadres pour ces réglages, {MAX_PANELS} au plus ; donnez moins de \
                     valeurs à {fr}",
                    "{count} panels for these settings, at most {MAX_PANELS}; give fewer values to \
                     {en}"
                ),
            ));
        }
        Ok(())
    }

    /// Opens the files in the folder of `--out`. A tally that the command read stays.
    fn open_folder(
        &mut self,
        folder: &OutputFolder,
        tally_names: &[String],
        registry: &mut FileRegistry,
    ) -> Result<(), Problem> {
        for (place, name) in tally_names.iter().enumerate() {
            if !registry.is_input(&folder.path().join(name)) {
                let output = folder.plan_output(name, registry)?.open()?;
                self.files.push((OutputKind::Tally(place), output));
            }
        }
        let mut kinds = vec![
            (OutputKind::Csv, ".csv".to_owned()),
            (OutputKind::MeasuresCsv, "-summary.csv".to_owned()),
            (OutputKind::CountsCsv, "-counts.csv".to_owned()),
            (OutputKind::Json, ".json".to_owned()),
            (OutputKind::Xlsx, ".xlsx".to_owned()),
        ];
        for figure in self.topic.figures {
            for format in FigureFormat::ALL {
                let end = format!("-{}.{}", figure.name, format.extension());
                kinds.push((OutputKind::Chart(*figure, format), end));
            }
        }
        for (kind, end) in kinds {
            let name = format!("{}{end}", self.topic.name);
            let output = folder.plan_output(&name, registry)?.open()?;
            self.files.push((kind, output));
        }
        Ok(())
    }

    /// Returns true if the answer on the standard output is a table.
    pub fn prints_table(&self) -> bool {
        matches!(self.stdout_format, Some(AnswerFormat::Table))
    }

    /// Writes the files, then the answer on the standard output. A failure does not stop the other outputs. Empty
    /// tables of means and empty charts are left out. `is_complete` is false for an interrupted command, which leaves the
    /// files of earlier runs in the folder.
    pub fn write(
        mut self,
        summaries: &[Summary],
        is_complete: bool,
        console: &Console,
        failures: &mut Failures,
    ) {
        let mut file_names = Vec::new();
        let mut folder = self.folder.take();
        if let Some(folder) = &mut folder {
            let experiments: Vec<_> = summaries.iter().map(|run| &run.experiment).collect();
            let mut names = tally_names(self.topic, &experiments);
            names.extend(tally_names(self.topic, &experiments[..1]));
            let runs = summaries.iter().chain(joint_run(summaries));
            for (name, summary) in names.iter().zip(runs) {
                // Others are written below, or not at all if the command was interrupted.
                if !folder.path().join(name).exists() {
                    continue;
                }
                let tally = tally_file::to_text(&summary.run);
                if failures.is_empty() {
                    folder.record_written(name, tally.as_bytes());
                } else {
                    // A tally that could not be saved is still the former one.
                    folder.record.files.announce(name, tally.as_bytes());
                }
            }
        }
        let drawn_summaries = drawn_runs(summaries);
        let has_charts = self
            .files
            .iter()
            .any(|(kind, _)| matches!(kind, OutputKind::Chart(..)));
        if has_charts && drawn_summaries.len() < summaries.len() {
            console.remark(&either!(
                console.lang,
                "Graphiques : parmi les simulations qui ne diffèrent que par la graine ou le \
                 nombre de donnes, seule celle qui a le plus de donnes est dessinée.",
                "Charts: of runs that differ only in seed or number of deals, only the one with \
                 the most deals is drawn."
            ));
        }
        let mut chart = LatestChart::default();
        for (kind, output) in std::mem::take(&mut self.files) {
            if let OutputKind::Chart(figure, _) = kind
                && chart.name != figure.name
            {
                chart = self.lay_out_chart(figure, &drawn_summaries, console.lang);
            }
            let file_name = output.display_name();
            let content = match kind {
                OutputKind::Tally(index) => {
                    let summary = summaries.iter().chain(joint_run(summaries)).nth(index);
                    summary.map(|summary| Ok(tally_file::to_text(&summary.run).into_bytes()))
                }
                OutputKind::Chart(_, format) => chart.encode(format),
                _ => self.table_content(kind, &file_name, summaries, console.lang),
            };
            let Some(bytes) = content else { continue };
            let file = (!output.is_stdout()).then_some(file_name);
            let path = output.path().to_owned();
            let result = bytes.map_err(Failure::from).and_then(|bytes| {
                output.write(&bytes, console)?;
                if let Some(folder) = &mut folder
                    && path.parent() == Some(folder.path())
                    && let Some(name) = path.file_name()
                {
                    folder.record_written(&name.to_string_lossy(), &bytes);
                }
                Ok(())
            });
            file_names.extend(file.filter(|_| result.is_ok()));
            failures.record(result);
        }
        if !file_names.is_empty() {
            let files = file_names.join(", ");
            console.remark(&match &folder {
                Some(folder) => {
                    let folder = display_name(folder.path());
                    either!(console.lang, "Écrit dans {folder}", "Written to {folder}")
                }
                None => either!(console.lang, "Écrit : {files}", "Written: {files}"),
            });
        }
        if let Some(folder) = folder {
            let result = self.finish_folder(folder, is_complete && failures.is_empty(), console);
            failures.record(result);
        }
        if let Some(format) = self.stdout_format {
            let answer = self.answer(format, summaries, console);
            failures.record(console.print(&answer));
        }
    }

    /// Writes the record of the folder; if all files of the command are written, those of an earlier run of the topic are
    /// removed with `--force`.
    fn finish_folder(
        &self,
        mut folder: OutputFolder,
        is_complete: bool,
        console: &Console,
    ) -> Result<(), Problem> {
        if is_complete {
            folder.finish(|name| is_file_of(self.topic, name), console)
        } else {
            folder.save_record()
        }
    }

    /// Returns the content of a file of tables; `None` for an empty table of means.
    fn table_content(
        &self,
        kind: OutputKind,
        file_name: &str,
        summaries: &[Summary],
        lang: Lang,
    ) -> Option<Result<Vec<u8>, Problem>> {
        let table = match kind {
            OutputKind::Csv => data_table::row_table(summaries),
            OutputKind::MeasuresCsv => data_table::measure_table(summaries),
            OutputKind::CountsCsv => data_table::count_table(summaries),
            OutputKind::Json => return Some(Ok(report_json(summaries).into_bytes())),
            OutputKind::Xlsx => {
                let rows = data_table::row_table(summaries);
                let sheets = TopicSheets::new(self.topic, summaries, rows);
                let has_french_headings = self.csv_style == CsvStyle::ExcelFr;
                return Some(xlsx_workbook(
                    file_name,
                    &[sheets],
                    (lang, has_french_headings),
                ));
            }
            OutputKind::Tally(_) | OutputKind::Chart(..) => return None,
        };
        let is_omitted = matches!(kind, OutputKind::MeasuresCsv) && table.rows.is_empty();
        (!is_omitted).then(|| Ok(csv(&table, self.csv_style)))
    }

    fn lay_out_chart(&self, chart: NamedFigure, summaries: &[Summary], lang: Lang) -> LatestChart {
        let figure = self.figure(chart, summaries, lang).map(|figure| {
            LaidOutFigure::new(&self.chart_args.finish(figure)).map_err(drawing_problem)
        });
        LatestChart {
            name: chart.name,
            figure,
        }
    }

    fn is_main_chart(&self, chart: &NamedFigure) -> bool {
        let first = self.topic.figures.first();
        chart.name == OVERVIEW_FIGURE || first.is_some_and(|first| first.name == chart.name)
    }

    /// Draws a figure; the first one and the overview hold the selected rows only, if there is a selection.
    fn figure(&self, chart: NamedFigure, summaries: &[Summary], lang: Lang) -> Option<Figure> {
        if self.is_main_chart(&chart) {
            let figure = selected_rows_figure(summaries, &self.topic.glossary, lang);
            if figure.is_some() {
                return figure;
            }
        }
        (chart.draw)(summaries, lang)
    }

    fn answer(&self, format: AnswerFormat, summaries: &[Summary], console: &Console) -> Vec<u8> {
        match format {
            AnswerFormat::Csv => csv(&data_table::row_table(summaries), self.csv_style),
            AnswerFormat::Json => report_json(summaries).into_bytes(),
            AnswerFormat::Table => {
                let options = self.report_options(console);
                terminal_report::report_text(summaries, &options).into_bytes()
            }
        }
    }

    fn report_options(&self, console: &Console) -> ReportOptions<'static> {
        ReportOptions {
            lang: console.lang,
            use_colours: console.use_colours,
            glossary: &self.topic.glossary,
            result_sentence: self.topic.summary_sentence,
            notes: self.topic.notes,
            terminal_columns: console.columns,
            show_all: self.show_all_rows,
            quiet: console.quiet,
        }
    }
}

/// Returns the summary of an experiment without any deal or estimate.
fn unplayed_summary(experiment: &Arc<dyn Experiment>) -> Summary {
    Summary {
        run: Run::empty(experiment.plan(Seed(0), 0), experiment.tally_schema()),
        settings: experiment.settings(),
        columns: experiment.columns(),
        experiment: Arc::clone(experiment),
        confidence: Confidence::default(),
        method: ProportionMethod::default(),
        estimates: Vec::new(),
        examples: Vec::new(),
        row_selection: None,
        joint: None,
    }
}

/// Returns the joint run of several runs; `None` for runs of which no two were simulated together.
pub fn joint_run(summaries: &[Summary]) -> Option<&Summary> {
    let joint_runs = summaries.iter().map(|summary| summary.joint.as_ref());
    let (joint_run, _) = joint_runs.flatten().next()?;
    (summaries.len() > 1).then_some(joint_run.as_ref())
}

/// Returns the file names of the tallies of runs in a folder. A joint run has that of a run alone.
pub fn tally_names(topic: &Topic, experiments: &[impl AsRef<dyn Experiment>]) -> Vec<String> {
    match experiments {
        [_] => vec![format!("{}.tally", topic.name)],
        many => many
            .iter()
            .map(|question| format!("{}.tally", file_stem(&question.as_ref().name())))
            .collect(),
    }
}

pub fn drawing_problem(error: impl std::fmt::Display) -> Problem {
    problem!(
        "impossible de dessiner le graphique : {error}",
        "the chart cannot be drawn: {error}"
    )
}

/// The sheets of a topic in a spreadsheet.
pub struct TopicSheets<'a> {
    topic: &'static Topic,
    summaries: &'a [Summary],
    /// The tables with the names of their sheets, which are those of the CSV files with the same tables; the rows are first.
    pub tables: Vec<(String, DataTable)>,
}

impl<'a> TopicSheets<'a> {
    /// The sheets of a table of rows, and of the means and shares if there are any.
    pub fn new(topic: &'static Topic, summaries: &'a [Summary], rows: DataTable) -> Self {
        let mut tables = vec![(topic.name.to_owned(), rows)];
        let measures = data_table::measure_table(summaries);
        if !measures.rows.is_empty() {
            tables.push((format!("{}-summary", topic.name), measures));
        }
        Self {
            topic,
            summaries,
            tables,
        }
    }
}

/// Returns the bytes of a spreadsheet: a sheet of runs; for each topic one of its rows, one with a chart and those of its other
/// tables; and one that explains the columns. The headings of tables are the names of their columns, as in CSV files, or French
/// words. Fails when a sheet cannot hold them; the problem names the file.
pub fn xlsx_workbook(
    file_name: &str,
    topics: &[TopicSheets<'_>],
    (lang, has_french_headings): (Lang, bool),
) -> Result<Vec<u8>, Problem> {
    let problem = |reason: Sentence| Problem::cannot_write(file_name, reason);
    let sheet_problem = |error: XlsxError| problem(Sentence::untranslated(error.to_string()));
    let mut workbook =
        workbook_with_sheets(topics, lang, has_french_headings).map_err(sheet_problem)?;
    match catch_panic(|| workbook.save_to_buffer()) {
        Ok(bytes) => bytes.map_err(sheet_problem),
        // The library starts a thread for each sheet, and panics if the system refuses one.
        Err(message) if message.starts_with("failed to spawn thread") => Err(problem(sentence!(
            "le système ne peut pas démarrer assez de fils d'exécution",
            "the system cannot start enough threads"
        ))),
        Err(message) => Err(problem(Sentence::untranslated(message))),
    }
}

/// Runs a function of a library, and takes its panics as errors. Returns the message of a panic, which is not printed.
fn catch_panic<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    panic::set_hook(hook);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(_) => "panic".into(),
    })
}

fn workbook_with_sheets(
    topics: &[TopicSheets<'_>],
    lang: Lang,
    has_french_headings: bool,
) -> Result<Workbook, XlsxError> {
    let mut workbook = xlsx::new_workbook()?;
    let mut all_summaries = Vec::new();
    let mut columns = Vec::new();
    let heading = |column: &str, glossary: &dyn Glossary| {
        if has_french_headings {
            french_heading(glossary, column)
        } else {
            column.to_owned()
        }
    };
    for sheets in topics {
        let topic = sheets.topic;
        // The first sheet, on which the workbook opens, has the results with their chart.
        if let Some(chart) = chart_sheet(sheets.summaries, &topic.glossary, lang) {
            xlsx::add_chart(&mut workbook, &format!("{}-chart", topic.name), &chart)?;
        }
        for (name, table) in &sheets.tables {
            xlsx::add_table(&mut workbook, name, table, |column| {
                heading(column, &topic.glossary)
            })?;
            columns.extend_from_slice(&table.columns);
        }
        all_summaries.extend_from_slice(sheets.summaries);
    }
    let runs = data_table::run_table(&all_summaries);
    xlsx::add_table(&mut workbook, "runs", &runs, |column| {
        heading(column, &topics[0].topic.glossary)
    })?;
    columns.extend_from_slice(&runs.columns);
    let headings = [
        Text::new("colonne", "column").in_lang(lang),
        Text::new("description", "description").in_lang(lang),
    ];
    let mut descriptions = Vec::new();
    for (name, description) in described_columns(columns, lang) {
        descriptions.push((heading(name, &topics[0].topic.glossary), description));
    }
    xlsx::add_descriptions(&mut workbook, "columns", headings, &descriptions)?;
    Ok(workbook)
}

/// Returns the columns that have a description, each with it, in the order in which they occur.
fn described_columns(columns: Vec<String>, lang: Lang) -> Vec<(&'static str, &'static str)> {
    let mut described = Vec::new();
    let groups = column_descriptions();
    for name in distinct(columns) {
        let mut descriptions = groups.iter().flat_map(|(_, columns)| columns);
        if let Some((name, fr, en)) = descriptions.find(|(known, ..)| *known == name) {
            described.push((*name, Text::new(fr, en).in_lang(lang)));
        }
    }
    described
}

/// The largest number of rows of a file.
const MAX_ROWS: u64 = 100_000_000;

/// Fails when there are more rows than a file may have.
pub fn check_row_count(row_count: u64, experiment: &dyn Experiment) -> Result<(), Problem> {
    const CELL_SIZE: usize = 4;
    if row_count <= MAX_ROWS {
        return Ok(());
    }
    let row_size = CELL_SIZE * (2 + experiment.tally_schema().histograms.len());
    let gigabytes = row_count * row_size as u64 / 1_000_000_000;
    Err(problem!(
        "--each : {row_count} lignes, environ {gigabytes} Go ; le maximum est {MAX_ROWS} (--deals)",
        "--each: {row_count} rows, about {gigabytes} GB; the maximum is {MAX_ROWS} (--deals)"
    ))
}

/// Writes the rows of the deals of some runs: the settings if there are several runs, the number of the deal and its values.
/// Fails when the disk is full, the standard output is closed, or a signal comes.
pub fn write_deal_rows(
    output: Output,
    args: &SimulateArgs,
    summaries: &[Summary],
    console: &Console,
) -> Result<(), Failure> {
    let file = (!output.is_stdout()).then(|| output.display_name());
    let mut settings = joint_columns(summaries);
    settings.retain(|column| matches!(column, Column::Setting(_)) && summaries.len() > 1);
    let mut values: Vec<&'static str> = Vec::new();
    for summary in summaries {
        for histogram in summary.experiment.tally_schema().histograms {
            if !values.contains(&histogram.column) {
                values.push(histogram.column);
            }
        }
    }
    let table = DealTable {
        csv_style: args.output.csv_args.csv_style,
        threads: args.threads.count(),
        simd_level: console.simd_level,
        settings,
        values,
    };
    let title = either!(console.lang, "lignes de --each", "rows of --each");
    let table = Arc::new(table);
    output.write_parts(console, |write| {
        // Of the parts of a run, only the first has headings, so that the files can be joined.
        if summaries[0].run.done.contains(0) {
            write(&table.headings())?;
        }
        for summary in summaries {
            let line = ProgressLine::new(console, &title, Some(summary.run.tally.deals));
            write_run_rows(&table, summary, &line, write)?;
        }
        Ok(())
    })?;
    if let Some(file) = file {
        console.remark(&either!(console.lang, "Écrit : {file}", "Written: {file}"));
    }
    Ok(())
}

/// Writes the rows of a run, which another thread makes. Fails when they cannot be written, and after a signal.
fn write_run_rows(
    table: &Arc<DealTable>,
    summary: &Summary,
    line: &ProgressLine,
    write: &mut PartWriter<'_>,
) -> Result<(), Failure> {
    let (sender, receiver) = sync_channel(1);
    let worker = {
        let table = Arc::clone(table);
        let summary = summary.clone();
        thread::Builder::new()
            .spawn(move || table.play_run(&summary, &sender))
            .map_err(Problem::thread_start)?
    };
    let mut row_count = 0;
    loop {
        let rows: Result<DealRows, RecvTimeoutError> =
            receiver.recv_timeout(signals::POLL_INTERVAL);
        if signals::acknowledge_stop_request() {
            return Err(Failure::Interrupted);
        }
        match rows {
            Ok(rows) => {
                write(&rows.text)?;
                row_count += rows.count;
                line.set_done(row_count);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let result = worker
        .join()
        .unwrap_or_else(|payload| panic::resume_unwind(payload));
    Ok(result.map_err(Problem::from)?)
}

/// Rows of deals as CSV.
struct DealRows {
    text: Vec<u8>,
    count: u64,
}

/// The columns of the rows of deals, and how the deals are played.
struct DealTable {
    csv_style: CsvStyle,
    threads: Option<usize>,
    simd_level: SimdLevel,
    /// The columns of settings.
    settings: Vec<Column>,
    /// The columns of values, after the number of the deal.
    values: Vec<&'static str>,
}

impl DealTable {
    fn headings(&self) -> Vec<u8> {
        let settings = self.settings.iter().map(|column| column.name());
        let values = self.values.iter().copied();
        let names = settings.chain(["deal"]).chain(values);
        let columns: Vec<String> = names.map(|name| name.replace('-', "_")).collect();
        let rows = Vec::new();
        csv(&DataTable { columns, rows }, self.csv_style)
    }

    /// Plays the deals of a run once more and sends their rows, until the receiver is gone.
    fn play_run(
        &self,
        summary: &Summary,
        sender: &SyncSender<DealRows>,
    ) -> Result<(), ThreadStartError> {
        let run = &summary.run;
        let is_abandoned = AtomicBool::new(false);
        let schema = summary.experiment.tally_schema();
        let last_row = summary.rows().last();
        let setting = |column: &Column| {
            last_row.map_or(DataCell::Empty, |row| row_cell(summary, row, *column))
        };
        let settings: Vec<DataCell> = self.settings.iter().map(setting).collect();
        let on_deal_values = |values: &[DealValue]| {
            let mut cells = Vec::new();
            for deal_values in values.chunk_by(|first, second| first.deal == second.deal) {
                cells.extend(settings.iter().cloned());
                cells.push(DataCell::Count(deal_values[0].deal));
                for column in &self.values {
                    cells.push(value_cell(column, deal_values, &schema));
                }
            }
            let rows = cells.chunks_exact(settings.len() + 1 + self.values.len());
            let count = rows.len() as u64;
            let text = csv_of_rows(&[], rows, self.csv_style);
            if sender.send(DealRows { text, count }).is_err() {
                is_abandoned.store(true, Ordering::Relaxed);
            }
        };
        let options = RunOptions {
            threads: self.threads,
            simd_level: self.simd_level,
            interrupt_flag: Some(&is_abandoned),
            on_deal_values: Some(&on_deal_values),
            ..RunOptions::default()
        };
        let plan = Plan {
            stop_rule: None,
            ..run.plan.clone()
        };
        let deals = run.done.iter().next().cloned().unwrap_or_default();
        let empty_run = Run::empty(plan, summary.experiment.tally_schema());
        summary.experiment.resume(empty_run, deals, &options)?;
        Ok(())
    }
}

/// Returns the cell of a deal in a column; empty for a column in which it has no value.
fn value_cell(column: &str, deal_values: &[DealValue], schema: &TallySchema) -> DataCell {
    for deal_value in deal_values {
        let spec = &schema.histograms[deal_value.histogram];
        if spec.column == column {
            return histogram_value(spec, deal_value.value);
        }
    }
    DataCell::Empty
}
