//! The outputs of a simulation: opened before it starts, written at its end.

use super::args::{AnswerFormat, ChartArgs, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputFolder, TALLY_FOLDER, display_name};
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::{
    Experiment, Field, Joint, Run, Seed, Summary, differing_settings, tally_file,
};
use pioche_engine::stats::Confidence;
use pioche_report::command::file_stem;
use pioche_report::data_table::row_table;
use pioche_report::differences::difference_panel;
use pioche_report::draw::{Figure, LaidOutFigure, MAX_PANELS};
use pioche_report::figures::{FigureFormat, drawn_runs};
use pioche_report::lang::{Lang, Problem, either, join_list, problem, sentence};
use pioche_report::row_charts::selected_rows_figure;
use pioche_report::table::CsvStyle;
use pioche_report::{ReportOptions, run_json, terminal_report};
use pioche_topics::Topic;
use pioche_topics::setting::OptionSpec;
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone)]
enum OutputKind {
    Csv,
    Json,
    Tally(Arc<Run>),
    Chart(FigureFormat),
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
    /// The options that ask other questions.
    question_options: Vec<String>,
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
        let mut files = Vec::new();
        for (what, path) in [
            (OutputKind::Csv, &args.csv_args.csv),
            (OutputKind::Json, &args.json),
            (OutputKind::Chart(chart_args.format()), &chart_args.chart),
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
            question_options: topic
                .simulate
                .question_options()
                .map(|option| option.flag_name())
                .collect(),
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

    /// Fails when the chart of these experiments would have too many panels, before any of them is played. The problem names
    /// the options with too many values.
    pub fn check_panels(
        &self,
        experiments: &[Arc<dyn Experiment>],
        has_selection: bool,
    ) -> Result<(), Problem> {
        let is_chart = |(kind, _): &(OutputKind, Output)| matches!(kind, OutputKind::Chart(_));
        // Selected rows are drawn in few panels.
        if has_selection || !self.files.iter().any(is_chart) {
            return Ok(());
        }
        let summaries: Vec<Summary> = experiments.iter().map(unplayed_summary).collect();
        let panel_count = |summaries: &[Summary]| {
            let figure = (self.topic.overview_figure)(summaries, Lang::En);
            figure.map_or(0, |figure| figure.panels.len())
        };
        let count = panel_count(&summaries);
        if count <= MAX_PANELS {
            return Ok(());
        }
        // Fewer values of some settings, such as sizes, give no fewer panels.
        let mut options = self.topic.simulate.options.to_vec();
        options.retain(|option| {
            let mut same_value = summaries.clone();
            same_value
                .retain(|other| other.setting(option.key()) == summaries[0].setting(option.key()));
            panel_count(&same_value) < count
        });
        let flags: Vec<String> = options.iter().map(OptionSpec::flag_name).collect();
        let [fr, en] = ["ou", "or"].map(|conjunction| join_list(&flags, conjunction));
        Err(Problem::for_argument(
            "--chart",
            problem!(
                "{count} cadres pour ces réglages, {MAX_PANELS} au plus ; donnez moins de \
                 valeurs à {fr}",
                "{count} panels for these settings, at most {MAX_PANELS}; give fewer values to \
                 {en}"
            ),
        ))
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
                let output = folder.open_output(&name, registry)?;
                self.files.push((OutputKind::Tally(run), output));
            }
        }
        let kinds = [
            (OutputKind::Csv, "csv"),
            (OutputKind::Json, "json"),
            (OutputKind::Chart(FigureFormat::Svg), "svg"),
        ];
        for (kind, ending) in kinds {
            let name = format!("{}.{ending}", self.topic.name);
            let output = folder.open_output(&name, registry)?;
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

    /// Writes the files, then the answer on the standard output. A failure does not stop the other outputs. An empty chart is
    /// left out.
    pub fn write(mut self, summaries: &[Summary], console: &Console, failures: &mut Failures) {
        let mut file_names = Vec::new();
        let drawn_summaries = drawn_runs(summaries);
        let has_charts = self
            .files
            .iter()
            .any(|(kind, _)| matches!(kind, OutputKind::Chart(_)));
        if has_charts && drawn_summaries.len() < summaries.len() {
            console.remark(&either!(
                console.lang,
                "Graphiques : parmi les simulations qui ne diffèrent que par la graine ou le \
                 nombre de donnes, seule celle qui a le plus de donnes est dessinée.",
                "Charts: of runs that differ only in seed or number of deals, only the one with \
                 the most deals is drawn."
            ));
        }
        for (kind, output) in std::mem::take(&mut self.files) {
            let file_name = output.display_name();
            let content = match kind {
                OutputKind::Csv => Some(Ok(self.csv(summaries))),
                OutputKind::Json => Some(Ok(run_json::json(summaries).into_bytes())),
                OutputKind::Tally(run) => Some(Ok(tally_file::to_text(&run).into_bytes())),
                OutputKind::Chart(format) => self.chart(format, &drawn_summaries, console.lang),
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

    fn csv(&self, summaries: &[Summary]) -> Vec<u8> {
        row_table(summaries)
            .with_words(&self.topic.glossary)
            .csv(self.csv_style)
    }

    /// Returns the file of the chart; `None` for an empty chart.
    fn chart(
        &self,
        format: FigureFormat,
        summaries: &[Summary],
        lang: Lang,
    ) -> Option<Result<Vec<u8>, Problem>> {
        let figure = self.chart_args.finish(self.figure(summaries, lang)?);
        let bytes = LaidOutFigure::new(&figure).and_then(|layout| format.encode(&layout));
        Some(bytes.map_err(drawing_problem))
    }

    /// Draws the chart: the selected rows only, if there is a selection, and the differences of runs that were simulated
    /// together.
    fn figure(&self, summaries: &[Summary], lang: Lang) -> Option<Figure> {
        let glossary = &self.topic.glossary;
        let selected_rows = selected_rows_figure(summaries, glossary, lang);
        let mut figure = selected_rows.or_else(|| (self.topic.overview_figure)(summaries, lang))?;
        let differences = difference_panel(summaries, glossary, lang);
        figure.panels.extend(differences);
        Some(figure)
    }

    fn answer(&self, format: AnswerFormat, summaries: &[Summary], console: &Console) -> Vec<u8> {
        match format {
            AnswerFormat::Csv => self.csv(summaries),
            AnswerFormat::Json => run_json::json(summaries).into_bytes(),
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
            notes: self.topic.notes,
            question_options: &self.question_options,
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

/// Returns the names of the tallies of some runs in a folder: of a single one that of the topic, of several those of their
/// experiments, in a folder of their own. A joint run is named by the settings that its members have in common.
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
    let names: Vec<String> = stems
        .map(|stem| format!("{TALLY_FOLDER}/{stem}.tally"))
        .collect();
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
