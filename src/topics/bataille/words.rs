//! What bataille is called, and what its tables say.

use super::args::{ORDER, SHUFFLE, TURNS, VALUES};
use crate::lang::Text;
use crate::topics::words::Words;

/// The words of bataille.
pub const WORDS: Words = Words {
    french: None,
    title: Text::new("La bataille", "Bataille"),
    own: &[
        ("deals", Text::new("parties", "games")),
        ("uniform", Text::new("uniforme", "uniform")),
        ("lowest", Text::new("La plus courte partie finie", "The shortest finite game")),
        ("median", Text::new("Une partie finie médiane", "A median finite game")),
        ("highest", Text::new("La plus longue partie finie", "The longest finite game")),
        ("ranked", Text::new("plis", "rounds")),
        ("cycle", Text::new("période", "period")),
        ("endless_game", Text::new("Une partie infinie", "An endless game")),
        ("rounds", Text::new("plis (parties finies)", "rounds (finite games)")),
        ("period", Text::new("période (parties infinies)", "period (endless games)")),
        ("pre_period", Text::new("prépériode (parties infinies)", "pre-period (endless games)")),
    ],
    settings: &[VALUES, ORDER, SHUFFLE, TURNS],
};
