//! Whole numbers and ranges of them, as people write them: `10M`, `1e6`, `250k`, `11..13`.

use crate::lang::Problem;

/// A count such as `10M`, `1e6`, `1_000_000` or `250k`, between two bounds.
pub fn count(text: &str, least: u64, most: u64) -> Result<u64, Problem> {
    let number = whole(text).ok_or_else(|| Problem::NotACount { text: text.into() })?;
    let number = u64::try_from(number).ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Problem::CountOutOfRange { text: text.into(), least, most })
}

/// The whole number that a text means, if it does; the largest one when it is beyond all bounds.
fn whole(text: &str) -> Option<u128> {
    let (number, zeros) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 3),
        (end, 'M') => (&text[..end], 6),
        (end, 'G') => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<u32>().ok()?),
            None => (text, 0),
        },
    };
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let digits: String = before.chars().chain(after.chars()).filter(|&sign| sign != '_').collect();
    let proper = before.starts_with(|sign: char| sign.is_ascii_digit()) && digits.chars().all(|d| d.is_ascii_digit());
    let decimals = u32::try_from(after.chars().filter(|&sign| sign != '_').count()).ok()?;
    if !proper || number.ends_with('.') || zeros < decimals {
        return None;
    }
    let scale = 10_u128.checked_pow(zeros - decimals);
    Some(digits.parse::<u128>().ok().zip(scale).and_then(|(d, s)| d.checked_mul(s)).unwrap_or(u128::MAX))
}

/// A range such as `11..13`, both ends included, between two bounds; a single number is a range of itself.
pub fn range(text: &str, least: u64, most: u64) -> Result<(u64, u64), Problem> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let (low, high) = (count(low, least, most)?, count(high, least, most)?);
    if low > high { Err(Problem::EmptyRange { text: text.into() }) } else { Ok((low, high)) }
}
