//! The patience: the stock, the row of piles in lines, and each jump announced before it is made.

use super::letters::name;
use super::said::{allied, drawn, jumped, over};
use crate::draw::film::{Film, Look, Reel, Sprite, StateError, Wanted, Words};
use crate::lang::{Lang, Sentence, Text};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::state::Event;

const TITLE: Text = Text::same("La réussite des alliances");

/// From one pile to the next, and from one line of piles to the next.
const PITCH: (f64, f64) = (73.0, 106.0);
const MARGIN: f64 = 18.0;
/// The middle of the stock, at the upper left.
const STOCK: (f64, f64) = (MARGIN + 44.0, MARGIN + 57.0);
/// The middle of the first line of piles.
const ROW: f64 = STOCK.1 + 45.0 + 24.0 + 45.0;
/// How much of the card below is seen at the edge of a pile, and how many cards below.
const EDGE: f64 = 1.8;
const BELOW: usize = 3;
/// How far the top of a whole stock is shifted to the upper left, at most.
const HIGHEST: f64 = 12.0;
const HOP: f64 = 34.0;

const WORDS: u32 = 10_000;
const MARKS: u32 = 20_000;
/// Layers: the stock below the row, marks above.
const IN_ROW: u32 = 100;
const ABOVE: u32 = 1000;

/// A game with this stock, of which `events` are the draws and jumps, in a film as wide as `width` allows: the row is
/// wrapped into lines. Its states are the stock, then the row after each draw and each jump.
///
/// # Errors
/// When a single state is wanted that the game does not have.
pub fn game(deck: &[Card], events: &[Event], width: u16, (wanted, lang): (Wanted, Lang)) -> Result<Film, StateError> {
    let most_piles = most_piles(events);
    let table = Table { lang, ..Table::new(deck, width, most_piles) };
    let mut reel = Reel::new(events.len() as u64 + 1, 0, wanted, table.size)?;
    let mut game = Shown::default();
    for state in 0..=events.len() {
        let before = state.checked_sub(1).map(|before| events[before]);
        before.into_iter().for_each(|event| game.follow(event));
        if reel.keeps(state as u64) {
            let next = events.get(state).copied();
            let glide = if matches!(before, Some(Event::Jumped(_))) { 380 } else { 260 };
            let rest = match (before, next) {
                (_, None) => 4000,
                (None, _) => 900,
                (_, Some(Event::Jumped(_))) => 520,
                (_, Some(Event::Drawn(_))) => 150,
            };
            reel.push(state as u64, glide, rest, table.sprites(&game, before, next));
        }
    }
    Ok(reel.film(TITLE))
}

/// The most piles that ever lie side by side.
fn most_piles(events: &[Event]) -> usize {
    let piles = events.iter().scan(0_usize, |piles, event| {
        *piles = match event {
            Event::Drawn(_) => *piles + 1,
            Event::Jumped(_) => piles.saturating_sub(1),
        };
        Some(*piles)
    });
    piles.max().unwrap_or(1)
}

/// The piles as lists of the numbers of their cards, in the order of drawing.
#[derive(Default)]
struct Shown {
    piles: Vec<Vec<usize>>,
    drawn: usize,
    /// The pile that another one has just jumped onto, and how many cards jumped.
    landed: Option<(usize, usize)>,
}

impl Shown {
    fn follow(&mut self, event: Event) {
        match event {
            Event::Drawn(_) => {
                self.piles.push(vec![self.drawn]);
                self.drawn += 1;
                self.landed = None;
            }
            Event::Jumped(pile) => {
                let jumping = self.piles.remove(pile);
                self.landed = Some((pile - 1, jumping.len()));
                self.piles[pile - 1].extend(jumping);
            }
        }
    }
}

/// Where things lie.
struct Table<'a> {
    deck: &'a [Card],
    columns: usize,
    left: f64,
    size: (f64, f64),
    /// Whose letters the cards have.
    lang: Lang,
}

impl<'a> Table<'a> {
    fn new(deck: &'a [Card], width: u16, most_piles: usize) -> Self {
        let room = f64::from(width) - 2.0 * MARGIN + PITCH.0 - 64.0;
        let columns = ((room / PITCH.0) as usize).max(2);
        let left = (f64::from(width) - (columns as f64 - 1.0) * PITCH.0) / 2.0;
        let lines = most_piles.div_ceil(columns) as f64;
        let height = ROW + (lines - 1.0) * PITCH.1 + 45.0 + MARGIN + 4.0;
        Self { deck, columns, left, size: (width.into(), height), lang: Lang::Fr }
    }

    /// The middle of a pile's top card.
    fn place(&self, pile: usize) -> (f64, f64) {
        let (line, column) = (pile / self.columns, pile % self.columns);
        (self.left + column as f64 * PITCH.0, ROW + line as f64 * PITCH.1)
    }

    fn name(&self, card: usize) -> String {
        name(self.deck[card], self.lang)
    }

    fn sprites(&self, game: &Shown, before: Option<Event>, next: Option<Event>) -> Vec<Sprite> {
        let mut sprites = self.stock(game.drawn);
        for (number, pile) in game.piles.iter().enumerate() {
            // Of a pile that was jumped onto, only what jumped hops.
            let jumped = game.landed.filter(|landed| landed.0 == number).map_or(0, |landed| landed.1);
            let (x, y) = self.place(number);
            for (below, &card) in pile.iter().rev().take(BELOW + 1).enumerate() {
                let shift = EDGE * below as f64;
                let hop = if below < jumped { HOP } else { 0.0 };
                let sprite = Sprite::new(card as u32, self.face(card), x + shift, y + shift);
                sprites.push(sprite.on(IN_ROW + card as u32).hopping(hop));
            }
        }
        let top = |pile: usize| game.piles[pile][game.piles[pile].len() - 1];
        if let Some(Event::Jumped(pile)) = next {
            for (mark, allied) in [pile - 1, pile + 1].into_iter().enumerate() {
                let (x, y) = self.place(allied);
                sprites.push(Sprite::new(MARKS + mark as u32, Look::Ring, x, y).on(ABOVE));
            }
            let (x, y) = self.place(pile);
            sprites.push(Sprite::new(MARKS + 2, Look::Leftwards, x, y - 45.0).on(ABOVE));
        }
        sprites.extend(self.words(game, before, next, top));
        sprites
    }

    fn face(&self, card: usize) -> Look {
        let card = self.deck[card];
        let rank = if self.lang == Lang::Fr { card.rank_text() } else { card.english_rank() };
        Look::Face { suit: card.suit(), symbol: card.symbol(), rank }
    }

    /// The stock, the card drawn next on top.
    fn stock(&self, drawn: usize) -> Vec<Sprite> {
        let left = self.deck.len() - drawn;
        let slot = Sprite::new(WORDS, Look::Slot, STOCK.0, STOCK.1);
        let back = |card: usize| {
            // The height of a card above the table, from the bottom of the stock.
            let height = (self.deck.len() - 1 - card) as f64;
            let step = (HIGHEST / self.deck.len() as f64).min(0.4);
            let (x, y) = (STOCK.0 - step * height, STOCK.1 - step * height);
            Sprite::new(card as u32, Look::Back, x, y).on(1 + height as u32)
        };
        let cards = (0..left).map(|place| back(drawn + place));
        std::iter::once(slot).chain(cards).collect()
    }

    fn words(
        &self,
        game: &Shown,
        before: Option<Event>,
        next: Option<Event>,
        top: impl Fn(usize) -> usize,
    ) -> Vec<Sprite> {
        let left = STOCK.0 + 32.0 + 22.0;
        let room = (self.size.0 - MARGIN - left) as u16;
        let piles = game.piles.len();
        let mut words = vec![
            Words::new(stock(self.deck.len() - game.drawn), 17, room).at(WORDS + 1, left, MARGIN + 32.0),
            Words::new(row(piles), 17, room).bold().at(WORDS + 2, left, MARGIN + 56.0),
        ];
        let said = match (before, next) {
            (_, Some(Event::Jumped(pile))) => {
                let [left, card, right] = [pile - 1, pile, pile + 1].map(|pile| self.name(top(pile)));
                Some(allied(&card, &left, &right))
            }
            (_, None) => Some(over(piles)),
            (Some(Event::Drawn(_)), _) => Some(drawn(&self.name(game.drawn - 1))),
            (Some(Event::Jumped(pile)), _) => Some(jumped(&self.name(top(pile - 1)))),
            (None, _) => None,
        };
        if let Some(said) = said {
            let text = Words::new(said, 15, room);
            let text = if next.is_none() { text.bold() } else { text };
            words.push(text.at(WORDS + 3, left, MARGIN + 86.0));
        }
        words
    }
}

/// Cards left in the stock.
fn stock(cards: usize) -> Sentence {
    Sentence::new(format!("Pioche : {cards}"), format!("Stock: {cards}"))
}

/// Piles in the row.
fn row(piles: usize) -> Sentence {
    Sentence::new(format!("Tas : {piles}"), format!("Piles: {piles}"))
}
