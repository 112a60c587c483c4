//! Tests of simulations in parts on several machines: the Slurm script, run by a shell with a substitute for `sbatch`,
//! and the README's command for GNU parallel. `tests/cluster/slurm.sh` uses a real Slurm.

use crate::program::{answer, contents, folder, pioche, refused, shell, stderr};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A substitute for `sbatch` that runs the jobs of an array in turn, then the merge and the report, each from the
/// standard input. It logs its arguments, and the part in `FAIL` fails.
const SBATCH: &str = r#"#!/bin/bash
echo "$*" >> asked
cat > job
case "$*" in
*--array=*)
  all="$*"; list=${all##*--array=}; list=${list%% *}
  for i in $(case $list in *-*) seq ${list%-*} ${list#*-};; *) echo ${list//,/ };; esac); do
    [ "$i" = "${FAIL:-}" ] || SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=2 bash ./job > part.log 2>&1 || exit 8
  done
  echo '17;cluster';;
*afterok:17\ *--kill-on-invalid-dep=yes*) [ -n "${FAIL:-}" ] || bash ./job > merged 2>&1 || exit 7; echo 18;;
*afterok:18\ *--kill-on-invalid-dep=yes*) [ -n "${FAIL:-}" ] || bash ./job > reported 2>&1 || exit 6;;
*) exit 9;;
esac
"#;

fn executable(file: &Path, text: &str) {
    fs::write(file, text).expect("a file");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("rights");
}

/// Runs the script for a simulation.
fn played(here: &Path, command: &str, script: &str) {
    executable(&here.join("sbatch"), SBATCH);
    fs::write(here.join("job.sh"), script).expect("a file");
    let run = shell(here, command);
    let log = |file: &str| fs::read_to_string(here.join(file)).unwrap_or_default();
    assert!(
        run.status.success(),
        "{}{}{}\n{script}",
        stderr(&run),
        log("part.log"),
        log("merged")
    );
}

fn tally(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn slurm_script_reproduces_single_run_and_reports() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --deals 5k";
    // A file name that needs quotes, and outputs of the merged run.
    let words = "--lang fr --csv whole.csv --confidence 0.9";
    let output = Command::new(env!("CARGO_BIN_EXE_pioche"))
        .current_dir(here)
        .args(["slurm", "--parts", "3", "--"])
        .args(
            simulate
                .split(' ')
                .chain(words.split(' '))
                .chain(["--tally", "it's all.tally"]),
        )
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let script = String::from_utf8(output.stdout).expect("a script");
    assert!(script.contains(
        "pioche report \"it's all.tally\" --confidence 0.9 --csv whole.csv --lang fr $force\n"
    ));
    // Part 2 fails and is the only one that runs again.
    played(here, "FAIL=2 bash job.sh", &script);
    assert!(!here.join("it's all.tally").exists());
    let first = fs::metadata(here.join("it's all.tally.part-1"))
        .expect("a part")
        .modified()
        .expect("a time");
    played(
        here,
        "PIOCHE_SBATCH='--time=5 --mem=1G' bash job.sh 2",
        &script,
    );
    let asked = fs::read_to_string(here.join("asked")).expect("what was asked");
    let jobs: Vec<&str> = asked
        .lines()
        .filter(|line| line.starts_with("--time=5 --mem=1G --"))
        .collect();
    assert_eq!(
        jobs.len(),
        3,
        "the parts, the merge and the report: {asked}"
    );
    assert!(jobs[0].contains("--array=2 "), "{asked}");
    let then = fs::metadata(here.join("it's all.tally.part-1"))
        .expect("a part")
        .modified()
        .expect("a time");
    assert_eq!(first, then, "a part that was played is left alone");
    answer(
        here,
        &format!("{simulate} {words} --tally single.tally --csv single.csv")
            .replace("--csv whole.csv ", ""),
    );
    assert_eq!(
        tally(&here.join("it's all.tally")),
        tally(&here.join("single.tally"))
    );
    assert_eq!(
        fs::read(here.join("whole.csv")).expect("CSV"),
        fs::read(here.join("single.csv")).expect("CSV")
    );
    assert!(
        fs::read_to_string(here.join("reported"))
            .expect("a report")
            .contains("5000 donnes")
    );
}

/// A range of runs has one tally each, merged one by one, and one report on all.
#[test]
fn slurm_script_accepts_range_of_runs() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate nim --matches 4..6 --deals 1k --out";
    let script = answer(here, &format!("slurm --parts 2 -- {simulate} whole/"));
    played(here, "bash job.sh", &script);
    answer(here, &format!("{simulate} single"));
    let (single, whole) = (
        contents(&here.join("single")),
        contents(&here.join("whole")),
    );
    assert_eq!(
        single
            .keys()
            .filter(|name| name.ends_with(".tally"))
            .count(),
        3
    );
    assert!(single == whole, "{:?} {:?}", single.keys(), whole.keys());
}

/// Runs the program with these words; those of `pioche` are separated by spaces.
fn answer_to_words(here: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_pioche"))
        .current_dir(here)
        .args(words)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The selected rows are those of the report, and the chart is that of the single run.
#[test]
fn slurm_script_draws_selected_rows() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --deals 1k --nb-tas-max 2,3";
    let script = answer(
        here,
        &format!("slurm --parts 2 -- {simulate} --chart s.svg --tally t"),
    );
    played(here, "bash job.sh", &script);
    answer(here, &format!("{simulate} --chart single.svg"));
    assert_eq!(
        fs::read(here.join("s.svg")).expect("a chart"),
        fs::read(here.join("single.svg")).expect("a chart")
    );
}

/// Names that begin with a dash or a tilde, or have spaces, quotes and line ends, are those of the files.
#[test]
fn slurm_script_accepts_unusual_names() {
    for name in ["-x", "~x", "a b'c", "a\"$HOME", "a\nb", "- \n'x"] {
        let folder = folder();
        let here = folder.path();
        let [csv, tally] = ["csv", "tally"].map(|ending| format!("{name}.{ending}"));
        let options = [format!("--csv={csv}"), format!("--tally={tally}")];
        let mut words = "slurm --parts 2 -- simulate nim --deals 1k"
            .split(' ')
            .collect::<Vec<_>>();
        words.extend(options.iter().map(String::as_str));
        let script = answer_to_words(here, &words);
        played(here, "bash job.sh", &script);
        answer(here, "simulate nim --deals 1k --csv single.csv");
        assert_eq!(
            fs::read(here.join(&csv)).expect("CSV"),
            fs::read(here.join("single.csv")).expect("CSV"),
            "{name}"
        );
        // A second run replaces what the first one wrote.
        played(here, "bash job.sh", &script);
        // The outputs exist, so no other script is made.
        let refusal = Command::new(env!("CARGO_BIN_EXE_pioche"))
            .current_dir(here)
            .args(&words)
            .output()
            .expect("the program runs");
        assert_eq!(refusal.status.code(), Some(2), "{name}");
    }
}

/// The script is refused if its outputs exist, and replaces only what it wrote.
#[test]
fn slurm_script_keeps_foreign_files() {
    for (outputs, foreign_files) in [
        ("--tally t --csv c.csv", &["t", "c.csv", "t.sha256"][..]),
        ("--out d", &["d/nim.csv", "d.tallies/nim.tally"][..]),
    ] {
        let command = format!("slurm --parts 2 -- simulate nim --deals 1k {outputs}");
        for file in foreign_files {
            let folder = folder();
            let here = folder.path();
            let script = answer(here, &command);
            let path = here.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, "foreign").expect("a file");
            if *file != "d.tallies/nim.tally" {
                refused(here, &command, "--force");
            }
            if *file == "t.sha256" {
                continue;
            }
            executable(&here.join("sbatch"), SBATCH);
            fs::write(here.join("job.sh"), &script).expect("a file");
            let run = shell(here, "bash job.sh");
            assert!(!run.status.success(), "{file}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), "foreign");
            let forced = answer(here, &format!("{command} --force"));
            played(here, "bash job.sh", &forced);
            assert_ne!(fs::read_to_string(&path).unwrap_or_default(), "foreign");
        }
    }
}

#[test]
fn slurm_refuses_commands_that_cannot_be_split() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --deals 5k";
    refused(here, &format!("slurm -- {simulate}"), "--tally");
    refused(here, &format!("slurm -- {simulate} --tally -"), "--tally");
    refused(
        here,
        &format!("slurm -- {simulate} --tally a --precision 0.1"),
        "--precision",
    );
    refused(
        here,
        "slurm -- simulate nim --matches 4..6 --tally a",
        "--tally",
    );
    refused(here, "slurm -- report a.tally", "simulate");
    refused(
        here,
        &format!("slurm --parts 1001 -- {simulate} --tally a"),
        "--parts",
    );
    refused(
        here,
        "slurm --parts 3 -- simulate alliances --deals 128 --tally a",
        "--parts",
    );
    for folder in ["--tally d/", "--out /", "--out //"] {
        refused(here, &format!("slurm -- {simulate} {folder}"), "--tally");
    }
    // The command behind `--` is parsed as usual, and its options do not apply to `slurm`.
    let french = answer(
        here,
        "slurm -- simulate reussite --cards 32 --deals 5k --tally a --lang fr",
    );
    assert!(
        french.contains("exec pioche simulate alliances --cards 32 --deals 5k --lang fr --tally"),
        "{french}"
    );
    let english = stderr(&pioche(here, "slurm --parts x -- simulate nim --lang fr"));
    assert!(english.contains("whole number"), "{english}");
    assert_eq!(
        answer(here, "slurm -- simulate nim --help"),
        answer(here, "simulate nim --help")
    );
    // A random seed is drawn once for all parts.
    let drawn = pioche(
        here,
        &format!("slurm -- {simulate} --tally a --seed random"),
    );
    let script = String::from_utf8(drawn.stdout.clone()).expect("a script");
    let seed = script
        .split("--seed ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .expect("a seed");
    assert!(
        seed.parse::<u64>().is_ok() && stderr(&drawn).contains(seed),
        "{script}"
    );
}

/// The README's command for GNU parallel, run on this machine.
#[test]
fn gnu_parallel_command_reproduces_single_run() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel")) {
        writeln!(std::io::stderr(), "skipped: GNU parallel is not installed")
            .expect("standard error");
        return;
    }
    let readme = include_str!("../../README.md");
    let command = readme
        .split("```sh\n")
        .find(|block| block.starts_with("parallel "))
        .expect("the command");
    let command = command.split("```").next().expect("its end");
    assert!(
        command.contains("--sshloginfile machines") && command.contains("--deals 1e12"),
        "{command}"
    );
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("machines"), "2/:\n").expect("a file");
    let run = shell(here, &command.replace("--deals 1e12", "--deals 10k"));
    assert!(run.status.success(), "{}", stderr(&run));
    answer(here, "simulate alliances --deals 10k --tally single.tally");
    assert_eq!(
        tally(&here.join("all.tally")),
        tally(&here.join("single.tally"))
    );
}
