//! The law of random games in exact fractions: the equations of all positions, the unknowns taken out one by one.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Zero};
use pioche_engine::games::alak::State;
use pioche_engine::games::alak::graph::Graph;
use pioche_engine::games::{Game, Player};
use std::collections::BTreeMap;

/// A fraction whose checked arithmetic notices when it outgrows its integers.
pub type Fraction = Ratio<i128>;

/// The probabilities that player 1 wins, player 2 wins, nobody wins, nothing ends; then the expected number of plies,
/// if the game ends.
pub type Law = ([Fraction; 4], Option<Fraction>);

/// A linear equation for one unknown: constants for the four probabilities and the plies, and factors of other unknowns.
#[derive(Clone)]
struct Equation {
    constants: [Fraction; 5],
    factors: BTreeMap<usize, Fraction>,
}

/// The largest graph that is tried: none beyond was seen whose fractions fit.
const MAX_NODES: usize = 2_000;

/// The law from the start of `graph`, or `None` when its fractions outgrow 128 bits: from the empty board that is 6 or 7
/// cells, or 5 on a line when own groups are captured.
///
/// The unknowns are taken out one by one, the last node first, so that the start alone is left.
pub fn exact_law(graph: &Graph) -> Option<Law> {
    if graph.nodes() > MAX_NODES {
        return None;
    }
    let positions = positions(graph);
    let ends = ends(&positions);
    let mut equations = equations(graph, &positions, &ends)?;
    while let Some(mut last) = equations.pop() {
        let at = equations.len();
        if let Some(own) = last.factors.remove(&at) {
            let rest = Fraction::one().checked_sub(&own)?;
            for part in last.constants.iter_mut().chain(last.factors.values_mut()) {
                *part = part.checked_div(&rest)?;
            }
        }
        if equations.is_empty() {
            let [law @ .., plies] = last.constants;
            return Some((law, ends.iter().all(|ends| *ends).then_some(plies)));
        }
        for equation in &mut equations {
            substitute(equation, at, &last)?;
        }
    }
    None
}

/// A position of each node, and the nodes to which its turns lead.
fn positions(graph: &Graph) -> Vec<(State, Vec<usize>)> {
    let mut found: Vec<Option<(State, Vec<usize>)>> = vec![None; graph.nodes()];
    let mut waiting = vec![graph.start];
    while let Some(state) = waiting.pop() {
        let node = graph.node(&state).unwrap();
        if found[node].is_none() {
            let after = |cell| {
                let mut after = state;
                after.play(cell).unwrap();
                after
            };
            let afters: Vec<State> = state.legal_moves().into_iter().map(after).collect();
            found[node] = Some((state, afters.iter().map(|after| graph.node(after).unwrap()).collect()));
            waiting.extend(afters);
        }
    }
    found.into_iter().map(Option::unwrap).collect()
}

/// Whether an end can be reached from each node.
fn ends(positions: &[(State, Vec<usize>)]) -> Vec<bool> {
    let mut ends: Vec<bool> = positions.iter().map(|(_, targets)| targets.is_empty()).collect();
    loop {
        let grown = |node: &usize| !ends[*node] && positions[*node].1.iter().any(|&target| ends[target]);
        let grown: Vec<usize> = (0..ends.len()).filter(grown).collect();
        if grown.is_empty() {
            return ends;
        }
        grown.into_iter().for_each(|node| ends[node] = true);
    }
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
fn equations(graph: &Graph, positions: &[(State, Vec<usize>)], ends: &[bool]) -> Option<Vec<Equation>> {
    let first = graph.start.to_play() as usize;
    let mut equations = Vec::with_capacity(2 * positions.len());
    for ((state, targets), ends) in positions.iter().zip(ends) {
        let margin = if state.to_play() == Player::One { state.margin() } else { -state.margin() };
        for player in [first, 1 - first] {
            let mut equation = Equation { constants: [Fraction::zero(); 5], factors: BTreeMap::new() };
            match (ends, &targets[..]) {
                (false, _) => equation.constants[3] = Fraction::one(),
                (true, []) if margin == 0 => equation.constants[2] = Fraction::one(),
                (true, []) => equation.constants[usize::from(margin < 0) ^ player] = Fraction::one(),
                (true, targets) => {
                    equation.constants[4] = Fraction::one();
                    for target in targets {
                        // The other player is to move there: the second of its two unknowns, or the first.
                        let unknown = 2 * target + usize::from(player == first);
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
