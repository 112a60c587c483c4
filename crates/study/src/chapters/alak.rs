//! The chapter of Alak: results of perfect play, then of random players.

use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use pioche_report::Glossary;
use pioche_report::answers::RESULT_SHADES;
use pioche_report::data_table::row_table;
use pioche_report::lang::{Lang, Text, either, join_list};
use pioche_report::picture::{Picture, ShadedCell, StripRow, Strips};
use pioche_report::table::{Cell, Table};
use pioche_topics::alak::{CELLS, TOPIC, chart_text};
use std::sync::LazyLock;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: Text::new(include_str!("alak.fr.md"), include_str!("alak.en.md")),
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
            runs: &[],
            commands: &[
                "pioche solve alak --cells 1..12 --edge line,ring --own-group spared,captured",
            ],
            picture: |_, lang| Some(empty_board_picture(lang)),
            table: |_| empty_board_table(),
        },
        Question {
            name: "alak-shares",
            runs: &[StudyRuns(
                "cells=2..9 edge=line,ring own_group=spared,captured",
                Deals::Few,
            )],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture(summaries, lang),
            table: row_table,
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
const NOTE: Text = Text::new(
    "1, 2 : ce joueur peut forcer la victoire (avec cet écart) · = : nulle · … : partie infinie",
    "1, 2: this player can force a win (by this margin) · =: draw · …: endless game",
);

/// Draws the values of empty boards: a row for each variant, a column for each number of cells.
fn empty_board_picture(lang: Lang) -> Picture {
    let word = |key: &str| TOPIC.glossary.translate(lang, key);
    let variant = |board: &SolvedBoard| (board.rules.edge, board.rules.own_group);
    let mut strips = Strips {
        column_label: CELLS.help.in_lang(lang).to_owned(),
        ..Strips::default()
    };
    for boards in solved_boards().chunk_by(|one, next| variant(one) == variant(next)) {
        let (edge, own_group) = variant(&boards[0]);
        let sizes = boards.iter().map(|board| board.rules.cells.get());
        strips.columns = sizes.map(|cells| cells.to_string()).collect();
        let cells = boards.iter().map(|board| {
            let shade = RESULT_SHADES[board.bounds.value() as usize];
            let text = chart_text(board.bounds);
            Some(ShadedCell { text, shade })
        });
        strips.rows.push(StripRow {
            name: format!("{}, {}", word(edge.name()), word(own_group.name())),
            cells: cells.collect(),
        });
    }
    let or = either!(lang, "ou", "or");
    let one = join_list(&handout_cells(AlakValue::Player1), &or);
    let two = join_list(&handout_cells(AlakValue::Player2), &or);
    let heading = either!(
        lang,
        "Sur une ligne, le joueur 1 gagne avec {one} cases, le joueur 2 avec {two}",
        "On a line, player 1 wins with {one} cells, player 2 with {two}"
    );
    Picture {
        note: NOTE.in_lang(lang).to_owned(),
        ..Picture::new(heading, strips, lang)
    }
}
