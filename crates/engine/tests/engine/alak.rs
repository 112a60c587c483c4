//! Tests of Alak: the handout's sample game, the rules one by one, parsing and printing.

mod chance;
mod repetition;
mod slow;
mod solve;

use pioche_engine::games::alak::state::PositionError;
use pioche_engine::games::alak::{
    AlakRefusal, AlakRules, AlakState, Cell, CellCount, Edge, OwnGroupRule,
};
use pioche_engine::games::{Game, Outcome, Player};

pub const VARIANTS: [(Edge, OwnGroupRule); 4] = [
    (Edge::Line, OwnGroupRule::Spared),
    (Edge::Line, OwnGroupRule::Captured),
    (Edge::Ring, OwnGroupRule::Spared),
    (Edge::Ring, OwnGroupRule::Captured),
];

pub fn rules(cells: u32, (edge, own_group): (Edge, OwnGroupRule)) -> AlakRules {
    AlakRules {
        cells: CellCount::new(cells).unwrap(),
        edge,
        own_group,
    }
}

/// Parses rules such as `9:line:spared`.
pub fn rules_of(text: &str) -> AlakRules {
    let [cells, edge, own_group] = text.split(':').collect::<Vec<_>>().try_into().unwrap();
    rules(
        cells.parse().unwrap(),
        (edge.parse().unwrap(), own_group.parse().unwrap()),
    )
}

/// Returns the position of a board in a variant such as `ring:spared`.
fn position(variant: &str, board: &str, to_play: Player, forbidden: &[u32]) -> AlakState {
    let rules = rules_of(&format!("{}:{variant}", board.len()));
    let forbidden: Vec<Cell> = forbidden.iter().copied().map(Cell).collect();
    AlakState::from_position(rules, board, to_play, &forbidden).unwrap()
}

/// Returns the board and the forbidden cells after a move.
fn after(state: AlakState, cell: u32) -> (String, Vec<u32>) {
    let mut state = state;
    state.play(Cell(cell)).unwrap();
    (
        state.board_text(),
        state.forbidden_cells().iter().map(|cell| cell.0).collect(),
    )
}

/// Returns the cells of a list such as `3,4`; `-` is the empty list.
fn cells_of(list: &str) -> Vec<Cell> {
    let cells = list.split(',').filter(|cell| *cell != "-");
    cells.map(|cell| cell.parse().unwrap()).collect()
}

#[test]
fn sample_game_matches_handout() {
    let mut state = AlakState::new(rules(9, VARIANTS[0]));
    let mut plies = 0;
    for line in include_str!("../data/alak/sample_game.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let [player, refused, cell, captured, board] = line
            .split_whitespace()
            .collect::<Vec<_>>()
            .try_into()
            .unwrap();
        assert_eq!(state.outcome(), None);
        assert_eq!(
            player,
            if state.to_play() == Player::One {
                "1"
            } else {
                "2"
            }
        );
        for entry in refused.split(',').filter(|&entry| entry != "-") {
            let (number, reason) = entry.split_once(':').unwrap();
            let (cell, before) = (number.parse().unwrap(), state);
            let expected = match reason {
                "occupied" => AlakRefusal::Occupied(cell),
                "forbidden" => AlakRefusal::Forbidden(cell),
                "off-board" => AlakRefusal::OffBoard(cell, 9),
                other => panic!("{other}"),
            };
            assert_eq!(state.play(cell), Err(expected), "ply {plies}");
            assert_eq!(state, before);
        }
        state.play(cell.parse().unwrap()).unwrap();
        plies += 1;
        assert_eq!(state.board_text(), board, "ply {plies}");
        assert_eq!(state.forbidden_cells(), cells_of(captured), "ply {plies}");
    }
    assert_eq!(plies, 17);
    assert_eq!(state.outcome(), Some(Outcome::Winner(Player::One)));
    assert_eq!(
        (
            state.stones(Player::One).count_ones(),
            state.stones(Player::Two).count_ones()
        ),
        (5, 4)
    );
    assert_eq!(state.margin(), 1);
}

#[test]
fn only_groups_adjacent_to_placed_stone_are_captured() {
    // The o of cell 3 has no empty neighbour, but rule 3 spares it.
    let state = position("line:spared", "xxoxx.xo.", Player::One, &[]);
    assert_eq!(after(state, 6), ("xxoxxxxo.".into(), vec![]));
    // It is captured once it has gained an empty neighbour and lost it again.
    let state = position("line:spared", "xxo.oo.ox", Player::One, &[]);
    assert_eq!(after(state, 4), ("xx.xoo.ox".into(), vec![3]));
}

#[test]
fn one_stone_captures_groups_on_both_sides() {
    let state = position("line:spared", "xoo.ox", Player::One, &[]);
    assert_eq!(after(state, 4), ("x..x.x".into(), vec![2, 3, 5]));
    // A capture frees the group that made it, so the stone also stays under the other rule.
    let state = position("line:captured", "xoo.ox", Player::One, &[]);
    assert_eq!(after(state, 4), ("x..x.x".into(), vec![2, 3, 5]));
}

#[test]
fn line_ends_are_not_liberties() {
    assert_eq!(
        after(position("line:spared", "o..", Player::One, &[]), 2),
        (".x.".into(), vec![1])
    );
    assert_eq!(
        after(position("ring:spared", "o..", Player::One, &[]), 2),
        ("ox.".into(), vec![])
    );
}

#[test]
fn forbidden_cells_count_as_empty_for_one_turn() {
    // Cell 2 is forbidden to player 2, but counts as an empty neighbour of the x of cell 1.
    let state = position("line:spared", "x.xo..", Player::Two, &[2]);
    assert_eq!(state.legal_moves(), [Cell(5), Cell(6)]);
    let mut state = position("line:spared", "o..", Player::One, &[]);
    state.play(Cell(2)).unwrap();
    assert_eq!(state.play(Cell(1)), Err(AlakRefusal::Forbidden(Cell(1))));
    state.play(Cell(3)).unwrap();
    assert_eq!(state.legal_moves(), [Cell(1)]);
    assert_eq!(state.forbidden(), 0);
}

#[test]
fn game_ends_when_player_to_move_has_no_legal_cell() {
    // Two cells: player 2 captures the stone of player 1, whose only empty cell is then forbidden.
    let mut state = AlakState::new(rules(2, VARIANTS[0]));
    state.play(Cell(1)).unwrap();
    state.play(Cell(2)).unwrap();
    assert_eq!(
        (state.board_text(), state.forbidden_cells()),
        (".o".into(), vec![Cell(1)])
    );
    assert_eq!(state.outcome(), Some(Outcome::Winner(Player::Two)));
    assert!(state.legal_moves().is_empty());
    assert_eq!(state.play(Cell(1)), Err(AlakRefusal::Forbidden(Cell(1))));
    // Equal numbers of stones are a draw, whatever was captured before.
    assert_eq!(
        position("line:spared", "xo.", Player::One, &[3]).outcome(),
        Some(Outcome::Draw)
    );
    assert_eq!(
        position("line:spared", "xo.", Player::One, &[]).outcome(),
        None
    );
}

#[test]
fn group_across_ring_wraparound_is_captured_once() {
    // Cells 6, 1 and 2 are one group; the stones of cells 3 and 5 occupy both of its neighbours.
    let state = position("ring:spared", "oo..xo", Player::One, &[]);
    assert_eq!(after(state, 3), ("..x.x.".into(), vec![1, 2, 6]));
    // One stone touches the group on both sides.
    let state = position("ring:spared", "oo.ooo", Player::One, &[]);
    assert_eq!(after(state, 3), ("..x...".into(), vec![1, 2, 4, 5, 6]));
    // The same board as a line has two groups.
    let state = position("line:spared", "oo.ooo", Player::One, &[]);
    assert_eq!(after(state, 3), ("..x...".into(), vec![1, 2, 4, 5, 6]));
}

#[test]
fn rings_of_one_and_two_cells_are_played_as_lines() {
    for own_group in [OwnGroupRule::Spared, OwnGroupRule::Captured] {
        for cells in [1, 2] {
            let mut boards = [Edge::Line, Edge::Ring]
                .map(|edge| AlakState::new(rules(cells, (edge, own_group))));
            for cell in 1..=cells {
                boards
                    .iter_mut()
                    .for_each(|state| state.play(Cell(cell)).unwrap());
                assert_eq!(boards[0].board_text(), boards[1].board_text());
                assert_eq!(boards[0].forbidden(), boards[1].forbidden());
            }
        }
    }
}

#[test]
fn own_group_without_liberty_follows_rule_variant() {
    for (own_group, board) in [("spared", "oxxxo."), ("captured", "o...o.")] {
        let mut state = position(&format!("line:{own_group}"), "ox.xo.", Player::One, &[]);
        state.play(Cell(3)).unwrap();
        assert_eq!(state.board_text(), board);
        // Losing one's own group forbids no cell, neither to the opponent nor on the next turn.
        assert_eq!(state.forbidden(), 0);
        state.play(Cell(6)).unwrap();
        assert_eq!(state.forbidden(), 0);
    }
    // The opponent's groups are removed first: this stone has no empty neighbour until it captures.
    let state = position("line:captured", "xo.ox.", Player::One, &[]);
    assert_eq!(after(state, 3), ("x.x.x.".into(), vec![2, 4]));
}

#[test]
fn board_text_has_cell_numbers_below() {
    assert_eq!(AlakState::new(rules(1, VARIANTS[0])).to_string(), ".\n1");
    assert_eq!(
        position("line:spared", ".xo.oo.x.", Player::One, &[]).to_string(),
        ". x o . o o . x .\n1 2 3 4 5 6 7 8 9"
    );
    assert_eq!(
        position("line:spared", ".xo.oo.x..x..xo", Player::Two, &[]).to_string(),
        ". x o . o o . x . .  x  .  .  x  o\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    );
}

#[test]
fn cells_and_variants_parse_their_own_text() {
    for number in [0, 1, 9, 10, 64, 65, u32::MAX] {
        assert_eq!(Cell(number).to_string().parse(), Ok(Cell(number)));
    }
    for text in ["", "+1", "-1", "01", "1.0", " 1", "x", "4294967296"] {
        assert_eq!(text.parse::<Cell>().unwrap_err().text, text);
    }
    assert_eq!(rules(9, VARIANTS[0]).to_string(), "9:line:spared");
    for cells in 1..=64 {
        for variant in VARIANTS {
            assert_eq!(
                rules_of(&rules(cells, variant).to_string()),
                rules(cells, variant)
            );
        }
    }
    for text in ["0", "65", "many"] {
        assert_eq!(text.parse::<CellCount>().unwrap_err().text, text);
    }
    assert_eq!(
        "torus".parse::<Edge>().unwrap_err().to_string(),
        "'torus' is no edge: line ring"
    );
    assert_eq!("lost".parse::<OwnGroupRule>().unwrap_err().text, "lost");
}

#[test]
fn alak_positions_parse_own_text_and_refuse_invalid() {
    let state = position("line:spared", "xx.o..", Player::Two, &[3, 6]);
    assert_eq!(state.board_text(), "xx.o..");
    assert_eq!(state.forbidden_cells(), [Cell(3), Cell(6)]);
    assert_eq!(
        (state.stones(Player::One), state.stones(Player::Two)),
        (0b11, 0b1000)
    );
    let six = rules(6, VARIANTS[0]);
    let read = |board: &str, forbidden: &[Cell]| {
        AlakState::from_position(six, board, Player::One, forbidden)
    };
    assert_eq!(read("xx.O..", &[]), Err(PositionError::UnknownCell(4, 'O')));
    assert_eq!(read("xé", &[]), Err(PositionError::UnknownCell(2, 'é')));
    assert_eq!(
        read("xx.o.", &[]),
        Err(PositionError::Length {
            found: 5,
            expected: 6
        })
    );
    assert_eq!(
        read(&".".repeat(100), &[]),
        Err(PositionError::Length {
            found: 100,
            expected: 6
        })
    );
    for cell in [Cell(0), Cell(7), Cell(u32::MAX)] {
        assert_eq!(
            read("xx.o..", &[cell]),
            Err(PositionError::ForbiddenOffBoard(cell, 6))
        );
    }
    assert_eq!(
        read("xx.o..", &[Cell(4)]),
        Err(PositionError::ForbiddenOccupied(Cell(4)))
    );
}
