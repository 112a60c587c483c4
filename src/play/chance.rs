//! Where the chance of a session comes from: named here, made elsewhere.

use pioche_engine::games::Player;
use rand::Rng;

/// Which deal of which seed a session is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The master seed.
    pub seed: u64,
    /// The number of the deal, or of the game.
    pub deal: u64,
}

/// The generator for a choice of a player, after so many moves: the same choice again for the same game, whether it
/// was played on, taken back or loaded.
pub type Chance = fn(Origin, Player, usize) -> Box<dyn Rng>;
