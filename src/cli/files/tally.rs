//! The tally of a run under way: saved every few seconds and at the end, and locked against a second program.
//!
//! Each save takes the place of the one before it ([`super::Held`]). A tally that has several names (hard links) keeps
//! one of them: a save in place could be cut by whatever it is there to survive.

use super::aside::{Existing, Held};
use super::pending::Pending;
use super::place::{Place, has_other_names, is_standard, name, place, read, reason};
use crate::cli::console::{Console, Failure, complain};
use crate::lang::{Problem, Say, either};
use pioche_engine::sim::tally_file::{self, TallyError, TallyErrorKind};
use pioche_engine::sim::{Experiment, Run, VALUE_VERSION};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// What becomes of a tally that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Former {
    /// It stays, and the run is refused.
    Keep,
    /// The first save replaces it.
    Replace,
    /// The run goes on with it.
    Resume,
}

/// The tally file of one run.
#[derive(Debug)]
pub struct Checkpoint {
    /// Its name in messages.
    file: String,
    saved: Saved,
    /// Nobody but this run has put it there, and it holds no deal yet.
    fresh: bool,
}

/// Where a tally goes.
#[derive(Debug)]
enum Saved {
    /// In a file, again and again.
    Held(Held),
    /// To a device, a pipe or the standard output, once at the end.
    Once(Pending),
    /// It is there, for good.
    Done,
}

impl Checkpoint {
    /// Opens the tally file of a run, `nothing` being the run before its first deal, and gives the run to go on with.
    /// Fails when it cannot be written, another program runs on it, it has to stay, or holds another plan.
    pub fn open(path: &Path, former: Former, nothing: Run, part: &Range<u64>) -> Result<(Self, Run), Problem> {
        let file = name(path);
        let fail = |reason| Problem::CannotWrite { file: file.clone(), reason };
        match if is_standard(path) { Place::Device } else { place(path).map_err(fail)? } {
            Place::Device if former == Former::Resume => Err(Problem::argument("--resume", Problem::ResumeNeedsTally)),
            Place::Device => {
                let saved = Saved::Once(Pending::open(path, Existing::Replace)?);
                Ok((Self { saved, file, fresh: false }, nothing))
            }
            Place::File(at, _) => Self::take_over(file, &at, former, nothing, part),
            Place::Free(at) => {
                let text = tally_file::write(&nothing);
                let held = Held::create(&at, text.as_bytes()).map_err(|error| problem(&file, &error))?;
                Ok((Self { saved: Saved::Held(held), file, fresh: true }, nothing))
            }
        }
    }

    fn take_over(
        file: String,
        at: &Path,
        former: Former,
        nothing: Run,
        part: &Range<u64>,
    ) -> Result<(Self, Run), Problem> {
        if former == Former::Keep {
            return Err(Problem::said(
                format!("{file} existe déjà (--resume reprend ce décompte, --force le remplace)"),
                format!("{file} is there already (--resume goes on with this tally, --force replaces it)"),
            ));
        }
        let held = Held::take(at).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => Problem::TallyBusy { file: file.clone() },
            _ => Problem::CannotRead { file: file.clone(), reason: reason(&error) },
        })?;
        let checkpoint = Self { saved: Saved::Held(held), file: file.clone(), fresh: false };
        if former == Former::Replace {
            return Ok((checkpoint, nothing));
        }
        let (_, run) = read_tally(at)?;
        let (found, asked) =
            (format!("{} [{}]", run.plan, some(run.done.iter())), format!("{} [{}]", nothing.plan, some([part])));
        match run.under(nothing.plan, part) {
            Some(begun) => Ok((checkpoint, begun)),
            None => Err(Problem::OtherPlan { file, found, asked }),
        }
    }

    /// Whether it is a file, with which a run can go on.
    pub fn lasts(&self) -> bool {
        matches!(self.saved, Saved::Held(_))
    }

    /// Says that the other names of the file, if it has some, keep what was counted before.
    pub fn tell_of_names(&self, console: &Console) {
        if let Saved::Held(held) = &self.saved
            && held.metadata().is_ok_and(|found| has_other_names(&found))
        {
            let file = &self.file;
            console.remark(&either!(
                console.lang,
                "{file} a d'autres noms (liens durs) : ils gardent le décompte d'avant.",
                "{file} has other names (hard links): they keep the former counts."
            ));
        }
    }

    /// Saves the run in the place of what was saved before. Fails when the disk is full, or somebody has put another
    /// file there; what was saved before is still there then.
    pub fn save(&mut self, run: &Run) -> Result<(), Problem> {
        let Saved::Held(held) = &mut self.saved else { return Ok(()) };
        held.replace(tally_file::write(run).as_bytes()).map_err(|error| match &self.file {
            file if held.was_replaced() => Problem::said(
                format!("{file} n'est plus le décompte de cette simulation : un autre fichier a pris sa place"),
                format!("{file} is no longer this simulation's tally: another file has taken its place"),
            ),
            file => problem(file, &error),
        })?;
        self.fresh = false;
        Ok(())
    }

    /// Saves the run for good. Fails as [`Self::save`], and when nobody reads the standard output.
    pub fn close(mut self, run: &Run, console: &Console) -> Result<(), Failure> {
        self.save(run)?;
        let saved = std::mem::replace(&mut self.saved, Saved::Done);
        match saved {
            Saved::Once(pending) => pending.write(tally_file::write(run).as_bytes(), console),
            Saved::Held(_) | Saved::Done => Ok(()),
        }
    }
}

/// A file that never held a deal is not left behind.
impl Drop for Checkpoint {
    fn drop(&mut self) {
        if let (true, Saved::Held(held)) = (self.fresh, &self.saved) {
            held.remove();
        }
    }
}

fn problem(file: &str, error: &io::Error) -> Problem {
    let file = file.to_owned();
    match error.kind() {
        io::ErrorKind::WouldBlock => Problem::TallyBusy { file },
        _ => Problem::CannotWrite { file, reason: reason(error) },
    }
}

/// Ranges in the words of a tally file; of many the first.
pub fn some<'a>(ranges: impl IntoIterator<Item = &'a Range<u64>>) -> String {
    const SHOWN: usize = 4;
    let mut ranges = ranges.into_iter().map(|range| format!("{}..{}", range.start, range.end));
    let shown = ranges.by_ref().take(SHOWN).collect::<Vec<_>>().join(" ");
    if ranges.next().is_some() { shown + " …" } else { shown }
}

/// Does the work of a run, which tells how it stands again and again, and saves it meanwhile. A save that fails is told
/// once; the run goes on, and the last save decides.
pub fn saving<T>(
    checkpoint: Option<&mut Checkpoint>,
    console: &Console,
    work: impl FnOnce(&mut dyn FnMut(&Run)) -> T,
) -> T {
    let Some(checkpoint) = checkpoint else { return work(&mut |_| {}) };
    let (mut due, mut told) = (Instant::now() + console.save_every, false);
    work(&mut |run| {
        if Instant::now() < due {
            return;
        }
        match checkpoint.save(run) {
            Err(problem) if !std::mem::replace(&mut told, true) => complain(console.lang, &problem),
            _ => {}
        }
        due = Instant::now() + console.save_every;
    })
}

/// The run in a tally file, and its question. Fails when it cannot be read, or is damaged.
pub fn read_tally(path: &Path) -> Result<(Box<dyn Experiment>, Run), Problem> {
    let bytes = read(path, tally_file::MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    tally_file::read(&text, pioche_engine::experiments::named).map_err(|TallyError { line, what }| {
        let (file, problem) = (name(path), misread(what));
        Problem::said(
            format!("{file}, ligne {line} : {}", problem.fr()),
            format!("{file}, line {line}: {}", problem.en()),
        )
    })
}

fn misread(what: TallyErrorKind) -> Problem {
    match what {
        TallyErrorKind::Format => Problem::said(
            "ce n'est pas un décompte de pioche (« pioche tally 2 »)",
            "this is not a tally of pioche (“pioche tally 2”)",
        ),
        TallyErrorKind::Unguarded => Problem::said(
            "ce décompte est au format précédent, sans somme de contrôle (« pioche tally 1 ») : il faut rejouer ses donnes",
            "this tally is of the former format, without a checksum (“pioche tally 1”): its deals have to be played again",
        ),
        TallyErrorKind::TooLong | TallyErrorKind::Bins => Problem::said(
            "cette ligne a plus de valeurs qu'aucune simulation n'en remplit",
            "this line has more values than any simulation fills",
        ),
        TallyErrorKind::Cut => Problem::said(
            "ce décompte est coupé : il manque sa somme de contrôle",
            "this tally is cut: its checksum is missing",
        ),
        TallyErrorKind::Checksum => Problem::said(
            "ce décompte a été modifié : sa somme de contrôle ne correspond pas",
            "this tally was changed: its checksum does not agree",
        ),
        TallyErrorKind::Followed => {
            Problem::said("un décompte finit par sa somme de contrôle", "a tally ends with its checksum")
        }
        TallyErrorKind::Several => Problem::said(
            "un autre décompte commence ici : un fichier n'en contient qu'un",
            "another tally begins here: a file holds one",
        ),
        TallyErrorKind::Expected(key) => Problem::said(
            format!("la ligne « {key} … » est attendue ici"),
            format!("the line “{key} …” is expected here"),
        ),
        TallyErrorKind::Values(found) => Problem::said(
            format!("ce décompte suit la version {found} des valeurs, ce programme la version {VALUE_VERSION}"),
            format!("this tally follows version {found} of the values, this program version {VALUE_VERSION}"),
        ),
        TallyErrorKind::Digits => Problem::said(
            "cette simulation s'arrêtait à des chiffres certains (--digits), ce que ce programme ne sait plus faire",
            "this run was to stop at certain digits (--digits), which this program no longer does",
        ),
        TallyErrorKind::Experiment => Problem::TallyExperiment,
        TallyErrorKind::Contradiction(key) => Problem::said(
            format!("la ligne « {key} … » contredit le nombre de donnes, les règles ou les autres lignes"),
            format!("the line “{key} …” contradicts the number of deals, the rules, or the other lines"),
        ),
    }
}
