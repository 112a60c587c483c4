//! Nim: matches in groups of five, and what each player has taken of them.

use super::said::takes;
use crate::draw::Align;
use crate::draw::film::{Film, Look, ReelError, Shape, Sprite, Wanted, Words};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::film::{Pace, film};
use crate::topics::duel::said::{number, over, to_play};
use pioche_engine::games::nim::{Nim, Refusal, Take};
use pioche_engine::games::{Game, Outcome, Player};

const TITLE: Text = Text::new("Jeu de Nim", "Nim");

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

/// A game from `start` with these takes. Its states are the start, then the table after each take.
///
/// # Errors
/// When the rules refuse a take, or a single state is wanted that the game does not have.
pub fn nim(start: &Nim, takes: &[Take], wanted: Wanted) -> Result<Film, ReelError<Refusal>> {
    let table = Table::new(start, takes);
    let pace = Pace { moves: 520, start: 900, rest: 900, end: 3500 };
    let shown = Shown { game: start.clone(), trays: [Tray::default(), Tray::default()], last: None };
    let play = |shown: &mut Shown, take, _| shown.play(take, table.drawn);
    film(TITLE, (table.size, pace), wanted, (shown, takes), play, |shown| table.sprites(shown))
}

/// A game with what has been seen of it.
struct Shown {
    game: Nim,
    trays: [Tray; 2],
    last: Option<(Player, u32)>,
}

impl Shown {
    /// Takes matches, of which the first `drawn` are seen.
    fn play(&mut self, take: Take, drawn: u32) -> Result<(), Refusal> {
        let player = self.game.to_play();
        self.game.play(take)?;
        // Matches are numbered from the left of the table; the rightmost ones are taken.
        let tray = &mut self.trays[player as usize];
        let left = self.game.matches();
        tray.count += take.0;
        tray.seen.extend((left..left + take.0).filter(|&number| number < drawn));
        self.last = Some((player, take.0));
        Ok(())
    }
}

/// What a player has taken; matches that were never drawn are not seen in a tray either.
#[derive(Default)]
struct Tray {
    count: u32,
    seen: Vec<u32>,
}

struct Table {
    drawn: u32,
    lines: usize,
    tray_lines: usize,
    size: (f64, f64),
}

impl Table {
    fn new(start: &Nim, takes: &[Take]) -> Self {
        let drawn = start.matches().min(MAX);
        let lines = (drawn as usize).div_ceil(5 * GROUPS_A_LINE).max(1);
        let (mut left, mut seen) = (start.matches(), [0; 2]);
        for (turn, take) in takes.iter().enumerate() {
            let after = left.saturating_sub(take.0);
            seen[turn % 2] += left.min(drawn) - after.min(drawn);
            left = after;
        }
        let tray_lines = (seen[0].max(seen[1]) as usize).div_ceil(Self::per_tray_line()).max(1);
        let height = HEADER + lines as f64 * LINE + 34.0 + tray_lines as f64 * LINE + MARGIN;
        Self { drawn, lines, tray_lines, size: (WIDTH, height) }
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

    fn sprites(&self, Shown { game, trays, last }: &Shown) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        for number in 0..game.matches().min(self.drawn) {
            let (x, y) = self.place(number);
            sprites.push(Sprite::new(number, Look::Match, x, y).on(10));
        }
        for (player, tray) in [Player::One, Player::Two].into_iter().zip(trays) {
            sprites.extend(self.tray(player, tray));
        }
        sprites.extend(self.words(game, *last));
        sprites
    }

    fn tray(&self, player: Player, tray: &Tray) -> Vec<Sprite> {
        let left = MARGIN + f64::from(player as u8) * (tray_width() + MARGIN);
        let height = self.tray_lines as f64 * LINE;
        let (id, top) = (TRAYS + 10 * player as u32, self.tray_top());
        let look = Look::Board { shape: Shape::Tray, width: tray_width() as u16, height: height as u16 };
        let board = Sprite::new(id, look, left + tray_width() / 2.0, top + height / 2.0);
        let words = Words::new(taken(player, tray.count), 14, tray_width() as u16);
        let words = words.at(id + 1, left + 2.0, top - 9.0);
        let matches = tray.seen.iter().enumerate().map(|(at, &number)| {
            let (line, column) = (at / Self::per_tray_line(), at % Self::per_tray_line());
            let x = left + 16.0 + column as f64 * TAKEN;
            Sprite::new(number, Look::Match, x, top + (line as f64 + 0.5) * LINE).on(10)
        });
        [board, words].into_iter().chain(matches).collect()
    }

    fn words(&self, game: &Nim, last: Option<(Player, u32)>) -> Vec<Sprite> {
        let room = ((WIDTH - 2.0 * MARGIN) / 2.0) as u16;
        let mut words = vec![Words::new(left(game.matches()), 17, room).bold().at(WORDS, MARGIN, MARGIN + 18.0)];
        let said = match (game.outcome(), last) {
            (Some(Outcome::Winner(player)), _) => over(Some(player)),
            (Some(_), _) => {
                Text::new("Fin : plus de prise possible, partie nulle", "The end: nothing can be taken, a draw").into()
            }
            (None, Some((player, take))) => takes(player, take),
            (None, None) => to_play(game.to_play()),
        };
        let said = Words::new(said, 15, room + 40).aligned(Align::End);
        words.push(said.at(WORDS + 1, WIDTH - MARGIN, MARGIN + 18.0));
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

/// A player, and the matches that he has taken.
fn taken(player: Player, matches: u32) -> Sentence {
    let (player, matches) = (number(player), matches.into());
    Sentence::new(
        format!("Joueur {player} : {}", Lang::Fr.integer(matches)),
        format!("Player {player}: {}", Lang::En.integer(matches)),
    )
}
