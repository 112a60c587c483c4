//! The tally file of a run: saved during the run and at its end, and locked against a second program.

use super::output::Output;
use super::{display_name, read_limited};
use crate::console::{Console, Failure, print_problem};
use pioche_engine::sim::run::RangeSet;
use pioche_engine::sim::tally_file::{self, TallyFileError, TallyFileErrorKind};
use pioche_engine::sim::{Experiment, Plan, Run, VALUE_VERSION};
use pioche_report::lang::{Problem, problem, tr};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time before the first save of a run; it doubles after each save.
const FIRST_SAVE_DELAY: Duration = Duration::from_millis(200);
/// The longest time between two saves.
const MAX_SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The tally file of a run, which is saved repeatedly while it is open.
#[derive(Debug)]
pub struct Checkpoint {
    output: Output,
    save_delay: Duration,
    next_save: Instant,
    /// True after a failed save, which is printed once.
    has_failed: bool,
}

/// Returns the run of a plan that continues that of a tally file. Fails when the file cannot be read, or holds another plan.
pub fn resumed_run(tally: &Output, plan: &Plan, deal_range: &Range<u64>) -> Result<Run, Problem> {
    let (_, run) = read_tally(tally.path())?;
    let file_plan = format!("{} [{}]", run.plan, ranges_text(&run.done));
    run.with_plan(plan.clone(), deal_range).ok_or_else(|| {
        let range = RangeSet::from(deal_range.clone());
        let plan = format!("{plan} [{}]", ranges_text(&range));
        Problem::plan_mismatch(&tally.display_name(), &file_plan, &plan)
    })
}

impl Checkpoint {
    /// Locks the tally file of a run. Fails when another command saves it, or has saved it since it was opened.
    pub fn new(mut output: Output) -> Result<Self, Problem> {
        output.lock()?;
        Ok(Self {
            output,
            save_delay: FIRST_SAVE_DELAY,
            next_save: Instant::now() + FIRST_SAVE_DELAY,
            has_failed: false,
        })
    }

    /// Saves the state of the run to a file if the last save was some time ago; devices and pipes are written only at the end.
    pub fn save_if_due(&mut self, run: &Run) {
        if Instant::now() < self.next_save {
            return;
        }
        if let Err(problem) = self.output.save(tally_file::to_text(run).as_bytes())
            && !std::mem::replace(&mut self.has_failed, true)
        {
            print_problem(&problem);
        }
        self.save_delay = (2 * self.save_delay).min(MAX_SAVE_INTERVAL);
        self.next_save = Instant::now() + self.save_delay;
    }

    /// Saves the run for the last time. Fails when it cannot be saved.
    pub fn close(self, run: &Run, console: &Console) -> Result<(), Failure> {
        let result = self
            .output
            .write(tally_file::to_text(run).as_bytes(), console);
        result.map_err(|failure| match failure {
            Failure::Problem(_) if self.has_failed => Failure::AlreadyReported,
            other => other,
        })
    }
}

/// Formats ranges with the first and the last number of each.
pub fn ranges_text(ranges: &RangeSet) -> String {
    let ranges = ranges.iter();
    let texts = ranges.map(|range| format!("{}–{}", range.start, range.end - 1));
    texts.collect::<Vec<_>>().join(" ")
}

/// Reads a tally file and creates its experiment. Fails when the file cannot be read or is damaged.
pub fn read_tally(path: &Path) -> Result<(Box<dyn Experiment>, Run), Problem> {
    let bytes = read_limited(path, tally_file::MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    tally_file::parse(&text, pioche_engine::experiments::from_name)
        .map_err(|error| tally_problem(&display_name(path), &error).caused_by(error))
}

/// Reads a tally file that holds deals, of the game `topic` if given. Fails as [`read_tally`].
pub fn read_nonempty_tally(
    path: &Path,
    topic: Option<&str>,
) -> Result<(Arc<dyn Experiment>, Run), Problem> {
    let file = display_name(path);
    let (experiment, run) = read_tally(path)?;
    let game = experiment.topic();
    if run.tally.deals == 0 {
        return Err(problem!("{file} holds no deal", file));
    }
    if topic.is_some_and(|topic| topic != game) {
        return Err(problem!(
            "{file}: this tally is of a different game ({game}) from the first",
            file,
            game
        ));
    }
    Ok((experiment.into(), run))
}

/// Creates the problem of a malformed tally file.
fn tally_problem(file: &str, TallyFileError { line, what }: &TallyFileError) -> Problem {
    let reason = match what {
        TallyFileErrorKind::UnknownFormat | TallyFileErrorKind::MissingChecksum => {
            tr!("this is not a tally file: its first line is not “pioche tally 2”")
        }
        TallyFileErrorKind::TooLong | TallyFileErrorKind::TooManyBins => {
            tr!("this line has more values than any simulation")
        }
        TallyFileErrorKind::Truncated
        | TallyFileErrorKind::ChecksumMismatch
        | TallyFileErrorKind::TrailingText
        | TallyFileErrorKind::SeveralTallies => {
            tr!("this tally was cut or modified: it does not end with its checksum")
        }
        TallyFileErrorKind::ExpectedKeyword(key) => {
            tr!("the line “{key} …” is expected here", key)
        }
        TallyFileErrorKind::ValueVersion(version) => tr!(
            "this tally was made with version {version} of the random numbers; this program uses \
             version {own_version}",
            version,
            own_version = VALUE_VERSION
        ),
        TallyFileErrorKind::UnknownExperiment => {
            tr!("this simulation, or one of its settings, is unknown to this program")
        }
        TallyFileErrorKind::Contradiction(key) => tr!(
            "the line “{key} …” contradicts the number of deals, the rules, or the other lines",
            key
        ),
    };
    problem!("{file}, line {line}: {reason}", file, line, reason)
}
