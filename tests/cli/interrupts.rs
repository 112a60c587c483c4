//! Tests of commands that are interrupted by signals or killed, and of runs that are resumed or played in parts.

use crate::program::{
    answer, contents, folder, names, refused, shell, signal, started, stderr, stdout, until, worked,
};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SIGNALS: [(&str, i32); 3] = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];

/// A run that no test waits for.
const ENDLESS: &str = "simulate alliances --deals 1e14 --threads 1";

/// Returns a line of the state of a process.
fn status(child: &Child, key: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    line.unwrap_or_default().trim().to_owned()
}

/// Waits until a process handles SIGTERM, and then until it waits for something.
fn until_asleep(child: &Child) {
    let handled = || u64::from_str_radix(&status(child, "SigCgt:"), 16).unwrap_or(0);
    until("a handler", || handled() >> (15 - 1) & 1 == 1);
    until("it waits", || status(child, "State:").starts_with('S'));
}

/// Waits until a process has worked for a moment.
fn until_busy(child: &Child) {
    let start = worked(child);
    until("it works", || worked(child) >= start + 8);
}

/// Sends a signal and waits for the end, which no work delays. Returns the messages.
fn stopped(folder: &Path, mut child: Child, (name, code): (&str, i32), args: &str) -> String {
    assert_eq!(
        child.try_wait().expect("a child"),
        None,
        "{args} ends too soon"
    );
    signal(&child, name);
    until(args, || child.try_wait().expect("a child").is_some());
    let output = child.wait_with_output().expect("it ends");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args} {name}: {message}");
    let names = names(folder).into_iter();
    let parts: Vec<String> = names.filter(|name| name.starts_with(".pioche-")).collect();
    assert_eq!(parts, [""; 0], "{args} {name}");
    message
}

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
        "compare alliances table --cards 52 --deals 1e12",
    ];
    for (args, signal) in commands.into_iter().zip(SIGNALS.into_iter().cycle()) {
        let folder = folder();
        fs::write(folder.path().join("table"), "2;0.01\n3;0.02\n").expect("a file");
        let child = started(folder.path(), args);
        until_busy(&child);
        stopped(folder.path(), child, signal, args);
        for file in ["film.gif", "m.tally"] {
            assert!(!folder.path().join(file).exists(), "{args}");
        }
    }
}

/// A signal ends a command that waits for input, for a reader of its pipe, or for room in a pipe.
#[test]
fn signals_end_waiting_commands() {
    let folder = folder();
    let here = folder.path();
    assert!(shell(here, "mkfifo pipe full").status.success());
    let mut options = fs::File::options();
    let mut pipe = options
        .read(true)
        .write(true)
        .open(here.join("full"))
        .expect("a pipe");
    // The capacity of a pipe.
    pipe.write_all(&[0; 65_536]).expect("room");
    let waiting = [
        "check -",
        "show nim -",
        "report -",
        "simulate nim --deals 100 --csv pipe",
        "simulate nim --deals 100 --csv a.csv --tally pipe",
        "simulate nim --deals 100 --json pipe",
    ];
    for (args, signal) in waiting.into_iter().zip(SIGNALS.into_iter().cycle()) {
        let child = started(here, args);
        until_asleep(&child);
        stopped(here, child, signal, args);
    }
    for (option, signal) in ["--csv", "--tally", "--json"].into_iter().zip(SIGNALS) {
        let args = format!("{ENDLESS} {option} full");
        let child = started(here, &args);
        until_busy(&child);
        stopped(here, child, signal, &args);
    }
}

/// A signal that `nohup` ignores stays ignored, and other signals do not.
#[test]
fn an_ignored_signal_stays_ignored() {
    let folder = folder();
    let line = format!("trap '' HUP; exec $PIOCHE {ENDLESS} -q");
    let mut command = Command::new("sh");
    command
        .env("PIOCHE", env!("CARGO_BIN_EXE_pioche"))
        .args(["-c", &line]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("sh runs");
    until_busy(&child);
    signal(&child, "-HUP");
    until_busy(&child);
    stopped(folder.path(), child, ("-TERM", 143), &line);
}

/// Waits until a tally has deals.
fn until_saved(tally: &Path) {
    until("a save", || {
        fs::read_to_string(tally).is_ok_and(|text| text.contains("ranges 0.."))
    });
}

/// An interrupted run writes its results, also when a single deal takes long, and prints the command that resumes it.
#[test]
fn signal_saves_tally_and_prints_resume_command() {
    const SLOW: &str = "--cards 52 --improve move --player perfect --deals 1M";
    let deals = ["--deals 1e12 --seed random", "--deals 1e12", SLOW];
    for (options, signal) in deals.into_iter().zip(SIGNALS) {
        let folder = folder();
        let here = folder.path();
        let run = format!("simulate alliances --threads 1 {options}");
        let child = started(here, &format!("{run} --tally my.tally --json a.json"));
        until_saved(&here.join("my.tally"));
        let message = stopped(here, child, signal, &run);
        let command = message
            .lines()
            .last()
            .expect("the command is the last line");
        let start = "pioche simulate alliances --";
        assert!(command.starts_with(start), "{command}");
        let end = " --tally my.tally --json a.json --resume --force";
        assert!(
            command.ends_with(end) && !command.contains("random"),
            "{command}"
        );
        let saved = fs::read_to_string(here.join("my.tally")).expect("a tally");
        assert!(
            saved.contains("\nstopped interrupted\nranges 0.."),
            "{saved}"
        );
        let answer = fs::read_to_string(here.join("a.json")).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["runs"][0]["stopped"], "interrupted");
        let deals = answer["runs"][0]["deals"].as_u64().expect("deals");
        assert!(
            saved.contains(&format!("ranges 0..{deals}\n")) && deals > 0,
            "{saved}"
        );
        // Fewer deals than those already played are refused, and change nothing.
        let fewer = command
            .replace("1e12", "0")
            .replace("1M", "0")
            .replace("--deals 0", "--deals 1");
        if deals > 1 {
            refused(
                here,
                fewer.strip_prefix("pioche ").expect("a command"),
                "my.tally",
            );
        }
        assert_eq!(
            fs::read_to_string(here.join("my.tally")).expect("a tally"),
            saved
        );
    }
}

/// The rows of `--each` are written after the run: a signal then leaves the results and no part of the rows, and the message
/// has the command that writes them.
#[test]
fn signals_end_the_rows_of_each_deal() {
    let slow = "--cards 52 --improve move --player perfect --deals 64 --threads 1 --csv a.csv";
    for ((options, saved, flag), signal) in [
        ("--deals 50M --tally t.tally", "t.tally", "--resume"),
        ("--deals 50M --csv a.csv", "a.csv", "--force"),
        (slow, "a.csv", "--force"),
    ]
    .into_iter()
    .zip(SIGNALS)
    {
        let folder = folder();
        let here = folder.path();
        let args = format!("simulate alliances {options} --each e.csv");
        let child = started(here, &args);
        until("the results are written", || here.join(saved).exists());
        let message = stopped(here, child, signal, &args);
        assert_eq!(names(here), [saved], "{options}");
        let command = message.lines().last().expect("a message");
        assert!(
            message.contains("e.csv") && command.contains(flag),
            "{message}"
        );
        assert!(
            command.starts_with("pioche simulate alliances"),
            "{message}"
        );
    }
}

/// The printed command resumes the run whatever the names of its files.
#[test]
fn printed_resume_command_runs_in_a_shell() {
    for name in ["-x", "~x", "-a\"$HOME", "- \n'x"] {
        let folder = folder();
        let here = folder.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command
            .current_dir(here)
            .args("simulate alliances --precision 1e-9 --lang en".split(' '))
            .args([format!("--csv={name}.csv"), format!("--tally={name}.tally")])
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let child = command.spawn().expect("the program runs");
        until_saved(&here.join(format!("{name}.tally")));
        let message = stopped(here, child, ("-INT", 130), name);
        let resume = message
            .lines()
            .find(|line| line.starts_with("pioche simulate"));
        let resume = resume.unwrap_or_else(|| panic!("{message}"));
        fs::write(here.join("command"), resume.replace("1e-9", "0.49")).expect("a file");
        let run = shell(here, "bash ./command");
        assert!(run.status.success(), "{name:?}: {resume}\n{}", stderr(&run));
        assert_eq!(names(here).len(), 3, "{name:?}: {resume}");
    }
}

/// A run that is killed at random moments and resumed until it ends by itself has the results of an undisturbed one.
/// `PIOCHE_KILLS=2000 cargo test --release killed_run` kills it more often.
#[test]
fn killed_run_resumes_to_same_result() {
    const RUN: &str = "simulate nim --deals 2M --csv - --tally run.tally";
    let (whole, killed) = (folder(), folder());
    let expected = answer(whole.path(), RUN);
    let tally = |folder: &Path| fs::read_to_string(folder.join("run.tally")).unwrap_or_default();
    let kills = std::env::var("PIOCHE_KILLS").map_or(5, |text| text.parse().expect("a number"));
    let mut left = kills;
    // A xorshift generator is sufficient for random moments.
    let mut state = 88_172_645_463_325_252_u64;
    while left > 0 {
        let _ = fs::remove_file(killed.path().join("run.tally"));
        let output = loop {
            let before = tally(killed.path());
            let mut child = started(killed.path(), &format!("{RUN} --threads 2 --resume"));
            let mut has_ended = || child.try_wait().expect("a child").is_some();
            until("a save", || has_ended() || tally(killed.path()) != before);
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            std::thread::sleep(Duration::from_micros(state % 100_000));
            if left == 0 || has_ended() {
                break child.wait_with_output().expect("a child");
            }
            child.kill().expect("SIGKILL");
            child.wait().expect("a child");
            left -= 1;
        };
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output), expected);
        assert_eq!(tally(killed.path()), tally(whole.path()));
        let files = names(killed.path()).into_iter();
        let files: Vec<String> = files.filter(|name| !name.ends_with(".part")).collect();
        assert_eq!(files, ["run.tally"]);
    }
}

/// A range of runs in a folder has one tally each and is resumed one by one.
#[test]
fn resumed_range_continues_in_its_folder() {
    let folder = folder();
    let here = folder.path();
    let range = "simulate bataille --values 4..9 --deals 20k --threads 1 --out d";
    let child = started(here, range);
    until("a run is saved", || {
        fs::read_dir(here.join("d/tallies")).is_ok_and(|files| files.count() > 1)
    });
    stopped(here, child, ("-INT", 130), range);
    refused(here, range, "--out d");
    answer(here, &format!("{range} --resume --force"));
    answer(here, &range.replace("--out d", "--out e"));
    assert!(contents(&here.join("d")) == contents(&here.join("e")));
}

/// `^C` starts the solver of solitaire, and ends the other games, which are saved as they were. Other signals end each game.
#[test]
fn signals_during_a_game_solve_or_save_it() {
    const SOLITAIRE: (&str, &str) = ("play solitaire --lang fr --save kept", "3\n12\n");
    const THINKING: (&str, &str) = (
        "play alak --cells 64 --players human,minimax:60 --save kept",
        "5\n",
    );
    const JUMP: &str = "on joue de 3 à 12";
    // Each signal is sent after a line with these words.
    let solved = [(JUMP, "-INT"), ("(0, 3) (2, 7) (6, 1)", "-INT")];
    for ((args, typed), signals, code, saved) in [
        (SOLITAIRE, &solved[..], 0, "(3, 12)\n"),
        (SOLITAIRE, &[(JUMP, "-TERM")], 143, "(3, 12)\n"),
        (SOLITAIRE, &[(JUMP, "-HUP")], 129, "(3, 12)\n"),
        (
            ("play nim --matches 25 --save kept", "3\n"),
            &[("22 matches", "-INT")],
            130,
            "deal=0\n3\n",
        ),
        (THINKING, &[(".  .  .  .  x", "-INT")], 130, "deal=0\n5\n"),
        (THINKING, &[(".  .  .  .  x", "-HUP")], 129, "deal=0\n5\n"),
    ] {
        let folder = folder();
        let mut child = started(folder.path(), args);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(typed.as_bytes()).expect("it reads");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        for (words, name) in signals {
            let has_words = |line: std::io::Result<String>| line.expect("UTF-8").contains(words);
            assert!(lines.any(has_words), "{args}: {words}");
            if args == THINKING.0 {
                until_busy(&child);
            }
            // The same signal counts once if it is sent twice at once.
            std::thread::sleep(Duration::from_millis(100));
            signal(&child, name);
        }
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(code), "{args} {signals:?}");
        let kept = fs::read_to_string(folder.path().join("kept")).expect("a game");
        assert!(kept.ends_with(saved), "{args}: {kept}");
        assert_eq!(names(folder.path()), ["kept"]);
    }
}

/// A substitute for `sbatch` that runs the jobs of an array in turn, and the merge if none of them failed. The part in
/// `FAIL` fails.
const SBATCH: &str = r#"#!/bin/bash
case "$*" in
*--array=*)
  all="$*"; list=${all##*--array=}; list=${list%% *}
  for i in $(case $list in *-*) seq ${list%-*} ${list#*-};; *) echo ${list//,/ };; esac); do
    [ "$i" = "${FAIL:-}" ] || SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=2 bash "${@: -1}" >> parts.log 2>&1 || exit 8
  done
  echo '17;cluster';;
*--dependency=afterok:17\ --kill-on-invalid-dep=yes\ --wrap*)
  [ -n "${FAIL:-}" ] || bash -c "${@: -1}" > merged 2>&1;;
*) exit 9;;
esac
"#;

/// The scripts of `examples` play a simulation in parts on several machines: the shell lines write them with few deals to
/// `job.sh`, run them, and compare the results with those of a single run. `tests/cluster/slurm.sh` uses a real Slurm.
#[test]
fn scripts_for_several_machines_reproduce_single_run() {
    const SLURM: &str = "sed 's/1e12/10k/; s/parts=64/parts=3/' $EXAMPLES/slurm.sh > job.sh; chmod +x sbatch
        FAIL=2 bash job.sh && ! test -e all.tally && cp part-1.tally first && touch -d yesterday part-1.tally &&
        bash job.sh 2 && cmp part-1.tally first && test part-1.tally -ot first &&
        cmp all.tally single.tally && cmp all.csv single.csv";
    const PARALLEL: &str = "sed 's/1e12/10k/' $EXAMPLES/parallel.sh > job.sh; echo 2/: > machines;
        bash job.sh && cmp all.tally single.tally";
    let has_parallel = Command::new("parallel").arg("--version").output();
    let has_parallel = has_parallel.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel"));
    for script in [SLURM, PARALLEL] {
        if script == PARALLEL && !has_parallel {
            println!("skipped: GNU parallel is not installed");
            continue;
        }
        let folder = folder();
        let here = folder.path();
        fs::write(here.join("sbatch"), SBATCH).expect("a file");
        answer(
            here,
            "simulate alliances --deals 10k --tally single.tally --csv single.csv",
        );
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
        let run = shell(here, &format!("EXAMPLES={examples}; {script}"));
        let log = fs::read_to_string(here.join("parts.log")).unwrap_or_default();
        assert!(run.status.success(), "{}{log}", stderr(&run));
    }
}
