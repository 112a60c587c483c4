//! What the patience is called, and what its tables say.

use super::args::{CARDS, IMPROVE, PLAYER, RANKS, ROW, SUITS};
use crate::lang::{Glossary, Lang, Text, either};
use crate::topics::words::Words;

pub const WORDS: Words = Words {
    french: Some("reussite"),
    title: Text::same("La réussite des alliances"),
    own: &[
        ("lowest", Text::new("La meilleure donne", "The best deal")),
        ("median", Text::new("Une donne médiane", "A median deal")),
        ("highest", Text::new("La pire donne", "The worst deal")),
        ("ranked", Text::new("tas", "piles")),
        ("costliest", Text::new("La donne où la règle coûte le plus", "The deal where the rule costs most")),
        ("nb_tas_max", Text::new("tas permis", "piles allowed")),
        ("frequency", Text::new("fréquence", "frequency")),
        ("wins", Text::new("gagnées", "wins")),
        ("gain", Text::new("gain en tas", "gain in piles")),
        ("nb_tas", Text::new("nombre de tas", "piles")),
        ("nb_tas_improved", Text::new("nombre de tas", "piles")),
        ("nb_tas_player", Text::new("nombre de tas", "piles")),
        ("nb_tas_player_improved", Text::new("nombre de tas", "piles")),
        ("gain_player", Text::new("tas gagnés par le joueur sur la règle", "piles gained by the player on the rule")),
        (
            "gain_change_player",
            Text::new("tas gagnés par le changement, avec ce joueur", "piles gained by the change, with this player"),
        ),
        (
            "gain_both",
            Text::new("tas gagnés par le joueur et le changement", "piles gained by player and change together"),
        ),
        ("as_good", Text::new("donnes où la règle fait aussi bien", "deals in which the rule does as well")),
        ("player_better", Text::new("donnes où le joueur fait mieux", "deals in which the player does better")),
        ("player_worse", Text::new("donnes où le joueur fait moins bien", "deals in which the player does worse")),
        ("unsolved", Text::new("donnes qui dépassent le solveur", "deals beyond the solver")),
        ("first_half", Text::new("meilleur échange dans la première moitié", "best exchange in the first half")),
        ("improved", Text::new("donnes améliorées", "deals improved")),
        ("worsened", Text::new("donnes que tout changement empire", "deals that every change worsens")),
    ],
    settings: &[CARDS, SUITS, RANKS, IMPROVE, PLAYER, ROW],
};

/// What people call a change of the stock, or a player with or without one.
pub fn change(lang: Lang, variant: &str) -> String {
    variant.split(' ').map(|word| WORDS.word(lang, word)).collect::<Vec<_>>().join(", ")
}

/// A pack, by its number of cards.
pub fn pack(lang: Lang, cards: &str) -> String {
    either!(lang, "{cards} cartes", "{cards} cards")
}
