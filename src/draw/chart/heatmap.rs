//! A table of coloured cells, and a board of coloured circles.

use super::figure::{BoardHole, Heatmap};
use super::legend::{Legend, shade_entries};
use super::palette::{GREY, INK, mix_colours, shade_colour, text_colour_on};
use super::sheet::{
    Area, PlotResult, draw_centred_label, draw_text_block, points_to_steps, size_in_points,
    stroke_style,
};
use crate::draw::font::{Weight, text_width};
use crate::draw::text::{Align, TextBlock};
use plotters::prelude::*;

const HEADING_SIZE: f64 = 7.4;
const HEADER_HEIGHT: f64 = 24.0;
const ROW_HEIGHT: f64 = 19.0;
const MAX_CELL_WIDTH: f64 = 72.0;
const MAX_RADIUS: f64 = 22.0;

fn row_label(row: &str, wide: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(row, HEADING_SIZE, Weight::Regular, 0.34 * wide, 2)
}

fn row_label_width(grid: &Heatmap, wide: f64) -> f64 {
    grid.row_headings
        .iter()
        .map(|row| row_label(row, wide).width())
        .fold(0.0, f64::max)
        + 6.0
}

fn heatmap_legend(grid: &Heatmap, wide: f64) -> Legend {
    Legend::from_entries(
        shade_entries(&grid.legend),
        wide - row_label_width(grid, wide),
    )
}

pub(super) fn heatmap_height(grid: &Heatmap, width: f64) -> f64 {
    HEADER_HEIGHT
        + ROW_HEIGHT * grid.row_headings.len() as f64
        + heatmap_legend(grid, width).height
        + 10.0
}

pub(super) fn draw_heatmap(panel: &Area, grid: &Heatmap) -> PlotResult {
    let (wide, high) = size_in_points(panel);
    let label_width = row_label_width(grid, wide);
    let names = heatmap_legend(grid, wide);
    let cell = ((wide - label_width) / grid.column_headings.len() as f64).min(MAX_CELL_WIDTH);
    let row = ((high - names.height - 10.0 - HEADER_HEIGHT) / grid.row_headings.len() as f64)
        .clamp(4.0, 30.0);
    let middle = label_width + cell * grid.column_headings.len() as f64 / 2.0;
    draw_centred_label(
        panel,
        &grid.column_label,
        (HEADING_SIZE, Weight::Regular),
        (middle, 4.6),
        GREY,
    )?;
    for (column, number) in grid.column_headings.iter().zip(0..) {
        draw_centred_label(
            panel,
            column,
            (HEADING_SIZE, Weight::Regular),
            (label_width + (f64::from(number) + 0.5) * cell, 16.1),
            INK,
        )?;
    }
    let widest = grid
        .cells
        .iter()
        .flatten()
        .map(|cell| text_width(&cell.text, 1.0, Weight::Regular))
        .fold(1e-6, f64::max);
    let letters = 7.6_f64.min((cell - 3.0) / widest).min(0.72 * row);
    for ((cells, name), number) in grid.cells.iter().zip(&grid.row_headings).zip(0..) {
        let head = row_label(name, wide);
        let y = HEADER_HEIGHT + (f64::from(number) + 0.5) * row;
        draw_text_block(
            panel,
            &head,
            (label_width - 6.0, y - head.height() / 2.0),
            INK,
            Align::End,
        )?;
        for (shown, number) in cells.iter().zip(0..) {
            let x = label_width + (f64::from(number) + 0.5) * cell;
            let colour = shade_colour(shown.shade);
            let dx = cell / 2.0 - 0.5;
            let dy = row / 2.0 - 0.5;
            let corners = [
                (points_to_steps(x - dx), points_to_steps(y - dy)),
                (points_to_steps(x + dx), points_to_steps(y + dy)),
            ];
            panel.draw(&Rectangle::new(corners, colour.filled()))?;
            draw_centred_label(
                panel,
                &shown.text,
                (letters, Weight::Regular),
                (x, y),
                text_colour_on(colour),
            )?;
        }
    }
    names.draw(
        panel,
        (
            middle - names.width / 2.0,
            HEADER_HEIGHT + row * grid.row_headings.len() as f64 + 6.0,
        ),
    )
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Returns the smallest positive distance between two holes; `None` when no two holes lie apart.
fn min_distance(board: &[BoardHole]) -> Option<f64> {
    let mut distances = Vec::new();
    for (index, hole) in board.iter().enumerate() {
        for neighbour in &board[index + 1..] {
            distances.push((hole.x - neighbour.x).hypot(hole.y - neighbour.y));
        }
    }
    distances
        .into_iter()
        .filter(|distance| *distance > 0.0)
        .reduce(f64::min)
}

struct BoardLayout {
    centre: (f64, f64),
    /// Points per unit of the board.
    points_per_unit: f64,
    radius: f64,
    /// The distance from the highest to the lowest edge, in points.
    height: f64,
}

impl BoardLayout {
    /// Computes the largest circles that fit into `wide` by `high` points.
    fn new(board: &[BoardHole], (wide, high): (f64, f64)) -> Self {
        /// The radius of a circle, as a share of the smallest distance between two.
        const PART: f64 = 0.46;
        let (left, right) = range(board.iter().map(|hole| hole.x));
        let (top, bottom) = range(board.iter().map(|hole| hole.y));
        let radius = PART * min_distance(board).unwrap_or(1.0);
        let across = right - left + 2.0 * radius;
        let down = bottom - top + 2.0 * radius;
        let unit = (wide / across).min(high / down).min(MAX_RADIUS / radius);
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        Self {
            centre: middle,
            points_per_unit: unit,
            radius: radius * unit,
            height: down * unit,
        }
    }
}

pub(super) fn board_height(board: &[BoardHole], width: f64) -> f64 {
    BoardLayout::new(board, (0.94 * width, 330.0)).height + 10.0
}

/// Draws a board: each hole with its value and its name below.
pub(super) fn draw_board(panel: &Area, board: &[BoardHole]) -> PlotResult {
    let (wide, high) = size_in_points(panel);
    let places = BoardLayout::new(board, (wide, high - 8.0));
    let high = high - 8.0;
    let widest = |text: fn(&BoardHole) -> &str, weight| {
        board
            .iter()
            .map(|hole| text_width(text(hole), 1.0, weight))
            .fold(1e-6, f64::max)
    };
    let letters = 8.4_f64
        .min(1.78 * places.radius / widest(|hole| &hole.text, Weight::Bold))
        .min(0.8 * places.radius);
    let small = letters.min(1.3 * places.radius / widest(|hole| &hole.name, Weight::Regular));
    for hole in board {
        let place = |value: f64, middle: f64, room: f64| {
            room / 2.0 + (value - middle) * places.points_per_unit
        };
        let x = place(hole.x, places.centre.0, wide);
        let y = place(hole.y, places.centre.1, high);
        let at = (points_to_steps(x), points_to_steps(y));
        let colour = shade_colour(hole.shade);
        panel.draw(&Circle::new(
            at,
            points_to_steps(places.radius),
            colour.filled(),
        ))?;
        panel.draw(&Circle::new(
            at,
            points_to_steps(places.radius),
            stroke_style(mix_colours(colour, GREY, 0.6), 0.5),
        ))?;
        let up = if hole.name.is_empty() {
            0.0
        } else {
            0.34 * letters
        };
        draw_centred_label(
            panel,
            &hole.text,
            (letters, Weight::Bold),
            (x, y - up),
            text_colour_on(colour),
        )?;
        let below = y + 0.3 * letters + 0.49 * small;
        draw_centred_label(
            panel,
            &hole.name,
            (small, Weight::Regular),
            (x, below),
            mix_colours(text_colour_on(colour), colour, 0.25),
        )?;
    }
    Ok(())
}
