//! The question that a command asks about some runs: one quantity, with its value for each setting. The sentence, the table
//! and the picture of an answer are made from it.

use crate::lang::glossary::count_with_unit;
use crate::lang::{Text, capitalize};
use crate::number::PageNumber;
use crate::value_words::ValueWords;
use crate::{Glossary, distinct};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{
    Column, Field, FieldValue, Measure, Row, RowSelection, Summary, differing_settings,
};
use pioche_engine::stats::quantile::Quantile;
use pioche_engine::stats::{Histogram, HistogramSpec, Interval};
use std::collections::{HashMap, HashSet};

/// A quantity that a game counts in each deal, such as the number of rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistic {
    /// The name on the command line.
    pub name: &'static str,
    /// The columns of its values, of which each setting has one at most. The mean of a column has its name.
    pub columns: &'static [&'static str],
    /// The name in words, such as "piles left".
    pub label: Text,
    /// The heading of its mean beside other columns, such as "piles"; empty for a quantity without a column.
    pub heading: Text,
    /// The games that have a value, if not all have: "of the finite games".
    pub scope: Text,
    /// The number that texts add to the values of files: 1 for places, which files count from 0.
    pub text_offset: f64,
    /// The direction in which its curve counts.
    pub direction: CountDirection,
    /// The shares of its curve, such as "Deals that end with at most n piles".
    pub curve_label: Text,
    /// The numbers below its curve, such as "n, piles left".
    pub number_label: Text,
}

/// The direction in which a curve of a counted quantity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountDirection {
    /// The share of the deals with at most n.
    AtMost,
    /// The share of the deals with at least n.
    AtLeast,
    /// The share of the deals with more than n, such as games that are still running after n rounds.
    MoreThan,
}

impl Statistic {
    /// A statistic without a name, to begin with.
    pub const NEW: Self = Self {
        name: "",
        columns: &[],
        label: Text(""),
        heading: Text(""),
        scope: Text(""),
        text_offset: 0.0,
        direction: CountDirection::AtMost,
        curve_label: Text(""),
        number_label: Text(""),
    };

    /// Selects the means of the statistic among those of an experiment; `None` if it has none.
    pub fn selection(&self, measures: &[Measure]) -> Option<RowSelection> {
        let names = measures.iter().filter_map(|measure| measure.json_name);
        let mut columns: Vec<String> = names.map(str::to_owned).collect();
        columns.retain(|name| self.columns.contains(&name.as_str()));
        let selection = RowSelection::new(measures, RowSelection::STATISTIC, &columns);
        (!selection.values.is_empty()).then_some(selection)
    }
}

/// The question about some runs.
pub struct Question<'a> {
    /// The words of the topic.
    pub glossary: &'a dyn Glossary,
    /// The name of the asked row; empty if a statistic is asked.
    row_name: String,
    /// The asked statistic; `None` if a row is asked.
    statistic: Option<&'a Statistic>,
    /// The keys of the settings in which the runs differ, without those that need no words.
    pub differing_keys: Vec<&'static str>,
    /// The settings, at least one, in the order of the command.
    pub settings: Vec<AskedSetting<'a>>,
    /// The settings without a value of the asked quantity.
    pub(crate) omitted: Vec<AskedSetting<'a>>,
}

/// A setting of the question: a run, or a part of one, such as the unchanged game beside the changed one.
pub struct AskedSetting<'a> {
    /// The run.
    pub summary: &'a Summary,
    /// The values of all settings.
    pub fields: Vec<Field>,
    /// True for the setting with which others are compared, or, without differences, for the usual one.
    pub is_usual: bool,
    /// The asked row, or the mean of the asked statistic. A row with an exact value has it in place of the estimate, if all
    /// settings have exact values; otherwise no row has one.
    pub asked: Row,
    /// The lower quartile, the median and the upper quartile of the asked statistic; empty if a row is asked.
    pub quartiles: Vec<Quantile>,
    /// All rows of the setting, with exact values where `asked` would have them.
    pub rows: Vec<Row>,
    /// The estimates of the run: the rows, and the means and shares beside them.
    pub estimates: Vec<&'a Row>,
}

/// The word before the number of a row that counts all smaller numbers, too.
pub const AT_MOST: Text = Text("at most ");

/// The smallest share of an outcome that is listed after the main one.
const MIN_LISTED_SHARE: f64 = 1e-6;

impl<'a> Question<'a> {
    /// Returns the question that some runs answer; `None` if none has the asked quantity.
    pub fn new(summaries: &'a [Summary], glossary: &'a dyn Glossary) -> Option<Self> {
        let first = summaries.first()?;
        let words = glossary.finding();
        let statistic = match asked_statistic(first) {
            Some(column) => {
                let mut statistics = words.statistics.iter();
                Some(statistics.find(|known| known.columns.contains(&column))?)
            }
            None => None,
        };
        let row_name = match (&first.row_selection, statistic) {
            (_, Some(_)) => String::new(),
            (Some(selection), None) => selection.values.first()?.clone(),
            (None, None) => (words.main_row)(first),
        };
        let mut settings = Vec::new();
        let mut omitted = Vec::new();
        for mut setting in setting_parts(summaries) {
            let asked = match statistic {
                Some(statistic) => setting.mean(statistic),
                None => setting.row(&row_name).cloned(),
            };
            let Some(asked) = asked else {
                omitted.push(setting);
                continue;
            };
            setting.asked = asked;
            if let Some(statistic) = statistic {
                setting.quartiles = setting.quartiles(statistic);
            }
            let usual = setting.summary.usual.as_ref();
            setting.is_usual = match usual {
                Some(usual) => {
                    let is_same = |field: &Field| {
                        let value = field_value(&setting.fields, field.key());
                        value.is_none_or(|value| *value == field.value)
                    };
                    setting.summary.seed() == usual.seed && usual.settings.iter().all(is_same)
                }
                None => words.other_setting_count(&setting.fields) == 0,
            };
            settings.push(setting);
        }
        settings.first()?;
        let all_settings = settings.iter().chain(&omitted);
        let fields = all_settings.map(|setting: &AskedSetting<'_>| setting.fields.as_slice());
        let differing_keys = keys_with_words(fields, glossary);
        Some(Self {
            glossary,
            row_name,
            statistic,
            differing_keys,
            settings,
            omitted,
        })
    }

    /// Returns the values of all settings, also of those without a value.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &[Field]> + Clone {
        let settings = self.settings.iter().chain(&self.omitted);
        settings.map(|setting| setting.fields.as_slice())
    }

    /// Returns the asked statistic; `None` if a row is asked.
    pub fn statistic(&self) -> Option<&'a Statistic> {
        self.statistic
    }

    /// Returns the name of the asked row in files: `endless`, or `2` for 2 piles; `None` if a statistic is asked.
    pub fn row_name(&self) -> Option<&str> {
        self.statistic.is_none().then_some(&self.row_name)
    }

    /// Returns the name of the quantity: "2 piles", "endless games", "piles left, median".
    pub fn quantity_name(&self) -> String {
        match self.statistic {
            Some(statistic) => {
                let label = statistic.label.translated();
                tr!("{label}, median", label)
            }
            None => self.row_phrase(&self.row_name),
        }
    }

    /// Returns a row in words, as a quantity: "at most 8 piles", "player 1 wins".
    pub fn row_phrase(&self, name: &str) -> String {
        let words = self.glossary.finding();
        (words.row_phrase)(self.settings[0].summary, name)
    }

    /// Returns the heading of a column of a row: "≤ 8 piles", "player 1".
    pub fn row_heading(&self, name: &str) -> String {
        if name.parse::<u64>().is_ok() {
            let at_most = AT_MOST.translated();
            return self.row_phrase(name).replace(at_most, "≤\u{a0}");
        }
        let word = self.glossary.translate(name);
        let columns = &self.settings[0].summary.columns;
        let row = self.settings[0].row(name);
        let is_share = row.is_some_and(|row| row.proportion.is_some());
        if is_share && !columns.contains(&Column::Probability) {
            format!("{word}, %")
        } else {
            word
        }
    }

    /// Returns the values with these keys of a setting in words.
    pub(crate) fn phrases(&self, setting: &AskedSetting<'_>, keys: &[&str]) -> String {
        setting_phrases(&setting.fields, keys, self.glossary)
    }

    /// Returns true if the settings have deals of several seeds.
    pub(crate) fn has_several_seeds(&self) -> bool {
        let mut settings = self.settings.iter();
        let first_seed = self.settings[0].summary.seed();
        settings.any(|setting| setting.summary.seed() != first_seed)
    }

    /// Returns the settings of one in which it differs from the others, in words, with its seed if there are several seeds; of
    /// runs that differ in nothing else the number of deals.
    pub fn setting_name(&self, setting: &AskedSetting<'_>) -> String {
        let summary = setting.summary;
        let seed = self.has_several_seeds().then_some(summary.seed());
        let name = run_name(&setting.fields, &self.differing_keys, seed, self.glossary);
        if name.is_empty() {
            return count_with_unit(summary.unit(), summary.deals());
        }
        name
    }

    /// Returns the number of a setting as titles have it: the digits that its interval supports, or its ends; of a statistic
    /// the median.
    pub fn number(&self, setting: &AskedSetting<'_>) -> String {
        setting.number().words()
    }

    /// Returns true if the numbers are exact, and one of them is neither 0 nor 1.
    pub fn is_exact(&self) -> bool {
        let asked_rows = || self.settings.iter().map(|setting| &setting.asked);
        let is_exact = |row: &Row| row.exact.is_some() && row.interval.is_none();
        asked_rows().any(is_exact)
            && asked_rows().all(|row| is_exact(row) || row.certain_share().is_some())
    }

    /// Returns the setting with at least three numbers, all consecutive, the one with the most. Beside a single line, one value
    /// that is no number, such as `uniform` beside `riffle:1..12`, is a level.
    pub(crate) fn number_key(&self) -> Option<&'static str> {
        let mut best = None;
        let mut most = 2;
        for key in &self.differing_keys {
            let settings = self.settings.iter();
            let mut numbers: Vec<u64> = settings
                .filter_map(|setting| setting.number_of(key))
                .collect();
            let word_count = self.settings.len() - numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            let is_consecutive = numbers.windows(2).all(|pair| pair[1] - pair[0] == 1);
            let max_words = usize::from(self.differing_keys.len() == 1);
            if is_consecutive && word_count <= max_words && numbers.len() > most {
                most = numbers.len();
                best = Some(*key);
            }
        }
        best
    }

    /// Returns the setting that is stated first: the usual one, or the one nearest to it.
    pub fn base(&self) -> &AskedSetting<'a> {
        let words = self.glossary.finding();
        let other_setting_count = |setting: &&AskedSetting<'_>| {
            let count = words.other_setting_count(&setting.fields);
            (!setting.is_usual, count)
        };
        let base = self.settings.iter().min_by_key(other_setting_count);
        base.unwrap_or(&self.settings[0])
    }

    /// Returns the names of the rows beside the asked one that some setting has: the selected ones; of thresholds twice and
    /// four times the asked one; otherwise all that some deal met.
    pub fn other_row_names(&self) -> Vec<String> {
        if self.statistic.is_some() {
            return Vec::new();
        }
        let run = self.settings[0].summary;
        let asked_number: Option<u64> = self.row_name.parse().ok();
        let is_shown = |row: &Row, name: &str| {
            if let Some(selection) = &run.row_selection {
                return selection.has_row(&row.fields);
            }
            if run.columns.contains(&Column::Wins) {
                let number: Option<u64> = name.parse().ok();
                let multiples = [2, 4].map(|factor| asked_number.map(|asked| factor * asked));
                return number.is_some() && multiples.contains(&number);
            }
            row.value.abs() >= MIN_LISTED_SHARE && !row.is_trailing_empty
        };
        let mut rows: Vec<(String, &Row)> = Vec::new();
        for setting in &self.settings {
            let own = setting.rows.iter();
            rows.extend(own.map(|row| (row_name(setting.summary, row), row)));
        }
        let mut names = distinct(rows.iter().map(|(name, _)| name.clone()));
        names.retain(|name| {
            let mut same_rows = rows.iter().filter(|(other, _)| other == name);
            *name != self.row_name && same_rows.any(|(name, row)| is_shown(row, name))
        });
        names
    }

    /// Returns a sentence that states the numbers: the title of a picture, and the beginning of an answer.
    pub fn sentence(&self) -> String {
        let statement = match &self.settings[..] {
            [setting] => self.single_statement(setting),
            _ => self.comparison(),
        };
        let statement = capitalize(&statement);
        if self.is_exact() {
            tr!("{statement} (exact)", statement)
        } else {
            statement
        }
    }

    /// States the asked row of a single run, then its other outcomes or selected rows; of a statistic the median and the mean.
    fn single_statement(&self, setting: &AskedSetting<'_>) -> String {
        if let Some(statistic) = self.statistic {
            let label = statistic.label.translated();
            let median = self.number(setting);
            let mean = PageNumber::from(&setting.asked).words();
            return tr!("{label}: median {median}, mean {mean}", label, median, mean);
        }
        let words = self.glossary.finding();
        let run = setting.summary;
        let value = ValueWords::new(run, &setting.asked);
        let mut statement = (words.clause)(run, &setting.asked, &value);
        let has_numbers = self.row_name.parse::<u64>().is_ok();
        let has_others = run.row_selection.is_some() || !has_numbers;
        if !has_others || !run.columns.contains(&Column::Probability) {
            return statement;
        }
        for name in self.other_row_names() {
            let row = setting.row(&name);
            let Some(row) = row.filter(|row| row.value >= MIN_LISTED_SHARE) else {
                continue;
            };
            let name = if has_numbers {
                self.row_phrase(&name)
            } else {
                self.glossary.translate(&name)
            };
            let number = PageNumber::from(row).words();
            statement += &tr!("; {name}: {number}", name, number);
        }
        statement
    }

    /// States the number of the usual setting, then that of the setting farthest from it; of consecutive numbers, which a line
    /// joins, the smallest and the largest number.
    fn comparison(&self) -> String {
        let quantity = self.quantity_name();
        let base = self.base();
        let by_value = |one: &&AskedSetting<'_>, next: &&AskedSetting<'_>| {
            one.value().total_cmp(&next.value())
        };
        let settings = self.settings.iter();
        let lowest = settings.clone().min_by(by_value).unwrap_or(base);
        // Of equal numbers the first.
        let highest = settings.rev().max_by(by_value).unwrap_or(base);
        let is_line = self.differing_keys.len() == 1 && self.number_key().is_some();
        let is_extreme = [lowest.value(), highest.value()].contains(&base.value());
        if is_line && self.number(lowest) != self.number(highest) && !(base.is_usual && is_extreme)
        {
            let low = self.named_number(lowest, base.is_usual);
            let high = self.named_number(highest, true);
            let range = tr!("from {low} to {high}", low, high);
            if !base.is_usual {
                return tr!("{quantity}: {range}", quantity, range);
            }
            let number = self.named_number(base, false);
            return tr!("{quantity}: {number}; {range}", quantity, number, range);
        }
        let distance = |setting: &AskedSetting<'_>| (setting.value() - base.value()).abs();
        // Rounding makes no difference.
        let farthest = if distance(lowest) + 1e-12 < distance(highest) {
            highest
        } else {
            lowest
        };
        let number = self.number(base);
        if number == self.number(farthest) {
            return tr!("{quantity}: {number} in each case", quantity, number);
        }
        tr!(
            "{quantity}: {number}; {other_number}",
            quantity,
            number = self.named_number(base, false),
            other_number = self.named_number(farthest, true)
        )
    }

    /// Returns the number of a setting and its name: "7% with 3 cards", "7% with 3", "40% (move of one card)".
    fn named_number(&self, setting: &AskedSetting<'_>, is_short: bool) -> String {
        let number = self.number(setting);
        let full_name = self.setting_name(setting);
        let starts_with_digit = |part: &str| part.starts_with(|sign: char| sign.is_ascii_digit());
        if !full_name.split(", ").all(starts_with_digit) {
            return format!("{number} ({full_name})");
        }
        let name = match full_name.split_once(' ') {
            Some((value, _)) if is_short && !full_name.contains(", ") => value,
            _ => &full_name,
        };
        tr!("{number} with {name}", number, name)
    }
}

impl<'a> AskedSetting<'a> {
    /// Returns the asked number: of a statistic the median.
    pub fn number(&self) -> PageNumber {
        match self.quartiles.get(1) {
            Some(median) => median.into(),
            None => PageNumber::from(&self.asked),
        }
    }

    /// Returns the value by which settings are compared.
    pub fn value(&self) -> f64 {
        let median = self.quartiles.get(1);
        median.map_or(self.asked.value, |median| median.value)
    }

    /// Returns the number of a setting: itself, or that after a word, as in `riffle:7`.
    pub(crate) fn number_of(&self, key: &str) -> Option<u64> {
        match field_value(&self.fields, key)? {
            FieldValue::Word(word) => word.split_once(':')?.1.parse().ok(),
            value => value.number(),
        }
    }

    /// Returns the row with this name, such as an outcome.
    pub fn row(&self, name: &str) -> Option<&Row> {
        let mut rows = self.rows.iter();
        rows.find(|row| row_name(self.summary, row) == name)
    }

    /// Returns the mean of a statistic, as texts have it; `None` if the setting has none.
    pub fn mean(&self, statistic: &Statistic) -> Option<Row> {
        let mut mean = self.file_mean(statistic)?.clone();
        mean.value += statistic.text_offset;
        mean.interval = shifted(mean.interval, statistic.text_offset);
        Some(mean)
    }

    /// Returns the mean of the first column of a statistic that the setting has, as files have it.
    fn file_mean(&self, statistic: &Statistic) -> Option<&'a Row> {
        let mut columns = statistic.columns.iter();
        columns.find_map(|column| {
            let mut means = self.estimates.iter().copied();
            means.find(|mean| mean.name == *column && mean.moments.is_some())
        })
    }

    /// Returns the values of a statistic; `None` if the setting has none.
    pub fn histogram(&self, statistic: &Statistic) -> Option<(HistogramSpec, &Histogram)> {
        self.summary.histogram(self.file_mean(statistic)?.name)
    }

    /// Returns the lower quartile, the median and the upper quartile of a statistic, as texts have them; none without values.
    pub fn quartiles(&self, statistic: &Statistic) -> Vec<Quantile> {
        let Some((spec, histogram)) = self.histogram(statistic) else {
            return Vec::new();
        };
        let confidence = self.summary.confidence;
        let mut quartiles = Vec::new();
        for probability in [0.25, 0.5, 0.75] {
            let quantile = Quantile::new(histogram, spec.value_offset, probability, confidence);
            quartiles.extend(quantile.map(|quantile| Quantile {
                value: quantile.value + statistic.text_offset,
                interval: shifted(quantile.interval, statistic.text_offset),
                ..quantile
            }));
        }
        quartiles
    }
}

fn shifted(interval: Option<Interval>, offset: f64) -> Option<Interval> {
    interval.map(|interval| Interval {
        low: interval.low + offset,
        high: interval.high + offset,
    })
}

/// Returns a column of the statistic that a run was asked for; `None` if a row was.
pub fn asked_statistic(summary: &Summary) -> Option<&str> {
    let selection = summary.row_selection.as_ref()?;
    if summary.row_name_column() == Some(&selection.column) {
        return None;
    }
    selection.values.first().map(String::as_str)
}

/// Returns the name of a row within its run, as in files.
pub fn row_name(summary: &Summary, row: &Row) -> String {
    let column = summary.row_name_column();
    let name = column.and_then(|column| row.field(column));
    name.map(ToString::to_string).unwrap_or_default()
}

/// Returns the settings of some runs with their rows. Different experiments on the same deals can have a setting in common,
/// the unchanged game: it is listed once, of the first run.
fn setting_parts(summaries: &[Summary]) -> Vec<AskedSetting<'_>> {
    let mut parts: Vec<AskedSetting<'_>> = Vec::new();
    for summary in summaries {
        let first_part = parts.len();
        for estimate in &summary.estimates {
            if !estimate.is_row() {
                // A measure without a row is one of the rows before it.
                if let Some(part) = parts.last_mut() {
                    part.estimates.push(estimate);
                }
                continue;
            }
            let fields = row_settings(summary, estimate);
            let mut run_parts = parts[first_part..].iter_mut();
            if let Some(part) = run_parts.find(|part| part.fields == fields) {
                part.rows.push(estimate.clone());
                part.estimates.push(estimate);
                continue;
            }
            parts.push(AskedSetting {
                summary,
                fields,
                is_usual: false,
                asked: estimate.clone(),
                quartiles: Vec::new(),
                rows: vec![estimate.clone()],
                estimates: vec![estimate],
            });
        }
    }
    let mut first_names = HashMap::new();
    parts.retain(|part| {
        let run = part.summary;
        let key = (run.stream_key_and_seed(), run.deals(), part.fields.clone());
        *first_names.entry(key).or_insert(run.name()) == run.name()
    });
    replace_by_exact_values(&mut parts);
    parts
}

/// Returns the settings of a run with those that are different in one of its rows.
fn row_settings(summary: &Summary, row: &Row) -> Vec<Field> {
    let mut settings = summary.settings.clone();
    for field in &row.fields {
        if Some(field.key()) == summary.row_name_column() {
            continue;
        }
        match settings.iter_mut().find(|own| own.key() == field.key()) {
            Some(own) => own.clone_from(field),
            None => settings.push(field.clone()),
        }
    }
    settings
}

/// Gives the rows of a name their exact values in place of the estimates, if all that are uncertain have one, and otherwise
/// no exact values, since exact numbers are not compared with estimates.
fn replace_by_exact_values(parts: &mut [AskedSetting<'_>]) {
    let mut estimated_names = HashSet::new();
    for part in parts.iter() {
        for row in &part.rows {
            if row.exact.is_none() && row.certain_share().is_none() {
                estimated_names.insert(row_name(part.summary, row));
            }
        }
    }
    for part in parts {
        for row in &mut part.rows {
            if row.certain_share().is_some() {
                continue;
            }
            if estimated_names.contains(&row_name(part.summary, row)) {
                row.exact = None;
            } else if let Some(exact) = row.exact {
                row.value = exact;
                row.interval = None;
                row.method = None;
            }
        }
    }
}

/// Returns the settings with these keys in words, and the seed.
pub(crate) fn run_name(
    settings: &[Field],
    keys: &[&str],
    seed: Option<u64>,
    glossary: &dyn Glossary,
) -> String {
    let mut parts = vec![setting_phrases(settings, keys, glossary)];
    parts.extend(seed.map(|seed| glossary.setting_phrase("seed", &seed.into())));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// Returns the settings with these keys in words.
pub fn setting_phrases(settings: &[Field], keys: &[&str], glossary: &dyn Glossary) -> String {
    let mut phrases = Vec::new();
    for field in settings.iter().filter(|field| keys.contains(&field.key())) {
        let word = field.value.to_string();
        let label = glossary.translate_value(field.key(), &word);
        phrases.push(if label == word {
            glossary.differing_setting_phrase(field.key(), &field.value)
        } else {
            label
        });
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases.join(", ")
}

/// Returns the keys of the settings in which some runs differ, without those that have no words in any of them.
pub(crate) fn keys_with_words<'a>(
    runs: impl Iterator<Item = &'a [Field]> + Clone,
    glossary: &dyn Glossary,
) -> Vec<&'static str> {
    let mut keys = differing_settings(runs.clone());
    keys.retain(|key| {
        let mut values = runs.clone().filter_map(|fields| field_value(fields, key));
        values.any(|value| !glossary.differing_setting_phrase(key, value).is_empty())
    });
    keys
}
