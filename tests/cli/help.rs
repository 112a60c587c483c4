//! Tests of the printed help.

use crate::program::{answer, folder, pioche, refused, stderr, stdout};

#[test]
fn help_uses_requested_language() {
    let folder = folder();
    let read = |args: &str| stdout(&pioche(folder.path(), args)).replace('\u{a0}', " ");
    for args in ["--lang fr --help", "--help --lang fr", "-h --lang=fr"] {
        let text = read(args);
        assert!(
            text.contains("Utilisation : pioche [OPTIONS] <COMMAND>"),
            "{text}"
        );
    }
}

/// Clap's own message about an argument that is not UTF-8 would be English.
#[cfg(unix)]
#[test]
fn non_utf8_argument_is_refused_in_both_languages() {
    use std::os::unix::ffi::OsStrExt;
    for (lang, words) in [
        ("fr", "n'est pas du texte UTF-8"),
        ("en", "is not UTF-8 text"),
    ] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_pioche"));
        command
            .env_clear()
            .args(["--lang", lang, "solve", "solitaire", "--position"]);
        let output = command
            .arg(std::ffi::OsStr::from_bytes(b"x\xff."))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn environment_selects_help_language() {
    let run = |lang: &str, args: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_pioche"));
        command
            .env_clear()
            .env("LANG", lang)
            .args(args)
            .output()
            .expect("the program runs")
    };
    let french = run("fr_FR.UTF-8", &["solve", "nim", "--help"]);
    assert!(french.status.success());
    assert!(
        stdout(&french).starts_with("Nim\u{a0}: qui gagne"),
        "{}",
        stdout(&french)
    );
    assert!(stdout(&run("en_GB.UTF-8", &["solve", "nim", "--help"])).starts_with("Nim: who wins"));
    assert!(
        stdout(&run(
            "fr_FR.UTF-8",
            &["solve", "nim", "--help", "--lang", "en"]
        ))
        .starts_with("Nim: who wins")
    );
    // Help is the error message for a missing command.
    let lost = run("fr_FR.UTF-8", &["solve"]);
    assert_eq!(lost.status.code(), Some(2));
    assert_eq!(stdout(&lost), "");
    assert!(stderr(&lost).contains("Commandes :"));
}

/// `-h` lists the options that its own examples use.
#[test]
fn short_help_lists_options_of_its_examples() {
    let folder = folder();
    for game in [
        "alliances",
        "bataille",
        "shuffle",
        "solitaire",
        "alak",
        "nim",
    ] {
        let help = answer(folder.path(), &format!("simulate {game} -h --lang en"));
        let (options, examples) = help.split_once("Examples").expect("examples");
        for word in examples
            .split_whitespace()
            .filter(|word| word.starts_with("--"))
        {
            let word = word.trim_end_matches(['`', ':']);
            assert!(
                options.contains(&format!("{word} ")) || word == "--help",
                "{game}: {word}\n{options}"
            );
        }
    }
}

/// The handouts' names of options are suggestions.
#[test]
fn names_of_the_handouts_are_suggested() {
    let folder = folder();
    for (command, meant) in [
        ("simulate alliances --nb-sim 100", "--deals"),
        ("simulate alliances --nb-cartes 32", "--cards"),
        ("simulate bataille --nbVals 13", "--values"),
        ("simulate bataille --nbGames 100", "--deals"),
    ] {
        refused(folder.path(), command, meant);
    }
}
