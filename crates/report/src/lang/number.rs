//! Formats numbers and durations in each language.

use super::{Lang, Noun, either};

/// The narrow no-break space between groups of digits and before a percent sign in French.
const NARROW_NBSP: char = '\u{202f}';

impl Lang {
    const fn decimal_separator(self) -> char {
        match self {
            Self::Fr => ',',
            Self::En => '.',
        }
    }

    pub(crate) const fn group_separator(self) -> char {
        match self {
            Self::Fr => NARROW_NBSP,
            Self::En => ',',
        }
    }

    /// Formats a whole number, with digits in groups of three from 10,000 on.
    pub fn integer(self, number: u64) -> String {
        self.big_integer(&number.to_string())
    }

    /// Formats a whole number exactly but briefly: `2.5·10⁶` for large numbers of one or two digits.
    pub(crate) fn integer_or_scientific(self, number: u64) -> String {
        const MIN_COMPACT: u64 = 1_000_000;
        let digits = number.to_string();
        let significant_digits = digits.trim_end_matches('0');
        if number < MIN_COMPACT || significant_digits.len() > 2 {
            return self.integer(number);
        }
        let exponent = superscript(&(digits.len() - 1).to_string());
        match significant_digits.split_at(1) {
            ("1", "") => format!("10{exponent}"),
            (one, "") => format!("{one}·10{exponent}"),
            (one, tenth) => format!("{one}{}{tenth}·10{exponent}", self.decimal_separator()),
        }
    }

    /// Formats a positive number with three digits and a power of ten: `2.00·10⁻⁸⁰`.
    pub(crate) fn scientific(self, number: f64) -> String {
        let text = format!("{number:.2e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.replace('.', &self.decimal_separator().to_string());
        format!("{digits}·10{}", superscript(exponent))
    }

    /// Formats the decimal digits of a whole number of any size, in groups of three from 10,000 on.
    pub fn big_integer(self, digits: &str) -> String {
        if digits.len() < 5 {
            digits.to_owned()
        } else {
            group_thousands(digits, self.group_separator())
        }
    }

    /// Formats a number with its noun. French uses the plural from 2 on, English for all numbers but 1.
    pub fn count_with_noun(self, number: u64, singular: &str, plural: &str) -> String {
        format!(
            "{} {}",
            self.integer(number),
            self.plural_form(number, singular, plural)
        )
    }

    /// Formats a number with its noun.
    pub fn count(self, number: u64, noun: Noun) -> String {
        self.count_with_noun(
            number,
            noun.singular.in_lang(self),
            noun.plural.in_lang(self),
        )
    }

    /// Formats a number with its noun; singular and plural are given in French and in English.
    pub fn translated_count(self, number: u64, fr: [&str; 2], en: [&str; 2]) -> String {
        let [one, many] = if self == Self::Fr { fr } else { en };
        self.count_with_noun(number, one, many)
    }

    /// Returns the form of a word that a number takes: French has the singular for 0 and 1, English for 1 alone.
    pub const fn plural_form<'a>(self, number: u64, singular: &'a str, plural: &'a str) -> &'a str {
        let single = match self {
            Self::Fr => number < 2,
            Self::En => number == 1,
        };
        if single { singular } else { plural }
    }

    /// Formats a p-value after its sign: `= 0.034`, or `< 0.001`. It has as many decimals, at least `decimals`, as are needed
    /// to see on which side of the significance level it lies.
    pub fn p_value(self, p_value: f64, significance_level: f64, decimals: usize) -> String {
        let smallest = 10_f64.powi(-(decimals as i32));
        if p_value < smallest && significance_level >= smallest {
            return format!("<\u{a0}{}", self.decimal(smallest, decimals));
        }
        let is_significant = p_value <= significance_level;
        let shows_side = |decimals: usize| {
            let rounded: f64 = format!("{p_value:.decimals$}").parse().unwrap_or(p_value);
            (rounded <= significance_level) == is_significant && rounded != significance_level
        };
        let decimals = (decimals..17)
            .find(|decimals| shows_side(*decimals))
            .unwrap_or(17);
        format!("=\u{a0}{}", self.decimal(p_value, decimals))
    }

    /// Formats a number rounded to `decimals` digits after the decimal sign, with whole digits in groups of three from
    /// 10,000 on. A negative number that is rounded to 0 has no sign.
    pub fn decimal(self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        let (sign, digits) = text
            .strip_prefix('-')
            .map_or(("", text.as_str()), |digits| ("−", digits));
        let sign =
            if digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) || !number.is_finite() {
                sign
            } else {
                ""
            };
        match digits.split_once('.') {
            Some((whole, fraction)) => {
                format!(
                    "{sign}{}{}{fraction}",
                    self.big_integer(whole),
                    self.decimal_separator()
                )
            }
            None if number.is_finite() => format!("{sign}{}", self.big_integer(digits)),
            None => format!("{sign}{digits}"),
        }
    }

    /// Formats an amount of memory that is written in English, such as `1.5 GiB`.
    pub fn memory_size(self, amount: &str) -> String {
        match self {
            Self::Fr => amount
                .replace('.', ",")
                .replace(' ', &NARROW_NBSP.to_string())
                .replace('B', "o"),
            Self::En => amount.to_owned(),
        }
    }

    /// Formats a probability in percent: 0.225 with one decimal is `22.5%`, in French `22,5 %`.
    pub fn percent(self, probability: f64, decimals: usize) -> String {
        self.percent_sign(self.decimal(100.0 * probability, decimals))
    }

    /// Adds the percent sign to a number.
    pub(crate) fn percent_sign(self, number: String) -> String {
        match self {
            Self::Fr => format!("{number}{NARROW_NBSP}%"),
            Self::En => format!("{number}%"),
        }
    }

    /// Formats a confidence level: `95 %`, `99,9 %`.
    pub fn confidence_level(self, level: f64) -> String {
        self.percent(level, needed_decimals(100.0 * level, 10))
    }
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
    let ends = |index: &usize| *index > 0 && (digits.len() - index).is_multiple_of(3);
    let signed = digits.chars().enumerate();
    signed
        .flat_map(|(index, digit)| {
            Some(separator)
                .filter(|_| ends(&index))
                .into_iter()
                .chain([digit])
        })
        .collect()
}

/// The length of a year in seconds.
const YEAR: f64 = 365.0 * 86_400.0;

/// Formats the remaining time of a task of `seconds` seconds; more than a year is not given exactly.
pub fn time_left(lang: Lang, seconds: f64) -> String {
    let time = if seconds < YEAR {
        duration(lang, seconds)
    } else {
        either!(lang, "plus d'un an", "more than a year").to_owned()
    };
    either!(lang, "encore {time}", "{time} left")
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
    fn p_value_has_enough_digits_to_decide() {
        let text = |p_value, level| Lang::En.p_value(p_value, level, 3);
        assert_eq!(text(0.72, 0.05), "=\u{a0}0.720");
        assert_eq!(text(0.05004, 0.05), "=\u{a0}0.05004");
        assert_eq!(text(0.04996, 0.05), "=\u{a0}0.04996");
        assert_eq!(text(0.0004, 0.05), "<\u{a0}0.001");
        assert_eq!(text(0.0004, 0.0001), "=\u{a0}0.0004");
        assert_eq!(Lang::Fr.p_value(0.0103, 0.01, 2), "=\u{a0}0,0103");
    }

    #[test]
    fn decimals_have_groups_and_no_negative_zero() {
        let text = |number, decimals| Lang::En.decimal(number, decimals);
        assert_eq!(
            [text(-0.4, 0), text(-0.04, 1), text(-0.5, 1)],
            ["0", "0.0", "−0.5"]
        );
        assert_eq!(
            [text(1123.5, 1), text(11_850.0, 0), text(-1_234_567.25, 2)],
            ["1123.5", "11,850", "−1,234,567.25"]
        );
        assert_eq!(Lang::Fr.decimal(11_850.5, 1), "11\u{202f}850,5");
    }

    #[test]
    fn durations_show_two_largest_units() {
        let texts = [0.0, 59.0, 61.0, 3725.0, 172_800.0].map(|seconds| duration(Lang::En, seconds));
        assert_eq!(texts, ["0 s", "59 s", "1 min 01 s", "1 h 02 min", "2 days"]);
        assert_eq!(time_left(Lang::En, 1e12), "more than a year left");
        assert_eq!(time_left(Lang::Fr, 1e12), "encore plus d'un an");
    }
}
