//! A test battery for every game, golden transcripts of whole games, and courses of games.
//!
//! A game is added with [`keeps_the_contract`] and [`golden`]. This command rewrites the transcripts in `tests/data`:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-engine
//! ```

use crate::common::pack;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::games::alak::{AlakRules, AlakState, Cell};
use pioche_engine::games::alliances::{AutomaticGame, PatienceMove, PatienceState, automatic};
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::table::{CardTable, TableMove};
use pioche_engine::games::bataille::{BatailleRules, BatailleState, Hands};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::{Jump, SolitaireState};
use pioche_engine::games::{Course, Game, Outcome};
use pioche_engine::players::{Random, play_course};
use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_engine::sim::settings_from_words;
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

fn alak(rules: &str) -> AlakState {
    let settings = settings_from_words(rules, AlakRules::SETTINGS).unwrap();
    AlakState::new(AlakRules::from_settings(&settings).unwrap())
}

/// Returns a game with every `step`-th card of a pack; `step` must be coprime to the number of cards.
fn manual(pack: Pack, step: usize) -> PatienceState {
    let cards: Vec<Card> = pack.cards().collect();
    let deck: Vec<Card> = (0..cards.len())
        .map(|place| cards[place * step % cards.len()])
        .collect();
    PatienceState::new(&deck, 2)
}

/// The candidates are all moves, and some off every board.
#[test]
fn every_game_satisfies_game_trait_contract() {
    let cells: Vec<Cell> = (0..70).chain([u32::MAX]).map(Cell).collect();
    for rules in [
        "cells=1 edge=line own_group=spared",
        "cells=2 edge=line own_group=spared",
        "cells=9 edge=line own_group=spared",
        "cells=9 edge=line own_group=captured",
        "cells=10 edge=ring own_group=spared",
        "cells=7 edge=ring own_group=captured",
        "cells=64 edge=line own_group=spared",
    ] {
        keeps_the_contract(&alak(rules), &cells);
    }
    let moves: Vec<PatienceMove> = [PatienceMove::Draw]
        .into_iter()
        .chain((0..60).map(PatienceMove::Jump))
        .collect();
    for (pack, step) in [
        (Pack::PIQUET, 1),
        (Pack::PIQUET, 11),
        (Pack::FULL, 15),
        (pack(1, 1), 1),
    ] {
        keeps_the_contract(&manual(pack, step), &moves);
    }
    let jumps: Vec<Jump> = (0..58)
        .flat_map(|from| (0..58).map(move |to| Jump { from, to }))
        .collect();
    for (board, hole) in [
        ("triangle:3", 0),
        ("triangle:4", 1),
        ("triangle:5", 12),
        ("triangle:7", 3),
        ("english", 16),
        ("european", 0),
    ] {
        keeps_the_contract(&solitaire(board, hole), &jumps);
    }
    let takes: Vec<u32> = (0..60).chain([1000, u32::MAX]).collect();
    for (list, matches) in [
        ("2,3", 25),
        ("2,3", 1),
        ("1", 9),
        ("1,2,3", 21),
        ("3,7,8", 50),
        ("5,40", 57),
    ] {
        keeps_the_contract(&nim(list, matches), &takes);
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
    golden(
        "alak",
        &[
            alak("cells=9 edge=line own_group=spared"),
            alak("cells=12 edge=ring own_group=captured"),
        ],
    );
    golden("alliances", &[manual(Pack::PIQUET, 11)]);
    golden("nim", &[nim("2,3", 25), nim("1,4,9", 30)]);
}

/// Plays random games and checks the contract of [`Game`] in every state.
fn keeps_the_contract<G: Game>(start: &G, candidates: &[G::Move]) {
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
        for mv in game.moves() {
            keeps_it_here(&state, candidates);
            let printed = mv.to_string().parse().ok().unwrap();
            assert!(state.legal_moves().contains(&printed));
            state.play(printed).unwrap();
        }
        assert_eq!(
            state,
            *game.last(),
            "a printed transcript replays to the same end"
        );
        keeps_it_here(&state, candidates);
        let is_cut_off = state.outcome().is_none();
        assert!(
            !is_cut_off || game.moves().len() as u64 == MAX_PLIES,
            "unresolved at the limit and nowhere else"
        );
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
        assert_eq!(
            copy != *state,
            played.is_ok(),
            "a move changes the state, a refusal does not: {mv}"
        );
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
fn golden<G: Game>(name: &str, starts: &[G]) {
    let mut text = String::new();
    for start in starts {
        for deal in 0..2 {
            let game = random_game(start, deal);
            writeln!(text, "# seed 1, game {deal}, random players\n{start}").unwrap();
            game.for_each_step(|step| {
                writeln!(
                    text,
                    "> {:?} {}\n{}",
                    step.before.to_play(),
                    step.mv,
                    step.after
                )
                .unwrap();
            });
            let end = match game.last().outcome() {
                None => "unresolved".to_owned(),
                Some(Outcome::Draw) => "draw".to_owned(),
                Some(Outcome::Winner(player)) => format!("winner {player:?}"),
                Some(Outcome::Remaining(left)) => format!("left {left}"),
            };
            writeln!(text, "= {end}\n").unwrap();
        }
    }
    let path = format!(
        "{}/tests/data/golden_{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, text).unwrap();
    } else {
        let file = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(text, file, "the games of {name} are others, or new");
    }
}

/// Any state of a long game can be asked for, of which only some are kept.
#[test]
fn long_course_gives_every_state_and_can_be_cut() {
    let mut course = Course::play(nim("1", 30_000), [1; 20_000]).unwrap();
    for count in [0, 1, 4095, 4096, 4097, 9999, 16_385, 20_000] {
        assert_eq!(course.state(count).matches(), 30_000 - count as u32);
    }
    assert_eq!(course.states().count(), 20_001);
    let mut matches = 30_000;
    course.for_each_step(|step| {
        assert_eq!(
            (step.index as u32, step.before.matches()),
            (30_000 - matches, matches)
        );
        matches -= step.mv;
        assert_eq!(step.after.matches(), matches);
    });
    assert_eq!(
        (matches, course.last_step().unwrap().before.matches()),
        (10_000, 10_001)
    );
    course.truncate(8191);
    assert_eq!(course.last().matches(), 30_000 - 8191);
    course.push(1).unwrap();
    assert_eq!(course.state(8192), *course.last());
    assert!(course.push(2).is_err());
    assert_eq!(course.moves().len(), 8192);
}

#[test]
fn forced_courses_are_the_automatic_games() {
    for deal in 0..50 {
        let deck = Alliances::automatic(Pack::PIQUET).deck(Seed(3), deal);
        let course =
            Course::play_forced(AutomaticGame::new(PatienceState::new(&deck, 0)), usize::MAX);
        let piles = automatic::automatic_pile_count(&deck, Default::default());
        assert_eq!(
            course.last().outcome(),
            Some(Outcome::Remaining(piles as u32))
        );
        assert!(course.states().all(|state| state.legal_moves().len() <= 1));
    }
    let hands = Hands::new(vec![3, 1, 2, 2], vec![1, 3, 1, 2]).unwrap();
    let start = BatailleState::with_hands(&hands, BatailleRules::default());
    let mut played = start.clone();
    let mut draws = PickupDraws::default();
    let ending = played.play_to_end(&mut draws, u64::MAX);
    let course = Course::play_forced(CardTable::new(start, draws), 1000);
    assert_eq!(
        (course.last().rounds(), course.last().to_string()),
        (ending.rounds, played.hands().to_string())
    );
    assert!(course.last().clone().play(TableMove::Lay).is_err());
}
