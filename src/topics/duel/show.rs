//! One recorded game of two players, move by move.

use super::experiment::Contest;
#[cfg(feature = "charts")]
use crate::draw::film::{Film, ReelError, Wanted};
use crate::lang::Problem;
use crate::topics::given::Given;
use crate::topics::recorded::{moves, told, words};
use crate::topics::verb::Answer;

/// Films a game from its start and its moves.
#[cfg(feature = "charts")]
pub type Filmed<G> =
    fn(&G, &[<G as crate::games::Game>::Move], Wanted) -> Result<Film, ReelError<<G as crate::games::Game>::Refusal>>;

/// The game in the file, from `start`.
///
/// # Errors
/// When the file holds none.
pub fn show<G: Contest<Move: 'static>>(
    given: &Given<'_>,
    start: G,
    #[cfg(feature = "charts")] film: Filmed<G>,
) -> Result<Answer, Problem> {
    let file = given.file().ok_or_else(|| Problem::MissingArgument { names: "FILE".into() })?;
    let moves = moves::<G>(file, words)?;
    let answer = told(start.clone(), &moves, file.name())?;
    #[cfg(feature = "charts")]
    let answer = answer.filmed(move |wanted, _| film(&start, &moves, wanted));
    Ok(answer)
}
