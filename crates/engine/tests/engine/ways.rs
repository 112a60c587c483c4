//! Compares other players of the patience with plain definitions.

use crate::alliances::deals;
use crate::cards::cards;
use crate::chance::{Words, assert_uniform};
use crate::perfect::generator;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::Game;
use pioche_engine::games::alliances::automatic::play_automatic;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::games::alliances::policy::{LOOKAHEAD_DEPTH, pile_count_distribution};
use pioche_engine::games::alliances::{AllianceRule, PatienceMove, PatienceState, PileRow, Policy};
use rand::Rng;

fn packs() -> impl Iterator<Item = (Pack, u64)> {
    let small = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 4)];
    let small = small.map(|(suits, ranks)| (Pack::new(suits, ranks).unwrap(), 100));
    small
        .into_iter()
        .chain([(Pack::PIQUET, 300), (Pack::FULL, 50)])
}

#[test]
fn policy_names_parse_and_format() {
    for way in Policy::ALL {
        assert_eq!(way.to_string().parse(), Ok(way));
    }
    assert!(
        ["Leftmost", ""]
            .into_iter()
            .all(|text| text.parse::<Policy>().is_err())
    );
}

/// All moves are legal, only the late player draws while a jump is possible, and no jump is possible at the end.
#[test]
fn every_policy_plays_legal_moves() {
    let (mut generator, mut solver) = (generator(3), PerfectSolver::default());
    for (pack, count) in packs() {
        for deck in deals(pack, 8, count) {
            let best = solver.fewest_piles(&deck).unwrap();
            for way in Policy::ALL {
                let mut game = PatienceState::new(&deck, 2);
                let row = way.play(&deck, AllianceRule::Either, &mut generator, |mv| {
                    let waits = mv == PatienceMove::Draw && !game.possible_jumps().is_empty();
                    assert!(way == Policy::Late || !waits, "{way} waits in {game}");
                    game.play(mv).unwrap();
                });
                assert_eq!(game.row(), &row, "{way}");
                assert!(game.outcome().is_some(), "{way} stops in {game}");
                assert!(
                    row.pile_count() >= best,
                    "{way} is better than perfect in {game}"
                );
            }
        }
    }
}

/// Plays a deck: after each draw, `choose` selects one of the rows after a jump until no jump is possible.
fn eager(deck: &[Card], choose: impl Fn(&[Vec<Card>]) -> usize) -> Vec<Card> {
    let mut row = Vec::new();
    for &card in deck {
        row.push(card);
        loop {
            let after = all_after(&row);
            if after.is_empty() {
                break;
            }
            row = after[choose(&after)].clone();
        }
    }
    row
}

/// Returns the rows after one jump, that of the leftmost jump first.
fn all_after(row: &[Card]) -> Vec<Vec<Card>> {
    let allied = |a: Card, b: Card| a.suit() == b.suit() || a.rank() == b.rank();
    let gone = (2..row.len())
        .filter(|&right| allied(row[right - 2], row[right]))
        .map(|right| right - 2);
    gone.map(|gone| [&row[..gone], &row[gone + 1..]].concat())
        .collect()
}

/// Returns the rows after `jumps` jumps, or fewer if no jump is possible.
fn ends(row: &[Card], jumps: usize) -> Vec<Vec<Card>> {
    let after = all_after(row);
    if jumps == 0 || after.is_empty() {
        return vec![row.to_vec()];
    }
    after.iter().flat_map(|row| ends(row, jumps - 1)).collect()
}

/// Returns the first row from which `jumps` more jumps lead to the fewest piles, then to the most jumps.
fn farsighted(rows: &[Vec<Card>], jumps: usize) -> usize {
    let worth = |row: &Vec<Card>| {
        let ends = ends(row, jumps);
        ends.iter()
            .map(|end| 1000 * end.len() - all_after(end).len())
            .min()
            .unwrap()
    };
    let worths: Vec<usize> = rows.iter().map(worth).collect();
    let least = worths.iter().min().unwrap();
    worths.iter().position(|worth| worth == least).unwrap()
}

#[test]
fn every_policy_follows_its_definition() {
    let mut generator = generator(4);
    for (pack, count) in packs() {
        for deck in deals(pack, 18, count) {
            let mut played =
                |way: Policy| way.play(&deck, AllianceRule::Either, &mut generator, |_| ());
            assert_eq!(
                played(Policy::Leftmost),
                play_automatic(&deck, AllianceRule::Either, |_, _| ())
            );
            assert_eq!(played(Policy::Leftmost).top_cards(), eager(&deck, |_| 0));
            assert_eq!(
                played(Policy::Rightmost).top_cards(),
                eager(&deck, |rows| rows.len() - 1)
            );
            assert_eq!(
                played(Policy::Greedy).top_cards(),
                eager(&deck, |rows| farsighted(rows, 0))
            );
            assert_eq!(
                played(Policy::Lookahead).top_cards(),
                eager(&deck, |rows| farsighted(rows, LOOKAHEAD_DEPTH - 1))
            );
            let mut late = deck.clone();
            while let Some(after) = all_after(&late).pop() {
                late = after;
            }
            assert_eq!(played(Policy::Late).top_cards(), late);
        }
    }
}

/// All players differ, though the greedy jump is nearly always the leftmost.
#[test]
fn policies_give_different_games() {
    let decks: Vec<_> = deals(Pack::FULL, 2, 2000).collect();
    let rows = Policy::ALL.map(|way| {
        let mut generator = generator(1);
        decks
            .iter()
            .map(|deck| way.play(deck, AllianceRule::Either, &mut generator, |_| ()))
            .collect::<Vec<PileRow>>()
    });
    for (place, row) in rows.iter().enumerate() {
        assert!(
            rows[..place].iter().all(|other| other != row),
            "{} is another way",
            Policy::ALL[place]
        );
    }
}

/// The last card allows one jump, after which two are possible: each is chosen equally often.
#[test]
fn random_policy_chooses_jumps_uniformly() {
    let deck = cards("7-C 8-K 9-T 7-P 8-T");
    let mut generator = generator(6);
    let mut seen = [0; 2];
    for _ in 0..20_000 {
        seen[jumps(&deck, &mut generator)[1] - 1] += 1;
    }
    assert_uniform("second jumps", &seen);
    // A forced jump draws no random number, so the first word decides the second jump.
    assert_eq!(jumps(&deck, &mut Words(&[0]))[..2], [3, 1]);
    assert_eq!(jumps(&deck, &mut Words(&[1 << 63]))[..2], [3, 2]);
}

fn jumps(deck: &[Card], generator: &mut impl Rng) -> Vec<usize> {
    let mut jumps = Vec::new();
    Policy::Random.play(deck, AllianceRule::Either, generator, |mv| {
        if let PatienceMove::Jump(pile) = mv {
            jumps.push(pile);
        }
    });
    jumps
}

/// The distribution of a random player is summed in a fixed order, so that every bit is reproducible.
#[test]
fn random_policy_law_is_reproducible_bit_for_bit() {
    let pack = Pack::new(2, 4).unwrap();
    let first = pile_count_distribution(pack, Policy::Random, AllianceRule::Either).unwrap();
    assert!((0..20).all(|_| {
        pile_count_distribution(pack, Policy::Random, AllianceRule::Either).unwrap() == first
    }));
}
