//! Numbers on the study's page. Sentences give three significant digits, and the interval unless both of its ends round
//! to the same number. Tables give the digits that the interval supports, and the interval.

pub use super::text_table::decimals;
use super::text_table::percent_decimals;
use crate::lang::{Lang, either};
use pioche_engine::sim::summary::{NamedMean, NamedProportion, Summary};
use pioche_engine::stats::{Interval, Moments, Proportion};

/// Formats a proportion of a run; empty when it was not measured.
pub fn proportion_text(named: Option<&NamedProportion>, lang: Lang) -> String {
    named.map_or_else(String::new, |named| {
        format_proportion(named, lang, probability_text)
    })
}

pub fn proportion_cell(named: Option<&NamedProportion>, lang: Lang) -> String {
    named.map_or_else(String::new, |named| {
        format_proportion(named, lang, probability_cell)
    })
}

/// Formats a mean of a run; empty when it was not measured.
pub fn mean_text(quantity: Option<&NamedMean>, lang: Lang) -> String {
    format_mean(quantity, lang, estimate_text)
}

pub fn mean_cell(quantity: Option<&NamedMean>, lang: Lang) -> String {
    format_mean(quantity, lang, estimate_cell)
}

/// Formats a probability for a sentence: `1.26%`, or `1.26% [1.24%, 1.28%]`.
pub fn probability_text(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits =
        percent_decimals(interval.half_width()).min(percent_decimals_for_three_digits(estimate));
    estimate_with_optional_interval(estimate, interval, lang, |probability| {
        lang.percent(probability, digits)
    })
}

pub fn probability_cell(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = percent_decimals(interval.half_width());
    estimate_with_interval(estimate, interval, lang, |probability| {
        lang.percent(probability, digits)
    })
}

pub fn estimate_text(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = decimals(interval.half_width()).min(decimals_for_three_digits(estimate));
    estimate_with_optional_interval(estimate, interval, lang, |number| {
        lang.decimal(number, digits)
    })
}

pub fn estimate_cell(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = decimals(interval.half_width());
    estimate_with_interval(estimate, interval, lang, |number| {
        lang.decimal(number, digits)
    })
}

pub fn exact_outcome_cell(summary: &Summary, outcome: &str, lang: Lang) -> String {
    summary.exact_value(outcome).map_or_else(
        || "–".to_owned(),
        |exact| exact_probability_cell(exact, lang),
    )
}

/// Formats an exact probability for a table; whole percents have no decimals.
pub fn exact_probability_cell(exact: f64, lang: Lang) -> String {
    lang.percent(exact, if is_whole_percent(exact) { 0 } else { 4 })
}

/// Returns the number of decimals of a percentage: three digits, or fewer if the interval supports fewer.
pub fn percent_digits(estimate: f64, half_width: f64) -> usize {
    percent_decimals(half_width).min(percent_decimals_for_three_digits(estimate))
}

/// Formats an exact probability for a sentence; whole percents have no decimals.
pub fn exact_probability_text(exact: f64, lang: Lang) -> String {
    lang.percent(
        exact,
        if is_whole_percent(exact) {
            0
        } else {
            percent_decimals_for_three_digits(exact)
        },
    )
}

fn is_whole_percent(share: f64) -> bool {
    (100.0 * share).fract() == 0.0
}

/// Formats a mean of few or equal values with their number, since it has no interval.
pub fn mean_with_value_count(moments: &Moments, lang: Lang) -> String {
    let values = super::no_interval_note(moments, lang);
    if moments.min == moments.max {
        return format!("{} ({values})", lang.decimal(moments.mean, 0));
    }
    let mean = lang.decimal(moments.mean, 1);
    either!(
        lang,
        "{mean} (sans intervalle : {values})",
        "{mean} (no interval: {values})"
    )
}

/// Formats a mean with the range of its values: `31.2 (4–310)`.
pub fn mean_with_range(mean: &NamedMean, lang: Lang) -> String {
    let moments = &mean.moments;
    let Some(interval) = mean.interval else {
        return mean_with_value_count(moments, lang);
    };
    let estimate = lang.decimal(moments.mean, decimals(interval.half_width()));
    let [min, max] = [moments.min, moments.max].map(|number| lang.integer(number.unsigned_abs()));
    format!("{estimate} ({min}–{max})")
}

/// Returns the number of decimals that gives three significant digits.
pub fn decimals_for_three_digits(number: f64) -> usize {
    if number == 0.0 {
        2
    } else {
        (2.0 - number.abs().log10().floor()).clamp(0.0, 10.0) as usize
    }
}

/// Returns the number of decimals that gives a percentage three significant digits; near 100 %, those of its distance
/// from 100 %.
fn percent_decimals_for_three_digits(share: f64) -> usize {
    decimals_for_three_digits(100.0 * if share < 0.995 { share } else { 1.0 - share })
}

/// Formats a proportion. With none or all of the deals, it gives their number and a bound for the distance from 0 or 1.
fn format_proportion(
    named: &NamedProportion,
    lang: Lang,
    share: impl Fn(f64, Interval, Lang) -> String,
) -> String {
    let Proportion {
        count,
        undecided,
        total,
    } = named.proportion;
    let interval = named.interval;
    let digits = percent_decimals(interval.half_width());
    if undecided == 0 && count == 0 {
        let total = lang.integer(total);
        let high = lang.percent(interval.high, digits);
        return either!(
            lang,
            "0 sur {total}, au plus {high}",
            "0 of {total}, at most {high}"
        );
    }
    if undecided == 0 && count == total {
        let total = lang.integer(total);
        let low = lang.percent(interval.low, digits);
        return either!(
            lang,
            "{total} sur {total}, au moins {low}",
            "{total} of {total}, at least {low}"
        );
    }
    share(named.proportion.estimate(), interval, lang)
}

fn format_mean(
    quantity: Option<&NamedMean>,
    lang: Lang,
    number: impl Fn(f64, Interval, Lang) -> String,
) -> String {
    quantity.map_or_else(String::new, |found| match found.interval {
        Some(interval) => number(found.moments.mean, interval, lang),
        None => mean_with_value_count(&found.moments, lang),
    })
}

fn estimate_with_optional_interval(
    estimate: f64,
    interval: Interval,
    lang: Lang,
    write: impl Fn(f64) -> String,
) -> String {
    if write(interval.low) == write(interval.high) {
        write(estimate)
    } else {
        estimate_with_interval(estimate, interval, lang, write)
    }
}

fn estimate_with_interval(
    estimate: f64,
    interval: Interval,
    lang: Lang,
    write: impl Fn(f64) -> String,
) -> String {
    format!(
        "{} {}",
        write(estimate),
        lang.interval_bounds(write(interval.low), write(interval.high))
    )
}
