//! What peg solitaire is called, what its tables say, and what is said of its moves.

use super::args::{BOARD, HOLE};
use crate::lang::{Lang, Say, Sentence, Text};
use crate::topics::words::Words;
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, State};

/// The words of peg solitaire.
pub const WORDS: Words = Words {
    french: None,
    title: Text::new("Le solitaire", "Peg solitaire"),
    own: &[
        ("deals", Text::new("parties", "games")),
        ("lowest", Text::new("La meilleure partie", "The best game")),
        ("median", Text::new("Une partie médiane", "A median game")),
        ("highest", Text::new("La pire partie", "The worst game")),
        ("ranked", Text::new("pions", "pegs")),
        ("left", Text::new("pions restants", "pegs left")),
        ("english", Text::new("anglais", "english")),
        ("european", Text::new("européen", "european")),
        ("won", Text::new("gagnées", "won")),
        ("random_win", Text::new("gain d'un joueur au hasard", "a random player wins")),
    ],
    settings: &[BOARD, HOLE],
};

/// A jump, and what came of it.
pub fn explained(_: &State, jump: Jump, after: &State) -> Sentence {
    let (jump, pegs) = (jumps(&jump), after.count());
    Sentence::made(|lang| match (after.outcome(), lang) {
        (Some(_), _) => format!("{}. {}", jump.say(lang), over(pegs).say(lang)),
        (None, Lang::Fr) => format!("{}, il reste {}", jump.fr(), Lang::Fr.counted(pegs.into(), "pion", "pions")),
        (None, Lang::En) => format!("{}, {} left", jump.en(), Lang::En.counted(pegs.into(), "peg", "pegs")),
    })
}

/// A peg jumps next.
pub fn jumps(Jump { from, to, .. }: &Jump) -> Sentence {
    Sentence::new(format!("Saut : {from} → {to}"), format!("Jump: {from} → {to}"))
}

/// No peg can jump; so many are left.
pub fn over(pegs: u32) -> Sentence {
    if pegs == 1 {
        return Sentence::new("Gagné : 1 pion", "Won: 1 peg");
    }
    Sentence::new(
        format!("Bloqué : {} restent", Lang::Fr.counted(pegs.into(), "pion", "pions")),
        format!("Stuck: {} left", Lang::En.counted(pegs.into(), "peg", "pegs")),
    )
}
