//! The pictures of a game as functions of the index of a state, and the film made of them.

use super::scene::{Film, FilmRequest, Frame, OMISSION_MS, OmittedStates, Sprite};
use pioche_report::lang::Text;
use std::ops::Range;

/// The pictures of a game, one for each of its states, from the start, which is state 0, to the last one.
pub trait Storyboard {
    fn title(&self) -> Text;

    /// Returns the width and height of the pictures, in points.
    fn size(&self) -> (f64, f64);

    fn last_state(&self) -> usize;

    fn pace(&self, state: usize) -> Pace;

    fn sprites(&self, state: usize) -> Vec<Sprite>;

    /// Returns the number of the round that led to a state; `None` in a game without rounds.
    fn round(&self, _state: usize) -> Option<u64> {
        None
    }
}

/// The durations of a state in a film, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The motion into the state.
    pub motion_ms: u32,
    /// The rest after the motion, for a state between the first and the last one.
    pub hold_ms: u32,
    /// The rest if the state is the first one and others follow.
    pub first_hold_ms: u32,
    /// The rest if the state is the last one.
    pub last_hold_ms: u32,
}

impl Film {
    /// Creates the film of a game, or the picture of one state. A state after the last one is the last one.
    pub(crate) fn new(storyboard: &dyn Storyboard, request: FilmRequest) -> Self {
        let (width, height) = storyboard.size();
        let last_state = storyboard.last_state();
        let mut film = Self {
            title: storyboard.title().into(),
            width,
            height,
            state_count: last_state as u64 + 1,
            frames: Vec::new(),
            omitted: None,
            svg: None,
        };
        let [beginning, end] = match request {
            FilmRequest::Film { max_seconds } => visible_states(storyboard, max_seconds),
            FilmRequest::Step(step) => {
                let state = step.map_or(last_state, |step| last_state.min(step as usize));
                [state..state + 1, 0..0]
            }
        };
        let omitted = beginning.end..end.start;
        for state in beginning.chain(end) {
            let follows_omission = state == omitted.end && !omitted.is_empty();
            if follows_omission {
                film.add_omission_frame(omitted_states(storyboard, omitted.clone()));
            }
            let motion_ms = if follows_omission || film.frames.is_empty() {
                0
            } else {
                storyboard.pace(state).motion_ms
            };
            film.frames.push(Frame {
                state_index: Some(state as u64),
                motion_ms,
                hold_ms: hold_ms(storyboard, state),
                sprites: storyboard.sprites(state),
            });
        }
        film
    }
}

fn omitted_states(storyboard: &dyn Storyboard, states: Range<usize>) -> OmittedStates {
    let last = states.end - 1;
    let first_round = storyboard.round(states.start);
    let last_round = storyboard.round(last);
    OmittedStates {
        states: states.start as u64..=last as u64,
        rounds: first_round
            .zip(last_round)
            .map(|(first, last)| first..=last),
    }
}

/// Returns the duration of the rest at a state.
fn hold_ms(storyboard: &dyn Storyboard, state: usize) -> u32 {
    let pace = storyboard.pace(state);
    if state == storyboard.last_state() {
        pace.last_hold_ms
    } else if state == 0 {
        pace.first_hold_ms
    } else {
        pace.hold_ms
    }
}

/// Returns the states of a film as two ranges: all of them or, of a film that would be too long, the first and the last
/// ones. The first ones take a quarter of the time.
fn visible_states(storyboard: &dyn Storyboard, max_seconds: u32) -> [Range<usize>; 2] {
    let last_state = storyboard.last_state();
    let end = last_state + 1;
    let duration_ms = |state: usize| {
        let motion_ms = storyboard.pace(state).motion_ms;
        u64::from(motion_ms) + u64::from(hold_ms(storyboard, state))
    };
    let max_ms = u64::from(max_seconds) * 1000;
    if (0..end).map(duration_ms).sum::<u64>() <= max_ms {
        return [0..end, end..end];
    }
    let room_ms = max_ms.saturating_sub(OMISSION_MS.into());
    let mut first_end = 1;
    let mut used_ms = duration_ms(0);
    while first_end < last_state && used_ms + duration_ms(first_end) <= room_ms / 4 {
        used_ms += duration_ms(first_end);
        first_end += 1;
    }
    let mut last_start = last_state.max(first_end);
    used_ms += duration_ms(last_state);
    while last_start > first_end && used_ms + duration_ms(last_start - 1) <= room_ms {
        last_start -= 1;
        used_ms += duration_ms(last_start);
    }
    [0..first_end, last_start..end]
}
