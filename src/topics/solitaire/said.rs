//! What is said of a move of peg solitaire.

use crate::lang::{Lang, Say, Sentence};
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, State};

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
