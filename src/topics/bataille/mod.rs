//! Bataille (handout 003): all its faces.

mod answers;
pub mod args;
pub mod chapter;
pub mod figures;
pub mod film;
pub mod pairs;
pub mod show;
mod table;

use crate::lang::{Problem, Text};
use crate::topics::given::Given;
use crate::topics::rows::{ASKING, OUTCOME};
use crate::topics::verb::Simulate;
use crate::topics::{StudyRuns, Topic, boxed};
use args::{ORDER, SHUFFLE, TURNS, VALUES};
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{Order, Values};

/// Bataille. Nobody plays it: nothing can be chosen.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    study,
    nanoseconds: |settings| if settings.get::<Order>("order") == Some(Order::Alternating) { 500.0 } else { 1800.0 },
    words: args::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    own: &[],
    play: None,
};

/// Every number of values in both orders, and how 13 values change with the riffles.
fn study() -> StudyRuns {
    let game = |values: u64, order, shuffle| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(Bataille { values, order, shuffle, max_rounds: None }), 100_000)
    };
    let mut runs = Vec::new();
    for order in Order::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    runs
}

pub const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La bataille : qui gagne, en combien de temps, et combien de parties sont infinies",
        "Bataille: who wins, how long it takes, how often it never ends",
    ),
    options: &[VALUES.range("11..13"), ORDER.one(), SHUFFLE.one(), TURNS.one()],
    row: &[OUTCOME.one().with(ASKING)],
    questions: |given| Ok(experiments(given)?.into_iter().map(boxed).collect()),
};

fn experiments(given: &Given<'_>) -> Result<Vec<Bataille>, Problem> {
    let (order, shuffle, max_rounds) = (given.get(&ORDER)?, given.get(&SHUFFLE)?, given.maybe(&TURNS)?);
    let packs: Vec<Values> = given.range(&VALUES)?;
    Ok(packs.into_iter().map(|values| Bataille { values, order, shuffle, max_rounds }).collect())
}
