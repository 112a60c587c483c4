//! The film of Nim: matches in groups of five, and a tray with the matches of each player.

use crate::draw::Align;
use crate::draw::film::{
    BoardShape, Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange,
};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::game::TwoPlayerTopic;
use crate::topics::duel::messages::{score_text, status_text};
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
    drawn: u32,
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
        self.trays[player].extend(self.game.matches()..before.matches().min(self.drawn));
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
        let on_table = (0..self.game.matches().min(self.drawn)).map(|number| {
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
        let drawn = start.matches().min(MAX_DRAWN);
        let lines = (drawn as usize).div_ceil(5 * GROUPS_PER_LINE).max(1) as f64;
        let (mut game, mut seen) = (start.clone(), [0; 2]);
        for &take in takes {
            let before = play_returning_previous(&mut game, take);
            seen[before.to_play() as usize] +=
                before.matches().min(drawn) - game.matches().min(drawn);
        }
        let tray_lines = (seen[0].max(seen[1]) as usize)
            .div_ceil(TRAY_MATCHES_PER_LINE)
            .max(1) as f64;
        let (tray_top, tray_height) = (
            HEADER + lines * LINE_HEIGHT + 34.0,
            tray_lines * LINE_HEIGHT,
        );
        Self {
            game: start.clone(),
            drawn,
            tray_top,
            tray_height,
            taken: [0; 2],
            trays: Default::default(),
            last: None,
        }
    }

    fn match_position(&self, number: u32) -> (f64, f64) {
        let number = number as usize;
        let (line, in_line) = (
            number / (5 * GROUPS_PER_LINE),
            number % (5 * GROUPS_PER_LINE),
        );
        let groups = (self.drawn as usize).div_ceil(5).min(GROUPS_PER_LINE) as f64;
        let left = (WIDTH - groups * GROUP_PITCH + 13.0 + PITCH) / 2.0;
        let x = left + (in_line / 5) as f64 * GROUP_PITCH + (in_line % 5) as f64 * PITCH;
        (x, HEADER + (line as f64 + 0.5) * LINE_HEIGHT)
    }

    fn tray_sprites(&self, player: Player) -> Vec<Sprite> {
        let left = MARGIN + f64::from(player as u8) * (TRAY_WIDTH + MARGIN);
        let (id, top, height) = (
            TRAY_ID + 10 * player as u32,
            self.tray_top,
            self.tray_height,
        );
        let look = SpriteKind::Board {
            shape: BoardShape::Tray,
            width: TRAY_WIDTH as u16,
            height: height as u16,
        };
        let board = Sprite::new(id, look, (left + TRAY_WIDTH / 2.0, top + height / 2.0));
        let words = Caption::new(
            score_text(player, self.taken[player as usize]),
            14,
            TRAY_WIDTH as u16,
        );
        let words = words.into_sprite(id + 1, (left + 2.0, top - 9.0));
        let matches = self.trays[player as usize]
            .iter()
            .enumerate()
            .map(|(at, &number)| {
                let (line, column) = (at / TRAY_MATCHES_PER_LINE, at % TRAY_MATCHES_PER_LINE);
                let x = left + 16.0 + column as f64 * TAKEN_PITCH;
                Sprite::new(
                    number,
                    SpriteKind::Match,
                    (x, top + (line as f64 + 0.5) * LINE_HEIGHT),
                )
                .with_layer(10)
            });
        [board, words].into_iter().chain(matches).collect()
    }

    fn captions(&self) -> Vec<Sprite> {
        const NO_TAKE: Text = Text::new(
            "Fin : rien à prendre, partie nulle",
            "The end: nothing can be taken, a draw",
        );
        let (room, matches) = (((WIDTH - 2.0 * MARGIN) / 2.0) as u16, self.game.matches());
        let (fr, en) = (
            Lang::Fr.integer(matches.into()),
            Lang::En.count_with_noun(matches.into(), "match", "matches"),
        );
        let left =
            Caption::new(Sentence::new(format!("Allumettes : {fr}"), en), 17, room).with_bold();
        let is_draw = self.game.outcome() == Some(Outcome::Draw);
        let said = if is_draw {
            NO_TAKE.into()
        } else {
            status_text(&self.game, self.last.as_ref())
        };
        let said = Caption::new(said, 15, room + 40).with_align(Align::End);
        let (right, base) = (WIDTH - MARGIN, MARGIN + 18.0);
        let mut words = vec![
            left.into_sprite(CAPTION_ID, (MARGIN, base)),
            said.into_sprite(CAPTION_ID + 1, (right, base)),
        ];
        if matches > self.drawn {
            let hidden = u64::from(matches - self.drawn);
            let drawn = Lang::Fr.plural_form(hidden, "dessinée", "dessinées");
            let fr = format!(
                "et {} non {drawn}",
                Lang::Fr.count_with_noun(hidden, "autre", "autres")
            );
            let en = format!("and {} more, not drawn", Lang::En.integer(hidden));
            let more = Caption::new(Sentence::new(fr, en), 14, room).with_align(Align::End);
            words.push(more.into_sprite(CAPTION_ID + 2, (right, HEADER + 2.0)));
        }
        words
    }
}
