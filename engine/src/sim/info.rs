//! The description of an experiment: topic, unit, columns and cost.

/// The description of an experiment: topic, unit, columns and cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentInfo {
    /// The first word of the experiment's name, and the name of its command.
    pub topic: &'static str,
    /// The plural noun of the simulated units: `deals` or `games`.
    pub unit: &'static str,
    /// The columns of the table, in order.
    pub columns: Vec<Column>,
    /// The largest number of deals in a chunk: about ten milliseconds of work. Values do not depend on it.
    pub max_chunk_size: u64,
    /// The number of deals that gives a useful answer in a few seconds.
    pub default_deals: u64,
    /// The approximate time of one deal on one core, in nanoseconds: for estimates of the time left, never for values.
    pub nanoseconds_per_deal: f64,
}

/// A column of the table of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// A setting, by its key.
    Setting(&'static str),
    /// The column that names a row within one run: `outcome`, `statistic` or `max_piles`.
    RowName(&'static str),
    /// The number of simulated deals.
    Deals,
    /// The number of deals with exactly the last value of the row.
    Count,
    /// The share of deals with exactly the last value of the row.
    Frequency,
    /// The number of deals with any value of the row.
    Wins,
    /// The estimate of a row that is a probability.
    Probability,
    /// The estimate of a row that can be a mean, a share or another number.
    Estimate,
    /// The lower end of the interval.
    Low,
    /// The upper end of the interval.
    High,
    /// The exact value; empty where it is unknown.
    Exact,
}

impl Column {
    /// Returns the name in CSV files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setting(name) | Self::RowName(name) => name,
            Self::Deals => "deals",
            Self::Count => "count",
            Self::Frequency => "frequency",
            Self::Wins => "wins",
            Self::Probability => "probability",
            Self::Estimate => "estimate",
            Self::Low => "ci_low",
            Self::High => "ci_high",
            Self::Exact => "exact",
        }
    }

    /// Returns the columns of a table of outcomes: these settings, then the count, the probability and its interval.
    pub fn outcome_columns(setting_keys: impl IntoIterator<Item = &'static str>) -> Vec<Self> {
        let outcome = [
            Self::Deals,
            Self::RowName("outcome"),
            Self::Count,
            Self::Probability,
            Self::Low,
            Self::High,
        ];
        setting_keys
            .into_iter()
            .map(Self::Setting)
            .chain(outcome)
            .chain([Self::Exact])
            .collect()
    }
}
