//! Alak (handout 002): all its faces.

#[cfg(feature = "report")]
pub mod args;
#[cfg(feature = "report")]
pub mod chapter;
#[cfg(feature = "play")]
mod dialogue;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(all(feature = "play", feature = "report"))]
mod play;
#[cfg(feature = "report")]
mod said;
#[cfg(feature = "screen")]
mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "report")]
mod table;
#[cfg(feature = "play")]
mod talk;
#[cfg(feature = "report")]
pub mod values;
#[cfg(feature = "report")]
pub mod verbs;
#[cfg(feature = "report")]
pub mod words;

#[cfg(feature = "report")]
use super::Faces;
use super::duel::experiment::Pairing;
use super::{StudyRuns, Topic, boxed};
use crate::games::alak::{Cells, Edge, OwnGroup, Rules, State};

/// Alak.
pub static TOPIC: Topic = Topic {
    name: "alak",
    named: |settings| experiment::Alak::named(settings).map(boxed),
    study,
    nanoseconds: |settings| 350.0 * settings.get::<f64>("cells").unwrap_or(9.0),
    #[cfg(feature = "report")]
    faces: Faces {
        words: words::WORDS,
        table: Some(table::text),
        chapter: chapter::CHAPTER,
        #[cfg(feature = "charts")]
        figures: figures::FIGURES,
        simulate: verbs::SIMULATE,
        solve: Some(verbs::SOLVE),
        show: Some(verbs::SHOW),
        own: &[],
        #[cfg(feature = "play")]
        play: Some(play::PLAY),
    },
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
            Some((boxed(experiment::Alak::new(start, Pairing::default(), None).ok()?), 20_000))
        })
    });
    games.collect()
}
