//! `simulate`: many deals of any topic, counted.

use super::answer::{args, values};
use super::args::{IntervalArgs, SimulateArgs};
use super::console::{Console, Done, Failure};
use super::files::{Opener, Pending, name};
use super::outputs::Outputs;
use super::progress::Bar;
use super::seed::drawn;
use crate::lang::{Problem, Remark};
use crate::sim::{Plan, Precision, Progress, Question, Run, RunOptions, Seed, Stopped, tally_file};
use crate::topics::Topic;
use crate::topics::given::Given;
use crate::topics::verb::{Finding, Keep};
use clap::ArgMatches;
use std::path::PathBuf;
use std::time::Instant;

/// Runs the questions of a topic one after the other, all on the same seed, and writes what they say.
pub fn run(topic: &'static Topic, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let face = &topic.faces.simulate;
    let common: SimulateArgs = args(matches)?;
    let given = Given::new(console.lang, (0, 0), values(face.options, matches), None);
    let questions = (face.questions)(&given)?;
    if questions.len() > 1 && common.tally.is_some() {
        let problem = Box::new(Problem::TallyOfMany { runs: questions.len() });
        return Err(Problem::BadArgument { flag: "--tally".into(), problem }.into());
    }
    let mut opener = Opener::new(common.output.force);
    let keeps = Keeps::open(face.keeps, matches, &mut opener)?;
    let outputs = Outputs::open(&common.output, common.tally.as_deref(), topic, &questions, &mut opener)?;
    let seed = drawn(common.run.seed, console)?;
    let (mut runs, mut summaries, mut tallies) = (Vec::new(), Vec::new(), Vec::new());
    for question in &questions {
        let started = Instant::now();
        let plan = plan(&common, question.as_ref(), seed);
        let run = play(question.as_ref(), plan, common.run.threads, &common.intervals, console)?;
        let interrupted = run.stopped == Stopped::Interrupted;
        if run.tally.deals > 0 {
            summaries.push(question.summary(&run, common.intervals.confidence, common.intervals.interval));
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
    keeps.write(&given, &Finding { runs: &runs, summaries: &summaries }, console)?;
    outputs.write(&summaries, &tallies, console)?;
    Ok(done)
}

/// The plan of a question.
fn plan(common: &SimulateArgs, question: &dyn Question, seed: Seed) -> Plan {
    let precision = common.run.precision.map(|half_width| Precision {
        half_width,
        confidence: common.intervals.confidence,
        method: common.intervals.interval,
    });
    let deals = common.run.deals.unwrap_or_else(|| question.default_deals());
    Plan { precision, ..question.plan(seed, deals) }
}

/// The deals that are to be kept, and their files.
struct Keeps(Vec<(&'static Keep, PathBuf, Pending)>);

impl Keeps {
    fn open(keeps: &'static [Keep], matches: &ArgMatches, opener: &mut Opener) -> Result<Self, Problem> {
        let asked = keeps.iter().filter_map(|keep| Some((keep, matches.get_one::<PathBuf>(keep.file.key)?)));
        let opened = asked.map(|(keep, path)| Ok((keep, path.clone(), opener.open(path)?)));
        opened.collect::<Result<_, _>>().map(Self)
    }

    fn write(self, given: &Given<'_>, finding: &Finding<'_>, console: &Console) -> Result<(), Problem> {
        for (keep, path, pending) in self.0 {
            let file = name(&path);
            match (keep.find)(given, finding)? {
                None => console.remark(&Remark::NothingToKeep { file }),
                Some(kept) => {
                    pending.write(kept.text.as_bytes())?;
                    console.remark(&Remark::Kept { file, what: kept.remark });
                }
            }
        }
        Ok(())
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
pub fn play(
    question: &dyn Question,
    plan: Plan,
    threads: Option<usize>,
    intervals: &IntervalArgs,
    console: &Console,
) -> Result<Run, Problem> {
    let bar = Bar::new(console, &plan.experiment, plan.deals, intervals.confidence, intervals.interval);
    let watch = |progress: Progress<'_>| bar.tick(&progress);
    let (processor, interrupt) = (console.processor, Some(console.interrupt));
    let options = RunOptions { threads, chunk: None, processor, interrupt, watch: Some(&watch) };
    let run = question.run(plan, &options).map_err(|error| Problem::NoThreads { problem: error.to_string() });
    bar.finish();
    run
}
