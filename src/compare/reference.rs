//! The reference values of a comparison, and what else numbers may mean.

use super::table::{Table, TableRow};
use pioche_engine::sim::Summary;
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
    pub proportion: Proportion,
    pub exact: Option<f64>,
}

impl Share {
    pub fn value(self) -> f64 {
        self.exact.unwrap_or_else(|| self.proportion.estimate())
    }
}

/// The distribution of a run: of the numbers of piles or pegs from 0, or of outcomes.
#[derive(Debug)]
pub struct Reference {
    pub names: Vec<String>,
    /// The share of each name and those before it, after one of none.
    sums: Vec<Share>,
    /// The smallest possible number; `None` for outcomes.
    pub first: Option<usize>,
    /// The event of a number unless a table tells another.
    pub usual: Event,
}

impl Reference {
    pub fn new(summary: &Summary) -> Self {
        let column = summary.row_name_column().unwrap_or_default();
        let usual = if column == "nb_tas_max" {
            Event::AtMost
        } else {
            Event::Exactly
        };
        let mut names = Vec::new();
        let mut first = None;
        let mut sums = vec![Share {
            proportion: Proportion::new(0, summary.deals()),
            exact: Some(0.0),
        }];
        for row in summary.own_rows() {
            let Some(proportion) = row.proportion else {
                continue;
            };
            let name = row
                .field(column)
                .map(ToString::to_string)
                .unwrap_or_default();
            if names.is_empty() {
                first = name.parse().ok();
                let numbers = 0..first.unwrap_or(0);
                sums.resize(numbers.len() + 1, sums[0]);
                names.extend(numbers.map(|number| number.to_string()));
            }
            let mut sum = Share {
                proportion: Proportion::new(proportion.count, summary.deals()),
                exact: row.exact,
            };
            if usual == Event::Exactly {
                let former = sums[names.len()];
                sum.proportion.count += former.proportion.count;
                sum.exact = sum.exact.zip(former.exact).map(|(one, other)| one + other);
            }
            names.push(name);
            sums.push(sum);
        }
        // All games have one of the names.
        sums[names.len()].exact = Some(1.0);
        Self {
            names,
            sums,
            first,
            usual,
        }
    }

    /// Returns the share of a row, the last one if there is no such row.
    pub fn share(&self, name: usize, event: Event) -> Share {
        let last = self.names.len();
        let end = last.min(name + 1);
        let (start, end) = match event {
            Event::AtMost => (0, end),
            Event::Exactly => (end - 1, end),
            Event::AtLeast => (end - 1, last),
        };
        let [below, sum] = [start, end].map(|place| self.sums[place]);
        let count = sum.proportion.count - below.proportion.count;
        Share {
            proportion: Proportion::new(count, sum.proportion.total),
            exact: sum.exact.zip(below.exact).map(|(one, other)| one - other),
        }
    }

    /// Returns for each row whether it differs by more than chance; nothing without the number of games.
    pub fn differences(&self, table: &Table, level: f64) -> Vec<bool> {
        let Some(games) = table.games else {
            return Vec::new();
        };
        let p_value = |row: &TableRow| self.p_value(row, table.event, games);
        let p_values: Vec<f64> = table.rows.iter().map(p_value).collect();
        let adjusted_p_values = holm_adjusted_p_values(&p_values).into_iter();
        adjusted_p_values.map(|p_value| p_value < level).collect()
    }

    /// Returns the p-value of a row; of the numbers of games that are rounded to its share, that of the nearest.
    fn p_value(&self, row: &TableRow, event: Event, games: u64) -> f64 {
        const SLACK: f64 = 1e-6;
        let total = games as f64;
        let low = ((row.value - row.error) * total - SLACK).ceil();
        let high = ((row.value + row.error) * total + SLACK).floor();
        if low > total {
            return 0.0;
        }
        let share = self.share(row.name, event);
        let expected = (share.value() * total).round();
        let count = if low <= high {
            expected.clamp(low, high)
        } else {
            (row.value * total).round()
        };
        let sample = Proportion::new(count.clamp(0.0, total) as u64, games);
        match share.exact {
            Some(exact) => binomial_p_value(sample, exact),
            None => two_sample_p_value(sample, share.proportion),
        }
    }

    /// Returns the only other meaning with which every row of a table agrees.
    pub fn other_meaning(&self, table: &Table, level: f64) -> Option<Text> {
        let mut meanings = Vec::new();
        let mut try_meaning = |text, meaning: &Table| {
            if !self.differences(meaning, level).contains(&true) {
                meanings.push(text);
            }
        };
        for (text, slip) in SLIPS {
            try_meaning(text, &table.with_rows(slip));
        }
        if self.first.is_some() {
            for event in [Event::AtMost, Event::Exactly, Event::AtLeast] {
                let rows = table.clone();
                try_meaning(event.text(), &Table { event, ..rows });
            }
        }
        match meanings[..] {
            [text] => Some(text),
            _ => None,
        }
    }
}

/// A change of a row that somebody may have made by mistake.
type Slip = fn(&mut TableRow);

/// Mistakes of all rows. The first four outcomes are player 1, player 2, a draw and an endless game.
const SLIPS: [(Text, Slip); 8] = [
    (Text("ten times too small"), |row| row.scale(10.0)),
    (Text("ten times too large"), |row| row.scale(0.1)),
    (Text("not in per cent"), |row| row.scale(100.0)),
    (Text("in per cent"), |row| row.scale(0.01)),
    (Text("one row off, n + 1"), |row| row.name += 1),
    (Text("one row off, n − 1"), |row| {
        row.name = row.name.saturating_sub(1);
    }),
    (Text("players exchanged"), |row| {
        row.name ^= usize::from(row.name < 2);
    }),
    (Text("draw and endless exchanged"), |row| {
        row.name ^= usize::from(row.name >= 2);
    }),
];
