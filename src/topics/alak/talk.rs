//! The sentences of Alak; the handout's (002) where it has one.

use crate::lang::Say;
use crate::lang::dialogue::{Chair, counted, listed};

/// What is said over Alak. Players are 1 and 2, cells count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum AlakTalk {
    Greeting { cells: u32, ring: bool, captured: bool },
    Rules { ring: bool, captured: bool },
    Turn { player: u8, chair: Chair },
    Forbidden { cells: Vec<u32> },
    Ask,
    Chosen { cell: u32 },
    NotACell { text: String },
    OffBoard { cell: u32, cells: u32 },
    Occupied { cell: u32 },
    Taken { cell: u32 },
    Advice { cells: Vec<u32>, value: Value },
    Tried { cell: u32, games: u32 },
    Winner { player: u8, stones: [u32; 2] },
    Draw { stones: u32 },
    Endless { first: usize, again: usize },
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
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
                format!("Alak, {} {edge}{group}.", counted(*cells as usize, "case", "cases"))
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
            Self::Turn { player, chair: Chair::Person } => format!("Joueur {player}"),
            Self::Turn { player, chair } => format!("Joueur {player} ({})", chair.fr()),
            Self::Forbidden { cells } => match cells.len() {
                1 => format!("Case interdite à ce tour : {}", listed(cells, "et")),
                _ => format!("Cases interdites à ce tour : {}", listed(cells, "et")),
            },
            Self::Ask => "Choisissez un nombre licite de carré : ".into(),
            Self::Chosen { cell } => format!("Case choisie : {cell}"),
            Self::NotACell { text } => format!("« {text} » n'est pas le numéro d'une case."),
            Self::OffBoard { cell, cells } => format!("La case {cell} n'existe pas : elles vont de 1 à {cells}."),
            Self::Occupied { cell } => format!("La case {cell} est occupée."),
            Self::Taken { cell } => {
                format!("La case {cell} vous est interdite à ce tour : un pion vient d'y être capturé.")
            }
            Self::Advice { cells, value } => {
                let value = match value {
                    Value::Wins { player, margin } => format!("le joueur {player} gagne de {margin}"),
                    Value::Draw => "la partie est nulle".into(),
                    Value::Endless => "la partie est sans fin".into(),
                };
                format!("Meilleur choix : {}.\nSi chacun joue au mieux, {value}.", listed(cells, "ou"))
            }
            Self::Tried { cell, games } => {
                format!("Après {games} parties d'essai, la case {cell} semble la meilleure.")
            }
            Self::Winner { player, stones: [one, two] } => {
                format!(
                    "Gagnant : {player}\n({} à {})",
                    counted(*(one.max(two)) as usize, "pion", "pions"),
                    one.min(two)
                )
            }
            Self::Draw { stones } => format!("Match nul\n({} chacun)", counted(*stones as usize, "pion", "pions")),
            Self::Endless { first, again } => {
                format!(
                    "Partie sans fin : la position après {again} coups est celle d'après {first} coups.\nPersonne ne gagne."
                )
            }
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Greeting { cells, ring, captured } => {
                let edge = if *ring { "in a ring" } else { "on a line" };
                let group = if *captured { ", without rule 3" } else { "" };
                format!("Alak, {} {edge}{group}.", counted(*cells as usize, "cell", "cells"))
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
            Self::Turn { player, chair: Chair::Person } => format!("Player {player}"),
            Self::Turn { player, chair } => format!("Player {player} ({})", chair.en()),
            Self::Forbidden { cells } => match cells.len() {
                1 => format!("Forbidden cell this turn: {}", listed(cells, "and")),
                _ => format!("Forbidden cells this turn: {}", listed(cells, "and")),
            },
            Self::Ask => "Choose a legal cell number: ".into(),
            Self::Chosen { cell } => format!("Cell chosen: {cell}"),
            Self::NotACell { text } => format!("“{text}” is not the number of a cell."),
            Self::OffBoard { cell, cells } => format!("There is no cell {cell}: they go from 1 to {cells}."),
            Self::Occupied { cell } => format!("Cell {cell} is occupied."),
            Self::Taken { cell } => {
                format!("Cell {cell} is forbidden this turn: a stone of yours was just captured there.")
            }
            Self::Advice { cells, value } => {
                let value = match value {
                    Value::Wins { player, margin } => format!("player {player} wins by {margin}"),
                    Value::Draw => "the game is a draw".into(),
                    Value::Endless => "the game is endless".into(),
                };
                format!("Best choice: {}.\nWith best play, {value}.", listed(cells, "or"))
            }
            Self::Tried { cell, games } => format!("After {games} games tried, cell {cell} seems best."),
            Self::Winner { player, stones: [one, two] } => {
                format!(
                    "Winner: {player}\n({} to {})",
                    counted(*(one.max(two)) as usize, "stone", "stones"),
                    one.min(two)
                )
            }
            Self::Draw { stones } => format!("Draw\n({} each)", counted(*stones as usize, "stone", "stones")),
            Self::Endless { first, again } => {
                format!("Endless game: the position after {again} moves is that after {first} moves.\nNobody wins.")
            }
        }
    }
}
