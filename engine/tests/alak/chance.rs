//! Random against random: the exact law against an independent script's, and against simulated games.

use super::slow::below;
use super::{VARIANTS, position, rules};
use pioche_engine::games::Memory;
use pioche_engine::games::alak::State;
use pioche_engine::games::alak::graph::Graph;
use pioche_engine::games::alak::random::{TOLERANCE, law};
use pioche_engine::games::{Game, Outcome, Player};
use pioche_engine::rng::{Purpose, Seed, stream};

fn graph(state: &State) -> Graph {
    Graph::new(state, Memory::default()).unwrap()
}

/// The four probabilities of the law of a position; then the expected number of plies, if the game ends.
fn by_hand(state: &State, [player1, player2, draw, endless]: [f64; 4], plies: Option<f64>) {
    let found = law(&graph(state));
    assert_eq!((found.player1, found.player2, found.draw, found.endless), (player1, player2, draw, endless));
    assert_eq!(found.plies, plies);
}

#[test]
fn the_smallest_boards_by_hand() {
    // Two cells: every game goes x, then o captures it, and cell 1 or 2 is forbidden.
    by_hand(&State::new(rules(2, VARIANTS[0])), [0.0, 1.0, 0.0, 0.0], Some(2.0));
    // One cell where every stone captures itself.
    by_hand(&State::new(rules(1, VARIANTS[1])), [0.0, 0.0, 0.0, 1.0], None);
    // Player 2 to move, one cell left, draw: x has three stones, o two and the sixth.
    by_hand(&position("line:spared", "xxoxo.", Player::Two, &[]), [0.0, 0.0, 1.0, 0.0], Some(1.0));
    // The same for player 1, who wins.
    by_hand(&position("line:spared", "oxoxx.", Player::One, &[]), [1.0, 0.0, 0.0, 0.0], Some(1.0));
}

/// A fraction as text, in floating point.
fn decimal(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

#[test]
fn the_law_is_that_of_the_independent_script() {
    let mut rows = 0;
    let table = include_str!("../data/alak/random_law.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in table {
        let [cells, edge, own_group, known @ ..] = &line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let found = law(&graph(&State::new(format!("{cells}:{edge}:{own_group}").parse().unwrap())));
        for (found, known) in [found.player1, found.player2, found.draw, found.endless].into_iter().zip(known) {
            assert!((found - decimal(known)).abs() <= 10.0 * TOLERANCE, "{line}: {found}");
        }
        match found.plies {
            None => assert_eq!(known[4], "none"),
            Some(found) => assert!((found / decimal(known[4]) - 1.0).abs() <= 10.0 * TOLERANCE, "{line}: {found}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 24);
}

/// Chi-square of the outcomes of random games against the exact law, and the mean number of plies against the exact
/// one. Level 1e-4 for each of 8 boards: 15.14 and 18.42 are the quantiles with 1 and 2 degrees of freedom, 4.1
/// standard errors the two-sided one of the mean.
#[test]
fn simulated_games_agree_with_the_exact_law() {
    const GAMES: u64 = 20_000;
    for (at, variant) in VARIANTS.into_iter().enumerate() {
        for cells in [6, 9] {
            let start = State::new(rules(cells, variant));
            let exact = law(&graph(&start));
            let (mut counts, mut plies, mut squares) = ([0_u64; 3], 0.0, 0.0);
            for deal in 0..GAMES {
                let generator = &mut stream(Seed(u64::from(cells)), Purpose::Player1, deal + GAMES * at as u64);
                let (mut state, mut length) = (start, 0.0);
                while state.outcome().is_none() {
                    let moves = state.legal_moves();
                    state.play(moves[below(generator, moves.len())]).unwrap();
                    length += 1.0;
                }
                plies += length;
                squares += length * length;
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
            let mean = plies / GAMES as f64;
            let error = ((squares / GAMES as f64 - mean * mean) / GAMES as f64).sqrt();
            let off = (mean - exact.plies.unwrap()) / error;
            assert!(off.abs() < 4.1, "{cells} {variant:?}: mean {mean}, {off} standard errors off");
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
    assert_eq!((law.draw, law.plies), (mirrored.draw, mirrored.plies));
}
