//! The exact values of Alak's empty boards, as a table and as a picture.

use super::args::{CELLS, WORDS};
use crate::draw::{self, Content, Figure, Grid, Panel, Shade};
use crate::lang::{Glossary, Lang, Say, Text};
use pioche_engine::games::Memory;
use pioche_engine::games::alak::solve::Solution;
use pioche_engine::games::alak::{Cells, Edge, OwnGroup, Rules, State};
use pioche_engine::sim::summary::{Cell, Table};
use std::sync::OnceLock;

/// The largest board in the table.
const MAX_CELLS: u32 = 12;

/// The exact values of the empty boards of 1 to 12 cells in the four variants.
pub fn values() -> Table {
    static SOLVED: OnceLock<Table> = OnceLock::new();
    SOLVED.get_or_init(solved).clone()
}

/// The four variants: both edges, with and without the handout's rule 3.
pub fn variants() -> impl Iterator<Item = (Edge, OwnGroup)> {
    [Edge::Line, Edge::Ring].into_iter().flat_map(|edge| [OwnGroup::Spared, OwnGroup::Captured].map(|own| (edge, own)))
}

fn solved() -> Table {
    let mut rows = Vec::new();
    for (edge, own_group) in variants() {
        for cells in (1..=MAX_CELLS).filter_map(|cells| Cells::new(cells).ok()) {
            let Ok(solution) = Solution::new(&State::new(Rules { cells, edge, own_group }), Memory::default()) else {
                continue;
            };
            let bounds = solution.bounds();
            let margin = |margin: Option<i32>| margin.map_or(Cell::Empty, |margin| Cell::Text(margin.to_string()));
            rows.push(vec![
                Cell::Count(cells.get().into()),
                Cell::Text(edge.to_string()),
                Cell::Text(own_group.to_string()),
                Cell::Text(bounds.value().to_string()),
                margin(bounds.margin()),
                margin(bounds.low),
                margin(bounds.high),
                Cell::Count(solution.graph.states),
            ]);
        }
    }
    Table { columns: vec!["cells", "edge", "own_group", "value", "margin", "low", "high", "states"], rows }
}

const TITLE: Text = Text::new("Valeur exacte du plateau vide", "Exact value of the empty board");
const NOTE: Text = Text::new(
    "1, 2 : ce joueur gagne de force (avec cet écart) · = : nulle · … : jeu sans fin",
    "1, 2: this player can force a win (by this margin) · =: draw · …: endless",
);

/// The table as a picture: one row for each variant, one column for each number of cells.
pub fn picture(table: &Table, lang: Lang) -> Figure {
    let text = |value: &Cell| match value {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Real(real) => lang.decimal(*real, 0),
        Cell::Empty => String::new(),
    };
    let word = |cell: &Cell| WORDS.word(lang, &text(cell));
    let mut grid = Grid::default();
    for row in &table.rows {
        let (column, variant) = (text(&row[0]), format!("{}, {}", word(&row[1]), word(&row[2])));
        if !grid.columns.contains(&column) {
            grid.columns.push(column);
        }
        let place = grid.rows.iter().position(|name| *name == variant).unwrap_or_else(|| {
            grid.rows.push(variant.clone());
            grid.cells.push(Vec::new());
            grid.rows.len() - 1
        });
        let margin = text(&row[4]);
        let margin = margin.trim_start_matches(['+', '-', '−']);
        let (shade, sign) = match text(&row[3]).as_str() {
            "player1" => (Shade::Category(0), format!("1 ({margin})")),
            "player2" => (Shade::Category(1), format!("2 ({margin})")),
            "draw" => (Shade::Category(2), "=".to_owned()),
            _ => (Shade::Category(3), "…".to_owned()),
        };
        grid.cells[place].push(draw::Cell { text: sign, shade });
    }
    grid.column_label = CELLS.help.say(lang);
    let names = ["player1", "player2", "draw", "endless"].iter().enumerate();
    grid.key = names.map(|(place, name)| (Shade::Category(place), WORDS.word(lang, name))).collect();
    let heading = format!("{} · {}", WORDS.title.of(lang), TITLE.of(lang));
    let mut figure = Figure::new(heading, lang, vec![Panel::new(Content::Grid(grid))]);
    figure.subtitle = vec![NOTE.say(lang)];
    figure
}
