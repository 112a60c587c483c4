//! A table of coloured cells, and a board of coloured circles.

use super::axis::min_max;
use super::figure::{BoardHole, Heatmap, HeatmapCell};
use super::sheet::{
    Area, GREY, INK, Legend, PlotResult, draw_centred_label, draw_text_block, mix_colours,
    points_to_steps, shade_colour, shade_entries, size_in_points, stroke_style, text_colour_on,
};
use crate::draw::text::{Align, TextBlock, Weight, text_width};
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

/// Returns a table of one row without headings in rows of as many tens of cells as can be read.
fn folded(grid: &Heatmap, width: f64) -> Heatmap {
    const MIN_CELL_WIDTH: f64 = 11.0;
    let mut folded = grid.clone();
    let count = grid.column_headings.len();
    let has_headings = grid
        .column_headings
        .iter()
        .any(|heading| !heading.is_empty());
    let most = (width / MIN_CELL_WIDTH) as usize;
    let columns = 10 * (most / 10).max(1);
    if let [cells] = &grid.cells[..]
        && !has_headings
        && count > most.max(10)
    {
        folded.cells = cells.chunks(columns).map(<[HeatmapCell]>::to_vec).collect();
        folded
            .row_headings
            .resize(folded.cells.len(), String::new());
        folded.column_headings.truncate(columns);
    }
    folded
}

pub(super) fn heatmap_height(grid: &Heatmap, width: f64) -> f64 {
    let grid = &folded(grid, width);
    HEADER_HEIGHT
        + ROW_HEIGHT * grid.row_headings.len() as f64
        + heatmap_legend(grid, width).height
        + 10.0
}

/// The sizes of a table of cells, in points.
struct HeatmapLayout {
    label_width: f64,
    cell_width: f64,
    row_height: f64,
    letter_size: f64,
}

impl HeatmapLayout {
    /// Computes the layout in `wide` by `rows_height` points, without the headings of the columns and the legend.
    fn new(grid: &Heatmap, wide: f64, rows_height: f64) -> Self {
        let label_width = row_label_width(grid, wide);
        let column_count = grid.column_headings.len() as f64;
        let cell_width = ((wide - label_width) / column_count).min(MAX_CELL_WIDTH);
        let row_height = (rows_height / grid.row_headings.len() as f64).clamp(4.0, 30.0);
        let widest = grid
            .cells
            .iter()
            .flatten()
            .map(|cell| text_width(&cell.text, 1.0, Weight::Regular))
            .fold(1e-6, f64::max);
        Self {
            label_width,
            cell_width,
            row_height,
            letter_size: 7.6_f64
                .min((cell_width - 3.0) / widest)
                .min(0.72 * row_height),
        }
    }

    /// Returns the middle of a column.
    fn column_x(&self, column: usize) -> f64 {
        self.label_width + (column as f64 + 0.5) * self.cell_width
    }

    /// Returns the middle of a row.
    fn row_y(&self, row: usize) -> f64 {
        HEADER_HEIGHT + (row as f64 + 0.5) * self.row_height
    }
}

pub(super) fn draw_heatmap(panel: &Area, grid: &Heatmap) -> PlotResult {
    let (wide, high) = size_in_points(panel);
    let grid = &folded(grid, wide);
    let legend = heatmap_legend(grid, wide);
    let layout = HeatmapLayout::new(grid, wide, high - legend.height - 10.0 - HEADER_HEIGHT);
    let centre = layout.label_width + layout.cell_width * grid.column_headings.len() as f64 / 2.0;
    let heading_font = (HEADING_SIZE, Weight::Regular);
    draw_centred_label(panel, &grid.column_label, heading_font, (centre, 4.6), GREY)?;
    for (column, heading) in grid.column_headings.iter().enumerate() {
        let position = (layout.column_x(column), 16.1);
        draw_centred_label(panel, heading, heading_font, position, INK)?;
    }
    for (row, (heading, cells)) in grid.row_headings.iter().zip(&grid.cells).enumerate() {
        let label = row_label(heading, wide);
        let position = (
            layout.label_width - 6.0,
            layout.row_y(row) - label.height() / 2.0,
        );
        draw_text_block(panel, &label, position, INK, Align::End)?;
        for (column, cell) in cells.iter().enumerate() {
            draw_cell(
                panel,
                cell,
                &layout,
                (layout.column_x(column), layout.row_y(row)),
            )?;
        }
    }
    let legend_top = HEADER_HEIGHT + layout.row_height * grid.row_headings.len() as f64 + 6.0;
    legend.draw(panel, (centre - legend.width / 2.0, legend_top))
}

fn draw_cell(
    panel: &Area,
    cell: &HeatmapCell,
    layout: &HeatmapLayout,
    (x, y): (f64, f64),
) -> PlotResult {
    let colour = shade_colour(cell.shade);
    let dx = layout.cell_width / 2.0 - 0.5;
    let dy = layout.row_height / 2.0 - 0.5;
    let corners = [
        (points_to_steps(x - dx), points_to_steps(y - dy)),
        (points_to_steps(x + dx), points_to_steps(y + dy)),
    ];
    panel.draw(&Rectangle::new(corners, colour.filled()))?;
    draw_centred_label(
        panel,
        &cell.text,
        (layout.letter_size, Weight::Regular),
        (x, y),
        text_colour_on(colour),
    )
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
        let (left, right) = min_max(board.iter().map(|hole| hole.x)).unwrap_or_default();
        let (top, bottom) = min_max(board.iter().map(|hole| hole.y)).unwrap_or_default();
        let radius = PART * min_distance(board).unwrap_or(1.0);
        let width = right - left + 2.0 * radius;
        let down = bottom - top + 2.0 * radius;
        let unit = (wide / width).min(high / down).min(MAX_RADIUS / radius);
        let centre = ((left + right) / 2.0, (top + bottom) / 2.0);
        Self {
            centre,
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
