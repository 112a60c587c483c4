//! What the command line does with Alak: many matches, an exact answer, one recorded game.

use super::args::{CELLS, EDGE, FORBIDDEN, OWN_GROUP, POSITION, TO_PLAY, VARIANT, empty, position, rules};
use super::said::{explained, too_large};
use super::words::WORDS;
use crate::lang::{Glossary, Lang, Problem, Say, Text};
use crate::topics::duel::args::{MAX_PLIES, OPEN_END, matches};
use crate::topics::duel::show::{SIMULATED, Telling, WHO, show};
use crate::topics::given::Given;
use crate::topics::recorded::EXPLAIN;
use crate::topics::rows::{ASKING, WINNER};
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, FileArg, Simulate, Verb};
use pioche_engine::games::alak::solve::{Solution, Value};
use pioche_engine::games::alak::{Cells, State};
use serde_json::json;

/// Many matches.
pub const SIMULATE: Simulate = Simulate {
    about: Text::new("Alak entre deux joueurs", "Alak between two players"),
    options: &[CELLS.range("3..12"), EDGE.one(), OWN_GROUP.one(), OPEN_END[0], OPEN_END[1], MEMORY.one()],
    row: &[WINNER.one().with(ASKING)],
    questions: |given| matches(given, boards(given)?),
};

/// The empty boards of these sizes.
fn boards(given: &Given<'_>) -> Result<Vec<State>, Problem> {
    let sizes: Vec<Cells> = given.range(&CELLS)?;
    sizes.into_iter().map(|cells| rules(given, cells).map(State::new)).collect()
}

/// One recorded game.
pub const SHOW: Verb = Verb {
    about: Text::new(
        "Alak : une partie enregistrée, ou une partie simulée, pion par pion",
        "Alak: a recorded game, or a simulated one, stone by stone",
    ),
    file: Some(FileArg {
        help: Text::new(
            "Fichier des cases jouées, séparées par des espaces, « - » pour l'entrée standard, ou partie gardée par play ; sans lui, la partie --deal de la simulation",
            "File with the cells played, separated by blanks, `-` for the standard input, or a game that play has saved; without it, game --deal of the simulation",
        ),
        required: false,
        without: SIMULATED,
    }),
    options: &[CELLS.one(), VARIANT[0], VARIANT[1], WHO.one(), MAX_PLIES.one(), EXPLAIN.one()],
    dealt: true,
    json: true,
    filmed: true,
    run: |given| show(given, empty, &TELLING),
};

const TELLING: Telling<State> = Telling { explained, film: super::film::alak };

/// A position, solved.
pub const SOLVE: Verb = Verb {
    about: Text::new(
        "Alak : ce que chacun peut forcer, et les meilleurs coups",
        "Alak: who can force what, and the best moves",
    ),
    file: None,
    options: &[
        CELLS.one(),
        VARIANT[0],
        VARIANT[1],
        POSITION.one(),
        TO_PLAY.one().with(&["position"]),
        FORBIDDEN.one().with(&["position"]),
        MEMORY.one(),
    ],
    dealt: false,
    json: true,
    filmed: false,
    run: solve,
};

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    let start = position(given)?;
    let solution = Solution::new(&start, given.memory).map_err(|error| Problem::Said(too_large(&error)))?;
    let bounds = solution.bounds();
    let best = solution.solved(&start).map(|solved| solved.best_moves).unwrap_or_default();
    let best: Vec<u32> = best.iter().map(|cell| cell.0).collect();
    let json = json!({
        "value": bounds.value().to_string(),
        "margin": bounds.margin(),
        "low": bounds.low,
        "high": bounds.high,
        "states": solution.states(),
        "best_moves": best,
    });
    Ok(Answer::text(told(&solution, &best, given.lang)).with_json(json))
}

/// The value in words: who can be sure of what, by how much each player can make the game end, and how.
fn told(solution: &Solution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.bounds();
    let value = WORDS.word(lang, &bounds.value().to_string());
    let states = lang.integer(solution.states());
    let cells = best.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let signed = |margin: i32| format!("{margin:+}").replace('-', "−");
    let margin = bounds.margin().map_or_else(String::new, |margin| match lang {
        Lang::Fr => format!(" (écart {})", signed(margin)),
        Lang::En => format!(" (margin {})", signed(margin)),
    });
    let ends = [(1, bounds.low), (2, bounds.high)].map(|(player, margin)| match (lang, margin, player) {
        (Lang::Fr, None, _) => format!("le joueur {player} ne peut pas mettre fin à la partie"),
        (Lang::En, None, _) => format!("player {player} cannot make the game end"),
        (Lang::Fr, Some(margin), 1) => {
            format!("le joueur 1 peut mettre fin à la partie avec un écart de {} au moins", signed(margin))
        }
        (Lang::Fr, Some(margin), _) => {
            format!("le joueur 2 peut mettre fin à la partie avec un écart de {} au plus", signed(margin))
        }
        (Lang::En, Some(margin), 1) => {
            format!("player 1 can make the game end with a margin of {} or more", signed(margin))
        }
        (Lang::En, Some(margin), _) => {
            format!("player 2 can make the game end with a margin of {} or less", signed(margin))
        }
    });
    let [one, two] = ends;
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
