//! Nim with one heap, as the handout plays it: rules and exact answers, no screen, no generator.
//!
//! # The rules
//!
//! - Matches lie on the table. In turn, each of two players takes 2 or 3 of them (or another set of takes); player 1
//!   begins.
//! - Who takes the last match wins. When matches are left but too few for any take, the game is a draw: under {2, 3},
//!   when one is left.
//!
//! # Points settled
//!
//! - `jeu_fini` is true when the game is over, as its examples say and its prose does not. With 1 match left the game
//!   is a draw whoever moved, so taking 2 from 3 is legal and draws. A start with 1 match is a draw at once; a start
//!   with 0 is refused.
//! - Any set of takes may be chosen; a take of 0 is refused. "Ordre" only says who is player 1.
//!
//! # The handout's slip
//!
//! The handout's `evaluation` is signed for player 1 ([`Evaluate`](crate::games::Evaluate)): 1 is good for player 1, whoever moves. At the
//! horizon its `min_max` multiplies it by 1 or -1 once more, according to who moves there. At the depth that it
//! imposes, 1, the leaves belong to the other player. A computer that plays second finds player 1 at the leaves, whose
//! factor is 1, and plays well; one that plays first finds player 2 there, whose factor is -1, and so takes the worst
//! for the best. [`crate::players`]' minimax takes the evaluation as it is signed. A test keeps the sizes where the
//! slip costs something.

mod law;
mod solve;
mod state;

pub use law::{Law, Style, law};
pub use solve::{Period, Solution, Value, period};
pub use state::{Nim, Refusal, Take, TakeSet};
