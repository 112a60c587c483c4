//! Grids of shaded cells with a text in each: strips and boards.

use super::sheet::{
    CELL_RIM, Letters, MARGIN, SMALL_SIZE, Sheet, TEXT_SIZE, shade_colours, small_width,
};
use super::{Board, BoardHole, ShadedCell, StripRow, Strips};
use crate::draw::{Align, TextBlock};

/// The height of a cell and the gaps between cells, in points.
const CELL_HEIGHT: f64 = 18.0;
const CELL_GAP: f64 = 1.2;
const ROW_GAP: f64 = 3.0;
const RIM_WIDTH: f64 = 0.4;
const MAX_CELL_WIDTH: f64 = 60.0;
/// The largest radius of a hole of a board.
const MAX_RADIUS: f64 = 20.0;

/// Draws strips. Columns that do not fit in the width continue below.
pub(super) fn draw_strips(sheet: &mut Sheet, strips: &Strips) {
    let letters = Letters::new(TEXT_SIZE);
    let max_name_width = if sheet.is_narrow { 1.0 } else { 0.4 } * sheet.room();
    let name_block = |row: &StripRow| letters.block(&row.name, max_name_width, 2);
    let names: Vec<TextBlock> = strips.rows.iter().map(name_block).collect();
    let names_width = names.iter().map(TextBlock::width).fold(0.0, f64::max);
    let mut left = MARGIN;
    if !sheet.is_narrow && names_width > 0.0 {
        left += names_width + 8.0;
    }
    let room = sheet.width - MARGIN - left;
    let cells = strips.rows.iter().flat_map(|row| &row.cells).flatten();
    let texts = cells.map(|cell| &cell.text).chain(&strips.columns);
    let min_cell_width = texts.map(|text| small_width(text)).fold(6.0, f64::max) + 4.0;
    let count = strips.columns.len();
    let line_count = (min_cell_width * count as f64 / room).ceil().max(1.0) as usize;
    let columns_in_line = count.div_ceil(line_count).max(1);
    let cell_width = (room / columns_in_line as f64).min(MAX_CELL_WIDTH);
    let label = Letters::grey().block(&strips.column_label, room, 2);
    sheet.block(&label, Letters::grey(), Align::Start, (left, sheet.bottom));
    sheet.bottom += label.height() + 3.0;
    for first in (0..count).step_by(columns_in_line) {
        let columns = first..(first + columns_in_line).min(count);
        let column_left = |column: usize| left + (column - first) as f64 * cell_width;
        for column in columns.clone() {
            let x = column_left(column) + cell_width / 2.0;
            let position = (x, sheet.bottom + SMALL_SIZE);
            let heading = &strips.columns[column];
            sheet.text(heading, Letters::new(SMALL_SIZE), Align::Middle, position);
        }
        sheet.bottom += SMALL_SIZE + 5.0;
        for (row, name) in strips.rows.iter().zip(&names) {
            let mut top = sheet.bottom;
            if sheet.is_narrow {
                sheet.bottom += name.height() + 1.0;
            } else {
                top += (CELL_HEIGHT - name.height()) / 2.0;
            }
            sheet.block(name, letters, Align::Start, (MARGIN, top));
            for column in columns.clone() {
                if let Some(Some(cell)) = row.cells.get(column) {
                    draw_cell(sheet, cell, column_left(column), cell_width);
                }
            }
            sheet.bottom += CELL_HEIGHT + ROW_GAP;
        }
        sheet.bottom += 4.0;
    }
}

/// Draws a cell below the lower edge of the sheet.
fn draw_cell(sheet: &mut Sheet, cell: &ShadedCell, left: f64, width: f64) {
    let (fill, colour) = shade_colours(cell.shade);
    let left = left + CELL_GAP / 2.0;
    let width = width - CELL_GAP;
    sheet.rectangle((left, sheet.bottom), (width, CELL_HEIGHT), CELL_RIM);
    let corner = (left + RIM_WIDTH, sheet.bottom + RIM_WIDTH);
    let size = (width - 2.0 * RIM_WIDTH, CELL_HEIGHT - 2.0 * RIM_WIDTH);
    sheet.rectangle(corner, size, fill);
    let letters = Letters {
        colour,
        ..Letters::new(SMALL_SIZE)
    };
    let baseline = sheet.bottom + CELL_HEIGHT / 2.0 + 0.36 * SMALL_SIZE;
    let position = (left + width / 2.0, baseline);
    sheet.text(&cell.text, letters, Align::Middle, position);
}

/// Draws a board in the middle of the sheet.
pub(super) fn draw_board(sheet: &mut Sheet, board: &Board) {
    let most = |number: fn(&BoardHole) -> f64| board.holes.iter().map(number).fold(0.0, f64::max);
    let column_count = most(|hole| hole.x) + 1.0;
    let spacing = (sheet.room() / column_count).min(2.0 * MAX_RADIUS / 0.92);
    let radius = 0.46 * spacing;
    let left = (sheet.width - column_count * spacing) / 2.0;
    // The size with which the widest text fits.
    let text_width = most(|hole| small_width(&hole.cell.text).max(1.4 * small_width(&hole.name)));
    let size = SMALL_SIZE * (1.75 * radius / text_width.max(1e-6)).min(1.0);
    for hole in &board.holes {
        let (fill, colour) = shade_colours(hole.cell.shade);
        let x = left + (hole.x + 0.5) * spacing;
        let mut y = sheet.bottom + (hole.y + 0.5) * spacing;
        sheet.circle((x, y), radius, CELL_RIM);
        sheet.circle((x, y), radius - RIM_WIDTH, fill);
        let letters = Letters {
            colour,
            ..Letters::new(size)
        };
        let name_position = (x, y + 1.05 * size);
        if hole.name.is_empty() {
            y += 0.36 * size;
        }
        sheet.text(&hole.cell.text, letters, Align::Middle, (x, y));
        sheet.text(&hole.name, letters, Align::Middle, name_position);
    }
    sheet.bottom += (most(|hole| hole.y) + 1.0) * spacing;
}
