//! The parts that all two-player games share. A game implements [`game::TwoPlayerTopic`]; [`verbs::topic`] makes its topic
//! of it.

pub mod chapter;
pub mod dialogue;
pub mod game;
pub mod messages;
pub mod options;
pub mod verbs;
