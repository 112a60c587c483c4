//! The chapter of Alak: results of perfect play, then of random players.

use crate::page::values::{PageRun, optional, page_runs};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::context;
use pioche_engine::experiments::Match;
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use pioche_engine::sim::Summary;
use pioche_report::Glossary;
use pioche_report::data_table::{DataCell, DataTable};
use pioche_report::draw::{Figure, Heatmap, HeatmapCell, Panel, PanelContent, Shade};
use pioche_report::figures::{NamedFigure, find_run};
use pioche_report::lang::{Lang, Text, either, join_list};
use pioche_topics::alak::{CELLS, TOPIC, chart_text};
use pioche_topics::duel::outcome_figure;
use std::sync::LazyLock;

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &TOPIC,
    page_order: 20,
    template: Text::new(include_str!("alak.fr.md"), include_str!("alak.en.md")),
    values,
    figures: &[
        NamedFigure {
            name: VALUES,
            draw: |_, lang| Some(empty_board_value_figure(lang)),
        },
        NamedFigure {
            name: "alak-shares",
            draw: outcome_figure::<AlakState>,
        },
    ],
    extra_tables: || vec![(VALUES, empty_board_value_table())],
    further_commands: &["pioche solve alak --cells 1..12"],
};

const VALUES: &str = "alak-values";

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    let spared = example_run(summaries, OwnGroupRule::Spared);
    let captured = example_run(summaries, OwnGroupRule::Captured);
    let finding = spared.zip(captured).map(|_| Finding {
        name: "without_rule_3",
        rank: 100,
    });
    ChapterValues {
        values: context! {
            runs => page_runs(summaries),
            spared => optional(spared.map(PageRun::new)),
            captured => optional(captured.map(PageRun::new)),
            leader => spared.and_then(leader),
            solved => context! {
                player1 => solved_cells(AlakValue::Player1),
                player2 => solved_cells(AlakValue::Player2),
                draw => solved_cells(AlakValue::Draw),
                endless => solved_cells(AlakValue::Endless),
            },
        },
        findings: finding.into_iter().collect(),
    }
}

/// Returns the numbers of cells with this value of best play, by the handout's rules.
fn solved_cells(value: AlakValue) -> Vec<u32> {
    let mut sizes = Vec::new();
    for board in solved_empty_boards() {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = board.rules;
        let is_by_handout = edge == Edge::Line && own_group == OwnGroupRule::Spared;
        if is_by_handout && board.bounds.value() == value {
            sizes.push(cells.get());
        }
    }
    sizes
}

/// Returns the run of the handout's example, a line of 9 cells, with this rule for own groups.
fn example_run(summaries: &[Summary], own_group: OwnGroupRule) -> Option<&Summary> {
    find_run(summaries, |run: &Match<AlakState>| {
        let rules = run.initial_state().rules();
        rules.cells.get() == 9 && rules.edge == Edge::Line && rules.own_group == own_group
    })
}

/// Returns the number of the player with the larger exact probability of winning.
fn leader(run: &Summary) -> Option<u32> {
    let player1 = run.exact_value("player1")?;
    let player2 = run.exact_value("player2")?;
    Some(if player1 > player2 { 1 } else { 2 })
}

const MAX_CELLS: u32 = 12;

/// The solution of an empty board.
struct SolvedEmptyBoard {
    rules: AlakRules,
    bounds: MarginBounds,
    states: u64,
}

/// Solves the empty boards of up to [`MAX_CELLS`] cells, with both edges, with and without the handout's rule 3.
fn solved_empty_boards() -> &'static [SolvedEmptyBoard] {
    static SOLVED: LazyLock<Vec<SolvedEmptyBoard>> = LazyLock::new(|| {
        let mut boards = Vec::new();
        for edge in Edge::ALL {
            for own_group in OwnGroupRule::ALL {
                for cells in (1..=MAX_CELLS).filter_map(|cells| CellCount::new(cells).ok()) {
                    let rules = AlakRules {
                        cells,
                        edge,
                        own_group,
                    };
                    if let Ok(solution) =
                        AlakSolution::new(&AlakState::new(rules), MemoryLimit::default())
                    {
                        boards.push(SolvedEmptyBoard {
                            rules,
                            bounds: solution.start_bounds(),
                            states: solution.graph.position_count,
                        });
                    }
                }
            }
        }
        boards
    });
    &SOLVED
}

fn empty_board_value_table() -> DataTable {
    let margin = |margin: Option<i32>| {
        margin.map_or(DataCell::Empty, |margin| DataCell::Text(margin.to_string()))
    };
    let row = |SolvedEmptyBoard {
                   rules,
                   bounds,
                   states,
               }: &SolvedEmptyBoard| {
        vec![
            DataCell::Count(rules.cells.get().into()),
            DataCell::Text(rules.edge.to_string()),
            DataCell::Text(rules.own_group.to_string()),
            DataCell::Text(bounds.value().to_string()),
            margin(bounds.best_play_margin()),
            margin(bounds.low),
            margin(bounds.high),
            DataCell::Count(*states),
        ]
    };
    let columns = [
        AlakRules::CELLS.key,
        AlakRules::EDGE.key,
        AlakRules::OWN_GROUP.key,
        "value",
        "margin",
        "low",
        "high",
        "states",
    ];
    DataTable::new(&columns, solved_empty_boards().iter().map(row).collect())
}

const NOTE: Text = Text::new(
    "1, 2 : ce joueur peut forcer la victoire (avec cet écart) · = : nulle · … : partie infinie",
    "1, 2: this player can force a win (by this margin) · =: draw · …: endless game",
);

/// Draws the values of empty boards: a row for each variant, a column for each number of cells.
fn empty_board_value_figure(lang: Lang) -> Figure {
    let word = |key: &str| TOPIC.glossary.translate(lang, key);
    let shade = |value: AlakValue| Shade::Category(value as usize);
    let variant = |board: &SolvedEmptyBoard| (board.rules.edge, board.rules.own_group);
    let mut grid = Heatmap::default();
    for boards in solved_empty_boards().chunk_by(|one, next| variant(one) == variant(next)) {
        let (edge, own_group) = variant(&boards[0]);
        grid.column_headings = boards
            .iter()
            .map(|board| board.rules.cells.get().to_string())
            .collect();
        grid.row_headings
            .push(format!("{}, {}", word(edge.name()), word(own_group.name())));
        let cells = boards.iter().map(|board| HeatmapCell {
            text: chart_text(board.bounds),
            shade: shade(board.bounds.value()),
        });
        grid.cells.push(cells.collect());
    }
    grid.column_label = CELLS.help.in_lang(lang).to_owned();
    grid.legend = AlakValue::ALL
        .map(|value| (shade(value), word(value.name())))
        .to_vec();
    let [one, two] = [AlakValue::Player1, AlakValue::Player2].map(|value| {
        let or = either!(lang, "ou", "or");
        join_list(&solved_cells(value), &or)
    });
    let heading = either!(
        lang,
        "Sur une ligne, le joueur 1 gagne avec {one} cases, le joueur 2 avec {two}",
        "On a line, player 1 wins with {one} cells, player 2 with {two}"
    );
    let mut figure = Figure::new(heading, lang, vec![Panel::new(PanelContent::Heatmap(grid))]);
    figure.subtitle = vec![NOTE.in_lang(lang).to_owned()];
    figure
}
