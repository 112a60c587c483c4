//! Slow functions on lists, copied from the handout, compared with the engine on bit masks.

use super::{VARIANTS, rules};
use crate::common::generator;
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, Edge, OwnGroupRule};
use pioche_engine::games::{Game, Outcome, Player};
use pioche_engine::players::random_index;
use std::collections::BTreeSet;

/// The handout's variables: 0 is an empty cell, 1 and 2 the players; `removed` holds indices from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slow {
    pub board: Vec<u8>,
    pub player: u8,
    pub removed: BTreeSet<usize>,
}

impl From<&AlakState> for Slow {
    fn from(state: &AlakState) -> Self {
        let signs = state.board_text();
        let number = |sign| ".xo".find(sign).unwrap() as u8;
        let removed = state.forbidden_cells().into_iter();
        Self {
            board: signs.chars().map(number).collect(),
            player: 1 + state.to_play() as u8,
            removed: removed.map(|cell| cell.0 as usize - 1).collect(),
        }
    }
}

impl Slow {
    pub fn margin(&self) -> i32 {
        let count = |player| self.board.iter().filter(|&&cell| cell == player).count() as i32;
        count(1) - count(2)
    }
}

/// The cells for which the handout's `possible` is true; `again` says if there is one.
pub fn possible(slow: &Slow) -> Vec<usize> {
    let is_possible = |i: &usize| slow.board[*i] == 0 && !slow.removed.contains(i);
    (0..slow.board.len()).filter(is_possible).collect()
}

/// Returns the neighbours of a cell.
fn neighbours(n: usize, edge: Edge, i: usize) -> Vec<usize> {
    let is_neighbour =
        |&j: &usize| i != j && (i.abs_diff(j) == 1 || edge == Edge::Ring && i.abs_diff(j) == n - 1);
    (0..n).filter(is_neighbour).collect()
}

/// Returns the group of the stone on a cell, the connected stones of its colour, if it has no empty neighbour.
fn group_without_liberty(board: &[u8], edge: Edge, i: usize) -> BTreeSet<usize> {
    let mut group = BTreeSet::from([i]);
    loop {
        let size = group.len();
        for k in group.clone() {
            for j in neighbours(board.len(), edge, k) {
                if board[j] == 0 {
                    return BTreeSet::new();
                } else if board[j] == board[i] {
                    group.insert(j);
                }
            }
        }
        if group.len() == size {
            return group;
        }
    }
}

/// The handout's `put`, then the turn passes.
pub fn put(rules: AlakRules, slow: &Slow, i: usize) -> Slow {
    let mut board = slow.board.clone();
    let opponent = 3 - slow.player;
    board[i] = slow.player;
    let mut removed = BTreeSet::new();
    for j in neighbours(board.len(), rules.edge, i) {
        if board[j] == opponent {
            removed.extend(group_without_liberty(&board, rules.edge, j));
        }
    }
    removed.iter().for_each(|&k| board[k] = 0);
    if rules.own_group == OwnGroupRule::Captured {
        group_without_liberty(&board, rules.edge, i)
            .into_iter()
            .for_each(|k| board[k] = 0);
    }
    Slow {
        board,
        player: opponent,
        removed,
    }
}

/// Converts the position to the type of the library.
pub fn fast(rules: AlakRules, slow: &Slow) -> AlakState {
    let cells_of = |player| {
        let cells = slow.board.iter().enumerate();
        let own = cells.filter(|(_, cell)| **cell == player);
        own.fold(0, |set, (index, _)| set | 1 << index)
    };
    let player = if slow.player == 1 {
        Player::One
    } else {
        Player::Two
    };
    let removed = slow.removed.iter().fold(0, |set, index| set | 1 << index);
    AlakState::from_stones(rules, player, [1, 2].map(cells_of), removed).unwrap()
}

fn assert_same_moves(rules: AlakRules, slow: &Slow) {
    let state = fast(rules, slow);
    let moves = possible(slow);
    let listed: Vec<usize> = state
        .legal_moves()
        .iter()
        .map(|cell| cell.0 as usize - 1)
        .collect();
    assert_eq!(listed, moves, "{rules:?} {slow:?}");
    let outcome = match slow.margin() {
        0 => Outcome::Draw,
        margin => Outcome::Winner(if margin > 0 { Player::One } else { Player::Two }),
    };
    assert_eq!(state.outcome(), moves.is_empty().then_some(outcome));
    for i in 0..slow.board.len() {
        let mut next = state;
        let is_played = next.play(Cell(i as u32 + 1)).is_ok();
        assert_eq!(is_played, moves.contains(&i));
        let expected = if is_played {
            fast(rules, &put(rules, slow, i))
        } else {
            state
        };
        assert_eq!(next, expected, "{rules:?} {slow:?} {i}");
    }
}

#[test]
fn bitmask_alak_equals_list_alak_on_small_positions() {
    for cells in 1..=6 {
        for code in 0..4_usize.pow(cells) {
            let digit = |at: usize| code / 4_usize.pow(at as u32) % 4;
            let slow = Slow {
                board: (0..cells as usize).map(|at| digit(at) as u8 % 3).collect(),
                player: 1 + (code % 2) as u8,
                removed: (0..cells as usize).filter(|&at| digit(at) == 3).collect(),
            };
            for variant in VARIANTS {
                assert_same_moves(rules(cells, variant), &slow);
            }
        }
    }
}

/// Random positions with few empty cells, so that groups are long and have few liberties; then random games.
#[test]
fn bitmask_alak_equals_list_alak_on_random_positions_and_in_games() {
    for deal in 0..4000 {
        let generator = &mut generator(deal);
        let cells = 1 + random_index(generator, 24);
        let board: Vec<u8> = (0..cells)
            .map(|_| [1, 1, 2, 2, 2, 0][random_index(generator, 6)])
            .collect();
        let empty = (0..cells).filter(|&at| board[at] == 0);
        let removed = empty.filter(|_| random_index(generator, 4) == 0).collect();
        let player = 1 + random_index(generator, 2) as u8;
        let rules = rules(cells as u32, VARIANTS[deal as usize % 4]);
        assert_same_moves(
            rules,
            &Slow {
                board,
                player,
                removed,
            },
        );
    }
    for deal in 0..512 {
        let generator = &mut generator(deal);
        let rules = rules(1 + deal as u32 % 64, VARIANTS[deal as usize / 64 % 4]);
        let mut state = AlakState::new(rules);
        let mut slow = Slow::from(&state);
        for _ in 0..400 {
            let moves = possible(&slow);
            if moves.is_empty() {
                break;
            }
            let i = moves[random_index(generator, moves.len())];
            slow = put(rules, &slow, i);
            state.play(Cell(i as u32 + 1)).unwrap();
            assert_eq!(state, fast(rules, &slow), "{rules:?}");
        }
    }
}
