//! The row of piles, its jumps, and one step of the game, as the handout defines them.

use crate::cards::Card;

/// Returns true if two cards have the same rank or the same suit (handout 000, 4.4.1).
///
/// ```
/// use pioche_engine::games::alliances::are_allied;
///
/// let card = |text: &str| text.parse().unwrap();
/// assert!(are_allied(card("7-K"), card("7-P")));
/// assert!(!are_allied(card("7-K"), card("8-P")));
/// ```
pub const fn are_allied(a: Card, b: Card) -> bool {
    a.suit() == b.suit() || a.rank() == b.rank()
}

/// An event of a step of the automatic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatienceEvent {
    /// This card was drawn and laid at the right end.
    Drawn(Card),
    /// The pile of this index jumped onto its left neighbour.
    Jumped(usize),
}

/// The visible cards of the piles, from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias = "liste_tas")]
pub struct PileRow(Vec<Card>);

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
        Self(tops)
    }

    /// The visible cards, from left to right.
    pub fn top_cards(&self) -> &[Card] {
        &self.0
    }

    /// The number of piles.
    pub fn pile_count(&self) -> usize {
        self.0.len()
    }

    /// Lays a drawn card at the right end.
    pub fn lay(&mut self, card: Card) {
        self.0.push(card);
    }

    /// Returns an error if pile `pile`, from 0, cannot jump onto its left neighbour.
    ///
    /// # Errors
    /// The reason why it cannot jump.
    pub fn check_jump(&self, pile: usize) -> Result<(), JumpRefusal> {
        let tops = &self.0;
        if pile >= tops.len() {
            Err(JumpRefusal::UnknownPile(pile))
        } else if pile == 0 || pile + 1 == tops.len() {
            Err(JumpRefusal::NotBetweenPiles(pile))
        } else if are_allied(tops[pile - 1], tops[pile + 1]) {
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
        self.0.remove(pile - 1);
        Ok(())
    }

    /// The indices of the piles that can jump, from left to right.
    pub fn possible_jumps(&self) -> impl DoubleEndedIterator<Item = usize> {
        let allied = |(_, three): &(usize, &[Card])| are_allied(three[0], three[2]);
        self.0
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
    ///
    /// `watch` is called with each event and the row after it.
    #[doc(alias = "une_etape_reussite")]
    pub fn draw_and_jump(&mut self, card: Card, watch: &mut impl FnMut(PatienceEvent, &Self)) {
        self.lay(card);
        watch(PatienceEvent::Drawn(card), self);
        let last = self.pile_count().saturating_sub(2);
        if self.jump(last).is_err() {
            return;
        }
        watch(PatienceEvent::Jumped(last), self);
        while let Some(pile) = self.leftmost_jump() {
            self.0.remove(pile - 1);
            watch(PatienceEvent::Jumped(pile), self);
        }
    }
}
