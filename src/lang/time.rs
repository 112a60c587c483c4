//! Formats durations.

use super::Lang;

/// The length of a year in seconds.
const YEAR: f64 = 365.0 * 86_400.0;

/// Formats the remaining time of a task of `seconds` seconds; more than a year is not given exactly.
pub fn time_left(lang: Lang, seconds: f64) -> String {
    let time = if seconds < YEAR {
        duration(lang, seconds)
    } else {
        lang.either("plus d'un an", "more than a year").to_owned()
    };
    lang.either(format!("encore {time}"), format!("{time} left"))
}

/// Formats a time in seconds in its two largest units.
pub fn duration(lang: Lang, seconds: f64) -> String {
    let seconds = seconds as u64;
    let minutes = seconds / 60;
    let hours = seconds / 3600;
    let [day, days] = if lang == Lang::Fr {
        ["jour", "jours"]
    } else {
        ["day", "days"]
    };
    match (seconds, hours) {
        (0..60, _) => format!("{seconds} s"),
        (60..3600, _) => format!("{minutes} min {:02} s", seconds % 60),
        (_, 0..48) => format!("{hours} h {:02} min", minutes % 60),
        _ => lang.count_with_noun(hours / 24, day, days),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_show_two_largest_units() {
        let told = [0.0, 59.0, 61.0, 3725.0, 172_800.0].map(|seconds| duration(Lang::En, seconds));
        assert_eq!(told, ["0 s", "59 s", "1 min 01 s", "1 h 02 min", "2 days"]);
        assert_eq!(time_left(Lang::En, 1e12), "more than a year left");
        assert_eq!(time_left(Lang::Fr, 1e12), "encore plus d'un an");
    }
}
