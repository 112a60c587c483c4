//! A simulated or recorded game, as `show` writes it: states, moves, explanations, result, JSON and film.

use crate::film::Film;
use crate::play::Playable;
use crate::verb::{Answer, ParsedArgs};
use crate::words::Words;
use pioche_engine::games::{Course, Outcome};
use pioche_engine::sim::{Accepted, Setting};
use pioche_report::lang::Text;
use serde_json::{Value, json};

/// The option `--explain` of `show`.
pub const EXPLAIN: Words = Words::new(
    &Setting::flag("explain"),
    "",
    Text("explain"),
    Text("Explain each step"),
);

const HANDOUT_STYLE: &str = "handout";

/// The option `--style` of `show`: the states of the game, or the session that the handout's program prints.
pub const STYLE: Words = Words::new(
    &Setting::new::<String>("style")
        .accepting(Accepted::Words(&["pioche", HANDOUT_STYLE]))
        .with_default("pioche"),
    "STYLE",
    Text("style"),
    Text(
        "Form of the game: pioche, or handout (what the handout's program prints, with what is typed, in French, for diff -wB)",
    ),
);

/// Returns true if `--style` asks for the session of the handout's program.
pub fn has_handout_style(args: &ParsedArgs<'_>) -> bool {
    args.get(&STYLE)
        .is_ok_and(|style: String| style == HANDOUT_STYLE)
}

/// A game in words and pictures.
#[derive(Default)]
pub struct Replay {
    /// The states, several lines each; the first one is the start. Those after it are left out where the moves say all.
    pub boards: Vec<String>,
    /// The moves, as lines before the states after them; empty for moves that the states show.
    pub moves: Vec<String>,
    /// The descriptions of the moves for `--explain`, in the order of the moves.
    pub explanations: Vec<String>,
    /// The lines after the last state; empty for none.
    pub result: String,
    /// The session that the handout's program prints of the game.
    pub handout_session: String,
    /// The game for programs.
    pub json: Value,
    /// Remarks for the standard error.
    pub remarks: Vec<String>,
    /// The pictures of the states.
    pub film: Option<Film>,
}

impl Replay {
    /// Creates the replay of a game of moves.
    pub(crate) fn new<G: Playable>(course: Course<G>, args: &ParsedArgs<'_>) -> Self {
        let last_state = course.last();
        let outcome = last_state.outcome();
        let mut replay = Self {
            boards: course.states().map(|state| state.board()).collect(),
            moves: course.moves().iter().map(ToString::to_string).collect(),
            result: outcome.map_or_else(String::new, |outcome| last_state.result(outcome)),
            json: json!({
                "outcome": outcome_word(outcome),
                "start": course.start().to_string(),
                "moves": course.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
                "state": last_state.to_string(),
            }),
            ..Self::default()
        };
        if has_handout_style(args) {
            replay.handout_session = G::handout_session(&course);
        }
        course.for_each_step(|step| {
            let explanation = G::explanation(step);
            replay.explanations.push(match step.after.ending() {
                Some(ending) => format!("{explanation}. {ending}"),
                None => explanation,
            });
        });
        replay.film = Some(G::film(course));
        replay
    }

    /// Returns the answer of `show`.
    pub(crate) fn answer(self, args: &ParsedArgs<'_>) -> Answer {
        Answer {
            text: if has_handout_style(args) {
                self.handout_session
            } else {
                self.text(args.has(&EXPLAIN))
            },
            json: self.json,
            remarks: self.remarks,
            film: self.film,
            ..Answer::default()
        }
    }

    /// Writes the start, each move with the state after it, and the result.
    fn text(&self, is_explained: bool) -> String {
        let mut text = self.boards[0].clone() + "\n";
        for (index, mv) in self.moves.iter().enumerate() {
            let mut line = mv.clone();
            if is_explained && let Some(explanation) = self.explanations.get(index) {
                if !line.is_empty() {
                    line += "   ";
                }
                line += explanation;
            }
            if !line.is_empty() {
                line.push('\n');
            }
            text += &match self.boards.get(index + 1) {
                Some(board) => format!("\n{line}{board}\n"),
                None => line,
            };
        }
        if !self.result.is_empty() {
            text += &format!("\n{}\n", self.result);
        }
        text
    }
}

/// Returns the key of an outcome in JSON; `open` for an unfinished game.
fn outcome_word(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "open".to_owned(),
        Some(Outcome::Winner(player)) => format!("player{}", player.number()),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Remaining(count)) => count.to_string(),
    }
}
