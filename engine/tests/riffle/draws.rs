//! The slow, obvious definition of a riffle, as the handout has it: flip by flip and draw by draw.

use pioche_engine::cards::riffle::cut;
use pioche_engine::cards::shuffle::below;
use rand::Rng;

/// Cuts the deck in two packets: the first `cut(n)` cards, and the others.
pub fn split<'a, T>(deck: &'a [T], generator: &mut impl Rng) -> (&'a [T], &'a [T]) {
    deck.split_at(cut(deck.len(), generator))
}

/// Lets the cards of two packets fall into `fallen`, which is emptied first.
///
/// Each fall takes one draw below a + b (see [`below`]): the card comes from the first packet when the draw is
/// below a, also when one of the packets is empty, so that there are always as many draws as cards.
#[doc(alias = "riffleWith")]
pub fn riffle_with<T: Copy>(first: &[T], second: &[T], generator: &mut impl Rng, fallen: &mut Vec<T>) {
    fallen.clear();
    let (mut first, mut second) = (first.iter(), second.iter());
    while first.len() + second.len() > 0 {
        let draw = below((first.len() + second.len()) as u64, generator);
        let packet = if draw < first.len() as u64 { &mut first } else { &mut second };
        fallen.extend(packet.next());
    }
}

/// The slow, obvious shuffle: `riffles` times [`split`], then [`riffle_with`].
///
/// Its decks have the law of [`Riffler::shuffle`], from other words: ceil(n / 64) for the cut, then the n draws.
pub fn shuffle_by_draws<T: Copy>(deck: &mut Vec<T>, riffles: u32, generator: &mut impl Rng) {
    let mut fallen = Vec::with_capacity(deck.len());
    for _ in 0..riffles {
        let (first, second) = split(deck, generator);
        riffle_with(first, second, generator, &mut fallen);
        std::mem::swap(deck, &mut fallen);
    }
}
