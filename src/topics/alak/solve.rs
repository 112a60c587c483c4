//! A position of Alak, solved: who can force what, and the best moves; and the values of the empty boards.

use super::{CELLS, EDGE, FORBIDDEN, OWN_GROUP, POSITION, TO_PLAY, WORDS, position};
use crate::draw::{self, Content, Figure, Grid, Panel, Shade};
use crate::lang::{Glossary, Lang, Problem, Say, Text, either};
use crate::topics::duel::game::Duel;
use crate::topics::given::Given;
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, Verb};
use pioche_engine::games::Memory;
use pioche_engine::games::alak::solve::{Solution, Value};
use pioche_engine::games::alak::{Cells, Edge, OwnGroup, Rules, State};
use pioche_engine::sim::summary::{Cell, Table};
use serde_json::json;
use std::sync::OnceLock;

pub const SOLVE: Verb = Verb::answers(
    Text::new(
        "Alak : ce que chacun peut forcer, et les meilleurs coups",
        "Alak: who can force what, and the best moves",
    ),
    &[
        CELLS.one(),
        EDGE.one(),
        OWN_GROUP.one(),
        POSITION.one(),
        TO_PLAY.one().with(&["position"]),
        FORBIDDEN.one().with(&["position"]),
        MEMORY.one(),
    ],
    solve,
);

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    let start = position(given)?;
    let solution = Solution::new(&start, given.memory).map_err(|error| Problem::Said(State::too_hard(&error)))?;
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

/// The value in words: who can be sure of what, by how much each player can make the game end, and how.
fn told(solution: &Solution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.bounds();
    let value = WORDS.word(lang, &bounds.value().to_string());
    let states = lang.integer(solution.graph.states);
    let cells = best.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let signed = |margin: i32| format!("{margin:+}").replace('-', "−");
    let margin = bounds.margin().map(signed);
    let margin = margin.map_or_else(String::new, |margin| either!(lang, " (écart {margin})", " (margin {margin})"));
    let end = |player: u8, margin: Option<i32>, or: Text| match (margin.map(signed), or.of(lang)) {
        (None, _) => either!(
            lang,
            "le joueur {player} ne peut pas mettre fin à la partie",
            "player {player} cannot make the game end"
        ),
        (Some(margin), or) => either!(
            lang,
            "le joueur {player} peut mettre fin à la partie avec un écart de {margin} au {or}",
            "player {player} can make the game end with a margin of {margin} or {or}"
        ),
    };
    let one = end(1, bounds.low, Text::new("moins", "more"));
    let two = end(2, bounds.high, Text::new("plus", "less"));
    let sure = if bounds.value() == Value::Endless { ENDLESS } else { SURE }.say(lang);
    let cells = if best.is_empty() { lang.either("aucun", "none") } else { cells };
    either!(
        lang,
        "{value}{margin} : {sure}\n{one} ;\n{two}\nmeilleurs coups : {cells}\n{states} positions\n",
        "{value}{margin}: {sure}\n{one};\n{two}\nbest moves: {cells}\n{states} positions\n"
    )
}

const SURE: Text = Text::new(
    "ce que chacun peut s'assurer, quoi que fasse l'autre",
    "what each player can be sure of, whatever the other does",
);
const ENDLESS: Text = Text::new(
    "chacun peut éviter de perdre, mais seulement en continuant ; les deux préféreraient la nulle, et aucun ne peut \
     l'imposer",
    "each player can avoid losing, but only by going on; both would rather draw, and neither can force it",
);

/// The largest board in the table.
const MAX_CELLS: u32 = 12;

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
    grid.key = names.map(|(place, name)| (Shade::Category(place), WORDS.word(lang, name))).collect();
    let heading = format!("{} · {}", WORDS.title.of(lang), TITLE.of(lang));
    let mut figure = Figure::new(heading, lang, vec![Panel::new(Content::Grid(grid))]);
    figure.subtitle = vec![NOTE.say(lang)];
    figure
}
