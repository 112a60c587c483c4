//! The description of an experiment: its topic, its unit, the columns of its table and how long it takes.

/// The description of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentInfo {
    /// The first word of its name, and the name of its command.
    pub topic: &'static str,
    /// The plural noun of what is simulated: `deals` or `games`.
    pub unit: &'static str,
    /// The columns of its table, in order.
    pub columns: Vec<Column>,
    /// The largest number of deals in a chunk: about ten milliseconds of work. Values do not depend on it.
    pub chunk: u64,
    /// The number of deals that gives a useful answer in a few seconds.
    pub default_deals: u64,
    /// The approximate time of one deal on one core, in nanoseconds: for estimates of the time left, never for values.
    pub nanoseconds: f64,
}

/// A column of the table of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// A setting.
    Setting(&'static str),
    /// The column that names a row among those of one run: `outcome`, `statistic` or `nb_tas_max`.
    RowName(&'static str),
    /// The number of deals.
    Deals,
    /// The number of deals with exactly the last value of a row.
    Count,
    /// The share of those deals.
    Frequency,
    /// The number of deals with any value of a row.
    Wins,
    /// The estimate of a row, a probability.
    Probability,
    /// The estimate of a row that can be a mean, a share or another number.
    Estimate,
    /// The lower end of the interval.
    Low,
    /// The upper end of the interval.
    High,
    /// The exact value, where it is known.
    Exact,
}

impl Column {
    /// Its name in CSV files and JSON.
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

    /// The columns of a table of outcomes, after those of these settings.
    pub fn of_outcomes(settings: impl IntoIterator<Item = &'static str>) -> Vec<Self> {
        let outcome = [Self::Deals, Self::RowName("outcome"), Self::Count, Self::Probability, Self::Low, Self::High];
        settings.into_iter().map(Self::Setting).chain(outcome).chain([Self::Exact]).collect()
    }
}
