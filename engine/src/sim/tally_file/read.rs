//! Reading a tally file. Everything is checked and nothing is repaired.

use super::{FORMAT, FORMAT_WITHOUT_CHECKSUM, MAX_BINS, MAX_BYTES, checksum, record_code};
use crate::sim::VALUE_VERSION;
use crate::sim::experiment::Experiment;
use crate::sim::measure::Measure;
use crate::sim::plan::{Plan, StopRule};
use crate::sim::ranges::RangeSet;
use crate::sim::row::RowSelection;
use crate::sim::run::Run;
use crate::sim::schema::TallyContradiction;
use crate::sim::stop::{StopProgress, StopReason};
use crate::stats::{Confidence, Extreme, ExtremeKind, Histogram, Tally, TallyLayout};
use std::str::FromStr;

/// The error of a tally file: the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TallyFileError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub what: TallyFileErrorKind,
}

/// The reason why a line of a tally file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyFileErrorKind {
    /// The file has another format.
    #[error("not a tally of this format")]
    UnknownFormat,
    /// The file has the former format, without a checksum.
    #[error("a tally of the former format, without a checksum")]
    MissingChecksum,
    /// The file is longer than [`MAX_BYTES`].
    #[error("longer than {MAX_BYTES} bytes")]
    TooLong,
    /// The file ends before its checksum.
    #[error("cut: the checksum is missing")]
    Truncated,
    /// The checksum does not agree with the bytes.
    #[error("the checksum does not agree: the file was changed")]
    ChecksumMismatch,
    /// A line follows the checksum.
    #[error("something follows the checksum")]
    TrailingText,
    /// Another tally follows the checksum.
    #[error("another tally follows the checksum")]
    SeveralTallies,
    /// Another line was expected; the text is its keyword.
    #[error("`{0} …` expected")]
    ExpectedKeyword(String),
    /// The file has this value version instead of [`VALUE_VERSION`].
    #[error("value version {0} instead of {VALUE_VERSION}")]
    ValueVersion(u32),
    /// The experiment is unknown.
    #[error("unknown experiment")]
    UnknownExperiment,
    /// A histogram has more entries than any run fills.
    #[error("more than {MAX_BINS} entries")]
    TooManyBins,
    /// The line with this name is inconsistent with the number of deals, the experiment's bounds or another line.
    #[error("`{0}` contradicts the rest of the tally")]
    Contradiction(String),
}

/// The number of the line `stopped`.
const STOPPED_LINE: usize = 8;

/// Reads a tally file. `experiment_from_name` returns the experiment of a name, as [`experiments::from_name`](crate::experiments::from_name)
/// does.
///
/// # Errors
/// The first line that is wrong, and the reason.
pub fn parse(
    text: &str,
    experiment_from_name: impl FnOnce(&str) -> Option<Box<dyn Experiment>>,
) -> Result<(Box<dyn Experiment>, Run), TallyFileError> {
    let mut lines = LineReader {
        lines: checksummed_text(text)?.lines(),
        line_number: 1,
    };
    lines.lines.next();
    lines.parse_line::<String>("program")?;
    let values = lines.parse_line::<u32>("values")?;
    if values != VALUE_VERSION {
        return lines.error(TallyFileErrorKind::ValueVersion(values));
    }
    let experiment = lines.parse_line::<String>("experiment")?;
    let Some(known) = experiment_from_name(&experiment) else {
        return lines.error(TallyFileErrorKind::UnknownExperiment);
    };
    let seed = lines.parse_line("seed")?;
    let deals = lines.parse_line("deals")?;
    let precision = lines.parse_line_with("precision", parse_precision)?;
    let measures = if precision.is_some() {
        known.measures()
    } else {
        Vec::new()
    };
    if let Some(StopRule {
        rows: Some(rows), ..
    }) = &precision
        && RowSelection::new(&measures, &rows.column, &rows.values) != *rows
    {
        return lines.contradiction("precision");
    }
    let stopped = lines.parse_line::<StopReason>("stopped")?;
    let done: RangeSet = lines.parse_line("ranges")?;
    if done.end() > deals {
        return lines.contradiction("ranges");
    }
    let header = lines.line_number;
    let layout = known.tally_layout();
    let tally = parse_tally(&mut lines, &layout, &done)?;
    if lines.next_line() != Some("end") || lines.next_line().is_some() {
        return lines.error(TallyFileErrorKind::ExpectedKeyword("end".to_owned()));
    }
    known
        .check_tally(&tally)
        .map_err(|found| contradiction_error(&layout, found, header))?;
    let run = Run {
        plan: Plan {
            // The present name, which differs from that in an earlier tally.
            experiment: known.name(),
            seed,
            deals,
            stop_rule: precision,
        },
        done,
        tally,
        stop_reason: stopped,
    };
    if !has_valid_stop_reason(&run, &measures) {
        lines.line_number = STOPPED_LINE;
        return lines.contradiction("stopped");
    }
    Ok((known, run))
}

/// Returns the bytes that the checksum covers, if it agrees.
fn checksummed_text(text: &str) -> Result<&str, TallyFileError> {
    let fail = |line, what| Err(TallyFileError { line, what });
    match text.lines().next() {
        Some(FORMAT_WITHOUT_CHECKSUM) => return fail(1, TallyFileErrorKind::MissingChecksum),
        Some(FORMAT) => {}
        _ => return fail(1, TallyFileErrorKind::UnknownFormat),
    }
    if text.len() as u64 > MAX_BYTES {
        return fail(1, TallyFileErrorKind::TooLong);
    }
    let Some((before, after)) = text.split_once("\nend\n") else {
        return fail(text.lines().count(), TallyFileErrorKind::Truncated);
    };
    let guarded = &text[..before.len() + "\nend\n".len()];
    let line = guarded.lines().count() + 1;
    let Some((said, more)) = after
        .strip_prefix("checksum ")
        .and_then(|rest| rest.split_once('\n'))
    else {
        return fail(line, TallyFileErrorKind::Truncated);
    };
    if said != format!("{:016x}", checksum(guarded.as_bytes())) {
        return fail(line, TallyFileErrorKind::ChecksumMismatch);
    }
    match more.lines().next() {
        None => Ok(guarded),
        Some(FORMAT | FORMAT_WITHOUT_CHECKSUM) => {
            fail(line + 1, TallyFileErrorKind::SeveralTallies)
        }
        Some(_) => fail(line + 1, TallyFileErrorKind::TrailingText),
    }
}

/// Reads the counts of an experiment over these deals. Records must be among the deals.
fn parse_tally(
    lines: &mut LineReader<'_>,
    layout: &TallyLayout,
    done: &RangeSet,
) -> Result<Tally, TallyFileError> {
    let mut tally = Tally::empty(layout.clone());
    tally.deals = done.deal_count();
    for (name, histogram) in layout.histograms.iter().zip(&mut tally.histograms) {
        let parse = |text: &str| {
            text.split_whitespace()
                .map(|word| word.parse().ok())
                .collect::<Option<Vec<u64>>>()
        };
        let counts = lines.parse_line_with(&format!("histogram {name}"), parse)?;
        if counts.len() > MAX_BINS {
            return lines.error(TallyFileErrorKind::TooManyBins);
        }
        *histogram = Histogram::new(counts);
    }
    for ((name, direction), extreme) in layout.extremes.iter().zip(&mut tally.extremes) {
        *extreme = lines.parse_line_with(&format!("record {name}"), |text| {
            parse_extreme(*direction, text)
        })?;
        if extreme
            .value_and_deal
            .is_some_and(|(_, deal)| !done.contains(deal))
        {
            return lines.contradiction(&format!("record {name}"));
        }
    }
    Ok(tally)
}

/// Converts a contradiction to the error of its line; `header` is the last line before the counts.
fn contradiction_error(
    layout: &TallyLayout,
    found: TallyContradiction,
    header: usize,
) -> TallyFileError {
    let (place, name) = match found {
        TallyContradiction::Histogram(place) => {
            (place, format!("histogram {}", layout.histograms[place]))
        }
        TallyContradiction::Record(place) => (
            layout.histograms.len() + place,
            format!("record {}", layout.extremes[place].0),
        ),
    };
    TallyFileError {
        line: header + 1 + place,
        what: TallyFileErrorKind::Contradiction(name),
    }
}

/// True if the deals and counts of a run agree with the reason why it ended.
fn has_valid_stop_reason(run: &Run, measures: &[Measure]) -> bool {
    let whole = run.has_all_deals();
    match run.stop_reason {
        StopReason::Deals => whole,
        StopReason::Interrupted => !whole,
        StopReason::Part => !whole && run.plan.stop_rule.is_none(),
        StopReason::Precision => {
            let first = run.done == RangeSet::from(0..run.tally.deals) && run.tally.deals > 0;
            let reached = |precision: &StopRule| {
                StopProgress::new(measures, precision, &run.tally).is_reached()
            };
            first && run.plan.stop_rule.as_ref().is_some_and(reached)
        }
    }
}

struct LineReader<'a> {
    lines: std::str::Lines<'a>,
    line_number: usize,
}

impl<'a> LineReader<'a> {
    fn next_line(&mut self) -> Option<&'a str> {
        self.line_number += 1;
        self.lines.next()
    }

    fn error<T>(&self, what: TallyFileErrorKind) -> Result<T, TallyFileError> {
        Err(TallyFileError {
            line: self.line_number,
            what,
        })
    }

    fn contradiction<T>(&self, name: &str) -> Result<T, TallyFileError> {
        self.error(TallyFileErrorKind::Contradiction(name.to_owned()))
    }

    fn parse_line_with<T>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, TallyFileError> {
        let rest = self.next_line().and_then(|line| line.strip_prefix(key));
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(' '));
        match rest.and_then(|rest| parse(rest.strip_prefix(' ').unwrap_or(rest))) {
            Some(value) => Ok(value),
            None => self.error(TallyFileErrorKind::ExpectedKeyword(key.to_owned())),
        }
    }

    fn parse_line<T: FromStr>(&mut self, key: &str) -> Result<T, TallyFileError> {
        self.parse_line_with(key, |rest| rest.parse().ok())
    }
}

fn parse_precision(text: &str) -> Option<Option<StopRule>> {
    if text == "none" {
        return Some(None);
    }
    let mut words = text.split(' ');
    let half_width = words
        .next()?
        .parse()
        .ok()
        .filter(|width| (0.0..1.0).contains(width))?;
    let confidence = Confidence::new(words.next()?.parse().ok()?).ok()?;
    let method = words.next()?.parse().ok()?;
    let rows = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(Some(StopRule {
        half_width,
        rows,
        confidence,
        method,
    }))
}

fn parse_extreme(direction: ExtremeKind, text: &str) -> Option<Extreme> {
    if text == "none" {
        return Some(Extreme::empty(direction));
    }
    let (code, deal) = text.split_once(' ')?;
    Some(Extreme {
        kind: direction,
        value_and_deal: Some((
            record_code(direction, code.parse().ok()?),
            deal.parse().ok()?,
        )),
    })
}
