//! The film of Nim: matches in groups of five, and a tray with the matches of each player.

use super::{MARGIN, header, player_count_text, status_text};
use crate::film::{BoardShape, Caption, Pace, Sprite, SpriteKind, Storyboard};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::{Course, Game, Player};
use pioche_report::draw::Align;
use pioche_report::lang::{Text, quantity};
use pioche_topics::nim::MATCH;

const WIDTH: f64 = 620.0;
const TOP: f64 = 56.0;
/// The distances between matches and between groups of five, in points.
const PITCH: f64 = 14.5;
const GROUP_PITCH: f64 = 5.0 * PITCH + 13.0;
const MATCHES_PER_LINE: usize = 30;
const LINE_HEIGHT: f64 = 76.0;
/// The width of a tray and the distance between its matches, in points, and the number of matches in a line.
const TRAY_WIDTH: f64 = (WIDTH - 3.0 * MARGIN) / 2.0;
const TAKEN_PITCH: f64 = 9.0;
const TRAY_MATCHES_PER_LINE: usize = ((TRAY_WIDTH - 24.0) / TAKEN_PITCH) as usize;
/// The largest number of matches drawn; a caption gives the number of the others.
const MAX_DRAWN: u32 = 120;

const TAKEN_MATCH: Text = Text("match taken|matches taken");
const MATCH_NOT_DRAWN: Text = Text("match not drawn|matches not drawn");

impl Storyboard for Course<NimState> {
    fn title(&self) -> Text {
        Text("Nim")
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, tray_top(self) + tray_height(self) + MARGIN)
    }

    fn last_state(&self) -> usize {
        self.moves().len()
    }

    fn pace(&self, _: usize) -> Pace {
        Pace {
            motion_ms: 520,
            hold_ms: 900,
            first_hold_ms: 900,
            last_hold_ms: 3500,
        }
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let heap = self.state(state);
        let last_step = state.checked_sub(1).map(|index| self.step(index));
        let count = quantity(heap.matches().into(), MATCH);
        let status = status_text(&heap, last_step.as_ref());
        let mut sprites = header(WIDTH, count, status).to_vec();
        for number in 0..heap.matches().min(max_drawn(self)) {
            sprites.push(match_sprite(number, match_position(self, number)));
        }
        for player in [Player::One, Player::Two] {
            sprites.extend(tray_sprites(self, player, state));
        }
        if let hidden @ 1.. = heap.matches().saturating_sub(MAX_DRAWN) {
            let note = quantity(hidden.into(), MATCH_NOT_DRAWN);
            let note = Caption::new(note, 14, 300).with_align(Align::End);
            sprites.push(note.into_sprite(("note", 0), (WIDTH - MARGIN, TOP + 2.0)));
        }
        sprites
    }
}

fn match_sprite(number: u32, position: (f64, f64)) -> Sprite {
    Sprite::new(("match", number), SpriteKind::Match, position).with_layer(10)
}

/// Returns the largest number of matches that are drawn on the table.
fn max_drawn(course: &Course<NimState>) -> u32 {
    course.start().matches().min(MAX_DRAWN)
}

/// Returns the numbers of the matches that each player takes in some moves, in order. Matches are numbered from the left,
/// and the rightmost ones are taken.
fn taken_matches(course: &Course<NimState>, moves: &[u32]) -> [Vec<u32>; 2] {
    let mut player = course.start().to_play();
    let mut matches = course.start().matches();
    let mut taken_matches: [Vec<u32>; 2] = Default::default();
    for take in moves {
        taken_matches[player as usize].extend(matches - take..matches);
        matches -= take;
        player = player.opponent();
    }
    taken_matches
}

fn tray_top(course: &Course<NimState>) -> f64 {
    let lines = (max_drawn(course) as usize).div_ceil(MATCHES_PER_LINE);
    TOP + lines.max(1) as f64 * LINE_HEIGHT + 34.0
}

fn tray_height(course: &Course<NimState>) -> f64 {
    let drawn = |matches: Vec<u32>| matches.iter().filter(|number| **number < MAX_DRAWN).count();
    let taken_matches = taken_matches(course, course.moves()).map(drawn);
    let lines = taken_matches[0]
        .max(taken_matches[1])
        .div_ceil(TRAY_MATCHES_PER_LINE);
    lines.max(1) as f64 * LINE_HEIGHT
}

fn match_position(course: &Course<NimState>, number: u32) -> (f64, f64) {
    let line = number as usize / MATCHES_PER_LINE;
    let column = number as usize % MATCHES_PER_LINE;
    let columns = (max_drawn(course) as usize).min(MATCHES_PER_LINE);
    let width = columns.div_ceil(5) as f64 * GROUP_PITCH - 13.0 - PITCH;
    let x = (WIDTH - width) / 2.0 + (column / 5) as f64 * GROUP_PITCH + (column % 5) as f64 * PITCH;
    (x, TOP + (line as f64 + 0.5) * LINE_HEIGHT)
}

fn tray_sprites(course: &Course<NimState>, player: Player, state: usize) -> Vec<Sprite> {
    let index = player as usize;
    let left = MARGIN + index as f64 * (TRAY_WIDTH + MARGIN);
    let top = tray_top(course);
    let height = tray_height(course);
    let board = SpriteKind::Board {
        shape: BoardShape::Tray,
        width: TRAY_WIDTH as u16,
        height: height as u16,
    };
    let centre = (left + TRAY_WIDTH / 2.0, top + height / 2.0);
    let matches = &taken_matches(course, &course.moves()[..state])[index];
    let count = player_count_text(player, matches.len() as u64, TAKEN_MATCH);
    let caption = Caption::new(count, 14, TRAY_WIDTH as u16);
    let mut sprites = vec![
        Sprite::new(("tray", index as u32), board, centre),
        caption.into_sprite(("taken", index as u32), (left + 2.0, top - 9.0)),
    ];
    let drawn_matches = matches.iter().filter(|number| **number < MAX_DRAWN);
    for (place, &number) in drawn_matches.enumerate() {
        let line = (place / TRAY_MATCHES_PER_LINE) as f64;
        let column = (place % TRAY_MATCHES_PER_LINE) as f64;
        let x = left + 16.0 + column * TAKEN_PITCH;
        sprites.push(match_sprite(number, (x, top + (line + 0.5) * LINE_HEIGHT)));
    }
    sprites
}
