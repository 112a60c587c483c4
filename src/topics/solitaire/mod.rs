//! Peg solitaire (handout 001): all its faces.

pub mod args;
pub mod chapter;
mod dialogue;
pub mod figures;
pub mod film;
mod said;
mod screen;
pub mod session;
pub mod solve;
pub mod verbs;

use super::{StudyRuns, Topic, boxed};
use pioche_engine::games::solitaire::Board;

/// Peg solitaire.
pub static TOPIC: Topic = Topic {
    name: "solitaire",
    study,
    nanoseconds: |_| 800.0,
    words: said::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: verbs::SIMULATE,
    solve: Some(solve::SOLVE),
    show: Some(verbs::SHOW),
    own: &[],
    play: Some(verbs::PLAY),
};

/// Every hole of the handout's triangle.
fn study() -> StudyRuns {
    let board = Board::triangle(5).ok();
    let holes = board.into_iter().flat_map(|board| (0..board.cells()).map(move |hole| (board, hole)));
    let games = holes.filter_map(|(board, hole)| pioche_engine::experiments::solitaire::Solitaire::new(board, hole));
    games.map(|game| (boxed(game), 50_000)).collect()
}
