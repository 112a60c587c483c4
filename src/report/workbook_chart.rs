//! The sheet with the chart of a workbook: a small table of estimates, and a native chart of its cells beside it.

use super::RunRow;
use super::data_table::{DataCell, largest_run_rows};
use super::figures::distinct;
use super::selected_rows::{chart_point, setting_phrases, varying_keys};
use crate::draw::{Axis, NumberFormat, Plot, Series, SeriesKind, StyleChoice};
use crate::lang::{Glossary, Lang, Text, capitalize};
use pioche_engine::sim::table::Field;
use pioche_engine::sim::{Column, FieldValue, Row, Summary};

/// The data of a sheet with a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSheet {
    pub title: String,
    /// The positions on the horizontal axis, from 0 on: numbers or names.
    pub categories: Vec<DataCell>,
    /// The estimates: lines or bars with intervals, or stacked bars without.
    pub plot: Plot,
}

/// The rows of some runs, and their words.
struct NamedRows<'a> {
    rows: Vec<RunRow<'a>>,
    /// The column that names a row within its run.
    name_column: &'static str,
    varying_keys: Vec<&'static str>,
    glossary: &'a dyn Glossary,
    lang: Lang,
}

/// Returns the sheet with the chart of some runs; `None` for runs without rows. Of rows with the same key only that of the
/// run with the most deals is drawn.
///
/// Rows whose names are numbers, such as numbers of piles, give a line for each run. Outcomes that occur are stacked for each
/// run; those of a single run have their intervals. Of other statistics only the first is drawn, since their units differ.
pub fn chart_sheet(
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<ChartSheet> {
    let columns = &summaries.first()?.columns;
    let name_column = columns.iter().find_map(|column| match column {
        Column::RowName(name) => Some(*name),
        _ => None,
    })?;
    let rows = largest_run_rows(summaries);
    let named_rows = NamedRows {
        varying_keys: varying_keys(&rows, name_column),
        rows,
        name_column,
        glossary,
        lang,
    };
    let is_percent = columns.contains(&Column::Probability);
    let (label, format) = if is_percent {
        (
            Text::new("Probabilité", "Probability"),
            NumberFormat::Percent,
        )
    } else {
        (Text::new("Estimation", "Estimate"), NumberFormat::Decimal)
    };
    let value_axis = Axis::new(label.in_lang(lang), format);
    let names = named_rows.names();
    let has_numbers = names
        .iter()
        .all(|name| matches!(name, FieldValue::Number(_)));
    let has_one_run = named_rows.runs().len() == 1;
    let sheet = if has_numbers || (is_percent && has_one_run) {
        named_rows.series_of_runs(&names, has_numbers, value_axis)
    } else {
        named_rows.series_of_names(&names, value_axis)
    };
    Some(sheet).filter(|sheet| !sheet.plot.series.is_empty())
}

impl NamedRows<'_> {
    /// Returns a sheet with a series for each run over the names of the rows.
    fn series_of_runs(
        &self,
        names: &[&FieldValue],
        has_numbers: bool,
        value_axis: Axis,
    ) -> ChartSheet {
        let kind = if has_numbers {
            SeriesKind::Line
        } else {
            SeriesKind::Bars
        };
        let mut series = Vec::new();
        for (index, run) in self.runs().iter().enumerate() {
            let label = self.run_words(run, &value_axis.label);
            let keys = names.iter().map(|name| (run, *name));
            series.push(self.series(label, kind, index, keys));
        }
        let categories = names.iter().map(|name| match name {
            FieldValue::Number(number) => DataCell::Count(*number),
            _ => DataCell::Text(self.name_words(name)),
        });
        let name_heading = self.glossary.translate(self.lang, self.name_column);
        self.sheet(
            categories.collect(),
            capitalize(&name_heading),
            value_axis,
            series,
        )
    }

    /// Returns a sheet with a series for each outcome over the runs, or with a line for the first statistic.
    fn series_of_names(&self, names: &[&FieldValue], mut value_axis: Axis) -> ChartSheet {
        let runs = self.runs();
        let is_percent = value_axis.format == NumberFormat::Percent;
        let (kind, drawn_names) = if is_percent {
            (SeriesKind::StackedBars, names)
        } else {
            value_axis.label = capitalize(&self.name_words(names[0]));
            (SeriesKind::Line, &names[..1])
        };
        let mut series = Vec::new();
        for (index, name) in drawn_names.iter().enumerate() {
            let keys = runs.iter().map(|run| (run, *name));
            let outcome = self.series(self.name_words(name), kind, index, keys);
            let occurs = outcome.points.iter().any(|point| point.y > 0.0);
            if occurs || !is_percent {
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

    /// Returns the series of the rows with these settings and names, a category each; `index` is that of its colour, since an
    /// outcome has the same colour in every chart.
    fn series<'k>(
        &self,
        label: String,
        kind: SeriesKind,
        index: usize,
        keys: impl Iterator<Item = (&'k Vec<&'k Field>, &'k FieldValue)>,
    ) -> Series {
        let mut points = Vec::new();
        for (category, (run, name)) in keys.enumerate() {
            let row = self.rows.iter().find(|(_, row)| {
                row.key.get(self.name_column) == Some(name) && self.run_settings(row) == *run
            });
            if let Some((_, row)) = row {
                points.push(chart_point(category as f64, &row.estimate));
            }
        }
        Series::new(label, kind, points).with_style(StyleChoice::Index(index))
    }

    fn run_settings<'r>(&self, row: &'r Row) -> Vec<&'r Field> {
        let fields = row.key.0.iter();
        fields
            .filter(|field| field.key != self.name_column)
            .collect()
    }

    /// Returns the settings of each run.
    fn runs(&self) -> Vec<Vec<&Field>> {
        distinct(self.rows.iter().map(|(_, row)| self.run_settings(row)))
    }

    /// Returns the names of rows, numbers in their order.
    fn names(&self) -> Vec<&FieldValue> {
        let rows = self.rows.iter();
        let mut names = distinct(rows.filter_map(|(_, row)| row.key.get(self.name_column)));
        names.sort_by_key(|name| match name {
            FieldValue::Number(number) => *number,
            FieldValue::Word(_) | FieldValue::List(_) => 0,
        });
        names
    }

    fn name_words(&self, name: &FieldValue) -> String {
        self.glossary.translate(self.lang, &name.to_string())
    }

    /// Returns the settings in which a run differs from others, in words; `fallback` if there are none.
    fn run_words(&self, run: &[&Field], fallback: &str) -> String {
        let fields = run.iter().copied();
        let words = setting_phrases(fields, &self.varying_keys, self.glossary, self.lang);
        if words.is_empty() {
            fallback.to_owned()
        } else {
            words.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::TOPICS;
    use pioche_engine::experiments::from_name;
    use pioche_engine::sim::{RunOptions, Seed};

    /// Returns the summaries of some experiments, of 640 deals each, and the sheet with their chart.
    fn summaries_and_sheet(names: &[&str]) -> (Vec<Summary>, ChartSheet) {
        let mut summaries = Vec::new();
        for name in names {
            let experiment = from_name(name).expect("the name is known");
            let run = experiment
                .run(experiment.plan(Seed(1), 640), &RunOptions::default())
                .expect("threads can be started");
            summaries.push(Summary::new(
                experiment.into(),
                &run,
                Default::default(),
                Default::default(),
            ));
        }
        let topic = TOPICS
            .iter()
            .find(|topic| topic.name == summaries[0].info.topic)
            .expect("a topic");
        let glossary = &topic.glossary;
        let sheet = chart_sheet(&summaries, glossary, Lang::En).expect("a chart");
        (summaries, sheet)
    }

    /// Outcomes of several runs are stacked: a column for each outcome and a row for each run, whose shares add up to 1.
    #[test]
    fn outcomes_of_runs_are_stacked() {
        let (_, sheet) = summaries_and_sheet(&[
            "nim matches=7 takes=2,3 players=random,random",
            "nim matches=8 takes=2,3 players=random,random",
        ]);
        assert_eq!(sheet.plot.series[0].kind, SeriesKind::StackedBars);
        let categories = ["7 matches", "8 matches"].map(|text| DataCell::Text(text.to_owned()));
        assert_eq!(sheet.categories, categories);
        let names: Vec<&str> = sheet
            .plot
            .series
            .iter()
            .map(|series| series.label.as_str())
            .collect();
        assert_eq!(names, ["player 1", "player 2", "draw"]);
        for row in 0..2 {
            let series = sheet.plot.series.iter();
            let sum: f64 = series.map(|series| series.points[row].y).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }

    /// Numbers of piles give a line for each run, with the values and the intervals of its rows.
    #[test]
    fn numbers_of_piles_give_lines_with_intervals() {
        let (summaries, sheet) = summaries_and_sheet(&["alliances cards=32 improve=exchange"]);
        assert_eq!(sheet.plot.series[0].kind, SeriesKind::Line);
        assert_eq!(sheet.plot.series.len(), 2);
        assert_eq!(sheet.categories[0], DataCell::Count(2));
        let first_row = &summaries[0].rows[0].estimate;
        let point = sheet.plot.series[0].points[0];
        let interval = first_row.interval.expect("an interval");
        assert_eq!(point.y, first_row.value);
        assert_eq!(point.interval, Some((interval.low, interval.high)));
    }

    /// Statistics have different units: only the first is drawn, for each run.
    #[test]
    fn first_statistic_is_drawn_for_each_run() {
        let (_, sheet) =
            summaries_and_sheet(&["shuffle cards=52 riffles=5", "shuffle cards=52 riffles=7"]);
        assert_eq!(sheet.plot.series[0].kind, SeriesKind::Line);
        assert_eq!(sheet.categories.len(), 2);
        assert_eq!(sheet.plot.series.len(), 1);
        assert_eq!(sheet.plot.series[0].label, "total variation");
    }
}
