//! Tests of the patience: the handout's examples, definitions against a fast game, changes of the stock.

use crate::cards::{card, cards};
use crate::common::{pack, parse};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{Alliances, Experiment};
use pioche_engine::games::alliances::automatic::{automatic_pile_count, play_automatic};
use pioche_engine::games::alliances::improve::{
    BestChange, Change, Improvement, best_change, best_change_by,
};
use pioche_engine::games::alliances::{AllianceRule, JumpRefusal, PileRow};
use pioche_engine::sim::{RangeSet, Row, Run, Seed, StopReason};
use pioche_engine::stats::Tally;
use std::collections::{BTreeSet, HashSet};

fn row(text: &str) -> PileRow {
    PileRow::new(cards(text))
}

/// Returns the first decks of a seed.
pub fn deals(pack: Pack, seed: u64, count: u64) -> impl Iterator<Item = Vec<Card>> {
    let streams = Alliances::automatic(pack).deal_streams(Seed(seed));
    let decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, &streams, 0..count);
    decks.map(move |(_, numbers)| pack.deck(&numbers))
}

/// Returns the fewest piles after any sequence of jumps in a deck.
pub fn fewest_piles(deck: &[Card], rule: AllianceRule) -> usize {
    fewest_with_draws(&PileRow::new(deck.to_vec()).with_alliance(rule), &[])
}

/// Returns the fewest piles at the end of a started game by a search of every reachable row: `row` on the table and `stock`
/// to be drawn, with draws and jumps in any order.
pub fn fewest_with_draws(row: &PileRow, stock: &[Card]) -> usize {
    let mut seen = HashSet::new();
    let mut waiting = vec![(row.clone(), 0)];
    let mut fewest = row.pile_count() + stock.len();
    while let Some((row, drawn)) = waiting.pop() {
        fewest = fewest.min(row.pile_count() + stock.len() - drawn);
        let mut successors = Vec::new();
        for pile in row.possible_jumps() {
            let mut after = row.clone();
            after.jump(pile).expect("a possible jump");
            successors.push((after, drawn));
        }
        if let Some(&card) = stock.get(drawn) {
            let mut after = row.clone();
            after.lay(card);
            successors.push((after, drawn + 1));
        }
        waiting.extend(
            successors
                .into_iter()
                .filter(|state| seen.insert(state.clone())),
        );
    }
    fewest
}

#[test]
fn allied_cards_share_a_suit_or_a_rank() {
    for (other, allied) in [
        ("7-C", [true, false, true]),
        ("8-C", [false, false, false]),
        ("D-P", [true, true, false]),
        ("7-P", [true, true, true]),
    ] {
        let results = AllianceRule::ALL.map(|rule| rule.are_allied(card("7-P"), card(other)));
        assert_eq!(results, allied, "{other}");
    }
}

/// Part 2: 8♥ 7♦ R♣ allows no jump, 8♥ 7♦ R♥ allows one; the 9♠ jumps between the 10♦ and the 9♦, and no jump follows.
#[test]
fn handout_examples_allow_expected_jumps() {
    for (drawn, left) in [
        ("8-C 7-K R-T", "8-C 7-K R-T"),
        ("8-C 7-K R-C", "7-K R-C"),
        ("7-K R-C A-C 10-K 9-P", "7-K R-C A-C 10-K 9-P"),
        ("7-K R-C A-C 10-K 9-P 9-K", "7-K R-C A-C 9-P 9-K"),
    ] {
        let end = play_automatic(&cards(drawn), AllianceRule::Either);
        assert_eq!(end, row(left), "{drawn}");
    }
}

/// Part 2: the 7♣ starts a cascade, with the leftmost jump first.
#[test]
fn cascade_plays_leftmost_jumps_first() {
    let mut table = row("9-T V-K 10-C A-P V-T D-T D-P");
    assert_eq!(table.leftmost_jump(), None);
    table.draw_and_jump(card("7-T"));
    assert_eq!(table, row("10-C D-P 7-T"));
}

#[test]
fn refused_jumps_leave_row_unchanged() {
    let before = row("7-K R-C A-C 10-K");
    for (pile, why) in [
        (0, JumpRefusal::NotBetweenPiles(0)),
        (1, JumpRefusal::NotAllied(card("7-K"), card("A-C"))),
        (3, JumpRefusal::NotBetweenPiles(3)),
        (4, JumpRefusal::UnknownPile(4)),
    ] {
        let mut row = before.clone();
        assert_eq!(row.jump(pile), Err(why));
        assert_eq!(row, before);
    }
}

/// The game equals "deal everything, then always make the leftmost possible jump", in a list and by the rules of jumps.
#[test]
fn fast_play_equals_definitions() {
    for pack in "32 36 52 1x1 2x1 1x5 3x5 5x3 8x8 2x32 7x9"
        .split(' ')
        .map(parse)
    {
        for (deal, deck) in (0..).zip(deals(pack, 1, 1500)) {
            for rule in AllianceRule::ALL {
                let mut list = deck.clone();
                while let Some(left) = list.windows(3).position(|three| match rule {
                    AllianceRule::Either => {
                        three[0].suit() == three[2].suit() || three[0].rank() == three[2].rank()
                    }
                    AllianceRule::Suit => three[0].suit() == three[2].suit(),
                    AllianceRule::Rank => three[0].rank() == three[2].rank(),
                }) {
                    list.remove(left);
                }
                let mut row = PileRow::new(deck.clone()).with_alliance(rule);
                while let Some(pile) = row.leftmost_jump() {
                    row.jump(pile).expect("a possible jump");
                }
                let end = play_automatic(&deck, rule);
                assert_eq!(end.top_cards(), list, "{rule}: {deck:?}");
                assert_eq!(row.top_cards(), list, "{rule}: {deck:?}");
                assert_eq!(automatic_pile_count(&deck, rule), list.len());
            }
            if deal % 37 == 0 {
                assert_eq!(Alliances::automatic(pack).deck(Seed(1), deal), deck);
            }
        }
    }
}

#[test]
fn best_change_equals_literal_replay() {
    for pack in "32 36 52 1x2 2x1 2x2 2x3 5x3".split(' ').map(parse) {
        for deck in deals(pack, 23, 8) {
            for improvement in Improvement::ALL {
                for rule in AllianceRule::ALL {
                    let replay = |stock: &[_]| play_automatic(stock, rule).pile_count();
                    let literal = best_change_by(&deck, improvement, replay);
                    let found = best_change(&deck, improvement, rule);
                    assert_eq!(found, literal, "{improvement}, {rule}: {deck:?}");
                }
            }
        }
    }
    for improvement in Improvement::ALL {
        for deck in [cards("7-K"), Vec::new()] {
            assert_eq!(best_change(&deck, improvement, AllianceRule::Either), None);
        }
    }
}

/// Every change is listed once and changes the deck between two places; exchanges of neighbours are also swaps and moves.
#[test]
fn changes_are_listed_once_and_alter_deck() {
    let deck = deals(Pack::PIQUET, 1, 1).next().unwrap();
    let [exchanged, swapped, moved] = Improvement::ALL.map(|improvement| {
        let mut seen = HashSet::new();
        for change in improvement.changes(32) {
            let mut changed = deck.clone();
            change.apply(&mut changed);
            let first = change.first.min(change.second);
            let last = change.first.max(change.second);
            assert_eq!(
                (&changed[..first], &changed[last + 1..]),
                (&deck[..first], &deck[last + 1..])
            );
            assert!(changed[first] != deck[first] && changed[last] != deck[last]);
            assert!(seen.insert(changed.clone()), "{change:?} is listed twice");
        }
        seen
    });
    assert_eq!(
        [exchanged.len(), swapped.len(), moved.len()],
        [31, 32 * 31 / 2, 31 * 31]
    );
    assert!(exchanged.is_subset(&swapped) && exchanged.is_subset(&moved));
}

/// 5.1: among equally good exchanges, the one farthest in the stock. Here every exchange is equally good.
#[test]
fn ties_go_to_the_largest_index() {
    let deck = cards("7-C 8-K 9-P 10-T");
    for (kind, first, second) in [
        (Improvement::Exchange, 2, 3),
        (Improvement::Swap, 2, 3),
        (Improvement::Move, 3, 2),
    ] {
        let expected = BestChange {
            change: Change {
                kind,
                first,
                second,
            },
            piles_before: 4,
            piles_after: 4,
        };
        assert_eq!(
            best_change(&deck, kind, AllianceRule::Either),
            Some(expected)
        );
    }
}

/// Stocks that every exchange of neighbours makes worse, so that the largest gain is -1 and not 0: one of 32 cards, and one of
/// the smallest pack with a known example.
#[test]
fn every_exchange_worsens_known_stocks() {
    for (stock, pack, piles) in [
        (
            "8-T D-K 10-P D-C R-C 8-P A-T V-P 10-C 8-C R-K 10-K 9-C 7-T 9-P V-K A-P D-T V-C A-K 9-K 10-T R-P V-T 7-P \
             7-K 7-C 8-K R-T D-P 9-T A-C",
            Pack::PIQUET,
            6,
        ),
        (
            "10-P V-P A-C V-T R-K D-T D-C A-T 10-K A-K D-P V-C R-P 10-T R-C R-T V-K 10-C D-K A-P",
            pack(4, 5),
            5,
        ),
    ] {
        let deck = cards(stock);
        assert_eq!(
            BTreeSet::from_iter(deck.clone()),
            pack.cards().collect(),
            "a deck of {pack}"
        );
        let best = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
        assert_eq!(
            (best.piles_before, best.piles_after, best.gain()),
            (piles, piles + 1, -1)
        );
    }
}

/// An unsolved game counts both ways in the interval of a share, and in no mean.
#[test]
fn unsolved_games_count_both_ways_in_shares() {
    let experiment = crate::common::experiment("alliances cards=32 improve=none player=perfect");
    let mut tally = Tally::empty(experiment.tally_schema());
    tally.deals = 1000;
    for (name, value, times) in [
        ("piles", 6, 1000),
        ("played", 4, 900),
        ("lead", 32 + 2, 900),
        ("played-least", 3, 100),
        ("played-most", 5, 100),
    ] {
        let place = tally
            .schema
            .histograms
            .iter()
            .position(|spec| spec.name == name)
            .unwrap();
        tally.histograms[place].add_many(value, times);
    }
    tally.records[0].update(4, 7);
    assert_eq!(tally.first_contradiction(), None);
    let summary = crate::common::summary(&Run {
        plan: experiment.plan(Seed(1), 1000),
        done: RangeSet::from(0..1000),
        tally,
        stop_reason: StopReason::Deals,
    });
    let is_row = |row: &&Row, piles: u64| {
        row.field("player") == Some(&"perfect".into())
            && row.field("nb_tas_max") == Some(&piles.into())
    };
    for (piles, low, high) in [
        (2, 0.0..=0.0, 0.0..=0.01),
        (3, 0.0..=0.0, 0.1..=0.2),
        (4, 0.85..=0.9, 0.999..=1.0),
        (5, 0.99..=1.0, 1.0..=1.0),
    ] {
        let interval = summary
            .rows()
            .find(|row| is_row(row, piles))
            .unwrap()
            .interval
            .unwrap();
        assert!(
            low.contains(&interval.low) && high.contains(&interval.high),
            "{piles}: {interval:?}"
        );
    }
    let better = summary.estimate("player_better").unwrap().interval.unwrap();
    assert!(better.low < 0.9 && better.high > 0.999, "{better:?}");
    let piles = summary.estimate("nb_tas_player").unwrap();
    assert_eq!(piles.moments.unwrap().value_count, 900);
    assert_eq!(summary.proportion("unsolved").unwrap().count, 100);
}
