//! Tests of the command line without running the program: rendered commands, quoted words and parsed numbers.

mod help;

use crate::cli::build_cli;
use crate::cli::command_line::{CommandLine, shell_quote};
use crate::cli::study::chapters::{ChapterSelection, parse_chapters};
use crate::lang::Lang;
use crate::lang::parse_number::{
    CommaMeaning, NumberError, ParsedNumber, parse_count, parse_number,
};
use crate::topics::setting::format_short_count;
use pioche_engine::sim::Seed;

/// All shells read plain double quotes alike; words with characters that are special within them need a POSIX shell.
#[test]
fn words_are_quoted_for_shells() {
    for (word, expected) in [
        ("réussite/a.csv", "réussite/a.csv"),
        ("", "\"\""),
        ("my study; touch X", "\"my study; touch X\""),
        ("it's", "\"it's\""),
        ("$HOME", "'$HOME'"),
        ("a\"b'c", r#"'a"b'\''c'"#),
        ("wow!", "'wow!'"),
        ("a\nb\u{9b}", r"$'a\x0ab\xc2\x9b'"),
        ("a\u{200b}b", r"$'a\xe2\x80\x8bb'"),
    ] {
        assert_eq!(shell_quote(word), expected);
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(
            shell_quote(std::ffi::OsStr::from_bytes(b"caf\xe9 '")),
            r"$'caf\xe9 \''"
        );
    }
}

#[test]
fn number_parser_follows_documentation() {
    let described = |text: &str, comma| match parse_number(text, comma) {
        Ok(ParsedNumber::Integer(number)) => number.to_string(),
        Ok(ParsedNumber::Fraction {
            numerator,
            denominator,
        }) => format!("{numerator}/{denominator}"),
        Ok(number) => format!("{} ± {}", number.value(), number.max_rounding_error()),
        Err(NumberError::Ambiguous) => "unclear".to_owned(),
        Err(NumberError::TooLarge) => "too large".to_owned(),
        Err(_) => "refused".to_owned(),
    };
    let source = include_str!("../lang/parse_number.rs");
    let rows: Vec<&str> = source
        .lines()
        .filter_map(|line| line.strip_prefix("//! | `"))
        .collect();
    assert!(rows.len() > 15, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let texts = cells[0].trim_end_matches('`').split("`, `");
        for text in texts {
            for (comma, expected) in [
                CommaMeaning::Decimal,
                CommaMeaning::Thousands,
                CommaMeaning::Ambiguous,
            ]
            .into_iter()
            .zip(&cells[1..])
            {
                assert_eq!(described(text, comma), *expected, "{text} {comma:?}");
            }
        }
    }
}

/// The order of the names, repeated names and aliases do not matter.
#[test]
fn chapter_names_select_topics_once_and_in_order() {
    let names = |text: &str| parse_chapters(text).map(|chapters| chapters.option_value());
    assert_eq!(names("nim").as_deref(), Ok("nim"));
    assert_eq!(names("nim, reussite,nim").as_deref(), Ok("alliances,nim"));
    let every_name = ChapterSelection::all().option_value();
    let whole = parse_chapters(&every_name).expect("names of topics");
    assert!(whole.is_complete() && whole.selected_titles().is_empty());
    for wrong in ["", "nim,", "alliance", "all"] {
        assert!(names(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn count_parser_accepts_only_integers_in_range() {
    for (text, number) in [
        ("1,000", 1000),
        ("2.0", 2),
        ("1 000", 1000),
        ("1\u{202f}000", 1000),
        ("1\u{a0}000", 1000),
        ("1’000", 1000),
        ("1.5k", 1500),
        ("10M", 10_000_000),
        ("0", 0),
    ] {
        assert_eq!(
            parse_count(text, 0, 10_000_000).ok(),
            Some(number),
            "{text}"
        );
    }
    for (text, message) in [
        ("1.000", "“1.000” can mean 1000 or 1: write one of these"),
        (
            "2,500k",
            "“2,500k” can mean 2500k or 2.500k: write one of these",
        ),
        ("1.5", "“1.5” is not a whole number"),
        ("1,5", "“1,5” is not a whole number"),
        ("50%", "“50%” is not a whole number"),
        ("-1", "“-1” is not a whole number"),
        ("20M", "20M is not between 0 and 10,000,000"),
        ("1e400", "1e400 is not between"),
    ] {
        let found = parse_count(text, 0, 10_000_000)
            .expect_err(text)
            .to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

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
