//! The answer for several settings, or about a statistic: a line for each setting.

use super::{MAX_LINES, Report, TextColumn, height};
use crate::lang::glossary::interval_bounds;
use crate::lang::{Text, capitalize, confidence_level, decimal, integer, quantity};
use crate::number::{PageNumber, decimals, difference_cell};
use crate::question::{
    AT_MOST, AskedSetting, Question, Statistic, difference_text, plain_number, quantile_text,
    setting_parts,
};
use crate::table::{Table, wrapped_paragraph};
use crate::value_words::rounded_to_digits;
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Column, FieldValue, Row};
use pioche_engine::stats::Interval;
use pioche_engine::stats::quantile::Quantile;

/// Shares below this have a column of "1 in".
const SMALL_SHARE: f64 = 0.05;

/// The numbers of intervals that the table may show of the asked numbers, the most first: those of the median, the mean and
/// both quartiles. A table without any has no quartiles either.
const INTERVAL_COUNTS: [usize; 4] = [4, 2, 1, 0];

/// A column of the table beside the asked numbers.
#[derive(Clone)]
struct OtherColumn<'q> {
    quantity: Quantity<'q>,
    text: TextColumn,
}

#[derive(Clone, Copy, PartialEq)]
enum Quantity<'q> {
    /// The number of deals for one with the asked row, such as 77.
    OneIn,
    Difference,
    /// Another row.
    Row,
    /// The median of the only statistic.
    Median,
    /// The mean of the only statistic.
    OnlyMean(&'q Statistic),
    /// The mean of one of several statistics.
    Mean(&'q Statistic),
}

impl Report<'_> {
    /// Adds the table, the notes and the command to the heading and the sentence.
    pub(super) fn settings_answer(&self, question: &Question<'_>, text: String) -> String {
        let view = self.view;
        let width = view.terminal_columns;
        let names = self.name_columns(question);
        let table = |intervals: usize, others: &[OtherColumn<'_>]| {
            let mut columns = names.clone();
            columns.extend(asked_columns(question, intervals));
            columns.extend(others.iter().map(|other| other.text.clone()));
            Table::of_columns(names.len(), columns)
        };
        let fits_broken = |table: &Table| table.with_broken_headings().fits(width);
        let mut counts = INTERVAL_COUNTS.into_iter();
        let intervals = counts.find(|count| fits_broken(&table(*count, &[])));
        let intervals = intervals.unwrap_or(0);
        let mut shown_table = table(intervals, &[]);
        let mut shown_columns: Vec<OtherColumn<'_>> = Vec::new();
        for candidate in candidate_columns(question) {
            let quantity = candidate.quantity;
            let mut more_columns = shown_columns.clone();
            more_columns.retain(|shown| quantity == Quantity::Row || shown.quantity != quantity);
            more_columns.push(candidate);
            let is_important = matches!(quantity, Quantity::Row | Quantity::Difference);
            let may_break = is_important || !shown_table.fits(width);
            let more_table = table(intervals, &more_columns);
            if more_table.fits(width) || may_break && fits_broken(&more_table) {
                shown_columns = more_columns;
                shown_table = more_table;
            }
        }
        if !shown_table.fits(width) {
            shown_table = shown_table.with_broken_headings();
        }
        let table_text = shown_table.terminal_text(width);
        let mut answer = format!("{text}\n{table_text}");
        if view.quiet {
            return answer;
        }
        let quantities: Vec<Quantity<'_>> =
            shown_columns.iter().map(|column| column.quantity).collect();
        let notes = self.settings_notes(question, &quantities, table_text.contains('['));
        answer.push_str(&format!("\n{notes}"));
        let example = crate::example_line(self.summaries, view);
        if height(&answer, view) + height(&example, view) <= MAX_LINES {
            answer.push_str(&example);
        }
        answer
    }

    /// Returns the columns that name the settings.
    fn name_columns(&self, question: &Question<'_>) -> Vec<TextColumn> {
        let mut columns = Vec::new();
        let heading = |name: &str| self.view.translate(name);
        if self.has_several_seeds {
            columns.push(column(question, heading("seed"), |setting| {
                setting.summary.seed().to_string()
            }));
        }
        for key in &question.differing_keys {
            columns.push(column(question, heading(key), |setting| {
                setting_cell(question, setting, key)
            }));
        }
        if self.varying_columns.contains(&Column::Deals) {
            columns.push(column(question, heading("deals"), |setting| {
                integer(setting.summary.deals())
            }));
        }
        if let Some((_, cells)) = columns.last_mut()
            && cells.len() > 1
        {
            for (cell, setting) in cells.iter_mut().zip(&question.settings) {
                if setting.is_usual {
                    cell.push_str(" *");
                }
            }
        }
        columns
    }

    /// Returns at most two lines: the meaning of the signs, then the other questions if there is room.
    fn settings_notes(
        &self,
        question: &Question<'_>,
        quantities: &[Quantity<'_>],
        has_brackets: bool,
    ) -> String {
        let has_differences = quantities.contains(&Quantity::Difference);
        let is_exact = question.is_exact();
        let is_statistic = question.statistic().is_some();
        let mut notes = vec![self.number_note(question, has_differences, has_brackets)];
        if has_differences && is_exact {
            notes.push(tr!("Differences to *: points."));
        } else if has_differences && is_statistic {
            notes.push(self.difference_note(Text("means")));
        } else if has_differences {
            notes.push(self.difference_note(Text("points")));
        }
        let mut settings = question.settings.iter();
        if settings.any(|setting| is_open(&setting.asked)) {
            notes.push(tr!(
                "The intervals allow for any result of undecided games."
            ));
        }
        let omitted = setting_parts(self.summaries).len() - question.settings.len();
        if omitted > 0 {
            let omitted = quantity(omitted as u64, Text("setting|settings"));
            notes.push(tr!("Without a value: {omitted}.", omitted));
        }
        notes.extend(mean_note(quantities));
        let width = self.view.terminal_columns;
        let mut text = wrapped_paragraph(
            &format!("{} {}", notes.join(" "), self.other_questions()),
            width,
        );
        if text.lines().count() > 2 {
            text = wrapped_paragraph(&notes.join(" "), width);
        }
        format!("{text}\n{}", self.paragraphs(Vec::new()))
    }

    /// Explains the sign of the usual setting and the brackets, or says that the values are exact.
    fn number_note(
        &self,
        question: &Question<'_>,
        has_differences: bool,
        has_brackets: bool,
    ) -> String {
        let level = confidence_level(self.summaries[0].confidence.level());
        let settings = &question.settings;
        let has_usual = settings.iter().any(|setting| setting.is_usual);
        let mut usual = String::new();
        if has_usual && !has_differences && settings.len() > 1 {
            usual = tr!("*: usual setting. ");
        }
        let is_estimate = |row: &Row| row.interval.is_some() && row.certain_share().is_none();
        let is_estimated = question.statistic().is_some()
            || settings.iter().any(|setting| is_estimate(&setting.asked));
        let mut rows = settings.iter().flat_map(|setting| &setting.rows);
        if is_estimated && has_brackets {
            tr!("{usual}[ ]: {level} intervals.", usual, level)
        } else if is_estimated {
            tr!("{usual}{level} intervals: --all.", usual, level)
        } else if settings[0].asked.proportion.is_some() {
            tr!("{usual}Exact values in %.", usual)
        } else if rows.any(is_estimate) {
            let name = capitalize(&question.quantity_name());
            tr!(
                "{usual}{name}: exact values; other columns: estimates.",
                usual,
                name
            )
        } else {
            tr!("{usual}Exact values.", usual)
        }
    }
}

/// Returns a column of texts, one for each setting.
fn column(
    question: &Question<'_>,
    heading: String,
    cell: impl Fn(&AskedSetting<'_>) -> String,
) -> TextColumn {
    (heading, question.settings.iter().map(cell).collect())
}

/// Returns the columns of the asked numbers: of a share the row, of a statistic the median, the quartiles and the mean.
fn asked_columns(question: &Question<'_>, intervals: usize) -> Vec<TextColumn> {
    let Some(name) = question.row_name() else {
        let quartile = |heading: Text, place: usize, has_interval: bool| {
            column(question, heading.into(), |setting| {
                match setting.quartiles.get(place) {
                    Some(quartile) if has_interval => quantile_cell(quartile),
                    Some(quartile) => quantile_text(quartile.value),
                    None => String::new(),
                }
            })
        };
        let mut columns = vec![quartile(Text("median"), 1, true)];
        if intervals > 0 {
            columns.push(quartile(Text("1st quartile"), 0, intervals > 2));
            columns.push(quartile(Text("3rd quartile"), 2, intervals > 3));
        }
        columns.push(column(question, tr!("mean"), |setting| {
            if setting.quartiles.is_empty() {
                String::new()
            } else if intervals > 1 {
                PageNumber::from(&setting.asked).cell_text()
            } else {
                plain_number(&setting.asked)
            }
        }));
        return columns;
    };
    let (_, cells) = column(question, String::new(), |setting| {
        asked_cell(&setting.asked)
    });
    let mut heading = question.row_heading(name);
    if !question.is_exact() && !heading.contains('%') {
        let width = cells.iter().map(|cell| cell.chars().count()).max();
        let is_share = question.settings[0].asked.proportion.is_some();
        let phrase = format!("{}, %", question.row_phrase(name));
        let is_narrow = phrase.chars().count() <= width.unwrap_or(0) + 2;
        if is_share && is_narrow && !phrase.contains(AT_MOST.translated()) {
            heading = phrase;
        } else if is_share {
            heading += ", %";
        }
    }
    if intervals > 1 {
        return vec![(heading, cells)];
    }
    let plain_column = column(question, heading, |setting| plain_number(&setting.asked));
    vec![plain_column]
}

/// Returns the columns beside the asked numbers, in the order in which they are left out last.
fn candidate_columns<'q>(question: &'q Question<'_>) -> Vec<OtherColumn<'q>> {
    let settings = &question.settings;
    let other = |quantity, heading, cell: &dyn Fn(&AskedSetting<'_>) -> String| OtherColumn {
        quantity,
        text: column(question, heading, cell),
    };
    let mut columns = Vec::new();
    let is_small = |setting: &AskedSetting<'_>| {
        setting.asked.proportion.is_some() && (0.0..SMALL_SHARE).contains(&setting.asked.value)
    };
    if question.has_differences() {
        for has_interval in [false, true] {
            let cell = |setting: &AskedSetting<'_>| difference_text(&setting.asked, has_interval);
            let heading = difference_heading(question);
            columns.push(other(Quantity::Difference, heading, &cell));
        }
    } else if settings.iter().all(is_small) {
        columns.push(other(Quantity::OneIn, tr!("1 in"), &|setting| {
            let share = Some(setting.asked.value).filter(|share| *share > 0.0);
            share.map_or_else(String::new, |share| {
                integer(rounded_to_digits(1.0 / share, 3))
            })
        }));
    }
    if question.statistic().is_some() {
        return columns;
    }
    let mut row_columns = Vec::new();
    for name in question.other_row_names() {
        let cell =
            |setting: &AskedSetting<'_>| setting.row(&name).map_or_else(String::new, plain_number);
        row_columns.push(other(Quantity::Row, question.row_heading(&name), &cell));
    }
    if !settings[0].summary.columns.contains(&Column::Wins) {
        columns.append(&mut row_columns);
    }
    let has_mean = |statistic: &&Statistic| {
        let mut means = settings.iter().map(|setting| setting.mean(statistic));
        !statistic.heading.0.is_empty() && means.any(|mean| mean.is_some())
    };
    let statistics = question.glossary.finding().statistics.iter();
    let with_means: Vec<&Statistic> = statistics.filter(has_mean).collect();
    let only = match with_means[..] {
        [only] if only.scope.0.is_empty() => Some(only),
        _ => None,
    };
    let mean = |statistic: &'q Statistic, has_interval: bool| {
        let (quantity, heading) = match only {
            Some(_) => (Quantity::OnlyMean(statistic), tr!("mean")),
            None => (Quantity::Mean(statistic), statistic.heading.into()),
        };
        let cell = |setting: &AskedSetting<'_>| {
            let mean = setting.mean(statistic);
            mean.map_or_else(String::new, |mean| mean_cell(&mean, has_interval))
        };
        other(quantity, heading, &cell)
    };
    columns.extend(with_means.iter().map(|statistic| mean(statistic, false)));
    if let Some(only) = only {
        let cell = |setting: &AskedSetting<'_>| {
            let quartiles = setting.quartiles(only);
            let median = quartiles.get(1).map(|median| quantile_text(median.value));
            median.unwrap_or_default()
        };
        columns.push(other(Quantity::Median, tr!("median"), &cell));
    }
    columns.extend(with_means.get(1).map(|statistic| mean(statistic, true)));
    columns.append(&mut row_columns);
    columns
}

/// Returns the heading of the differences, with the usual setting if its name is short.
fn difference_heading(question: &Question<'_>) -> String {
    const MAX_NAME: usize = 4;
    let heading = tr!("difference");
    let usual = question.settings.iter().find(|setting| setting.is_usual);
    if let (Some(usual), [key]) = (usual, &question.differing_keys[..]) {
        let name = setting_cell(question, usual, key);
        if (1..=MAX_NAME).contains(&name.chars().count()) {
            return tr!("{heading} to {name}", heading, name);
        }
    }
    heading
}

/// Explains the columns of means; `None` without any.
fn mean_note(quantities: &[Quantity<'_>]) -> Option<String> {
    let mut statistics = Vec::new();
    for quantity in quantities {
        match quantity {
            Quantity::OnlyMean(statistic) => {
                let label = statistic.label;
                return Some(tr!("Mean: {label}.", label));
            }
            Quantity::Mean(statistic) => statistics.push(statistic),
            _ => {}
        }
    }
    let scope = statistics.first()?.scope;
    let headings = statistics.iter().map(|statistic| statistic.heading);
    let headings = headings.map(Text::translated).collect::<Vec<_>>();
    let headings = capitalize(&headings.join(", "));
    Some(if statistics.len() == 1 {
        tr!("{headings}: mean{scope}.", headings, scope)
    } else {
        tr!("{headings}: means.", headings)
    })
}

/// Returns the value of a setting in words.
fn setting_cell(question: &Question<'_>, setting: &AskedSetting<'_>, key: &str) -> String {
    match field_value(&setting.fields, key) {
        None => String::new(),
        Some(FieldValue::Number(number)) => integer(*number),
        Some(value) => {
            let label = question.glossary.translate_value(key, &value.to_string());
            label.replace(',', ", ").replace(",  ", ", ")
        }
    }
}

fn mean_cell(mean: &Row, has_interval: bool) -> String {
    if has_interval {
        return PageNumber::from(mean).cell_text();
    }
    let half_width = mean.interval.map_or(0.0, Interval::half_width);
    decimal(mean.value, decimals(half_width).min(2))
}

/// Returns true for a share that undecided games leave open.
fn is_open(row: &Row) -> bool {
    row.proportion.is_some_and(|share| share.undecided > 0)
}

/// Formats an asked number with its interval, a share in per cent; a certain or exact one has none.
fn asked_cell(row: &Row) -> String {
    let unit = if row.proportion.is_some() { 100.0 } else { 1.0 };
    match row.interval_estimate() {
        Some(estimate) if row.certain_share().is_none() && !is_open(row) => {
            difference_cell(estimate.scaled(unit))
        }
        _ => plain_number(row),
    }
}

/// Formats a quantile with its interval.
fn quantile_cell(quantile: &Quantile) -> String {
    let value = quantile_text(quantile.value);
    let Some(interval) = quantile.interval else {
        return value;
    };
    let [low, high] = [interval.low, interval.high].map(quantile_text);
    format!("{value} {}", interval_bounds(low, high))
}
