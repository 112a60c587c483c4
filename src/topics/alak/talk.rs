//! The sentences of Alak; the handout's (002) where it has one.

use crate::lang::listed;
use crate::lang::{Lang, Say};

/// What is said over Alak. Players are 1 and 2, cells count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlakTalk {
    Greeting { cells: u32, ring: bool, captured: bool },
    Rules { ring: bool, captured: bool },
    Forbidden { cells: Vec<u32> },
    Ask,
    Chosen { cell: u32 },
    OffBoard { cell: u32, cells: u32 },
    Occupied { cell: u32 },
    Taken { cell: u32 },
    Worth { value: Value },
    Tried { cell: u32, games: u32 },
    Winner { player: u8, stones: [u32; 2] },
    Draw { stones: u32 },
    TooLarge { cells: u32, fits: u32 },
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Wins { player: u8, margin: u32 },
    Draw,
    Endless,
}

impl Say for AlakTalk {
    fn fr(&self) -> String {
        match self {
            Self::Greeting { cells, ring, captured } => {
                let edge = if *ring { "en anneau" } else { "en ligne" };
                let group = if *captured { ", sans la règle 3" } else { "" };
                format!("Alak, {} {edge}{group}.", Lang::Fr.counted((*cells).into(), "case", "cases"))
            }
            Self::Rules { ring, captured } => {
                let mut text = String::from(
                    "À tour de rôle, chacun pose un pion (x pour le joueur 1, o pour le joueur 2)
sur une case vide. Un groupe adverse qui touche ce pion et n'a plus de case vide
voisine est capturé ; ses cases sont interdites à l'adversaire au tour suivant.
La partie finit quand celui qui doit jouer ne le peut pas ; qui a le plus de
pions l'emporte.",
                );
                if *captured {
                    text.push_str("\nLe groupe du pion posé, s'il n'a pas de case vide voisine, est capturé ensuite.");
                }
                if *ring {
                    text.push_str("\nLa première et la dernière case sont voisines.");
                }
                text + "\n  4              poser un pion sur la case 4"
            }
            Self::Forbidden { cells } => {
                let which = Lang::Fr.plural(cells.len() as u64, "Case interdite", "Cases interdites");
                format!("{which} à ce tour : {}", listed(cells, "et"))
            }
            Self::Ask => "Choisissez un nombre licite de carré : ".into(),
            Self::Chosen { cell } => format!("Case choisie : {cell}"),
            Self::OffBoard { cell, cells } => format!("La case {cell} n'existe pas : elles vont de 1 à {cells}."),
            Self::Occupied { cell } => format!("La case {cell} est occupée."),
            Self::Taken { cell } => {
                format!("La case {cell} vous est interdite à ce tour : un pion vient d'y être capturé.")
            }
            Self::Worth { value } => {
                let value = match value {
                    Value::Wins { player, margin } => format!("le joueur {player} gagne de {margin}"),
                    Value::Draw => "la partie est nulle".into(),
                    Value::Endless => "la partie est sans fin".into(),
                };
                format!("Si chacun joue au mieux, {value}.")
            }
            Self::Tried { cell, games } => {
                format!("Après {games} parties d'essai, la case {cell} semble la meilleure.")
            }
            Self::Winner { player, stones: [one, two] } => {
                format!(
                    "Gagnant : {player}\n({} à {})",
                    Lang::Fr.counted((*one.max(two)).into(), "pion", "pions"),
                    one.min(two)
                )
            }
            Self::Draw { stones } => {
                format!("Match nul\n({} chacun)", Lang::Fr.counted((*stones).into(), "pion", "pions"))
            }
            Self::TooLarge { cells, fits } => {
                let cells = Lang::Fr.counted((*cells).into(), "case", "cases");
                format!("pas de joueur parfait sur {cells} : {fits} au plus peuvent être résolues")
            }
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Greeting { cells, ring, captured } => {
                let edge = if *ring { "in a ring" } else { "on a line" };
                let group = if *captured { ", without rule 3" } else { "" };
                format!("Alak, {} {edge}{group}.", Lang::En.counted((*cells).into(), "cell", "cells"))
            }
            Self::Rules { ring, captured } => {
                let mut text = String::from(
                    "In turn, each player puts a stone (x for player 1, o for player 2) on an empty
cell. A group of the opponent that touches this stone and has no empty
neighbouring cell left is captured; its cells are forbidden to the opponent at
the next turn. The game is over when the player to move cannot; more stones
win.",
                );
                if *captured {
                    text.push_str("\nThe group of the stone just put, if it has no empty neighbour, is then captured.");
                }
                if *ring {
                    text.push_str("\nThe first and the last cell are neighbours.");
                }
                text + "\n  4              put a stone on cell 4"
            }
            Self::Forbidden { cells } => {
                let which = Lang::En.plural(cells.len() as u64, "Forbidden cell", "Forbidden cells");
                format!("{which} this turn: {}", listed(cells, "and"))
            }
            Self::Ask => "Choose a legal cell number: ".into(),
            Self::Chosen { cell } => format!("Cell chosen: {cell}"),
            Self::OffBoard { cell, cells } => format!("There is no cell {cell}: they go from 1 to {cells}."),
            Self::Occupied { cell } => format!("Cell {cell} is occupied."),
            Self::Taken { cell } => {
                format!("Cell {cell} is forbidden this turn: a stone of yours was just captured there.")
            }
            Self::Worth { value } => {
                let value = match value {
                    Value::Wins { player, margin } => format!("player {player} wins by {margin}"),
                    Value::Draw => "the game is a draw".into(),
                    Value::Endless => "the game is endless".into(),
                };
                format!("With best play, {value}.")
            }
            Self::Tried { cell, games } => format!("After {games} games tried, cell {cell} seems best."),
            Self::Winner { player, stones: [one, two] } => {
                format!(
                    "Winner: {player}\n({} to {})",
                    Lang::En.counted((*one.max(two)).into(), "stone", "stones"),
                    one.min(two)
                )
            }
            Self::Draw { stones } => format!("Draw\n({} each)", Lang::En.counted((*stones).into(), "stone", "stones")),
            Self::TooLarge { cells, fits } => {
                let cells = Lang::En.counted((*cells).into(), "cell", "cells");
                format!("no perfect player on {cells}: {fits} at most can be solved")
            }
        }
    }
}
