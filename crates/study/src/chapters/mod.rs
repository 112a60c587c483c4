//! The chapters of the study, a module for each topic.

mod alak;
mod alliances;
mod bataille;
mod nim;
mod shuffle;
mod solitaire;

use super::Chapter;

/// All chapters, in the order of the handouts.
pub static CHAPTERS: &[Chapter] = &[
    // This comment makes rustfmt keep one chapter per line.
    alliances::CHAPTER,
    solitaire::CHAPTER,
    alak::CHAPTER,
    shuffle::CHAPTER,
    bataille::CHAPTER,
    nim::CHAPTER,
];
