//! La réussite des alliances (handout 000): a patience in which allied neighbours let a pile jump.
//!
//! # Rules
//! The shuffled deck is the stock. Its cards are drawn one by one and laid side by side, from left to right. Two cards
//! are *allied* when they have the same suit or the same rank; under another [`AllianceRule`], only cards of the same
//! suit, or only cards of the same rank. When the visible cards on both sides of a pile are
//! allied, that pile *jumps* onto its left neighbour and covers its visible card: the row is one pile shorter. The
//! first and the last pile never jump. After a draw every possible jump is made, the leftmost first, before the next
//! card is drawn. When the stock is empty and nothing jumps any more, the piles are counted; the game is won when
//! there are at most `max_piles` of them. Only visible cards matter, so a row is the list of the piles' tops.
//!
//! # Points settled
//! - Index 0 of a deck is the first card drawn.
//! - After a draw only the last three piles can be newly allied; after a jump the search restarts from the left. The
//!   end is the same as "deal everything, then always make the leftmost jump" ([`automatic`] tests it).
//! - With three cards or more at least 2 piles remain; 1 pile remains only of a deck of one card.
//! - When only cards of one suit are allied, a jump covers the card at the left of the pile that jumps. The pile at its
//!   right shows a card of the same suit, and stays. So every suit of the pack is visible at the end, and at least as many
//!   piles remain as there are suits; likewise for ranks ([`AllianceRule::fewest_piles`]). This holds for every choice of
//!   jumps.
//! - The same rules with 36 cards, won at 2 piles, are the Russian "Medici patience".
//! - Renaming suits or ranks, or exchanging the roles of suit and rank, never changes the number of piles.
//! - An improvement ([`improve`]) changes the stock exactly once, even if every change makes it worse: the gain can be
//!   negative. Among the best changes the one farthest in the stock is taken.
//! - A player that chooses its jumps loses nothing by drawing everything first; [`perfect`] finds the fewest piles.
//!
//! # Points settled of the game by hand
//! In the game by hand (handout 000, 4.5.2), the player draws and jumps in any order, and may miss jumps.
//!
//! - A draw is possible as long as the stock holds cards, even if jumps are possible. A missed jump remains possible
//!   until a later move prevents it.
//! - The jumps are those of the rules, one at a time, in any order.
//! - The game is over when the stock is empty and nothing jumps any more. It is won when at most `max_piles` piles are
//!   left.
//! - Giving up is not a move: the result is then that of [`PatienceState::row_after_giving_up`], the row with the rest of the stock laid
//!   beside it without jumps.
//! - The text of a move counts piles from 1: `draw`, `jump 2`. Indices in code count from 0.

pub mod automatic;
pub mod exact;
pub mod improve;
pub mod perfect;

use crate::cards::deck::DeckLabels;
use crate::cards::{Card, Pack};
use crate::games::{ForcedRefusal, Game, Outcome};
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The rule that decides which cards are allied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AllianceRule {
    /// Cards of the same suit or the same rank, as in the handout.
    #[default]
    Either,
    /// Cards of the same suit only.
    Suit,
    /// Cards of the same rank only.
    Rank,
}

string_enum!(AllianceRule, "rule of alliance", [Either "either", Suit "suit", Rank "rank"]);

impl AllianceRule {
    /// True if two cards are allied (handout 000, 4.4.1).
    #[doc(alias = "alliance")]
    pub const fn are_allied(self, a: Card, b: Card) -> bool {
        let is_same_suit = a.suit() == b.suit();
        let is_same_rank = a.rank() == b.rank();
        match self {
            Self::Either => is_same_suit || is_same_rank,
            Self::Suit => is_same_suit,
            Self::Rank => is_same_rank,
        }
    }

    /// A number of piles below which no game with a pack can end, whatever the deck and the choice of jumps: 2 or,
    /// for a rule that compares one property, the number of suits or of ranks.
    pub fn fewest_piles(self, pack: Pack) -> usize {
        let kept_tops = match self {
            Self::Either => 1,
            Self::Suit => usize::from(pack.suits()),
            Self::Rank => usize::from(pack.ranks()),
        };
        kept_tops.max(pack.size().min(2))
    }
}

/// The visible cards of the piles, from left to right, and the rule of alliance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias = "liste_tas")]
pub struct PileRow {
    tops: Vec<Card>,
    alliance: AllianceRule,
}

/// The reason why a pile cannot jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JumpRefusal {
    /// The row has no pile with this index.
    #[error("there is no pile {0}")]
    UnknownPile(usize),
    /// This pile is the first or the last one and has only one neighbour.
    #[error("pile {0} has no neighbour on one side")]
    NotBetweenPiles(usize),
    /// These neighbours of the pile are not allied.
    #[error("{0} and {1} are not allied")]
    NotAllied(Card, Card),
}

impl PileRow {
    /// A row with these visible cards, from left to right.
    pub fn new(tops: Vec<Card>) -> Self {
        Self {
            tops,
            alliance: AllianceRule::default(),
        }
    }

    /// Sets the rule of alliance.
    #[must_use]
    pub fn with_alliance(self, alliance: AllianceRule) -> Self {
        Self { alliance, ..self }
    }

    /// The rule of alliance.
    pub fn alliance(&self) -> AllianceRule {
        self.alliance
    }

    /// The visible cards, from left to right.
    pub fn top_cards(&self) -> &[Card] {
        &self.tops
    }

    /// The number of piles.
    pub fn pile_count(&self) -> usize {
        self.tops.len()
    }

    /// Lays a drawn card at the right end.
    pub fn lay(&mut self, card: Card) {
        self.tops.push(card);
    }

    /// An error if pile `pile`, from 0, cannot jump onto its left neighbour.
    ///
    /// # Errors
    /// The reason why it cannot jump.
    pub fn check_jump(&self, pile: usize) -> Result<(), JumpRefusal> {
        let tops = &self.tops;
        if pile >= tops.len() {
            Err(JumpRefusal::UnknownPile(pile))
        } else if pile == 0 || pile + 1 == tops.len() {
            Err(JumpRefusal::NotBetweenPiles(pile))
        } else if self.alliance.are_allied(tops[pile - 1], tops[pile + 1]) {
            Ok(())
        } else {
            Err(JumpRefusal::NotAllied(tops[pile - 1], tops[pile + 1]))
        }
    }

    /// Moves pile `pile`, from 0, onto its left neighbour and removes the visible card of that one (handout 000, 4.4.2).
    ///
    /// # Errors
    /// The reason why the pile cannot jump; the row is then unchanged.
    #[doc(alias = "saut_si_possible")]
    pub fn jump(&mut self, pile: usize) -> Result<(), JumpRefusal> {
        self.check_jump(pile)?;
        self.tops.remove(pile - 1);
        Ok(())
    }

    /// The indices of the piles that can jump, from left to right.
    pub fn possible_jumps(&self) -> impl Iterator<Item = usize> {
        let allied = |(_, three): &(usize, &[Card])| self.alliance.are_allied(three[0], three[2]);
        self.tops
            .windows(3)
            .enumerate()
            .filter(allied)
            .map(|(left, _)| left + 1)
    }

    /// The index of the leftmost pile that can jump.
    pub fn leftmost_jump(&self) -> Option<usize> {
        self.possible_jumps().next()
    }

    /// Makes one step of the automatic game: lays `card`, then makes every jump, the leftmost first (handout 000,
    /// 4.4.3).
    #[doc(alias = "une_etape_reussite")]
    pub fn draw_and_jump(&mut self, card: Card) {
        self.lay(card);
        if self.jump(self.pile_count().saturating_sub(2)).is_ok() {
            while let Some(pile) = self.leftmost_jump() {
                self.tops.remove(pile - 1);
            }
        }
    }
}

/// The state of a patience played by hand: the deck, the cards drawn, the row, and the piles allowed to win.
///
/// ```
/// use pioche_engine::cards::Card;
/// use pioche_engine::games::alliances::PatienceState;
/// use pioche_engine::games::alliances::{PatienceMove, PatienceRefusal};
/// use pioche_engine::games::{Game, Outcome};
///
/// let deck: Vec<Card> = ["7-C", "8-K", "9-C"].iter().map(|card| card.parse().unwrap()).collect();
/// let mut game = PatienceState::new(&deck, 2);
/// for _ in 0..3 {
///     game.play(PatienceMove::Draw)?;
/// }
/// assert_eq!(game.play(PatienceMove::Draw), Err(PatienceRefusal::EmptyStock));
/// assert_eq!(game.legal_moves(), [PatienceMove::Jump(1)]);
/// game.play("jump 2".parse().unwrap())?;
/// assert_eq!(game.outcome(), Some(Outcome::Remaining(2)));
/// # Ok::<(), PatienceRefusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "reussite_mode_manuel")]
pub struct PatienceState {
    deck: Arc<[Card]>,
    drawn: usize,
    row: PileRow,
    most_piles: usize,
}

impl PatienceState {
    /// A new game with `deck`, first card drawn first, that is won with at most `max_piles` piles.
    pub fn new(deck: &[Card], max_piles: usize) -> Self {
        Self {
            deck: deck.into(),
            drawn: 0,
            row: PileRow::default(),
            most_piles: max_piles,
        }
    }

    /// Sets the rule of alliance.
    #[must_use]
    pub fn with_alliance(self, alliance: AllianceRule) -> Self {
        Self {
            row: self.row.with_alliance(alliance),
            ..self
        }
    }

    /// The whole deck, drawn or not.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards that are not drawn yet, the next one first.
    #[doc(alias = "pioche")]
    pub fn stock(&self) -> &[Card] {
        &self.deck[self.drawn..]
    }

    /// The row of piles.
    pub fn row(&self) -> &PileRow {
        &self.row
    }

    /// The largest number of piles with which the game is won.
    pub fn max_piles(&self) -> usize {
        self.most_piles
    }

    /// The piles that can jump, by their index, from left to right.
    pub fn possible_jumps(&self) -> Vec<usize> {
        self.row.possible_jumps().collect()
    }

    /// The row when the player gives up: the rest of the stock is laid card by card, without jumps.
    pub fn row_after_giving_up(&self) -> PileRow {
        let mut row = self.row.clone();
        self.stock().iter().for_each(|&card| row.lay(card));
        row
    }
}

/// Writes the row, a bar, and the number of cards in the stock.
impl fmt::Display for PatienceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} | {}",
            DeckLabels(self.row.top_cards()),
            self.stock().len()
        )
    }
}

/// A move of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PatienceMove {
    /// Draws the next card and lays it at the right end.
    Draw,
    /// Moves the pile of this index, from 0, onto its left neighbour.
    Jump(usize),
}

/// Writes `draw`, or `jump 2` for the second pile.
impl fmt::Display for PatienceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.write_str("draw"),
            Self::Jump(pile) => write!(f, "jump {}", pile.saturating_add(1)),
        }
    }
}

impl FromStr for PatienceMove {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let plain = |digits: &str| !digits.starts_with(['+', '0']);
        let number = |digits: &str| {
            digits
                .parse::<usize>()
                .ok()
                .filter(|_| plain(digits))?
                .checked_sub(1)
        };
        match text {
            "draw" => Some(Self::Draw),
            _ => text.strip_prefix("jump ").and_then(number).map(Self::Jump),
        }
        .ok_or_else(|| {
            ParseValueError::new(
                text,
                "move: draw, or jump and the number of a pile, as in jump 2",
            )
        })
    }
}

/// The reason why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatienceRefusal {
    /// A draw from an empty stock.
    #[error("the stock is empty")]
    EmptyStock,
    /// A jump that is not possible.
    #[error(transparent)]
    NoJump(#[from] JumpRefusal),
}

impl Game for PatienceState {
    type Move = PatienceMove;
    type Refusal = PatienceRefusal;

    fn legal_moves(&self) -> Vec<PatienceMove> {
        let draw = (!self.stock().is_empty()).then_some(PatienceMove::Draw);
        draw.into_iter()
            .chain(self.possible_jumps().into_iter().map(PatienceMove::Jump))
            .collect()
    }

    fn play(&mut self, mv: PatienceMove) -> Result<(), PatienceRefusal> {
        match mv {
            PatienceMove::Draw => {
                let card = *self.stock().first().ok_or(PatienceRefusal::EmptyStock)?;
                self.row.lay(card);
                self.drawn += 1;
                Ok(())
            }
            PatienceMove::Jump(pile) => Ok(self.row.jump(pile)?),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.stock().is_empty() && self.row.leftmost_jump().is_none();
        over.then(|| Outcome::Remaining(self.row.pile_count() as u32))
    }
}

/// A patience played by the rule: after each draw every possible jump is made, the leftmost first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "reussite_mode_auto")]
pub struct AutomaticGame {
    state: PatienceState,
    last_move: Option<PatienceMove>,
}

impl AutomaticGame {
    /// The game from this state on. Piles that are laid before the first draw do not jump before it.
    pub fn new(state: PatienceState) -> Self {
        Self {
            state,
            last_move: None,
        }
    }

    /// The stock and the row.
    pub fn state(&self) -> &PatienceState {
        &self.state
    }

    /// The move that the rule makes; `None` when the game is over.
    pub fn forced_move(&self) -> Option<PatienceMove> {
        let row = self.state.row();
        let jump = match self.last_move {
            None => None,
            // After a draw only the last three piles can be newly allied.
            Some(PatienceMove::Draw) => row
                .pile_count()
                .checked_sub(2)
                .filter(|&pile| row.check_jump(pile).is_ok()),
            Some(PatienceMove::Jump(_)) => row.leftmost_jump(),
        };
        let can_draw = !self.state.stock().is_empty();
        jump.map(PatienceMove::Jump)
            .or(can_draw.then_some(PatienceMove::Draw))
    }
}

impl fmt::Display for AutomaticGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl Game for AutomaticGame {
    type Move = PatienceMove;
    type Refusal = ForcedRefusal<PatienceMove>;

    fn legal_moves(&self) -> Vec<PatienceMove> {
        self.forced_move().into_iter().collect()
    }

    fn play(&mut self, mv: PatienceMove) -> Result<(), ForcedRefusal<PatienceMove>> {
        match self.forced_move() {
            Some(forced) if forced == mv => {
                let result = self.state.play(mv);
                debug_assert!(result.is_ok(), "the rule makes a possible move");
                self.last_move = Some(mv);
                Ok(())
            }
            Some(forced) => Err(ForcedRefusal::OtherMove(forced)),
            None => Err(ForcedRefusal::Over),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let piles = self.state.row().pile_count() as u32;
        self.forced_move()
            .is_none()
            .then_some(Outcome::Remaining(piles))
    }
}
