//! Plays one deal by the rule and by the player, with and without the best change.

use crate::cards::Card;
use crate::experiments::alliances::variant::AlliancesPlayer;
use crate::games::alliances::automatic;
use crate::games::alliances::improve::{BestChange, Improvement, best_change, best_change_by};
use crate::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use rand::Rng;

/// The number of piles that a game leaves: a lower and an upper bound, which are equal for a solved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PileBounds {
    pub(super) low: usize,
    pub(super) high: usize,
}

impl PileBounds {
    const fn from_exact(piles: usize) -> Self {
        Self {
            low: piles,
            high: piles,
        }
    }

    pub(super) fn exact_piles(self) -> Option<usize> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The piles that one deal leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct DealResult {
    pub(super) rule_piles: usize,
    pub(super) player_piles: PileBounds,
    /// The best change by the rule, and the piles that the player leaves after the change that is best for the player.
    pub(super) after_change: Option<(BestChange, PileBounds)>,
}

/// Plays one deal. Only the random player draws from the generator.
pub(super) fn play_deal(
    solver: &mut PerfectSolver,
    (player, improve): (AlliancesPlayer, Option<Improvement>),
    deck: &[Card],
    player_rng: &mut impl Rng,
) -> DealResult {
    let (rule, own) = match player {
        AlliancesPlayer::Perfect => {
            let (rule, best) = solver.automatic_and_fewest_piles(deck);
            (
                rule,
                best.map_or_else(
                    |UnprovedBounds { low, high, .. }| PileBounds { low, high },
                    PileBounds::from_exact,
                ),
            )
        }
        AlliancesPlayer::Policy(way) => (
            automatic::automatic_pile_count(deck),
            PileBounds::from_exact(way.pile_count(deck, player_rng)),
        ),
    };
    let changed = improve.and_then(|improve| {
        let (rule, own) = match player {
            AlliancesPlayer::Perfect => {
                let (rule, best) = solver.best_changes(deck, improve)?;
                (rule, best.ok())
            }
            AlliancesPlayer::Policy(way) => (
                best_change(deck, improve)?,
                best_change_by(deck, improve, |stock| way.pile_count(stock, player_rng)),
            ),
        };
        // The piles that the rule leaves are an upper bound for perfect play.
        let unproved = PileBounds {
            low: deck.len().min(2),
            high: rule.piles_after,
        };
        Some((
            rule,
            own.map_or(unproved, |best| PileBounds::from_exact(best.piles_after)),
        ))
    });
    DealResult {
        rule_piles: rule,
        player_piles: own,
        after_change: changed,
    }
}
