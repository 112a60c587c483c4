//! What riffle shuffles are called, and what their tables say.

use super::args::{CARDS, RIFFLES};
use crate::lang::Text;
use crate::topics::words::Words;

/// The words of riffle shuffles.
pub const WORDS: Words = Words {
    french: Some("melange"),
    title: Text::new("Le mélange américain", "The riffle shuffle"),
    own: &[
        ("statistic", Text::new("statistique", "statistic")),
        ("total_variation", Text::new("variation totale", "total variation")),
        ("separation", Text::new("séparation, exacte", "separation, exact")),
        ("twins_mean", Text::new("jumeaux en moyenne", "mean twins")),
        ("suspect_rate", Text::new("part de paquets suspects", "share of suspect decks")),
        ("suspect", Text::new("paquets suspects", "suspect decks")),
        ("rising_sequences_mean", Text::new("suites croissantes en moyenne", "mean rising sequences")),
        ("rising_sequences", Text::new("suites croissantes", "rising sequences")),
        ("cut_sup_norm", Text::new("norme sup de la coupe", "sup-norm of the cut")),
        ("twins", Text::new("jumeaux", "twins")),
    ],
    settings: &[CARDS, RIFFLES],
};
