//! A game from its start to its end, one that runs by itself or one that has been played: what is told of it, the same
//! for programs, and its film. The loops over what happens stand here, once.

use super::given::Given;
use super::verb::Answer;
use crate::draw::film::{Film, Reel, Side, Sprite, StateError, Wanted};
use crate::lang::Text;
use pioche_engine::games::{Game, Player};
use serde_json::Value;

/// A game that is told.
pub trait Course {
    /// What happens at a step.
    type Event: Copy;

    /// What is told before anything has happened.
    fn start(&self, given: &Given<'_>) -> String;

    /// Goes on by an event, and tells it.
    fn step(&mut self, event: Self::Event, given: &Given<'_>) -> String;

    /// What is told when nothing more happens.
    fn end(&self, _: &Given<'_>) -> String {
        String::new()
    }

    /// What programs are told when nothing more happens.
    fn json(&self, events: &[Self::Event]) -> Value;
}

/// The whole game, told.
pub fn told<C: Course>(mut game: C, events: &[C::Event], given: &Given<'_>) -> Answer {
    let mut text = game.start(given);
    for &event in events {
        text.push_str(&game.step(event, given));
    }
    text.push_str(&game.end(given));
    Answer::text(text).with_json(game.json(events))
}

/// A game that is seen: its state, with all that a picture of it shows.
pub trait Scene {
    /// What happens at a step.
    type Event: Copy;
    /// The title of its film.
    const TITLE: Text;

    /// The size of its pictures, in points.
    fn size(&self) -> (f64, f64);

    /// How many states at its end matter most, where not all can be seen.
    fn tail(&self, _: &[Self::Event]) -> u64 {
        u64::MAX
    }

    /// Makes itself ready for all that happens, of which the states that `seen` tells will be seen.
    fn prepare(&mut self, _: &[Self::Event], _seen: impl Fn(u64) -> bool) {}

    /// Goes on by an event.
    fn step(&mut self, event: Self::Event);

    /// How long things move into this state, between the event before it and the next one, and how long they then stand
    /// still, in milliseconds.
    fn pace(&self, before: Option<Self::Event>, next: Option<Self::Event>) -> (u32, u32);

    /// What is seen of this state.
    fn sprites(&self, before: Option<Self::Event>, next: Option<Self::Event>) -> Vec<Sprite>;
}

/// The film of a game: its states are the start, then what each event leads to.
///
/// # Errors
/// When a single state is wanted that the game does not have.
pub fn film<S: Scene>(mut scene: S, events: &[S::Event], wanted: Wanted) -> Result<Film, StateError> {
    let mut reel = Reel::new(events.len() as u64 + 1, scene.tail(events), wanted, scene.size())?;
    scene.prepare(events, |state| reel.keeps(state));
    let happens = events.iter().copied().map(Some);
    let nothing = std::iter::once(None);
    for (state, (before, next)) in (0..).zip(nothing.clone().chain(happens.clone()).zip(happens.chain(nothing))) {
        if let Some(event) = before {
            scene.step(event);
        }
        if reel.keeps(state) {
            let (moves, stands) = scene.pace(before, next);
            reel.push(state, moves, stands, scene.sprites(before, next));
        }
    }
    Ok(reel.film(S::TITLE))
}

/// How most films are seen, in milliseconds: how long pieces move, and how long the start, each position and the end of
/// the game stand still.
pub struct Pace {
    pub moves: u32,
    pub start: u32,
    pub rest: u32,
    pub end: u32,
}

impl Pace {
    /// The pace of a state between the move before it and the next one.
    pub fn between<E>(&self, before: Option<E>, next: Option<E>) -> (u32, u32) {
        let stands = match (before, next) {
            (_, None) => self.end,
            (None, _) => self.start,
            _ => self.rest,
        };
        (self.moves, stands)
    }
}

/// Plays a move that the rules allow, and gives the state before it.
pub fn advance<G: Game>(game: &mut G, mv: G::Move) -> G {
    let before = game.clone();
    let played = game.play(mv);
    debug_assert!(played.is_ok(), "the moves are allowed");
    before
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::First,
            Player::Two => Self::Second,
        }
    }
}
