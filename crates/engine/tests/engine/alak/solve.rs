//! Compares the exact solver with slow definitions, checks its best moves, and compares random play with an independent script.

use super::slow::{self, Slow};
use super::{VARIANTS, parsed_rules, position, rules};
use crate::common::{cases, generator, parse};
use pioche_engine::games::alak::graph::{
    MAX_CELLS, PositionGraph, SearchLimitError, search_estimate,
};
use pioche_engine::games::alak::random_play::{TOLERANCE, random_play_distribution};
use pioche_engine::games::alak::solve::{AlakSolution, MarginBounds};
use pioche_engine::games::alak::{AlakState, Cell};
use pioche_engine::games::{Game, MemoryLimit, Outcome, Player};
use pioche_engine::players::{Perfect, Strategy, play_course};
use pioche_engine::stats::exact::{nearest_f64, nearest_probability};
use pioche_engine::{BigUint, Ratio};
use std::collections::{BTreeSet, HashMap, HashSet};

fn solution(start: &AlakState) -> AlakSolution {
    AlakSolution::new(start, MemoryLimit::default()).unwrap()
}

fn graph(state: &AlakState) -> PositionGraph {
    PositionGraph::new(state, MemoryLimit::default()).unwrap()
}

/// Returns the empty boards of some numbers of cells in all variants.
fn empty_boards(cells: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = AlakState> {
    cells.flat_map(|cells| VARIANTS.map(|variant| AlakState::new(rules(cells, variant))))
}

#[test]
fn alak_values_and_counts_match_independent_script() {
    for [rules, low, high, positions] in cases(include_str!("../../data/alak/values.txt")) {
        let solution = solution(&AlakState::new(parsed_rules(rules)));
        let bounds = solution.start_bounds();
        let expected = [low, high].map(|margin| margin.parse().ok());
        assert_eq!([bounds.low, bounds.high], expected, "{rules:?}");
        assert_eq!(solution.graph.position_count, parse(positions), "{rules:?}");
    }
}

/// The positions that can be reached by the slow rules, the start first, each with the indices of its successors.
struct SlowGraph {
    positions: Vec<Slow>,
    successors: Vec<Vec<usize>>,
}

impl SlowGraph {
    fn new(start: &AlakState) -> Self {
        let rules = start.rules();
        let start = Slow::from(start);
        let mut indices = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start];
        let mut successors = Vec::new();
        while let Some(slow) = positions.get(successors.len()).cloned() {
            let mut targets = Vec::new();
            for cell in slow::possible(&slow) {
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
                is_enough(self.positions[index].margin())
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
            let is_drawn_end = successors.is_empty() && self.positions[index].margin() == 0;
            !wins1[index]
                && !wins2[index]
                && (is_drawn_end || successors.iter().any(|&next| set[next]))
        })
    }

    /// Returns the margins by their definition; of larger boards only whether a player can force a win.
    fn bounds(&self, margins: impl Iterator<Item = i32>) -> Vec<MarginBounds> {
        let bounds = |can_be_drawn| MarginBounds {
            low: None,
            high: None,
            can_be_drawn,
        };
        let mut all: Vec<MarginBounds> = self.drawable().into_iter().map(bounds).collect();
        for bound in margins {
            let forced1 = self.forced(1, |margin| margin >= bound);
            let forced2 = self.forced(2, |margin| margin <= -bound);
            for (index, bounds) in all.iter_mut().enumerate() {
                bounds.low = if forced1[index] {
                    Some(bound)
                } else {
                    bounds.low
                };
                bounds.high = if forced2[index] {
                    Some(-bound)
                } else {
                    bounds.high
                };
            }
        }
        all
    }
}

/// Ranks the guaranteed result of the player to move as the solver does; larger is better.
fn rank(bounds: MarginBounds, player: u8) -> i32 {
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

/// Asserts the bounds of all positions that can be reached, and with all margins the best moves; with a margin of 1, it asserts
/// which player can force a win.
fn assert_solution(start: &AlakState, has_all_margins: bool) {
    let (rules, solution) = (start.rules(), solution(start));
    let cells = rules.cells as i32;
    let graph = SlowGraph::new(start);
    assert_eq!(solution.graph.position_count, graph.positions.len() as u64);
    let bounds = graph.bounds(if has_all_margins {
        -cells..=cells
    } else {
        1..=1
    });
    for (index, slow) in graph.positions.iter().enumerate() {
        let solved = solution.solved_position(&slow::fast(rules, slow)).unwrap();
        let found = solved.bounds;
        assert_eq!(
            found.can_be_drawn, bounds[index].can_be_drawn,
            "{rules:?} {slow:?}"
        );
        if !has_all_margins {
            assert_eq!(found.value(), bounds[index].value(), "{rules:?} {slow:?}");
            continue;
        }
        assert_eq!(found, bounds[index], "{rules:?} {slow:?}");
        let mut best = Vec::new();
        for (cell, &next) in slow::possible(slow).iter().zip(&graph.successors[index]) {
            let keeps_draw = bounds[next].can_be_drawn == bounds[index].can_be_drawn;
            if rank(bounds[next], slow.player) == rank(bounds[index], slow.player) && keeps_draw {
                best.push(Cell(*cell as u32 + 1));
            }
        }
        assert_eq!(solved.best_moves, best, "{rules:?} {slow:?}");
        let mut finishing_moves = solved.finishing_moves.iter();
        assert!(finishing_moves.all(|cell| best.contains(cell)));
        assert_eq!(solved.finishing_moves.is_empty(), best.is_empty());
    }
}

/// Empty boards; then asymmetric ones, both players, forbidden cells, and unreachable, finished and nearly full boards.
#[test]
fn alak_bounds_and_best_moves_match_definition() {
    for start in empty_boards(1..=8) {
        assert_solution(&start, start.rules().cells <= 6);
    }
    let large = format!("{}x.", "xo".repeat(15));
    for (variant, board, to_play, forbidden) in [
        ("line:spared", "x..o.x", Player::Two, &[][..]),
        ("line:spared", ".ooo.x", Player::One, &[5]),
        ("ring:spared", ".xo...", Player::Two, &[1]),
        ("ring:spared", "x.ox.o", Player::One, &[]),
        ("line:captured", "oxo...", Player::One, &[]),
        ("ring:captured", "x..x..", Player::Two, &[]),
        ("line:spared", "xo.", Player::One, &[3]),
        ("line:spared", &large, Player::Two, &[]),
    ] {
        assert_solution(&position(variant, board, to_play, forbidden), true);
    }
    let solution = solution(&AlakState::new(rules(5, VARIANTS[0])));
    for unreachable in [
        position("line:spared", "x.x.x", Player::One, &[2]),
        AlakState::new(rules(4, VARIANTS[0])),
        AlakState::new(rules(5, VARIANTS[2])),
    ] {
        assert_eq!(solution.solved_position(&unreachable), None);
    }
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

/// Games of two perfect players end as the solver says: with the margin, drawn, or not at all.
#[test]
fn perfect_players_reach_the_value() {
    let mut values = BTreeSet::new();
    for start in empty_boards(1..=9) {
        let solution = solution(&start);
        let bounds = solution.start_bounds();
        values.insert(bounds.value().to_string());
        let perfect = Perfect(solution);
        for deal in 0..20 {
            let [mut one, mut two] = [generator(2 * deal), generator(2 * deal + 1)];
            let players: [&dyn Strategy<AlakState>; 2] = [&perfect, &perfect];
            let course = play_course(start, players, [&mut one, &mut two], 2000).unwrap();
            let margin = course.last().outcome().map(|_| course.last().margin());
            assert_eq!(
                margin,
                bounds.best_play_margin(),
                "{:?} {deal}",
                start.rules()
            );
        }
    }
    assert_eq!(values.len(), 4);
}

/// Follows the forcing moves of a player against any defence.
struct Walk {
    solution: AlakSolution,
    forcing: Player,
    path: Vec<AlakState>,
    done: HashSet<AlakState>,
}

impl Walk {
    /// Returns the margin that the player can force.
    fn sure(&self, state: &AlakState) -> Option<i32> {
        let MarginBounds { low, high, .. } = self.solution.solved_position(state).unwrap().bounds;
        if self.forcing == Player::One {
            low
        } else {
            high.map(|margin| -margin)
        }
    }

    fn from(&mut self, state: AlakState, promised: i32) {
        assert!(!self.path.contains(&state), "{:?}: {state}", state.rules());
        let sure = self.sure(&state).expect("a margin");
        assert!(sure >= promised, "{sure} after {promised}: {state}");
        if !self.done.insert(state) {
            return;
        }
        self.path.push(state);
        let forcing_moves = self
            .solution
            .solved_position(&state)
            .unwrap()
            .finishing_moves;
        let moves = if state.to_play() == self.forcing {
            forcing_moves
        } else {
            state.legal_moves()
        };
        for cell in moves {
            let mut after = state;
            after.play(cell).unwrap();
            self.from(after, sure);
        }
        self.path.pop();
    }
}

/// Forcing moves reach the promised result against any defence, without repetition or a lower guarantee.
#[test]
fn forcing_moves_reach_result_without_repetition() {
    for start in empty_boards(1..=8) {
        for forcing in [Player::One, Player::Two] {
            let solution = solution(&start);
            let mut walk = Walk {
                solution,
                forcing,
                path: Vec::new(),
                done: HashSet::new(),
            };
            if let Some(sure @ 0..) = walk.sure(&start) {
                walk.from(start, sure);
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
    let text = error.to_string();
    assert!(
        text.ends_with("more than the 6.0 GiB allowed; 16 cells would fit"),
        "{text}"
    );
    let small = AlakSolution::new(
        &AlakState::new(rules(12, VARIANTS[0])),
        MemoryLimit(1 << 20),
    );
    assert!(small.is_err());
    let cells = MAX_CELLS + 1;
    let error = AlakSolution::new(
        &AlakState::new(rules(cells, VARIANTS[0])),
        MemoryLimit(u64::MAX),
    );
    assert_eq!(error.unwrap_err(), SearchLimitError::Cells(cells));
    let large = format!("{}{}", "x".repeat(10), ".".repeat(22));
    assert!(AlakSolution::new(&position("line:spared", &large, Player::Two, &[]), bound).is_err());
}

/// The estimate is a close upper bound of the number of nodes. Bytes of a node: key 8, index 11, offsets 8, counters and values
/// 12; then 8 for each edge in both directions, with edges for a third of the cells.
#[test]
fn search_estimate_is_close_upper_bound_of_memory() {
    for start in empty_boards(1..=10) {
        let nodes = graph(&start).node_count() as u64;
        let estimate = search_estimate(&start).0;
        assert!(
            nodes <= estimate && (start.rules().cells < 9 || estimate <= 2 * nodes),
            "{nodes}, {estimate}"
        );
    }
    for (cells, bytes) in [(1, 47), (9, 63), (12, 71), (16, 87), (31, 127)] {
        for start in empty_boards(cells..=cells) {
            let (nodes, MemoryLimit(memory)) = search_estimate(&start);
            assert_eq!(memory, nodes * bytes, "{cells} cells");
        }
    }
}

/// The results of an independent script, and of positions by hand: games in which every stone captures itself, and the last
/// moves of a draw and of a win; exchanged players have exchanged chances.
#[test]
fn random_play_distribution_matches_independent_script() {
    let law = |state: &AlakState| {
        let law = random_play_distribution(&graph(state), u64::MAX);
        [
            law.player1,
            law.player2,
            law.draw,
            law.unresolved.unwrap_or(0.0),
        ]
    };
    for [rules, player1, player2, draw, endless, _] in
        cases(include_str!("../../data/alak/random_play.txt"))
    {
        let found = law(&AlakState::new(parsed_rules(rules)));
        for (found, text) in found.into_iter().zip([player1, player2, draw, endless]) {
            let expected = nearest_f64(&parse(text));
            assert!(
                (found - expected).abs() <= 10.0 * TOLERANCE,
                "{rules:?}: {found}"
            );
        }
    }
    for (variant, board, to_play, expected) in [
        ("line:captured", ".", Player::One, [0.0, 0.0, 0.0, 1.0]),
        ("line:spared", "xxoxo.", Player::Two, [0.0, 0.0, 1.0, 0.0]),
        ("line:spared", "oxoxx.", Player::One, [1.0, 0.0, 0.0, 0.0]),
    ] {
        assert_eq!(
            law(&position(variant, board, to_play, &[])),
            expected,
            "{board}"
        );
    }
    let [one, two, draw, _] = law(&position("line:spared", "xo..x.", Player::One, &[3]));
    let exchanged = law(&position("line:spared", "ox..o.", Player::Two, &[3]));
    assert!(one != two && exchanged[..3] == [two, one, draw]);
}

/// Returns the distribution in exact fractions, followed from move to move.
fn exact_distribution(start: &AlakState, max_plies: u64) -> [Ratio<BigUint>; 4] {
    let fraction = |numerator: u8| Ratio::from_integer(BigUint::from(numerator));
    let mut outcomes = [0; 4].map(fraction);
    let mut states = HashMap::from([(*start, fraction(1))]);
    for ply in 0..=max_plies {
        let mut next_states = HashMap::new();
        for (state, probability) in states {
            let index = match state.outcome() {
                Some(Outcome::Winner(player)) => player as usize,
                Some(_) => 2,
                None => 3,
            };
            if index < 3 || ply == max_plies {
                outcomes[index] += probability;
                continue;
            }
            let moves = state.legal_moves();
            let share = probability / BigUint::from(moves.len());
            for cell in moves {
                let mut successor = state;
                successor.play(cell).unwrap();
                *next_states.entry(successor).or_insert_with(|| fraction(0)) += &share;
            }
        }
        states = next_states;
    }
    outcomes
}

/// The distribution is that of exact fractions, rounded once.
#[test]
fn random_play_distribution_agrees_with_exact_fractions() {
    for start in empty_boards(1..=5) {
        let graph = graph(&start);
        for max_plies in [0, 1, 6, 30] {
            let rounded = random_play_distribution(&graph, max_plies);
            let unresolved = rounded.unresolved.expect("all games are followed");
            let exact = exact_distribution(&start, max_plies);
            assert_eq!(
                [rounded.player1, rounded.player2, rounded.draw, unresolved],
                exact.each_ref().map(nearest_probability),
                "{start} {max_plies}"
            );
        }
    }
    let five = graph(&AlakState::new(rules(5, VARIANTS[0])));
    assert_eq!(random_play_distribution(&five, 1000).player2, 14.0 / 45.0);
    // The probability of a long game is not the bound at which games are no longer followed; without such a limit, it is not known.
    let nine = graph(&AlakState::new(rules(9, VARIANTS[0])));
    let unresolved = random_play_distribution(&nine, 1000).unresolved;
    assert!(unresolved.is_some_and(|probability| (1e-83..1e-81).contains(&probability)));
    assert_eq!(random_play_distribution(&nine, 100_000).unresolved, None);
}
