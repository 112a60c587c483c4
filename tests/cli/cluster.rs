//! Tests of the scripts of `examples`, which play a simulation in parts on several machines: that for Slurm, run by a
//! shell with a substitute for `sbatch`, and that for GNU parallel. `tests/cluster/slurm.sh` uses a real Slurm.

use crate::program::{answer, folder, shell, stderr};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

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

/// Writes a script of `examples` to a folder, with a few deals and parts, and the results of a single run.
fn prepare(here: &Path, script: &str, changes: &[(&str, &str)]) {
    let path = format!("{}/examples/{script}", env!("CARGO_MANIFEST_DIR"));
    let mut text = fs::read_to_string(path).expect("a script");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}: {text}");
        text = text.replace(from, to);
    }
    fs::write(here.join("job.sh"), text).expect("a file");
    answer(
        here,
        "simulate alliances --deals 10k --tally single.tally --csv single.csv",
    );
}

/// Runs a command in a shell, which must succeed.
fn run(here: &Path, command: &str) -> Output {
    let output = shell(here, command);
    let log = fs::read_to_string(here.join("parts.log")).unwrap_or_default();
    assert!(output.status.success(), "{}{log}", stderr(&output));
    output
}

fn assert_same(here: &Path, one: &str, other: &str) {
    let [one, other] = [one, other].map(|name| fs::read(here.join(name)).expect(name));
    assert!(one == other, "the parts differ from the single run");
}

#[test]
fn slurm_script_reproduces_single_run() {
    let folder = folder();
    let here = folder.path();
    prepare(
        here,
        "slurm.sh",
        &[("1e12", "10k"), ("parts=64", "parts=3")],
    );
    let sbatch = here.join("sbatch");
    fs::write(&sbatch, SBATCH).expect("a file");
    fs::set_permissions(sbatch, fs::Permissions::from_mode(0o755)).expect("rights");
    // Part 2 fails, and is the only one that is played again.
    run(here, "FAIL=2 bash job.sh");
    assert!(!here.join("all.tally").exists());
    let saved_time = || {
        let part = fs::metadata(here.join("part-1.tally")).expect("a part");
        part.modified().expect("a time")
    };
    let first_time = saved_time();
    run(here, "bash job.sh 2");
    assert_eq!(saved_time(), first_time);
    assert_same(here, "all.tally", "single.tally");
    assert_same(here, "all.csv", "single.csv");
}

#[test]
fn gnu_parallel_script_reproduces_single_run() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel")) {
        writeln!(std::io::stderr(), "skipped: GNU parallel is not installed")
            .expect("standard error");
        return;
    }
    let folder = folder();
    let here = folder.path();
    prepare(here, "parallel.sh", &[("1e12", "10k")]);
    fs::write(here.join("machines"), "2/:\n").expect("a file");
    run(here, "bash job.sh");
    assert_same(here, "all.tally", "single.tally");
}
