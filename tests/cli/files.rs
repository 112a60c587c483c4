//! Tests of the files of a command: refusals before the work starts, existing files that are kept, and outputs that
//! fail without affecting others.

use crate::program::{
    answer, folder, names, pioche, refused, shell, signal, started, stderr, stdout, until,
};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

/// A run too long to wait for, so refusals must come before it.
const ENDLESS: &str = "simulate alliances --deals 1e14";
const SHORT: &str = "simulate alliances --deals 200";

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn unwritable_output_is_refused_before_simulation() {
    let folder = folder();
    let here = folder.path();
    symlink("no/such/x.csv", here.join("astray")).unwrap();
    symlink("round", here.join("round")).unwrap();
    fs::write(here.join("file"), "").unwrap();
    for option in ["--csv", "--json", "--tally"] {
        for path in ["newdir/", "newdir/x.csv", "astray", "round", "file/x", "."] {
            refused(here, &format!("{ENDLESS} {option} {path}"), path);
        }
    }
    refused(here, &format!("{ENDLESS} --csv="), "--csv");
    refused(here, "show alliances --image newdir/x.svg", "newdir/x.svg");
    refused(here, "merge a.tally --tally newdir/", "newdir/");
    refused(here, &format!("{ENDLESS} --out file"), "file");
    assert_eq!(
        names(here),
        ["astray", "file", "round"],
        "nothing is left behind"
    );
}

/// A message contains the name of a file as it is, without the no-break spaces of its own punctuation.
#[test]
fn file_names_in_messages_keep_their_spaces() {
    let folder = folder();
    let name = "a : « b » ?.csv";
    fs::write(folder.path().join(name), "").unwrap();
    for lang in ["en", "fr"] {
        for words in [
            &["report", name][..],
            &["simulate", "alliances", "--csv", name],
        ] {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_pioche"))
                .current_dir(folder.path())
                .env_clear()
                .args(["--lang", lang])
                .args(words)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{words:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.contains(name), "{message}");
        }
    }
}

/// Writing to a link creates its target, as with the shell's `>`.
#[test]
fn output_to_symlink_writes_target_and_keeps_link() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("d")).unwrap();
    for (link, target) in [
        ("a.csv", "d/new.csv"),
        ("b.tally", "d/new.tally"),
        ("c", "b2"),
        ("b2", "d/new"),
    ] {
        symlink(target, here.join(link)).unwrap();
    }
    let all = "--csv a.csv --tally b.tally --json c";
    answer(here, &format!("{SHORT} {all}"));
    let before = read(here, "d/new.csv");
    assert!(before.starts_with("cards,") && read(here, "d/new.tally").starts_with("pioche tally"));
    refused(here, &format!("{SHORT} {all}"), "--force");
    answer(here, &format!("{SHORT} {all} --force --seed 2"));
    assert_ne!(read(here, "d/new.csv"), before);
    for link in ["a.csv", "b.tally", "c", "b2"] {
        assert!(here.join(link).is_symlink(), "{link}");
    }
    assert_eq!(names(&here.join("d")), ["new", "new.csv", "new.tally"]);
}

#[test]
fn replaced_file_keeps_permissions() {
    let folder = folder();
    let here = folder.path();
    let all = "--csv a.csv --json b.json --tally c.tally --chart d.svg";
    answer(here, &format!("{SHORT} {all}"));
    let files = ["a.csv", "b.json", "c.tally", "d.svg"];
    for (file, mode) in files.iter().zip([0o640, 0o600, 0o640, 0o664]) {
        fs::set_permissions(here.join(file), fs::Permissions::from_mode(mode)).unwrap();
    }
    answer(here, &format!("{SHORT} {all} --force --seed 3"));
    answer(
        here,
        "simulate alliances --deals 400 --tally c.tally --resume --seed 3",
    );
    for (file, mode) in files.iter().zip([0o640, 0o600, 0o640, 0o664]) {
        let found = fs::metadata(here.join(file)).unwrap().mode() & 0o777;
        assert_eq!(found, mode, "{file}: {found:o}");
    }
}

/// A limit on file sizes simulates a full disk.
#[test]
fn full_disk_keeps_previous_file() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("a.csv"), "mine").unwrap();
    // The limit is one block of 512 or 1024 bytes, less than the table needs.
    let full = shell(
        here,
        &format!("ulimit -f 1; $PIOCHE {SHORT} --csv a.csv --force --lang en"),
    );
    assert_eq!(full.status.code(), Some(2), "{}", stderr(&full));
    assert!(
        stdout(&full).contains("32 cards"),
        "the answer is printed all the same"
    );
    assert_eq!(read(here, "a.csv"), "mine");
    assert_eq!(names(here), ["a.csv"]);
}

#[test]
fn two_outputs_to_same_file_are_refused() {
    let folder = folder();
    let here = folder.path().join("w");
    fs::create_dir(&here).unwrap();
    fs::write(here.join("same"), "mine").unwrap();
    symlink("same", here.join("link")).unwrap();
    symlink("fresh", here.join("leading")).unwrap();
    for (one, other) in [
        ("same", "../w/same"),
        ("link", "same"),
        ("fresh", "./fresh"),
        ("leading", "../w/fresh"),
    ] {
        for options in [
            ["--csv", "--json"],
            ["--json", "--tally"],
            ["--tally", "--csv"],
        ] {
            let [first, second] = options;
            refused(
                &here,
                &format!("{ENDLESS} {first} {one} {second} {other} --force"),
                "",
            );
        }
    }
    assert_eq!(read(&here, "same"), "mine");
    assert_eq!(names(&here), ["leading", "link", "same"]);
    // The file that the standard output is redirected to counts as an output.
    let twice = shell(&here, &format!("$PIOCHE {ENDLESS} --csv out --force > out"));
    assert_eq!(twice.status.code(), Some(2), "{}", stderr(&twice));
    answer(&here, &format!("{SHORT} --csv /dev/null --json /dev/null"));
}

#[test]
fn output_over_input_file_is_refused() {
    let folder = folder();
    let here = folder.path();
    answer(here, &format!("{SHORT} --tally t.tally"));
    symlink("t.tally", here.join("link")).unwrap();
    fs::write(here.join("deck.svg"), answer(here, "deal --seed 1")).unwrap();
    fs::write(here.join("hands.svg"), "A-T R-K\nR-T A-K\n").unwrap();
    let before: Vec<String> = ["t.tally", "deck.svg", "hands.svg"]
        .map(|file| read(here, file))
        .into();
    for output in ["t.tally", "./t.tally", "link"] {
        refused(
            here,
            &format!("report t.tally --csv {output} --force"),
            output,
        );
        refused(
            here,
            &format!("merge t.tally --tally {output} --force"),
            output,
        );
    }
    refused(here, "merge t.tally link --tally all.tally", "link");
    // In the folder of the tally, the report writes all other files and keeps the tally.
    fs::create_dir(here.join("d")).unwrap();
    fs::copy(here.join("t.tally"), here.join("d/alliances.tally")).unwrap();
    answer(here, "report d/alliances.tally --out d --force --lang fr");
    assert!(here.join("d/alliances.csv").is_file());
    assert_eq!(read(here, "d/alliances.tally"), read(here, "t.tally"));
    let input = shell(here, "$PIOCHE report - --csv t.tally --force < t.tally");
    assert_eq!(input.status.code(), Some(2), "{}", stderr(&input));
    for command in [
        "show alliances deck.svg --image deck.svg",
        "show bataille hands.svg --image hands.svg",
        "play alliances deck.svg --save deck.svg",
    ] {
        refused(here, &format!("{command} --force"), ".svg");
    }
    let after: Vec<String> = ["t.tally", "deck.svg", "hands.svg"]
        .map(|file| read(here, file))
        .into();
    assert_eq!(before, after);
}

#[test]
fn failed_output_does_not_prevent_other_outputs() {
    let folder = folder();
    let here = folder.path();
    symlink("/dev/full", here.join("full.svg")).unwrap();
    symlink("/dev/full", here.join("full.json")).unwrap();
    let run = pioche(
        here,
        &format!(
            "{SHORT} --csv /dev/full --json full.json --chart full.svg --tally a.tally --out d"
        ),
    );
    let told = stderr(&run);
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert_eq!(
        told.lines()
            .filter(|line| line.contains("disk is full"))
            .count(),
        3,
        "{told}"
    );
    assert!(
        stdout(&run).contains("La réussite") || stdout(&run).contains("32 cards"),
        "{}",
        stdout(&run)
    );
    assert!(read(here, "a.tally").contains("stopped deals"));
    let written = names(&here.join("d"));
    for file in ["alliances.csv", "alliances.json"] {
        assert!(
            written.iter().any(|name| name == file),
            "{file} is missing: {written:?}"
        );
    }
    let report = pioche(here, "report a.tally --csv /dev/full --json b.json");
    assert_eq!(report.status.code(), Some(2));
    assert!(!stdout(&report).is_empty() && read(here, "b.json").contains("rows"));
    let shown = pioche(here, "show alliances --final --image full.svg --force");
    assert_eq!(shown.status.code(), Some(2));
    assert!(stdout(&shown).contains("piles"), "{}", stdout(&shown));
    // The files are written although the standard output is full.
    let full = shell(here, &format!("$PIOCHE {SHORT} --csv late.csv > /dev/full"));
    assert_eq!(full.status.code(), Some(2));
    assert!(read(here, "late.csv").starts_with("cards,"));
}

#[test]
fn dash_writes_to_standard_output() {
    let folder = folder();
    let here = folder.path();
    assert_eq!(
        answer(here, &format!("{SHORT} --csv -")),
        answer(here, &format!("{SHORT} --format csv"))
    );
    assert_eq!(
        answer(here, &format!("{SHORT} --json -")),
        answer(here, &format!("{SHORT} --format json"))
    );
    assert!(answer(here, &format!("{SHORT} --chart -")).starts_with("<svg"));
    assert!(answer(here, "show alliances --image -").starts_with("<svg"));
    let tally = answer(here, &format!("{SHORT} --tally -"));
    assert!(
        tally.starts_with("pioche tally") && tally.contains("stopped deals"),
        "{tally}"
    );
    answer(here, &format!("{SHORT} --tally t.tally"));
    let piped = shell(
        here,
        "$PIOCHE merge t.tally --tally - | $PIOCHE report - --csv -",
    );
    assert_eq!(
        stdout(&piped),
        answer(here, &format!("{SHORT} --format csv")),
        "{}",
        stderr(&piped)
    );
    for twice in [
        "--csv - --json -",
        "--csv - --tally -",
        "--format json --csv -",
        "--format table --chart -",
    ] {
        refused(here, &format!("{ENDLESS} {twice}"), "standard");
    }
    refused(here, &format!("{ENDLESS} --tally - --resume"), "--resume");
    refused(here, "play nim --save -", "-");
    refused(here, &format!("{ENDLESS} --out -"), "-");
    let closed = shell(
        here,
        &format!("{{ $PIOCHE {SHORT} --json - --csv kept.csv; echo \"code $?\" >&2; }} | true"),
    );
    assert!(stderr(&closed).contains("code 0"), "{}", stderr(&closed));
    assert!(read(here, "kept.csv").starts_with("cards,"));
    assert_eq!(
        names(here),
        ["kept.csv", "t.tally"],
        "no file is called `-`"
    );
}

/// The files of a killed run are removed by the next run with the same output; those of a running one are kept.
#[test]
fn temporary_files_of_killed_runs_are_removed() {
    let folder = folder();
    let here = folder.path();
    let parts = || {
        names(here)
            .iter()
            .filter(|name| name.starts_with(".pioche-"))
            .count()
    };
    fs::create_dir(here.join("d")).unwrap();
    let outputs = "--csv a.csv --json d/../b.json";
    let mut killed = started(here, &format!("{ENDLESS} {outputs}"));
    until("both outputs are open", || parts() == 2);
    for flag in ["", "--force"] {
        refused(here, &format!("{SHORT} --csv a.csv {flag}"), "a.csv");
    }
    assert_eq!(parts(), 2, "a living program keeps its files");
    killed.kill().expect("SIGKILL");
    killed.wait().expect("a child");
    assert_eq!(parts(), 2, "a killed program leaves them");
    answer(here, &format!("{SHORT} --csv other.csv"));
    assert_eq!(parts(), 2, "another output is none of their business");
    answer(here, &format!("{SHORT} --csv ./a.csv --json b.json"));
    assert_eq!(names(here), ["a.csv", "b.json", "d", "other.csv"]);
    // A link or a file of other contents in place of the lock file is kept.
    let lock = {
        let mut killed = started(here, &format!("{ENDLESS} --csv c.csv"));
        until("the output is open", || parts() == 1);
        killed.kill().expect("SIGKILL");
        killed.wait().expect("a child");
        names(here)
            .into_iter()
            .find(|name| name.starts_with(".pioche-"))
            .expect("it was left")
    };
    fs::remove_file(here.join(&lock)).unwrap();
    fs::write(here.join("precious"), "mine").unwrap();
    symlink("precious", here.join(&lock)).unwrap();
    refused(here, &format!("{SHORT} --csv c.csv"), &lock);
    assert_eq!(read(here, "precious"), "mine");
    fs::remove_file(here.join(&lock)).unwrap();
    fs::write(here.join(&lock), "mine").unwrap();
    refused(here, &format!("{SHORT} --csv c.csv"), &lock);
    assert_eq!(read(here, &lock), "mine");
}

/// A folder of `--out` keeps files that only look like those of pioche.
#[test]
fn out_folder_keeps_foreign_hidden_files() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate nim --deals 100 --out d --quiet";
    answer(here, run);
    let foreign = [
        ".pioche-0123456789abcdef.part",
        ".pioche-0123456789abcdef.lock",
        ".pioche-mine.part",
        ".pioche-mine.lock",
    ];
    for name in foreign {
        fs::write(here.join("d").join(name), "mine").unwrap();
    }
    answer(here, &format!("{run} --force"));
    for name in foreign {
        assert_eq!(read(&here.join("d"), name), "mine");
    }
}

/// A file that somebody puts in the place of an output during the run is kept.
#[test]
fn file_put_in_place_of_output_is_kept() {
    let folder = folder();
    let here = folder.path();
    let saved = |file: &str| {
        fs::read_to_string(here.join(file)).is_ok_and(|text| text.contains("ranges 0.."))
    };
    for options in [
        "--csv a.csv --tally t",
        "--csv a.csv --tally t --resume",
        "--csv a.csv --tally t --force",
    ] {
        let child = started(here, &format!("{ENDLESS} {options}"));
        until("a save", || saved("t"));
        fs::write(here.join("a.csv"), "mine").unwrap();
        signal(&child, "-TERM");
        let output = child.wait_with_output().expect("a child");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("a.csv"), "{}", stderr(&output));
        assert_eq!(read(here, "a.csv"), "mine", "{options}");
        assert_eq!(names(here), ["a.csv", "t"]);
        fs::remove_file(here.join("a.csv")).unwrap();
        fs::remove_file(here.join("t")).unwrap();
    }
    // The file of a game appears while it is played.
    let mut child = started(here, "play nim --players human,human --save game");
    until("the game is open", || !names(here).is_empty());
    fs::write(here.join("game"), "mine").unwrap();
    let mut keyboard = child.stdin.take().expect("a pipe");
    keyboard.write_all(b"2\n").unwrap();
    drop(keyboard);
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(read(here, "game"), "mine");
    assert_eq!(names(here), ["game"]);
}

/// A closed standard output is a failure; one that its reader closed, or that nobody reads, is none.
#[test]
fn closed_standard_output_is_a_failure() {
    let folder = folder();
    let here = folder.path();
    for command in [
        "deal",
        "--help",
        "help",
        "simulate nim --deals 100",
        "simulate nim --deals 100 --csv -",
        "play nim --players random,random",
    ] {
        let closed = shell(here, &format!("$PIOCHE --lang en {command} >&-"));
        assert_eq!(closed.status.code(), Some(2), "{command}");
        let message = "pioche: the standard output is closed\n";
        assert_eq!(stderr(&closed), message, "{command}");
        for open in [">/dev/null", "<>/dev/null >&0"] {
            let output = shell(here, &format!("$PIOCHE --lang en {command} {open}"));
            assert_eq!(output.status.code(), Some(0), "{command} {open}");
        }
    }
    let kept = shell(here, &format!("$PIOCHE {SHORT} --csv kept.csv >&-"));
    assert_eq!(kept.status.code(), Some(2));
    assert!(read(here, "kept.csv").starts_with("cards,"));
}

/// A report into the folder of a running simulation does not remove its tallies.
#[test]
fn report_does_not_overwrite_tally_of_running_simulation() {
    let folder = folder();
    let here = folder.path();
    answer(here, &format!("{SHORT} --tally t.tally"));
    let mut first = started(here, &format!("{ENDLESS} --tally run.tally"));
    until("the tally is there", || here.join("run.tally").exists());
    refused(here, "report t.tally --csv run.tally --force", "run.tally");
    refused(here, "merge t.tally --tally run.tally --force", "run.tally");
    first.kill().expect("SIGKILL");
    first.wait().expect("a child");
}

/// Names of files are printed as they are, on the standard output too.
#[test]
fn file_names_in_answers_keep_their_spaces() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("a : b"), answer(here, "deal --seed 1")).expect("a file");
    for format in ["", " --format json"] {
        let text = stdout(&shell(here, &format!("$PIOCHE check 'a : b'{format}")));
        assert!(text.contains("a : b"), "{text}");
    }
}

/// Other names of the standard output are the standard output.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_has_one_output_by_any_name() {
    let folder = folder();
    let here = folder.path();
    let nim = "simulate nim --deals 10";
    let twice = pioche(here, &format!("{nim} --csv /dev/stdout --json -"));
    assert_eq!(twice.status.code(), Some(2), "{}", stderr(&twice));
    assert_eq!(
        answer(here, &format!("{nim} --csv /dev/stdout")),
        answer(here, &format!("{nim} --csv -"))
    );
    fs::write(here.join("read"), "").expect("a file");
    let text = stdout(&shell(
        here,
        &format!("{{ $PIOCHE {nim} 2>&3 1<read; }} 3>&1; echo $?"),
    ));
    assert!(text.contains("not open for writing"), "{text}");
    assert!(text.trim_end().ends_with('2'), "{text}");
}

#[test]
fn titles_with_control_characters_are_refused() {
    let folder = folder();
    let here = folder.path();
    let command = "$PIOCHE simulate nim --deals 10 --chart a.svg --title \"$(printf 'a\\001b')\" 2>&1; echo $?";
    let text = stdout(&shell(here, command));
    assert!(text.contains("control character"), "{text}");
    assert!(!here.join("a.svg").exists());
}
