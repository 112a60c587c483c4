//! `simulate bataille` and `simulate bataille-pairs`.

use super::SimulateArgs;
use crate::cli::args::{CountRange, mixing, order, turns, values};
use crate::cli::console::{Console, Done, Failure};
use crate::cli::files::{Pending, name};
use crate::games::bataille::{Order, Values};
use crate::lang::Remark;
use crate::sim::{Run, Streams};
use crate::topics::decks::ShuffleMethod;
use crate::topics::{Bataille, Pairs, Question};
use std::path::PathBuf;

/// `simulate bataille`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateBataille {
    /// Number of values, of four cards each: 13, or a range such as 11..13
    #[arg(long, value_name = "V", default_value = "13", value_parser = values, allow_hyphen_values = true)]
    values: CountRange,
    /// Who lays first: fixed (always player 1) or alternating
    #[arg(long, value_name = "ORDER", default_value = "fixed", value_parser = order())]
    order: Order,
    /// Shuffle of the sorted deck: riffle:m for m riffles, or uniform
    #[arg(long, value_name = "SHUFFLE", default_value = "riffle:7", value_parser = mixing)]
    shuffle: ShuffleMethod,
    /// Leave games unresolved that have neither ended nor repeated after N rounds
    #[arg(long, value_name = "N", value_parser = turns, allow_hyphen_values = true)]
    turns: Option<u64>,
    /// Save the hands of the longest finite game, for `show bataille`
    #[arg(long, value_name = "FILE")]
    keep_longest: Option<PathBuf>,
    /// Save the hands of the first endless game, for `show bataille`
    #[arg(long, value_name = "FILE")]
    keep_endless: Option<PathBuf>,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateBataille {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let experiment = |values| Bataille { values, order: self.order, shuffle: self.shuffle, max_rounds: self.turns };
        let experiments: Vec<Bataille> = packs(self.values).map(experiment).collect();
        let questions: Vec<Box<dyn Question>> = experiments.iter().map(|&one| Box::new(one) as Box<_>).collect();
        let mut opener = self.common.opener();
        let longest = opener.open_some(self.keep_longest.as_ref())?;
        let endless = opener.open_some(self.keep_endless.as_ref())?;
        self.common.simulate(&questions, opener, console, |finding| {
            let all = || experiments.iter().zip(finding.runs).zip(finding.summaries);
            if let Some(pending) = longest {
                let best = all().filter_map(|(game, summary)| Some((game, summary.best?)));
                let best =
                    best.max_by_key(|(_, best)| best.reached).map(|(game, best)| (game, best.deal, Some(best.reached)));
                keep(pending, self.keep_longest.as_ref(), best, console)?;
            }
            if let Some(pending) = endless {
                let first = all().find_map(|(game, summary)| Some((game, summary.endless?, None)));
                keep(pending, self.keep_endless.as_ref(), first, console)?;
            }
            Ok(())
        })
    }
}

/// Saves the hands of one deal, if there is one to save.
fn keep(
    pending: Pending,
    path: Option<&PathBuf>,
    found: Option<((&Bataille, &Run), u64, Option<u64>)>,
    console: &Console,
) -> Result<(), Failure> {
    let file = path.map(|path| name(path)).unwrap_or_default();
    let Some(((experiment, run), deal, rounds)) = found else {
        console.remark(&Remark::NothingToKeep { file });
        return Ok(());
    };
    let hands = experiment.state(&Streams::new(run.plan.seed), deal).hands();
    pending.write(format!("{hands}\n").as_bytes())?;
    let values = u64::from(experiment.values.get());
    console.remark(&Remark::KeptHands { file, values, deal, rounds });
    Ok(())
}

/// The packs of a range of numbers of values, which the parser has bounded.
fn packs(range: CountRange) -> impl Iterator<Item = Values> {
    range.numbers().filter_map(|values| Values::new(values).ok())
}

/// `simulate bataille-pairs`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulatePairs {
    /// Number of values, of four cards each: 13, or a range such as 11..13
    #[arg(long, value_name = "V", default_value = "13", value_parser = values, allow_hyphen_values = true)]
    values: CountRange,
    /// Shuffle of the sorted deck: riffle:m for m riffles, or uniform
    #[arg(long, value_name = "SHUFFLE", default_value = "riffle:7", value_parser = mixing)]
    shuffle: ShuffleMethod,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulatePairs {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let question = |values| Box::new(Pairs { values, shuffle: self.shuffle }) as Box<dyn Question>;
        let questions: Vec<_> = packs(self.values).map(question).collect();
        self.common.simulate(&questions, self.common.opener(), console, |_| Ok(()))
    }
}
