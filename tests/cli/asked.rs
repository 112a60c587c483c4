//! The form of the answers about several settings or a statistic: one sentence, one table, notes and a command.

use crate::program::{answer, folder};

/// A game, its lists of settings, of which a command takes one to three, and its questions.
type Game = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const GAMES: [Game; 6] = [
    (
        "alliances",
        &[
            "--cards 32,36,52",
            "--cards 36,52",
            "--alliance either,suit,rank",
            "--improve none,exchange",
            "--improve exchange",
        ],
        &[
            "",
            "--nb-tas-max 8",
            "--nb-tas-max 4..6",
            "--statistic nb_tas",
        ],
    ),
    (
        "bataille",
        &[
            "--values 2..5",
            "--values 4,7",
            "--order fixed,alternating",
            "--face-down 0..2",
            "--shuffle uniform,riffle:1",
            "--pickup laid,loser-first",
            "--turns 10",
        ],
        &[
            "",
            "--outcome player1",
            "--outcome draw,endless",
            "--statistic rounds",
        ],
    ),
    (
        "solitaire",
        &["--hole all", "--hole 0,4,12", "--hole 0..3"],
        &["", "--outcome 3", "--statistic pegs"],
    ),
    (
        "alak",
        &[
            "--cells 3..6",
            "--cells 5,9",
            "--edge line,ring",
            "--own-group spared,captured",
            "--max-plies 20",
        ],
        &["", "--outcome draw", "--statistic plies"],
    ),
    (
        "nim",
        &[
            "--matches 2..30",
            "--matches 5,25",
            "--matches 10..14",
            "--takes 1,3",
        ],
        &["", "--outcome player2,draw", "--statistic plies"],
    ),
    (
        "shuffle",
        &[
            "--riffles 1..12",
            "--riffles 3,7",
            "--cards 4,5",
            "--cards 52",
        ],
        &["", "--statistic twins_mean"],
    ),
];

/// A generator of whole numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        values[(self.0 >> 33) as usize % values.len()]
    }
}

fn random_command(numbers: &mut Numbers) -> String {
    let (game, lists, questions) = numbers.choose(&GAMES);
    let mut command = format!("simulate {game} {}", numbers.choose(questions));
    for _ in 0..numbers.choose(&[1, 2, 3]) {
        let list = numbers.choose(lists);
        let flag = list.split(' ').next().expect("a flag");
        if !command.contains(flag) {
            command += &format!(" {list}");
        }
    }
    let deals = numbers.choose(&[20, 100]);
    let seed = numbers.choose(&[1, 2, 3]);
    format!("{command} --deals {deals} --seed {seed}")
}

/// Returns the numbers of a text, each with the unit of its last digit.
fn numbers(text: &str) -> Vec<(f64, f64)> {
    let text = text.replace(',', "");
    let words = text.split(|sign: char| !sign.is_ascii_digit() && sign != '.');
    let number = |word: &str| {
        let word = word.trim_matches('.');
        let decimals = word
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        Some((word.parse().ok()?, 10_f64.powi(-(decimals as i32))))
    };
    words.filter_map(number).collect()
}

/// Checks the form of an answer. The sentence has a quantity, then numbers, each with the name of its setting, and each of
/// them is in the table, as an estimate or an end of an interval, possibly rounded.
fn check_answer(command: &str, text: &str, lang: &str) {
    let context = format!("{command}\n{text}");
    let lines = text.lines().filter(|line| !line.starts_with("pioche "));
    assert!(
        lines.into_iter().all(|line| line.chars().count() <= 80),
        "wide: {context}"
    );
    let last_line = text.lines().last().expect("an answer");
    if ["No game has a value.", "Aucune partie n'a de valeur."].contains(&last_line) {
        assert!(command.contains("--turns 10 "), "{context}");
        return;
    }
    let mut paragraphs = text.splitn(3, "\n\n");
    let heading = paragraphs
        .next()
        .expect("a heading")
        .replace(['\n', '\u{a0}'], " ");
    let table = paragraphs.next().expect("a table");
    let notes = paragraphs.next().unwrap_or_default();
    let rows = table.lines().count() - 2;
    assert!(rows > 13 || text.lines().count() <= 24, "high: {context}");
    let seed = if lang == "en" { "seed " } else { "graine " };
    let (_, sentence) = heading.rsplit_once(seed).expect("a seed");
    let (_, sentence) = sentence.split_once(' ').expect("a sentence");
    assert!(sentence.ends_with('.'), "no end: {context}");
    assert!(sentence.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit()));
    for fault in [
        ": ;", ":.", "()", " with.", " with;", " avec.", " avec ;", "  ", "NaN",
    ] {
        assert!(!sentence.contains(fault), "{fault}: {context}");
    }
    if lang == "fr" {
        return;
    }
    let is_single = table.contains("95% interval");
    if let Some((quantity, statement)) = sentence.split_once(": ") {
        assert!(!quantity.is_empty(), "no quantity: {context}");
        for part in statement.split("; ").filter(|_| !is_single && rows > 1) {
            let is_named = [" with ", " (", "in each case"]
                .iter()
                .any(|name| part.contains(name));
            assert!(is_named, "no setting: {part} in {context}");
        }
    }
    if command.contains("--nb-tas-max 8") {
        assert!(
            sentence.to_lowercase().contains("at most 8 piles"),
            "{context}"
        );
    }
    let shown = numbers(&format!("{table} {notes}"));
    let is_complete = !table.contains('…');
    for (number, unit) in numbers(sentence)
        .into_iter()
        .filter(|_| !is_single && is_complete)
    {
        let is_shown = |(shown, shown_unit): &(f64, f64)| {
            // The lower end of a small share has more digits in words.
            let rounding = if number < 1.0 {
                shown_unit.min(0.1)
            } else {
                unit
            };
            (shown - number).abs() <= rounding + 1e-9
        };
        assert!(
            shown.iter().any(is_shown),
            "{number} is not in the table: {context}"
        );
    }
    let is_estimated = table.contains('[') && !is_single;
    assert!(
        !(sentence.ends_with("(exact).") && is_estimated),
        "{context}"
    );
}

#[test]
fn answers_of_random_commands_have_names_and_the_numbers_of_their_tables() {
    let folder = folder();
    let mut generator = Numbers(71);
    let mut exact = 0;
    for index in 0..150 {
        let command = random_command(&mut generator);
        for lang in ["en", "fr"].iter().take(1 + usize::from(index % 3 == 0)) {
            let text = answer(folder.path(), &format!("--lang {lang} {command}"));
            check_answer(&command, &text, lang);
            exact += usize::from(text.contains("(exact)."));
        }
    }
    assert!(exact > 10, "{exact}");
}
