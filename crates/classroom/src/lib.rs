//! What others have made, checked: [`check`] reads printed games, [`solution`] hand-ins of numbers.
//!
//! A text is read whole in a documented form, or refused with the place, the word and a line as it should be.
//!
//! The package stands on [`pioche_topics`], whose games and tables are the forms that are read, and on [`pioche_play`], whose
//! dialogues are one of them.

#![forbid(unsafe_code)]

pub mod check;
pub mod solution;
