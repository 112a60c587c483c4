//! From what becomes of each letter to the jumps in their order.

use super::history::Step;
use crate::cards::pack::MAX_CARDS;

/// The letters in an order in which they can be struck out, by what `steps` says of each.
///
/// From right to left: each letter that goes is put into the game on the letters to its right, at the first moment at
/// which its pair stands in front.
pub(super) fn struck(letters: usize, steps: &[Step]) -> Vec<usize> {
    let mut order = Vec::new();
    for (letter, step) in steps.iter().enumerate().rev() {
        if let Step::Jump(first, second) = *step {
            let suffix = below(letters) & !below(letter + 1);
            let moment = moment(suffix, &order, (first.into(), second.into()));
            order.insert(moment, letter);
        }
    }
    order
}

/// The number of letters of `order` that are struck out of a suffix before this pair stands in front, which it does:
/// a history holds no other pairs.
fn moment(mut suffix: u64, order: &[usize], pair: (u32, u32)) -> usize {
    let mut gone = 0;
    while (suffix.trailing_zeros(), (suffix & (suffix - 1)).trailing_zeros()) != pair {
        suffix ^= 1 << order[gone];
        gone += 1;
    }
    gone
}

/// The piles that jump when these letters are struck out: each time, the pile to the right of the letter.
pub(super) fn piles(struck: &[usize]) -> Vec<usize> {
    let mut left = u64::MAX;
    let jump = |&letter: &usize| {
        left ^= 1 << letter;
        (left & below(letter)).count_ones() as usize + 1
    };
    struck.iter().map(jump).collect()
}

/// The letters before this place.
const fn below(place: usize) -> u64 {
    if place < MAX_CARDS { (1 << place) - 1 } else { u64::MAX }
}
