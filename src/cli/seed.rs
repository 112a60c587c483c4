//! The seed of a command: given, or drawn by the system and told.

use super::args::SeedChoice;
use super::console::Console;
use crate::lang::{Problem, Remark};
use pioche_engine::sim::Seed;
use rand::TryRng;

/// The seed that was chosen; a drawn one is told.
///
/// # Errors
/// When the system has no randomness to give.
pub fn drawn(choice: SeedChoice, console: &Console) -> Result<Seed, Problem> {
    match choice {
        SeedChoice::Given(seed) => Ok(Seed(seed)),
        SeedChoice::Random => {
            let seed = rand::rngs::SysRng.try_next_u64().map_err(|_| Problem::NoEntropy)?;
            // Even a quiet run has to tell it: without it nothing could be done again.
            Console { quiet: false, ..*console }.remark(&Remark::DrawnSeed { seed });
            Ok(Seed(seed))
        }
    }
}
