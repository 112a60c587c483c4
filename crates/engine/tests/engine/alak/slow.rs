//! Slow functions on lists, copied from the handout, compared with the engine on bit masks.

use super::{VARIANTS, rules};
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, Edge, OwnGroupRule};
use pioche_engine::games::{Game, Outcome, Player};
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use rand::Rng;
use std::collections::BTreeSet;

/// The handout's variables: 0 is an empty cell, 1 and 2 the players; `removed` holds indices from 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slow {
    pub board: Vec<u8>,
    pub player: u8,
    pub removed: BTreeSet<usize>,
}

/// The handout's `possible`.
pub fn possible(slow: &Slow, i: usize) -> bool {
    i < slow.board.len() && slow.board[i] == 0 && !slow.removed.contains(&i)
}

/// The handout's `again`.
pub fn again(slow: &Slow) -> bool {
    (0..slow.board.len()).any(|i| possible(slow, i))
}

/// The handout's `win`; 0 for a draw.
pub fn win(slow: &Slow) -> u8 {
    let count = |player| slow.board.iter().filter(|&&cell| cell == player).count();
    match count(1).cmp(&count(2)) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 2,
    }
}

/// Returns the neighbours of a cell.
fn neighbours(n: usize, edge: Edge, i: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for j in 0..n {
        let adjacent = i.abs_diff(j) == 1 || edge == Edge::Ring && i.abs_diff(j) == n - 1;
        if adjacent && i != j {
            found.insert(j);
        }
    }
    found
}

/// Returns the group of the stone on a cell: the connected stones of its colour.
fn group(board: &[u8], edge: Edge, i: usize) -> BTreeSet<usize> {
    let mut group = BTreeSet::from([i]);
    loop {
        let size = group.len();
        for k in group.clone() {
            group.extend(
                neighbours(board.len(), edge, k)
                    .into_iter()
                    .filter(|&j| board[j] == board[i]),
            );
        }
        if group.len() == size {
            return group;
        }
    }
}

fn has_liberty(board: &[u8], edge: Edge, group: &BTreeSet<usize>) -> bool {
    group.iter().any(|&k| {
        neighbours(board.len(), edge, k)
            .iter()
            .any(|&j| board[j] == 0)
    })
}

/// The handout's `put`, then the turn passes.
pub fn put(rules: AlakRules, slow: &Slow, i: usize) -> Slow {
    let mut board = slow.board.clone();
    let opponent = 3 - slow.player;
    board[i] = slow.player;
    let mut removed = BTreeSet::new();
    for j in neighbours(board.len(), rules.edge, i) {
        if board[j] == opponent {
            let group = group(&board, rules.edge, j);
            if !has_liberty(&board, rules.edge, &group) {
                removed.extend(group);
            }
        }
    }
    for &k in &removed {
        board[k] = 0;
    }
    if rules.own_group == OwnGroupRule::Captured {
        let group = group(&board, rules.edge, i);
        if !has_liberty(&board, rules.edge, &group) {
            for k in group {
                board[k] = 0;
            }
        }
    }
    Slow {
        board,
        player: opponent,
        removed,
    }
}

/// Converts the position to the type of the library.
pub fn fast(rules: AlakRules, slow: &Slow) -> AlakState {
    let board: String = slow
        .board
        .iter()
        .map(|&cell| ['.', 'x', 'o'][usize::from(cell)])
        .collect();
    let player = if slow.player == 1 {
        Player::One
    } else {
        Player::Two
    };
    let removed: Vec<Cell> = slow.removed.iter().map(|&k| Cell(k as u32 + 1)).collect();
    AlakState::from_position(rules, &board, player, &removed).unwrap()
}

/// Returns a uniform number below `bound`.
pub fn below(generator: &mut Pcg64Dxsm, bound: usize) -> usize {
    let bound = bound as u64;
    loop {
        let word = generator.next_u64();
        if word < u64::MAX - u64::MAX % bound {
            return (word % bound) as usize;
        }
    }
}

fn assert_same_moves(rules: AlakRules, slow: &Slow) {
    let state = fast(rules, slow);
    let moves: Vec<usize> = (0..slow.board.len())
        .filter(|&i| possible(slow, i))
        .collect();
    let listed: Vec<usize> = state
        .legal_moves()
        .iter()
        .map(|cell| cell.0 as usize - 1)
        .collect();
    assert_eq!(listed, moves, "{rules} {slow:?}");
    let outcome = [
        Outcome::Draw,
        Outcome::Winner(Player::One),
        Outcome::Winner(Player::Two),
    ][usize::from(win(slow))];
    assert_eq!(state.outcome(), (!again(slow)).then_some(outcome));
    for i in 0..slow.board.len() {
        let mut next = state;
        let played = next.play(Cell(i as u32 + 1));
        assert_eq!(played.is_ok(), moves.contains(&i));
        let expected = if played.is_ok() {
            fast(rules, &put(rules, slow, i))
        } else {
            state
        };
        assert_eq!(next, expected, "{rules} {slow:?} {i}");
    }
}

#[test]
fn bitmask_alak_equals_list_alak_on_small_positions() {
    for cells in 1..=6 {
        for code in 0..4_usize.pow(cells) {
            let digits: Vec<usize> = (0..cells).map(|at| code / 4_usize.pow(at) % 4).collect();
            let board = digits
                .iter()
                .map(|&digit| if digit == 3 { 0 } else { digit as u8 })
                .collect();
            let removed = (0..cells as usize).filter(|&at| digits[at] == 3).collect();
            let slow = Slow {
                board,
                player: 1 + (code % 2) as u8,
                removed,
            };
            VARIANTS
                .iter()
                .for_each(|&variant| assert_same_moves(rules(cells, variant), &slow));
        }
    }
}

#[test]
fn bitmask_alak_equals_list_alak_on_random_positions() {
    let streams = Streams::new(Seed(1));
    for deal in 0..4_000 {
        let generator = &mut streams.stream(Purpose::Player1, deal);
        let cells = 1 + below(generator, 24);
        // Few empty cells, so that groups are long and have few liberties.
        let weights = [1, 1, 2, 2, 2, 0];
        let board: Vec<u8> = (0..cells).map(|_| weights[below(generator, 6)]).collect();
        let empty = (0..cells).filter(|&at| board[at] == 0);
        let removed = empty.filter(|_| below(generator, 4) == 0).collect();
        let slow = Slow {
            board,
            player: 1 + below(generator, 2) as u8,
            removed,
        };
        assert_same_moves(rules(cells as u32, VARIANTS[deal as usize % 4]), &slow);
    }
}

#[test]
fn bitmask_alak_equals_list_alak_in_random_games() {
    let streams = Streams::new(Seed(1));
    for deal in 0..1_024 {
        let generator = &mut streams.stream(Purpose::Player2, deal);
        let (cells, variant) = (1 + deal as usize % 64, VARIANTS[deal as usize / 64 % 4]);
        let rules = rules(cells as u32, variant);
        let mut slow = Slow {
            board: vec![0; cells],
            player: 1,
            removed: BTreeSet::new(),
        };
        let mut state = AlakState::new(rules);
        for _ in 0..400 {
            let moves: Vec<usize> = (0..cells).filter(|&i| possible(&slow, i)).collect();
            assert_eq!(state.legal_moves().len(), moves.len());
            if moves.is_empty() {
                break;
            }
            let i = moves[below(generator, moves.len())];
            slow = put(rules, &slow, i);
            state.play(Cell(i as u32 + 1)).unwrap();
            assert_eq!(state, fast(rules, &slow), "{rules}");
        }
    }
}
