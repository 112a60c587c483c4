//! A deck as text: read it, write it, and say all that is wrong with it.
//!
//! The first card is the first one drawn. Cards stand apart by blanks, commas or line ends of any kind; a byte order mark
//! is skipped. They are written as the handout does, and read in the other forms of [`Form`](super::card::Form), too. Reading a file is the caller's affair: what comes in are its bytes.

use super::card::{Card, Face, read};
use super::pack::Pack;
use std::fmt;

/// No deck's text is longer than this, in bytes: callers need not read further.
pub const MAX_TEXT: usize = 64 * 1024;

/// A place in a text, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One thing that is wrong with a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// A word that is no card, cut after a few characters.
    #[error("{0}: {1:?} is no card")]
    Unknown(Place, String),
    /// A card that does not belong to the pack.
    #[error("{0}: {1} is not of this pack")]
    Foreign(Place, Card),
    /// A card that was there before.
    #[error("{at}: {card} was there before, at {first}")]
    Doubled {
        /// The card.
        card: Card,
        /// Where it stands again.
        at: Place,
        /// Where it stood first.
        first: Place,
    },
    /// A card in another form than the first one.
    #[error("{at}: {text:?} is written in another form than {first:?} at {first_at}")]
    Mixed {
        /// The first card.
        first: String,
        /// Where it stands.
        first_at: Place,
        /// The other one.
        text: String,
        /// Where it stands.
        at: Place,
    },
    /// A card of the pack that is nowhere.
    #[error("{0} is missing")]
    Missing(Card),
    /// Not as many cards as the pack has.
    #[error("{found} cards instead of {expected}")]
    Number {
        /// Words found.
        found: usize,
        /// Cards of the pack.
        expected: usize,
    },
}

/// The bytes are no text at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// Not UTF-8.
    #[error("{0}: not UTF-8 text")]
    NotUtf8(Place),
    /// Longer than [`MAX_TEXT`].
    #[error("longer than {MAX_TEXT} bytes")]
    TooLong,
}

/// A text cut into words, each a card or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    words: Vec<(Place, Result<Card, String>)>,
    mixed: Option<DeckError>,
}

/// Characters of an unknown word that are shown.
const SHOWN: usize = 12;

impl Words {
    /// Cuts the bytes of a file into words.
    ///
    /// # Errors
    /// When they are too many, or no UTF-8.
    pub fn read(bytes: &[u8]) -> Result<Self, NotText> {
        if bytes.len() > MAX_TEXT {
            return Err(NotText::TooLong);
        }
        // The mark of a spreadsheet or an editor is no column.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
            let last = lines(&good).last().map_or(0, |last| last.chars().count());
            NotText::NotUtf8(Place { line: lines(&good).count(), column: last + 1 })
        })?;
        let apart = |sign: char| sign.is_whitespace() || sign == ',' || sign == ';';
        let pieces: Vec<_> = (1..).zip(lines(text)).flat_map(|(line, content)| pieces(line, content, apart)).collect();
        let mixed = mixed(&pieces);
        let shown = |piece: &str| piece.chars().take(SHOWN).collect();
        let card = |(at, piece): (Place, &str)| (at, read(piece).map(|(card, _)| card).ok_or_else(|| shown(piece)));
        Ok(Self { words: pieces.into_iter().map(card).collect(), mixed })
    }

    /// The number of words.
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// The pack of 32, 36 or 52 cards that this text most probably means: the one nearest in number.
    pub fn likely_pack(&self) -> Pack {
        let distance = |pack: &Pack| pack.size().abs_diff(self.count());
        [Pack::PIQUET, Pack::MEDICI, Pack::FULL].into_iter().min_by_key(distance).unwrap_or(Pack::PIQUET)
    }

    /// The deck, when the text holds each card of `pack` exactly once.
    ///
    /// # Errors
    /// Everything that is wrong: words in their order, then the missing cards, then the number.
    #[doc(alias = "verifier_pioche")]
    #[doc(alias = "init_pioche_fichier")]
    pub fn deck(&self, pack: Pack) -> Result<Vec<Card>, Vec<DeckError>> {
        let mut seen: Vec<Option<Place>> = vec![None; pack.size()];
        let mut errors: Vec<DeckError> = self.mixed.iter().cloned().collect();
        let mut deck = Vec::with_capacity(pack.size());
        for &(at, ref word) in &self.words {
            match word {
                Err(text) => errors.push(DeckError::Unknown(at, text.clone())),
                Ok(card) => match pack.number(*card).map(|number| &mut seen[usize::from(number)]) {
                    None => errors.push(DeckError::Foreign(at, *card)),
                    Some(Some(first)) => errors.push(DeckError::Doubled { card: *card, at, first: *first }),
                    Some(place) => {
                        *place = Some(at);
                        deck.push(*card);
                    }
                },
            }
        }
        let missing = pack.cards().zip(&seen).filter(|(_, place)| place.is_none());
        errors.extend(missing.map(|(card, _)| DeckError::Missing(card)));
        if self.count() != pack.size() {
            errors.push(DeckError::Number { found: self.count(), expected: pack.size() });
        }
        if errors.is_empty() { Ok(deck) } else { Err(errors) }
    }
}

/// The lines of a text, whether they end as on Linux, Windows or an old Macintosh.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The words of one line with their places; `apart` tells what stands between them.
pub(crate) fn pieces(line: usize, content: &str, apart: fn(char) -> bool) -> impl Iterator<Item = (Place, &str)> {
    let mut next = 1;
    let placed = content.split(apart).map(move |piece| {
        let column = next;
        next += piece.chars().count() + 1;
        (Place { line, column }, piece)
    });
    placed.filter(|(_, piece)| !piece.is_empty())
}

/// The first two cards that are not in the same form.
fn mixed(pieces: &[(Place, &str)]) -> Option<DeckError> {
    let mut cards = pieces.iter().filter_map(|(at, piece)| Some((at, piece, read(piece)?.1)));
    let (first_at, first, form) = cards.next()?;
    let (at, text, _) = cards.find(|(.., other)| *other != form)?;
    let [first, text] = [first, text].map(|piece| (*piece).to_owned());
    Some(DeckError::Mixed { first, first_at: *first_at, text, at: *at })
}

/// Cards as the handout writes them, `7-K D-P …`, on one line.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a [Card]);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(f, self.0, ToString::to_string)
    }
}

/// Cards as the handout shows them (000, 4.1.2): three characters each, one blank between; with `{:#}` in English letters.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "afficher_reussite")]
pub struct Pretty<'a>(pub &'a [Card]);

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let english = f.alternate();
        joined(f, self.0, |card| if english { format!("{:>#3}", Face(*card)) } else { format!("{:>3}", Face(*card)) })
    }
}

fn joined(f: &mut fmt::Formatter<'_>, cards: &[Card], text: impl Fn(&Card) -> String) -> fmt::Result {
    for (index, card) in cards.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        write!(f, "{gap}{}", text(card))?;
    }
    Ok(())
}
