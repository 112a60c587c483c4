//! The decks of a seed, deal after deal: how they are shuffled, and who shuffles many of them at once.
//!
//! Numbers of cards, no cards and no game: whoever plays says what a number stands for.

use crate::cards::riffle::Riffler;
use crate::cards::riffle_lanes::{self, Riffles};
use crate::cards::shuffle::BLOCK;
use crate::cards::shuffle_lanes::Shuffles;
use crate::parse::ParseValueError;
use crate::sim::{Family, Purpose, Streams};
use crate::simd::SimdLevel;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// How a deck is shuffled before it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleMethod {
    /// So many riffles of the sorted deck.
    Riffle(u32),
    /// All orders equally likely.
    Uniform,
}

impl ShuffleMethod {
    /// More riffles change nothing that could be seen.
    pub const MAX_RIFFLES: u32 = 1000;
}

/// `riffle:7` or `uniform`.
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
        let riffles = || text.strip_prefix("riffle:")?.parse().ok().filter(|riffles| *riffles <= Self::MAX_RIFFLES);
        let method = if text == "uniform" { Some(Self::Uniform) } else { riffles().map(Self::Riffle) };
        method.ok_or_else(|| ParseValueError::new(text, "shuffle: uniform, or riffle:m with m from 0 to 1000"))
    }
}

/// What is dealt from a shuffled pack: `cards=32 shuffle=uniform`.
pub fn dealt(pack: impl fmt::Display, shuffle: ShuffleMethod) -> String {
    format!("cards={pack} shuffle={shuffle}")
}

/// The decks of a range of deals, in order: each with the number of its deal, as numbers of cards, top card first.
///
/// The first three decks of seed 1, of 32 cards:
///
/// ```
/// use pioche_engine::cards::Pack;
/// use pioche_engine::cards::deck::DeckText;
/// use pioche_engine::sim::{Seed, Streams};
/// use pioche_engine::experiments::decks::{Decks, ShuffleMethod};
///
/// let pack = Pack::PIQUET;
/// let streams = Streams::new(Seed(1)).for_deal("cards=32 shuffle=uniform");
/// let decks = Decks::new(pack.size(), ShuffleMethod::Uniform, &streams, 0..3);
/// let texts: Vec<String> = decks.map(|(_, numbers)| DeckText(&pack.deck(&numbers)).to_string()).collect();
/// assert_eq!(texts.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Decks {
    cards: usize,
    dealer: Dealer,
    processor: SimdLevel,
    deals: Range<u64>,
    /// The decks up to the next multiple of [`AHEAD`], and how many of their cards were taken.
    ahead: Vec<u8>,
    taken: usize,
}

const AHEAD: u64 = 512;

impl Decks {
    /// The decks of `cards` cards that these deals get.
    ///
    /// # Panics
    /// When a deck has no card, or more than 256.
    pub fn new(cards: usize, method: ShuffleMethod, streams: &Streams, deals: Range<u64>) -> Self {
        let (dealer, processor) = (Dealer::new(cards, method, streams), SimdLevel::default());
        Self { cards, dealer, processor, deals, ahead: Vec::new(), taken: 0 }
    }

    /// The same decks, shuffled with these instructions instead of the widest.
    #[must_use]
    pub fn with(self, processor: SimdLevel) -> Self {
        Self { processor, ..self }
    }

    /// The next deal's number and its deck, which is lent: what [`Iterator::next`] gives, without a copy.
    pub fn next_deck(&mut self) -> Option<(u64, &[u8])> {
        let deal = self.deals.next()?;
        if self.taken == self.ahead.len() {
            let until = (deal / AHEAD + 1).saturating_mul(AHEAD).min(self.deals.end);
            self.ahead.clear();
            self.dealer.deal(self.cards, self.processor, deal..until, &mut self.ahead);
            self.taken = 0;
        }
        let deck = &self.ahead[self.taken..][..self.cards];
        self.taken += self.cards;
        Some((deal, deck))
    }
}

impl Iterator for Decks {
    type Item = (u64, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        self.next_deck().map(|(deal, deck)| (deal, deck.to_vec()))
    }
}

#[derive(Clone, Debug)]
enum Dealer {
    /// Uniformly, a block of deals from one generator.
    Uniform { shuffles: Shuffles, blocks: Family, again: Family },
    /// By riffles, many decks at once.
    Lanes { riffles: Riffles, family: Family },
    /// By riffles, one deck after the other: those of more cards than the lanes bear.
    Alone { riffles: u32, riffler: Riffler, family: Family },
}

impl Dealer {
    fn new(cards: usize, method: ShuffleMethod, streams: &Streams) -> Self {
        match method {
            ShuffleMethod::Uniform => Self::Uniform {
                shuffles: Shuffles::new(cards),
                blocks: streams.family(Purpose::Shuffle),
                again: streams.family(Purpose::Reshuffle),
            },
            ShuffleMethod::Riffle(riffles) => {
                assert!((1..=256).contains(&cards), "a deck has 1 to 256 cards");
                let family = streams.family(Purpose::Riffle);
                match Riffles::new(cards, riffles) {
                    Some(riffles) => Self::Lanes { riffles, family },
                    None => Self::Alone { riffles, riffler: Riffler::default(), family },
                }
            }
        }
    }

    fn deal(&mut self, cards: usize, processor: SimdLevel, deals: Range<u64>, decks: &mut Vec<u8>) {
        match self {
            Self::Uniform { shuffles, blocks, again } => {
                for (block, lanes) in parts(deals, BLOCK as u64) {
                    let reshuffle = |lane: usize| again.stream(block * BLOCK as u64 + lane as u64);
                    let each = |_, deck: &[u8]| decks.extend_from_slice(deck);
                    shuffles.deal_block(processor, blocks.stream(block), lanes, reshuffle, each);
                }
            }
            Self::Lanes { riffles, family } => {
                for (block, lanes) in parts(deals, riffle_lanes::BLOCK as u64) {
                    let generator = |lane| family.stream(block * riffle_lanes::BLOCK as u64 + lane as u64);
                    riffles.deal_block(processor, lanes, generator, |_, deck| decks.extend_from_slice(deck));
                }
            }
            Self::Alone { riffles, riffler, family } => {
                for deal in deals {
                    let start = decks.len();
                    decks.extend((0..=u8::MAX).take(cards));
                    riffler.shuffle(&mut decks[start..], *riffles, &mut family.stream(deal));
                }
            }
        }
    }
}

/// A range of deals cut into blocks: the number of each block, and the lanes of it that are asked for.
fn parts(deals: Range<u64>, size: u64) -> impl Iterator<Item = (u64, Range<usize>)> {
    let mut start = deals.start;
    std::iter::from_fn(move || {
        let (block, lane) = (start / size, start % size);
        let lanes = lane..size.min(lane + deals.end.saturating_sub(start));
        start += lanes.end - lanes.start;
        (!lanes.is_empty()).then_some((block, lanes.start as usize..lanes.end as usize))
    })
}
