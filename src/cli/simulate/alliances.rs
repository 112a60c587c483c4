//! `simulate alliances`.

use super::SimulateArgs;
use crate::cards::deck::Text;
use crate::cli::args::{MaybeImprovement, PackArgs, improvement_or_none};
use crate::cli::console::{Console, Done, Failure};
use crate::cli::files::name;
use crate::games::alliances::improve::Improver;
use crate::lang::{Problem, Remark};
use crate::sim::Streams;
use crate::topics::Alliances;
use std::path::PathBuf;

/// `simulate alliances`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateAlliances {
    #[command(flatten)]
    pack: PackArgs,
    /// Best change of each stock before the game: none, exchange of two neighbours, swap of any two cards, move of one
    #[arg(long, value_name = "CHANGE", default_value = "none", value_parser = improvement_or_none())]
    improve: MaybeImprovement,
    /// Save the deck that gave the fewest piles, in the handout's format
    #[arg(long, value_name = "FILE")]
    keep_best: Option<PathBuf>,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateAlliances {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let pack = self.pack.pack()?;
        if pack.size() < 2 && self.improve.is_some() {
            let problem = Box::new(Problem::NothingToChange);
            return Err(Problem::BadArgument { flag: "--improve".into(), problem }.into());
        }
        let experiment = Alliances { pack, improve: self.improve };
        let mut opener = self.common.opener();
        let keep_best = opener.open_some(self.keep_best.as_ref())?;
        self.common.simulate(&[Box::new(experiment)], opener, console, |finding| {
            let best = finding.summaries.first().and_then(|summary| summary.best);
            if let (Some(pending), Some(best), Some(run)) = (keep_best, best, finding.runs.first()) {
                let mut deck = experiment.deck(&Streams::new(run.plan.seed), best.deal);
                if let Some(best) = self.improve.and_then(|improve| Improver::default().best(&deck, improve)) {
                    best.change.apply(&mut deck);
                }
                pending.write(format!("{}\n", Text(&deck)).as_bytes())?;
                let file = self.keep_best.as_deref().map(name).unwrap_or_default();
                console.remark(&Remark::BestDeck { file, deal: best.deal, piles: best.reached });
            }
            Ok(())
        })
    }
}
