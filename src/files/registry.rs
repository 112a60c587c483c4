//! The files of a command: each output is a distinct file, no output is also an input, and none replaces a file without
//! `--force`.

use super::output::Output;
use super::{create_folder, display_name, is_stdio_path, parent_folder};
use pioche_report::lang::{Problem, Text, problem};
use std::fs;
use std::path::{Path, PathBuf};

/// The inputs and outputs of a command, by their paths without links. Every output of every command is opened here.
#[derive(Debug, Default)]
pub struct FileRegistry {
    force: bool,
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
}

impl FileRegistry {
    pub fn new(force: bool) -> Self {
        Self {
            force,
            ..Self::default()
        }
    }

    /// Registers an input.
    pub fn add_input(&mut self, path: &Path) {
        let path = if is_stdio_path(path) {
            Path::new("/dev/stdin")
        } else {
            path
        };
        self.inputs.extend(fs::canonicalize(path));
    }

    /// Opens an output. Fails when it exists and `--force` is not given, when it is already registered under any name, and as
    /// [`Output::open`].
    pub fn open_output(&mut self, path: &Path) -> Result<Output, Problem> {
        let reason = Text("the file already exists (--force replaces it)");
        self.open_if_new(path, reason)
    }

    /// Opens the tally of a run. Fails as [`Self::open_output`], but for a file that the run resumes.
    pub fn open_tally(&mut self, path: &Path, is_resumed: bool) -> Result<Output, Problem> {
        if is_resumed {
            return self.open_continued_output(path);
        }
        let reason =
            Text("the file already exists (--resume continues this tally, --force replaces it)");
        self.open_if_new(path, reason)
    }

    fn open_if_new(&mut self, path: &Path, reason: Text) -> Result<Output, Problem> {
        let output = self.open_continued_output(path)?;
        if output.replaces_file() && !self.force {
            return Err(Problem::cannot_write(&output.display_name(), reason));
        }
        Ok(output)
    }

    /// Opens an output that continues the content of its file, which is read too. Fails as [`Self::open_output`], except
    /// when the file exists.
    pub fn open_continued_output(&mut self, path: &Path) -> Result<Output, Problem> {
        let is_stdout = is_stdio_path(path) || path == Path::new("/dev/stdout");
        let path = if is_stdout { Path::new(STDOUT) } else { path };
        let output = Output::open(path)?;
        let file = output.display_name();
        let real_path = output.file().or(is_stdout.then_some(path));
        // A device may be given several times.
        if let Some(real_path) = real_path {
            if self.inputs.iter().any(|input| input == real_path) {
                return Err(problem!(
                    "{file} is read by this command and cannot also be an output",
                    file
                ));
            }
            if self.outputs.iter().any(|other| other == real_path) {
                return Err(duplicate_problem(&file));
            }
            self.outputs.push(real_path.to_owned());
        }
        Ok(output)
    }

    /// Returns true if no output file is the standard output, so that the answer is printed there. Fails when
    /// `stdout_format` asks for an answer as well.
    pub fn is_stdout_free<F>(&self, stdout_format: Option<F>) -> Result<bool, Problem> {
        let is_used = self.outputs.iter().any(|output| is_stdio_path(output));
        if is_used && stdout_format.is_some() {
            return Err(duplicate_problem(STDOUT));
        }
        Ok(!is_used)
    }
}

const STDOUT: &str = "-";

fn duplicate_problem(file: &str) -> Problem {
    problem!("{file} is given twice as an output", file)
}

/// The folder of several tallies in the folder of a command.
pub const TALLY_FOLDER: &str = "tallies";

/// The folder of `--out`, which is new or empty, or has files that `--force` may replace. Nothing in it is ever removed.
#[derive(Debug)]
pub struct OutputFolder(PathBuf);

impl OutputFolder {
    /// Opens a folder, and creates it if it does not exist. Fails when it cannot be created, and when it has files, unless
    /// `may_have_files` is true.
    pub fn open(path: &Path, may_have_files: bool) -> Result<Self, Problem> {
        create_folder(path)?;
        if !may_have_files && let Some(file) = first_visible_file(path) {
            return Err(folder_problem(
                path,
                problem!(
                    "this folder holds “{file}”; choose an empty or a new folder, or --force, \
                     which replaces files of the same names and removes none",
                    file
                ),
            ));
        }
        Ok(Self(path.to_owned()))
    }

    /// Returns the path of a file of the folder, and creates the folder of a name such as `tallies/a.tally`. Fails when it
    /// cannot be created.
    pub fn file_path(&self, name: &str) -> Result<PathBuf, Problem> {
        let path = self.0.join(name);
        create_folder(parent_folder(&path))?;
        Ok(path)
    }
}

/// Returns the first file of a folder by its name, without hidden ones.
fn first_visible_file(folder: &Path) -> Option<String> {
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .min()
}

/// Adds the option with a folder to a problem.
pub fn folder_problem(folder: &Path, problem: Problem) -> Problem {
    Problem::for_argument(&format!("--out {}", display_name(folder)), problem)
}
