//! The distribution of games between two random players, which choose uniformly among their legal cells.
//!
//! The probabilities of the nodes of a [`PositionGraph`], an absorbing Markov chain, are followed from move to move, with
//! twice the digits of a floating-point number. Only the results are rounded to one.
//!
//! From some positions no end can be reached (one cell on which every stone captures itself). A game that reaches one
//! of them stays without a result; every other game ends with probability 1.

use super::graph::PositionGraph;
use crate::games::Player;
use std::ops::AddAssign;

/// The largest probability of games that [`random_play_distribution`] does not follow to their end.
pub const TOLERANCE: f64 = 1e-13;

/// The number of moves up to which [`random_play_distribution`] follows all games, however few are left.
const WHOLE_PLIES: u64 = 1000;

const MAX_FOLLOWED_NODES: u64 = 1_000_000;

/// The probabilities of the outcomes of a random game that is stopped after some number of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomPlayDistribution {
    /// The probability that player 1 wins.
    pub player1: f64,
    /// The probability that player 2 wins.
    pub player2: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that the game has not ended; `None` if some games were not followed so far, at most a share of
    /// [`TOLERANCE`].
    pub unresolved: Option<f64>,
}

/// Computes the distribution of games from the start of `graph` that are stopped after `max_plies` moves, each probability
/// rounded once. After 1,000 moves, it stops when at most [`TOLERANCE`] is left of the games that can still end.
pub fn random_play_distribution(graph: &PositionGraph, max_plies: u64) -> RandomPlayDistribution {
    let whole_plies = if max_plies.saturating_mul(graph.node_count() as u64) > MAX_FOLLOWED_NODES {
        WHOLE_PLIES
    } else {
        max_plies
    };
    let (outcomes, unfollowed) = follow_games(graph, max_plies, whole_plies);
    let [player1, player2, draw, unresolved] = outcomes.map(FloatPair::nearest_probability);
    RandomPlayDistribution {
        player1,
        player2,
        draw,
        unresolved: (unfollowed == FloatPair::default()).then_some(unresolved),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeEnd {
    MoverWins,
    WaiterWins,
    Draw,
    Endless,
}

impl NodeEnd {
    fn outcome_index(self, to_play: Player) -> usize {
        match self {
            Self::MoverWins => to_play as usize,
            Self::WaiterWins => to_play.opponent() as usize,
            Self::Draw => 2,
            Self::Endless => UNRESOLVED,
        }
    }
}

const UNRESOLVED: usize = 3;

/// A number with twice the digits of an `f64`: the sum of two (T. J. Dekker, 1971).
#[derive(Clone, Copy, Default, PartialEq)]
struct FloatPair {
    /// The nearest `f64`.
    high: f64,
    /// The difference of the number from `high`.
    low: f64,
}

impl FloatPair {
    fn from_sum(large: f64, small: f64) -> Self {
        let high = large + small;
        Self {
            high,
            low: small - (high - large),
        }
    }

    fn share(self, moves: usize) -> Self {
        let moves = moves as f64;
        let inverse = 1.0 / moves;
        // The product of a quotient without its last eight bits and a number of moves is exact, and so is the remainder.
        let quotient = f64::from_bits((self.high * inverse).to_bits() & !0xff);
        let remainder = (self.high - quotient * moves) + self.low;
        Self::from_sum(quotient, remainder * inverse)
    }

    /// The nearest `f64` of a probability; below 1, unless the event is certain up to the errors of sums.
    fn nearest_probability(self) -> f64 {
        if self.low < -1e-25 {
            self.high.min(1.0_f64.next_down())
        } else {
            self.high
        }
    }
}

impl AddAssign for FloatPair {
    fn add_assign(&mut self, other: Self) {
        let sum = self.high + other.high;
        let added = sum - self.high;
        let error = (self.high - (sum - added)) + (other.high - added);
        *self = Self::from_sum(sum, error + self.low + other.low);
    }
}

/// Follows all games up to `whole_plies` moves, and up to `max_plies` moves unless the rest is negligible. Returns the shares
/// of the games that player 1 won, that player 2 won, that were drawn, and that have not ended; and of those that were not
/// followed any further.
fn follow_games(
    graph: &PositionGraph,
    max_plies: u64,
    whole_plies: u64,
) -> ([FloatPair; 4], FloatPair) {
    let successors: Vec<&[u32]> = graph.successors_by_node().collect();
    let ends = node_ends(graph, &successors);
    let mut outcomes = [FloatPair::default(); 4];
    let mut probabilities = vec![FloatPair::default(); successors.len()];
    let mut next_probabilities = probabilities.clone();
    probabilities[0].high = 1.0;
    let mut to_play = graph.start.to_play;
    let mut plies = 0;
    loop {
        let mut undecided = FloatPair::default();
        for (node, targets) in successors.iter().enumerate() {
            let probability = std::mem::take(&mut probabilities[node]);
            if probability == FloatPair::default() {
                continue;
            }
            match ends[node] {
                Some(end) => outcomes[end.outcome_index(to_play)] += probability,
                None if plies == max_plies => outcomes[UNRESOLVED] += probability,
                None => {
                    undecided += probability;
                    let share = probability.share(targets.len());
                    for &target in *targets {
                        next_probabilities[target as usize] += share;
                    }
                }
            }
        }
        if undecided == FloatPair::default() || plies >= whole_plies && undecided.high < TOLERANCE {
            return (outcomes, undecided);
        }
        std::mem::swap(&mut probabilities, &mut next_probabilities);
        to_play = to_play.opponent();
        plies += 1;
    }
}

/// The end of the game at each node; `None` for the nodes from which it can end later.
fn node_ends(graph: &PositionGraph, successors: &[&[u32]]) -> Vec<Option<NodeEnd>> {
    let mut ends = vec![Some(NodeEnd::Endless); successors.len()];
    for (node, targets) in successors.iter().enumerate() {
        if targets.is_empty() {
            ends[node] = Some(match graph.state(node).margin() {
                1.. => NodeEnd::MoverWins,
                0 => NodeEnd::Draw,
                _ => NodeEnd::WaiterWins,
            });
        }
    }
    loop {
        let mut needs_sweep = false;
        for (node, targets) in successors.iter().enumerate().rev() {
            let can_end = |&target: &u32| ends[target as usize] != Some(NodeEnd::Endless);
            if ends[node] == Some(NodeEnd::Endless) && targets.iter().any(can_end) {
                ends[node] = None;
                needs_sweep = true;
            }
        }
        if !needs_sweep {
            return ends;
        }
    }
}
