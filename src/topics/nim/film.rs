//! The film of Nim: matches in groups of five, and a tray with the matches of each player.

use super::MATCH;
use crate::draw::Align;
use crate::draw::film::{BoardShape, Caption, Sprite, SpriteKind, Storyboard};
use crate::lang::{Lang, Sentence, Text, sentence};
use crate::topics::duel::game::{score_text, status_text};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::{Course, Game, Outcome, Player, Step};

const WIDTH: f64 = 620.0;
const MARGIN: f64 = 18.0;
const HEADER: f64 = 56.0;
/// The distances between matches and between groups of five, in points.
const PITCH: f64 = 14.5;
const GROUP_PITCH: f64 = 5.0 * PITCH + 13.0;
const GROUPS_PER_LINE: usize = 6;
const LINE_HEIGHT: f64 = 76.0;
/// The width of a tray and the distance between its matches, in points, and the number of matches in a line.
const TRAY_WIDTH: f64 = (WIDTH - 3.0 * MARGIN) / 2.0;
const TAKEN_PITCH: f64 = 9.0;
const TRAY_MATCHES_PER_LINE: usize = ((TRAY_WIDTH - 24.0) / TAKEN_PITCH) as usize;
/// The largest number of matches drawn; a caption gives the number of the others.
const MAX_DRAWN: u32 = 120;

const CAPTION_ID: u32 = 1_000_000_000;
const TRAY_ID: u32 = CAPTION_ID + 100;

pub struct NimStoryboard {
    course: Course<NimState>,
    /// The numbers of the drawn matches that each player takes, in order. Matches are numbered from the left, and the
    /// rightmost ones are taken.
    taken_matches: [Vec<u32>; 2],
}

impl Storyboard for NimStoryboard {
    fn title(&self) -> Text {
        Text::new("Jeu de Nim", "Nim")
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, self.tray_top() + self.tray_height() + MARGIN)
    }

    fn last_state(&self) -> usize {
        self.course.moves().len()
    }

    fn durations(&self, state: usize) -> (u32, u32) {
        let hold_ms = if state == self.last_state() {
            3500
        } else {
            900
        };
        (520, hold_ms)
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let heap = self.course.state(state);
        let matches_on_table = heap.matches().min(self.max_drawn());
        let mut sprites = Vec::new();
        for number in 0..matches_on_table {
            let position = self.match_position(number);
            sprites.push(Sprite::new(number, SpriteKind::Match, position).with_layer(10));
        }
        for player in [Player::One, Player::Two] {
            sprites.extend(self.tray_sprites(player, state, &heap));
        }
        sprites.extend(self.captions(state, &heap));
        sprites
    }
}

impl From<Course<NimState>> for NimStoryboard {
    fn from(course: Course<NimState>) -> Self {
        let max_drawn = course.start().matches().min(MAX_DRAWN);
        let mut taken_matches: [Vec<u32>; 2] = Default::default();
        for Step { before, after, .. } in course.steps() {
            let player = before.to_play() as usize;
            taken_matches[player].extend(after.matches()..before.matches().min(max_drawn));
        }
        Self {
            course,
            taken_matches,
        }
    }
}

impl NimStoryboard {
    /// Returns the largest number of matches that are drawn on the table.
    fn max_drawn(&self) -> u32 {
        self.course.start().matches().min(MAX_DRAWN)
    }

    fn tray_top(&self) -> f64 {
        let lines = (self.max_drawn() as usize).div_ceil(5 * GROUPS_PER_LINE);
        HEADER + lines.max(1) as f64 * LINE_HEIGHT + 34.0
    }

    fn tray_height(&self) -> f64 {
        let [one, two] = &self.taken_matches;
        let lines = one.len().max(two.len()).div_ceil(TRAY_MATCHES_PER_LINE);
        lines.max(1) as f64 * LINE_HEIGHT
    }

    /// Returns the number of matches that a player has taken.
    fn taken_count(&self, player: Player, state: usize) -> u32 {
        let first_move = usize::from(self.course.start().to_play() != player);
        let moves = self.course.moves()[..state].iter();
        moves.skip(first_move).step_by(2).sum()
    }

    fn match_position(&self, number: u32) -> (f64, f64) {
        let number = number as usize;
        let line = number / (5 * GROUPS_PER_LINE);
        let column = number % (5 * GROUPS_PER_LINE);
        let groups = (self.max_drawn() as usize).div_ceil(5).min(GROUPS_PER_LINE) as f64;
        let x0 = (WIDTH - groups * GROUP_PITCH + 13.0 + PITCH) / 2.0;
        let x = x0 + (column / 5) as f64 * GROUP_PITCH + (column % 5) as f64 * PITCH;
        (x, HEADER + (line as f64 + 0.5) * LINE_HEIGHT)
    }

    fn tray_sprites(&self, player: Player, state: usize, heap: &NimState) -> Vec<Sprite> {
        let x = MARGIN + f64::from(player as u8) * (TRAY_WIDTH + MARGIN);
        let y = self.tray_top();
        let id = TRAY_ID + 10 * player as u32;
        let board = SpriteKind::Board {
            shape: BoardShape::Tray,
            width: TRAY_WIDTH as u16,
            height: self.tray_height() as u16,
        };
        let centre = (x + TRAY_WIDTH / 2.0, y + self.tray_height() / 2.0);
        let score = score_text(player, self.taken_count(player, state));
        let caption = Caption::new(score, 14, TRAY_WIDTH as u16);
        let mut sprites = vec![
            Sprite::new(id, board, centre),
            caption.into_sprite(id + 1, (x + 2.0, y - 9.0)),
        ];
        let is_taken = |number: &&u32| **number >= heap.matches();
        let tray = self.taken_matches[player as usize].iter().filter(is_taken);
        for (index, &number) in tray.enumerate() {
            let line = index / TRAY_MATCHES_PER_LINE;
            let column = index % TRAY_MATCHES_PER_LINE;
            let position = (
                x + 16.0 + column as f64 * TAKEN_PITCH,
                y + (line as f64 + 0.5) * LINE_HEIGHT,
            );
            sprites.push(Sprite::new(number, SpriteKind::Match, position).with_layer(10));
        }
        sprites
    }

    fn captions(&self, state: usize, heap: &NimState) -> Vec<Sprite> {
        let max_width = ((WIDTH - 2.0 * MARGIN) / 2.0) as u16;
        let right = WIDTH - MARGIN;
        let y = MARGIN + 18.0;
        let count = Caption::new(count_text(heap), 17, max_width).with_bold();
        let status =
            Caption::new(self.status_text(state, heap), 15, max_width + 40).with_align(Align::End);
        let mut sprites = vec![
            count.into_sprite(CAPTION_ID, (MARGIN, y)),
            status.into_sprite(CAPTION_ID + 1, (right, y)),
        ];
        if heap.matches() > self.max_drawn() {
            let note_text = hidden_matches_text(u64::from(heap.matches() - self.max_drawn()));
            let note = Caption::new(note_text, 14, max_width);
            sprites.push(
                note.with_align(Align::End)
                    .into_sprite(CAPTION_ID + 2, (right, HEADER + 2.0)),
            );
        }
        sprites
    }

    fn status_text(&self, state: usize, heap: &NimState) -> Sentence {
        if heap.outcome() == Some(Outcome::Draw) {
            return sentence!(
                "Fin : rien à prendre, partie nulle",
                "The end: nothing can be taken, a draw"
            );
        }
        let last_step = state.checked_sub(1).map(|index| self.course.step(index));
        status_text(heap, last_step.as_ref())
    }
}

fn count_text(heap: &NimState) -> Sentence {
    let matches = heap.matches().into();
    Sentence::new(
        format!("Allumettes : {}", Lang::Fr.integer(matches)),
        Lang::En.count(matches, MATCH),
    )
}

fn hidden_matches_text(count: u64) -> Sentence {
    Sentence::new(
        format!(
            "et {} non {}",
            Lang::Fr.count_with_noun(count, "autre", "autres"),
            Lang::Fr.plural_form(count, "dessinée", "dessinées")
        ),
        format!("and {} more, not drawn", Lang::En.integer(count)),
    )
}
