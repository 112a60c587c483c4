//! The sheet with the chart of a workbook: a small table of estimates, and a native chart of its cells beside it.

use super::data_table::DataCell;
use super::selected_rows::setting_words;
use crate::lang::{Lang, Text, capitalize};
use crate::report::Glossary;
use pioche_engine::sim::table::Field;
use pioche_engine::sim::{Column, Row, Summary, differing_settings};

/// The data of a sheet with a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSheet {
    pub title: String,
    pub kind: SheetChartKind,
    /// The heading of the categories.
    pub category_heading: String,
    /// The positions on the horizontal axis: numbers or names.
    pub categories: Vec<DataCell>,
    pub value_heading: String,
    /// True if the values are shares.
    pub is_percent: bool,
    pub series: Vec<SheetSeries>,
}

impl ChartSheet {
    /// Returns the series that the chart draws: all that are stacked, but at most as many lines as there are colours. The
    /// table holds the others.
    pub fn drawn_series(&self) -> &[SheetSeries] {
        const MAX_LINES: usize = 8;
        if self.kind == SheetChartKind::StackedBars {
            &self.series
        } else {
            &self.series[..self.series.len().min(MAX_LINES)]
        }
    }

    /// Returns the largest value; of stacked bars the height of the highest.
    pub fn max_value(&self) -> f64 {
        let mut max_value: f64 = 0.0;
        for row in 0..self.categories.len() {
            let estimates = self.series.iter().filter_map(|series| series.values[row]);
            let values = estimates.map(|estimate| estimate.value);
            max_value = max_value.max(if self.kind == SheetChartKind::StackedBars {
                values.sum()
            } else {
                values.fold(0.0, f64::max)
            });
        }
        max_value
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetChartKind {
    /// Lines with markers and intervals.
    Lines,
    /// Bars with intervals.
    Bars,
    /// Bars of the series on each other, without intervals.
    StackedBars,
}

/// A column of estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetSeries {
    pub name: String,
    /// The index of the colour; an outcome has the same in every chart.
    pub colour_index: usize,
    /// The estimate of each category; `None` where the series has none.
    pub values: Vec<Option<SheetEstimate>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetEstimate {
    pub value: f64,
    /// The distances from the interval's lower end to the value, and from the value to the upper end.
    pub errors: Option<(f64, f64)>,
}

impl From<&Row> for SheetEstimate {
    fn from(row: &Row) -> Self {
        let value = row.value;
        Self {
            value,
            errors: row
                .interval
                .map(|interval| (value - interval.low, interval.high - value)),
        }
    }
}

/// The rows of some runs: the settings, the name within its run, and the estimate of each.
struct NamedRows<'a> {
    rows: Vec<NamedRow<'a>>,
    varying_keys: Vec<&'static str>,
    glossary: &'a dyn Glossary,
    lang: Lang,
}

struct NamedRow<'a> {
    settings: Vec<Field>,
    name: DataCell,
    row: &'a Row,
}

/// Returns the sheet with the chart of some runs; `None` for runs without rows.
///
/// Rows whose names are numbers, such as numbers of piles, give a line for each run. Outcomes that occur are stacked for each
/// run; those of a single run have their intervals. Of other statistics only the first is drawn, since their units differ.
pub fn chart_sheet(
    title: Text,
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<ChartSheet> {
    let columns = &summaries.first()?.columns;
    let name_column = columns.iter().find_map(|column| match column {
        Column::RowName(name) => Some(*name),
        _ => None,
    })?;
    let rows = named_rows(summaries, name_column);
    let settings: Vec<&[Field]> = rows.iter().map(|row| row.settings.as_slice()).collect();
    let varying_keys = differing_settings(settings);
    let named_rows = NamedRows {
        rows,
        varying_keys,
        glossary,
        lang,
    };
    let is_percent = columns.contains(&Column::Probability);
    let runs = named_rows.runs();
    let names = named_rows.names();
    let has_numbers = names.iter().all(|name| matches!(name, DataCell::Count(_)));
    let name_heading = glossary.translate(lang, name_column);
    let value_heading = if is_percent {
        Text::new("Probabilité", "Probability")
    } else {
        Text::new("Estimation", "Estimate")
    };
    let mut sheet = ChartSheet {
        title: title.in_lang(lang).to_owned(),
        kind: SheetChartKind::Lines,
        category_heading: capitalize(&name_heading),
        categories: names.clone(),
        value_heading: value_heading.in_lang(lang).to_owned(),
        is_percent,
        series: Vec::new(),
    };
    if has_numbers || (is_percent && runs.len() == 1) {
        if !has_numbers {
            sheet.kind = SheetChartKind::Bars;
            let translated_names = names.iter().map(|name| named_rows.name_words(name));
            sheet.categories = translated_names.map(DataCell::Text).collect();
        }
        for (colour_index, run) in runs.iter().enumerate() {
            let values = names.iter().map(|name| named_rows.estimate(run, name));
            sheet.series.push(SheetSeries {
                name: named_rows.run_words(run, &sheet.value_heading),
                colour_index,
                values: values.collect(),
            });
        }
        return Some(sheet);
    }
    let drawn_names = if is_percent { &names[..] } else { &names[..1] };
    if is_percent {
        sheet.kind = SheetChartKind::StackedBars;
    } else {
        sheet.value_heading = capitalize(&named_rows.name_words(&names[0]));
    }
    sheet.category_heading = Text::new("Simulation", "Run").in_lang(lang).to_owned();
    sheet.categories = runs
        .iter()
        .map(|run| DataCell::Text(named_rows.run_words(run, &sheet.title)))
        .collect();
    for (colour_index, name) in drawn_names.iter().enumerate() {
        let values = runs.iter().map(|run| named_rows.estimate(run, name));
        let values: Vec<Option<SheetEstimate>> = values.collect();
        let occurs = values.iter().flatten().any(|estimate| estimate.value > 0.0);
        if occurs || !is_percent {
            sheet.series.push(SheetSeries {
                name: named_rows.name_words(name),
                colour_index,
                values,
            });
        }
    }
    Some(sheet)
}

/// Returns the rows of some runs. Of rows with the same key only that of the run with the most deals is kept.
fn named_rows<'a>(summaries: &'a [Summary], name_column: &str) -> Vec<NamedRow<'a>> {
    let mut largest: Vec<(&Summary, &Row)> = Vec::new();
    for summary in summaries {
        for row in summary.visible_rows() {
            match largest
                .iter_mut()
                .find(|(_, known)| known.fields == row.fields)
            {
                Some(known) if known.0.deals < summary.deals => *known = (summary, row),
                Some(_) => {}
                None => largest.push((summary, row)),
            }
        }
    }
    let mut rows = Vec::new();
    for (_, row) in largest {
        let mut settings = row.fields.clone();
        settings.retain(|field| field.key != name_column);
        let name = row.field(name_column);
        rows.push(NamedRow {
            settings,
            name: name.map_or(DataCell::Empty, DataCell::from),
            row,
        });
    }
    rows
}

impl NamedRows<'_> {
    /// Returns the settings of each run.
    fn runs(&self) -> Vec<Vec<Field>> {
        let mut runs: Vec<Vec<Field>> = Vec::new();
        for row in &self.rows {
            if !runs.contains(&row.settings) {
                runs.push(row.settings.clone());
            }
        }
        runs
    }

    /// Returns the names of rows, numbers in their order.
    fn names(&self) -> Vec<DataCell> {
        let mut names = Vec::new();
        for row in &self.rows {
            if !names.contains(&row.name) {
                names.push(row.name.clone());
            }
        }
        names.sort_by_key(|name| match name {
            DataCell::Count(number) => *number,
            _ => 0,
        });
        names
    }

    fn estimate(&self, run: &[Field], name: &DataCell) -> Option<SheetEstimate> {
        let has_key = |row: &&NamedRow<'_>| row.settings == run && row.name == *name;
        Some(self.rows.iter().find(has_key)?.row.into())
    }

    fn name_words(&self, name: &DataCell) -> String {
        match name {
            DataCell::Text(word) => self.glossary.translate(self.lang, word),
            DataCell::Count(number) => number.to_string(),
            DataCell::Real(_) | DataCell::Empty => String::new(),
        }
    }

    /// Returns the settings in which a run differs from others, in words; `fallback` if there are none.
    fn run_words(&self, run: &[Field], fallback: &str) -> String {
        let mut words = Vec::new();
        for field in run {
            if self.varying_keys.contains(&field.key) {
                words.push(setting_words(self.glossary, self.lang, field));
            }
        }
        words.retain(|word| !word.is_empty());
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
        let sheet = chart_sheet(glossary.title, &summaries, glossary, Lang::En).expect("a chart");
        (summaries, sheet)
    }

    /// Outcomes of several runs are stacked: a column for each outcome and a row for each run, whose shares add up to 1.
    #[test]
    fn outcomes_of_runs_are_stacked() {
        let (_, sheet) = summaries_and_sheet(&[
            "nim matches=7 takes=2,3 players=random,random",
            "nim matches=8 takes=2,3 players=random,random",
        ]);
        assert_eq!(sheet.kind, SheetChartKind::StackedBars);
        let categories = ["7 matches", "8 matches"].map(|text| DataCell::Text(text.to_owned()));
        assert_eq!(sheet.categories, categories);
        let names: Vec<&str> = sheet
            .series
            .iter()
            .map(|series| series.name.as_str())
            .collect();
        assert_eq!(names, ["player 1", "player 2", "draw"]);
        for row in 0..2 {
            let values = sheet.series.iter().filter_map(|series| series.values[row]);
            let sum: f64 = values.map(|estimate| estimate.value).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }

    /// Numbers of piles give a line for each run, with the values and the intervals of its rows.
    #[test]
    fn numbers_of_piles_give_lines_with_intervals() {
        let (summaries, sheet) = summaries_and_sheet(&["alliances cards=32 improve=exchange"]);
        assert_eq!(sheet.kind, SheetChartKind::Lines);
        assert_eq!(sheet.series.len(), 2);
        assert_eq!(sheet.categories[0], DataCell::Count(2));
        let first_row = &summaries[0].rows[0];
        let estimate = sheet.series[0].values[0].expect("a value");
        let interval = first_row.interval.expect("an interval");
        let (lower, upper) = estimate.errors.expect("errors");
        assert_eq!(estimate.value, first_row.value);
        assert!((estimate.value - lower - interval.low).abs() < 1e-12);
        assert!((estimate.value + upper - interval.high).abs() < 1e-12);
    }

    /// Statistics have different units: only the first is drawn, for each run.
    #[test]
    fn first_statistic_is_drawn_for_each_run() {
        let (_, sheet) =
            summaries_and_sheet(&["shuffle cards=52 riffles=5", "shuffle cards=52 riffles=7"]);
        assert_eq!(sheet.kind, SheetChartKind::Lines);
        assert_eq!(sheet.categories.len(), 2);
        assert_eq!(sheet.series.len(), 1);
        assert_eq!(sheet.series[0].name, "total variation");
    }
}
