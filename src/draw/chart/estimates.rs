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
    let layout = EstimateLayout::new(list, columns);
    let axis = AxisScale::estimates(list, columns.plot_width, lang);
    let axis_y = height - layout.axis_height();
    if !columns.is_stacked {
        draw_grid(panel, &layout, &axis, (0.0, axis_y))?;
    }
    draw_axis(panel, &layout, &axis, axis_y)?;
    let free_height = (height - layout.height()).max(0.0) / list.rows.len().max(1) as f64;
    let mut top = 0.0;
    for (index, row) in list.rows.iter().enumerate() {
        let row_height = layout.row_height(index) + free_height;
        draw_row(panel, &layout, &axis, (index, row), (top, row_height))?;
        top += row_height;
    }
    Ok(())
}

/// Draws a vertical grid between two heights.
fn draw_grid(
    panel: &Area,
    layout: &EstimateLayout,
    axis: &AxisScale,
    (top, bottom): (f64, f64),
) -> PlotResult {
    let columns = &layout.columns;
    for (value, _) in axis.ticks() {
        let x = points_to_steps(columns.plot_left + axis.fraction(*value) * columns.plot_width);
        let ends = [top, bottom].map(|end| (x, points_to_steps(end)));
        panel.draw(&PathElement::new(ends, stroke_style(GRID_COLOUR, 0.5)))?;
    }
    Ok(())
}

/// Draws the axis with its labels.
fn draw_axis(panel: &Area, layout: &EstimateLayout, axis: &AxisScale, axis_y: f64) -> PlotResult {
    let bottom = points_to_steps(axis_y);
    let x = |share: f64| layout.columns.plot_left + share * layout.columns.plot_width;
    for (value, label) in axis.ticks() {
        let tick_x = x(axis.fraction(*value));
        let step_x = points_to_steps(tick_x);
        let tick_end = points_to_steps(axis_y + TICK_LENGTH);
        let stroke = stroke_style(INK, AXIS_LINE_WIDTH);
        panel.draw(&PathElement::new(
            [(step_x, bottom), (step_x, tick_end)],
            stroke,
        ))?;
        let label = TextBlock::wrap_or_shrink(label, FONT_SIZE, Weight::Regular, f64::INFINITY, 1);
        let label_top = axis_y + TICK_LENGTH + 2.0;
        draw_text_block(panel, &label, (tick_x, label_top), INK, Align::Middle)?;
    }
    let ends = [x(0.0), x(1.0)].map(|end| (points_to_steps(end), bottom));
    panel.draw(&PathElement::new(ends, stroke_style(INK, AXIS_LINE_WIDTH)))?;
    let label_position = (x(0.5), axis_y + TICK_LENGTH + 14.0);
    draw_text_block(
        panel,
        &layout.axis_label,
        label_position,
        INK,
        Align::Middle,
    )
}

/// Draws the row with this index between `top` and `top + height`.
fn draw_row(
    panel: &Area,
    layout: &EstimateLayout,
    axis: &AxisScale,
    (index, row): (usize, &EstimateRow),
    (top, height): (f64, f64),
) -> PlotResult {
    let name = &layout.names[index];
    let number = &layout.numbers[index];
    let content_top = top + (height - layout.row_height(index)) / 2.0 + ROW_PADDING;
    let middle = top + height / 2.0;
    if layout.columns.is_stacked {
        draw_text_block(panel, name, (0.0, content_top), INK, Align::Start)?;
        let number_top = content_top + layout.text_height(index) - number.height();
        draw_text_block(
            panel,
            number,
            (layout.columns.width, number_top),
            INK,
            Align::End,
        )?;
        let text_bottom = content_top + layout.text_height(index);
        let grid_ends = (text_bottom, text_bottom + POINT_HEIGHT);
        draw_grid(panel, layout, axis, grid_ends)?;
        let point_y = text_bottom + POINT_HEIGHT / 2.0;
        return draw_point(panel, layout, axis, row, point_y);
    }
    let name_position = (
        layout.columns.plot_left - COLUMN_GAP,
        middle - name.height() / 2.0,
    );
    draw_text_block(panel, name, name_position, INK, Align::End)?;
    let number_position = (layout.columns.width, middle - number.height() / 2.0);
    draw_text_block(panel, number, number_position, INK, Align::End)?;
    draw_point(panel, layout, axis, row, middle)
}

/// Draws a point and its interval at a height.
fn draw_point(
    panel: &Area,
    layout: &EstimateLayout,
    axis: &AxisScale,
    row: &EstimateRow,
    y: f64,
) -> PlotResult {
    let colour = SERIES_COLOURS[0];
    let x = |value: f64| {
        points_to_steps(layout.columns.plot_left + axis.fraction(value) * layout.columns.plot_width)
    };
    let y = points_to_steps(y);
    if let Some((low, high)) = row.interval {
        let stroke = stroke_style(colour, 1.0);
        panel.draw(&PathElement::new([(x(low), y), (x(high), y)], stroke))?;
        for end in [low, high] {
            let cap = points_to_steps(CAP);
            panel.draw(&PathElement::new(
                [(x(end), y - cap), (x(end), y + cap)],
                stroke,
            ))?;
        }
    }
    let radius = points_to_steps(RADIUS);
    panel.draw(&Circle::new((x(row.value), y), radius, colour.filled()))
}
