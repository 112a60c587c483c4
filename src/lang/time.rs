//! Formats durations.

use super::Lang;

/// The length of a year in seconds.
const YEAR: f64 = 365.0 * 86_400.0;

/// Formats the remaining time of a task of `seconds` seconds; more than a year is not given exactly.
pub fn left(lang: Lang, seconds: f64) -> String {
    let time = match seconds < YEAR {
        true => duration(lang, seconds),
        false => lang.either("plus d'un an", "more than a year").to_owned(),
    };
    lang.either(format!("encore {time}"), format!("{time} left"))
}

/// Formats a time in seconds in its two largest units.
pub fn duration(lang: Lang, seconds: f64) -> String {
    let seconds = seconds as u64;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let [day, days] = if lang == Lang::Fr { ["jour", "jours"] } else { ["day", "days"] };
    match (seconds, hours) {
        (0..60, _) => format!("{seconds} s"),
        (60..3600, _) => format!("{minutes} min {:02} s", seconds % 60),
        (_, 0..48) => format!("{hours} h {:02} min", minutes % 60),
        _ => lang.counted(hours / 24, day, days),
    }
}
