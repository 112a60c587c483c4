//! The reference values of a comparison, and the meanings that numbers may have.

use super::table::{Table, TableRow, Unit};
use pioche_engine::sim::{Field, Row, Summary};
use pioche_engine::stats::Proportion;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values, two_sample_p_value};
use pioche_report::lang::Text;

/// The event of a row that a number names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    AtMost,
    Exactly,
    AtLeast,
}

/// A meaning of a table other than its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    Factor(f64),
    Shift(isize),
    Event(Event),
    Exchange([&'static str; 2]),
}

/// The meanings by which a wrong table may be right.
pub const CHANGES: [(Change, Text); 11] = [
    (Change::Factor(10.0), Text("ten times too small")),
    (Change::Factor(0.1), Text("ten times too large")),
    (Change::Factor(100.0), Text("not in per cent")),
    (Change::Factor(0.01), Text("in per cent")),
    (Change::Shift(1), Text("one row off, n + 1")),
    (Change::Shift(-1), Text("one row off, n − 1")),
    (Change::Event(Event::AtMost), Event::AtMost.text()),
    (Change::Event(Event::Exactly), Event::Exactly.text()),
    (Change::Event(Event::AtLeast), Event::AtLeast.text()),
    (
        Change::Exchange(["player1", "player2"]),
        Text("players exchanged"),
    ),
    (
        Change::Exchange(["draw", "endless"]),
        Text("draw and endless exchanged"),
    ),
];

impl Event {
    pub const fn text(self) -> Text {
        match self {
            Self::AtMost => Text("at most n"),
            Self::Exactly => Text("exactly n"),
            Self::AtLeast => Text("at least n"),
        }
    }
}

/// A reference probability: exact, or estimated from the deals of a run.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub count: u64,
    pub deals: u64,
    pub exact: Option<f64>,
}

impl Share {
    pub fn proportion(self) -> Proportion {
        Proportion::new(self.count, self.deals)
    }

    pub fn value(self) -> f64 {
        self.exact.unwrap_or_else(|| self.proportion().estimate())
    }
}

/// The distribution of a run: of the numbers of piles or pegs from 0, or of outcomes.
#[derive(Debug)]
pub struct Reference {
    pub names: Vec<String>,
    pub shares: Vec<Share>,
    /// The smallest possible number; `None` for outcomes.
    pub first: Option<usize>,
    /// The event of a number unless a table tells another.
    pub usual: Event,
}

impl Reference {
    pub fn new(summary: &Summary) -> Self {
        let deals = summary.deals();
        let column = summary.row_name_column().unwrap_or_default();
        let mut rows: Vec<&Row> = summary.rows().collect();
        // A run with a change or another player has the usual rows, too.
        rows.retain(|row| {
            let is_own = |field: &Field| {
                let setting = summary.setting(field.key());
                setting.is_none_or(|value| *value == field.value)
            };
            row.proportion.is_some() && row.fields.iter().all(is_own)
        });
        let row_names = rows.iter().filter_map(|row| row.field(column));
        let row_names: Vec<String> = row_names.map(ToString::to_string).collect();
        let first = row_names.first().and_then(|name| name.parse().ok());
        let usual = match column {
            "nb_tas_max" => Event::AtMost,
            _ => Event::Exactly,
        };
        let impossible = Share {
            count: 0,
            deals,
            exact: Some(0.0),
        };
        let mut names: Vec<String> = (0..first.unwrap_or(0))
            .map(|number| number.to_string())
            .collect();
        let mut shares = vec![impossible; names.len()];
        let mut below = impossible;
        names.extend(row_names);
        for row in rows {
            let count = row.proportion.map_or(0, |proportion| proportion.count);
            let share = Share {
                count,
                deals,
                exact: row.exact,
            };
            shares.push(Share {
                count: share.count - below.count,
                exact: share.exact.zip(below.exact).map(|(one, other)| one - other),
                deals,
            });
            if usual == Event::AtMost {
                below = share;
            }
        }
        Self {
            names,
            shares,
            first,
            usual,
        }
    }

    /// Returns the share of a row with another meaning.
    pub fn share(&self, name: usize, event: Event, change: Option<Change>) -> Share {
        let last = self.names.len() - 1;
        let name = match change {
            Some(Change::Shift(shift)) => name.saturating_add_signed(shift).min(last),
            Some(Change::Exchange(pair)) => {
                let place = pair.iter().position(|key| *key == self.names[name]);
                let other = place.map(|place| pair[1 - place]);
                let mut names = self.names.iter();
                names
                    .position(|key| Some(key.as_str()) == other)
                    .unwrap_or(name)
            }
            _ => name,
        };
        let event = match change {
            Some(Change::Event(event)) => event,
            _ => event,
        };
        let shares = match event {
            Event::AtMost => &self.shares[..=name],
            Event::Exactly => &self.shares[name..=name],
            Event::AtLeast => &self.shares[name..],
        };
        let exact: Option<f64> = shares.iter().map(|share| share.exact).sum();
        Share {
            count: shares.iter().map(|share| share.count).sum(),
            deals: shares[0].deals,
            exact: exact.or((shares.len() > last).then_some(1.0)),
        }
    }

    /// Returns for each row whether it differs by more than chance; nothing without the number of games.
    pub fn differences(&self, table: &Table, change: Option<Change>, level: f64) -> Vec<bool> {
        let Some(games) = table.games else {
            return Vec::new();
        };
        let p_value = |row: &TableRow| self.p_value(table, row, games, change);
        let p_values: Vec<f64> = table.rows.iter().map(p_value).collect();
        let adjusted_p_values = holm_adjusted_p_values(&p_values).into_iter();
        adjusted_p_values.map(|p_value| p_value < level).collect()
    }

    /// Returns the p-value of a row; of the numbers of games that are rounded to its number, that of the nearest.
    fn p_value(&self, table: &Table, row: &TableRow, games: u64, change: Option<Change>) -> f64 {
        const SLACK: f64 = 1e-6;
        let total = games as f64;
        let scale = match (table.unit, change) {
            (Unit::Count, _) => 1.0,
            (_, Some(Change::Factor(factor))) => factor * total,
            _ => total,
        };
        let low = ((row.value - row.error) * scale - SLACK).ceil();
        let high = ((row.value + row.error) * scale + SLACK).floor();
        if low > total {
            return 0.0;
        }
        let share = self.share(row.name, table.event, change);
        let expected = (share.value() * total).round();
        let count = if low <= high {
            expected.clamp(low, high)
        } else {
            (row.value * scale).round()
        };
        let sample = Proportion::new(count.clamp(0.0, total) as u64, games);
        match share.exact {
            Some(exact) => binomial_p_value(sample, exact),
            None => two_sample_p_value(sample, share.proportion()),
        }
    }

    /// Returns the only other meaning with which every row of a table agrees.
    pub fn other_meaning(&self, table: &Table, level: f64) -> Option<Text> {
        let mut meanings = CHANGES.iter().filter(|(change, _)| {
            let can_be = match change {
                Change::Factor(_) => table.unit != Unit::Count,
                Change::Exchange(_) => true,
                _ => self.first.is_some(),
            };
            can_be
                && !self
                    .differences(table, Some(*change), level)
                    .contains(&true)
        });
        let (_, text) = meanings.next()?;
        meanings.next().is_none().then_some(*text)
    }
}
