//! The one file format of runs: checkpoint, part, merge input and report input.
//!
//! Plain text, a line an item: a header that fixes all values, then the counts, then a trailer about the machine
//! that comparisons skip. Reading and writing files is the caller's affair; here are only the texts.
//!
//! ```text
//! pioche tally 1
//! program 0.1.0
//! values 1
//! experiment alliances cards=32 improve=none
//! seed 1
//! deals 1000000
//! precision none
//! stopped deals
//! ranges 0..1000000
//! histogram piles 0 0 7512 19377 …
//! record fewest 2 40
//! end
//! elapsed-ms 412
//! ```

use super::VALUE_VERSION;
use super::plan::{Plan, Precision};
use super::run::Run;
use super::stop::Stopped;
use crate::stats::{Confidence, Direction, Extreme, Histogram, Layout, Tally};
use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;

/// The version of the format.
const FORMAT: &str = "pioche tally 1";

/// The text of a run's tally; `trailer` lines, such as `elapsed-ms 412`, follow its end.
pub fn write(run: &Run, trailer: &[String]) -> String {
    let mut text = format!("{FORMAT}\nprogram {}\nvalues {VALUE_VERSION}\n", env!("CARGO_PKG_VERSION"));
    let Run { plan, done, tally, stopped } = run;
    let precision = plan.precision.map_or_else(|| "none".to_owned(), |p| precision_text(&p));
    let header = format!(
        "experiment {}\nseed {}\ndeals {}\nprecision {precision}\nstopped {}\nranges {}..{}\n",
        plan.experiment,
        plan.seed,
        plan.deals,
        stopped.word(),
        done.start,
        done.end
    );
    text.push_str(&header);
    for (name, histogram) in tally.layout.histograms.iter().zip(&tally.histograms) {
        let counts: String = histogram.counts().iter().fold(String::new(), |mut row, count| {
            let _ = write!(row, " {count}");
            row
        });
        let _ = writeln!(text, "histogram {name}{counts}");
    }
    for ((name, direction), extreme) in tally.layout.extremes.iter().zip(&tally.extremes) {
        let _ = match extreme.get() {
            Some((value, deal)) => writeln!(text, "record {name} {} {deal}", coded(*direction, value)),
            None => writeln!(text, "record {name} none"),
        };
    }
    text.push_str("end\n");
    for line in trailer {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn precision_text(precision: &Precision) -> String {
    let Precision { half_width, confidence, method } = precision;
    format!("{half_width} {} {method}", confidence.level())
}

/// What is wrong with a tally file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TallyError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: TallyErrorKind,
}

/// What can be wrong with a line of a tally file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TallyErrorKind {
    /// Another line was expected.
    #[error("`{0} …` expected")]
    Expected(String),
    /// The file is of another format, or none.
    #[error("not a tally of this format")]
    Format,
    /// Its values were made by other rules of chance.
    #[error("value version {found} instead of {VALUE_VERSION}")]
    Values {
        /// The version found.
        found: u32,
    },
    /// The experiment is not known.
    #[error("unknown experiment")]
    Experiment,
    /// The counts contradict the number of deals or each other.
    #[error("the counts contradict the number of deals")]
    Counts,
}

/// Reads a tally. `layout` gives what an experiment counts by its name, or `None` when there is no such experiment.
///
/// # Errors
/// The first line that is wrong.
pub fn read(text: &str, layout: impl FnOnce(&str) -> Option<Layout>) -> Result<Run, TallyError> {
    let mut lines = Lines { lines: text.lines(), line: 0 };
    if lines.next() != Some(FORMAT) {
        return lines.error(TallyErrorKind::Format);
    }
    lines.value::<String>("program")?;
    let values = lines.value::<u32>("values")?;
    if values != VALUE_VERSION {
        return lines.error(TallyErrorKind::Values { found: values });
    }
    let experiment = lines.value::<String>("experiment")?;
    let Some(layout) = layout(&experiment) else { return lines.error(TallyErrorKind::Experiment) };
    let seed = lines.value("seed")?;
    let deals = lines.value("deals")?;
    let precision = lines.parsed("precision", parse_precision)?;
    let stopped = lines.parsed("stopped", parse_stopped)?;
    let done = lines.parsed("ranges", parse_range)?;
    if done.start > done.end || done.end > deals {
        return lines.error(TallyErrorKind::Counts);
    }
    let mut tally = Tally::empty(layout);
    tally.deals = done.end - done.start;
    for (name, histogram) in layout.histograms.iter().zip(&mut tally.histograms) {
        *histogram = lines.parsed(&format!("histogram {name}"), parse_histogram)?;
        let total = histogram.counts().iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        if total.is_none_or(|total| total > tally.deals) {
            return lines.error(TallyErrorKind::Counts);
        }
    }
    for ((name, direction), extreme) in layout.extremes.iter().zip(&mut tally.extremes) {
        *extreme = lines.parsed(&format!("record {name}"), |text| parse_extreme(*direction, text))?;
        if extreme.get().is_some_and(|(_, deal)| !done.contains(&deal)) {
            return lines.error(TallyErrorKind::Counts);
        }
    }
    if lines.next() != Some("end") {
        return lines.error(TallyErrorKind::Expected("end".to_owned()));
    }
    Ok(Run { plan: Plan { experiment, seed, deals, precision }, done, tally, stopped })
}

/// The lines of a text, counted.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next()
    }

    fn error<T>(&self, what: TallyErrorKind) -> Result<T, TallyError> {
        Err(TallyError { line: self.line, what })
    }

    /// What follows `key` in the next line.
    fn parsed<T>(&mut self, key: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, TallyError> {
        let rest = self.next().and_then(|line| line.strip_prefix(key));
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(' '));
        match rest.and_then(|rest| parse(rest.trim_start())) {
            Some(value) => Ok(value),
            None => self.error(TallyErrorKind::Expected(key.to_owned())),
        }
    }

    fn value<T: FromStr>(&mut self, key: &str) -> Result<T, TallyError> {
        self.parsed(key, |rest| rest.parse().ok())
    }
}

fn parse_precision(text: &str) -> Option<Option<Precision>> {
    if text == "none" {
        return Some(None);
    }
    let mut words = text.split(' ');
    let half_width = words.next()?.parse().ok().filter(|width| (0.0..1.0).contains(width))?;
    let confidence = Confidence::new(words.next()?.parse().ok()?).ok()?;
    let method = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Some(Precision { half_width, confidence, method }))
}

fn parse_stopped(text: &str) -> Option<Stopped> {
    [Stopped::Deals, Stopped::Precision, Stopped::Interrupted].into_iter().find(|stopped| stopped.word() == text)
}

fn parse_range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

fn parse_histogram(text: &str) -> Option<Histogram> {
    let counts = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
    Some(Histogram::new(counts))
}

fn parse_extreme(direction: Direction, text: &str) -> Option<Extreme> {
    if text == "none" {
        return Some(Extreme::none(direction));
    }
    let (code, deal) = text.split_once(' ')?;
    Some(Extreme::held(direction, coded(direction, code.parse().ok()?), deal.parse().ok()?))
}

/// The number that stands for a value in the file, and the value that a number stands for: what the file holds is the
/// lowest of its kind in every case.
const fn coded(direction: Direction, value: u64) -> u64 {
    match direction {
        Direction::Lowest => value,
        Direction::Highest => u64::MAX - value,
    }
}
