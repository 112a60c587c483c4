//! The plan of a run, and its deals, which are played in a thread. The calling thread shows the progress, saves the run
//! and checks for signals. After a signal, a long deal is abandoned and not counted.

use super::args::{IntervalArgs, SimulateArgs};
use super::console::Console;
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
use pioche_report::terminal_report::precision_option;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The shortest time between two states of a run that are shown and saved.
const STATE_INTERVAL: Duration = Duration::from_millis(100);
/// The time that a deal may still take after a signal.
const GRACE_PERIOD: Duration = Duration::from_millis(150);

/// Runs a part of a plan; `on_progress` receives the state repeatedly. Fails when the system starts no threads.
pub fn play_deals(
    experiment: &Arc<dyn Experiment>,
    (initial_run, deal_range): (Run, Range<u64>),
    threads: Option<usize>,
    on_progress: &mut dyn FnMut(&Run),
    console: &Console,
) -> Result<Run, Problem> {
    let experiment = Arc::clone(experiment);
    let simd_level = console.simd_level;
    let mut latest_run = Run {
        stop_reason: StopReason::Interrupted,
        ..initial_run.clone()
    };
    let (run_sender, runs) = sync_channel(1);
    let is_abandoned = Arc::new(AtomicBool::new(false));
    let is_abandoned_in_thread = Arc::clone(&is_abandoned);
    let play = move || {
        // A state is a copy of all counts, so not every chunk makes one.
        let last_state = Mutex::new(None::<Instant>);
        let watch = |run: &dyn Fn() -> Run| {
            // The calling thread may be busy saving. After it has given up this thread, it alone acknowledges signals.
            if !is_abandoned_in_thread.load(Ordering::Relaxed) {
                signals::acknowledge_stop_request();
            }
            let mut last_state = last_state.lock().unwrap_or_else(PoisonError::into_inner);
            if last_state.is_none_or(|time| time.elapsed() >= STATE_INTERVAL) {
                *last_state = Some(Instant::now());
                // A full channel means that the calling thread has not read the state before.
                let _ = run_sender.try_send(run());
            }
        };
        let options = RunOptions {
            threads,
            simd_level,
            interrupt_flag: Some(&signals::STOP_REQUESTED),
            on_progress: Some(&watch),
            ..RunOptions::default()
        };
        experiment.resume(initial_run, deal_range, &options)
    };
    let player = thread::Builder::new().spawn(play);
    let player = player.map_err(|error| ThreadStartError {
        threads: 1,
        source: error.into(),
    })?;
    let mut signal_time = None;
    loop {
        match runs.recv_timeout(signals::POLL_INTERVAL) {
            Ok(run) => {
                on_progress(&run);
                latest_run = run;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let result = player.join();
                return Ok(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
        }
        if signals::acknowledge_stop_request()
            && signal_time.get_or_insert_with(Instant::now).elapsed() >= GRACE_PERIOD
        {
            is_abandoned.store(true, Ordering::Relaxed);
            return Ok(latest_run);
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
        let mut names = Vec::new();
        for statistic in topic.question.statistics {
            if let Some(selection) = statistic.selection(&measures) {
                if statistic.name == cells[0] {
                    return Ok(Some(selection));
                }
                names.push(statistic.name);
            }
        }
        let problem = Problem::not_a_choice(&cells[0], &names.join(", "));
        return Err(refused(problem));
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

/// Prints each precision that was not reached, even with `--quiet`. Returns true if there is one: the answer is then negative.
pub fn report_missed_precision(summaries: &[Summary], console: &Console) -> bool {
    let mut notes: Vec<String> = Vec::new();
    for summary in summaries {
        let progress = summary.stop_progress();
        if let Some(progress) = progress.filter(|progress| !progress.is_reached()) {
            let option = precision_option(&progress);
            let deals = count_with_unit(summary.unit(), summary.deals());
            notes.push(tr!(
                "Note: {option} needs more than {deals}.",
                option,
                deals
            ));
        }
    }
    notes.dedup();
    for note in &notes {
        console.print_always(note);
    }
    !notes.is_empty()
}
