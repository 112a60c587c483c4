//! The figures of peg solitaire.

use super::args::GLOSSARY;
use pioche_engine::experiments::Solitaire;
use pioche_engine::sim::{Column, Summary, differing_settings};
use pioche_report::draw::{
    Axis, BoardHole, ChartPoint, Figure, NumberFormat, Panel, PanelContent, Plot, Series,
    SeriesKind, Shade,
};
use pioche_report::figures::{NamedFigure, SHARE_OF_GAMES, estimate_point, figure_with_finding};
use pioche_report::finding::{
    game_and_settings, mean_statement, setting_phrases, statements_finding,
};
use pioche_report::lang::{Lang, Text, capitalize, either};
use pioche_report::row_charts::short_percent;

pub const FIGURES: &[NamedFigure] = &[
    NamedFigure {
        name: "board",
        draw: board_figure,
    },
    NamedFigure {
        name: "left",
        draw: pegs_figure,
    },
];

const EXACT: Text = Text::new(
    "Probabilités exactes ; sous chacune, le numéro de la case vide au départ",
    "Exact probabilities; below each, the number of the cell that is empty at the start",
);
const PEGS: Text = Text::new("Nombre de pions restants", "Number of pegs left");

/// Draws the wins for each cell that is empty at the start.
pub fn board_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let panels = vec![board_panel(summaries, lang)?];
    let mut figure = figure_with_finding(panels, summaries, &GLOSSARY, lang);
    let is_exact = summaries
        .iter()
        .all(|summary| summary.exact_value("1").is_some());
    if is_exact {
        figure.subtitle = vec![
            game_and_settings(summaries, &GLOSSARY, lang),
            EXACT.in_lang(lang).to_owned(),
        ];
    }
    Some(figure)
}

/// Draws the wins by starting cell of several runs on a triangle, and otherwise the pegs left.
pub fn overview_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    board_figure(summaries, lang).or_else(|| pegs_figure(summaries, lang))
}

/// Draws the share of games by the number of pegs left.
pub fn pegs_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let state = |summary: &Summary| {
        let sentence = |pegs: &str| {
            either!(
                lang,
                "il reste {pegs} pions en moyenne",
                "{pegs} pegs remain on average"
            )
        };
        mean_statement(summary, "left", sentence, lang)
    };
    let panels = vec![left_panel(summaries, lang)];
    let mut figure = figure_with_finding(panels, summaries, &GLOSSARY, lang);
    if summaries.len() > 1 {
        figure.title = capitalize(&statements_finding(summaries, state, &GLOSSARY, lang)?);
    }
    Some(figure)
}

/// Draws a board in which each hole has the probability of winning from it, the exact one if it is known. Only
/// triangles have such a figure.
fn board_panel(summaries: &[Summary], lang: Lang) -> Option<Panel> {
    let board = summaries.first()?.experiment_as::<Solitaire>()?.board();
    if !board.is_triangle() || summaries.len() < 2 {
        return None;
    }
    let max_probability = summaries
        .iter()
        .map(win_probability)
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut holes = Vec::new();
    for summary in summaries {
        let hole = start_hole(summary);
        let (row, column) = board.row_and_column(hole)?;
        let probability = win_probability(summary);
        let decimals = if summary.exact_value("1").is_some() {
            3
        } else {
            2
        };
        holes.push(BoardHole {
            x: column as f64 - row as f64 / 2.0,
            y: row as f64 * 0.9,
            text: lang.percent(probability, decimals),
            name: hole.to_string(),
            shade: Shade::Intensity(probability / max_probability),
        });
    }
    Some(Panel::new(PanelContent::Board(holes)))
}

/// Returns the exact probability that a random player wins, or the estimated one if it is unknown.
fn win_probability(summary: &Summary) -> f64 {
    let row = summary.row("1");
    row.map_or(0.0, |row| row.exact.unwrap_or(row.value))
}

/// Draws the distribution of pegs left by random players, one curve for each starting hole; holes with the same exact
/// distribution share a curve.
fn left_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let kind = if summaries.len() > 1 {
        SeriesKind::Line
    } else {
        SeriesKind::Bars
    };
    let differing_keys = differing_settings(summaries.iter().map(|run| run.settings.as_slice()));
    let mut distributions: Vec<Vec<Option<f64>>> = Vec::new();
    let mut series = Vec::new();
    for summary in summaries {
        let exact: Vec<Option<f64>> = summary.rows().map(|row| row.exact).collect();
        let is_known = exact.iter().any(Option::is_some);
        if is_known && distributions.contains(&exact) {
            continue;
        }
        distributions.push(exact);
        let label = setting_phrases(&summary.settings, &differing_keys, &GLOSSARY, lang);
        let points = left_points(summary);
        let is_usual = GLOSSARY.finding.other_setting_count(&summary.settings) == 0;
        let series_of_hole =
            Series::new(label, kind, points).main_if(is_usual && kind == SeriesKind::Line);
        series.push(if is_usual || summaries.len() == 1 {
            series_of_hole.with_note(1.0, |point| short_percent(point.y, lang))
        } else {
            series_of_hole
        });
    }
    let x = Axis::new(PEGS.in_lang(lang), NumberFormat::Integer).with_asked_value(1.0);
    let y = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent);
    Panel::new(Plot::new(x, y, series))
}

/// Returns the share of games for each number of pegs left.
fn left_points(summary: &Summary) -> Vec<ChartPoint> {
    let mut points = Vec::new();
    for row in summary.visible_rows() {
        let pegs = row.field(Column::OUTCOME.key).map(ToString::to_string);
        if let Some(pegs) = pegs.and_then(|pegs| pegs.parse().ok()) {
            points.push(estimate_point(pegs, row.value_with_interval()));
        }
    }
    points
}

/// Returns the hole that is empty at the start of a run.
pub fn start_hole(summary: &Summary) -> usize {
    summary.experiment_as().map_or(0, Solitaire::hole)
}
