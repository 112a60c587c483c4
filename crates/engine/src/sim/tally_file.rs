//! The file format of runs, for checkpoints, parts, merges and reports.
//!
//! A tally file is plain text with one item per line: a header that fixes all values, the counts, and a checksum of
//! every byte before it, which is the last line. It holds nothing about the machine or the time, so a run in one piece,
//! a resumed run and merged parts give the same bytes. This module converts texts; the caller reads and writes the
//! files.
//!
//! ```text
//! pioche tally 2
//! program 0.1.0
//! values 3
//! experiment alliances cards=32 improve=none
//! seed 1
//! deals 1000000
//! precision none
//! stopped deals
//! ranges 0..1000000
//! histogram piles 0 0 7512 19377 …
//! record fewest 2 40
//! end
//! checksum 5d1c7f0e9ab2c634
//! ```
//!
//! `precision` is the stop rule: a half-width, a level and the method of the intervals, `0.001 0.95 exact`, then perhaps the rows
//! to which it applies, such as `nb_tas_max=2,4`.
//! `from 50000` at the end says that the run got the rule after so many deals: it is evaluated first there.
//! The experiment of a joint run is `together` and the names of its members with `|` between; its file has the counts of all
//! members, then those of the pairs of their values and those of the usual game.
//!
//! `stopped` is the reason why the run ended: `deals`, `precision`, `interrupted` or `part`.
//!
//! `ranges` lists the simulated deals in ascending order with gaps between them, or is `none`. The checksum is 64-bit
//! FNV-1a of the bytes up to and including the line feed after `end`; it detects every change of a single byte. Format
//! 1 had no checksum. It is refused, since it cannot be told from a damaged file.
//!
//! A checksum does not prove that counts are true. They are also checked against their schema
//! ([`Tally::first_contradiction`]), so that a file made by hand cannot contradict itself.
//!
//! ```
//! use pioche_engine::experiments::{Experiment, Shuffle, from_name};
//! use pioche_engine::sim::{RunOptions, Seed, tally_file};
//!
//! let experiment = Shuffle { cards: 32, riffles: 3 };
//! let run = experiment.run(experiment.plan(Seed(1), 1000), &RunOptions::default())?;
//! let text = tally_file::to_text(&run);
//! let (experiment, read) = tally_file::parse(&text, from_name).expect("a tally");
//! assert_eq!((experiment.name(), read), ("shuffle cards=32 riffles=3".to_owned(), run));
//! let error = tally_file::parse(&text.replace("seed 1", "seed 2"), from_name).expect_err("another checksum");
//! assert_eq!(error.what, tally_file::TallyFileErrorKind::ChecksumMismatch);
//! # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
//! ```

use super::VALUE_VERSION;
use super::driver::StopProgress;
use super::experiment::Experiment;
use super::measure::Measure;
use super::run::{EXACT_METHOD, Plan, RangeSet, Run, StopReason, StopRule};
use super::table::RowSelection;
use crate::stats::{Confidence, Histogram, Record, RecordKind, Tally, TallySchema};
use std::fmt::Write;
use std::str::FromStr;

pub use crate::rng::fnv1a_64 as checksum;

const FORMAT: &str = "pioche tally 2";
const FORMAT_WITHOUT_CHECKSUM: &str = "pioche tally 1";

/// The largest length of a tally file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;
/// The largest number of entries of a histogram. A summary takes some hundred times their memory.
const MAX_BINS: usize = 1 << 20;

/// The text of a tally file.
pub fn to_text(run: &Run) -> String {
    let Run {
        plan,
        done,
        tally,
        stop_reason,
    } = run;
    let stop_rule = plan
        .stop_rule
        .as_ref()
        .map_or_else(|| "none".to_owned(), ToString::to_string);
    let mut text = format!(
        "{FORMAT}\nprogram {}\nvalues {VALUE_VERSION}\nexperiment {}\nseed {}\ndeals \
         {}\nprecision {stop_rule}\n\
         stopped {}\nranges {done}\n",
        env!("CARGO_PKG_VERSION"),
        plan.experiment,
        plan.seed,
        plan.deals,
        stop_reason.name(),
    );
    for (spec, histogram) in tally.schema.histograms.iter().zip(&tally.histograms) {
        let _ = write!(text, "histogram {}", spec.name);
        for count in histogram.counts() {
            let _ = write!(text, " {count}");
        }
        text.push('\n');
    }
    for ((name, kind), record) in tally.schema.records.iter().zip(&tally.records) {
        let _ = match record.value_and_deal {
            Some((value, deal)) => {
                writeln!(text, "record {name} {} {deal}", record_code(*kind, value))
            }
            None => writeln!(text, "record {name} none"),
        };
    }
    text.push_str("end\n");
    let _ = writeln!(text, "checksum {:016x}", checksum(text.as_bytes()));
    text
}

/// Maps a value to the number in the file, and back. In the file, the best value has the lowest number in both
/// directions.
const fn record_code(kind: RecordKind, value: u64) -> u64 {
    match kind {
        RecordKind::Lowest(_) | RecordKind::FirstWithValue(..) => value,
        RecordKind::Highest(_) => u64::MAX - value,
    }
}

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
    #[error("this is not a tally file: its first line is not “pioche tally 2”")]
    UnknownFormat,
    /// The file has the former format, without a checksum.
    #[error(
        "this tally is in the previous format, without a checksum (“pioche tally 1”): its deals \
         must be played again"
    )]
    MissingChecksum,
    /// The file is longer than [`MAX_BYTES`].
    #[error("this line has more values than any simulation")]
    TooLong,
    /// The file ends before its checksum.
    #[error("this tally is truncated: its checksum is missing")]
    Truncated,
    /// The checksum does not agree with the bytes.
    #[error("this tally was modified: its checksum does not match")]
    ChecksumMismatch,
    /// A line follows the checksum.
    #[error("a tally ends with its checksum")]
    TrailingText,
    /// Another tally follows the checksum.
    #[error("another tally begins here: a file holds only one")]
    SeveralTallies,
    /// Another line was expected; the text is its keyword.
    #[error("the line “{0} …” is expected here")]
    ExpectedKeyword(String),
    /// The file has this value version instead of [`VALUE_VERSION`].
    #[error(
        "this tally was made with version {0} of the random numbers; this program uses version \
         {VALUE_VERSION}"
    )]
    ValueVersion(u32),
    /// The experiment is unknown.
    #[error("this simulation, or one of its settings, is unknown to this program")]
    UnknownExperiment,
    /// A histogram has more entries than any run fills.
    #[error("this line has more values than any simulation")]
    TooManyBins,
    /// The line with this name is inconsistent with the number of deals, the experiment's bounds or another line.
    #[error("the line “{0} …” contradicts the number of deals, the rules, or the other lines")]
    Contradiction(String),
}

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
    let experiment_name = lines.parse_line::<String>("experiment")?;
    let Some(experiment) = experiment_from_name(&experiment_name) else {
        return lines.error(TallyFileErrorKind::UnknownExperiment);
    };
    let seed = lines.parse_line("seed")?;
    let deals = lines.parse_line("deals")?;
    let stop_rule = lines.parse_line_with("precision", parse_stop_rule)?;
    let measures = if stop_rule.is_some() {
        experiment.measures()
    } else {
        Vec::new()
    };
    if let Some(stop_rule) = &stop_rule {
        let has_known_rows = stop_rule
            .rows
            .as_ref()
            .is_none_or(|rows| RowSelection::new(&measures, &rows.column, &rows.values) == *rows);
        if !has_known_rows || stop_rule.first_check > deals {
            return lines.contradiction("precision");
        }
    }
    let stop_reason = lines.parse_line::<StopReason>("stopped")?;
    let done: RangeSet = lines.parse_line("ranges")?;
    if done.end() > deals {
        return lines.contradiction("ranges");
    }
    let header = lines.line_number;
    let tally = parse_tally(&mut lines, experiment.tally_schema(), &done)?;
    if lines.next_line() != Some("end") || lines.next_line().is_some() {
        return lines.error(TallyFileErrorKind::ExpectedKeyword("end".to_owned()));
    }
    if let Some(index) = tally.first_contradiction() {
        lines.line_number = header + 1 + index;
        return lines.contradiction(&count_keyword(&tally.schema, index));
    }
    let run = Run {
        plan: Plan {
            experiment: experiment_name,
            seed,
            deals,
            stop_rule,
        },
        done,
        tally,
        stop_reason,
    };
    if !has_valid_stop_reason(&run, &measures) {
        lines.line_number = STOPPED_LINE;
        return lines.contradiction("stopped");
    }
    Ok((experiment, run))
}

fn checksummed_text(text: &str) -> Result<&str, TallyFileError> {
    let error = |line, what| Err(TallyFileError { line, what });
    match text.lines().next() {
        Some(FORMAT_WITHOUT_CHECKSUM) => return error(1, TallyFileErrorKind::MissingChecksum),
        Some(FORMAT) => {}
        _ => return error(1, TallyFileErrorKind::UnknownFormat),
    }
    if text.len() as u64 > MAX_BYTES {
        return error(1, TallyFileErrorKind::TooLong);
    }
    // A transfer in text mode rewrites the line ends; a saved tally has no carriage return.
    if let Some(line) = text.split('\n').position(|line| line.ends_with('\r')) {
        return error(line + 1, TallyFileErrorKind::ChecksumMismatch);
    }
    let Some((content, _)) = text.split_once("\nend\n") else {
        return error(text.lines().count(), TallyFileErrorKind::Truncated);
    };
    let (checksummed, checksum_line) = text.split_at(content.len() + "\nend\n".len());
    let line = checksummed.lines().count() + 1;
    let Some((file_checksum, trailing_text)) = checksum_line
        .strip_prefix("checksum ")
        .and_then(|text| text.split_once('\n'))
    else {
        return error(line, TallyFileErrorKind::Truncated);
    };
    if file_checksum != format!("{:016x}", checksum(checksummed.as_bytes())) {
        return error(line, TallyFileErrorKind::ChecksumMismatch);
    }
    match trailing_text.lines().next() {
        None => Ok(checksummed),
        Some(FORMAT | FORMAT_WITHOUT_CHECKSUM) => {
            error(line + 1, TallyFileErrorKind::SeveralTallies)
        }
        Some(_) => error(line + 1, TallyFileErrorKind::TrailingText),
    }
}

/// Reads the counts of an experiment over these deals. Records must be among the deals.
fn parse_tally(
    lines: &mut LineReader<'_>,
    schema: TallySchema,
    done: &RangeSet,
) -> Result<Tally, TallyFileError> {
    let mut tally = Tally::empty(schema);
    tally.deals = done.deal_count();
    for (spec, histogram) in tally.schema.histograms.iter().zip(&mut tally.histograms) {
        let parse = |text: &str| {
            text.split_whitespace()
                .map(|word| word.parse().ok())
                .collect::<Option<Vec<u64>>>()
        };
        let counts = lines.parse_line_with(&format!("histogram {}", spec.name), parse)?;
        if counts.len() > MAX_BINS {
            return lines.error(TallyFileErrorKind::TooManyBins);
        }
        *histogram = Histogram::new(counts);
    }
    for ((name, kind), record) in tally.schema.records.iter().zip(&mut tally.records) {
        *record =
            lines.parse_line_with(&format!("record {name}"), |text| parse_record(*kind, text))?;
        if record
            .value_and_deal
            .is_some_and(|(_, deal)| !done.contains(deal))
        {
            return lines.contradiction(&format!("record {name}"));
        }
    }
    Ok(tally)
}

fn count_keyword(schema: &TallySchema, index: usize) -> String {
    match schema.histograms.get(index) {
        Some(spec) => format!("histogram {}", spec.name),
        None => format!(
            "record {}",
            schema.records[index - schema.histograms.len()].0
        ),
    }
}

fn has_valid_stop_reason(run: &Run, measures: &[Measure]) -> bool {
    let is_complete = run.has_all_deals();
    match run.stop_reason {
        StopReason::Deals => is_complete,
        StopReason::Interrupted => !is_complete,
        StopReason::Part => !is_complete && run.plan.stop_rule.is_none(),
        StopReason::Precision => {
            let has_first_deals =
                run.done == RangeSet::from(0..run.tally.deals) && run.tally.deals > 0;
            let is_reached = |stop_rule: &StopRule| {
                stop_rule.first_check <= run.tally.deals
                    && StopProgress::new(measures, stop_rule, &run.tally).is_reached()
            };
            has_first_deals && run.plan.stop_rule.as_ref().is_some_and(is_reached)
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
        let value = self
            .next_line()
            .and_then(|line| line.strip_prefix(key))
            .filter(|text| text.is_empty() || text.starts_with(' '))
            .and_then(|text| parse(text.strip_prefix(' ').unwrap_or(text)));
        match value {
            Some(value) => Ok(value),
            None => self.error(TallyFileErrorKind::ExpectedKeyword(key.to_owned())),
        }
    }

    fn parse_line<T: FromStr>(&mut self, key: &str) -> Result<T, TallyFileError> {
        self.parse_line_with(key, |text| text.parse().ok())
    }
}

fn parse_stop_rule(text: &str) -> Option<Option<StopRule>> {
    if text == "none" {
        return Some(None);
    }
    let mut words = text.split(' ');
    let precision = words.next()?.parse().ok();
    let precision = precision.filter(|precision| (0.0..1.0).contains(precision))?;
    let confidence = Confidence::new(words.next()?.parse().ok()?).ok()?;
    if words.next()? != EXACT_METHOD {
        return None;
    }
    let mut word = words.next();
    let rows = word
        .filter(|word| *word != "from")
        .map(str::parse)
        .transpose()
        .ok()?;
    if rows.is_some() {
        word = words.next();
    }
    let first_check = match word {
        Some("from") => words.next()?.parse().ok().filter(|check| *check > 0)?,
        Some(_) => return None,
        None => 0,
    };
    words.next().is_none().then_some(Some(StopRule {
        precision,
        rows,
        first_check,
        confidence,
    }))
}

fn parse_record(kind: RecordKind, text: &str) -> Option<Record> {
    if text == "none" {
        return Some(Record::empty(kind));
    }
    let (code, deal) = text.split_once(' ')?;
    let value = record_code(kind, code.parse().ok()?);
    Some(Record {
        kind,
        value_and_deal: Some((value, deal.parse().ok()?)),
    })
}
