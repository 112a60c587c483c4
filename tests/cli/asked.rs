//! The answer about several settings or a statistic: one sentence, one table, notes and a command.

use crate::program::{answer, folder, refused};
use std::path::Path;

/// The lists of a game, of which a command takes one to three, and its other questions.
struct Game {
    name: &'static str,
    lists: &'static [&'static str],
    questions: &'static [&'static str],
}

const GAMES: &[Game] = &[
    Game {
        name: "alliances",
        lists: &[
            "--cards 32,36,52",
            "--cards 36,52",
            "--alliance either,suit,rank",
            "--improve none,exchange",
            "--improve exchange",
        ],
        questions: &[
            "",
            "--nb-tas-max 8",
            "--nb-tas-max 4..6",
            "--statistic nb_tas",
        ],
    },
    Game {
        name: "bataille",
        lists: &[
            "--values 2..5",
            "--values 4,7",
            "--order fixed,alternating",
            "--face-down 0..2",
            "--shuffle uniform,riffle:1",
            "--pickup laid,loser-first",
            "--turns 10",
        ],
        questions: &[
            "",
            "--outcome player1",
            "--outcome draw,endless",
            "--statistic rounds",
        ],
    },
    Game {
        name: "solitaire",
        lists: &["--hole all", "--hole 0,4,12", "--hole 0..3"],
        questions: &["", "--outcome 3", "--statistic pegs"],
    },
    Game {
        name: "alak",
        lists: &[
            "--cells 3..6",
            "--cells 5,9",
            "--edge line,ring",
            "--own-group spared,captured",
            "--max-plies 20",
        ],
        questions: &["", "--outcome draw", "--statistic plies"],
    },
    Game {
        name: "nim",
        lists: &[
            "--matches 2..30",
            "--matches 5,25",
            "--matches 10..14",
            "--takes 1,3",
        ],
        questions: &["", "--outcome player2,draw", "--statistic plies"],
    },
    Game {
        name: "shuffle",
        lists: &[
            "--riffles 1..12",
            "--riffles 3,7",
            "--cards 4,5",
            "--cards 52",
        ],
        questions: &["", "--statistic twins_mean"],
    },
];

/// A generator of whole numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

fn random_command(numbers: &mut Numbers) -> String {
    let game = &GAMES[numbers.below(GAMES.len())];
    let mut command = format!("simulate {}", game.name);
    let mut flags: Vec<&str> = Vec::new();
    for _ in 0..=numbers.below(3) {
        let list = game.lists[numbers.below(game.lists.len())];
        let flag = list.split(' ').next().expect("a flag");
        if !flags.contains(&flag) {
            flags.push(flag);
            command += &format!(" {list}");
        }
    }
    let question = game.questions[numbers.below(game.questions.len())];
    let deals = [20, 300][numbers.below(2)];
    format!(
        "{command} {question} --deals {deals} --seed {}",
        numbers.below(9)
    )
}

/// Returns the paragraphs of a text: the heading with the sentence, the table, the notes.
fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").collect()
}

/// Returns the numbers of a text, each with the unit of its last digit.
fn numbers(text: &str) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let is_part = |sign: char| sign.is_ascii_digit() || sign == '.';
    for word in text.replace(',', "").split(|sign| !is_part(sign)) {
        let word = word.trim_matches('.');
        if let Ok(number) = word.parse() {
            let decimals = word
                .split_once('.')
                .map_or(0, |(_, decimals)| decimals.len());
            found.push((number, 10_f64.powi(-(decimals as i32))));
        }
    }
    found
}

/// Checks the form of an answer about several settings. The sentence has a quantity, then numbers, each with the name of its
/// setting, and each of them stands in the table, as an estimate or an end of an interval, possibly rounded.
fn check_answer(command: &str, text: &str, lang: &str) {
    let context = format!("{command}\n{text}");
    // A command stands on one line, so that it can be copied.
    let mut lines = text.lines().filter(|line| !line.starts_with("pioche "));
    assert!(
        lines.all(|line| line.chars().count() <= 80),
        "wide: {context}"
    );
    let parts = paragraphs(text);
    if ["No game has a value.", "Aucune partie n'a de valeur."]
        .contains(&text.lines().last().unwrap_or(""))
    {
        assert!(command.contains("--turns 10 "), "{context}");
        return;
    }
    let (top, table) = (parts[0].replace(['\n', '\u{a0}'], " "), parts[1]);
    let rows = table.lines().count() - 2;
    if rows <= 13 {
        assert!(text.lines().count() <= 24, "high: {context}");
    }
    let sentence_start = top.rfind(if lang == "en" { "seed " } else { "graine " });
    let sentence = &top[sentence_start.expect("a seed")..];
    let sentence = sentence.split_once(' ').expect("a sentence").1;
    let sentence = sentence.trim_start_matches(|sign: char| "0123456789–,".contains(sign));
    let sentence = sentence.trim();
    assert!(sentence.ends_with('.'), "no end: {context}");
    for fault in [
        ": ;", ":.", "()", " with.", " with;", " avec.", " avec ;", "  ", "NaN", "inf",
    ] {
        assert!(
            !sentence.contains(fault) || fault == "inf",
            "{fault}: {context}"
        );
    }
    assert!(
        sentence
            .chars()
            .next()
            .is_some_and(|sign| sign.is_uppercase() || sign.is_ascii_digit()),
        "no name: {context}"
    );
    if lang == "fr" {
        return;
    }
    if let Some((quantity, statement)) = sentence.split_once(": ") {
        assert!(!quantity.is_empty(), "no quantity: {context}");
        let is_list = table
            .lines()
            .next()
            .is_some_and(|line| !line.contains("95% interval"));
        for part in statement.split("; ").filter(|_| is_list && rows > 1) {
            assert!(
                part.contains(" with ") || part.contains(" (") || part.contains("in each case"),
                "no setting: {part} in {context}"
            );
        }
    }
    let limit = command
        .split("--nb-tas-max ")
        .nth(1)
        .and_then(|rest| rest.chars().next());
    if let Some(limit) = limit.filter(|limit| *limit != '2') {
        assert!(
            sentence
                .to_lowercase()
                .contains(&format!("at most {limit} piles")),
            "{context}"
        );
        assert!(
            !sentence.contains(&format!("with {limit} piles")),
            "{context}"
        );
    }
    let shown = numbers(&format!("{table} {}", parts[2..].join(" ")));
    let is_single = table.contains("95% interval");
    let is_complete = !table.contains('…');
    let stated = numbers(sentence).into_iter();
    for (number, unit) in stated.filter(|_| !is_single && is_complete) {
        let is_shown = |(shown, shown_unit): &(f64, f64)| {
            // The lower end of a small share has more digits in words.
            let rounding = if number < 0.1 { *shown_unit } else { unit };
            (shown - number).abs() <= rounding + 1e-9
        };
        assert!(
            shown.iter().any(is_shown),
            "{number} is not in the table: {context}"
        );
    }
    let has_estimates = table.contains('[');
    assert!(
        !(sentence.ends_with("(exact).") && has_estimates && !is_single),
        "{context}"
    );
}

#[test]
fn answers_of_random_commands_have_names_and_the_numbers_of_their_tables() {
    let folder = folder();
    let mut generator = Numbers(71);
    let mut exact = 0;
    for index in 0..300 {
        let command = random_command(&mut generator);
        for lang in ["en", "fr"].iter().take(1 + usize::from(index % 3 == 0)) {
            let text = answer(folder.path(), &format!("--lang {lang} {command}"));
            check_answer(&command, &text, lang);
            exact += usize::from(text.contains("(exact)."));
        }
    }
    assert!(exact > 10, "{exact}");
}

/// Returns the lines of a table with the row of its usual setting.
fn lines<'a>(folder: &Path, args: &str, text: &'a mut String) -> Vec<&'a str> {
    *text = answer(folder, args);
    text.lines().collect()
}

/// The median and the quartiles of a statistic are those of the values of all deals, and the difference of means is that of the
/// tables of means.
#[test]
fn statistics_are_those_of_the_deals() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate solitaire --hole 12 --deals 101 --seed 3";
    let each = answer(here, &format!("{command} --each - --quiet --lang en"));
    let column = each
        .lines()
        .next()
        .expect("headings")
        .split(',')
        .position(|name| name == "left");
    let column = column.expect("the column of pegs");
    let mut pegs: Vec<u64> = each
        .lines()
        .skip(1)
        .map(|line| {
            line.split(',')
                .nth(column)
                .expect("a cell")
                .parse()
                .expect("pegs")
        })
        .collect();
    pegs.sort_unstable();
    let mut text = String::new();
    let lines = lines(
        here,
        &format!("{command} --statistic pegs --lang en"),
        &mut text,
    );
    let row = lines
        .iter()
        .find(|line| line.starts_with(' ') && line.contains('['));
    let row = row.expect("a row");
    let quantiles: Vec<u64> = row
        .split(']')
        .filter_map(|cell| cell.split_whitespace().next()?.parse().ok())
        .take(3)
        .collect();
    assert_eq!(quantiles, [pegs[50], pegs[25], pegs[75]], "{text}");
    let mean = pegs.iter().sum::<u64>() as f64 / 101.0;
    assert!(row.contains(&format!(" {mean:.2} [")), "{mean}: {text}");
}

/// Settings in which no game has a value of the statistic are counted.
#[test]
fn settings_without_values_are_counted() {
    let folder = folder();
    let command = "simulate bataille --values 2,12,13 --turns 10 --statistic rounds --deals 20";
    let text = answer(folder.path(), &format!("{command} --lang en"));
    assert!(text.contains("Without a value: 2 settings."), "{text}");
}

/// An unknown statistic, and one that the settings do not have, are refused with the right ones, and so is another question
/// beside it.
#[test]
fn statistics_are_checked() {
    let folder = folder();
    let here = folder.path();
    refused(here, "simulate bataille --statistic pegs", "rounds, period");
    refused(
        here,
        "simulate alliances --statistic gain --deals 20",
        "nb_tas",
    );
    refused(
        here,
        "simulate alliances --statistic gain --nb-tas-max 2",
        "--nb-tas-max",
    );
    refused(
        here,
        "simulate nim --statistic plies --outcome draw",
        "--outcome",
    );
    answer(here, "simulate solitaire --deals 20 --tally s.tally");
    refused(here, "report s.tally --statistic rounds", "pegs");
    refused(here, "report s.tally --nb-tas-max 2", "--statistic");
}

/// A precision applies to the mean of the asked statistic, and a report of the tally knows it.
#[test]
fn precision_applies_to_the_asked_statistic() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate alliances --statistic nb_tas --precision 0.3 --lang en";
    let text = answer(here, &format!("{command} --tally a.tally"));
    assert!(
        text.contains("statistic=nb_tas: precision of ± 0.3 reached"),
        "{text}"
    );
    let report = answer(here, "report a.tally --statistic nb_tas --lang en");
    assert_eq!(report, text);
}
