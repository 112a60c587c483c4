//! A test battery for every game, and golden transcripts of whole games.
//!
//! A game is added with [`keeps_the_contract`] and [`golden`], here or in a file of its own. This command rewrites the
//! transcripts in `tests/data`:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-engine
//! ```

use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alak::{self, Cell};
use pioche_engine::games::alliances::{PatienceMove, PatienceState};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::{Jump, SolitaireState};
use pioche_engine::games::{Course, Game, Outcome};
use pioche_engine::players::{Random, play_course};
use pioche_engine::rng::{Purpose, Seed, stream};
use std::fmt::Write;

/// The number of random games from each start.
const GAMES: u64 = 8;
/// The largest number of plies; a longer game is unresolved.
const MAX_PLIES: u64 = 2000;

fn solitaire(board: &str, hole: usize) -> SolitaireState {
    SolitaireState::new(board.parse().unwrap(), hole).unwrap()
}

fn nim(takes: &str, matches: u32) -> NimState {
    NimState::new(takes.parse().unwrap(), matches).unwrap()
}

fn alak(rules: &str) -> alak::AlakState {
    alak::AlakState::new(crate::alak::rules_of(rules))
}

/// Returns a game with every `step`-th card of a pack; `step` must be coprime to the number of cards.
fn manual(pack: Pack, step: usize) -> PatienceState {
    let cards: Vec<Card> = pack.cards().collect();
    let deck: Vec<Card> = (0..cards.len())
        .map(|place| cards[place * step % cards.len()])
        .collect();
    PatienceState::new(&deck, 2)
}

/// Returns all pairs of cells, some of them off every board.
fn jumps() -> Vec<Jump> {
    (0..58)
        .flat_map(|from| (0..58).map(move |to| Jump { from, to }))
        .collect()
}

fn takes() -> Vec<u32> {
    (0..60).chain([1000, u32::MAX]).collect()
}

fn cells() -> Vec<Cell> {
    (0..70).chain([u32::MAX]).map(Cell).collect()
}

fn draws_and_jumps() -> Vec<PatienceMove> {
    [PatienceMove::Draw]
        .into_iter()
        .chain((0..60).map(PatienceMove::Jump))
        .collect()
}

#[test]
fn every_game_satisfies_game_trait_contract() {
    let variants = [
        "1:line:spared",
        "2:line:spared",
        "9:line:spared",
        "9:line:captured",
        "10:ring:spared",
    ];
    for rules in variants
        .into_iter()
        .chain(["7:ring:captured", "64:line:spared"])
    {
        keeps_the_contract(&alak(rules), &cells());
    }
    for (pack, step) in [
        (Pack::PIQUET, 1),
        (Pack::PIQUET, 11),
        (Pack::FULL, 15),
        (Pack::new(1, 1).unwrap(), 1),
    ] {
        keeps_the_contract(&manual(pack, step), &draws_and_jumps());
    }
    for (board, hole) in [
        ("triangle:3", 0),
        ("triangle:4", 1),
        ("triangle:5", 12),
        ("triangle:7", 3),
        ("english", 16),
        ("european", 0),
    ] {
        keeps_the_contract(&solitaire(board, hole), &jumps());
    }
    for (list, matches) in [
        ("2,3", 25),
        ("2,3", 1),
        ("1", 9),
        ("1,2,3", 21),
        ("3,7,8", 50),
        ("5,40", 57),
    ] {
        keeps_the_contract(&nim(list, matches), &takes());
    }
}

#[test]
fn recorded_games_match_golden_files() {
    golden(
        "solitaire",
        &[
            solitaire("triangle:5", 12),
            solitaire("triangle:6", 3),
            solitaire("english", 16),
        ],
    );
    golden("alak", &[alak("9:line:spared"), alak("12:ring:captured")]);
    golden("alliances", &[manual(Pack::PIQUET, 11)]);
    golden("nim", &[nim("2,3", 25), nim("1,4,9", 30)]);
}

/// Plays random games and checks the contract of [`Game`] in every state.
pub fn keeps_the_contract<G: Game>(start: &G, candidates: &[G::Move]) {
    for &mv in candidates {
        assert_eq!(
            mv.to_string().parse().ok(),
            Some(mv),
            "parse and print are inverse: {mv}"
        );
    }
    for deal in 0..GAMES {
        let game = random_game(start, deal);
        let mut state = start.clone();
        for &mv in game.moves() {
            keeps_it_here(&state, candidates);
            assert!(state.legal_moves().contains(&mv));
            state.play(mv).unwrap();
        }
        assert_eq!(state, *game.last(), "a transcript replays to the same end");
        if state.outcome().is_some() {
            keeps_it_here(&state, candidates);
        } else {
            assert_eq!(
                game.moves().len() as u64,
                MAX_PLIES,
                "unresolved at the limit and nowhere else"
            );
        }
        let text: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        let mut again = start.clone();
        text.iter()
            .for_each(|mv| again.play(mv.parse().ok().unwrap()).unwrap());
        assert_eq!(again, state, "a printed transcript replays to the same end");
    }
}

fn keeps_it_here<G: Game>(state: &G, candidates: &[G::Move]) {
    let legal = state.legal_moves();
    assert!(
        legal.is_sorted_by(|a, b| a < b),
        "sorted and unique: {legal:?}"
    );
    assert_eq!(
        legal.is_empty(),
        state.outcome().is_some(),
        "no move exactly when the game is over:\n{state}"
    );
    assert!(
        legal.iter().all(|mv| candidates.contains(mv)),
        "the universe of moves is too small"
    );
    let before = state.to_string();
    for &mv in candidates {
        let mut copy = state.clone();
        let played = copy.play(mv);
        assert_eq!(
            played.is_ok(),
            legal.binary_search(&mv).is_ok(),
            "{mv} in\n{state}"
        );
        match played {
            Ok(()) => assert!(copy != *state, "a move changes the state: {mv}"),
            Err(refusal) => {
                assert!(copy == *state, "{mv} was refused but changed\n{state}");
                assert!(!refusal.to_string().is_empty());
            }
        }
    }
    assert_eq!(state.to_string(), before, "clones are independent");
}

fn random_game<G: Game>(start: &G, deal: u64) -> Course<G> {
    let [mut one, mut two] =
        [Purpose::Player1, Purpose::Player2].map(|purpose| stream(Seed(1), purpose, deal));
    play_course(
        start.clone(),
        [&Random, &Random],
        [&mut one, &mut two],
        MAX_PLIES,
    )
    .unwrap()
}

/// Compares the first random games from each start, state by state, with a file.
pub fn golden<G: Game>(name: &str, starts: &[G]) {
    let mut text = String::new();
    for start in starts {
        for deal in 0..2 {
            transcribe(&mut text, start, deal);
        }
    }
    let path = format!(
        "{}/tests/data/golden_{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(
            text,
            std::fs::read_to_string(path).unwrap_or_default(),
            "the games of {name} are others, or new"
        );
    }
}

fn transcribe<G: Game>(text: &mut String, start: &G, deal: u64) {
    let game = random_game(start, deal);
    let mut state = start.clone();
    writeln!(text, "# seed 1, game {deal}, random players\n{state}").unwrap();
    for &mv in game.moves() {
        writeln!(text, "> {:?} {mv}", state.to_play()).unwrap();
        state.play(mv).unwrap();
        writeln!(text, "{state}").unwrap();
    }
    let end = match state.outcome() {
        None => "unresolved".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Winner(player)) => format!("winner {player:?}"),
        Some(Outcome::Remaining(left)) => format!("left {left}"),
    };
    writeln!(text, "= {end}\n").unwrap();
}
