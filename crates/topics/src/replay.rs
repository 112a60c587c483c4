//! Text and JSON of a simulated or recorded game, and parsing of files with recorded games.

use super::setting::OptionSpec;
use super::verb::{CommandOutput, InputFile, ParsedArgs};
use crate::saved_game::{MAX_RECORD_BYTES, RecordedGame, refusal_reason, saved_course};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use pioche_engine::sim::Setting;
use pioche_report::lang::help::HelpSection;
use pioche_report::lang::{Lang, Problem, Sentence, Text, problem};
use serde_json::{Value, json};
use std::fmt;

/// The option `--explain` of `show`.
pub const EXPLAIN: OptionSpec = OptionSpec::new(
    &Setting::flag("explain"),
    Text::new("expliquer", "explain"),
    "",
)
.help("Explique chaque étape", "Explain each step")
.group(HelpSection::Output);

/// The largest size of a file of moves, in bytes.
const MAX_MOVES_SIZE: u64 = 64 * 1024;

/// Splits a text into words, one per move.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Reads the game in a file: a saved game, or the moves that `split_moves` finds, played from `start`.
///
/// # Errors
/// When the file cannot be read, or contains something that is not a legal move.
pub(crate) fn read_game_file<G: RecordedGame>(
    file: &InputFile<'_>,
    start: impl FnOnce() -> Result<G, Problem>,
    split_moves: impl Fn(&str) -> Vec<String>,
) -> Result<Course<G>, Problem> {
    if let Some(game) = read_saved_game(file)? {
        return Ok(game);
    }
    let words = split_moves(&read_text(file, MAX_MOVES_SIZE)?);
    let mut course = Course::new(start()?);
    for (word, number) in words.iter().zip(1..) {
        let mv = word
            .parse()
            .map_err(|_| not_a_move_problem(&file.name, number, word))?;
        course.push(mv).map_err(|refusal| {
            let reason = refusal_reason(course.last(), &refusal);
            illegal_move_problem(&file.name, number, mv, &reason)
        })?;
    }
    Ok(course)
}

fn not_a_move_problem(file: &str, number: usize, word: &str) -> Problem {
    problem!(
        "{file}, coup {number} : « {word} » n'est pas un coup",
        "{file}, move {number}: “{word}” is not a move"
    )
}

fn illegal_move_problem(
    file: &str,
    number: usize,
    mv: impl fmt::Display,
    Sentence { fr, en }: &Sentence,
) -> Problem {
    problem!(
        "{file}, coup {number} : « {mv} » n'est pas permis : {fr}",
        "{file}, move {number}: “{mv}” is not legal: {en}"
    )
}

/// Returns the course of a simulated game; its moves are legal.
pub fn course_of<G: Game>(start: G, moves: impl IntoIterator<Item = G::Move>) -> Course<G> {
    Course::play(start, moves).unwrap_or_else(|(index, refusal)| {
        unreachable!("move {index} of a simulated game is refused: {refusal}")
    })
}

/// Reads a text file of at most `max_bytes` bytes; invalid UTF-8 is replaced.
fn read_text(file: &InputFile<'_>, max_bytes: u64) -> Result<String, Problem> {
    let text = String::from_utf8_lossy(&file.bytes(max_bytes)?).into_owned();
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Reads a saved game; `None` if the file is not one.
///
/// # Errors
/// When the file cannot be read, or the saved game is malformed.
pub(crate) fn read_saved_game<G: RecordedGame>(
    file: &InputFile<'_>,
) -> Result<Option<Course<G>>, Problem> {
    let text = read_text(file, MAX_RECORD_BYTES)?;
    if !text.starts_with("pioche game ") {
        return Ok(None);
    }
    let course = text.parse().and_then(|record| saved_course(&record));
    course
        .map(Some)
        .map_err(|error| Problem::for_argument(&file.name, error))
}

/// The texts with which `show` writes a game of moves.
pub struct ShownTexts<G: Game> {
    /// Returns the text of a state, several lines without a line break at the end.
    pub state: fn(&G, Lang) -> String,
    /// Describes a move beside it, for `--explain`.
    pub explanation: fn(&Step<G>) -> Sentence,
    /// Returns the sentence after the last state of a game with this outcome; `None` for none.
    pub result: fn(&G, Outcome) -> Option<Sentence>,
}

impl<G: Game> ShownTexts<G> {
    /// Returns the move of a step, with its explanation if `is_explained`.
    pub fn move_text(&self, step: &Step<G>, is_explained: bool, lang: Lang) -> String {
        if is_explained {
            let explanation = (self.explanation)(step);
            format!("{}   {}", step.mv, explanation.in_lang(lang))
        } else {
            step.mv.to_string()
        }
    }

    /// Writes the start of a game, each move with the state after it, and the result.
    pub fn output(&self, course: &Course<G>, args: &ParsedArgs<'_>) -> CommandOutput {
        let lang = args.lang;
        let mut text = (self.state)(course.start(), lang) + "\n";
        course.for_each_step(|step| {
            let move_text = self.move_text(step, args.has(&EXPLAIN), lang);
            let state_text = (self.state)(&step.after, lang);
            text += &format!("\n{move_text}\n{state_text}\n");
        });
        let last_state = course.last();
        if let Some(outcome) = last_state.outcome()
            && let Some(result) = (self.result)(last_state, outcome)
        {
            text += &format!("\n{}\n", result.in_lang(lang));
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
