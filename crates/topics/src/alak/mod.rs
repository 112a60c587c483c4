//! The topic of Alak (handout 002): the settings, and the command `solve`.

mod game;

pub use game::cell_count_text;

use crate::duel::game::{TwoPlayerTopic, best_moves_text};
use crate::setting::OptionSpec;
use crate::verb::{CommandOutput, ParsedArgs};
use crate::{Topic, duel};
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRules, AlakState, OwnGroupRule};
use pioche_engine::sim::SettingType;
use pioche_report::Glossary;
use pioche_report::answers::{AnswerHeading, AnswerRow};
use pioche_report::lang::{Problem, Text, integer, quantity, tr, wrap_parts};
use pioche_report::table::Cell;
use serde_json::json;

/// The topic, which has `simulate`, `show` and `solve`.
pub static TOPIC: Topic = duel::two_player_topic::<AlakState>();

const CELL: Text = Text("cell|cells");

/// The option `--cells`, the size of the board.
pub const CELLS: OptionSpec =
    OptionSpec::count(&AlakRules::CELLS, CELL, "N").help("Number of cells");

/// The option `--edge`: the last cell of a ring touches the first one.
pub const LINE_OR_RING: OptionSpec = OptionSpec::new(&AlakRules::EDGE, Text("edge"), "EDGE")
    .help("Shape of the board: line, or ring (the last cell touches the first)")
    .word_labels(&[Text("line"), Text("ring")]);

/// The option `--own-group`: the fate of a group that loses its last empty neighbour by a stone of its own player.
pub const OWN_GROUP: OptionSpec = OptionSpec::new(
    &AlakRules::OWN_GROUP,
    Text("own group"),
    "RULE",
)
.phrase(|rule| match OwnGroupRule::from_value(rule) {
    Some(OwnGroupRule::Captured) => {
        tr!("own group captured")
    }
    _ => tr!("own group spared"),
})
.help("What happens to a group whose own player fills its last empty neighbour: spared or captured")
.word_labels(&[
    Text("spared"),
    Text("captured"),
]);

fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let start = AlakState::from_settings(&args.settings)?;
    let solution = AlakSolution::new(&start, args.memory)
        .map_err(|error| Problem(AlakState::solve_error_text(&error)))?;
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
    let row = answer_row(bounds, solution.graph.position_count, &best_moves);
    Ok(
        CommandOutput::from_text(solution_text(&solution, &best_moves))
            .with_json(json)
            .with_row(row),
    )
}

/// Returns the answer as a row: the value, the margins that the players can force, the best moves.
fn answer_row(bounds: MarginBounds, states: u64, best_moves: &[u32]) -> AnswerRow {
    let value = bounds.value();
    let label = TOPIC.glossary.find(value.name()).unwrap_or("");
    let moves: Vec<String> = best_moves.iter().map(u32::to_string).collect();
    AnswerRow {
        cells: vec![
            (
                AnswerHeading("value", Text("best play")),
                Cell::Word(value.name().to_owned(), label.into()),
            ),
            (
                AnswerHeading("margin", Text("margin")),
                Cell::integer(bounds.best_play_margin()),
            ),
            (
                AnswerHeading("low", Text("at least")),
                Cell::integer(bounds.low),
            ),
            (
                AnswerHeading("high", Text("at most")),
                Cell::integer(bounds.high),
            ),
            (
                AnswerHeading("states", Text("positions")),
                Cell::from(states),
            ),
            (
                AnswerHeading("best_moves", Text("best moves")),
                Cell::Text(moves.join(", ")),
            ),
        ],
        chart_text: chart_text(bounds),
        ..AnswerRow::new(value as usize, label)
    }
}

fn solution_text(solution: &AlakSolution, best: &[u32]) -> String {
    let bounds = solution.start_bounds();
    let mut lines = vec![value_text(bounds).to_owned()];
    let can_force_draw = bounds.low == Some(0) || bounds.high == Some(0);
    match bounds.value() {
        AlakValue::Draw if !can_force_draw => lines.push(DRAW.translated().to_owned()),
        AlakValue::Endless => lines.push(ENDLESS.translated().to_owned()),
        _ => {}
    }
    if !best.is_empty() {
        let sentence = best_moves_text(best);
        // On a large board the moves do not fit in one line.
        lines.push(wrap_parts(sentence.split(' '), " ", 80));
    }
    lines.push(String::new());
    lines.push(MARGIN.translated().to_owned());
    let least = Text("least");
    let most = Text("most");
    lines.push(forced_margin_text(1, bounds.low, least));
    lines.push(forced_margin_text(2, bounds.high, most));
    let states = solution.graph.position_count;
    lines.push(tr!("Positions examined: ") + &integer(states));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// States the margin that a player can force, at least or at most.
fn forced_margin_text(player: u8, margin: Option<i32>, limit: Text) -> String {
    let Some(margin) = margin else {
        return tr!("Player {player} cannot force the game to end.", player);
    };
    let margin_text = format!("{margin:+}").replace('-', "−").replace("+0", "0");
    let limit = limit.translated();
    tr!(
        "Player {player} can force the game to end with a margin of at {limit} {margin_text}.",
        player,
        limit,
        margin_text
    )
}

/// States the result of best play: the winner and the margin in stones, a draw, or an endless game.
pub fn value_text(bounds: MarginBounds) -> String {
    let margin = bounds
        .best_play_margin()
        .unwrap_or_default()
        .unsigned_abs()
        .into();
    {
        let margin = quantity(margin, Text("stone|stones"));
        let outcome_text = match bounds.value() {
            winner @ (AlakValue::Player1 | AlakValue::Player2) => {
                let player = if winner == AlakValue::Player1 { 1 } else { 2 };
                tr!("player {player} wins by {margin}", player, margin)
            }
            AlakValue::Draw => tr!("the game is a draw"),
            AlakValue::Endless => tr!("the game is endless"),
        };
        tr!("With best play, {outcome_text}.", outcome_text)
    }
}

const DRAW: Text =
    Text("Neither player can force the draw alone, but both prefer it to endless play.");
const ENDLESS: Text = Text(
    "Each player can avoid losing, but only by prolonging the game\nfor ever: no drawn end can be reached.",
);
const MARGIN: Text = Text("Margin: player 1's stones minus player 2's.");

/// Returns the value of a board in a chart, such as `1 (3)`: player 1 wins by 3.
fn chart_text(bounds: MarginBounds) -> String {
    let margin = bounds.best_play_margin().unwrap_or_default().unsigned_abs();
    match bounds.value() {
        AlakValue::Player1 => format!("1 ({margin})"),
        AlakValue::Player2 => format!("2 ({margin})"),
        AlakValue::Draw => "=".to_owned(),
        AlakValue::Endless => "…".to_owned(),
    }
}
