//! The tally file of a run: saved during the run and at its end, and locked against a second program.

use super::output::Output;
use super::{display_name, io_error_reason, read_limited};
use crate::cli::console::{Console, Failure, print_problem};
use crate::lang::{Problem, Say, problem};
use pioche_engine::sim::tally_file::{self, TallyFileError, TallyFileErrorKind};
use pioche_engine::sim::{Experiment, Run, VALUE_VERSION};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time before the first save of a run; it doubles after each save.
const FIRST_SAVE_DELAY: Duration = Duration::from_millis(200);
/// The longest time between two saves.
const MAX_SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The treatment of an existing tally file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingTally {
    Keep,
    /// The first save replaces it.
    Replace,
    Resume,
}

#[derive(Debug)]
pub struct Checkpoint {
    output: Output,
    /// The problem of a failed save that was already printed.
    reported: Option<Problem>,
}

impl Checkpoint {
    /// Opens the tally file of a run; `empty_run` is the run before its first deal. Returns the run to continue. Fails
    /// when the file cannot be written, another program writes it, it must be kept, or it holds another plan.
    pub fn open(
        path: &Path,
        existing: ExistingTally,
        empty_run: Run,
        deal_range: &Range<u64>,
    ) -> Result<(Self, Run), Problem> {
        let file = display_name(path);
        if existing == ExistingTally::Keep && path.is_file() {
            return Err(problem!(
                "{file} existe déjà (--resume reprend ce décompte, --force le remplace)",
                "{file} already exists (--resume continues this tally, --force replaces it)"
            ));
        }
        let mut output = Output::open(path, existing != ExistingTally::Keep)?;
        let initial_run = match existing {
            ExistingTally::Resume if output.as_file_mut().is_none() => {
                return Err(Problem::for_argument("--resume", Problem::ResumeNeedsTally));
            }
            ExistingTally::Resume if path.exists() => {
                let (_, run) = read_tally(path)?;
                if has_more_deals(&run, &empty_run, deal_range) {
                    return Err(Problem::ResumeWithFewerDeals {
                        file,
                        found: run.done.deal_count(),
                        requested: deal_range.end - deal_range.start,
                    });
                }
                let file_plan = format!("{} [{}]", run.plan, ranges_text(run.done.iter()));
                let requested_plan = format!("{} [{}]", empty_run.plan, ranges_text([deal_range]));
                run.with_plan(empty_run.plan, deal_range)
                    .ok_or(Problem::PlanMismatch {
                        file,
                        found: file_plan,
                        expected: requested_plan,
                    })?
            }
            _ => empty_run,
        };
        Ok((
            Self {
                output,
                reported: None,
            },
            initial_run,
        ))
    }

    /// Saves the run to a file; devices and pipes are written only at the end. Returns true if the tally is a file.
    /// Fails when the disk is full or another file has replaced the tally; the last save is then unchanged.
    pub fn save_if_regular_file(&mut self, run: &Run) -> Result<bool, Problem> {
        let file = self.output.display_name();
        let Some(output) = self.output.as_file_mut() else {
            return Ok(false);
        };
        output.save(tally_file::to_text(run).as_bytes()).map(|()| true).map_err(|error| {
            if output.has_foreign_replacement() {
                problem!(
                    "{file} n'est plus le décompte de cette simulation : un autre fichier a pris sa place",
                    "{file} is no longer this simulation's tally: another file has taken its place"
                )
            } else {
                Problem::CannotWrite {
                    file,
                    reason: io_error_reason(&error),
                }
            }
        })
    }

    /// Saves the run for the last time. Fails as [`Self::save_if_regular_file`], and when the standard output is closed.
    pub fn close(mut self, run: &Run, console: &Console) -> Result<(), Failure> {
        match self.save_if_regular_file(run) {
            Ok(true) => Ok(()),
            Ok(false) => self
                .output
                .write(tally_file::to_text(run).as_bytes(), console),
            Err(problem) if self.reported.as_ref() == Some(&problem) => {
                Err(Failure::AlreadyReported)
            }
            Err(problem) => Err(problem.into()),
        }
    }

    /// Returns true if the tally is a file, so that `--resume` can continue the run.
    pub fn is_file(&mut self) -> bool {
        self.output.as_file_mut().is_some()
    }
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

/// Runs `work`, which reports the state of a run repeatedly, and saves the run meanwhile. The first failed save is
/// printed at once.
pub fn with_periodic_saves<T>(
    checkpoint: Option<&mut Checkpoint>,
    console: &Console,
    work: impl FnOnce(&mut dyn FnMut(&Run)) -> T,
) -> T {
    let Some(checkpoint) = checkpoint else {
        return work(&mut |_| {});
    };
    let mut pause = FIRST_SAVE_DELAY;
    let mut due = Instant::now() + pause;
    work(&mut |run| {
        if Instant::now() < due {
            return;
        }
        // The last save determines the result of the command.
        if let Err(problem) = checkpoint.save_if_regular_file(run)
            && checkpoint.reported.is_none()
        {
            print_problem(console.lang, &problem);
            checkpoint.reported = Some(problem);
        }
        pause = (2 * pause).min(MAX_SAVE_INTERVAL);
        due = Instant::now() + pause;
    })
}

/// Reads a tally file and creates its experiment. Fails when the file cannot be read or is damaged.
pub fn read_tally(path: &Path) -> Result<(Box<dyn Experiment>, Run), Problem> {
    let bytes = read_limited(path, tally_file::MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    tally_file::parse(&text, pioche_engine::experiments::from_name).map_err(
        |TallyFileError { line, what }| {
            let file = display_name(path);
            let problem = tally_problem(what);
            Problem::message(
                format!("{file}, ligne {line} : {}", problem.fr()),
                format!("{file}, line {line}: {}", problem.en()),
            )
        },
    )
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
        return Err(problem!(
            "{file} ne contient aucune donne",
            "{file} holds no deal"
        ));
    }
    if topic.is_some_and(|topic| topic != game) {
        return Err(problem!(
            "{file} : ce décompte porte sur un autre jeu ({game}) que le premier",
            "{file}: this tally is of a different game ({game}) from the first"
        ));
    }
    Ok((experiment.into(), run))
}

fn tally_problem(what: TallyFileErrorKind) -> Problem {
    match what {
        TallyFileErrorKind::UnknownFormat => Problem::message(
            "ce n'est pas un fichier de décompte : sa première ligne n'est pas « pioche tally 2 »",
            "this is not a tally file: its first line is not “pioche tally 2”",
        ),
        TallyFileErrorKind::MissingChecksum => Problem::message(
            "ce décompte est au format précédent, sans somme de contrôle (« pioche tally 1 ») : il faut rejouer ses donnes",
            "this tally is in the previous format, without a checksum (“pioche tally 1”): its deals must be played again",
        ),
        TallyFileErrorKind::TooLong | TallyFileErrorKind::TooManyBins => Problem::message(
            "cette ligne a plus de valeurs qu'aucune simulation n'en a",
            "this line has more values than any simulation",
        ),
        TallyFileErrorKind::Truncated => Problem::message(
            "ce décompte est tronqué : il manque sa somme de contrôle",
            "this tally is truncated: its checksum is missing",
        ),
        TallyFileErrorKind::ChecksumMismatch => Problem::message(
            "ce décompte a été modifié : sa somme de contrôle ne correspond pas",
            "this tally was modified: its checksum does not match",
        ),
        TallyFileErrorKind::TrailingText => Problem::message(
            "un décompte finit par sa somme de contrôle",
            "a tally ends with its checksum",
        ),
        TallyFileErrorKind::SeveralTallies => Problem::message(
            "un autre décompte commence ici : un fichier n'en contient qu'un",
            "another tally begins here: a file holds only one",
        ),
        TallyFileErrorKind::ExpectedKeyword(key) => {
            problem!(
                "la ligne « {key} … » est attendue ici",
                "the line “{key} …” is expected here"
            )
        }
        TallyFileErrorKind::ValueVersion(found) => problem!(
            "ce décompte a été fait avec la version {found} des nombres aléatoires ; ce programme utilise la version {VALUE_VERSION}",
            "this tally was made with version {found} of the random numbers; this program uses version {VALUE_VERSION}"
        ),
        TallyFileErrorKind::UnknownExperiment => Problem::message(
            "cette simulation, ou l'un de ses réglages, est inconnue de ce programme",
            "this simulation, or one of its settings, is unknown to this program",
        ),
        TallyFileErrorKind::Contradiction(key) => problem!(
            "la ligne « {key} … » contredit le nombre de donnes, les règles ou les autres lignes",
            "the line “{key} …” contradicts the number of deals, the rules, or the other lines"
        ),
    }
}
