//! Exact distributions of small packs for both players, by complete enumeration of all orders up to renaming of
//! suits and ranks. This command rewrites the counts in `tests/data/alliances_players_exact.csv`:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test --release exact_player_laws_match_committed_file -- --include-ignored
//! ```

use super::{found, run};
use crate::alliances::exact_laws;
use crate::chance::assert_law_with_tails;
use crate::patience;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::AlliancesPlayer;
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::exact::pile_counts;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use std::collections::BTreeMap;
use std::fs;

/// The number of classes of orders for each pack, player and number of piles. All classes have the same size, since
/// only the identity renaming preserves an order.
type Laws = BTreeMap<(u8, u8, String, usize), u64>;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/alliances_players_exact.csv"
);

/// Calls `each` with one order of each class: suits and ranks first occur in the order of their numbers.
fn kinds(pack: Pack, each: &mut impl FnMut(&[Card])) {
    fn further(
        pack: Pack,
        deck: &mut Vec<Card>,
        (suits, ranks): (u8, u8),
        each: &mut impl FnMut(&[Card]),
    ) {
        if deck.len() == pack.size() {
            return each(deck);
        }
        for card in pack.cards() {
            if card.suit() <= suits && card.rank() <= ranks && !deck.contains(&card) {
                let next = (
                    suits + u8::from(card.suit() == suits),
                    ranks + u8::from(card.rank() == ranks),
                );
                deck.push(card);
                further(pack, deck, next, each);
                deck.pop();
            }
        }
    }
    further(pack, &mut Vec::new(), (0, pack.lowest_rank()), each);
}

fn enumerated(suits: u8, ranks: u8, laws: &mut Laws) {
    let pack = Pack::new(suits, ranks).unwrap();
    let mut solver = PerfectSolver::default();
    kinds(pack, &mut |deck| {
        for player in AlliancesPlayer::ALL {
            let piles = match player {
                AlliancesPlayer::Perfect => solver.fewest_piles(deck).unwrap(),
                AlliancesPlayer::Leftmost => automatic_pile_count(deck, AllianceRule::Either),
            };
            *laws
                .entry((suits, ranks, player.to_string(), piles))
                .or_insert(0) += 1;
        }
    });
}

fn read() -> Laws {
    let text = fs::read_to_string(FILE).expect("the counts are there");
    let cells = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>());
    let law = cells.map(|cells| match cells[..] {
        [suits, ranks, player, piles, orders] => (
            (
                suits.parse().unwrap(),
                ranks.parse().unwrap(),
                player.to_owned(),
                piles.parse().unwrap(),
            ),
            orders.parse().unwrap(),
        ),
        _ => panic!("{cells:?}"),
    });
    law.collect()
}

fn of(laws: &Laws, (suits, ranks): (u8, u8)) -> Laws {
    laws.iter()
        .filter(|(key, _)| (key.0, key.1) == (suits, ranks))
        .map(|(key, count)| (key.clone(), *count))
        .collect()
}

#[test]
fn small_pack_laws_match_enumeration_for_each_player() {
    let laws = read();
    for pack in [(2, 3), (2, 4), (3, 3)] {
        let mut counted = Laws::new();
        enumerated(pack.0, pack.1, &mut counted);
        assert_eq!(of(&laws, pack), counted);
    }
}

/// The classes times their size are the counts of another program for the automatic rule.
#[test]
fn leftmost_player_law_matches_automatic_rule_law() {
    let (laws, others) = (read(), exact_laws());
    let mut compared = 0;
    for ((suits, ranks, player, piles), kinds) in laws
        .iter()
        .filter(|((.., player, _), _)| player == "leftmost")
    {
        let names: u64 =
            (1..=u64::from(*suits)).product::<u64>() * (1..=u64::from(*ranks)).product::<u64>();
        if let Some(law) = others.get(&(*suits, *ranks)) {
            assert_eq!(
                law.get(piles),
                Some(&(kinds * names)),
                "{suits} x {ranks}, {player}"
            );
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Takes a quarter of a minute.
#[test]
#[ignore = "3,326,400 orders, by two players"]
fn exact_player_laws_match_committed_file() {
    let mut counted = Laws::new();
    for (suits, ranks) in [(2, 3), (2, 4), (3, 3), (2, 5), (3, 4)] {
        enumerated(suits, ranks, &mut counted);
    }
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        let row = |((suits, ranks, player, piles), orders): (&(u8, u8, String, usize), &u64)| {
            format!("{suits},{ranks},{player},{piles},{orders}\n")
        };
        let rows: String = counted.iter().map(row).collect();
        fs::write(FILE, format!("suits,ranks,player,piles,orders\n{rows}")).unwrap();
    }
    assert_eq!(read(), counted);
}

/// Simulations follow the exact distributions.
#[test]
fn simulations_follow_the_exact_laws() {
    let (laws, deals) = (read(), 20_000);
    for (suits, ranks) in [(2, 4), (3, 3), (3, 4)] {
        let pack = Pack::new(suits, ranks).unwrap();
        let run = run(
            &patience(pack, None, AlliancesPlayer::Perfect).unwrap(),
            deals,
            2,
        );
        for (name, player) in [("piles", "leftmost"), ("played", "perfect")] {
            let orders = |piles| {
                laws.get(&(suits, ranks, player.to_owned(), piles))
                    .copied()
                    .unwrap_or_default() as f64
            };
            let all: f64 = (0..=pack.size()).map(orders).sum();
            let expected: Vec<f64> = (0..=pack.size())
                .map(|piles| orders(piles) / all * deals as f64)
                .collect();
            let counted = found(&run, name);
            let observed: Vec<u64> = (0..=pack.size())
                .map(|piles| counted.count(piles))
                .collect();
            let case = format!("{suits} x {ranks}, {player}");
            assert_law_with_tails(&case, &observed, &expected);
        }
    }
}

/// The counts of the state table are those of all orders: the classes times their size.
#[test]
fn state_table_counts_equal_counts_by_enumeration() {
    let laws = read();
    for (suits, ranks) in [(2, 3), (2, 4), (3, 3), (2, 5), (3, 4)] {
        let class_size: u64 =
            (1..=u64::from(suits)).product::<u64>() * (1..=u64::from(ranks)).product::<u64>();
        let pack = Pack::new(suits, ranks).unwrap();
        let counts = pile_counts(pack, AllianceRule::Either).unwrap();
        for (piles, count) in counts.into_iter().enumerate() {
            let key = (suits, ranks, "leftmost".to_owned(), piles);
            let classes = laws.get(&key).copied().unwrap_or_default();
            assert_eq!(count, classes * class_size, "{pack}, {piles} piles");
        }
    }
    assert_eq!(pile_counts(Pack::PIQUET, AllianceRule::Either), None);
    let single_card = Pack::new(1, 1).unwrap();
    let counts = pile_counts(single_card, AllianceRule::Either);
    assert_eq!(counts, Some(vec![0, 1]));
}
