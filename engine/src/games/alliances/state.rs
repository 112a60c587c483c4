//! The row of piles, its jumps, and one step of the game, as the handout defines them.

use crate::cards::Card;

/// The rule that decides which cards are allied.
///
/// ```
/// use pioche_engine::games::alliances::AllianceRule;
///
/// let card = |text: &str| text.parse().unwrap();
/// assert!(AllianceRule::Either.are_allied(card("7-K"), card("7-P")));
/// assert!(!AllianceRule::Either.are_allied(card("7-K"), card("8-P")));
/// assert!(!AllianceRule::Suit.are_allied(card("7-K"), card("7-P")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// Returns true if two cards are allied (handout 000, 4.4.1).
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
}

/// An event of a step of the automatic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatienceEvent {
    /// This card was drawn and laid at the right end.
    Drawn(Card),
    /// The pile of this index jumped onto its left neighbour.
    Jumped(usize),
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

    /// Returns an error if pile `pile`, from 0, cannot jump onto its left neighbour.
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
    pub fn possible_jumps(&self) -> impl DoubleEndedIterator<Item = usize> {
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
            self.tops.remove(pile - 1);
            watch(PatienceEvent::Jumped(pile), self);
        }
    }
}
