//! Nim: matches in groups of five, and what each player has taken of them.

use crate::draw::Align;
use crate::draw::film::{Look, Shape, Sprite, Words};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::course::{Pace, Scene, advance};
use crate::topics::duel::game::Duel;
use crate::topics::duel::said::{now, score};
use pioche_engine::games::nim::{Nim, Take};
use pioche_engine::games::{Game, Outcome, Player};

const WIDTH: f64 = 620.0;
const MARGIN: f64 = 18.0;
const HEADER: f64 = 56.0;
/// From one match to the next, and from one group of five to the next.
const PITCH: f64 = 14.5;
const GROUP: f64 = 5.0 * PITCH + 13.0;
const GROUPS_A_LINE: usize = 6;
const LINE: f64 = 76.0;
/// From one taken match to the next.
const TAKEN: f64 = 9.0;
/// The most matches that are drawn; of a larger heap the others are a number.
const MAX: u32 = 120;

const WORDS: u32 = 1_000_000_000;
const TRAYS: u32 = WORDS + 100;

/// The table, and what was taken from it.
pub struct Table {
    game: Nim,
    drawn: u32,
    lines: usize,
    tray_lines: usize,
    trays: [Tray; 2],
    last: Option<Sentence>,
}

/// What a player has taken; matches that were never drawn are not seen in a tray either.
#[derive(Default)]
struct Tray {
    count: u32,
    seen: Vec<u32>,
}

impl Scene for Table {
    type Event = Take;
    const TITLE: Text = Text::new("Jeu de Nim", "Nim");

    fn size(&self) -> (f64, f64) {
        (WIDTH, self.tray_top() + self.tray_lines as f64 * LINE + MARGIN)
    }

    /// Matches are numbered from the left of the table; the rightmost ones are taken.
    fn step(&mut self, take: Take) {
        let before = advance(&mut self.game, take);
        let tray = &mut self.trays[before.to_play() as usize];
        tray.count += take.0;
        tray.seen.extend((self.game.matches()..before.matches()).filter(|&number| number < self.drawn));
        self.last = Some(before.done(take, &self.game));
    }

    fn pace(&self, before: Option<Take>, next: Option<Take>) -> (u32, u32) {
        Pace { moves: 520, start: 900, rest: 900, end: 3500 }.between(before, next)
    }

    fn sprites(&self, _: Option<Take>, _: Option<Take>) -> Vec<Sprite> {
        let on_table = (0..self.game.matches().min(self.drawn)).map(|number| {
            let (x, y) = self.place(number);
            Sprite::new(number, Look::Match, x, y).on(10)
        });
        let trays = [Player::One, Player::Two].into_iter().flat_map(|player| self.tray(player));
        on_table.chain(trays).chain(self.words()).collect()
    }
}

impl Table {
    /// The table for a game from `start` with these takes.
    pub fn new(start: &Nim, takes: &[Take]) -> Self {
        let drawn = start.matches().min(MAX);
        let lines = (drawn as usize).div_ceil(5 * GROUPS_A_LINE).max(1);
        let (mut left, mut seen) = (start.matches(), [0; 2]);
        for (turn, take) in takes.iter().enumerate() {
            let after = left.saturating_sub(take.0);
            seen[turn % 2] += left.min(drawn) - after.min(drawn);
            left = after;
        }
        let tray_lines = (seen[0].max(seen[1]) as usize).div_ceil(Self::per_tray_line()).max(1);
        Self { game: start.clone(), drawn, lines, tray_lines, trays: Default::default(), last: None }
    }

    fn per_tray_line() -> usize {
        ((tray_width() - 24.0) / TAKEN) as usize
    }

    /// The middle of match number `number` on the table.
    fn place(&self, number: u32) -> (f64, f64) {
        let number = number as usize;
        let (line, in_line) = (number / (5 * GROUPS_A_LINE), number % (5 * GROUPS_A_LINE));
        let groups = (self.drawn as usize).div_ceil(5).min(GROUPS_A_LINE) as f64;
        let left = (WIDTH - groups * GROUP + 13.0 + PITCH) / 2.0;
        let x = left + (in_line / 5) as f64 * GROUP + (in_line % 5) as f64 * PITCH;
        (x, HEADER + (line as f64 + 0.5) * LINE)
    }

    fn tray_top(&self) -> f64 {
        HEADER + self.lines as f64 * LINE + 34.0
    }

    fn tray(&self, player: Player) -> Vec<Sprite> {
        let tray = &self.trays[player as usize];
        let left = MARGIN + f64::from(player as u8) * (tray_width() + MARGIN);
        let height = self.tray_lines as f64 * LINE;
        let (id, top) = (TRAYS + 10 * player as u32, self.tray_top());
        let look = Look::Board { shape: Shape::Tray, width: tray_width() as u16, height: height as u16 };
        let board = Sprite::new(id, look, left + tray_width() / 2.0, top + height / 2.0);
        let words = Words::new(score(player, tray.count), 14, tray_width() as u16);
        let words = words.at(id + 1, left + 2.0, top - 9.0);
        let matches = tray.seen.iter().enumerate().map(|(at, &number)| {
            let (line, column) = (at / Self::per_tray_line(), at % Self::per_tray_line());
            let x = left + 16.0 + column as f64 * TAKEN;
            Sprite::new(number, Look::Match, x, top + (line as f64 + 0.5) * LINE).on(10)
        });
        [board, words].into_iter().chain(matches).collect()
    }

    fn words(&self) -> Vec<Sprite> {
        let game = &self.game;
        let room = ((WIDTH - 2.0 * MARGIN) / 2.0) as u16;
        let said = match game.outcome() {
            Some(Outcome::Draw) => {
                Text::new("Fin : plus de prise possible, partie nulle", "The end: nothing can be taken, a draw").into()
            }
            _ => now(game, self.last.as_ref()),
        };
        let said = Words::new(said, 15, room + 40).aligned(Align::End);
        let left = Words::new(left(game.matches()), 17, room).bold();
        let mut words = vec![left.at(WORDS, MARGIN, MARGIN + 18.0), said.at(WORDS + 1, WIDTH - MARGIN, MARGIN + 18.0)];
        if game.matches() > self.drawn {
            let more = Words::new(not_drawn(game.matches() - self.drawn), 14, room).aligned(Align::End);
            words.push(more.at(WORDS + 2, WIDTH - MARGIN, HEADER + 2.0));
        }
        words
    }
}

const fn tray_width() -> f64 {
    (WIDTH - 3.0 * MARGIN) / 2.0
}

/// So many matches are on the table.
fn left(matches: u32) -> Sentence {
    let matches = matches.into();
    Sentence::new(format!("Allumettes : {}", Lang::Fr.integer(matches)), Lang::En.counted(matches, "match", "matches"))
}

/// So many more than are drawn.
fn not_drawn(matches: u32) -> Sentence {
    let matches = matches.into();
    let drawn = Lang::Fr.plural(matches, "dessinée", "dessinées");
    Sentence::new(
        format!("et {} non {drawn}", Lang::Fr.counted(matches, "autre", "autres")),
        format!("and {} more, not drawn", Lang::En.integer(matches)),
    )
}
