//! Compares the exact solver with slow definitions, and checks its best moves.

use super::slow::{self, Slow};
use super::{VARIANTS, position, rules, rules_of};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError, search_estimate};
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, Cell};
use pioche_engine::games::{Game, Player};
use pioche_engine::players::{Perfect, Strategy, play_course};
use pioche_engine::rng::{Purpose, Seed, stream};
use std::collections::{BTreeSet, HashMap, HashSet};

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
        let bounds = solution.start_bounds();
        assert_eq!(bounds.low, low.parse().ok(), "{rules}");
        assert_eq!(bounds.high, high.parse().ok(), "{rules}");
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
    let of = |low, high, can_be_drawn| {
        let bounds = MarginBounds {
            low,
            high,
            can_be_drawn,
        };
        (bounds.value().to_string(), bounds.best_play_margin())
    };
    assert_eq!(of(Some(2), Some(2), false), ("player1".into(), Some(2)));
    assert_eq!(of(Some(1), None, false), ("player1".into(), Some(1)));
    assert_eq!(of(Some(-3), Some(-2), false), ("player2".into(), Some(-2)));
    assert_eq!(of(Some(0), Some(0), true), ("draw".into(), Some(0)));
    assert_eq!(of(Some(0), None, true), ("draw".into(), Some(0)));
    assert_eq!(of(Some(-1), Some(1), true), ("draw".into(), Some(0)));
    assert_eq!(of(Some(-1), Some(1), false), ("endless".into(), None));
    assert_eq!(of(None, None, false), ("endless".into(), None));
}

/// The positions that can be reached by the slow rules, the start first, each with the indices of its successors.
struct SlowGraph {
    positions: Vec<Slow>,
    successors: Vec<Vec<usize>>,
}

impl SlowGraph {
    fn new(rules: AlakRules, start: Slow) -> Self {
        let mut indices = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start];
        let mut successors = Vec::new();
        while let Some(slow) = positions.get(successors.len()).cloned() {
            let mut targets = Vec::new();
            for cell in (0..slow.board.len()).filter(|&cell| slow::possible(&slow, cell)) {
                let successor = slow::put(rules, &slow, cell);
                let index = *indices.entry(successor.clone()).or_insert_with(|| {
                    positions.push(successor);
                    positions.len() - 1
                });
                targets.push(index);
            }
            successors.push(targets);
        }
        Self {
            positions,
            successors,
        }
    }

    fn from_empty_board(rules: AlakRules) -> Self {
        let start = Slow {
            board: vec![0; rules.cells.get() as usize],
            player: 1,
            removed: BTreeSet::new(),
        };
        Self::new(rules, start)
    }

    fn margin(&self, index: usize) -> i32 {
        let board = &self.positions[index].board;
        let count = |player| board.iter().filter(|&&cell| cell == player).count() as i32;
        count(1) - count(2)
    }

    /// Returns the set of positions to which more are added as long as `belongs` finds one: it is called with the index of a
    /// position and the set.
    fn closure(&self, belongs: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
        let mut set = vec![false; self.positions.len()];
        loop {
            let mut has_grown = false;
            for index in (0..set.len()).rev() {
                if !set[index] && belongs(index, &set) {
                    set[index] = true;
                    has_grown = true;
                }
            }
            if !has_grown {
                return set;
            }
        }
    }

    /// Returns the positions at which a player can make the game end with a margin that is good enough.
    fn forced(&self, player: u8, is_enough: impl Fn(i32) -> bool) -> Vec<bool> {
        self.closure(|index, set| {
            let successors = &self.successors[index];
            if successors.is_empty() {
                is_enough(self.margin(index))
            } else if self.positions[index].player == player {
                successors.iter().any(|&next| set[next])
            } else {
                successors.iter().all(|&next| set[next])
            }
        })
    }

    /// Returns the positions from which a drawn end can be reached through positions at which nobody can force a win.
    fn drawable(&self) -> Vec<bool> {
        let wins1 = self.forced(1, |margin| margin > 0);
        let wins2 = self.forced(2, |margin| margin < 0);
        self.closure(|index, set| {
            let successors = &self.successors[index];
            let is_drawn_end = successors.is_empty() && self.margin(index) == 0;
            let reaches_draw = successors.iter().any(|&next| set[next]);
            !wins1[index] && !wins2[index] && (is_drawn_end || reaches_draw)
        })
    }

    /// Returns the margins by their definition.
    fn bounds(&self) -> Vec<MarginBounds> {
        let mut bounds = Vec::new();
        for can_be_drawn in self.drawable() {
            bounds.push(MarginBounds {
                low: None,
                high: None,
                can_be_drawn,
            });
        }
        let cells = self.positions[0].board.len() as i32;
        for bound in -cells..=cells {
            let forced1 = self.forced(1, |margin| margin >= bound);
            let forced2 = self.forced(2, |margin| margin <= -bound);
            for (index, bounds) in bounds.iter_mut().enumerate() {
                if forced1[index] {
                    bounds.low = Some(bound);
                }
                if forced2[index] {
                    bounds.high = Some(-bound);
                }
            }
        }
        bounds
    }
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
            let graph = SlowGraph::from_empty_board(rules);
            let bounds = graph.bounds();
            let solution = solution(&AlakState::new(rules));
            assert_eq!(solution.graph.position_count, graph.positions.len() as u64);
            for (index, slow) in graph.positions.iter().enumerate() {
                let solved = solution.solved_position(&slow::fast(rules, slow)).unwrap();
                assert_eq!(solved.bounds, bounds[index], "{rules} {slow:?}");
                let now = sure(bounds[index], slow.player);
                let moves = (0..slow.board.len()).filter(|&cell| slow::possible(slow, cell));
                let mut best = Vec::new();
                for (cell, &next) in moves.zip(&graph.successors[index]) {
                    let keeps_draw = bounds[next].can_be_drawn == bounds[index].can_be_drawn;
                    if sure(bounds[next], slow.player) == now && keeps_draw {
                        best.push(Cell(cell as u32 + 1));
                    }
                }
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

/// The value of every position of 7 to 9 cells: who can force a win, otherwise whether a draw is in reach. (Smaller boards
/// are in the test of all margins.)
#[test]
fn alak_values_match_definition_of_best_play() {
    for variant in VARIANTS {
        for cells in 7..=9 {
            let rules = rules(cells, variant);
            let graph = SlowGraph::from_empty_board(rules);
            let wins1 = graph.forced(1, |margin| margin > 0);
            let wins2 = graph.forced(2, |margin| margin < 0);
            let drawable = graph.drawable();
            let solution = solution(&AlakState::new(rules));
            for (index, slow) in graph.positions.iter().enumerate() {
                let value = match (wins1[index], wins2[index], drawable[index]) {
                    (true, false, false) => AlakValue::Player1,
                    (false, true, false) => AlakValue::Player2,
                    (false, false, true) => AlakValue::Draw,
                    (false, false, false) => AlakValue::Endless,
                    sets => panic!("{sets:?}"),
                };
                let solved = solution.solved_position(&slow::fast(rules, slow)).unwrap();
                assert_eq!(solved.bounds.value(), value, "{rules} {slow:?}");
            }
        }
    }
}

/// Games of two perfect players end as the solver says: with the margin, drawn, or not at all.
#[test]
fn perfect_players_reach_the_value() {
    let mut values = BTreeSet::new();
    for (cells, variant) in (1..=9).flat_map(|cells| VARIANTS.map(|variant| (cells, variant))) {
        let start = AlakState::new(rules(cells, variant));
        let solution = solution(&start);
        let bounds = solution.start_bounds();
        values.insert(bounds.value().to_string());
        let perfect = Perfect(solution);
        for deal in 0..20 {
            let mut generators =
                [Purpose::Player1, Purpose::Player2].map(|purpose| stream(Seed(1), purpose, deal));
            let [one, two] = &mut generators;
            let players: [&dyn Strategy<AlakState>; 2] = [&perfect, &perfect];
            let course = play_course(start, players, [one, two], 2000).unwrap();
            let end = course.last();
            let margin = end.outcome().map(|_| end.margin());
            assert_eq!(
                margin,
                bounds.best_play_margin(),
                "{} {deal}",
                start.rules()
            );
        }
    }
    assert_eq!(values.len(), 4);
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
        let graph = SlowGraph::new(state.rules(), start);
        let solution = solution(&state);
        assert_eq!(
            solution.graph.position_count,
            graph.positions.len() as u64,
            "{variant} {board}"
        );
        assert_eq!(
            solution.start_bounds(),
            graph.bounds()[0],
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
            high: Some(0),
            can_be_drawn: true
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
            high: Some(-1),
            can_be_drawn: false
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
            let MarginBounds { low, high, .. } = solved.bounds;
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
            let MarginBounds { low, high, .. } = solution.start_bounds();
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
            high: Some(-1),
            can_be_drawn: false
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
