//! Numbers in options, tables and decks: counts, decimal numbers, percentages and fractions.
//!
//! A point or a comma is a decimal sign. Spaces (also no-break ones), apostrophes, underscores, commas or points, of
//! one kind in a number, separate groups of three digits. A comma between one to three digits and exactly three digits
//! can be either; [`CommaMeaning`] decides. `k`, `M`, `G` and `T` multiply by 10^3, 10^6, 10^9 and 10^12. A number is all of
//! its text: what follows it makes it no number. The columns of the table are the values of [`CommaMeaning`].
//!
//! | text | `Decimal` | `Thousands` | `Ambiguous` |
//! |---|---|---|---|
//! | `250k`, `2.5e5`, `250_000`, `250 000`, `250'000` | 250000 | 250000 | 250000 |
//! | `10M`, `10 M`, `1e7`, `10,000,000`, `10.000.000` | 10000000 | 10000000 | 10000000 |
//! | `10^6`, `10**6`, `1 million`, `1million` | 1000000 | 1000000 | 1000000 |
//! | `2 millions`, `2·10^6`, `2 * 10**6`, `2×10^6` | 2000000 | 2000000 | 2000000 |
//! | `1,5k`, `1.5k` | 1500 | 1500 | 1500 |
//! | `0.5`, `0,5`, `.5`, `+0.5` | 0.5 ± 0.05 | 0.5 ± 0.05 | 0.5 ± 0.05 |
//! | `−0.5`, `-0,5` | -0.5 ± 0.05 | -0.5 ± 0.05 | -0.5 ± 0.05 |
//! | `2.0`, `2,0` | 2 ± 0.05 | 2 ± 0.05 | 2 ± 0.05 |
//! | `1.26e-2`, `0,0126` | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 |
//! | `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5` | 1234.5 ± 0.05 | 1234.5 ± 0.05 | 1234.5 ± 0.05 |
//! | `0,125`, `0.125` | 0.125 ± 0.0005 | 0.125 ± 0.0005 | 0.125 ± 0.0005 |
//! | `1,000` | 1 ± 0.0005 | 1000 | unclear |
//! | `1.000` | 1 ± 0.0005 | 1 ± 0.0005 | 1 ± 0.0005 |
//! | `2,500k` | 2500 | unclear | unclear |
//! | `1.26%`, `1,26 %` | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 |
//! | `3/4`, `3 / 4` | 3/4 | 3/4 | 3/4 |
//! | `1e400` | too large | too large | too large |
//! | `000`, `1.`, `1,2,3`, `1.2,3`, `1 00`, `1'000 000` | refused | refused | refused |
//! | `20^6`, `510^6`, `10^`, `10^x`, `2 10^6`, `millions`, `2 milliards`, `100 k€`, `1 in 79`, `0.5 x` | refused | refused | refused |
//! | `1/0`, `1/2/3`, `0,75/1`, `-1/2`, `%`, `nan`, `inf`, `1e`, `x` | refused | refused | refused |

use super::{Problem, integer, integer_or_scientific};

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParsedNumber {
    /// The nearest floating-point number; a percentage is divided by 100.
    pub value: f64,
    /// Half a unit of the last digit, 0 for a fraction.
    pub max_rounding_error: f64,
    /// The way it is written.
    pub form: NumberForm,
}

/// The way a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// A whole number below 2^64 without sign and decimals.
    Integer(u64),
    /// A decimal number.
    Decimal,
    /// A percentage.
    Percent,
    /// A fraction of whole numbers, such as `1/79`.
    Fraction(u64, u64),
}

/// The meaning of a comma between one to three digits and exactly three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommaMeaning {
    /// The decimal sign: `1,000` is 1.
    Decimal,
    /// A separator of groups: `1,000` is a thousand.
    Thousands,
    /// Either: `1,000` is refused.
    Ambiguous,
}

/// The reason why a text is no number, or not the one that is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// A text that is no number.
    NotANumber,
    /// A text that is no whole number, where one is expected.
    NotAnInteger,
    /// A sign that can be decimal or separate groups of digits.
    Ambiguous,
    /// A number beyond the floating-point range.
    TooLarge,
}

impl NumberError {
    /// Returns the message about `text`.
    pub fn into_problem(self, text: &str) -> Problem {
        let text = super::safe_excerpt(text);
        match self {
            Self::NotANumber => problem!(
                "“{text}” is not a number such as 0.0126, 1.26% or 1/79",
                text
            ),
            Self::NotAnInteger => problem!(
                "“{text}” is not a whole number such as 250k, 10M, 2 millions, 1e6, 10^6 or 1,000,000",
                text
            ),
            Self::Ambiguous => {
                let integer = text.replace([',', '.'], "");
                let point_text = text.replace(',', ".");
                let decimal = point_text.trim_end_matches('0').trim_end_matches('.');
                problem!(
                    "“{text}” can mean {integer} or {decimal}: write one of these",
                    text,
                    integer,
                    decimal
                )
            }
            Self::TooLarge => problem!("“{text}” is too large a number", text),
        }
    }
}

/// Parses a number. Fails when the text is not written as the table above shows.
pub fn parse_number(text: &str, comma: CommaMeaning) -> Result<ParsedNumber, NumberError> {
    let Some((numerator, denominator)) = text.split_once('/') else {
        return parse_decimal(text.trim(), comma);
    };
    let numerator = parse_decimal(numerator.trim(), comma)?;
    let denominator = parse_decimal(denominator.trim(), comma)?;
    match (numerator.form, denominator.form) {
        (NumberForm::Integer(above), NumberForm::Integer(below)) if below > 0 => Ok(ParsedNumber {
            value: numerator.value / denominator.value,
            max_rounding_error: 0.0,
            form: NumberForm::Fraction(above, below),
        }),
        _ => Err(NumberError::NotANumber),
    }
}

fn parse_decimal(text: &str, comma: CommaMeaning) -> Result<ParsedNumber, NumberError> {
    let invalid = NumberError::NotANumber;
    let percentage = text.strip_suffix('%').map(str::trim_end);
    let is_percent = percentage.is_some();
    let signed = percentage.unwrap_or(text);
    let magnitude = signed.strip_prefix(['-', '−', '+']).unwrap_or(signed);
    let (mantissa, power) = mantissa_and_power(magnitude).ok_or(invalid)?;
    let (grouped_integer, decimals) = integer_and_decimals(mantissa, comma, power != 0)?;
    let integer = without_separators(grouped_integer).ok_or(invalid)?;
    let has_leading_zero = integer.len() > 1 && integer.starts_with('0');
    let digits = integer + decimals;
    if has_leading_zero || digits.is_empty() || !are_digits(decimals) {
        return Err(invalid);
    }
    let exponent = i64::from(power) - decimals.len() as i64 - if is_percent { 2 } else { 0 };
    let sign = if signed.starts_with(['-', '−']) {
        -1.0
    } else {
        1.0
    };
    let number = |text: String| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(NumberError::TooLarge),
    };
    let whole_number = || {
        let scale = 10_u64.checked_pow(u32::try_from(exponent).ok()?)?;
        digits.parse::<u64>().ok()?.checked_mul(scale)
    };
    if sign > 0.0
        && !is_percent
        && let Some(integer) = whole_number()
    {
        return Ok(ParsedNumber {
            value: integer as f64,
            max_rounding_error: 0.5,
            form: NumberForm::Integer(integer),
        });
    }
    Ok(ParsedNumber {
        value: sign * number(format!("{digits}e{exponent}"))?,
        max_rounding_error: 0.5 * number(format!("1e{exponent}"))?,
        form: if is_percent {
            NumberForm::Percent
        } else {
            NumberForm::Decimal
        },
    })
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit())
}

/// Splits off a unit such as `k` or `millions`, a power of ten, or an exponent.
fn mantissa_and_power(text: &str) -> Option<(&str, i32)> {
    for (unit, power) in [
        ("k", 3),
        ("K", 3),
        ("M", 6),
        ("million", 6),
        ("millions", 6),
        ("G", 9),
        ("T", 12),
    ] {
        if let Some(mantissa) = text.strip_suffix(unit) {
            return Some((mantissa.trim_end(), power));
        }
    }
    if let Some((factors, power)) = text.split_once("**").or_else(|| text.split_once('^')) {
        let factor = factors.strip_suffix("10")?.trim_end();
        let mantissa = if factor.is_empty() {
            "1"
        } else {
            factor.strip_suffix(['·', '*', '×'])?.trim_end()
        };
        return Some((mantissa, power.parse().ok()?));
    }
    match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => Some((mantissa, power.parse().ok()?)),
        None => Some((text, 0)),
    }
}

/// Returns the text before the decimal sign, with its separators, and the decimals.
fn integer_and_decimals(
    text: &str,
    comma: CommaMeaning,
    is_scaled: bool,
) -> Result<(&str, &str), NumberError> {
    let Some(place) = text.rfind(['.', ',']) else {
        return Ok((text, ""));
    };
    let integer = &text[..place];
    let separator = &text[place..=place];
    let decimals = &text[place + 1..];
    let is_head =
        (1..=3).contains(&integer.len()) && are_digits(integer) && !integer.starts_with('0');
    let is_group = is_head && decimals.len() == 3 && are_digits(decimals);
    if decimals.is_empty() {
        return Err(NumberError::NotANumber);
    }
    if integer.contains(separator) {
        return Ok((text, ""));
    }
    match comma {
        CommaMeaning::Thousands if is_group && separator == "," && !is_scaled => Ok((text, "")),
        CommaMeaning::Thousands | CommaMeaning::Ambiguous if is_group && separator == "," => {
            Err(NumberError::Ambiguous)
        }
        _ => Ok((integer, decimals)),
    }
}

/// Returns the digits of a whole number; `None` when a group has not three digits or the separators differ.
fn without_separators(text: &str) -> Option<String> {
    const SEPARATORS: [char; 9] = [
        ' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’', '_', ',', '.',
    ];
    let Some(separator) = text.chars().find(|sign| !sign.is_ascii_digit()) else {
        return Some(text.to_owned());
    };
    let mut groups = text.split(separator);
    let is_first = groups
        .next()
        .is_some_and(|first| (1..=3).contains(&first.len()));
    let is_group = |group: &str| group.len() == 3 && are_digits(group);
    let is_grouped = is_first && SEPARATORS.contains(&separator) && groups.all(is_group);
    is_grouped.then(|| text.replace(separator, ""))
}

/// Parses a whole number between two bounds. A comma before three digits separates groups; a point before three digits
/// is refused as ambiguous.
pub fn parse_count(text: &str, min: u64, max: u64) -> Result<u64, Problem> {
    /// Above this, not every whole number is a floating-point number.
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    let number = match parse_number(text, CommaMeaning::Thousands) {
        Ok(number) => number,
        Err(NumberError::TooLarge) => return Err(out_of_range_problem(text, min, max)),
        Err(NumberError::Ambiguous) => return Err(NumberError::Ambiguous.into_problem(text)),
        Err(_) => return Err(not_an_integer_problem(text, min, max)),
    };
    let count = match number.form {
        NumberForm::Integer(count) => Some(count),
        NumberForm::Decimal if number.value > MAX_EXACT => None,
        // Spreadsheets write 2 as `2.0`.
        NumberForm::Decimal if number.value >= 0.0 && number.value.fract() == 0.0 => {
            if number.max_rounding_error == 0.5e-3 {
                return Err(NumberError::Ambiguous.into_problem(text));
            }
            Some(number.value as u64)
        }
        _ => return Err(not_an_integer_problem(text, min, max)),
    };
    count
        .filter(|count| (min..=max).contains(count))
        .ok_or_else(|| out_of_range_problem(text, min, max))
}

fn out_of_range_problem(text: &str, min: u64, max: u64) -> Problem {
    let text = super::safe_excerpt(text);
    let [min, max] = [min, max].map(integer);
    problem!("{text} is not between {min} and {max}", text, min, max)
}

/// Returns the problem of a text that is not a whole number, with the range and, for large numbers, the units.
fn not_an_integer_problem(text: &str, min: u64, max: u64) -> Problem {
    const MIN_WITH_UNITS: u64 = 1_000_000;
    let min = integer(min);
    let mut units = String::new();
    let range = if max == u64::MAX {
        tr!("from {min}", min)
    } else {
        if max >= MIN_WITH_UNITS {
            units = tr!(" (units: k, M, G, T)");
        }
        let max = integer_or_scientific(max);
        tr!("from {min} to {max}", min, max)
    };
    let text = super::safe_excerpt(text);
    problem!(
        "“{text}” is not a whole number: give a whole number {range}{units}",
        text,
        range,
        units
    )
}

/// Parses a number; `None` when it is malformed or ambiguous.
pub fn parse_real(text: &str) -> Option<f64> {
    let number = parse_number(text, CommaMeaning::Ambiguous).ok()?;
    Some(number.value)
}

/// Parses a range such as `11..13`, both ends included, between two bounds. A single number is a range of one.
pub fn parse_range(text: &str, min: u64, max: u64) -> Result<(u64, u64), Problem> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let low = parse_count(low, min, max)?;
    let high = parse_count(high, min, max)?;
    if low > high {
        return Err(problem!("“{text}” is an empty range", text));
    }
    Ok((low, high))
}
