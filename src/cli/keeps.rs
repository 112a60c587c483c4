//! Deals that a simulation is asked to keep.

use super::again;
use super::console::{Console, Failure, Failures};
use super::files::{is_standard, name};
use super::opener::Opener;
use super::pending::Pending;
use super::signals;
use crate::lang::{Problem, Remark};
use crate::topics::Topic;
use crate::topics::given::Given;
use crate::topics::verb::{Finding, Keep};
use clap::ArgMatches;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The deals that are to be kept, and their files.
pub struct Keeps(Vec<(&'static Keep, PathBuf, Pending)>);

impl Keeps {
    /// Opens the files of those that were asked for.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn open(keeps: &'static [Keep], matches: &ArgMatches, opener: &mut Opener) -> Result<Self, Problem> {
        let asked = keeps.iter().filter_map(|keep| Some((keep, matches.get_one::<PathBuf>(keep.file.key)?)));
        let opened = asked.map(|(keep, path)| Ok((keep, path.clone(), opener.open(path)?)));
        opened.collect::<Result<_, _>>().map(Self)
    }

    /// Writes what a simulation has found.
    pub fn write(self, of: (&Topic, &Given<'_>), finding: &Finding<'_>, console: &Console, failures: &mut Failures) {
        for (keep, path, pending) in self.0 {
            failures.note(kept(keep, (&path, pending), of, finding, console));
        }
    }
}

fn kept(
    keep: &Keep,
    (path, pending): (&Path, Pending),
    (topic, given): (&Topic, &Given<'_>),
    finding: &Finding<'_>,
    console: &Console,
) -> Result<(), Failure> {
    let file = name(path);
    let (told, missed) = (*console, Remark::NotFound { file: file.clone() });
    signals::will(move || told.remark(&missed));
    let found = (keep.find)(given, finding);
    signals::will(|| {});
    match found? {
        None if console.interrupt.load(Ordering::Relaxed) => console.remark(&Remark::NotFound { file }),
        None => console.remark(&Remark::NothingToKeep { file }),
        Some(kept) => {
            pending.write(kept.text.as_bytes(), console)?;
            console.remark(&Remark::Kept { file, what: kept.remark });
            if !is_standard(path) {
                let shown = again::quoted(&path.to_string_lossy());
                console
                    .remark(&Remark::SeeIt { command: format!("pioche show {} {shown}{}", topic.name, kept.options) });
            }
        }
    }
    Ok(())
}
