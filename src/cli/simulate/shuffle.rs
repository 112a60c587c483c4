//! `simulate shuffle`.

use super::SimulateArgs;
use crate::cli::args::{CountRange, deck_size, riffles};
use crate::cli::console::{Console, Done, Failure};
use crate::topics::{Question, Shuffle};

/// `simulate shuffle`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateShuffle {
    /// Number of cards, from 1 to 256
    #[arg(long, value_name = "N", default_value = "52", value_parser = deck_size, allow_hyphen_values = true)]
    cards: usize,
    /// Number of riffles, or a range such as 1..12; 0 is the sorted deck
    #[arg(long, value_name = "M", default_value = "1..12", value_parser = riffles, allow_hyphen_values = true)]
    riffles: CountRange,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateShuffle {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let cards = self.cards;
        let question = |riffles: u64| Box::new(Shuffle { cards, riffles: riffles as u32 }) as Box<dyn Question>;
        let questions: Vec<_> = self.riffles.numbers().map(question).collect();
        self.common.simulate(&questions, self.common.opener(), console, |_| Ok(()))
    }
}
