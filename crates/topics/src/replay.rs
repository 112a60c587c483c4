//! Text and JSON of a simulated or recorded game.

use super::setting::OptionSpec;
use super::verb::{CommandOutput, ParsedArgs};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use pioche_engine::sim::{Accepted, Setting};
use pioche_report::lang::Text;
use pioche_report::lang::help::HelpSection;
use serde_json::{Value, json};

/// The option `--explain` of `show`.
pub const EXPLAIN: OptionSpec = OptionSpec::new(&Setting::flag("explain"), Text("explain"), "")
    .help("Explain each step")
    .group(HelpSection::Output);

const HANDOUT_STYLE: &str = "handout";

/// The option `--style` of `show`: the states of the game, or the session that the handout's program prints.
pub const STYLE: OptionSpec = OptionSpec::new(
    &Setting::new::<String>("style")
        .accepting(Accepted::Words(&["pioche", HANDOUT_STYLE]))
        .with_default("pioche"),
    Text("style"),
    "STYLE",
)
.help(
    "Form of the game: pioche, or handout (what the handout's program prints, with what is typed, \
     in French, for diff -wB)",
)
.group(HelpSection::Output)
.word_labels(&[Text("pioche"), Text("handout")]);

/// Returns true if `--style` asks for the session of the handout's program.
pub fn has_handout_style(args: &ParsedArgs<'_>) -> bool {
    args.get(&STYLE)
        .is_ok_and(|style: String| style == HANDOUT_STYLE)
}

/// Returns the course of a simulated game; its moves are legal.
pub fn course_of<G: Game>(start: G, moves: impl IntoIterator<Item = G::Move>) -> Course<G> {
    Course::play(start, moves).unwrap_or_else(|(index, refusal)| {
        unreachable!("move {index} of a simulated game is refused: {refusal}")
    })
}

/// The texts with which `show` writes a game of moves.
pub struct ShownTexts<G: Game> {
    /// Returns the text of a state, several lines without a line break at the end.
    pub state: fn(&G) -> String,
    /// Describes a move beside it, for `--explain`.
    pub explanation: fn(&Step<G>) -> String,
    /// Returns the sentence after the last state of a game with this outcome; `None` for none.
    pub result: fn(&G, Outcome) -> Option<String>,
    /// Returns what the handout's program prints of a game.
    pub handout_session: fn(&Course<G>) -> String,
}

impl<G: Game> ShownTexts<G> {
    /// Returns the move of a step, with its explanation if `is_explained`.
    pub fn move_text(&self, step: &Step<G>, is_explained: bool) -> String {
        if is_explained {
            let explanation = (self.explanation)(step);
            format!("{}   {}", step.mv, explanation)
        } else {
            step.mv.to_string()
        }
    }

    /// Writes the start of a game, each move with the state after it, and the result.
    pub fn output(&self, course: &Course<G>, args: &ParsedArgs<'_>) -> CommandOutput {
        if has_handout_style(args) {
            let session = (self.handout_session)(course);
            return CommandOutput::from_text(session).with_json(course_json(course));
        }
        let mut text = (self.state)(course.start()) + "\n";
        course.for_each_step(|step| {
            let move_text = self.move_text(step, args.has(&EXPLAIN));
            let state_text = (self.state)(&step.after);
            text += &format!("\n{move_text}\n{state_text}\n");
        });
        let last_state = course.last();
        if let Some(outcome) = last_state.outcome()
            && let Some(result) = (self.result)(last_state, outcome)
        {
            text += &format!("\n{}\n", result);
        }
        CommandOutput::from_text(text).with_json(course_json(course))
    }
}

/// Returns the outcome, the moves and the last state of a game.
fn course_json<G: Game>(course: &Course<G>) -> Value {
    let moves: Vec<String> = course.moves().iter().map(ToString::to_string).collect();
    json!({
        "outcome": outcome_word(course.last().outcome()),
        "start": course.start().to_string(),
        "moves": moves,
        "state": course.last().to_string(),
    })
}

/// Returns the key of an outcome in JSON; `open` for an unfinished game.
fn outcome_word(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "open".to_owned(),
        Some(Outcome::Winner(Player::One)) => "player1".to_owned(),
        Some(Outcome::Winner(Player::Two)) => "player2".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Remaining(count)) => count.to_string(),
    }
}
