//! `simulate`: many deals of any topic, counted.

use super::answer_verbs::{args, values};
use super::args::{IntervalArgs, SimulateArgs, crew, draw_seed};
use super::command_line::CommandLine;
use super::console::{Console, Done, Failure, Failures};
use super::files::{Checkpoint, Former, Opener, is_standard, name, saving};
use super::outputs::{Outputs, tally_names};
use super::progress::ProgressLine;
use super::runner::play;
use super::{signals, stop_rule};
use crate::lang::glossary::{nouns, unit_count};
use crate::lang::{Problem, either, problem};
use crate::topics::Topic;
use crate::topics::given::Given;
use clap::{ArgMatches, Command};
use pioche_engine::sim::{
    Experiment, MAX_DEALS, Measure, RowSelection, Run, RunOptions, Seed, StopProgress, StopReason, Summary, find_examples,
    tally_file,
};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs the experiments of a topic in turn, all on the same seed, and writes the results.
pub fn run(
    topic: &'static Topic,
    (command, matches): (&Command, &ArgMatches),
    console: &Console,
) -> Result<Done, Failure> {
    let face = &topic.simulate;
    let common: SimulateArgs = args(matches)?;
    let given = Given::new(console.lang, (0, 0), values(face.options, matches), None);
    let questions: Vec<Arc<dyn Experiment>> = face.questions(&given)?.into_iter().map(Arc::from).collect();
    let ((saved, copies), runs) = (tallies(&common, topic, &questions)?, questions.len());
    let unit = questions.first().map_or("", |question| question.info().unit);
    let seed = draw_seed(common.seed, console)?;
    crew(common.threads, console);
    let tasks = questions.iter().map(|question| {
        let rows = stop_rule::choice(face.row, matches, question.as_ref(), common.precision.is_some())?;
        Task::new(&common, rows, Arc::clone(question), seed)
    });
    let mut tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let mut opener = Opener::new(common.output.force);
    if let Some(tally) = &common.tally {
        opener.claim(tally)?;
    }
    let outputs = Outputs::open(&common.output, topic, &copies, &mut opener)?;
    open(&mut tasks, saved, &common, &mut opener, console)?;
    signals::poll();
    let played = Played::play(tasks, &common, console)?;
    let Some(last) = played.runs.last() else {
        let [one, _] = nouns(console.lang, unit);
        console.remark(&either!(
            console.lang,
            "Interrompu avant la première {one} : rien n'est écrit.",
            "Interrupted before the first {one}: nothing is written."
        ));
        return Ok(Done::Interrupted);
    };
    let done = if played.runs.len() < runs { Done::Interrupted } else { ended(last, unit, console) };
    let mut failures = played.failures;
    outputs.write(&played.summaries, &played.tallies, console, &mut failures);
    let done = stop_rule::missed(&played.summaries, done, console);
    if done == Done::Interrupted && played.saved {
        let flags: &[&str] = if common.output.writes() { &["resume", "force"] } else { &["resume"] };
        console.continue_with(&CommandLine::new(command, matches, seed, flags));
    } else if done == Done::Interrupted && common.tally.is_none() && common.output.out.is_none() {
        let option = if runs == 1 { "--tally FILE" } else { "--out DIR" };
        console.remark(&either!(
            console.lang,
            "Rien n'est enregistré ; avec {option}, la simulation pourrait être reprise.",
            "Nothing is saved; with {option}, the run could be resumed."
        ));
    }
    failures.end(console)?;
    Ok(done)
}

struct Task {
    question: Arc<dyn Experiment>,
    rows: Option<RowSelection>,
    begun: Run,
    part: Range<u64>,
    /// The file of the tally, if any, and the use of a former one.
    tally: Option<(PathBuf, Former)>,
    checkpoint: Option<Checkpoint>,
}

impl Task {
    fn new(
        common: &SimulateArgs,
        rows: Option<RowSelection>,
        question: Arc<dyn Experiment>,
        seed: Seed,
    ) -> Result<Self, Problem> {
        let plan = stop_rule::plan(common, rows.clone(), question.as_ref(), seed);
        let part = match common.shard {
            None => 0..plan.deals,
            Some(_) if plan.stop_rule.is_some() => return Err(Problem::argument("--shard", Problem::ShardPrecision)),
            Some((number, parts)) => plan.part_deals(number, parts),
        };
        if part.is_empty() {
            return Err(Problem::argument("--shard", Problem::ShardEmpty { deals: plan.deals }));
        }
        let begun = Run::empty(plan, question.tally_layout());
        Ok(Self { question, rows, begun, part, tally: None, checkpoint: None })
    }

    /// Opens the file of its tally, and takes from it what was played before.
    fn open(&mut self) -> Result<(), Problem> {
        let Some((path, former)) = self.tally.as_ref().filter(|_| self.checkpoint.is_none()) else { return Ok(()) };
        let (checkpoint, begun) = Checkpoint::open(path, *former, self.begun.clone(), &self.part)?;
        (self.checkpoint, self.begun) = (Some(checkpoint), begun);
        Ok(())
    }
}

/// The files in which the tallies of the runs are saved, one each or none at all, and the names of copies in `--out`.
/// Fails with `--tally` for several runs.
pub fn tallies(
    common: &SimulateArgs,
    topic: &Topic,
    questions: &[impl AsRef<dyn Experiment>],
) -> Result<(Vec<PathBuf>, Vec<String>), Problem> {
    let names = tally_names(topic, questions);
    Ok(match (&common.tally, &common.output.out) {
        (Some(_), _) if questions.len() > 1 => {
            let runs = questions.len();
            return Err(problem!(
                "--tally : un décompte contient une seule simulation, et cette commande en fait {runs} (--out les écrit toutes)",
                "--tally: a tally holds one simulation, and this command runs {runs} (--out writes them all)"
            ));
        }
        (Some(file), out) => (vec![file.clone()], if out.is_some() { names } else { Vec::new() }),
        (None, Some(folder)) => (names.iter().map(|name| folder.join(name)).collect(), Vec::new()),
        (None, None) if common.resume => return Err(Problem::argument("--resume", Problem::ResumeNeedsTally)),
        (None, None) => (Vec::new(), Vec::new()),
    })
}

fn open(
    tasks: &mut [Task],
    saved: Vec<PathBuf>,
    common: &SimulateArgs,
    opener: &mut Opener,
    console: &Console,
) -> Result<(), Problem> {
    let former = match (common.resume, common.output.force) {
        (true, _) => Former::Resume,
        (false, true) => Former::Replace,
        (false, false) => Former::Keep,
    };
    let many = tasks.len() > 1;
    for (task, path) in tasks.iter_mut().zip(saved) {
        if common.tally.is_none() {
            opener.claim(&path)?;
        }
        if former == Former::Resume && !path.exists() && !is_standard(&path) {
            let file = name(&path);
            console.remark(&either!(
                console.lang,
                "{file} n'existe pas encore : la simulation commence.",
                "{file} does not exist yet: a new simulation begins."
            ));
        }
        task.tally = Some((path, former));
        task.open()?;
        if many {
            // A system opens fewer files than a range may have: each is opened again when its turn comes.
            task.checkpoint = None;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Played {
    runs: Vec<Run>,
    summaries: Vec<Summary>,
    tallies: Vec<String>,
    saved: bool,
    /// The tallies that could not be saved: none takes anything of the answer with it.
    failures: Failures,
}

impl Played {
    /// Plays the tasks in turn, until a signal.
    fn play(tasks: Vec<Task>, common: &SimulateArgs, console: &Console) -> Result<Self, Problem> {
        let mut played = Self::default();
        let of = tasks.len();
        for (place, mut task) in tasks.into_iter().enumerate() {
            let opened = task.open();
            if opened.is_err() {
                // What was played before is told all the same.
                played.failures.note(opened);
                break;
            }
            let Task { question, rows, begun, part, mut checkpoint, .. } = task;
            let IntervalArgs { confidence, interval } = common.intervals;
            // The length of a run that only a precision ends is estimated on the way.
            let open = begun.plan.deal_limit().is_none();
            let total = (!open).then_some(part.end - part.start);
            let measures = if begun.plan.stop_rule.is_some() { question.measures() } else { Vec::new() };
            let bar = ProgressLine::of_run(console, question.as_ref(), (place + 1, of), total);
            bar.skip(begun.tally.deals);
            let run = saving(checkpoint.as_mut(), console, |tick| {
                let mut look = |run: &Run| {
                    if bar.set(run.tally.deals) && open {
                        bar.total(expected(&measures, run));
                    }
                    tick(run);
                };
                play(&question, (begun, part), common.threads, &mut look, console)
            });
            drop(bar);
            let run = run?;
            let interrupted = run.stop_reason == StopReason::Interrupted;
            if run.tally.deals > 0 {
                played.saved |= checkpoint.as_mut().is_some_and(Checkpoint::lasts);
                played.failures.note(checkpoint.map_or(Ok(()), |saved| saved.close(&run, console)));
                let mut summary = Summary::new(Arc::clone(&question), &run, confidence, interval);
                // Deals are played again, to find some among them, until who waits has had enough.
                let (threads, processor, interrupt) = (common.threads, console.processor, Some(console.interrupt));
                let options = RunOptions { threads, simd_level: processor, interrupt_flag: interrupt, ..RunOptions::default() };
                match find_examples(question.as_ref(), &run, &options) {
                    Ok(examples) => summary.examples = examples,
                    Err(error) => played.failures.note(Err::<(), _>(Problem::from(error))),
                }
                summary.row_selection = rows;
                played.summaries.push(summary);
                played.tallies.push(tally_file::to_text(&run));
                played.runs.push(run);
            }
            if interrupted {
                break;
            }
        }
        Ok(played)
    }
}

/// The number of deals that a precision is likely to take: widths fall as the square root of the deals grows. Unknown when
/// it is more than can be played.
fn expected(measures: &[Measure], run: &Run) -> Option<u64> {
    let progress = StopProgress::new(measures, run.plan.stop_rule.as_ref()?, &run.tally);
    let deals = run.tally.deals as f64 * (progress.widest_half_width / progress.target_half_width).max(1.0).powi(2);
    (deals < MAX_DEALS as f64).then_some(deals as u64)
}

pub fn ended(run: &Run, unit: &'static str, console: &Console) -> Done {
    if run.stop_reason == StopReason::Interrupted {
        let (lang, done) = (console.lang, unit_count(console.lang, unit, run.tally.deals));
        console.remark(&match run.plan.deal_limit().map(|planned| lang.integer(planned)) {
            None => either!(lang, "Interrompu après {done}.", "Interrupted after {done}."),
            Some(all) => either!(lang, "Interrompu après {done} sur {all}.", "Interrupted after {done} of {all}."),
        });
        Done::Interrupted
    } else {
        Done::Success
    }
}
