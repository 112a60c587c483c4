//! The shuffled decks of a seed, deal after deal.
//!
//! A deck is a list of card numbers; the game decides which card a number stands for.

use crate::cards::riffle::{self, BlockRiffler, Riffler};
use crate::cards::shuffle::{BlockShuffler, DEALS_PER_BLOCK};
use crate::parse::ParseValueError;
use crate::sim::{Purpose, PurposeStreams, Streams};
use crate::simd::SimdLevel;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A shuffle of the deck before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleMethod {
    /// This many riffles of the sorted deck.
    Riffle(u32),
    /// A uniform permutation.
    Uniform,
}

impl ShuffleMethod {
    /// The largest number of riffles; decks of up to 256 cards are uniform long before.
    pub const MAX_RIFFLES: u32 = 1000;
}

/// Writes `riffle:7` or `uniform`.
impl fmt::Display for ShuffleMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Riffle(riffles) => write!(f, "riffle:{riffles}"),
            Self::Uniform => f.write_str("uniform"),
        }
    }
}

impl FromStr for ShuffleMethod {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        if text == "uniform" {
            return Ok(Self::Uniform);
        }
        text.strip_prefix("riffle:")
            .and_then(|riffles| riffles.parse().ok())
            .filter(|riffles| *riffles <= Self::MAX_RIFFLES)
            .map(Self::Riffle)
            .ok_or_else(|| {
                let expected = "shuffle: uniform, or riffle:m with m from 0 to 1000";
                ParseValueError::new(text, expected)
            })
    }
}

/// The key of the random streams of shuffled decks: `cards=32 shuffle=uniform`.
pub fn deck_stream_key(pack: impl fmt::Display, shuffle: ShuffleMethod) -> String {
    format!("cards={pack} shuffle={shuffle}")
}

/// An iterator over the decks of a range of deals: each item is the number of the deal, and card numbers from the top
/// card on.
#[derive(Clone, Debug)]
pub struct ShuffledDecks {
    cards: usize,
    deck_source: DeckSource,
    simd_level: SimdLevel,
    deals: Range<u64>,
    /// The decks up to the next multiple of [`BUFFERED_DECKS`], and how many of their cards were used.
    buffer: Vec<u8>,
    used_cards: usize,
}

const BUFFERED_DECKS: u64 = 512;

impl ShuffledDecks {
    /// Creates the decks of `cards` cards for these deals.
    ///
    /// # Panics
    /// When `cards` is 0 or more than 256.
    pub fn new(cards: usize, method: ShuffleMethod, streams: &Streams, deals: Range<u64>) -> Self {
        Self {
            cards,
            deck_source: DeckSource::new(cards, method, streams),
            simd_level: SimdLevel::default(),
            deals,
            buffer: Vec::new(),
            used_cards: 0,
        }
    }

    /// Shuffles with this SIMD level instead of the widest. The decks are the same.
    #[must_use]
    pub fn with_simd_level(self, simd_level: SimdLevel) -> Self {
        Self { simd_level, ..self }
    }

    /// The number of the next deal and a reference to its deck: [`Iterator::next`] without a copy.
    pub fn next_deck(&mut self) -> Option<(u64, &[u8])> {
        let deal = self.deals.next()?;
        if self.used_cards == self.buffer.len() {
            let end = (deal / BUFFERED_DECKS + 1)
                .saturating_mul(BUFFERED_DECKS)
                .min(self.deals.end);
            self.buffer.clear();
            self.deck_source
                .append_decks(self.cards, self.simd_level, deal..end, &mut self.buffer);
            self.used_cards = 0;
        }
        let deck = &self.buffer[self.used_cards..][..self.cards];
        self.used_cards += self.cards;
        Some((deal, deck))
    }
}

impl Iterator for ShuffledDecks {
    type Item = (u64, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        self.next_deck().map(|(deal, deck)| (deal, deck.to_vec()))
    }
}

#[derive(Clone, Debug)]
enum DeckSource {
    /// Uniform shuffles; one generator serves a block of deals.
    Uniform {
        shuffles: BlockShuffler,
        blocks: PurposeStreams,
        reshuffles: PurposeStreams,
    },
    RiffleLanes {
        riffles: BlockRiffler,
        family: PurposeStreams,
    },
    SingleRiffles {
        riffles: u32,
        riffler: Riffler,
        family: PurposeStreams,
    },
}

impl DeckSource {
    fn new(cards: usize, method: ShuffleMethod, streams: &Streams) -> Self {
        match method {
            ShuffleMethod::Uniform => Self::Uniform {
                shuffles: BlockShuffler::new(cards),
                blocks: streams.for_purpose(Purpose::Shuffle),
                reshuffles: streams.for_purpose(Purpose::Reshuffle),
            },
            ShuffleMethod::Riffle(riffles) => {
                assert!((1..=256).contains(&cards), "a deck has 1 to 256 cards");
                let family = streams.for_purpose(Purpose::Riffle);
                match BlockRiffler::new(cards, riffles) {
                    Some(riffles) => Self::RiffleLanes { riffles, family },
                    None => Self::SingleRiffles {
                        riffles,
                        riffler: Riffler::default(),
                        family,
                    },
                }
            }
        }
    }

    fn append_decks(
        &mut self,
        cards: usize,
        simd_level: SimdLevel,
        deals: Range<u64>,
        decks: &mut Vec<u8>,
    ) {
        match self {
            Self::Uniform {
                shuffles,
                blocks,
                reshuffles,
            } => {
                for (block, lanes) in block_lanes(deals, DEALS_PER_BLOCK as u64) {
                    let first_deal = block * DEALS_PER_BLOCK as u64;
                    let reshuffle_generator = |lane| reshuffles.stream(first_deal + lane as u64);
                    shuffles.deal_block(
                        simd_level,
                        blocks.stream(block),
                        lanes,
                        reshuffle_generator,
                        |_, deck| decks.extend_from_slice(deck),
                    );
                }
            }
            Self::RiffleLanes { riffles, family } => {
                for (block, lanes) in block_lanes(deals, riffle::MAX_BLOCK_DECKS as u64) {
                    let first_deal = block * riffle::MAX_BLOCK_DECKS as u64;
                    let generator = |lane| family.stream(first_deal + lane as u64);
                    riffles.deal_block(simd_level, lanes, generator, |_, deck| {
                        decks.extend_from_slice(deck)
                    });
                }
            }
            Self::SingleRiffles {
                riffles,
                riffler,
                family,
            } => {
                for deal in deals {
                    let start = decks.len();
                    decks.extend((0..=u8::MAX).take(cards));
                    riffler.shuffle(&mut decks[start..], *riffles, &mut family.stream(deal));
                }
            }
        }
    }
}

/// Cuts a range of deals into blocks of `size`: yields the index of each block and the wanted lanes of it.
fn block_lanes(deals: Range<u64>, size: u64) -> impl Iterator<Item = (u64, Range<usize>)> {
    let mut start = deals.start;
    std::iter::from_fn(move || {
        let block = start / size;
        let lane = start % size;
        let lanes = lane..size.min(lane + deals.end.saturating_sub(start));
        start += lanes.end - lanes.start;
        (!lanes.is_empty()).then_some((block, lanes.start as usize..lanes.end as usize))
    })
}
