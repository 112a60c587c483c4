//! Games that are recorded and not printed: the JSON of `show`, which is written again and compared, and the files of
//! `play --save`, of which the moves are played again.

use super::PrintedGame;
use super::compare::{RightGame, Verdict, WrongLine};
use super::forced_reading::OTHER_STEP;
use pioche_engine::games::Course;
use pioche_report::lang::Problem;
use pioche_topics::saved_game::{RecordedGame, SavedGame, not_a_move, refusal_reason};
use pioche_topics::verb::ParsedArgs;
use serde_json::Value;

/// Returns the verdict on a recorded game; `None` for another text or another game.
pub fn verdict(
    game: &dyn PrintedGame,
    text: &str,
    args: &ParsedArgs<'_>,
) -> Result<Option<Verdict>, Problem> {
    let plain_text = text.trim_start_matches('\u{feff}').trim_start();
    if plain_text.starts_with("pioche game ") {
        let file = args.file.as_ref().map_or("", |file| &file.name);
        let record: SavedGame = plain_text
            .parse()
            .map_err(|error| Problem::for_argument(file, error))?;
        return if record.check_game(game.topic()).is_ok() {
            game.saved_game_verdict(&record)
                .map_err(|error| Problem::for_argument(file, error))
        } else {
            Ok(None)
        };
    }
    match serde_json::from_str(plain_text) {
        Ok(json @ Value::Object(_)) => json_verdict(game, &json, plain_text, args),
        _ => Ok(None),
    }
}

/// Compares the JSON of a game with that of `show`. Each key of it has to be one of `show`.
fn json_verdict(
    game: &dyn PrintedGame,
    json: &Value,
    text: &str,
    args: &ParsedArgs<'_>,
) -> Result<Option<Verdict>, Problem> {
    let Some(expected_json) = game.json(json, args)? else {
        return Ok(None);
    };
    let fields = json.as_object().into_iter().flatten();
    for (index, (key, value)) in fields.enumerate() {
        let Some(expected) = expected_json.get(key) else {
            return Ok(None);
        };
        let is_same_kind = std::mem::discriminant(value) == std::mem::discriminant(expected);
        if !is_same_kind || key == "outcome" && !value.as_str().is_some_and(is_outcome) {
            return Ok(None);
        }
        if expected != value {
            let key_text = format!("\"{key}\"");
            let line = text.lines().position(|line| line.contains(&key_text));
            return Ok(Some(Verdict::Wrong(WrongLine {
                number: line.map_or(1, |line| line + 1),
                found: format!("{key_text}: {value}"),
                expected: format!("{key_text}: {expected}"),
                reason: OTHER_STEP.into(),
                fitting: index,
                is_only_mistake: false,
            })));
        }
    }
    let moves = expected_json.get("moves").or(expected_json.get("jumps"));
    let rounds = expected_json.get("rounds").and_then(Value::as_u64);
    let move_count = moves.and_then(Value::as_array).map_or(0, Vec::len);
    Ok(Some(Verdict::Right(RightGame {
        steps: rounds.map_or(move_count, |rounds| rounds as usize),
        next_line: None,
    })))
}

/// Returns true for a word for an outcome, or a number of pegs.
fn is_outcome(word: &str) -> bool {
    const WORDS: &str = "player1 player2 draw endless unresolved open";
    WORDS.split(' ').any(|other| other == word) || word.parse::<u32>().is_ok()
}

/// Plays the moves of a saved game.
pub fn saved_game_verdict<G: RecordedGame>(record: &SavedGame) -> Result<Verdict, Problem> {
    let mut course = Course::new(G::from_saved_settings(record.settings())?);
    for (number, text) in record.moves() {
        let mv = text.parse().map_err(|_| not_a_move(*number, text))?;
        if let Err(refusal) = course.push(mv) {
            return Ok(Verdict::Wrong(WrongLine {
                number: *number,
                found: text.clone(),
                expected: String::new(),
                reason: refusal_reason(course.last(), &refusal),
                fitting: course.moves().len(),
                is_only_mistake: false,
            }));
        }
    }
    Ok(Verdict::Right(RightGame {
        steps: course.moves().len(),
        next_line: None,
    }))
}
