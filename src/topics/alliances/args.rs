//! The settings of the patience.

use crate::cards::Pack;
use crate::cards::pack::MAX_CARDS;
use crate::games::alliances::improve::Improvement;
use crate::lang::{Problem, Text};
use crate::topics::given::Given;
use crate::topics::setting::{Setting, Takes, Word};

/// The pack, by its number of cards.
pub const CARDS: Setting = Setting {
    key: "cards",
    label: Text::new("cartes", "cards"),
    value: Text::same("N"),
    help: Text::new(
        "Nombre de cartes : 32 (du 7 à l'as), 36 (du 6 à l'as) ou 52 [défaut : 32]",
        "Number of cards: 32 (7 to A), 36 (6 to A) or 52 [default: 32]",
    ),
    default: None,
    takes: Takes::Text(cards),
};

/// Any other pack: its suits.
pub const SUITS: Setting = Setting {
    key: "suits",
    label: Text::new("couleurs", "suits"),
    value: Text::same("S"),
    help: Text::new(
        "Nombre de couleurs, avec --ranks, pour tout autre jeu de cartes",
        "Number of suits, with --ranks, for any other pack",
    ),
    default: None,
    takes: Takes::Count { least: 1, most: MAX_CARDS as u64 },
};

/// Its ranks.
pub const RANKS: Setting = Setting {
    key: "ranks",
    label: Text::new("rangs", "ranks"),
    value: Text::same("R"),
    help: Text::new("Nombre de valeurs, avec --suits", "Number of ranks, with --suits"),
    default: None,
    takes: Takes::Count { least: 1, most: MAX_CARDS as u64 },
};

const EXCHANGE: Word =
    Word { key: "exchange", also: &["échange"], label: Text::new("échange de voisines", "exchange of neighbours") };
const SWAP: Word = Word {
    key: "swap",
    also: &["permutation"],
    label: Text::new("échange de deux cartes", "exchange of any two cards"),
};
const MOVE: Word =
    Word { key: "move", also: &["déplacement"], label: Text::new("déplacement d'une carte", "move of one card") };
const NONE: Word = Word { key: "none", also: &["aucun", "aucune"], label: Text::new("sans modification", "unchanged") };

/// The change of the stock before a simulated game.
pub const IMPROVE: Setting = Setting {
    key: "improve",
    label: Text::new("changement", "improve"),
    value: Text::new("CHANGEMENT", "CHANGE"),
    help: Text::new(
        "Meilleur changement de chaque pioche avant la partie : aucun (none), échange de deux voisines (exchange), \
         échange de deux cartes quelconques (swap), déplacement d'une carte (move)",
        "Best change of each stock before the game: none, exchange of two neighbours, swap of any two cards, move of \
         one",
    ),
    default: Some("none"),
    takes: Takes::Word(&[NONE, EXCHANGE, SWAP, MOVE]),
};

/// The change that improves one deck.
pub const IMPROVE_ONE: Setting = Setting {
    help: Text::new(
        "Changement permis : échange de deux cartes voisines (exchange), échange de deux cartes quelconques (swap), \
         déplacement d'une carte (move)",
        "The change that is allowed: exchange of two neighbours, swap of any two cards, move of one card",
    ),
    default: Some("exchange"),
    takes: Takes::Word(&[EXCHANGE, SWAP, MOVE]),
    ..IMPROVE
};

/// The deck that a simulation keeps.
pub const KEEP_BEST: Setting = Setting {
    key: "keep_best",
    label: Text::new("garder la meilleure", "keep best"),
    value: Text::new("FICHIER", "FILE"),
    help: Text::new(
        "Garde dans FICHIER, au format du sujet, la pioche qui a donné le moins de tas",
        "Save the deck that gave the fewest piles, in the handout's format",
    ),
    default: None,
    takes: Takes::File,
};

/// Only the end of a game that is shown.
pub const FINAL: Setting = Setting {
    key: "final",
    label: Text::new("finale", "final"),
    value: Text::same(""),
    help: Text::new("Seulement la dernière rangée et le nombre de tas", "Only the last row and the number of piles"),
    default: None,
    takes: Takes::Flag,
};

/// When a game that is played is won.
#[doc(alias = "nb_tas_max")]
pub const NB_TAS_MAX: Setting = Setting {
    key: "nb_tas_max",
    label: Text::same("nb_tas_max"),
    value: Text::same("N"),
    help: Text::new("Nombre maximal de tas pour gagner la partie", "The most piles with which the game is won"),
    default: Some("2"),
    takes: Takes::Count { least: 1, most: MAX_CARDS as u64 },
};

fn cards(text: &str) -> Result<String, Problem> {
    let known = text.parse().ok().and_then(|cards| Pack::of(cards).ok());
    known.map(|pack| pack.to_string()).ok_or_else(|| {
        Problem::said(
            format!("« {text} » n'est pas 32, 36 ou 52 ; pour un autre jeu, donnez --suits et --ranks"),
            format!("“{text}” is not 32, 36 or 52; for another pack, give --suits and --ranks"),
        )
    })
}

/// The pack that was asked for, if one was.
///
/// # Errors
/// When there is none of this shape.
pub fn pack_given(given: &Given<'_>) -> Result<Option<Pack>, Problem> {
    let (Some(suits), Some(ranks)) = (given.maybe::<u8>(&SUITS)?, given.maybe::<u8>(&RANKS)?) else {
        return given.maybe(&CARDS);
    };
    let impossible = || {
        Problem::said(
            format!(
                "un jeu de {suits} x {ranks} n'est pas possible : il faut 1 à 8 couleurs, 1 à 32 valeurs et 64 cartes au plus"
            ),
            format!(
                "a pack of {suits} x {ranks} cannot be had: it takes 1 to 8 suits, 1 to 32 ranks and at most 64 cards"
            ),
        )
    };
    Pack::new(suits, ranks).map(Some).map_err(|_| Problem::argument("--suits, --ranks", impossible()))
}

/// The pack that was asked for, or that of 32 cards.
///
/// # Errors
/// When there is none of this shape.
pub fn pack(given: &Given<'_>) -> Result<Pack, Problem> {
    Ok(pack_given(given)?.unwrap_or(Pack::PIQUET))
}

/// The change that was asked for, if any.
///
/// # Errors
/// When it is not understood.
pub fn improve(given: &Given<'_>) -> Result<Option<Improvement>, Problem> {
    let word: String = given.get(&IMPROVE)?;
    if word == "none" { Ok(None) } else { given.maybe(&IMPROVE) }
}

/// What a deck of one card has to hear.
pub fn nothing_to_change() -> Problem {
    Problem::said("une pioche d'une seule carte ne peut être modifiée", "a stock of one card cannot be changed")
}
