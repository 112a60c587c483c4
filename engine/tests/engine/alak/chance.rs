//! Tests of the exact law of random games against the results of an independent script.

use super::{VARIANTS, position, rules, rules_of};
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::alak::graph::{PositionGraph, TOLERANCE, random_play_law};
use pioche_engine::games::{MemoryLimit, Player};

fn graph(state: &AlakState) -> PositionGraph {
    PositionGraph::new(state, MemoryLimit::default()).unwrap()
}

/// Asserts the four probabilities of the law of a position.
fn by_hand(state: &AlakState, [player1, player2, draw, endless]: [f64; 4]) {
    let found = random_play_law(&graph(state));
    assert_eq!(
        (found.player1, found.player2, found.draw, found.endless),
        (player1, player2, draw, endless)
    );
}

#[test]
fn random_play_law_of_smallest_boards_by_hand() {
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
fn random_play_law_matches_independent_script() {
    let mut rows = 0;
    let table = include_str!("../../data/alak/random_law.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    for line in table {
        let [cells, edge, own_group, known @ ..] = &line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let found = random_play_law(&graph(&AlakState::new(rules_of(&format!(
            "{cells}:{edge}:{own_group}"
        )))));
        for (found, known) in [found.player1, found.player2, found.draw, found.endless]
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
fn random_play_law_is_symmetric_in_players() {
    let state = position("line:spared", "xo..x.", Player::One, &[3]);
    let exchanged = position("line:spared", "ox..o.", Player::Two, &[3]);
    let (law, mirrored) = (
        random_play_law(&graph(&state)),
        random_play_law(&graph(&exchanged)),
    );
    assert!(law.player1 != law.player2);
    assert_eq!(
        (law.player1, law.player2),
        (mirrored.player2, mirrored.player1)
    );
    assert_eq!(law.draw, mirrored.draw);
}
