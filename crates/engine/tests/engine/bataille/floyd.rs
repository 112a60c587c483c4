//! A slow definition of the end of a game of bataille: the handout's tortoise and hare, and a check by playing.

use pioche_engine::games::Player;
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState};

/// Defines [`BatailleState::game`] by Floyd's algorithm: of two games from the same start, the hare plays two rounds
/// for each round of the tortoise. The game is endless if and only if they meet.
///
/// They meet at the first multiple of the period that is at least the pre-period. A tortoise that restarts, one round
/// at a time with the hare, first meets it at the pre-period; the hare returns there after one period.
///
/// With a limit, rounds are played until the game is over or the limit is reached.
pub fn game_by_floyd(state: &mut BatailleState, max_rounds: u64) -> BatailleEnding {
    if max_rounds < u64::MAX {
        return game_with_limit(state, max_rounds);
    }
    let (mut tortoise, mut hare) = (state.clone(), state.clone());
    let mut rounds = 0;
    while !hare.is_over() {
        tortoise.try_play_round();
        for _ in 0..2 {
            rounds += u64::from(!hare.is_over());
            hare.try_play_round();
        }
        if !hare.is_over() && hare == tortoise {
            let (mut again, mut pre_period) = (state.clone(), 0);
            while again != hare {
                again.try_play_round();
                hare.try_play_round();
                pre_period += 1;
            }
            let period = rounds_to_return(&mut hare);
            *state = again;
            return BatailleEnding {
                outcome: BatailleOutcome::Endless { period, pre_period },
                rounds: pre_period + period,
            };
        }
    }
    *state = hare;
    BatailleEnding {
        outcome: outcome_by_cards(state),
        rounds,
    }
}

/// Plays at most `max_rounds` rounds, one by one, as the handout's `game(turns)`.
fn game_with_limit(state: &mut BatailleState, max_rounds: u64) -> BatailleEnding {
    let mut rounds = 0;
    while rounds < max_rounds && !state.is_over() {
        state.try_play_round();
        rounds += 1;
    }
    let outcome = if state.is_over() {
        outcome_by_cards(state)
    } else {
        BatailleOutcome::CutOff {
            leader: state.leader(),
        }
    };
    BatailleEnding { outcome, rounds }
}

fn outcome_by_cards(state: &BatailleState) -> BatailleOutcome {
    match state.leader() {
        Some(Player::One) => BatailleOutcome::Player1,
        Some(Player::Two) => BatailleOutcome::Player2,
        None => BatailleOutcome::Draw,
    }
}

/// Plays an endless game until its state returns. Returns the number of rounds.
fn rounds_to_return(state: &mut BatailleState) -> u64 {
    let start = state.clone();
    let mut rounds = 0;
    loop {
        state.try_play_round();
        rounds += 1;
        if *state == start {
            return rounds;
        }
    }
}
