//! The chart of the rows that a command selects: each estimate with its interval, between its name and its number.

use super::figures::{deal_count_range, distinct, figure_with_deals};
use super::terminal_report::{RunRow, estimate_cells, rows_to_display};
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, NumberFormat, Panel, Plot, Series,
    SeriesKind,
};
use crate::lang::{Lang, Text, capitalize};
use crate::report::Glossary;
use pioche_engine::sim::table::Field;
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
    title: Text,
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
    let mut title_parts = vec![title.in_lang(lang).to_owned()];
    if let [panel] = &mut panels[..] {
        title_parts.extend(panel.title.take());
    }
    title_parts.extend(selected.constant_settings());
    Some(figure_with_deals(
        title_parts.join(" · "),
        panels,
        &deal_count_range(summaries, lang),
        summaries,
        lang,
    ))
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
                let estimate = row.1;
                let point = ChartPoint {
                    x,
                    y: estimate.value,
                    interval: estimate
                        .interval
                        .map(|interval| (interval.low, interval.high)),
                };
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
        let [number, interval] = estimate_cells(row, self.is_table_of_shares(), self.lang);
        EstimateRow {
            label,
            value: row.value,
            interval: row.interval.map(|interval| (interval.low, interval.high)),
            text: format!("{number} {interval}").trim_end().to_owned(),
        }
    }

    /// Returns the value of the selected column in a row.
    fn row_value(&self, (_, row): RunRow<'_>) -> String {
        let value = row.field(self.name_column);
        value.map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the selected column of a row in words.
    fn row_name(&self, (_, row): RunRow<'_>) -> String {
        match row.field(self.name_column) {
            Some(FieldValue::Word(word)) if word.parse::<u64>().is_err() => {
                self.glossary.translate(self.lang, word)
            }
            Some(value) => self
                .glossary
                .setting_phrase(self.lang, self.name_column, value),
            None => String::new(),
        }
    }

    /// Returns the settings in which the rows differ.
    fn varying_keys(&self) -> Vec<&'static str> {
        let settings: Vec<&[Field]> = self
            .rows
            .iter()
            .map(|(_, row)| row.fields.as_slice())
            .collect();
        let mut keys = differing_settings(settings);
        keys.retain(|key| *key != self.name_column);
        keys
    }

    /// Returns settings of a row in words.
    fn setting_phrases(&self, (_, row): RunRow<'_>, keys: &[&'static str]) -> Vec<String> {
        let fields = row.fields.iter().filter(|field| keys.contains(&field.key));
        let mut phrases: Vec<String> = fields
            .map(|field| setting_words(self.glossary, self.lang, field))
            .collect();
        phrases.retain(|phrase| !phrase.is_empty());
        phrases
    }

    /// Returns the settings that all rows share, in words, without those that titles leave out.
    fn constant_settings(&self) -> Vec<String> {
        let varying_keys = self.varying_keys();
        let Some((_, row)) = self.rows.first() else {
            return Vec::new();
        };
        let mut phrases = Vec::new();
        for field in &row.fields {
            let title_phrase = self
                .glossary
                .setting_phrase(self.lang, field.key, &field.value);
            let is_constant = field.key != self.name_column && !varying_keys.contains(&field.key);
            if is_constant && !title_phrase.is_empty() {
                phrases.push(setting_words(self.glossary, self.lang, field));
            }
        }
        phrases
    }
}

/// Returns a setting of a row that is a number.
fn number_setting((_, row): RunRow<'_>, key: &str) -> Option<f64> {
    let number = row.field(key)?.number()?;
    Some(number as f64)
}

/// Returns a setting in words: a word by its label, anything else as in titles.
pub(super) fn setting_words(glossary: &dyn Glossary, lang: Lang, field: &Field) -> String {
    let text = field.value.to_string();
    let label = glossary.translate(lang, &text);
    if label == text {
        glossary.setting_phrase(lang, field.key, &field.value)
    } else {
        label
    }
}
