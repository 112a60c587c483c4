//! A position of Alak, solved: who can force what, and the best moves.

use super::args::{CELLS, EDGE, FORBIDDEN, OWN_GROUP, POSITION, TO_PLAY, WORDS, position};
use crate::lang::{Glossary, Lang, Problem, Say, Text};
use crate::topics::duel::game::Duel;
use crate::topics::given::Given;
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, Verb};
use pioche_engine::games::alak::State;
use pioche_engine::games::alak::solve::{Solution, Value};
use serde_json::json;

/// A position, solved.
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
    let margin = bounds.margin().map_or_else(String::new, |margin| match lang {
        Lang::Fr => format!(" (écart {})", signed(margin)),
        Lang::En => format!(" (margin {})", signed(margin)),
    });
    let end = |player: u8, margin: Option<i32>, [fr, en]: [&str; 2]| match (margin.map(signed), lang) {
        (None, Lang::Fr) => format!("le joueur {player} ne peut pas mettre fin à la partie"),
        (None, Lang::En) => format!("player {player} cannot make the game end"),
        (Some(margin), Lang::Fr) => {
            format!("le joueur {player} peut mettre fin à la partie avec un écart de {margin} au {fr}")
        }
        (Some(margin), Lang::En) => format!("player {player} can make the game end with a margin of {margin} or {en}"),
    };
    let (one, two) = (end(1, bounds.low, ["moins", "more"]), end(2, bounds.high, ["plus", "less"]));
    let sure = if bounds.value() == Value::Endless { ENDLESS } else { SURE }.say(lang);
    match lang {
        Lang::Fr => {
            let cells = if best.is_empty() { "aucun" } else { &cells };
            format!("{value}{margin} : {sure}\n{one} ;\n{two}\nmeilleurs coups : {cells}\n{states} positions\n")
        }
        Lang::En => {
            let cells = if best.is_empty() { "none" } else { &cells };
            format!("{value}{margin}: {sure}\n{one};\n{two}\nbest moves: {cells}\n{states} positions\n")
        }
    }
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
