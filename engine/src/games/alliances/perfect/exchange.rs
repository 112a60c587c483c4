//! The exchange of neighbours after which perfect play leaves the fewest piles.

use super::{Solver, Unproved, Word};
use crate::cards::Card;
use crate::games::alliances::improve::{Best, Improvement};

impl Solver {
    /// The best exchange of neighbours when the game before and the game after are both played perfectly; among equals
    /// the one farthest in the stock. `None` when the stock has fewer than two cards.
    ///
    /// Equal to [`best_by`](crate::games::alliances::improve::best_by) with the fewest piles of each stock. Only fewer
    /// piles than those of a later exchange count, and none has to leave more than the best automatic game: with these
    /// limits most searches are short.
    ///
    /// # Errors
    /// [`Unproved`], of the first stock that would take too many histories.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
    pub fn best_exchange(&mut self, deck: &[Card]) -> Result<Option<Best>, Unproved> {
        let mut changed = deck.to_vec();
        let games: Vec<_> = Improvement::Exchange
            .changes(deck.len())
            .map(|change| {
                change.apply(&mut changed);
                let word = Word::new(&changed);
                change.undo(&mut changed);
                (change, word.automatic(|_| ()), word)
            })
            .collect();
        let Some(least) = games.iter().map(|&(_, automatic, _)| automatic).min() else { return Ok(None) };
        let before = self.best(deck)?;
        let (mut best, mut limit) = (None, least + 1);
        for (change, automatic, word) in games.iter().rev() {
            let known = limit.min(*automatic);
            let fewer = self.below(word, known).map_err(|unproved| Unproved { high: *automatic, ..unproved })?;
            let after = fewer.unwrap_or(known);
            if after < limit {
                (best, limit) = (Some(Best { change: *change, before, after }), after);
            }
        }
        Ok(best)
    }
}
