//! Many games of bataille.

use super::args::{ORDER, SHUFFLE, TURNS, VALUES};
use crate::lang::{Problem, Text};
use crate::topics::boxed;
use crate::topics::given::Given;
use crate::topics::rows::{ASKING, OUTCOME};
use crate::topics::verb::Simulate;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::bataille::Values;

/// Many games.
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
