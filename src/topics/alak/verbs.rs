//! What the command line does with Alak: many matches, an exact answer, one recorded game.

use super::args::{CELLS, EDGE, FORBIDDEN, OWN_GROUP, POSITION, TO_PLAY, VARIANT, empty, position, rules};
use super::words::WORDS;
use crate::games::alak::solve::Solution;
use crate::games::alak::{Cells, State};
use crate::lang::{Glossary, Lang, Problem, Text};
use crate::topics::duel::args::{OPEN_END, matches};
use crate::topics::duel::show::show;
use crate::topics::given::Given;
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, FileArg, Simulate, Verb};
use serde_json::json;

/// Many matches.
pub const SIMULATE: Simulate = Simulate {
    about: Text::new("Alak entre deux joueurs", "Alak between two players"),
    options: &[CELLS.range("3..12"), EDGE.one(), OWN_GROUP.one(), OPEN_END[0], OPEN_END[1], MEMORY.one()],
    keeps: &[],
    questions: |given| {
        let sizes: Vec<Cells> = given.range(&CELLS)?;
        let starts = sizes.into_iter().map(|cells| rules(given, cells).map(State::new));
        matches(given, starts.collect::<Result<Vec<_>, _>>()?)
    },
};

/// One recorded game.
pub const SHOW: Verb = Verb {
    about: Text::new("Alak : une partie enregistrée, pion par pion", "Alak: a recorded game, stone by stone"),
    file: Some(FileArg {
        help: Text::new(
            "Fichier des cases jouées, séparées par des espaces, « - » pour l'entrée standard",
            "File with the cells played, separated by blanks, `-` for the standard input",
        ),
        required: true,
        without: &[],
    }),
    options: &[CELLS.one(), VARIANT[0], VARIANT[1]],
    dealt: false,
    json: true,
    filmed: true,
    run: |given| {
        show(
            given,
            empty(given)?,
            #[cfg(feature = "charts")]
            super::film::alak,
        )
    },
};

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
    let solution =
        Solution::new(&start, given.memory).map_err(|error| Problem::TooLarge { detail: error.to_string() })?;
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

/// The value in words: who wins, by how much each player can end the game, and how.
fn told(solution: &Solution, best: &[u32], lang: Lang) -> String {
    let bounds = solution.bounds();
    let value = WORDS.word(lang, &bounds.value().to_string());
    let states = lang.integer(solution.states());
    let cells = best.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let or = |text: Option<String>, none: &str| text.unwrap_or_else(|| none.to_owned());
    let signed = |margin: Option<i32>| margin.map(|margin| format!("{margin:+}"));
    let cells = Some(cells).filter(|cells| !cells.is_empty());
    match lang {
        Lang::Fr => format!(
            "{value}{} ; le joueur 1 peut finir avec {} au moins, le joueur 2 avec {} au plus\n\
             meilleurs coups : {}\n{states} positions\n",
            or(signed(bounds.margin()).map(|margin| format!(" (écart {margin})")), ""),
            or(signed(bounds.low), "aucune fin"),
            or(signed(bounds.high), "aucune fin"),
            or(cells, "aucun"),
        ),
        Lang::En => format!(
            "{value}{}; player 1 can end the game with {} at least, player 2 with {} at most\n\
             best moves: {}\n{states} positions\n",
            or(signed(bounds.margin()).map(|margin| format!(" (margin {margin})")), ""),
            or(signed(bounds.low), "no end"),
            or(signed(bounds.high), "no end"),
            or(cells, "none"),
        ),
    }
}
