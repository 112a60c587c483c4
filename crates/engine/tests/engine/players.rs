//! Tests of the players: names, uniform draws, agreement with the solvers.

use crate::alak::{VARIANTS, rules};
use pioche_engine::experiments;
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak;
use pioche_engine::games::alak::graph::SearchLimitError;
use pioche_engine::games::nim::{NimState, TakeSet};
use pioche_engine::games::{BestMoves, Evaluate, Game, Outcome, Player, Solvable};
use pioche_engine::players::{
    Minimax, Perfect, PlayerSpec, PlayerSpecError, Random, Strategy, play_course, play_out,
    random_index,
};
use pioche_engine::rng::{Purpose, Seed, stream};
use rand::Rng;
use std::num::NonZeroU32;

fn generators(deal: u64) -> [pioche_engine::rng::Pcg64Dxsm; 2] {
    [Purpose::Player1, Purpose::Player2].map(|purpose| stream(Seed(7), purpose, deal))
}

fn end<G: Game>(start: &G, players: [&dyn Strategy<G>; 2], deal: u64) -> Option<Outcome> {
    let [mut one, mut two] = generators(deal);
    let mut state = start.clone();
    play_out(&mut state, players, [&mut one, &mut two], 1000, |_, _| ()).unwrap()
}

/// Returns an empty line of cells with the handout's rules.
fn alak_line(cells: u32) -> alak::AlakState {
    alak::AlakState::new(rules(cells, VARIANTS[0]))
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

#[test]
fn player_names_parse_and_format() {
    for text in ["human", "random", "perfect", "minimax:3", "handout"] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
    let numbers = [
        "minimax:0",
        "minimax",
        "minimax:x",
        "minimax:-1",
        "minimax:101",
    ];
    for text in numbers
        .into_iter()
        .chain(["", "Random", "alphabeta:3", "random:2"])
    {
        assert_eq!(text.parse::<PlayerSpec>().unwrap_err().text, text);
    }
}

#[test]
fn human_and_oversized_perfect_players_are_refused() {
    let nim = NimState::new(TakeSet::default(), 25).unwrap();
    assert!(matches!(
        PlayerSpec::Human.build_strategy(&nim, MemoryLimit::default()),
        Err(PlayerSpecError::HumanNotAllowed)
    ));
    let large = alak_line(40);
    assert!(matches!(
        PlayerSpec::Perfect.build_strategy(&large, MemoryLimit::default()),
        Err(PlayerSpecError::Unsolved(_))
    ));
    for text in ["random", "minimax:2"] {
        let seat = text
            .parse::<PlayerSpec>()
            .unwrap()
            .build_strategy(&large, MemoryLimit::default())
            .unwrap();
        let mv = seat.choose(&large, &mut generators(0)[0]).unwrap();
        assert!(large.legal_moves().contains(&mv), "{text}");
    }
}

/// A chi-square test of 60,000 draws for each bound, at fixed seeds; chance exceeds the limits once in 10^6.
#[test]
fn draws_below_a_bound_are_uniform() {
    let mut generator = stream(Seed(1), Purpose::Player1, 0);
    for (bound, limit) in [(2, 23.9), (3, 27.6), (6, 36.0), (7, 38.3), (11, 47.1)] {
        let mut counts = vec![0_u32; bound];
        (0..60_000).for_each(|_| counts[random_index(&mut generator, bound)] += 1);
        let expected = 60_000.0 / bound as f64;
        let chi: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        assert!(chi < limit, "{bound}: {chi}");
    }
}

#[test]
fn strategies_return_no_move_in_finished_game() {
    let over = NimState::new(TakeSet::default(), 1).unwrap();
    let solved = over.solve_within(MemoryLimit::default()).unwrap();
    let players: [&dyn Strategy<NimState>; 4] =
        [&Random, &Greedy, &Minimax::new(number(2)), &Perfect(solved)];
    for player in players {
        assert_eq!(player.choose(&over, &mut generators(0)[0]), None);
    }
}

#[test]
fn perfect_players_reach_nim_value() {
    for matches in 1..40 {
        let start = NimState::new(TakeSet::default(), matches).unwrap();
        let perfect = Perfect(start.solve_within(MemoryLimit::default()).unwrap());
        let expected = match matches % 5 {
            0 => Outcome::Winner(Player::Two),
            2 | 3 => Outcome::Winner(Player::One),
            _ => Outcome::Draw,
        };
        assert_eq!(
            end(&start, [&perfect, &perfect], 0),
            Some(expected),
            "{matches}"
        );
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
    if state.to_play() == Player::One {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

fn minimax_is_plain<G: Evaluate>(mut state: G, depths: std::ops::Range<u32>) {
    let mut generator = stream(Seed(3), Purpose::Player1, 0);
    while let Some(mv) = Random.choose(&state, &mut generator) {
        for depth in depths.clone() {
            for (mv, value) in Minimax::new(number(depth)).values_to_mover(&state) {
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
            }
        }
        state.play(mv).unwrap();
    }
}

#[test]
fn minimax_gives_the_values_of_plain_minimax() {
    minimax_is_plain(NimState::new("1,3,4".parse().unwrap(), 23).unwrap(), 1..7);
    minimax_is_plain(alak_line(5), 1..4);
}

/// A player that looks one move ahead and chooses randomly among the best moves.
struct Greedy;

impl<G: Evaluate> Strategy<G> for Greedy {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        let sign = if state.to_play() == Player::One {
            1
        } else {
            -1
        };
        let value = |mv: &G::Move| {
            let mut after = state.clone();
            after.play(*mv).unwrap();
            sign * plain(&after, 0)
        };
        let moves = state.legal_moves();
        let most = moves.iter().map(value).max()?;
        let best: Vec<G::Move> = moves.into_iter().filter(|mv| value(mv) == most).collect();
        Some(best[random_index(generator, best.len())])
    }
}

/// Unlike the handout's search (see the module of Nim), minimax keeps the value at depth 1, and so at every depth.
#[test]
fn minimax_keeps_nim_value_for_both_players() {
    for matches in 2..=30 {
        for first in [Player::One, Player::Two] {
            let mut state = NimState::new(TakeSet::default(), matches + 2).unwrap();
            if first == Player::Two {
                state.play(2).unwrap();
            }
            let best = NimState::new(TakeSet::default(), 40)
                .unwrap()
                .solve_within(MemoryLimit::default())
                .unwrap()
                .best_moves(&state);
            for depth in 1..=6 {
                let mv = Minimax::new(number(depth))
                    .choose(&state, &mut generators(5)[0])
                    .unwrap();
                assert!(
                    best.contains(&mv),
                    "{mv} at depth {depth} from {}",
                    state.matches()
                );
            }
        }
    }
}

#[test]
fn greedy_is_minimax_one_move_ahead() {
    for deal in 0..50 {
        let start = alak_line(12);
        let [mut one, mut two] = generators(deal);
        let greedy = play_course(start, [&Greedy, &Greedy], [&mut one, &mut two], 100).unwrap();
        let minimax = Minimax::new(number(1));
        let [mut one, mut two] = generators(deal);
        let players: [&dyn Strategy<_>; 2] = [&minimax, &minimax];
        assert_eq!(
            greedy,
            play_course(start, players, [&mut one, &mut two], 100).unwrap()
        );
    }
}

#[test]
fn game_at_ply_limit_is_unresolved_and_replayable() {
    let start = NimState::new(TakeSet::default(), 100).unwrap();
    let [mut one, mut two] = generators(0);
    let stopped = play_course(start.clone(), [&Random, &Random], [&mut one, &mut two], 7).unwrap();
    assert_eq!((stopped.last().outcome(), stopped.moves().len()), (None, 7));
    let [mut one, mut two] = generators(0);
    let whole = play_course(
        start.clone(),
        [&Random, &Random],
        [&mut one, &mut two],
        1000,
    )
    .unwrap();
    assert!(whole.last().outcome().is_some());
    assert_eq!(whole.moves()[..7], *stopped.moves());
    let mut state = start;
    whole.moves().iter().for_each(|&mv| state.play(mv).unwrap());
    assert_eq!(state, *whole.last());
}

/// An experiment with a player that cannot play fails at its creation, without a search.
#[test]
fn experiment_with_unplayable_player_is_refused() {
    let board = |cells| rules(cells, VARIANTS[0]);
    let pairing = |text: &str| text.parse::<Pairing>().unwrap();
    let alak = |cells, players| {
        experiments::Alak::new(
            alak::AlakState::new(board(cells)),
            pairing(players),
            Some(100),
            MemoryLimit::default(),
        )
        .err()
    };
    assert_eq!(
        alak(9, "random,human"),
        Some(PlayerSpecError::HumanNotAllowed)
    );
    assert!(matches!(
        alak(20, "perfect,random"),
        Some(PlayerSpecError::Unsolved(SearchLimitError::Memory {
            fits: 16,
            ..
        }))
    ));
    assert!(matches!(
        alak(40, "random,perfect"),
        Some(PlayerSpecError::Unsolved(SearchLimitError::Cells(40)))
    ));
    assert_eq!(
        (alak(40, "random,minimax:1"), alak(16, "perfect,perfect")),
        (None, None)
    );
    let heap = NimState::new(TakeSet::default(), 25).unwrap();
    assert_eq!(
        experiments::Nim::new(
            heap.clone(),
            pairing("human,random"),
            None,
            MemoryLimit::default()
        )
        .err(),
        Some(PlayerSpecError::HumanNotAllowed)
    );
    assert!(
        experiments::Nim::new(
            heap.clone(),
            pairing("perfect,minimax:9"),
            None,
            MemoryLimit::default()
        )
        .is_ok()
    );
    for kind in ["human", "random", "perfect", "minimax:2", "handout"]
        .map(|name| name.parse::<PlayerSpec>().unwrap())
    {
        assert_eq!(
            kind.check_strategy(&heap, MemoryLimit::default()).is_ok(),
            kind.build_strategy(&heap, MemoryLimit::default()).is_ok(),
            "{kind}"
        );
    }
    let other_takes = NimState::new(TakeSet::new([1, 2]).unwrap(), 25).unwrap();
    assert_eq!(
        experiments::Nim::new(
            other_takes,
            pairing("random,handout"),
            None,
            MemoryLimit::default()
        )
        .err(),
        Some(PlayerSpecError::NoHandoutPlayer)
    );
    assert_eq!(
        alak(9, "handout,random"),
        Some(PlayerSpecError::NoHandoutPlayer)
    );
    let named = |cells| {
        let rules = format!("cells={cells} edge=line own_group=spared");
        experiments::from_name(&format!("alak {rules} players=perfect,random max_plies=9"))
            .is_some()
    };
    assert_eq!([9, 20].map(named), [true, false]);
}
