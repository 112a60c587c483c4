//! Commands for the files of a class: those of folders, as people sort them, the answer for each of them, and the outcome.

use super::args::{AnswerFormat, CsvArgs, OUTPUT_HEADING, options};
use super::console::{CommandOutcome, Console, Failure, print_problem};
use super::files::{
    FileRegistry, Output, OutputContent, create_folder, display_name, output_path, parent_folder,
};
use pioche_report::data_table::{DataCell, DataTable, csv, pretty_json};
use pioche_report::lang::{Lang, Problem, either, fold_case_and_accents, problem};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

options! {
    /// The files that hold the answers for a class.
    #[derive(Clone, Debug)]
    #[command(next_help_heading = OUTPUT_HEADING)]
    pub struct ClassArgs {
        csv_args: CsvArgs = flatten;
        #[arg(
            long,
            value_name = "DIR",
            value_parser = output_path(OutputContent::Folder),
        )]
        feedback: Option<PathBuf> =
            "Écrit dans le dossier DIR un texte par élève, à lui remettre tel quel",
            "Write a text for each student to the folder DIR, to be handed on unchanged";
        #[arg(long)]
        force: bool =
            "Remplace les fichiers existants",
            "Replace existing files";
    }
}

impl ClassArgs {
    /// Returns true if these options, or the paths, ask for the answers to several files.
    pub fn ask_for_class(&self, paths: &[PathBuf]) -> bool {
        let are_several = paths.len() > 1 || paths.iter().any(|path| path.is_dir());
        are_several || self.csv_args.csv.is_some() || self.feedback.is_some()
    }
}

/// The answer for one of several files.
pub struct FileAnswer {
    /// The line, or the lines, for the teacher.
    pub text: String,
    /// The text for its author.
    pub feedback: String,
    /// The cells of its row in the table.
    pub cells: Vec<DataCell>,
    pub json: Value,
    /// False if something is wrong; `None` without a conclusion.
    pub is_right: Option<bool>,
}

/// The check of several files.
pub struct ClassCheck<'a> {
    pub args: &'a ClassArgs,
    /// Files and folders.
    pub paths: &'a [PathBuf],
    /// Files that are read besides.
    pub inputs: &'a [PathBuf],
    /// The columns of the table; one is named `verdict`, and the last one is for the reason of a refusal.
    pub headings: &'a [&'static str],
    /// The format of the standard output.
    pub format: Option<AnswerFormat>,
    pub console: &'a Console,
}

impl ClassCheck<'_> {
    /// Answers for each file. A refused file is a line with the reason. The outcome is negative if a file is wrong; otherwise
    /// an error if one was refused or has no conclusion. An answer is `None` after a signal.
    pub fn run(
        &self,
        answer: &mut dyn FnMut(&Path) -> Result<Option<FileAnswer>, Problem>,
    ) -> Result<CommandOutcome, Failure> {
        let console = self.console;
        let lang = console.lang;
        let hand_ins = HandIns::find(self.paths)?;
        let mut registry = FileRegistry::new(self.args.force);
        for path in hand_ins.paths.iter().chain(self.inputs) {
            registry.add_input(path);
        }
        let csv_path = self.args.csv_args.csv.as_deref();
        let csv_output = csv_path
            .map(|path| registry.open_output(path))
            .transpose()?;
        let mut feedback_outputs = self
            .open_feedback(&hand_ins.paths, &mut registry)?
            .into_iter();
        let is_json = self.format == Some(AnswerFormat::Json);
        let prints_lines = registry.is_stdout_free(self.format)? && !is_json;
        let mut table = DataTable::new(self.headings, Vec::new());
        let mut values = Vec::new();
        let mut is_negative = false;
        let mut refused_files = Vec::new();
        let mut undecided_files = Vec::new();
        for path in &hand_ins.paths {
            let name = display_name(path);
            let file_answer = match answer(path) {
                Ok(Some(answer)) => answer,
                Ok(None) => return Ok(CommandOutcome::Interrupted),
                Err(problem) => {
                    refused_files.push(name.clone());
                    self.refusal(&name, problem.0.in_lang(lang))
                }
            };
            match file_answer.is_right {
                Some(is_right) => is_negative |= !is_right,
                None if !refused_files.contains(&name) => undecided_files.push(name),
                None => {}
            }
            if prints_lines {
                console.print(format!("{}\n", file_answer.text.trim_end()).as_bytes())?;
            }
            if let Some(output) = feedback_outputs.next() {
                let folder = format!("{}/", display_name(parent_folder(path)));
                let feedback = file_answer.feedback.replace(&folder, "");
                output.write(feedback.as_bytes(), console)?;
            }
            table.rows.push(file_answer.cells);
            values.push(file_answer.json);
        }
        if let Some(output) = csv_output {
            output.write(&csv(&table, self.args.csv_args.csv_style), console)?;
        }
        if is_json {
            let value = json!({
                "files": values,
                "unread": refused_files.len(),
                "left_out": hand_ins.left_out_count(),
            });
            console.print(pretty_json(&value).as_bytes())?;
        }
        if let Some(text) = hand_ins.left_out_text(lang) {
            console.remark(&text);
        }
        let refused_count = refused_files.len();
        let undecided_count = undecided_files.len();
        if refused_count + undecided_count > 0 {
            let names = [refused_files, undecided_files].concat().join(", ");
            let problem = problem!(
                "fichiers refusés : {refused_count}, sans conclusion : {undecided_count} ({names})",
                "files refused: {refused_count}, undecided: {undecided_count} ({names})"
            );
            if !is_negative {
                return Err(problem.into());
            }
            print_problem(lang, &problem);
        }
        Ok(if is_negative {
            CommandOutcome::NegativeAnswer
        } else {
            CommandOutcome::Success
        })
    }

    fn refusal(&self, file: &str, reason: &str) -> FileAnswer {
        let lang = self.console.lang;
        let mut cells = vec![DataCell::Empty; self.headings.len()];
        for (cell, heading) in cells.iter_mut().zip(self.headings) {
            if *heading == "verdict" {
                *cell = DataCell::from("refused");
            }
        }
        cells[0] = DataCell::Text(file.to_owned());
        cells[self.headings.len() - 1] = DataCell::Text(reason.to_owned());
        FileAnswer {
            text: reason.to_owned(),
            feedback: either!(lang, "Non lu : {reason}.\n", "Not read: {reason}.\n"),
            cells,
            json: json!({ "file": file, "error": reason }),
            is_right: None,
        }
    }

    /// Opens a text of feedback for each hand-in: its path below the folder that was given, and `.txt`.
    fn open_feedback(
        &self,
        hand_ins: &[PathBuf],
        registry: &mut FileRegistry,
    ) -> Result<Vec<Output>, Problem> {
        let mut outputs = Vec::new();
        for path in hand_ins {
            let Some(folder) = &self.args.feedback else {
                break;
            };
            let mut folders = self.paths.iter();
            let below_folder = folders.find_map(|folder| path.strip_prefix(folder).ok());
            let name = match below_folder {
                Some(name) if name != Path::new("") => name.as_os_str(),
                _ => path.file_name().unwrap_or_default(),
            };
            let mut output_path = folder.join(name).into_os_string();
            output_path.push(".txt");
            let output_path = PathBuf::from(output_path);
            create_folder(parent_folder(&output_path))?;
            outputs.push(registry.open_output(&output_path)?);
        }
        Ok(outputs)
    }
}

/// The endings of programs, pictures, films, sounds and archives, which are no hand-ins.
const OTHER_ENDINGS: &str = "py pyc ipynb java class jar c h cpp hpp o js ts html css r m jl rs go php rb sh bat exe dll png jpg jpeg \
     gif svg webp bmp ico mp4 mov avi webm mp3 wav zip tar gz 7z rar tally";

/// The hand-ins that paths name.
struct HandIns {
    paths: Vec<PathBuf>,
    /// The files in folders that are left out, by their endings.
    left_out: BTreeMap<String, usize>,
}

impl HandIns {
    /// Returns the files of paths; folders give theirs and those of their subfolders, without hidden ones, those that
    /// spreadsheets keep while a table is open, and those that are no hand-ins by their ending.
    fn find(paths: &[PathBuf]) -> Result<Self, Problem> {
        let mut hand_ins = Self {
            paths: Vec::new(),
            left_out: BTreeMap::new(),
        };
        for path in paths {
            if !path.is_dir() {
                hand_ins.paths.push(path.clone());
                continue;
            }
            let first = hand_ins.paths.len();
            hand_ins.add_folder(path)?;
            if hand_ins.paths.len() == first {
                let folder = display_name(path);
                return Err(problem!(
                    "{folder} ne contient aucun texte à lire",
                    "{folder} contains no text to read"
                ));
            }
            hand_ins.paths[first..].sort_by_cached_key(|file| natural_key(&file.to_string_lossy()));
        }
        Ok(hand_ins)
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), Problem> {
        let unreadable = |error: io::Error| Problem::cannot_read(&display_name(folder), error);
        for entry in folder.read_dir().map_err(unreadable)? {
            let file = entry.map_err(unreadable)?;
            let path = file.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(['.', '~']) || name == "__MACOSX" {
                continue;
            }
            // A link to a folder could lead back to this one.
            if file.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.add_folder(&path)?;
            } else if path.is_file() {
                let extension = path.extension().unwrap_or_default();
                let ending = extension.to_string_lossy().to_lowercase();
                if OTHER_ENDINGS
                    .split_whitespace()
                    .any(|other| other == ending)
                {
                    *self.left_out.entry(ending).or_default() += 1;
                } else {
                    self.paths.push(path);
                }
            }
        }
        Ok(())
    }

    fn left_out_count(&self) -> usize {
        self.left_out.values().sum()
    }

    /// Tells how many files were left out, by their endings; `None` if none was.
    fn left_out_text(&self, lang: Lang) -> Option<String> {
        if self.left_out.is_empty() {
            return None;
        }
        let counts = self.left_out.iter();
        let counts: Vec<String> = counts
            .map(|(ending, count)| format!(".{ending} {count}"))
            .collect();
        let list = counts.join(", ");
        Some(either!(
            lang,
            "Fichiers écartés par leur extension : {list}",
            "Files left out by their endings: {list}"
        ))
    }
}

/// Returns a key that sorts texts as people do: without case and accents, and numbers by their value.
fn natural_key(text: &str) -> String {
    let mut key = String::new();
    let mut number = String::new();
    for sign in fold_case_and_accents(text).chars().chain([' ']) {
        if sign.is_ascii_digit() {
            number.push(sign);
            continue;
        }
        if !number.is_empty() {
            key += &format!("{number:0>20}");
            number.clear();
        }
        key.push(sign);
    }
    key
}
