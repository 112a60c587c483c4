//! Random against random: the exact law three ways, simulated games, and play that repeats.

use super::fractions::{Fraction, exact_law};
use super::play_on::{End, play_on};
use super::slow::below;
use super::{VARIANTS, position, rules, rules_of};
use num_traits::{One, Zero};
use pioche_engine::games::Memory;
use pioche_engine::games::alak::graph::Graph;
use pioche_engine::games::alak::random::{TOLERANCE, law};
use pioche_engine::games::alak::{Cell, Refusal, State};
use pioche_engine::games::{Game, Outcome, Player};
use pioche_engine::rng::{Purpose, Seed, stream};

fn graph(state: &State) -> Graph {
    Graph::new(state, Memory::default()).unwrap()
}

#[test]
fn the_smallest_boards_by_hand() {
    let (zero, one) = (Fraction::zero(), Fraction::one());
    // Two cells: every game goes x, then o captures it, and cell 1 or 2 is forbidden.
    let two = exact_law(&graph(&State::new(rules(2, VARIANTS[0])))).unwrap();
    assert_eq!(two, ([zero, one, zero, zero], Some(Fraction::from(2))));
    // One cell where every stone captures itself.
    let never = exact_law(&graph(&State::new(rules(1, VARIANTS[1])))).unwrap();
    assert_eq!(never, ([zero, zero, zero, one], None));
    // Player 2 to move, one cell left, draw: x has three stones, o two and the sixth.
    let state = position("line:spared", "xxoxo.", Player::Two, &[]);
    let last = exact_law(&graph(&state)).unwrap();
    assert_eq!(last, ([zero, zero, one, zero], Some(one)));
    // The same for player 1, who wins.
    let state = position("line:spared", "oxoxx.", Player::One, &[]);
    assert_eq!(exact_law(&graph(&state)).unwrap().0[0], one);
}

/// A fraction as text, in floating point.
fn decimal(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

#[test]
fn fractions_and_sweeps_are_those_of_the_independent_script() {
    let (mut rows, mut exact_rows) = (0, 0);
    let table = include_str!("../data/alak/random_law.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in table {
        let [cells, edge, own_group, known @ ..] = &line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let graph = graph(&State::new(rules_of(&format!("{cells}:{edge}:{own_group}"))));
        if let Some((probabilities, plies)) = exact_law(&graph) {
            let mut found = probabilities.map(|part| part.to_string()).to_vec();
            found.push(plies.map_or("none".into(), |plies| plies.to_string()));
            assert_eq!(found, known, "{line}");
            assert_eq!(probabilities.into_iter().sum::<Fraction>(), Fraction::one());
            exact_rows += 1;
        }
        let swept = law(&graph);
        for (found, known) in [swept.player1, swept.player2, swept.draw, swept.endless].into_iter().zip(known) {
            assert!((found - decimal(known)).abs() <= 10.0 * TOLERANCE, "{line}: {found}");
        }
        rows += 1;
    }
    assert_eq!((rows, exact_rows), (24, 23));
}

#[test]
fn fractions_beyond_128_bits_are_noticed() {
    assert_eq!(exact_law(&graph(&State::new(rules(7, VARIANTS[0])))), None);
    assert_eq!(exact_law(&graph(&State::new(rules(11, VARIANTS[0])))), None);
}

/// Chi-square of the outcomes of random games against the exact law. Level 1e-4 for each of 8 boards: 15.14 and 18.42 are
/// the quantiles with 1 and 2 degrees of freedom.
#[test]
fn simulated_games_agree_with_the_exact_law() {
    const GAMES: u64 = 20_000;
    for (at, variant) in VARIANTS.into_iter().enumerate() {
        for cells in [6, 9] {
            let start = State::new(rules(cells, variant));
            let exact = law(&graph(&start));
            let mut counts = [0_u64; 3];
            for deal in 0..GAMES {
                let generator = &mut stream(Seed(u64::from(cells)), Purpose::Player1, deal + GAMES * at as u64);
                let mut state = start;
                while state.outcome().is_none() {
                    let moves = state.legal_moves();
                    state.play(moves[below(generator, moves.len())]).unwrap();
                }
                counts[match state.outcome() {
                    Some(Outcome::Winner(Player::One)) => 0,
                    Some(Outcome::Winner(Player::Two)) => 1,
                    _ => 2,
                }] += 1;
            }
            let (mut chi_square, mut freedom) = (0.0, -1);
            for (count, probability) in counts.into_iter().zip([exact.player1, exact.player2, exact.draw]) {
                if probability == 0.0 {
                    assert_eq!(count, 0);
                } else {
                    let expected = probability * GAMES as f64;
                    chi_square += (count as f64 - expected).powi(2) / expected;
                    freedom += 1;
                }
            }
            let most = if freedom == 1 { 15.14 } else { 18.42 };
            assert!(chi_square < most, "{cells} {variant:?}: {counts:?}, chi-square {chi_square} for {freedom}");
        }
    }
}

#[test]
fn the_law_does_not_depend_on_who_is_called_player_1() {
    let state = position("line:spared", "xo..x.", Player::One, &[3]);
    let exchanged = position("line:spared", "ox..o.", Player::Two, &[3]);
    let (law, mirrored) = (law(&graph(&state)), law(&graph(&exchanged)));
    assert!(law.player1 != law.player2);
    assert_eq!((law.player1, law.player2), (mirrored.player2, mirrored.player1));
    assert_eq!(law.draw, mirrored.draw);
}

#[test]
fn a_position_that_comes_again_is_reported() {
    // One cell, every stone captures itself: after two turns everything is as it was.
    let mut state = State::new(rules(1, VARIANTS[1]));
    let end = play_on(&mut state, 100, |_| Cell(1)).unwrap();
    assert_eq!(end, End::Endless { first: 0, again: 2 });
}

#[test]
fn play_that_ends_or_stops_is_told_apart() {
    let first = |state: &State| state.legal_moves()[0];
    let mut state = State::new(rules(2, VARIANTS[0]));
    assert_eq!(play_on(&mut state, 100, first), Ok(End::Over(Outcome::Winner(Player::Two))));
    assert_eq!(state.board(), ".o");
    let mut state = State::new(rules(2, VARIANTS[0]));
    assert_eq!(play_on(&mut state, 2, first), Ok(End::Over(Outcome::Winner(Player::Two))));
    let mut state = State::new(rules(9, VARIANTS[0]));
    assert_eq!(play_on(&mut state, 3, first), Ok(End::Unresolved));
    assert_eq!(state.board().matches('.').count(), 7);
    assert_eq!(play_on(&mut state, 3, |_| Cell(10)), Err(Refusal::OffBoard(Cell(10), 9)));
}
