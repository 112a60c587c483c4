//! The value of a row in words, from its number of deals, its interval and its exact value.

use super::number::PageNumber;
use crate::lang::glossary::unit_noun;
use crate::lang::{Lang, Text, decimal, integer, plural_form};
use crate::question::Statistic;
use pioche_engine::sim::{Field, Row, Summary};
use pioche_engine::stats::{Interval, Proportion};

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
        let noun = unit_noun(summary.unit()).translated();
        let unit = [1, 2].map(|number| plural_form(number, noun));
        let number = |text| Self::with_form(text, VerbForm::Singular);
        match (row.proportion, row.exact) {
            (None, Some(exact)) => number(decimal(exact, 3)),
            (None, None) => number(PageNumber::from(row).value_text()),
            (Some(_), Some(exact)) => Self::exact_share(exact, unit),
            (Some(share), None) => Self::estimated_share(row, share, unit),
        }
    }

    const fn with_form(games: String, form: VerbForm) -> Self {
        Self { games, form }
    }

    fn exact_share(share: f64, [game, games]: [&str; 2]) -> Self {
        if share == 0.0 {
            let none = tr!("no {game}", game);
            return Self::with_form(none, VerbForm::Negative);
        }
        if share == 1.0 {
            let all = tr!("all {games}", games);
            return Self::with_form(all, VerbForm::Plural);
        }
        if (MIN_ONE_IN..RARE).contains(&share) {
            let number = integer(rounded_to_digits(1.0 / share, 3));
            return Self::one_in(&number, game);
        }
        Self::percent(PageNumber::exact(share).words(), games)
    }

    fn estimated_share(row: &Row, share: Proportion, [game, games]: [&str; 2]) -> Self {
        let Proportion {
            count,
            undecided,
            total,
        } = share;
        let deals = integer(total);
        if undecided == 0 && count == 0 {
            let none = tr!("no {game} in {deals}", game, deals);
            return Self::with_form(none, VerbForm::Negative);
        }
        if count == total && total > 1 {
            let all = tr!("all {deals} {games}", deals, games);
            return Self::with_form(all, VerbForm::Plural);
        }
        if undecided > 0 || row.value >= RARE {
            return Self::percent(PageNumber::from(row).words(), games);
        }
        let Interval { low, high } = row.value_with_interval().interval;
        let [fewest, most] = [1.0 / high, 1.0 / low];
        let number = match shared_digits(fewest, most) {
            Some(number) => integer(number),
            None => range_of_numbers(fewest, most),
        };
        Self::one_in(&number, game)
    }

    /// Describes a share by its percentage.
    fn percent(percent: String, games: &str) -> Self {
        let games = tr!("{percent} of {games}", percent, games);
        Self::with_form(games, VerbForm::Plural)
    }

    /// Describes a small share as one game in so many, a rounded number or a range.
    fn one_in(number: &str, game: &str) -> Self {
        let games = tr!("one {game} in {number}", game, number);
        Self::with_form(games, VerbForm::Singular)
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
pub fn rounded_to_digits(number: f64, digits: u32) -> u64 {
    let unit = rounding_unit(number, digits);
    ((number / unit).round() * unit) as u64
}

/// Returns the whole unit of the last of this many digits of a number.
fn rounding_unit(number: f64, digits: u32) -> f64 {
    let exponent = number.log10().floor() + 1.0 - f64::from(digits);
    10_f64.powf(exponent.max(0.0))
}

/// Returns the number that both ends of a range are, rounded to the most digits, three or two; `None` if they
/// do not share two.
fn shared_digits(low: f64, high: f64) -> Option<u64> {
    for digits in [3, 2] {
        let number = rounded_to_digits(low, digits);
        if number == rounded_to_digits(high, digits) {
            return Some(number);
        }
    }
    None
}

/// Writes a range of numbers with two digits, which contains both.
fn range_of_numbers(low: f64, high: f64) -> String {
    let low_unit = rounding_unit(low, 2);
    let high_unit = rounding_unit(high, 2);
    let low = integer(((low / low_unit).floor() * low_unit) as u64);
    let high = integer(((high / high_unit).ceil() * high_unit) as u64);
    tr!("{low} to {high}", low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::in_language;

    #[test]
    fn numbers_of_games_have_the_digits_of_both_ends() {
        for (low, high, shared) in [
            (77.7, 80.45, None),
            (78.6, 79.4, Some(79)),
            (79.06, 79.09, Some(79)),
            (752.4, 752.4, Some(752)),
            (12_340.0, 12_349.0, Some(12_300)),
            (633.0, 901.0, None),
        ] {
            assert_eq!(shared_digits(low, high), shared, "{low} {high}");
        }
        assert_eq!(range_of_numbers(633.0, 901.0), "630 to 910");
        assert_eq!(
            in_language(Lang::Fr, || range_of_numbers(64.2, 163.9)),
            "64 à 170"
        );
    }
}
