//! The film of the patience: the stock, the row of piles in lines, and a mark before each jump.

use super::{card_drawn_text, card_jumped_text, game_end_text, move_explanation};
use crate::draw::film::{Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange};
use crate::lang::{Lang, Sentence, Text, sentence};
use crate::topics::replay::{self, FilmScene, play_returning_previous};
use pioche_engine::games::alliances::{PatienceMove, PatienceState};

/// The distances between piles and between lines of piles, in points.
const PITCH: (f64, f64) = (73.0, 106.0);
const WIDTH: f64 = 720.0;
const COLUMNS: usize = 9;
const MARGIN: f64 = 18.0;
const STOCK: (f64, f64) = (MARGIN + 44.0, MARGIN + 57.0);
const ROW: f64 = STOCK.1 + 45.0 + 24.0 + 45.0;
/// The visible part of a card below another one at the edge of a pile, in points, and the number of such cards.
const EDGE: f64 = 1.8;
const CARDS_BELOW: usize = 3;
/// The largest shift of the top of a whole stock to the upper left, in points.
const MAX_STOCK_SHIFT: f64 = 12.0;
const HOP: f64 = 34.0;

const CAPTION_ID: u32 = 10_000;
const MARK_ID: u32 = 20_000;
/// The first layers of the row, which is above the stock, and of the marks.
const ROW_LAYER: u32 = 100;
const MARK_LAYER: u32 = 1000;

/// Creates the film of a game. Its states are the stock, then the row after each draw and each jump. The row is wrapped
/// into lines.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn film(
    start: &PatienceState,
    moves: &[PatienceMove],
    request: FilmRequest,
    lang: Lang,
) -> Result<Film, StateOutOfRange> {
    replay::build_film(
        AlliancesScene::new(start.clone(), most_piles(start, moves), lang),
        moves,
        request,
    )
}

fn most_piles(start: &PatienceState, moves: &[PatienceMove]) -> usize {
    let laid_piles = start.row().pile_count();
    let piles = moves.iter().scan(laid_piles, |piles, mv| {
        *piles = match mv {
            PatienceMove::Draw => *piles + 1,
            PatienceMove::Jump(_) => piles.saturating_sub(1),
        };
        Some(*piles)
    });
    piles.fold(laid_piles.max(1), usize::max)
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

impl FilmScene for AlliancesScene {
    type Event = PatienceMove;
    const TITLE: Text = Text::untranslated("La réussite des alliances");

    fn size(&self) -> (f64, f64) {
        (WIDTH, self.height)
    }

    fn apply_event(&mut self, mv: PatienceMove) {
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
        play_returning_previous(&mut self.game, mv);
    }

    fn durations(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> (u32, u32) {
        let moves = if matches!(before, Some(PatienceMove::Jump(_))) {
            380
        } else {
            260
        };
        let stands = match (before, next) {
            (_, None) => 4000,
            (None, _) => 900,
            (_, Some(PatienceMove::Jump(_))) => 520,
            (_, Some(PatienceMove::Draw)) => 150,
        };
        (moves, stands)
    }

    fn sprites(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> Vec<Sprite> {
        let mut sprites = self.stock_sprites();
        for (number, pile) in self.piles.iter().enumerate() {
            // Only the cards that jumped hop; those below them stay.
            let jumped = self
                .landed
                .filter(|landed| landed.0 == number)
                .map_or(0, |landed| landed.1);
            let (x, y) = self.pile_position(number);
            for (below, &card) in pile.iter().rev().take(CARDS_BELOW + 1).enumerate() {
                let shift = EDGE * below as f64;
                let hop = if below < jumped { HOP } else { 0.0 };
                let sprite = Sprite::new(card as u32, self.card_face(card), (x + shift, y + shift));
                sprites.push(sprite.with_layer(ROW_LAYER + card as u32).with_hop(hop));
            }
        }
        if let Some(PatienceMove::Jump(pile)) = next {
            for (mark, allied) in [pile - 1, pile + 1].into_iter().enumerate() {
                sprites.push(
                    Sprite::new(
                        MARK_ID + mark as u32,
                        SpriteKind::CardHighlight,
                        self.pile_position(allied),
                    )
                    .with_layer(MARK_LAYER),
                );
            }
            let (x, y) = self.pile_position(pile);
            sprites.push(
                Sprite::new(MARK_ID + 2, SpriteKind::JumpLeftBadge, (x, y - 45.0))
                    .with_layer(MARK_LAYER),
            );
        }
        sprites.extend(self.captions(before, next));
        sprites
    }
}

impl AlliancesScene {
    fn new(start: PatienceState, most_piles: usize, lang: Lang) -> Self {
        let lines = most_piles.div_ceil(COLUMNS) as f64;
        let height = ROW + (lines - 1.0) * PITCH.1 + 45.0 + MARGIN + 4.0;
        Self {
            piles: (0..start.row().pile_count())
                .map(|card| vec![card])
                .collect(),
            game: start,
            landed: None,
            height,
            lang,
        }
    }

    fn drawn_count(&self) -> usize {
        self.game.deck().len() - self.game.stock().len()
    }

    fn pile_position(&self, pile: usize) -> (f64, f64) {
        let line = (pile / COLUMNS) as f64;
        let column = (pile % COLUMNS) as f64;
        let margin = (WIDTH - (COLUMNS - 1) as f64 * PITCH.0) / 2.0;
        (margin + column * PITCH.0, ROW + line * PITCH.1)
    }

    fn card_face(&self, card: usize) -> SpriteKind {
        let card = self.game.deck()[card];
        let rank = if self.lang == Lang::Fr {
            card.french_rank()
        } else {
            card.english_rank()
        };
        SpriteKind::SuitedCard {
            suit: card.suit(),
            symbol: card.suit_symbol(),
            rank,
        }
    }

    /// Draws the stock with the next card on top.
    fn stock_sprites(&self) -> Vec<Sprite> {
        let cards = self.game.deck().len();
        let slot = Sprite::new(CAPTION_ID, SpriteKind::CardSlot, STOCK);
        let back = |card: usize| {
            // The number of cards below this one in the stock.
            let height = (cards - 1 - card) as f64;
            let step = (MAX_STOCK_SHIFT / cards as f64).min(0.4);
            let place = (STOCK.0 - step * height, STOCK.1 - step * height);
            Sprite::new(card as u32, SpriteKind::CardBack, place).with_layer(1 + height as u32)
        };
        std::iter::once(slot)
            .chain((self.drawn_count()..cards).map(back))
            .collect()
    }

    fn captions(&self, before: Option<PatienceMove>, next: Option<PatienceMove>) -> Vec<Sprite> {
        let x = STOCK.0 + 32.0 + 22.0;
        let room = (WIDTH - MARGIN - x) as u16;
        let tops = self.game.row().top_cards();
        let stock = Caption::new(
            labelled_number("Pioche : ", "Stock: ", self.game.stock().len()),
            17,
            room,
        );
        let piles =
            Caption::new(labelled_number("Tas : ", "Piles: ", tops.len()), 17, room).with_bold();
        let mut words = vec![
            stock.into_sprite(CAPTION_ID + 1, (x, MARGIN + 32.0)),
            piles.into_sprite(CAPTION_ID + 2, (x, MARGIN + 56.0)),
        ];
        let sentence = match (before, next) {
            (_, Some(jump @ PatienceMove::Jump(_))) => {
                Some(move_explanation(&self.game, jump, self.lang))
            }
            (_, None) => Some(game_end_text(tops.len())),
            (Some(PatienceMove::Draw), _) => Some(card_drawn_text(tops[tops.len() - 1], self.lang)),
            (Some(PatienceMove::Jump(pile)), _) => {
                Some(card_jumped_text(tops[pile - 1], self.lang))
            }
            (None, _) => None,
        };
        if let Some(sentence) = sentence {
            let mut text = Caption::new(sentence, 15, room);
            if next.is_none() {
                text = text.with_bold();
            }
            words.push(text.into_sprite(CAPTION_ID + 3, (x, MARGIN + 86.0)));
        }
        words
    }
}

fn labelled_number(fr: &str, en: &str, number: usize) -> Sentence {
    sentence!("{fr}{number}", "{en}{number}")
}
