//! Nim (handout 004): all its faces.

pub mod args;
pub mod chapter;
mod dialogue;
pub mod figures;
pub mod film;
pub mod opening;
mod play;
mod said;
mod screen;
pub mod session;
mod talk;
pub mod verbs;
pub mod words;

use super::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::nim::{Nim, TakeSet};
use pioche_engine::players::Kind;

/// Nim.
pub static TOPIC: Topic = Topic {
    name: "nim",
    study,
    nanoseconds: |_| 700.0,
    words: words::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: verbs::SIMULATE,
    solve: Some(verbs::SOLVE),
    show: Some(verbs::SHOW),
    own: &[],
    play: Some(play::PLAY),
};

/// Random players, and each of them against a perfect one.
fn study() -> StudyRuns {
    let pairings = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
    let games = pairings.into_iter().flat_map(|pair| {
        (2..=30).filter_map(move |matches| {
            let start = Nim::new(TakeSet::default(), matches).ok()?;
            Some((boxed(pioche_engine::experiments::nim::Nim::new(start, Pairing(pair), None).ok()?), 20_000))
        })
    });
    games.collect()
}
