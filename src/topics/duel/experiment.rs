//! Matches between two players of Alak or Nim, each with its own stream of choices. (Handouts 002 and 004.)

use crate::games::{Evaluate, Outcome, Player as Side, Solvable};
use crate::players::{Kind, Seat, SeatError, play_out};
use crate::sim::summary::{Cell, Summary};
use crate::sim::{Purpose, Streams};
use crate::stats::{Direction, Layout, Moments, Proportion, Tally};
use crate::topics::outcomes::{Outcome as Row, add_row};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

pub(crate) const LAYOUT: Layout =
    Layout { histograms: &["outcomes", "plies"], extremes: &[("longest", Direction::Highest)] };
const OUTCOMES: [&str; 4] = ["player1", "player2", "draw", "unresolved"];
const UNRESOLVED: usize = 3;

/// Who plays: `random,perfect`, player 1 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing(pub [Kind; 2]);

impl Default for Pairing {
    fn default() -> Self {
        Self([Kind::Random; 2])
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

/// Not two players with a comma between.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two players are random, greedy, perfect, minimax:d or mcts:n, with a comma between")]
pub struct UnknownPairing;

impl FromStr for Pairing {
    type Err = UnknownPairing;

    fn from_str(text: &str) -> Result<Self, UnknownPairing> {
        let (one, two) = text.split_once(',').ok_or(UnknownPairing)?;
        let kind = |name: &str| name.trim().parse().map_err(|_| UnknownPairing);
        Ok(Self([kind(one)?, kind(two)?]))
    }
}

/// Two players who can sit down: known from the start, seated with the first game. A perfect player solves the game
/// then, which a report of games played elsewhere need not wait for.
pub(crate) struct Seats<G: Evaluate + Solvable> {
    pairing: Pairing,
    taken: OnceLock<[Seat<G>; 2]>,
}

impl<G: Evaluate + Solvable> Seats<G>
where
    G::Solution: 'static,
{
    /// Keeps both seats for games from `start`.
    ///
    /// # Errors
    /// Why one of the players cannot sit down.
    pub fn new(pairing: Pairing, start: &G) -> Result<Self, SeatError<G::TooHard>> {
        pairing.0.into_iter().try_for_each(|kind| kind.check_seat(start))?;
        Ok(Self { pairing, taken: OnceLock::new() })
    }

    /// Who plays.
    pub fn pairing(&self) -> Pairing {
        self.pairing
    }

    fn taken(&self, start: &G) -> &[Seat<G>; 2] {
        let seat = |kind: Kind| kind.seat(start).expect("a player that was checked sits down");
        self.taken.get_or_init(|| self.pairing.0.map(seat))
    }

    /// Plays the games of a range of deals.
    pub fn play(&self, start: &G, max_plies: u64, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let families = [Purpose::Player1, Purpose::Player2].map(|purpose| streams.family(purpose));
        let seats = self.taken(start);
        for deal in deals {
            let [mut first, mut second] = families.map(|family| family.stream(deal));
            let (mut state, mut plies) = (start.clone(), 0);
            let players = [seats[0].as_ref() as _, seats[1].as_ref() as _];
            let outcome = play_out(&mut state, players, [&mut first, &mut second], max_plies, |_| plies += 1);
            let outcome = outcome.expect("players make legal moves");
            tally.histograms[0].add(index(outcome));
            if outcome.is_some() {
                tally.histograms[1].add(plies);
                tally.extremes[0].offer(plies as u64, deal);
            }
        }
    }
}

fn index(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Winner(Side::One)) => 0,
        Some(Outcome::Winner(Side::Two)) => 1,
        Some(Outcome::Draw | Outcome::Left(_)) => 2,
        None => UNRESOLVED,
    }
}

/// The shares of the outcomes; unresolved games may have had any other one.
pub(crate) fn proportions(tally: &Tally) -> Vec<Proportion> {
    let outcomes = &tally.histograms[0];
    let undecided = |index| if index == UNRESOLVED { 0 } else { outcomes.count(UNRESOLVED) };
    let proportion =
        |index| Proportion { count: outcomes.count(index), undecided: undecided(index), total: tally.deals };
    (0..OUTCOMES.len()).map(proportion).collect()
}

/// Fills in the rows; `exact` gives the chances of player 1, player 2 and a draw where they are known. `listed` is the
/// number of outcomes that the game can have.
pub(crate) fn report(tally: &Tally, settings: &[Cell], listed: usize, exact: Option<[f64; 3]>, summary: &mut Summary) {
    for (index, (name, proportion)) in OUTCOMES.into_iter().zip(proportions(tally)).take(listed).enumerate() {
        let exact = exact.and_then(|exact| exact.get(index).copied());
        add_row(summary, settings, &Row { name: name.to_owned(), proportion, exact });
        summary.add_proportion(name, proportion);
    }
    summary.add_quantity("plies", Moments::of(&tally.histograms[1], 0));
}
