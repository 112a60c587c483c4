//! Slow definitions of the fewest piles, by a search of every reachable row.

use pioche_engine::cards::Card;
use pioche_engine::games::alliances::PileRow;
use std::collections::HashSet;

/// Returns the fewest piles after any sequence of jumps in a row.
pub fn fewest(row: &PileRow) -> usize {
    fewest_with_draws(row, &[])
}

/// Returns the fewest piles at the end of a started game: `row` on the table and `stock` to be drawn, with draws and
/// jumps in any order.
pub fn fewest_with_draws(row: &PileRow, stock: &[Card]) -> usize {
    let mut seen = HashSet::new();
    let mut waiting = vec![(row.clone(), 0)];
    let mut fewest = row.pile_count() + stock.len();
    while let Some((row, drawn)) = waiting.pop() {
        fewest = fewest.min(row.pile_count() + stock.len() - drawn);
        let jumps = row.possible_jumps().filter_map(|pile| {
            let mut after = row.clone();
            after.jump(pile).is_ok().then_some((after, drawn))
        });
        let draw = stock.get(drawn).map(|&card| {
            let mut after = row.clone();
            after.lay(card);
            (after, drawn + 1)
        });
        for state in jumps.chain(draw) {
            if seen.insert(state.clone()) {
                waiting.push(state);
            }
        }
    }
    fewest
}
