//! The chapter of Alak: results of perfect play, then of random players.

use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use pioche_games::alak::TOPIC;
use pioche_report::Glossary;
use pioche_report::lang::tr;
use pioche_report::picture::{Picture, ShadedCell, StripRow, Strips};
use pioche_report::table::{Cell, Table};
use std::sync::LazyLock;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("alak.fr.md"),
        en: include_str!("alak.en.md"),
    },
    values: |_| {
        context! {
            boards => (1..=MAX_CELLS).map(board_value).collect::<Value>(),
            solved => context! {
                player1 => handout_cells(AlakValue::Player1),
                player2 => handout_cells(AlakValue::Player2),
                draw => handout_cells(AlakValue::Draw),
                endless => handout_cells(AlakValue::Endless),
            },
        }
    },
    questions: &[
        Question {
            name: "alak-values",
            commands: &[
                "pioche solve alak --cells 1..12 --edge line,ring --own-group spared,captured",
            ],
            picture: |_, _| Some(value_picture()),
            table: |_| empty_board_table(),
            ..Question::USUAL
        },
        Question {
            name: "alak-shares",
            runs: &[StudyRuns(
                "cells=2..9 edge=line,ring own_group=spared,captured",
                Deals::Few,
            )],
            ..Question::USUAL
        },
    ],
};

const MAX_CELLS: u32 = 12;

/// The solution of an empty board.
struct SolvedBoard {
    rules: AlakRules,
    bounds: MarginBounds,
}

/// Solves the empty boards of up to [`MAX_CELLS`] cells, with both edges, with and without the handout's rule 3.
fn solved_boards() -> &'static [SolvedBoard] {
    static SOLVED: LazyLock<Vec<SolvedBoard>> = LazyLock::new(|| {
        let mut boards = Vec::new();
        for edge in Edge::ALL {
            for own_group in OwnGroupRule::ALL {
                for cells in (1..=MAX_CELLS).filter_map(|cells| CellCount::new(cells).ok()) {
                    let rules = AlakRules {
                        cells,
                        edge,
                        own_group,
                    };
                    let start = AlakState::new(rules);
                    if let Ok(solution) = AlakSolution::new(&start, MemoryLimit::default()) {
                        boards.push(SolvedBoard {
                            rules,
                            bounds: solution.start_bounds(),
                        });
                    }
                }
            }
        }
        boards
    });
    &SOLVED
}

/// Returns the numbers of cells with a value of best play, by the handout's rules.
fn handout_cells(value: AlakValue) -> Vec<u32> {
    let mut sizes = Vec::new();
    for SolvedBoard { rules, bounds } in solved_boards() {
        let is_by_handout = rules.edge == Edge::Line && rules.own_group == OwnGroupRule::Spared;
        if is_by_handout && bounds.value() == value {
            sizes.push(rules.cells.get());
        }
    }
    sizes
}

/// Returns the values of best play on a number of cells, in the order of [`solved_boards`].
fn board_value(cells: u32) -> Value {
    let values: Vec<&str> = solved_boards()
        .iter()
        .filter(|board| board.rules.cells.get() == cells)
        .map(|board| board.bounds.value().name())
        .collect();
    context! { cells, values }
}

fn empty_board_table() -> Table {
    let row = |SolvedBoard { rules, bounds }: &SolvedBoard| {
        let margin = bounds.best_play_margin();
        vec![
            Cell::Integer(rules.cells.get().into()),
            Cell::Text(rules.edge.to_string()),
            Cell::Text(rules.own_group.to_string()),
            Cell::Text(bounds.value().to_string()),
            margin.map_or(Cell::Empty, |margin| Cell::Text(margin.to_string())),
        ]
    };
    let columns = [
        AlakRules::CELLS.key,
        AlakRules::EDGE.key,
        AlakRules::OWN_GROUP.key,
        "value",
        "margin",
    ];
    Table::new(&columns, solved_boards().iter().map(row).collect())
}

/// Draws the values of empty boards: a row for each variant, with the player that wins, or = for a draw.
fn value_picture() -> Picture {
    let word = |key| TOPIC.translate(key);
    let variant = |board: &SolvedBoard| (board.rules.edge, board.rules.own_group);
    let cell = |board: &SolvedBoard| {
        let (text, shade) = match board.bounds.value() {
            AlakValue::Player1 => ("1", 0.75),
            AlakValue::Player2 => ("2", 0.25),
            AlakValue::Draw => ("=", 0.0),
            AlakValue::Endless => ("…", 0.0),
        };
        let text = text.to_owned();
        Some(ShadedCell { text, shade })
    };
    let mut rows = Vec::new();
    for boards in solved_boards().chunk_by(|one, next| variant(one) == variant(next)) {
        let (edge, own_group) = variant(&boards[0]);
        rows.push(StripRow {
            name: format!("{}, {}", word(edge.name()), word(own_group.name())),
            cells: boards.iter().map(cell).collect(),
        });
    }
    let strips = Strips {
        column_label: tr!("number of cells"),
        columns: (1..=MAX_CELLS).map(|cells| cells.to_string()).collect(),
        rows,
    };
    let note = tr!("1, 2: this player can force a win · =: draw · …: endless game");
    Picture {
        note,
        ..Picture::new("", strips)
    }
}
