//! Tests of runs that are stopped by signals, by kill -9 or by a second program on the same file, and of resuming them.

use crate::program::{answer, contents, folder, names, pioche, refused, signal, started, stderr};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A run longer than its first saves, so that a killed run has usually made progress.
const COMMAND: &str = "simulate nim --deals 2M --format csv --tally run.tally";

fn tally(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("the tally is there")
}

/// Kills the program at random moments, resumes it until it ends by itself, and compares the results.
fn killed(kills: u32) -> (u32, u32, u32) {
    let (alone, torn) = (folder(), folder());
    let expected = answer(alone.path(), COMMAND);
    let (mut done, mut runs, mut grown) = (0, 0, 0);
    let mut state = 88_172_645_463_325_252_u64;
    while done < kills {
        runs += 1;
        let _ = fs::remove_file(torn.path().join("run.tally"));
        let mut before = String::new();
        let end = loop {
            let mut child = started(torn.path(), &format!("{COMMAND} --threads 2 --resume"));
            // Xorshift is sufficient for random moments.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            std::thread::sleep(Duration::from_micros(state % 450_000));
            if done < kills && child.try_wait().expect("a child").is_none() {
                child.kill().expect("SIGKILL");
                child.wait().expect("a child");
                done += 1;
                let now = fs::read_to_string(torn.path().join("run.tally")).unwrap_or_default();
                grown += u32::from(now != before);
                before = now;
                continue;
            }
            let output = child.wait_with_output().expect("a child");
            assert!(output.status.success(), "{}", stderr(&output));
            break String::from_utf8(output.stdout).expect("CSV");
        };
        assert_eq!(end, expected);
        assert_eq!(
            tally(torn.path(), "run.tally"),
            tally(alone.path(), "run.tally")
        );
        let is_part = |name: &String| name.ends_with(".part");
        let files: Vec<String> = names(torn.path())
            .into_iter()
            .filter(|name| !is_part(name))
            .collect();
        assert_eq!(files, ["run.tally"]);
    }
    (done, runs, grown)
}

#[test]
fn killed_run_resumes_to_same_result() {
    let (_, _, grown) = killed(5);
    assert!(grown > 0, "{grown}");
}

/// Run with `cargo test --release killed_two_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes"]
fn run_killed_two_thousand_times_resumes_to_same_result() {
    let (kills, runs, grown) = killed(2000);
    println!(
        "{kills} kills, {grown} of them after a new save; {runs} runs, all with the bytes of the undisturbed one"
    );
}

#[cfg(unix)]
#[test]
fn signal_saves_tally_and_prints_resume_command() {
    for (name, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let folder = folder();
        let endless = "simulate alliances --deals 1e12 --seed random --threads 1 --tally my.tally --json a.json";
        let child = started(folder.path(), endless);
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, name);
        let output = child.wait_with_output().expect("a child");
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        let told = stderr(&output);
        let command = told.lines().last().expect("the command is the last line");
        assert!(
            command.starts_with("pioche simulate alliances --deals 1e12 --seed "),
            "{command}"
        );
        assert!(
            command.ends_with(" --resume --json a.json --force --tally my.tally"),
            "{command}"
        );
        assert!(!command.contains("random"), "{command}");
        let text = fs::read_to_string(folder.path().join("my.tally")).expect("it was saved");
        assert!(text.contains("\nstopped interrupted\nranges 0.."), "{text}");
        // Resuming with a number of deals below those already played is refused and changes nothing.
        let arguments = command.split_once(' ').expect("arguments").1;
        refused(folder.path(), &arguments.replace("1e12", "1"), "my.tally");
        assert_eq!(
            fs::read_to_string(folder.path().join("my.tally")).expect("it is there"),
            text
        );
    }
}

#[cfg(unix)]
#[test]
fn second_signal_ends_run_immediately() {
    let folder = folder();
    // A chunk of these deals takes many seconds.
    let child = started(
        folder.path(),
        "simulate bataille --values 60 --deals 1M --tally slow.tally",
    );
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(100));
    let second = std::time::Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(130));
    assert!(
        second.elapsed() < Duration::from_secs(1),
        "{:?}",
        second.elapsed()
    );
}

/// The printed command resumes the run whatever the names of its files.
#[test]
fn printed_resume_command_runs_in_a_shell() {
    for name in ["-x", "~x", "-a\"$HOME", "- \n'x"] {
        let folder = folder();
        let here = folder.path();
        let [csv, tally] = ["csv", "tally"].map(|ending| format!("{name}.{ending}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_pioche"))
            .current_dir(here)
            .args([
                "simulate",
                "alliances",
                "--precision",
                "1e-9",
                "--lang",
                "en",
            ])
            .arg(format!("--csv={csv}"))
            .arg(format!("--tally={tally}"))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program runs");
        let saved = || fs::read_to_string(here.join(&tally)).is_ok_and(|text| !text.is_empty());
        crate::program::until("a save", saved);
        signal(&child, "-INT");
        let mut message = String::new();
        std::io::Read::read_to_string(child.stderr.as_mut().expect("a pipe"), &mut message)
            .expect("messages");
        child.wait().expect("it ends");
        let command = message
            .lines()
            .find(|line| line.starts_with("pioche simulate"))
            .unwrap_or_else(|| panic!("{message}"));
        let loose = command.replace("--precision 1e-9", "--precision 0.49");
        fs::write(here.join("command"), loose).expect("a file");
        let run = crate::program::shell(here, "bash ./command");
        assert!(
            run.status.success(),
            "{name:?}: {command}\n{}",
            stderr(&run)
        );
        assert_eq!(names(here).len(), 3, "{name:?}: {command}");
    }
}

#[test]
fn resume_refuses_missing_damaged_or_foreign_tally() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --format csv --tally a.tally";
    refused(here, "simulate alliances --resume", "--resume");
    answer(here, &format!("{simulate} --deals 700"));
    refused(here, &format!("{simulate} --deals 700"), "--resume");
    refused(
        here,
        &format!("{simulate} --deals 900 --seed 2 --resume"),
        "deals 900",
    );
    refused(
        here,
        &format!("{simulate} --deals 900 --cards 52 --resume"),
        "cards=52",
    );
    refused(
        here,
        &format!("{simulate} --deals 100 --resume"),
        "--deals 700",
    );
    let longer = answer(here, &format!("{simulate} --deals 900 --resume"));
    assert_eq!(
        longer,
        answer(
            here,
            "simulate alliances --deals 900 --format csv --tally alone.tally"
        )
    );
    assert_eq!(tally(here, "a.tally"), tally(here, "alone.tally"));
    let whole = fs::read_to_string(here.join("a.tally")).expect("a tally");
    for damaged in [
        &whole[..whole.len() / 2],
        &whole.replace("seed 1", "seed 9"),
        "",
        "a letter\n",
    ] {
        fs::write(here.join("a.tally"), damaged).expect("a file");
        refused(
            here,
            &format!("{simulate} --deals 1000 --resume"),
            "a.tally",
        );
        assert_eq!(
            fs::read_to_string(here.join("a.tally")).expect("it is there"),
            damaged,
            "nothing is repaired"
        );
    }
}

/// A range of runs in a folder has one tally each and is resumed one by one.
#[cfg(unix)]
#[test]
fn resumed_range_continues_in_its_folder() {
    let folder = folder();
    let here = folder.path();
    let range = "simulate bataille --values 2..5 --deals 100k --out d";
    let child = started(here, range);
    std::thread::sleep(Duration::from_millis(250));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("a child");
    if output.status.code() == Some(130) {
        refused(here, range, "--out d");
    }
    answer(here, &format!("{range} --resume --force"));
    answer(here, &range.replace("--out d", "--out e"));
    assert!(
        contents(&here.join("d")) == contents(&here.join("e")),
        "as the undisturbed range"
    );
}

#[test]
fn tally_path_errors_are_reported() {
    let folder = folder();
    let here = folder.path();
    refused(
        here,
        "simulate alliances --deals 64 --tally no/such/folder.tally",
        "no/such/folder.tally",
    );
    refused(
        here,
        "simulate alliances --deals 64 --tally .",
        "--tally".trim_start_matches("--tally"),
    );
    let long = "x".repeat(4000);
    refused(
        here,
        &format!("simulate alliances --deals 64 --tally {long}"),
        "xxx",
    );
    for name in ["été\nà\u{1b}[1m'x y.tally", "plain.tally"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command.current_dir(here).env_clear().args([
            "simulate",
            "alliances",
            "--deals",
            "64",
            "--tally",
            name,
        ]);
        assert!(command.output().expect("the program runs").status.success());
        assert!(here.join(name).is_file());
    }
    // A failed output does not affect the tally, and a refused run leaves none.
    fs::write(here.join("kept.csv"), "mine").expect("a file");
    refused(
        here,
        "simulate alliances --deals 64 --tally new.tally --csv kept.csv",
        "kept.csv",
    );
    assert!(!here.join("new.tally").exists());
    if Path::new("/dev/full").exists() {
        let full = pioche(
            here,
            "simulate alliances --deals 64 --tally /dev/full --format csv",
        );
        assert_eq!(full.status.code(), Some(2), "{}", stderr(&full));
        assert!(
            full.stdout.starts_with(b"cards,"),
            "the answer is printed all the same"
        );
    }
}

/// A tally with more deals than requested is not called another simulation.
#[test]
fn resuming_with_fewer_deals_names_the_number_of_deals() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate nim --tally t";
    answer(here, &format!("{simulate} --deals 640"));
    let before = tally(here, "t");
    refused(
        here,
        &format!("{simulate} --deals 320 --resume"),
        "--deals 640",
    );
    refused(
        here,
        &format!("{simulate} --deals 320 --resume --seed 2"),
        "seed 1",
    );
    assert_eq!(tally(here, "t"), before);
}
