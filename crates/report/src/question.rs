//! The question that a command asks about some runs: one quantity, with its value for each setting. The sentence, the table
//! and the picture of an answer are made from it.

use crate::Glossary;
use crate::lang::glossary::count_with_unit;
use crate::lang::{Text, capitalize, decimal, scientific};
use crate::number::{PageNumber, decimals_for_three_digits, difference_cell, visible_decimals};
use crate::value_words::ValueWords;
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Column, Field, Measure, Row, RowSelection, Summary, differing_settings};
use pioche_engine::stats::quantile::Quantile;
use pioche_engine::stats::{Estimate, Histogram, HistogramSpec, Interval};
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
    /// The means and shares beside the rows.
    pub measures: Vec<&'a Row>,
}

/// The word before the number of a row that counts all smaller numbers, too.
pub const AT_MOST: Text = Text("at most ");

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
        let mut parts = setting_parts(summaries);
        replace_by_exact_values(&mut parts);
        for mut part in parts {
            let asked = match statistic {
                Some(statistic) => part.mean(statistic),
                None => part.row(&row_name).cloned(),
            };
            if let Some(asked) = asked {
                part.asked = asked;
                if let Some(statistic) = statistic {
                    part.quartiles = part.quartiles(statistic);
                }
                settings.push(part);
            }
        }
        settings.first()?;
        let fields = settings.iter().map(|setting| setting.fields.as_slice());
        let mut differing_keys = differing_settings(fields);
        differing_keys.retain(|key| {
            settings.iter().any(|setting| {
                let value = field_value(&setting.fields, key);
                value.is_some_and(|value| !glossary.differing_setting_phrase(key, value).is_empty())
            })
        });
        let mut runs = settings.iter().map(|setting| setting.summary);
        let has_differences = runs.any(|run| run.usual.is_some());
        for setting in &mut settings {
            setting.is_usual = if has_differences {
                setting.is_compared_with()
            } else {
                words.other_setting_count(&setting.fields) == 0
            };
        }
        Some(Self {
            glossary,
            row_name,
            statistic,
            differing_keys,
            settings,
        })
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

    /// Returns true if a setting has a difference to the usual one.
    pub(crate) fn has_differences(&self) -> bool {
        let mut settings = self.settings.iter();
        settings.any(|setting| setting.asked.difference.is_some())
    }

    /// Returns the values with these keys of a setting in words.
    pub(crate) fn phrases(&self, setting: &AskedSetting<'_>, keys: &[&str]) -> String {
        setting_phrases(&setting.fields, keys, self.glossary)
    }

    /// Returns the settings of one in which it differs from the others, in words, with its seed if there are several seeds; of
    /// runs that differ in nothing else the number of deals.
    pub fn setting_name(&self, setting: &AskedSetting<'_>) -> String {
        let summary = setting.summary;
        let mut parts = vec![self.phrases(setting, &self.differing_keys)];
        let first_seed = self.settings[0].summary.seed();
        let mut runs = self.settings.iter().map(|other| other.summary);
        if runs.any(|run| run.seed() != first_seed) {
            let seed = summary.seed().into();
            parts.push(self.glossary.setting_phrase("seed", &seed));
        }
        parts.retain(|part| !part.is_empty());
        if parts.is_empty() {
            return count_with_unit(summary.unit(), summary.deals());
        }
        parts.join(", ")
    }

    /// Returns the number of a setting as titles have it: the digits that its interval supports, or its ends; of a statistic
    /// the median.
    pub fn number(&self, setting: &AskedSetting<'_>) -> String {
        match setting.quartiles.get(1) {
            Some(median) => quantile_words(median),
            None => PageNumber::from(&setting.asked).words(),
        }
    }

    /// Returns the value of a setting by which settings are compared.
    pub fn value(&self, setting: &AskedSetting<'_>) -> f64 {
        let median = setting.quartiles.get(1);
        median.map_or(setting.asked.value, |median| median.value)
    }

    /// Returns true if the numbers are exact, and one of them is neither 0 nor 1.
    pub fn is_exact(&self) -> bool {
        let asked_rows = || self.settings.iter().map(|setting| &setting.asked);
        let is_exact = |row: &Row| row.exact.is_some() && row.interval.is_none();
        asked_rows().any(is_exact)
            && asked_rows().all(|row| is_exact(row) || row.certain_share().is_some())
    }

    /// Returns the setting with consecutive whole numbers in which alone the runs differ; `None` for fewer than three, and for
    /// other settings.
    pub fn line_key(&self) -> Option<&'static str> {
        let [key] = self.differing_keys[..] else {
            return None;
        };
        let settings = self.settings.iter();
        let numbers = settings.map(|setting| field_value(&setting.fields, key)?.number());
        let numbers = numbers.collect::<Option<Vec<u64>>>()?;
        let is_consecutive = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        (is_consecutive && numbers.len() > 2).then_some(key)
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
        let first = &self.settings[0];
        let run = first.summary;
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
        let mut names: Vec<String> = Vec::new();
        for setting in &self.settings {
            for row in &setting.rows {
                let name = row_name(setting.summary, row);
                if name != self.row_name && is_shown(row, &name) && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let names_of_first: Vec<String> = first.rows.iter().map(|row| row_name(run, row)).collect();
        names.sort_by_key(|name| {
            let place = names_of_first.iter().position(|other| other == name);
            place.unwrap_or(usize::MAX)
        });
        names
    }

    /// Returns a sentence that states the numbers: the title of a picture, and the beginning of an answer.
    pub fn sentence(&self) -> String {
        let statement = if self.settings.len() == 1 {
            self.single_statement()
        } else if self.line_key().is_some() {
            self.line_statement()
        } else {
            self.list_statement()
        };
        let statement = capitalize(&statement);
        if self.is_exact() {
            tr!("{statement} (exact)", statement)
        } else {
            statement
        }
    }

    /// States the asked row of a single run, then its other outcomes or selected rows; of a statistic the median and the mean.
    fn single_statement(&self) -> String {
        let setting = &self.settings[0];
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

    /// States the number of the usual setting and the one that is farthest from it.
    fn list_statement(&self) -> String {
        let base = self.base();
        let farthest = self.farthest_from(base);
        match farthest.filter(|other| self.number(other) != self.number(base)) {
            Some(other) => tr!(
                "{quantity}: {number}; {other_number}",
                quantity = self.quantity_name(),
                number = self.number_at(base, false),
                other_number = self.number_at(other, true)
            ),
            None => self.equal_statement(),
        }
    }

    /// States the number that all settings have in print.
    fn equal_statement(&self) -> String {
        let quantity = self.quantity_name();
        let number = self.number(self.base());
        tr!("{quantity}: {number} in each case", quantity, number)
    }

    /// States the number of the usual setting, and the smallest and the largest number of all.
    fn line_statement(&self) -> String {
        let quantity = self.quantity_name();
        let values = || self.settings.iter().map(|setting| self.value(setting));
        let lowest = values().fold(f64::INFINITY, f64::min);
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        let base = self.settings.iter().find(|setting| setting.is_usual);
        if base.is_some_and(|base| [lowest, highest].contains(&self.value(base))) {
            return self.list_statement();
        }
        if lowest == highest {
            return self.equal_statement();
        }
        let low = self.number_where(lowest, base.is_some());
        let high = self.number_where(highest, base.is_some());
        let range = tr!("from {low} to {high}", low, high);
        match base {
            Some(base) => {
                let number = self.number_at(base, false);
                tr!("{quantity}: {number}; {range}", quantity, number, range)
            }
            None => tr!("{quantity}: {range}", quantity, range),
        }
    }

    /// Returns the number of a setting and its name: "7% with 3 cards", "7% with 3", "40% (move of one card)".
    fn number_at(&self, setting: &AskedSetting<'_>, is_short: bool) -> String {
        let number = self.number(setting);
        let mut name = self.setting_name(setting);
        if !name.split(", ").all(starts_with_digit) {
            return format!("{number} ({name})");
        }
        if is_short {
            name = short_name(name);
        }
        tr!("{number} with {name}", number, name)
    }

    /// Returns the number of the settings with this value, and their names.
    fn number_where(&self, value: f64, is_short: bool) -> String {
        /// The largest number of settings with the same value that a sentence names.
        const MAX_NAMES: usize = 3;
        let settings = self.settings.iter();
        let mut names = Vec::new();
        let mut number = String::new();
        let mut last_name = String::new();
        for setting in settings.filter(|setting| self.value(setting) == value) {
            if names.is_empty() {
                number = self.number(setting);
            }
            last_name = self.setting_name(setting);
            names.push(short_name(last_name.clone()));
        }
        if names.len() > MAX_NAMES {
            names.truncate(MAX_NAMES);
            names.push("…".to_owned());
        } else if !is_short && let Some(last) = names.last_mut() {
            *last = last_name;
        }
        format!("{number} ({})", names.join(", "))
    }

    /// Returns the setting with the largest difference from another one, the first of equal ones.
    fn farthest_from(&self, base: &AskedSetting<'a>) -> Option<&AskedSetting<'a>> {
        let mut farthest = None;
        let mut largest_distance = 0.0;
        for setting in &self.settings {
            let distance = (self.value(setting) - self.value(base)).abs();
            // Rounding makes no difference.
            if distance > largest_distance + 1e-12 {
                largest_distance = distance;
                farthest = Some(setting);
            }
        }
        farthest
    }
}

/// The smallest share of an outcome that is listed after the main one.
const MIN_LISTED_SHARE: f64 = 1e-6;

/// Returns the number in the name of a setting if it is its only setting, and otherwise the name.
fn short_name(name: String) -> String {
    match name.split_once(' ') {
        Some((number, _)) if starts_with_digit(number) && !name.contains(", ") => number.to_owned(),
        _ => name,
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit())
}

impl<'a> AskedSetting<'a> {
    /// Returns the row with this name, such as an outcome.
    pub fn row(&self, name: &str) -> Option<&Row> {
        let mut rows = self.rows.iter();
        rows.find(|row| row_name(self.summary, row) == name)
    }

    /// Returns the mean of a statistic, as texts have it; `None` if the setting has none.
    pub fn mean(&self, statistic: &Statistic) -> Option<Row> {
        let mut mean = self.file_mean(statistic)?.clone();
        mean.value += statistic.text_offset;
        mean.interval = mean
            .interval
            .map(|interval| shifted(interval, statistic.text_offset));
        Some(mean)
    }

    /// Returns the mean of the first column of a statistic that the setting has, as files have it.
    fn file_mean(&self, statistic: &Statistic) -> Option<&'a Row> {
        let mut columns = statistic.columns.iter();
        columns.find_map(|column| {
            let mut means = self.measures.iter().copied();
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
            quartiles.extend(quantile.map(|quantile| {
                Quantile {
                    value: quantile.value + statistic.text_offset,
                    interval: quantile
                        .interval
                        .map(|interval| shifted(interval, statistic.text_offset)),
                    ..quantile
                }
            }));
        }
        quartiles
    }

    /// Returns true for the setting with which the runs are compared.
    fn is_compared_with(&self) -> bool {
        let usual = self.summary.usual.as_ref();
        usual.is_some_and(|usual| {
            let mut settings = usual.settings.iter();
            let is_same = |field: &Field| {
                field_value(&self.fields, field.key()).is_none_or(|value| *value == field.value)
            };
            self.summary.seed() == usual.seed && settings.all(is_same)
        })
    }
}

fn shifted(interval: Interval, offset: f64) -> Interval {
    Interval {
        low: interval.low + offset,
        high: interval.high + offset,
    }
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
/// the unchanged game: it is listed once, of the first run with all these deals.
pub(crate) fn setting_parts(summaries: &[Summary]) -> Vec<AskedSetting<'_>> {
    let mut parts: Vec<AskedSetting<'_>> = Vec::new();
    for summary in summaries {
        let first_part = parts.len();
        for estimate in &summary.estimates {
            if !estimate.is_row() {
                // A measure without a row is one of the rows before it.
                if let Some(part) = parts.last_mut() {
                    part.measures.push(estimate);
                }
                continue;
            }
            let fields = row_settings(summary, estimate);
            let mut run_parts = parts[first_part..].iter_mut();
            if let Some(part) = run_parts.find(|part| part.fields == fields) {
                part.rows.push(estimate.clone());
                continue;
            }
            parts.push(AskedSetting {
                summary,
                fields,
                is_usual: false,
                asked: estimate.clone(),
                quartiles: Vec::new(),
                rows: vec![estimate.clone()],
                measures: Vec::new(),
            });
        }
    }
    let key = |part: &AskedSetting<'_>| (part.summary.stream_key_and_seed(), part.fields.clone());
    let mut runs_by_part: HashMap<_, Vec<&Summary>> = HashMap::new();
    for part in &parts {
        let runs = runs_by_part.entry(key(part)).or_default();
        runs.push(part.summary);
    }
    parts.retain(|part| {
        let summary = part.summary;
        let runs = &runs_by_part[&key(part)];
        let place = runs.iter().position(|run| std::ptr::eq(*run, summary));
        let has_part = |(other_place, other): (usize, &&Summary)| {
            other.name() != summary.name()
                && other.run.done.is_superset(&summary.run.done)
                && (other.run.done != summary.run.done || Some(other_place) < place)
        };
        !runs.iter().enumerate().any(has_part)
    });
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

/// Formats a quantile as titles have it: the value, or the ends of its interval if it has several values.
fn quantile_words(quantile: &Quantile) -> String {
    match quantile.interval {
        Some(interval) if interval.low < interval.high => {
            let low = quantile_text(interval.low);
            let high = quantile_text(interval.high);
            format!("{low}–{high}")
        }
        _ => quantile_text(quantile.value),
    }
}

/// Formats a counted value, or the middle of two.
pub(crate) fn quantile_text(value: f64) -> String {
    decimal(value, usize::from(value.fract() != 0.0))
}

/// Formats the number of a row for a plain column: a share in per cent without the sign, an exact one with two decimals, or as
/// many as show that it is not 0, and an estimate with the digits that its interval supports. A share of 0 has its bound.
pub fn plain_number(row: &Row) -> String {
    let is_share = row.proportion.is_some();
    let unit = if is_share { 100.0 } else { 1.0 };
    let Estimate { value, interval } = row.value_with_interval().scaled(unit);
    let half_width = interval.half_width();
    let decimals = visible_decimals(value, half_width);
    match row.interval {
        Some(_) if is_share && row.undecided_deals > 0 => {
            let decimals = visible_decimals(half_width, half_width);
            let [low, high] = [interval.low, interval.high].map(|end| decimal(end, decimals));
            format!("{low}–{high}")
        }
        Some(_) if value == 0.0 && interval.high > 0.0 => {
            let decimals = visible_decimals(interval.high, interval.high);
            format!("≤\u{a0}{}", decimal(interval.high, decimals))
        }
        Some(_) => decimal(value, decimals),
        None if !is_share => decimal(value, decimals_for_three_digits(value)),
        None if row.exact.is_none() || value <= 0.0 => decimal(value, decimals),
        None if value < 1e-6 => scientific(value),
        None => decimal(value, decimals.max(decimals_for_three_digits(value))),
    }
}

/// Formats the difference of a row to the usual setting with its sign, of a share in points; empty without one. A difference
/// of exact values is exact.
pub fn difference_text(row: &Row, has_interval: bool) -> String {
    let Some(difference) = row.difference else {
        return String::new();
    };
    let unit = if row.proportion.is_some() { 100.0 } else { 1.0 };
    let is_exact = row.exact.is_some() && row.interval.is_none();
    let exact = difference.exact.filter(|_| is_exact);
    let value = unit * exact.unwrap_or(difference.value);
    let text = match (exact, difference.interval) {
        (None, None) => decimal(value, 1),
        (None, Some(interval)) if has_interval => {
            let value = difference.value;
            difference_cell(Estimate { value, interval }.scaled(unit))
        }
        (None, Some(interval)) => {
            decimal(value, visible_decimals(value, unit * interval.half_width()))
        }
        (Some(_), _) => decimal(value, visible_decimals(value, 0.0)),
    };
    if value > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}
