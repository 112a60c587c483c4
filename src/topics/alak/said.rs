//! What is said of a move of Alak.

use crate::lang::{Lang, Sentence};
use crate::topics::duel::said::{and_over, number};
use pioche_engine::games::Game;
use pioche_engine::games::Player;
use pioche_engine::games::alak::memory::{MAX_CELLS, TooLarge};
use pioche_engine::games::alak::{Cell, State};

/// A move, and what came of it.
pub fn explained(before: &State, cell: Cell, after: &State) -> Sentence {
    and_over(&put(before.to_play(), cell, after.forbidden().count_ones()), after)
}

/// A player has put a stone.
pub fn put(player: Player, Cell(cell): Cell, captured: u32) -> Sentence {
    let player = number(player);
    let (fr, en) = (format!("Le joueur {player} joue en {cell}"), format!("Player {player} plays {cell}"));
    if captured == 0 {
        return Sentence::new(fr, en);
    }
    let stones = |lang: Lang, one, many| lang.counted(captured.into(), one, many);
    Sentence::new(
        format!("{fr} et capture {}", stones(Lang::Fr, "pion", "pions")),
        format!("{en} and captures {}", stones(Lang::En, "stone", "stones")),
    )
}

/// Why a board is not solved.
pub fn too_large(error: &TooLarge) -> Sentence {
    Sentence::made(|lang| {
        let count = |cells: u32| match lang {
            Lang::Fr => lang.counted(cells.into(), "case", "cases"),
            Lang::En => lang.counted(cells.into(), "cell", "cells"),
        };
        match (error, lang) {
            (TooLarge::Cells { cells }, Lang::Fr) => {
                format!("{} : un plateau se résout jusqu'à {MAX_CELLS} cases", count(*cells))
            }
            (TooLarge::Cells { cells }, Lang::En) => {
                format!("{}: boards of up to {MAX_CELLS} cells can be solved", count(*cells))
            }
            (TooLarge::Memory { cells, needed, bound, fits }, Lang::Fr) => format!(
                "{} : il faudrait environ {}, plus que les {} permis ; {fits} cases tiendraient",
                count(*cells),
                lang.memory(&needed.to_string()),
                lang.memory(&bound.to_string())
            ),
            (TooLarge::Memory { cells, needed, bound, fits }, Lang::En) => {
                format!("{} need about {needed}, more than the {bound} allowed; {fits} cells would fit", count(*cells))
            }
        }
    })
}
