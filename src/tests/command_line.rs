//! Tests of the command line without running the program: rendered commands, quoted words, parsed numbers, and the help
//! in both languages.

use crate::build_cli;
use crate::command_line::{shell_quote, typed_command};
use crate::help::with_common_options;
use crate::study::folder::{ChapterSelection, parse_chapters};
use clap::{Arg, Command};
use pioche_engine::sim::Seed;
use pioche_games::{TOPICS, examples};
use pioche_report::lang::parse_number::{
    CommaMeaning, NumberError, NumberForm, parse_count, parse_number,
};
use pioche_report::lang::{Lang, in_language};
use std::collections::{BTreeMap, BTreeSet};

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
        Ok(number) => match number.form {
            NumberForm::Integer(integer) => integer.to_string(),
            NumberForm::Fraction(numerator, denominator) => format!("{numerator}/{denominator}"),
            _ => format!("{} ± {}", number.value, number.max_rounding_error),
        },
        Err(NumberError::Ambiguous) => "unclear".to_owned(),
        Err(NumberError::TooLarge) => "too large".to_owned(),
        Err(_) => "refused".to_owned(),
    };
    let source = include_str!("../../crates/report/src/lang/parse_number.rs");
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
    assert_eq!(whole, ChapterSelection::all());
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
    let grammar = build_cli();
    let all = ["pioche"].iter().chain(words);
    let matches = grammar
        .clone()
        .try_get_matches_from(all)
        .expect("the command is understood");
    let (mut command, mut matches) = (&grammar, &matches);
    while let Some((name, below)) = matches.subcommand() {
        (command, matches) = (command.find_subcommand(name).expect("a command"), below);
    }
    typed_command(command, matches, Seed(7), flags).to_string()
}

/// Options are rendered as they were typed, without those with their default. A drawn seed replaces `random`.
#[test]
fn typed_commands_are_rendered_for_a_shell() {
    for (words, expected) in [
        (
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
            "pioche simulate alliances --deals 10000000000 --seed 7 --tally \"my file\"",
        ),
        (
            &[
                "--quiet",
                "simulate",
                "reussite",
                "--seed=random",
                "--deals=1e10",
                "--tally=my file",
            ],
            "pioche simulate alliances --deals 1e10 --seed 7 --tally \"my file\" --quiet",
        ),
        (
            &[
                "study",
                "--scale",
                "0.5",
                "--confidence",
                "0.99",
                "--out",
                "it's",
                "--seed",
                "1",
            ],
            "pioche study --scale 0.5 --confidence 0.99 --out \"it's\"",
        ),
    ] {
        assert_eq!(render_command(words, &[]), expected);
    }
    // Flags are not repeated.
    let words = [
        "simulate",
        "nim",
        "--matches",
        "3..2000,1e4",
        "--takes",
        "2,3",
        "--precision",
        "0.001",
        "--resume",
    ];
    let expected = "pioche simulate nim --matches 3..2000,1e4 --precision 0.001 --resume --force";
    assert_eq!(render_command(&words, &["resume", "force"]), expected);
}

/// Phrases of clap, and common English words that no French text contains.
const CLAP_PHRASES: &[&str] = &[
    "Usage:",
    "Options:",
    "Commands:",
    "Arguments:",
    "default:",
    "possible values",
    "aliases:",
];

const ENGLISH_WORDS: &[&str] = &[
    "the", "of", "and", "with", "which", "what", "who", "where", "from", "for", "that", "this",
    "than", "is", "are", "to", "in", "by", "at", "after", "each", "print", "write", "number",
    "deals", "game", "player", "players", "board", "cell", "pile", "file", "values",
];

/// The visible commands of a grammar with their paths.
fn commands(grammar: &Command) -> Vec<(String, &Command)> {
    fn below<'a>(command: &'a Command, path: &str, found: &mut Vec<(String, &'a Command)>) {
        found.push((path.to_owned(), command));
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            below(
                sub,
                format!("{path} {}", sub.get_name()).trim_start(),
                found,
            );
        }
    }
    let mut found = vec![];
    below(grammar, "", &mut found);
    found
}

fn build_grammar(lang: Lang) -> Command {
    in_language(lang, || {
        let mut grammar = build_cli();
        grammar.build();
        grammar
    })
}

fn visible_args(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_hide_set())
}

/// The short and the long help of a command, with lines of any length.
fn rendered_help(command: &Command) -> [String; 2] {
    let mut wide = command.clone().term_width(0);
    [
        wide.render_help().to_string(),
        wide.render_long_help().to_string(),
    ]
}

/// Verbs, options and values have no aliases in either language; only one game has one.
#[test]
fn commands_and_options_have_no_aliases() {
    for lang in [Lang::En, Lang::Fr] {
        for (path, command) in commands(&build_grammar(lang)) {
            let aliases: Vec<&str> = command.get_all_aliases().collect();
            assert_eq!(
                aliases.concat(),
                if path.ends_with(" alliances") {
                    "reussite"
                } else {
                    ""
                },
                "{path}"
            );
            for arg in command.get_arguments() {
                assert!(
                    arg.get_all_aliases().is_none_or(|names| names.is_empty()),
                    "{path}: {arg}"
                );
                for value in arg.get_possible_values() {
                    assert_eq!(value.get_name_and_aliases().count(), 1, "{path}: {arg}");
                }
            }
        }
    }
}

/// Each visible command and argument has a French text of its own.
#[test]
fn every_command_and_argument_has_french_text() {
    let (english, french) = (build_grammar(Lang::En), build_grammar(Lang::Fr));
    let pages: BTreeMap<String, &Command> = commands(&french).into_iter().collect();
    let mut missing = vec![];
    for (path, command) in commands(&english) {
        let page = pages[&path];
        if page.get_about().map(ToString::to_string) == command.get_about().map(ToString::to_string)
        {
            missing.push(format!("what {path:?} is about"));
        }
        for arg in visible_args(command) {
            let id = arg.get_id();
            let translated = page
                .get_arguments()
                .find(|other| other.get_id() == id)
                .expect("the same arguments");
            if translated.get_help().map(ToString::to_string)
                == arg.get_help().map(ToString::to_string)
            {
                missing.push(format!("{id} of {path:?}"));
            }
        }
    }
    assert!(missing.is_empty(), "without French: {missing:#?}");
}

#[test]
fn french_help_contains_no_english_text() {
    let (english, french) = (build_grammar(Lang::En), build_grammar(Lang::Fr));
    let sentences: BTreeSet<String> = commands(&english)
        .iter()
        .flat_map(|(_, command)| {
            let args = visible_args(command).filter_map(|arg| arg.get_help());
            args.chain(command.get_about())
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        })
        .collect();
    for (path, command) in commands(&french) {
        for text in rendered_help(command) {
            for heading in CLAP_PHRASES {
                assert!(!text.contains(heading), "{path}: {heading}\n{text}");
            }
            for sentence in &sentences {
                assert!(
                    !text.contains(sentence.as_str()),
                    "{path}: {sentence}\n{text}"
                );
            }
            // Options, commands, values and placeholders are not French words.
            let prose = text
                .lines()
                .flat_map(str::split_whitespace)
                .filter(|word| !word.contains(['-', '[', '|', '(']));
            let words = prose.map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
            for word in words.filter(|word| *word != word.to_uppercase()) {
                assert!(
                    !ENGLISH_WORDS.contains(&word.to_lowercase().as_str()),
                    "{path}: “{word}”\n{text}"
                );
            }
        }
    }
}

/// The names, defaults and values of all options are on the French page.
#[test]
fn french_help_lists_all_option_names_and_values() {
    let english = build_grammar(Lang::En);
    let french = build_grammar(Lang::Fr);
    let pages: BTreeMap<String, &Command> = commands(&french).into_iter().collect();
    for (path, command) in commands(&english) {
        let [text, long] = rendered_help(pages[&path]);
        // The absence of a flag is not shown as a value.
        assert!(!text.contains("false"), "{path}\n{text}");
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>(),
            long.split_whitespace().collect::<Vec<_>>()
        );
        assert!(text.contains("Utilisation : pioche"), "{path}\n{text}");
        assert!(text.contains("Options :"), "{path}\n{text}");
        assert_eq!(
            text.contains("Commandes :"),
            command.has_subcommands(),
            "{path}\n{text}"
        );
        assert_eq!(
            text.contains("Arguments :"),
            command.get_positionals().count() > 0,
            "{path}\n{text}"
        );
        for arg in visible_args(command) {
            let mut words: Vec<String> = arg
                .get_long()
                .map(|long| format!("--{long}"))
                .into_iter()
                .collect();
            // Hidden values are examples for shell completion.
            let values = if arg.is_hide_possible_values_set() {
                vec![]
            } else {
                arg.get_possible_values()
            };
            words.extend(values.iter().map(|value| value.get_name().to_owned()));
            if arg.get_action().takes_values() {
                let defaults = arg.get_default_values().iter();
                words.extend(defaults.map(|value| {
                    let value = value.to_string_lossy();
                    match value.parse::<f64>() {
                        Ok(_) => value.replace('.', ","),
                        Err(_) => value.into_owned(),
                    }
                }));
            }
            for word in words {
                assert!(text.contains(&word), "{path}: {word} is not there\n{text}");
            }
        }
        for sub in command.get_subcommands() {
            assert!(
                text.contains(sub.get_name()),
                "{path}: {}\n{text}",
                sub.get_name()
            );
        }
    }
}

/// Every verb has at least three examples, every command one, and each of them parses.
#[test]
fn help_examples_exist_and_parse() {
    for (path, _) in commands(&build_cli()) {
        let found = examples(&path);
        let own = TOPICS
            .iter()
            .all(|topic| !path.ends_with(&format!(" {}", topic.name)));
        assert!(
            found.len() >= if own { 3 } else { 1 },
            "{path:?}: examples are missing, {found:?}"
        );
        for (command, ..) in found {
            let words = std::iter::once("pioche").chain(command.split(' '));
            let parsed = build_cli().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{command}: {parsed:?}");
        }
    }
}

/// Exit codes and environment variables are on the page of the program, and on no other; `-h` names the page of columns.
#[test]
fn exit_codes_are_on_one_page() {
    for (lang, exit_codes) in [(Lang::En, "Exit codes:"), (Lang::Fr, "Codes de sortie")] {
        for (path, command) in commands(&in_language(lang, build_cli)) {
            let page = rendered_help(command)[0].clone();
            for text in [exit_codes, "PIOCHE_CPU"] {
                assert_eq!(page.contains(text), path.is_empty(), "{path}: {page}");
            }
            let short_page =
                rendered_help(&in_language(lang, || with_common_options(command.clone())))[0]
                    .clone();
            let names_columns = path.is_empty() || path.starts_with("simulate");
            assert!(
                !names_columns || short_page.contains("pioche help columns"),
                "{path}: {short_page}"
            );
        }
    }
}

/// Headings are in the same order on every page, in both languages.
#[test]
fn help_headings_have_same_order_on_every_page() {
    let english = [
        "Game:",
        "Size:",
        "Precision:",
        "Output:",
        "Options:",
        "Examples:",
    ];
    let french = [
        "Jeu :",
        "Taille :",
        "Précision :",
        "Sorties :",
        "Options :",
        "Exemples :",
    ];
    for (lang, order) in [(Lang::En, &english[..]), (Lang::Fr, &french[..])] {
        for (path, command) in commands(&build_grammar(lang)).iter().skip(1) {
            let page = rendered_help(command)[0].replace('\u{a0}', " ");
            let places: Vec<usize> = order
                .iter()
                .filter_map(|heading| page.find(&format!("\n{heading}")))
                .collect();
            assert!(
                places.is_sorted() && places.len() >= 2,
                "{path}: {places:?}\n{page}"
            );
            if path.starts_with("simulate ") {
                assert_eq!(places.len(), order.len(), "{page}");
            }
        }
    }
}
