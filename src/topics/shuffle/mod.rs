//! Riffle shuffles (handout 003, part 2): all their faces.

pub mod args;
pub mod chapter;

use super::{StudyRuns, Topic, boxed};
use crate::{lang::Text, topics::verb::Simulate};

/// Riffle shuffles. A shuffle is no game: there is nothing to solve, to show or to play.
pub static TOPIC: Topic = Topic {
    name: "shuffle",
    study,
    nanoseconds: |settings| 80.0 * settings.get::<f64>("riffles").unwrap_or(7.0),
    words: args::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: chapter::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: None,
    own: &[],
    play: None,
};

const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "Le mélange américain : à quelle distance de l'uniforme est le jeu de cartes ?",
        "Riffle shuffles: how far from uniform is the deck?",
    ),
    options: &[args::CARDS.one(), args::RIFFLES.range("1..12")],
    row: &[args::STATISTIC.one().with(super::rows::ASKING)],
    questions: |given| {
        let cards = given.get(&args::CARDS)?;
        let all: Vec<u32> = given.range(&args::RIFFLES)?;
        Ok(all
            .into_iter()
            .map(|riffles| boxed(pioche_engine::experiments::shuffle::Shuffle::new(cards, riffles)))
            .collect())
    },
};

fn study() -> StudyRuns {
    let riffles = |cards: usize| {
        (0..=12).map(move |riffles| (boxed(pioche_engine::experiments::shuffle::Shuffle::new(cards, riffles)), 100_000))
    };
    riffles(52).chain(riffles(32)).collect()
}
