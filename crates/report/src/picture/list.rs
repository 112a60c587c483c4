//! A list of settings: names, dots with intervals on a common axis, and columns of numbers.

use super::axis::Axis;
use super::sheet::{
    GRID, LINE_COLOURS, Letters, MARGIN, SMALL_SIZE, Sheet, Stroke, TEXT_SIZE, small_width,
};
use super::{List, ListRow};
use crate::draw::{Align, TextBlock, Weight, text_width};

/// The heights of rows, without and with headings between them, in points.
const ROW_HEIGHT: f64 = 17.0;
const GROUPED_ROW_HEIGHT: f64 = 14.0;
/// The height of a name above its row in a narrow picture.
const STACKED_NAME_HEIGHT: f64 = 10.0;
const COLUMN_GAP: f64 = 10.0;
/// The distance between the baselines of the two lines of a heading.
const HEADING_LEADING: f64 = 10.5;
/// The columns that are drawn at most, and those of a narrow picture.
const MAX_COLUMNS: usize = 4;
const MAX_NARROW_COLUMNS: usize = 2;
/// The smallest width of the axis beside columns; of more columns the last are left out.
const MIN_AXIS_WIDTH: f64 = 90.0;
/// The space between the ends of the axis and its area.
const AXIS_PADDING: f64 = 4.0;

/// A row at its place, with the block of the heading above it and its upper edge.
struct PlacedRow<'a> {
    row: &'a ListRow,
    heading: Option<(TextBlock, f64)>,
    name: TextBlock,
    top: f64,
    height: f64,
}

fn row_letters(row: &ListRow) -> Letters {
    let mut letters = Letters::new(TEXT_SIZE);
    if row.is_usual {
        letters.weight = Weight::Bold;
    }
    letters
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
    let mut count = list.columns.len().min(max_columns);
    loop {
        let mut edges = Vec::new();
        let mut right = sheet.width - MARGIN;
        for index in (0..count).rev() {
            edges.insert(0, right);
            right -= column_width(list, index) + COLUMN_GAP;
        }
        if right - axis_left >= MIN_AXIS_WIDTH || count <= 1 {
            return (edges, right.max(axis_left + 30.0));
        }
        count -= 1;
    }
}

pub(super) fn draw(sheet: &mut Sheet, list: &List) {
    let max_name_width = if sheet.is_narrow { 1.0 } else { 0.45 } * sheet.room();
    let name_block = |row: &ListRow| row_letters(row).block(&row.name, max_name_width, 2);
    let mut axis_left = MARGIN;
    if !sheet.is_narrow {
        let widths = list.rows.iter().map(|row| name_block(row).width());
        axis_left += widths.fold(0.0, f64::max) + 8.0;
    }
    let (column_rights, axis_right) = column_edges(list, sheet, axis_left);
    draw_headings(sheet, list, &column_rights, (axis_left, axis_right));
    let values = list.rows.iter().flat_map(|row| {
        let interval = row.interval.into_iter().flat_map(<[f64; 2]>::from);
        interval.chain(row.value)
    });
    let ends = (axis_left + AXIS_PADDING, axis_right - AXIS_PADDING);
    let axis = Axis::from_zero(values, list.format, ends);
    let rows = placed_rows(list, sheet, name_block);
    let bottom = rows.last().map_or(0.0, |last| last.top + last.height);
    draw_axis(sheet, &axis, bottom);
    for PlacedRow {
        row,
        heading,
        name,
        top,
        height,
    } in rows
    {
        if let Some((heading, top)) = heading {
            let letters = Letters::new(SMALL_SIZE).bold();
            sheet.block(&heading, letters, Align::Start, (MARGIN, top));
        }
        let mut middle = top + height / 2.0;
        let mut name_top = middle - name.height() / 2.0;
        if sheet.is_narrow {
            middle += name.height() / 2.0 - 0.5;
            name_top = top + 1.0;
        }
        draw_row(sheet, row, &axis, &column_rights, middle);
        let letters = Letters {
            has_halo: true,
            ..row_letters(row)
        };
        sheet.block(&name, letters, Align::Start, (MARGIN, name_top));
    }
    sheet.bottom = bottom + 18.0;
}

fn placed_rows<'a>(
    list: &'a List,
    sheet: &Sheet,
    name_block: impl Fn(&ListRow) -> TextBlock,
) -> Vec<PlacedRow<'a>> {
    let is_grouped = list.rows.iter().any(|row| !row.group.is_empty());
    let mut top = sheet.bottom;
    let mut group = "";
    let mut rows = Vec::new();
    for row in &list.rows {
        let mut heading = None;
        if row.group != group {
            group = &row.group;
            let letters = Letters::new(SMALL_SIZE).bold();
            let block = letters.block(group, sheet.room(), 2);
            top += ROW_HEIGHT.max(block.height() + 5.0);
            let heading_top = top - block.height() - 1.0;
            heading = Some((block, heading_top));
        }
        let name = name_block(row);
        let height = if sheet.is_narrow {
            name.height().max(STACKED_NAME_HEIGHT) + GROUPED_ROW_HEIGHT + 1.0
        } else if is_grouped {
            GROUPED_ROW_HEIGHT.max(name.height() + 2.0)
        } else {
            ROW_HEIGHT.max(name.height() + 2.0)
        };
        rows.push(PlacedRow {
            row,
            heading,
            name,
            top,
            height,
        });
        top += height;
    }
    rows
}

/// Draws the headings of the columns and the name of the axis, which end on a common line.
fn draw_headings(sheet: &mut Sheet, list: &List, column_rights: &[f64], (left, right): (f64, f64)) {
    let grey = Letters::grey();
    let label = grey.block(&list.axis_label, right - left, 3);
    let label_letters = Letters {
        size: label.size,
        ..grey
    };
    let mut blocks = Vec::new();
    for (heading, right) in list.columns.iter().zip(column_rights) {
        let lines = heading.split('\n').map(str::to_owned).collect();
        blocks.push((lines, grey, Align::End, *right));
    }
    blocks.push((label.lines, label_letters, Align::Start, left));
    let line_counts = blocks.iter().map(|(lines, ..)| lines.len());
    let line_count = line_counts.max().unwrap_or(1) as f64;
    let last_baseline = sheet.bottom + SMALL_SIZE + (line_count - 1.0) * HEADING_LEADING;
    for (lines, letters, align, x) in blocks {
        let lines: Vec<String> = lines;
        for (index, line) in lines.iter().rev().enumerate() {
            let baseline = last_baseline - index as f64 * HEADING_LEADING;
            sheet.text(line, letters, align, (x, baseline));
        }
    }
    sheet.bottom = last_baseline + 7.0;
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
        sheet.text(cell, row_letters(row), Align::End, (*right, middle + 3.4));
    }
}
