//! The outputs of a simulation: opened before it starts, written at its end.

use super::args::{AnswerFormat, ChartArgs, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputFolder, display_name};
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::{
    Experiment, Field, Joint, Run, Seed, Summary, differing_settings, tally_file,
};
use pioche_engine::stats::Confidence;
use pioche_report::command::file_stem;
use pioche_report::data_table::json as report_json;
use pioche_report::differences::difference_panel;
use pioche_report::draw::{Figure, LaidOutFigure, MAX_PANELS};
use pioche_report::figures::{FigureFormat, NamedFigure, OVERVIEW_FIGURE, drawn_runs};
use pioche_report::lang::{Lang, Problem, either, join_list, problem, sentence};
use pioche_report::row_charts::selected_rows_figure;
use pioche_report::table::CsvStyle;
use pioche_report::{ReportOptions, data_table, terminal_report};
use pioche_topics::Topic;
use pioche_topics::setting::OptionSpec;
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone)]
enum OutputKind {
    Csv,
    /// The means and shares.
    MeasuresCsv,
    /// The number of deals with each value.
    CountsCsv,
    Json,
    Tally(Arc<Run>),
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
    /// A note about the command for the table; empty for none.
    note: String,
}

/// Opens the folder of `--out`, if it is requested; `resumes` is true for a command that continues the tallies in it.
pub fn open_output_folder(
    args: &OutputArgs,
    resumes: bool,
) -> Result<Option<OutputFolder>, Problem> {
    let open = |path: &PathBuf| OutputFolder::open(path, args.force || resumes);
    args.out.as_ref().map(open).transpose()
}

impl Outputs {
    /// Opens all requested outputs; `folder` is that of `--out`, and `tallies` are the tallies that are written there at the end,
    /// with their names.
    /// Fails when one of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        topic: &'static Topic,
        folder: Option<OutputFolder>,
        tallies: Vec<(String, Arc<Run>)>,
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
            note: String::new(),
        };
        if let Some(folder) = &folder {
            outputs.open_folder(folder, tallies, registry)?;
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
        tallies: Vec<(String, Arc<Run>)>,
        registry: &mut FileRegistry,
    ) -> Result<(), Problem> {
        for (name, run) in tallies {
            if !registry.is_input(&folder.path().join(&name)) {
                let output = folder.plan_output(&name, registry)?.open()?;
                self.files.push((OutputKind::Tally(run), output));
            }
        }
        let mut kinds = vec![
            (OutputKind::Csv, ".csv".to_owned()),
            (OutputKind::MeasuresCsv, "-summary.csv".to_owned()),
            (OutputKind::CountsCsv, "-counts.csv".to_owned()),
            (OutputKind::Json, ".json".to_owned()),
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

    /// Adds a note about the command to the table.
    pub fn add_note(&mut self, note: String) {
        self.note = note;
    }

    /// Returns true if the answer on the standard output is a table.
    pub fn prints_table(&self) -> bool {
        matches!(self.stdout_format, Some(AnswerFormat::Table))
    }

    /// Writes the files, then the answer on the standard output. A failure does not stop the other outputs. Empty
    /// tables of means and empty charts are left out.
    pub fn write(mut self, summaries: &[Summary], console: &Console, failures: &mut Failures) {
        let mut file_names = Vec::new();
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
            if let OutputKind::Chart(figure, _) = kind.clone()
                && chart.name != figure.name
            {
                chart = self.lay_out_chart(figure, &drawn_summaries, console.lang);
            }
            let file_name = output.display_name();
            let content = match kind {
                OutputKind::Tally(run) => Some(Ok(tally_file::to_text(&run).into_bytes())),
                OutputKind::Chart(_, format) => chart.encode(format),
                _ => self.table_content(kind, summaries).map(Ok),
            };
            let Some(bytes) = content else { continue };
            let file = (!output.is_stdout()).then_some(file_name);
            let result = bytes
                .map_err(Failure::from)
                .and_then(|bytes| output.write(&bytes, console));
            file_names.extend(file.filter(|_| result.is_ok()));
            failures.record(result);
        }
        if !file_names.is_empty() {
            let files = file_names.join(", ");
            console.remark(&match &self.folder {
                Some(folder) => {
                    let folder = display_name(folder.path());
                    either!(console.lang, "Écrit dans {folder}", "Written to {folder}")
                }
                None => either!(console.lang, "Écrit : {files}", "Written: {files}"),
            });
        }
        if let Some(format) = self.stdout_format {
            let answer = self.answer(format, summaries, console);
            failures.record(console.print(&answer));
        }
    }

    /// Returns the content of a file of tables; `None` for an empty table of means.
    fn table_content(&self, kind: OutputKind, summaries: &[Summary]) -> Option<Vec<u8>> {
        let table = match kind {
            OutputKind::Csv => data_table::row_table(summaries),
            OutputKind::MeasuresCsv => data_table::measure_table(summaries),
            OutputKind::CountsCsv => data_table::count_table(summaries),
            OutputKind::Json => return Some(report_json(summaries).into_bytes()),
            OutputKind::Tally(_) | OutputKind::Chart(..) => return None,
        };
        let is_omitted = matches!(kind, OutputKind::MeasuresCsv) && table.rows.is_empty();
        (!is_omitted).then(|| table.csv(self.csv_style))
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

    /// Draws a figure. The first one and the overview hold the selected rows only, if there is a selection, and the differences
    /// of runs that were simulated together.
    fn figure(&self, chart: NamedFigure, summaries: &[Summary], lang: Lang) -> Option<Figure> {
        if !self.is_main_chart(&chart) {
            return (chart.draw)(summaries, lang);
        }
        let glossary = &self.topic.glossary;
        let selected_rows = selected_rows_figure(summaries, glossary, lang);
        let mut figure = selected_rows.or_else(|| (chart.draw)(summaries, lang))?;
        let differences = difference_panel(summaries, glossary, lang);
        figure.panels.extend(differences);
        Some(figure)
    }

    fn answer(&self, format: AnswerFormat, summaries: &[Summary], console: &Console) -> Vec<u8> {
        match format {
            AnswerFormat::Csv => data_table::row_table(summaries).csv(self.csv_style),
            AnswerFormat::Json => report_json(summaries).into_bytes(),
            AnswerFormat::Table => {
                let options = self.report_options(console);
                terminal_report::report_text(summaries, &options).into_bytes()
            }
        }
    }

    fn report_options(&self, console: &Console) -> ReportOptions<'_> {
        ReportOptions {
            lang: console.lang,
            use_colours: console.use_colours,
            glossary: &self.topic.glossary,
            result_sentence: self.topic.summary_sentence,
            notes: self.topic.notes,
            command_note: &self.note,
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
        estimates: Vec::new(),
        examples: Vec::new(),
        row_selection: None,
        joint: None,
        usual: None,
    }
}

/// Returns the file names of the tallies of some runs in a folder: of a single one that of the topic, of several those of their
/// experiments. A joint run is named by the settings that its members have in common.
pub fn tally_names<'a>(
    topic: &Topic,
    experiments: impl IntoIterator<Item = &'a Arc<dyn Experiment>>,
) -> Vec<String> {
    let stems = experiments.into_iter().map(|experiment| {
        let any_experiment: &dyn Any = experiment.as_ref();
        match any_experiment.downcast_ref::<Joint>() {
            Some(joint) => file_stem(&shared_name(topic, joint)),
            None => file_stem(&experiment.name()),
        }
    });
    let names: Vec<String> = stems.map(|stem| format!("{stem}.tally")).collect();
    match &names[..] {
        [_] => vec![format!("{}.tally", topic.name)],
        _ => names,
    }
}

/// Returns the name of the settings that the members of a joint run have in common.
fn shared_name(topic: &Topic, joint: &Joint) -> String {
    let settings: Vec<Vec<Field>> = joint
        .members
        .iter()
        .map(|member| member.settings())
        .collect();
    let differing_keys = differing_settings(settings.iter().map(Vec::as_slice));
    let mut shared_settings = settings[0].clone();
    shared_settings.retain(|field| !differing_keys.contains(&field.key()));
    experiment_name(topic.name, &shared_settings)
}

pub fn drawing_problem(error: impl std::fmt::Display) -> Problem {
    problem!(
        "impossible de dessiner le graphique : {error}",
        "the chart cannot be drawn: {error}"
    )
}
