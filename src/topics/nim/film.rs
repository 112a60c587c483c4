//! The film of Nim: matches in groups of five, and a tray with the matches of each player.

use super::MATCH;
use crate::draw::Align;
use crate::draw::film::{
    BoardShape, Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange,
};
use crate::lang::{Lang, Sentence, Text, sentence};
use crate::topics::duel::game::{TwoPlayerTopic, score_text, status_text};
use crate::topics::replay::{self, FilmScene, FilmTimings, play_returning_previous};
use pioche_engine::games::nim::NimState;
use pioche_engine::games::{Game, Outcome, Player};

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

pub fn film(
    start: &NimState,
    takes: &[u32],
    request: FilmRequest,
) -> Result<Film, StateOutOfRange> {
    replay::build_film(NimScene::new(start, takes), takes, request)
}

struct NimScene {
    game: NimState,
    /// The largest number of matches drawn on the table.
    max_drawn: u32,
    tray_top: f64,
    tray_height: f64,
    taken: [u32; 2],
    trays: [Vec<u32>; 2],
    last: Option<Sentence>,
}

impl FilmScene for NimScene {
    type Event = u32;
    const TITLE: Text = Text::new("Jeu de Nim", "Nim");

    fn size(&self) -> (f64, f64) {
        (WIDTH, self.tray_top + self.tray_height + MARGIN)
    }

    /// Moves the rightmost matches to the player's tray. Matches are numbered from the left.
    fn apply_event(&mut self, take: u32) {
        let before = play_returning_previous(&mut self.game, take);
        let player = before.to_play() as usize;
        self.taken[player] += take;
        self.trays[player].extend(self.game.matches()..before.matches().min(self.max_drawn));
        self.last = Some(before.move_explanation(take, &self.game));
    }

    fn durations(&self, before: Option<u32>, next: Option<u32>) -> (u32, u32) {
        FilmTimings {
            move_ms: 520,
            start_ms: 900,
            rest_ms: 900,
            end_ms: 3500,
        }
        .durations(before, next)
    }

    fn sprites(&self, _: Option<u32>, _: Option<u32>) -> Vec<Sprite> {
        let on_table = (0..self.game.matches().min(self.max_drawn)).map(|number| {
            Sprite::new(number, SpriteKind::Match, self.match_position(number)).with_layer(10)
        });
        let trays = [Player::One, Player::Two]
            .into_iter()
            .flat_map(|player| self.tray_sprites(player));
        on_table.chain(trays).chain(self.captions()).collect()
    }
}

impl NimScene {
    fn new(start: &NimState, takes: &[u32]) -> Self {
        let max_drawn = start.matches().min(MAX_DRAWN);
        let lines = (max_drawn as usize).div_ceil(5 * GROUPS_PER_LINE).max(1) as f64;
        let tray_size = tray_matches(start, takes, max_drawn);
        let tray_lines = (tray_size as usize).div_ceil(TRAY_MATCHES_PER_LINE).max(1) as f64;
        Self {
            game: start.clone(),
            max_drawn,
            tray_top: HEADER + lines * LINE_HEIGHT + 34.0,
            tray_height: tray_lines * LINE_HEIGHT,
            taken: [0; 2],
            trays: Default::default(),
            last: None,
        }
    }

    fn match_position(&self, number: u32) -> (f64, f64) {
        let number = number as usize;
        let line = number / (5 * GROUPS_PER_LINE);
        let column = number % (5 * GROUPS_PER_LINE);
        let groups = (self.max_drawn as usize).div_ceil(5).min(GROUPS_PER_LINE) as f64;
        let x0 = (WIDTH - groups * GROUP_PITCH + 13.0 + PITCH) / 2.0;
        let x = x0 + (column / 5) as f64 * GROUP_PITCH + (column % 5) as f64 * PITCH;
        (x, HEADER + (line as f64 + 0.5) * LINE_HEIGHT)
    }

    fn tray_sprites(&self, player: Player) -> Vec<Sprite> {
        let x = MARGIN + f64::from(player as u8) * (TRAY_WIDTH + MARGIN);
        let y = self.tray_top;
        let id = TRAY_ID + 10 * player as u32;
        let board = SpriteKind::Board {
            shape: BoardShape::Tray,
            width: TRAY_WIDTH as u16,
            height: self.tray_height as u16,
        };
        let centre = (x + TRAY_WIDTH / 2.0, y + self.tray_height / 2.0);
        let score = score_text(player, self.taken[player as usize]);
        let caption = Caption::new(score, 14, TRAY_WIDTH as u16);
        let mut sprites = vec![
            Sprite::new(id, board, centre),
            caption.into_sprite(id + 1, (x + 2.0, y - 9.0)),
        ];
        for (index, &number) in self.trays[player as usize].iter().enumerate() {
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

    fn captions(&self) -> Vec<Sprite> {
        let max_width = ((WIDTH - 2.0 * MARGIN) / 2.0) as u16;
        let right = WIDTH - MARGIN;
        let y = MARGIN + 18.0;
        let count = Caption::new(self.count_text(), 17, max_width).with_bold();
        let status = Caption::new(self.status_text(), 15, max_width + 40).with_align(Align::End);
        let mut sprites = vec![
            count.into_sprite(CAPTION_ID, (MARGIN, y)),
            status.into_sprite(CAPTION_ID + 1, (right, y)),
        ];
        if self.game.matches() > self.max_drawn {
            let note = Caption::new(self.hidden_matches_text(), 14, max_width);
            sprites.push(
                note.with_align(Align::End)
                    .into_sprite(CAPTION_ID + 2, (right, HEADER + 2.0)),
            );
        }
        sprites
    }

    fn count_text(&self) -> Sentence {
        let matches = self.game.matches().into();
        Sentence::new(
            format!("Allumettes : {}", Lang::Fr.integer(matches)),
            Lang::En.count(matches, MATCH),
        )
    }

    fn status_text(&self) -> Sentence {
        if self.game.outcome() == Some(Outcome::Draw) {
            sentence!(
                "Fin : rien à prendre, partie nulle",
                "The end: nothing can be taken, a draw"
            )
        } else {
            status_text(&self.game, self.last.as_ref())
        }
    }

    fn hidden_matches_text(&self) -> Sentence {
        let count = u64::from(self.game.matches() - self.max_drawn);
        Sentence::new(
            format!(
                "et {} non {}",
                Lang::Fr.count_with_noun(count, "autre", "autres"),
                Lang::Fr.plural_form(count, "dessinée", "dessinées")
            ),
            format!("and {} more, not drawn", Lang::En.integer(count)),
        )
    }
}

/// Returns the larger number of drawn matches in a tray at the end.
fn tray_matches(start: &NimState, takes: &[u32], max_drawn: u32) -> u32 {
    let mut game = start.clone();
    let mut counts = [0; 2];
    for &take in takes {
        let before = play_returning_previous(&mut game, take);
        counts[before.to_play() as usize] +=
            before.matches().min(max_drawn) - game.matches().min(max_drawn);
    }
    counts[0].max(counts[1])
}
