//! Tests of the exact distribution of random games against the results of an independent script.

use super::{VARIANTS, position, rules, rules_of};
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::alak::graph::PositionGraph;
use pioche_engine::games::alak::random_play::{
    RandomPlayDistribution, TOLERANCE, exact_random_play_distribution, random_play_distribution,
};
use pioche_engine::games::{MemoryLimit, Player};
use pioche_engine::stats::exact::nearest_f64;
use pioche_engine::{BigUint, Ratio};

fn graph(state: &AlakState) -> PositionGraph {
    PositionGraph::new(state, MemoryLimit::default()).unwrap()
}

/// Returns the distribution of games without a limit from a position.
fn law(state: &AlakState) -> RandomPlayDistribution {
    random_play_distribution(&graph(state), u64::MAX)
}

/// Asserts the four probabilities of the distribution of a position.
fn by_hand(state: &AlakState, [player1, player2, draw, endless]: [f64; 4]) {
    let found = law(state);
    assert_eq!(
        (found.player1, found.player2, found.draw, found.unresolved),
        (player1, player2, draw, Some(endless))
    );
}

#[test]
fn random_play_distribution_of_smallest_boards_by_hand() {
    // Two cells: in every game o captures x, whose only empty cell is then forbidden.
    by_hand(&AlakState::new(rules(2, VARIANTS[0])), [0.0, 1.0, 0.0, 0.0]);
    // One cell where every stone captures itself.
    by_hand(&AlakState::new(rules(1, VARIANTS[1])), [0.0, 0.0, 0.0, 1.0]);
    // Player 2 fills the last cell: three stones each, a draw.
    by_hand(
        &position("line:spared", "xxoxo.", Player::Two, &[]),
        [0.0, 0.0, 1.0, 0.0],
    );
    // The same for player 1, who wins.
    by_hand(
        &position("line:spared", "oxoxx.", Player::One, &[]),
        [1.0, 0.0, 0.0, 0.0],
    );
}

/// Converts a fraction to floating point.
fn decimal(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

#[test]
fn random_play_distribution_matches_independent_script() {
    let mut rows = 0;
    let table = include_str!("../../data/alak/random_law.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    for line in table {
        let [cells, edge, own_group, known @ ..] = &line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let found = law(&AlakState::new(rules_of(&format!(
            "{cells}:{edge}:{own_group}"
        ))));
        for (found, known) in [
            found.player1,
            found.player2,
            found.draw,
            found.unresolved.unwrap_or(0.0),
        ]
        .into_iter()
        .zip(known)
        {
            assert!(
                (found - decimal(known)).abs() <= 10.0 * TOLERANCE,
                "{line}: {found}"
            );
        }
        rows += 1;
    }
    assert_eq!(rows, 24);
}

#[test]
fn random_play_distribution_is_symmetric_in_players() {
    let state = position("line:spared", "xo..x.", Player::One, &[3]);
    let exchanged = position("line:spared", "ox..o.", Player::Two, &[3]);
    let [law, mirrored] = [&state, &exchanged].map(law);
    assert!(law.player1 != law.player2);
    assert_eq!(
        (law.player1, law.player2),
        (mirrored.player2, mirrored.player1)
    );
    assert_eq!(law.draw, mirrored.draw);
}

/// The exact fractions are those of the floating-point distribution, apart from one rounding, and sum to 1. A game that can go
/// round in a loop has a positive probability to be unresolved, however small.
#[test]
fn exact_random_play_distribution_agrees_with_rounded_law() {
    for cells in 1..=6 {
        for variant in VARIANTS {
            let graph = graph(&AlakState::new(rules(cells, variant)));
            for max_plies in [0, 1, 6, 40, 1000] {
                let exact =
                    exact_random_play_distribution(&graph, max_plies).expect("a small graph");
                let rounded = random_play_distribution(&graph, max_plies);
                let sum: Ratio<BigUint> = exact.iter().cloned().sum();
                assert_eq!(sum, Ratio::from_integer(BigUint::from(1_u8)));
                let unresolved = rounded.unresolved.expect("all games are followed");
                let rounded = [rounded.player1, rounded.player2, rounded.draw, unresolved];
                for (exact, rounded) in exact.iter().map(nearest_f64).zip(rounded) {
                    let difference = (exact - rounded).abs();
                    assert!(
                        difference <= f64::EPSILON * exact,
                        "{cells} {variant:?} {max_plies}: {exact} {rounded}"
                    );
                }
            }
        }
    }
    let five = graph(&AlakState::new(rules(5, VARIANTS[0])));
    let law = exact_random_play_distribution(&five, 1000).expect("a small graph");
    assert_eq!(nearest_f64(&law[1]), 14.0 / 45.0);
}

/// The probability of a long game is not the bound at which games are no longer followed; without such a limit, it is
/// not known.
#[test]
fn unresolved_games_have_no_rounded_bound_as_exact_value() {
    let graph = graph(&AlakState::new(rules(9, VARIANTS[0])));
    let unresolved = random_play_distribution(&graph, 1000).unresolved;
    assert!(unresolved.is_some_and(|probability| (1e-83..1e-81).contains(&probability)));
    assert_eq!(random_play_distribution(&graph, 100_000).unresolved, None);
    assert_eq!(exact_random_play_distribution(&graph, 1000), None);
}
