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
use pioche_report::answers::AnswerRow;
use pioche_report::lang::{Lang, Noun, Problem, Sentence, Text, either, wrap_parts};
use pioche_report::table::{Cell, Heading};
use serde_json::json;

/// The topic, which has `simulate`, `show` and `solve`.
pub static TOPIC: Topic = duel::two_player_topic::<AlakState>();

const CELL: Noun = Noun::new(["case", "cases"], ["cell", "cells"]);

/// The option `--cells`, the size of the board.
pub const CELLS: OptionSpec =
    OptionSpec::count(&AlakRules::CELLS, CELL, "N").help("Nombre de cases", "Number of cells");

/// The option `--edge`: the last cell of a ring touches the first one.
pub const LINE_OR_RING: OptionSpec = OptionSpec::new(
    &AlakRules::EDGE,
    Text::new("bord", "edge"),
    "EDGE",
)
.help(
    "Forme du plateau : line (ligne), ou ring (anneau : la dernière case touche la première)",
    "Shape of the board: line, or ring (the last cell touches the first)",
)
.word_labels(&[Text::new("ligne", "line"), Text::new("anneau", "ring")]);

/// The option `--own-group`: the fate of a group that loses its last empty neighbour by a stone of its own player.
pub const OWN_GROUP: OptionSpec = OptionSpec::new(
    &AlakRules::OWN_GROUP,
    Text::new("son propre groupe", "own group"),
    "RULE",
)
.phrase(|lang, rule| match OwnGroupRule::from_value(rule) {
    Some(OwnGroupRule::Captured) => {
        either!(lang, "son propre groupe capturé", "own group captured")
    }
    _ => either!(lang, "son propre groupe épargné", "own group spared"),
})
.help(
    "Sort d'un groupe que son propre joueur prive de sa dernière case vide voisine : épargné \
     (spared) ou capturé (captured)",
    "What happens to a group whose own player fills its last empty neighbour: spared or captured",
)
.word_labels(&[
    Text::new("épargné", "spared"),
    Text::new("capturé", "captured"),
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
        CommandOutput::from_text(solution_text(&solution, &best_moves, args.lang))
            .with_json(json)
            .with_row(row),
    )
}

/// Returns the answer as a row: the value, the margins that the players can force, the best moves.
fn answer_row(bounds: MarginBounds, states: u64, best_moves: &[u32]) -> AnswerRow {
    let value = bounds.value();
    let label = TOPIC
        .glossary
        .find(value.name())
        .unwrap_or(Text::untranslated(""));
    let moves: Vec<String> = best_moves.iter().map(u32::to_string).collect();
    AnswerRow {
        cells: vec![
            (
                Heading::new("value", Text::new("au mieux", "best play")),
                Cell::Word(value.name().to_owned(), label.into()),
            ),
            (
                Heading::new("margin", Text::new("écart", "margin")),
                Cell::integer(bounds.best_play_margin()),
            ),
            (
                Heading::new("low", Text::new("au moins", "at least")),
                Cell::integer(bounds.low),
            ),
            (
                Heading::new("high", Text::new("au plus", "at most")),
                Cell::integer(bounds.high),
            ),
            (
                Heading::new("states", Text::untranslated("positions")),
                Cell::from(states),
            ),
            (
                Heading::new("best_moves", Text::new("meilleurs coups", "best moves")),
                Cell::Text(moves.join(", ")),
            ),
        ],
        chart_text: chart_text(bounds),
        ..AnswerRow::new(value as usize, label)
    }
}

fn solution_text(solution: &AlakSolution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.start_bounds();
    let mut lines = vec![value_text(bounds).in_lang(lang).to_owned()];
    let can_force_draw = bounds.low == Some(0) || bounds.high == Some(0);
    match bounds.value() {
        AlakValue::Draw if !can_force_draw => lines.push(DRAW.in_lang(lang).to_owned()),
        AlakValue::Endless => lines.push(ENDLESS.in_lang(lang).to_owned()),
        _ => {}
    }
    if !best.is_empty() {
        let sentence = best_moves_text(best);
        // On a large board the moves do not fit in one line.
        lines.push(wrap_parts(sentence.in_lang(lang).split(' '), " ", 80));
    }
    lines.push(String::new());
    lines.push(MARGIN.in_lang(lang).to_owned());
    let least = Text::new("moins", "least");
    let most = Text::new("plus", "most");
    lines.push(forced_margin_text(1, bounds.low, least, lang));
    lines.push(forced_margin_text(2, bounds.high, most, lang));
    let states = solution.graph.position_count;
    lines.push(
        either!(lang, "Positions examinées : ", "Positions examined: ") + &lang.integer(states),
    );
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// States the margin that a player can force, at least or at most.
fn forced_margin_text(player: u8, margin: Option<i32>, limit: Text, lang: Lang) -> String {
    let Some(margin) = margin else {
        return either!(
            lang,
            "Le joueur {player} ne peut pas forcer la fin de la partie.",
            "Player {player} cannot force the game to end."
        );
    };
    let margin_text = format!("{margin:+}").replace('-', "−").replace("+0", "0");
    let limit = limit.in_lang(lang);
    either!(
        lang,
        "Le joueur {player} peut imposer un écart final d'au {limit} {margin_text}.",
        "Player {player} can force the game to end with a margin of at {limit} {margin_text}."
    )
}

/// States the result of best play: the winner and the margin in stones, a draw, or an endless game.
pub fn value_text(bounds: MarginBounds) -> Sentence {
    let margin = bounds
        .best_play_margin()
        .unwrap_or_default()
        .unsigned_abs()
        .into();
    Sentence::from_fn(|lang| {
        let margin = lang.translated_count(margin, ["pion", "pions"], ["stone", "stones"]);
        let outcome_text = match bounds.value() {
            winner @ (AlakValue::Player1 | AlakValue::Player2) => {
                let player = if winner == AlakValue::Player1 { 1 } else { 2 };
                either!(
                    lang,
                    "le joueur {player} gagne de {margin}",
                    "player {player} wins by {margin}"
                )
            }
            AlakValue::Draw => either!(lang, "la partie est nulle", "the game is a draw"),
            AlakValue::Endless => either!(lang, "la partie est infinie", "the game is endless"),
        };
        either!(
            lang,
            "Si chacun joue au mieux, {outcome_text}.",
            "With best play, {outcome_text}."
        )
    })
}

const DRAW: Text = Text::new(
    "Aucun joueur ne peut imposer la nulle seul, mais tous deux la préfèrent\n\
     à une partie infinie.",
    "Neither player can force the draw alone, but both prefer it to endless play.",
);
const ENDLESS: Text = Text::new(
    "Chacun peut éviter de perdre, mais seulement en prolongeant la partie\n\
     indéfiniment : aucune fin nulle n'est possible.",
    "Each player can avoid losing, but only by prolonging the game\n\
     for ever: no drawn end can be reached.",
);
const MARGIN: Text = Text::new(
    "Écart : les pions du joueur 1 moins ceux du joueur 2.",
    "Margin: player 1's stones minus player 2's.",
);

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
