//! The chart of the rows that a command selects: each estimate with its interval, between its name and its number.

use super::RunRow;
use super::figures::{distinct, figure_with_title};
use super::terminal_report::{estimate_cells, rows_to_display};
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, NumberFormat, Panel, Plot, Series,
    SeriesKind,
};
use crate::lang::{Glossary, Lang, Text, capitalize};
use pioche_engine::sim::table::{Field, RowEstimate};
use pioche_engine::sim::{Column, FieldValue, Summary, differing_settings};

/// The largest number of rows that a page holds one below another.
const MAX_LISTED_ROWS: usize = 45;
/// The largest number of panels of a chart.
const MAX_PANELS: usize = 12;

/// The selected rows of some runs and the words for them.
struct SelectedRows<'a> {
    rows: Vec<RunRow<'a>>,
    /// The column that names a row within a run.
    name_column: &'a str,
    glossary: &'a dyn Glossary,
    lang: Lang,
}

/// Draws the selected rows of some runs, with a panel for each value of the selected column, or a single one for a single
/// run. Many rows are drawn as lines over a setting that is a number. Returns `None` when no rows are selected, or too many
/// for a chart.
pub fn selected_rows_figure(
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<Figure> {
    let selection = summaries
        .iter()
        .find_map(|summary| summary.row_selection.as_ref())?;
    let rows = rows_to_display(summaries);
    let row_count = rows.len();
    let selected = SelectedRows {
        rows,
        name_column: &selection.column,
        glossary,
        lang,
    };
    let mut panels = if row_count <= MAX_LISTED_ROWS {
        selected.list_panels()
    } else {
        selected.line_panels()?
    };
    if !(1..=MAX_PANELS).contains(&panels.len()) {
        return None;
    }
    let mut title_parts = vec![glossary.title().in_lang(lang).to_owned()];
    if let [panel] = &mut panels[..] {
        title_parts.extend(panel.title.take());
    }
    title_parts.extend(selected.constant_settings());
    let title = title_parts.join(" · ");
    Some(figure_with_title(title, panels, summaries, lang))
}

impl SelectedRows<'_> {
    fn list_panels(&self) -> Vec<Panel> {
        let varying_keys = self.varying_keys();
        let values = distinct(self.rows.iter().map(|row| self.row_value(*row)));
        if varying_keys.is_empty() && self.is_table_of_shares() {
            let rows = self
                .rows
                .iter()
                .map(|row| self.estimate_row(*row, self.row_name(*row)));
            return vec![self.panel(rows.collect())];
        }
        let mut panels = Vec::new();
        for value in values {
            let mut estimates = Vec::new();
            let mut panel_title = String::new();
            for row in &self.rows {
                if self.row_value(*row) == value {
                    let name = self.setting_phrases(*row, &varying_keys).join(", ");
                    estimates.push(self.estimate_row(*row, name));
                    panel_title = self.row_name(*row);
                }
            }
            panels.push(self.panel(estimates).with_title(panel_title));
        }
        panels
    }

    fn panel(&self, rows: Vec<EstimateRow>) -> Panel {
        Panel::new(EstimateList {
            axis: self.value_axis(),
            rows,
        })
    }

    fn value_axis(&self) -> Axis {
        const PROBABILITY: Text = Text::new("Probabilité", "Probability");
        const ESTIMATE: Text = Text::new("Estimation", "Estimate");
        let (label, format) = if self.is_table_of_shares() {
            (PROBABILITY, NumberFormat::Percent)
        } else {
            (ESTIMATE, NumberFormat::Decimal)
        };
        Axis::new(label.in_lang(self.lang), format)
    }

    /// Returns a plot for each value of the selected column: the estimates over the first varying setting that is a number,
    /// with a line for each combination of the others. Returns `None` without such a setting.
    fn line_panels(&self) -> Option<Vec<Panel>> {
        let mut keys = self.varying_keys();
        let size_index = keys.iter().position(|key| {
            self.rows
                .iter()
                .all(|row| number_setting(*row, key).is_some())
        })?;
        let size_key = keys.remove(size_index);
        let size_label = capitalize(&self.glossary.translate(self.lang, size_key));
        let mut panels = Vec::new();
        for value in distinct(self.rows.iter().map(|row| self.row_value(*row))) {
            let mut lines: Vec<Series> = Vec::new();
            let mut panel_title = String::new();
            for row in &self.rows {
                if self.row_value(*row) != value {
                    continue;
                }
                let x = number_setting(*row, size_key)?;
                panel_title = self.row_name(*row);
                let label = self.setting_phrases(*row, &keys).join(", ");
                let point = chart_point(x, &row.1.estimate);
                match lines.iter_mut().find(|line| line.label == label) {
                    Some(line) => line.points.push(point),
                    None => lines.push(Series::new(label, SeriesKind::Line, vec![point])),
                }
            }
            for line in &mut lines {
                line.points.sort_by(|one, other| one.x.total_cmp(&other.x));
            }
            let x_axis = Axis::new(size_label.clone(), NumberFormat::Integer);
            let plot = Plot::new(x_axis, self.value_axis(), lines);
            panels.push(Panel::new(plot).with_title(panel_title));
        }
        Some(panels)
    }

    fn is_table_of_shares(&self) -> bool {
        self.rows
            .iter()
            .all(|(summary, _)| summary.columns.contains(&Column::Probability))
    }

    fn estimate_row(&self, (_, row): RunRow<'_>, label: String) -> EstimateRow {
        let estimate = &row.estimate;
        let [number, interval] = estimate_cells(estimate, self.is_table_of_shares(), self.lang);
        EstimateRow {
            label,
            value: estimate.value,
            interval: estimate
                .interval
                .map(|interval| (interval.low, interval.high)),
            text: format!("{number} {interval}").trim_end().to_owned(),
        }
    }

    /// Returns the value of the selected column in a row.
    fn row_value(&self, (_, row): RunRow<'_>) -> String {
        let value = row.key.get(self.name_column);
        value.map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the selected column of a row in words.
    fn row_name(&self, row: RunRow<'_>) -> String {
        let value = self.row_value(row);
        if value.parse::<u64>().is_ok() {
            self.glossary
                .setting_phrase(self.lang, self.name_column, &value)
        } else {
            self.glossary.translate(self.lang, &value)
        }
    }

    fn varying_keys(&self) -> Vec<&'static str> {
        varying_keys(&self.rows, self.name_column)
    }

    /// Returns settings of a row in words.
    fn setting_phrases(&self, (_, row): RunRow<'_>, keys: &[&str]) -> Vec<String> {
        setting_phrases(&row.key.0, keys, self.glossary, self.lang)
    }

    /// Returns the settings that all rows share, in words, without those that titles leave out.
    fn constant_settings(&self) -> Vec<String> {
        let varying_keys = self.varying_keys();
        let Some((_, row)) = self.rows.first() else {
            return Vec::new();
        };
        let mut phrases = Vec::new();
        for field in &row.key.0 {
            let value = field.value.to_string();
            let title_phrase = self.glossary.setting_phrase(self.lang, field.key, &value);
            let is_constant = field.key != self.name_column && !varying_keys.contains(&field.key);
            if is_constant && !title_phrase.is_empty() {
                phrases.push(setting_words(self.glossary, self.lang, field.key, &value));
            }
        }
        phrases
    }
}

/// Returns a setting of a row that is a number.
fn number_setting((_, row): RunRow<'_>, key: &str) -> Option<f64> {
    match row.key.get(key)? {
        FieldValue::Number(number) => Some(*number as f64),
        FieldValue::Word(_) | FieldValue::List(_) => None,
    }
}

/// Returns the settings in which rows differ, without the column that names them.
pub(super) fn varying_keys(rows: &[RunRow<'_>], name_column: &str) -> Vec<&'static str> {
    let settings: Vec<&[Field]> = rows.iter().map(|(_, row)| row.key.0.as_slice()).collect();
    let mut keys = differing_settings(settings);
    keys.retain(|key| *key != name_column);
    keys
}

/// Returns the settings with these keys in words.
pub(super) fn setting_phrases<'a>(
    settings: impl IntoIterator<Item = &'a Field>,
    keys: &[&str],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Vec<String> {
    let mut phrases = Vec::new();
    for field in settings {
        if keys.contains(&field.key) {
            let value = field.value.to_string();
            phrases.push(setting_words(glossary, lang, field.key, &value));
        }
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases
}

/// Returns the point of an estimate with its interval.
pub(super) fn chart_point(x: f64, estimate: &RowEstimate) -> ChartPoint {
    let interval = estimate.interval;
    ChartPoint {
        x,
        y: estimate.value,
        interval: interval.map(|interval| (interval.low, interval.high)),
    }
}

/// Returns a setting in words: a word by its label, anything else as in titles.
fn setting_words(glossary: &dyn Glossary, lang: Lang, key: &str, value: &str) -> String {
    let label = glossary.translate(lang, value);
    if label == value {
        glossary.setting_phrase(lang, key, value)
    } else {
        label
    }
}
