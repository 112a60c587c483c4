//! Bataille (handout 003): all its faces.

#[cfg(feature = "report")]
mod answers;
#[cfg(feature = "report")]
pub mod args;
#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(feature = "report")]
mod findings;
pub mod pairs;
pub mod riffles;
#[cfg(feature = "report")]
mod said;
#[cfg(feature = "report")]
pub mod show;
#[cfg(feature = "report")]
pub mod simulate;
#[cfg(feature = "report")]
pub mod words;

#[cfg(feature = "report")]
use super::Faces;
use super::decks::ShuffleMethod;
use super::{StudyRuns, Topic, boxed};
use crate::games::bataille::{Order, Values};

/// Bataille. Nobody plays it: nothing can be chosen.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    named: |settings| experiment::Bataille::named(settings).map(boxed),
    study,
    nanoseconds: |settings| if settings.get::<Order>("order") == Some(Order::Alternating) { 500.0 } else { 1800.0 },
    #[cfg(feature = "report")]
    faces: Faces {
        words: words::WORDS,
        table: None,
        chapter: chapter::CHAPTER,
        #[cfg(feature = "charts")]
        figures: figures::FIGURES,
        simulate: simulate::SIMULATE,
        solve: None,
        show: Some(show::SHOW),
        own: &[],
        #[cfg(feature = "play")]
        play: None,
    },
};

/// Every number of values in both orders, and how 13 values change with the riffles.
fn study() -> StudyRuns {
    let game = |values: u64, order, shuffle| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(experiment::Bataille { values, order, shuffle, max_rounds: None }), 100_000)
    };
    let mut runs = Vec::new();
    for order in Order::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    runs
}
