//! Many games at once against one after the other: the same ending for each deal, on each set of instructions.

use pioche::cards::processor::Processor;
use pioche::cards::shuffle::Uniform;
use pioche::games::bataille::*;
use pioche::rng::{DealId, Purpose, Seed, Streams};

/// No ceiling.
const NONE: u64 = u64::MAX;

fn rules(values: u64, order: Order) -> Rules {
    Rules { values: Values::new(values).expect("1 to 64"), order }
}

/// The first decks of a seed.
fn decks(values: u64, count: u64) -> Vec<Vec<u8>> {
    let uniform = Uniform::new(rules(values, Order::Fixed).values.cards());
    let mut generator = Streams::new(Seed(9)).stream(Purpose::Reshuffle, DealId(values));
    let mut deck = Vec::new();
    let mut shuffled = |_| {
        uniform.deal(&mut generator, &mut deck);
        deck.clone()
    };
    (0..count).map(&mut shuffled).collect()
}

/// The ending of each deck, one game after the other.
fn alone(decks: &[Vec<u8>], order: Order, ceiling: u64) -> Vec<Ending> {
    let mut state = State::new(order);
    let play = |deck: &Vec<u8>| {
        state.deal(deck);
        state.game(ceiling)
    };
    decks.iter().map(play).collect()
}

/// The ending of each deck, all at once.
fn at_once(lanes: &mut Lanes, processor: Processor, decks: &[Vec<u8>]) -> Vec<Ending> {
    let mut endings = vec![None; decks.len()];
    let mut deals = 0..decks.len();
    let next_deal = |deck: &mut Vec<u8>| {
        let deal = deals.next()?;
        deck.clone_from(&decks[deal]);
        Some(deal as u64)
    };
    lanes.play(processor, next_deal, |deal, ending| {
        let before = endings[deal as usize].replace(ending);
        assert_eq!(before, None, "deal {deal} ends twice");
    });
    endings.into_iter().map(|ending| ending.expect("every deal ends")).collect()
}

/// Holds both equal, deal by deal, on each set of instructions.
fn same(decks: &[Vec<u8>], rules: Rules, ceiling: u64) -> Vec<Ending> {
    let expected = alone(decks, rules.order, ceiling);
    for processor in Processor::all() {
        let endings = at_once(&mut Lanes::new(rules, ceiling), processor, decks);
        for (deal, (ending, expected)) in endings.iter().zip(&expected).enumerate() {
            assert_eq!(ending, expected, "deal {deal} of {rules:?}, ceiling {ceiling}, {processor}: {:?}", decks[deal]);
        }
    }
    expected
}

fn endless(endings: &[Ending]) -> usize {
    endings.iter().filter(|ending| matches!(ending.outcome, Outcome::Endless { .. })).count()
}

#[test]
fn every_ending_is_that_of_one_game() {
    for order in Order::ALL {
        for values in 1..=16 {
            let count = 40_000 / (values * values).max(4);
            same(&decks(values, count), rules(values, order), NONE);
        }
    }
}
