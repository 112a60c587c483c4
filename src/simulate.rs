//! `simulate`: counts many deals of any topic.

use super::answer_verbs::{option_values, parse_args};
use super::args::SimulateArgs;
use super::command_line::typed_command;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::deal_rows::{check_row_count, write_deal_rows};
use super::files::{Checkpoint, FileRegistry, Output, TALLY_FOLDER, resumed_run};
use super::outputs::Outputs;
use super::progress::ProgressLine;
use super::runner::play_deals;
use super::{decks, runner, signals};
use clap::ArgMatches;
use pioche_engine::sim::{
    Experiment, Field, Joint, MAX_DEALS, Plan, RowSelection, Run, Seed, StopProgress, StopReason,
    Summary, compare_independent_runs,
};
use pioche_games::Topic;
use pioche_report::command::file_stem;
use pioche_report::lang::glossary::count_with_unit;
use pioche_report::lang::{Problem, integer, problem, tr};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::sync::Arc;

/// Runs the experiments of a topic in turn, all on the same seed, and writes the results; `words` are those of the command
/// line.
pub fn run(
    topic: &'static Topic,
    words: &[OsString],
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args: SimulateArgs = parse_args(matches)?;
    let deck_file = decks::source(matches);
    let experiments: Vec<Arc<dyn Experiment>> = match &deck_file {
        Some(path) => vec![Arc::new(decks::read_experiment(path, topic, matches)?)],
        None => create_experiments(topic, matches)?,
    };
    let seed = args.seed.resolve(console)?;
    let mut runs = planned_runs(topic, &experiments, (&args, matches), seed)?;
    let mut registry = FileRegistry::new(args.output.force_args.force);
    if let Some(path) = &deck_file {
        registry.add_input(path);
    }
    let row_output = open_row_output(&args, &runs, &mut registry)?;
    open_single_tally(&args, &mut runs, &mut registry)?;
    let outputs = Outputs::open(&args.output, topic, args.resume, &mut registry)?;
    // A tally has no deals of which there is no seed.
    if deck_file.is_none() {
        open_folder_tallies(&args, &experiments, &mut runs, &outputs, &mut registry)?;
    }
    if args.resume {
        for run in &mut runs {
            run.resume(console)?;
        }
    }
    let has_tallies = runs.iter().any(PlannedRun::has_tally_file);
    signals::enable_polling();
    let mut failures = Failures::default();
    let mut summaries = play_all(runs, &args, &mut failures, console)?;
    if summaries.is_empty() {
        return Ok(CommandOutcome::Interrupted);
    }
    let mut is_interrupted = summaries.len() < experiments.len()
        || summaries
            .iter()
            .any(|summary| summary.run.stop_reason == StopReason::Interrupted);
    if args.output.compare {
        compare_independent_runs(&mut summaries);
    }
    outputs.write(&summaries, console, &mut failures);
    let has_missed_precision = runner::report_missed_precision(&summaries, console);
    let mut has_missing_rows = false;
    if let Some(output) = row_output.filter(|_| !is_interrupted) {
        let file = output.display_name();
        let result = write_deal_rows(output, (&args, topic), &summaries, console);
        has_missing_rows = result == Err(Failure::Interrupted);
        if has_missing_rows {
            is_interrupted = true;
            console.remark(&tr!(
                "Interrupted while the rows of --each were written: {file} is \
                 missing, the rest is complete.",
                file
            ));
        } else {
            failures.record(result);
        }
    }
    if has_missing_rows || is_interrupted && has_tallies {
        let flags = if has_tallies {
            &["--resume", "--force"][..]
        } else {
            &["--force"]
        };
        console.print_resume_command(&typed_command(words, seed, flags));
    } else if is_interrupted && deck_file.is_none() {
        console.remark(&tr!(
            "Nothing is saved; with --tally FILE or --out DIR, the run could be resumed."
        ));
    }
    failures.finish()?;
    Ok(if is_interrupted {
        CommandOutcome::Interrupted
    } else if has_missed_precision {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
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

/// A run of a command: an experiment, alone or joined with others on the same deals.
struct PlannedRun {
    experiment: Arc<dyn Experiment>,
    /// The places of its settings in the list of the command.
    places: Vec<usize>,
    row_selection: Option<RowSelection>,
    initial_run: Run,
    deal_range: Range<u64>,
    /// The tally file, which is saved during the run.
    tally: Option<Output>,
}

/// Returns the runs of a command in turn: settings of the same deals are joined, but with a precision each ends by itself.
fn planned_runs(
    topic: &Topic,
    experiments: &[Arc<dyn Experiment>],
    (args, matches): (&SimulateArgs, &ArgMatches),
    seed: Seed,
) -> Result<Vec<PlannedRun>, Problem> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, experiment) in experiments.iter().enumerate() {
        let key = experiment.stream_key();
        let mut known_groups = groups.iter_mut();
        match known_groups.find(|(known, _)| *known == key && args.precision.is_none()) {
            Some((_, places)) => places.push(place),
            None => groups.push((key, vec![place])),
        }
    }
    let mut question_options = topic.question_options();
    let fields: Option<&Vec<Field>> =
        question_options.find_map(|option| matches.get_one(option.key()));
    let mut joined: Vec<(Arc<dyn Experiment>, Vec<usize>)> = Vec::new();
    for (_, places) in groups {
        let members = places.iter().map(|&place| Arc::clone(&experiments[place]));
        match Joint::new(members.clone().collect()) {
            Some(joint) => joined.push((Arc::new(joint), places)),
            None => joined.extend(members.zip(places.iter().map(|&place| vec![place]))),
        }
    }
    let mut runs = Vec::new();
    for (experiment, places) in joined {
        let needs_interval = args.precision.is_some();
        let row_selection =
            runner::row_selection(topic, fields, (experiments, places[0]), needs_interval)?;
        let plan = runner::plan(args, row_selection.clone(), experiment.as_ref(), seed);
        runs.push(PlannedRun {
            deal_range: requested_deals(args, &plan)?,
            initial_run: Run::empty(plan, experiment.tally_schema()),
            experiment,
            places,
            row_selection,
            tally: None,
        });
    }
    Ok(runs)
}

/// Returns the deals that a run plays: those of its plan, or of the part of `--shard`. Fails when there are none, or the
/// run stops at a precision.
fn requested_deals(args: &SimulateArgs, plan: &Plan) -> Result<Range<u64>, Problem> {
    let Some((number, parts)) = args.shard else {
        return Ok(0..plan.deals);
    };
    let deal_range = plan.part_deals(number, parts);
    let problem = if plan.stop_rule.is_some() {
        problem!(
            "a part cannot stop at a precision, since it does not know the results of the others; give --deals"
        )
    } else if deal_range.is_empty() {
        Problem::empty_shard(plan.deals)
    } else {
        return Ok(deal_range);
    };
    Err(Problem::for_argument("--shard", problem))
}

/// Opens the tally of `--tally`. Fails for several runs.
fn open_single_tally(
    args: &SimulateArgs,
    runs: &mut [PlannedRun],
    registry: &mut FileRegistry,
) -> Result<(), Problem> {
    let Some(path) = &args.tally else {
        return Ok(());
    };
    let run_count = runs.len();
    let [run] = runs else {
        return Err(problem!(
            "--tally: a tally holds one simulation, or several of the same deals, and this command \
             runs {run_count} (--out writes them all)",
            run_count
        ));
    };
    run.tally = Some(registry.open_tally(path, args.resume)?);
    Ok(())
}

/// Opens the tallies in the folder of `--out`: of a single run with the name of the topic, of several with those of their
/// experiments. A joint run has the name of its first member.
fn open_folder_tallies(
    args: &SimulateArgs,
    experiments: &[Arc<dyn Experiment>],
    runs: &mut [PlannedRun],
    outputs: &Outputs<'_>,
    registry: &mut FileRegistry,
) -> Result<(), Problem> {
    let is_single = runs.len() == 1;
    let Some(folder) = outputs.folder.as_ref().filter(|_| args.tally.is_none()) else {
        return Ok(());
    };
    for run in runs {
        let first_member = &experiments[run.places[0]];
        let name = if is_single {
            format!("{}.tally", first_member.topic())
        } else {
            format!("{TALLY_FOLDER}/{}.tally", file_stem(&first_member.name()))
        };
        run.tally = Some(registry.open_tally(&folder.file_path(&name)?, args.resume)?);
    }
    Ok(())
}

/// Opens the file of `--each`, if it is requested. Fails when it would have too many rows, or when it cannot be written.
fn open_row_output(
    args: &SimulateArgs,
    runs: &[PlannedRun],
    registry: &mut FileRegistry,
) -> Result<Option<Output>, Problem> {
    let Some(path) = &args.each else {
        return Ok(None);
    };
    let row_counts = runs.iter().map(|run| {
        let deals = run.deal_range.end - run.deal_range.start;
        deals.saturating_mul(run.places.len() as u64)
    });
    check_row_count(row_counts.fold(0, u64::saturating_add))?;
    registry.open_output(path).map(Some)
}

impl PlannedRun {
    /// Returns true if `--resume` can continue the run.
    fn has_tally_file(&self) -> bool {
        self.tally
            .as_ref()
            .is_some_and(|tally| tally.file().is_some())
    }

    /// Continues the run of the tally file, if there is one. Fails for another output than a file, and for another plan.
    fn resume(&mut self, console: &Console) -> Result<(), Problem> {
        let Some(tally) = self.tally.as_ref().filter(|tally| tally.file().is_some()) else {
            let problem = problem!(
                "also give --tally FILE (the tally to resume) or --out DIR (a folder of tallies)"
            );
            return Err(Problem::for_argument("--resume", problem));
        };
        if tally.replaces_file() {
            self.initial_run = resumed_run(tally, &self.initial_run.plan, &self.deal_range)?;
        } else {
            let file = tally.display_name();
            console.remark(&tr!(
                "{file} does not exist yet: a new simulation begins.",
                file
            ));
        }
        Ok(())
    }

    /// Returns the number of deals of the run; `None` if it ends at a precision.
    fn deals(&self) -> Option<u64> {
        self.initial_run.plan.deal_limit()?;
        Some(self.deal_range.end - self.deal_range.start)
    }

    /// Plays the run, shows its progress and saves it meanwhile. A tally that cannot be saved is no failure of the run.
    fn play(
        &mut self,
        line: &ProgressLine,
        args: &SimulateArgs,
        failures: &mut Failures,
        console: &Console,
    ) -> Result<Run, Problem> {
        let mut checkpoint = self.tally.take().map(Checkpoint::new).transpose()?;
        // Without `--deals`, the length of the run is estimated from the precision reached so far.
        let is_open_ended = self.deals().is_none();
        let experiment = &self.experiment;
        let mut on_progress = |run: &Run| {
            if is_open_ended {
                line.set_total(expected_deals(experiment.as_ref(), run));
            }
            line.set_done(run.tally.deals);
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.save_if_due(run);
            }
        };
        let work = (self.initial_run.clone(), self.deal_range.clone());
        let threads = args.threads.threads;
        let run = play_deals(experiment, work, threads, &mut on_progress, console)?;
        if let Some(checkpoint) = checkpoint.filter(|_| run.tally.deals > 0) {
            failures.record(checkpoint.close(&run, console));
        }
        Ok(run)
    }
}

/// Plays the runs in turn until a signal, and says how far they came. Returns the summaries in the order of the settings.
fn play_all(
    mut runs: Vec<PlannedRun>,
    args: &SimulateArgs,
    failures: &mut Failures,
    console: &Console,
) -> Result<Vec<Summary>, Problem> {
    let mut summaries: BTreeMap<usize, Summary> = BTreeMap::new();
    let line = ProgressLine::of_runs(console, runs.len());
    for (index, planned) in runs.iter_mut().enumerate() {
        let experiment = Arc::clone(&planned.experiment);
        let initial_deals = planned.initial_run.tally.deals;
        line.start_run(index, experiment.as_ref(), planned.deals(), initial_deals);
        let run = match planned.play(&line, args, failures, console) {
            Ok(run) => run,
            Err(problem) if summaries.is_empty() => return Err(problem),
            Err(problem) => {
                // The results of the earlier runs are still printed.
                failures.record(Err(problem));
                break;
            }
        };
        if run.tally.deals > 0 {
            let summary = runner::summary(&experiment, &run, args.intervals);
            for (place, mut summary) in planned.places.iter().zip(summary.of_members()) {
                summary.row_selection = planned.row_selection.clone();
                summaries.insert(*place, summary);
            }
        }
        if run.stop_reason == StopReason::Interrupted {
            drop(line);
            report_interruption(&run, experiment.info().unit, console);
            break;
        }
    }
    Ok(summaries.into_values().collect())
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

/// Prints how far an interrupted run came.
pub fn report_interruption(run: &Run, unit: &'static str, console: &Console) {
    let deals = count_with_unit(unit, run.tally.deals);
    console.remark(&match run.plan.deal_limit() {
        None => tr!("Interrupted after {deals}.", deals),
        Some(deal_limit) => {
            let planned_deals = integer(deal_limit);
            tr!(
                "Interrupted after {deals} of {planned_deals}.",
                deals,
                planned_deals
            )
        }
    });
}
