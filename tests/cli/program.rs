//! Helpers that run the program as a child process.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Runs the program in a folder, in English by default, for two minutes at most.
pub fn pioche(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
    command
        .current_dir(folder)
        .env_clear()
        .args(args.split_whitespace())
        .timeout(Duration::from_secs(120));
    command.output().expect("the program runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the answer is UTF-8")
}

/// Returns the standard error with plain spaces.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone())
        .expect("messages are UTF-8")
        .replace('\u{a0}', " ")
}

/// Returns the standard output of a command that must succeed.
pub fn answer(folder: &Path, args: &str) -> String {
    let output = pioche(folder, args);
    assert!(output.status.success(), "{args}: {}", stderr(&output));
    stdout(&output)
}

/// Asserts that a command fails with exit code 2, no answer, and one sentence with `words` on the standard error.
pub fn refused(folder: &Path, args: &str, words: &str) {
    let output = pioche(folder, args);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    assert_eq!(stdout(&output), "", "{args}");
    assert_eq!(message.lines().count(), 1, "{args}: {message}");
    assert!(message.starts_with("pioche: "), "{args}: {message}");
    assert!(message.contains(words), "{args}: {message}");
}

/// Returns the JSON answer of a command that must succeed.
pub fn json(folder: &Path, args: &str) -> Value {
    serde_json::from_str(&answer(folder, &format!("{args} --format json"))).expect("valid JSON")
}

/// Runs the program with a text as its standard input, which it need not read completely.
pub fn fed(folder: &Path, args: &str, input: &str) -> Output {
    let mut child = started(folder, args);
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Creates a folder for a test that starts programs in it.
pub fn folder() -> TempDir {
    #[cfg(unix)]
    stop_at_signals();
    tempfile::tempdir().expect("a folder for the test")
}

/// Makes `^C` end this process even if it was started to ignore it, for example in the background of a script, since
/// child processes inherit ignored signals.
#[cfg(unix)]
fn stop_at_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT};
    use std::sync::{Arc, Once, atomic::AtomicBool};
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT] {
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, always)
                .expect("a handler");
        }
    });
}

/// Starts the program with open streams.
pub fn started(folder: &Path, args: &str) -> Child {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pioche"));
    command
        .current_dir(folder)
        .env_clear()
        .args(args.split_whitespace());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Sends a signal to a program.
pub fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Runs a shell command; the program is `pioche` and `$PIOCHE`, and programs in the folder come first in the path.
pub fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_pioche"));
    let path = format!(
        "{}:{}:/usr/bin:/bin",
        folder.display(),
        program.parent().expect("a folder").display()
    );
    let mut command = Command::new("sh");
    command
        .current_dir(folder)
        .env_clear()
        .env("PATH", path)
        .env("PIOCHE", program)
        .env("HOME", folder);
    command.args(["-c", line]).output().expect("a shell")
}

/// Waits until a condition holds.
pub fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "not in two minutes: {what}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the user time of a process in hundredths of a second.
pub fn worked(child: &Child) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name of the program may contain any character; the user time is the 12th field after it.
    stat.rsplit(')')
        .next()
        .and_then(|rest| rest.split_whitespace().nth(11))
        .map_or(0, |time| time.parse().unwrap())
}

/// Returns all files below a folder with their bytes.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            found.extend(
                contents(&path)
                    .into_iter()
                    .map(|(below, bytes)| (format!("{name}/{below}"), bytes)),
            );
        } else {
            found.insert(name, fs::read(&path).expect("the file is there"));
        }
    }
    found
}

/// The folder of a study that is run once for all tests.
pub static STUDY_FILES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
    let words = [
        "study",
        "--out",
        "my study; touch X",
        "--scale",
        "0.001",
        "--lang",
        "en",
    ];
    let told = command
        .current_dir(&folder)
        .env_clear()
        .args(words)
        .output()
        .expect("the program runs");
    assert!(told.status.success(), "{}", stderr(&told));
    folder.join("my study; touch X")
});

/// A CSV file.
#[derive(Debug, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn parse(text: &str) -> Self {
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = cells(reader.headers().expect("headings"));
        let records = reader.records();
        let rows = records.map(|record| cells(&record.expect("a row")));
        Self {
            columns,
            rows: rows.collect(),
        }
    }

    pub fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column == name)
    }

    /// Returns the cell of a row in the named column.
    pub fn cell<'a>(&self, row: &'a [String], name: &str) -> &'a str {
        let place = self.columns.iter().position(|column| column == name);
        &row[place.unwrap_or_else(|| panic!("no column {name}"))]
    }

    /// Returns the number in a cell, if it has one.
    pub fn number(&self, row: &[String], name: &str) -> Option<f64> {
        self.cell(row, name).parse().ok()
    }

    /// Returns the cells of a column.
    pub fn column(&self, name: &str) -> Vec<&str> {
        self.rows.iter().map(|row| self.cell(row, name)).collect()
    }

    /// Returns the mean of the numbers in a column.
    pub fn mean(&self, name: &str) -> f64 {
        let numbers = self.rows.iter().filter_map(|row| self.number(row, name));
        let numbers: Vec<f64> = numbers.collect();
        assert!(!numbers.is_empty(), "no number in {name}");
        numbers.iter().sum::<f64>() / numbers.len() as f64
    }
}

/// Returns a JSON value as text, words without quotes.
pub fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
