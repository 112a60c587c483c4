//! The outputs of a simulation: opened before it starts, written at its end.

use super::args::{AnswerFormat, OutputArgs};
use super::console::{Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputFolder};
use pioche_engine::sim::Summary;
use pioche_games::Topic;
use pioche_report::data_table::row_table;
use pioche_report::lang::{Problem, problem, tr};
use pioche_report::picture::{PictureError, PictureFormat};
use pioche_report::run_json;
use pioche_report::terminal_report::{ReportOptions, report_text};

#[derive(Clone, Copy)]
enum OutputKind {
    Csv,
    Json,
    Chart(PictureFormat),
}

/// The outputs of a command.
pub struct Outputs<'a> {
    topic: &'static Topic,
    args: &'a OutputArgs,
    /// The format of the answer on the standard output; `None` if the standard output carries a file.
    stdout_format: Option<AnswerFormat>,
    files: Vec<(OutputKind, Output)>,
    /// The folder of `--out`.
    pub folder: Option<OutputFolder>,
}

impl<'a> Outputs<'a> {
    /// Opens all requested outputs; `resumes` is true for a command that continues the tallies in the folder. Fails when one of
    /// them cannot be written.
    pub fn open(
        args: &'a OutputArgs,
        topic: &'static Topic,
        resumes: bool,
        registry: &mut FileRegistry,
    ) -> Result<Self, Problem> {
        let chart_args = &args.chart_args;
        let mut files = Vec::new();
        for (kind, path) in [
            (OutputKind::Csv, &args.csv_args.csv),
            (OutputKind::Json, &args.json),
            (OutputKind::Chart(chart_args.format()), &chart_args.chart),
        ] {
            if let Some(path) = path {
                files.push((kind, registry.open_output(path)?));
            }
        }
        let mut folder = None;
        if let Some(path) = &args.out {
            let opened = OutputFolder::open(path, args.force_args.force || resumes)?;
            for (kind, ending) in [
                (OutputKind::Csv, "csv"),
                (OutputKind::Json, "json"),
                (OutputKind::Chart(PictureFormat::Svg), "svg"),
            ] {
                let path = opened.file_path(&format!("{}.{ending}", topic.name))?;
                files.push((kind, registry.open_output(&path)?));
            }
            folder = Some(opened);
        }
        let is_stdout_free = registry.is_stdout_free(args.format)?;
        Ok(Self {
            topic,
            args,
            stdout_format: is_stdout_free.then(|| args.format.unwrap_or_default()),
            files,
            folder,
        })
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
            console.remark(&tr!("Written: {files}", files));
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
                    terminal_columns: console.columns,
                    show_all: self.args.all,
                    quiet: console.quiet,
                };
                report_text(summaries, &options).into_bytes()
            }
        }
    }
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
