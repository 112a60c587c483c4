//! A patience as an experiment: the clock patience.
//!
//! The pack is dealt into 13 piles of four cards, one for each rank. The player turns a card of the pile of kings, then
//! one of the pile of that card's rank, and so on; the game ends when the card to turn is missing, which is so when
//! the fourth king is turned. The game is won if no card is left to turn. Its probability is exactly 1/13, since the
//! last card of the order of turning is equally likely to be of any rank.

use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::sim::measure::{ExactValue, Measure};
use pioche_engine::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, Purpose,
    RecordKind, RunOptions, Seed, Summary, TallySchema,
};
use pioche_engine::simd::SimdLevel;
use std::sync::Arc;

const RANKS: usize = 13;
const SUITS: usize = 4;
const CARDS: usize = RANKS * SUITS;
const KING: usize = RANKS - 1;

/// Plays one game and returns the number of cards left. Card `c` of the pack has rank `c % 13`.
fn cards_left(deck: &[u8]) -> usize {
    let mut turned_by_pile = [0; RANKS];
    let mut pile = KING;
    let mut left = CARDS;
    while turned_by_pile[pile] < SUITS {
        let card = deck[pile * SUITS + turned_by_pile[pile]];
        turned_by_pile[pile] += 1;
        left -= 1;
        pile = usize::from(card) % RANKS;
    }
    left
}

/// The experiment; it has no settings.
struct ClockPatience;

/// The index of the histogram of cards left.
const LEFT_HISTOGRAM: usize = 0;

impl Experiment for ClockPatience {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "clock",
            unit: "deals",
            columns: Column::OUTCOME_COLUMNS.to_vec(),
            chunk_sizes: ChunkSizes::constant(4096),
            default_deals: 100_000,
        }
    }

    fn settings(&self) -> Vec<Field> {
        Vec::new()
    }

    /// The fourth king is the last card turned, so at most 48 cards are left.
    fn tally_schema(&self) -> TallySchema {
        let left = HistogramSpec::new("left", 0..=(CARDS - SUITS) as u64);
        let fewest = ("fewest", RecordKind::Lowest(LEFT_HISTOGRAM));
        TallySchema::new(vec![left], &[fewest])
    }

    fn measures(&self) -> Vec<Measure> {
        let won = Measure::share(LEFT_HISTOGRAM, 0..=0)
            .with_row([Column::OUTCOME.field("won".into())])
            .with_json_name("won")
            .with_stop_criterion(true)
            .with_exact(ExactValue::new(|| Some(1.0 / RANKS as f64)));
        let left = Measure::mean(LEFT_HISTOGRAM, 0).with_json_name("left");
        vec![won, left]
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        Box::new(move |streams, deals, tally| {
            let deal_streams = streams.for_purpose(Purpose::Custom(0));
            for deal in deals {
                let deck = shuffled_deck(CARDS, &mut deal_streams.stream(deal));
                let left = cards_left(&deck);
                tally.add(deal, LEFT_HISTOGRAM, left);
                tally.records[0].update(left as u64, deal);
            }
        })
    }
}

#[cfg_attr(test, test)]
fn main() {
    // In a sorted pack the pile of kings holds the cards 48 to 51, of ranks 9 to 12.
    let sorted: Vec<u8> = (0..CARDS as u8).collect();
    assert!(cards_left(&sorted) > 0);
    // Four kings on the pile of kings end the game at once.
    let number = |place| (place % SUITS * RANKS + place / SUITS) as u8;
    let kings_first: Vec<u8> = (0..CARDS).map(number).collect();
    assert_eq!(cards_left(&kings_first), CARDS - SUITS);

    let plan = ClockPatience.plan(Seed(1), 20_000);
    let run = ClockPatience
        .run(plan, &RunOptions::default())
        .expect("threads start");
    let experiment = Arc::new(ClockPatience);
    let summary = Summary::new(experiment, &run, Default::default());
    let won = summary.estimate("won").expect("a share");
    let interval = won.interval.expect("an interval");
    println!(
        "won: {:.4} to {:.4}, exactly 1/13 = {:.4}",
        interval.low,
        interval.high,
        1.0 / 13.0
    );
    assert!(interval.low < 1.0 / 13.0 && 1.0 / 13.0 < interval.high);
}
