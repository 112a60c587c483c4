//! Charts of the rows of some runs: those of the rows that a command selects, and lists of outcomes.

use super::RunRow;
use super::figures::{distinct, figure_with_finding, spans_powers_of_ten};
use super::finding::{setting_phrases, usual_row};
use super::number::PageNumber;
use super::terminal_report::{estimate_cells, rows_to_display};
use crate::Glossary;
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, ListedEstimate, NumberFormat, Panel, Plot,
    Scale, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Lang, Text, capitalize};
use pioche_engine::sim::{Column, Field, FieldValue, MeasureEstimate, Summary, differing_settings};

/// The largest number of rows that a page holds one below another.
const MAX_LISTED_ROWS: usize = 45;
/// The largest number of columns of numbers of a list.
const MAX_COLUMNS: usize = 3;

/// Draws the selected rows of some runs on one axis: as lines over numbers of piles or pegs, otherwise as a list; statistics
/// each in a panel, since their units differ. Many rows are drawn as lines over a setting that is a number. Returns `None` when no
/// rows are selected, or too many for a chart.
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
    let names = selected.names();
    let panels = if selected.has_numbered_names() && names.len() > 2 {
        vec![selected.panel_over_names()]
    } else if selected.rows.len() > MAX_LISTED_ROWS {
        selected.line_panels()?
    } else {
        selected.list_panels()
    };
    if panels.is_empty() {
        return None;
    }
    Some(figure_with_finding(panels, summaries, glossary, lang))
}

/// Draws the rows of some runs that a selection such as `outcome=endless` names, as [`selected_rows_figure`] does.
pub fn figure_of_rows(
    summaries: &[Summary],
    selection: &str,
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<Figure> {
    let mut runs = summaries.to_vec();
    for run in &mut runs {
        run.row_selection = selection.parse().ok();
    }
    selected_rows_figure(&runs, glossary, lang)
}

/// Returns the style of an outcome, the same in every chart.
pub fn outcome_style(outcome: &str) -> StyleChoice {
    const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];
    let index = OUTCOMES.iter().position(|known| *known == outcome);
    index.map_or(StyleChoice::Auto, StyleChoice::Outcome)
}

/// Draws the outcomes of a run as bars with their numbers, one below another.
pub fn outcome_list(summary: &Summary, glossary: &dyn Glossary, lang: Lang) -> Panel {
    let mut rows: Vec<RunRow<'_>> = summary
        .rows_to_display()
        .map(|row| (summary, row))
        .collect();
    rows.retain(|(_, row)| row.certain_share() != Some(0.0));
    let column = summary.row_name_column().unwrap_or_default();
    let outcomes = NamedRows::new(rows, column, glossary, lang);
    let mut list = EstimateList::new(outcomes.value_axis(), Vec::new());
    list.has_bars = true;
    list.axis.required_range = Some((0.0, 1.0));
    for name in outcomes.names() {
        for row in outcomes.rows_with_name(name) {
            let style = outcome_style(&name.to_string());
            list.rows.push(EstimateRow {
                label: outcomes.name_phrase(name),
                is_main: false,
                estimates: vec![outcomes.listed_estimate(row, 0, style, true)],
            });
        }
    }
    Panel::new(list)
}

/// The largest number of runs with their outcomes listed side by side.
pub const MAX_LISTED_RUNS: usize = MAX_COLUMNS;

/// Draws the outcomes of a few runs as a list: a row for each outcome, a column for each run.
pub fn outcome_comparison(summaries: &[Summary], glossary: &dyn Glossary, lang: Lang) -> Panel {
    let rows = rows_to_display(summaries);
    let column = summaries.iter().find_map(Summary::row_name_column);
    let outcomes = NamedRows::new(rows, column.unwrap_or_default(), glossary, lang);
    let mut rows: Vec<&MeasureEstimate> = outcomes.rows.iter().map(|(_, row)| *row).collect();
    let names = outcomes.names();
    let is_possible = |name: &FieldValue| {
        let mut named_rows = outcomes.rows_with_name(name);
        named_rows.any(|row| row.certain_share() != Some(0.0))
    };
    rows.retain(|row| row.field(outcomes.name_column).is_some_and(is_possible));
    rows.sort_by_key(|row| {
        let name = row.field(outcomes.name_column);
        names.iter().position(|other| Some(*other) == name)
    });
    outcomes.list_panel(
        &rows,
        |row| outcomes.row_name(row),
        |row| outcomes.varying_phrases(row, None),
    )
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
        varying_keys.retain(|key| {
            let has_words = |(_, row): &RunRow<'_>| {
                let value = row.field(key);
                value.is_some_and(|value| {
                    let phrase = glossary.differing_setting_phrase(lang, key, value);
                    !phrase.is_empty()
                })
            };
            *key != name_column && rows.iter().any(has_words)
        });
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

    /// Returns the name of a row in words.
    fn row_name(&self, row: &MeasureEstimate) -> String {
        let name = row.field(self.name_column);
        name.map_or_else(String::new, |name| self.name_phrase(name))
    }

    /// Returns the name of rows in words; a number as in titles.
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

    /// Returns the settings of a row that vary, in words; `except` is left out.
    fn varying_phrases(&self, row: &MeasureEstimate, except: Option<&str>) -> String {
        let mut keys = self.varying_keys.clone();
        keys.retain(|key| except != Some(*key));
        setting_phrases(&row.fields, &keys, self.glossary, self.lang)
    }

    fn has_numbered_names(&self) -> bool {
        let names = self.names();
        names
            .iter()
            .all(|name| matches!(name, FieldValue::Number(_)))
    }

    /// Returns true for a row with the usual settings, if there are others.
    fn is_usual(&self, row: &MeasureEstimate) -> bool {
        let usual = usual_row(&self.rows, self.glossary);
        let has_usual_settings = usual.is_some_and(|(_, usual)| {
            self.varying_phrases(usual, None) == self.varying_phrases(row, None)
        });
        !self.varying_keys.is_empty() && has_usual_settings
    }

    /// Returns the scale of some probabilities: logarithmic if they span several powers of ten.
    fn scale(&self, rows: &[&MeasureEstimate]) -> Scale {
        let are_probabilities = rows.iter().all(|row| row.proportion.is_some());
        let values = rows.iter().map(|row| row.value);
        if are_probabilities && spans_powers_of_ten(values) {
            Scale::Log10
        } else {
            Scale::Linear
        }
    }

    /// Draws a line for each run over the names of its rows, which are numbers.
    fn panel_over_names(&self) -> Panel {
        let mut series = Vec::new();
        let mut runs = self.runs();
        runs.retain(|run| self.run_rows(run).iter().any(|row| row.value > 0.0));
        let rows: Vec<&MeasureEstimate> = self.rows.iter().map(|(_, row)| *row).collect();
        let scale = self.scale(&rows);
        for run in runs {
            let mut points = Vec::new();
            for row in self.run_rows(run) {
                let name = row.field(self.name_column).and_then(FieldValue::number);
                let mut point = chart_point(name.unwrap_or_default() as f64, row);
                // A logarithmic axis has no 0, nor an interval that begins there.
                if scale == Scale::Log10 && row.value <= 0.0 {
                    continue;
                }
                point.interval = point.interval.filter(|(low, _)| *low > 0.0);
                points.push(point);
            }
            let ends = [points.first().copied(), points.last().copied()];
            let label = self.varying_phrases(run, None);
            let mut line = Series::new(label, SeriesKind::Line, points).main_if(self.is_usual(run));
            for end in ends.into_iter().flatten() {
                line = line.with_note(end.x, |point| short_percent(point.y, self.lang));
            }
            series.push(line);
        }
        let heading = capitalize(&self.glossary.translate(self.lang, self.name_column));
        let x_axis = Axis::new(heading, NumberFormat::Integer);
        let mut plot = Plot::new(x_axis, self.value_axis(), series);
        plot.y_scale = scale;
        Panel::new(plot)
    }

    /// Returns the rows of a run, one for each name.
    fn run_rows(&self, run: &'a MeasureEstimate) -> Vec<&'a MeasureEstimate> {
        let settings = self.run_settings(run);
        let mut rows: Vec<&MeasureEstimate> = self.rows.iter().map(|(_, row)| *row).collect();
        rows.retain(|row| self.run_settings(row) == settings);
        rows
    }

    /// Returns a list on one axis: a row for each run, and columns of numbers for several names, or for the values of a setting.
    /// Statistics have a list each.
    fn list_panels(&self) -> Vec<Panel> {
        let names = self.names();
        let rows: Vec<&MeasureEstimate> = self.rows.iter().map(|(_, row)| *row).collect();
        if self.varying_keys.is_empty() && self.are_shares() {
            return vec![self.list_panel(&rows, |row| self.row_name(row), |_| String::new())];
        }
        if names.len() > 1 && self.are_shares() && names.len() <= MAX_COLUMNS {
            let label = |row: &MeasureEstimate| self.varying_phrases(row, None);
            return vec![self.list_panel(&rows, label, |row| self.row_name(row))];
        }
        let column_key = self.column_key();
        let column_keys: Vec<&str> = column_key.into_iter().collect();
        let column = |row: &MeasureEstimate| {
            setting_phrases(&row.fields, &column_keys, self.glossary, self.lang)
        };
        let mut panels = Vec::new();
        for name in &names {
            let rows: Vec<&MeasureEstimate> = self.rows_with_name(name).collect();
            let label = |row: &MeasureEstimate| self.varying_phrases(row, column_key);
            let panel = self.list_panel(&rows, label, column);
            panels.push(if names.len() > 1 {
                panel.with_title(self.name_phrase(name))
            } else {
                panel
            });
        }
        panels
    }

    /// Returns the setting with its values as columns of a list: of several that vary, the one with the fewest values.
    fn column_key(&self) -> Option<&'static str> {
        let value_count =
            |key: &&'static str| distinct(self.rows.iter().map(|(_, row)| row.field(key))).len();
        let key = self.varying_keys.iter().copied().min_by_key(value_count)?;
        let is_column = self.varying_keys.len() > 1 && value_count(&key) <= MAX_COLUMNS;
        is_column.then_some(key)
    }

    /// Returns a list of some rows; `label` names the row of an estimate, and `column` its column.
    fn list_panel(
        &self,
        rows: &[&MeasureEstimate],
        label: impl Fn(&MeasureEstimate) -> String,
        column: impl Fn(&MeasureEstimate) -> String,
    ) -> Panel {
        let columns = distinct(rows.iter().map(|row| column(row)));
        let has_columns = columns.len() > 1;
        let mut list = EstimateList::new(self.value_axis(), Vec::new());
        list.scale = self.scale(rows);
        for row in rows {
            let label = label(row);
            let index = columns.iter().position(|name| *name == column(row));
            let index = index.unwrap_or_default();
            let style = StyleChoice::Index(index);
            let estimate = self.listed_estimate(row, index, style, !has_columns);
            let is_main = self.is_usual(row);
            match list.rows.iter_mut().find(|known| known.label == label) {
                Some(known) if has_columns => {
                    known.estimates.push(estimate);
                    known.is_main |= is_main;
                }
                _ => list.rows.push(EstimateRow {
                    label,
                    is_main,
                    estimates: vec![estimate],
                }),
            }
        }
        // With the usual setting in a column, every row has it.
        if list.rows.iter().all(|row| row.is_main) {
            list.rows.iter_mut().for_each(|row| row.is_main = false);
        }
        if has_columns {
            let headings = columns.into_iter().enumerate();
            list.columns = headings
                .map(|(index, name)| (name, StyleChoice::Index(index)))
                .collect();
        }
        Panel::new(list)
    }

    /// Returns the estimate of a row with its number and, if requested, its interval as text.
    fn listed_estimate(
        &self,
        row: &MeasureEstimate,
        column: usize,
        style: StyleChoice,
        has_interval: bool,
    ) -> ListedEstimate {
        let text = if has_interval {
            let [number, interval] = estimate_cells(row, self.are_shares(), self.lang);
            format!("{number} {interval}").trim_end().to_owned()
        } else {
            PageNumber::from(row).value_text(self.lang)
        };
        ListedEstimate {
            column,
            point: chart_point(0.0, row),
            style,
            text,
        }
    }

    /// Returns a plot for each name: the estimates over a setting that is a number. Returns `None` without such a setting.
    fn line_panels(&self) -> Option<Vec<Panel>> {
        let size_key = self.size_key()?;
        let size_label = capitalize(&self.glossary.translate(self.lang, size_key));
        let names = self.names();
        let mut panels = Vec::new();
        for name in &names {
            let lines = self.lines_over_sizes(name, size_key);
            let x_axis = Axis::new(size_label.clone(), NumberFormat::Integer);
            let panel = Panel::new(Plot::new(x_axis, self.value_axis(), lines));
            panels.push(if names.len() > 1 {
                panel.with_title(self.name_phrase(name))
            } else {
                panel
            });
        }
        Some(panels)
    }

    /// Returns the varying setting that is a number, the one with the most values.
    fn size_key(&self) -> Option<&'static str> {
        let rows = || self.rows.iter().map(|(_, row)| *row);
        let mut keys = self.varying_keys.clone();
        keys.retain(|key| rows().all(|row| number_setting(row, key).is_some()));
        let value_count = |key: &&'static str| distinct(rows().map(|row| row.field(key))).len();
        // Of equally many values the first setting.
        keys.into_iter().rev().max_by_key(value_count)
    }

    /// Returns the estimates with a name over the values of a setting, as a line for each combination of the others.
    fn lines_over_sizes(&self, name: &FieldValue, size_key: &str) -> Vec<Series> {
        let mut lines: Vec<Series> = Vec::new();
        for row in self.rows_with_name(name) {
            let Some(size) = number_setting(row, size_key) else {
                continue;
            };
            let point = chart_point(size, row);
            let label = self.varying_phrases(row, Some(size_key));
            match lines.iter_mut().find(|line| line.label == label) {
                Some(line) => line.points.push(point),
                None => lines.push(Series::new(label, SeriesKind::Line, vec![point])),
            }
        }
        for line in &mut lines {
            line.points.sort_by(|one, other| one.x.total_cmp(&other.x));
        }
        lines
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
}

/// Returns the point of an estimate with its interval.
fn chart_point(x: f64, row: &MeasureEstimate) -> ChartPoint {
    ChartPoint {
        x,
        y: row.value,
        interval: row.interval.map(|interval| (interval.low, interval.high)),
    }
}

/// Formats a probability with two digits, for a label.
pub fn short_percent(probability: f64, lang: Lang) -> String {
    let decimals = (1.0 - (100.0 * probability).max(1e-9).log10().floor()).clamp(0.0, 9.0);
    lang.percent(probability, decimals as usize)
}

/// Returns a setting of a row that is a number.
fn number_setting(row: &MeasureEstimate, key: &str) -> Option<f64> {
    let number = row.field(key)?.number()?;
    Some(number as f64)
}
