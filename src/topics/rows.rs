//! The options that name a row of a table, for what is asked of one row.

use super::setting::{Said, Setting, Takes, Word};
use crate::lang::Text;

/// The options without which a row is not asked for.
pub const ASKING: &[&str] = &["digits"];

/// Who wins, in games that may never end.
pub const OUTCOME: Setting = Setting {
    key: "outcome",
    label: Text::new("issue", "outcome"),
    value: Text::new("ISSUE", "OUTCOME"),
    said: Said::Named,
    help: Text::new(
        "Avec --digits : l'issue dont on veut la probabilité (player1, player2, draw, endless, unresolved)",
        "With --digits: the outcome whose probability is wanted (player1, player2, draw, endless, unresolved)",
    ),
    default: Some("player1"),
    takes: Takes::Word(&[
        PLAYER1,
        PLAYER2,
        DRAW,
        Word { key: "endless", also: &["infinie"], label: Text::new("infinie", "endless") },
        UNRESOLVED,
    ]),
};

/// Who wins a match.
pub const WINNER: Setting = Setting {
    help: Text::new(
        "Avec --digits : l'issue dont on veut la probabilité (player1, player2, draw, unresolved)",
        "With --digits: the outcome whose probability is wanted (player1, player2, draw, unresolved)",
    ),
    takes: Takes::Word(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED]),
    ..OUTCOME
};

const PLAYER1: Word = Word { key: "player1", also: &["joueur1"], label: Text::new("joueur 1", "player 1") };
const PLAYER2: Word = Word { key: "player2", also: &["joueur2"], label: Text::new("joueur 2", "player 2") };
const DRAW: Word = Word { key: "draw", also: &["nulle"], label: Text::new("nulle", "draw") };
const UNRESOLVED: Word = Word { key: "unresolved", also: &["indécise"], label: Text::new("indécise", "unresolved") };
