//! One game of two players, move by move: one that was recorded, or any of a simulation.

use super::args::{MAX_PLIES, PLAYERS, seatless};
use super::session::Duel;
use crate::draw::film::{Film, ReelError, Wanted};
use crate::lang::{Problem, Text};
use crate::topics::given::Given;
use crate::topics::recorded::{Explained, Recorded, in_file, told, words};
use crate::topics::setting::Setting;
use crate::topics::verb::Answer;
use pioche_engine::experiments::duel::{Contest, Match};
use pioche_engine::players::Duel as Played;
use pioche_engine::sim::{Seed, Streams};

/// Films a game from its start and its moves.
pub type Filmed<G> = fn(
    &G,
    &[<G as pioche_engine::games::Game>::Move],
    Wanted,
) -> Result<Film, ReelError<<G as pioche_engine::games::Game>::Refusal>>;

/// Who plays the game that is shown.
pub const WHO: Setting = Setting {
    help: Text::new(
        "Les joueurs de la simulation dont on montre la partie, le joueur 1 en premier : au hasard (random), glouton \
         (greedy), parfait (perfect), minimax:d, mcts:n",
        "The players of the simulation whose game is shown, player 1 first: random, greedy, perfect, minimax:d, mcts:n",
    ),
    ..PLAYERS
};

/// The options that a file of a game excludes.
pub const SIMULATED: &[&str] = &["players", "seed", "deal"];

/// How a game is explained and filmed.
pub struct Telling<G: Contest + Duel> {
    /// What is said of a move.
    pub explained: Explained<G>,
    /// Its film.
    pub film: Filmed<G>,
}

/// The game in the file, or else the game of this number of a simulation, from `start`.
///
/// # Errors
/// When the file holds none, or a player cannot take its seat.
pub fn show<G: Contest<Move: 'static> + Duel + Recorded>(
    given: &Given<'_>,
    start: fn(&Given<'_>) -> Result<G, Problem>,
    telling: &Telling<G>,
) -> Result<Answer, Problem> {
    let (start, moves) = match given.file() {
        Some(file) => in_file(file, || start(given), words)?,
        None => simulated(given, start(given)?)?,
    };
    let name = given.file().map_or("", |file| file.name());
    let answer = told(given, start.clone(), &moves, name, telling.explained)?;
    let answer = {
        let film = telling.film;
        answer.filmed(move |wanted, _| film(&start, &moves, wanted))
    };
    Ok(answer)
}

/// A game of the simulation that was asked for.
fn simulated<G: Contest + Duel>(given: &Given<'_>, start: G) -> Result<(G, Vec<G::Move>), Problem> {
    let game = Match::new(start.clone(), given.get(&PLAYERS)?, given.maybe(&MAX_PLIES)?);
    let game = game.map_err(seatless::<G>)?;
    let Played { plies, .. } = game.game(&Streams::new(Seed(given.seed)), given.deal);
    Ok((start, plies))
}
