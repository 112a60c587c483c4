//! `simulate`: counts many deals of any topic.

use super::answer_verbs::{parse_args, setting_values};
use super::args::{IntervalArgs, SimulateArgs};
use super::command_line::CommandLine;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{
    Checkpoint, ExistingTally, FileRegistry, display_name, is_stdio_path, with_periodic_saves,
};
use super::outputs::{Outputs, tally_names};
use super::progress::CommandProgress;
use super::runner::play_deals;
use super::{signals, stop_rule};
use crate::lang::glossary::{count_with_unit, singular_and_plural};
use crate::lang::{Problem, either, problem};
use crate::topics::Topic;
use crate::topics::parsed_args::ParsedArgs;
use clap::{ArgMatches, Command};
use pioche_engine::sim::{
    Experiment, MAX_DEALS, Measure, RowSelection, Run, RunOptions, Seed, StopProgress, StopReason,
    Summary, find_examples, tally_file,
};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs the experiments of a topic in turn, all on the same seed, and writes the results.
pub fn run(
    topic: &'static Topic,
    (command, matches): (&Command, &ArgMatches),
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let face = &topic.simulate;
    let common: SimulateArgs = parse_args(matches)?;
    let given = ParsedArgs::new(
        console.lang,
        (0, 0),
        setting_values(face.options, matches),
        None,
    );
    let questions: Vec<Arc<dyn Experiment>> = face
        .all_experiments(&given)?
        .into_iter()
        .map(Arc::from)
        .collect();
    let ((saved, copies), runs) = (
        tally_destinations(&common, topic, &questions)?,
        questions.len(),
    );
    let unit = questions
        .first()
        .map_or("", |question| question.info().unit);
    let seed = common.seed.resolve(console)?;
    common.threads.warn_excess(console);
    let tasks = questions.iter().map(|question| {
        let rows = stop_rule::row_selection(
            face.row_option,
            matches,
            question.as_ref(),
            common.precision.is_some(),
        )?;
        SimulationTask::new(&common, rows, Arc::clone(question), seed)
    });
    let mut tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let mut opener = FileRegistry::new(common.output.force);
    if let Some(tally) = &common.tally {
        opener.add_output(tally)?;
    }
    let outputs = Outputs::open(&common.output, topic, &copies, &mut opener)?;
    open_checkpoints(&mut tasks, saved, &common, &mut opener, console)?;
    signals::enable_polling();
    let played = PlayedRuns::play_all(tasks, &common, console)?;
    let Some(last) = played.runs.last() else {
        let [one, _] = singular_and_plural(console.lang, unit);
        console.remark(&either!(
            console.lang,
            "Interrompu avant la première {one} : rien n'est écrit.",
            "Interrupted before the first {one}: nothing is written."
        ));
        return Ok(CommandOutcome::Interrupted);
    };
    let done = if played.runs.len() < runs {
        CommandOutcome::Interrupted
    } else {
        report_if_interrupted(last, unit, console)
    };
    let mut failures = played.failures;
    outputs.write(&played.summaries, &played.tallies, console, &mut failures);
    let done = stop_rule::report_missed_precision(&played.summaries, done, console);
    if done == CommandOutcome::Interrupted && played.is_resumable {
        let flags: &[&str] = if common.output.has_output_files() {
            &["resume", "force"]
        } else {
            &["resume"]
        };
        console.print_resume_command(&CommandLine::new(command, matches, seed, flags));
    } else if done == CommandOutcome::Interrupted
        && common.tally.is_none()
        && common.output.out.is_none()
    {
        let option = if runs == 1 {
            "--tally FILE"
        } else {
            "--out DIR"
        };
        console.remark(&either!(
            console.lang,
            "Rien n'est enregistré ; avec {option}, la simulation pourrait être reprise.",
            "Nothing is saved; with {option}, the run could be resumed."
        ));
    }
    failures.report_all_but_last(console)?;
    Ok(done)
}

struct SimulationTask {
    experiment: Arc<dyn Experiment>,
    row_selection: Option<RowSelection>,
    initial_run: Run,
    deal_range: Range<u64>,
    /// The tally file, if any, and the treatment of an existing one.
    tally: Option<(PathBuf, ExistingTally)>,
    checkpoint: Option<Checkpoint>,
}

impl SimulationTask {
    fn new(
        common: &SimulateArgs,
        row_selection: Option<RowSelection>,
        experiment: Arc<dyn Experiment>,
        seed: Seed,
    ) -> Result<Self, Problem> {
        let plan = stop_rule::plan(common, row_selection.clone(), experiment.as_ref(), seed);
        let part = match common.shard {
            None => 0..plan.deals,
            Some(_) if plan.stop_rule.is_some() => {
                return Err(Problem::for_argument(
                    "--shard",
                    Problem::ShardWithPrecision,
                ));
            }
            Some((number, parts)) => plan.part_deals(number, parts),
        };
        if part.is_empty() {
            return Err(Problem::for_argument(
                "--shard",
                Problem::EmptyShard { deals: plan.deals },
            ));
        }
        let begun = Run::empty(plan, experiment.tally_layout());
        Ok(Self {
            experiment,
            row_selection,
            initial_run: begun,
            deal_range: part,
            tally: None,
            checkpoint: None,
        })
    }

    /// Returns the number of deals of the run; `None` if it ends at a precision.
    fn deals(&self) -> Option<u64> {
        self.initial_run.plan.deal_limit()?;
        Some(self.deal_range.end - self.deal_range.start)
    }

    /// Opens the tally file and continues the run in it, if there is one.
    fn open_checkpoint(&mut self) -> Result<(), Problem> {
        let Some((path, former)) = self.tally.as_ref().filter(|_| self.checkpoint.is_none()) else {
            return Ok(());
        };
        let (checkpoint, begun) =
            Checkpoint::open(path, *former, self.initial_run.clone(), &self.deal_range)?;
        (self.checkpoint, self.initial_run) = (Some(checkpoint), begun);
        Ok(())
    }
}

/// Returns the tally files of the runs, one each or none, and the names of their copies in `--out`. Fails with
/// `--tally` for several runs.
pub fn tally_destinations(
    common: &SimulateArgs,
    topic: &Topic,
    experiments: &[impl AsRef<dyn Experiment>],
) -> Result<(Vec<PathBuf>, Vec<String>), Problem> {
    let names = tally_names(topic, experiments);
    Ok(match (&common.tally, &common.output.out) {
        (Some(_), _) if experiments.len() > 1 => {
            let runs = experiments.len();
            return Err(problem!(
                "--tally : un décompte contient une seule simulation, et cette commande en fait {runs} (--out les écrit toutes)",
                "--tally: a tally holds one simulation, and this command runs {runs} (--out writes them all)"
            ));
        }
        (Some(file), out) => (
            vec![file.clone()],
            if out.is_some() { names } else { Vec::new() },
        ),
        (None, Some(folder)) => (
            names.iter().map(|name| folder.join(name)).collect(),
            Vec::new(),
        ),
        (None, None) if common.resume => {
            return Err(Problem::for_argument("--resume", Problem::ResumeNeedsTally));
        }
        (None, None) => (Vec::new(), Vec::new()),
    })
}

fn open_checkpoints(
    tasks: &mut [SimulationTask],
    tally_paths: Vec<PathBuf>,
    common: &SimulateArgs,
    registry: &mut FileRegistry,
    console: &Console,
) -> Result<(), Problem> {
    let former = match (common.resume, common.output.force) {
        (true, _) => ExistingTally::Resume,
        (false, true) => ExistingTally::Replace,
        (false, false) => ExistingTally::Keep,
    };
    let many = tasks.len() > 1;
    for (task, path) in tasks.iter_mut().zip(tally_paths) {
        if common.tally.is_none() {
            registry.add_output(&path)?;
        }
        if former == ExistingTally::Resume && !path.exists() && !is_stdio_path(&path) {
            let file = display_name(&path);
            console.remark(&either!(
                console.lang,
                "{file} n'existe pas encore : la simulation commence.",
                "{file} does not exist yet: a new simulation begins."
            ));
        }
        task.tally = Some((path, former));
        task.open_checkpoint()?;
        if many {
            // The number of open files is limited, so each tally is opened again when its run starts.
            task.checkpoint = None;
        }
    }
    Ok(())
}

#[derive(Default)]
struct PlayedRuns {
    runs: Vec<Run>,
    summaries: Vec<Summary>,
    tallies: Vec<String>,
    is_resumable: bool,
    /// The tallies that could not be saved; the results are printed nevertheless.
    failures: Failures,
}

impl PlayedRuns {
    /// Runs the tasks in turn until a signal.
    fn play_all(
        tasks: Vec<SimulationTask>,
        common: &SimulateArgs,
        console: &Console,
    ) -> Result<Self, Problem> {
        let mut played = Self::default();
        let runs: Vec<(&dyn Experiment, Option<u64>)> = tasks
            .iter()
            .map(|task| (task.experiment.as_ref(), task.deals()))
            .collect();
        let progress = CommandProgress::new(console, &runs, common.threads.count());
        for (place, mut task) in tasks.into_iter().enumerate() {
            let deals = task.deals();
            let opened = task.open_checkpoint();
            if opened.is_err() {
                // The results of the earlier tasks are still printed.
                played.failures.record(opened);
                break;
            }
            let SimulationTask {
                experiment: question,
                row_selection: rows,
                initial_run: begun,
                deal_range: part,
                mut checkpoint,
                ..
            } = task;
            let IntervalArgs {
                confidence,
                interval,
            } = common.intervals;
            // Without `--deals`, the length of the run is estimated from the precision reached so far.
            let open = deals.is_none();
            let measures = if begun.plan.stop_rule.is_some() {
                question.measures()
            } else {
                Vec::new()
            };
            let bar = progress.start_run(place, question.as_ref(), deals, begun.tally.deals);
            let run = with_periodic_saves(checkpoint.as_mut(), console, |tick| {
                let mut look = |run: &Run| {
                    if bar.set_deals(run.tally.deals) && open {
                        bar.set_expected_deals(expected_deals(&measures, run));
                    }
                    tick(run);
                };
                play_deals(
                    &question,
                    (begun, part),
                    common.threads.count(),
                    &mut look,
                    console,
                )
            });
            let run = run?;
            let interrupted = run.stop_reason == StopReason::Interrupted;
            if run.tally.deals > 0 {
                played.is_resumable |= checkpoint.as_mut().is_some_and(Checkpoint::is_file);
                played
                    .failures
                    .record(checkpoint.map_or(Ok(()), |saved| saved.close(&run, console)));
                let mut summary = Summary::new(Arc::clone(&question), &run, confidence, interval);
                // The search for examples replays deals; the user can interrupt it.
                let (threads, processor, interrupt) = (
                    common.threads.count(),
                    console.simd_level,
                    Some(console.interrupt),
                );
                let options = RunOptions {
                    threads,
                    simd_level: processor,
                    interrupt_flag: interrupt,
                    ..RunOptions::default()
                };
                match find_examples(question.as_ref(), &run, &options) {
                    Ok(examples) => summary.examples = examples,
                    Err(error) => played.failures.record(Err::<(), _>(Problem::from(error))),
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

/// Estimates the number of deals for the precision, since widths are inversely proportional to the square root of the
/// deals. `None` when it is above the maximum.
fn expected_deals(measures: &[Measure], run: &Run) -> Option<u64> {
    let progress = StopProgress::new(measures, run.plan.stop_rule.as_ref()?, &run.tally);
    let deals = run.tally.deals as f64
        * (progress.widest_half_width / progress.target_half_width)
            .max(1.0)
            .powi(2);
    (deals < MAX_DEALS as f64).then_some(deals as u64)
}

pub fn report_if_interrupted(run: &Run, unit: &'static str, console: &Console) -> CommandOutcome {
    if run.stop_reason == StopReason::Interrupted {
        let (lang, done) = (
            console.lang,
            count_with_unit(console.lang, unit, run.tally.deals),
        );
        console.remark(
            &match run.plan.deal_limit().map(|planned| lang.integer(planned)) {
                None => either!(
                    lang,
                    "Interrompu après {done}.",
                    "Interrupted after {done}."
                ),
                Some(all) => either!(
                    lang,
                    "Interrompu après {done} sur {all}.",
                    "Interrupted after {done} of {all}."
                ),
            },
        );
        CommandOutcome::Interrupted
    } else {
        CommandOutcome::Success
    }
}
