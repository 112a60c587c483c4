//! The orders in which won tricks go under a hand, and the random ones.
//!
//! # Random orders, exactly
//! A game in which tricks are picked up at random has a generator of its own, that of its deal with the purpose `Pickup`
//! of [`crate::rng`]. All pairs laid in the game are numbered from 0, face-down pairs included; so are steps of a battle in
//! which only one player lays a card. Before each pair with a number that is a multiple of 64, the generator gives a word of
//! 64 bits: the swaps of this pair and of the next 63, from the lowest bit on. The trick lists its pairs in turn, player
//! 1's card first, or player 2's if the swap of the pair is 1.
//!
//! A trick of one pair goes under the hand in this order. A larger one is then shuffled with
//! [`shuffle_cards`] and the next words of the generator. The order of laying plays no
//! part.

use crate::cards::shuffle::{shuffle_cards, shuffle_digits};
use crate::games::Player;
use rand::Rng;
use rand_pcg::Pcg64Dxsm;

/// The order in which the cards of a trick go under the winner's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PickupOrder {
    /// The order in which they were laid.
    #[default]
    Laid,
    /// The winner's own cards, then the loser's, each in the order in which they were laid.
    WinnerFirst,
    /// The loser's cards, then the winner's own, each in the order in which they were laid.
    LoserFirst,
    /// A random order, all equally likely.
    Random,
}

string_enum!(
    PickupOrder,
    "order of picking up",
    [Laid "laid", WinnerFirst "winner-first", LoserFirst "loser-first", Random "random"]
);

impl PickupOrder {
    /// True if the cards of `owner` go under the winner's hand after those of the other player.
    pub fn puts_second(self, owner: Player, winner: Player) -> bool {
        match self {
            Self::Laid | Self::Random => false,
            Self::WinnerFirst => owner != winner,
            Self::LoserFirst => owner == winner,
        }
    }
}

/// The draws for the tricks of one game, in the order of the game. The default is that of a game without random orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PickupDraws {
    generator: Option<Pcg64Dxsm>,
    /// The swaps that are known, the next one lowest, and their number.
    swaps: u128,
    swap_count: u32,
}

impl PickupDraws {
    /// Creates the draws of a game with tricks picked up at random, from its generator.
    pub const fn new(generator: Pcg64Dxsm) -> Self {
        Self {
            generator: Some(generator),
            swaps: 0,
            swap_count: 0,
        }
    }

    #[inline(always)]
    fn generator(&mut self) -> &mut Pcg64Dxsm {
        self.generator.as_mut().expect("random orders need draws")
    }

    /// True if player 2's card of the next pair precedes player 1's.
    #[inline(always)]
    pub fn next_swap(&mut self) -> bool {
        if self.swap_count == 0 {
            let swaps = self.generator().next_u64();
            self.set_swaps(swaps.into(), u64::BITS);
        }
        let swap = self.swaps & 1 == 1;
        self.swaps >>= 1;
        self.swap_count -= 1;
        swap
    }

    /// The swaps of the next 64 pairs, the first one lowest, at a pair with a number that is a multiple of 64; 0 without a
    /// generator.
    pub(super) fn next_swaps(&mut self) -> u64 {
        self.generator.as_mut().map_or(0, Rng::next_u64)
    }

    /// Sets the swaps of the next `count` pairs, the first one lowest, if orders are random.
    pub(super) fn set_swaps(&mut self, swaps: u128, count: u32) {
        if self.generator.is_some() {
            self.swaps = swaps;
            self.swap_count = count;
        }
    }

    /// The swaps that are known, the first one lowest, and their number.
    pub(super) fn known_swaps(&self) -> (u128, u32) {
        (self.swaps, self.swap_count)
    }

    /// Shuffles a trick of several pairs.
    pub fn shuffle(&mut self, trick: &mut [u8]) {
        shuffle_cards(trick, self.generator());
    }

    /// Shuffles a trick of at most 16 cards, each a hexadecimal digit, the first card lowest.
    #[inline(always)]
    pub(super) fn shuffle_digits(&mut self, trick: u64, cards: u32) -> u64 {
        shuffle_digits(trick, cards, self.generator())
    }
}
