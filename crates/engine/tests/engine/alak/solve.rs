//! Compares the exact solver with slow definitions, and checks its best moves.

use super::slow::{self, Slow};
use super::{VARIANTS, position, rules, rules_of};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError, search_estimate};
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, Cell};
use pioche_engine::games::{Game, Player};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn solution(start: &AlakState) -> AlakSolution {
    AlakSolution::new(start, MemoryLimit::default()).unwrap()
}

#[test]
fn alak_values_and_counts_match_independent_script() {
    let mut rows = 0;
    let table = include_str!("../../data/alak/values.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    for line in table {
        let [cells, edge, own_group, low, high, states] =
            line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let rules = rules_of(&format!("{cells}:{edge}:{own_group}"));
        let solution = solution(&AlakState::new(rules));
        let bounds = MarginBounds {
            low: low.parse().ok(),
            high: high.parse().ok(),
        };
        assert_eq!(solution.start_bounds(), bounds, "{rules}");
        assert_eq!(
            solution.graph.position_count,
            states.parse::<u64>().unwrap(),
            "{rules}"
        );
        rows += 1;
    }
    assert_eq!(rows, 40);
}

#[test]
fn margin_bounds_determine_value_and_margin() {
    let of = |low, high| {
        let bounds = MarginBounds { low, high };
        (bounds.value().to_string(), bounds.best_play_margin())
    };
    assert_eq!(of(Some(2), Some(2)), ("player1".into(), Some(2)));
    assert_eq!(of(Some(1), None), ("player1".into(), Some(1)));
    assert_eq!(of(Some(-3), Some(-2)), ("player2".into(), Some(-2)));
    assert_eq!(of(Some(0), Some(0)), ("draw".into(), Some(0)));
    assert_eq!(of(Some(0), None), ("draw".into(), Some(0)));
    assert_eq!(of(Some(-1), Some(0)), ("draw".into(), Some(0)));
    assert_eq!(of(Some(-1), Some(1)), ("endless".into(), None));
    assert_eq!(of(None, Some(1)), ("endless".into(), None));
    assert_eq!(of(None, None), ("endless".into(), None));
}

/// Returns the reachable positions by the slow rules, each with its successors.
fn reachable(rules: AlakRules, start: Slow) -> BTreeMap<Slow, Vec<Slow>> {
    let (mut found, mut todo) = (BTreeMap::new(), vec![start]);
    while let Some(slow) = todo.pop() {
        if let Entry::Vacant(place) = found.entry(slow) {
            let slow = place.key();
            let moves = (0..slow.board.len()).filter(|&i| slow::possible(slow, i));
            let after: Vec<Slow> = moves.map(|i| slow::put(rules, slow, i)).collect();
            todo.extend(after.iter().cloned());
            place.insert(after);
        }
    }
    found
}

/// Computes the bounds by their definition: for each margin, the set of won positions is extended until it is stable.
fn slow_bounds(graph: &BTreeMap<Slow, Vec<Slow>>) -> BTreeMap<Slow, MarginBounds> {
    let count =
        |slow: &Slow, player| slow.board.iter().filter(|&&cell| cell == player).count() as i32;
    let margin = |slow: &Slow| count(slow, 1) - count(slow, 2);
    let cells = graph.keys().next().unwrap().board.len() as i32;
    let won = |player: u8, enough: &dyn Fn(i32) -> bool| {
        let over = |&(slow, after): &(&Slow, &Vec<Slow>)| after.is_empty() && enough(margin(slow));
        let mut won: BTreeSet<&Slow> = graph.iter().filter(over).map(|(slow, _)| slow).collect();
        loop {
            let forces = |&(slow, after): &(&Slow, &Vec<Slow>)| {
                !after.is_empty()
                    && if slow.player == player {
                        after.iter().any(|next| won.contains(next))
                    } else {
                        after.iter().all(|next| won.contains(next))
                    }
            };
            let more: Vec<&Slow> = graph.iter().filter(forces).map(|(slow, _)| slow).collect();
            let before = won.len();
            won.extend(more);
            if won.len() == before {
                return won;
            }
        }
    };
    let mut bounds: BTreeMap<Slow, MarginBounds> = graph
        .keys()
        .map(|slow| {
            (
                slow.clone(),
                MarginBounds {
                    low: None,
                    high: None,
                },
            )
        })
        .collect();
    for bound in -cells..=cells {
        for slow in won(1, &|margin| margin >= bound) {
            bounds.get_mut(slow).unwrap().low = Some(bound);
        }
        for slow in won(2, &|margin| margin <= -bound) {
            bounds.get_mut(slow).unwrap().high = Some(-bound);
        }
    }
    bounds
}

/// Ranks the guaranteed result of the player to move as the solver does; larger is better.
fn sure(bounds: MarginBounds, player: u8) -> i32 {
    let negated = |margin: Option<i32>| margin.map(|margin| -margin);
    let (low, high) = if player == 1 {
        (bounds.low, bounds.high)
    } else {
        (negated(bounds.high), negated(bounds.low))
    };
    match (low, high) {
        (Some(low @ 0..), _) => 2 * low,
        (_, Some(high @ ..=-1)) => 2 * high,
        _ => -1,
    }
}

#[test]
fn alak_bounds_and_best_moves_match_definition() {
    for variant in VARIANTS {
        for cells in 1..=6 {
            let rules = rules(cells, variant);
            let start = Slow {
                board: vec![0; cells as usize],
                player: 1,
                removed: BTreeSet::new(),
            };
            let graph = reachable(rules, start);
            let bounds = slow_bounds(&graph);
            let solution = solution(&AlakState::new(rules));
            assert_eq!(solution.graph.position_count, graph.len() as u64);
            for slow in graph.keys() {
                let solved = solution.solved_position(&slow::fast(rules, slow)).unwrap();
                assert_eq!(solved.bounds, bounds[slow], "{rules} {slow:?}");
                let now = sure(bounds[slow], slow.player);
                let keeps =
                    |&i: &usize| sure(bounds[&slow::put(rules, slow, i)], slow.player) == now;
                let moves = (0..slow.board.len())
                    .filter(|&i| slow::possible(slow, i))
                    .filter(keeps);
                let best: Vec<Cell> = moves.map(|i| Cell(i as u32 + 1)).collect();
                assert_eq!(solved.best_moves, best, "{rules} {slow:?}");
                assert_eq!(best.is_empty(), !slow::again(slow));
                assert!(
                    solved
                        .finishing_moves
                        .iter()
                        .all(|cell| best.contains(cell))
                );
                assert_eq!(solved.finishing_moves.is_empty(), best.is_empty());
            }
        }
    }
}

#[test]
fn alak_solver_accepts_any_start_position() {
    // Asymmetric boards, both players, forbidden cells, and unreachable boards.
    for (variant, board, to_play, forbidden) in [
        ("line:spared", "x..o.x", Player::Two, &[][..]),
        ("line:spared", ".ooo.x", Player::One, &[5]),
        ("ring:spared", ".xo...", Player::Two, &[1]),
        ("ring:spared", "x.ox.o", Player::One, &[]),
        ("line:captured", "oxo...", Player::One, &[]),
        ("ring:captured", "x..x..", Player::Two, &[]),
    ] {
        let state = position(variant, board, to_play, forbidden);
        let signs = board
            .chars()
            .map(|sign| ".xo".find(sign).unwrap() as u8)
            .collect();
        let removed = forbidden.iter().map(|&cell| cell as usize - 1).collect();
        let start = Slow {
            board: signs,
            player: 1 + to_play as u8,
            removed,
        };
        let graph = reachable(state.rules(), start.clone());
        let solution = solution(&state);
        assert_eq!(
            solution.graph.position_count,
            graph.len() as u64,
            "{variant} {board}"
        );
        assert_eq!(
            solution.start_bounds(),
            slow_bounds(&graph)[&start],
            "{variant} {board}"
        );
    }
}

#[test]
fn finished_position_has_its_own_result_as_value() {
    let state = position("line:spared", "xo.", Player::One, &[3]);
    let solution = solution(&state);
    assert_eq!(
        (solution.graph.position_count, solution.graph.node_count()),
        (1, 1)
    );
    assert_eq!(
        solution.start_bounds(),
        MarginBounds {
            low: Some(0),
            high: Some(0)
        }
    );
    assert_eq!(solution.start_bounds().value(), AlakValue::Draw);
    assert_eq!(solution.solved_position(&state).unwrap().best_moves, []);
}

#[test]
fn unreachable_position_has_no_solution_entry() {
    let solution = solution(&AlakState::new(rules(5, VARIANTS[0])));
    assert_eq!(
        solution.solved_position(&position("line:spared", "x.x.x", Player::One, &[2])),
        None
    );
    assert_eq!(
        solution.solved_position(&AlakState::new(rules(4, VARIANTS[0]))),
        None
    );
    assert_eq!(
        solution.solved_position(&AlakState::new(rules(5, VARIANTS[2]))),
        None
    );
    // The empty board with player 2 to move is not reached, but it is equivalent to the start.
    let exchanged = solution
        .solved_position(&position("line:spared", ".....", Player::Two, &[]))
        .unwrap();
    assert_eq!(
        exchanged.bounds,
        MarginBounds {
            low: Some(-1),
            high: Some(-1)
        }
    );
}

/// Forcing moves reach the promised result against any defence, without repetition or a lower guarantee.
#[test]
fn forcing_moves_reach_result_without_repetition() {
    struct Walk {
        solution: AlakSolution,
        forcing: Player,
        path: Vec<AlakState>,
        done: HashSet<AlakState>,
    }
    impl Walk {
        fn from(&mut self, state: AlakState, promised: i32) {
            assert!(!self.path.contains(&state), "{}: {state}", state.rules());
            let solved = self.solution.solved_position(&state).unwrap();
            let MarginBounds { low, high } = solved.bounds;
            let sure = if self.forcing == Player::One {
                low
            } else {
                high.map(|margin| -margin)
            };
            let sure = sure
                .filter(|&sure| sure >= promised)
                .unwrap_or_else(|| panic!("{sure:?} after {promised}: {state}"));
            if !self.done.insert(state) {
                return;
            }
            self.path.push(state);
            for cell in if state.to_play() == self.forcing {
                solved.finishing_moves
            } else {
                state.legal_moves()
            } {
                let mut after = state;
                after.play(cell).unwrap();
                self.from(after, sure);
            }
            self.path.pop();
        }
    }
    for (cells, variant) in (1..=8).flat_map(|cells| VARIANTS.map(|variant| (cells, variant))) {
        let start = AlakState::new(rules(cells, variant));
        for forcing in [Player::One, Player::Two] {
            let solution = solution(&start);
            let MarginBounds { low, high } = solution.start_bounds();
            let sure = if forcing == Player::One {
                low
            } else {
                high.map(|margin| -margin)
            };
            if let Some(sure @ 0..) = sure {
                Walk {
                    solution,
                    forcing,
                    path: Vec::new(),
                    done: HashSet::new(),
                }
                .from(start, sure);
            }
        }
    }
}

#[test]
fn oversized_alak_solve_is_refused_before_search() {
    let start = AlakState::new(rules(20, VARIANTS[0]));
    let (_, needed) = search_estimate(&start);
    let bound = MemoryLimit::default();
    let error = AlakSolution::new(&start, bound).unwrap_err();
    assert_eq!(
        error,
        SearchLimitError::Memory {
            cells: 20,
            needed,
            bound,
            fits: 16
        }
    );
    assert!(
        error
            .to_string()
            .ends_with("more than the 6.0 GiB allowed; 16 cells would fit"),
        "{error}"
    );
    assert!(
        AlakSolution::new(
            &AlakState::new(rules(12, VARIANTS[0])),
            MemoryLimit(1 << 20)
        )
        .is_err()
    );
    let cells = MAX_CELLS + 1;
    let error = AlakSolution::new(
        &AlakState::new(rules(cells, VARIANTS[0])),
        MemoryLimit(u64::MAX),
    )
    .unwrap_err();
    assert_eq!(error, SearchLimitError::Cells(cells));
}

#[test]
fn nearly_full_large_board_is_solved() {
    let board = format!("{}x.", "xo".repeat(15));
    let solution = solution(&position("line:spared", &board, Player::Two, &[]));
    // o captures cell 31, which is then the only empty cell, and forbidden.
    assert_eq!(solution.graph.position_count, 2);
    assert_eq!(
        solution.start_bounds(),
        MarginBounds {
            low: Some(-1),
            high: Some(-1)
        }
    );
    let large = format!("{}{}", "x".repeat(10), ".".repeat(22));
    assert!(
        AlakSolution::new(
            &position("line:spared", &large, Player::Two, &[]),
            MemoryLimit::default()
        )
        .is_err()
    );
}

#[test]
fn search_estimate_is_close_upper_bound_of_node_count() {
    for variant in VARIANTS {
        for cells in 1..=10 {
            let start = AlakState::new(rules(cells, variant));
            let nodes = solution(&start).graph.node_count() as u64;
            let estimate = search_estimate(&start).0;
            assert!(
                nodes <= estimate,
                "{cells} {variant:?}: {nodes} nodes, estimate {estimate}"
            );
            assert!(
                cells < 9 || estimate <= 2 * nodes,
                "{cells} {variant:?}: {nodes} nodes, estimate {estimate}"
            );
        }
    }
}

/// Bytes per position: key 8, index 11, offsets 8, counters and values 12; then 8 for each edge in both directions,
/// with edges for a third of the cells.
#[test]
fn search_estimate_includes_all_bytes_per_position() {
    for (cells, bytes) in [(1, 47), (9, 63), (12, 71), (16, 87), (31, 127)] {
        for variant in VARIANTS {
            let (nodes, MemoryLimit(held)) =
                search_estimate(&AlakState::new(rules(cells, variant)));
            assert_eq!(held, nodes * bytes, "{cells} cells");
        }
    }
}
