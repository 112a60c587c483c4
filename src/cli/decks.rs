//! The deck of a game at the table: from a file, or from a seed and a number.

use super::args::{DealArgs, PackArgs};
use super::console::{Console, Failure};
use super::files::{name, read};
use super::seed::drawn;
use crate::cards::Card;
use crate::sim::Streams;
use crate::topics::Alliances;
use crate::topics::alliances::deck::in_file;
use crate::topics::given::File;
use std::path::PathBuf;

/// The deck of one command: from FILE, or dealt.
#[derive(Clone, Debug, clap::Args)]
pub struct DeckArgs {
    /// File with a deck in the handout's format, `-` for the standard input; without it, a deal of --seed is used
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "deal"])]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub pack: PackArgs,
    #[command(flatten)]
    pub deal: DealArgs,
}

impl DeckArgs {
    /// The deck.
    ///
    /// # Errors
    /// When the file holds none.
    pub fn deck(&self, console: &Console) -> Result<Vec<Card>, Failure> {
        match &self.file {
            Some(file) => Ok(in_file(&File::new(name(file), |most| read(file, most)), self.pack.given()?)?),
            None => {
                let experiment = Alliances { pack: self.pack.pack()?, improve: None };
                Ok(experiment.deck(&Streams::new(drawn(self.deal.seed, console)?), self.deal.deal))
            }
        }
    }
}
