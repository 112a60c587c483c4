//! Tests that every verb ends soon after a signal, with the exit code of the signal and without unfinished files.

use crate::program::{
    answer, folder, names, pioche, shell, signal, started, stderr, stdout, until, worked,
};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn left_behind(folder: &Path) -> Vec<String> {
    names(folder)
        .into_iter()
        .filter(|name| name.starts_with(".pioche-"))
        .collect()
}

/// Sends a signal to a working command. Returns the messages.
fn ended(folder: &Path, child: Child, (name, code): (&str, i32), args: &str) -> String {
    let told = Instant::now();
    signal(&child, name);
    let output = child.wait_with_output().expect("it ends");
    let words = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args} {name}: {words}");
    // A second, and some more for a busy machine.
    assert!(
        told.elapsed() < Duration::from_secs(4),
        "{args} {name}: {:?}",
        told.elapsed()
    );
    assert_eq!(left_behind(folder), [""; 0], "{args} {name}");
    words
}

const SIGNALS: [(&str, i32); 3] = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];

#[test]
fn signals_end_every_working_command() {
    let commands = [
        "solve alak --cells 15",
        "show bataille --deal 3 --animate film.gif",
        "play alak --cells 15 --players human,perfect --save kept",
        "simulate alak --cells 15 --players perfect,perfect --out d",
        "simulate bataille --values 64 --deals 1M --csv b.csv",
        "simulate alak --cells 64 --players minimax:9,minimax:9 --deals 100 --tally m.tally",
        "simulate alliances --cards 52 --improve move --player perfect --deals 1M --json a.json",
    ];
    for (args, signal) in commands.into_iter().zip(SIGNALS.into_iter().cycle()) {
        let folder = folder();
        let mut child = started(folder.path(), args);
        while worked(&child) < 8 {
            assert!(child.try_wait().unwrap().is_none(), "{args} ends too soon");
            std::thread::sleep(Duration::from_millis(10));
        }
        ended(folder.path(), child, signal, args);
        assert!(
            !folder.path().join("film.gif").exists() && !folder.path().join("m.tally").exists()
        );
    }
}

/// The rows of `--each` are written after the run: a signal then leaves the tally and no part of the rows, and the message
/// says so and has the command that writes them.
#[test]
fn signals_end_the_rows_of_each_deal() {
    let arguments = [
        "--deals 50M --tally t.tally --each e.csv",
        "--deals 50M --csv a.csv --each e.csv",
        "--cards 52 --improve move --player perfect --deals 64 --threads 1 --csv a.csv --each e.csv",
    ];
    for (arguments, signal) in arguments.into_iter().zip(SIGNALS) {
        let folder = folder();
        let here = folder.path();
        let args = format!("simulate alliances {arguments}");
        let child = started(here, &args);
        let saved = if arguments.contains("--tally") {
            "t.tally"
        } else {
            "a.csv"
        };
        until("the results are written", || here.join(saved).exists());
        let words = ended(here, child, signal, &args);
        assert_eq!(names(here), [saved], "{signal:?}");
        let command = words.lines().last().expect("a message");
        assert!(words.contains("e.csv"), "{words}");
        assert!(command.starts_with("pioche simulate alliances"), "{words}");
        let flag = if saved == "t.tally" {
            "--resume"
        } else {
            "--force"
        };
        assert!(command.contains(flag), "{words}");
    }
}

#[test]
fn signals_end_commands_waiting_for_input() {
    let folder = folder();
    for (args, signal) in ["check -", "show nim -", "report -"]
        .into_iter()
        .zip(SIGNALS)
    {
        let child = started(folder.path(), args);
        std::thread::sleep(Duration::from_millis(300));
        ended(folder.path(), child, signal, args);
    }
}

/// Opening a pipe waits for a reader, and one signal ends it.
#[test]
fn one_signal_ends_wait_for_pipe_reader() {
    let folder = folder();
    assert!(shell(folder.path(), "mkfifo pipe").status.success());
    for (args, signal) in ["--csv pipe", "--csv a.csv --tally pipe", "--json pipe"]
        .into_iter()
        .zip(SIGNALS)
    {
        let child = started(folder.path(), &format!("simulate nim --deals 100 {args}"));
        std::thread::sleep(Duration::from_millis(300));
        ended(folder.path(), child, signal, args);
    }
}

/// One signal ends a run whose results no reader takes, although the run has acknowledged it.
#[test]
fn one_signal_ends_write_to_full_pipe() {
    let folder = folder();
    assert!(shell(folder.path(), "mkfifo pipe").status.success());
    let mut options = fs::File::options();
    let mut pipe = options
        .read(true)
        .write(true)
        .open(folder.path().join("pipe"))
        .unwrap();
    // The capacity of a pipe.
    pipe.write_all(&[0; 65_536]).unwrap();
    for (option, signal) in ["--csv pipe", "--tally pipe", "--json pipe"]
        .into_iter()
        .zip(SIGNALS)
    {
        let args = format!("simulate alliances --deals 1e14 {option}");
        let child = started(folder.path(), &args);
        until("the run begins", || worked(&child) >= 10);
        ended(folder.path(), child, signal, &args);
    }
}

/// A signal that `nohup` ignores stays ignored, and other signals do not.
#[test]
fn an_ignored_signal_stays_ignored() {
    let folder = folder();
    let line = format!(
        "trap '' HUP; exec {} simulate nim --deals 1e14 --threads 1 --quiet",
        env!("CARGO_BIN_EXE_pioche")
    );
    let mut shell = Command::new("sh");
    shell
        .current_dir(folder.path())
        .args(["-c", &line])
        .stdout(Stdio::null());
    let mut child = shell.spawn().expect("sh runs");
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

/// A run keeps the deals played so far when the current one takes long.
#[test]
fn interrupted_run_saves_played_deals() {
    let folder = folder();
    let args =
        "simulate alliances --cards 52 --improve move --player perfect --deals 1M --tally a.tally";
    let child = started(folder.path(), args);
    let tally = folder.path().join("a.tally");
    let played = || fs::read_to_string(&tally).is_ok_and(|text| text.contains("ranges 0.."));
    until("a deal was played", played);
    let words = ended(folder.path(), child, ("-TERM", 143), args);
    assert!(words.contains(" --resume"), "{words}");
    assert!(
        fs::read_to_string(&tally)
            .unwrap()
            .contains("stopped interrupted")
    );
}

/// Returns the sentence with which a command is refused.
fn refused(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
    let output = command
        .current_dir(folder)
        .env_clear()
        .args(args)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}: {}", stdout(&output));
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A range has more tallies than a process can open at once.
#[test]
fn long_range_stays_below_open_file_limit() {
    let folder = folder();
    let range = "simulate nim --matches 2..201 --deals 64 --threads 1 --out d --quiet --format csv";
    let output = shell(
        folder.path(),
        &format!("ulimit -n 100; exec $PIOCHE {range}"),
    );
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(names(&folder.path().join("d/tallies")).len(), 200);
}

/// Solutions for thousands of heaps of one million matches are not kept in memory.
#[test]
fn range_does_not_hold_solutions_in_memory() {
    let folder = folder();
    let args = "simulate nim --matches 999900..1000000 --takes 999,1000 --players perfect,perfect --deals 1 --threads 1";
    let output = shell(
        folder.path(),
        &format!("ulimit -v 600000; exec $PIOCHE {args} --quiet"),
    );
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Any error about arguments, file names or contents is one line without control characters.
#[test]
fn errors_contain_no_control_characters() {
    let folder = folder();
    let nasty = "a\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}2J\u{202e}\u{200f}\u{2028}\nz";
    let long = format!("{nasty}{}", "x".repeat(100_000));
    fs::write(folder.path().join("deck"), format!("7-K {nasty} 8-K")).unwrap();
    fs::write(folder.path().join("moves"), nasty.repeat(50)).unwrap();
    let tally = format!("pioche tally 2\nexperiment {nasty}\n");
    fs::write(folder.path().join("tally"), tally).unwrap();
    for args in [
        vec![nasty],
        vec!["simulate", "nim", "--players", &long],
        vec!["simulate", "nim", "--deals", &long],
        vec![&long],
        vec!["simulate", "nim", &long],
        vec!["show", "alliances", nasty],
        vec!["show", "alliances", "deck"],
        vec!["improve", "deck"],
        vec!["show", "nim", "moves"],
        vec!["show", "bataille", "moves"],
        vec!["report", "tally"],
        vec!["report", nasty],
        vec!["play", "nim", "moves"],
        vec![
            "simulate",
            "nim",
            "--deals",
            "64",
            "--csv",
            "no/\u{1b}[2J/x",
        ],
    ] {
        let said = refused(folder.path(), &args);
        let line = said.strip_suffix('\n').unwrap_or(&said);
        assert!(line.chars().count() < 700, "{} signs", line.chars().count());
        let bad =
            |sign: char| sign.is_control() || ['\u{202e}', '\u{200f}', '\u{2028}'].contains(&sign);
        assert!(!line.contains(bad), "{line:?}");
    }
    let said = stdout(&pioche(folder.path(), "check deck"));
    assert!(
        !said.contains(|sign: char| sign != '\n' && sign.is_control()),
        "{said:?}"
    );
}

/// Runs use the main thread if no other can be started; nothing panics.
#[test]
fn failed_thread_start_does_not_panic() {
    let folder = folder();
    for args in [
        "simulate nim --deals 100 --quiet",
        "play nim --players random,random",
        "play nim",
        "solve nim",
    ] {
        // The superuser is exempt from the limit.
        let output = shell(
            folder.path(),
            &format!("ulimit -u 0 2>/dev/null; exec $PIOCHE {args} </dev/null"),
        );
        let said = stderr(&output);
        assert!(!said.contains("panicked"), "{args}: {said}");
        assert!(
            matches!(output.status.code(), Some(0 | 2)),
            "{args}: {:?} {said}",
            output.status
        );
    }
    let output = shell(
        folder.path(),
        "RAYON_NUM_THREADS=5000 exec $PIOCHE simulate nim --deals 64 --quiet",
    );
    assert!(output.status.success(), "{}", stderr(&output));
}

/// The largest exact law is computed once, not at each check of the stop rule.
#[test]
fn thousand_riffles_report_finishes_in_time() {
    let folder = folder();
    let begun = Instant::now();
    let args = "simulate shuffle --cards 256 --riffles 1000 --deals 64 --precision 0.3 --tally s.tally --quiet";
    answer(folder.path(), args);
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
}

/// A signal at any moment after the last deal: the answer has all examples, or the exit code says that it does not.
#[test]
fn signal_during_search_for_examples_is_told() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate bataille --deals 20000 --tally t --threads 1";
    answer(here, &format!("{run} --quiet"));
    let command = format!("{run} --resume --json j.json --force");
    answer(here, &format!("{command} --quiet"));
    let whole = fs::read(here.join("j.json")).expect("the answer");
    let mut told = 0;
    for delay in 0..24 {
        let _ = fs::remove_file(here.join("j.json"));
        let child = started(here, &command);
        std::thread::sleep(Duration::from_millis(4 * delay));
        signal(&child, "-TERM");
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() {
            let found = fs::read(here.join("j.json")).expect("the answer");
            assert!(found == whole, "after {} ms", 4 * delay);
        } else {
            told += 1;
        }
    }
    assert!(told > 0);
}
