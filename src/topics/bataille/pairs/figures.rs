//! Paired deals: the differences with their intervals, against the number of values.

use super::words::WORDS;
use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series};
use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::figures::{self, Figures, OVERVIEW};
use crate::sim::Summary;
use crate::sim::summary::Cell;

/// The figures of paired deals.
pub const FIGURES: Figures = Figures { names: &["differences"], draw: figure };

const TITLE: Text = Text::new("Différences sur les mêmes donnes", "Differences on the same deals");
const AXIS: Text = Text::new("Différence des parts", "Difference of shares");
const VALUES: Text = Text::new("Nombre de valeurs", "Number of values");

/// What is compared: a panel for the advantage of player 1, one for the order of laying.
const PANELS: [&[&str]; 2] = [&["advantage_fixed", "advantage_alternating"], &["alternating-fixed"]];

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !FIGURES.names.contains(&name) && name != OVERVIEW {
        return None;
    }
    let panels = PANELS.iter().map(|comparisons| {
        let series = comparisons.iter().flat_map(|comparison| compared(summaries, comparison, lang));
        let x = Axis::new(VALUES.say(lang), Format::Integer);
        let y = Axis::new(AXIS.say(lang), Format::Percent);
        let panel = Panel::new(Plot::new(x, y, series.collect()));
        if let [comparison] = comparisons { panel.titled(WORDS.word(lang, comparison)) } else { panel }
    });
    Some(figures::figure(WORDS.title, TITLE.of(lang), panels.collect(), summaries, lang))
}

/// The curves of one comparison: one for each outcome, or for the only difference that it has.
fn compared(summaries: &[Summary], comparison: &str, lang: Lang) -> Vec<Series> {
    let rows = || summaries.iter().flat_map(|summary| &summary.table.rows).filter(|row| row[3] == text(comparison));
    let mut outcomes: Vec<&Cell> = Vec::new();
    for row in rows() {
        if !outcomes.contains(&&row[4]) {
            outcomes.push(&row[4]);
        }
    }
    let only = outcomes.len() == 1;
    let series = outcomes.into_iter().map(|outcome| {
        let points: Vec<Point> = rows().filter(|row| row[4] == *outcome).filter_map(|row| point(row)).collect();
        let label = match outcome {
            Cell::Text(name) if !only => WORDS.word(lang, name),
            _ => WORDS.word(lang, comparison),
        };
        Series::new(label, Kind::Points, points)
    });
    // What never differs in any run would only hide the axis.
    series.filter(|series| series.points.iter().any(|point| point.y != 0.0)).collect()
}

fn text(word: &str) -> Cell {
    Cell::Text(word.to_owned())
}

/// A difference with its interval, at its number of values.
fn point(row: &[Cell]) -> Option<Point> {
    match (&row[0], &row[5..8]) {
        (Cell::Count(values), [Cell::Real(mean), Cell::Real(low), Cell::Real(high)]) => {
            Some(Point::between(*values as f64, *mean, *low, *high))
        }
        _ => None,
    }
}
