//! Text, JSON and film of a simulated or recorded game, and parsing of files with recorded games.

use super::setting::OptionSpec;
use super::verb::{CommandOutput, InputFile, ParsedArgs};
use crate::draw::film::{Film, FilmRequest, Frame, Sprite, StateOutOfRange, StoneOwner};
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Sentence, Text, problem};
use crate::play::saved_game::{MAX_RECORD_BYTES, not_a_move};
use crate::play::{Playable, SavedGame};
use pioche_engine::games::{Game, Outcome, Player};
use serde_json::{Value, json};
use std::fmt;
use std::ops::Range;

pub const EXPLAIN: OptionSpec = OptionSpec::flag("explain", Text::new("expliquer", "explain"))
    .help("Explique chaque étape", "Explain each step")
    .group(HelpSection::Output);

/// The largest size of a file of moves, in bytes.
const MAX_MOVES_SIZE: u64 = 64 * 1024;

/// Splits a text into words, one per move.
pub fn split_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub type StartAndMoves<G> = (G, Vec<<G as Game>::Move>);

/// Reads the game in a file: a saved game, or the moves that `split_moves` finds, played from `start`.
///
/// # Errors
/// When the file cannot be read, or contains something that is not a legal move.
pub fn read_game_file<G: Playable>(
    file: &InputFile<'_>,
    start: impl FnOnce() -> Result<G, Problem>,
    split_moves: impl Fn(&str) -> Vec<String>,
) -> Result<StartAndMoves<G>, Problem> {
    if let Some(game) = read_saved_game(file)? {
        return Ok(game);
    }
    let words = split_moves(&read_text(file, MAX_MOVES_SIZE)?);
    let mut moves = Vec::with_capacity(words.len());
    for (word, number) in words.iter().zip(1..) {
        let mv = word
            .parse()
            .map_err(|_| not_a_move_problem(&file.name, number, word))?;
        moves.push(mv);
    }
    check_moves((start()?, moves), &file.name)
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

fn check_moves<G: Playable>(
    (start, moves): StartAndMoves<G>,
    file: &str,
) -> Result<StartAndMoves<G>, Problem> {
    let mut state = start.clone();
    for (&mv, number) in moves.iter().zip(1..) {
        let before = state.clone();
        state.play(mv).map_err(|refusal| {
            illegal_move_problem(file, number, mv, &refusal_reason(&before, &refusal))
        })?;
    }
    Ok((start, moves))
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
pub fn read_saved_game<G: Playable>(
    file: &InputFile<'_>,
) -> Result<Option<StartAndMoves<G>>, Problem> {
    let text = read_text(file, MAX_RECORD_BYTES)?;
    if !text.starts_with("pioche game ") {
        return Ok(None);
    }
    let game = parse_saved_game(&text).map_err(|error| Problem::for_argument(&file.name, error))?;
    check_moves(game, &file.name).map(Some)
}

fn parse_saved_game<G: Playable>(text: &str) -> Result<StartAndMoves<G>, Problem> {
    let saved_game: SavedGame = text.parse()?;
    saved_game.check_game(G::NAME)?;
    let start = G::from_settings(saved_game.settings())?;
    let mut moves = Vec::new();
    for (line, word) in saved_game.moves() {
        let mv = word.parse().map_err(|_| not_a_move(*line, word))?;
        moves.push(mv);
    }
    Ok((start, moves))
}

/// Returns the reason why a move is refused, as part of a sentence.
pub fn refusal_reason<G: Playable>(state: &G, refusal: &G::Refusal) -> Sentence {
    let message = state.refusal_message(refusal);
    Sentence::from_fn(|lang| sentence_part(message.in_lang(lang)))
}

/// Returns a sentence without its period and with a small first letter.
pub fn sentence_part(sentence: &str) -> String {
    let mut letters = sentence.trim().trim_end_matches('.').chars();
    let Some(initial) = letters.next() else {
        return String::new();
    };
    initial.to_lowercase().chain(letters).collect()
}

pub struct MoveNarrator<G: Game> {
    pub state: G,
    pub state_text: fn(&G, Lang) -> String,
    pub explain_move: fn(&G, G::Move, &G) -> Sentence,
    /// The sentence below the last state of a game; `None` to end with that state.
    pub result_text: fn(&G) -> Option<Sentence>,
}

impl<G: Game + fmt::Display> Narrator for MoveNarrator<G> {
    type Event = G::Move;

    fn start_text(&self, args: &ParsedArgs<'_>) -> String {
        (self.state_text)(&self.state, args.lang) + "\n"
    }

    fn step_text(&mut self, mv: G::Move, args: &ParsedArgs<'_>) -> String {
        let before = play_returning_previous(&mut self.state, mv);
        let mut line = mv.to_string();
        if args.has(&EXPLAIN) {
            let explanation = (self.explain_move)(&before, mv, &self.state);
            line = format!("{line}   {}", explanation.in_lang(args.lang));
        }
        let state = (self.state_text)(&self.state, args.lang);
        format!("\n{line}\n{state}\n")
    }

    fn end_text(&self, args: &ParsedArgs<'_>) -> String {
        (self.result_text)(&self.state).map_or_else(String::new, |result| {
            format!("\n{}\n", result.in_lang(args.lang))
        })
    }

    fn game_json(&self, moves: &[G::Move]) -> Value {
        let outcome = outcome_word(self.state.outcome());
        let move_texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        json!({ "outcome": outcome, "moves": move_texts, "state": self.state.to_string() })
    }
}

/// Returns the key of an outcome in JSON; `open` for an unfinished game.
pub fn outcome_word(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "open".to_owned(),
        Some(Outcome::Winner(Player::One)) => "player1".to_owned(),
        Some(Outcome::Winner(Player::Two)) => "player2".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Remaining(count)) => count.to_string(),
    }
}

pub trait Narrator {
    type Event: Copy;

    fn start_text(&self, args: &ParsedArgs<'_>) -> String;

    fn step_text(&mut self, event: Self::Event, args: &ParsedArgs<'_>) -> String;

    fn end_text(&self, _: &ParsedArgs<'_>) -> String {
        String::new()
    }

    fn game_json(&self, events: &[Self::Event]) -> Value;
}

pub fn narrate_game<C: Narrator>(
    mut narrator: C,
    events: &[C::Event],
    args: &ParsedArgs<'_>,
) -> CommandOutput {
    let mut text = narrator.start_text(args);
    for &event in events {
        text.push_str(&narrator.step_text(event, args));
    }
    text.push_str(&narrator.end_text(args));
    CommandOutput::from_text(text).with_json(narrator.game_json(events))
}

pub trait FilmScene {
    type Event: Copy;
    const TITLE: Text;

    /// Returns the width and height of the pictures, in points.
    fn size(&self) -> (f64, f64);

    fn apply_event(&mut self, event: Self::Event);

    /// Returns the durations of the motion into this state and of the rest after it, in milliseconds.
    fn durations(
        &self,
        last_event: Option<Self::Event>,
        next_event: Option<Self::Event>,
    ) -> (u32, u32);

    fn sprites(
        &self,
        last_event: Option<Self::Event>,
        next_event: Option<Self::Event>,
    ) -> Vec<Sprite>;
}

/// The largest number of states of a film, and the number of first states that a longer game keeps; the others are its
/// last states.
const MAX_FILM_STATES: u64 = 160;
const KEPT_FIRST_STATES: u64 = 40;

/// Creates the film of a game, or the picture of one state. The states are the start, then the state after each event.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn build_film<S: FilmScene>(
    mut scene: S,
    events: &[S::Event],
    request: FilmRequest,
) -> Result<Film, StateOutOfRange> {
    let last_state = events.len() as u64;
    let state_ranges = visible_states(request, last_state)?;
    let (width, height) = scene.size();
    let mut film = Film {
        title: S::TITLE.into(),
        width,
        height,
        state_count: last_state + 1,
        frames: Vec::new(),
        svg: None,
    };
    for state in 0..=last_state {
        let before = state.checked_sub(1).map(|event| events[event as usize]);
        let next = events.get(state as usize).copied();
        if let Some(event) = before {
            scene.apply_event(event);
        }
        if !state_ranges.iter().any(|states| states.contains(&state)) {
            continue;
        }
        let (mut motion_ms, hold_ms) = scene.durations(before, next);
        let gap = film
            .frames
            .last()
            .and_then(|frame| frame.state_index)
            .map_or(0, |last_state| state - last_state - 1);
        if gap > 0 {
            film.add_omission_frame(gap);
        }
        if gap > 0 || film.frames.is_empty() {
            motion_ms = 0;
        }
        film.frames.push(Frame {
            state_index: Some(state),
            motion_ms,
            hold_ms,
            sprites: scene.sprites(before, next),
        });
    }
    Ok(film)
}

/// Returns the states of a film: at most [`MAX_FILM_STATES`], as two ranges.
fn visible_states(
    request: FilmRequest,
    last_state: u64,
) -> Result<[Range<u64>; 2], StateOutOfRange> {
    let end = last_state + 1;
    match request {
        FilmRequest::Film if end <= MAX_FILM_STATES => Ok([0..end, 0..0]),
        FilmRequest::Film => Ok([
            0..KEPT_FIRST_STATES,
            end + KEPT_FIRST_STATES - MAX_FILM_STATES..end,
        ]),
        FilmRequest::Step(step) => {
            let requested = step.unwrap_or(last_state);
            if requested > last_state {
                return Err(StateOutOfRange {
                    requested,
                    last_state,
                });
            }
            Ok([requested..requested + 1, 0..0])
        }
    }
}

/// Durations in a film, in milliseconds: of a move, and of the rest at the start, after each move and at the end.
pub struct FilmTimings {
    pub move_ms: u32,
    pub start_ms: u32,
    pub rest_ms: u32,
    pub end_ms: u32,
}

impl FilmTimings {
    pub fn durations<E>(&self, last_event: Option<E>, next_event: Option<E>) -> (u32, u32) {
        let hold_ms = match (last_event, next_event) {
            (_, None) => self.end_ms,
            (None, _) => self.start_ms,
            _ => self.rest_ms,
        };
        (self.move_ms, hold_ms)
    }
}

/// Makes a legal move and returns the state before it.
pub fn play_returning_previous<G: Game>(game: &mut G, mv: G::Move) -> G {
    let before = game.clone();
    let result = game.play(mv);
    debug_assert!(result.is_ok(), "the moves are allowed");
    before
}

impl From<Player> for StoneOwner {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::First,
            Player::Two => Self::Second,
        }
    }
}
