//! The outputs of a simulation: opened before it starts, written at its end.

use super::args::{AnswerFormat, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputFolder, TALLY_FOLDER, display_name};
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::{
    Experiment, Field, Joint, RowSelection, Run, Summary, differing_settings, tally_file,
};
use pioche_games::Topic;
use pioche_report::command::file_stem;
use pioche_report::data_table::row_table;
use pioche_report::lang::{Problem, Text, problem, tr};
use pioche_report::picture::{PictureError, PictureFormat};
use pioche_report::run_json;
use pioche_report::terminal_report::{ReportOptions, report_text};
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone)]
enum OutputKind {
    Csv,
    Json,
    Tally(Arc<Run>),
    Chart(PictureFormat),
}

/// The outputs of a command.
pub struct Outputs<'a> {
    topic: &'static Topic,
    args: &'a OutputArgs,
    /// The format of the answer on the standard output; `None` if the standard output carries a file.
    stdout_format: Option<AnswerFormat>,
    files: Vec<(OutputKind, Output)>,
    folder: Option<OutputFolder>,
    /// A note about the command for the table; empty for none.
    pub note: String,
}

/// Opens the folder of `--out`, if it is requested; `resumes` is true for a command that continues the tallies in it.
pub fn open_output_folder(
    args: &OutputArgs,
    resumes: bool,
) -> Result<Option<OutputFolder>, Problem> {
    let open = |path: &PathBuf| OutputFolder::open(path, args.force_args.force || resumes);
    args.out.as_ref().map(open).transpose()
}

impl<'a> Outputs<'a> {
    /// Opens all requested outputs; `folder` is that of `--out`, and `tallies` are the tallies that are written there at the end,
    /// with their names.
    /// Fails when one of them cannot be written.
    pub fn open(
        args: &'a OutputArgs,
        topic: &'static Topic,
        folder: Option<OutputFolder>,
        tallies: Vec<(String, Arc<Run>)>,
        registry: &mut FileRegistry,
    ) -> Result<Self, Problem> {
        let chart_args = &args.chart_args;
        chart_args.check_chart(
            chart_args.chart.is_some() || args.out.is_some(),
            Text("--chart or --out is needed too"),
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
            args,
            stdout_format: None,
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

    /// Fails when a chart of these experiments would have a single number, before any of them is played.
    pub fn check_chart(
        &self,
        experiments: &[Arc<dyn Experiment>],
        row_selection: Option<&RowSelection>,
    ) -> Result<(), Problem> {
        let ([experiment], Some(selection), Some(_)) =
            (experiments, row_selection, &self.args.chart_args.chart)
        else {
            return Ok(());
        };
        let measures = experiment.measures();
        let rows = measures
            .iter()
            .filter(|measure| selection.has_row(&measure.row_fields));
        if rows.count() == 1 {
            return Err(drawing_problem(PictureError::Empty));
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
                let output = folder.open_output(&name, registry)?;
                self.files.push((OutputKind::Tally(run), output));
            }
        }
        let kinds = [
            (OutputKind::Csv, "csv"),
            (OutputKind::Json, "json"),
            (OutputKind::Chart(PictureFormat::Svg), "svg"),
        ];
        for (kind, ending) in kinds {
            let name = format!("{}.{ending}", self.topic.name);
            let output = folder.open_output(&name, registry)?;
            self.files.push((kind, output));
        }
        Ok(())
    }

    /// Returns true if the answer on the standard output is a table.
    pub fn prints_table(&self) -> bool {
        matches!(self.stdout_format, Some(AnswerFormat::Table))
    }

    /// Writes the files, then the answer on the standard output. A failure does not stop the other outputs. An empty chart is
    /// left out.
    pub fn write(mut self, summaries: &[Summary], console: &Console, failures: &mut Failures) {
        let mut file_names = Vec::new();
        for (kind, output) in std::mem::take(&mut self.files) {
            let file_name = output.display_name();
            let content = match kind {
                OutputKind::Csv => Some(Ok(self.csv(summaries))),
                OutputKind::Json => Some(Ok(run_json::json(summaries).into_bytes())),
                OutputKind::Tally(run) => Some(Ok(tally_file::to_text(&run).into_bytes())),
                OutputKind::Chart(format) => self.chart(format, summaries),
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
                    tr!("Written to {folder}", folder)
                }
                None => tr!("Written: {files}", files),
            });
        }
        if let Some(format) = self.stdout_format {
            let answer = self.answer(format, summaries, console);
            failures.record(console.print(&answer));
        }
    }

    fn csv(&self, summaries: &[Summary]) -> Vec<u8> {
        let style = self.args.csv_args.csv_style;
        let table = style.in_language(|| row_table(summaries).with_words(self.topic));
        table.csv(style)
    }

    /// Returns the file of the picture; `None` in a folder if there is nothing to draw.
    fn chart(
        &self,
        format: PictureFormat,
        summaries: &[Summary],
    ) -> Option<Result<Vec<u8>, Problem>> {
        let picture = self.topic.picture(summaries);
        let picture = picture.filter(|picture| !picture.content.is_empty());
        let Some(picture) = picture else {
            let is_requested = self.args.chart_args.chart.is_some();
            return is_requested.then(|| Err(drawing_problem(PictureError::Empty)));
        };
        let drawn = self.args.chart_args.draw(picture);
        Some(drawn.and_then(|drawn| drawn.encode(format).map_err(drawing_problem)))
    }

    fn answer(&self, format: AnswerFormat, summaries: &[Summary], console: &Console) -> Vec<u8> {
        match format {
            AnswerFormat::Csv => self.csv(summaries),
            AnswerFormat::Json => run_json::json(summaries).into_bytes(),
            AnswerFormat::Table => {
                let question_options = self.topic.question_options();
                let question_options: Vec<String> =
                    question_options.map(|option| option.flag_name()).collect();
                let options = ReportOptions {
                    use_colours: console.use_colours,
                    glossary: self.topic,
                    notes: self.topic.notes,
                    question_options: &question_options,
                    command_note: &self.note,
                    terminal_columns: console.columns,
                    show_all: self.args.all,
                    quiet: console.quiet,
                };
                report_text(summaries, &options).into_bytes()
            }
        }
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

pub fn drawing_problem(error: PictureError) -> Problem {
    match error {
        PictureError::Empty => Problem::for_argument(
            "--chart",
            problem!("nothing to draw, since the question has a single number"),
        ),
        _ => problem!("the chart cannot be drawn: {error}", error).caused_by(error),
    }
}
