//! Formats numbers and durations in each language.

use super::{Lang, Text};

/// The narrow no-break space between groups of digits and before a percent sign in French.
const NARROW_NBSP: char = '\u{202f}';

fn decimal_separator() -> char {
    match Lang::current() {
        Lang::Fr => ',',
        Lang::En => '.',
    }
}

pub(crate) fn group_separator() -> char {
    match Lang::current() {
        Lang::Fr => NARROW_NBSP,
        Lang::En => ',',
    }
}

/// Formats a whole number, with digits in groups of three from 10,000 on.
pub fn integer(number: u64) -> String {
    big_integer(&number.to_string())
}

/// Formats a positive number with three digits and a power of ten: `2.00·10⁻⁸⁰`.
pub(crate) fn scientific(number: f64) -> String {
    let text = format!("{number:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.replace('.', &decimal_separator().to_string());
    format!("{digits}·10{}", superscript(exponent))
}

/// Formats the decimal digits of a whole number of any size, in groups of three from 10,000 on.
pub fn big_integer(digits: &str) -> String {
    if digits.len() < 5 {
        digits.to_owned()
    } else {
        group_thousands(digits, group_separator())
    }
}

/// Formats a number with its noun, such as `match|matches`.
pub fn quantity(number: u64, noun: Text) -> String {
    format!(
        "{} {}",
        integer(number),
        plural_form(number, noun.translated())
    )
}

/// Returns the form that a number takes, of two forms such as `match|matches`. French has the singular for 0 and 1, English for 1
/// alone.
pub fn plural_form(number: u64, forms: &str) -> &str {
    let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
    let is_singular = number == 1 || number == 0 && Lang::current() == Lang::Fr;
    if is_singular { singular } else { plural }
}

/// Formats a number rounded to `decimals` digits after the decimal sign, with whole digits in groups of three from
/// 10,000 on. A negative number that is rounded to 0 has no sign.
pub fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let has_digits = text.contains(|digit| ('1'..='9').contains(&digit));
    let sign = if number < 0.0 && (has_digits || number.is_infinite()) {
        "−"
    } else {
        ""
    };
    if !number.is_finite() {
        return format!("{sign}{text}");
    }
    match text.split_once('.') {
        Some((whole, fraction)) => {
            let separator = decimal_separator();
            format!("{sign}{}{separator}{fraction}", big_integer(whole))
        }
        None => format!("{sign}{}", big_integer(&text)),
    }
}

/// Formats an amount of memory that is written in English, such as `1.5 GiB`.
pub fn memory_size(amount: &str) -> String {
    match Lang::current() {
        Lang::Fr => amount
            .replace('.', ",")
            .replace(' ', &NARROW_NBSP.to_string())
            .replace('B', "o"),
        Lang::En => amount.to_owned(),
    }
}

/// Formats a probability in percent: 0.225 with one decimal is `22.5%`, in French `22,5 %`.
pub fn percent(probability: f64, decimals: usize) -> String {
    percent_sign(decimal(100.0 * probability, decimals))
}

/// Adds the percent sign to a number.
pub(crate) fn percent_sign(number: String) -> String {
    match Lang::current() {
        Lang::Fr => format!("{number}{NARROW_NBSP}%"),
        Lang::En => format!("{number}%"),
    }
}

/// Formats a confidence level: `95 %`, `99,9 %`.
pub fn confidence_level(level: f64) -> String {
    percent(level, needed_decimals(100.0 * level, 10))
}
/// Writes the digits of an exponent, with its sign, as superscripts.
fn superscript(exponent: &str) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let characters = exponent.bytes().map(|byte| match byte {
        b'0'..=b'9' => SUPERSCRIPTS[usize::from(byte - b'0')],
        _ => '⁻',
    });
    characters.collect()
}

/// Returns the number of decimals of a number, at most `most`, without zeros at the end.
pub fn needed_decimals(number: f64, most: usize) -> usize {
    let text = format!("{number:.most$}");
    text.trim_end_matches('0')
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

/// Writes digits in groups of three with this separator.
pub fn group_thousands(digits: &str, separator: char) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// The length of a year in seconds.
const YEAR: f64 = 365.0 * 86_400.0;

/// Formats the remaining time of a task of `seconds` seconds; more than a year is not given exactly.
pub fn time_left(seconds: f64) -> String {
    let time = if seconds < YEAR {
        duration(seconds)
    } else {
        tr!("more than a year")
    };
    tr!("{time} left", time)
}

/// Formats a time in seconds in its two largest units.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    let minutes = seconds / 60;
    let hours = seconds / 3600;
    match (seconds, hours) {
        (0..60, _) => format!("{seconds} s"),
        (60..3600, _) => format!("{minutes} min {:02} s", seconds % 60),
        (_, 0..48) => format!("{hours} h {:02} min", minutes % 60),
        _ => quantity(hours / 24, Text("day|days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::in_language;

    #[test]
    fn decimals_have_groups_and_no_negative_zero() {
        assert_eq!(
            [decimal(-0.4, 0), decimal(-0.04, 1), decimal(-0.5, 1)],
            ["0", "0.0", "−0.5"]
        );
        assert_eq!(
            [
                decimal(1123.5, 1),
                decimal(11_850.0, 0),
                decimal(-1_234_567.25, 2)
            ],
            ["1123.5", "11,850", "−1,234,567.25"]
        );
        assert_eq!(
            in_language(Lang::Fr, || decimal(11_850.5, 1)),
            "11\u{202f}850,5"
        );
    }

    #[test]
    fn durations_show_two_largest_units() {
        let texts = [0.0, 59.0, 61.0, 3725.0, 172_800.0].map(duration);
        assert_eq!(texts, ["0 s", "59 s", "1 min 01 s", "1 h 02 min", "2 days"]);
        assert_eq!(time_left(1e12), "more than a year left");
        assert_eq!(
            in_language(Lang::Fr, || time_left(1e12)),
            "encore plus d'un an"
        );
    }
}
