//! The program at a real terminal: a pseudo-terminal of its own.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Needle};
use std::process::Command;
use std::time::Duration;

/// What is written up to a text or the end, within two minutes; a processor is left to the program meanwhile.
pub fn awaited(session: &mut OsSession, needle: impl Needle) -> String {
    for _ in 0..24_000 {
        let found = session.check(&needle).expect("it is written");
        if !found.is_empty() {
            return String::from_utf8_lossy(found.as_bytes()).into_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it is not written");
}

/// The program with these arguments at a terminal of its own.
fn seated(args: &str) -> OsSession {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pioche"));
    program.args(args.split(' ')).env_clear().env("TERM", "xterm-256color");
    let mut session = OsSession::spawn(program).expect("a pseudo-terminal");
    session.set_expect_timeout(Some(Duration::from_secs(30)));
    session.get_process_mut().set_window_size(80, 24).expect("a window");
    session
}

fn exit_code(mut session: OsSession) -> Option<i32> {
    awaited(&mut session, Eof);
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
