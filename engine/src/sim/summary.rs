//! What an experiment found: rows for a spreadsheet, quantities with their spread, curves for charts.
//!
//! Everything is computed here or before; whoever prints a summary only chooses words and colours.

use super::measure::{Exact, Measure};
pub use super::row::Cell;
pub use super::stop::{Aim, Stopped};
use crate::stats::compare::Agreement;
use crate::stats::{Confidence, Histogram, Interval, Method, Moments, Proportion, Tally};

/// The findings of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// What was played: the name of a topic.
    pub topic: &'static str,
    /// What people call what was played: `deals` or `games`.
    pub unit: &'static str,
    /// The experiment and its settings, as a tally file names them.
    pub experiment: String,
    /// The settings, by name.
    pub settings: Vec<(&'static str, String)>,
    /// The command of the program that makes it again; `None` of an experiment that the program does not know.
    pub command: Option<String>,
    /// The version of the values, see [`super::VALUE_VERSION`].
    pub values: u32,
    /// What was dealt: runs that say the same here, with the same seed, played the same deals.
    pub dealt: String,
    /// The master seed.
    pub seed: u64,
    /// Deals played.
    pub deals: u64,
    /// Deals of the plan; `None` when only its precision ends it.
    pub planned: Option<u64>,
    /// The precision that was asked for, and how near the run came.
    pub aim: Option<Aim>,
    /// Why the run ended.
    pub stopped: Stopped,
    /// The level of all intervals.
    pub confidence: Confidence,
    /// The method of the intervals of probabilities.
    pub method: Method,
    /// One row an outcome.
    pub table: Table,
    /// How the interval of each of its rows is made; `None` of a row without one.
    pub methods: Vec<Option<String>>,
    /// Means and spreads.
    pub quantities: Vec<Quantity>,
    /// Probabilities beside the table.
    pub proportions: Vec<NamedProportion>,
    /// What charts draw.
    pub curves: Vec<Curve>,
    /// The deal that holds the record, if the experiment keeps one.
    pub best: Option<BestDeal>,
    /// Deals to be seen: the lowest, the median and the highest, as far as they were sought and found.
    pub examples: Vec<Example>,
    /// The rows that were chosen to be shown; `None` means all rows of the table.
    pub chosen: Option<Vec<Vec<Cell>>>,
}

impl Summary {
    /// Adds the rows, the quantities and the proportions of a run.
    pub(super) fn tell(&mut self, measures: &[Measure], tally: &Tally) {
        let how = (self.method, self.confidence);
        let mut last_told = 0;
        for measure in measures {
            if let Some(name) = measure.name {
                let quantity = |moments: Moments| Quantity { name, moments, interval: moments.mean_interval(how.1) };
                self.quantities.extend(measure.moments(tally).map(quantity));
                let share = |proportion: Proportion| NamedProportion {
                    name,
                    proportion,
                    interval: proportion.interval(how.0, how.1),
                };
                self.proportions.extend(measure.proportion(tally).map(share));
            }
            let Some(row) = self.row(measure, tally) else { continue };
            self.table.rows.push(row);
            self.methods.push(measure.method(how.0));
            let possible = || measure.exact.as_ref().and_then(Exact::get).is_some_and(|exact| exact > 0.0);
            if !measure.rare || possible() || measure.last(tally).is_some_and(|count| count > 0) {
                last_told = self.table.rows.len();
            }
        }
        self.table.rows.truncate(last_told);
        self.methods.truncate(last_told);
    }

    /// The row of a measure, by the names of the columns; `None` of one that has none, or nothing to tell.
    pub(super) fn row(&self, measure: &Measure, tally: &Tally) -> Option<Vec<Cell>> {
        let found = measure.found(tally, (self.method, self.confidence)).filter(|_| !measure.row.is_empty())?;
        let exact = measure.exact.as_ref().and_then(Exact::get);
        let real = |number: f64| if number.is_infinite() { Cell::Empty } else { Cell::Real(number) };
        let count = |count: Option<u64>| count.map_or(Cell::Empty, Cell::Count);
        let cell = |column: &&'static str| match *column {
            "deals" => Cell::Count(self.deals),
            "count" => count(measure.last(tally)),
            "frequency" => {
                measure.last(tally).map_or(Cell::Empty, |last| Cell::Real(Proportion::new(last, self.deals).estimate()))
            }
            "wins" => count(measure.proportion(tally).map(|share| share.count)),
            "probability" | "estimate" | "difference" => Cell::Real(found.value),
            "ci_low" => real(found.interval.low),
            "ci_high" => real(found.interval.high),
            "exact" => exact.map_or(Cell::Empty, Cell::Real),
            column => measure.cell(column, &self.settings).unwrap_or(Cell::Empty),
        };
        Some(self.table.columns.iter().map(cell).collect())
    }

    /// The curves that show `kind`.
    pub fn curves_of(&self, kind: &'static str) -> impl Iterator<Item = &Curve> {
        self.curves.iter().filter(move |curve| curve.kind == kind)
    }

    /// The value of a setting; empty when there is none of this name.
    pub fn setting(&self, name: &str) -> &str {
        self.settings.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// The law that a histogram estimates, whose entry `v` counts the value `v + shift`: a curve of this kind, of what it
    /// was measured on in a variant.
    pub fn law_curve(
        &self,
        (kind, subject, variant): (&'static str, impl ToString, impl ToString),
        histogram: &Histogram,
        shift: i64,
    ) -> Curve {
        let counts = histogram.counts();
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let point = |value| self.point((value as i64 + shift) as f64, Proportion::new(counts[value], self.deals));
        Curve {
            kind,
            subject: subject.to_string(),
            variant: variant.to_string(),
            points: (first..counts.len()).map(point).collect(),
            mean: Moments::new(histogram, shift).map(|moments| moments.mean),
        }
    }

    /// A proportion as a point to draw.
    pub fn point(&self, x: f64, proportion: Proportion) -> Point {
        let interval = proportion.interval(self.method, self.confidence);
        Point { x, y: proportion.estimate(), low: interval.low, high: interval.high }
    }

    /// The exact probability of an outcome, where the table holds it.
    pub fn exact(&self, outcome: &str) -> Option<f64> {
        let place = |name: &str| self.table.columns.iter().position(|column| *column == name);
        let (named, exact) = (place("outcome")?, place("exact")?);
        let is_it = |row: &&Vec<Cell>| matches!(&row[named], Cell::Text(name) if name == outcome);
        match self.table.rows.iter().find(is_it)?.get(exact) {
            Some(Cell::Real(exact)) => Some(*exact),
            _ => None,
        }
    }

    /// The quantity with this name.
    pub fn quantity(&self, name: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    /// The proportion with this name.
    pub fn proportion(&self, name: &str) -> Option<&NamedProportion> {
        self.proportions.iter().find(|proportion| proportion.name == name)
    }
}

/// Rows and columns, as a CSV file has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each as long as the columns.
    pub rows: Vec<Vec<Cell>>,
}

/// A quantity with its mean and spread.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The name, as in JSON.
    pub name: &'static str,
    /// Its moments.
    pub moments: Moments,
    /// The interval of its mean; `None` when all values are equal.
    pub interval: Option<Interval>,
}

/// A probability with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedProportion {
    /// The name, as in JSON.
    pub name: &'static str,
    /// Its counts.
    pub proportion: Proportion,
    /// Its interval.
    pub interval: Interval,
}

/// Points to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows: a name that its topic gives it.
    pub kind: &'static str,
    /// What it was measured on: a pack such as `32`.
    pub subject: String,
    /// In which variant: an improvement such as `exchange`, or `none`.
    pub variant: String,
    /// The points, in ascending order of x.
    pub points: Vec<Point>,
    /// The mean of the law drawn, where there is one.
    pub mean: Option<f64>,
}

/// A point with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Abscissa.
    pub x: f64,
    /// Estimate.
    pub y: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A deal to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// `lowest`, `median` or `highest`, or what else it is.
    pub rank: &'static str,
    /// What its value counts: `ranked`, or a word of the experiment's own.
    pub of: &'static str,
    /// The value of what ranks it, or that it has.
    pub value: u64,
    /// Its number: the first of this value.
    pub deal: u64,
    /// The command that shows it.
    pub command: String,
}

/// The deal that holds a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestDeal {
    /// Its number.
    pub deal: u64,
    /// What it reached: the number of piles.
    pub reached: u64,
}

/// The comparison of all rows that hold an exact probability; `None` when there are none.
pub fn agreement<'a>(summaries: impl IntoIterator<Item = &'a Summary>) -> Option<Agreement> {
    Agreement::from_shares(summaries.into_iter().flat_map(known))
}

/// The shares of a run whose probability is known: the share, the probability, and the interval of the share.
fn known(summary: &Summary) -> Vec<(Proportion, f64, Interval)> {
    let place = |name: &str| summary.table.columns.iter().position(|column| *column == name);
    let places = ["count", "exact", "ci_low", "ci_high"].map(place);
    let [Some(count), Some(exact), Some(low), Some(high)] = places else { return Vec::new() };
    let rows = summary.table.rows.iter().filter_map(|row| match (&row[count], &row[exact], &row[low], &row[high]) {
        (Cell::Count(count), Cell::Real(exact), Cell::Real(low), Cell::Real(high)) => {
            Some((Proportion::new(*count, summary.deals), *exact, Interval { low: *low, high: *high }))
        }
        _ => None,
    });
    rows.collect()
}
