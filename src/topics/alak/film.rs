//! The film of Alak: stones on a line or a ring, captures, and the cells forbidden for one turn.

use crate::draw::Align;
use crate::draw::film::{BoardShape, Caption, Sprite, SpriteKind, StoneOwner, Storyboard};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::game::{score_text, status_text};
use pioche_engine::games::alak::{AlakRules, AlakState, Edge};
use pioche_engine::games::{Course, Game, Player, Step};

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

pub struct AlakStoryboard {
    course: Course<AlakState>,
    repetition: Option<Repetition>,
}

/// The first state that equals an earlier one.
struct Repetition {
    state: usize,
    /// The number of moves since the earlier state.
    period: usize,
}

fn first_repetition(course: &Course<AlakState>) -> Option<Repetition> {
    let states: Vec<AlakState> = course.states().collect();
    (1..states.len()).find_map(|state| {
        let is_equal = |earlier: &AlakState| *earlier == states[state];
        let first = states[..state].iter().position(is_equal)?;
        Some(Repetition {
            state,
            period: state - first,
        })
    })
}

impl Storyboard for AlakStoryboard {
    fn title(&self) -> Text {
        Text::untranslated("Alak")
    }

    fn size(&self) -> (f64, f64) {
        let AlakRules { cells, edge, .. } = self.rules();
        let (width, height) = match edge {
            Edge::Ring => {
                let diameter = 2.0 * self.radius() + 136.0;
                (diameter, diameter)
            }
            Edge::Line => {
                let cells_per_line = f64::from(cells.get().min(CELLS_PER_LINE));
                let lines = f64::from(cells.get().div_ceil(CELLS_PER_LINE));
                (cells_per_line * PITCH + 26.0, lines * LINE_HEIGHT + 8.0)
            }
        };
        (
            (width + 2.0 * MARGIN).max(MIN_WIDTH),
            HEADER + height + MARGIN,
        )
    }

    fn last_state(&self) -> usize {
        self.course.moves().len()
    }

    fn durations(&self, state: usize) -> (u32, u32) {
        let hold_ms = if state == self.last_state() {
            4000
        } else if state == 0 {
            900
        } else {
            1050
        };
        (420, hold_ms)
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let position = self.course.state(state);
        let mut sprites = self.board_sprites();
        for (cell, player) in stone_owners(&position).enumerate() {
            let [place, _] = self.cell_position(cell as u32);
            if let Some(player) = player {
                let id = STONES + self.stone_number(cell as u32, state);
                let stone = Sprite::new(id, SpriteKind::Stone(player.into()), place);
                sprites.push(stone.with_layer(3));
            }
            if position.forbidden() >> cell & 1 == 1 {
                sprites.push(
                    Sprite::new(FORBIDDEN + cell as u32, SpriteKind::ForbiddenCross, place)
                        .with_layer(4),
                );
            }
        }
        let last_step = state.checked_sub(1).map(|index| self.course.step(index));
        if let Some(Step { before, mv, .. }) = &last_step
            && stone_owners(&position)
                .nth(mv.0 as usize - 1)
                .flatten()
                .is_some()
        {
            let [place, _] = self.cell_position(mv.0 - 1);
            let spot = SpriteKind::LastMoveSpot(before.to_play().into());
            sprites.push(Sprite::new(SPOT, spot, place).with_layer(5));
        }
        sprites.extend(self.captions(&position, state, last_step.as_ref()));
        sprites
    }
}

impl From<Course<AlakState>> for AlakStoryboard {
    fn from(course: Course<AlakState>) -> Self {
        Self {
            repetition: first_repetition(&course),
            course,
        }
    }
}

impl AlakStoryboard {
    fn rules(&self) -> AlakRules {
        self.course.start().rules()
    }

    /// Returns the distance of the cells of a ring from its centre.
    fn radius(&self) -> f64 {
        let cells = f64::from(self.rules().cells.get());
        (cells * PITCH / std::f64::consts::TAU).max(92.0)
    }

    /// Returns the number of the stone on a cell: that of its move or, of a stone of the start, its cell.
    fn stone_number(&self, cell: u32, state: usize) -> u32 {
        let moves = &self.course.moves()[..state];
        match moves.iter().rposition(|mv| mv.0 == cell + 1) {
            Some(index) => MAX_CELLS + index as u32 + 1,
            None => cell,
        }
    }

    fn centre(&self) -> (f64, f64) {
        let (width, height) = self.size();
        (width / 2.0, HEADER + (height - HEADER - MARGIN) / 2.0)
    }

    /// Returns the centres of a cell and of its number.
    fn cell_position(&self, cell: u32) -> [(f64, f64); 2] {
        match self.rules().edge {
            Edge::Line => {
                let cells_per_line = self.rules().cells.get().min(CELLS_PER_LINE);
                let line = cell / cells_per_line;
                let column = cell % cells_per_line;
                let x = self.centre().0
                    + (f64::from(column) - f64::from(cells_per_line - 1) / 2.0) * PITCH;
                let y = HEADER + 42.0 + f64::from(line) * LINE_HEIGHT;
                [(x, y), (x, y + 44.0)]
            }
            Edge::Ring => {
                let angle =
                    std::f64::consts::TAU * f64::from(cell) / f64::from(self.rules().cells.get());
                let (x, y) = self.centre();
                let at = |radius: f64| (x + radius * angle.sin(), y - radius * angle.cos());
                let number = at(self.radius() + 49.0);
                [at(self.radius()), (number.0, number.1 + 5.0)]
            }
        }
    }

    fn board_sprites(&self) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        match self.rules().edge {
            Edge::Ring => {
                let diameter = 2.0 * self.radius() + 72.0;
                let board = SpriteKind::Board {
                    shape: BoardShape::Ring,
                    width: diameter as u16,
                    height: diameter as u16,
                };
                sprites.push(Sprite::new(BOARDS, board, self.centre()));
            }
            Edge::Line => {
                let cells_per_line = self.rules().cells.get().min(CELLS_PER_LINE);
                for line in 0..self.rules().cells.get().div_ceil(cells_per_line) {
                    let line_cells =
                        (self.rules().cells.get() - line * cells_per_line).min(cells_per_line);
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
        for cell in 0..self.rules().cells.get() {
            let [place, number] = self.cell_position(cell);
            sprites.push(Sprite::new(CELLS + cell, SpriteKind::Cell, place).with_layer(1));
            let text = Caption::new(Sentence::untranslated((cell + 1).to_string()), 13, 40)
                .with_align(Align::Middle);
            sprites.push(text.into_sprite(NUMBERS + cell, number));
        }
        sprites
    }

    fn captions(
        &self,
        position: &AlakState,
        state: usize,
        last_step: Option<&Step<AlakState>>,
    ) -> Vec<Sprite> {
        let (width, _) = self.size();
        let room = (width - 2.0 * MARGIN) as u16;
        let status = match &self.repetition {
            Some(repetition) if repetition.state <= state && position.outcome().is_none() => {
                repetition_text(repetition.period as u64)
            }
            _ => status_text(position, last_step),
        };
        let score = |player| {
            let stones = position.stones(player).count_ones();
            Caption::new(score_text(player, stones), 16, room / 2).with_bold()
        };
        let right = width - MARGIN;
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
