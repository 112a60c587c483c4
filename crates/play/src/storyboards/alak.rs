//! The film of Alak: stones on a line or a ring, captures, and the cells forbidden for one turn.

use super::{MARGIN, player_count_text, status_text};
use crate::film::{BoardShape, Caption, Pace, Sprite, SpriteId, SpriteKind, Storyboard};
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, Edge};
use pioche_engine::games::{Course, Game, Player, Step};
use pioche_report::draw::Align;
use pioche_report::lang::{Text, tr};
use std::collections::HashSet;

/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 480.0;
/// The height of two lines of captions above the board, in points.
const HEADER: f64 = 66.0;
/// The height of a line of cells with their numbers, in points, and the largest number of cells in a line.
const LINE_HEIGHT: f64 = 96.0;
const CELLS_PER_LINE: u32 = 12;
const PITCH: f64 = 56.0;

const STONE: Text = Text("stone|stones");

fn stone_owners(state: &AlakState) -> impl Iterator<Item = Option<Player>> {
    let [one, two] = [Player::One, Player::Two].map(|player| state.stones(player));
    (0..state.rules().cells.get()).map(move |cell| match (one >> cell & 1, two >> cell & 1) {
        (1, _) => Some(Player::One),
        (_, 1) => Some(Player::Two),
        _ => None,
    })
}

const PACE: Pace = Pace {
    motion_ms: 420,
    hold_ms: 1050,
    first_hold_ms: 900,
    last_hold_ms: 4000,
};

impl Storyboard for Course<AlakState> {
    fn title(&self) -> Text {
        Text("Alak")
    }

    fn size(&self) -> (f64, f64) {
        picture_size(self.start().rules())
    }

    fn last_state(&self) -> usize {
        self.moves().len()
    }

    fn pace(&self, _: usize) -> Pace {
        PACE
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let position = self.state(state);
        let rules = position.rules();
        let mut sprites = board_sprites(rules);
        for (cell, player) in (0..).zip(stone_owners(&position)) {
            let [place, _] = cell_position(rules, cell);
            if let Some(player) = player {
                let id = stone_id(&self.moves()[..state], cell);
                let stone = Sprite::new(id, SpriteKind::Stone(player), place);
                sprites.push(stone.with_layer(3));
            }
            if position.forbidden() >> cell & 1 == 1 {
                sprites.push(
                    Sprite::new(("forbidden", cell), SpriteKind::ForbiddenCross, place)
                        .with_layer(4),
                );
            }
        }
        let last_step = state.checked_sub(1).map(|index| self.step(index));
        if let Some(Step { before, mv, .. }) = &last_step
            && stone_owners(&position)
                .nth(mv.0 as usize - 1)
                .flatten()
                .is_some()
        {
            let [place, _] = cell_position(rules, mv.0 - 1);
            let spot = SpriteKind::LastMoveSpot(before.to_play());
            sprites.push(Sprite::new(("spot", 0), spot, place).with_layer(5));
        }
        let status = repetition_text(self, state)
            .filter(|_| position.outcome().is_none())
            .unwrap_or_else(|| status_text(&position, last_step.as_ref()));
        sprites.extend(captions(&position, status));
        sprites
    }
}

fn picture_size(rules: AlakRules) -> (f64, f64) {
    let cells = rules.cells.get();
    let (width, height) = match rules.edge {
        Edge::Ring => {
            let diameter = 2.0 * radius(rules) + 136.0;
            (diameter, diameter)
        }
        Edge::Line => {
            let cells_per_line = f64::from(cells.min(CELLS_PER_LINE));
            let lines = f64::from(cells.div_ceil(CELLS_PER_LINE));
            (cells_per_line * PITCH + 26.0, lines * LINE_HEIGHT + 8.0)
        }
    };
    (
        (width + 2.0 * MARGIN).max(MIN_WIDTH),
        HEADER + height + MARGIN,
    )
}

/// Returns the distance of the cells of a ring from its centre.
fn radius(rules: AlakRules) -> f64 {
    let cells = f64::from(rules.cells.get());
    (cells * PITCH / std::f64::consts::TAU).max(92.0)
}

/// Returns the identity of the stone on a cell: its move or, of a stone of the start, its cell.
fn stone_id(moves: &[Cell], cell: u32) -> SpriteId {
    match moves.iter().rposition(|mv| mv.0 == cell + 1) {
        Some(index) => ("stone", index as u32),
        None => ("first stone", cell),
    }
}

fn board_centre(rules: AlakRules) -> (f64, f64) {
    let (width, height) = picture_size(rules);
    (width / 2.0, HEADER + (height - HEADER - MARGIN) / 2.0)
}

/// Returns the centres of a cell and of its number.
fn cell_position(rules: AlakRules, cell: u32) -> [(f64, f64); 2] {
    let cells = rules.cells.get();
    let (x, y) = board_centre(rules);
    match rules.edge {
        Edge::Line => {
            let cells_per_line = cells.min(CELLS_PER_LINE);
            let line = cell / cells_per_line;
            let column = cell % cells_per_line;
            let x = x + (f64::from(column) - f64::from(cells_per_line - 1) / 2.0) * PITCH;
            let y = HEADER + 42.0 + f64::from(line) * LINE_HEIGHT;
            [(x, y), (x, y + 44.0)]
        }
        Edge::Ring => {
            let angle = std::f64::consts::TAU * f64::from(cell) / f64::from(cells);
            let at = |radius: f64| (x + radius * angle.sin(), y - radius * angle.cos());
            let number = at(radius(rules) + 49.0);
            [at(radius(rules)), (number.0, number.1 + 5.0)]
        }
    }
}

fn board_sprites(rules: AlakRules) -> Vec<Sprite> {
    let cells = rules.cells.get();
    let mut sprites = Vec::new();
    match rules.edge {
        Edge::Ring => {
            let diameter = 2.0 * radius(rules) + 72.0;
            let board = SpriteKind::Board {
                shape: BoardShape::Ring,
                width: diameter as u16,
                height: diameter as u16,
            };
            sprites.push(Sprite::new(("board", 0), board, board_centre(rules)));
        }
        Edge::Line => {
            let cells_per_line = cells.min(CELLS_PER_LINE);
            for line in 0..cells.div_ceil(cells_per_line) {
                let line_cells = (cells - line * cells_per_line).min(cells_per_line);
                let [(left, y), _] = cell_position(rules, line * cells_per_line);
                let width = f64::from(line_cells) * PITCH + 14.0;
                let board = SpriteKind::Board {
                    shape: BoardShape::Rectangle,
                    width: width as u16,
                    height: 70,
                };
                let x = left + f64::from(line_cells - 1) * PITCH / 2.0;
                sprites.push(Sprite::new(("board", line), board, (x, y)));
            }
        }
    }
    for cell in 0..cells {
        let [place, number] = cell_position(rules, cell);
        sprites.push(Sprite::new(("cell", cell), SpriteKind::Cell, place).with_layer(1));
        let text = Caption::new((cell + 1).to_string(), 13, 40).with_align(Align::Middle);
        sprites.push(text.into_sprite(("number", cell), number));
    }
    sprites
}

/// Returns the number of stones of each player, with a stone beside it, and what happens.
fn captions(position: &AlakState, status: String) -> Vec<Sprite> {
    let (width, _) = picture_size(position.rules());
    let room = (width - 2.0 * MARGIN) as u16;
    let mut sprites = Vec::new();
    for (player, x, inwards, align) in [
        (Player::One, MARGIN, 1.0, Align::Start),
        (Player::Two, width - MARGIN, -1.0, Align::End),
    ] {
        let index = player as u32;
        let place = (x + 9.0 * inwards, MARGIN + 10.0);
        let sign = Sprite::new(("sign", index), SpriteKind::Stone(player), place);
        let stones = position.stones(player).count_ones().into();
        let count = Caption::new(player_count_text(player, stones, STONE), 16, room / 2 - 25);
        let position = (x + 25.0 * inwards, MARGIN + 16.0);
        sprites.push(sign.with_scale(40));
        sprites.push(
            count
                .with_bold()
                .with_align(align)
                .into_sprite(("count", index), position),
        );
    }
    let status = Caption::new(status, 15, room);
    sprites.push(status.into_sprite(("status", 0), (MARGIN, MARGIN + 42.0)));
    sprites
}

/// Returns the caption of a position that occurred before. The game is endless if it stops at its first repetition.
fn repetition_text(course: &Course<AlakState>, state: usize) -> Option<String> {
    let positions: Vec<AlakState> = course.states().take(state + 1).collect();
    let (last, earlier_positions) = positions.split_last()?;
    let moves = state
        - earlier_positions
            .iter()
            .rposition(|earlier| earlier == last)?;
    let is_first = earlier_positions.iter().collect::<HashSet<_>>().len() == state;
    Some(if is_first && state == course.last_state() {
        tr!("Same position as {moves} moves ago: endless game", moves)
    } else {
        tr!("Same position as {moves} moves ago", moves)
    })
}
