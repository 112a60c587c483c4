//! Numbers in options, tables and decks: counts, decimal numbers, percentages and fractions.
//!
//! A point or a comma is a decimal sign. Spaces (also no-break ones), apostrophes, underscores, commas or points, of
//! one kind in a number, separate groups of three digits. A comma between one to three digits and exactly three digits
//! can be either; [`CommaMeaning`] decides. `k`, `M`, `G` and `T` multiply by 10^3, 10^6, 10^9 and 10^12. A number is all of
//! its text: what follows it makes it no number. The columns of the table are the values of [`CommaMeaning`].
//!
//! | text | `Decimal` | `Ambiguous` |
//! |---|---|---|
//! | `250k`, `2.5e5`, `250_000`, `250 000`, `250'000` | 250000 | 250000 |
//! | `10M`, `10 M`, `1e7`, `10,000,000`, `10.000.000` | 10000000 | 10000000 |
//! | `1,5k`, `1.5k` | 1500 | 1500 |
//! | `0.5`, `0,5`, `.5`, `+0.5` | 0.5 ± 0.05 | 0.5 ± 0.05 |
//! | `−0.5`, `-0,5` | -0.5 ± 0.05 | -0.5 ± 0.05 |
//! | `2.0`, `2,0` | 2 ± 0.05 | 2 ± 0.05 |
//! | `1.26e-2`, `0,0126` | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 |
//! | `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5` | 1234.5 ± 0.05 | 1234.5 ± 0.05 |
//! | `0,125`, `0.125` | 0.125 ± 0.0005 | 0.125 ± 0.0005 |
//! | `1,000` | 1 ± 0.0005 | unclear |
//! | `1.000` | 1 ± 0.0005 | 1 ± 0.0005 |
//! | `2,500k` | 2500 | unclear |
//! | `1.26%`, `1,26 %` | 0.0126 ± 0.00005 | 0.0126 ± 0.00005 |
//! | `3/4`, `3 / 4` | 0.75 ± 0 | 0.75 ± 0 |
//! | `1e400` | too large | too large |
//! | `000`, `1.`, `1,2,3`, `1.2,3`, `1 00`, `1'000 000` | refused | refused |
//! | `10^6`, `2 10^6`, `millions`, `2 milliards`, `100 k€`, `1 in 79`, `0.5 x` | refused | refused |
//! | `1/0`, `1/2/3`, `0,75/1`, `-1/2`, `%`, `nan`, `inf`, `1e`, `x` | refused | refused |

use super::{Problem, integer};

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
    Fraction,
}

/// The meaning of a comma between one to three digits and exactly three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommaMeaning {
    /// The decimal sign: `1,000` is 1.
    Decimal,
    /// The decimal sign or a separator of groups: `1,000` is refused.
    Ambiguous,
}

/// The reason why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// A text that is no number.
    NotANumber,
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
    let Some((above, below)) = text.split_once('/') else {
        return parse_decimal(text.trim(), comma);
    };
    let above = parse_decimal(above.trim(), comma)?;
    let below = parse_decimal(below.trim(), comma)?;
    match (above.form, below.form) {
        (NumberForm::Integer(_), NumberForm::Integer(1..)) => Ok(ParsedNumber {
            value: above.value / below.value,
            max_rounding_error: 0.0,
            form: NumberForm::Fraction,
        }),
        _ => Err(NumberError::NotANumber),
    }
}

fn parse_decimal(text: &str, comma: CommaMeaning) -> Result<ParsedNumber, NumberError> {
    let invalid = NumberError::NotANumber;
    let percentage = text.strip_suffix('%').map(str::trim_end);
    let signed = percentage.unwrap_or(text);
    let magnitude = signed.strip_prefix(['-', '−', '+']).unwrap_or(signed);
    let (mantissa, power) = mantissa_and_power(magnitude).ok_or(invalid)?;
    let (grouped_integer, decimals) = integer_and_decimals(mantissa, comma)?;
    let whole_digits = without_separators(grouped_integer).ok_or(invalid)?;
    let has_leading_zero = whole_digits.len() > 1 && whole_digits.starts_with('0');
    let digits = whole_digits + decimals;
    if has_leading_zero || digits.is_empty() || !are_digits(decimals) {
        return Err(invalid);
    }
    let mut exponent = i64::from(power) - decimals.len() as i64;
    if percentage.is_some() {
        exponent -= 2;
    }
    let number = |text: String| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(NumberError::TooLarge),
    };
    let integer = || {
        let scale = 10_u64.checked_pow(u32::try_from(exponent).ok()?)?;
        digits.parse::<u64>().ok()?.checked_mul(scale)
    };
    let is_negative = signed.starts_with(['-', '−']);
    let form = match (percentage, integer()) {
        (Some(_), _) => NumberForm::Percent,
        (None, Some(integer)) if !is_negative => NumberForm::Integer(integer),
        (None, _) => NumberForm::Decimal,
    };
    let value = number(format!("{digits}e{exponent}"))?;
    Ok(ParsedNumber {
        value: if is_negative { -value } else { value },
        max_rounding_error: 0.5 * number(format!("1e{exponent}"))?,
        form,
    })
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit())
}

/// Splits off a unit such as `k`, or an exponent.
fn mantissa_and_power(text: &str) -> Option<(&str, i32)> {
    for (unit, power) in [("k", 3), ("K", 3), ("M", 6), ("G", 9), ("T", 12)] {
        if let Some(mantissa) = text.strip_suffix(unit) {
            return Some((mantissa.trim_end(), power));
        }
    }
    match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => Some((mantissa, power.parse().ok()?)),
        None => Some((text, 0)),
    }
}

/// Returns the text before the decimal sign, with its separators, and the decimals.
fn integer_and_decimals(text: &str, comma: CommaMeaning) -> Result<(&str, &str), NumberError> {
    let Some(place) = text.rfind(['.', ',']) else {
        return Ok((text, ""));
    };
    let integer = &text[..place];
    let separator = &text[place..=place];
    let decimals = &text[place + 1..];
    if decimals.is_empty() {
        return Err(NumberError::NotANumber);
    }
    if integer.contains(separator) {
        return Ok((text, ""));
    }
    let is_group =
        are_digits(integer) && !integer.starts_with('0') && without_separators(text).is_some();
    if is_group && separator == "," && comma == CommaMeaning::Ambiguous {
        return Err(NumberError::Ambiguous);
    }
    Ok((integer, decimals))
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
    let first = groups.next()?;
    let is_group = |group: &str| group.len() == 3 && are_digits(group);
    let is_grouped = (1..=3).contains(&first.len()) && groups.all(is_group);
    (is_grouped && SEPARATORS.contains(&separator)).then(|| text.replace(separator, ""))
}

/// Parses a whole number between two bounds. A comma before three digits separates groups; a point before three digits
/// is refused as ambiguous.
pub fn parse_count(text: &str, min: u64, max: u64) -> Result<u64, Problem> {
    let ambiguous = NumberError::Ambiguous;
    let digits = text.replace(',', "");
    let has_groups = are_digits(&digits) && without_separators(text).is_some();
    let number = match parse_number(
        if has_groups { &digits } else { text },
        CommaMeaning::Ambiguous,
    ) {
        Err(error) if error == ambiguous => return Err(ambiguous.into_problem(text)),
        number => number.ok(),
    };
    let count = match number {
        Some(ParsedNumber {
            form: NumberForm::Integer(count),
            ..
        }) => Some(count),
        // Spreadsheets write 2 as `2.0`.
        Some(ParsedNumber {
            form: NumberForm::Decimal,
            value,
            max_rounding_error,
        }) if value >= 0.0 && value.fract() == 0.0 => {
            if max_rounding_error == 0.5e-3 {
                return Err(ambiguous.into_problem(text));
            }
            Some(value as u64)
        }
        _ => None,
    };
    count
        .filter(|count| (min..=max).contains(count))
        .ok_or_else(|| {
            let text = super::safe_excerpt(text);
            let [min, max] = [min, max].map(integer);
            problem!(
                "“{text}” is not a whole number from {min} to {max}",
                text,
                min,
                max
            )
        })
}

/// Parses a number; `None` when it is malformed or ambiguous.
pub fn parse_real(text: &str) -> Option<f64> {
    let number = parse_number(text, CommaMeaning::Ambiguous).ok()?;
    Some(number.value)
}

/// Parses a range such as `11..13`, both ends included, between two bounds. A single number is a range of one.
pub fn parse_range(text: &str, min: u64, max: u64) -> Result<(u64, u64), Problem> {
    // A range without an end is quoted as a whole.
    let (low, high) = text
        .split_once("..")
        .filter(|(low, high)| !low.is_empty() && !high.is_empty())
        .unwrap_or((text, text));
    let low = parse_count(low, min, max)?;
    let high = parse_count(high, min, max)?;
    if low > high {
        return Err(problem!("“{text}” is an empty range", text));
    }
    Ok((low, high))
}
