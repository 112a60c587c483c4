//! The sessions that the handouts print beside `show --style handout`, without regard to blanks, as `diff -wB` compares.

use crate::program::{answer, fed, folder, json, stdout};
use std::path::Path;

/// Returns the lines with something on them, without blanks.
fn lines(text: &str) -> Vec<String> {
    let without_blanks = |line: &str| line.split_whitespace().collect::<String>();
    let lines = text.lines().map(without_blanks);
    lines.filter(|line| !line.is_empty()).collect()
}

fn session(game: &str, moves: &str) -> String {
    let command = format!("show {game} - --style handout");
    stdout(&fed(Path::new("."), &command, moves))
}

/// Handout 002, 2, with the print restored. A cell that is refused is asked for again; the list has the others.
#[test]
fn alak_session_is_that_of_the_handout() {
    let printed = include_str!("../data/sessions/alak.txt");
    let mut expected = lines(printed);
    let refused = |pair: &[String]| pair.iter().all(|line| line.starts_with("Choisissez"));
    while let Some(place) = expected.windows(2).position(refused) {
        expected.remove(place);
    }
    let moves = "2 3 7 5 9 6 4 8 5 3 1 6 9 5 4 7 3";
    assert_eq!(lines(&session("alak", moves)), expected);
    // Before the end the program waits for the next cell.
    let open = lines(&session("alak", "2 3 7"));
    assert_eq!(open[..open.len() - 1], expected[..open.len() - 1]);
    assert_eq!(
        open.last(),
        lines("Choisissez un nombre licite de carré :").last()
    );
}

/// The program of handout 001 with its correction printed this session, which `^C` ends.
#[test]
fn solitaire_session_is_that_of_the_handouts_program() {
    let moves = "(3, 12) (0, 3) (2, 7) (6, 1) (9, 2) (11, 4) (12, 5) (1, 8) (2, 9) (14, 5) (5, 12)";
    let printed = include_str!("../data/sessions/solitaire.txt");
    assert_eq!(
        session("solitaire", moves),
        format!("{}\n", printed.trim_end_matches('\n'))
    );
    let folder = folder();
    let won = answer(folder.path(), "show solitaire --style handout");
    assert!(won.ends_with("on joue de 10 a 12\nGagné !!!\n"), "{won}");
    let blocked = session(
        "solitaire",
        "(5, 12) (0, 5) (9, 2) (6, 8) (3, 0) (8, 1) (0, 3)",
    );
    let end = "donnez une case de départ: \npas moyen d'aller plus loin !!!\n";
    assert!(blocked.ends_with(end), "{blocked}");
}

/// Handout 004, `preparer`, `afficher_plateau` and `etat_bilan`.
#[test]
fn nim_session_has_the_lines_of_the_handout() {
    let session = |matches: u32, moves: &str| session(&format!("nim --matches {matches}"), moves);
    let prepared = "Veuillez indiquer le nombre d allumettes présentes au départ (25 par défaut).\n\
                    15\n\
                    Sur le plateau, sont donc diposées 15 allumettes.\n\
                    ||||| ||||| |||||\n";
    assert_eq!(session(15, ""), prepared);
    let board = "||||| ||||| |||\n";
    assert!(session(15, "2").contains(board));
    assert!(session(20, "3").ends_with("\nIl reste 17 allumette(s) sur la table.\n"));
    assert!(session(6, "2 2").ends_with("\nIl reste 2 allumette(s) sur la table.\n"));
    assert!(session(5, "3 2").ends_with("\nLa partie est remportée par le joueur 2.\n"));
    assert!(session(4, "3").ends_with("\n|\nEgalité\n"));
}

/// Handout 000, 2, with the lost symbols of the cascade restored, as `afficher_reussite` prints the rows.
#[test]
fn patience_session_has_the_rows_of_the_handout() {
    let folder = folder();
    let here = folder.path();
    let shown = |options: &str| answer(here, &format!("show alliances {options} --style handout"));
    let example = shown("--row 8-C,7-K,R-C,A-C,10-K,9-P,9-K");
    let rows = "8♡ 7♢\n8♡ 7♢ R♡\n7♢ R♡\n7♢ R♡ A♡\n7♢ R♡ A♡ 10♢\n7♢ R♡ A♡ 10♢ 9♠\n\
                7♢ R♡ A♡ 10♢ 9♠ 9♢\n7♢ R♡ A♡ 9♠ 9♢\n";
    assert_eq!(lines(&example)[2..], lines(rows));
    let cascade = shown("--row 9-T,V-K,10-C,A-P,V-T,D-T,D-P,7-T");
    let rows = "9♣ V♢ 10♡ A♠ V♣ D♣ D♠\n9♣ V♢ 10♡ A♠ V♣ D♣ D♠ 7♣\n\
                9♣ V♢ 10♡ A♠ V♣ D♠ 7♣\n9♣ V♢ 10♡ V♣ D♠ 7♣\n9♣ 10♡ V♣ D♠ 7♣\n10♡ V♣ D♠ 7♣\n\
                10♡ D♠ 7♣\n";
    assert_eq!(lines(&cascade)[7..], lines(rows));
    assert!(shown("--row 7-P,10-K,A-T").contains("\n 7♠ 10♢  A♣\n\n"));
    // The language changes nothing, and JSON stays that of the game.
    let english = shown("--deal 3 --lang en");
    assert_eq!(english, shown("--deal 3 --lang fr"));
    let options = "show alliances --deal 3";
    assert_eq!(
        json(here, &format!("{options} --style handout")),
        json(here, options)
    );
}
