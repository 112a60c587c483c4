//! The command `solve` of Alak: forced outcomes and best moves of a position. Also the values of empty boards.

use super::{CELLS, TOPIC, parse_position};
use crate::draw::{self, Figure, Heatmap, Panel, PanelContent, Shade};
use crate::lang::{Glossary, Lang, Problem, Say, Sentence, Text, either, wrap_parts};
use crate::report::data_table::{DataCell, DataTable};
use crate::topics::duel::game::TwoPlayerTopic;
use crate::topics::duel::messages;
use crate::topics::verb::{CommandOutput, ParsedArgs};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use serde_json::json;
use std::sync::LazyLock;

pub fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let start = parse_position(args)?;
    let solution = AlakSolution::new(&start, args.memory)
        .map_err(|error| Problem::Message(AlakState::solve_error_text(&error)))?;
    let bounds = solution.start_bounds();
    let best_moves: Vec<u32> = solution
        .solved_position(&start)
        .map(|position| position.best_moves)
        .unwrap_or_default()
        .iter()
        .map(|cell| cell.0)
        .collect();
    let json = json!({
        "value": bounds.value().to_string(),
        "margin": bounds.best_play_margin(),
        "low": bounds.low,
        "high": bounds.high,
        "states": solution.graph.position_count,
        "best_moves": best_moves,
    });
    Ok(CommandOutput::from_text(solution_text(&solution, &best_moves, args.lang)).with_json(json))
}

fn solution_text(solution: &AlakSolution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.start_bounds();
    let mut lines = vec![value_text(bounds).say(lang)];
    lines.extend((bounds.value() == AlakValue::Endless).then(|| ENDLESS.say(lang)));
    // On a large board the moves do not fit in one line.
    lines.extend((!best.is_empty()).then(|| {
        wrap_parts(
            messages::best_moves_text(best).say(lang).split(' '),
            " ",
            80,
        )
    }));
    lines.extend([String::new(), MARGIN.say(lang)]);
    let signed = |margin: i32| format!("{margin:+}").replace('-', "−").replace("+0", "0");
    let forced =
        |player: u8, margin: Option<i32>, or: Text| match (margin.map(signed), or.in_lang(lang)) {
            (None, _) => either!(
                lang,
                "Le joueur {player} ne peut pas forcer la fin de la partie.",
                "Player {player} cannot force the game to end."
            ),
            (Some(margin), or) => either!(
                lang,
                "Le joueur {player} peut imposer un écart final d'au {or} {margin}.",
                "Player {player} can force the game to end with a margin of at {or} {margin}."
            ),
        };
    lines.push(forced(1, bounds.low, Text::new("moins", "least")));
    lines.push(forced(2, bounds.high, Text::new("plus", "most")));
    let states = solution.graph.position_count;
    lines.push(
        lang.either("Positions examinées : ", "Positions examined: ") + &lang.integer(states),
    );
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub fn value_text(bounds: MarginBounds) -> Sentence {
    let margin = bounds
        .best_play_margin()
        .unwrap_or_default()
        .unsigned_abs()
        .into();
    Sentence::from_fn(|lang| {
        let margin = lang.translated_count(margin, ["pion", "pions"], ["stone", "stones"]);
        let worth = match bounds.value() {
            winner @ (AlakValue::Player1 | AlakValue::Player2) => {
                let player = if winner == AlakValue::Player1 { 1 } else { 2 };
                either!(
                    lang,
                    "le joueur {player} gagne de {margin}",
                    "player {player} wins by {margin}"
                )
            }
            AlakValue::Draw => lang.either("la partie est nulle", "the game is a draw"),
            AlakValue::Endless => lang.either("la partie est infinie", "the game is endless"),
        };
        either!(
            lang,
            "Si chacun joue au mieux, {worth}.",
            "With best play, {worth}."
        )
    })
}

const ENDLESS: Text = Text::new(
    "Chacun peut éviter de perdre, mais seulement en prolongeant la partie\n\
     indéfiniment : aucun ne peut imposer la nulle.",
    "Each player can avoid losing, but only by prolonging the game\n\
     for ever: neither can force a draw.",
);
const MARGIN: Text = Text::new(
    "Écart : les pions du joueur 1 moins ceux du joueur 2.",
    "Margin: player 1's stones minus player 2's.",
);

const MAX_CELLS: u32 = 12;

/// The solution of an empty board.
pub struct SolvedEmptyBoard {
    pub rules: AlakRules,
    pub bounds: MarginBounds,
    states: u64,
}

/// Solves the empty boards of up to [`MAX_CELLS`] cells, with both edges, with and without the handout's rule 3.
pub fn solved_empty_boards() -> &'static [SolvedEmptyBoard] {
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

pub fn empty_board_value_table() -> DataTable {
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
    let columns = vec![
        "cells",
        "edge",
        "own_group",
        "value",
        "margin",
        "low",
        "high",
        "states",
    ];
    DataTable {
        columns,
        rows: solved_empty_boards().iter().map(row).collect(),
    }
}

const TITLE: Text = Text::new(
    "Valeur exacte du plateau vide",
    "Exact value of the empty board",
);
const NOTE: Text = Text::new(
    "1, 2 : ce joueur peut forcer la victoire (avec cet écart) · = : nulle · … : partie infinie",
    "1, 2: this player can force a win (by this margin) · =: draw · …: endless game",
);

/// Draws the values of empty boards: a row for each variant, a column for each number of cells.
pub fn empty_board_value_figure(lang: Lang) -> Figure {
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
        let cells = boards.iter().map(|board| {
            let margin = board
                .bounds
                .best_play_margin()
                .unwrap_or_default()
                .unsigned_abs();
            let text = match board.bounds.value() {
                AlakValue::Player1 => format!("1 ({margin})"),
                AlakValue::Player2 => format!("2 ({margin})"),
                AlakValue::Draw => "=".to_owned(),
                AlakValue::Endless => "…".to_owned(),
            };
            draw::HeatmapCell {
                text,
                shade: shade(board.bounds.value()),
            }
        });
        grid.cells.push(cells.collect());
    }
    grid.column_label = CELLS.help.say(lang);
    grid.legend = AlakValue::ALL
        .map(|value| (shade(value), word(value.name())))
        .to_vec();
    let heading = format!(
        "{} · {}",
        TOPIC.glossary.title.in_lang(lang),
        TITLE.in_lang(lang)
    );
    let mut figure = Figure::new(heading, lang, vec![Panel::new(PanelContent::Heatmap(grid))]);
    figure.subtitle = vec![NOTE.say(lang)];
    figure
}
