//! A list of settings: names, dots with intervals on a common axis, and columns of numbers.

use super::axis::Axis;
use super::sheet::{
    GRID, LINE_COLOURS, Letters, MARGIN, SMALL_SIZE, Sheet, Stroke, TEXT_SIZE, small_width,
};
use super::{List, ListRow};
use crate::draw::{Align, TextBlock, text_width};

/// The height of a row with a name in one line, and that of a row below its name in a narrow picture, in points.
const ROW_HEIGHT: f64 = 17.0;
const NARROW_ROW_HEIGHT: f64 = 15.0;
const COLUMN_GAP: f64 = 10.0;
/// The columns that are drawn at most, and those of a narrow picture.
const MAX_COLUMNS: usize = 4;
const MAX_NARROW_COLUMNS: usize = 2;
/// The smallest width of the axis beside columns; of more columns the last are left out.
const MIN_AXIS_WIDTH: f64 = 90.0;
/// The space between the ends of the axis and its area.
const AXIS_PADDING: f64 = 4.0;

fn row_letters(row: &ListRow) -> Letters {
    let letters = Letters {
        has_halo: true,
        ..Letters::new(TEXT_SIZE)
    };
    if row.is_usual {
        letters.bold()
    } else {
        letters
    }
}

fn column_width(list: &List, index: usize) -> f64 {
    let headings = list.columns[index].split('\n').map(small_width);
    let cells = list.rows.iter().filter_map(|row| {
        let weight = row_letters(row).weight;
        Some(text_width(row.cells.get(index)?, TEXT_SIZE, weight))
    });
    headings.chain(cells).fold(0.0, f64::max)
}

/// Returns the right edges of the columns that are drawn, and the right edge of the area of the axis.
fn column_edges(list: &List, sheet: &Sheet, axis_left: f64) -> (Vec<f64>, f64) {
    let max_columns = if sheet.is_narrow {
        MAX_NARROW_COLUMNS
    } else {
        MAX_COLUMNS
    };
    let mut widths = Vec::new();
    let mut axis_right = sheet.width - MARGIN;
    for index in 0..list.columns.len().min(max_columns) {
        let width = column_width(list, index) + COLUMN_GAP;
        if index > 0 && axis_right - width - axis_left < MIN_AXIS_WIDTH {
            break;
        }
        axis_right -= width;
        widths.push(width);
    }
    let mut right = axis_right;
    let edges = widths.iter().map(|width| {
        right += width;
        right
    });
    (edges.collect(), axis_right.max(axis_left + 30.0))
}

pub(super) fn draw(sheet: &mut Sheet, list: &List) {
    let max_name_width = if sheet.is_narrow { 1.0 } else { 0.45 } * sheet.room();
    let name_block = |row: &ListRow| row_letters(row).block(&row.name, max_name_width, 2);
    let names: Vec<TextBlock> = list.rows.iter().map(name_block).collect();
    let mut axis_left = MARGIN;
    if !sheet.is_narrow {
        axis_left += names.iter().map(TextBlock::width).fold(0.0, f64::max) + 8.0;
    }
    let (column_rights, axis_right) = column_edges(list, sheet, axis_left);
    draw_headings(sheet, list, &column_rights, (axis_left, axis_right));
    let values = list.rows.iter().flat_map(|row| {
        let interval = row.interval.into_iter().flat_map(<[f64; 2]>::from);
        interval.chain(row.value)
    });
    let ends = (axis_left + AXIS_PADDING, axis_right - AXIS_PADDING);
    let axis = Axis::from_zero(values, list.format, ends);
    let group_letters = Letters::new(SMALL_SIZE).bold();
    let mut group = "";
    let mut top = sheet.bottom;
    let mut middles = Vec::new();
    for (row, name) in list.rows.iter().zip(&names) {
        if row.group != group {
            group = &row.group;
            let block = group_letters.block(group, sheet.room(), 2);
            top += ROW_HEIGHT.max(block.height() + 5.0);
            let corner = (MARGIN, top - block.height() - 1.0);
            sheet.block(&block, group_letters, Align::Start, corner);
        }
        let name_top = if sheet.is_narrow {
            let name_top = top + 1.0;
            top += name.height() + NARROW_ROW_HEIGHT;
            middles.push(top - NARROW_ROW_HEIGHT / 2.0);
            name_top
        } else {
            let height = ROW_HEIGHT.max(name.height() + 2.0);
            top += height;
            middles.push(top - height / 2.0);
            top - (height + name.height()) / 2.0
        };
        sheet.block(name, row_letters(row), Align::Start, (MARGIN, name_top));
    }
    draw_axis(sheet, &axis, top);
    for (row, middle) in list.rows.iter().zip(middles) {
        draw_row(sheet, row, &axis, &column_rights, middle);
    }
    sheet.bottom = top + 18.0;
}

/// Draws the headings of the columns and the name of the axis, which end on a common line.
fn draw_headings(sheet: &mut Sheet, list: &List, column_rights: &[f64], (left, right): (f64, f64)) {
    let grey = Letters::grey();
    let label = grey.block(&list.axis_label, right - left, 3);
    let mut blocks = vec![(label, Align::Start, left)];
    for (heading, right) in list.columns.iter().zip(column_rights) {
        let block = TextBlock {
            lines: heading.split('\n').map(str::to_owned).collect(),
            size: grey.size,
            weight: grey.weight,
        };
        blocks.push((block, Align::End, *right));
    }
    let heights = blocks.iter().map(|(block, ..)| block.height());
    sheet.bottom += heights.fold(0.0, f64::max);
    for (block, align, x) in blocks {
        let top = sheet.bottom - block.height();
        sheet.block(&block, grey, align, (x, top));
    }
    sheet.bottom += 5.0;
}

/// Draws the axis below the rows, and its grid behind them.
fn draw_axis(sheet: &mut Sheet, axis: &Axis, bottom: f64) {
    let top = sheet.bottom;
    for (value, label) in &axis.ticks {
        let x = axis.at(*value);
        sheet.line(&[(x, top), (x, bottom)], Stroke::plain(GRID, 0.5));
        sheet.tick(label, (x, bottom + 2.0), bottom + 14.0);
    }
    let y = bottom + 2.0;
    sheet.line(&[(axis.start, y), (axis.end, y)], Stroke::AXIS);
}

fn draw_row(sheet: &mut Sheet, row: &ListRow, axis: &Axis, column_rights: &[f64], middle: f64) {
    let colour = LINE_COLOURS[0];
    let hair = Stroke::plain(GRID, 0.8);
    sheet.line(&[(axis.start, middle), (axis.end, middle)], hair);
    if let Some((low, high)) = row.interval {
        let ends = [(axis.at(low), middle), (axis.at(high), middle)];
        sheet.line(&ends, Stroke::plain(colour, 2.4));
    }
    if let Some(value) = row.value {
        let radius = if row.is_usual { 3.4 } else { 2.9 };
        sheet.circle((axis.at(value), middle), radius, colour);
    }
    for (cell, right) in row.cells.iter().zip(column_rights) {
        let position = (*right, middle + 0.36 * TEXT_SIZE);
        sheet.text(cell, row_letters(row), Align::End, position);
    }
}
