//! The plan of a run, and its deals, which are played in a thread. The calling thread shows the progress, saves the run
//! and checks for signals. After a signal, a long deal is abandoned and not counted.

use super::args::{IntervalArgs, SimulateArgs};
use super::console::{CommandOutcome, Console};
use super::signals;
use pioche_engine::sim::driver::ThreadStartError;
use pioche_engine::sim::measure::{Measure, distinct_row_values};
use pioche_engine::sim::{
    Experiment, Field, MAX_DEALS, Plan, RowSelection, Run, RunOptions, Seed, StopReason, StopRule,
    Summary,
};
use pioche_games::Topic;
use pioche_report::command::flag_name;
use pioche_report::lang::glossary::count_with_unit;
use pioche_report::lang::{Problem, problem, tr};
use pioche_report::terminal_report::{precision_note, precision_option};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The shortest time between two states of a run that are shown and saved.
const STATE_INTERVAL: Duration = Duration::from_millis(100);
/// The time that a deal may still take after a signal.
const GRACE_PERIOD: Duration = Duration::from_millis(150);

struct RunJob {
    experiment: Arc<dyn Experiment>,
    initial_run: Run,
    deal_range: Range<u64>,
    threads: Option<usize>,
    console: Console,
    /// The state of the run that the calling thread asked for, until it takes it.
    latest_run: Mutex<Option<Run>>,
    /// True while the calling thread asks for the state of the run. A state is a copy of all counts, so not every chunk makes one.
    is_run_wanted: AtomicBool,
    /// Ends the run after the chunks that were begun.
    stop_flag: AtomicBool,
}

impl RunJob {
    /// Runs the deals. Wakes the calling thread after the chunk at which it gets the state that it asked for.
    fn play(
        &self,
        wake_sender: &SyncSender<()>,
        stop_flag: &AtomicBool,
    ) -> Result<Run, ThreadStartError> {
        let watch = |run: &dyn Fn() -> Run| {
            // The calling thread may be busy saving.
            signals::acknowledge_stop_request();
            if !self.is_run_wanted.swap(false, Ordering::Relaxed) {
                return;
            }
            *self
                .latest_run
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(run());
            // A full channel means that the calling thread is already awake.
            let _ = wake_sender.try_send(());
        };
        let options = RunOptions {
            threads: self.threads,
            chunk_size: None,
            simd_level: self.console.simd_level,
            interrupt_flag: Some(stop_flag),
            on_deal_values: None,
            on_progress: Some(&watch),
        };
        self.experiment
            .resume(self.initial_run.clone(), self.deal_range.clone(), &options)
    }
}

/// Runs a part of a plan; `on_progress` receives the state repeatedly, and returns false to end the run. Fails when the system
/// starts no threads.
pub fn play_deals(
    experiment: &Arc<dyn Experiment>,
    (initial_run, deal_range): (Run, Range<u64>),
    threads: Option<usize>,
    on_progress: &mut dyn FnMut(&Run) -> bool,
    console: &Console,
) -> Result<Run, Problem> {
    let job = Arc::new(RunJob {
        experiment: Arc::clone(experiment),
        initial_run,
        deal_range,
        threads,
        console: *console,
        latest_run: Mutex::new(None),
        is_run_wanted: AtomicBool::new(true),
        stop_flag: AtomicBool::new(false),
    });
    let (wake_sender, wake_receiver) = sync_channel(1);
    let worker = {
        let job = Arc::clone(&job);
        let job_sender = wake_sender.clone();
        thread::Builder::new().spawn(move || job.play(&job_sender, &job.stop_flag))
    };
    // If the second thread cannot be started, nothing is shown or saved during the run.
    let Ok(worker) = worker else {
        return Ok(job.play(&wake_sender, &signals::STOP_REQUESTED)?);
    };
    drop(wake_sender);
    let mut last = None;
    let mut last_request = Instant::now();
    let mut signal_time = None;
    loop {
        let wake = wake_receiver.recv_timeout(signals::POLL_INTERVAL);
        let latest_run = job
            .latest_run
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(run) = latest_run {
            if !on_progress(&run) {
                job.stop_flag.store(true, Ordering::Relaxed);
            }
            last = Some(run);
        }
        let interrupted = signals::acknowledge_stop_request();
        if interrupted {
            job.stop_flag.store(true, Ordering::Relaxed);
        }
        if interrupted || last_request.elapsed() >= STATE_INTERVAL {
            job.is_run_wanted.store(true, Ordering::Relaxed);
            last_request = Instant::now();
        }
        if wake == Err(RecvTimeoutError::Disconnected) {
            return Ok(worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        if interrupted && signal_time.get_or_insert_with(Instant::now).elapsed() >= GRACE_PERIOD {
            let initial_run = || Run {
                stop_reason: StopReason::Interrupted,
                ..job.initial_run.clone()
            };
            return Ok(last.unwrap_or_else(initial_run));
        }
    }
}

/// Returns the rows, or the means of a statistic, that the values of an option ask for, of an experiment by its place among
/// those of a command; `None` without values. A statistic is one of any of them, unless `needs_interval`. Fails when the
/// experiments have no such row or statistic, or `needs_interval` and one of the rows has no interval.
pub fn row_selection(
    topic: &Topic,
    fields: Option<&Vec<Field>>,
    (experiments, place): (&[Arc<dyn Experiment>], usize),
    needs_interval: bool,
) -> Result<Option<RowSelection>, Problem> {
    let Some(fields) = fields else {
        return Ok(None);
    };
    let key = fields[0].key();
    let asks_statistic = key != topic.rows.key();
    let experiments = if asks_statistic && !needs_interval {
        experiments
    } else {
        &experiments[place..=place]
    };
    let cells: Vec<String> = fields.iter().map(|field| field.value.to_string()).collect();
    let refused = |problem| Problem::for_argument(&flag_name(fields[0].setting), problem);
    let measures: Vec<Measure> = experiments
        .iter()
        .flat_map(|experiment| experiment.measures())
        .collect();
    if asks_statistic {
        let statistics = topic.question.statistics.iter();
        let selections: Vec<(&str, RowSelection)> = statistics
            .filter_map(|statistic| Some((statistic.name, statistic.selection(&measures)?)))
            .collect();
        let asked = selections.iter().find(|(name, _)| *name == cells[0]);
        if let Some((_, selection)) = asked {
            return Ok(Some(selection.clone()));
        }
        let names: Vec<&str> = selections.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let cell = &cells[0];
        return Err(refused(problem!(
            "these settings have no “{cell}”; the statistics are {names}",
            cell,
            names
        )));
    }
    let choices = distinct_row_values(&measures, key);
    if let Some(cell) = cells.iter().find(|cell| !choices.contains(cell)) {
        return Err(refused(Problem::no_such_row(
            &format!("{key}={cell}"),
            &choices,
        )));
    }
    let rows = RowSelection::new(&measures, key, &cells);
    let without_interval = |measure: &&Measure| {
        needs_interval && rows.has_row(&measure.row_fields) && !measure.is_row_with_interval()
    };
    if let Some(cell) = measures
        .iter()
        .find(without_interval)
        .and_then(|measure| measure.row_field(key))
    {
        return Err(refused(problem!(
            "the row “{key}={cell}” has no interval, so no precision applies to it",
            key,
            cell
        )));
    }
    Ok(Some(rows))
}

pub fn plan(
    args: &SimulateArgs,
    rows: Option<RowSelection>,
    experiment: &dyn Experiment,
    seed: Seed,
) -> Plan {
    let stop_rule = args.precision.map(|precision| StopRule {
        precision,
        rows,
        first_check: 0,
        confidence: args.intervals.confidence,
    });
    let default_deals = || {
        if stop_rule.is_some() {
            MAX_DEALS
        } else {
            experiment.info().default_deals
        }
    };
    let deals = args.deals.unwrap_or_else(default_deals);
    Plan {
        stop_rule,
        ..experiment.plan(seed, deals)
    }
}

/// Returns the summary of a run with the intervals of a command.
pub fn summary(experiment: &Arc<dyn Experiment>, run: &Run, intervals: IntervalArgs) -> Summary {
    Summary::new(Arc::clone(experiment), run, intervals.confidence)
}

/// Reports each precision that was not reached, even with `--quiet`; the outcome is then negative. A printed table
/// already says by how much it was missed.
pub fn report_missed_precision(
    summaries: &[Summary],
    prints_table: bool,
    outcome: CommandOutcome,
    console: &Console,
) -> CommandOutcome {
    let mut notes: Vec<String> = Vec::new();
    for summary in summaries {
        if let Some(progress) = summary
            .stop_progress()
            .as_ref()
            .filter(|progress| !progress.is_reached())
        {
            let shortfall = if prints_table {
                let option = precision_option(progress);
                let deals = count_with_unit(summary.unit(), summary.deals());
                tr!("{option} needs more than {deals}", option, deals)
            } else {
                precision_note(summary, progress)
            };
            let note = tr!("Note: {shortfall}.", shortfall);
            if !notes.contains(&note) {
                console.print_always(&note);
                notes.push(note);
            }
        }
    }
    if outcome == CommandOutcome::Success && !notes.is_empty() {
        CommandOutcome::NegativeAnswer
    } else {
        outcome
    }
}
