//! The decks of a seed: shuffled uniformly or by riffles, one after the other.

use crate::cards::processor::Processor;
use crate::cards::riffle::Riffler;
use crate::cards::riffle_lanes::{self, Riffles};
use crate::cards::shuffle::{BLOCK, Uniform};
use crate::sim::{Purpose, Streams};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// How a deck is shuffled before it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mixing {
    /// So many riffles of the sorted deck.
    Riffle(u32),
    /// All orders equally likely.
    Uniform,
}

impl Mixing {
    /// More riffles change nothing that could be seen.
    pub const MOST_RIFFLES: u32 = 1000;
}

/// The handout's seven riffles.
impl Default for Mixing {
    fn default() -> Self {
        Self::Riffle(7)
    }
}

/// `riffle:7` or `uniform`.
impl fmt::Display for Mixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Riffle(riffles) => write!(f, "riffle:{riffles}"),
            Self::Uniform => f.write_str("uniform"),
        }
    }
}

/// Not `uniform`, nor `riffle:` with a number from 0 to [`Mixing::MOST_RIFFLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a shuffle is uniform, or riffle:m with m from 0 to {}", Mixing::MOST_RIFFLES)]
pub struct UnknownMixing;

impl FromStr for Mixing {
    type Err = UnknownMixing;

    fn from_str(text: &str) -> Result<Self, UnknownMixing> {
        match text.split_once(':') {
            None if text == "uniform" => Ok(Self::Uniform),
            Some(("riffle", riffles)) => {
                let riffles = riffles.parse().ok().filter(|riffles| *riffles <= Self::MOST_RIFFLES);
                riffles.map(Self::Riffle).ok_or(UnknownMixing)
            }
            _ => Err(UnknownMixing),
        }
    }
}

/// Deals the decks of a range of numbers, as numbers of cards.
pub fn each_mixed(
    cards: usize,
    shuffle: Mixing,
    streams: &Streams,
    deals: Range<u64>,
    mut each: impl FnMut(u64, &[u8]),
) {
    match shuffle {
        Mixing::Uniform => each_shuffled(cards, streams, deals, each),
        Mixing::Riffle(riffles) => {
            let family = streams.family(Purpose::Riffle);
            if let Some(many) = Riffles::new(cards, riffles) {
                for start in deals.clone().step_by(riffle_lanes::BLOCK) {
                    let lanes = 0..deals.end.saturating_sub(start).min(riffle_lanes::BLOCK as u64) as usize;
                    let deal = |lane: usize| start + lane as u64;
                    let generator = |lane| family.stream(deal(lane));
                    many.deal_block(Processor::best(), lanes, generator, |lane, deck| each(deal(lane), deck));
                }
                return;
            }
            let sorted: Vec<u8> = (0..=u8::MAX).take(cards).collect();
            let (mut deck, mut riffler) = (sorted.clone(), Riffler::new());
            for deal in deals {
                deck.copy_from_slice(&sorted);
                riffler.shuffle(&mut deck, riffles, &mut family.stream(deal));
                each(deal, &deck);
            }
        }
    }
}

/// Deals the uniformly shuffled decks of a range of numbers, one after the other, as numbers of cards.
pub fn each_shuffled(cards: usize, streams: &Streams, deals: Range<u64>, mut each: impl FnMut(u64, &[u8])) {
    let shuffle = Uniform::new(cards);
    let (blocks, again) = (streams.family(Purpose::Shuffle), streams.family(Purpose::Reshuffle));
    let size = BLOCK as u64;
    let mut start = deals.start;
    while start < deals.end {
        let block = start / size;
        let first = block * size;
        let end = deals.end.min(first + size);
        let lanes = (start - first) as usize..(end - first) as usize;
        let reshuffle = |lane: usize| again.stream(first + lane as u64);
        shuffle.deal_block(blocks.stream(block), lanes, reshuffle, |lane, numbers| each(first + lane as u64, numbers));
        start = end;
    }
}
