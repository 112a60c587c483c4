//! Tests with full or failing disks, files removed during a run, a clock set back, and long paths. Tests that cannot
//! mount a disk report it and are skipped.

use crate::program::{answer, folder, names, pioche, shell, signal, started, stderr, until};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, SystemTime};

/// Runs a shell script with the folder `d` on a separate disk mounted with these options.
fn on_a_disk(folder: &Path, options: &str, script: &str) -> Option<Output> {
    fs::create_dir_all(folder.join("d")).expect("a folder");
    let mount = format!("mount -t tmpfs -o {options} none d");
    let tried = shell(folder, &format!("unshare -rm sh -c '{mount}'"));
    if !tried.status.success() {
        println!(
            "skipped: no disk can be mounted here ({})",
            stderr(&tried).trim()
        );
        return None;
    }
    fs::write(
        folder.join("script"),
        format!("set -u\n{mount} || exit 99\ncd d\n{script}"),
    )
    .expect("a script");
    Some(shell(folder, "timeout 300 unshare -rm sh script"))
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(output)
}

#[test]
fn full_disk_keeps_previous_tally() {
    let folder = folder();
    let script = r#"
        $PIOCHE simulate alliances --deals 1e14 --tally a.tally --csv a.csv --lang en >../out 2>../err &
        run=$!
        while ! grep -sq 'ranges 0\.\.' a.tally; do sleep 0.02; done
        head -c 10M /dev/zero >fill 2>/dev/null
        while ! grep -q 'a.tally cannot be written: the disk is full' ../err; do sleep 0.02; done
        cp a.tally ../before
        kill -TERM $run; wait $run; echo "code $?"
        cmp a.tally ../before && echo kept
        rm fill
        deals=$(sed -n 's/^ranges 0\.\.//p' a.tally)
        $PIOCHE simulate alliances --deals $((deals + 1000)) --tally a.tally --resume --csv ../resumed --quiet >/dev/null
        $PIOCHE simulate alliances --deals $((deals + 1000)) --csv ../alone --quiet >/dev/null
        cmp ../resumed ../alone && echo same
        ls -A | tr '\n' ' '
        cat ../err
    "#;
    let Some(done) = on_a_disk(folder.path(), "size=256k", script) else {
        return;
    };
    let told = told(&done);
    assert!(
        told.contains("code 2") && told.contains("kept") && told.contains("same"),
        "{told}"
    );
    assert!(!told.contains(".part"), "{told}");
    assert!(
        told.contains("a.csv cannot be written: the disk is full"),
        "{told}"
    );
    assert_eq!(
        told.matches("a.tally cannot be written").count(),
        1,
        "{told}"
    );
}

#[test]
fn study_restarts_after_full_disk() {
    let folder = folder();
    let script = r#"
        head -c 50M /dev/zero >fill 2>/dev/null
        study="$PIOCHE study --out s --scale 0.001 --chapter alliances,nim --lang en"
        $study; echo "code $?"
        ls -A | tr '\n' ' '
        rm fill
        $study & run=$!
        while [ ! -e s/alliances-win.csv ] && kill -0 $run; do sleep 0.02; done
        kill -TERM $run; wait $run; echo "again $?"
    "#;
    let Some(done) = on_a_disk(folder.path(), "size=32m", script) else {
        return;
    };
    let told = told(&done);
    assert!(
        told.contains("code 2") && told.contains("again 143") && !told.contains(".part"),
        "{told}"
    );
}

#[test]
fn read_only_disk_is_refused_before_simulation() {
    let folder = folder();
    let script = r#"
        for option in '--tally a' '--csv a' '--out s'; do
            $PIOCHE simulate alliances --deals 1e14 $option --lang en; echo "code $?"
        done
        $PIOCHE study --out s --lang en; echo "code $?"
        $PIOCHE study --out . --lang en; echo "code $?"
    "#;
    let Some(done) = on_a_disk(folder.path(), "ro", script) else {
        return;
    };
    let told = told(&done);
    assert_eq!(told.matches("code 2").count(), 5, "{told}");
    assert_eq!(told.matches("this disk is read-only").count(), 5, "{told}");
}

/// Waits for an interrupted run.
fn interrupted(child: Child) -> Output {
    signal(&child, "-INT");
    child.wait_with_output().expect("a child")
}

#[test]
fn run_handles_deleted_or_replaced_output_files() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --deals 1e14 --tally a.tally --csv a.csv";
    let saved =
        || fs::read_to_string(here.join("a.tally")).is_ok_and(|text| text.contains("ranges 0.."));
    // The tally and its part file are removed: both are written again.
    let child = started(here, run);
    until("a save", saved);
    for name in names(here) {
        let _ = fs::remove_file(here.join(name));
    }
    until("a save", saved);
    let output = interrupted(child);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(names(here), ["a.csv", "a.tally"]);
    answer(here, "report a.tally");
    // A file that replaced the tally is kept, and a message says so.
    fs::remove_file(here.join("a.csv")).unwrap();
    fs::remove_file(here.join("a.tally")).unwrap();
    let child = started(here, run);
    until("a save", saved);
    fs::write(here.join("other"), "mine").unwrap();
    // A save may come between, so the copy is repeated until it stays.
    until("the other file is there", || {
        fs::copy(here.join("other"), here.join("next")).unwrap();
        fs::rename(here.join("next"), here.join("a.tally")).unwrap();
        std::thread::sleep(Duration::from_millis(80));
        fs::read_to_string(here.join("a.tally")).is_ok_and(|text| text == "mine")
    });
    let output = interrupted(child);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("another file has taken its place"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(here.join("a.tally")).unwrap(), "mine");
    assert!(
        here.join("a.csv").is_file(),
        "the other outputs are written"
    );
}

/// The removal of the folder during a run is reported, and the counts are printed.
#[test]
fn deleted_output_folder_is_reported_with_counts() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("d")).unwrap();
    let child = started(
        here,
        "simulate alliances --deals 1e14 --csv d/a.csv --json kept.json",
    );
    until("the output is open", || !names(&here.join("d")).is_empty());
    std::thread::sleep(Duration::from_millis(300));
    fs::remove_dir_all(here.join("d")).unwrap();
    let output = interrupted(child);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("d/a.csv"), "{}", stderr(&output));
    assert!(!output.stdout.is_empty() && here.join("kept.json").is_file());
}

/// A tally dated in the future is resumed.
#[test]
fn tally_dated_in_future_is_resumed() {
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate alliances --deals 500 --tally a.tally");
    let future = SystemTime::now() + Duration::from_secs(40 * 365 * 86_400);
    fs::File::options()
        .write(true)
        .open(here.join("a.tally"))
        .unwrap()
        .set_modified(future)
        .unwrap();
    let resumed = answer(
        here,
        "simulate alliances --deals 900 --tally a.tally --resume --format csv",
    );
    assert_eq!(
        resumed,
        answer(here, "simulate alliances --deals 900 --format csv")
    );
}

/// Long paths and unusual names are accepted as far as the system allows.
#[test]
fn tally_accepts_paths_of_4000_bytes() {
    let folder = folder();
    let mut deep = folder.path().to_owned();
    while deep.as_os_str().len() < 3_740 {
        deep.push("é\n ".repeat(50));
    }
    deep.push("d".repeat(3_960 - deep.as_os_str().len() - 1));
    if let Err(error) = fs::create_dir_all(&deep) {
        println!("skipped: no path of this length here ({error})");
        return;
    }
    let path = deep.join("a".repeat(3_998 - deep.as_os_str().len()) + "é");
    assert_eq!(path.as_os_str().len(), 4_001);
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command.current_dir(folder.path()).env_clear().args([
            "simulate",
            "alliances",
            "--format",
            "csv",
            "--tally",
        ]);
        command
            .arg(&path)
            .args(args)
            .output()
            .expect("the program runs")
    };
    let first = run(&["--deals", "500"]);
    assert!(first.status.success(), "{}", stderr(&first));
    let resumed = run(&["--deals", "900", "--resume"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    let alone = pioche(folder.path(), "simulate alliances --deals 900 --format csv");
    assert_eq!(resumed.stdout, alone.stdout);
    assert_eq!(names(&deep).len(), 1);
    let kept = run(&["--deals", "900"]);
    assert_eq!(kept.status.code(), Some(2));
}
