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

/// The draws for the tricks of one game, in the order of the game. By default each trick stays in its order, player 1's card
/// of each pair first.
pub trait PickupDraws {
    /// False for the draws of games without random orders.
    const IS_RANDOM: bool = false;

    /// True if player 2's card of the next pair precedes player 1's.
    fn next_swap(&mut self) -> bool {
        false
    }

    /// The swaps of the next 64 pairs, the first one lowest, at a pair with a number that is a multiple of 64.
    fn next_swaps(&mut self) -> u64 {
        0
    }

    /// Sets the swaps of the next `count` pairs, the first one lowest.
    fn set_swaps(&mut self, _swaps: u128, _count: u32) {}

    /// The swaps that are known, the first one lowest, and their number.
    fn known_swaps(&self) -> (u128, u32) {
        (0, 0)
    }

    /// Shuffles a trick of several pairs.
    fn shuffle(&mut self, _trick: &mut [u8]) {}

    /// Shuffles a trick of at most 16 cards, each a hexadecimal digit, the first card lowest.
    fn shuffle_digits(&mut self, trick: u64, _cards: u32) -> u64 {
        trick
    }
}

/// The draws of a game without random orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoDraws;

impl PickupDraws for NoDraws {}

/// The draws of a game with tricks picked up at random, from its generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomPickup<G> {
    generator: G,
    /// The swaps that are known, the next one lowest, and their number.
    swaps: u128,
    swap_count: u32,
}

/// The draws of one deal.
pub type DealPickup = RandomPickup<Pcg64Dxsm>;

impl<G: Rng> RandomPickup<G> {
    /// Creates the draws of a game from its generator.
    pub const fn new(generator: G) -> Self {
        Self {
            generator,
            swaps: 0,
            swap_count: 0,
        }
    }
}

impl<G: Rng> PickupDraws for RandomPickup<G> {
    const IS_RANDOM: bool = true;

    #[inline(always)]
    fn next_swap(&mut self) -> bool {
        if self.swap_count == 0 {
            let swaps = self.next_swaps();
            self.set_swaps(swaps.into(), u64::BITS);
        }
        let swap = self.swaps & 1 == 1;
        self.swaps >>= 1;
        self.swap_count -= 1;
        swap
    }

    fn next_swaps(&mut self) -> u64 {
        self.generator.next_u64()
    }

    fn set_swaps(&mut self, swaps: u128, count: u32) {
        self.swaps = swaps;
        self.swap_count = count;
    }

    fn known_swaps(&self) -> (u128, u32) {
        (self.swaps, self.swap_count)
    }

    fn shuffle(&mut self, trick: &mut [u8]) {
        shuffle_cards(trick, &mut self.generator);
    }

    #[inline(always)]
    fn shuffle_digits(&mut self, trick: u64, cards: u32) -> u64 {
        shuffle_digits(trick, cards, &mut self.generator)
    }
}
