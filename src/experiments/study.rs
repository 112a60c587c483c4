//! What the study plays: every question of the handouts, with the number of deals at scale 1.

use super::bataille::Mixing;
use super::{Alliances, Bataille, Pairs, Question, Shuffle, Topic};
use crate::cards::Pack;
use crate::games::alliances::cheat::Improvement;
use crate::games::bataille::{Order, Values};

/// A part of the study: one game.
pub struct Chapter {
    /// The game, as its files are named.
    pub name: &'static str,
    /// What is played, with the number of deals at scale 1.
    pub runs: Vec<(Box<dyn Question>, u64)>,
}

/// The chapters, in the handouts' order.
pub fn chapters() -> Vec<Chapter> {
    vec![alliances(), bataille(), pairs(), shuffle()]
}

fn run(topic: impl Topic, deals: u64) -> (Box<dyn Question>, u64) {
    (Box::new(topic), deals)
}

fn alliances() -> Chapter {
    let improvements = [
        (None, 5_000_000),
        (Some(Improvement::Exchange), 250_000),
        (Some(Improvement::Swap), 25_000),
        (Some(Improvement::Move), 25_000),
    ];
    let runs = [Pack::PIQUET, Pack::MEDICI, Pack::FULL]
        .into_iter()
        .flat_map(|pack| improvements.map(|(improve, deals)| run(Alliances { pack, improve }, deals)));
    Chapter { name: "alliances", runs: runs.collect() }
}

/// Every number of values in both orders, and how 13 values change with the riffles.
fn bataille() -> Chapter {
    let game = |values: u64, order, shuffle| {
        let values = Values::new(values).unwrap_or_default();
        run(Bataille { values, order, shuffle, ceiling: None }, 50_000)
    };
    let mut runs = Vec::new();
    for order in Order::ALL {
        runs.extend((2..=13).map(|values| game(values, order, Mixing::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, Mixing::Riffle(riffles))));
    }
    Chapter { name: "bataille", runs }
}

/// Is it an advantage to be player 1? Both orders and exchanged hands on the same deals.
fn pairs() -> Chapter {
    let pair = |values: u64| {
        let values = Values::new(values).unwrap_or_default();
        run(Pairs { values, shuffle: Mixing::Uniform }, 25_000)
    };
    Chapter { name: "bataille-pairs", runs: (11..=13).map(pair).collect() }
}

fn shuffle() -> Chapter {
    let riffles = |cards: usize| (0..=12).map(move |riffles| run(Shuffle { cards, riffles }, 200_000));
    Chapter { name: "shuffle", runs: riffles(52).chain(riffles(32)).collect() }
}

/// The number of deals at a scale: at least one block.
pub fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
