//! The automatic game as programs with a mistake play it.

use super::AllianceRule;
use crate::cards::Card;

/// A mistake in a program that plays the automatic game. Unless it says otherwise, the program draws a card, tries the jump
/// between the last three piles and, after a jump, makes all further jumps, the leftmost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameMistake {
    /// No further jumps after the first one.
    NoChain,
    /// Only one further jump, the leftmost.
    OneFurtherJump,
    /// Further jumps only between the last three piles.
    LastThreePiles,
    /// The search for further jumps goes on at the place of a jump, not from the left.
    NoRestart,
    /// The search for further jumps goes on with the next pile after a jump, as a `for` loop does.
    ForLoop,
    /// [`GameMistake::NoRestart`], with a search after every draw.
    NoRestartAfterDraw,
    /// [`GameMistake::ForLoop`], with a search after every draw.
    ForLoopAfterDraw,
    /// The search begins with the first pile, with the last one as its left neighbour (index -1 in Python). Where they are
    /// allied, the last pile is removed: `del piles[i - 1]` with `i = 0`.
    FirstPileRemovesLast,
    /// [`GameMistake::FirstPileRemovesLast`], but the first pile replaces the last one: `piles[i - 1] = piles[i]; del piles[i]`
    /// with `i = 0`.
    FirstPileReplacesLast,
}

string_enum!(
    GameMistake,
    "mistake",
    [
        NoChain "no_chain",
        OneFurtherJump "one_further_jump",
        LastThreePiles "last_three_piles",
        NoRestart "no_restart",
        ForLoop "for_loop",
        NoRestartAfterDraw "no_restart_after_draw",
        ForLoopAfterDraw "for_loop_after_draw",
        FirstPileRemovesLast "first_pile_removes_last",
        FirstPileReplacesLast "first_pile_replaces_last"
    ]
);

impl GameMistake {
    /// Plays a deck and returns the number of piles that it leaves.
    ///
    /// ```
    /// use pioche_engine::cards::Card;
    /// use pioche_engine::games::alliances::AllianceRule;
    /// use pioche_engine::games::alliances::mistakes::GameMistake;
    ///
    /// // The 9 lets the 8 jump; then the 9 and the first 7 let the other 7 jump.
    /// let deck: Vec<Card> = ["7-C", "7-P", "8-K", "9-P"].iter().map(|card| card.parse().unwrap()).collect();
    /// assert_eq!(GameMistake::NoChain.pile_count(&deck, AllianceRule::Either), 3);
    /// ```
    pub fn pile_count(self, deck: &[Card], alliance: AllianceRule) -> usize {
        let mut row = MistakenRow {
            mistake: self,
            alliance,
            tops: Vec::with_capacity(deck.len()),
        };
        for &card in deck {
            row.tops.push(card);
            row.jump_after_draw();
        }
        row.tops.len()
    }
}

/// The visible cards of a game with a mistake, from left to right.
struct MistakenRow {
    mistake: GameMistake,
    alliance: AllianceRule,
    tops: Vec<Card>,
}

impl MistakenRow {
    fn jump_after_draw(&mut self) {
        use GameMistake::*;
        let searches_after_draw = matches!(self.mistake, NoRestartAfterDraw | ForLoopAfterDraw);
        if !searches_after_draw && !self.jump_last() {
            return;
        }
        match self.mistake {
            NoChain => {}
            OneFurtherJump => {
                self.jump_leftmost(1);
            }
            LastThreePiles => while self.jump_last() {},
            NoRestart | NoRestartAfterDraw => self.search_once(0),
            ForLoop | ForLoopAfterDraw => self.search_once(1),
            FirstPileRemovesLast | FirstPileReplacesLast => while self.jump_leftmost(0) {},
        }
    }

    /// Makes the jump between the last three piles, if it is possible.
    fn jump_last(&mut self) -> bool {
        self.jump(self.tops.len().saturating_sub(2))
    }

    /// Makes the leftmost possible jump of the piles from `first` on.
    fn jump_leftmost(&mut self, first: usize) -> bool {
        (first..self.tops.len()).any(|pile| self.jump(pile))
    }

    /// Makes the jumps that are met on one way from left to right; after a jump the search goes on `step` piles further.
    fn search_once(&mut self, step: usize) {
        let mut pile = 1;
        while pile + 1 < self.tops.len() {
            pile += if self.jump(pile) { step } else { 1 };
        }
    }

    /// Makes the jump of a pile, if the program with the mistake takes it for possible.
    fn jump(&mut self, pile: usize) -> bool {
        let piles = self.tops.len();
        if pile + 1 >= piles || piles < 3 {
            return false;
        }
        let left_pile = (pile + piles - 1) % piles;
        let is_unguarded = matches!(
            self.mistake,
            GameMistake::FirstPileRemovesLast | GameMistake::FirstPileReplacesLast
        );
        if pile == 0 && !is_unguarded {
            return false;
        }
        let right = pile + 1;
        if !self
            .alliance
            .are_allied(self.tops[left_pile], self.tops[right])
        {
            return false;
        }
        if self.mistake == GameMistake::FirstPileReplacesLast {
            self.tops[left_pile] = self.tops[pile];
            self.tops.remove(pile);
        } else {
            self.tops.remove(left_pile);
        }
        true
    }
}
