//! Bataille (handout 003): all its faces.

mod answers;
pub mod args;
pub mod chapter;
pub mod figures;
pub mod film;
mod findings;
pub mod pairs;
pub mod riffles;
mod said;
pub mod show;
pub mod simulate;
mod table;
pub mod words;

use super::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{Order, Values};

/// Bataille. Nobody plays it: nothing can be chosen.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    study,
    nanoseconds: |settings| if settings.get::<Order>("order") == Some(Order::Alternating) { 500.0 } else { 1800.0 },
    words: words::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: simulate::SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    own: &[],
    play: None,
};

/// Every number of values in both orders, and how 13 values change with the riffles.
fn study() -> StudyRuns {
    let game = |values: u64, order, shuffle| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(pioche_engine::experiments::bataille::Bataille { values, order, shuffle, max_rounds: None }), 100_000)
    };
    let mut runs = Vec::new();
    for order in Order::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    runs
}
