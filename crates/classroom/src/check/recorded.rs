//! Games that are recorded and not printed: the JSON of `show`, which is written again and compared, and the files of
//! `play --save`, of which the moves are played again.

use super::PrintedGame;
use super::compare::{RightGame, Verdict, WrongLine};
use pioche_engine::games::Course;
use pioche_report::lang::{Problem, Sentence, sentence};
use pioche_topics::saved_game::not_a_move;
use pioche_topics::saved_game::{RecordedGame, SavedGame, refusal_reason};
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
        if !is_value_of(key, value, expected) {
            return Ok(None);
        }
        if expected != value {
            let key_text = format!("\"{key}\"");
            let line = text.lines().position(|line| line.contains(&key_text));
            return Ok(Some(Verdict::Wrong(WrongLine {
                number: line.map_or(1, |line| line + 1),
                found: format!("{key_text}: {value}"),
                expected: format!("{key_text}: {expected}"),
                reason: json_reason(key),
                fitting: index,
            })));
        }
    }
    let moves = expected_json.get("moves").or(expected_json.get("jumps"));
    let rounds = expected_json.get("rounds").and_then(Value::as_u64);
    let move_count = moves.and_then(Value::as_array).map_or(0, Vec::len);
    Ok(Some(Verdict::Right(RightGame {
        steps: rounds.map_or(move_count, |rounds| rounds as usize),
        repeated_lines: 0,
        next_line: None,
    })))
}

/// Returns true if a value is of the kind of the expected one: for an outcome, one of its words or a number of pegs.
fn is_value_of(key: &str, value: &Value, expected: &Value) -> bool {
    const OUTCOMES: [&str; 6] = [
        "player1",
        "player2",
        "draw",
        "endless",
        "unresolved",
        "open",
    ];
    let is_word = |word: &str| OUTCOMES.contains(&word) || word.parse::<u32>().is_ok();
    match (value, expected) {
        (Value::String(word), Value::String(_)) => key != "outcome" || is_word(word),
        _ => std::mem::discriminant(value) == std::mem::discriminant(expected),
    }
}

fn json_reason(key: &str) -> Sentence {
    if key == "moves" {
        sentence!("un coup n'est pas permis", "a move is not legal")
    } else {
        sentence!(
            "la partie donne une autre valeur de « {key} »",
            "the game gives another value of “{key}”"
        )
    }
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
            }));
        }
    }
    Ok(Verdict::Right(RightGame {
        steps: course.moves().len(),
        repeated_lines: 0,
        next_line: None,
    }))
}
