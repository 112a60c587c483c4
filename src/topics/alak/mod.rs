//! Alak (handout 002): all its faces.

pub mod args;
pub mod chapter;
mod dialogue;
pub mod figures;
pub mod film;
mod play;
mod said;
mod screen;
pub mod session;
mod table;
mod talk;
pub mod values;
pub mod verbs;
pub mod words;

use super::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::alak::{Cells, Edge, OwnGroup, Rules, State};

/// Alak.
pub static TOPIC: Topic = Topic {
    name: "alak",
    study,
    nanoseconds: |settings| 350.0 * settings.get::<f64>("cells").unwrap_or(9.0),
    words: words::WORDS,
    table: Some(table::text),
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: verbs::SIMULATE,
    solve: Some(verbs::SOLVE),
    show: Some(verbs::SHOW),
    own: &[],
    play: Some(play::PLAY),
};

/// The four variants: both edges, with and without the handout's rule 3.
pub fn variants() -> impl Iterator<Item = (Edge, OwnGroup)> {
    [Edge::Line, Edge::Ring].into_iter().flat_map(|edge| [OwnGroup::Spared, OwnGroup::Captured].map(|own| (edge, own)))
}

/// Random players on boards of all sizes that people play on.
fn study() -> StudyRuns {
    let games = variants().flat_map(|(edge, own_group)| {
        (2..=15).filter_map(move |cells| {
            let start = State::new(Rules { cells: Cells::new(cells).ok()?, edge, own_group });
            Some((boxed(pioche_engine::experiments::alak::Alak::new(start, Pairing::default(), None).ok()?), 20_000))
        })
    });
    games.collect()
}
