//! The settings of riffle shuffles.

use super::experiment::Shuffle;
use crate::lang::Text;
use crate::topics::decks::ShuffleMethod;
use crate::topics::setting::{Said, Setting, Takes};

/// The size of the deck.
pub const CARDS: Setting = Setting {
    key: "cards",
    label: Text::new("cartes", "cards"),
    value: Text::same("N"),
    said: Said::Counted(Text::new("carte", "card"), Text::new("cartes", "cards")),
    help: Text::new("Nombre de cartes, de 1 à 256", "Number of cards, from 1 to 256"),
    default: Some("52"),
    takes: Takes::Count { least: 1, most: Shuffle::MAX_CARDS as u64 },
};

/// How often it is riffled.
pub const RIFFLES: Setting = Setting {
    key: "riffles",
    label: Text::new("mélanges", "riffles"),
    value: Text::same("M"),
    said: Said::Counted(Text::new("mélange", "riffle"), Text::new("mélanges", "riffles")),
    help: Text::new("Nombre de mélanges, 0 étant le jeu trié", "Number of riffles, 0 being the sorted deck"),
    default: Some("1..12"),
    takes: Takes::Count { least: 0, most: ShuffleMethod::MAX_RIFFLES as u64 },
};
