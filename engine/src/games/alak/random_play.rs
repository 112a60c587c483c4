//! The exact law of games between two random players, which choose uniformly among their legal cells.
//!
//! The law is the solution of the equations of the absorbing Markov chain on the nodes of a [`PositionGraph`].
//!
//! From some positions no end can be reached (one cell on which every stone captures itself). A game that reaches one
//! of them is endless; every other game ends with probability 1.

use super::graph::PositionGraph;
use crate::games::{Game, Player};

/// The probabilities of the outcomes of a random game from some position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomPlayLaw {
    /// The probability that player 1 wins.
    pub player1: f64,
    /// The probability that player 2 wins.
    pub player2: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that no end can be reached any more.
    pub endless: f64,
}

/// The largest difference by which a probability of [`random_play_law`] is below the true one, apart from rounding.
pub const TOLERANCE: f64 = 1e-13;

/// The law of a node: the probabilities that the player to move wins, the other player wins, the game is drawn,
/// endless.
type NodeLaw = [f64; 4];

/// The law of a node from which no end can be reached; the last probability of any other node is less than 1.
const ENDLESS: NodeLaw = [0.0, 0.0, 0.0, 1.0];

/// Computes the law from the start of `graph`, by repeated sweeps.
///
/// Every sweep increases the probabilities, and in the limit the four of a node sum to 1; the sweeps stop when no sum
/// is below 1 by more than [`TOLERANCE`].
///
/// ```
/// use pioche_engine::games::MemoryLimit;
/// use pioche_engine::games::alak::{AlakState, graph::PositionGraph, random_play::random_play_law};
///
/// // On two cells player 2's stone touches player 1's and captures it: player 2 wins.
/// let graph = PositionGraph::new(&AlakState::new("2:line:spared".parse()?), MemoryLimit::default())?;
/// assert_eq!(random_play_law(&graph).player2, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_play_law(graph: &PositionGraph) -> RandomPlayLaw {
    let successors: Vec<&[u32]> = graph.successors_by_node().collect();
    let mut laws = certain_laws(graph, &successors);
    let mut deficit = 1.0;
    while deficit > TOLERANCE {
        let previous_deficit = deficit;
        deficit = sweep(&successors, &mut laws);
        if deficit == 0.0 || deficit == previous_deficit && deficit < 1e3 * TOLERANCE {
            break; // Rounding hides the rest.
        }
    }
    let [mover, waiter, draw, endless] = laws[0];
    let [player1, player2] = match graph.start.to_play() {
        Player::One => [mover, waiter],
        Player::Two => [waiter, mover],
    };
    RandomPlayLaw {
        player1,
        player2,
        draw,
        endless,
    }
}

/// Makes a sweep over all nodes, the last ones first, since they tend to be nearest to an end. Returns the largest
/// difference between 1 and the sum of a node's probabilities.
fn sweep(successors: &[&[u32]], laws: &mut [NodeLaw]) -> f64 {
    let mut deficit = 0.0_f64;
    for (node, targets) in successors.iter().enumerate().rev() {
        if targets.is_empty() || laws[node] == ENDLESS {
            continue;
        }
        let mut sum = NodeLaw::default();
        for &target in *targets {
            let [mover, waiter, draw, endless] = laws[target as usize];
            for (sum, law) in sum.iter_mut().zip([waiter, mover, draw, endless]) {
                *sum += law;
            }
        }
        laws[node] = sum.map(|sum| sum / targets.len() as f64);
        deficit = deficit.max(1.0 - laws[node].iter().sum::<f64>());
    }
    deficit
}

/// The law of each node at which the outcome is certain; zeros for the nodes from which the game can end.
fn certain_laws(graph: &PositionGraph, successors: &[&[u32]]) -> Vec<NodeLaw> {
    let mut laws = vec![ENDLESS; successors.len()];
    for (node, targets) in successors.iter().enumerate() {
        if targets.is_empty() {
            laws[node] = match graph.state(node).margin() {
                1.. => [1.0, 0.0, 0.0, 0.0],
                0 => [0.0, 0.0, 1.0, 0.0],
                _ => [0.0, 1.0, 0.0, 0.0],
            };
        }
    }
    loop {
        let mut needs_sweep = false;
        for (node, targets) in successors.iter().enumerate().rev() {
            let can_end = |&target: &u32| laws[target as usize] != ENDLESS;
            if laws[node] == ENDLESS && targets.iter().any(can_end) {
                laws[node] = NodeLaw::default();
                needs_sweep = true;
            }
        }
        if !needs_sweep {
            return laws;
        }
    }
}
