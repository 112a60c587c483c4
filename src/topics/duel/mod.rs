//! The parts that all two-player games share. A game implements [`game::TwoPlayerTopic`]; [`verbs::topic`] makes its topic
//! of it.

pub mod chapter;
pub mod game;
pub mod options;
pub mod said;
pub mod table;
pub mod verbs;
