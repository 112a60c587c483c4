//! The random generators of all deals and players; no other module makes a generator.
//!
//! A deal is a pure function of (seed, what is dealt, purpose, number). The four are hashed into the **full** 256 bits
//! of a [`Pcg64Dxsm`] (the generator that NumPy calls `PCG64DXSM`), in constant time, so that any deal can be made
//! again alone, on any machine. No clock and no entropy of the operating system is read.
//!
//! ```
//! use pioche_engine::rng::{Purpose, Seed, Streams, stream};
//! use rand::Rng;
//!
//! let seed: Seed = "1".parse()?;
//! let streams = Streams::new(seed);
//! let word = streams.stream(Purpose::Riffle, 7).next_u64();
//! assert_eq!(stream(Seed(1), Purpose::Riffle, 7).next_u64(), word);
//! assert_ne!(streams.stream(Purpose::Riffle, 8).next_u64(), word);
//! # Ok::<(), std::num::ParseIntError>(())
//! ```
//!
//! **The stream depends only on what is dealt, not on the player or the change.** Each pack with its shuffle,
//! each board and each heap has streams of its own, so runs of different deals are independent. All players, orders and
//! improvements are compared on the same deals, so their differences are differences of pairs.
//!
//! # The scheme, exactly
//!
//! All arithmetic is modulo 2^64. `G = 0x9e3779b97f4a7c15`, and
//!
//! ```text
//! mix(z):         z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9
//!                 z = (z ^ z >> 27) * 0x94d049bb133111eb
//!                 return z ^ z >> 31
//! nth(x, n)     = mix(x + (n + 1) * G)          the n-th output, from 0, of SplitMix64 seeded with x
//! name          = FNV-1a of the ASCII text of what is dealt: from 0xcbf29ce484222325 on, for each byte,
//!                 name = (name ^ byte) * 0x100000001b3
//! key           = nth(nth(seed, 0), name)
//! word(i)       = nth(nth(key, 4 * purpose + i), number)                      for i = 0, 1, 2, 3
//! increment     = word(2) + word(3) * 2^64, its lowest bit set
//! state         = (word(0) + word(1) * 2^64 + increment) * 0xda942042e4dd58b5 + increment     modulo 2^128
//! ```
//!
//! The purpose enters the hash by its number. It also determines what `number` counts:
//!
//! | purpose | | a generator for |
//! |---|---|---|
//! | [`Shuffle`](Purpose::Shuffle) | 0 | each block of 64 deals, `number` being deal / 64, rounded down |
//! | [`Reshuffle`](Purpose::Reshuffle) | 1 | each deal with a rejected word |
//! | [`Riffle`](Purpose::Riffle) | 2 | each deal |
//! | [`Player1`](Purpose::Player1) | 3 | each game: all choices of player 1, or of the only player |
//! | [`Player2`](Purpose::Player2) | 4 | each game: all choices of player 2 |
//! | [`Pickup`](Purpose::Pickup) | 5 | each deal of bataille with shuffled tricks, see [`crate::games::bataille::pickup`] |
//! | [`Custom(n)`](Purpose::Custom) | 2^32 + n | any other need of an experiment |
//!
//! Games and deals are numbered from 0 to at most 10^15. The steps from the words of a generator to a deck of numbered
//! cards are described in [`crate::cards::shuffle`] and [`crate::cards::riffle`], the numbering of the cards in
//! [`crate::cards::card`], and the choices of players in [`crate::players`]. The text of what is dealt is
//! [`Experiment::stream_key`](crate::sim::Experiment::stream_key):
//!
//! | experiment | what is dealt |
//! |---|---|
//! | patience, bataille, shuffles | `cards=32 shuffle=uniform`, `cards=2x6 shuffle=uniform`, `cards=52 shuffle=riffle:7` |
//! | a game of two players | its start: `nim matches=25 takes=2,3`, `alak cells=9 edge=line own_group=spared` |
//! | solitaire | `solitaire board=triangle:5 hole=12` |
//!
//! Bataille with v values is dealt from a pack of 4v cards: with 5 values from `cards=20 shuffle=riffle:7`. Different games on
//! one pack with one shuffle therefore use the same decks.
//!
//! `tests/independent/deck.py` makes any deck again from this documentation alone, and `check.py` beside it games.

use rand::SeedableRng;
pub use rand_pcg::Pcg64Dxsm;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// The odd number nearest to 2^64 divided by the golden ratio: SplitMix64's step.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The master seed of a run, chosen by the user. The deals of a seed are numbered from 0, as plain integers.
///
/// Its text form is the number in decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

/// The use of a generator. Two purposes never share a generator.
///
/// The numbers of the purposes enter the hash and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Uniform shuffles: one generator for a block of 64 deals, numbered by the block.
    Shuffle,
    /// Uniform shuffles made again because a word was rejected: one generator a deal.
    Reshuffle,
    /// Riffle shuffles: one generator a deal.
    Riffle,
    /// The choices of player 1, one generator a game.
    Player1,
    /// The choices of player 2, one generator a game.
    Player2,
    /// The orders in which the tricks of a game of bataille are picked up at random, one generator a deal.
    Pickup,
    /// Any other purpose, for experiments that this crate does not know.
    Custom(u32),
}

impl Purpose {
    const fn number(self) -> u64 {
        match self {
            Self::Shuffle => 0,
            Self::Reshuffle => 1,
            Self::Riffle => 2,
            Self::Player1 => 3,
            Self::Player2 => 4,
            Self::Pickup => 5,
            Self::Custom(number) => 1 << 32 | number as u64,
        }
    }
}

/// SplitMix64's output function (Steele, Lea and Flood, 2014; Stafford's variant 13).
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The `n`-th output, from 0, of SplitMix64 seeded with `x`.
const fn splitmix64_nth(x: u64, n: u64) -> u64 {
    mix(x.wrapping_add(n.wrapping_add(1).wrapping_mul(GOLDEN_GAMMA)))
}

/// The hash FNV-1a of 64 bits (Fowler, Noll and Vo).
pub fn fnv1a_64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// All generators of one seed, or of one seed and stream key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    key: u64,
}

impl Streams {
    /// The generators of `seed`, without a stream key.
    pub const fn new(seed: Seed) -> Self {
        Self {
            key: splitmix64_nth(seed.0, 0),
        }
    }

    /// The generators for a stream key, which says what is dealt; other keys are independent.
    #[must_use]
    pub fn with_stream_key(self, stream_key: &str) -> Self {
        Self {
            key: splitmix64_nth(self.key, fnv1a_64(stream_key.as_bytes())),
        }
    }

    /// The generators of one purpose; the part of the hash that they share is computed once.
    pub const fn for_purpose(&self, purpose: Purpose) -> PurposeStreams {
        let first = 4 * purpose.number();
        let seeds = [
            splitmix64_nth(self.key, first),
            splitmix64_nth(self.key, first + 1),
            splitmix64_nth(self.key, first + 2),
            splitmix64_nth(self.key, first + 3),
        ];
        PurposeStreams { seeds }
    }

    /// The generator of one purpose with this number: a deal's, a game's or a block's, as the purpose says.
    pub fn stream(&self, purpose: Purpose, number: u64) -> Pcg64Dxsm {
        self.for_purpose(purpose).stream(number)
    }
}

/// The generators of one seed and one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PurposeStreams {
    seeds: [u64; 4],
}

impl PurposeStreams {
    /// The generator with this number: a deal's, a game's or a block's, as the purpose says.
    pub fn stream(&self, number: u64) -> Pcg64Dxsm {
        let mut full = [0; 32];
        for (bytes, seed) in full.chunks_exact_mut(8).zip(self.seeds) {
            bytes.copy_from_slice(&splitmix64_nth(seed, number).to_le_bytes());
        }
        Pcg64Dxsm::from_seed(full)
    }
}

/// A single generator for `(seed, purpose, number)`, without a stream key; use [`Streams`] to make many.
pub fn stream(seed: Seed, purpose: Purpose, number: u64) -> Pcg64Dxsm {
    Streams::new(seed).stream(purpose, number)
}

const MULTIPLIER: u64 = 0xda94_2042_e4dd_58b5;

/// `N` generators side by side, stepped together: the same words as from each alone, computed in loops that the compiler
/// turns into vector instructions. A state of 128 bits is held as two halves.
#[derive(Clone, Debug)]
pub struct GeneratorLanes<const N: usize> {
    low: [u64; N],
    high: [u64; N],
    increment_low: [u64; N],
    increment_high: [u64; N],
}

impl PurposeStreams {
    /// The `N` generators with the numbers from `first` on.
    pub fn generator_lanes<const N: usize>(&self, first: u64) -> GeneratorLanes<N> {
        let mut lanes = GeneratorLanes {
            low: [0; N],
            high: [0; N],
            increment_low: [0; N],
            increment_high: [0; N],
        };
        for (place, number) in (first..first + N as u64).enumerate() {
            let word = self
                .seeds
                .map(|seed| u128::from(splitmix64_nth(seed, number)));
            let increment = word[2] | word[3] << 64 | 1;
            let state = (word[0] | word[1] << 64)
                .wrapping_add(increment)
                .wrapping_mul(MULTIPLIER.into())
                .wrapping_add(increment);
            lanes.low[place] = state as u64;
            lanes.high[place] = (state >> 64) as u64;
            lanes.increment_low[place] = increment as u64;
            lanes.increment_high[place] = (increment >> 64) as u64;
        }
        lanes
    }
}

impl<const N: usize> GeneratorLanes<N> {
    /// The next output of each generator.
    #[inline(always)]
    pub fn next_u64s(&mut self) -> [u64; N] {
        let mut outputs = [0; N];
        for (place, output) in outputs.iter_mut().enumerate() {
            let low = self.low[place];
            let high = self.high[place];
            // The permutation DXSM of the state.
            let mixed = (high ^ high >> 32).wrapping_mul(MULTIPLIER);
            *output = (mixed ^ mixed >> 48).wrapping_mul(low | 1);
            // The step: the state times the multiplier, plus the increment, modulo 2^128.
            let (product, product_above) = mul_multiplier_wide(low);
            let sum = product.wrapping_add(self.increment_low[place]);
            let carry = u64::from(sum < product);
            let above = high.wrapping_mul(MULTIPLIER).wrapping_add(product_above);
            self.high[place] = above
                .wrapping_add(self.increment_high[place])
                .wrapping_add(carry);
            self.low[place] = sum;
        }
        outputs
    }
}

/// The lower and the upper half of `factor` times the multiplier, from products of 32 bits, the only ones of vectors.
#[inline(always)]
fn mul_multiplier_wide(factor: u64) -> (u64, u64) {
    const HALF: u64 = u32::MAX as u64;
    let low = factor & HALF;
    let high = factor >> 32;
    let multiplier_low = MULTIPLIER & HALF;
    let multiplier_high = MULTIPLIER >> 32;
    let lowest = low * multiplier_low;
    let middle = high * multiplier_low + (lowest >> 32);
    let carried = (middle & HALF) + low * multiplier_high;
    (
        carried << 32 | lowest & HALF,
        high * multiplier_high + (middle >> 32) + (carried >> 32),
    )
}
