//! The film of the patience: the stock, the row of piles in lines, and each jump announced before it is made.

use super::messages;
use crate::draw::film::{Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange};
use crate::lang::{Lang, Sentence, Text};
use crate::topics::replay::{self, Scene, advance};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::manual::PatienceMove;

/// The distances between piles and between lines of piles, in points.
const PITCH: (f64, f64) = (73.0, 106.0);
const WIDTH: f64 = 720.0;
const COLUMNS: usize = 9;
const MARGIN: f64 = 18.0;
const STOCK: (f64, f64) = (MARGIN + 44.0, MARGIN + 57.0);
const ROW: f64 = STOCK.1 + 45.0 + 24.0 + 45.0;
/// The visible part of a card below another one at the edge of a pile, in points, and the number of such cards.
const EDGE: f64 = 1.8;
const BELOW: usize = 3;
/// The largest shift of the top of a whole stock to the upper left, in points.
const HIGHEST: f64 = 12.0;
const HOP: f64 = 34.0;

const WORDS: u32 = 10_000;
const MARKS: u32 = 20_000;
/// Layers: the stock below the row, marks above it.
const IN_ROW: u32 = 100;
const ABOVE: u32 = 1000;

/// Creates the film of a game. Its states are the stock, then the row after each draw and each jump. The row is wrapped
/// into lines.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn film(deck: &[Card], moves: &[PatienceMove], wanted: FilmRequest, lang: Lang) -> Result<Film, StateOutOfRange> {
    replay::film(AlliancesScene::new(deck, most_piles(moves), lang), moves, wanted)
}

fn most_piles(moves: &[PatienceMove]) -> usize {
    let piles = moves.iter().scan(0_usize, |piles, mv| {
        *piles = match mv {
            PatienceMove::Draw => *piles + 1,
            PatienceMove::Jump(_) => piles.saturating_sub(1),
        };
        Some(*piles)
    });
    piles.max().unwrap_or(1)
}

struct AlliancesScene {
    game: PatienceState,
    /// The piles, as lists of card numbers in the order of drawing.
    piles: Vec<Vec<usize>>,
    /// The pile that another pile has just jumped onto, and the number of cards that jumped.
    landed: Option<(usize, usize)>,
    height: f64,
    lang: Lang,
}

impl Scene for AlliancesScene {
    type Event = PatienceMove;
    const TITLE: Text = Text::untranslated("La réussite des alliances");

    fn size(&self) -> (f64, f64) {
        (WIDTH, self.height)
    }

    fn step(&mut self, mv: PatienceMove) {
        match mv {
            PatienceMove::Draw => {
                self.piles.push(vec![self.drawn_count()]);
                self.landed = None;
            }
            PatienceMove::Jump(pile) => {
                let jumping = self.piles.remove(pile);
                self.landed = Some((pile - 1, jumping.len()));
                self.piles[pile - 1].extend(jumping);
            }
        }
        advance(&mut self.game, mv);
    }

    fn pace(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> (u32, u32) {
        let moves = if matches!(before, Some(PatienceMove::Jump(_))) { 380 } else { 260 };
        let stands = match (before, next) {
            (_, None) => 4000,
            (None, _) => 900,
            (_, Some(PatienceMove::Jump(_))) => 520,
            (_, Some(PatienceMove::Draw)) => 150,
        };
        (moves, stands)
    }

    fn sprites(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> Vec<Sprite> {
        let mut sprites = self.stock();
        for (number, pile) in self.piles.iter().enumerate() {
            // Only the cards that jumped hop; those below them stay.
            let jumped = self.landed.filter(|landed| landed.0 == number).map_or(0, |landed| landed.1);
            let (x, y) = self.place(number);
            for (below, &card) in pile.iter().rev().take(BELOW + 1).enumerate() {
                let shift = EDGE * below as f64;
                let hop = if below < jumped { HOP } else { 0.0 };
                let sprite = Sprite::new(card as u32, self.face(card), (x + shift, y + shift));
                sprites.push(sprite.with_layer(IN_ROW + card as u32).with_hop(hop));
            }
        }
        if let Some(PatienceMove::Jump(pile)) = next {
            for (mark, allied) in [pile - 1, pile + 1].into_iter().enumerate() {
                sprites.push(Sprite::new(MARKS + mark as u32, SpriteKind::CardHighlight, self.place(allied)).with_layer(ABOVE));
            }
            let (x, y) = self.place(pile);
            sprites.push(Sprite::new(MARKS + 2, SpriteKind::JumpLeftBadge, (x, y - 45.0)).with_layer(ABOVE));
        }
        sprites.extend(self.words(before, next));
        sprites
    }
}

impl AlliancesScene {
    fn new(deck: &[Card], most_piles: usize, lang: Lang) -> Self {
        let lines = most_piles.div_ceil(COLUMNS) as f64;
        let height = ROW + (lines - 1.0) * PITCH.1 + 45.0 + MARGIN + 4.0;
        Self { game: PatienceState::new(deck, 0), piles: Vec::new(), landed: None, height, lang }
    }

    fn drawn_count(&self) -> usize {
        self.game.deck().len() - self.game.stock().len()
    }

    fn place(&self, pile: usize) -> (f64, f64) {
        let (line, column) = (pile / COLUMNS, pile % COLUMNS);
        let left = (WIDTH - (COLUMNS - 1) as f64 * PITCH.0) / 2.0;
        (left + column as f64 * PITCH.0, ROW + line as f64 * PITCH.1)
    }

    fn face(&self, card: usize) -> SpriteKind {
        let card = self.game.deck()[card];
        let rank = if self.lang == Lang::Fr { card.french_rank() } else { card.english_rank() };
        SpriteKind::SuitedCard { suit: card.suit(), symbol: card.suit_symbol(), rank }
    }

    /// Draws the stock with the next card on top.
    fn stock(&self) -> Vec<Sprite> {
        let cards = self.game.deck().len();
        let slot = Sprite::new(WORDS, SpriteKind::CardSlot, STOCK);
        let back = |card: usize| {
            // The number of cards below this one in the stock.
            let height = (cards - 1 - card) as f64;
            let step = (HIGHEST / cards as f64).min(0.4);
            let place = (STOCK.0 - step * height, STOCK.1 - step * height);
            Sprite::new(card as u32, SpriteKind::CardBack, place).with_layer(1 + height as u32)
        };
        std::iter::once(slot).chain((self.drawn_count()..cards).map(back)).collect()
    }

    fn words(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> Vec<Sprite> {
        let left = STOCK.0 + 32.0 + 22.0;
        let room = (WIDTH - MARGIN - left) as u16;
        let tops = self.game.row().top_cards();
        let stock = Caption::new(labelled_number("Pioche : ", "Stock: ", self.game.stock().len()), 17, room);
        let piles = Caption::new(labelled_number("Tas : ", "Piles: ", tops.len()), 17, room).with_bold();
        let mut words = vec![stock.into_sprite(WORDS + 1, (left, MARGIN + 32.0)), piles.into_sprite(WORDS + 2, (left, MARGIN + 56.0))];
        let said = match (before, next) {
            (_, Some(jump @ PatienceMove::Jump(_))) => Some(messages::next_move(&self.game, jump, self.lang)),
            (_, None) => Some(messages::end(tops.len())),
            (Some(PatienceMove::Draw), _) => Some(messages::card_drawn(tops[tops.len() - 1], self.lang)),
            (Some(PatienceMove::Jump(pile)), _) => Some(messages::card_jumped(tops[pile - 1], self.lang)),
            (None, _) => None,
        };
        if let Some(said) = said {
            let text = Caption::new(said, 15, room);
            let text = if next.is_none() { text.with_bold() } else { text };
            words.push(text.into_sprite(WORDS + 3, (left, MARGIN + 86.0)));
        }
        words
    }
}

fn labelled_number(fr: &str, en: &str, number: usize) -> Sentence {
    Sentence::new(format!("{fr}{number}"), format!("{en}{number}"))
}
