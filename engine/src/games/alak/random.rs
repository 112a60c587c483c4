//! Random against random, exactly: how games end when both players choose evenly among their legal cells.
//!
//! It draws nothing: it solves the equations of the absorbing chain whose states are the nodes of a [`Graph`].
//!
//! Some positions may have no end within reach (one cell on which every stone captures itself). A game that comes to
//! one of them is endless; every other game ends, sooner or later, with probability 1.

use super::graph::Graph;
use crate::games::{Game, Player};

/// How a random game from some position ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// The probability that player 1 wins.
    pub player1: f64,
    /// The probability that player 2 wins.
    pub player2: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that no end can be reached any more.
    pub endless: f64,
}

/// Each probability found by [`law`] is below the true one by this much at the most, but for rounding.
pub const TOLERANCE: f64 = 1e-13;

/// What a node is worth to chance: the probabilities that the mover wins, the waiter wins, nobody wins, nothing ends.
type Worth = [f64; 4];

/// That of a node from which no end can be reached. Of any other the last probability is less than 1.
const ENDLESS: Worth = [0.0, 0.0, 0.0, 1.0];

/// The law from the start of `graph`, by repeated sweeps.
///
/// Every sweep grows the probabilities from below, and the four of a node sum to 1 in the end; sweeping stops when no
/// node lacks more than [`TOLERANCE`].
pub fn law(graph: &Graph) -> Law {
    let turns: Vec<&[u32]> = graph.turns().collect();
    let mut worths = settled(graph, &turns);
    let mut lacking = 1.0;
    while lacking > TOLERANCE {
        let before = lacking;
        lacking = sweep(&turns, &mut worths);
        if lacking == 0.0 || lacking == before && lacking < 1e3 * TOLERANCE {
            break; // Rounding hides the rest.
        }
    }
    let [mover, waiter, draw, endless] = worths[0];
    let [player1, player2] = match graph.start.to_play() {
        Player::One => [mover, waiter],
        Player::Two => [waiter, mover],
    };
    Law { player1, player2, draw, endless }
}

/// One sweep over all nodes, those found last first: they tend to be the nearest to an end. Returns the largest
/// probability that a node still lacks.
fn sweep(turns: &[&[u32]], worths: &mut [Worth]) -> f64 {
    let mut lacking = 0.0_f64;
    for (node, targets) in turns.iter().enumerate().rev() {
        if targets.is_empty() || worths[node] == ENDLESS {
            continue;
        }
        let mut sum = Worth::default();
        for &target in *targets {
            let [mover, waiter, draw, endless] = worths[target as usize];
            for (sum, worth) in sum.iter_mut().zip([waiter, mover, draw, endless]) {
                *sum += worth;
            }
        }
        worths[node] = sum.map(|sum| sum / targets.len() as f64);
        lacking = lacking.max(1.0 - worths[node].iter().sum::<f64>());
    }
    lacking
}

/// The worth of each node where nothing is left to chance; zeros where the game goes on and can end.
fn settled(graph: &Graph, turns: &[&[u32]]) -> Vec<Worth> {
    let ended = |node| match graph.state(node).margin() {
        1.. => [1.0, 0.0, 0.0, 0.0],
        0 => [0.0, 0.0, 1.0, 0.0],
        _ => [0.0, 1.0, 0.0, 0.0],
    };
    let worth = |(node, targets): (usize, &&[u32])| if targets.is_empty() { ended(node) } else { ENDLESS };
    let mut worths: Vec<Worth> = turns.iter().enumerate().map(worth).collect();
    loop {
        let mut grown = false;
        for (node, targets) in turns.iter().enumerate().rev() {
            if worths[node] == ENDLESS && targets.iter().any(|&target| worths[target as usize] != ENDLESS) {
                (worths[node], grown) = (Worth::default(), true);
            }
        }
        if !grown {
            return worths;
        }
    }
}
