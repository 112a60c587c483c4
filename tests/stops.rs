//! Every verb ends soon when it is told to, wherever it is at work, with the exit code of the signal, and leaves no
//! unfinished file.

use crate::cli::folder;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, running, its standard input open.
fn started(folder: &Path, args: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
    command.current_dir(folder).env_clear().args(args.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill runs").success());
}

/// The hundredths of a second that a process has worked.
fn worked(child: &Child) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // Behind the name of the program, which may hold any sign: the 12th field is the time in user mode.
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)).map_or(0, |time| time.parse().unwrap())
}

fn left_behind(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".part")).collect()
}

/// Ends a command that is at work, and tells what it left and said.
fn ended(folder: &Path, child: Child, (name, code): (&str, i32), args: &str) -> String {
    let told = Instant::now();
    signal(&child, name);
    let output = child.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args} {name}: {words}");
    // A second, and what a busy machine may add.
    assert!(told.elapsed() < Duration::from_secs(4), "{args} {name}: {:?}", told.elapsed());
    assert_eq!(left_behind(folder), [""; 0], "{args} {name}");
    words
}

const SIGNALS: [(&str, i32); 3] = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];

#[test]
fn every_verb_ends_at_work() {
    let commands = [
        "solve solitaire --board english --count",
        "solve alak --cells 15",
        "show alliances --cards 52 --animate film.gif --width 4096",
        "play alak --cells 15 --players human,perfect --save kept",
        "simulate alak --cells 15 --players perfect,perfect --out d",
        "simulate bataille --values 64 --deals 1M --csv b.csv",
        "simulate alak --cells 64 --players mcts:100000,mcts:100000 --deals 100 --tally m.tally",
        "simulate alliances --cards 52 --improve move --player perfect --deals 1M --json a.json",
    ];
    for (args, signal) in commands.into_iter().zip(SIGNALS.into_iter().cycle()) {
        let folder = folder();
        let mut child = started(folder.path(), args);
        while worked(&child) < 30 {
            assert!(child.try_wait().unwrap().is_none(), "{args} ends too soon");
            std::thread::sleep(Duration::from_millis(10));
        }
        ended(folder.path(), child, signal, args);
        assert!(!folder.path().join("film.gif").exists() && !folder.path().join("m.tally").exists());
    }
}

#[test]
fn whoever_waits_for_input_ends() {
    let folder = folder();
    for (args, signal) in ["check -", "show nim -", "report -"].into_iter().zip(SIGNALS) {
        let child = started(folder.path(), args);
        std::thread::sleep(Duration::from_millis(300));
        ended(folder.path(), child, signal, args);
    }
}

/// A run keeps the deals that it has played when one of those under way is long.
#[test]
fn a_run_keeps_what_it_has() {
    let folder = folder();
    let args = "simulate alliances --cards 52 --improve move --player perfect --deals 1M --tally a.tally --save-every 0";
    let child = started(folder.path(), args);
    let tally = folder.path().join("a.tally");
    let played = || fs::read_to_string(&tally).is_ok_and(|text| text.contains("ranges 0.."));
    let begun = Instant::now();
    while !played() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no deal was played");
        std::thread::sleep(Duration::from_millis(20));
    }
    let words = ended(folder.path(), child, ("-TERM", 143), args);
    assert!(words.contains("Interrupted after") && words.contains("--resume"), "{words}");
    assert!(fs::read_to_string(&tally).unwrap().contains("stopped interrupted"));
}

#[test]
fn a_study_ends_while_it_draws() {
    let folder = folder();
    let args = "study --out s --scale 0.001";
    let mut child = started(folder.path(), args);
    while !folder.path().join("s/alliances.csv").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    let words = ended(folder.path(), child, ("-INT", 130), args);
    assert!(words.contains("To go on:") && words.contains("study --out s"), "{words}");
    assert_eq!(left_behind(&folder.path().join("s")), [""; 0]);
    assert!(!folder.path().join("s/README.md").exists());
}
