//! The film of Nim: matches in groups of five, and a tray with the matches of each player.

use crate::dialogues::duel::{score_text, status_text};
use crate::film::{BoardShape, Caption, Pace, Sprite, SpriteKind, Storyboard};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::{Course, Game, Outcome, Player};
use pioche_report::draw::Align;
use pioche_report::lang::{Lang, Sentence, Text, sentence};
use pioche_topics::nim::MATCH;

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

const PACE: Pace = Pace {
    motion_ms: 520,
    hold_ms: 900,
    first_hold_ms: 900,
    last_hold_ms: 3500,
};

impl Storyboard for Course<NimState> {
    fn title(&self) -> Text {
        Text::new("Jeu de Nim", "Nim")
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, tray_top(self) + tray_height(self) + MARGIN)
    }

    fn last_state(&self) -> usize {
        self.moves().len()
    }

    fn pace(&self, _: usize) -> Pace {
        PACE
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let matches = self.state(state).matches();
        let mut sprites = Vec::new();
        for number in 0..matches.min(max_drawn(self)) {
            let position = match_position(self, number);
            sprites.push(Sprite::new(number, SpriteKind::Match, position).with_layer(10));
        }
        for player in [Player::One, Player::Two] {
            sprites.extend(tray_sprites(self, player, state));
        }
        sprites.extend(captions(self, state));
        sprites
    }
}

/// Returns the largest number of matches that are drawn on the table.
fn max_drawn(course: &Course<NimState>) -> u32 {
    course.start().matches().min(MAX_DRAWN)
}

/// Returns the numbers of the drawn matches that each player takes in some moves, in order. Matches are numbered from the
/// left, and the rightmost ones are taken.
fn taken_matches(course: &Course<NimState>, moves: &[u32]) -> [Vec<u32>; 2] {
    let mut player = course.start().to_play();
    let mut matches = course.start().matches();
    let mut taken_matches: [Vec<u32>; 2] = Default::default();
    for take in moves {
        let matches_left = matches - take;
        taken_matches[player as usize].extend(matches_left..matches.min(max_drawn(course)));
        matches = matches_left;
        player = player.opponent();
    }
    taken_matches
}

fn tray_top(course: &Course<NimState>) -> f64 {
    let lines = (max_drawn(course) as usize).div_ceil(5 * GROUPS_PER_LINE);
    HEADER + lines.max(1) as f64 * LINE_HEIGHT + 34.0
}

fn tray_height(course: &Course<NimState>) -> f64 {
    let [one, two] = taken_matches(course, course.moves());
    let lines = one.len().max(two.len()).div_ceil(TRAY_MATCHES_PER_LINE);
    lines.max(1) as f64 * LINE_HEIGHT
}

fn match_position(course: &Course<NimState>, number: u32) -> (f64, f64) {
    let number = number as usize;
    let line = number / (5 * GROUPS_PER_LINE);
    let column = number % (5 * GROUPS_PER_LINE);
    let groups = (max_drawn(course) as usize)
        .div_ceil(5)
        .min(GROUPS_PER_LINE) as f64;
    let x0 = (WIDTH - groups * GROUP_PITCH + 13.0 + PITCH) / 2.0;
    let x = x0 + (column / 5) as f64 * GROUP_PITCH + (column % 5) as f64 * PITCH;
    (x, HEADER + (line as f64 + 0.5) * LINE_HEIGHT)
}

fn tray_sprites(course: &Course<NimState>, player: Player, state: usize) -> Vec<Sprite> {
    let x = MARGIN + f64::from(player as u8) * (TRAY_WIDTH + MARGIN);
    let y = tray_top(course);
    let id = TRAY_ID + 10 * player as u32;
    let height = tray_height(course);
    let board = SpriteKind::Board {
        shape: BoardShape::Tray,
        width: TRAY_WIDTH as u16,
        height: height as u16,
    };
    let centre = (x + TRAY_WIDTH / 2.0, y + height / 2.0);
    let moves = &course.moves()[..state];
    let first_move = usize::from(course.start().to_play() != player);
    let taken_count: u32 = moves.iter().skip(first_move).step_by(2).sum();
    let caption = Caption::new(score_text(player, taken_count), 14, TRAY_WIDTH as u16);
    let mut sprites = vec![
        Sprite::new(id, board, centre),
        caption.into_sprite(id + 1, (x + 2.0, y - 9.0)),
    ];
    let tray = &taken_matches(course, moves)[player as usize];
    for (index, &number) in tray.iter().enumerate() {
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

fn captions(course: &Course<NimState>, state: usize) -> Vec<Sprite> {
    let heap = course.state(state);
    let max_width = ((WIDTH - 2.0 * MARGIN) / 2.0) as u16;
    let right = WIDTH - MARGIN;
    let y = MARGIN + 18.0;
    let count = Caption::new(count_text(&heap), 17, max_width).with_bold();
    let status_text = if heap.outcome() == Some(Outcome::Draw) {
        sentence!(
            "Fin : rien à prendre, partie nulle",
            "The end: nothing can be taken, a draw"
        )
    } else {
        let last_step = state.checked_sub(1).map(|index| course.step(index));
        status_text(&heap, last_step.as_ref())
    };
    let status = Caption::new(status_text, 15, max_width + 40).with_align(Align::End);
    let mut sprites = vec![
        count.into_sprite(CAPTION_ID, (MARGIN, y)),
        status.into_sprite(CAPTION_ID + 1, (right, y)),
    ];
    if heap.matches() > max_drawn(course) {
        let note_text = hidden_matches_text(u64::from(heap.matches() - max_drawn(course)));
        let note = Caption::new(note_text, 14, max_width);
        sprites.push(
            note.with_align(Align::End)
                .into_sprite(CAPTION_ID + 2, (right, HEADER + 2.0)),
        );
    }
    sprites
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
