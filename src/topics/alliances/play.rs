//! The patience at the table, where one person plays it: what a game begins with, and how it is kept.

use super::args::NB_TAS_MAX;
use super::deck::{FILE_OR_DEAL, PACK, deck};
use crate::lang::{SessionError, Text};
use crate::play::Table;
use crate::play::playable::Playable;
use crate::play::record::Settings;
use crate::topics::setting::MEMORY;
use crate::topics::verb::Play;
use pioche_engine::cards::Card;
use pioche_engine::cards::deck::Text as DeckText;
use pioche_engine::cards::pack::MAX_CARDS;
use pioche_engine::games::alliances::Manual;
use pioche_engine::players::Kind;
use std::collections::HashSet;

/// The patience by hand.
pub const PLAY: Play = Play {
    about: Text::new(
        "La réussite : à vous de piocher et de faire sauter les tas",
        "The patience: draw and jump yourself",
    ),
    file: Some(FILE_OR_DEAL),
    options: &[PACK[0], PACK[1], PACK[2], NB_TAS_MAX.one(), MEMORY.one()],
    dealt: true,
    table: Table::of::<Manual>(),
    start: |given| Ok(Manual::new(&deck(given)?, given.get(&NB_TAS_MAX)?).record([Kind::Human; 2])),
};

impl Playable for Manual {
    const NAME: &'static str = "alliances";
    const DUEL: bool = false;

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("nb-tas-max", self.nb_tas_max().to_string()), ("deck", DeckText(self.deck()).to_string())]
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        let most_piles = settings.parse("nb-tas-max")?;
        let deck = settings.get("deck", distinct)?;
        Ok(Self::new(&deck, most_piles))
    }
}

/// Cards, each once, as many as a pack may hold.
fn distinct(text: &str) -> Option<Vec<Card>> {
    let cards: Vec<Card> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let different: HashSet<Card> = cards.iter().copied().collect();
    ((1..=MAX_CARDS).contains(&cards.len()) && different.len() == cards.len()).then_some(cards)
}
