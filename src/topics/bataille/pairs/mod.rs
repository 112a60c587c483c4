//! Bataille on paired deals (handout 003): is it an advantage to be player 1, or to lay first?

#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "report")]
pub mod words;

#[cfg(feature = "report")]
use super::args::{SHUFFLE, VALUES};
use crate::games::bataille::Values;
#[cfg(feature = "report")]
use crate::topics::Faces;
use crate::topics::decks::ShuffleMethod;
#[cfg(feature = "report")]
use crate::topics::verb::Simulate;
use crate::topics::{StudyRuns, Topic, boxed};

/// Paired deals. There is no game of them to be shown or played but bataille's own.
pub static TOPIC: Topic = Topic {
    name: "bataille-pairs",
    named: |settings| experiment::Pairs::named(settings).map(boxed),
    study,
    nanoseconds: |_| 18_000.0,
    #[cfg(feature = "report")]
    faces: Faces {
        words: words::WORDS,
        table: None,
        chapter: chapter::CHAPTER,
        #[cfg(feature = "charts")]
        figures: figures::FIGURES,
        simulate: SIMULATE,
        solve: None,
        show: None,
        own: &[],
        #[cfg(feature = "play")]
        play: None,
    },
};

#[cfg(feature = "report")]
const SIMULATE: Simulate = Simulate {
    about: crate::lang::Text::new(
        "La bataille sur des donnes appariées : les deux ordres de pose, et les mains échangées",
        "Bataille on paired deals: both orders of laying, and the hands exchanged",
    ),
    options: &[VALUES.range("11..13"), SHUFFLE.one()],
    keeps: &[],
    questions: |given| {
        let shuffle = given.get(&SHUFFLE)?;
        let packs: Vec<Values> = given.range(&VALUES)?;
        Ok(packs.into_iter().map(|values| boxed(experiment::Pairs { values, shuffle })).collect())
    },
};

/// Both orders and exchanged hands on the same deals.
fn study() -> StudyRuns {
    let pair = |values: u64| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(experiment::Pairs { values, shuffle: ShuffleMethod::Uniform }), 20_000)
    };
    (11..=13).map(pair).collect()
}
