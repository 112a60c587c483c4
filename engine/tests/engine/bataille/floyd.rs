//! A slow definition of the end of a game of bataille: the handout's tortoise and hare, and a check by playing.

use pioche_engine::games::Player;
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState};

/// Defines [`BatailleState::game`] by Floyd's algorithm: of two games from the same start, the hare plays two rounds
/// for each round of the tortoise. The game is endless if and only if they meet.
///
/// They meet at the first multiple of the period that is at least the pre-period. A tortoise that restarts, one round
/// at a time with the hare, first meets it at the pre-period; the hare returns there after one period.
pub fn game_by_floyd(state: &mut BatailleState, max_rounds: u64) -> BatailleEnding {
    let (mut tortoise, mut hare) = (state.clone(), state.clone());
    let (mut turns, mut rounds) = (0, 0);
    while turns < max_rounds && !hare.is_over() {
        tortoise.try_play_round();
        turns += 1;
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
            if pre_period + period > max_rounds {
                break;
            }
            *state = again;
            return BatailleEnding {
                outcome: BatailleOutcome::Endless { period, pre_period },
                rounds: pre_period + period,
            };
        }
    }
    if hare.is_over() && rounds <= max_rounds {
        *state = hare;
        let outcome = match state.leader() {
            Some(Player::One) => BatailleOutcome::Player1,
            Some(Player::Two) => BatailleOutcome::Player2,
            None => BatailleOutcome::Draw,
        };
        return BatailleEnding { outcome, rounds };
    }
    state.play_rounds(max_rounds);
    BatailleEnding {
        outcome: BatailleOutcome::Unresolved,
        rounds: max_rounds,
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
