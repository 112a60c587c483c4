//! The distribution of games between two random players, which choose uniformly among their legal cells.
//!
//! The probabilities of the nodes of a [`PositionGraph`], an absorbing Markov chain, are followed from move to move. On
//! a small graph they are exact fractions: after m moves all of them have the denominator L^m, where L is the least
//! common multiple of the numbers of moves of the nodes. On a larger one they have twice the digits of a floating-point
//! number, and only the results are rounded to one.
//!
//! From some positions no end can be reached (one cell on which every stone captures itself). A game that reaches one
//! of them stays without a result; every other game ends with probability 1.

use super::graph::PositionGraph;
use crate::games::Player;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use std::ops::AddAssign;

/// The largest probability of games that [`random_play_distribution`] does not follow to their end.
pub const TOLERANCE: f64 = 1e-13;

/// The number of moves up to which [`random_play_distribution`] follows all games, however few are left.
const WHOLE_PLIES: u64 = 1000;

/// The longest denominator, in bits, and the largest number of additions of 64-bit words of
/// [`exact_random_play_distribution`]: a tenth of a second.
const MAX_DENOMINATOR_BITS: u64 = 10_000;
const MAX_WORD_ADDITIONS: u64 = 50_000_000;

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
///
/// ```
/// use pioche_engine::games::MemoryLimit;
/// use pioche_engine::games::alak::AlakState;
/// use pioche_engine::games::alak::graph::PositionGraph;
/// use pioche_engine::games::alak::random_play::random_play_distribution;
///
/// // On two cells player 2's stone touches player 1's and captures it: player 2 wins with the second move.
/// let graph = PositionGraph::new(&AlakState::new("2:line:spared".parse()?), MemoryLimit::default())?;
/// assert_eq!(random_play_distribution(&graph, 1).unresolved, Some(1.0));
/// assert_eq!(random_play_distribution(&graph, 2).player2, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_play_distribution(graph: &PositionGraph, max_plies: u64) -> RandomPlayDistribution {
    let walk = RandomWalk::new(graph);
    let shares = walk.follow(FloatPair::from(1.0), max_plies, WHOLE_PLIES);
    let [player1, player2, draw, unresolved] = shares.outcomes.map(|share| share.high);
    RandomPlayDistribution {
        player1,
        player2,
        draw,
        unresolved: (shares.unfollowed == FloatPair::default()).then_some(unresolved),
    }
}

/// Computes the same distribution in exact fractions: the probabilities that player 1 wins, that player 2 wins, that the
/// game is drawn, and that it has not ended. `None` if the graph is large or the fractions become long.
///
/// ```
/// use pioche_engine::{BigUint, Ratio};
/// use pioche_engine::games::MemoryLimit;
/// use pioche_engine::games::alak::AlakState;
/// use pioche_engine::games::alak::graph::PositionGraph;
/// use pioche_engine::games::alak::random_play::exact_random_play_distribution;
///
/// // On three cells, player 1 wins with two of the three first moves.
/// let graph = PositionGraph::new(&AlakState::new("3:line:spared".parse()?), MemoryLimit::default())?;
/// let distribution = exact_random_play_distribution(&graph, 1000).expect("a small graph");
/// assert_eq!(distribution[0], Ratio::new(BigUint::from(2_u8), BigUint::from(3_u8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_random_play_distribution(
    graph: &PositionGraph,
    max_plies: u64,
) -> Option<[Ratio<BigUint>; 4]> {
    let walk = RandomWalk::new(graph);
    let unit_bits = u64::from(u64::BITS - walk.unit.leading_zeros());
    let whole_plies = MAX_DENOMINATOR_BITS / unit_bits;
    let plies = max_plies.min(whole_plies);
    let words = plies * unit_bits / 128 + 1;
    if graph.node_count() as u64 * plies * words > MAX_WORD_ADDITIONS {
        return None;
    }
    let shares = walk.follow(BigUint::from(1_u8), max_plies, whole_plies);
    if shares.unfollowed != BigUint::ZERO {
        return None;
    }
    let denominator = BigUint::from(walk.unit).pow(shares.plies as u32);
    Some(
        shares
            .outcomes
            .map(|numerator| Ratio::new(numerator, denominator.clone())),
    )
}

/// The end of a game at a node, for the player to move there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeEnd {
    MoverWins,
    WaiterWins,
    Draw,
    /// No end can be reached.
    Endless,
}

impl NodeEnd {
    /// Returns the index of the outcome in a distribution.
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

/// A probability: a number, or the numerator of a fraction that has a power of the unit as its denominator.
trait Probability: Clone + Default + PartialEq + for<'a> AddAssign<&'a Self> {
    /// Returns the probability of each of `moves` equally likely moves, after one more move.
    fn share(&self, moves: usize, unit: u64) -> Self;

    /// Converts the probability to the denominator after one more move.
    fn rescale(&mut self, unit: u64);

    /// True if games with this probability need not be followed.
    fn is_negligible(&self) -> bool;
}

/// A number with twice the digits of an `f64`: the sum of two (T. J. Dekker, 1971).
#[derive(Clone, Copy, Default, PartialEq)]
struct FloatPair {
    /// The nearest `f64`.
    high: f64,
    /// The difference of the number from `high`.
    low: f64,
}

impl FloatPair {
    /// The sum of two numbers of which the second is the smaller one.
    fn from_sum(large: f64, small: f64) -> Self {
        let high = large + small;
        Self {
            high,
            low: small - (high - large),
        }
    }
}

impl From<f64> for FloatPair {
    fn from(number: f64) -> Self {
        Self {
            high: number,
            low: 0.0,
        }
    }
}

impl AddAssign<&Self> for FloatPair {
    fn add_assign(&mut self, other: &Self) {
        let sum = self.high + other.high;
        let added = sum - self.high;
        let error = (self.high - (sum - added)) + (other.high - added);
        *self = Self::from_sum(sum, error + self.low + other.low);
    }
}

impl Probability for FloatPair {
    fn share(&self, moves: usize, _: u64) -> Self {
        let moves = moves as f64;
        let inverse = 1.0 / moves;
        // The product of a quotient without its last eight bits and a number of moves is exact, and so is the remainder.
        let quotient = f64::from_bits((self.high * inverse).to_bits() & !0xff);
        let remainder = (self.high - quotient * moves) + self.low;
        Self::from_sum(quotient, remainder * inverse)
    }

    fn rescale(&mut self, _: u64) {}

    fn is_negligible(&self) -> bool {
        self.high < TOLERANCE
    }
}

impl Probability for BigUint {
    fn share(&self, moves: usize, unit: u64) -> Self {
        self * (unit / moves as u64)
    }

    fn rescale(&mut self, unit: u64) {
        *self *= unit;
    }

    /// Longer fractions are not followed at all.
    fn is_negligible(&self) -> bool {
        true
    }
}

/// The shares of the games after some moves.
struct Shares<P> {
    /// The games that player 1 won, that player 2 won, that were drawn, and that have not ended.
    outcomes: [P; 4],
    /// The games that were not followed any further.
    unfollowed: P,
    /// The number of moves.
    plies: u64,
}

/// A random game as a Markov chain.
struct RandomWalk<'a> {
    graph: &'a PositionGraph,
    successors: Vec<&'a [u32]>,
    /// The end of the game at each node; `None` for the nodes from which it can end later.
    ends: Vec<Option<NodeEnd>>,
    /// The least common multiple of the numbers of moves.
    unit: u64,
}

impl<'a> RandomWalk<'a> {
    fn new(graph: &'a PositionGraph) -> Self {
        let successors: Vec<&[u32]> = graph.successors_by_node().collect();
        let move_counts = successors.iter().map(|targets| targets.len().max(1) as u64);
        Self {
            graph,
            ends: node_ends(graph, &successors),
            unit: move_counts.fold(1, |multiple, moves| multiple.lcm(&moves)),
            successors,
        }
    }

    /// Follows all games up to `whole_plies` moves, and up to `max_plies` moves unless the rest is negligible.
    fn follow<P: Probability>(&self, start: P, max_plies: u64, whole_plies: u64) -> Shares<P> {
        let mut outcomes: [P; 4] = Default::default();
        let mut probabilities = vec![P::default(); self.successors.len()];
        let mut next_probabilities = probabilities.clone();
        probabilities[0] = start;
        let mut to_play = self.graph.start.to_play;
        let mut plies = 0;
        loop {
            let mut undecided = P::default();
            for (node, targets) in self.successors.iter().enumerate() {
                let probability = std::mem::take(&mut probabilities[node]);
                if probability == P::default() {
                    continue;
                }
                match self.ends[node] {
                    Some(end) => outcomes[end.outcome_index(to_play)] += &probability,
                    None if plies == max_plies => outcomes[UNRESOLVED] += &probability,
                    None => {
                        undecided += &probability;
                        let share = probability.share(targets.len(), self.unit);
                        for &target in *targets {
                            next_probabilities[target as usize] += &share;
                        }
                    }
                }
            }
            if undecided == P::default() || plies >= whole_plies && undecided.is_negligible() {
                return Shares {
                    outcomes,
                    unfollowed: undecided,
                    plies,
                };
            }
            for outcome in &mut outcomes {
                outcome.rescale(self.unit);
            }
            std::mem::swap(&mut probabilities, &mut next_probabilities);
            to_play = to_play.opponent();
            plies += 1;
        }
    }
}

/// Returns the end of the game at each node; `None` for the nodes from which it can end later.
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
