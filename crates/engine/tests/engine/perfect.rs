//! Tests of perfect play of the patience: complete search on small packs and on any relation, replayed solutions,
//! memory limits.

use crate::alliances::{deals, fewest_piles, fewest_with_draws};
use crate::cards::cards;
use crate::common::{generator, pack};
use pioche_engine::cards::deck::DeckText;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::improve::{Improvement, best_change, best_change_by};
use pioche_engine::games::alliances::perfect::{PerfectSolution, PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{AllianceRule, PatienceMove, PatienceState, PileRow};
use pioche_engine::games::{Game, MemoryLimit, Outcome};
use rand::Rng;

const EITHER: AllianceRule = AllianceRule::Either;

/// Calls `each` with a deck of `length` cards of each class: suits and ranks first occur in the order of their numbers. One
/// deck represents all its renamings, since only the alliances count.
fn for_each_class(pack: Pack, length: usize, each: &mut impl FnMut(&[Card])) {
    fn extend(
        pack: Pack,
        length: usize,
        deck: &mut Vec<Card>,
        [suits, ranks]: [u8; 2],
        each: &mut impl FnMut(&[Card]),
    ) {
        if deck.len() == length {
            return each(deck);
        }
        for card in pack.cards() {
            if card.suit() <= suits && card.rank() <= ranks && !deck.contains(&card) {
                let next = [
                    suits + u8::from(card.suit() == suits),
                    ranks + u8::from(card.rank() == ranks),
                ];
                deck.push(card);
                extend(pack, length, deck, next, each);
                deck.pop();
            }
        }
    }
    extend(pack, length, &mut Vec::new(), [0, pack.lowest_rank()], each);
}

/// Returns the solution of a solver under a rule of alliance, after replaying it by this rule.
fn replayed(solver: &mut PerfectSolver, deck: &[Card], rule: AllianceRule) -> PerfectSolution {
    let solution = solver.solve(deck).unwrap();
    let mut row = PileRow::new(deck.to_vec()).with_alliance(rule);
    for &pile in &solution.jumps {
        row.jump(pile).expect("a possible jump");
    }
    let piles = (automatic_pile_count(deck, rule), row.pile_count());
    let found = (solution.automatic_piles, solution.fewest_piles);
    assert_eq!(found, piles, "{}", DeckText(deck));
    assert_eq!(
        solver.automatic_and_fewest_piles(deck).1,
        Ok(solution.fewest_piles)
    );
    solution
}

/// By a search of every reachable row: all decks of small packs, up to renaming, and decks of larger ones under each rule. A
/// jump of one suit or of one rank is possible under the handout's rule, too, which never needs more piles.
#[test]
fn solver_matches_full_search() {
    let mut solver = PerfectSolver::default();
    for (suits, ranks, classes) in [(2, 3, 60), (3, 2, 60), (2, 4, 840), (3, 3, 10_080)] {
        let pack = pack(suits, ranks);
        let mut count = 0;
        for_each_class(pack, pack.size(), &mut |deck| {
            let fewest = fewest_with_draws(&PileRow::default(), deck);
            let solution = replayed(&mut solver, deck, EITHER);
            assert_eq!(solution.fewest_piles, fewest, "{}", DeckText(deck));
            count += 1;
        });
        assert_eq!(count, classes, "{pack}");
    }
    for (suits, ranks, count) in [(3, 4, 600), (4, 4, 40), (2, 7, 200), (5, 3, 60)] {
        for deck in deals(pack(suits, ranks), 41, count) {
            let [either, suit, rank] = AllianceRule::ALL.map(|rule| {
                let mut solver = PerfectSolver::default().with_alliance(rule);
                let fewest = replayed(&mut solver, &deck, rule).fewest_piles;
                let expected = fewest_piles(&deck, rule);
                assert_eq!(fewest, expected, "{rule}: {}", DeckText(&deck));
                fewest
            });
            assert!(either <= suit.min(rank), "{}", DeckText(&deck));
        }
    }
    for (suits, ranks, count) in [(4, 8, 20_000), (4, 13, 3000), (8, 8, 40), (2, 32, 200)] {
        for deck in deals(pack(suits, ranks), 1, count) {
            replayed(&mut solver, &deck, EITHER);
        }
    }
}

/// A started game is solved as its row followed by its stock; its jumps are made as early as possible.
#[test]
fn started_game_is_solved_as_row_and_stock() {
    let (mut generator, mut solver) = (generator(7), PerfectSolver::default());
    for (pack, is_small, count) in [
        (pack(3, 3), true, 600),
        (pack(3, 4), true, 60),
        (Pack::PIQUET, false, 500),
    ] {
        for deck in deals(pack, 9, count) {
            let mut game = PatienceState::new(&deck, 2);
            for _ in 0..generator.next_u64() as usize % deck.len() {
                let moves = game.legal_moves();
                if !moves.is_empty() {
                    game.play(moves[generator.next_u64() as usize % moves.len()])
                        .unwrap();
                }
            }
            let solution = solver
                .solve(game.row_after_giving_up().top_cards())
                .unwrap();
            if is_small {
                assert_eq!(
                    solution.fewest_piles,
                    fewest_with_draws(game.row(), game.stock()),
                    "{game}"
                );
            }
            let mut in_time = game.clone();
            let draws = std::iter::repeat_n(PatienceMove::Draw, game.stock().len());
            for mv in draws.chain(solution.jumps.iter().map(|&pile| PatienceMove::Jump(pile))) {
                game.play(mv).unwrap();
            }
            let (piles, stock) = (in_time.row().pile_count(), in_time.stock().len());
            let moves = solution.moves_with_draws(piles, stock);
            for (place, &mv) in moves.iter().enumerate() {
                if let (PatienceMove::Draw, Some(&jump @ PatienceMove::Jump(_))) =
                    (mv, moves.get(place + 1))
                {
                    assert!(
                        in_time.clone().play(jump).is_err(),
                        "{jump} was possible before: {in_time}"
                    );
                }
                in_time.play(mv).unwrap();
            }
            assert_eq!(in_time, game);
            let left = Outcome::Remaining(solution.fewest_piles as u32);
            assert_eq!(
                game.outcome(),
                Some(left),
                "no jump is left when none helps"
            );
        }
    }
}

/// Short rows, the shortest one for which leftmost jumps leave more piles than necessary, and one whose best play leaves a
/// possible jump out.
#[test]
fn known_rows_are_solved() {
    let mut solver = PerfectSolver::default();
    for (row, automatic_piles, fewest) in [
        ("", 0, 0),
        ("7-K", 1, 1),
        ("7-K 8-K", 2, 2),
        ("7-C 8-K 9-P 10-T V-C D-K", 6, 6),
        ("7-K 8-C 9-K", 2, 2),
        ("7-T 8-T 9-K 7-C 10-C 9-C V-C", 4, 3),
        ("7-T 8-T 8-K 9-K 9-T 10-C 9-C V-C", 5, 4),
    ] {
        let cards = cards(row);
        let solution = replayed(&mut solver, &cards, EITHER);
        let found = (solution.automatic_piles, solution.fewest_piles);
        assert_eq!(found, (automatic_piles, fewest), "{row}");
        assert_eq!(fewest_piles(&cards, EITHER), fewest, "{row}");
    }
}

#[test]
fn leftmost_jumps_are_optimal_up_to_six_cards() {
    let mut rows = 0;
    for length in 1..=6 {
        for_each_class(pack(4, 6), length, &mut |row| {
            assert_eq!(
                automatic_pile_count(row, EITHER),
                fewest_piles(row, EITHER),
                "{}",
                DeckText(row)
            );
            rows += 1;
        });
    }
    assert!(rows > 10_000, "{rows}");
}

#[test]
#[should_panic(expected = "a row of 65 cards")]
fn solver_panics_on_65_cards() {
    let _ = PerfectSolver::default()
        .automatic_and_fewest_piles(&[Card::default(); 65])
        .1;
}

#[test]
fn exhausted_solver_memory_gives_valid_bounds() {
    let (mut solver, mut proved) = (PerfectSolver::default(), 0);
    for most in [0_u64, 1, 40, 200] {
        let mut small = PerfectSolver::with_memory_limit(MemoryLimit(most * 128));
        for deck in deals(Pack::FULL, 12, 400) {
            let best = solver.automatic_and_fewest_piles(&deck).1.unwrap();
            match small.automatic_and_fewest_piles(&deck).1 {
                Ok(found) => {
                    assert_eq!(found, best);
                    proved += 1;
                }
                Err(UnprovedBounds {
                    low,
                    high,
                    histories,
                }) => {
                    assert!(
                        low <= best && best <= high && low < high,
                        "{low} to {high}, not {best}"
                    );
                    assert_eq!(high, automatic_pile_count(&deck, EITHER));
                    assert!(
                        (most..most + 64).contains(&(histories as u64)),
                        "{histories} of {most}"
                    );
                }
            }
            let solved = small.solve(&deck).map(|solution| solution.fewest_piles);
            assert_eq!(solved, small.automatic_and_fewest_piles(&deck).1);
        }
    }
    assert!((200..600).contains(&proved), "{proved} of 1600 were proved");
}

#[test]
fn solver_best_change_follows_definition() {
    let (mut solver, mut other) = (PerfectSolver::default(), PerfectSolver::default());
    let [exchange, swap, relocate] = Improvement::ALL;
    for (pack, improvement, count) in [
        (pack(3, 3), exchange, 100),
        (pack(3, 3), swap, 100),
        (pack(3, 3), relocate, 100),
        (pack(1, 1), swap, 1),
        (Pack::PIQUET, exchange, 500),
        (Pack::FULL, exchange, 50),
        (Pack::PIQUET, swap, 50),
        (Pack::PIQUET, relocate, 20),
        (Pack::FULL, swap, 2),
    ] {
        for deck in deals(pack, 4, count) {
            let fewest = |deck: &[Card]| match deck.len() {
                9 => fewest_piles(deck, EITHER),
                _ => other.automatic_and_fewest_piles(deck).1.unwrap(),
            };
            let perfect = best_change_by(&deck, improvement, fewest).map(Ok);
            let expected = best_change(&deck, improvement, EITHER).zip(perfect);
            let found = solver.best_changes(&deck, improvement);
            assert_eq!(found, expected, "{improvement} of {}", DeckText(&deck));
        }
    }
}

/// If the stock is proved and a changed one is not, the upper bound is the result of the automatic game with the changed
/// stock.
#[test]
fn best_exchange_without_memory_gives_valid_bounds() {
    let (mut small, mut other) = (PerfectSolver::with_memory_limit(MemoryLimit(60 * 128)), 0);
    for deck in deals(Pack::FULL, 4, 300) {
        let is_proved = small.automatic_and_fewest_piles(&deck).1.is_ok();
        let Some((_, Err(UnprovedBounds { low, high, .. }))) =
            small.best_changes(&deck, Improvement::Exchange)
        else {
            continue;
        };
        assert!(low < high, "{low} to {high}");
        let mut left = Vec::new();
        for change in Improvement::Exchange.changes(deck.len()) {
            let mut changed = deck.clone();
            change.apply(&mut changed);
            left.push(automatic_pile_count(&changed, EITHER));
        }
        assert!(
            !is_proved || left.contains(&high),
            "{low} to {high} of {left:?}"
        );
        other += u32::from(is_proved && left.iter().min().is_some_and(|least| high > least + 1));
    }
    assert!(other > 0);
}
