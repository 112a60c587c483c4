//! Tests of the players: names, agreement with plain minimax and the solvers, refusals.

use crate::alak::{VARIANTS, rules};
use crate::common::generator;
use pioche_engine::experiments;
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::alak::graph::SearchLimitError;
use pioche_engine::games::nim::{NimState, TakeSet};
use pioche_engine::games::{Evaluate, MemoryLimit, Player, Solvable};
use pioche_engine::players::{Minimax, Perfect, PlayerSpec, PlayerSpecError, Random, Strategy};
use std::num::NonZeroU32;

/// Returns an empty line of cells with the handout's rules.
fn alak_line(cells: u32) -> AlakState {
    AlakState::new(rules(cells, VARIANTS[0]))
}

fn nim(matches: u32) -> NimState {
    NimState::new(TakeSet::default(), matches).unwrap()
}

fn minimax(depth: u32) -> Minimax {
    Minimax::new(NonZeroU32::new(depth).unwrap())
}

#[test]
fn player_names_parse_and_format() {
    for text in ["human", "random", "perfect", "minimax:3", "handout"] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
    for text in [
        "minimax:0",
        "minimax",
        "minimax:x",
        "minimax:-1",
        "minimax:101",
        "",
        "Random",
        "alphabeta:3",
        "random:2",
    ] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap_err().text, text);
    }
}

#[test]
fn strategies_return_no_move_in_finished_game() {
    let over = nim(1);
    let solved = over.solve_within(MemoryLimit::default()).unwrap();
    let players: [&dyn Strategy<NimState>; 3] = [&Random, &minimax(2), &Perfect(solved)];
    for player in players {
        assert_eq!(player.choose(&over, &mut generator(0)), None);
    }
}

/// Plain minimax without pruning.
fn plain<G: Evaluate>(state: &G, depth: u32) -> i64 {
    if let Some(outcome) = state.outcome() {
        return outcome.utility_for_player_one();
    }
    if depth == 0 {
        return state.estimate_utility_for_player_one();
    }
    let values = state.legal_moves().into_iter().map(|mv| {
        let mut after = state.clone();
        after.play(mv).unwrap();
        plain(&after, depth - 1)
    });
    let values: Vec<i64> = values.collect();
    *if state.to_play() == Player::One {
        values.iter().max()
    } else {
        values.iter().min()
    }
    .unwrap()
}

/// Minimax has the values of plain minimax, and chooses among the best moves, each as often as the others, up to chance.
fn minimax_is_plain<G: Evaluate>(mut state: G, depths: std::ops::Range<u32>) {
    let mut generator = generator(3);
    while let Some(mv) = Random.choose(&state, &mut generator) {
        for depth in depths.clone() {
            let values = minimax(depth).values_to_mover(&state);
            let greatest = values.iter().map(|(_, value)| *value).max();
            let mut best = Vec::new();
            for (mv, value) in values {
                let mut after = state.clone();
                after.play(mv).unwrap();
                let sign = if state.to_play() == Player::One {
                    1
                } else {
                    -1
                };
                assert_eq!(
                    value,
                    sign * plain(&after, depth - 1),
                    "{mv} at depth {depth} from\n{state}"
                );
                best.extend((Some(value) == greatest).then_some(mv));
            }
            let mut counts = vec![0; best.len()];
            for _ in 0..100 * best.len() {
                let choice = minimax(depth).choose(&state, &mut generator);
                let place = best.iter().position(|mv| Some(*mv) == choice);
                counts[place.expect("a best move")] += 1;
            }
            assert!(
                counts.iter().all(|count| (40..180).contains(count)),
                "{counts:?}"
            );
        }
        state.play(mv).unwrap();
    }
}

#[test]
fn minimax_gives_the_values_of_plain_minimax() {
    minimax_is_plain(NimState::new("1,3,4".parse().unwrap(), 23).unwrap(), 1..7);
    minimax_is_plain(nim(24), 1..7);
    minimax_is_plain(alak_line(5), 1..4);
}

/// An experiment with a player that cannot play fails at its creation, without a search, and so does the player itself.
#[test]
fn unplayable_players_are_refused_without_search() {
    let memory = MemoryLimit::default();
    let pairing = |text: &str| text.parse::<Pairing>().unwrap();
    let alak = |cells, players| {
        experiments::Alak::new(alak_line(cells), pairing(players), Some(100), memory).err()
    };
    let nim_error = |takes: &str, players| {
        let start = NimState::new(takes.parse().unwrap(), 25).unwrap();
        experiments::Nim::new(start, pairing(players), None, memory).err()
    };
    assert_eq!(
        alak(9, "random,human"),
        Some(PlayerSpecError::HumanNotAllowed)
    );
    assert_eq!(
        alak(9, "handout,random"),
        Some(PlayerSpecError::NoHandoutPlayer)
    );
    let is_memory = |error: &PlayerSpecError<SearchLimitError>| {
        matches!(
            error,
            PlayerSpecError::Unsolved(SearchLimitError::Memory { fits: 16, .. })
        )
    };
    assert!(alak(20, "perfect,random").is_some_and(|error| is_memory(&error)));
    assert_eq!(
        alak(40, "random,perfect"),
        Some(PlayerSpecError::Unsolved(SearchLimitError::Cells(40)))
    );
    assert_eq!(
        [alak(40, "random,minimax:1"), alak(16, "perfect,perfect")],
        [None, None]
    );
    assert_eq!(
        nim_error("2,3", "human,random"),
        Some(PlayerSpecError::HumanNotAllowed)
    );
    assert_eq!(
        nim_error("1,2", "random,handout"),
        Some(PlayerSpecError::NoHandoutPlayer)
    );
    assert_eq!(nim_error("2,3", "perfect,minimax:9"), None);
    for name in ["human", "random", "perfect", "minimax:2", "handout"] {
        let player: PlayerSpec = name.parse().unwrap();
        for (is_checked, is_built) in [
            (
                player.check_strategy(&nim(25), memory).is_ok(),
                player.build_strategy(&nim(25), memory).is_ok(),
            ),
            (
                player.check_strategy(&alak_line(40), memory).is_ok(),
                player.build_strategy(&alak_line(40), memory).is_ok(),
            ),
        ] {
            assert_eq!(is_checked, is_built, "{name}");
        }
    }
    let is_named = |cells| {
        let name = format!(
            "alak cells={cells} edge=line own_group=spared players=perfect,random max_plies=9"
        );
        experiments::from_name(&name).is_some()
    };
    assert_eq!([9, 20].map(is_named), [true, false]);
}
