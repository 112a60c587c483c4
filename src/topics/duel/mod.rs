//! What all games of two players share. A game joins with an implementation of [`game::Duel`], and takes its faces from
//! here: [`verbs::topic`].

pub mod chapter;
pub mod game;
pub mod said;
pub mod table;
pub mod verbs;
