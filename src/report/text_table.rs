//! Tables as text, for a terminal or in Markdown, and numbers with the digits that their intervals support.
//!
//! Sentences of the study's page give three significant digits, and the interval unless both of its ends round to the same
//! number. Tables give the digits that the interval supports, and the interval.

use crate::lang::{Lang, either, insert_no_break_spaces, wrap_parts};
use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};
use pioche_engine::sim::summary::{NamedMean, NamedProportion, Summary};
use pioche_engine::stats::{Estimate, Interval, Moments, Proportion};
use std::collections::{BTreeMap, BTreeSet};

/// A table style with a line below the headings and no other lines.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

const CELL_PADDING: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalStyle {
    Plain,
    Ansi,
}

impl TerminalStyle {
    pub fn heading(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Ansi => format!("\u{1b}[1m{text}\u{1b}[0m"),
        }
    }
}

/// Wraps a text to the width of a terminal.
pub fn wrapped_paragraph(text: &str, terminal_columns: usize) -> String {
    wrap_parts(
        insert_no_break_spaces(text).split(' '),
        " ",
        terminal_columns,
    )
}

/// A table with a left-aligned first column; all others are right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    pub row_header_columns: usize,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// The number of lines above the rows.
    pub const HEADING_LINES: usize = 2;

    /// Formats the table for a terminal with this many columns; each line ends with a line feed. A wider table is
    /// folded: the remaining columns follow below, with the names of the rows repeated. A single row is then written
    /// vertically.
    pub fn terminal_text(&self, terminal_columns: usize) -> String {
        let folds = self.column_folds(terminal_columns);
        if let ([row], true) = (self.rows.as_slice(), folds.len() > 1) {
            let cells = self
                .headings
                .iter()
                .zip(row)
                .skip(1)
                .map(|(name, cell)| vec![name.clone(), cell.clone()]);
            let headings = vec![self.headings[0].clone(), row[0].clone()];
            return Self {
                row_header_columns: 1,
                headings,
                rows: cells.collect(),
            }
            .unfolded_text();
        }
        let parts: Vec<String> = folds
            .iter()
            .map(|terminal_columns| self.with_columns(terminal_columns).unfolded_text())
            .collect();
        parts.join("\n")
    }

    /// Removes the column with this heading. Returns true if there was one.
    pub fn remove_column(&mut self, heading: &str) -> bool {
        let Some(place) = self.headings.iter().position(|name| name == heading) else {
            return false;
        };
        self.headings.remove(place);
        for row in &mut self.rows {
            row.remove(place);
        }
        true
    }

    /// Returns true if all columns fit side by side on a terminal with this many columns.
    pub fn fits(&self, terminal_columns: usize) -> bool {
        self.column_folds(terminal_columns).len() == 1
    }

    /// Returns the first rows, equally many of each group, that take at most this many lines; at least three rows, and
    /// one of each group. The rows of a group agree in their first `group_columns` columns.
    pub fn first_rows_of_groups(
        &self,
        max_lines: usize,
        terminal_columns: usize,
        group_columns: usize,
    ) -> Self {
        let groups: BTreeSet<&[String]> =
            self.rows.iter().map(|row| &row[..group_columns]).collect();
        let with_folds = |folds: usize| {
            // An empty line precedes each part but the first.
            let rows = ((max_lines + 1) / folds)
                .saturating_sub(Self::HEADING_LINES + 1)
                .max(3)
                .max(groups.len());
            self.first_rows_per_group(rows, rows / groups.len().max(1), group_columns)
        };
        // Fewer rows may be narrower, so that they need fewer parts.
        let folds = self.column_folds(terminal_columns).len();
        (1..folds)
            .map(with_folds)
            .zip(1..)
            .find(|(first, folds)| first.column_folds(terminal_columns).len() <= *folds)
            .map_or_else(|| with_folds(folds), |(first, _)| first)
    }

    /// Returns the first rows, at most `each` of a group.
    fn first_rows_per_group(&self, rows: usize, each: usize, group: usize) -> Self {
        let mut group_sizes: BTreeMap<&[String], usize> = BTreeMap::new();
        let first = self.rows.iter().filter(|row| {
            let size = group_sizes.entry(&row[..group]).or_default();
            *size += 1;
            *size <= each
        });
        Self {
            rows: first.take(rows).cloned().collect(),
            ..self.clone()
        }
    }

    /// Returns the groups of columns that are written side by side. Each group contains the columns that name the rows.
    fn column_folds(&self, columns: usize) -> Vec<Vec<usize>> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let width = |column: usize| {
            let signs = |text: &String| text.chars().count();
            cells(column)
                .chain(self.headings.get(column))
                .map(signs)
                .max()
                .unwrap_or(0)
                + CELL_PADDING
        };
        let names: Vec<usize> = (0..self.row_header_columns).collect();
        let first: usize = names.iter().map(|&column| width(column)).sum();
        let mut folds = vec![names.clone()];
        let mut used = first;
        for column in self.row_header_columns..self.headings.len() {
            let fold = folds.len() - 1;
            if used + width(column) > columns && folds[fold].len() > names.len() {
                folds.push(names.iter().copied().chain([column]).collect());
                used = first + width(column);
            } else {
                folds[fold].push(column);
                used += width(column);
            }
        }
        folds
    }

    fn with_columns(&self, columns: &[usize]) -> Self {
        let cells = |row: &Vec<String>| {
            columns
                .iter()
                .map(|&column| row.get(column).cloned().unwrap_or_default())
                .collect()
        };
        // Rows without a value here, such as the spread of a share, are left out.
        let has_value = |row: &&Vec<String>| {
            columns
                .iter()
                .skip(self.row_header_columns)
                .any(|&column| row.get(column).is_some_and(|cell| !cell.is_empty()))
        };
        let rows = self
            .rows
            .iter()
            .filter(|row| columns.len() == self.headings.len() || has_value(row));
        Self {
            row_header_columns: self.row_header_columns,
            headings: cells(&self.headings),
            rows: rows.map(cells).collect(),
        }
    }

    fn unfolded_text(&self) -> String {
        let mut grid = Grid::new();
        grid.load_style(STYLE).set_header(&self.headings);
        grid.add_rows(&self.rows);
        for column in grid.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        grid.lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}

pub fn percent_decimals(half_width: f64) -> usize {
    decimals(100.0 * half_width)
}

/// Returns the number of decimals that an interval with this half-width supports: a unit of the last digit is between a
/// fiftieth and a fifth of the half-width.
pub fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 {
        (-(half_width / 5.0).log10()).ceil().clamp(0.0, 10.0) as usize
    } else {
        2
    }
}

/// Formats an exact number; probabilities are percentages.
pub fn format_exact(exact: f64, is_percent: bool, lang: Lang) -> String {
    if is_percent {
        lang.percent(exact, 4)
    } else {
        lang.decimal(exact, 6)
    }
}

/// Formats a proportion of a run; empty when it was not measured.
pub fn proportion_text(named: Option<&NamedProportion>, lang: Lang) -> String {
    named.map_or_else(String::new, |named| {
        format_proportion(named, lang, probability_text)
    })
}

pub fn proportion_cell(named: Option<&NamedProportion>, lang: Lang) -> String {
    named.map_or_else(String::new, |named| {
        format_proportion(named, lang, probability_cell)
    })
}

/// Formats a mean of a run; empty when it was not measured.
pub fn mean_text(quantity: Option<&NamedMean>, lang: Lang) -> String {
    format_mean(quantity, lang, estimate_text)
}

pub fn mean_cell(quantity: Option<&NamedMean>, lang: Lang) -> String {
    format_mean(quantity, lang, estimate_cell)
}

/// Formats a probability for a sentence: `1.26%`, or `1.26% [1.24%, 1.28%]`.
pub fn probability_text(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits =
        percent_decimals(interval.half_width()).min(percent_decimals_for_three_digits(estimate));
    estimate_with_optional_interval(estimate, interval, lang, |probability| {
        lang.percent(probability, digits)
    })
}

pub fn probability_cell(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = percent_decimals(interval.half_width());
    estimate_with_interval(estimate, interval, lang, |probability| {
        lang.percent(probability, digits)
    })
}

pub fn estimate_text(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = decimals(interval.half_width()).min(decimals_for_three_digits(estimate));
    estimate_with_optional_interval(estimate, interval, lang, |number| {
        lang.decimal(number, digits)
    })
}

pub fn estimate_cell(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = decimals(interval.half_width());
    estimate_with_interval(estimate, interval, lang, |number| {
        lang.decimal(number, digits)
    })
}

/// Formats a difference for a table or a sentence. An end of the interval that is not 0 never appears as 0, so that the
/// interval excludes 0 in print exactly where a test of the difference finds one.
pub fn difference_cell(difference: Estimate, lang: Lang) -> String {
    const MAX_DECIMALS: usize = 10;
    let Estimate { value, interval } = difference;
    let rounds_to_zero =
        |end: f64, digits: usize| end != 0.0 && end.abs() < 0.5 * 10_f64.powi(-(digits as i32));
    let mut digits = decimals(interval.half_width());
    while digits < MAX_DECIMALS
        && (rounds_to_zero(interval.low, digits) || rounds_to_zero(interval.high, digits))
    {
        digits += 1;
    }
    estimate_with_interval(value, interval, lang, |number| lang.decimal(number, digits))
}

pub fn exact_outcome_cell(summary: &Summary, outcome: &str, lang: Lang) -> String {
    summary.exact_value(outcome).map_or_else(
        || "–".to_owned(),
        |exact| exact_probability_cell(exact, lang),
    )
}

/// Formats an exact probability for a table; whole percents have no decimals.
pub fn exact_probability_cell(exact: f64, lang: Lang) -> String {
    lang.percent(exact, if is_whole_percent(exact) { 0 } else { 4 })
}

/// Returns the number of decimals of a percentage: three digits, or fewer if the interval supports fewer.
pub fn percent_digits(estimate: f64, half_width: f64) -> usize {
    percent_decimals(half_width).min(percent_decimals_for_three_digits(estimate))
}

/// Formats an exact probability for a sentence; whole percents have no decimals.
pub fn exact_probability_text(exact: f64, lang: Lang) -> String {
    lang.percent(
        exact,
        if is_whole_percent(exact) {
            0
        } else {
            percent_decimals_for_three_digits(exact)
        },
    )
}

fn is_whole_percent(share: f64) -> bool {
    (100.0 * share).fract() == 0.0
}

/// Formats a mean of few or equal values with their number, since it has no interval.
pub fn mean_with_value_count(moments: &Moments, lang: Lang) -> String {
    let values = super::no_interval_note(moments, lang);
    if moments.min == moments.max {
        return format!("{} ({values})", lang.decimal(moments.mean, 0));
    }
    let mean = lang.decimal(moments.mean, 1);
    either!(
        lang,
        "{mean} (sans intervalle : {values})",
        "{mean} (no interval: {values})"
    )
}

/// Formats a mean with the range of its values: `31.2 (4–310)`.
pub fn mean_with_range(mean: &NamedMean, lang: Lang) -> String {
    let moments = &mean.moments;
    let Some(interval) = mean.interval else {
        return mean_with_value_count(moments, lang);
    };
    let estimate = lang.decimal(moments.mean, decimals(interval.half_width()));
    let [min, max] = [moments.min, moments.max].map(|number| lang.integer(number.unsigned_abs()));
    format!("{estimate} ({min}–{max})")
}

/// Returns the number of decimals that gives three significant digits.
pub fn decimals_for_three_digits(number: f64) -> usize {
    if number == 0.0 {
        2
    } else {
        (2.0 - number.abs().log10().floor()).clamp(0.0, 10.0) as usize
    }
}

/// Returns the number of decimals that gives a percentage three significant digits; near 100 %, those of its distance
/// from 100 %.
fn percent_decimals_for_three_digits(share: f64) -> usize {
    decimals_for_three_digits(100.0 * if share < 0.995 { share } else { 1.0 - share })
}

/// Formats a proportion. With none or all of the deals, it gives their number and a bound for the distance from 0 or 1.
fn format_proportion(
    named: &NamedProportion,
    lang: Lang,
    share: impl Fn(f64, Interval, Lang) -> String,
) -> String {
    let Proportion {
        count,
        undecided,
        total,
    } = named.proportion;
    let interval = named.interval;
    let digits = percent_decimals(interval.half_width());
    if undecided == 0 && count == 0 {
        let total = lang.integer(total);
        let high = lang.percent(interval.high, digits);
        return either!(
            lang,
            "0 sur {total}, au plus {high}",
            "0 of {total}, at most {high}"
        );
    }
    if undecided == 0 && count == total {
        let total = lang.integer(total);
        let low = lang.percent(interval.low, digits);
        return either!(
            lang,
            "{total} sur {total}, au moins {low}",
            "{total} of {total}, at least {low}"
        );
    }
    share(named.proportion.estimate(), interval, lang)
}

fn format_mean(
    quantity: Option<&NamedMean>,
    lang: Lang,
    number: impl Fn(f64, Interval, Lang) -> String,
) -> String {
    quantity.map_or_else(String::new, |found| match found.interval {
        Some(interval) => number(found.moments.mean, interval, lang),
        None => mean_with_value_count(&found.moments, lang),
    })
}

fn estimate_with_optional_interval(
    estimate: f64,
    interval: Interval,
    lang: Lang,
    write: impl Fn(f64) -> String,
) -> String {
    if write(interval.low) == write(interval.high) {
        write(estimate)
    } else {
        estimate_with_interval(estimate, interval, lang, write)
    }
}

fn estimate_with_interval(
    estimate: f64,
    interval: Interval,
    lang: Lang,
    write: impl Fn(f64) -> String,
) -> String {
    format!(
        "{} {}",
        write(estimate),
        lang.interval_bounds(write(interval.low), write(interval.high))
    )
}
