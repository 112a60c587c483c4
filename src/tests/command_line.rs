//! Tests of the command line without running the program: rendered commands, quoted words, parsed numbers, and the help in
//! both languages.

use crate::build_cli;
use crate::command_line::{shell_quote, typed_command};
use crate::study::folder::{all_chapters, parse_chapters};
use clap::{Arg, Command};
use pioche_engine::sim::Seed;
use pioche_games::{TOPICS, examples};
use pioche_report::lang::help::translate_clap_words;
use pioche_report::lang::parse_number::{
    CommaMeaning, NumberError, NumberForm, parse_count, parse_number,
};
use pioche_report::lang::{Lang, in_language};
use std::collections::BTreeSet;
use std::ffi::OsString;

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
            for (comma, expected) in [CommaMeaning::Decimal, CommaMeaning::Ambiguous]
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
    let names = |text: &str| parse_chapters(text).map(|chapters| chapters.join(","));
    assert_eq!(names("nim").as_deref(), Ok("nim"));
    assert_eq!(names("nim, reussite,nim").as_deref(), Ok("alliances,nim"));
    let every_name = all_chapters().join(",");
    let whole = parse_chapters(&every_name).expect("names of topics");
    assert_eq!(whole, all_chapters());
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
        ("20M", "“20M” is not a whole number from 0 to 10,000,000"),
        ("1e400", "“1e400” is not a whole number"),
    ] {
        let found = parse_count(text, 0, 10_000_000)
            .expect_err(text)
            .to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

/// Commands are rendered as they were typed. A drawn seed replaces `random`, and flags are not repeated.
#[test]
fn typed_commands_are_rendered_for_a_shell() {
    for (typed, expected) in [
        (
            "--quiet simulate reussite --seed=random --tally=it's",
            "pioche --quiet simulate reussite --seed=7 \"--tally=it's\" --resume --force",
        ),
        (
            "simulate nim --matches 3..2000,1e4 --seed random --resume",
            "pioche simulate nim --matches 3..2000,1e4 --seed 7 --resume --force",
        ),
    ] {
        let words = std::iter::once("pioche").chain(typed.split(' '));
        let words: Vec<OsString> = words.map(OsString::from).collect();
        let command = typed_command(&words, Seed(7), &["--resume", "--force"]);
        assert_eq!(command, expected);
    }
}

/// Returns the commands of a grammar in a language, each with its path.
fn commands(lang: Lang) -> Vec<(String, Command)> {
    fn below(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
        found.push((path.to_owned(), command.clone()));
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name());
            below(sub, path.trim_start(), found);
        }
    }
    let mut grammar = in_language(lang, build_cli);
    grammar.build();
    let mut found = Vec::new();
    below(&grammar, "", &mut found);
    found
}

/// Returns the short or the long help of a command as the program prints it, for a terminal of 80 columns.
fn help_page(command: &Command, lang: Lang, is_long: bool) -> String {
    let mut command = command.clone().term_width(80);
    let page = if is_long {
        command.render_long_help()
    } else {
        command.render_help()
    };
    in_language(lang, || translate_clap_words(page.to_string()))
}

/// No page of French help has an English text or a word of clap.
#[test]
fn french_help_is_french() {
    let english = commands(Lang::En);
    let mut english_texts = BTreeSet::new();
    for (_, command) in &english {
        let args = command.get_arguments();
        let helps = args.flat_map(|arg| [arg.get_help(), arg.get_long_help()]);
        let texts = helps.chain([command.get_about(), command.get_after_long_help()]);
        english_texts.extend(texts.flatten().map(ToString::to_string));
    }
    english_texts.retain(|text| text.len() > 30);
    assert!(english_texts.len() > 100, "{}", english_texts.len());
    for (path, command) in commands(Lang::Fr) {
        let page = help_page(&command.term_width(1000), Lang::Fr, true);
        for text in &english_texts {
            assert!(!page.contains(text.as_str()), "{path}: {text}\n{page}");
        }
        for word in [
            "Usage",
            "Options:",
            "Commands:",
            "Arguments:",
            "default",
            "ossible values",
        ] {
            assert!(!page.contains(word), "{path}: {word}\n{page}");
        }
    }
}

/// The short help of a game fits a terminal of 24 lines; the long one lists every option.
#[test]
fn short_help_fits_a_terminal() {
    for lang in [Lang::En, Lang::Fr] {
        for (path, command) in commands(lang) {
            let short_page = help_page(&command, lang, false);
            let height = short_page.lines().count();
            let is_usual = path == "simulate alliances";
            assert!(height <= 24 || !is_usual, "{height} lines\n{short_page}");
            let long_page = help_page(&command, lang, true);
            for option in command.get_arguments().filter_map(Arg::get_long) {
                assert!(
                    long_page.contains(&format!("--{option}")),
                    "{path}: {option}"
                );
            }
        }
    }
}

/// An option needs a line in a handout or on a page, so that there are few.
#[test]
fn program_has_few_options() {
    let commands = commands(Lang::En);
    let args = commands
        .iter()
        .flat_map(|(_, command)| command.get_arguments());
    let options: BTreeSet<&str> = args.filter_map(Arg::get_long).collect();
    assert!(options.len() <= 69, "{}: {options:?}", options.len());
}

/// Every verb has at least three examples, every command one, and each of them parses.
#[test]
fn help_examples_exist_and_parse() {
    for (path, _) in commands(Lang::En) {
        let examples = examples(&path);
        let is_of_game = TOPICS
            .iter()
            .any(|topic| path.ends_with(&format!(" {}", topic.name)));
        let least = if is_of_game { 1 } else { 3 };
        assert!(examples.len() >= least, "{path:?}: {examples:?}");
        for (command, _) in examples {
            let words = std::iter::once("pioche").chain(command.split(' '));
            let parsed = build_cli().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{command}: {parsed:?}");
        }
    }
}
