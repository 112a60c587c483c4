//! Tests of commands rendered as text.

use crate::cli::build_cli;
use crate::cli::command_line::CommandLine;
use crate::lang::Lang;
use crate::lang::parse_number::parse_count;
use crate::topics::setting::format_short_count;
use pioche_engine::sim::Seed;

/// Renders a command of some words, with the drawn seed 7 and some flags set.
fn render_command(words: &[&str], flags: &[&str]) -> String {
    let grammar = build_cli(Lang::En);
    let all = ["pioche"].iter().chain(words);
    let matches = grammar
        .clone()
        .try_get_matches_from(all)
        .expect("the command is understood");
    let (mut command, mut matches) = (&grammar, &matches);
    while let Some((name, below)) = matches.subcommand() {
        (command, matches) = (command.find_subcommand(name).expect("a command"), below);
    }
    CommandLine::new(command, matches, Seed(7), flags).to_string()
}

#[test]
fn equivalent_arguments_render_to_same_command() {
    for words in [
        &[
            "simulate",
            "alliances",
            "--tally",
            "my file",
            "--deals",
            "10000000000",
            "--seed",
            "random",
        ][..],
        &[
            "--quiet",
            "simulate",
            "reussite",
            "--seed=random",
            "--deals=1e10",
            "--tally=my file",
        ],
    ] {
        let quiet = if words[0] == "--quiet" {
            " --quiet"
        } else {
            ""
        };
        let expected =
            format!("pioche simulate alliances --deals 10G --seed 7 --tally \"my file\"{quiet}");
        assert_eq!(render_command(words, &[]), expected);
    }
    // Defaults are left out, settings are normalised, and flags are not repeated.
    let words = [
        "simulate",
        "nim",
        "--matches",
        "3..2000,1e4",
        "--takes",
        "2,3",
        "--precision",
        "0,001",
        "--resume",
    ];
    let expected = "pioche simulate nim --matches 3..2k,10k --precision 0.001 --resume --force";
    assert_eq!(render_command(&words, &["resume", "force"]), expected);
    let words = [
        "study",
        "--scale",
        "1.0",
        "--confidence",
        "0.990",
        "--out",
        "it's",
        "--seed",
        "1",
    ];
    assert_eq!(
        render_command(&words, &[]),
        "pioche study --confidence 0.99 --out \"it's\""
    );
}

#[test]
fn formatted_counts_parse_to_same_number() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (2048, "2048"),
        (2500, "2.5k"),
        (250_000, "250k"),
        (12_345_678, "12345678"),
        (1_000_000, "1M"),
        (10_000_000_000, "10G"),
        (1_000_000_000_000_000, "1000T"),
    ] {
        assert_eq!(format_short_count(number), text);
        assert_eq!(parse_count(text, 0, u64::MAX), Ok(number));
    }
}
