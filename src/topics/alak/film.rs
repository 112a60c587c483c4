//! The film of Alak: stones on a line or a ring, captures, and the cells forbidden for one turn.

use crate::draw::Align;
use crate::draw::film::{
    BoardShape, Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange, StoneOwner,
};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::game::{TwoPlayerTopic, score_text, status_text};
use crate::topics::replay::{self, FilmScene, FilmTimings, play_returning_previous};
use pioche_engine::games::alak::{AlakState, Cell, Edge};
use pioche_engine::games::{Game, Player};

const MARGIN: f64 = 18.0;
/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 480.0;
/// The height of two lines of captions above the board, in points.
const HEADER: f64 = 66.0;
/// The height of a line of cells with their numbers, in points, and the largest number of cells in a line.
const LINE_HEIGHT: f64 = 96.0;
const CELLS_PER_LINE: u32 = 12;
const PITCH: f64 = 56.0;

const CELLS: u32 = 1000;
const NUMBERS: u32 = 2000;
const FORBIDDEN: u32 = 3000;
const CAPTION_ID: u32 = 4000;
const SPOT: u32 = 5000;
const BOARDS: u32 = 6000;
/// The first identity of stones, which are numbered in the order of play.
const STONES: u32 = 10_000;

/// An upper bound of the numbers of the stones at the start; later stones have larger numbers.
const MAX_CELLS: u32 = 64;

fn stone_owners(state: &AlakState) -> impl Iterator<Item = Option<Player>> {
    let [one, two] = [Player::One, Player::Two].map(|player| state.stones(player));
    (0..state.rules().cells.get()).map(move |cell| match (one >> cell & 1, two >> cell & 1) {
        (1, _) => Some(Player::One),
        (_, 1) => Some(Player::Two),
        _ => None,
    })
}

pub fn film(
    start: &AlakState,
    cells: &[Cell],
    request: FilmRequest,
) -> Result<Film, StateOutOfRange> {
    replay::build_film(AlakScene::new(start), cells, request)
}

struct AlakScene {
    game: AlakState,
    size: (f64, f64),
    radius: f64,
    past_states: Vec<AlakState>,
    /// The number of stones played, and the number of the stone on each cell.
    stones_put: u32,
    stone_ids: Vec<Option<u32>>,
    last_move: Option<(Player, Cell, Sentence)>,
    period: Option<u64>,
}

impl FilmScene for AlakScene {
    type Event = Cell;
    const TITLE: Text = Text::untranslated("Alak");

    fn size(&self) -> (f64, f64) {
        self.size
    }

    fn apply_event(&mut self, cell: Cell) {
        let before = play_returning_previous(&mut self.game, cell);
        self.stones_put += 1;
        self.stone_ids[cell.0 as usize - 1] = Some(MAX_CELLS + self.stones_put);
        for (stone, held) in self.stone_ids.iter_mut().zip(stone_owners(&self.game)) {
            *stone = stone.filter(|_| held.is_some());
        }
        self.last_move = Some((
            before.to_play(),
            cell,
            before.move_explanation(cell, &self.game),
        ));
        if self.period.is_none() {
            let first = self
                .past_states
                .iter()
                .position(|state| *state == self.game);
            self.period = first.map(|first| (self.past_states.len() - first) as u64);
            self.past_states.push(self.game);
        }
    }

    fn durations(&self, before: Option<Cell>, next: Option<Cell>) -> (u32, u32) {
        FilmTimings {
            move_ms: 420,
            start_ms: 900,
            rest_ms: 1050,
            end_ms: 4000,
        }
        .durations(before, next)
    }

    fn sprites(&self, _: Option<Cell>, _: Option<Cell>) -> Vec<Sprite> {
        let state = &self.game;
        let mut sprites = self.board_sprites();
        for (cell, player) in stone_owners(state).enumerate() {
            let [place, _] = self.cell_position(cell as u32);
            if let (Some(player), Some(stone)) = (player, self.stone_ids[cell]) {
                sprites.push(
                    Sprite::new(STONES + stone, SpriteKind::Stone(player.into()), place)
                        .with_layer(3),
                );
            }
            if state.forbidden() >> cell & 1 == 1 {
                sprites.push(
                    Sprite::new(FORBIDDEN + cell as u32, SpriteKind::ForbiddenCross, place)
                        .with_layer(4),
                );
            }
        }
        if let Some((player, cell, _)) = self.last_move
            && self.stone_ids[cell.0 as usize - 1].is_some()
        {
            let [place, _] = self.cell_position(cell.0 - 1);
            sprites.push(
                Sprite::new(SPOT, SpriteKind::LastMoveSpot(player.into()), place).with_layer(5),
            );
        }
        sprites.extend(self.captions());
        sprites
    }
}

impl AlakScene {
    fn new(start: &AlakState) -> Self {
        let rules = start.rules();
        let cells = rules.cells.get();
        let radius = (f64::from(cells) * PITCH / std::f64::consts::TAU).max(92.0);
        let (width, height) = match rules.edge {
            Edge::Ring => (2.0 * radius + 136.0, 2.0 * radius + 136.0),
            Edge::Line => {
                let cells_per_line = f64::from(cells.min(CELLS_PER_LINE));
                (
                    cells_per_line * PITCH + 26.0,
                    f64::from(cells.div_ceil(CELLS_PER_LINE)) * LINE_HEIGHT + 8.0,
                )
            }
        };
        Self {
            game: *start,
            size: (
                (width + 2.0 * MARGIN).max(MIN_WIDTH),
                HEADER + height + MARGIN,
            ),
            radius,
            past_states: vec![*start],
            stones_put: 0,
            stone_ids: stone_owners(start)
                .enumerate()
                .map(|(cell, held)| held.map(|_| cell as u32))
                .collect(),
            last_move: None,
            period: None,
        }
    }

    fn centre(&self) -> (f64, f64) {
        (
            self.size.0 / 2.0,
            HEADER + (self.size.1 - HEADER - MARGIN) / 2.0,
        )
    }

    /// Returns the centres of a cell and of its number.
    fn cell_position(&self, cell: u32) -> [(f64, f64); 2] {
        match self.game.rules().edge {
            Edge::Line => {
                let cells_per_line = self.game.rules().cells.get().min(CELLS_PER_LINE);
                let line = cell / cells_per_line;
                let column = cell % cells_per_line;
                let x = self.centre().0
                    + (f64::from(column) - f64::from(cells_per_line - 1) / 2.0) * PITCH;
                let y = HEADER + 42.0 + f64::from(line) * LINE_HEIGHT;
                [(x, y), (x, y + 44.0)]
            }
            Edge::Ring => {
                let angle = std::f64::consts::TAU * f64::from(cell)
                    / f64::from(self.game.rules().cells.get());
                let (x, y) = self.centre();
                let at = |radius: f64| (x + radius * angle.sin(), y - radius * angle.cos());
                let number = at(self.radius + 49.0);
                [at(self.radius), (number.0, number.1 + 5.0)]
            }
        }
    }

    fn board_sprites(&self) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        match self.game.rules().edge {
            Edge::Ring => {
                let diameter = 2.0 * self.radius + 72.0;
                let board = SpriteKind::Board {
                    shape: BoardShape::Ring,
                    width: diameter as u16,
                    height: diameter as u16,
                };
                sprites.push(Sprite::new(BOARDS, board, self.centre()));
            }
            Edge::Line => {
                let cells_per_line = self.game.rules().cells.get().min(CELLS_PER_LINE);
                for line in 0..self.game.rules().cells.get().div_ceil(cells_per_line) {
                    let line_cells =
                        (self.game.rules().cells.get() - line * cells_per_line).min(cells_per_line);
                    let [(left, y), _] = self.cell_position(line * cells_per_line);
                    let width = f64::from(line_cells) * PITCH + 14.0;
                    let board = SpriteKind::Board {
                        shape: BoardShape::Rectangle,
                        width: width as u16,
                        height: 70,
                    };
                    let x = left + f64::from(line_cells - 1) * PITCH / 2.0;
                    sprites.push(Sprite::new(BOARDS + line, board, (x, y)));
                }
            }
        }
        for cell in 0..self.game.rules().cells.get() {
            let [place, number] = self.cell_position(cell);
            sprites.push(Sprite::new(CELLS + cell, SpriteKind::Cell, place).with_layer(1));
            let text = Caption::new(Sentence::untranslated((cell + 1).to_string()), 13, 40)
                .with_align(Align::Middle);
            sprites.push(text.into_sprite(NUMBERS + cell, number));
        }
        sprites
    }

    fn captions(&self) -> Vec<Sprite> {
        let state = &self.game;
        let room = (self.size.0 - 2.0 * MARGIN) as u16;
        let status = match self.period.filter(|_| state.outcome().is_none()) {
            Some(period) => repetition_text(period),
            None => status_text(state, self.last_move.as_ref().map(|(.., text)| text)),
        };
        let score = |player| {
            Caption::new(
                score_text(player, state.stones(player).count_ones()),
                16,
                room / 2,
            )
            .with_bold()
        };
        let right = self.size.0 - MARGIN;
        let sign = |side, x| {
            Sprite::new(
                CAPTION_ID + 10 + side as u32,
                SpriteKind::Stone(side),
                (x, MARGIN + 10.0),
            )
            .with_scale(40)
        };
        let second = score(Player::Two).with_align(Align::End);
        vec![
            sign(StoneOwner::First, MARGIN + 9.0),
            sign(StoneOwner::Second, right - 9.0),
            score(Player::One).into_sprite(CAPTION_ID, (MARGIN + 25.0, MARGIN + 16.0)),
            second.into_sprite(CAPTION_ID + 1, (right - 25.0, MARGIN + 16.0)),
            Caption::new(status, 15, room).into_sprite(CAPTION_ID + 2, (MARGIN, MARGIN + 42.0)),
        ]
    }
}

/// Returns the caption of a position that repeats the one `period` moves ago.
fn repetition_text(period: u64) -> Sentence {
    Sentence::new(
        format!(
            "Position déjà vue, {} plus tôt : partie infinie",
            Lang::Fr.count_with_noun(period, "coup", "coups")
        ),
        format!(
            "Position seen {} ago: endless game",
            Lang::En.count_with_noun(period, "move", "moves")
        ),
    )
}
