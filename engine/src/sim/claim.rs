//! What somebody claims of a run: whether it is so, is not so, or cannot be told yet.

use super::experiment::Experiment;
use super::measure::{Exact, How};
use super::run::Run;
use super::summary::Summary;
use crate::stats::{Confidence, Estimate, Interval};

/// What a claim is about, in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A row of its table, by its place among the [rows](Experiment::rows).
    Row(usize),
    /// A share that it tells besides.
    Share(String),
    /// The mean of a quantity.
    Mean(String),
}

impl Subject {
    /// What is known of it: its exact value where there is one, else what a run says, if it counted any of it.
    pub fn found(&self, question: &dyn Experiment, (run, summary): (&Run, &Summary), how: How) -> Option<Estimate> {
        let found = match self {
            Self::Row(place) => {
                let measure = &question.measured()[*place];
                match measure.exact.as_ref().and_then(Exact::get) {
                    Some(exact) => Estimate::exactly(exact),
                    None => measure.found(&run.tally, how)?,
                }
            }
            Self::Share(name) => summary.proportion(name)?.proportion.known(how),
            Self::Mean(name) => summary.quantity(name)?.moments.known(how.1),
        };
        (!found.value.is_nan()).then_some(found)
    }
}

/// Where a number is claimed to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Between these two, or at one of them.
    Within(f64, f64),
    /// Below, or at it where that is said.
    Below(f64, bool),
    /// Above, or at it where that is said.
    Above(f64, bool),
    /// At a number, which may be rounded by so much.
    Near(f64, f64),
}

impl Bounds {
    /// Both ends, and whether they belong to what is claimed.
    const fn ends(self) -> (Interval, bool) {
        match self {
            Self::Within(low, high) => (Interval { low, high }, true),
            Self::Below(high, at) => (Interval { low: f64::NEG_INFINITY, high }, at),
            Self::Above(low, at) => (Interval { low, high: f64::INFINITY }, at),
            Self::Near(value, rounding) => (Interval { low: value - rounding, high: value + rounding }, true),
        }
    }

    /// What an estimate from so many deals says to it.
    fn verdict(self, found: Estimate, deals: u64) -> Verdict {
        let (Interval { low, high }, closed) = self.ends();
        let known = found.interval;
        let below = |one: f64, other: f64| if closed { one < other } else { one <= other };
        if below(known.high, low) || below(high, known.low) {
            return Verdict::No;
        }
        if !below(known.low, low) && !below(high, known.high) {
            return Verdict::Yes;
        }
        // Where no spread is known, nothing is excluded, and nothing follows from that.
        if matches!(self, Self::Near(..)) && known.half_width().is_finite() {
            return Verdict::NotExcluded;
        }
        // The interval shrinks with the square root of the deals, and has to shrink to the nearer end of what is claimed;
        // where it may lie within, it has to be as narrow as that.
        let nearest = [low, high].into_iter().map(|end| (found.value - end).abs()).fold((high - low) / 2.0, f64::min);
        let deals = deals as f64 * (known.half_width() / nearest).powi(2);
        let known = (deals.is_finite() && deals < 1e15).then(|| {
            // Two digits say as much as is known.
            let unit = 10_u64.pow((deals.max(1.0).log10() as u32).saturating_sub(1));
            (deals as u64 / unit + 1) * unit
        });
        Verdict::Unknown { deals: known }
    }
}

/// What is to be thought of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies within what is claimed.
    Yes,
    /// It lies outside.
    No,
    /// The number that is claimed is not excluded.
    NotExcluded,
    /// It cannot be told.
    Unknown {
        /// About how many deals would tell, if it is as the estimate says; `None` where nobody knows.
        deals: Option<u64>,
    },
}

impl Verdict {
    /// The word for JSON: `yes`, `no`, `not excluded`, `cannot tell`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotExcluded => "not excluded",
            Self::Unknown { .. } => "cannot tell",
        }
    }

    /// Whether the claim stands.
    pub const fn stands(self) -> bool {
        matches!(self, Self::Yes | Self::NotExcluded)
    }
}

/// A claim whose number is looked up at any confidence.
pub struct Asked<'a> {
    /// Where it is claimed to lie.
    pub bounds: Bounds,
    /// The deals behind it.
    pub deals: u64,
    /// What is known of it.
    pub found: Box<dyn Fn(Confidence) -> Option<Estimate> + 'a>,
}

/// An answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// What is to be thought of it.
    pub verdict: Verdict,
    /// What is known; `None` when nothing of it was counted.
    pub found: Option<Estimate>,
    /// The confidence of its interval.
    pub confidence: Confidence,
}

/// The answers to several claims. With the confidence that is asked for none of them is wrong: after Holm (1979), each may
/// err with its part of what all together may, and those that are decided leave their part to the others.
pub fn judged(asked: &[Asked<'_>], confidence: Confidence) -> Vec<Judged> {
    let mut answers: Vec<Option<Judged>> = vec![None; asked.len()];
    loop {
        let open: Vec<usize> = (0..asked.len()).filter(|&place| !is_decided(answers[place])).collect();
        let each = 1.0 - (1.0 - confidence.level()) / open.len().max(1) as f64;
        let each = Confidence::new(each).unwrap_or(confidence);
        for &place in &open {
            let Asked { bounds, deals, found } = &asked[place];
            let found = found(each);
            let verdict = found.map_or(Verdict::Unknown { deals: None }, |found| bounds.verdict(found, *deals));
            answers[place] = Some(Judged { verdict, found, confidence: each });
        }
        if !open.iter().any(|&place| is_decided(answers[place])) {
            return answers.into_iter().flatten().collect();
        }
    }
}

fn is_decided(answer: Option<Judged>) -> bool {
    answer.is_some_and(|answer| matches!(answer.verdict, Verdict::Yes | Verdict::No))
}
