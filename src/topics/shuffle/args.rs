//! The settings of riffle shuffles.

use crate::lang::Text;
use crate::topics::setting::{Said, Setting, Takes, Word};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::experiments::shuffle::Shuffle;

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

/// What of it is wanted.
pub const STATISTIC: Setting = Setting {
    key: "statistic",
    label: Text::new("statistique", "statistic"),
    value: Text::same("X"),
    said: Said::Named,
    help: Text::new(
        "Avec --digits : la grandeur voulue (total_variation, twins_mean, suspect_rate, rising_sequences_mean)",
        "With --digits: the quantity that is wanted (total_variation, twins_mean, suspect_rate, rising_sequences_mean)",
    ),
    default: Some("total_variation"),
    takes: Takes::Word(&[
        Word::new("total_variation", &["variation_totale"], "variation totale"),
        Word::new("twins_mean", &["jumeaux"], "jumeaux en moyenne"),
        Word::new("suspect_rate", &["suspects"], "part de paquets suspects"),
        Word::new("rising_sequences_mean", &["suites_croissantes"], "suites croissantes en moyenne"),
    ]),
};
