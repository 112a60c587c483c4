//! What the study plays: every question of the handouts, with the number of deals at scale 1.

use super::{Alliances, Question};
use crate::cards::Pack;
use crate::games::alliances::cheat::Improvement;

/// A part of the study: one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The game, as its files are named.
    pub name: &'static str,
    /// What is played, with the number of deals at scale 1.
    pub runs: Vec<(Question, u64)>,
}

/// The chapters, in the handouts' order.
pub fn chapters() -> Vec<Chapter> {
    vec![alliances()]
}

fn alliances() -> Chapter {
    let improvements = [
        (None, 5_000_000),
        (Some(Improvement::Exchange), 250_000),
        (Some(Improvement::Swap), 25_000),
        (Some(Improvement::Move), 25_000),
    ];
    let runs = [Pack::PIQUET, Pack::MEDICI, Pack::FULL].into_iter().flat_map(|pack| {
        improvements.map(|(improve, deals)| (Question::Alliances(Alliances { pack, improve }), deals))
    });
    Chapter { name: "alliances", runs: runs.collect() }
}

/// The number of deals at a scale: at least one block.
pub fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
