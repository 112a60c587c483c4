//! One deal, played by the rule and by the player, with and without the best change.

use crate::cards::Card;
use crate::experiments::alliances::game::Player;
use crate::games::alliances::auto;
use crate::games::alliances::improve::{BestChange, Improvement, best, best_by};
use crate::games::alliances::perfect::{Solver, Unproved};
use rand::Rng;

/// Piles that a game leaves, between two bounds that are certain; equal ones where it was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piles {
    pub(super) low: usize,
    pub(super) high: usize,
}

impl Piles {
    const fn known(piles: usize) -> Self {
        Self { low: piles, high: piles }
    }

    pub(super) fn exact(self) -> Option<usize> {
        (self.low == self.high).then_some(self.low)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Games {
    pub(super) rule: usize,
    pub(super) own: Piles,
    /// The rule's best change, and what the player's best change leaves him.
    pub(super) changed: Option<(BestChange, Piles)>,
}

/// Plays one deal. Only the random player draws from the generator.
pub(super) fn play(
    solver: &mut Solver,
    (player, improve): (Player, Option<Improvement>),
    deck: &[Card],
    choices: &mut impl Rng,
) -> Games {
    let (rule, own) = match player {
        Player::Perfect => {
            let (rule, best) = solver.automatic_and_best(deck);
            (rule, best.map_or_else(|Unproved { low, high, .. }| Piles { low, high }, Piles::known))
        }
        Player::Way(way) => (auto::piles(deck), Piles::known(way.piles(deck, choices))),
    };
    let changed = improve.and_then(|improve| {
        let (rule, own) = match player {
            Player::Perfect => {
                let (rule, best) = solver.best_changes(deck, improve)?;
                (rule, best.ok())
            }
            Player::Way(way) => (best(deck, improve)?, best_by(deck, improve, |stock| way.piles(stock, choices))),
        };
        // What the rule leaves can be reached.
        let unproved = Piles { low: deck.len().min(2), high: rule.after };
        Some((rule, own.map_or(unproved, |best| Piles::known(best.after))))
    });
    Games { rule, own, changed }
}
