//! Grids of shaded cells with a text in each: strips and boards.

use super::sheet::{CELL_RIM, Letters, MARGIN, SMALL_SIZE, Sheet, TEXT_SIZE, shade_colours};
use super::{Board, BoardHole, ShadedCell, Strips};
use crate::draw::{Align, TextBlock, Weight, text_width};

/// The height of a cell and the gaps between cells, in points.
const CELL_HEIGHT: f64 = 18.0;
const CELL_GAP: f64 = 1.2;
const ROW_GAP: f64 = 3.0;
const RIM_WIDTH: f64 = 0.4;
const MAX_CELL_WIDTH: f64 = 60.0;
/// The largest radius of a hole of a board.
const MAX_RADIUS: f64 = 20.0;

fn cells(strips: &Strips) -> impl Iterator<Item = &ShadedCell> {
    strips
        .rows
        .iter()
        .flat_map(|row| row.cells.iter().flatten())
}

/// Draws strips. Columns that do not fit in the width continue below.
pub(super) fn draw_strips(sheet: &mut Sheet, strips: &Strips) {
    let max_name_width = if sheet.is_narrow { 1.0 } else { 0.4 } * sheet.room();
    let name_block =
        |name: &str| TextBlock::wrap_or_shrink(name, TEXT_SIZE, Weight::Regular, max_name_width, 2);
    let names = strips.rows.iter().map(|row| name_block(&row.name));
    let names_width = names.map(|name| name.width()).fold(0.0, f64::max);
    let has_names = names_width > 0.0;
    let left = if sheet.is_narrow || !has_names {
        MARGIN
    } else {
        MARGIN + names_width + 8.0
    };
    let room = sheet.width - MARGIN - left;
    let texts = cells(strips).map(|cell| cell.text.as_str());
    let texts = texts.chain(strips.columns.iter().map(String::as_str));
    let text_widths = texts.map(|text| text_width(text, SMALL_SIZE, Weight::Regular));
    let min_cell_width = text_widths.fold(6.0, f64::max) + 4.0;
    let count = strips.columns.len();
    let line_count = (min_cell_width * count as f64 / room).ceil().max(1.0) as usize;
    let columns_in_line = count.div_ceil(line_count).max(1);
    let cell_width = (room / columns_in_line as f64).min(MAX_CELL_WIDTH);
    let grey = sheet.grey_letters();
    for first in (0..count).step_by(columns_in_line) {
        let columns = first..(first + columns_in_line).min(count);
        if first == 0 {
            let label = &strips.column_label;
            let block = TextBlock::wrap_or_shrink(label, SMALL_SIZE, Weight::Regular, room, 2);
            sheet.block(&block, grey, Align::Start, left, sheet.bottom);
            sheet.bottom += block.height() + 3.0;
        }
        for (index, heading) in strips.columns[columns.clone()].iter().enumerate() {
            let x = left + (index as f64 + 0.5) * cell_width;
            let letters = sheet.letters(SMALL_SIZE);
            sheet.text(
                heading,
                letters,
                Align::Middle,
                (x, sheet.bottom + SMALL_SIZE),
            );
        }
        sheet.bottom += SMALL_SIZE + 5.0;
        for row in &strips.rows {
            let name = name_block(&row.name);
            let letters = sheet.letters(TEXT_SIZE);
            if sheet.is_narrow && has_names {
                sheet.block(&name, letters, Align::Start, MARGIN, sheet.bottom);
                sheet.bottom += name.height() + 1.0;
            } else {
                let top = sheet.bottom + (CELL_HEIGHT - name.height()) / 2.0;
                sheet.block(&name, letters, Align::Start, MARGIN, top);
            }
            for (index, column) in columns.clone().enumerate() {
                if let Some(Some(cell)) = row.cells.get(column) {
                    draw_cell(sheet, cell, left + index as f64 * cell_width, cell_width);
                }
            }
            sheet.bottom += CELL_HEIGHT + ROW_GAP;
        }
        sheet.bottom += 4.0;
    }
}

/// Draws a cell below the lower edge of the sheet.
fn draw_cell(sheet: &mut Sheet, cell: &ShadedCell, left: f64, width: f64) {
    let (fill, ink) = shade_colours(cell.shade);
    let left = left + CELL_GAP / 2.0;
    let width = width - CELL_GAP;
    sheet.rectangle((left, sheet.bottom), (width, CELL_HEIGHT), CELL_RIM);
    let inner = (width - 2.0 * RIM_WIDTH, CELL_HEIGHT - 2.0 * RIM_WIDTH);
    sheet.rectangle((left + RIM_WIDTH, sheet.bottom + RIM_WIDTH), inner, fill);
    let letters = Letters {
        colour: ink,
        ..sheet.letters(SMALL_SIZE)
    };
    let baseline = sheet.bottom + CELL_HEIGHT / 2.0 + 0.36 * SMALL_SIZE;
    sheet.text(
        &cell.text,
        letters,
        Align::Middle,
        (left + width / 2.0, baseline),
    );
}

/// Draws a board in the middle of the sheet.
pub(super) fn draw_board(sheet: &mut Sheet, board: &Board) {
    let high = |place: fn(&BoardHole) -> f64| board.holes.iter().map(place).fold(0.0, f64::max);
    let column_count = high(|hole| hole.x) + 1.0;
    let spacing = (sheet.room() / column_count).min(2.0 * MAX_RADIUS / 0.92);
    let radius = 0.46 * spacing;
    let left = (sheet.width - column_count * spacing) / 2.0;
    let widest = |text: fn(&BoardHole) -> &str, weight| {
        let widths = board
            .holes
            .iter()
            .map(|hole| text_width(text(hole), 1.0, weight));
        widths.fold(1e-6, f64::max)
    };
    let size = SMALL_SIZE.min(1.75 * radius / widest(|hole| &hole.cell.text, Weight::Regular));
    let name_size = size.min(1.2 * radius / widest(|hole| &hole.name, Weight::Regular));
    for hole in &board.holes {
        let (fill, ink) = shade_colours(hole.cell.shade);
        let x = left + (hole.x + 0.5) * spacing;
        let y = sheet.bottom + (hole.y + 0.5) * spacing;
        sheet.circle((x, y), radius, CELL_RIM);
        sheet.circle((x, y), radius - RIM_WIDTH, fill);
        let letters = Letters {
            colour: ink,
            ..sheet.letters(size)
        };
        let name_letters = Letters {
            size: name_size,
            ..letters
        };
        let baseline = if hole.name.is_empty() {
            y + 0.36 * size
        } else {
            y
        };
        sheet.text(&hole.cell.text, letters, Align::Middle, (x, baseline));
        if !hole.name.is_empty() {
            sheet.text(
                &hole.name,
                name_letters,
                Align::Middle,
                (x, y + 0.3 * size + 0.75 * name_size),
            );
        }
    }
    sheet.bottom += (high(|hole| hole.y) + 1.0) * spacing;
}
