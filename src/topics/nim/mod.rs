//! Nim (handout 004): all its faces.

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
#[cfg(feature = "play")]
pub mod opening;
#[cfg(all(feature = "play", feature = "report"))]
mod play;
#[cfg(feature = "report")]
mod said;
#[cfg(feature = "screen")]
mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "play")]
mod talk;
#[cfg(feature = "report")]
pub mod verbs;
#[cfg(feature = "report")]
pub mod words;

#[cfg(feature = "report")]
use super::Faces;
use super::duel::experiment::Pairing;
use super::{StudyRuns, Topic, boxed};
use crate::games::nim::{Nim, TakeSet};
use crate::players::Kind;

/// Nim.
pub static TOPIC: Topic = Topic {
    name: "nim",
    named: |settings| experiment::Nim::named(settings).map(boxed),
    study,
    nanoseconds: |_| 700.0,
    #[cfg(feature = "report")]
    faces: Faces {
        words: words::WORDS,
        table: None,
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

/// Random players, and each of them against a perfect one.
fn study() -> StudyRuns {
    let pairings = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
    let games = pairings.into_iter().flat_map(|pair| {
        (2..=30).filter_map(move |matches| {
            let start = Nim::new(TakeSet::default(), matches).ok()?;
            Some((boxed(experiment::Nim::new(start, Pairing(pair), None).ok()?), 20_000))
        })
    });
    games.collect()
}
