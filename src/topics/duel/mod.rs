//! The common parts of two-player games. A game implements [`game::TwoPlayerTopic`], and [`verbs::two_player_topic`]
//! creates its topic.

pub mod chapter;
pub mod dialogue;
pub mod game;
pub mod messages;
pub mod options;
pub mod verbs;
