//! Tests of the arguments that the command line refuses or distinguishes.

use crate::program::{answer, fed, folder, pioche, refused, stderr, stdout};
use std::fs;
use std::process::Command;

#[test]
fn repeated_option_is_refused_with_its_name() {
    let folder = folder();
    refused(
        folder.path(),
        "simulate nim --deals 5 --deals 6",
        "--deals ",
    );
    refused(folder.path(), "simulate nim --all --all", "--all ");
}

#[test]
fn number_of_runs_per_command_is_limited() {
    let folder = folder();
    refused(
        folder.path(),
        "simulate nim --matches 1..1000000",
        "--matches",
    );
    refused(
        folder.path(),
        "simulate shuffle --cards 2..256 --riffles 1..100",
        "--cards, --riffles",
    );
    assert!(
        stderr(&pioche(folder.path(), "simulate nim --matches 1..1e6")).contains("1,000,000 runs")
    );
    assert!(answer(folder.path(), "help simulate").contains("10,000 runs"));
}

#[test]
fn tally_on_standard_output_excludes_other_output() {
    let folder = folder();
    let simulate = "simulate nim --deals 64 --tally -";
    refused(folder.path(), &format!("{simulate} --format json"), "");
    let tally = answer(folder.path(), simulate);
    let report = stdout(&fed(folder.path(), "report -", &tally));
    assert_eq!(report, answer(folder.path(), "simulate nim --deals 64"));
}

#[test]
fn out_of_range_numbers_are_refused_with_range() {
    let folder = folder();
    for (args, words) in [
        ("simulate nim --precision 1e-300", "10^15"),
        ("simulate nim --confidence 1e-300", "1e-12"),
        ("simulate nim --confidence 0.99999999999999", "1e-12"),
        ("solve solitaire --memory 99999999T", "99999999T n"),
        ("solve solitaire --memory 9P", "G, T"),
        ("solve solitaire --hole 99", "14"),
        ("simulate solitaire --hole 20", "14"),
    ] {
        let message = stderr(&pioche(folder.path(), &format!("--lang fr {args}")));
        assert!(message.contains(words), "{args}: {message}");
        assert!(
            !args.contains("--confidence") || !message.contains("strictement"),
            "{message}"
        );
        let output = pioche(folder.path(), args);
        let message = stderr(&output);
        let words = words.replace("99999999T n", "99999999T is not between");
        assert!(
            output.status.code() == Some(2) && message.contains(&words),
            "{args}: {message}"
        );
    }
}

#[test]
fn empty_environment_variable_counts_as_unset() {
    let run = |value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command
            .env_clear()
            .env("PIOCHE_CPU", value)
            .args(["simulate", "nim", "--deals", "64"])
            .output()
            .unwrap()
    };
    assert!(run("").status.success());
    assert!(stderr(&run("x")).contains("PIOCHE_CPU"));
}

#[test]
fn report_distinguishes_equal_runs_by_seed() {
    let folder = folder();
    let here = folder.path();
    for seed in [1, 2] {
        answer(
            here,
            &format!("simulate nim --deals 64 --seed {seed} --tally {seed}.tally"),
        );
    }
    answer(
        here,
        "simulate nim --deals 128 --seed 3 --shard 1/2 --tally 3.tally",
    );
    answer(
        here,
        "simulate nim --deals 128 --seed 3 --shard 2/2 --tally 4.tally",
    );
    let table = answer(here, "report 1.tally 2.tally");
    assert!(table.contains(" seed "), "{table}");
    assert!(!answer(here, "report 1.tally").contains(" seed \n"));
    answer(here, "report 1.tally 2.tally 3.tally 4.tally --out d");
    for name in ["seed-1", "seed-2", "seed-3-from-0", "seed-3-from-64"] {
        assert!(
            here.join(format!("d/tallies/nim-25-2-3-random-random-{name}.tally"))
                .is_file(),
            "{name}"
        );
    }
}

#[test]
fn missing_command_is_an_error() {
    let folder = folder();
    for args in ["", "simulate", "play --lang fr"] {
        let output = pioche(folder.path(), args);
        assert_eq!(
            (output.status.code(), stdout(&output)),
            (Some(2), String::new()),
            "{args}"
        );
        assert!(stderr(&output).contains("pioche"), "{args}");
    }
}

#[test]
fn invisible_characters_in_arguments_are_escaped() {
    let folder = folder();
    for sign in ['\u{200b}', '\u{ad}', '\u{feff}', '\u{202e}', '\u{1b}'] {
        let escaped = sign.escape_unicode().to_string();
        refused(
            folder.path(),
            &format!("solve nim --mat{sign}ches"),
            &escaped,
        );
        refused(folder.path(), &format!("check no{sign}file"), &escaped);
    }
    // Accents and spaces are visible.
    refused(
        folder.path(),
        "check e\u{301}te\u{301}",
        "e\u{301}te\u{301}",
    );
}

/// A game without moves does not overwrite another game.
#[test]
fn game_without_moves_does_not_replace_saved_game() {
    let folder = folder();
    let here = folder.path();
    assert!(
        fed(here, "play nim --matches 9 --save g", "3\n")
            .status
            .success()
    );
    let kept = fs::read_to_string(here.join("g")).unwrap();
    let output = fed(here, "play nim --matches 9 --save g --force", "");
    assert!(
        output.status.success() && stderr(&output).contains("g is unchanged"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(here.join("g")).unwrap(), kept);
    assert!(
        fed(here, "play nim --matches 9 --save g --force", "2\n")
            .status
            .success()
    );
    assert_ne!(fs::read_to_string(here.join("g")).unwrap(), kept);
}

#[cfg(unix)]
#[test]
fn bash_completes_arguments() {
    let folder = folder();
    fs::write(
        folder.path().join("script"),
        answer(folder.path(), "completions bash"),
    )
    .unwrap();
    for (words, proposed) in [
        ("pioche help sim", "simulate"),
        ("pioche help simulate al", "alliances alak"),
        ("pioche check scr", ""),
        ("pioche show al", "alliances alak"),
    ] {
        let ask = format!(
            "source ./script; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); \
             _pioche_arguments pioche ${{COMP_WORDS[-1]}} ${{COMP_WORDS[-2]}}; echo ${{COMPREPLY[@]}}"
        );
        let Ok(output) = Command::new("bash")
            .current_dir(folder.path())
            .args(["-c", &ask])
            .output()
        else {
            return;
        };
        let sorted = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(
            sorted(&stdout(&output)),
            sorted(proposed),
            "{words}: {}",
            stderr(&output)
        );
    }
    // If the function proposes nothing, bash proposes files.
    let complete = "source ./script; complete -p pioche";
    let output = Command::new("bash")
        .current_dir(folder.path())
        .args(["-c", complete])
        .output()
        .unwrap();
    assert!(
        stdout(&output).contains("-o default") && stdout(&output).contains("_pioche_arguments")
    );
}

/// A removed word says in both languages what to do instead.
#[test]
fn removed_words_say_what_to_do_instead() {
    let folder = folder();
    for (args, instead) in [
        ("simulate nim --version", "pioche --version"),
        ("report -V", "pioche -V"),
        ("slurm -- simulate nim --tally a", "--shard K/N"),
        ("simulate nim --chart x.pdf", "--chart FILE.svg"),
        (
            "simulate alliances --player leftmost,late",
            "--player perfect",
        ),
        ("simulate nim --players mcts:9,random", "minimax:d"),
        ("solve solitaire --shortest", "solve solitaire"),
        ("solve alak --position x..", "play"),
        ("play nim --load game", "play GAME FILE"),
        ("show solitaire --style wood", "--style pioche"),
    ] {
        refused(folder.path(), args, instead);
        let message = stderr(&pioche(folder.path(), &format!("--lang fr {args}")));
        assert!(message.contains(" a été retiré"), "{args}: {message}");
        assert!(message.contains(instead), "{args}: {message}");
    }
}
