//! Tests of perfect play of the patience: complete search on small packs and on any relation, replayed solutions,
//! memory limits.

pub mod plain;

use crate::alliances::{deals, orders};
use crate::cards::cards;
use pioche_engine::cards::deck::DeckText;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alliances::improve::{
    BestChange, Change, Improvement, best_change, best_change_by,
};
use pioche_engine::games::alliances::perfect::{
    AllianceGraph, PerfectSolution, PerfectSolver, UnprovedBounds,
};
use pioche_engine::games::alliances::{
    AllianceRule, PatienceMove, PatienceState, PileRow, automatic,
};
use pioche_engine::games::{Game, MemoryLimit, Outcome};
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use rand::Rng;
use std::collections::{BTreeSet, HashSet};

fn pack(suits: u8, ranks: u8) -> Pack {
    Pack::new(suits, ranks).unwrap()
}

/// Returns a generator for test data that are not deals.
pub fn generator(seed: u64) -> Pcg64Dxsm {
    Streams::new(Seed(seed))
        .for_purpose(Purpose::Riffle)
        .stream(0)
}

/// True if suits and ranks first occur in the order of their numbers. One such deck represents all its renamings, since
/// only the alliances count.
fn first_of_its_kind(deck: &[Card], pack: Pack) -> bool {
    let (mut suits, mut ranks) = (0, pack.lowest_rank());
    deck.iter().all(|card| {
        let fine = card.suit() <= suits && card.rank() <= ranks;
        suits += u8::from(card.suit() == suits);
        ranks += u8::from(card.rank() == ranks);
        fine
    })
}

/// Returns the solution after replaying it by the rules.
fn replayed(solver: &mut PerfectSolver, deck: &[Card]) -> PerfectSolution {
    replayed_under(solver, deck, AllianceRule::Either)
}

/// Returns the solution of a solver under a rule of alliance, after replaying it by this rule.
fn replayed_under(
    solver: &mut PerfectSolver,
    deck: &[Card],
    rule: AllianceRule,
) -> PerfectSolution {
    let solution = solver.solve(deck).unwrap();
    let mut row = PileRow::new(deck.to_vec()).with_alliance(rule);
    for &pile in &solution.jumps {
        row.jump(pile).unwrap_or_else(|refusal| {
            panic!("{refusal}, in {} of {}", row.pile_count(), DeckText(deck))
        });
    }
    assert_eq!(
        row.pile_count(),
        solution.fewest_piles,
        "{}",
        DeckText(deck)
    );
    assert_eq!(
        solution.automatic_piles,
        automatic::automatic_pile_count(deck, rule),
        "{}",
        DeckText(deck)
    );
    solution
}

/// Perfect play under each rule, by a search of every reachable row; jumps of one suit or of one rank only are also
/// possible under the handout's rule, which never needs more piles.
#[test]
fn solver_matches_full_search_under_each_rule() {
    for (suits, ranks, count) in [(2, 4, 500), (3, 4, 300), (4, 4, 60)] {
        for deck in deals(pack(suits, ranks), 43, count) {
            let fewest = AllianceRule::ALL.map(|rule| {
                let mut solver = PerfectSolver::default().with_alliance(rule);
                let row = PileRow::new(deck.clone()).with_alliance(rule);
                let fewest = replayed_under(&mut solver, &deck, rule).fewest_piles;
                assert_eq!(fewest, plain::fewest(&row), "{rule}: {}", DeckText(&deck));
                fewest
            });
            assert!(fewest[0] <= fewest[1].min(fewest[2]), "{}", DeckText(&deck));
        }
    }
}

#[test]
fn solver_matches_full_search_on_all_small_decks() {
    let mut solver = PerfectSolver::default();
    for (suits, ranks, kinds) in [
        (2, 2, 6),
        (2, 3, 60),
        (3, 2, 60),
        (2, 4, 840),
        (3, 3, 10_080),
    ] {
        let pack = pack(suits, ranks);
        let mut deck: Vec<Card> = pack.cards().collect();
        let mut seen = 0;
        orders(&mut deck, 0, &mut |deck| {
            if first_of_its_kind(deck, pack) {
                let fewest = plain::fewest_with_draws(&PileRow::default(), deck);
                assert_eq!(
                    replayed(&mut solver, deck).fewest_piles,
                    fewest,
                    "{}",
                    DeckText(deck)
                );
                assert_eq!(solver.fewest_piles(deck), Ok(fewest));
                seen += 1;
            }
        });
        assert_eq!(seen, kinds, "{suits} suits, {ranks} ranks");
    }
}

#[test]
fn solver_matches_full_search_on_larger_packs() {
    let mut solver = PerfectSolver::default();
    for (suits, ranks, count) in [(3, 4, 5000), (4, 4, 300), (2, 7, 1000), (5, 3, 400)] {
        for deck in deals(pack(suits, ranks), 41, count) {
            let fewest = plain::fewest(&PileRow::new(deck.clone()));
            assert_eq!(
                replayed(&mut solver, &deck).fewest_piles,
                fewest,
                "{}",
                DeckText(&deck)
            );
        }
    }
}

/// Returns the fewest letters of a word by complete search; a bit mask is a set of letters.
fn fewest_letters(word: &AllianceGraph) -> usize {
    let all = (1_u64 << word.card_count) - 1;
    let (mut seen, mut waiting) = (HashSet::from([all]), vec![all]);
    let mut fewest = word.card_count;
    while let Some(set) = waiting.pop() {
        fewest = fewest.min(set.count_ones() as usize);
        let letters: Vec<usize> = (0..word.card_count)
            .filter(|letter| set >> letter & 1 != 0)
            .collect();
        for three in letters
            .windows(3)
            .filter(|three| word.allies[three[0]] >> three[2] & 1 != 0)
        {
            let after = set & !(1 << three[0]);
            if seen.insert(after) {
                waiting.push(after);
            }
        }
    }
    fewest
}

/// Returns the word of any relation.
fn related(letters: usize, mut allied: impl FnMut(usize, usize) -> bool) -> AllianceGraph {
    let mut word = AllianceGraph {
        card_count: letters,
        allies: [0; 64],
    };
    for left in 0..letters {
        for right in (left + 1..letters).filter(|&right| allied(left, right)) {
            word.allies[left] |= 1 << right;
            word.allies[right] |= 1 << left;
        }
    }
    word
}

/// The solver does not require the relation of cards.
#[test]
fn solver_matches_full_search_for_any_relation() {
    let mut generator = generator(5);
    let mut solver = PerfectSolver::default();
    for round in 0..20_000 {
        let letters = 3 + round % 11;
        let share = 1 + generator.next_u64() % 7;
        let word = related(letters, |_, _| generator.next_u64() % 8 < share);
        let solution = solver.solve_graph(&word).unwrap();
        assert_eq!(solution.fewest_piles, fewest_letters(&word), "{word:?}");
        assert_eq!(
            solution.jumps.len(),
            letters - solution.fewest_piles,
            "{word:?}"
        );
    }
}

#[test]
fn relation_bits_equal_card_alliances() {
    for (rule, deck) in AllianceRule::ALL
        .into_iter()
        .cycle()
        .zip(deals(pack(8, 8), 3, 20))
    {
        let word = related(64, |left, right| rule.are_allied(deck[left], deck[right]));
        assert_eq!(word, AllianceGraph::new(&deck, rule));
        assert_eq!(
            word.play_automatic(|_| ()),
            automatic::automatic_pile_count(&deck, rule)
        );
    }
}

#[test]
fn solutions_replay_to_claimed_pile_count() {
    let mut solver = PerfectSolver::default();
    for (pack, count) in [
        (Pack::PIQUET, 100_000),
        (Pack::SIX_TO_ACE, 5000),
        (Pack::FULL, 5000),
    ] {
        for deck in deals(pack, 1, count) {
            replayed(&mut solver, &deck);
        }
    }
}

/// A started game is solved as its row followed by its stock.
#[test]
fn started_game_is_solved_as_row_and_stock() {
    let (mut generator, mut solver) = (generator(7), PerfectSolver::default());
    for (pack, compared, count) in [
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
            if compared {
                assert_eq!(
                    solution.fewest_piles,
                    plain::fewest_with_draws(game.row(), game.stock()),
                    "{game}"
                );
            }
            let mut in_time = game.clone();
            let drawn_first = std::iter::repeat_n(PatienceMove::Draw, game.stock().len());
            for mv in drawn_first.chain(solution.jumps.iter().map(|&pile| PatienceMove::Jump(pile)))
            {
                game.play(mv).unwrap();
            }
            // The same jumps as early as possible: no draw that a jump could precede.
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
            assert_eq!(game.row().pile_count(), solution.fewest_piles);
            assert_eq!(
                game.outcome(),
                Some(Outcome::Remaining(solution.fewest_piles as u32)),
                "no jump is left when none helps"
            );
        }
    }
}

/// A jump onto the first pile is always optimal, and one onto the second if the first cannot disappear.
#[test]
fn leftmost_pile_jumps_are_optimal() {
    let mut solver = PerfectSolver::default();
    let mut tried = [0; 2];
    for pack in [Pack::PIQUET, Pack::FULL] {
        for deck in deals(pack, 14, 3000) {
            let mut row = PileRow::new(deck.clone());
            if let Some(pile @ 1..=2) = row.leftmost_jump() {
                row.jump(pile).unwrap();
                assert_eq!(
                    solver.fewest_piles(row.top_cards()),
                    solver.fewest_piles(&deck),
                    "{}",
                    DeckText(&deck)
                );
                tried[pile - 1] += 1;
            }
        }
    }
    assert!(tried.iter().all(|&tried| tried > 500), "{tried:?} jumps");
}

/// The shortest row, by complete search, for which leftmost jumps leave more piles than necessary.
#[test]
fn leftmost_jump_can_be_suboptimal() {
    let row = cards("7-T 8-T 9-K 7-C 10-C 9-C V-C");
    let solution = replayed(&mut PerfectSolver::default(), &row);
    assert_eq!((solution.automatic_piles, solution.fewest_piles), (4, 3));
    assert_eq!(plain::fewest(&PileRow::new(row)), 3);
}

/// Leftmost jumps are optimal for rows of up to six cards.
#[test]
fn leftmost_jumps_are_optimal_up_to_six_cards() {
    let any = pack(4, 6);
    let mut rows: Vec<Vec<Card>> = vec![Vec::new()];
    for _ in 1..=6 {
        let longer = |row: &Vec<Card>| -> Vec<Vec<Card>> {
            let cards = any.cards().filter(|card| !row.contains(card));
            let longer = cards.map(|card| [row.as_slice(), &[card]].concat());
            longer.filter(|row| first_of_its_kind(row, any)).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
        for row in &rows {
            assert_eq!(
                automatic::automatic_pile_count(row, AllianceRule::Either),
                plain::fewest(&PileRow::new(row.clone())),
                "{}",
                DeckText(row)
            );
        }
    }
    assert!(rows.len() > 10_000, "{}", rows.len());
}

/// Returns the fewest piles over all plays in which this card never disappears.
fn fewest_with(row: &PileRow, kept: Card) -> usize {
    let after = |pile: usize| {
        let mut after = row.clone();
        after.jump(pile).unwrap();
        after
    };
    let jumps = row
        .possible_jumps()
        .filter(|pile| row.top_cards()[pile - 1] != kept);
    jumps
        .map(|pile| fewest_with(&after(pile), kept))
        .min()
        .unwrap_or(row.pile_count())
}

/// Returns the fewest piles over all plays in which this card disappears; `None` if it cannot.
fn fewest_without(row: &PileRow, gone: Card) -> Option<usize> {
    if !row.top_cards().contains(&gone) {
        return Some(plain::fewest(row));
    }
    let after = |pile| {
        let mut after = row.clone();
        after.jump(pile).unwrap();
        fewest_without(&after, gone)
    };
    row.possible_jumps().filter_map(after).min()
}

#[test]
fn optimal_play_can_require_skipping_a_jump() {
    let row = cards("7-T 8-T 8-K 9-K 9-T 10-C 9-C V-C");
    assert_eq!(
        replayed(&mut PerfectSolver::default(), &row).fewest_piles,
        4
    );
    let (row, nine) = (PileRow::new(row), cards("9-T")[0]);
    assert_eq!(fewest_with(&row, nine), 4);
    assert_eq!(fewest_without(&row, nine), Some(5));
}

#[test]
fn solver_handles_smallest_and_largest_rows() {
    let mut solver = PerfectSolver::default();
    let trivial = |piles| {
        Ok(PerfectSolution {
            automatic_piles: piles,
            fewest_piles: piles,
            jumps: Vec::new(),
        })
    };
    for (row, piles) in [
        ("", 0),
        ("7-K", 1),
        ("7-K 8-K", 2),
        ("7-C 8-K 9-P", 3),
        ("7-C 8-K 9-P 10-T V-C D-K", 6),
    ] {
        assert_eq!(solver.solve(&cards(row)), trivial(piles), "{row}");
        assert_eq!(solver.fewest_piles(&cards(row)), Ok(piles), "{row}");
    }
    assert_eq!(solver.fewest_piles(&cards("7-K 8-C 9-K")), Ok(2));
    for (suits, ranks, count) in [(8, 8, 40), (2, 32, 200), (4, 16, 200), (1, 32, 1)] {
        for deck in deals(pack(suits, ranks), 6, count) {
            replayed(&mut solver, &deck);
        }
    }
}

#[test]
#[should_panic(expected = "a row of 65 cards")]
fn solver_panics_on_65_cards() {
    let _ = PerfectSolver::default().fewest_piles(&[Card::default(); 65]);
}

#[test]
fn exhausted_solver_memory_gives_valid_bounds() {
    let (mut solver, mut proved) = (PerfectSolver::default(), 0);
    for most in [0_u64, 1, 40, 200] {
        let mut small = PerfectSolver::with_memory_limit(MemoryLimit(most * 128));
        for deck in deals(Pack::FULL, 12, 400) {
            let best = solver.fewest_piles(&deck).unwrap();
            match small.fewest_piles(&deck) {
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
                    assert_eq!(
                        high,
                        automatic::automatic_pile_count(&deck, AllianceRule::Either)
                    );
                    assert!(
                        (most..most + 64).contains(&(histories as u64)),
                        "{histories} of {most}"
                    );
                }
            }
            assert_eq!(
                small.solve(&deck).map(|solution| solution.fewest_piles),
                small.fewest_piles(&deck)
            );
        }
    }
    assert!((200..600).contains(&proved), "{proved} of 1600 were proved");
}

#[test]
fn solver_best_change_follows_definition() {
    let (mut solver, mut other) = (PerfectSolver::default(), PerfectSolver::default());
    for improvement in Improvement::ALL {
        assert_eq!(solver.best_changes(&cards("7-K"), improvement), None);
        for deck in deals(pack(3, 3), 4, 100) {
            let perfect = best_change_by(&deck, improvement, |deck| {
                plain::fewest(&PileRow::new(deck.to_vec()))
            });
            let expected =
                best_change(&deck, improvement, AllianceRule::Either).zip(perfect.map(Ok));
            assert_eq!(
                solver.best_changes(&deck, improvement),
                expected,
                "{improvement} of {}",
                DeckText(&deck)
            );
        }
    }
    let [exchange, swap, relocate] = Improvement::ALL;
    let counts = [
        (Pack::PIQUET, exchange, 1000),
        (Pack::FULL, exchange, 50),
        (Pack::PIQUET, swap, 50),
    ];
    for (pack, improvement, count) in counts
        .into_iter()
        .chain([(Pack::PIQUET, relocate, 20), (Pack::FULL, swap, 2)])
    {
        for deck in deals(pack, 4, count) {
            let perfect =
                best_change_by(&deck, improvement, |deck| other.fewest_piles(deck).unwrap());
            let expected =
                best_change(&deck, improvement, AllianceRule::Either).zip(perfect.map(Ok));
            assert_eq!(
                solver.best_changes(&deck, improvement),
                expected,
                "{improvement} of {}",
                DeckText(&deck)
            );
        }
    }
}

#[test]
fn best_exchange_without_memory_gives_valid_bounds() {
    let mut small = PerfectSolver::with_memory_limit(MemoryLimit(60 * 128));
    for deck in deals(Pack::FULL, 4, 20) {
        if let Some((_, Err(UnprovedBounds { low, high, .. }))) =
            small.best_changes(&deck, Improvement::Exchange)
        {
            assert!(low < high, "{low} to {high}");
        }
    }
    // If the stock is proved and a changed one is not, the upper bound is the result of the automatic game with the
    // changed stock.
    let (mut small, mut other) = (PerfectSolver::with_memory_limit(MemoryLimit(60 * 128)), 0);
    for deck in deals(Pack::FULL, 4, 300) {
        let automatic = |change: Change| {
            let mut changed = deck.clone();
            change.apply(&mut changed);
            automatic::automatic_pile_count(&changed, AllianceRule::Either)
        };
        let left: Vec<usize> = Improvement::Exchange
            .changes(deck.len())
            .map(automatic)
            .collect();
        if small.fewest_piles(&deck).is_ok()
            && let Some((_, Err(UnprovedBounds { low, high, .. }))) =
                small.best_changes(&deck, Improvement::Exchange)
        {
            assert!(
                low < high && left.contains(&high),
                "{low} to {high} of {left:?}"
            );
            other += u32::from(left.iter().min().is_some_and(|least| high > least + 1));
        }
    }
    assert!(other > 0);
}

/// Stocks that every exchange of neighbours makes worse under the handout's rule: one of 32 cards, and one of the
/// smallest pack with a known example.
#[test]
fn every_exchange_worsens_known_stocks() {
    let piquet = cards(
        "8-T D-K 10-P D-C R-C 8-P A-T V-P 10-C 8-C R-K 10-K 9-C 7-T 9-P V-K A-P D-T V-C A-K 9-K 10-T R-P V-T 7-P 7-K \
         7-C 8-K R-T D-P 9-T A-C",
    );
    let small = cards(
        "10-P V-P A-C V-T R-K D-T D-C A-T 10-K A-K D-P V-C R-P 10-T R-C R-T V-K 10-C D-K A-P",
    );
    for (deck, pack, piles) in [(piquet, Pack::PIQUET, 6), (small, pack(4, 5), 5)] {
        let sorted = BTreeSet::from_iter(deck.clone());
        assert_eq!(sorted, pack.cards().collect(), "a deck of {pack}");
        let BestChange {
            piles_before: before,
            piles_after: after,
            ..
        } = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
        assert_eq!((before, after), (piles, piles + 1));
    }
}
