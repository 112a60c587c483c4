//! Policies: rules for choosing jumps without seeing the stock. They play on the alliances of a row ([`AllianceGraph`]).
//!
//! The handout's player always makes the leftmost possible jump. All policies but [`Policy::Late`] also draw only when no
//! jump is possible; they differ in the jump that they choose. A player that may leave jumps for later can draw
//! everything first, loses nothing by it, and sees all cards ([`super::perfect`]).
//!
//! # Exact distributions
//! [`pile_count_distribution`] is the exact distribution of the number of piles that a small pack leaves, for players that
//! see the row alone. The piles that such a player leaves depend on the row and on the cards left, not on the order of the
//! cards before. So instead of n! orders, the states (row, cards left) are enumerated draw by draw, each with the number of
//! ways that lead to it. States with the same alliances count as one. When few cards are left, different orders hardly ever
//! lead to the same state, and all orders of these cards are tried.

use super::automatic::{AllianceGraph, GraphRow, highest_bit, lowest_bit};
use super::{AllianceRule, PatienceMove, PileRow};
use crate::cards::shuffle::random_below;
use crate::cards::{Card, Pack};
use rand::Rng;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of jumps that [`Policy::Lookahead`] looks ahead.
pub const LOOKAHEAD_DEPTH: usize = 4;

/// A rule for choosing jumps without seeing the stock.
///
/// ```
/// use pioche_engine::cards::Card;
/// use pioche_engine::games::alliances::{AllianceRule, Policy, automatic::automatic_pile_count};
/// use pioche_engine::rng::{Purpose, Seed, stream};
///
/// let deck: Vec<Card> = pioche_engine::cards::Pack::PIQUET.cards().collect();
/// let mut generator = stream(Seed(1), Purpose::Player1, 0);
/// let rule = AllianceRule::Either;
/// let piles = Policy::Leftmost.pile_count(&deck, rule, &mut generator);
/// assert_eq!(piles, automatic_pile_count(&deck, rule)); // the automatic game
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Policy {
    /// The leftmost possible jump after each draw, until none is left: the automatic game.
    Leftmost,
    /// The rightmost possible jump after each draw, until none is left.
    Rightmost,
    /// No jump before the stock is empty; then the rightmost possible jump, until none is left. (With the leftmost it
    /// would be the automatic game.)
    Late,
    /// A random jump of the possible ones after each draw, each equally often, until none is left.
    Random,
    /// The jump after which most jumps are possible, the leftmost among equals, after each draw, until none is left.
    Greedy,
    /// The first jump of the best sequence of jumps after each draw, until none is left.
    ///
    /// The sequences are those of [`LOOKAHEAD_DEPTH`] jumps, or of fewer after which none is possible. The best one leaves the
    /// fewest piles; among equals most jumps are possible after it; among equals it is the first when sequences are
    /// listed jump by jump from left to right.
    Lookahead,
}

string_enum!(
    Policy,
    "way of playing",
    [
        Leftmost "leftmost",
        Rightmost "rightmost",
        Late "late",
        Random "random",
        Greedy "greedy",
        Lookahead "lookahead"
    ]
);

impl Policy {
    /// Plays a deck and returns the row that remains. `on_move` is called with each move.
    ///
    /// Only [`Policy::Random`] draws from the generator, and only when several jumps are possible.
    pub fn play(
        self,
        deck: &[Card],
        alliance: AllianceRule,
        generator: &mut impl Rng,
        mut on_move: impl FnMut(PatienceMove),
    ) -> PileRow {
        let graph = AllianceGraph::new(deck, alliance);
        let mut row = GraphRow::default();
        for letter in 0..deck.len() {
            row = graph.lay(row, letter);
            on_move(PatienceMove::Draw);
            if self == Self::Late && letter + 1 < deck.len() {
                continue;
            }
            while row.removable != 0 {
                let removed = self.choose_removal(&graph, row, generator);
                let left_piles = (row.letters & (removed - 1)).count_ones() as usize;
                on_move(PatienceMove::Jump(left_piles + 1));
                row = graph.remove(row, removed);
            }
        }
        row_of_cards(row, deck, alliance)
    }

    /// Plays a deck and returns the number of piles that it leaves.
    pub fn pile_count(
        self,
        deck: &[Card],
        alliance: AllianceRule,
        generator: &mut impl Rng,
    ) -> usize {
        self.play(deck, alliance, generator, |_| ()).pile_count()
    }

    /// The letters of which one is removed next, each equally often; none when no jump is possible.
    fn candidate_removals(self, graph: &AllianceGraph, row: GraphRow) -> u64 {
        match self {
            Self::Random => row.removable,
            Self::Leftmost => lowest_bit(row.removable),
            Self::Rightmost | Self::Late => highest_bit(row.removable),
            Self::Greedy => best_sequence(graph, row, 1).1,
            Self::Lookahead => best_sequence(graph, row, LOOKAHEAD_DEPTH).1,
        }
    }

    /// The letter that is removed next, of a row with possible jumps.
    fn choose_removal(self, graph: &AllianceGraph, row: GraphRow, generator: &mut impl Rng) -> u64 {
        let candidates = self.candidate_removals(graph, row);
        let candidate_count = candidates.count_ones();
        if candidate_count == 1 {
            return candidates;
        }
        let index = random_below(candidate_count.into(), generator);
        let letter = single_letters(candidates).nth(index as usize);
        letter.expect("the index is below the number of candidates")
    }
}

/// Each letter of a set, from left to right, as a set of one letter.
fn single_letters(letters: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(letters), |letters| {
        Some(letters ^ lowest_bit(*letters))
    })
    .take_while(|&letters| letters != 0)
    .map(lowest_bit)
}

/// The row of cards of a row of letters, where letter i is card i of `cards`.
fn row_of_cards(row: GraphRow, cards: &[Card], alliance: AllianceRule) -> PileRow {
    let tops = single_letters(row.letters).map(|letter| cards[letter.trailing_zeros() as usize]);
    PileRow::new(tops.collect()).with_alliance(alliance)
}

/// The score of a sequence of jumps, piles left and negated possible jumps; a smaller score is better.
type SequenceScore = (usize, Reverse<u32>);

/// The score of the best sequence of at most `depth` jumps, and the letter that its first jump removes; no letter when no
/// jump is possible.
fn best_sequence(graph: &AllianceGraph, row: GraphRow, depth: usize) -> (SequenceScore, u64) {
    let row_score = (row.pile_count(), Reverse(row.removable.count_ones()));
    if depth == 0 {
        return (row_score, 0);
    }
    let sequences = single_letters(row.removable).map(|letter| {
        let next_row = graph.remove(row, letter);
        let (score, _) = best_sequence(graph, next_row, depth - 1);
        (score, letter)
    });
    // Of equal minima the first is taken.
    let best = sequences.min_by_key(|&(score, _)| score);
    best.unwrap_or((row_score, 0))
}

/// The largest pack. Its distribution takes a fraction of a second, or seconds for [`Policy::Random`].
const MAX_CARDS: usize = 12;

/// The number of last cards of which all orders are tried.
const BRUTE_FORCE_CARDS: usize = 4;

/// A set of cards: bit i is card i.
type CardSet = u16;

/// Returns the probability of each number of piles, from 0 on, that a shuffled pack leaves when `policy` plays.
///
/// The probabilities are rounded in the last digit; those of [`Policy::Random`] are sums of rounded terms. `None` when the
/// pack has more than 12 cards, and for [`Policy::Late`], which waits and sees more than the row.
///
/// ```
/// use pioche_engine::cards::Pack;
/// use pioche_engine::games::alliances::{AllianceRule, Policy, policy::pile_count_distribution};
///
/// // Three cards of one suit: the pile in the middle always jumps.
/// let distribution = pile_count_distribution(Pack::new(1, 3)?, Policy::Leftmost, AllianceRule::Suit).unwrap();
/// assert_eq!(distribution, [0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
pub fn pile_count_distribution(
    pack: Pack,
    policy: Policy,
    alliance: AllianceRule,
) -> Option<Vec<f64>> {
    let weights = pile_count_weights(pack, policy, alliance)?;
    let total: f64 = weights.iter().sum();
    Some(weights.into_iter().map(|weight| weight / total).collect())
}

/// Returns for each number of piles the weight of the orders of the deck that leave it: their number, or a sum of
/// rounded terms for [`Policy::Random`]. `None` as in [`pile_count_distribution`].
pub fn pile_count_weights(pack: Pack, policy: Policy, alliance: AllianceRule) -> Option<Vec<f64>> {
    if pack.size() > MAX_CARDS || policy == Policy::Late {
        return None;
    }
    let mut weights = vec![0.0; pack.size() + 1];
    // The sums of the random player are rounded, so their order must not depend on the shortcut for the last cards.
    let brute_force_cards = if policy == Policy::Random {
        0
    } else {
        BRUTE_FORCE_CARDS.min(pack.size())
    };
    let row = PileRow::default().with_alliance(alliance);
    for mut state in weighted_rows(pack, policy, row, brute_force_cards) {
        add_all_orders(
            policy,
            &state.row,
            &mut state.stock,
            state.weight,
            &mut weights,
        );
    }
    Some(weights)
}

/// A row, the stock, and the number of ways that lead to this state or to one with the same alliances.
struct WeightedRow {
    row: PileRow,
    /// The cards left, in any order.
    stock: Vec<Card>,
    weight: f64,
}

/// The states in which `stock_size` cards are left, from an empty row.
fn weighted_rows(pack: Pack, policy: Policy, row: PileRow, stock_size: usize) -> Vec<WeightedRow> {
    let mut states = vec![WeightedRow {
        row,
        stock: pack.cards().collect(),
        weight: 1.0,
    }];
    for _ in stock_size..pack.size() {
        // An ordered map, so that sums are rounded in the same way in every run.
        let mut next_states = BTreeMap::new();
        for state in &states {
            for (place, &card) in state.stock.iter().enumerate() {
                let mut row = state.row.clone();
                row.lay(card);
                let mut stock = state.stock.clone();
                stock.remove(place);
                play_all_jumps(policy, &row, state.weight, &mut |row, weight| {
                    let key = alliance_key(&row, &stock);
                    let next_state = next_states.entry(key).or_insert_with(|| WeightedRow {
                        row,
                        stock: stock.clone(),
                        weight: 0.0,
                    });
                    next_state.weight += weight;
                });
            }
        }
        states = next_states.into_values().collect();
    }
    states
}

/// Plays a row with every order of the stock, and adds the weights to `distribution` by the number of piles.
fn add_all_orders(
    policy: Policy,
    row: &PileRow,
    stock: &mut Vec<Card>,
    weight: f64,
    distribution: &mut [f64],
) {
    if stock.is_empty() {
        distribution[row.pile_count()] += weight;
    }
    for place in 0..stock.len() {
        let card = stock.remove(place);
        let mut next_row = row.clone();
        next_row.lay(card);
        play_all_jumps(policy, &next_row, weight, &mut |row, weight| {
            add_all_orders(policy, &row, stock, weight, distribution)
        });
        stock.insert(place, card);
    }
}

/// Plays a row until nothing jumps, and calls `on_row` with every row that can result and its part of the weight.
fn play_all_jumps(
    policy: Policy,
    row: &PileRow,
    weight: f64,
    on_row: &mut impl FnMut(PileRow, f64),
) {
    let tops = row.top_cards();
    let graph = AllianceGraph::new(tops, row.alliance());
    play_all_removals(
        policy,
        &graph,
        graph.whole_row(),
        weight,
        &mut |row_left, weight| on_row(row_of_cards(row_left, tops, row.alliance()), weight),
    );
}

/// Plays a row of letters as [`play_all_jumps`] plays a row of cards.
fn play_all_removals(
    policy: Policy,
    graph: &AllianceGraph,
    row: GraphRow,
    weight: f64,
    on_row: &mut impl FnMut(GraphRow, f64),
) {
    let removals = policy.candidate_removals(graph, row);
    if removals == 0 {
        return on_row(row, weight);
    }
    let removal_weight = weight / f64::from(removals.count_ones());
    for letter in single_letters(removals) {
        play_all_removals(
            policy,
            graph,
            graph.remove(row, letter),
            removal_weight,
            on_row,
        );
    }
}

/// The alliances among the cards of the stock, between these and each pile, and among the piles.
///
/// The cards of the stock are numbered in an order that hardly depends on their places: by the piles that they are allied
/// with, and by their allies. Equivalent states may get different results, which costs time but does not change the
/// distribution.
fn alliance_key(row: &PileRow, stock: &[Card]) -> Vec<CardSet> {
    let alliance = row.alliance();
    let stock_allies = allies_of_each(stock, stock, alliance);
    let pile_allies = allies_of_each(row.top_cards(), stock, alliance);
    let hashes = ally_hashes(&stock_allies, &pile_allies);
    let mut places: [usize; MAX_CARDS] = std::array::from_fn(|place| place);
    let order = &mut places[..stock.len()];
    order.sort_unstable_by_key(|&place| hashes[place]);
    let mut numbers = [0; MAX_CARDS];
    for (number, &place) in order.iter().enumerate() {
        numbers[place] = number;
    }
    let renumber = |set: CardSet| {
        set_bits(set).fold(0, |renumbered: CardSet, place| {
            renumbered | 1 << numbers[place]
        })
    };
    let mut key = Vec::with_capacity(stock.len() + 2 * pile_allies.len());
    key.extend(order.iter().map(|&place| renumber(stock_allies[place])));
    key.extend(pile_allies.into_iter().map(renumber));
    key.extend(allies_of_each(row.top_cards(), row.top_cards(), alliance));
    key
}

/// Hashes of the cards of the stock by the piles that they are allied with, and by the hashes of their allies.
fn ally_hashes(stock_allies: &[CardSet], pile_allies: &[CardSet]) -> [u64; MAX_CARDS] {
    let mut hashes = [0_u64; MAX_CARDS];
    for (place, hash) in hashes[..stock_allies.len()].iter_mut().enumerate() {
        *hash = pile_allies
            .iter()
            .fold(1, |hash, set| hash << 1 | u64::from(set >> place & 1));
    }
    for _ in 0..3 {
        let previous_hashes = hashes;
        for (place, &set) in stock_allies.iter().enumerate() {
            let ally_sum = set_bits(set).fold(0, |sum: u64, ally| {
                sum.wrapping_add(hash_number(previous_hashes[ally]))
            });
            hashes[place] = hash_number(previous_hashes[place].wrapping_add(hash_number(ally_sum)));
        }
    }
    hashes
}

/// The places of the allies of each card among `candidates`.
fn allies_of_each(cards: &[Card], candidates: &[Card], alliance: AllianceRule) -> Vec<CardSet> {
    cards
        .iter()
        .map(|&card| allies(card, candidates, alliance))
        .collect()
}

fn allies(card: Card, candidates: &[Card], alliance: AllianceRule) -> CardSet {
    let mut set = 0;
    for (place, &candidate) in candidates.iter().enumerate() {
        if candidate != card && alliance.are_allied(card, candidate) {
            set |= 1 << place;
        }
    }
    set
}

/// A hash of a number.
const fn hash_number(number: u64) -> u64 {
    let product = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn set_bits(set: CardSet) -> impl Iterator<Item = usize> {
    single_letters(set.into()).map(|letter| letter.trailing_zeros() as usize)
}
