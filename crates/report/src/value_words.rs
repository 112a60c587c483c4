//! The value of a row in words, from its number of deals, its interval and its exact value.

use super::number::PageNumber;
use crate::lang::glossary::unit_noun;
use crate::lang::{Lang, Text, integer, plural_form};
use crate::question::Statistic;
use pioche_engine::sim::{Field, Row, Summary};
use pioche_engine::stats::Interval;

/// The words of a topic for the numbers that answer its question.
#[derive(Clone, Copy, Debug)]
pub struct FindingWords {
    /// Returns the name of the row that answers the question of a run, such as an outcome.
    pub main_row: fn(&Summary) -> String,
    /// States the value of a row.
    pub clause: fn(&Summary, &Row, &ValueWords) -> String,
    /// Names a row as a quantity: "at most 8 piles", "endless games".
    pub row_phrase: fn(&Summary, &str) -> String,
    /// The quantities that the game counts in each deal, the main one first.
    pub statistics: &'static [Statistic],
    /// The handout's values of settings without a default.
    pub handout: &'static [(&'static str, &'static str)],
}

impl FindingWords {
    /// Returns the number of settings with another value than the usual one.
    pub fn other_setting_count(&self, settings: &[Field]) -> usize {
        let is_other = |field: &&Field| {
            let mut handout = self.handout.iter();
            let handout_value = handout.find(|(key, _)| *key == field.key());
            let usual = handout_value
                .map(|(_, value)| *value)
                .or(field.setting.default);
            usual.is_some_and(|usual| usual != field.value.to_string())
        };
        settings.iter().filter(is_other).count()
    }
}

/// The value of a row in words, as a part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueWords {
    /// The games as subject or object, such as "one game in 79".
    pub games: String,
    form: VerbForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerbForm {
    Singular,
    Plural,
    /// The singular, with the negation of French.
    Negative,
}

/// Shares below this are written "one game in 79".
const RARE: f64 = 0.05;
/// Shares below this are written with a power of ten.
const MIN_ONE_IN: f64 = 1e-12;

impl ValueWords {
    /// Describes the value of a row: exactly, if it is known.
    pub fn new(summary: &Summary, row: &Row) -> Self {
        let number = PageNumber::from(row);
        let Some(share) = row.proportion else {
            return Self {
                games: number.words(),
                form: VerbForm::Singular,
            };
        };
        let noun = unit_noun(summary.unit()).translated();
        let [game, games] = [1, 2].map(|number| plural_form(number, noun));
        let deals = integer(share.total);
        let Interval { low, high } = number.estimate.interval;
        let is_estimate = low < high && share.undecided == 0;
        let (games, form) = if high == 0.0 {
            (tr!("no {game}", game), VerbForm::Negative)
        } else if low == 1.0 {
            (tr!("all {games}", games), VerbForm::Plural)
        } else if is_estimate && share.count == 0 {
            let none = tr!("no {game} in {deals}", game, deals);
            (none, VerbForm::Negative)
        } else if is_estimate && share.count == share.total && share.total > 1 {
            let all = tr!("all {deals} {games}", deals, games);
            (all, VerbForm::Plural)
        } else if !number.is_open() && (MIN_ONE_IN..RARE).contains(&number.estimate.value) {
            let number = whole_number_words(1.0 / high, 1.0 / low);
            let rare = tr!("one {game} in {number}", game, number);
            (rare, VerbForm::Singular)
        } else {
            let percent = number.words();
            let share = tr!("{percent} of {games}", percent, games);
            (share, VerbForm::Plural)
        };
        Self { games, form }
    }

    /// Returns the form of a verb that agrees with the games, in the third person.
    pub fn verb(&self, singular: Text, plural: Text) -> String {
        let form = match self.form {
            VerbForm::Plural => plural,
            VerbForm::Singular | VerbForm::Negative => singular,
        };
        self.negated(form.translated())
    }

    /// Returns a verb with the negation of French, if there are no games.
    pub fn negated(&self, verb: &str) -> String {
        if Lang::current() == Lang::En || self.form != VerbForm::Negative {
            verb.to_owned()
        } else if verb.starts_with(['a', 'e', 'é', 'i', 'o', 'u']) {
            format!("n'{verb}")
        } else {
            format!("ne {verb}")
        }
    }
}

/// Rounds a number to a whole one with at most this many digits that are not 0.
pub fn rounded_to_digits(number: f64, digits: i32, round: fn(f64) -> f64) -> String {
    let exponent = number.log10().floor() as i32 + 1 - digits;
    let unit = 10_f64.powi(exponent.max(0));
    integer((round(number / unit) * unit) as u64)
}

/// Writes the whole number that both ends of a range are, rounded to three digits or two, or a range with two digits that
/// contains both.
fn whole_number_words(low: f64, high: f64) -> String {
    for digits in [3, 2] {
        let number = rounded_to_digits(low, digits, f64::round);
        if number == rounded_to_digits(high, digits, f64::round) {
            return number;
        }
    }
    let low = rounded_to_digits(low, 2, f64::floor);
    let high = rounded_to_digits(high, 2, f64::ceil);
    format!("{low}–{high}")
}

#[cfg(test)]
mod tests {
    use super::whole_number_words;

    #[test]
    fn numbers_of_games_have_the_digits_of_both_ends() {
        for (low, high, words) in [
            (77.7, 80.45, "77–81"),
            (78.6, 79.4, "79"),
            (79.06, 79.09, "79"),
            (752.4, 752.4, "752"),
            (12_340.0, 12_349.0, "12,300"),
            (633.0, 901.0, "630–910"),
            (64.2, 163.9, "64–170"),
        ] {
            assert_eq!(whole_number_words(low, high), words);
        }
    }
}
