//! Nim with one heap, as in the handout: the rules, the exact values and their period, and exact laws.
//!
//! ```
//! use pioche_engine::games::nim::{NimRefusal, NimState, TakeSet};
//! use pioche_engine::games::{Game, Outcome, Player};
//!
//! let mut game = NimState::new(TakeSet::default(), 5)?;
//! assert!(matches!(game.play(4), Err(NimRefusal::NotInTakeSet(..))));
//! game.play(2)?;
//! game.play(3)?;
//! assert_eq!(game.outcome(), Some(Outcome::Winner(Player::Two)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules
//!
//! - Matches lie on the table. In turn, each of two players takes 2 or 3 of them (or another set of takes); player 1
//!   begins.
//! - The player that takes the last match wins. When matches are left but too few for any take, the game is a draw:
//!   under {2, 3}, when one is left.
//!
//! # Points settled
//!
//! - `jeu_fini` is true when the game is over, as in the handout's examples and unlike its text. With 1 match left the
//!   game is a draw, so taking 2 from 3 is legal and draws. A start with 1 match is a draw at once; a start
//!   with 0 is refused.
//! - Any set of takes may be chosen; a take of 0 is refused. "Ordre" only determines which player is player 1.
//!
//! # An error in the handout
//!
//! The handout's `evaluation` is signed for player 1 ([`Evaluate`](crate::games::Evaluate)): 1 is good for player 1,
//! whichever player is to move. At the horizon its `min_max` multiplies it again by 1 or -1, depending on the player to
//! move there. At the depth 1 of the handout, the leaves belong to the other player. A computer that plays second has
//! player 1 at the leaves, with the factor 1, and plays well. One that plays first has player 2 there, with the factor
//! -1, and takes the worst move for the best. [`Minimax`](crate::players::Minimax) uses the evaluation without that
//! factor; [`handout_take`] is the handout's choice. A test lists the sizes at which the error matters.

mod law;
mod solve;
mod state;

pub use law::{OutcomeLaw, PlayStyle, outcome_law};
pub use solve::{NimPeriod, NimSolution, NimValue, value_period};
pub use state::{NimRefusal, NimState, TakeSet, handout_take};
