//! What others have made, checked: [`check`] reads printed games, [`solution`] hand-ins of numbers.
//!
//! A text is read whole in a documented form, or refused with the place, the word and a line as it should be.

pub mod check;
pub mod solution;
