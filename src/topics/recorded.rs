//! A recorded game, state by state: what `show` does with any game that is played move by move.

use super::given::File;
use super::verb::Answer;
use crate::games::{Game, Outcome, Player};
use crate::lang::Problem;
use serde_json::json;

/// No recorded game is longer than this, in bytes.
const MAX_GAME: u64 = 64 * 1024;

/// The words of a text, each a move.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The moves in a file, which `cut` cuts into moves.
///
/// # Errors
/// When it cannot be read, or something in it is no move.
pub fn moves<G: Game>(file: &File<'_>, cut: impl Fn(&str) -> Vec<String>) -> Result<Vec<G::Move>, Problem> {
    let bytes = file.bytes(MAX_GAME)?;
    let text = String::from_utf8_lossy(&bytes);
    let moves = cut(text.trim_start_matches('\u{feff}')).into_iter().enumerate().map(|(place, word)| {
        let file = file.name().to_owned();
        word.parse().map_err(|_| Problem::NotAMove { file, number: place + 1, text: word.clone() })
    });
    moves.collect()
}

/// Each state of a game, and its end for programs.
///
/// # Errors
/// The first move that the rules refuse; `file` is where it stands.
pub fn told<G: Game>(mut state: G, moves: &[G::Move], file: &str) -> Result<Answer, Problem> {
    let mut text = format!("{state}\n");
    for (place, &mv) in moves.iter().enumerate() {
        state.play(mv).map_err(|refusal| Problem::RefusedMove {
            file: file.to_owned(),
            number: place + 1,
            text: mv.to_string(),
            reason: refusal.to_string(),
        })?;
        text.push_str(&format!("\n{mv}\n{state}\n"));
    }
    let outcome = match state.outcome() {
        None => "open".to_owned(),
        Some(Outcome::Winner(Player::One)) => "player1".to_owned(),
        Some(Outcome::Winner(Player::Two)) => "player2".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Left(left)) => left.to_string(),
    };
    let played: Vec<String> = moves.iter().map(ToString::to_string).collect();
    Ok(Answer::text(text).with_json(json!({ "outcome": outcome, "moves": played, "state": state.to_string() })))
}
