//! The checks of games and results that others have made, for `check` and `check-solution`.
//!
//! A text is read whole in a documented form, or refused with the place, the word and a line as it should be.
//!
//! | module | contents |
//! |---|---|
//! | [`check`] | decks, and games as `show` and `play` print them or as `play` saves them |
//! | [`solution`] | hand-ins: tables, pairs and lists of numbers, which are compared with simulations |
//!
//! The package stands on [`pioche_topics`], whose games and tables are the forms that are read, on [`pioche_play`], whose
//! dialogues are one of them, and below these on [`pioche_report`] and [`pioche_engine`].

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod check;
pub mod solution;
