//! What all games of two players share. A game joins with an implementation of [`experiment::Contest`], and takes its
//! faces from here.

pub mod args;
pub mod chapter;
pub mod dialogue;
pub mod figures;
pub mod film;
pub mod said;
pub mod screen;
pub mod session;
pub mod show;
mod talk;
pub mod words;
