//! A position of Alak, solved: who can force what, and the best moves; and the values of the empty boards.

use super::{CELLS, FORBIDDEN, POSITION, TO_PLAY, TOPIC, position};
use crate::draw::{self, Content, Figure, Grid, Panel, Shade};
use crate::lang::{Glossary, Lang, Problem, Say, Sentence, Text, either, folded};
use crate::report::data_table::{DataCell, DataTable};
use crate::topics::duel::game::{Solver, TwoPlayerTopic};
use crate::topics::duel::said;
use crate::topics::given::Given;
use crate::topics::verb::Answer;
use pioche_engine::games::Memory;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, Bounds};
use pioche_engine::games::alak::{AlakRules, AlakState, Cells, Edge, OwnGroup};
use serde_json::json;
use std::sync::LazyLock;

pub const SOLVER: Solver = Solver {
    about: Text::new(
        "Alak : ce que chacun peut forcer, et les meilleurs coups",
        "Alak: who can force what, and the best moves",
    ),
    options: &[POSITION.one(), TO_PLAY.one().with(&["position"]), FORBIDDEN.one().with(&["position"])],
    run: solve,
};

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    let start = position(given)?;
    let solution = AlakSolution::new(&start, given.memory)
        .map_err(|error| Problem::Message(AlakState::solve_error_text(&error)))?;
    let bounds = solution.bounds();
    let best = solution.solved(&start).map(|solved| solved.best_moves).unwrap_or_default();
    let best: Vec<u32> = best.iter().map(|cell| cell.0).collect();
    let json = json!({
        "value": bounds.value().to_string(),
        "margin": bounds.margin(),
        "low": bounds.low,
        "high": bounds.high,
        "states": solution.graph.states,
        "best_moves": best,
    });
    Ok(Answer::text(told(&solution, &best, given.lang)).with_json(json))
}

fn told(solution: &AlakSolution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.bounds();
    let mut lines = vec![worth(bounds).say(lang)];
    lines.extend((bounds.value() == AlakValue::Endless).then(|| ENDLESS.say(lang)));
    // Of a large board, the moves take more than a line.
    lines.extend((!best.is_empty()).then(|| folded(said::best(best).say(lang).split(' '), " ", 80)));
    lines.extend([String::new(), MARGIN.say(lang)]);
    let signed = |margin: i32| format!("{margin:+}").replace('-', "−");
    let forced = |player: u8, margin: Option<i32>, or: Text| match (margin.map(signed), or.in_lang(lang)) {
        (None, _) => either!(
            lang,
            "Le joueur {player} ne peut pas imposer que la partie finisse.",
            "Player {player} cannot make the game end."
        ),
        (Some(margin), or) => either!(
            lang,
            "Quoi que fasse l'autre, le joueur {player} peut finir avec un écart de {margin} au {or}.",
            "Whatever the other does, player {player} can end with a margin of {margin} or {or}."
        ),
    };
    lines.push(forced(1, bounds.low, Text::new("moins", "more")));
    lines.push(forced(2, bounds.high, Text::new("plus", "less")));
    let states = solution.graph.states;
    lines.push(lang.number_of(states, ["position", "positions"], ["position", "positions"]) + EXAMINED.in_lang(lang));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub fn worth(bounds: Bounds) -> Sentence {
    let margin = bounds.margin().unwrap_or_default().unsigned_abs().into();
    Sentence::from_fn(|lang| {
        let margin = lang.number_of(margin, ["pion", "pions"], ["stone", "stones"]);
        let worth = match bounds.value() {
            winner @ (AlakValue::Player1 | AlakValue::Player2) => {
                let player = if winner == AlakValue::Player1 { 1 } else { 2 };
                either!(lang, "le joueur {player} gagne de {margin}", "player {player} wins by {margin}")
            }
            AlakValue::Draw => lang.either("la partie est nulle", "the game is a draw"),
            AlakValue::Endless => lang.either("la partie est sans fin", "the game is endless"),
        };
        either!(lang, "Si chacun joue au mieux, {worth}.", "With best play, {worth}.")
    })
}

const ENDLESS: Text = Text::new(
    "Chacun peut éviter de perdre, mais seulement en jouant toujours : les deux\n\
     préféreraient la nulle, et aucun ne peut l'imposer.",
    "Each player can avoid losing, but only by playing on and on: both would rather\n\
     draw, and neither can force it.",
);
const MARGIN: Text =
    Text::new("Écart : les pions du joueur 1 moins ceux du joueur 2.", "Margin: player 1's stones less player 2's.");
const EXAMINED: Text = Text::new(" examinées.", " examined.");

const MAX_CELLS: u32 = 12;

pub fn values() -> DataTable {
    static SOLVED: LazyLock<DataTable> = LazyLock::new(solved);
    SOLVED.clone()
}

/// The four variants: both edges, with and without the handout's rule 3.
pub fn variants() -> impl Iterator<Item = (Edge, OwnGroup)> {
    [Edge::Line, Edge::Ring].into_iter().flat_map(|edge| [OwnGroup::Spared, OwnGroup::Captured].map(|own| (edge, own)))
}

fn solved() -> DataTable {
    let mut rows = Vec::new();
    for (edge, own_group) in variants() {
        for cells in (1..=MAX_CELLS).filter_map(|cells| Cells::new(cells).ok()) {
            let Ok(solution) =
                AlakSolution::new(&AlakState::new(AlakRules { cells, edge, own_group }), Memory::default())
            else {
                continue;
            };
            let bounds = solution.bounds();
            let margin =
                |margin: Option<i32>| margin.map_or(DataCell::Empty, |margin| DataCell::Text(margin.to_string()));
            rows.push(vec![
                DataCell::Count(cells.get().into()),
                DataCell::Text(edge.to_string()),
                DataCell::Text(own_group.to_string()),
                DataCell::Text(bounds.value().to_string()),
                margin(bounds.margin()),
                margin(bounds.low),
                margin(bounds.high),
                DataCell::Count(solution.graph.states),
            ]);
        }
    }
    DataTable { columns: vec!["cells", "edge", "own_group", "value", "margin", "low", "high", "states"], rows }
}

const TITLE: Text = Text::new("Valeur exacte du plateau vide", "Exact value of the empty board");
const NOTE: Text = Text::new(
    "1, 2 : ce joueur gagne de force (avec cet écart) · = : nulle · … : jeu sans fin",
    "1, 2: this player can force a win (by this margin) · =: draw · …: endless",
);

/// The table as a picture: one row for each variant, one column for each number of cells.
pub fn picture(table: &DataTable, lang: Lang) -> Figure {
    let text = |value: &DataCell| match value {
        DataCell::Text(text) => text.clone(),
        DataCell::Count(count) => count.to_string(),
        DataCell::Real(real) => lang.decimal(*real, 0),
        DataCell::Empty => String::new(),
    };
    let word = |cell: &DataCell| TOPIC.words.word(lang, &text(cell));
    let mut grid = Grid::default();
    for variant in table.rows.chunk_by(|one, next| one[1..3] == next[1..3]) {
        grid.columns = variant.iter().map(|row| text(&row[0])).collect();
        grid.rows.push(format!("{}, {}", word(&variant[0][1]), word(&variant[0][2])));
        let cells = variant.iter().map(|row| {
            let margin = text(&row[4]);
            let margin = margin.trim_start_matches(['+', '-', '−']);
            let (shade, text) = match text(&row[3]).as_str() {
                "player1" => (Shade::Category(0), format!("1 ({margin})")),
                "player2" => (Shade::Category(1), format!("2 ({margin})")),
                "draw" => (Shade::Category(2), "=".to_owned()),
                _ => (Shade::Category(3), "…".to_owned()),
            };
            draw::Cell { text, shade }
        });
        grid.cells.push(cells.collect());
    }
    grid.column_label = CELLS.help.say(lang);
    let names = ["player1", "player2", "draw", "endless"].iter().enumerate();
    grid.key = names.map(|(place, name)| (Shade::Category(place), TOPIC.words.word(lang, name))).collect();
    let heading = format!("{} · {}", TOPIC.words.title.in_lang(lang), TITLE.in_lang(lang));
    let mut figure = Figure::new(heading, lang, vec![Panel::new(Content::Grid(grid))]);
    figure.subtitle = vec![NOTE.say(lang)];
    figure
}
