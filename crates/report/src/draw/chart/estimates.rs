//! A list of estimates, one below another: name, point with interval, number.

use super::axis::{AxisScale, FONT_SIZE};
use super::figure::{EstimateList, EstimateRow};
use super::sheet::{
    AXIS_LINE_WIDTH, Area, GRID_COLOUR, INK, PlotResult, SERIES_COLOURS, draw_text_block,
    points_to_steps, size_in_points, stroke_style,
};
use crate::draw::text::{Align, TextBlock, Weight};
use crate::lang::Lang;
use plotters::prelude::*;

const LABEL_SIZE: f64 = 8.0;
/// The space between the columns of names, points and numbers, in points.
const COLUMN_GAP: f64 = 9.0;
/// The smallest width of the column of points. With less, names and numbers stand above the points.
const MIN_PLOT_WIDTH: f64 = 90.0;
/// The space beside the points of a list with names above the points.
const STACKED_INSET: f64 = 14.0;
/// The largest share of the width for the names beside the points.
const MAX_NAME_SHARE: f64 = 0.4;
/// The space above and below the texts of a row.
const ROW_PADDING: f64 = 2.2;
/// The height of a row of points below its name.
const POINT_HEIGHT: f64 = 9.0;
const TICK_LENGTH: f64 = 3.0;
const RADIUS: f64 = 2.1;
/// Half the height of the caps of intervals.
const CAP: f64 = 2.2;

/// The columns that all lists of a figure share, in points.
#[derive(Clone, Copy)]
pub(super) struct EstimateColumns {
    /// The width of a list.
    width: f64,
    /// True when names and numbers are above the points.
    is_stacked: bool,
    plot_left: f64,
    plot_width: f64,
}

impl EstimateColumns {
    /// Computes the columns for some lists of this width. Names and numbers that leave too little room for the points are
    /// above them.
    pub fn fit(lists: &[&EstimateList], width: f64) -> Self {
        let mut name_width: f64 = 0.0;
        let mut number_width: f64 = 0.0;
        for row in lists.iter().flat_map(|list| &list.rows) {
            name_width = name_width.max(name_block(row, MAX_NAME_SHARE * width).width());
            number_width = number_width.max(number_block(row, width).width());
        }
        let plot_left = name_width + COLUMN_GAP;
        let plot_width = width - plot_left - COLUMN_GAP - number_width;
        if plot_width >= MIN_PLOT_WIDTH {
            return Self {
                width,
                is_stacked: false,
                plot_left,
                plot_width,
            };
        }
        Self {
            width,
            is_stacked: true,
            plot_left: STACKED_INSET,
            plot_width: width - 2.0 * STACKED_INSET,
        }
    }

    fn name(&self, row: &EstimateRow) -> TextBlock {
        let share = if self.is_stacked { 1.0 } else { MAX_NAME_SHARE };
        name_block(row, share * self.width)
    }
}

fn name_block(row: &EstimateRow, max_width: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(&row.label, FONT_SIZE, Weight::Regular, max_width, 2)
}

fn number_block(row: &EstimateRow, max_width: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(&row.text, FONT_SIZE, Weight::Regular, max_width, 1)
}

/// The texts of a list in its columns.
struct EstimateLayout {
    columns: EstimateColumns,
    names: Vec<TextBlock>,
    numbers: Vec<TextBlock>,
    axis_label: TextBlock,
}

impl EstimateLayout {
    fn new(list: &EstimateList, columns: EstimateColumns) -> Self {
        let rows = || list.rows.iter();
        Self {
            names: rows().map(|row| columns.name(row)).collect(),
            numbers: rows().map(|row| number_block(row, columns.width)).collect(),
            axis_label: TextBlock::wrap_or_shrink(
                &list.axis.label,
                LABEL_SIZE,
                Weight::Regular,
                columns.plot_width.max(60.0),
                2,
            ),
            columns,
        }
    }

    /// Returns the height of the texts of a row, above its point in a stacked list.
    fn text_height(&self, row: usize) -> f64 {
        let name = &self.names[row];
        let number = &self.numbers[row];
        if self.columns.is_stacked && !self.has_common_line(row) {
            name.height() + number.height()
        } else {
            name.height().max(number.height())
        }
    }

    /// True when the name and the number of a row fit into one line.
    fn has_common_line(&self, row: usize) -> bool {
        let name = &self.names[row];
        name.lines.len() <= 1
            && name.width() + COLUMN_GAP + self.numbers[row].width() <= self.columns.width
    }

    fn row_height(&self, row: usize) -> f64 {
        let point_height = if self.columns.is_stacked {
            POINT_HEIGHT
        } else {
            0.0
        };
        self.text_height(row) + point_height + 2.0 * ROW_PADDING
    }

    /// Returns the height of the axis with its labels.
    fn axis_height(&self) -> f64 {
        TICK_LENGTH + 14.5 + self.axis_label.height()
    }

    fn height(&self) -> f64 {
        let rows: f64 = (0..self.names.len()).map(|row| self.row_height(row)).sum();
        rows + self.axis_height()
    }
}

pub(super) fn estimate_list_height(list: &EstimateList, columns: EstimateColumns) -> f64 {
    EstimateLayout::new(list, columns).height()
}

/// Draws a list. The rows share the free height of the panel.
pub(super) fn draw_estimate_list(
    panel: &Area,
    list: &EstimateList,
    columns: EstimateColumns,
    lang: Lang,
) -> PlotResult {
    let (_, height) = size_in_points(panel);
    let painter = ListPainter {
        panel,
        layout: EstimateLayout::new(list, columns),
        axis: AxisScale::estimates(list, columns.plot_width, lang),
    };
    let layout = &painter.layout;
    let axis_y = height - layout.axis_height();
    if !columns.is_stacked {
        painter.draw_grid(0.0, axis_y)?;
    }
    painter.draw_axis(axis_y)?;
    let free_height = (height - layout.height()).max(0.0) / list.rows.len().max(1) as f64;
    let mut top = 0.0;
    for (index, row) in list.rows.iter().enumerate() {
        let row_height = layout.row_height(index) + free_height;
        painter.draw_row(index, row, (top, row_height))?;
        top += row_height;
    }
    Ok(())
}

/// A list that is drawn on a panel.
struct ListPainter<'p, 'a> {
    panel: &'p Area<'a>,
    layout: EstimateLayout,
    axis: AxisScale,
}

impl ListPainter<'_, '_> {
    /// Returns the horizontal position of a value, in points.
    fn x(&self, value: f64) -> f64 {
        let columns = &self.layout.columns;
        columns.plot_left + self.axis.fraction(value) * columns.plot_width
    }

    /// Draws a line between two positions in steps.
    fn draw_segment(&self, ends: [(i32, i32); 2], colour: RGBColor, width: f64) -> PlotResult {
        let stroke = stroke_style(colour, width);
        self.panel.draw(&PathElement::new(ends, stroke))
    }

    fn draw_text(&self, text: &TextBlock, position: (f64, f64), align: Align) -> PlotResult {
        draw_text_block(self.panel, text, position, INK, align)
    }

    /// Draws a vertical grid between two heights.
    fn draw_grid(&self, top: f64, bottom: f64) -> PlotResult {
        for (value, _) in self.axis.ticks() {
            let x = points_to_steps(self.x(*value));
            let ends = [top, bottom].map(|end| (x, points_to_steps(end)));
            self.draw_segment(ends, GRID_COLOUR, 0.5)?;
        }
        Ok(())
    }

    /// Draws the axis with its labels.
    fn draw_axis(&self, axis_y: f64) -> PlotResult {
        let bottom = points_to_steps(axis_y);
        let tick_end = points_to_steps(axis_y + TICK_LENGTH);
        for (value, label) in self.axis.ticks() {
            let tick_x = self.x(*value);
            let step_x = points_to_steps(tick_x);
            self.draw_segment([(step_x, bottom), (step_x, tick_end)], INK, AXIS_LINE_WIDTH)?;
            let label =
                TextBlock::wrap_or_shrink(label, FONT_SIZE, Weight::Regular, f64::INFINITY, 1);
            self.draw_text(&label, (tick_x, axis_y + TICK_LENGTH + 2.0), Align::Middle)?;
        }
        let EstimateColumns {
            plot_left,
            plot_width,
            ..
        } = self.layout.columns;
        let ends = [plot_left, plot_left + plot_width].map(|end| (points_to_steps(end), bottom));
        self.draw_segment(ends, INK, AXIS_LINE_WIDTH)?;
        let label_position = (plot_left + 0.5 * plot_width, axis_y + TICK_LENGTH + 14.0);
        self.draw_text(&self.layout.axis_label, label_position, Align::Middle)
    }

    /// Draws the row with this index between `top` and `top + height`.
    fn draw_row(&self, index: usize, row: &EstimateRow, (top, height): (f64, f64)) -> PlotResult {
        let layout = &self.layout;
        let name = &layout.names[index];
        let number = &layout.numbers[index];
        let right = layout.columns.width;
        if layout.columns.is_stacked {
            let text_top = top + (height - layout.row_height(index)) / 2.0 + ROW_PADDING;
            let text_bottom = text_top + layout.text_height(index);
            self.draw_text(name, (0.0, text_top), Align::Start)?;
            let number_top = text_bottom - number.height();
            self.draw_text(number, (right, number_top), Align::End)?;
            self.draw_grid(text_bottom, text_bottom + POINT_HEIGHT)?;
            return self.draw_point(row, text_bottom + POINT_HEIGHT / 2.0);
        }
        let middle = top + height / 2.0;
        let name_right = layout.columns.plot_left - COLUMN_GAP;
        self.draw_text(name, (name_right, middle - name.height() / 2.0), Align::End)?;
        self.draw_text(number, (right, middle - number.height() / 2.0), Align::End)?;
        self.draw_point(row, middle)
    }

    /// Draws a point and its interval at a height.
    fn draw_point(&self, row: &EstimateRow, y: f64) -> PlotResult {
        let colour = SERIES_COLOURS[0];
        let x = |value: f64| points_to_steps(self.x(value));
        let y = points_to_steps(y);
        if let Some((low, high)) = row.interval {
            let cap = points_to_steps(CAP);
            self.draw_segment([(x(low), y), (x(high), y)], colour, 1.0)?;
            for end in [low, high] {
                self.draw_segment([(x(end), y - cap), (x(end), y + cap)], colour, 1.0)?;
            }
        }
        let radius = points_to_steps(RADIUS);
        let point = Circle::new((x(row.value), y), radius, colour.filled());
        self.panel.draw(&point)
    }
}
