//! Alak: random games a second on small and large boards, and the time of whole solves with their results.
//!
//! `cargo bench --bench alak` takes some seconds; `cargo bench --bench alak -- 14` solves 1 to 14 cells in the four
//! variants and prints the table.

use pioche::games::alak::graph::{Memory, estimate};
use pioche::games::alak::solve::Solution;
use pioche::games::alak::{Cells, Edge, OwnGroup, Rules, State};
use pioche::games::{Game, Outcome, Player};
use pioche::rng::{DealId, Pcg64Dxsm, Purpose, Seed, Streams};
use rand::Rng;
use std::time::Instant;

const VARIANTS: [(Edge, OwnGroup); 4] = [
    (Edge::Line, OwnGroup::Spared),
    (Edge::Line, OwnGroup::Captured),
    (Edge::Ring, OwnGroup::Spared),
    (Edge::Ring, OwnGroup::Captured),
];

fn main() {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    match asked {
        Some(most) => solves(1..=most),
        None => {
            random_games();
            solves(9..=11);
        }
    }
}

fn rules(cells: u32, (edge, own_group): (Edge, OwnGroup)) -> Rules {
    Rules { cells: Cells::new(cells).expect("a board of this size"), edge, own_group }
}

/// Solves from the empty board; the known results are those of the slow solver in the tests' data.
fn solves(sizes: std::ops::RangeInclusive<u32>) {
    println!("rules                 value   margin low high       states      nodes  estimate   memory  seconds");
    for cells in sizes {
        for variant in VARIANTS {
            let (rules, clock) = (rules(cells, variant), Instant::now());
            let start = State::new(rules);
            let solution = Solution::new(&start, Memory::default()).expect("a board that fits");
            let bounds = solution.bounds();
            let show = |number: Option<i32>| number.map_or("none".to_owned(), |number| number.to_string());
            let (nodes, memory) = estimate(&start);
            println!(
                "{:20} {:>8} {:>6} {:>4} {:>4} {:>12} {:>10} {nodes:>10} {memory:>9} {:8.3}",
                rules.to_string(),
                bounds.value().to_string(),
                show(bounds.margin()),
                show(bounds.low),
                show(bounds.high),
                solution.states(),
                solution.nodes(),
                clock.elapsed().as_secs_f64()
            );
        }
    }
}

/// Whole games between players that choose evenly, drawn as a multiply and shift (its bias of 2^-58 does not matter
/// here).
fn random_games() {
    let streams = Streams::new(Seed(1));
    for (cells, expected) in [(9, 0), (15, 0), (64, 0)] {
        let (games, clock) = (100_000, Instant::now());
        let (mut wins, mut plies) = (0, 0);
        for game in 0..games {
            let mut state = State::new(rules(cells, VARIANTS[0]));
            let mut generator = streams.stream(Purpose::Player1, DealId(game));
            while state.legal() != 0 {
                let cell = choose(state.legal(), &mut generator);
                state.play(cell).expect("a legal cell");
                plies += 1;
            }
            wins += u64::from(state.outcome() == Some(Outcome::Winner(Player::One)));
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!(
            "{cells} cells: {:.0} random games/s, {:.1} M plies/s, {wins} wins",
            games as f64 / seconds,
            plies as f64 / seconds / 1e6
        );
        assert_ne!(wins, expected);
    }
}

fn choose(mut legal: u64, generator: &mut Pcg64Dxsm) -> pioche::games::alak::Cell {
    let skip = (u128::from(generator.next_u64()) * u128::from(legal.count_ones())) >> 64;
    for _ in 0..skip {
        legal &= legal - 1;
    }
    pioche::games::alak::Cell(legal.trailing_zeros() + 1)
}
