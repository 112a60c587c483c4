//! Tests of improvements of a stock: ties, and typical errors of other programs.

use crate::alliances::deals;
use crate::cards::cards;
use pioche_engine::cards::bit_planes::PlaneDealer;
use pioche_engine::cards::deck::DeckText;
use pioche_engine::cards::shuffle::DEALS_PER_BLOCK;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::{automatic_pile_count, play_automatic};
use pioche_engine::games::alliances::improve::{
    BestChange, Change, ChangeList, Improvement, best_change, best_change_by,
};
use pioche_engine::simd::SimdLevel;
use std::collections::HashSet;

#[test]
fn best_change_equals_literal_replay() {
    let equal = |pack, count| {
        for deck in deals(pack, 23, count) {
            for improvement in Improvement::ALL {
                for rule in AllianceRule::ALL {
                    let literal = best_change_by(&deck, improvement, |stock| {
                        play_automatic(stock, rule, |_, _| ()).pile_count()
                    });
                    assert_eq!(
                        best_change(&deck, improvement, rule),
                        literal,
                        "{improvement} of {}, {rule}",
                        DeckText(&deck)
                    );
                }
            }
        }
    };
    [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL]
        .into_iter()
        .for_each(|pack| equal(pack, 4));
    for (suits, ranks) in [(1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (5, 3)] {
        equal(Pack::new(suits, ranks).unwrap(), 50);
    }
    for improvement in Improvement::ALL {
        assert_eq!(
            (
                best_change(&cards("7-K"), improvement, AllianceRule::Either),
                best_change(&[], improvement, AllianceRule::Either)
            ),
            (None, None)
        );
    }
}

/// Every change is listed once and changes the deck.
#[test]
fn changes_are_listed_once_and_alter_deck() {
    let deck = deals(Pack::PIQUET, 1, 1).next().unwrap();
    for (improvement, count) in [
        (Improvement::Exchange, 31),
        (Improvement::Swap, 32 * 31 / 2),
        (Improvement::Move, 31 * 31),
    ] {
        let mut seen = HashSet::new();
        for change in improvement.changes(32) {
            let mut changed = deck.clone();
            change.apply(&mut changed);
            assert_ne!(changed, deck);
            let (first, last) = match change {
                Change::Exchange(first) => (first, first + 1),
                Change::Swap(first, second) => (first, second),
                Change::Move { from, to } => (from.min(to), from.max(to)),
            };
            assert_eq!(
                (&changed[..first], &changed[last + 1..]),
                (&deck[..first], &deck[last + 1..])
            );
            assert!(changed[first] != deck[first] && changed[last] != deck[last]);
            assert!(seen.insert(changed.clone()), "{change:?} is listed twice");
            change.undo(&mut changed);
            assert_eq!(changed, deck);
        }
        assert_eq!(seen.len(), count, "{improvement}");
    }
}

/// Comparisons of changes depend on this property.
#[test]
fn every_exchange_of_neighbours_is_a_swap_and_a_move() {
    let deck = deals(Pack::PIQUET, 1, 1).next().unwrap();
    let changed = |improvement: Improvement| -> HashSet<Vec<Card>> {
        let apply = |change: Change| {
            let mut changed = deck.clone();
            change.apply(&mut changed);
            changed
        };
        improvement.changes(32).map(apply).collect()
    };
    let exchanged = changed(Improvement::Exchange);
    assert!(
        exchanged.is_subset(&changed(Improvement::Swap))
            && exchanged.is_subset(&changed(Improvement::Move))
    );
}

/// 5.1: among equally good exchanges, the one farthest in the stock. Here every exchange is equally good.
#[test]
fn ties_go_to_the_largest_index() {
    let deck = cards("7-C 8-K 9-P 10-T");
    let found = best_change(&deck, Improvement::Exchange, AllianceRule::Either);
    assert_eq!(
        found,
        Some(BestChange {
            change: Change::Exchange(2),
            piles_before: 4,
            piles_after: 4
        })
    );
    assert_eq!(found.unwrap().gain(), 0);
    assert_eq!(
        best_change(&deck, Improvement::Swap, AllianceRule::Either)
            .unwrap()
            .change,
        Change::Swap(2, 3)
    );
    assert_eq!(
        best_change(&deck, Improvement::Move, AllianceRule::Either)
            .unwrap()
            .change,
        Change::Move { from: 3, to: 2 }
    );
}

/// Several exchanges are best in many decks; the last is returned, not the first as in other programs.
#[test]
fn frequent_ties_select_last_best_exchange() {
    let mut ties = 0;
    for deck in deals(Pack::PIQUET, 8, 300) {
        let results: Vec<usize> = Improvement::Exchange
            .changes(32)
            .map(|change| {
                let mut changed = deck.clone();
                change.apply(&mut changed);
                automatic_pile_count(&changed, AllianceRule::Either)
            })
            .collect();
        let fewest = *results.iter().min().unwrap();
        let last = results.iter().rposition(|&piles| piles == fewest).unwrap();
        ties += u32::from(results.iter().position(|&piles| piles == fewest) != Some(last));
        let found = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
        assert_eq!(
            (found.change, found.piles_after, found.piles_before),
            (
                Change::Exchange(last),
                fewest,
                automatic_pile_count(&deck, AllianceRule::Either)
            )
        );
    }
    assert!(ties > 30, "{ties} ties");
}

/// A stock that every exchange makes worse: the largest gain is -1, not 0.
#[test]
fn the_gain_can_be_negative() {
    let deck = cards(
        "8-T D-K 10-P D-C R-C 8-P A-T V-P 10-C 8-C R-K 10-K 9-C 7-T 9-P V-K \
         A-P D-T V-C A-K 9-K 10-T R-P V-T 7-P 7-K 7-C 8-K R-T D-P 9-T A-C",
    );
    let after = |change: Change| {
        let mut changed = deck.clone();
        change.apply(&mut changed);
        automatic_pile_count(&changed, AllianceRule::Either)
    };
    assert_eq!(
        (
            automatic_pile_count(&deck, AllianceRule::Either),
            Improvement::Exchange.changes(32).map(after).min()
        ),
        (6, Some(7))
    );
    let best = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
    assert_eq!(
        (best.piles_before, best.piles_after, best.gain()),
        (6, 7, -1)
    );
    let mut dealer = PlaneDealer::new(Pack::PIQUET);
    let numbers: Vec<u8> = deck
        .iter()
        .map(|&card| Pack::PIQUET.card_number(card).unwrap())
        .collect();
    (0..DEALS_PER_BLOCK).for_each(|lane| dealer.draws.encode_deck(lane, &numbers));
    let changes = ChangeList::new(32, Improvement::Exchange, AllianceRule::Either).unwrap();
    assert!(
        changes
            .best_changes(&dealer, SimdLevel::default(), 0..DEALS_PER_BLOCK)
            .eq((0..DEALS_PER_BLOCK).map(|lane| (lane, best)))
    );
}

#[test]
fn swap_and_move_gain_at_least_as_much_as_exchange() {
    for deck in deals(Pack::PIQUET, 31, 60) {
        let [exchange, swap, moved] = Improvement::ALL.map(|improvement| {
            best_change(&deck, improvement, AllianceRule::Either)
                .unwrap()
                .piles_after
        });
        assert!(
            swap <= exchange && moved <= exchange,
            "an exchange of neighbours is also a swap and a move"
        );
    }
}
