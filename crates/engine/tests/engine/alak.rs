//! Tests of Alak: the handout's sample game, the rules one by one, parsing and printing.

mod slow;
mod solve;

use crate::common::{cases, parse};
use pioche_engine::games::alak::{AlakRefusal, AlakRules, AlakState, Cell, Edge, OwnGroupRule};
use pioche_engine::games::{Game, Outcome, Player};

pub const VARIANTS: [(Edge, OwnGroupRule); 4] = [
    (Edge::Line, OwnGroupRule::Spared),
    (Edge::Line, OwnGroupRule::Captured),
    (Edge::Ring, OwnGroupRule::Spared),
    (Edge::Ring, OwnGroupRule::Captured),
];

/// Reads rules such as `9:line:spared`.
pub fn parsed_rules(text: &str) -> AlakRules {
    let [cells, edge, own_group] = text.split(':').collect::<Vec<_>>().try_into().unwrap();
    rules(parse(cells), (parse(edge), parse(own_group)))
}

pub fn rules(cells: u32, (edge, own_group): (Edge, OwnGroupRule)) -> AlakRules {
    AlakRules {
        cells,
        edge,
        own_group,
    }
}

/// Returns the position of a board in a variant such as `ring:spared`.
fn position(variant: &str, board: &str, to_play: Player, forbidden: &[u32]) -> AlakState {
    let rules = parsed_rules(&format!("{}:{variant}", board.len()));
    let forbidden = forbidden.iter().fold(0, |set, cell| set | 1 << (cell - 1));
    let stones = ['x', 'o'].map(|stone| cells_with(board, stone));
    AlakState::from_stones(rules, to_play, stones, forbidden).unwrap()
}

/// Returns the cells with a stone, as bits.
fn cells_with(board: &str, stone: char) -> u64 {
    let cells = board.chars().enumerate();
    cells
        .filter(|(_, cell)| *cell == stone)
        .fold(0, |set, (index, _)| set | 1 << index)
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
    for [player, refused, cell, captured, board] in
        cases(include_str!("../data/alak/sample_game.txt"))
    {
        let mover = state.to_play() as usize + 1;
        assert_eq!((state.outcome(), mover), (None, parse(player)));
        for entry in refused.split(',').filter(|&entry| entry != "-") {
            let (number, reason) = entry.split_once(':').unwrap();
            let (cell, before) = (parse(number), state);
            let expected = match reason {
                "occupied" => AlakRefusal::Occupied(cell),
                "forbidden" => AlakRefusal::Forbidden(cell),
                _ => AlakRefusal::OffBoard(cell, 9),
            };
            assert_eq!(
                (state.play(cell), state),
                (Err(expected), before),
                "{board}"
            );
        }
        state.play(parse(cell)).unwrap();
        plies += 1;
        assert_eq!(state.board_text(), board);
        assert_eq!(state.forbidden_cells(), cells_of(captured), "{board}");
    }
    assert_eq!(plies, 17);
    assert_eq!(
        (state.outcome(), state.margin()),
        (Some(Outcome::Winner(Player::One)), 1)
    );
    let stones = [Player::One, Player::Two].map(|player| state.stones(player).count_ones());
    assert_eq!(stones, [5, 4]);
}

#[test]
fn moves_capture_as_worked_out_by_hand() {
    for [variant, board, cell, after, captured] in cases(include_str!("../data/alak/captures.txt"))
    {
        let mut state = position(variant, board, Player::One, &[]);
        state.play(parse(cell)).unwrap();
        assert_eq!(state.board_text(), after, "{variant}: {board}");
        assert_eq!(
            state.forbidden_cells(),
            cells_of(captured),
            "{variant}: {board}"
        );
    }
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
    assert_eq!((state.legal_moves(), state.forbidden()), (vec![Cell(1)], 0));
}

/// On two cells, a line or a ring, player 2 captures the stone of player 1, whose only empty cell is then forbidden. Equal
/// numbers of stones are a draw.
#[test]
fn game_ends_when_player_to_move_has_no_legal_cell() {
    for variant in VARIANTS {
        let mut state = AlakState::new(rules(2, variant));
        state.play(Cell(1)).unwrap();
        state.play(Cell(2)).unwrap();
        assert_eq!(
            (state.board_text(), state.forbidden_cells()),
            (".o".into(), vec![Cell(1)])
        );
        assert_eq!(state.outcome(), Some(Outcome::Winner(Player::Two)));
        assert_eq!(state.play(Cell(1)), Err(AlakRefusal::Forbidden(Cell(1))));
    }
    for (forbidden, outcome) in [(&[3][..], Some(Outcome::Draw)), (&[], None)] {
        assert_eq!(
            position("line:spared", "xo.", Player::One, forbidden).outcome(),
            outcome
        );
    }
}

#[test]
fn boards_and_rules_parse_their_own_text_and_refuse_others() {
    for (board, text) in [
        (".", ".\n1"),
        (".xo.oo.x.", ". x o . o o . x .\n1 2 3 4 5 6 7 8 9"),
        (
            ".xo.oo.x..x..xo",
            ". x o . o o . x . .  x  .  .  x  o\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        ),
    ] {
        assert_eq!(
            position("line:spared", board, Player::One, &[]).to_string(),
            text
        );
    }
    for text in ["", "+1", "-1", "01", "1.0", " 1", "x", "4294967296"] {
        assert_eq!(text.parse::<Cell>().unwrap_err().text, text);
    }
    for text in ["0", "65", "many"] {
        assert!(AlakRules::CELLS.parse(text).is_err());
    }
    let state = position("line:spared", "xx.o..", Player::Two, &[3, 6]);
    assert_eq!(
        (state.board_text().as_str(), state.forbidden_cells()),
        ("xx.o..", vec![Cell(3), Cell(6)])
    );
    assert_eq!(
        [Player::One, Player::Two].map(|player| state.stones(player)),
        [0b11, 0b1000]
    );
    for (stones, forbidden) in [
        ([0b100_0000, 0], 0),
        ([0b10, 0b11], 0),
        ([0b10, 0], 0b10),
        ([0, 0], 0b100_0000),
    ] {
        let state = AlakState::from_stones(rules(6, VARIANTS[0]), Player::One, stones, forbidden);
        assert_eq!(state, None, "{stones:?} {forbidden}");
    }
}
