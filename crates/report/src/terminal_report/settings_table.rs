//! The table of several settings: a line for each, with the asked share, its difference to the usual setting, other rows as plain
//! columns, and a mean.

use super::{Report, threshold};
use crate::RunRow;
use crate::lang::{Lang, either};
use crate::number::{PageNumber, difference_cell, visible_decimals};
use crate::table::{Cell, Table};
use pioche_engine::sim::{Column, MeasureEstimate};
use pioche_engine::stats::Estimate;

/// The largest number of other rows that have a column each.
const MAX_OTHER_ROWS: usize = 5;

/// The lines of one setting: its rows in the order of the run.
type SettingRows<'r> = &'r [RunRow<'r>];

/// The parts of the table that a narrow terminal has no room for.
#[derive(Clone, Copy)]
struct TableParts {
    has_mean: bool,
    has_difference_interval: bool,
    other_rows: usize,
}

impl Report<'_> {
    /// Returns the table of the settings; `None` for a single run, and for rows that are no probabilities.
    pub(super) fn settings_table(&self, rows: &[RunRow<'_>]) -> Option<Table> {
        let (first, _) = rows.first()?;
        if self.summaries.len() < 2 || !first.columns.contains(&Column::Probability) {
            return None;
        }
        let settings: Vec<SettingRows<'_>> = rows
            .chunk_by(|row, next| self.header_cells(*row) == self.header_cells(*next))
            .collect();
        let names = self.row_names(rows);
        let table = |parts| self.table_with_parts(&settings, &names, parts);
        let fits = |parts| table(parts).fits(self.view.lang, self.view.terminal_columns);
        let mut parts = TableParts {
            has_mean: false,
            has_difference_interval: true,
            other_rows: 0,
        };
        parts.has_difference_interval = fits(parts);
        for other_rows in 1..names.len() {
            let more_parts = TableParts {
                other_rows,
                ..parts
            };
            if fits(more_parts) {
                parts = more_parts;
            }
        }
        parts.has_mean = fits(TableParts {
            has_mean: true,
            ..parts
        });
        Some(table(parts))
    }

    /// Returns the names of the rows with a column: the asked one first. Of thresholds without a selection, these are twice and
    /// four times the asked one.
    fn row_names(&self, rows: &[RunRow<'_>]) -> Vec<String> {
        let (first, _) = rows[0];
        let mut names: Vec<String> = Vec::new();
        for row in rows {
            let name = row_name(*row);
            let is_met = row.1.count != Some(0) || row.0.row_selection.is_some();
            if is_met && !names.contains(&name) {
                names.push(name);
            }
        }
        let asked_name = if first.row_selection.is_some() {
            names[0].clone()
        } else {
            (self.view.glossary.finding().main_row)(first)
        };
        if let Some(number) = asked_name
            .parse::<u64>()
            .ok()
            .filter(|_| threshold(&rows[0]).is_some())
        {
            let multiples = [2 * number, 4 * number].map(|multiple| multiple.to_string());
            names.retain(|name| multiples.contains(name));
        }
        names.retain(|name| *name != asked_name);
        names.truncate(MAX_OTHER_ROWS);
        names.insert(0, asked_name);
        names
    }

    fn table_with_parts(
        &self,
        settings: &[SettingRows<'_>],
        names: &[String],
        parts: TableParts,
    ) -> Table {
        let lang = self.view.lang;
        let is_compared = |rows: &SettingRows<'_>| {
            find_row(rows, &names[0]).is_some_and(|row| row.1.difference.is_some())
        };
        let has_differences = settings.iter().any(is_compared);
        let means: Vec<Option<&MeasureEstimate>> = settings.iter().map(|rows| mean(rows)).collect();
        let has_means = parts.has_mean && means.iter().any(Option::is_some);
        let mut headings = self.header_headings();
        let row_header_columns = headings.len();
        headings.push(format!(
            "{}, %",
            self.row_heading(settings[0][0], &names[0])
        ));
        if has_differences {
            headings.push(either!(lang, "écart", "difference"));
        }
        let other_names = &names[1..=parts.other_rows];
        headings.extend(
            other_names
                .iter()
                .map(|name| self.row_heading(settings[0][0], name)),
        );
        if has_means {
            headings.push(self.mean_heading(&means));
        }
        let mut text_rows = Vec::new();
        for (rows, mean) in settings.iter().zip(&means) {
            let mut cells = self.header_cells(rows[0]);
            if is_usual(rows[0])
                && let Some(cell) = cells.last_mut()
            {
                cell.push_str(" *");
            }
            let asked_row = find_row(rows, &names[0]);
            cells.push(asked_row.map_or_else(String::new, |row| share_cell(row, lang)));
            if has_differences {
                cells.push(
                    asked_row.map_or_else(String::new, |row| self.difference_text(row.1, parts)),
                );
            }
            for name in other_names {
                let other_row = find_row(rows, name);
                cells.push(other_row.map_or_else(String::new, |(_, row)| share_text(row, lang)));
            }
            if has_means {
                cells.push(
                    mean.map_or_else(String::new, |mean| PageNumber::from(mean).value_text(lang)),
                );
            }
            text_rows.push(cells);
        }
        Table::of_texts(row_header_columns, headings, text_rows)
    }

    /// Returns the heading of a row's column: its word, or "≤ 4" for a threshold.
    fn row_heading(&self, row: RunRow<'_>, name: &str) -> String {
        let (summary, _) = row;
        let has_thresholds = summary.columns.contains(&Column::Wins);
        if has_thresholds {
            return format!("≤\u{a0}{name}");
        }
        let is_number = name.parse::<u64>().is_ok();
        let word = self.view.translate(name);
        if is_number {
            format!(
                "{} {word}",
                self.view
                    .translate(summary.row_name_column().unwrap_or_default())
            )
        } else {
            word
        }
    }

    /// Returns the heading of the means: the name that all have, or a common one.
    fn mean_heading(&self, means: &[Option<&MeasureEstimate>]) -> String {
        let mut names = means.iter().flatten().map(|mean| mean.name);
        let first = names.next().unwrap_or_default();
        if names.all(|name| name == first) && first != "nb_tas" {
            self.view.translate(first)
        } else {
            either!(self.view.lang, "moyenne", "mean").to_owned()
        }
    }

    /// Returns a difference in percentage points, with its sign; exact where both shares are.
    fn difference_text(&self, row: &MeasureEstimate, parts: TableParts) -> String {
        let Some(difference) = row.difference else {
            return String::new();
        };
        let lang = self.view.lang;
        let text = if let Some(exact) = difference.exact.filter(|_| row.exact.is_some()) {
            lang.decimal(100.0 * exact, 2)
        } else if let Some(interval) = difference
            .interval
            .filter(|_| parts.has_difference_interval)
        {
            let estimate = Estimate {
                value: difference.value,
                interval,
            };
            difference_cell(estimate.scaled(100.0), lang)
        } else {
            lang.decimal(100.0 * difference.value, 1)
        };
        if difference.value > 0.0 {
            format!("+{text}")
        } else {
            text
        }
    }

    /// Returns the note below the table: how shares and differences are estimated, and what shows more.
    pub(super) fn settings_note(&self, table: &Table) -> String {
        let lang = self.view.lang;
        let level = lang.confidence_level(self.summaries[0].confidence.level());
        let mut cells = table.rows.iter().flatten();
        let has_intervals =
            cells.any(|cell| matches!(cell, Cell::Text(text) if text.contains('[')));
        let mut estimates = self.summaries.iter().flat_map(|summary| &summary.estimates);
        let has_differences = estimates.any(|estimate| estimate.difference.is_some());
        let is_independent = self.summaries.iter().all(|summary| summary.joint.is_none());
        let mut note = if has_intervals {
            either!(
                lang,
                "[ ] : intervalles à {level}.",
                "[ ]: {level} intervals."
            )
        } else {
            either!(lang, "Valeurs exactes, en %.", "Exact values, in %.")
        };
        note += &if !has_differences {
            String::new()
        } else if !has_intervals {
            either!(
                lang,
                " Écarts avec * : en points.",
                " Differences to *: percentage points."
            )
        } else if is_independent {
            either!(
                lang,
                " Écarts avec * : en points, sur des donnes indépendantes.",
                " Differences to *: percentage points, on independent deals."
            )
        } else {
            either!(
                lang,
                " Écarts avec * : en points, donne par donne sur les mêmes donnes.",
                " Differences to *: percentage points, deal by deal on the same deals."
            )
        };
        let option = self.summaries[0]
            .row_name_column()
            .unwrap_or_default()
            .replace('_', "-");
        note + &either!(
            lang,
            " Autres lignes : --{option} ; tout : --all.",
            " Other rows: --{option}; everything: --all."
        )
    }
}

/// Returns the name of a row within its run, as in files.
fn row_name((summary, row): RunRow<'_>) -> String {
    let column = summary.row_name_column().unwrap_or_default();
    row.field(column)
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Returns the row with this name.
fn find_row<'r>(rows: SettingRows<'r>, name: &str) -> Option<RunRow<'r>> {
    rows.iter().find(|row| row_name(**row) == name).copied()
}

/// Returns true for a row of the game with which others are compared.
fn is_usual((summary, row): RunRow<'_>) -> bool {
    let Some(usual) = &summary.usual else {
        return false;
    };
    let mut settings = usual.settings.iter();
    summary.seed() == usual.seed
        && settings.all(|field| {
            let value = row
                .field(field.key())
                .or_else(|| summary.setting(field.key()));
            value == Some(&field.value)
        })
}

/// Returns the mean of the game of these rows: the first one that follows them in the run.
fn mean<'r>(rows: SettingRows<'r>) -> Option<&'r MeasureEstimate> {
    let (summary, last_row) = rows.last()?;
    let position = summary.estimates.iter().rposition(|estimate| {
        estimate.is_row() && same_settings(summary.row_name_column(), estimate, last_row)
    })?;
    let mut following = summary.estimates[position..].iter();
    following.find(|estimate| !estimate.is_row() && estimate.moments.is_some())
}

/// Returns true if two rows differ only in their names.
fn same_settings(
    row_name_column: Option<&str>,
    row: &MeasureEstimate,
    other: &MeasureEstimate,
) -> bool {
    let mut fields = row.fields.iter().zip(&other.fields);
    fields.all(|(field, other)| field == other || Some(field.key()) == row_name_column)
}

/// Formats a share in per cent with its interval; a certain or exact one has none.
fn share_cell((_, row): RunRow<'_>, lang: Lang) -> String {
    let interval_estimate = row.interval_estimate();
    match interval_estimate.filter(|_| row.certain_share().is_none()) {
        Some(estimate) => difference_cell(estimate.scaled(100.0), lang),
        None => share_text(row, lang),
    }
}

/// Formats a share in per cent: an exact one with two decimals, or as many as show that it is not 0, and an estimate with the
/// digits that its interval supports; that of 0 is its bound.
fn share_text(row: &MeasureEstimate, lang: Lang) -> String {
    if let Some(interval) = row
        .interval
        .filter(|interval| row.value == 0.0 && interval.high > 0.0)
    {
        let percentage = 100.0 * interval.high;
        let decimals = visible_decimals(percentage, percentage);
        return format!("≤\u{a0}{}", lang.decimal(percentage, decimals));
    }
    let percentage = 100.0 * row.exact.unwrap_or(row.value);
    let half_width = row
        .interval
        .map_or(0.0, |interval| 100.0 * interval.half_width());
    lang.decimal(percentage, visible_decimals(percentage, half_width))
}
