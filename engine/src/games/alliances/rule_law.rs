//! The exact law of the piles that the rule leaves: how many orders of a small pack leave how many.
//!
//! From right to left: the rule strikes out each letter at its first chance ([`super::perfect`]), and all that a letter
//! sees of those to its right is their front history, pairs of a first and a second letter. Of such a letter only its
//! allies among the cards still to come matter, no more its name. So the words of some length are gone through as
//! states, (alliances of the cards to come, history), each with the number of words that lead to it, by their cost.
//! States that differ only by the order in which the cards to come are numbered are one, whatever the pack; 2 · 10¹³
//! orders of 16 cards come to nine million states before the last five cards, whose 120 orders are then tried.

use super::state::alliance;
use crate::cards::{Card, Pack};
use foldhash::HashMap;

/// The largest pack: a set of its cards fits 16 bits.
pub(super) const MAX_CARDS: usize = 16;

/// Cards whose orders are tried: with fewer of them states hardly meet any more.
const FEW: usize = 5;

/// A set of the cards to come, by their numbers.
pub(super) type Set = u16;

/// In a history each first letter is marked, and its second letters follow: of each its allies among the cards to come.
/// Two of them have been laid when the first history begins, so the mark is no card.
const FIRST: Set = 1 << (MAX_CARDS - 1);

/// Words by their cost.
type Counts = [u64; MAX_CARDS + 1];

/// A length's states: of each card to come its allies, then the history; with the place of its counts.
#[derive(Default)]
struct States {
    places: HashMap<Box<[Set]>, usize>,
    counts: Vec<Counts>,
}

impl States {
    /// The counts of a state.
    fn of(&mut self, state: &[Set]) -> &mut Counts {
        let place = match self.places.get(state) {
            Some(&place) => place,
            None => {
                self.counts.push(Counts::default());
                self.places.insert(state.into(), self.counts.len() - 1);
                self.counts.len() - 1
            }
        };
        &mut self.counts[place]
    }
}

/// How many orders of a pack leave each number of piles, from 0 on, by the rule; `None` when it has more than 16 cards.
pub fn orders(pack: Pack) -> Option<Vec<u64>> {
    match pack.size() {
        1 => Some(vec![0, 1]),
        cards @ 2..=MAX_CARDS => {
            let few = FEW.min(cards - 2);
            let longer = |states, left| with_one_more(&states, left);
            Some(with_all(&(few + 1..=cards - 2).rev().fold(last_two(pack), longer), few)[..=cards].to_vec())
        }
        _ => None,
    }
}

/// The states of the words that are one letter longer, when so many letters are left.
fn with_one_more(states: &States, left: usize) -> States {
    let (mut next, mut chain, mut state) = (States::default(), Vec::new(), Vec::new());
    for (old, &place) in &states.places {
        let (allies, history) = old.split_at(left);
        for letter in 0..left {
            let others = all(left) & !(1 << letter);
            let stays = add(history, letter, allies[letter], others, &mut chain);
            standard(allies, others, &chain, &mut state);
            let counts = next.of(&state);
            for (cost, words) in states.counts[place][..=MAX_CARDS - stays].iter().enumerate() {
                counts[cost + stays] += words;
            }
        }
    }
    next
}

/// The words of all letters, when so few are left.
fn with_all(states: &States, left: usize) -> Counts {
    let mut law = Counts::default();
    let mut chains = vec![Vec::new(); left + 1];
    for (state, &place) in &states.places {
        let (allies, history) = state.split_at(left);
        history.clone_into(&mut chains[0]);
        let mut stays = Counts::default();
        try_all(allies, all(left), &mut chains, 0, &mut stays);
        for (cost, &words) in states.counts[place].iter().enumerate().filter(|&(_, &words)| words > 0) {
            for (more, &orders) in stays[..=MAX_CARDS - cost].iter().enumerate() {
                law[cost + more] += words * orders;
            }
        }
    }
    law
}

/// The words of two letters, which both stay.
fn last_two(pack: Pack) -> States {
    let (mut states, mut state) = (States::default(), Vec::new());
    for first in pack.cards() {
        for second in pack.cards().filter(|&second| second != first) {
            let left: Vec<Card> = pack.cards().filter(|&card| card != first && card != second).collect();
            let among: Vec<Set> = left.iter().map(|&card| allies(card, &left)).collect();
            let history = [allies(first, &left) | FIRST, allies(second, &left)];
            standard(&among, all(left.len()), &history, &mut state);
            states.of(&state)[2] += 1;
        }
    }
    states
}

/// Which of some cards are allied with a card, itself aside.
pub(super) fn allies(card: Card, of: &[Card]) -> Set {
    let allied = of.iter().enumerate().filter(|&(_, &other)| other != card && alliance(card, other));
    allied.fold(0, |set, (place, _)| set | 1 << place)
}

/// Adds a letter to a history; the answer is 1 when it stays. `others` are the cards that come after it.
fn add(history: &[Set], letter: usize, allies: Set, others: Set, chain: &mut Vec<Set>) -> usize {
    let chance = history.iter().position(|&word| word & FIRST == 0 && word >> letter & 1 != 0);
    let (seen, rest) = history.split_at(chance.unwrap_or(history.len()));
    let firsts = || seen.iter().filter(|&&word| word & FIRST != 0);
    chain.clear();
    chain.push(FIRST | allies);
    chain.extend(firsts().map(|word| word & !FIRST));
    if chance.is_some() {
        chain.extend(firsts().next_back());
        chain.extend(rest);
    }
    shorten(chain, others);
    usize::from(chance.is_none())
}

/// Leaves out what makes no difference to the cards to come: a second letter that offers nothing but the pair before
/// it does, for whoever meets it has met that pair; then a first letter without pairs that offers nothing but the one
/// before it does, for whoever sees it sees that one as well.
fn shorten(chain: &mut Vec<Set>, others: Set) {
    chain.push(FIRST);
    let (mut pair, mut first, mut run, mut kept) = (0, 0, 0, 0);
    for place in 0..chain.len() {
        let (mark, set) = (chain[place] & FIRST, chain[place] & others);
        if mark != 0 {
            if kept > 0 {
                let last = chain[run] & others;
                if kept == run + 1 && last & !first == 0 {
                    kept = run;
                } else {
                    first = last;
                }
            }
            run = kept;
        } else if set & !pair == 0 {
            continue;
        } else {
            pair = set;
        }
        chain[kept] = mark | set;
        kept += 1;
    }
    chain.truncate(kept - 1);
}

/// The state of these cards and this history, its cards numbered in an order that hardly depends on their old numbers:
/// by what the history says of them, and by their allies. States that are alike may get different ones, which costs
/// time but no correctness.
pub(super) fn standard(allies: &[Set], left: Set, chain: &[Set], state: &mut Vec<Set>) {
    let mut keys = [0_u64; MAX_CARDS];
    for letter in places(left) {
        keys[letter] = chain.iter().fold(1, |key, word| key << 1 | u64::from(word >> letter & 1));
    }
    for _ in 0..3 {
        let old = keys;
        for letter in places(left) {
            let around = places(allies[letter] & left).fold(0, |sum: u64, ally| sum.wrapping_add(mixed(old[ally])));
            keys[letter] = mixed(old[letter].wrapping_add(mixed(around)));
        }
    }
    let mut order = [0; MAX_CARDS];
    let mut many = 0;
    for letter in places(left) {
        order[many] = letter;
        many += 1;
    }
    order[..many].sort_unstable_by_key(|&letter| keys[letter]);
    let mut numbers = [0; MAX_CARDS];
    for (number, &letter) in order[..many].iter().enumerate() {
        numbers[letter] = number;
    }
    let renamed = |set: Set| places(set & left).fold(set & FIRST, |new, letter| new | 1 << numbers[letter]);
    state.clear();
    state.extend(order[..many].iter().map(|&letter| renamed(allies[letter])));
    state.extend(chain.iter().map(|&word| renamed(word)));
}

/// A number that depends on all bits of another one.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Counts the letters that stay in every order of the cards that are left, behind the first of these histories; the
/// others are memory.
fn try_all(allies: &[Set], left: Set, chains: &mut [Vec<Set>], cost: usize, stays: &mut Counts) {
    let Some((history, further)) = chains.split_first_mut() else { return };
    if left == 0 {
        stays[cost] += 1;
        return;
    }
    for letter in places(left) {
        let others = left & !(1 << letter);
        if others & others.wrapping_sub(1) == 0 {
            stays[cost + last_two_stay(history, letter, others)] += 1;
            continue;
        }
        let more = add(history, letter, allies[letter], others, &mut further[0]);
        try_all(allies, others, further, cost + more, stays);
    }
}

/// How many of the last two letters stay, or of the last one when there is no other: the other goes if it is allied
/// with a first letter that this one has seen, or with a second letter behind its chance.
fn last_two_stay(history: &[Set], letter: usize, other: Set) -> usize {
    let pair_of = |word: Set, set: Set| word & FIRST == 0 && word & set != 0;
    let chance = history.iter().position(|&word| pair_of(word, 1 << letter));
    let (seen, rest) = history.split_at(chance.unwrap_or(history.len()));
    let goes = other == 0
        || seen.iter().any(|&word| word & FIRST != 0 && word & other != 0)
        || rest.iter().any(|&word| pair_of(word, other));
    usize::from(chance.is_none()) + usize::from(!goes)
}

/// That many cards.
pub(super) const fn all(cards: usize) -> Set {
    (1 << cards) - 1
}

/// The cards of a set.
fn places(set: Set) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(set & !FIRST), |set| Some(set & set.wrapping_sub(1)));
    rest.take_while(|&set| set != 0).map(|set| set.trailing_zeros() as usize)
}
