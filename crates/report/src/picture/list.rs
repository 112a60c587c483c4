//! A list of settings: names, dots with intervals on a common axis, and columns of numbers.

use super::axis::Axis;
use super::sheet::{
    AXIS_WIDTH, Letters, MARGIN, SMALL_SIZE, Sheet, Stroke, TEXT_SIZE, TICK_LENGTH,
};
use super::{List, ListItem, ListRow};
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

/// The columns of a list, in points.
struct Columns {
    /// The right edge of each column.
    rights: Vec<f64>,
    axis_left: f64,
    axis_right: f64,
}

impl Columns {
    fn new(list: &List, names_width: f64, sheet: &Sheet) -> Self {
        let max_columns = if sheet.is_narrow {
            MAX_NARROW_COLUMNS
        } else {
            MAX_COLUMNS
        };
        let mut count = list.columns.len().min(max_columns);
        let axis_left = MARGIN + names_width;
        loop {
            let mut rights = Vec::new();
            let mut right = sheet.width - MARGIN;
            for index in (0..count).rev() {
                rights.insert(0, right);
                right -= column_width(list, index) + COLUMN_GAP;
            }
            if right - axis_left >= MIN_AXIS_WIDTH || count <= 1 {
                return Self {
                    rights,
                    axis_left,
                    axis_right: right.max(axis_left + 30.0),
                };
            }
            count -= 1;
        }
    }

    /// Returns the horizontal position of a value.
    fn position(&self, axis: &Axis, value: f64) -> f64 {
        let width = self.axis_right - self.axis_left - 2.0 * AXIS_PADDING;
        self.axis_left + AXIS_PADDING + axis.share(value) * width
    }
}

fn rows(list: &List) -> impl Iterator<Item = &ListRow> {
    list.items.iter().filter_map(|item| match item {
        ListItem::Row(row) => Some(row),
        ListItem::Heading(_) => None,
    })
}

fn row_weight(row: &ListRow) -> Weight {
    if row.is_usual {
        Weight::Bold
    } else {
        Weight::Regular
    }
}

fn column_width(list: &List, index: usize) -> f64 {
    let heading_lines = list.columns[index].split('\n');
    let headings = heading_lines.map(|line| text_width(line, SMALL_SIZE, Weight::Regular));
    let cells = rows(list).filter_map(|row| {
        let cell = row.cells.get(index)?;
        Some(text_width(cell, TEXT_SIZE, row_weight(row)))
    });
    headings.chain(cells).fold(0.0, f64::max)
}

/// Returns the axis of all values and intervals.
fn value_axis(list: &List, columns: &Columns) -> Axis {
    const MOST: usize = 5;
    let values = rows(list).flat_map(|row| {
        let interval = row.interval.into_iter().flat_map(|(low, high)| [low, high]);
        interval.chain(row.value)
    });
    Axis::from_zero(values, list.format, MOST, |axis| {
        let half = |label: &str| text_width(label, SMALL_SIZE, Weight::Regular) / 2.0;
        axis.ticks.windows(2).all(|pair| {
            let distance = columns.position(axis, pair[1].0) - columns.position(axis, pair[0].0);
            distance >= half(&pair[0].1) + half(&pair[1].1) + 0.5 * SMALL_SIZE
        })
    })
}

pub(super) fn draw(sheet: &mut Sheet, list: &List) {
    let is_stacked = sheet.is_narrow;
    let max_name_width = if is_stacked { 1.0 } else { 0.45 } * sheet.room();
    let name_block = |row: &ListRow| {
        TextBlock::wrap_or_shrink(&row.name, TEXT_SIZE, row_weight(row), max_name_width, 2)
    };
    let names_width = if is_stacked {
        0.0
    } else {
        rows(list)
            .map(|row| name_block(row).width())
            .fold(0.0, f64::max)
            + 8.0
    };
    let columns = Columns::new(list, names_width, sheet);
    draw_headings(sheet, list, &columns);
    let axis = value_axis(list, &columns);
    let top = sheet.bottom;
    let bottom = top + items_height(list, (is_stacked, sheet.room()), name_block);
    draw_axis(sheet, &axis, &columns, (top, bottom));
    for item in &list.items {
        match item {
            ListItem::Heading(text) => {
                let letters = Letters {
                    weight: Weight::Bold,
                    ..sheet.letters(SMALL_SIZE)
                };
                let heading = heading_block(text, letters.weight, sheet.room());
                let height = heading_height(&heading);
                let top = sheet.bottom + height - heading.height() - 1.0;
                sheet.block(&heading, letters, Align::Start, MARGIN, top);
                sheet.bottom += height;
            }
            ListItem::Row(row) => {
                let name = name_block(row);
                let letters = Letters {
                    weight: row_weight(row),
                    has_halo: true,
                    ..sheet.letters(name.size)
                };
                let height = row_height(list, &name, is_stacked);
                let mut middle = sheet.bottom + height / 2.0;
                let mut name_top = middle - name.height() / 2.0;
                if is_stacked {
                    let below = height - name.height();
                    middle = sheet.bottom + name.height() + below / 2.0 - 0.5;
                    name_top = sheet.bottom + 1.0;
                }
                draw_row(sheet, row, &axis, &columns, middle);
                sheet.block(&name, letters, Align::Start, MARGIN, name_top);
                sheet.bottom += height;
            }
        }
    }
    sheet.bottom = bottom + 18.0;
}

fn has_headings(list: &List) -> bool {
    let mut items = list.items.iter();
    items.any(|item| matches!(item, ListItem::Heading(_)))
}

fn row_height(list: &List, name: &TextBlock, is_stacked: bool) -> f64 {
    let height = if has_headings(list) {
        GROUPED_ROW_HEIGHT
    } else {
        ROW_HEIGHT
    };
    if is_stacked {
        return name.height().max(STACKED_NAME_HEIGHT) + GROUPED_ROW_HEIGHT + 1.0;
    }
    height.max(name.height() + 2.0)
}

fn heading_block(text: &str, weight: Weight, room: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(text, SMALL_SIZE, weight, room, 2)
}

fn heading_height(heading: &TextBlock) -> f64 {
    ROW_HEIGHT.max(heading.height() + 5.0)
}

fn items_height(
    list: &List,
    (is_stacked, room): (bool, f64),
    name_block: impl Fn(&ListRow) -> TextBlock,
) -> f64 {
    let heights = list.items.iter().map(|item| match item {
        ListItem::Heading(text) => heading_height(&heading_block(text, Weight::Bold, room)),
        ListItem::Row(row) => row_height(list, &name_block(row), is_stacked),
    });
    heights.sum()
}

/// Draws the headings of the columns and the name of the axis, which end on a common line.
fn draw_headings(sheet: &mut Sheet, list: &List, columns: &Columns) {
    let grey = sheet.grey_letters();
    let width = columns.axis_right - columns.axis_left;
    let label = TextBlock::wrap_or_shrink(&list.axis_label, SMALL_SIZE, Weight::Regular, width, 3);
    let headings = &list.columns[..columns.rights.len()];
    let line_counts = headings.iter().map(|heading| heading.split('\n').count());
    let line_count = line_counts.max().unwrap_or(1).max(label.lines.len()) as f64;
    let last_baseline = sheet.bottom + SMALL_SIZE + (line_count - 1.0) * HEADING_LEADING;
    let mut draw_lines = |lines: Vec<&str>, letters: Letters, align: Align, x: f64| {
        for (index, line) in lines.iter().rev().enumerate() {
            let baseline = last_baseline - index as f64 * HEADING_LEADING;
            sheet.text(line, letters, align, (x, baseline));
        }
    };
    for (heading, right) in headings.iter().zip(&columns.rights) {
        draw_lines(heading.split('\n').collect(), grey, Align::End, *right);
    }
    let label_letters = Letters {
        size: label.size,
        ..grey
    };
    let label_lines = label.lines.iter().map(String::as_str).collect();
    draw_lines(label_lines, label_letters, Align::Start, columns.axis_left);
    sheet.bottom = last_baseline + 7.0;
}

/// Draws the axis below the rows, and its grid behind them.
fn draw_axis(sheet: &mut Sheet, axis: &Axis, columns: &Columns, (top, bottom): (f64, f64)) {
    let grid = Stroke::plain(sheet.palette.grid, 0.5);
    let ink = Stroke::plain(sheet.palette.ink, AXIS_WIDTH);
    let letters = sheet.letters(SMALL_SIZE);
    for (value, label) in &axis.ticks {
        let x = columns.position(axis, *value);
        sheet.line(&[(x, top), (x, bottom)], grid);
        sheet.line(&[(x, bottom + 2.0), (x, bottom + 2.0 + TICK_LENGTH)], ink);
        sheet.text(label, letters, Align::Middle, (x, bottom + 14.0));
    }
    let left = columns.position(axis, axis.low);
    let right = columns.position(axis, axis.high);
    sheet.line(&[(left, bottom + 2.0), (right, bottom + 2.0)], ink);
}

fn draw_row(sheet: &mut Sheet, row: &ListRow, axis: &Axis, columns: &Columns, middle: f64) {
    let colour = sheet.palette.lines[0];
    let hair = Stroke::plain(sheet.palette.grid, 0.8);
    let left = columns.position(axis, axis.low);
    let right = columns.position(axis, axis.high);
    sheet.line(&[(left, middle), (right, middle)], hair);
    if let Some((low, high)) = row.interval {
        let ends = [low, high].map(|value| (columns.position(axis, value), middle));
        sheet.line(&ends, Stroke::plain(colour, 2.4));
    }
    if let Some(value) = row.value {
        let radius = if row.is_usual { 3.4 } else { 2.9 };
        sheet.circle((columns.position(axis, value), middle), radius, colour);
    }
    for (cell, right) in row.cells.iter().zip(&columns.rights) {
        let letters = Letters {
            weight: row_weight(row),
            ..sheet.letters(TEXT_SIZE)
        };
        sheet.text(cell, letters, Align::End, (*right, middle + 3.4));
    }
}
