//! Tests of sessions: turns, taking back, saving and resuming, computer players, endless games.

use super::play::{alak, nim, patience, pegs, session};
use crate::play::{GameEnd, Playable, Session};
use crate::saved_game::SavedGame;
use crate::verb::{InputFile, ParsedArgs};
use pioche_engine::games::alak::{AlakState as Alak, Cell};
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::SolitaireState as Pegs;
use pioche_engine::games::{Game, Outcome, Player};
use pioche_report::lang::Problem;

const PLAYERS: [&str; 4] = ["random", "perfect", "minimax:1", "minimax:3"];

/// Plays a game of computer players to its end, and checks each move by the rules.
fn play_out<G: Playable>(mut session: Session<G>) -> GameEnd {
    let mut state = session.course().start().clone();
    for _ in 0..500 {
        if let Some(end) = session.end() {
            assert!(session.play_computer_move().is_none());
            return end;
        }
        let mv = session.play_computer_move().unwrap();
        state.play(mv).unwrap();
        assert_eq!(&state, session.state());
        assert_eq!(session.course().moves().last(), Some(&mv));
    }
    panic!("it does not end:\n{}", session.state())
}

#[test]
fn all_player_pairs_play_legal_games() {
    for (first, second) in PLAYERS
        .iter()
        .flat_map(|first| PLAYERS.map(|second| (first, second)))
    {
        let players = format!("{first},{second}");
        for rules in ["6:line:spared", "7:ring:captured", "5:line:captured"] {
            play_out(alak(rules, &players));
        }
        let end = play_out(nim("2,3", 17, &players));
        if *first == "perfect" {
            assert_eq!(
                end,
                GameEnd::Over(Outcome::Winner(Player::One)),
                "17 is won by who begins: {players}"
            );
        }
    }
}

#[test]
fn repeated_position_ends_the_game_and_can_be_undone() {
    let mut session = alak("1:line:captured", "human,human");
    session.play(Cell(1)).unwrap();
    assert_eq!(session.end(), None);
    session.play(Cell(1)).unwrap();
    assert_eq!(session.end(), Some(GameEnd::Endless { first: 0, again: 2 }));
    assert_eq!(session.undo(), 1);
    assert_eq!(
        (session.end(), session.state().to_play()),
        (None, Player::Two)
    );
}

#[test]
fn undo_restores_game_and_computer_replies() {
    let mut session = alak("12:line:spared", "human,random");
    let mut states = Vec::new();
    for _ in 0..4 {
        let mv = session.state().legal_moves()[0];
        session.play(mv).unwrap();
        session.play_computer_move().unwrap();
        states.push(*session.state());
    }
    assert_eq!(session.undo(), 2);
    assert_eq!(session.state(), &states[2]);
    let mv = session.state().legal_moves()[0];
    session.play(mv).unwrap();
    session.play_computer_move().unwrap();
    assert_eq!(
        session.state(),
        &states[3],
        "the computer chooses the same again"
    );
    for _ in 0..4 {
        assert_eq!(session.undo(), 2);
    }
    assert_eq!((session.undo(), session.course().moves().len()), (0, 0));
    // The first move of a computer player is not taken back.
    let mut session = alak("12:line:spared", "random,human");
    session.play_computer_move().unwrap();
    assert_eq!(session.undo(), 0);
    assert_eq!(session.course().moves().len(), 1);
}

/// Reads a list of moves.
pub fn read_game<G: Playable>(text: &str) -> Result<SavedGame<G>, Problem> {
    let file = InputFile::new("file".into(), |_| Ok(text.into()));
    SavedGame::read(&file, &ParsedArgs::new(Vec::new()))
}

fn restored_copy<G: Playable>(played: &Session<G>) -> Session<G> {
    let text = played.game().to_string();
    let copy = session::<G>(&text);
    assert_eq!(copy.state(), played.state());
    assert_eq!(copy.course().moves(), played.course().moves());
    assert_eq!(copy.game().to_string(), text);
    let other_line_ends = read_game::<G>(&text.replace('\n', "\r\n")).unwrap();
    assert_eq!(other_line_ends.to_string(), text);
    copy
}

#[test]
fn restored_game_continues_like_original() {
    let mut session = alak("13:ring:captured", "random,minimax:2");
    for _ in 0..5 {
        session.play_computer_move().unwrap();
    }
    let mut kept = restored_copy(&session);
    while let Some(mv) = session.play_computer_move() {
        assert_eq!(kept.play_computer_move(), Some(mv));
    }
    assert_eq!(kept.end(), session.end());
    let mut session = nim("1,3,4", 30, "random,human");
    session.play_computer_move().unwrap();
    restored_copy(&session);
    let (mut patience, mut pegs) = (patience(), pegs("european", 5));
    while let Some(&mv) = patience.state().legal_moves().last() {
        patience.play(mv).unwrap();
        restored_copy(&patience);
    }
    while let Some(&mv) = pegs.state().legal_moves().last() {
        pegs.play(mv).unwrap();
        restored_copy(&pegs);
    }
}

fn restore_error<G: Playable>(text: &str) -> Option<Problem> {
    read_game::<G>(text).and_then(Session::new).err()
}

#[test]
fn invalid_saved_game_is_refused_with_its_setting_or_move() {
    let error = restore_error::<NimState>;
    let nim = "# nim takes=2,3 matches=9 players=human,human\n";
    assert_eq!(error(&format!("{nim}2\n# a comment\n3")), None);
    for text in ["2 3", "# my game\n2 3"] {
        let game = read_game::<NimState>(text).unwrap();
        assert_eq!(game.course.moves(), [2, 3]);
    }
    for (text, message) in [
        ("# nim matches=3", "first line: “takes=…” is missing"),
        (
            "# nim takes=2,3 matches=0",
            "first line: “0” is not a valid value of “matches”",
        ),
        (
            "# nim takes=2,3 matches=9 players=human,nobody",
            "first line: “human,nobody” is not a valid value of “players”",
        ),
        (
            "# nim takes=2,3 matches=9 deal=1",
            "first line: “seed=…” is missing",
        ),
        (&format!("{nim}2\ntwo\n"), "move 2: “two” is not a move"),
        (
            &format!("{nim}3 3 3 2"),
            "move 4: “2” is not legal: you cannot take 2 matches: only 0 left",
        ),
        ("# chess a=b\n", "this is a game of “chess”, not of “nim”"),
    ] {
        assert_eq!(
            error(text),
            Some(Problem::from(format!("file: {message}"))),
            "{text}"
        );
    }
    let problem = Problem::from("40 cells are too many to be solved: at most 32".to_owned());
    let perfect = "# alak cells=40 edge=line own_group=spared players=human,perfect\n";
    assert_eq!(restore_error::<Alak>(perfect), Some(problem));
    let deck = |cards: &str| {
        restore_error::<PatienceState>(&format!("# alliances nb_tas_max=2 deck={cards}\ndraw\n"))
    };
    assert_eq!(deck("7-K,8-K"), None);
    assert!(deck("7-K,7-K").is_some() && deck("").is_some());
    assert!(restore_error::<Pegs>("# solitaire board=triangle:5 hole=15\n").is_some());
}
