//! Measures the exact distribution of random games of Alak and complete solutions, and prints their results.
//!
//! `cargo bench --bench alak` takes some seconds; `cargo bench --bench alak -- 14` solves 1 to 14 cells in the four
//! variants and prints the table.

use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::graph::{PositionGraph, search_estimate};
use pioche_engine::games::alak::random_play::random_play_distribution;
use pioche_engine::games::alak::solve::AlakSolution;
use pioche_engine::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use std::time::Instant;

const VARIANTS: [(Edge, OwnGroupRule); 4] = [
    (Edge::Line, OwnGroupRule::Spared),
    (Edge::Line, OwnGroupRule::Captured),
    (Edge::Ring, OwnGroupRule::Spared),
    (Edge::Ring, OwnGroupRule::Captured),
];

/// The bounds and counts of an independent script for 9 and 10 cells, in the order of [`VARIANTS`].
const KNOWN: [[(Option<i32>, u64); 4]; 2] = [
    [
        (Some(1), 48_359),
        (None, 24_833),
        (Some(1), 43_717),
        (Some(1), 28_468),
    ],
    [
        (Some(2), 152_334),
        (None, 71_528),
        (Some(1), 141_291),
        (Some(1), 84_629),
    ],
];

fn main() {
    let asked = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok());
    match asked {
        Some(most) => solves(1..=most),
        None => {
            random_law();
            solves(9..=13);
        }
    }
}

fn rules(cells: u32, (edge, own_group): (Edge, OwnGroupRule)) -> AlakRules {
    AlakRules {
        cells: CellCount::new(cells).expect("a board of this size"),
        edge,
        own_group,
    }
}

/// Solves empty boards.
fn solves(sizes: std::ops::RangeInclusive<u32>) {
    println!(
        "rules                   value margin  low high       states      nodes  estimate    memory  seconds"
    );
    for cells in sizes {
        for (variant, at) in VARIANTS.into_iter().zip(0..) {
            let start = AlakState::new(rules(cells, variant));
            let clock = Instant::now();
            let solution =
                AlakSolution::new(&start, MemoryLimit::default()).expect("a board that fits");
            let seconds = clock.elapsed().as_secs_f64();
            let (bounds, (nodes, memory)) = (solution.start_bounds(), search_estimate(&start));
            let [margin, low, high] = [bounds.best_play_margin(), bounds.low, bounds.high]
                .map(|number| number.map_or("none".to_owned(), |number| number.to_string()));
            println!(
                "{:20} {:>8} {margin:>6} {low:>4} {high:>4} {:>12} {:>10} {nodes:>10} {memory:>9} {seconds:8.3}",
                start.rules().to_string(),
                bounds.value().to_string(),
                solution.graph.position_count,
                solution.graph.node_count(),
                memory = memory.to_string(),
            );
            if let Some(known) = KNOWN.get(cells.wrapping_sub(9) as usize) {
                let (high, states): (Option<i32>, u64) = known[at];
                assert_eq!((bounds.low, bounds.high), (high.map(|high| -high), high));
                assert_eq!(solution.graph.position_count, states);
            }
        }
    }
}

/// Computes the exact distribution of random games on growing boards.
fn random_law() {
    for cells in [9, 11, 12] {
        let clock = Instant::now();
        let graph = PositionGraph::new(
            &AlakState::new(rules(cells, VARIANTS[0])),
            MemoryLimit::default(),
        )
        .expect("a board that fits");
        let law = random_play_distribution(&graph, 1000);
        println!(
            "{cells} cells: {law:?} in {:.3} s",
            clock.elapsed().as_secs_f64()
        );
        assert!((law.player1 + law.player2 + law.draw - 1.0).abs() < 1e-12);
    }
}
