//! The patience at the table: its settings. One person plays it.

use crate::lang::SessionError;
use crate::play::playable::Playable;
use crate::play::record::Settings;
use crate::play::sitting::Table;
use pioche_engine::cards::Card;
use pioche_engine::cards::deck::Text;
use pioche_engine::cards::pack::MAX_CARDS;
use pioche_engine::games::alliances::Manual;
use std::collections::HashSet;

/// Where the patience is played.
pub const TABLE: Table = Table::of::<Manual>();

impl Playable for Manual {
    const NAME: &'static str = "alliances";
    const DUEL: bool = false;

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("nb-tas-max", self.nb_tas_max().to_string()), ("deck", Text(self.deck()).to_string())]
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        let most_piles = settings.parse("nb-tas-max")?;
        let deck = settings.get("deck", deck)?;
        Ok(Self::new(&deck, most_piles))
    }
}

/// Cards, each once, as many as a pack may hold.
fn deck(text: &str) -> Option<Vec<Card>> {
    let cards: Vec<Card> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let different: HashSet<Card> = cards.iter().copied().collect();
    ((1..=MAX_CARDS).contains(&cards.len()) && different.len() == cards.len()).then_some(cards)
}
