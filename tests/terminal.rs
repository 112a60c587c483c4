//! The program at a real terminal: a pseudo-terminal of its own, keys in, screens out.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, spawn};
use std::time::Duration;

/// The program with these arguments at a terminal of its own.
fn seated(args: &str) -> OsSession {
    let mut session = spawn(format!("{} {args}", env!("CARGO_BIN_EXE_pioche"))).expect("a pseudo-terminal");
    session.set_expect_timeout(Some(Duration::from_secs(30)));
    session.get_process_mut().set_window_size(80, 24).expect("a window");
    session
}

fn exit_code(mut session: OsSession) -> Option<i32> {
    session.expect(Eof).expect("the program ends");
    match session.get_process().wait() {
        Ok(WaitStatus::Exited(_, code)) => Some(code),
        _ => None,
    }
}

#[test]
fn a_game_by_lines_is_played_at_a_terminal() {
    let mut game = seated("play nim --matches 5 --takes 2,3 --players human,human --lang fr");
    game.expect("|||||").expect("the matches are drawn");
    game.send_line("4").expect("typed");
    game.expect("4").expect("the refusal names it");
    game.send_line("3").expect("typed");
    game.expect("2 allumette(s)").expect("two matches are left");
    game.send_line("2").expect("typed");
    game.expect("La partie est remportée par le joueur 2.").expect("player 2 wins");
    assert_eq!(exit_code(game), Some(0));
}

#[test]
fn the_whole_screen_is_taken_and_given_back() {
    for (args, word) in [("play alliances --tui --lang en", "stock"), ("play alliances --tui --lang fr", "pioche")] {
        let mut game = seated(args);
        game.expect("\u{1b}[?1049h").expect("the alternate screen");
        game.expect(word).expect("the stock is shown");
        game.send("q").expect("typed");
        game.expect("\u{1b}[?1049l").expect("the screen is given back");
        assert!(exit_code(game).is_some(), "{args}");
    }
}

#[test]
fn control_c_gives_the_screen_back() {
    let mut game = seated("play solitaire --tui --lang en");
    game.expect("\u{1b}[?1049h").expect("the alternate screen");
    std::thread::sleep(Duration::from_millis(300));
    game.send("\u{3}").expect("typed");
    game.expect("\u{1b}[?1049l").expect("the screen is given back");
    assert_eq!(exit_code(game), Some(130));
}
