//! Tests of every option that writes, as the help of every command lists them: what it refuses before the work starts, and what
//! it leaves when a write fails, the program is killed or somebody changes the files meanwhile.

use crate::program::{
    answer, contents, fed, folder, names, refused, shell, signal, started, stderr, stdout, until,
};
use crate::topics::commands_of;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

/// An option that writes a file or a folder.
struct WritingOption {
    option: &'static str,
    /// The command without the option. Its input, if it has one, is the file `input`.
    command: &'static str,
    /// The name of an output; with the ending that the option needs.
    output: &'static str,
    /// Another writing option of the command, which accepts names without an ending.
    partner: Option<&'static str>,
}

impl WritingOption {
    /// Returns a folder with the input, a file `former`, and the command that writes `output`.
    fn prepare(&self) -> (tempfile::TempDir, String) {
        let folder = folder();
        let here = folder.path();
        let input = here.join("input");
        match self.verb() {
            "report" | "merge" => {
                answer(here, "simulate nim --deals 100 --tally input --quiet");
            }
            "compare" => fs::write(input, "matches,player1\n3,1\n").unwrap(),
            _ => fs::write(input, answer(here, "deal --suits 2 --ranks 3 --seed 1")).unwrap(),
        }
        fs::write(here.join("former"), "mine").unwrap();
        let command = format!("{} {} {}", self.command, self.option, self.output);
        (folder, command)
    }

    fn verb(&self) -> &'static str {
        self.command.split(' ').next().expect("a verb")
    }

    fn is_folder(&self) -> bool {
        self.option == "--out"
    }
}

const fn writing(
    option: &'static str,
    command: &'static str,
    output: &'static str,
    partner: Option<&'static str>,
) -> WritingOption {
    WritingOption {
        option,
        command,
        output,
        partner,
    }
}

/// A run too long to wait for, so refusals must come before it; `1e8` is replaced where it has to end.
const SIMULATE: &str = "simulate nim --deals 1e8";
const SOLVE: &str = "solve nim --matches 3..30";
const SHOW: &str = "show alliances input --suits 2 --ranks 3";

/// The options that write, by their commands. Options of one verb are the same for all games.
const WRITING_OPTIONS: [WritingOption; 17] = [
    writing("--csv", SIMULATE, "out.csv", Some("--json")),
    writing("--json", SIMULATE, "out.json", Some("--csv")),
    writing("--chart", SIMULATE, "out.svg", Some("--csv")),
    writing("--tally", SIMULATE, "out.tally", Some("--csv")),
    writing("--each", SIMULATE, "out.csv", Some("--json")),
    writing("--out", SIMULATE, "out", None),
    writing("--csv", SOLVE, "out.csv", None),
    writing("--chart", SOLVE, "out.svg", Some("--csv")),
    writing("--csv", "report input", "out.csv", Some("--json")),
    writing("--json", "report input", "out.json", Some("--csv")),
    writing("--chart", "report input", "out.svg", Some("--csv")),
    writing("--out", "report input", "out", None),
    writing("--tally", "merge input", "out.tally", None),
    writing("--animate", SHOW, "out.gif", None),
    writing("--image", SHOW, "out.svg", None),
    writing(
        "--save",
        "play alliances input --suits 2 --ranks 3",
        "out",
        None,
    ),
    writing("--csv", "compare nim input", "out.csv", None),
];

/// Options that name a file or a folder to read, and `study --out`, which has tests of its own.
const OTHER_OPTIONS: [(&str, &str); 3] = [
    ("compare", "--tally"),
    ("simulate", "--decks"),
    ("study", "--out"),
];

/// A long run of a game without an input.
const ENDLESS: &str = "simulate alliances --deals 1e14";

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the names in a folder, each with the bytes of its file.
fn snapshot(here: &Path) -> Vec<(String, Option<Vec<u8>>)> {
    let bytes = |name: &String| fs::read(here.join(name)).ok();
    let names = names(here).into_iter();
    names.map(|name| (name.clone(), bytes(&name))).collect()
}

/// Asserts that a command is refused with these words and changes nothing.
fn changes_nothing(here: &Path, command: &str, words: &str) {
    let before = snapshot(here);
    refused(here, command, words);
    assert_eq!(snapshot(here), before, "{command}");
}

/// Waits until a tally has deals.
fn until_saved(here: &Path, tally: &str) {
    until("a save", || {
        fs::read_to_string(here.join(tally)).is_ok_and(|text| text.contains("ranges 0.."))
    });
}

/// What is in the place of an output before a command, the options that it gets besides, and words of its message. `OUT` is
/// the output.
type Refusal = (&'static str, &'static str, &'static str);

const REFUSALS: [Refusal; 5] = [
    ("echo mine > OUT", "", "OUT"),
    ("ln -s former OUT", "", "OUT"),
    ("ln former OUT", "", "OUT"),
    ("ln -s ./input OUT", "--force", ""),
    ("", "OPTION OUT", "OPTION"),
];

const FOLDER_REFUSALS: [Refusal; 3] = [
    ("echo mine > OUT", "--force", "OUT"),
    ("ln -s former OUT", "--force", "OUT"),
    ("ln former OUT", "--force", "OUT"),
];

const FILE_REFUSALS: [Refusal; 5] = [
    ("mkdir OUT", "", "OUT"),
    ("mkdir OUT", "--force", "OUT"),
    ("ln -s no/such OUT", "", "OUT"),
    ("ln -s no/such OUT", "--force", "OUT"),
    ("ln -s input OUT", "--force", "is read by this command"),
];

const PARTNER_REFUSALS: [Refusal; 2] = [
    (
        "echo mine > OUT; ln -s OUT link",
        "PARTNER link --force",
        "",
    ),
    ("", "PARTNER ./OUT", ""),
];

#[test]
fn outputs_are_refused_before_the_work() {
    for option in &WRITING_OPTIONS {
        let (folder, command) = option.prepare();
        let here = folder.path();
        let mut refusals = REFUSALS.to_vec();
        if option.is_folder() {
            refusals.extend(FOLDER_REFUSALS);
        } else {
            refusals.extend(FILE_REFUSALS);
        }
        if option.partner.is_some() {
            refusals.extend(PARTNER_REFUSALS);
        }
        let with_names = |text: &str| {
            let text = text.replace("PARTNER", option.partner.unwrap_or_default());
            text.replace("OPTION", option.option)
                .replace("OUT", option.output)
        };
        let has_input = option.command.contains("input");
        refusals.retain(|(arrangement, ..)| has_input || !arrangement.contains("input"));
        for (arrangement, options, words) in refusals {
            assert!(
                shell(here, &with_names(arrangement)).status.success(),
                "{arrangement}"
            );
            let command = format!("{command} {}", with_names(options));
            changes_nothing(here, &command, &with_names(words));
            shell(here, &with_names("rm -rf OUT link"));
        }
        // Places that cannot be written, and the ending of another format of pictures.
        let mut names = Vec::new();
        if !option.is_folder() {
            names.extend(["newdir", "input"].map(|place| format!("{place}/{}", option.output)));
        }
        if ["--chart", "--image", "--animate"].contains(&option.option) {
            names.push("x.pdf".to_owned());
        }
        for name in names {
            let command = format!("{} {} {name}", option.command, option.option);
            changes_nothing(here, &command, &name);
        }
    }
}

/// Each option writes its file, through a link too, and with `--force` in place of a former one, whose permissions stay. A write
/// that fails, at once or on a full disk, leaves the former file and nothing else.
#[test]
fn files_are_written_whole_or_not_at_all() {
    for option in WRITING_OPTIONS.iter().filter(|option| !option.is_folder()) {
        let (folder, command) = option.prepare();
        let here = folder.path();
        let path = here.join(option.output);
        let input = if option.verb() == "play" {
            "d\nq\n"
        } else {
            ""
        };
        let command = format!("{} --quiet", command.replace("1e8", "100"));
        let run = |command: &str| {
            let output = fed(here, command, input);
            let code = output.status.code();
            assert!(
                code == Some(0) || option.verb() == "compare",
                "{command}: {}",
                stderr(&output)
            );
        };
        run(&command);
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::set_permissions(here.join("former"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("former", &path).unwrap();
        let full = format!("full.{}", option.output);
        symlink("/dev/full", here.join(&full)).unwrap();
        let to_full = command.replace(&format!(" {}", option.output), &format!(" {full}"));
        for (limit, failing) in [("ulimit -f 0; ", &command), ("", &to_full)] {
            let line = format!("{limit}printf 'd\\nq\\n' | $PIOCHE --lang en {failing} --force");
            let output = shell(here, &line);
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{line}: {message}");
            let words = format!("{} cannot be written", option.output);
            assert!(message.contains(&words), "{line}: {message}");
            // The answer is printed all the same.
            let has_answer = ["simulate", "solve", "report"].contains(&option.verb());
            assert!(!has_answer || !output.stdout.is_empty(), "{line}");
            assert_eq!(read(here, "former"), "mine", "{line}");
        }
        run(&format!("{command} --force"));
        assert_eq!(fs::read(&path).unwrap(), whole, "{command}");
        assert!(path.is_symlink(), "{command}");
        assert_eq!(
            fs::metadata(&path).unwrap().mode() & 0o777,
            0o640,
            "{command}"
        );
        assert!(
            names(here).iter().all(|name| !name.starts_with('.')),
            "{command}"
        );
    }
}

/// Writes that fail at any length, and kills at any moment, over the files of a former run: each former file or its replacement
/// is there, and the next run goes on from there.
#[test]
fn failed_and_killed_writes_lose_no_file() {
    let folder = folder();
    let here = folder.path();
    let former_run = "simulate nim --matches 5,6 --out d --deals 1000 --quiet";
    let run = "simulate nim --matches 5,6 --out d --deals 2000 --quiet --force";
    answer(here, former_run);
    let former = contents(&here.join("d"));
    answer(here, run);
    let replacement = contents(&here.join("d"));
    let limits = [1, 4, 16, 64].map(|limit| format!("ulimit -f {limit}; $PIOCHE {run}"));
    let kills =
        [2, 4, 6, 8, 10].map(|delay| format!("timeout -s KILL 0.0{delay:02} $PIOCHE {run}"));
    for line in limits.iter().chain(&kills) {
        fs::remove_dir_all(here.join("d")).expect("a folder");
        answer(here, former_run);
        let output = shell(here, line);
        let left = contents(&here.join("d"));
        for (file, bytes) in &former {
            let is_whole = left.get(file) == Some(bytes) || left.get(file) == replacement.get(file);
            assert!(is_whole, "{file} after {line}");
        }
        // A killed program leaves a part file at most.
        let strangers = left
            .keys()
            .filter(|file| !former.contains_key(*file))
            .count();
        assert!(
            strangers <= usize::from(line.starts_with("timeout")),
            "{line}: {:?}",
            left.keys()
        );
        if output.status.success() {
            assert_eq!(left, replacement);
        }
        answer(here, run);
        for (file, bytes) in &replacement {
            assert!(
                fs::read(here.join("d").join(file)).unwrap() == *bytes,
                "{file} after {line}"
            );
        }
    }
}

/// A folder with files is refused without `--force`, which replaces files of the same names and removes none.
#[test]
fn out_folder_with_files_needs_force() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate nim --deals 100 --out d --quiet";
    answer(here, run);
    let former = contents(&here.join("d"));
    for command in [run, "report d/nim.tally --out d"] {
        changes_nothing(here, command, "d");
    }
    fs::write(here.join("d/nim-notes.txt"), "mine").unwrap();
    answer(
        here,
        "simulate nim --matches 5,6 --deals 100 --out d --quiet --force",
    );
    let left = contents(&here.join("d"));
    assert_eq!(left["nim-notes.txt"], b"mine");
    assert_eq!(left["nim.tally"], former["nim.tally"]);
    assert_ne!(left["nim.csv"], former["nim.csv"]);
    // In the folder of the tally, the report writes all other files and keeps the tally.
    answer(here, "report d/nim.tally --out d --force --lang fr");
    assert_eq!(read(here, "d/nim.tally").as_bytes(), former["nim.tally"]);
    changes_nothing(here, "simulate nim --csv d/nim.csv --out e", "d/nim.csv");
    changes_nothing(here, &format!("{ENDLESS} --out -"), "-");
}

/// Outputs that are removed during a run are written again; a file that somebody puts in their place is kept, and a
/// folder that is gone is told at the end. Only the output concerned fails.
#[test]
fn outputs_changed_during_a_run() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("d")).unwrap();
    let run = format!("{ENDLESS} --csv a.csv --json d/b.json --chart c.svg --tally t.tally");
    for flag in ["", "--resume", "--force"] {
        let child = started(here, &format!("{run} {flag}"));
        until_saved(here, "t.tally");
        fs::remove_file(here.join("t.tally")).unwrap();
        until_saved(here, "t.tally");
        fs::write(here.join("a.csv"), "mine").unwrap();
        fs::remove_dir(here.join("d")).unwrap();
        signal(&child, "-TERM");
        let output = child.wait_with_output().unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains("a.csv") && message.contains("d/b.json"),
            "{message}"
        );
        assert_eq!(read(here, "a.csv"), "mine", "{flag}");
        assert_eq!(names(here), ["a.csv", "c.svg", "t.tally"]);
        assert!(!output.stdout.is_empty() && read(here, "t.tally").contains("interrupted"));
        fs::remove_file(here.join("a.csv")).unwrap();
        fs::remove_file(here.join("c.svg")).unwrap();
        fs::remove_file(here.join("t.tally")).unwrap();
        fs::create_dir(here.join("d")).unwrap();
    }
    // Another file in the place of the tally. A save may come between, so it is put there until it stays.
    let child = started(here, &format!("{ENDLESS} --tally t.tally"));
    until_saved(here, "t.tally");
    until("the other file is there", || {
        fs::write(here.join("next"), "mine").unwrap();
        fs::rename(here.join("next"), here.join("t.tally")).unwrap();
        std::thread::sleep(Duration::from_millis(80));
        fs::read_to_string(here.join("t.tally")).is_ok_and(|text| text == "mine")
    });
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another file has taken its place"));
    assert_eq!(read(here, "t.tally"), "mine");
}

/// The tally of a running command is read, and written by no other command; a killed command leaves no lock.
#[test]
fn tally_of_a_running_command_is_locked() {
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate alliances --deals 200 --tally old.tally");
    let mut first = started(here, &format!("{ENDLESS} --tally run.tally"));
    until_saved(here, "run.tally");
    for command in [
        &format!("{ENDLESS} --tally run.tally --resume"),
        &format!("{ENDLESS} --tally run.tally --force"),
        "merge old.tally --tally run.tally --force",
    ] {
        refused(here, command, "run.tally");
    }
    answer(here, "report run.tally");
    first.kill().expect("SIGKILL");
    first.wait().expect("a child");
    answer(here, "merge old.tally --tally run.tally --force");
    answer(
        here,
        "simulate alliances --deals 400 --tally run.tally --resume",
    );
}

/// A disk that is full during a run keeps the last save, which is resumed later; a read-only one is refused at once. Skipped
/// where no disk can be mounted.
#[test]
fn full_and_read_only_disks() {
    let folder = folder();
    let here = folder.path();
    let on_disk = |options: &str, script: &str| {
        let mount = format!("mount -t tmpfs -o {options} none d");
        fs::create_dir_all(here.join("d")).unwrap();
        if !shell(here, &format!("unshare -rm sh -c '{mount}'"))
            .status
            .success()
        {
            println!("skipped: no disk can be mounted here");
            return None;
        }
        fs::write(
            here.join("script"),
            format!("set -u\n{mount} || exit 99\ncd d\n{script}"),
        )
        .unwrap();
        let output = shell(here, "timeout 300 unshare -rm sh script 2>&1");
        Some(stdout(&output))
    };
    let full = r#"
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
    if let Some(text) = on_disk("size=256k", full) {
        for words in [
            "code 2",
            "kept",
            "same",
            "a.csv cannot be written: the disk is full",
        ] {
            assert!(text.contains(words), "{text}");
        }
        assert!(!text.contains(".part"), "{text}");
        assert_eq!(
            text.matches("a.tally cannot be written").count(),
            1,
            "{text}"
        );
    }
    let read_only = r#"
        for option in 'simulate nim --tally a' 'simulate nim --csv a' 'simulate nim --out s' 'study --out s'; do
            $PIOCHE $option --lang en; echo "code $?"
        done
    "#;
    if let Some(text) = on_disk("ro", read_only) {
        assert_eq!(text.matches("code 2").count(), 4, "{text}");
        assert_eq!(text.matches("this disk is read-only").count(), 4, "{text}");
    }
}

/// A path contains any signs and has any length that the system allows, and messages name it as it is.
#[test]
fn paths_are_used_and_named_as_they_are() {
    let folder = folder();
    let here = folder.path();
    let name = "a : « b » ?.csv";
    let mut deep = here.to_owned();
    while deep.as_os_str().len() < 3_740 {
        deep.push("é\n ".repeat(50));
    }
    fs::create_dir_all(&deep).unwrap();
    let run = |command: &str, file: &str, options: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_pioche"));
        let program = program
            .current_dir(here)
            .env_clear()
            .args(command.split(' '));
        let program = program.arg(file).args(options.split_whitespace());
        program.output().expect("the program runs")
    };
    let deep_tally = deep.join("a".repeat(200));
    let expected = answer(here, "simulate alliances --deals 900 --csv -");
    for tally in [
        "a : « b » \u{1b}?.tally",
        deep_tally.to_str().expect("UTF-8"),
    ] {
        let simulate = "simulate alliances --csv - --tally";
        assert!(run(simulate, tally, "--deals 500").status.success());
        let resumed = run(simulate, tally, "--deals 900 --resume");
        assert_eq!(stdout(&resumed), expected);
    }
    fs::write(here.join(name), answer(here, "deal --seed 1")).unwrap();
    for command in [
        "report",
        "simulate nim --csv",
        "simulate nim --lang fr --csv",
    ] {
        let output = run(command, name, "");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(name), "{message}");
    }
    assert!(stdout(&run("check", name, "")).contains(name));
}

/// Adds the options of a command and of those below it that take a file or a folder, each with its verb.
fn add_file_options(here: &Path, command: &str, options: &mut BTreeSet<(String, String)>) {
    let help = answer(here, &format!("{command} --help --lang en"));
    let verb = command.split(' ').next().expect("a verb");
    for line in help.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let option = words.iter().position(|word| word.starts_with("--"));
        let value = option.and_then(|place| words.get(place + 1));
        if let Some(place) = option
            && place <= 1
            && value.is_some_and(|value| ["<FILE>", "<DIR>"].contains(value))
        {
            options.insert((verb.to_owned(), words[place].to_owned()));
        }
    }
    for name in commands_of(&help) {
        add_file_options(here, &format!("{command} {name}"), options);
    }
}

/// A new option that writes must be in the table above.
#[test]
fn tables_have_every_option_that_names_a_file() {
    let folder = folder();
    let here = folder.path();
    let mut options = BTreeSet::new();
    let help = answer(here, "--help --lang en");
    let verbs = commands_of(&help);
    assert!(verbs.len() > 10, "{verbs:?}");
    for verb in verbs {
        add_file_options(here, &verb, &mut options);
    }
    let writing = WRITING_OPTIONS
        .iter()
        .map(|option| (option.verb(), option.option));
    let expected: BTreeSet<(String, String)> = writing
        .chain(OTHER_OPTIONS)
        .map(|(verb, option)| (verb.to_owned(), option.to_owned()))
        .collect();
    assert_eq!(options, expected);
    assert_eq!(names(here), [""; 0], "help writes nothing");
}
