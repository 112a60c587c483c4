//! What the study plays: every question of the handouts, with the number of deals at scale 1.

use super::{Alak, Alliances, Bataille, Nim, Pairs, Question, Shuffle, Solitaire, Topic};
use crate::cards::Pack;
use crate::games::Memory;
use crate::games::alak::solve::Solution;
use crate::games::alak::{Cells, Edge, OwnGroup, Rules, State as AlakState};
use crate::games::alliances::improve::Improvement;
use crate::games::bataille::{Order, Values};
use crate::games::nim::{Nim as Heap, TakeSet};
use crate::games::solitaire::Board;
use crate::players::Kind;
use crate::sim::summary::{Cell, Table};
use crate::topics::decks::ShuffleMethod;
use crate::topics::duel::experiment::Pairing;

/// A part of the study: one game.
pub struct Chapter {
    /// The game, as its files are named.
    pub name: &'static str,
    /// What is played, with the number of deals at scale 1.
    pub runs: Vec<(Box<dyn Question>, u64)>,
}

/// The chapters, in the handouts' order.
pub fn chapters() -> Vec<Chapter> {
    vec![alliances(), solitaire(), alak(), bataille(), pairs(), shuffle(), nim()]
}

fn run(topic: impl Topic, deals: u64) -> (Box<dyn Question>, u64) {
    (Box::new(topic), deals)
}

fn alliances() -> Chapter {
    // The rarest event of the handout, 2 piles of 52 cards, is worth the most deals.
    let packs = [(Pack::PIQUET, 100_000_000), (Pack::MEDICI, 100_000_000), (Pack::FULL, 1_000_000_000)];
    let runs = packs.into_iter().flat_map(|(pack, plain)| {
        let improvements = [
            (None, plain),
            (Some(Improvement::Exchange), 5_000_000),
            (Some(Improvement::Swap), 250_000),
            (Some(Improvement::Move), 250_000),
        ];
        improvements.map(|(improve, deals)| run(Alliances { pack, improve }, deals))
    });
    Chapter { name: "alliances", runs: runs.collect() }
}

/// Every number of values in both orders, and how 13 values change with the riffles.
fn bataille() -> Chapter {
    let game = |values: u64, order, shuffle| {
        let values = Values::new(values).unwrap_or_default();
        run(Bataille { values, order, shuffle, max_rounds: None }, 100_000)
    };
    let mut runs = Vec::new();
    for order in Order::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    Chapter { name: "bataille", runs }
}

/// Is it an advantage to be player 1? Both orders and exchanged hands on the same deals.
fn pairs() -> Chapter {
    let pair = |values: u64| {
        let values = Values::new(values).unwrap_or_default();
        run(Pairs { values, shuffle: ShuffleMethod::Uniform }, 50_000)
    };
    Chapter { name: "bataille-pairs", runs: (11..=13).map(pair).collect() }
}

fn shuffle() -> Chapter {
    let riffles = |cards: usize| (0..=12).map(move |riffles| run(Shuffle { cards, riffles }, 200_000));
    Chapter { name: "shuffle", runs: riffles(52).chain(riffles(32)).collect() }
}

fn solitaire() -> Chapter {
    let board = Board::triangle(5).ok();
    let holes = board.into_iter().flat_map(|board| (0..board.cells()).map(move |hole| (board, hole)));
    let games = holes.filter_map(|(board, hole)| Solitaire::new(board, hole));
    Chapter { name: "solitaire", runs: games.map(|game| run(game, 100_000)).collect() }
}

/// The four variants of Alak.
fn variants() -> impl Iterator<Item = (Edge, OwnGroup)> {
    [Edge::Line, Edge::Ring].into_iter().flat_map(|edge| [OwnGroup::Spared, OwnGroup::Captured].map(|own| (edge, own)))
}

fn alak() -> Chapter {
    let random = Pairing::default();
    let games = variants().flat_map(|(edge, own_group)| {
        (2..=15).filter_map(move |cells| {
            let cells = Cells::new(cells).ok()?;
            Some(run(Alak::new(Rules { cells, edge, own_group }, random, 1000).ok()?, 50_000))
        })
    });
    Chapter { name: "alak", runs: games.collect() }
}

fn nim() -> Chapter {
    let pairings = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
    let games = pairings.into_iter().flat_map(|pair| {
        (2..=30).filter_map(move |matches| {
            let start = Heap::new(TakeSet::default(), matches).ok()?;
            Some(run(Nim::new(start, Pairing(pair)).ok()?, 100_000))
        })
    });
    Chapter { name: "nim", runs: games.collect() }
}

/// The exact values of Alak's empty boards of 1 to 12 cells in the four variants.
pub fn alak_values() -> Table {
    let mut rows = Vec::new();
    for (edge, own_group) in variants() {
        for cells in (1..=12).filter_map(|cells| Cells::new(cells).ok()) {
            let Ok(solution) = Solution::new(&AlakState::new(Rules { cells, edge, own_group }), Memory::default())
            else {
                continue;
            };
            let bounds = solution.bounds();
            let margin = |margin: Option<i32>| margin.map_or(Cell::Empty, |margin| Cell::Text(margin.to_string()));
            rows.push(vec![
                Cell::Count(cells.get().into()),
                Cell::Text(edge.to_string()),
                Cell::Text(own_group.to_string()),
                Cell::Text(bounds.value().to_string()),
                margin(bounds.margin()),
                margin(bounds.low),
                margin(bounds.high),
                Cell::Count(solution.states()),
            ]);
        }
    }
    Table { columns: &["cells", "edge", "own_group", "value", "margin", "low", "high", "states"], rows }
}

/// The number of deals at a scale: at least one block.
pub fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
