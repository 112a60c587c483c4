//! Numbers as text, with the digits that their intervals support.
//!
//! In words a number has the digits that both ends of its interval share, or is a range from one end to the other. Sentences
//! with intervals give three significant digits, and the interval unless both of its ends round to the same number. Tables
//! give the digits that the interval supports, and the interval.

use crate::lang::glossary::interval_bounds;
use crate::lang::{decimal, integer, percent, percent_sign, scientific};
use pioche_engine::sim::Row;
use pioche_engine::stats::{Estimate, Interval, Moments};

/// A number in a text of the program.
#[derive(Clone, Debug)]
pub struct PageNumber {
    /// The number with its interval; both ends are the number itself if it is exact or has no interval.
    pub estimate: Estimate,
    is_percent: bool,
    is_exact: bool,
    /// The share or the mean of a run; `None` for another number.
    pub row: Option<Box<Row>>,
}

impl PageNumber {
    /// Creates an estimate that is no share, such as a ratio.
    pub fn estimate(estimate: Estimate) -> Self {
        Self {
            estimate,
            is_percent: false,
            is_exact: false,
            row: None,
        }
    }

    /// Creates an estimated probability that is no proportion of one run.
    pub fn probability(estimate: Estimate) -> Self {
        Self {
            is_percent: true,
            ..Self::estimate(estimate)
        }
    }

    /// Creates an exact probability.
    pub fn exact(probability: f64) -> Self {
        let interval = Interval::exactly(probability);
        Self {
            is_exact: true,
            ..Self::probability(Estimate {
                value: probability,
                interval,
            })
        }
    }

    /// Formats the number for a sentence: three digits, and the interval unless both of its ends round alike.
    pub fn sentence_text(&self) -> String {
        if let Some(text) = self.text_without_interval() {
            return text;
        }
        let Interval { low, high } = self.estimate.interval;
        let digits = self.sentence_decimals();
        if self.rounded(low, digits) == self.rounded(high, digits) {
            return self.rounded(self.estimate.value, digits);
        }
        self.with_interval(digits).join(" ")
    }

    /// Formats the number for a table: the digits that its interval supports, and the interval.
    pub fn cell_text(&self) -> String {
        if self.is_exact {
            return exact_cell(self.estimate.value);
        }
        self.text_without_interval()
            .unwrap_or_else(|| self.cells().join(" "))
    }

    /// Formats the number for words: the three or two digits that both ends of its interval share, or both ends: "14–22%".
    pub fn words(&self) -> String {
        if let Some(share) = self.certain_share() {
            return percent(share, 0);
        }
        if self.is_exact {
            return self.rounded(self.estimate.value, self.sentence_decimals());
        }
        let Interval { low, high } = self.estimate.interval;
        // A share that may be 0 or 1 has both ends, since "0.00%" would hide the other one.
        let may_be_certain = self.is_percent && (low == 0.0 || high == 1.0);
        let most_digits = self.decimals_for_three_digits();
        for digits in [most_digits, most_digits.saturating_sub(1)] {
            let text = self.rounded(low, digits);
            if text == self.rounded(high, digits) && !may_be_certain {
                return text;
            }
        }
        let range = self.range();
        if self.is_percent {
            percent_sign(range)
        } else {
            range
        }
    }

    /// Formats the ends of the interval, rounded outward.
    fn range(&self) -> String {
        let unit = self.unit();
        let Interval { low, high } = self.estimate.interval;
        let digits = decimals(unit * self.estimate.interval.half_width()).saturating_sub(1);
        // Errors of rounding do not count.
        let floor = |digits: usize| {
            let scale = 10_f64.powi(digits as i32);
            (scale * unit * low + 1e-9).floor() / scale
        };
        // The lower end of a possible event is not written 0.
        let is_possible = |digits: &usize| low <= 0.0 || floor(*digits) != 0.0;
        let low_digits = (digits..10).find(is_possible).unwrap_or(10);
        let scale = 10_f64.powi(digits as i32);
        let high = (scale * unit * high - 1e-9).ceil() / scale;
        let end_text = |end: f64, digits: usize| {
            let is_certain = end == 0.0 || self.is_percent && end == 100.0;
            decimal(end, if is_certain { 0 } else { digits })
        };
        let low_text = end_text(floor(low_digits), low_digits);
        let high_text = end_text(high, digits);
        if floor(low_digits) < 0.0 {
            tr!("{low_text} to {high_text}", low_text, high_text)
        } else {
            format!("{low_text}–{high_text}")
        }
    }

    /// Formats the estimate alone, with the digits that its interval supports.
    pub(crate) fn value_text(&self) -> String {
        self.rounded(self.estimate.value, self.supported_decimals())
    }

    fn certain_share(&self) -> Option<f64> {
        self.row.as_ref()?.certain_share()
    }

    fn unit(&self) -> f64 {
        if self.is_percent { 100.0 } else { 1.0 }
    }

    fn rounded(&self, number: f64, digits: usize) -> String {
        if self.is_exact {
            exact_percent(self.estimate.value, digits)
        } else if self.is_percent {
            percent(number, digits)
        } else {
            decimal(number, digits)
        }
    }

    /// Formats the number and its interval for two cells, with the digits that the interval supports.
    pub(crate) fn cells(&self) -> [String; 2] {
        self.with_interval(self.supported_decimals())
    }

    fn with_interval(&self, digits: usize) -> [String; 2] {
        let Estimate { value, interval } = self.estimate;
        let digits = separating_decimals(self.estimate, self.unit(), digits);
        let [value, low, high] =
            [value, interval.low, interval.high].map(|number| self.rounded(number, digits));
        [value, interval_bounds(low, high)]
    }

    /// Returns the text of a proportion of none or all of the deals, which gives their number and a bound for the distance
    /// from 0 or 1, and that of a mean without an interval.
    fn text_without_interval(&self) -> Option<String> {
        let row = self.row.as_ref()?;
        if let Some(share) = row.certain_share() {
            return Some(percent(share, 0));
        }
        if let (Some(moments), None) = (&row.moments, row.interval) {
            return Some(mean_with_value_count(moments));
        }
        let share = row.proportion.filter(|share| share.undecided == 0)?;
        let Interval { low, high } = self.estimate.interval;
        let digits = self.supported_decimals();
        let deals = integer(share.total);
        if share.count == 0 {
            let high = percent(high, digits);
            Some(tr!("0 of {deals} (at most {high})", deals, high))
        } else if share.count == share.total {
            let low = percent(low, digits);
            Some(tr!("{deals} of {deals} (at least {low})", deals, low))
        } else {
            None
        }
    }

    /// Returns the number of decimals that the interval supports, or more, so that a value that is not 0 is not written 0.
    fn supported_decimals(&self) -> usize {
        let Estimate { value, interval } = self.estimate.scaled(self.unit());
        visible_decimals(value, interval.half_width())
    }

    /// Returns the number of decimals for three digits; near 100 %, of the distance from 100 %.
    fn decimals_for_three_digits(&self) -> usize {
        let value = self.unit() * self.estimate.value;
        let is_near_all = self.is_percent && self.estimate.value >= 0.995;
        decimals_for_three_digits(if is_near_all { 100.0 - value } else { value })
    }

    /// Returns the number of decimals for three digits, or fewer if the interval supports fewer. Whole percents have none.
    fn sentence_decimals(&self) -> usize {
        let decimals = self.decimals_for_three_digits();
        if !self.is_exact {
            decimals.min(self.supported_decimals())
        } else if is_whole_percent(self.estimate.value) {
            0
        } else {
            decimals
        }
    }
}

/// Converts a share or a mean; a share with its exact value in place of an estimate is exact.
impl From<&Row> for PageNumber {
    fn from(row: &Row) -> Self {
        match row.exact {
            Some(exact) if row.proportion.is_some() && row.interval.is_none() => Self::exact(exact),
            _ => Self {
                is_percent: row.proportion.is_some(),
                row: Some(Box::new(row.clone())),
                ..Self::estimate(row.value_with_interval())
            },
        }
    }
}

/// Returns the number of decimals that an interval with this half-width supports, or more, up to ten, so that a value that
/// is not 0 is not written 0.
pub(crate) fn visible_decimals(value: f64, half_width: f64) -> usize {
    const MAX_DECIMALS: usize = 10;
    let mut digits = decimals(half_width);
    while digits < MAX_DECIMALS && rounds_to_zero(value, digits) {
        digits += 1;
    }
    digits
}

/// Returns the number of decimals, at least `decimals`, with which neither end of an interval is written like the estimate
/// unless they are equal. `unit` is the factor with which they are written.
fn separating_decimals(estimate: Estimate, unit: f64, decimals: usize) -> usize {
    let Estimate { value, interval } = estimate;
    let is_separate = |decimals: &usize| {
        let text = |number: f64| format!("{:.*}", *decimals, number * unit);
        let ends = [interval.low, interval.high];
        ends.iter()
            .all(|end| *end == value || text(*end) != text(value))
    };
    let more = decimals..=decimals + 4;
    more.clone().find(is_separate).unwrap_or(decimals)
}

/// True for a number that is not 0, but 0 when it is rounded to this number of decimals.
fn rounds_to_zero(number: f64, decimals: usize) -> bool {
    number != 0.0 && number.abs() < 0.5 * 10_f64.powi(-(decimals as i32))
}

/// Returns the number of decimals that an interval with this half-width supports: a unit of the last digit is between a
/// fiftieth and a fifth of the half-width.
pub fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 {
        (-(half_width / 5.0).log10()).ceil().clamp(0.0, 10.0) as usize
    } else {
        2
    }
}

/// Formats an exact number for a table; probabilities are percentages.
pub fn format_exact(exact: f64, is_percent: bool) -> String {
    if is_percent {
        exact_cell(exact)
    } else {
        decimal(exact, 6)
    }
}

/// Formats an exact probability for a table: with four decimals, or more, up to ten, so that neither a possible event has 0 %
/// nor an uncertain one 100 %.
fn exact_cell(probability: f64) -> String {
    if is_whole_percent(probability) {
        return percent(probability, 0);
    }
    let distance = 100.0 * probability.min(1.0 - probability);
    let digits = visible_decimals(distance, 0.0).max(4);
    exact_percent(probability, digits)
}

/// Formats an exact probability; one that would be rounded to 0 has a power of ten.
fn exact_percent(probability: f64, digits: usize) -> String {
    if rounds_to_zero(100.0 * probability, digits) {
        return percent_sign(scientific(100.0 * probability));
    }
    percent(probability, digits)
}

/// Formats a difference for a table or a sentence. An end of the interval that is not 0 never appears as 0, so that the
/// interval excludes 0 in print exactly where a test of the difference finds one.
pub fn difference_cell(difference: Estimate) -> String {
    let interval = difference.interval;
    let decimals_of_end = |end: f64| visible_decimals(end, interval.half_width());
    let digits = decimals_of_end(interval.low).max(decimals_of_end(interval.high));
    let cells = PageNumber::estimate(difference).with_interval(digits);
    cells.join(" ")
}

fn is_whole_percent(share: f64) -> bool {
    (100.0 * share).fract() == 0.0
}

/// Formats a mean of few or equal values with their number, since it has no interval.
fn mean_with_value_count(moments: &Moments) -> String {
    let values = no_interval_note(moments);
    let mean = decimal(moments.mean, usize::from(moments.min < moments.max));
    tr!("{mean} (no interval: {values})", mean, values)
}

/// Returns the number of decimals that gives three significant digits.
pub fn decimals_for_three_digits(number: f64) -> usize {
    if number == 0.0 {
        2
    } else {
        (2.0 - number.abs().log10().floor()).clamp(0.0, 10.0) as usize
    }
}

/// Returns the text in place of an interval: too many values are equal, or there are too few for their skewness.
pub(crate) fn no_interval_note(moments: &Moments) -> String {
    let values = integer(moments.value_count);
    if moments.value_count == 1 {
        return tr!("a single value");
    }
    if moments.min == moments.max {
        return tr!("all {values} values equal", values);
    }
    if moments.value_count < MAX_FEW_VALUES {
        return tr!("only {values} values", values);
    }
    if moments.unusual_value_count < Moments::MIN_UNUSUAL_VALUES {
        let equal_values = integer(moments.value_count - moments.unusual_value_count);
        return tr!(
            "{equal_values} of {values} values equal",
            equal_values,
            values
        );
    }
    tr!("{values} values, too skewed", values)
}

/// Fewer values than this are few, whatever they are.
const MAX_FEW_VALUES: u64 = 50;

#[cfg(test)]
mod tests {
    //! Tests of exact probabilities in tables.

    use super::{PageNumber, format_exact};
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
            (2e-7, "0.00002%"),
            (1.0 - 2e-7, "99.99998%"),
            (4.5e-15, "4.50·10⁻¹³%"),
        ] {
            assert_eq!(format_exact(probability, true), text);
            let sentence = PageNumber::exact(probability).sentence_text();
            let has_digits = sentence.contains(|digit: char| ('1'..='9').contains(&digit));
            assert_eq!(has_digits, probability > 0.0, "{sentence}");
        }
        let french = in_language(Lang::Fr, || format_exact(4.5e-15, true));
        assert_eq!(french, "4,50·10⁻¹³\u{202f}%");
    }
}
