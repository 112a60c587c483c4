//! What an experiment measures: the numbers that are made of what it counts.
//!
//! All else is derived from their list: the rows of tables and their names, what a precision waits for, summaries.

use super::row::{Cell, Choice, Row};
use crate::stats::{Confidence, Estimate, Method, Moments, Proportion, Tally};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// How intervals are made.
pub type How = (Method, Confidence);

/// A number that an experiment tells.
#[derive(Clone)]
pub struct Measure {
    /// The cells of its row that its settings do not tell; empty when it is no row of the table.
    pub row: Vec<(&'static str, Cell)>,
    /// Its name beside the table, in JSON, if it is told there.
    pub name: Option<&'static str>,
    /// What it is made of.
    pub of: Of,
    /// Its exact value, where there is one.
    pub exact: Option<Exact>,
    /// Whether a run with a precision has to know it well enough.
    pub stops: bool,
    /// Whether its row is left out at the end of the table when it was not seen, nor is known to be possible.
    pub rare: bool,
}

/// What a number is made of.
#[derive(Clone)]
pub enum Of {
    /// The share of deals with such values of a histogram.
    Share {
        /// The histogram.
        histogram: usize,
        /// The values.
        values: RangeInclusive<usize>,
        /// Deals that may have had one of them, too.
        open: Open,
    },
    /// A share of its own; `None` when there is nothing to tell.
    Own(fn(&Tally) -> Option<Proportion>),
    /// The mean of a histogram whose entry `v` counts the value `v + shift`.
    Mean {
        /// The histogram.
        histogram: usize,
        /// What is added to its values.
        shift: i64,
    },
    /// An estimate of its own.
    Estimate(Made<Estimate>),
    /// A number without an interval.
    Figure(Made<f64>),
}

/// What an experiment makes of its counts by itself.
pub type Made<T> = Arc<dyn Fn(&Tally, How) -> T + Send + Sync>;

/// Deals that are not decided: they may have had an outcome, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// All are decided.
    None,
    /// Those with this value of the same histogram.
    Value(usize),
    /// All those of another histogram.
    All(usize),
    /// Those whose value lies between a bound that one histogram holds and one that another holds.
    Between(usize, usize),
}

/// An exact value, found when it is asked for.
#[derive(Clone)]
pub struct Exact(Arc<dyn Fn() -> Option<f64> + Send + Sync>);

impl Exact {
    /// A value that is quickly found.
    pub fn new(find: impl Fn() -> Option<f64> + Send + Sync + 'static) -> Self {
        Self(Arc::new(find))
    }

    /// The values of a law, by their places in it; it is found once, when the first of them is asked for.
    pub fn law(find: impl FnOnce() -> Option<Vec<f64>> + Send + 'static) -> impl Fn(usize) -> Self {
        type Find = Box<dyn FnOnce() -> Option<Vec<f64>> + Send>;
        let law = Arc::new(LazyLock::new(Box::new(find) as Find));
        move |place| {
            let law = Arc::clone(&law);
            Self::new(move || LazyLock::force(&law).as_ref()?.get(place).copied())
        }
    }

    /// The value; `None` where it is not known after all.
    pub fn get(&self) -> Option<f64> {
        self.0()
    }
}

impl Measure {
    fn new(of: Of) -> Self {
        Self { row: Vec::new(), name: None, of, exact: None, stops: false, rare: false }
    }

    /// The share of deals with such values of a histogram.
    pub fn share(histogram: usize, values: RangeInclusive<usize>) -> Self {
        Self::new(Of::Share { histogram, values, open: Open::None })
    }

    /// A share of its own.
    pub fn own(share: fn(&Tally) -> Option<Proportion>) -> Self {
        Self::new(Of::Own(share))
    }

    /// The mean of a histogram whose entry `v` counts the value `v + shift`.
    pub fn mean(histogram: usize, shift: i64) -> Self {
        Self::new(Of::Mean { histogram, shift })
    }

    /// An estimate of its own.
    pub fn estimate(estimate: impl Fn(&Tally, How) -> Estimate + Send + Sync + 'static) -> Self {
        Self::new(Of::Estimate(Arc::new(estimate)))
    }

    /// A number without an interval.
    pub fn figure(figure: impl Fn(&Tally, How) -> f64 + Send + Sync + 'static) -> Self {
        Self::new(Of::Figure(Arc::new(figure)))
    }

    /// The same with deals that are not decided; a share knows all its own otherwise.
    #[must_use]
    pub fn open(mut self, undecided: Open) -> Self {
        if let Of::Share { open, .. } = &mut self.of {
            *open = undecided;
        }
        self
    }

    /// The same as a row of the table, with these cells.
    #[must_use]
    pub fn row(self, cells: impl IntoIterator<Item = (&'static str, Cell)>) -> Self {
        Self { row: cells.into_iter().collect(), ..self }
    }

    /// The same with a name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The same with an exact value.
    #[must_use]
    pub fn exactly(self, exact: Exact) -> Self {
        Self { exact: Some(exact), ..self }
    }

    /// The same, for which a precision waits if that is said.
    #[must_use]
    pub fn stopping(self, stops: bool) -> Self {
        Self { stops, ..self }
    }

    /// The same, left out at the end of the table where nothing is to be told.
    #[must_use]
    pub fn rare(self) -> Self {
        Self { rare: true, ..self }
    }

    /// The cell of its own row in a column, as a text.
    pub fn own_cell(&self, column: &str) -> Option<String> {
        self.row.iter().find(|(key, _)| *key == column)?.1.name()
    }

    /// Whether its row is one of a choice.
    pub fn is_chosen(&self, rows: &Choice) -> bool {
        self.own_cell(rows.column()).is_some_and(|cell| rows.cells().contains(&cell))
    }

    /// Whether its row of the table has an interval.
    pub fn is_measured(&self) -> bool {
        !self.row.is_empty() && !matches!(self.of, Of::Figure(_))
    }

    /// The counts behind a share; `None` of what is none.
    pub fn proportion(&self, tally: &Tally) -> Option<Proportion> {
        match &self.of {
            Of::Share { histogram, values, open } => {
                let within = |place: usize, values: &RangeInclusive<usize>| {
                    let counts = tally.histograms[place].counts();
                    let end = values.end().saturating_add(1).min(counts.len());
                    counts.get(*values.start()..end).map_or(0, |counts| counts.iter().sum::<u64>())
                };
                let decided = within(*histogram, values);
                let (count, undecided) = match *open {
                    Open::None => (decided, 0),
                    Open::Value(value) if values.contains(&value) => (decided, 0),
                    Open::Value(value) => (decided, tally.histograms[*histogram].count(value)),
                    Open::All(other) => (decided, tally.histograms[other].total()),
                    Open::Between(least, most) => {
                        let surely = within(most, values);
                        (decided + surely, within(least, values) - surely)
                    }
                };
                Some(Proportion { count, undecided, total: tally.deals })
            }
            Of::Own(share) => share(tally),
            Of::Mean { .. } | Of::Estimate(_) | Of::Figure(_) => None,
        }
    }

    /// The spread of a quantity; `None` of what is none, or was never counted.
    pub fn moments(&self, tally: &Tally) -> Option<Moments> {
        match self.of {
            Of::Mean { histogram, shift } => Moments::new(&tally.histograms[histogram], shift),
            _ => None,
        }
    }

    /// What a run knows of it; `None` where there is nothing to tell.
    pub fn found(&self, tally: &Tally, how: How) -> Option<Estimate> {
        match &self.of {
            Of::Share { .. } | Of::Own(_) => self.proportion(tally).map(|share| share.with_interval(how)),
            Of::Mean { .. } => self.moments(tally).map(|moments| moments.mean_estimate(how.1)),
            Of::Estimate(estimate) => Some(estimate(tally, how)),
            Of::Figure(figure) => Some(Estimate { value: figure(tally, how), ..Estimate::UNKNOWN }),
        }
    }

    /// How many deals had just the last of its values.
    pub fn last(&self, tally: &Tally) -> Option<u64> {
        match &self.of {
            Of::Share { histogram, values, .. } => Some(tally.histograms[*histogram].count(*values.end())),
            _ => None,
        }
    }

    /// How its interval is made: `exact` or `wilson`, as the run is asked for, of a share and what is made of one; `student`
    /// of a mean; `None` of a number without an interval.
    pub fn method(&self, method: Method) -> Option<String> {
        match &self.of {
            Of::Share { .. } | Of::Own(_) | Of::Estimate(_) => Some(method.to_string()),
            Of::Mean { .. } => Some("student".to_owned()),
            Of::Figure(_) => None,
        }
    }

    /// Its row by all the cells that name it: those of the settings that are columns, and its own.
    pub fn whole_row(&self, columns: &[&'static str], settings: &[(&'static str, String)]) -> Row {
        let cells = columns.iter().filter_map(|column| Some((*column, self.cell(column, settings)?.name()?)));
        Row::new(cells)
    }

    /// The cell of a column that names its row.
    pub fn cell(&self, column: &str, settings: &[(&'static str, String)]) -> Option<Cell> {
        let own = self.row.iter().find(|(key, _)| *key == column).map(|(_, cell)| cell.clone());
        own.or_else(|| settings.iter().find(|(key, _)| *key == column).map(|(_, value)| Cell::setting(value)))
    }
}
