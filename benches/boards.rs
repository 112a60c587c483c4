//! Measures the exact solutions of board games in seconds; each bench asserts its result.
//!
//! `cargo bench --bench boards`

use pioche_engine::games::MemoryLimit;
use pioche_engine::games::nim::{
    NimRules, NimSolution, NimValue, PlayStyle, TakeSet, outcome_distribution, value_period,
};
use pioche_engine::games::solitaire::{GameCounts, SolitaireState, first_solution};
use std::time::Instant;

/// Measures the shortest of several times, in milliseconds.
fn time<T>(what: &str, runs: u32, mut work: impl FnMut() -> T) -> T {
    let mut least = f64::INFINITY;
    let mut answer = None;
    for _ in 0..runs {
        let start = Instant::now();
        answer = Some(work());
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{what:<45} {:>10.3} ms", 1000.0 * least);
    answer.expect("at least one run")
}

fn start(board: &str, hole: usize) -> SolitaireState {
    SolitaireState::new(board.parse().expect("a board"), hole).expect("a hole on the board")
}

fn solitaire() {
    let triangle = start("triangle:5", 12);
    let found = time("triangle:5 from 12, first solution", 20, || {
        first_solution(&triangle, MemoryLimit::default())
    });
    assert_eq!(found.expect("fits").expect("solvable").len(), 13);
    let count = time("triangle:5 from 12, all counts", 20, || {
        GameCounts::new(&triangle).expect("a small board")
    });
    assert_eq!((count.solutions, count.complete_games), (85_258, 1_149_568));
    for (board, hole, jumps) in [
        ("triangle:6", 18, 19),
        ("triangle:7", 1, 26),
        ("triangle:8", 2, 34),
        ("english", 16, 31),
        ("european", 0, 35),
    ] {
        let found = time(&format!("{board} from {hole}, first solution"), 3, || {
            first_solution(&start(board, hole), MemoryLimit::default())
        });
        assert_eq!(found.expect("fits").expect("solvable").len(), jumps);
    }
    let count = time("triangle:6 from 18, all counts", 3, || {
        GameCounts::new(&start("triangle:6", 18)).expect("a small board")
    });
    let solutions: u128 = count.solutions_by_last_cell.values().sum();
    assert_eq!(solutions, count.solutions);
}

fn nim() {
    let rules = NimRules::default();
    let solution = time("nim 2,3 of 1,000,000 matches", 5, || {
        NimSolution::new(&rules, 1_000_000)
    });
    assert_eq!(solution.value(1_000_000), Some(NimValue::Lose));
    let wide: TakeSet = "2,9,17,40".parse().expect("takes");
    assert!(
        time("nim 2,9,17,40, period", 5, || value_period(
            &wide.clone().into()
        ))
        .is_some()
    );
    let chances = time("nim 2,3 of 1,000 matches, random against random", 5, || {
        outcome_distribution(&rules, 1000, [PlayStyle::Random; 2]).expect("fits")
    });
    let all: num_rational::Ratio<_> = chances.into_iter().sum();
    assert_eq!(
        all,
        num_rational::Ratio::from(num_bigint::BigUint::from(1_u32))
    );
}

fn main() {
    solitaire();
    nim();
}
