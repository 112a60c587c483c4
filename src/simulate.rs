//! `simulate`: counts many deals of any topic.

use super::answer_verbs::{add_option_files, option_values, parse_args};
use super::args::SimulateArgs;
use super::command_line::typed_command;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::deal_rows::{check_row_count, write_deal_rows};
use super::files::{
    Checkpoint, FileRegistry, Output, OutputFolder, RESUME_NEEDS_TALLY, open_tally,
};
use super::outputs::{Outputs, open_output_folder, tally_names};
use super::progress::ProgressLine;
use super::runner::play_deals;
use super::{decks, runner, signals};
use clap::{ArgMatches, Command};
use pioche_engine::sim::{
    Experiment, Field, Joint, MAX_DEALS, Plan, RowSelection, Run, StopProgress, StopReason,
    Summary, compare_independent_runs,
};
use pioche_games::Topic;
use pioche_report::lang::glossary::{count_with_unit, unit_noun};
use pioche_report::lang::{Problem, integer, plural_form, problem, tr};
use std::any::Any;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Runs the experiments of a topic in turn, all on the same seed, and writes the results.
pub fn run(
    topic: &'static Topic,
    (command, matches): (&Command, &ArgMatches),
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args: SimulateArgs = parse_args(matches)?;
    let deck_file = decks::source(matches);
    let experiments: Vec<Arc<dyn Experiment>> = match &deck_file {
        Some(path) => vec![Arc::new(decks::read_experiment(path, topic, matches)?)],
        None => create_experiments(topic, matches)?,
    };
    let runs = planned_runs(&experiments, &args);
    check_tally_options(&args, runs.len())?;
    let seed = args.seed.resolve(console)?;
    args.threads.warn_excess(console);
    let mut question_options = topic.question_options();
    let fields: Option<&Vec<Field>> =
        question_options.find_map(|option| matches.get_one(option.key()));
    let mut tasks = Vec::new();
    for (experiment, places) in runs {
        let row_selection = runner::row_selection(
            topic,
            fields,
            (&experiments, places[0]),
            args.precision.is_some(),
        )?;
        let plan = runner::plan(&args, row_selection.clone(), experiment.as_ref(), seed);
        tasks.push(SimulationTask {
            deal_range: requested_deals(&args, &plan)?,
            initial_run: Run::empty(plan, experiment.tally_schema()),
            experiment,
            places,
            row_selection,
            checkpoint: None,
        });
    }
    let mut registry = FileRegistry::new(args.output.force_args.force);
    add_option_files(topic.simulate.options(), matches, &mut registry);
    if let Some(path) = &deck_file {
        registry.add_input(path);
    }
    let folder = open_output_folder(&args.output, args.resume)?;
    let row_output = open_row_output(&args, &tasks, &mut registry)?;
    let mut names = tally_names(topic, tasks.iter().map(|task| &task.experiment));
    // A tally has no deals of which there is no seed.
    names.retain(|_| deck_file.is_none());
    let tallies = open_tallies(&args, &names, folder.as_ref(), &mut registry)?;
    // The tallies are saved during the runs.
    let mut outputs = Outputs::open(&args.output, topic, folder, Vec::new(), &mut registry)?;
    let row_selection = tasks.first().and_then(|task| task.row_selection.as_ref());
    outputs.check_chart(&experiments, row_selection)?;
    open_checkpoints(&mut tasks, tallies, &args, console)?;
    signals::enable_polling();
    let mut results = PlayedRuns::play_all(tasks, &args, console)?;
    let run_outcome =
        results.report_interruption(experiments.len(), experiments[0].info().unit, console);
    let mut summaries: Vec<Summary> = std::mem::take(&mut results.summaries)
        .into_values()
        .collect();
    if summaries.is_empty() {
        return Ok(run_outcome);
    }
    if args.output.compare {
        compare_independent_runs(&mut summaries);
    }
    if results.has_separate_runs {
        outputs.note = tr!(
            "Without differences: the joint tally of these settings would be too \
             large, so each was simulated alone."
        );
    }
    let prints_table = outputs.prints_table();
    outputs.write(&summaries, console, &mut results.failures);
    let mut outcome =
        runner::report_missed_precision(&summaries, prints_table, run_outcome, console);
    let mut has_missing_rows = false;
    if let Some(row_output) = row_output
        && outcome != CommandOutcome::Interrupted
    {
        let file = row_output.display_name();
        let result = write_deal_rows(row_output, (&args, topic), &summaries, console);
        has_missing_rows = result == Err(Failure::Interrupted);
        if has_missing_rows {
            outcome = CommandOutcome::Interrupted;
            console.remark(&tr!(
                "Interrupted while the rows of --each were written: {file} is \
                 missing, the rest is complete.",
                file
            ));
        } else {
            results.failures.record(result);
        }
    }
    if outcome == CommandOutcome::Interrupted {
        let mut flags = Vec::new();
        if results.is_resumable {
            flags.push("resume");
        } else if args.tally.is_none() && args.output.out.is_none() && deck_file.is_none() {
            let option = ["--tally FILE", "--out DIR"][usize::from(experiments.len() > 1)];
            console.remark(&tr!(
                "Nothing is saved; with {option}, the run could be resumed.",
                option
            ));
        }
        if args.output.has_output_files() {
            flags.push("force");
        }
        if results.is_resumable || has_missing_rows {
            console.print_resume_command(&typed_command(command, matches, seed, &flags));
        }
    }
    results.failures.report_all_but_last()?;
    Ok(outcome)
}

/// Creates the experiments of the settings on the command line.
pub fn create_experiments(
    topic: &Topic,
    matches: &ArgMatches,
) -> Result<Vec<Arc<dyn Experiment>>, Problem> {
    let values = option_values(topic.simulate.options(), matches);
    let experiments = topic.all_experiments(&values)?;
    Ok(experiments.into_iter().map(Arc::from).collect())
}

/// Returns the runs of a command in turn, each with the places of its settings in the list of the command: those of the same
/// deals are joined. With a precision, each ends by itself.
fn planned_runs(
    experiments: &[Arc<dyn Experiment>],
    args: &SimulateArgs,
) -> Vec<(Arc<dyn Experiment>, Vec<usize>)> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of_key: HashMap<String, usize> = HashMap::new();
    for (place, experiment) in experiments.iter().enumerate() {
        let new_group = groups.len();
        let group = if args.precision.is_some() {
            new_group
        } else {
            *group_of_key
                .entry(experiment.stream_key())
                .or_insert(new_group)
        };
        match groups.get_mut(group) {
            Some(places) => places.push(place),
            None => groups.push(vec![place]),
        }
    }
    let mut runs: Vec<(Arc<dyn Experiment>, Vec<usize>)> = Vec::new();
    for places in groups {
        let members = places.iter().map(|&place| Arc::clone(&experiments[place]));
        match Joint::new(members.clone().collect()) {
            Some(joint) => runs.push((Arc::new(joint), places)),
            None => runs.extend(members.zip(places.iter().map(|&place| vec![place]))),
        }
    }
    runs
}

/// A run of a command: an experiment, alone or joined with others on the same deals.
struct SimulationTask {
    experiment: Arc<dyn Experiment>,
    /// The places of its settings in the list of the command.
    places: Vec<usize>,
    row_selection: Option<RowSelection>,
    initial_run: Run,
    deal_range: Range<u64>,
    /// The tally file, if any.
    checkpoint: Option<Checkpoint>,
}

impl SimulationTask {
    /// Returns true if it is the run of several settings.
    fn is_joint(&self) -> bool {
        self.places.len() > 1
    }

    /// Returns the tasks of the members of a joint run, each of which plays the same deals alone, without a tally.
    fn into_single_tasks(self) -> Vec<Self> {
        let plan = self.initial_run.plan;
        let experiment: &dyn Any = self.experiment.as_ref();
        let joint: &Joint = experiment.downcast_ref().expect("a joint experiment");
        let task = |(member, place): (&Arc<dyn Experiment>, usize)| Self {
            initial_run: Run::empty(member.plan(plan.seed, plan.deals), member.tally_schema()),
            experiment: Arc::clone(member),
            places: vec![place],
            row_selection: self.row_selection.clone(),
            deal_range: self.deal_range.clone(),
            checkpoint: None,
        };
        joint.members.iter().zip(self.places).map(task).collect()
    }

    /// Returns the number of deals of the run; `None` if it ends at a precision.
    fn deals(&self) -> Option<u64> {
        self.initial_run.plan.deal_limit()?;
        Some(self.deal_range.end - self.deal_range.start)
    }

    /// Plays the run, shows its progress and saves it meanwhile.
    fn play(
        &mut self,
        line: &ProgressLine,
        threads: Option<usize>,
        console: &Console,
    ) -> Result<Run, Problem> {
        // Without `--deals`, the length of the run is estimated from the precision reached so far.
        let is_open_ended = self.deals().is_none();
        let is_joint = self.is_joint();
        let experiment = &self.experiment;
        let mut on_progress = |run: &Run| {
            if is_open_ended {
                line.set_total(expected_deals(experiment.as_ref(), run));
            }
            line.set_done(run.tally.deals);
            let is_too_large = is_joint && Joint::is_too_large(&run.tally);
            if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| !is_too_large) {
                checkpoint.save_if_due(run);
            }
            !is_too_large
        };
        let work = (self.initial_run.clone(), self.deal_range.clone());
        play_deals(experiment, work, threads, &mut on_progress, console)
    }
}

/// Returns the deals that a run plays: those of its plan, or of the part of `--shard`. Fails when there are none, or the
/// run stops at a precision.
fn requested_deals(args: &SimulateArgs, plan: &Plan) -> Result<Range<u64>, Problem> {
    let Some((number, parts)) = args.shard else {
        return Ok(0..plan.deals);
    };
    let problem = if plan.stop_rule.is_some() {
        problem!(
            "a part cannot stop at a precision, since it does not know the results of the others; give --deals"
        )
    } else {
        let deal_range = plan.part_deals(number, parts);
        if !deal_range.is_empty() {
            return Ok(deal_range);
        }
        Problem::empty_shard(plan.deals)
    };
    Err(Problem::for_argument("--shard", problem))
}

/// Fails with `--tally` for several runs, and with `--resume` without a tally.
fn check_tally_options(args: &SimulateArgs, run_count: usize) -> Result<(), Problem> {
    if args.tally.is_some() && run_count > 1 {
        return Err(problem!(
            "--tally: a tally holds one simulation, or several of the same deals, and this command \
             runs {run_count} (--out writes them all)",
            run_count
        ));
    }
    if args.resume && args.tally.is_none() && args.output.out.is_none() {
        return Err(Problem::for_argument("--resume", RESUME_NEEDS_TALLY.into()));
    }
    Ok(())
}

/// Opens the tally files that are saved during the runs: one for each run, or none.
fn open_tallies(
    args: &SimulateArgs,
    names: &[String],
    folder: Option<&OutputFolder>,
    registry: &mut FileRegistry,
) -> Result<Vec<Output>, Problem> {
    if let Some(path) = &args.tally {
        return Ok(vec![open_tally(path, args.resume, registry)?]);
    }
    let mut tallies = Vec::new();
    if let Some(folder) = folder {
        for name in names {
            let path = folder.file_path(name)?;
            tallies.push(open_tally(&path, args.resume, registry)?);
        }
    }
    Ok(tallies)
}

/// Locks the tallies of the runs and continues those in them with `--resume`, to detect errors before the first run.
fn open_checkpoints(
    tasks: &mut [SimulationTask],
    tallies: Vec<Output>,
    args: &SimulateArgs,
    console: &Console,
) -> Result<(), Problem> {
    let has_several_runs = tasks.len() > 1;
    for (task, tally) in tasks.iter_mut().zip(tallies) {
        if args.resume && !tally.replaces_file() && !tally.is_stdout() {
            let file = tally.display_name();
            console.remark(&tr!(
                "{file} does not exist yet: a new simulation begins.",
                file
            ));
        }
        let mut checkpoint = Checkpoint::new(tally)?;
        if args.resume {
            let empty_run = task.initial_run.clone();
            task.initial_run = checkpoint.continued_run(empty_run, &task.deal_range)?;
        }
        if has_several_runs {
            // The number of open files is limited, so each tally is locked again when its run starts.
            checkpoint.unlock();
        }
        task.checkpoint = Some(checkpoint);
    }
    Ok(())
}

/// Opens the file of `--each`, if it is requested. Fails when it would have too many rows, when the parts of a sharded run would
/// not fit together, or when it cannot be written.
fn open_row_output(
    args: &SimulateArgs,
    tasks: &[SimulationTask],
    registry: &mut FileRegistry,
) -> Result<Option<Output>, Problem> {
    let Some(path) = &args.each else {
        return Ok(None);
    };
    let has_equal_ranges = tasks
        .iter()
        .all(|task| task.deal_range == tasks[0].deal_range);
    if args.shard.is_some() && !has_equal_ranges {
        return Err(Problem::for_argument(
            "--each",
            problem!("the settings have different numbers of deals; with --shard, give --deals"),
        ));
    }
    let row_counts = tasks.iter().map(|task| {
        let deals = task.deal_range.end - task.deal_range.start;
        deals.saturating_mul(task.places.len() as u64)
    });
    check_row_count(row_counts.fold(0, u64::saturating_add))?;
    registry.open_output(path).map(Some)
}

#[derive(Default)]
struct PlayedRuns {
    /// The summaries by their places in the list of the command.
    summaries: BTreeMap<usize, Summary>,
    /// The last run that was played.
    last_run: Option<Run>,
    is_resumable: bool,
    /// True if runs on the same deals were not simulated together, since their joint tally would be too large.
    has_separate_runs: bool,
    /// The tallies that could not be saved; the results are printed nevertheless.
    failures: Failures,
}

impl PlayedRuns {
    /// Runs the tasks in turn until a signal.
    fn play_all(
        tasks: Vec<SimulationTask>,
        args: &SimulateArgs,
        console: &Console,
    ) -> Result<Self, Problem> {
        let mut results = Self::default();
        let threads = args.threads.count();
        let runs: Vec<(&dyn Experiment, Option<u64>)> = tasks
            .iter()
            .map(|task| (task.experiment.as_ref(), task.deals()))
            .collect();
        let line = ProgressLine::of_runs(console, &runs, threads);
        let mut tasks: VecDeque<(usize, SimulationTask)> = tasks.into_iter().enumerate().collect();
        while let Some((index, mut task)) = tasks.pop_front() {
            let result = task.checkpoint.as_mut().map_or(Ok(()), Checkpoint::lock);
            if result.is_err() {
                // The results of the earlier tasks are still printed.
                results.failures.record(result);
                break;
            }
            let initial_deals = task.initial_run.tally.deals;
            let experiment = Arc::clone(&task.experiment);
            line.start_run(index, experiment.as_ref(), task.deals(), initial_deals);
            let run = task.play(&line, threads, console)?;
            let is_interrupted = signals::STOP_REQUESTED.load(Ordering::Relaxed);
            if task.is_joint() && Joint::is_too_large(&run.tally) && !is_interrupted {
                results.has_separate_runs = true;
                if task.checkpoint.is_some() {
                    results.failures.record(Err(problem!(
                        "the joint tally of these settings would have more values than a tally can hold; \
                         it is not written (give --tally with each setting alone)"
                    )));
                }
                for single_task in task.into_single_tasks().into_iter().rev() {
                    tasks.push_front((index, single_task));
                }
                continue;
            }
            results.last_run = Some(run.clone());
            if run.tally.deals > 0 {
                results.add(task, run, args, console);
            }
            if is_interrupted {
                break;
            }
        }
        Ok(results)
    }

    /// Saves a run for the last time, and adds its summary or those of its members.
    fn add(&mut self, task: SimulationTask, run: Run, args: &SimulateArgs, console: &Console) {
        if let Some(checkpoint) = task.checkpoint {
            self.is_resumable |= checkpoint.is_file();
            self.failures.record(checkpoint.close(&run, console));
        }
        let summary = runner::summary(&task.experiment, &run, args.intervals);
        for (place, mut summary) in task.places.iter().zip(summary.of_members()) {
            summary.row_selection = task.row_selection.clone();
            self.summaries.insert(*place, summary);
        }
    }

    /// Prints how far the runs came if a signal interrupted them; `planned_runs` is the number of all.
    fn report_interruption(
        &self,
        planned_runs: usize,
        unit: &'static str,
        console: &Console,
    ) -> CommandOutcome {
        let Some(last_run) = self
            .last_run
            .as_ref()
            .filter(|_| !self.summaries.is_empty())
        else {
            let unit = plural_form(1, unit_noun(unit).translated());
            console.remark(&tr!(
                "Interrupted before the first {unit}: nothing is written.",
                unit
            ));
            return CommandOutcome::Interrupted;
        };
        if self.summaries.len() < planned_runs {
            return CommandOutcome::Interrupted;
        }
        report_if_interrupted(last_run, unit, console)
    }
}

/// Estimates the number of deals for the precision, since widths are inversely proportional to the square root of the
/// deals. `None` when it is above the maximum.
fn expected_deals(experiment: &dyn Experiment, run: &Run) -> Option<u64> {
    let stop_rule = run.plan.stop_rule.as_ref()?;
    let progress = StopProgress::new(&experiment.measures(), stop_rule, &run.tally);
    let deals = run.tally.deals as f64
        * (progress.widest / progress.stop_rule.precision)
            .max(1.0)
            .powi(2);
    (deals < MAX_DEALS as f64).then_some(deals as u64)
}

pub fn report_if_interrupted(run: &Run, unit: &'static str, console: &Console) -> CommandOutcome {
    if run.stop_reason != StopReason::Interrupted {
        return CommandOutcome::Success;
    }
    let deals = count_with_unit(unit, run.tally.deals);
    let remark = match run.plan.deal_limit() {
        None => tr!("Interrupted after {deals}.", deals),
        Some(deal_limit) => {
            let planned_deals = integer(deal_limit);
            tr!(
                "Interrupted after {deals} of {planned_deals}.",
                deals,
                planned_deals
            )
        }
    };
    console.remark(&remark);
    CommandOutcome::Interrupted
}
