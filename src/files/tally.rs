//! The tally file of a run: saved during the run and at its end, and locked against a second program.

use super::output::Output;
use super::registry::FileRegistry;
use super::{display_name, read_limited};
use crate::console::{Console, Failure, print_problem};
use pioche_engine::sim::tally_file::{self, TallyFileError, TallyFileErrorKind};
use pioche_engine::sim::{Experiment, Run, VALUE_VERSION};
use pioche_report::lang::{Problem, Text, integer, problem, tr};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time before the first save of a run; it doubles after each save.
const FIRST_SAVE_DELAY: Duration = Duration::from_millis(200);
/// The longest time between two saves.
const MAX_SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The problem of `--resume` without a tally file.
pub const RESUME_NEEDS_TALLY: Text =
    Text("also give --tally FILE (the tally to resume) or --out DIR (a folder of tallies)");

/// The tally file of a run, which is saved repeatedly while it is open.
#[derive(Debug)]
pub struct Checkpoint {
    output: Output,
    save_delay: Duration,
    next_save: Instant,
    /// The problem of a failed save that was already printed.
    reported_problem: Option<Problem>,
}

/// Opens the tally file of a run. Fails when it exists, and the run neither resumes nor replaces it, and as
/// [`FileRegistry::open_output`].
pub fn open_tally(
    path: &Path,
    is_resumed: bool,
    registry: &mut FileRegistry,
) -> Result<Output, Problem> {
    if is_resumed {
        return registry.open_continued_output(path);
    }
    if !registry.may_replace() && path.is_file() && !registry.is_input(path) {
        let file = display_name(path);
        return Err(problem!(
            "{file} already exists (--resume continues this tally, --force replaces it)",
            file
        ));
    }
    registry.open_output(path)
}

impl Checkpoint {
    /// Locks the tally file of a run. Fails when another command saves it.
    pub fn new(mut output: Output) -> Result<Self, Problem> {
        output.lock()?;
        Ok(Self {
            output,
            save_delay: FIRST_SAVE_DELAY,
            next_save: Instant::now() + FIRST_SAVE_DELAY,
            reported_problem: None,
        })
    }

    /// Returns the run that continues that of the tally file: `empty_run`, the run before its first deal, if there is no file
    /// yet. Fails for another output than a file, and when the file holds another plan.
    pub fn continued_run(&self, empty_run: Run, deal_range: &Range<u64>) -> Result<Run, Problem> {
        if !self.is_file() {
            return Err(Problem::for_argument("--resume", RESUME_NEEDS_TALLY.into()));
        }
        if !self.output.replaces_file() {
            return Ok(empty_run);
        }
        let file = self.output.display_name();
        let (_, run) = read_tally(self.output.path())?;
        if has_more_deals(&run, &empty_run, deal_range) {
            let requested_deals = deal_range.end - deal_range.start;
            let file_deals = run.done.deal_count();
            return Err(fewer_deals_problem(&file, file_deals, requested_deals));
        }
        let file_plan = format!("{} [{}]", run.plan, ranges_text(run.done.iter()));
        let requested_plan = format!("{} [{}]", empty_run.plan, ranges_text([deal_range]));
        run.with_plan(empty_run.plan, deal_range)
            .ok_or(Problem::plan_mismatch(&file, &file_plan, &requested_plan))
    }

    /// Locks the file again after [`Self::unlock`]. Fails when another command saves it or has saved it meanwhile.
    pub fn lock(&mut self) -> Result<(), Problem> {
        self.output.lock()
    }

    /// Releases the lock of the file until the run starts.
    pub fn unlock(&mut self) {
        self.output.unlock();
    }

    /// Saves the run to a file; devices and pipes are written only at the end. Returns true if the tally is a file.
    /// Fails when the disk is full or another file has replaced the tally; the last save is then unchanged.
    fn save_if_file(&mut self, run: &Run) -> Result<bool, Problem> {
        self.output.save(tally_file::to_text(run).as_bytes())
    }

    /// Saves the state of the run if the last save was some time ago. The first failed save is printed at once; the last
    /// save determines the result of the command.
    pub fn save_if_due(&mut self, run: &Run) {
        if Instant::now() < self.next_save {
            return;
        }
        if let Err(problem) = self.save_if_file(run)
            && self.reported_problem.is_none()
        {
            print_problem(&problem);
            self.reported_problem = Some(problem);
        }
        self.save_delay = (2 * self.save_delay).min(MAX_SAVE_INTERVAL);
        self.next_save = Instant::now() + self.save_delay;
    }

    /// Saves the run for the last time. Fails when it cannot be saved, and when the standard output is closed.
    pub fn close(mut self, run: &Run, console: &Console) -> Result<(), Failure> {
        match self.save_if_file(run) {
            Ok(true) => Ok(()),
            Ok(false) => self
                .output
                .write(tally_file::to_text(run).as_bytes(), console),
            Err(problem) if self.reported_problem.as_ref() == Some(&problem) => {
                Err(Failure::AlreadyReported)
            }
            Err(problem) => Err(problem.into()),
        }
    }

    /// Returns true if the tally is a file, so that `--resume` can continue the run.
    pub fn is_file(&self) -> bool {
        self.output.is_file()
    }
}

/// Creates the problem of a run with fewer deals than its tally file holds.
fn fewer_deals_problem(file: &str, file_deals: u64, requested_deals: u64) -> Problem {
    problem!(
        "{file} already holds {file_deals} deals, more than the {requested_deals} requested; \
         give --deals {file_deals} or more",
        file,
        file_deals = integer(file_deals),
        requested_deals = integer(requested_deals)
    )
}

/// Returns true if a run is of the same simulation as `empty_run`, and continues beyond the deals of `deal_range`.
fn has_more_deals(run: &Run, empty_run: &Run, deal_range: &Range<u64>) -> bool {
    let deals = deal_range.start..run.done.end();
    run.plan.experiment == empty_run.plan.experiment
        && run.plan.seed == empty_run.plan.seed
        && deals.end > deal_range.end
        && run.done.end_if_prefix_of(&deals).is_some()
}

/// Formats ranges as in a tally file, at most four of them.
pub fn ranges_text<'a>(ranges: impl IntoIterator<Item = &'a Range<u64>>) -> String {
    const MAX_RANGES: usize = 4;
    let mut ranges = ranges
        .into_iter()
        .map(|range| match range.end.saturating_sub(1) {
            last if last <= range.start => range.start.to_string(),
            last => format!("{}–{last}", range.start),
        });
    let text = ranges
        .by_ref()
        .take(MAX_RANGES)
        .collect::<Vec<_>>()
        .join(" ");
    if ranges.next().is_some() {
        text + " …"
    } else {
        text
    }
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
        TallyFileErrorKind::UnknownFormat => {
            tr!("this is not a tally file: its first line is not “pioche tally 2”")
        }
        TallyFileErrorKind::MissingChecksum => tr!(
            "this tally is in the previous format, without a checksum (“pioche tally 1”): its deals \
             must be played again"
        ),
        TallyFileErrorKind::TooLong | TallyFileErrorKind::TooManyBins => {
            tr!("this line has more values than any simulation")
        }
        TallyFileErrorKind::Truncated => tr!("this tally is truncated: its checksum is missing"),
        TallyFileErrorKind::ChecksumMismatch => {
            tr!("this tally was modified: its checksum does not match")
        }
        TallyFileErrorKind::TrailingText => tr!("a tally ends with its checksum"),
        TallyFileErrorKind::SeveralTallies => {
            tr!("another tally begins here: a file holds only one")
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
