//! Peg solitaire (handout 001): all its faces.

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
mod keep;
#[cfg(all(feature = "play", feature = "report"))]
mod play;
#[cfg(feature = "report")]
mod said;
#[cfg(feature = "screen")]
mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "report")]
pub mod solve;
#[cfg(feature = "play")]
mod talk;
#[cfg(feature = "report")]
pub mod verbs;
#[cfg(feature = "report")]
pub mod words;

#[cfg(feature = "report")]
use super::Faces;
use super::{StudyRuns, Topic, boxed};
use crate::games::solitaire::Board;

/// Peg solitaire.
pub static TOPIC: Topic = Topic {
    name: "solitaire",
    named: |settings| experiment::Solitaire::named(settings).map(boxed),
    study,
    nanoseconds: |_| 800.0,
    #[cfg(feature = "report")]
    faces: Faces {
        words: words::WORDS,
        table: None,
        chapter: chapter::CHAPTER,
        #[cfg(feature = "charts")]
        figures: figures::FIGURES,
        simulate: verbs::SIMULATE,
        solve: Some(solve::SOLVE),
        show: Some(verbs::SHOW),
        own: &[],
        #[cfg(feature = "play")]
        play: Some(play::PLAY),
    },
};

/// Every hole of the handout's triangle.
fn study() -> StudyRuns {
    let board = Board::triangle(5).ok();
    let holes = board.into_iter().flat_map(|board| (0..board.cells()).map(move |hole| (board, hole)));
    let games = holes.filter_map(|(board, hole)| experiment::Solitaire::new(board, hole));
    games.map(|game| (boxed(game), 50_000)).collect()
}
