//! What others have made, checked: hand-ins of numbers.
//!
//! A text is read whole in a documented form, or refused with the place, the word and a line as it should be.

pub mod solution;
