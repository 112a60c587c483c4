//! The row of piles, its jumps, and one step of the game: the handout's words as code, slow and obvious.

use crate::cards::Card;

/// Same rank or same suit (handout 000, 4.4.1).
pub const fn alliance(a: Card, b: Card) -> bool {
    a.suit() == b.suit() || a.rank() == b.rank()
}

/// What happens in a step, for whoever shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A card was drawn and laid at the right end.
    Drawn(Card),
    /// The pile of this index jumped onto its left neighbour.
    Jumped(usize),
}

/// The visible cards of the piles, from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias = "liste_tas")]
pub struct Row(Vec<Card>);

/// Why a pile cannot jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoJump {
    /// There is no such pile.
    #[error("there is no pile {0}")]
    NoPile(usize),
    /// The first and the last pile have one neighbour only.
    #[error("pile {0} has no neighbour on one side")]
    AtTheEnd(usize),
    /// The neighbours are not allied.
    #[error("{0} and {1} are not allied")]
    NotAllied(Card, Card),
}

impl Row {
    /// A row with these visible cards.
    pub fn new(tops: Vec<Card>) -> Self {
        Self(tops)
    }

    /// The visible cards.
    pub fn tops(&self) -> &[Card] {
        &self.0
    }

    /// The number of piles.
    pub fn piles(&self) -> usize {
        self.0.len()
    }

    /// Lays a drawn card at the right end.
    pub fn lay(&mut self, card: Card) {
        self.0.push(card);
    }

    /// Whether pile `pile`, from 0, can jump onto the one before it.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check_jump(&self, pile: usize) -> Result<(), NoJump> {
        let tops = &self.0;
        if pile >= tops.len() {
            Err(NoJump::NoPile(pile))
        } else if pile == 0 || pile + 1 == tops.len() {
            Err(NoJump::AtTheEnd(pile))
        } else if alliance(tops[pile - 1], tops[pile + 1]) {
            Ok(())
        } else {
            Err(NoJump::NotAllied(tops[pile - 1], tops[pile + 1]))
        }
    }

    /// Lets pile `pile` jump onto the one before it, whose card disappears (handout 000, 4.4.2).
    ///
    /// # Errors
    /// Why it cannot; the row is then as it was.
    #[doc(alias = "saut_si_possible")]
    pub fn jump(&mut self, pile: usize) -> Result<(), NoJump> {
        self.check_jump(pile)?;
        self.0.remove(pile - 1);
        Ok(())
    }

    /// The piles that can jump, from left to right.
    pub fn open_jumps(&self) -> impl DoubleEndedIterator<Item = usize> {
        let allied = |(_, three): &(usize, &[Card])| alliance(three[0], three[2]);
        self.0.windows(3).enumerate().filter(allied).map(|(left, _)| left + 1)
    }

    /// The leftmost pile that can jump.
    pub fn leftmost_jump(&self) -> Option<usize> {
        self.open_jumps().next()
    }

    /// One step of the automatic game: lays `card`, then makes every jump, restarting from the left after each
    /// (handout 000, 4.4.3). `watch` is told the row after each event.
    #[doc(alias = "une_etape_reussite")]
    pub fn step(&mut self, card: Card, watch: &mut impl FnMut(Event, &Self)) {
        self.lay(card);
        watch(Event::Drawn(card), self);
        let last = self.piles().saturating_sub(2);
        if self.jump(last).is_err() {
            return;
        }
        watch(Event::Jumped(last), self);
        while let Some(pile) = self.leftmost_jump() {
            self.0.remove(pile - 1);
            watch(Event::Jumped(pile), self);
        }
    }
}
