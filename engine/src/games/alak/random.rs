//! Random against random, exactly: how games end when both players choose evenly among their legal cells.
//!
//! It draws nothing: it solves the equations of the absorbing chain whose states are the nodes of a [`Graph`].
//!
//! Some positions may have no end within reach (one cell on which every stone captures itself). A game that comes to
//! one of them is endless; every other game ends, sooner or later, with probability 1.

use super::State;
use super::graph::Graph;
use crate::games::{Game, Player};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Zero};
use std::collections::BTreeMap;

/// How a random game from some position ends. `T` is `f64` or [`Fraction`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law<T> {
    /// The probability that player 1 wins.
    pub player1: T,
    /// The probability that player 2 wins.
    pub player2: T,
    /// The probability of a draw.
    pub draw: T,
    /// The probability that no end can be reached any more.
    pub endless: T,
    /// The expected number of stones still to be put; `None` when the game can be endless.
    pub plies: Option<T>,
}

/// Each probability found by [`law`] is below the true one by this much at the most, but for rounding.
pub const TOLERANCE: f64 = 1e-13;

/// What a node is worth to chance: the probabilities that the mover wins, the waiter wins, nobody wins, nothing ends;
/// then the expected number of plies.
type Worth = [f64; 5];

/// The law from the start of `graph`, by repeated sweeps.
///
/// Every sweep grows the probabilities from below, and the four of a node sum to 1 in the end; sweeping stops when no
/// node lacks more than [`TOLERANCE`]. What the expected number of plies lacks is then at most that times its largest
/// value.
pub fn law(graph: &Graph) -> Law<f64> {
    let fates = fates(graph);
    let mut worths: Vec<Worth> = (0..graph.nodes()).map(|node| settled(graph, &fates, node)).collect();
    let mut lacking = 1.0;
    while lacking > TOLERANCE {
        let before = lacking;
        lacking = sweep(graph, &fates, &mut worths);
        if lacking == 0.0 || lacking == before && lacking < 1e3 * TOLERANCE {
            break; // Rounding hides the rest.
        }
    }
    let [mover, waiter, draw, endless, plies] = worths[0];
    let [player1, player2] = by_player(graph.start(), [mover, waiter]);
    let can_be_endless = fates.contains(&Fate::Endless);
    Law { player1, player2, draw, endless, plies: (!can_be_endless).then_some(plies) }
}

/// One sweep over all nodes, those found last first: they tend to be the nearest to an end. Returns the largest
/// probability that a node still lacks.
fn sweep(graph: &Graph, fates: &[Fate], worths: &mut [Worth]) -> f64 {
    let mut lacking = 0.0_f64;
    for (node, targets) in graph.turns_backwards().filter(|&(node, _)| fates[node] == Fate::Open) {
        let mut sum = [0.0; 5];
        for &target in targets {
            let [mover, waiter, rest @ ..] = worths[target as usize];
            for (sum, worth) in sum.iter_mut().zip([waiter, mover, rest[0], rest[1], rest[2]]) {
                *sum += worth;
            }
        }
        let worth = sum.map(|sum| sum / targets.len() as f64);
        worths[node] = [worth[0], worth[1], worth[2], worth[3], worth[4] + 1.0];
        lacking = lacking.max(1.0 - worth[..4].iter().sum::<f64>());
    }
    lacking
}

/// What is known of a node before any sum is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The game is over.
    Over,
    /// No end can be reached.
    Endless,
    /// The game goes on and can end.
    Open,
}

/// The fate of each node.
fn fates(graph: &Graph) -> Vec<Fate> {
    let over = |&degree: &u8| if degree == 0 { Fate::Over } else { Fate::Endless };
    let mut fates: Vec<Fate> = graph.degrees.iter().map(over).collect();
    loop {
        let mut grown = false;
        for (node, targets) in graph.turns_backwards() {
            if fates[node] == Fate::Endless && targets.iter().any(|&target| fates[target as usize] != Fate::Endless) {
                (fates[node], grown) = (Fate::Open, true);
            }
        }
        if !grown {
            return fates;
        }
    }
}

/// The worth of a node where nothing is left to chance; zeros for an open one.
fn settled(graph: &Graph, fates: &[Fate], node: usize) -> Worth {
    let mut worth = [0.0; 5];
    if let Some(at) = column(graph, fates, node) {
        worth[at] = 1.0;
    }
    worth
}

/// Which of the first four parts of a [`Worth`] is sure at a node.
fn column(graph: &Graph, fates: &[Fate], node: usize) -> Option<usize> {
    match fates[node] {
        Fate::Open => None,
        Fate::Endless => Some(3),
        Fate::Over => Some(match graph.state(node).margin() {
            1.. => 0,
            0 => 2,
            _ => 1,
        }),
    }
}

/// What belongs to the mover and to the waiter of a position, as player 1's and player 2's.
fn by_player<T: Copy>(state: &State, [mover, waiter]: [T; 2]) -> [T; 2] {
    match state.to_play() {
        Player::One => [mover, waiter],
        Player::Two => [waiter, mover],
    }
}

/// A fraction whose checked arithmetic notices when it outgrows its integers.
pub type Fraction = Ratio<i128>;

/// A linear equation for one unknown: constants for the five parts of a worth, and factors of other unknowns.
#[derive(Clone)]
struct Equation {
    constants: [Fraction; 5],
    factors: BTreeMap<usize, Fraction>,
}

/// The largest graph for which [`exact_law`] tries: none beyond was seen whose fractions fit.
const MAX_NODES: usize = 2_000;

/// The law from the start of `graph` in exact fractions, or `None` when they outgrow 128 bits: from the empty board
/// that is 6 or 7 cells, or 5 on a line when own groups are captured.
///
/// The unknowns are taken out one by one, the last node first, so that the start alone is left.
pub fn exact_law(graph: &Graph) -> Option<Law<Fraction>> {
    if graph.nodes() > MAX_NODES {
        return None;
    }
    let fates = fates(graph);
    let mut equations = equations(graph, &fates)?;
    while let Some(mut last) = equations.pop() {
        let at = equations.len();
        if let Some(own) = last.factors.remove(&at) {
            let rest = Fraction::one().checked_sub(&own)?;
            for part in last.constants.iter_mut().chain(last.factors.values_mut()) {
                *part = part.checked_div(&rest)?;
            }
        }
        if equations.is_empty() {
            let [player1, player2, draw, endless, plies] = last.constants;
            let plies = (!fates.contains(&Fate::Endless)).then_some(plies);
            return Some(Law { player1, player2, draw, endless, plies });
        }
        for equation in &mut equations {
            substitute(equation, at, &last)?;
        }
    }
    None
}

/// Puts what `known` says in the place of the unknown `at`.
fn substitute(equation: &mut Equation, at: usize, known: &Equation) -> Option<()> {
    let Some(factor) = equation.factors.remove(&at) else { return Some(()) };
    for (constant, known) in equation.constants.iter_mut().zip(known.constants) {
        *constant = constant.checked_add(&factor.checked_mul(&known)?)?;
    }
    for (&unknown, &known) in &known.factors {
        let sum = equation.factors.entry(unknown).or_insert_with(Fraction::zero);
        *sum = sum.checked_add(&factor.checked_mul(&known)?)?;
    }
    Some(())
}

/// One equation for each node and player to move, player 1's and player 2's in turn: unknown `2 * node + player`. The
/// first one belongs to the start.
fn equations(graph: &Graph, fates: &[Fate]) -> Option<Vec<Equation>> {
    let first = graph.start().to_play() as usize;
    let mut equations = Vec::with_capacity(2 * graph.nodes());
    for (node, targets) in graph.turns().enumerate() {
        for player in [first, 1 - first] {
            let mut equation = Equation { constants: [Fraction::zero(); 5], factors: BTreeMap::new() };
            match column(graph, fates, node) {
                Some(at) => equation.constants[if at < 2 { at ^ player } else { at }] = Fraction::one(),
                None => {
                    equation.constants[4] = Fraction::one();
                    for &target in targets {
                        // The other player is to move there: the second of its two unknowns, or the first.
                        let unknown = 2 * target as usize + usize::from(player == first);
                        let sum = equation.factors.entry(unknown).or_insert_with(Fraction::zero);
                        *sum = sum.checked_add(&Fraction::new(1, targets.len() as i128))?;
                    }
                }
            }
            equations.push(equation);
        }
    }
    Some(equations)
}
