//! The slow, obvious definitions of the fewest piles: every row that can be met is met.

use pioche_engine::cards::Card;
use pioche_engine::games::alliances::PileRow;
use std::collections::HashSet;

/// The fewest piles that jumps alone can make of a row, every order of them being tried.
pub fn fewest(row: &PileRow) -> usize {
    fewest_with_draws(row, &[])
}

/// The fewest piles in which a game under way can end: `row` on the table, `stock` to be drawn, draws and jumps in any
/// order, jumps missed as the player likes.
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
