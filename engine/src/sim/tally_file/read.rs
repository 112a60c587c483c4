//! Reading a tally file. Everything is checked and nothing is repaired.

use super::{FORMAT, MAX_BINS, MAX_BYTES, UNGUARDED, checksum, coded};
use crate::sim::VALUE_VERSION;
use crate::sim::experiment::Experiment;
use crate::sim::measure::Measure;
use crate::sim::plan::{Plan, Precision};
use crate::sim::ranges::Ranges;
use crate::sim::row::RowSelection;
use crate::sim::run::Run;
use crate::sim::schema::Contradiction;
use crate::sim::stop::{StopProgress, Stopped};
use crate::stats::{Confidence, Direction, Extreme, Histogram, Layout, Tally};
use std::str::FromStr;

/// The error of a tally file: the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TallyError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub what: TallyErrorKind,
}

/// The reason why a line of a tally file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyErrorKind {
    /// The file has another format.
    #[error("not a tally of this format")]
    Format,
    /// The file has the former format, without a checksum.
    #[error("a tally of the former format, without a checksum")]
    Unguarded,
    /// The file is longer than [`MAX_BYTES`].
    #[error("longer than {MAX_BYTES} bytes")]
    TooLong,
    /// The file ends before its checksum.
    #[error("cut: the checksum is missing")]
    Cut,
    /// The checksum does not agree with the bytes.
    #[error("the checksum does not agree: the file was changed")]
    Checksum,
    /// A line follows the checksum.
    #[error("something follows the checksum")]
    Followed,
    /// Another tally follows the checksum.
    #[error("another tally follows the checksum")]
    Several,
    /// Another line was expected; the text is its keyword.
    #[error("`{0} …` expected")]
    Expected(String),
    /// The file has this value version instead of [`VALUE_VERSION`].
    #[error("value version {0} instead of {VALUE_VERSION}")]
    Values(u32),
    /// The experiment is unknown.
    #[error("unknown experiment")]
    Experiment,
    /// A histogram has more entries than any run fills.
    #[error("more than {MAX_BINS} entries")]
    Bins,
    /// The line with this name is inconsistent with the number of deals, the experiment's bounds or another line.
    #[error("`{0}` contradicts the rest of the tally")]
    Contradiction(String),
}

/// The number of the line `stopped`.
const STOPPED: usize = 8;

/// Reads a tally file. `named` returns the experiment of a name, as [`experiments::from_name`](crate::experiments::from_name)
/// does.
///
/// # Errors
/// The first line that is wrong, and the reason.
pub fn read(
    text: &str,
    named: impl FnOnce(&str) -> Option<Box<dyn Experiment>>,
) -> Result<(Box<dyn Experiment>, Run), TallyError> {
    let mut lines = Lines { lines: guarded(text)?.lines(), line: 1 };
    lines.lines.next();
    lines.value::<String>("program")?;
    let values = lines.value::<u32>("values")?;
    if values != VALUE_VERSION {
        return lines.error(TallyErrorKind::Values(values));
    }
    let experiment = lines.value::<String>("experiment")?;
    let Some(known) = named(&experiment) else { return lines.error(TallyErrorKind::Experiment) };
    let seed = lines.value("seed")?;
    let deals = lines.value("deals")?;
    let precision = lines.parsed("precision", parse_precision)?;
    let measures = if precision.is_some() { known.measures() } else { Vec::new() };
    if let Some(Precision { rows: Some(rows), .. }) = &precision
        && RowSelection::new(&measures, &rows.column, &rows.values) != *rows
    {
        return lines.contradiction("precision");
    }
    let stopped = lines.value::<Stopped>("stopped")?;
    let done: Ranges = lines.value("ranges")?;
    if done.end() > deals {
        return lines.contradiction("ranges");
    }
    let header = lines.line;
    let layout = known.layout();
    let tally = counts(&mut lines, &layout, &done)?;
    if lines.next() != Some("end") || lines.next().is_some() {
        return lines.error(TallyErrorKind::Expected("end".to_owned()));
    }
    known.check(&tally).map_err(|found| contradicted(&layout, found, header))?;
    let run = Run { plan: Plan { experiment, seed, deals, precision }, done, tally, stopped };
    if !is_end_of(&run, &measures) {
        lines.line = STOPPED;
        return lines.contradiction("stopped");
    }
    Ok((known, run))
}

/// Returns the bytes that the checksum covers, if it agrees.
fn guarded(text: &str) -> Result<&str, TallyError> {
    let fail = |line, what| Err(TallyError { line, what });
    match text.lines().next() {
        Some(UNGUARDED) => return fail(1, TallyErrorKind::Unguarded),
        Some(FORMAT) => {}
        _ => return fail(1, TallyErrorKind::Format),
    }
    if text.len() as u64 > MAX_BYTES {
        return fail(1, TallyErrorKind::TooLong);
    }
    let Some((before, after)) = text.split_once("\nend\n") else {
        return fail(text.lines().count(), TallyErrorKind::Cut);
    };
    let guarded = &text[..before.len() + "\nend\n".len()];
    let line = guarded.lines().count() + 1;
    let Some((said, more)) = after.strip_prefix("checksum ").and_then(|rest| rest.split_once('\n')) else {
        return fail(line, TallyErrorKind::Cut);
    };
    if said != format!("{:016x}", checksum(guarded.as_bytes())) {
        return fail(line, TallyErrorKind::Checksum);
    }
    match more.lines().next() {
        None => Ok(guarded),
        Some(FORMAT | UNGUARDED) => fail(line + 1, TallyErrorKind::Several),
        Some(_) => fail(line + 1, TallyErrorKind::Followed),
    }
}

/// Reads the counts of an experiment over these deals. Records must be among the deals.
fn counts(lines: &mut Lines<'_>, layout: &Layout, done: &Ranges) -> Result<Tally, TallyError> {
    let mut tally = Tally::empty(layout.clone());
    tally.deals = done.count();
    for (name, histogram) in layout.histograms.iter().zip(&mut tally.histograms) {
        let counts = lines.parsed(&format!("histogram {name}"), parse_counts)?;
        *histogram = counts.ok_or(TallyError { line: lines.line, what: TallyErrorKind::Bins })?;
    }
    for ((name, direction), extreme) in layout.extremes.iter().zip(&mut tally.extremes) {
        *extreme = lines.parsed(&format!("record {name}"), |text| parse_extreme(*direction, text))?;
        if extreme.held.is_some_and(|(_, deal)| !done.contains(deal)) {
            return lines.contradiction(&format!("record {name}"));
        }
    }
    Ok(tally)
}

/// Converts a contradiction to the error of its line; `header` is the last line before the counts.
fn contradicted(layout: &Layout, found: Contradiction, header: usize) -> TallyError {
    let (place, name) = match found {
        Contradiction::Histogram(place) => (place, format!("histogram {}", layout.histograms[place])),
        Contradiction::Record(place) => {
            (layout.histograms.len() + place, format!("record {}", layout.extremes[place].0))
        }
    };
    TallyError { line: header + 1 + place, what: TallyErrorKind::Contradiction(name) }
}

/// True if the deals and counts of a run agree with the reason why it ended.
fn is_end_of(run: &Run, measures: &[Measure]) -> bool {
    let whole = run.is_whole();
    match run.stopped {
        Stopped::Deals => whole,
        Stopped::Interrupted => !whole,
        Stopped::Part => !whole && run.plan.precision.is_none(),
        Stopped::Precision => {
            let first = run.done == Ranges::from(0..run.tally.deals) && run.tally.deals > 0;
            let reached = |precision: &Precision| StopProgress::new(measures, precision, &run.tally).is_reached();
            first && run.plan.precision.as_ref().is_some_and(reached)
        }
    }
}

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

    fn contradiction<T>(&self, name: &str) -> Result<T, TallyError> {
        self.error(TallyErrorKind::Contradiction(name.to_owned()))
    }

    fn parsed<T>(&mut self, key: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, TallyError> {
        let rest = self.next().and_then(|line| line.strip_prefix(key));
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(' '));
        match rest.and_then(|rest| parse(rest.strip_prefix(' ').unwrap_or(rest))) {
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
    let rows = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(Some(Precision { half_width, rows, confidence, method }))
}

/// Parses the counts of a histogram: `None` when they are malformed, `Some(None)` when there are too many.
fn parse_counts(text: &str) -> Option<Option<Histogram>> {
    let mut counts = Vec::new();
    for word in text.split_whitespace() {
        if counts.len() == MAX_BINS {
            return Some(None);
        }
        counts.push(word.parse().ok()?);
    }
    Some(Some(Histogram::new(counts)))
}

fn parse_extreme(direction: Direction, text: &str) -> Option<Extreme> {
    if text == "none" {
        return Some(Extreme::none(direction));
    }
    let (code, deal) = text.split_once(' ')?;
    Some(Extreme { direction, held: Some((coded(direction, code.parse().ok()?), deal.parse().ok()?)) })
}
