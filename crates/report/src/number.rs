//! Numbers as text, with the digits that their intervals support.
//!
//! In words a number has the digits that both ends of its interval share, or is a range from one end to the other. Sentences
//! with intervals give three significant digits, and the interval unless both of its ends round to the same number. Tables
//! give the digits that the interval supports, and the interval.

use crate::lang::glossary::interval_bounds;
use crate::lang::{decimal, integer, percent_sign, scientific};
use pioche_engine::sim::Row;
use pioche_engine::stats::quantile::Quantile;
use pioche_engine::stats::{Estimate, Interval, Moments};

/// A number in a text of the program.
#[derive(Clone, Debug)]
pub struct PageNumber {
    /// The number with its interval; both ends are the number itself if it is exact or has no interval.
    pub estimate: Estimate,
    unit: Unit,
    is_exact: bool,
    /// The share or the mean of a run; `None` for another number.
    pub row: Option<Box<Row>>,
}

/// The form in which a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Number,
    Percent,
    /// A percentage without its sign, below a heading that has it.
    Points,
    /// A counted value, or the middle of two.
    Counted,
}

impl PageNumber {
    /// Creates an estimate that is no share, such as a ratio.
    pub fn estimate(estimate: Estimate) -> Self {
        Self {
            estimate,
            unit: Unit::Number,
            is_exact: false,
            row: None,
        }
    }

    /// Creates an estimated probability that is no proportion of one run.
    pub fn probability(estimate: Estimate) -> Self {
        Self {
            unit: Unit::Percent,
            ..Self::estimate(estimate)
        }
    }

    /// Creates an exact probability.
    pub fn exact(probability: f64) -> Self {
        Self {
            is_exact: true,
            ..Self::probability(Estimate {
                value: probability,
                interval: Interval::exactly(probability),
            })
        }
    }

    /// Creates the difference of a row to the usual setting, of a share in points; `None` for a row without one. A difference
    /// of exact values is exact.
    fn difference(row: &Row) -> Option<Self> {
        let difference = row.difference?;
        let mut value = difference.value;
        let mut interval = difference.interval;
        if let (Some(exact), true, None) = (difference.exact, row.exact.is_some(), row.interval) {
            value = exact;
            interval = None;
        }
        Some(Self {
            unit: match row.proportion {
                Some(_) => Unit::Points,
                None => Unit::Number,
            },
            ..Self::estimate(Estimate {
                value,
                interval: interval.unwrap_or(Interval::exactly(value)),
            })
        })
    }

    /// Returns a percentage without its sign; another number as it is.
    fn without_sign(mut self) -> Self {
        if self.unit == Unit::Percent {
            self.unit = Unit::Points;
        }
        self
    }

    /// Formats the number for a sentence: three digits, and the interval unless both of its ends round alike.
    pub fn sentence_text(&self) -> String {
        if let Some(text) = self.text_without_interval() {
            return text;
        }
        let Estimate { value, interval } = self.scaled();
        let mut digits = self.decimals_for_three_digits();
        if !self.is_exact {
            digits = digits.min(visible_decimals(value, interval.half_width()));
        }
        let [low, high] = [interval.low, interval.high].map(|end| self.text(end, digits));
        if low == high {
            self.text(value, digits)
        } else {
            self.with_interval(digits).join(" ")
        }
    }

    /// Formats the number for a table: the digits that its interval supports, and the interval.
    pub fn cell_text(&self) -> String {
        self.text_without_interval()
            .unwrap_or_else(|| self.cells().join(" ").trim_end().to_owned())
    }

    /// Formats the number for words: the three or two digits that both ends of its interval share, or both ends: "14–22%".
    pub fn words(&self) -> String {
        let Interval { low, high } = self.scaled().interval;
        // A share that may be 0 or 1 has both ends, since "0.00%" would hide the other one.
        let may_be_certain = self.is_share() && !self.is_exact && (low == 0.0 || high == 100.0);
        let most_digits = self.decimals_for_three_digits();
        for digits in [most_digits, most_digits.saturating_sub(1)] {
            let text = self.text(low, digits);
            if text == self.text(high, digits) && !may_be_certain {
                return text;
            }
        }
        let range = self.range();
        if self.unit == Unit::Percent {
            percent_sign(range)
        } else {
            range
        }
    }

    /// Formats the number for a column below a heading with the sign of per cent, with its interval or alone. Alone, a share of 0
    /// has its upper bound; one that undecided games leave open always has both ends.
    pub fn column_text(&self, has_interval: bool) -> String {
        let number = self.clone().without_sign();
        let Estimate { value, interval } = number.scaled();
        if number.is_open() {
            return number.range();
        }
        if !has_interval && value == 0.0 && interval.high > 0.0 {
            let decimals = visible_decimals(interval.high, interval.high);
            return format!("≤\u{a0}{}", decimal(interval.high, decimals));
        }
        let [value_text, interval_text] = number.cells();
        if has_interval && number.has_interval() {
            format!("{value_text} {interval_text}")
        } else {
            value_text
        }
    }

    /// Returns true for a share that undecided games leave open.
    pub fn is_open(&self) -> bool {
        let row = self.row.as_ref();
        row.is_some_and(|row| row.proportion.is_some() && row.undecided_deals > 0)
    }

    fn has_interval(&self) -> bool {
        self.estimate.interval.low < self.estimate.interval.high
    }

    /// Formats the ends of the interval, rounded outward.
    fn range(&self) -> String {
        let Interval { low, high } = self.scaled().interval;
        if self.unit == Unit::Counted {
            return format!("{}–{}", self.text(low, 0), self.text(high, 0));
        }
        let digits = decimals((high - low) / 2.0).saturating_sub(1);
        // Errors of rounding do not count.
        let rounded = |end: f64, digits: usize, round: fn(f64) -> f64, error: f64| {
            let scale = 10_f64.powi(digits as i32);
            round(scale * end + error) / scale
        };
        let floor = |digits: usize| rounded(low, digits, f64::floor, 1e-9);
        // The lower end of a possible event is not written 0.
        let is_possible = |digits: &usize| low <= 0.0 || floor(*digits) > 0.0;
        let mut more = digits..MAX_DECIMALS;
        let low_digits = more.find(is_possible).unwrap_or(MAX_DECIMALS);
        let end_text = |end: f64, digits: usize| {
            let is_certain = end == 0.0 || self.is_share() && end == 100.0;
            decimal(end, if is_certain { 0 } else { digits })
        };
        let low = floor(low_digits);
        let low_text = end_text(low, low_digits);
        let high_text = end_text(rounded(high, digits, f64::ceil, -1e-9), digits);
        if low < 0.0 {
            tr!("{low_text} to {high_text}", low_text, high_text)
        } else {
            format!("{low_text}–{high_text}")
        }
    }

    fn is_share(&self) -> bool {
        matches!(self.unit, Unit::Percent | Unit::Points)
    }

    /// Returns the estimate in the unit in which it is written.
    fn scaled(&self) -> Estimate {
        self.estimate
            .scaled(if self.is_share() { 100.0 } else { 1.0 })
    }

    /// Formats a number in the unit of this one; an exact one that would be rounded to 0 has a power of ten.
    fn text(&self, number: f64, digits: usize) -> String {
        let text = if self.unit == Unit::Counted {
            quantile_text(number)
        } else if self.is_exact && rounds_to_zero(number, digits) {
            scientific(number)
        } else {
            decimal(number, digits)
        };
        if self.unit == Unit::Percent {
            percent_sign(text)
        } else {
            text
        }
    }

    /// Formats the number and its interval for two cells, with the digits that the interval supports. A mean without an interval
    /// has the reason in its place.
    pub(crate) fn cells(&self) -> [String; 2] {
        let Estimate { value, interval } = self.scaled();
        if self.has_interval() {
            return self.with_interval(decimals(interval.half_width()));
        }
        let digits = if self.is_exact && self.unit == Unit::Percent && value.fract() == 0.0 {
            0
        } else if self.is_exact {
            let least_digits = if self.unit == Unit::Percent { 4 } else { 2 };
            decimals_for_three_digits(value.min(100.0 - value)).max(least_digits)
        } else {
            let least_digits = if self.is_share() { 2 } else { 0 };
            decimals_for_three_digits(value).max(least_digits)
        };
        let moments = self.row.as_ref().and_then(|row| row.moments.as_ref());
        let note = moments.map_or_else(String::new, no_interval_note);
        [self.text(value, digits), note]
    }

    /// Formats the number and its interval with at least this many decimals, and so many that none of them is written 0 unless it
    /// is, and neither end like the number unless they are equal.
    fn with_interval(&self, least_decimals: usize) -> [String; 2] {
        let Estimate { value, interval } = self.scaled();
        let ends = [interval.low, interval.high];
        let is_clear = |decimals: &usize| {
            let text = |number: f64| format!("{number:.*}", *decimals);
            let is_separate = |end: &f64| *end == value || text(*end) != text(value);
            let is_visible = |number: f64| !rounds_to_zero(number, *decimals);
            is_visible(value) && ends.iter().all(|end| is_visible(*end) && is_separate(end))
        };
        let mut more = least_decimals..=MAX_DECIMALS;
        let digits = more.find(is_clear).unwrap_or(least_decimals);
        let [low, high] = ends.map(|end| self.text(end, digits));
        [self.text(value, digits), interval_bounds(low, high)]
    }

    /// Returns the text of a proportion of none or all of the deals, which gives their number and a bound for the distance
    /// from 0 or 1, and that of a mean without an interval.
    fn text_without_interval(&self) -> Option<String> {
        let row = self.row.as_ref()?;
        if row.moments.is_some() && row.interval.is_none() {
            let [mean, values] = self.cells();
            return Some(tr!("{mean} (no interval: {values})", mean, values));
        }
        let share = row.proportion.filter(|share| share.undecided == 0)?;
        let Estimate { value, interval } = self.scaled();
        let digits = visible_decimals(value, interval.half_width());
        let deals = integer(share.total);
        if share.count == 0 {
            let high = self.text(interval.high, digits);
            Some(tr!("0 of {deals} (at most {high})", deals, high))
        } else if share.count == share.total {
            let low = self.text(interval.low, digits);
            Some(tr!("{deals} of {deals} (at least {low})", deals, low))
        } else {
            None
        }
    }

    /// Returns the number of decimals for three digits; near 100 %, of the distance from 100 %. An exact whole percentage has
    /// none.
    fn decimals_for_three_digits(&self) -> usize {
        let value = self.scaled().value;
        if self.is_exact && value.fract() == 0.0 {
            return 0;
        }
        let is_near_all = self.is_share() && value >= 99.5;
        decimals_for_three_digits(if is_near_all { 100.0 - value } else { value })
    }
}

/// Converts the estimate of a share or a mean; a certain share is exact.
impl From<&Row> for PageNumber {
    fn from(row: &Row) -> Self {
        let exact = row.exact.filter(|_| row.proportion.is_some());
        match exact {
            Some(exact) if row.interval.is_none() || row.certain_share().is_some() => {
                Self::exact(exact)
            }
            _ => Self {
                unit: match row.proportion {
                    Some(_) => Unit::Percent,
                    None => Unit::Number,
                },
                row: Some(Box::new(row.clone())),
                ..Self::estimate(row.value_with_interval())
            },
        }
    }
}

impl From<&Quantile> for PageNumber {
    fn from(quantile: &Quantile) -> Self {
        let value = quantile.value;
        let interval = quantile.interval.unwrap_or(Interval::exactly(value));
        Self {
            unit: Unit::Counted,
            ..Self::estimate(Estimate { value, interval })
        }
    }
}

/// Formats the difference of a row to the usual setting with its sign; empty without one.
pub fn difference_text(row: &Row, has_interval: bool) -> String {
    let Some(difference) = PageNumber::difference(row) else {
        return String::new();
    };
    let sign = if difference.estimate.value > 0.0 {
        "+"
    } else {
        ""
    };
    if has_interval {
        format!("{sign}{}", difference.column_text(true))
    } else {
        let [value, _] = difference.cells();
        format!("{sign}{value}")
    }
}

/// Formats a counted value, or the middle of two.
pub fn quantile_text(value: f64) -> String {
    decimal(value, usize::from(value.fract() != 0.0))
}

/// The largest number of decimals.
const MAX_DECIMALS: usize = 10;

/// Returns the number of decimals that an interval with this half-width supports, or more, so that a value that is not 0 is not
/// written 0.
fn visible_decimals(value: f64, half_width: f64) -> usize {
    let mut digits = decimals(half_width);
    while digits < MAX_DECIMALS && rounds_to_zero(value, digits) {
        digits += 1;
    }
    digits
}

/// True for a number that is not 0, but 0 when it is rounded to this number of decimals.
fn rounds_to_zero(number: f64, decimals: usize) -> bool {
    number != 0.0 && number.abs() < 0.5 * 10_f64.powi(-(decimals as i32))
}

/// Returns the number of decimals that an interval with this half-width supports: a unit of the last digit is between a
/// fiftieth and a fifth of the half-width.
fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 {
        (-(half_width / 5.0).log10())
            .ceil()
            .clamp(0.0, MAX_DECIMALS as f64) as usize
    } else {
        2
    }
}

/// Returns the number of decimals that gives three significant digits.
pub fn decimals_for_three_digits(number: f64) -> usize {
    if number == 0.0 {
        2
    } else {
        (2.0 - number.abs().log10().floor()).clamp(0.0, MAX_DECIMALS as f64) as usize
    }
}

/// Returns the text in place of an interval: too many values are equal, or there are too few for their skewness.
fn no_interval_note(moments: &Moments) -> String {
    let values = integer(moments.value_count);
    if moments.value_count == 1 {
        tr!("a single value")
    } else if moments.min == moments.max {
        tr!("all {values} values equal", values)
    } else if moments.unusual_value_count < Moments::MIN_UNUSUAL_VALUES {
        let equal_values = integer(moments.value_count - moments.unusual_value_count);
        tr!(
            "{equal_values} of {values} values equal",
            equal_values,
            values
        )
    } else {
        tr!("{values} values, too skewed", values)
    }
}

#[cfg(test)]
mod tests {
    //! Tests of exact probabilities in tables.

    use super::PageNumber;
    use crate::lang::{Lang, in_language};
    use pioche_engine::stats::{Estimate, Interval};

    /// Neither end of an interval is written like its estimate, unless they are equal.
    #[test]
    fn ends_of_intervals_differ_from_the_estimate_in_print() {
        let text = |value: f64, low: f64, high: f64| {
            let interval = Interval { low, high };
            PageNumber::probability(Estimate { value, interval }).cell_text()
        };
        for (value, low, high) in [
            (0.066_66, 0.066_61, 0.066_71),
            (0.5, 0.499_96, 0.500_04),
            (0.012_345, 0.012_344, 0.012_4),
        ] {
            let text = text(value, low, high);
            let numbers: Vec<&str> = text
                .split([' ', '[', ']', ','])
                .filter(|part| !part.is_empty())
                .collect();
            assert!(
                numbers.len() == 3 && numbers[0] != numbers[1] && numbers[0] != numbers[2],
                "{text}"
            );
        }
        assert_eq!(text(0.0, 0.0, 0.003_7), "0.00% [0.00%, 0.37%]");
    }

    #[test]
    fn words_have_the_digits_of_both_ends_or_are_a_range() {
        let percent = |value: f64, low: f64, high: f64| {
            let interval = Interval { low, high };
            PageNumber::probability(Estimate { value, interval }).words()
        };
        assert_eq!(percent(0.464, 0.4203, 0.5081), "42–51%");
        assert_eq!(percent(0.605, 0.6031, 0.6069), "60.3–60.7%");
        assert_eq!(percent(0.5997, 0.5961, 0.6034), "60%");
        assert_eq!(percent(0.601_71, 0.601_70, 0.601_72), "60.2%");
        assert_eq!(percent(0.603, 0.6008, 0.6052), "60.0–60.6%");
        let mean = |value: f64, low: f64, high: f64| {
            let interval = Interval { low, high };
            in_language(Lang::Fr, || {
                PageNumber::estimate(Estimate { value, interval }).words()
            })
        };
        assert_eq!(mean(11.369, 11.357, 11.380), "11,4");
        assert_eq!(mean(3.8, 3.73, 3.86), "3,7–3,9");
        assert_eq!(percent(0.9995, 0.9991, 0.9998), "99.91–99.98%");
        assert_eq!(percent(0.0, 0.0, 0.000_003_7), "0–0.0004%");
        assert_eq!(mean(2.5, 2.3, 2.7), "2,3–2,7");
        assert_eq!(PageNumber::exact(0.225_098).words(), "22.5%");
    }

    /// Only an impossible event has 0 %, and only a certain one 100 %.
    #[test]
    fn exact_probabilities_are_written_as_0_or_1_only_if_they_are() {
        for (probability, text) in [
            (0.0, "0%"),
            (1.0, "100%"),
            (0.5, "50%"),
            (1.0 / 3.0, "33.3333%"),
            (2e-7, "0.0000200%"),
            (1.0 - 2e-7, "99.9999800%"),
            (4.5e-15, "4.50·10⁻¹³%"),
        ] {
            assert_eq!(PageNumber::exact(probability).cell_text(), text);
            let sentence = PageNumber::exact(probability).sentence_text();
            let has_digits = sentence.contains(|digit: char| ('1'..='9').contains(&digit));
            assert_eq!(has_digits, probability > 0.0, "{sentence}");
        }
        let french = in_language(Lang::Fr, || PageNumber::exact(4.5e-15).cell_text());
        assert_eq!(french, "4,50·10⁻¹³\u{202f}%");
    }
}
