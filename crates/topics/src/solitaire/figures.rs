//! The sentence about a run of peg solitaire, and its figures.

use super::args::{BOARD, GLOSSARY, HOLE};
use pioche_engine::experiments::Solitaire;
use pioche_engine::sim::{MeasureEstimate, Summary};
use pioche_engine::stats::Proportion;
use pioche_report::draw::{
    Axis, BoardHole, Figure, NumberFormat, Panel, PanelContent, Plot, Series, SeriesKind, Shade,
};
use pioche_report::figures::{self, NamedFigure, SHARE_OF_GAMES, chart_points};
use pioche_report::lang::{Lang, Text, either};
use pioche_report::number::{exact_outcome_cell, measure_cell};
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let mut probability = measure_cell(summary, "won", lang);
    let won = summary.estimate("won");
    if won.and_then(MeasureEstimate::certain_share).is_some() {
        probability = either!(
            lang,
            "{probability} (valeur exacte)",
            "{probability} (exact)"
        );
    } else if summary.exact_value("1").is_some() {
        let exact = exact_outcome_cell(summary, "1", lang);
        probability = either!(
            lang,
            "{exact} (valeur exacte ; estimée : {probability})",
            "{exact} (exact; estimated: {probability})"
        );
    }
    let pegs = measure_cell(summary, "left", lang);
    either!(
        lang,
        "un joueur qui joue au hasard gagne avec une probabilité de {probability} et laisse \
         {pegs} pions en moyenne.",
        "a random player wins with a probability of {probability} and leaves {pegs} pegs on \
         average."
    )
}

pub const FIGURES: &[NamedFigure] = &[
    NamedFigure {
        name: "board",
        draw: board_figure,
    },
    NamedFigure {
        name: PEGS_LEFT_CURVE,
        draw: pegs_figure,
    },
];

const WIN_TITLE: Text = Text::new(
    "Victoires du joueur aléatoire selon la case vide au départ",
    "Wins of a random player by starting cell",
);
const EXACT: Text = Text::new(
    "Probabilités exactes ; sous chacune, le numéro de la case vide au départ",
    "Exact probabilities; below each, the number of the cell that is empty at the start",
);
const LEFT_TITLE: Text = Text::new(
    "Pions laissés par un joueur aléatoire",
    "Pegs left by a random player",
);
const PEGS: Text = Text::new("Nombre de pions restants", "Number of pegs left");

/// Draws the wins for each cell that is empty at the start.
pub fn board_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let mut figure = figure(WIN_TITLE, board_panel(summaries, lang)?, summaries, lang)?;
    let is_exact = summaries
        .iter()
        .all(|summary| summary.exact_value("1").is_some());
    if is_exact {
        figure.subtitle = vec![EXACT.in_lang(lang).to_owned()];
    }
    Some(figure)
}

pub fn pegs_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    figure(LEFT_TITLE, left_panel(summaries, lang), summaries, lang)
}

fn figure(title: Text, panel: Panel, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let first = summaries.first()?.experiment_as::<Solitaire>()?;
    let board = BOARD.title_text(lang, &first.board());
    let title = format!(
        "{}, {board} · {}",
        GLOSSARY.title.in_lang(lang),
        title.in_lang(lang)
    );
    Some(figures::figure_with_title(
        title,
        vec![panel],
        summaries,
        lang,
    ))
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
    let estimate = summary.proportion("won").map_or(0.0, Proportion::estimate);
    summary.exact_value("1").unwrap_or(estimate)
}

/// The curve of the share of games that leave x pegs.
const PEGS_LEFT_CURVE: &str = "left";

/// Draws the distribution of pegs left by random players, one curve for each starting hole; symmetric holes share a
/// curve.
fn left_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let kind = if summaries.len() > 1 {
        SeriesKind::Line
    } else {
        SeriesKind::Bars
    };
    let mut classes: Vec<Option<usize>> = Vec::new();
    let mut series = Vec::new();
    for summary in summaries {
        // The first hole of each symmetry class is drawn.
        let class = symmetry_class(summary);
        if class.is_some() && classes.contains(&class) {
            continue;
        }
        classes.push(class);
        let label = HOLE.title_text(lang, &start_hole(summary));
        let points = chart_points(&summary.distribution(PEGS_LEFT_CURVE));
        series.push(Series::new(label, kind, points));
    }
    let x = Axis::new(PEGS.in_lang(lang), NumberFormat::Integer);
    let y = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent);
    Panel::new(Plot::new(x, y, series))
}

/// Returns the smallest hole that is symmetric to the hole of a run, which identifies its symmetry class.
fn symmetry_class(summary: &Summary) -> Option<usize> {
    let run = summary.experiment_as::<Solitaire>()?;
    run.board().symmetric_cells(run.hole()).into_iter().min()
}

/// Returns the hole that is empty at the start of a run.
pub fn start_hole(summary: &Summary) -> usize {
    summary.experiment_as().map_or(0, Solitaire::hole)
}
