//! Text, JSON and film of a simulated or recorded game, and parsing of files with recorded games.

use super::setting::OptionSpec;
use super::verb::{CommandOutput, InputFile, ParsedArgs};
use crate::draw::film::{
    Film, FilmRequest, Frame, OMISSION_MS, OmittedStates, Sprite, StateOutOfRange, StoneOwner,
};
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Sentence, Text, problem};
use crate::play::saved_game::{MAX_RECORD_BYTES, not_a_move};
use crate::play::{Playable, SavedGame};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use serde_json::json;
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

/// Reads the game in a file: a saved game, or the moves that `split_moves` finds, played from `start`.
///
/// # Errors
/// When the file cannot be read, or contains something that is not a legal move.
pub fn read_game_file<G: Playable>(
    file: &InputFile<'_>,
    start: impl FnOnce() -> Result<G, Problem>,
    split_moves: impl Fn(&str) -> Vec<String>,
) -> Result<Course<G>, Problem> {
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
    play_moves(start()?, moves, &file.name)
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

/// Returns the course of a simulated game, whose moves are legal.
pub fn course_of<G: Game>(start: G, moves: impl IntoIterator<Item = G::Move>) -> Course<G> {
    Course::play(start, moves).unwrap_or_else(|(index, refusal)| {
        unreachable!("move {index} of a simulated game is refused: {refusal}")
    })
}

fn play_moves<G: Playable>(
    start: G,
    moves: Vec<G::Move>,
    file: &str,
) -> Result<Course<G>, Problem> {
    let mut course = Course::new(start);
    for (mv, number) in moves.into_iter().zip(1..) {
        course.push(mv).map_err(|refusal| {
            illegal_move_problem(file, number, mv, &refusal_reason(course.last(), &refusal))
        })?;
    }
    Ok(course)
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
pub fn read_saved_game<G: Playable>(file: &InputFile<'_>) -> Result<Option<Course<G>>, Problem> {
    let text = read_text(file, MAX_RECORD_BYTES)?;
    if !text.starts_with("pioche game ") {
        return Ok(None);
    }
    let (start, moves) =
        parse_saved_game(&text).map_err(|error| Problem::for_argument(&file.name, error))?;
    play_moves(start, moves, &file.name).map(Some)
}

fn parse_saved_game<G: Playable>(text: &str) -> Result<(G, Vec<G::Move>), Problem> {
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

/// The texts of a game in `show`.
pub struct CourseTexts<G: Game> {
    pub state_text: fn(&G, Lang) -> String,
    pub explain_step: fn(&Step<G>) -> Sentence,
    /// The sentence below the last state of a game; `None` to end with that state.
    pub result_text: fn(&G) -> Option<Sentence>,
}

impl<G: Game> CourseTexts<G> {
    /// Writes the start, each move with the state after it, and the result.
    pub fn output(&self, course: &Course<G>, args: &ParsedArgs<'_>) -> CommandOutput {
        let lang = args.lang;
        let mut text = (self.state_text)(course.start(), lang) + "\n";
        for step in course.steps() {
            text += &format!("\n{}", step.mv);
            if args.has(&EXPLAIN) {
                text += &format!("   {}", (self.explain_step)(&step).in_lang(lang));
            }
            text += &format!("\n{}\n", (self.state_text)(&step.after, lang));
        }
        if let Some(result) = (self.result_text)(course.last()) {
            text += &format!("\n{}\n", result.in_lang(lang));
        }
        let moves: Vec<String> = course.moves().iter().map(ToString::to_string).collect();
        let json = json!({
            "outcome": outcome_word(course.last().outcome()),
            "moves": moves,
            "state": course.last().to_string(),
        });
        CommandOutput::from_text(text).with_json(json)
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

pub trait FilmScene {
    type Event: Copy;
    const TITLE: Text;

    /// Returns the width and height of the pictures, in points.
    fn size(&self) -> (f64, f64);

    fn apply_event(&mut self, event: Self::Event);

    /// Returns the number of the round of an event; `None` in a game without rounds.
    fn round(_event: Self::Event) -> Option<u64> {
        None
    }

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
    let state_ranges = visible_states(&scene, events, request)?;
    let (width, height) = scene.size();
    let mut film = Film {
        title: S::TITLE.into(),
        width,
        height,
        state_count: last_state + 1,
        frames: Vec::new(),
        omitted: None,
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
            let round = |state: u64| S::round(events[state as usize - 1]);
            film.add_omission_frame(OmittedStates {
                states: state - gap..=state - 1,
                rounds: round(state - gap)
                    .zip(round(state - 1))
                    .map(|(first, last)| first..=last),
            });
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

/// Returns the states of a film as two ranges: all of them or, of a film that would be too long, the first and the last
/// ones. The first ones take a quarter of the time.
fn visible_states<S: FilmScene>(
    scene: &S,
    events: &[S::Event],
    request: FilmRequest,
) -> Result<[Range<u64>; 2], StateOutOfRange> {
    let last_state = events.len() as u64;
    let end = last_state + 1;
    let max_seconds = match request {
        FilmRequest::Film { max_seconds } => max_seconds,
        FilmRequest::Step(step) => {
            let requested = step.unwrap_or(last_state);
            if requested > last_state {
                return Err(StateOutOfRange {
                    requested,
                    last_state,
                });
            }
            return Ok([requested..requested + 1, 0..0]);
        }
    };
    let duration_ms = |state: u64| {
        let before = state.checked_sub(1).map(|event| events[event as usize]);
        let (motion_ms, hold_ms) = scene.durations(before, events.get(state as usize).copied());
        u64::from(motion_ms) + u64::from(hold_ms)
    };
    let max_ms = u64::from(max_seconds) * 1000;
    if (0..end).map(duration_ms).sum::<u64>() <= max_ms {
        return Ok([0..end, 0..0]);
    }
    let room_ms = max_ms.saturating_sub(OMISSION_MS.into());
    let mut first_end = 1;
    let mut used_ms = duration_ms(0);
    while first_end < last_state && used_ms + duration_ms(first_end) <= room_ms / 4 {
        used_ms += duration_ms(first_end);
        first_end += 1;
    }
    let mut last_start = last_state;
    used_ms += duration_ms(last_state);
    while last_start > first_end && used_ms + duration_ms(last_start - 1) <= room_ms {
        last_start -= 1;
        used_ms += duration_ms(last_start);
    }
    Ok([0..first_end, last_start..end])
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
