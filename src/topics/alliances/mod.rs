//! La réussite des alliances (handout 000): all its faces.

mod answers;
pub mod args;
pub mod chapter;
pub mod deck;
mod dialogue;
mod estimates;
pub mod figures;
pub mod film;
mod findings;
mod play;
pub mod players;
mod said;
mod screen;
pub mod show;
pub mod simulate;
pub mod solve;
pub mod table;
mod typed;
pub mod verbs;
pub mod words;

use super::{StudyRuns, Topic, boxed};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::{Played, Player};
use pioche_engine::games::alliances::Way;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::{Experiment, Settings};

/// The patience.
pub static TOPIC: Topic = Topic {
    name: "alliances",
    study,
    nanoseconds: cost,
    words: words::WORDS,
    table: Some(table::text),
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: simulate::SIMULATE,
    solve: Some(solve::SOLVE),
    show: Some(show::SHOW),
    own: &[
        ("deal", "donner", verbs::DEAL),
        ("check", "verifier", verbs::CHECK),
        ("improve", "ameliorer", verbs::IMPROVE),
    ],
    play: Some(play::PLAY),
};

/// Two piles are rare with every pack, so each is worth as many deals as the others; a change of the stock costs a game
/// for each place, or each pair of places. Other players come last.
fn study() -> StudyRuns {
    let packs = [(Pack::PIQUET, 100_000), (Pack::MEDICI, 50_000), (Pack::FULL, 25_000)];
    let runs = packs.into_iter().flat_map(|(pack, changed)| {
        let improvements = [
            (None, 100_000_000),
            (Some(Improvement::Exchange), 1_000_000),
            (Some(Improvement::Swap), changed),
            (Some(Improvement::Move), changed),
        ];
        improvements
            .map(|(improve, deals)| (boxed(pioche_engine::experiments::alliances::Alliances { pack, improve }), deals))
    });
    runs.chain(other_players()).collect()
}

/// A game of the rule takes a few dozen nanoseconds; a change of the stock plays one for each place or pair of places,
/// and a player who looks ahead searches.
fn cost(settings: &Settings<'_>) -> f64 {
    let cards = settings.get::<Pack>("cards").unwrap_or(Pack::PIQUET).size() as f64 / 32.0;
    let changed = settings.get::<String>("improve").unwrap_or_default();
    let player = settings.get::<String>("player");
    let each = match (player.as_deref(), changed.as_str()) {
        (Some("perfect"), "none") => 3000.0,
        (Some("perfect"), _) => 30_000.0,
        (Some(_), _) => 2500.0,
        (None, "exchange") => 300.0,
        (None, "swap") => 3500.0,
        (None, "move") => 7000.0,
        (None, _) => 22.0,
    };
    // Rows grow, and so do the places of a change.
    each * cards.powi(if each > 100.0 { 4 } else { 2 })
}

/// Perfect play of each pack, with and without an exchange; then the players who do not look into the stock.
fn other_players() -> impl Iterator<Item = (Box<dyn Experiment>, u64)> {
    let perfect = [(Pack::PIQUET, 1_000_000, 10_000), (Pack::MEDICI, 300_000, 5_000), (Pack::FULL, 100_000, 2_500)];
    let perfect = perfect.into_iter().flat_map(|(pack, deals, changed)| {
        let runs = [(None, deals), (Some(Improvement::Exchange), changed)];
        runs.map(|(improve, deals)| (Played::new(pack, improve, Player::Perfect), deals))
    });
    let ways = Way::ALL.map(|way| (Played::new(Pack::PIQUET, None, Player::Way(way)), 50_000));
    perfect.chain(ways).filter_map(|(played, deals)| Some((boxed(played?), deals)))
}
