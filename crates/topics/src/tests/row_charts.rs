//! Tests of the charts of rows.

use crate::TOPICS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_report::data_table::DataCell;
use pioche_report::draw::SeriesKind;
use pioche_report::lang::Lang;
use pioche_report::row_charts::*;

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
        .find(|topic| topic.name == summaries[0].topic())
        .expect("a topic");
    let glossary = &topic.glossary;
    let sheet = chart_sheet(&summaries, glossary, Lang::En).expect("a chart");
    (summaries, sheet)
}

/// Outcomes of several runs are stacked: a column for each outcome and a row for each run; the shares of a run add up to 1.
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
    let first_row = summaries[0].rows().next().expect("a row");
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
