//! `simulate` and `report`: many deals, counted or counted before.

use super::args::{IntervalArgs, MaybeImprovement, OutputArgs, PackArgs, RunArgs, SeedChoice, improvement_or_none};
use super::console::{Console, Done, Failure};
use super::files::{Opener, name, read};
use super::outputs::Outputs;
use super::progress::Bar;
use crate::cards::deck::Text;
use crate::experiments::{Alliances, Question};
use crate::games::alliances::cheat::Cheat;
use crate::lang::{Problem, Remark};
use crate::sim::tally_file::{self, Flaw};
use crate::sim::{Machine, Plan, Precision, Run, Seed, Stopped, Streams};
use rand::TryRng;
use std::path::PathBuf;
use std::time::Instant;

/// `simulate`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Simulate {
    /// The patience: probability of at most so many piles, and the gain of a small change of the stock
    #[command(alias = "reussite")]
    Alliances(SimulateAlliances),
}

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

impl Simulate {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let Self::Alliances(simulate) = self;
        simulate.run(console)
    }
}

impl SimulateAlliances {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        let pack = self.pack.pack()?;
        if pack.size() < 2 && self.improve.is_some() {
            return Err(
                Problem::BadArgument { flag: "--improve".into(), problem: Box::new(Problem::NothingToChange) }.into()
            );
        }
        let experiment = Alliances { pack, improve: self.improve };
        let question = Question::Alliances(experiment);
        let mut opener = Opener::new(self.output.force);
        let outputs = Outputs::open(&self.output, self.tally.as_deref(), "alliances", &mut opener)?;
        let keep_best = opener.open_some(self.keep_best.as_ref())?;
        let plan = Plan {
            experiment: question.name(),
            seed: drawn(self.run.seed, console)?,
            deals: self.run.deals.unwrap_or_else(|| question.default_deals()),
            precision: self.run.precision.map(|half_width| Precision {
                half_width,
                confidence: self.intervals.confidence,
                method: self.intervals.interval,
            }),
        };
        let started = Instant::now();
        let run = run(&question, plan, self.run.threads, &self.intervals, console)?;
        if run.tally.deals == 0 {
            console.remark(&Remark::InterruptedAtOnce);
            return Ok(Done::Interrupted);
        }
        let summary = question.summary(&run, self.intervals.confidence, self.intervals.interval);
        if let (Some(pending), Some(best)) = (keep_best, summary.best) {
            let mut deck = experiment.deck(&Streams::new(run.plan.seed), best.deal);
            if let Some(best) = self.improve.and_then(|improve| Cheat::default().best(&deck, improve)) {
                best.change.apply(&mut deck);
            }
            pending.write(format!("{}\n", Text(&deck)).as_bytes())?;
            let file = self.keep_best.as_deref().map(name).unwrap_or_default();
            console.remark(&Remark::BestDeck { file, deal: best.deal, piles: best.reached });
        }
        let trailer = [format!("elapsed-ms {}", started.elapsed().as_millis())];
        outputs.write(&[summary], &tally_file::write(&run, &trailer), console)?;
        Ok(ended(&run, console))
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
    question: &Question,
    plan: Plan,
    threads: Option<usize>,
    intervals: &IntervalArgs,
    console: &Console,
) -> Result<Run, Problem> {
    let bar = Bar::new(console, &plan.experiment, plan.deals, intervals.confidence, intervals.interval);
    let watch = |progress: crate::sim::Progress<'_>| bar.tick(&progress);
    let machine = Machine { threads, chunk: None, interrupt: console.interrupt, watch: &watch };
    let run = question.run(plan, &machine).map_err(|error| Problem::NoThreads { problem: error.to_string() });
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

/// No tally file is longer than this, in bytes.
const MAX_TALLY: u64 = 16 << 20;

/// `report`.
#[derive(Clone, Debug, clap::Args)]
pub struct Report {
    /// Tally file of a run
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    intervals: IntervalArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Report {
    /// Reports on the counts of an earlier run.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let (question, run) = read_tally(&self.file)?;
        if run.tally.deals == 0 {
            return Err(Problem::TallyEmpty { file: name(&self.file) }.into());
        }
        let outputs = Outputs::open(&self.output, None, question.game(), &mut Opener::new(self.output.force))?;
        let summary = question.summary(&run, self.intervals.confidence, self.intervals.interval);
        outputs.write(&[summary], &tally_file::write(&run, &[]), console)?;
        Ok(Done::Success)
    }
}

/// The run in a tally file.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub fn read_tally(path: &std::path::Path) -> Result<(Question, Run), Problem> {
    let bytes = read(path, MAX_TALLY)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut question = None;
    let run = tally_file::read(&text, |experiment| {
        question = Question::named(experiment);
        question.map(|question| question.layout())
    });
    let file = name(path);
    let bad = |line, flaw| Problem::BadTally { file: file.clone(), line, problem: Box::new(flaw) };
    match (run, question) {
        (Ok(run), Some(question)) => Ok((question, run)),
        (Ok(_), None) => Err(bad(1, Problem::TallyExperiment)),
        (Err(malformed), _) => Err(bad(malformed.line, flaw(malformed.what))),
    }
}

fn flaw(what: Flaw) -> Problem {
    match what {
        Flaw::Expected(key) => Problem::TallyExpected { key },
        Flaw::Format => Problem::TallyFormat,
        Flaw::Values { found } => Problem::TallyValues { found, own: crate::sim::VALUE_VERSION },
        Flaw::Experiment => Problem::TallyExperiment,
        Flaw::Counts => Problem::TallyCounts,
    }
}
