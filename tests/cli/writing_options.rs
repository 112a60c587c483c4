//! Tests of every option that writes, as the help of every command lists them: no file is replaced without `--force`, and
//! never an input, under whatever name.

use crate::program::{answer, folder, names, pioche, refused, stderr};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

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

/// A run too long to wait for, so refusals must come before it.
const SIMULATE: &str = "simulate solitaire --board input --deals 1e8";
const SOLVE: &str = "solve solitaire --board input --hole all";
const SHOW: &str = "show alliances input";

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
    writing("--save", "play alliances input", "out", None),
    writing("--csv", "compare nim input", "out.csv", None),
];

/// The option of a folder.
const FOLDER_OPTION: &str = "--out";

/// Options that name a file or a folder to read, and `study --out`, which has tests of its own.
const OTHER_OPTIONS: [(&str, &str); 2] = [("compare", "--tally"), ("study", "--out")];

/// A function that makes a name of the file `input`.
type LinkFn = fn(&Path);

/// Writes the input of a command.
fn write_input(here: &Path, command: &str) {
    let input = here.join("input");
    match command.split(' ').next() {
        Some("simulate" | "solve") => fs::write(input, "oox\nooo\n").unwrap(),
        Some("report" | "merge") => {
            answer(here, "simulate nim --deals 100 --tally input --quiet");
        }
        _ => fs::write(input, answer(here, "deal --seed 1")).unwrap(),
    }
}

/// Returns the names in a folder, each with the bytes of its file.
fn snapshot(here: &Path) -> Vec<(String, Option<Vec<u8>>)> {
    let entries = names(here).into_iter();
    entries
        .map(|name| {
            let bytes = fs::read(here.join(&name)).ok();
            (name, bytes)
        })
        .collect()
}

/// Asserts that a command is refused and changes nothing.
fn changes_nothing(here: &Path, command: &str, words: &str) {
    let before = snapshot(here);
    refused(here, command, words);
    assert_eq!(snapshot(here), before, "{command}");
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    for WritingOption {
        option,
        command,
        output,
        ..
    } in &WRITING_OPTIONS
    {
        let folder = folder();
        let here = folder.path();
        write_input(here, command);
        let write = format!("{command} {option} {output}");
        let output_path = here.join(output);
        // The folder of an output is a file, or a link to one.
        let always_refused = *option == FOLDER_OPTION;
        let flags: &[&str] = if always_refused {
            &["", "--force"]
        } else {
            &[""]
        };
        fs::write(here.join("former"), "mine").unwrap();
        let arrangements: [fn(&Path); 3] = [
            |path| fs::write(path, "mine").unwrap(),
            |path| symlink("former", path).unwrap(),
            |path| fs::hard_link(path.with_file_name("former"), path).unwrap(),
        ];
        for arrange in arrangements {
            arrange(&output_path);
            for flag in flags {
                changes_nothing(here, &format!("{write} {flag}"), output);
            }
            fs::remove_file(&output_path).unwrap();
        }
        if !always_refused {
            fs::create_dir(&output_path).unwrap();
            for flag in ["", "--force"] {
                changes_nothing(here, &format!("{write} {flag}"), output);
            }
        }
    }
}

#[test]
fn input_is_no_output_under_any_name() {
    for WritingOption {
        option,
        command,
        output,
        ..
    } in &WRITING_OPTIONS
    {
        let folder = folder();
        let here = folder.path();
        write_input(here, command);
        let names: [(&str, LinkFn); 3] = [
            ("a symbolic link", |path| symlink("input", path).unwrap()),
            ("a hard link", |path| {
                fs::hard_link(path.with_file_name("input"), path).unwrap();
            }),
            ("another path", |path| symlink("./input", path).unwrap()),
        ];
        for (what, link) in names {
            link(&here.join(output));
            let write = format!("--lang en {command} {option} ./{output} --force");
            let before = snapshot(here);
            let refusal = pioche(here, &write);
            let message = stderr(&refusal);
            assert_eq!(refusal.status.code(), Some(2), "{write}, {what}: {message}");
            let reason = if *option == FOLDER_OPTION {
                "a part of this path is not a folder"
            } else {
                "is read by this command"
            };
            assert!(message.contains(reason), "{write}, {what}: {message}");
            assert_eq!(snapshot(here), before, "{write}, {what}");
            fs::remove_file(here.join(output)).unwrap();
        }
    }
}

#[test]
fn output_given_twice_is_refused() {
    for WritingOption {
        option,
        command,
        output,
        partner,
    } in &WRITING_OPTIONS
    {
        let folder = folder();
        let here = folder.path();
        write_input(here, command);
        let write = format!("{command} {option} {output}");
        changes_nothing(here, &format!("{write} {option} {output} --force"), option);
        let Some(partner) = partner else { continue };
        fs::write(here.join(output), "mine").unwrap();
        symlink(output, here.join("link")).unwrap();
        fs::hard_link(here.join(output), here.join("twin")).unwrap();
        for name in ["link", "twin"] {
            changes_nothing(here, &format!("{write} {partner} {name} --force"), "");
        }
        // Neither exists yet.
        fs::remove_file(here.join(output)).unwrap();
        changes_nothing(here, &format!("{write} {partner} link --force"), "");
    }
}

#[test]
fn endings_of_other_formats_are_refused() {
    for WritingOption {
        option,
        command,
        output,
        ..
    } in &WRITING_OPTIONS
    {
        let folder = folder();
        let here = folder.path();
        write_input(here, command);
        let endings = [
            "csv", "json", "xlsx", "svg", "gif", "tally", "parquet", "TSV", "csv.gz",
        ];
        for ending in endings
            .into_iter()
            .filter(|ending| !output.ends_with(ending))
        {
            let name = format!("x.{ending}");
            changes_nothing(here, &format!("{command} {option} {name}"), &name);
        }
    }
    let folder = folder();
    let here = folder.path();
    for name in ["x.txt", "x", "x.2024", "x.CSV"] {
        answer(
            here,
            &format!("simulate nim --deals 100 --csv {name} --quiet"),
        );
        assert!(here.join(name).is_file());
    }
    answer(here, "simulate nim --deals 100 --chart x.PNG --quiet");
    assert!(
        fs::read(here.join("x.PNG"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
}

/// Returns the names under a heading of a help page.
fn listed<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  "));
    names
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(' ').next())
        .collect()
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
    for name in listed(&help, "Commands:") {
        add_file_options(here, &format!("{command} {name}"), options);
    }
}

/// A new option that writes must be in the table above.
#[test]
fn tables_have_every_option_that_names_a_file() {
    let folder = folder();
    let here = folder.path();
    let mut options = BTreeSet::new();
    let verbs = answer(here, "--help --lang en");
    let verbs: Vec<String> = listed(&verbs, "Commands:")
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    for verb in &verbs {
        add_file_options(here, verb, &mut options);
    }
    let mut expected: BTreeSet<(String, String)> = OTHER_OPTIONS
        .iter()
        .map(|(verb, option)| (verb.to_string(), option.to_string()))
        .collect();
    for WritingOption {
        option, command, ..
    } in &WRITING_OPTIONS
    {
        let verb = command.split(' ').next().expect("a verb");
        expected.insert((verb.to_owned(), option.to_string()));
    }
    assert_eq!(options, expected);
    assert_eq!(names(here), [""; 0], "help writes nothing");
}
