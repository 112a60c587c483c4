//! `simulate`: many deals, counted. A file a game for its options; what all share stands here.

mod alliances;
mod bataille;
mod boards;
mod shuffle;

use super::args::{IntervalArgs, OutputArgs, RunArgs, SeedChoice};
use super::console::{Console, Done, Failure};
use super::files::Opener;
use super::outputs::Outputs;
use super::progress::Bar;
use crate::lang::{Problem, Remark};
use crate::sim::{Plan, Precision, Progress, Run, RunOptions, Seed, Stopped, tally_file};
use crate::topics::{Question, Summary};
use rand::TryRng;
use std::path::PathBuf;
use std::time::Instant;

/// `simulate`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Simulate {
    /// The patience: probability of at most so many piles, and the gain of a small change of the stock
    #[command(alias = "reussite")]
    Alliances(alliances::SimulateAlliances),
    /// Bataille: who wins, how long it takes, how often it never ends
    Bataille(bataille::SimulateBataille),
    /// Bataille on paired deals: both orders of laying, and the hands exchanged
    #[command(alias = "bataille-paires")]
    BataillePairs(bataille::SimulatePairs),
    /// Riffle shuffles: how far from uniform is the deck?
    #[command(alias = "melange")]
    Shuffle(shuffle::SimulateShuffle),
    /// Peg solitaire: how many pegs does a random player leave?
    Solitaire(boards::SimulateSolitaire),
    /// Alak between two players
    Alak(boards::SimulateAlak),
    /// Nim between two players
    Nim(boards::SimulateNim),
}

impl Simulate {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        match self {
            Self::Alliances(simulate) => simulate.run(console),
            Self::Bataille(simulate) => simulate.run(console),
            Self::BataillePairs(simulate) => simulate.run(console),
            Self::Shuffle(simulate) => simulate.run(console),
            Self::Solitaire(simulate) => simulate.run(console),
            Self::Alak(simulate) => simulate.run(console),
            Self::Nim(simulate) => simulate.run(console),
        }
    }
}

/// The options of every simulation.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateArgs {
    /// Write the counts to FILE, for `report`
    #[arg(long, value_name = "FILE")]
    tally: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    intervals: IntervalArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What a simulation has done, for games that have more to write.
pub struct Finding<'a> {
    /// The runs, in the order of the questions.
    pub runs: &'a [Run],
    /// What they say.
    pub summaries: &'a [Summary],
}

impl SimulateArgs {
    /// An opener that obeys `--force`.
    pub fn opener(&self) -> Opener {
        Opener::new(self.output.force)
    }

    /// Runs the questions one after the other, all on the same seed, and writes what they say; `more` writes what else
    /// the game was asked for.
    pub fn simulate(
        &self,
        questions: &[Box<dyn Question>],
        mut opener: Opener,
        console: &Console,
        more: impl FnOnce(Finding<'_>) -> Result<(), Failure>,
    ) -> Result<Done, Failure> {
        if questions.len() > 1 && self.tally.is_some() {
            let problem = Box::new(Problem::TallyOfMany { runs: questions.len() });
            return Err(Problem::BadArgument { flag: "--tally".into(), problem }.into());
        }
        let outputs = Outputs::open(&self.output, self.tally.as_deref(), questions, &mut opener)?;
        let seed = drawn(self.run.seed, console)?;
        let (mut runs, mut summaries, mut tallies) = (Vec::new(), Vec::new(), Vec::new());
        for question in questions {
            let started = Instant::now();
            let run =
                run(question.as_ref(), self.plan(question.as_ref(), seed), self.run.threads, &self.intervals, console)?;
            let interrupted = run.stopped == Stopped::Interrupted;
            if run.tally.deals > 0 {
                summaries.push(question.summary(&run, self.intervals.confidence, self.intervals.interval));
                tallies.push(tally_file::write(&run, &[format!("elapsed-ms {}", started.elapsed().as_millis())]));
                runs.push(run);
            }
            if interrupted {
                break;
            }
        }
        let Some(last) = runs.last() else {
            console.remark(&Remark::InterruptedAtOnce);
            return Ok(Done::Interrupted);
        };
        let done = if runs.len() < questions.len() { Done::Interrupted } else { ended(last, console) };
        more(Finding { runs: &runs, summaries: &summaries })?;
        outputs.write(&summaries, &tallies, console)?;
        Ok(done)
    }

    fn plan(&self, question: &dyn Question, seed: Seed) -> Plan {
        let precision = self.run.precision.map(|half_width| Precision {
            half_width,
            confidence: self.intervals.confidence,
            method: self.intervals.interval,
        });
        let deals = self.run.deals.unwrap_or_else(|| question.default_deals());
        Plan { precision, ..question.plan(seed, deals) }
    }
}

/// How the command of a run ends.
pub fn ended(run: &Run, console: &Console) -> Done {
    if run.stopped == Stopped::Interrupted {
        console.remark(&Remark::Interrupted { done: run.tally.deals, planned: run.plan.deals });
        Done::Interrupted
    } else {
        Done::Success
    }
}

/// Runs a plan with a progress bar.
///
/// # Errors
/// When the threads cannot be started.
pub fn run(
    question: &dyn Question,
    plan: Plan,
    threads: Option<usize>,
    intervals: &IntervalArgs,
    console: &Console,
) -> Result<Run, Problem> {
    let bar = Bar::new(console, &plan.experiment, plan.deals, intervals.confidence, intervals.interval);
    let watch = |progress: Progress<'_>| bar.tick(&progress);
    let options = RunOptions {
        threads,
        processor: console.processor,
        interrupt: Some(console.interrupt),
        watch: Some(&watch),
        ..RunOptions::default()
    };
    let run = question.run(plan, &options).map_err(|error| Problem::NoThreads { problem: error.to_string() });
    bar.finish();
    run
}

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
