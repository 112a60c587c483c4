//! The players that search: minimax to a limited depth, with the game's evaluation at the horizon, and Monte Carlo tree
//! search (UCT: Kocsis and Szepesvári 2006), for boards too large to solve.
//!
//! In Monte Carlo tree search each game played from the state goes down the tree by the upper confidence bound, adds one
//! node, ends with random moves, and adds its reward to the nodes on its path. The search computes with integers,
//! fractions and square roots, which are equal on every machine; the logarithm in the bound is that of base 2, linear
//! between powers of 2.

use super::{Strategy, choose_best, random_index, state_after, state_utility, utility_for_mover};
use crate::games::{Evaluate, Game, Outcome, Player};
use rand::Rng;
use std::num::NonZeroU32;

/// Chooses the move with the best minimax value at a given depth; with depth 1 it is a greedy player.
///
/// Inside the search all values are utilities to player 1, which one player maximises and the other minimises.
///
/// ```
/// use pioche_engine::games::nim::{NimState, TakeSet};
/// use pioche_engine::players::Minimax;
/// use std::num::NonZeroU32;
///
/// // From 7 matches, taking 2 leaves 5, which loses; taking 3 leaves 4, which wins.
/// let values = Minimax::new(NonZeroU32::MIN).values_to_mover(&NimState::new(TakeSet::default(), 7)?);
/// assert_eq!(values, [(2, 1000), (3, 0)]);
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: NonZeroU32,
}

impl Minimax {
    /// The largest depth. With several moves at each state, a search of this depth is out of reach; without a choice,
    /// it limits the recursion.
    pub const MAX_DEPTH: NonZeroU32 = NonZeroU32::new(100).expect("non-zero");

    /// A player that searches to depth `depth`, at most [`Minimax::MAX_DEPTH`].
    pub fn new(depth: NonZeroU32) -> Self {
        Self {
            depth: depth.min(Self::MAX_DEPTH),
        }
    }

    /// The legal moves with their minimax values to the player to move.
    ///
    /// The values are exact, not bounds, so that ties are known.
    pub fn values_to_mover<G: Evaluate>(&self, state: &G) -> Vec<(G::Move, i64)> {
        let value = |mv| {
            let successor = state_after(state, mv)?;
            let utility = search(&successor, self.depth.get() - 1, i64::MIN, i64::MAX);
            Some((mv, utility_for_mover(state, utility)))
        };
        state.legal_moves().into_iter().filter_map(value).collect()
    }
}

/// The minimax utility of a state to player 1 at depth `depth`: exact between `low` and `high`, otherwise a bound.
fn search<G: Evaluate>(state: &G, depth: u32, mut low: i64, mut high: i64) -> i64 {
    if depth == 0 || state.outcome().is_some() {
        return state_utility(state);
    }
    let is_maximizing = state.to_play() == Player::One;
    let mut best_value = if is_maximizing { i64::MIN } else { i64::MAX };
    for mv in state.legal_moves() {
        let Some(successor) = state_after(state, mv) else {
            continue;
        };
        let value = search(&successor, depth - 1, low, high);
        if is_maximizing {
            best_value = best_value.max(value);
            low = low.max(best_value);
        } else {
            best_value = best_value.min(value);
            high = high.min(best_value);
        }
        if low >= high {
            break;
        }
    }
    best_value
}

impl<G: Evaluate> Strategy<G> for Minimax {
    #[doc(alias = "min_max")]
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        choose_best(&self.values_to_mover::<G>(state), generator)
    }
}

/// The number of random moves after which a game counts as a draw.
const MAX_PLAYOUT_PLIES: u32 = 1000;

/// Plays a number of games to the end before each move, and chooses the move tried most often (ties uniformly).
///
/// ```
/// use pioche_engine::games::nim::{NimState, TakeSet};
/// use pioche_engine::players::{Mcts, Strategy};
/// use pioche_engine::rng::{Purpose, Seed, stream};
/// use std::num::NonZeroU32;
///
/// // From 3 matches, 3 wins and 2 draws.
/// let player = Mcts::new(NonZeroU32::new(100).unwrap());
/// let game = NimState::new(TakeSet::default(), 3)?;
/// assert_eq!(player.choose(&game, &mut stream(Seed(1), Purpose::Player1, 0)), Some(3));
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    playouts: NonZeroU32,
}

impl Mcts {
    /// The largest number of games before a move; each adds a node to the tree.
    pub const MAX_PLAYOUTS: NonZeroU32 = NonZeroU32::new(1_000_000).expect("non-zero");

    /// A player that plays `playouts` games before each move, at most [`Mcts::MAX_PLAYOUTS`].
    pub fn new(playouts: NonZeroU32) -> Self {
        Self {
            playouts: playouts.min(Self::MAX_PLAYOUTS),
        }
    }
}

impl<G: Game> Strategy<G> for Mcts {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        match state.legal_moves()[..] {
            [] => return None,
            [mv] => return Some(mv),
            _ => {}
        }
        let mut tree = Tree {
            nodes: vec![Node::new(state)],
        };
        for _ in 0..self.playouts.get() {
            tree.run_playout(state, generator);
        }
        let visits = |&(mv, child): &(G::Move, usize)| (mv, tree.nodes[child].visits.into());
        let move_visits: Vec<_> = tree.nodes[0].children.iter().map(visits).collect();
        choose_best(&move_visits, generator)
    }
}

/// A state in the tree.
struct Node<M> {
    mover: Player,
    /// The moves without a child; `None` until the second visit, since most nodes are visited once.
    untried_moves: Option<Vec<M>>,
    children: Vec<(M, usize)>,
    visits: u32,
    /// The sum of the rewards of player 1, each from 0 to 1.
    reward: f64,
}

impl<M> Node<M> {
    fn new<G: Game<Move = M>>(state: &G) -> Self {
        Self {
            mover: state.to_play(),
            untried_moves: None,
            children: Vec::new(),
            visits: 0,
            reward: 0.0,
        }
    }
}

impl<M> Node<M> {
    /// The upper confidence bound of the mean reward of a child, to the mover of its parent.
    fn upper_confidence_bound(&self, parent: &Self) -> f64 {
        let visits = f64::from(self.visits);
        let player_one_mean = self.reward / visits;
        let mean = if parent.mover == Player::One {
            player_one_mean
        } else {
            1.0 - player_one_mean
        };
        mean + (piecewise_linear_log2(parent.visits) / visits).sqrt()
    }
}

/// The search tree; node 0 is the root.
struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy> Tree<M> {
    /// The moves without a child at a node with this state.
    fn untried_moves<G: Game<Move = M>>(&mut self, node: usize, state: &G) -> &mut Vec<M> {
        self.nodes[node]
            .untried_moves
            .get_or_insert_with(|| state.legal_moves())
    }

    /// Plays a game from the root and adds a node.
    fn run_playout<G: Game<Move = M>>(&mut self, start: &G, generator: &mut dyn Rng) {
        let mut state = start.clone();
        let mut path = vec![0];
        let mut leaf = 0;
        while self.untried_moves(leaf, &state).is_empty() {
            let Some((mv, child)) = self.best_child(leaf) else {
                break;
            };
            if state.play(mv).is_err() {
                break;
            }
            path.push(child);
            leaf = child;
        }
        let untried_moves = self.untried_moves(leaf, &state);
        if !untried_moves.is_empty() {
            let index = random_index(generator, untried_moves.len());
            let mv = untried_moves.swap_remove(index);
            if let Some(successor) = state_after(&state, mv) {
                let child = self.nodes.len();
                state = successor;
                path.push(child);
                self.nodes[leaf].children.push((mv, child));
                self.nodes.push(Node::new(&state));
            }
        }
        let reward = outcome_reward(play_randomly(state, generator));
        for node in path {
            self.nodes[node].visits += 1;
            self.nodes[node].reward += reward;
        }
    }

    /// The child with the greatest upper confidence bound for the player to move; the first of equals.
    fn best_child(&self, parent: usize) -> Option<(M, usize)> {
        let parent = &self.nodes[parent];
        let mut best_child = None;
        let mut greatest_bound = f64::NEG_INFINITY;
        for &(mv, child) in &parent.children {
            let confidence_bound = self.nodes[child].upper_confidence_bound(parent);
            if confidence_bound > greatest_bound {
                greatest_bound = confidence_bound;
                best_child = Some((mv, child));
            }
        }
        best_child
    }
}

/// The logarithm of base 2, exact at powers of 2 and linear between them.
fn piecewise_linear_log2(number: u32) -> f64 {
    let exponent = number.max(1).ilog2();
    let power = f64::from(1_u32 << exponent);
    f64::from(exponent) + (f64::from(number.max(1)) - power) / power
}

/// Plays random moves to the end of a game.
fn play_randomly<G: Game>(mut state: G, generator: &mut dyn Rng) -> Option<Outcome> {
    for _ in 0..MAX_PLAYOUT_PLIES {
        let moves = state.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_index(generator, moves.len())];
        if state.play(mv).is_err() {
            break;
        }
    }
    state.outcome()
}

/// The reward of player 1: 1 for a win, 0 for a loss, 1/2 otherwise; in a game for one person, 1 divided by the piles
/// or pegs left.
fn outcome_reward(outcome: Option<Outcome>) -> f64 {
    match outcome {
        Some(Outcome::Winner(Player::One)) => 1.0,
        Some(Outcome::Winner(Player::Two)) => 0.0,
        Some(Outcome::Draw) | None => 0.5,
        Some(Outcome::Remaining(count)) => 1.0 / f64::from(count.max(1)),
    }
}
