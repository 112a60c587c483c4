//! Tests of the patience: the handout's examples, definitions against a fast game, symmetries, exact distributions.

use crate::cards::{card, cards};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{Alliances, Experiment};
use pioche_engine::games::alliances::automatic::{automatic_pile_count, play_automatic};
use pioche_engine::games::alliances::exact::pile_counts;
use pioche_engine::games::alliances::{AllianceRule, JumpRefusal, PatienceEvent, PileRow};
use pioche_engine::sim::Seed;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn row(text: &str) -> PileRow {
    PileRow::new(cards(text))
}

fn played(deck: &[Card]) -> PileRow {
    play_automatic(deck, AllianceRule::Either, |_, _| ())
}

/// Returns the first decks of a seed.
pub fn deals(pack: Pack, seed: u64, count: u64) -> impl Iterator<Item = Vec<Card>> {
    let streams = Alliances::automatic(pack).deal_streams(Seed(seed));
    let decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, &streams, 0..count);
    decks.map(move |(_, numbers)| pack.deck(&numbers))
}

#[test]
fn single_deck_equals_deck_of_run() {
    let experiment = Alliances::automatic(Pack::FULL);
    for (deal, deck) in (0..).zip(deals(Pack::FULL, 5, 700)).step_by(37) {
        assert_eq!(experiment.deck(Seed(5), deal), deck, "deal {deal}");
    }
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

/// Part 2: 8♥ 7♦ R♣ allows no jump, 8♥ 7♦ R♥ allows one.
#[test]
fn handout_examples_1_and_2_allow_expected_jumps() {
    assert_eq!(played(&cards("8-C 7-K R-T")), row("8-C 7-K R-T"));
    assert_eq!(played(&cards("8-C 7-K R-C")), row("7-K R-C"));
}

/// Part 2: the 9♠ jumps between the 10♦ and the 9♦, and no jump follows.
#[test]
fn handout_example_3_plays_one_jump() {
    assert_eq!(
        played(&cards("7-K R-C A-C 10-K 9-P")),
        row("7-K R-C A-C 10-K 9-P")
    );
    assert_eq!(
        played(&cards("7-K R-C A-C 10-K 9-P 9-K")),
        row("7-K R-C A-C 9-P 9-K")
    );
}

/// Part 2: the 7♣ starts a cascade, with the leftmost jump first.
#[test]
fn cascade_plays_leftmost_jumps_first() {
    let mut table = row("9-T V-K 10-C A-P V-T D-T D-P");
    assert_eq!(table.leftmost_jump(), None);
    let mut states = Vec::new();
    table.draw_and_jump(card("7-T"), &mut |event, row: &PileRow| {
        states.push((event, row.clone()))
    });
    let expected = [
        (
            PatienceEvent::Drawn(card("7-T")),
            "9-T V-K 10-C A-P V-T D-T D-P 7-T",
        ),
        (PatienceEvent::Jumped(6), "9-T V-K 10-C A-P V-T D-P 7-T"),
        (PatienceEvent::Jumped(4), "9-T V-K 10-C V-T D-P 7-T"),
        (PatienceEvent::Jumped(2), "9-T 10-C V-T D-P 7-T"),
        (PatienceEvent::Jumped(1), "10-C V-T D-P 7-T"),
        (PatienceEvent::Jumped(2), "10-C D-P 7-T"),
    ];
    assert_eq!(states, expected.map(|(event, tops)| (event, row(tops))));
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

/// A reversed deck gives another game.
#[test]
fn deck_is_drawn_from_first_card() {
    let reversed = |mut deck: Vec<Card>| {
        deck.reverse();
        deck
    };
    let decks: Vec<_> = deals(Pack::PIQUET, 1, 200).collect();
    assert!(
        decks
            .iter()
            .any(|deck| automatic_pile_count(deck, AllianceRule::Either)
                != automatic_pile_count(&reversed(deck.clone()), AllianceRule::Either))
    );
    let mut drawn = Vec::new();
    play_automatic(&decks[0], AllianceRule::Either, |event, _| {
        if let PatienceEvent::Drawn(card) = event {
            drawn.push(card);
        }
    });
    assert_eq!(drawn, decks[0]);
}

/// "Deal everything, then always make the leftmost possible jump": the same final row.
fn deal_then_jump(deck: &[Card]) -> PileRow {
    let mut row = PileRow::new(deck.to_vec());
    while let Some(pile) = row.leftmost_jump() {
        row.jump(pile).expect("the leftmost jump is possible");
    }
    row
}

/// The leftmost jumps of a row under any relation: a definition without the rules of alliance.
fn jump_leftmost(deck: &[Card], allied: impl Fn(Card, Card) -> bool) -> Vec<Card> {
    let mut row = deck.to_vec();
    while let Some(left) = row.windows(3).position(|three| allied(three[0], three[2])) {
        row.remove(left);
    }
    row
}

fn hold_equal(pack: Pack, seed: u64, count: u64) {
    for deck in deals(pack, seed, count) {
        let end = played(&deck);
        assert_eq!(end, deal_then_jump(&deck), "{deck:?}");
        for rule in AllianceRule::ALL {
            let row = play_automatic(&deck, rule, |_, _| ());
            let definition = match rule {
                AllianceRule::Either => end.top_cards().to_vec(),
                AllianceRule::Suit => jump_leftmost(&deck, |a, b| a.suit() == b.suit()),
                AllianceRule::Rank => jump_leftmost(&deck, |a, b| a.rank() == b.rank()),
            };
            assert_eq!(row.top_cards(), definition, "{rule}: {deck:?}");
            let piles = automatic_pile_count(&deck, rule);
            assert_eq!(piles, definition.len(), "{rule}: {deck:?}");
        }
    }
}

#[test]
fn fast_play_equals_both_definitions() {
    for pack in [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL] {
        hold_equal(pack, 1, 20_000);
    }
    for (suits, ranks) in [
        (1, 1),
        (2, 1),
        (1, 5),
        (3, 5),
        (5, 3),
        (8, 8),
        (2, 32),
        (7, 9),
    ] {
        hold_equal(Pack::new(suits, ranks).unwrap(), 2, 2_000);
    }
}

#[test]
fn game_ends_with_two_or_more_piles_and_single_last_card() {
    for deck in deals(Pack::PIQUET, 4, 5_000) {
        let end = played(&deck);
        assert!(end.pile_count() >= 2);
        assert_eq!(
            end.top_cards().last(),
            deck.last(),
            "the last card drawn never moves"
        );
    }
}

/// Each rule of alliance, and the rule when suits and ranks exchange their roles.
const EXCHANGED_RULES: [(AllianceRule, AllianceRule); 3] = [
    (AllianceRule::Either, AllianceRule::Either),
    (AllianceRule::Suit, AllianceRule::Rank),
    (AllianceRule::Rank, AllianceRule::Suit),
];

proptest! {
    /// Renaming suits and ranks, or exchanging their roles, does not change the number of piles.
    #[test]
    fn symmetries(seed in 0_u64..1_000_000, suits in 1_u8..=8, ranks in 1_u8..=8, turn in 0_u8..8, shift in 0_u8..8) {
        let pack = Pack::new(suits, ranks).unwrap();
        let deck = deals(pack, seed, 1).next().unwrap();
        let own = |card: Card| (card.suit(), card.rank() - pack.lowest_rank());
        let renamed = |card: Card| {
            let (suit, rank) = own(card);
            // Rotations of the suits and reflections of the ranks are tested together.
            Card::new((suit + turn) % suits, (ranks - 1 - rank + shift) % ranks).unwrap()
        };
        let exchanged = |card: Card| Card::new(own(card).1, own(card).0).unwrap();
        let renamed: Vec<Card> = deck.iter().copied().map(renamed).collect();
        let exchanged: Vec<Card> = deck.iter().copied().map(exchanged).collect();
        for (rule, exchanged_rule) in EXCHANGED_RULES {
            let expected = automatic_pile_count(&deck, rule);
            prop_assert_eq!(automatic_pile_count(&renamed, rule), expected);
            prop_assert_eq!(automatic_pile_count(&exchanged, exchanged_rule), expected);
        }
    }
}

/// Counts of another program over all orders of small packs: suits, ranks → piles → decks.
pub fn exact_laws() -> BTreeMap<(u8, u8), BTreeMap<usize, u64>> {
    let mut laws: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for line in include_str!("../data/alliances_exact.csv").lines().skip(1) {
        let numbers: Vec<u64> = line
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        let [suits, ranks, piles, decks] = numbers[..] else {
            panic!("{line}")
        };
        laws.entry((suits as u8, ranks as u8))
            .or_default()
            .insert(piles as usize, decks);
    }
    laws
}

/// Calls `each` with every order of the cards from `start` on (Heap's algorithm).
pub fn orders(deck: &mut Vec<Card>, start: usize, each: &mut impl FnMut(&[Card])) {
    if start + 1 >= deck.len() {
        return each(deck);
    }
    for place in start..deck.len() {
        deck.swap(start, place);
        orders(deck, start + 1, each);
        deck.swap(start, place);
    }
}

/// Returns the number of orders of a pack for each number of piles.
fn counts_of_all_orders(pack: Pack, rule: AllianceRule) -> Vec<u64> {
    let mut deck: Vec<Card> = pack.cards().collect();
    let mut counts = vec![0; deck.len() + 1];
    orders(&mut deck, 0, &mut |deck| {
        counts[automatic_pile_count(deck, rule)] += 1
    });
    counts
}

/// Under each rule, the distribution is that of all orders, and that of the exchanged rule for the pack with suits and ranks
/// exchanged.
#[test]
fn laws_of_each_rule_count_all_orders() {
    for (suits, ranks) in [(1, 5), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let pack = Pack::new(suits, ranks).unwrap();
        for (rule, exchanged_rule) in EXCHANGED_RULES {
            let counts = counts_of_all_orders(pack, rule);
            assert_eq!(
                pile_counts(pack, rule).as_ref(),
                Some(&counts),
                "{pack}, {rule}"
            );
            let exchanged = Pack::new(ranks, suits).unwrap();
            assert_eq!(counts, counts_of_all_orders(exchanged, exchanged_rule));
        }
    }
    // Cards of one suit have no rank in common, and all have their suit in common.
    let suit = Pack::new(1, 5).unwrap();
    assert_eq!(counts_of_all_orders(suit, AllianceRule::Rank)[5], 120);
    assert_eq!(counts_of_all_orders(suit, AllianceRule::Suit)[2], 120);
}

#[test]
fn exhaustive_small_pack_counts_match_exact_laws() {
    let laws = exact_laws();
    assert_eq!(laws.len(), 9);
    for ((suits, ranks), law) in laws {
        let mut counts = BTreeMap::new();
        let mut deck: Vec<Card> = Pack::new(suits, ranks).unwrap().cards().collect();
        orders(&mut deck, 0, &mut |deck| {
            *counts
                .entry(automatic_pile_count(deck, AllianceRule::Either))
                .or_insert(0) += 1
        });
        assert_eq!(counts, law, "{suits} suits, {ranks} ranks");
    }
}
