//! Charts of the rows of some runs: that of the rows which a command selects, and the native chart of a workbook.

use super::RunRow;
use super::data_table::{DataCell, largest_run_rows};
use super::figures::{distinct, figure_with_title};
use super::terminal_report::{estimate_cells, rows_to_display};
use crate::Glossary;
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, NumberFormat, Panel, Plot, Series,
    SeriesKind, StyleChoice,
};
use crate::lang::{Lang, Text, capitalize};
use pioche_engine::sim::{Column, Field, FieldValue, MeasureEstimate, Summary, differing_settings};

/// The largest number of rows that a page holds one below another.
const MAX_LISTED_ROWS: usize = 45;
/// The largest number of panels of a chart.
const MAX_PANELS: usize = 12;

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
    let selected = NamedRows::new(rows, &selection.column, glossary, lang);
    let mut panels = if selected.rows.len() <= MAX_LISTED_ROWS {
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

/// A sheet with a chart: a small table of estimates, and a native chart of its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSheet {
    pub title: String,
    /// The positions on the horizontal axis, from 0 on: numbers or names.
    pub categories: Vec<DataCell>,
    /// The estimates: lines or bars with intervals, or stacked bars without.
    pub plot: Plot,
}

/// Returns the sheet with the chart of some runs; `None` for runs without rows. Of rows with the same key only that of the
/// run with the most deals is drawn.
///
/// Rows named by numbers, such as numbers of piles, give a line for each run. Outcomes that occur are stacked for each
/// run; those of a single run have their intervals. Of other statistics only the first is drawn, since their units differ.
pub fn chart_sheet(
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<ChartSheet> {
    let name_column = summaries.first()?.row_name_column()?;
    let rows = NamedRows::new(largest_run_rows(summaries), name_column, glossary, lang);
    let names = rows.names();
    let has_numbers = names
        .iter()
        .all(|name| matches!(name, FieldValue::Number(_)));
    let sheet = if has_numbers {
        rows.sheet_of_names(SeriesKind::Line)
    } else if rows.are_shares() && rows.runs().len() == 1 {
        rows.sheet_of_names(SeriesKind::Bars)
    } else {
        rows.sheet_of_runs()
    };
    Some(sheet).filter(|sheet| !sheet.plot.series.is_empty())
}

/// The rows of some runs and the words for them.
struct NamedRows<'a> {
    rows: Vec<RunRow<'a>>,
    /// The column that names a row within a run.
    name_column: &'a str,
    /// The settings in which the rows differ.
    varying_keys: Vec<&'static str>,
    glossary: &'a dyn Glossary,
    lang: Lang,
}

impl<'a> NamedRows<'a> {
    fn new(
        rows: Vec<RunRow<'a>>,
        name_column: &'a str,
        glossary: &'a dyn Glossary,
        lang: Lang,
    ) -> Self {
        let settings: Vec<&[Field]> = rows.iter().map(|(_, row)| row.fields.as_slice()).collect();
        let mut varying_keys = differing_settings(settings);
        varying_keys.retain(|key| *key != name_column);
        Self {
            rows,
            name_column,
            varying_keys,
            glossary,
            lang,
        }
    }

    fn are_shares(&self) -> bool {
        self.rows
            .iter()
            .all(|(summary, _)| summary.columns.contains(&Column::Probability))
    }

    fn value_axis(&self) -> Axis {
        const PROBABILITY: Text = Text::new("Probabilité", "Probability");
        const ESTIMATE: Text = Text::new("Estimation", "Estimate");
        let (label, format) = if self.are_shares() {
            (PROBABILITY, NumberFormat::Percent)
        } else {
            (ESTIMATE, NumberFormat::Decimal)
        };
        Axis::new(label.in_lang(self.lang), format)
    }

    /// Returns the names of rows.
    fn names(&self) -> Vec<&'a FieldValue> {
        let rows = self.rows.iter();
        distinct(rows.filter_map(|(_, row)| row.field(self.name_column)))
    }

    fn rows_with_name(&self, name: &FieldValue) -> impl Iterator<Item = &'a MeasureEstimate> {
        let rows = self.rows.iter().map(|(_, row)| *row);
        rows.filter(move |row| row.field(self.name_column) == Some(name))
    }

    /// Returns the name of a row in words; a number as in titles.
    fn name_phrase(&self, name: &FieldValue) -> String {
        match name {
            FieldValue::Word(word) if word.parse::<u64>().is_err() => {
                self.glossary.translate(self.lang, word)
            }
            value => self
                .glossary
                .setting_phrase(self.lang, self.name_column, value),
        }
    }

    /// Returns settings in words, without those that need none: a word by its label, anything else as in titles.
    fn phrases<'f>(&self, fields: impl IntoIterator<Item = &'f Field>) -> Vec<String> {
        let mut phrases = Vec::new();
        for field in fields {
            let text = field.value.to_string();
            let label = self.glossary.translate(self.lang, &text);
            phrases.push(if label == text {
                self.glossary
                    .setting_phrase(self.lang, field.key(), &field.value)
            } else {
                label
            });
        }
        phrases.retain(|phrase| !phrase.is_empty());
        phrases
    }

    /// Returns the settings of a row that vary, in words; `except` is left out.
    fn varying_phrases(&self, row: &MeasureEstimate, except: Option<&str>) -> String {
        let is_named = |key: &'static str| self.varying_keys.contains(&key) && except != Some(key);
        let fields = row.fields.iter().filter(|field| is_named(field.key()));
        self.phrases(fields).join(", ")
    }

    /// Returns the settings that all rows share, in words, without those that titles leave out.
    fn constant_settings(&self) -> Vec<String> {
        let Some((_, row)) = self.rows.first() else {
            return Vec::new();
        };
        let mut fields: Vec<&Field> = row.fields.iter().collect();
        fields.retain(|field| {
            let title_phrase = self
                .glossary
                .setting_phrase(self.lang, field.key(), &field.value);
            let is_constant =
                field.key() != self.name_column && !self.varying_keys.contains(&field.key());
            is_constant && !title_phrase.is_empty()
        });
        self.phrases(fields)
    }

    fn list_panels(&self) -> Vec<Panel> {
        if self.varying_keys.is_empty() && self.are_shares() {
            let rows = self.rows.iter().map(|(_, row)| {
                let name = row.field(self.name_column);
                let label = name.map_or_else(String::new, |name| self.name_phrase(name));
                self.estimate_row(row, label)
            });
            return vec![self.list_panel(rows.collect())];
        }
        let mut panels = Vec::new();
        for name in self.names() {
            let mut estimates = Vec::new();
            for row in self.rows_with_name(name) {
                estimates.push(self.estimate_row(row, self.varying_phrases(row, None)));
            }
            let panel = self.list_panel(estimates);
            panels.push(panel.with_title(self.name_phrase(name)));
        }
        panels
    }

    fn list_panel(&self, rows: Vec<EstimateRow>) -> Panel {
        let axis = self.value_axis();
        Panel::new(EstimateList { axis, rows })
    }

    fn estimate_row(&self, row: &MeasureEstimate, label: String) -> EstimateRow {
        let [number, interval] = estimate_cells(row, self.are_shares(), self.lang);
        let point = chart_point(0.0, row);
        EstimateRow {
            label,
            value: point.y,
            interval: point.interval,
            text: format!("{number} {interval}").trim_end().to_owned(),
        }
    }

    /// Returns a plot for each name: the estimates over the first varying setting that is a number, with a line for each
    /// combination of the others. Returns `None` without such a setting.
    fn line_panels(&self) -> Option<Vec<Panel>> {
        let is_number = |key: &&&str| {
            self.rows
                .iter()
                .all(|(_, row)| number_setting(row, key).is_some())
        };
        let size_key = *self.varying_keys.iter().find(is_number)?;
        let size_label = capitalize(&self.glossary.translate(self.lang, size_key));
        let mut panels = Vec::new();
        for name in self.names() {
            let mut lines: Vec<Series> = Vec::new();
            for row in self.rows_with_name(name) {
                let point = chart_point(number_setting(row, size_key)?, row);
                let label = self.varying_phrases(row, Some(size_key));
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
            panels.push(Panel::new(plot).with_title(self.name_phrase(name)));
        }
        Some(panels)
    }

    /// Returns the names of rows, numbers in their order.
    fn sorted_names(&self) -> Vec<&'a FieldValue> {
        let mut names = self.names();
        names.sort_by_key(|name| match name {
            FieldValue::Number(number) => *number,
            FieldValue::Word(_) | FieldValue::List(_) => 0,
        });
        names
    }

    fn run_settings(&self, row: &'a MeasureEstimate) -> Vec<&'a Field> {
        let mut settings: Vec<&Field> = row.fields.iter().collect();
        settings.retain(|field| field.key() != self.name_column);
        settings
    }

    /// Returns a row of each run.
    fn runs(&self) -> Vec<&'a MeasureEstimate> {
        let mut runs: Vec<&MeasureEstimate> = Vec::new();
        for (_, row) in &self.rows {
            let settings = self.run_settings(row);
            if runs.iter().all(|run| self.run_settings(run) != settings) {
                runs.push(row);
            }
        }
        runs
    }

    /// Returns the settings in which a run differs from others, in words; `fallback` if there are none.
    fn run_words(&self, run: &MeasureEstimate, fallback: &str) -> String {
        let words = self.varying_phrases(run, None);
        if words.is_empty() {
            fallback.to_owned()
        } else {
            words
        }
    }

    /// Returns a sheet with a series for each run over the names of the rows.
    fn sheet_of_names(&self, kind: SeriesKind) -> ChartSheet {
        let names = self.sorted_names();
        let value_axis = self.value_axis();
        let mut series = Vec::new();
        for (index, run) in self.runs().into_iter().enumerate() {
            let label = self.run_words(run, &value_axis.label);
            let keys = names.iter().map(|name| (run, *name));
            series.push(self.series(label, kind, index, keys));
        }
        let categories = names.iter().map(|name| match name {
            FieldValue::Number(number) => DataCell::Count(*number),
            _ => DataCell::Text(self.glossary.translate(self.lang, &name.to_string())),
        });
        let heading = capitalize(&self.glossary.translate(self.lang, self.name_column));
        self.sheet(categories.collect(), heading, value_axis, series)
    }

    /// Returns a sheet with a series for each outcome over the runs, or with a line for the first statistic.
    fn sheet_of_runs(&self) -> ChartSheet {
        let runs = self.runs();
        let names = self.sorted_names();
        let name_words = |name: &FieldValue| self.glossary.translate(self.lang, &name.to_string());
        let mut value_axis = self.value_axis();
        let (kind, drawn_names) = if self.are_shares() {
            (SeriesKind::StackedBars, &names[..])
        } else {
            value_axis.label = capitalize(&name_words(names[0]));
            (SeriesKind::Line, &names[..1])
        };
        let mut series = Vec::new();
        for (index, name) in drawn_names.iter().enumerate() {
            let keys = runs.iter().map(|run| (*run, *name));
            let outcome = self.series(name_words(name), kind, index, keys);
            let occurs = outcome.points.iter().any(|point| point.y > 0.0);
            if occurs || kind == SeriesKind::Line {
                series.push(outcome);
            }
        }
        let title = self.glossary.title().in_lang(self.lang);
        let categories = runs
            .iter()
            .map(|run| DataCell::Text(self.run_words(run, title)));
        let heading = Text::new("Simulation", "Run").in_lang(self.lang);
        self.sheet(categories.collect(), heading.to_owned(), value_axis, series)
    }

    fn sheet(
        &self,
        categories: Vec<DataCell>,
        category_heading: String,
        value_axis: Axis,
        series: Vec<Series>,
    ) -> ChartSheet {
        let category_axis = Axis::new(category_heading, NumberFormat::Integer);
        ChartSheet {
            title: self.glossary.title().in_lang(self.lang).to_owned(),
            categories,
            plot: Plot::new(category_axis, value_axis, series),
        }
    }

    /// Returns the series of the rows of these runs with these names, a category each; `index` is that of its colour, since
    /// an outcome has the same colour in every chart.
    fn series(
        &self,
        label: String,
        kind: SeriesKind,
        index: usize,
        keys: impl Iterator<Item = (&'a MeasureEstimate, &'a FieldValue)>,
    ) -> Series {
        let mut points = Vec::new();
        for (category, (run, name)) in keys.enumerate() {
            let settings = self.run_settings(run);
            let mut rows = self.rows_with_name(name);
            if let Some(row) = rows.find(|row| self.run_settings(row) == settings) {
                points.push(chart_point(category as f64, row));
            }
        }
        Series::new(label, kind, points).with_style(StyleChoice::Index(index))
    }
}

/// Returns the point of an estimate with its interval.
fn chart_point(x: f64, row: &MeasureEstimate) -> ChartPoint {
    ChartPoint {
        x,
        y: row.value,
        interval: row.interval.map(|interval| (interval.low, interval.high)),
    }
}

/// Returns a setting of a row that is a number.
fn number_setting(row: &MeasureEstimate, key: &str) -> Option<f64> {
    let number = row.field(key)?.number()?;
    Some(number as f64)
}
