//! The program at a real terminal: a pseudo-terminal of its own, keys in, screens out.

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

/// Words that the screen draws and no panic can say: the whole state, then what is left to say.
#[test]
fn the_whole_screen_is_taken_and_given_back() {
    let english = (
        "en",
        "stock 32 · 0 piles (won with 2)",
        ("Leave", "y"),
        "the 32 cards of the stock are laid without any jump.",
    );
    let french = (
        "fr",
        "pioche 32 · 0 tas (gagné à 2)",
        ("Quitter", "o"),
        "les 32 cartes de la pioche sont posées sans aucun saut.",
    );
    for (lang, state, (asked, yes), farewell) in [english, french] {
        let mut game = seated(&format!("play alliances --tui --color always --lang {lang}"));
        game.expect("\u{1b}[?1049h").expect("the alternate screen");
        game.expect(state).expect("the state is shown");
        game.send("q").expect("typed");
        game.expect(asked).expect("the question");
        game.send(yes).expect("typed");
        game.expect("\u{1b}[?1049l").expect("the screen is given back");
        game.expect(farewell).expect("the game is judged");
        assert_eq!(exit_code(game), Some(0), "{lang}");
    }
}

/// `^Z`, or the signal: the shell has the terminal while the program sleeps, and the game comes back whole.
#[test]
fn the_screen_sleeps_and_comes_back_whole() {
    for asleep in ["\u{1a}", "-TSTP"] {
        let mut game = seated("play solitaire --tui --color always --lang en");
        let process = game.get_process().pid().to_string();
        let kill = |name: &str| Command::new("kill").args([name, &process]).status().expect("kill runs");
        game.expect("\u{1b}[?1049h").expect("the alternate screen");
        game.expect("14 pegs · 4 possible jumps · 0 moves").expect("the state is shown");
        match asleep.strip_prefix('-') {
            None => game.send(asleep).expect("typed"),
            Some(_) => assert!(kill(asleep).success()),
        }
        game.expect("\u{1b}[?1049l").expect("the screen is given back");
        let state = || std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        while !state().rsplit(") ").next().unwrap().starts_with('T') {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(kill("-CONT").success());
        game.expect("\u{1b}[?1049h").expect("the alternate screen again");
        game.expect("14 pegs · 4 possible jumps · 0 moves").expect("the state is shown again");
        game.send("q").expect("typed");
        game.expect("Leave").expect("the question");
        game.send("y").expect("typed");
        game.expect("\u{1b}[?1049l").expect("the screen is given back");
        assert_eq!(exit_code(game), Some(0), "{asleep:?}");
    }
}

#[test]
fn control_c_gives_the_screen_back() {
    let mut game = seated("play solitaire --tui --color always --lang en");
    game.expect("\u{1b}[?1049h").expect("the alternate screen");
    game.expect("14 pegs · 4 possible jumps · 0 moves").expect("the state is shown");
    game.send("\u{3}").expect("typed");
    game.expect("\u{1b}[?1049l").expect("the screen is given back");
    assert_eq!(exit_code(game), Some(130));
}
