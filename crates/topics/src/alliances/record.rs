//! Saved games of the patience, and the reasons why moves are refused.

use super::args::{ALLIANCE, NB_TAS_MAX, parse_distinct_cards};
use super::{card_label, no_pile_text};
use crate::saved_game::{RecordedGame, SavedSettings};
use pioche_engine::cards::Card;
use pioche_engine::cards::deck::DeckText;
use pioche_engine::games::alliances::{AllianceRule, JumpRefusal, PatienceRefusal, PatienceState};
use pioche_report::lang::{Problem, Text, tr};

const FIRST_PILE: Text = Text("Impossible: the first pile has no neighbour on the left.");
const LAST_PILE: Text = Text("Impossible: the last pile has no neighbour on the right.");

impl RecordedGame for PatienceState {
    const NAME: &'static str = "alliances";
    const IS_TWO_PLAYER: bool = false;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![(NB_TAS_MAX.key(), self.max_piles().to_string())];
        let alliance = self.row().alliance();
        if alliance != AllianceRule::default() {
            settings.push((ALLIANCE.key(), alliance.to_string()));
        }
        let deck = DeckText(self.deck()).to_string();
        settings.push(("deck", deck.replace(' ', ",")));
        settings
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        let most_piles = settings.parse(NB_TAS_MAX.key())?;
        let deck = settings.parse_with("deck", |text| {
            parse_distinct_cards(text.split(','))
                .ok()
                .filter(|cards| !cards.is_empty())
        })?;
        let alliance = if settings.contains(ALLIANCE.key()) {
            settings.parse(ALLIANCE.key())?
        } else {
            AllianceRule::default()
        };
        Ok(Self::new(&deck, most_piles).with_alliance(alliance))
    }

    fn split_moves(text: &str) -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    }

    fn refusal_message(&self, refusal: &PatienceRefusal) -> String {
        match refusal {
            PatienceRefusal::EmptyStock => tr!("Impossible: the stock is empty."),
            PatienceRefusal::NoJump(JumpRefusal::UnknownPile(pile)) => {
                no_pile_text(pile.saturating_add(1), self.row().pile_count())
            }
            PatienceRefusal::NoJump(JumpRefusal::NotBetweenPiles(0)) => FIRST_PILE.into(),
            PatienceRefusal::NoJump(JumpRefusal::NotBetweenPiles(_)) => LAST_PILE.into(),
            PatienceRefusal::NoJump(JumpRefusal::NotAllied(left, right)) => {
                let reason = not_allied_reason([*left, *right], self.row().alliance());
                tr!("Impossible: {reason}.", reason)
            }
        }
    }
}

/// Returns the reason why a pile between two cards cannot jump; the cards have the letters of the language unless `form`
/// is given.
pub fn not_allied_reason([left, right]: [Card; 2], rule: AllianceRule) -> String {
    {
        let [left, right] = [left, right].map(card_label);
        match rule {
            AllianceRule::Either => tr!(
                "{left} and {right} have neither the same rank nor the same suit",
                left,
                right
            ),
            AllianceRule::Suit | AllianceRule::Rank => {
                tr!("{left} and {right} are not allied", left, right)
            }
        }
    }
}
