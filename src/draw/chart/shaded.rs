//! A table of coloured cells, and a board of coloured circles.

use super::figure::{Grid, Hole};
use super::legend::{Legend, key};
use super::palette::{GREY, INK, mix_colours, shade, text_colour_on};
use super::sheet::{Area, PlotResult, block, label, pen, size, steps};
use crate::draw::font::{Weight, width};
use crate::draw::text::{Align, TextBlock};
use plotters::prelude::*;

const HEAD: f64 = 7.4;
const TOP: f64 = 24.0;
const ROW: f64 = 19.0;
const WIDEST_CELL: f64 = 72.0;
const RADIUS: f64 = 22.0;

fn row_label(row: &str, wide: f64) -> TextBlock {
    TextBlock::fit(row, HEAD, Weight::Book, 0.34 * wide, 2)
}

fn row_label_width(grid: &Grid, wide: f64) -> f64 {
    grid.rows.iter().map(|row| row_label(row, wide).width()).fold(0.0, f64::max) + 6.0
}

fn legend(grid: &Grid, wide: f64) -> Legend {
    Legend::rows(key(&grid.key), wide - row_label_width(grid, wide))
}

pub(super) fn grid_height(grid: &Grid, wide: f64) -> f64 {
    TOP + ROW * grid.rows.len() as f64 + legend(grid, wide).height + 10.0
}

pub(super) fn grid(panel: &Area, grid: &Grid) -> PlotResult {
    let (wide, high) = size(panel);
    let (left, names) = (row_label_width(grid, wide), legend(grid, wide));
    let cell = ((wide - left) / grid.columns.len() as f64).min(WIDEST_CELL);
    let row = ((high - names.height - 10.0 - TOP) / grid.rows.len() as f64).clamp(4.0, 30.0);
    let middle = left + cell * grid.columns.len() as f64 / 2.0;
    label(panel, &grid.column_label, (HEAD, Weight::Book), (middle, 4.6), GREY)?;
    for (column, number) in grid.columns.iter().zip(0..) {
        label(panel, column, (HEAD, Weight::Book), (left + (f64::from(number) + 0.5) * cell, 16.1), INK)?;
    }
    let widest = grid.cells.iter().flatten().map(|cell| width(&cell.text, 1.0, Weight::Book)).fold(1e-6, f64::max);
    let letters = 7.6_f64.min((cell - 3.0) / widest).min(0.72 * row);
    for ((cells, name), number) in grid.cells.iter().zip(&grid.rows).zip(0..) {
        let head = row_label(name, wide);
        let y = TOP + (f64::from(number) + 0.5) * row;
        block(panel, &head, (left - 6.0, y - head.height() / 2.0), INK, Align::End)?;
        for (shown, number) in cells.iter().zip(0..) {
            let (x, colour) = (left + (f64::from(number) + 0.5) * cell, shade(shown.shade));
            let (dx, dy) = (cell / 2.0 - 0.5, row / 2.0 - 0.5);
            let corners = [(steps(x - dx), steps(y - dy)), (steps(x + dx), steps(y + dy))];
            panel.draw(&Rectangle::new(corners, colour.filled()))?;
            label(panel, &shown.text, (letters, Weight::Book), (x, y), text_colour_on(colour))?;
        }
    }
    names.draw(panel, (middle - names.width / 2.0, TOP + row * grid.rows.len() as f64 + 6.0))
}

struct BoardLayout {
    middle: (f64, f64),
    /// Points per unit of the board.
    unit: f64,
    radius: f64,
    /// The distance from the highest to the lowest edge, in points.
    height: f64,
}

impl BoardLayout {
    /// Computes the largest circles that fit into `mul_multiplier_wide` by `high` points.
    fn new(board: &[Hole], (wide, high): (f64, f64)) -> Self {
        /// The radius of a circle, as a share of the smallest distance between two.
        const PART: f64 = 0.43;
        let ends = |of: fn(&Hole) -> f64| {
            let values = board.iter().map(of);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ((left, right), (top, bottom)) = (ends(|hole| hole.x), ends(|hole| hole.y));
        let apart = |(place, one): (usize, &Hole)| {
            let others = board[place + 1..].iter().map(|other| (one.x - other.x).hypot(one.y - other.y));
            others.filter(|distance| *distance > 0.0).fold(f64::INFINITY, f64::min)
        };
        let least = board.iter().enumerate().map(apart).fold(f64::INFINITY, f64::min);
        let radius = PART * if least.is_finite() { least } else { 1.0 };
        let (across, down) = (right - left + 2.0 * radius, bottom - top + 2.0 * radius);
        let unit = (wide / across).min(high / down).min(RADIUS / radius);
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        Self { middle, unit, radius: radius * unit, height: down * unit }
    }
}

pub(super) fn board_height(board: &[Hole], wide: f64) -> f64 {
    BoardLayout::new(board, (0.94 * wide, 330.0)).height + 10.0
}

/// Draws a board: each hole with its value and its name below.
pub(super) fn board(panel: &Area, board: &[Hole]) -> PlotResult {
    let (wide, high) = size(panel);
    let (places, high) = (BoardLayout::new(board, (wide, high - 8.0)), high - 8.0);
    let widest =
        |text: fn(&Hole) -> &str, weight| board.iter().map(|hole| width(text(hole), 1.0, weight)).fold(1e-6, f64::max);
    let letters = 8.4_f64.min(1.62 * places.radius / widest(|hole| &hole.text, Weight::Bold)).min(0.8 * places.radius);
    let small = (0.8 * letters).min(1.3 * places.radius / widest(|hole| &hole.name, Weight::Book));
    for hole in board {
        let place = |value: f64, middle: f64, room: f64| room / 2.0 + (value - middle) * places.unit;
        let (x, y) = (place(hole.x, places.middle.0, wide), place(hole.y, places.middle.1, high));
        let (at, colour) = ((steps(x), steps(y)), shade(hole.shade));
        panel.draw(&Circle::new(at, steps(places.radius), colour.filled()))?;
        panel.draw(&Circle::new(at, steps(places.radius), pen(mix_colours(colour, GREY, 0.6), 0.5)))?;
        let up = if hole.name.is_empty() { 0.0 } else { 0.34 * letters };
        label(panel, &hole.text, (letters, Weight::Bold), (x, y - up), text_colour_on(colour))?;
        let below = y + 0.3 * letters + 0.49 * small;
        label(panel, &hole.name, (small, Weight::Book), (x, below), mix_colours(text_colour_on(colour), colour, 0.25))?;
    }
    Ok(())
}
