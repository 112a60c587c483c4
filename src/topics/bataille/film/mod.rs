//! Bataille: two open hands, the trick between them, battles, and the loop of a game that never ends.
//!
//! The hands are open, though players do not see them, because the whole game lies in their order.

mod beat;
mod table;
mod words;

use crate::draw::film::{Film, Reel, StateError, Wanted};
use crate::lang::Text;
use beat::{Beat, walk};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::{Ending, Hands, Order, Outcome, State};
use table::{SIZE, Shown};
use words::Said;

const TITLE: Text = Text::new("Bataille", "Bataille (War)");

/// A game from these hands, played to its end, until it comes back to a state, or for `ceiling` rounds.
///
/// Its states are the start, then the table after each pair laid and after each trick taken. Of a long endless game the
/// film keeps the loop, or the end of it.
///
/// # Errors
/// When a single state is wanted that the game does not have.
pub fn bataille(hands: &Hands, order: Order, ceiling: u64, wanted: Wanted) -> Result<Film, StateError> {
    let start = State::with_hands(hands, order);
    let ending = start.clone().game(ceiling);
    let course = Course::of(&start, ending);
    let mut reel = Reel::new(course.states, course.tail, wanted, SIZE)?;
    let largest = largest_hand(&start, ending, &reel);
    let mut shown = Shown::new(hands, largest, ending);
    let mut state = 0;
    if reel.keeps(0) {
        reel.push(0, 0, 1300, shown.sprites(&Said::at_start(ending)));
    }
    walk(&start, ending, |round, beat| {
        state += 1;
        shown.follow(round, beat);
        if reel.keeps(state) {
            let last = state + 1 == course.states;
            let said = if last { Said::at_end(ending) } else { Said::of(round, beat, ending) };
            let (glide, rest) = match beat {
                Beat::Pair { .. } => (240, 420),
                Beat::Taken { .. } => (320, 160),
                Beat::Stopped => (0, 600),
            };
            reel.push(state, glide, if last { 5000 } else { rest }, shown.sprites(&said.with_round(round)));
        }
    });
    Ok(reel.film(TITLE))
}

/// How long the game is, and how much of its end should be seen.
struct Course {
    states: u64,
    tail: u64,
}

impl Course {
    fn of(start: &State, ending: Ending) -> Self {
        let mut beats = 0;
        let mut before_loop = 0;
        let loop_begins = if let Outcome::Endless { pre_period, .. } = ending.outcome { pre_period } else { u64::MAX };
        walk(start, ending, |round, _| {
            beats += 1;
            if round <= loop_begins {
                before_loop += 1;
            }
        });
        let in_loop = beats - before_loop;
        // The state from which the loop begins is seen too.
        let tail = if in_loop > 0 { in_loop + 1 } else { beats / 3 };
        Self { states: beats + 1, tail }
    }
}

/// The largest hand in the states that are kept.
fn largest_hand(start: &State, ending: Ending, reel: &Reel) -> usize {
    let mut held = [Player::One, Player::Two].map(|player| start.held(player));
    let (mut largest, mut state, mut trick) = (if reel.keeps(0) { held[0].max(held[1]) } else { 1 }, 0, 0);
    walk(start, ending, |_, beat| {
        state += 1;
        match beat {
            Beat::Pair { .. } => {
                held = held.map(|cards| cards - 1);
                trick += 2;
            }
            Beat::Taken { player, .. } => held[player as usize] += std::mem::take(&mut trick),
            Beat::Stopped => {}
        }
        if reel.keeps(state) {
            largest = largest.max(held[0]).max(held[1]);
        }
    });
    largest
}
