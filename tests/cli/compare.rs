//! Tests of `compare`: tables in many forms, right and wrong ones.

use crate::program::{answer, fed, folder, pioche, refused, stderr, stdout};
use std::fmt::Write;
use std::fs;

/// The shares of 2,000 games of la réussite that end with at most n piles, from 2 on.
const AT_MOST: [f64; 31] = [
    0.01, 0.0485, 0.107, 0.17, 0.23, 0.286, 0.3525, 0.417, 0.4815, 0.551, 0.615, 0.669, 0.7105,
    0.753, 0.8035, 0.841, 0.8765, 0.902, 0.925, 0.9465, 0.965, 0.978, 0.988, 0.993, 0.997, 0.9995,
    1.0, 1.0, 1.0, 1.0, 1.0,
];

/// Returns the lines of a table; `line` writes one from n and its share.
fn lines(line: impl Fn(usize, f64) -> String) -> String {
    (2..)
        .zip(AT_MOST)
        .map(|(n, share)| line(n, share) + "\n")
        .collect()
}

/// Returns the counts of games with exactly n piles.
fn counts() -> Vec<(usize, u64)> {
    let mut former = 0;
    let count = |(n, share): (usize, f64)| {
        let wins = (2000.0 * share).round() as u64;
        let count = wins - former;
        former = wins;
        (n, count)
    };
    (2..).zip(AT_MOST).map(count).collect()
}

#[test]
fn forms_of_programs_and_spreadsheets_are_read() {
    let at_most = "probabilities (at most n piles)";
    let percent = "percentages (at most n piles)";
    let exactly = "counts (exactly n piles)";
    let pairs: Vec<(usize, f64)> = (2..).zip(AT_MOST).collect();
    let comma = |share: f64| format!("{share:.4}").replace('.', ",");
    let counts = counts();
    let forms: Vec<(&str, String)> = vec![
        (at_most, format!("{AT_MOST:?}")),
        (at_most, format!("probas = {AT_MOST:?}")),
        (at_most, format!("{pairs:?}")),
        (
            at_most,
            format!(
                "{{{}}}",
                lines(|n, share| format!("{n}: {share},")).replace('\n', " ")
            ),
        ),
        (at_most, lines(|n, share| format!("\"{n}\": {share},"))),
        (
            at_most,
            lines(|n, share| format!("{{'nb_tas_max': {n}, 'proba': {share}}},")),
        ),
        (
            at_most,
            format!("{:?}\n{AT_MOST:?}", (2..=32).collect::<Vec<_>>()),
        ),
        (
            at_most,
            format!(
                "n;P(gagner)\n{}",
                lines(|n, share| format!("{n};{}", comma(share)))
            ),
        ),
        (
            at_most,
            format!("seuil,freq\n{}", lines(|n, share| format!("{n},{share}"))),
        ),
        (
            at_most,
            format!(
                "cards,nb_tas_max,parties,proba\n{}",
                lines(|n, share| format!("32,{n},2000,{share}"))
            ),
        ),
        (
            at_most,
            format!(
                ",tas,proba\n{}",
                lines(|n, share| format!("{},{n},{share}", n - 2))
            ),
        ),
        (
            at_most,
            format!(
                "    tas   proba\n{}",
                lines(|n, share| format!("{:<4} {n:>3}  {share:.4}", n - 2))
            ),
        ),
        (
            at_most,
            format!(
                "| tas max | p |\n|---|---|\n{}",
                lines(|n, share| format!("| **{n}** | {share} |"))
            ),
        ),
        (
            at_most,
            format!(
                "\\hline\n{}",
                lines(|n, share| format!("{n} & ${share}$ \\\\ \\hline"))
            ),
        ),
        (at_most, lines(|n, share| format!("P(X <= {n}) = {share}"))),
        (
            at_most,
            lines(|n, share| format!("{n} -> {share} [0.1, 0.2]"))
                .replace(" [0.1, 0.2]", " ± 0.02"),
        ),
        (
            at_most,
            lines(|n, share| format!("Avec au plus {n} tas, la probabilité est {share:.4}")),
        ),
        (
            percent,
            format!(
                "tas;taux (%)\n{}",
                lines(|n, share| format!("{n};{}", comma(100.0 * share)))
            ),
        ),
        (
            percent,
            lines(|n, share| format!("{n} tas : {} %", comma(100.0 * share))),
        ),
        (
            percent,
            format!("{:?}", AT_MOST.map(|share| (100.0 * share).round())),
        ),
        (
            exactly,
            format!(
                "Counter({{{}}})",
                counts
                    .iter()
                    .rev()
                    .map(|(n, count)| format!("{n}: {count}, "))
                    .collect::<String>()
            ),
        ),
        (
            exactly,
            counts
                .iter()
                .map(|(n, count)| format!("{count} fois {n} tas\n"))
                .collect(),
        ),
    ];
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate alliances --deals 200k --tally t.tally -q");
    let mut names = String::new();
    for (index, (_, text)) in forms.iter().enumerate() {
        let _ = write!(names, " {index:02}.txt");
        fs::write(here.join(format!("{index:02}.txt")), text).unwrap();
    }
    let table = answer(
        here,
        &format!("compare alliances{names} --games 2000 --tally t.tally --lang en"),
    );
    assert_eq!(table.lines().count(), forms.len() + 1, "{table}");
    for (line, (reading, text)) in table.lines().skip(1).zip(&forms) {
        assert!(
            line.contains("agrees: ") && line.contains(reading) && line.contains("2000 games"),
            "{line}: {text}"
        );
    }
    // Without the number of games there is no verdict.
    assert!(
        answer(here, "compare alliances 00.txt --tally t.tally --lang en").contains("no verdict")
    );
}

#[test]
fn outcomes_are_found_by_words_of_both_languages() {
    let folder = folder();
    for (text, words) in [
        (
            "joueur 1;225\njoueur 2;375\nmatch nul;400\n",
            "agrees: none of 3 rows",
        ),
        (
            "Player 1 wins: 225\nPlayer 2 wins: 375\nDraws: 400\n",
            "agrees: none of 3 rows",
        ),
        (
            "{'J1': 225, 'J2': 375, 'égalité': 400}",
            "agrees: none of 3 rows",
        ),
        (
            "Joueur 1 gagne 22,5 % des parties\nJoueur 2 gagne 37,5 %\nNul 40 %\n1000 parties\n",
            "agrees: none of 3 rows",
        ),
        (
            "joueur 1;joueur 2;nulle\n225;375;400\n",
            "agrees: none of 3 rows",
        ),
        ("result,n\n0,400\n1,225\n2,375\n", "agrees: none of 3 rows"),
        ("joueur 1;375\njoueur 2;225\nnul;400\n", "players exchanged"),
    ] {
        let output = fed(folder.path(), "compare nim - --lang en", text);
        assert!(
            stdout(&output).contains(words),
            "{text}: {}{}",
            stdout(&output),
            stderr(&output)
        );
        assert_eq!(
            output.status.code(),
            Some(i32::from(!words.starts_with("agrees")))
        );
    }
    let text = "joueur 1;305\njoueur 2;275\nnulle;420\ninfinie;0\n";
    let output = fed(
        folder.path(),
        "compare bataille - --deals 20k --lang en",
        text,
    );
    assert!(
        stdout(&output).contains("draw and endless exchanged"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn own_csv_is_read() {
    let folder = folder();
    for (game, reading) in [
        ("alliances", "probabilities (at most n piles)"),
        ("nim", "probabilities (outcomes)"),
        ("solitaire", "probabilities (exactly n pegs)"),
    ] {
        for style in ["plain", "excel-fr"] {
            let simulate = format!("simulate {game} --deals 2000 --csv - --csv-style {style} -q");
            let csv = answer(folder.path(), &simulate);
            let compare = format!("compare {game} - --deals 20k --lang en");
            let output = fed(folder.path(), &compare, &csv);
            let text = stdout(&output);
            assert!(
                text.contains(reading) && text.contains("2000 games") && text.contains("agrees: "),
                "{text}{}",
                stderr(&output)
            );
        }
    }
}

/// A wrong table disagrees, and the only other reading with which it agrees is named.
#[test]
fn wrong_tables_disagree() {
    let folder = folder();
    for (table, words) in [
        ("n,P\n2,0.0127\n3,0.0411\n4,0.0577\n5,0.0646\n", "exactly n"),
        ("n,P\n2,1\n3,0.9873\n4,0.9462\n5,0.8885\n", "at least n"),
        ("n,P\n3,0.0127\n4,0.0538\n5,0.1115\n", "one row off, n − 1"),
        ("n,P (%)\n2,0.0127\n3,0.0538\n4,0.1115\n", "not in per cent"),
        (
            "n,P\n2,0.00127\n3,0.00538\n4,0.01115\n",
            "ten times too small",
        ),
        ("n,P\n2,0.0\n3,0.0538\n4,0.1115\n5,0.1761\n", "1 of 4 rows"),
        ("n,P\n1,0.5\n2,0.0127\n3,0.0538\n", "1 of 3 rows"),
    ] {
        let output = fed(
            folder.path(),
            "compare alliances - --games 10000 --deals 200k --lang en",
            table,
        );
        assert_eq!(output.status.code(), Some(1), "{table}{}", stdout(&output));
        assert!(
            stdout(&output).contains(words),
            "{table}{}",
            stdout(&output)
        );
    }
    let falling = "n,P\n2,0.0127\n3,0.0538\n9,0.4400\n10,0.4399\n";
    let output = fed(
        folder.path(),
        "compare alliances - --games 20 --deals 200k --lang en",
        falling,
    );
    assert!(
        output.status.success() && stdout(&output).contains("the curve falls"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn two_readings_are_a_question() {
    let folder = folder();
    for (text, words) in [
        ("n,P32,P52\n2,0.0127,0.0067\n3,0.0538,0.03\n", "P32, P52"),
        (
            "n,P,parties\n2,0.0127,500\n3,0.0538,500\n",
            "1000 or 500 games",
        ),
        ("n,P\n2,0.0127\n2,0.0538\n", "0.0127 and 0.0538"),
        ("n,P\n2,0.0127\n3,abc\n", "abc"),
        ("n,count\n2,127\n3,\"4,110\"\n", "4110 or 4.11"),
        ("Moyenne : 11.384\nMinimum : 2\nMaximum : 28\n", "no table"),
        ("moyenne, min, max = (11.38, 2, 30)", "no table"),
        ("", "no table"),
    ] {
        fs::write(folder.path().join("t"), text).unwrap();
        refused(
            folder.path(),
            "compare alliances t --games 1000 --deals 1000 --lang en",
            words,
        );
    }
    for (text, words) in [
        (
            "joueur 1;23\njoueur 2;37\nnul;40\n",
            "percentages, or counts",
        ),
        ("joueur 1;225\njoueur 2;375\n", "rows are missing"),
    ] {
        fs::write(folder.path().join("t"), text).unwrap();
        refused(folder.path(), "compare nim t --lang en", words);
    }
}

/// At most 5 % of right tables disagree; of 40 at 1,000 games, 6 would be very unlikely.
#[test]
fn right_tables_rarely_disagree() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("class")).unwrap();
    for seed in 2..42 {
        let csv = answer(
            here,
            &format!("simulate alliances --deals 1000 --seed {seed} --csv - -q"),
        );
        let column = |line: &str| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{},{}\n", cells[3], cells[7])
        };
        let table: String = csv.lines().map(column).collect();
        fs::write(here.join(format!("class/{seed}.csv")), table).unwrap();
    }
    let table = stdout(&pioche(
        here,
        "compare alliances class --games 1000 --lang en",
    ));
    let disagreeing = table.matches("disagrees").count();
    assert_eq!(
        table.matches("agrees: ").count() - disagreeing,
        40 - disagreeing,
        "{table}"
    );
    assert!(disagreeing < 6, "{table}");
}
