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

/// The texts and sizes of a list in a panel of some width, in points.
struct EstimateLayout {
    width: f64,
    /// True when names and numbers are above the points.
    is_stacked: bool,
    names: Vec<TextBlock>,
    numbers: Vec<TextBlock>,
    plot_left: f64,
    plot_width: f64,
    axis_label: TextBlock,
}

impl EstimateLayout {
    fn new(list: &EstimateList, width: f64) -> Self {
        let text = |text: &str, max_width: f64, lines: usize| {
            TextBlock::wrap_or_shrink(text, FONT_SIZE, Weight::Regular, max_width, lines)
        };
        let blocks = |of: fn(&EstimateRow) -> &str, max_width: f64, lines: usize| {
            let texts = list.rows.iter().map(of);
            texts
                .map(|row| text(row, max_width, lines))
                .collect::<Vec<TextBlock>>()
        };
        let widest = |blocks: &[TextBlock]| blocks.iter().map(TextBlock::width).fold(0.0, f64::max);
        let numbers = blocks(|row| &row.text, width, 1);
        let names = blocks(|row| &row.label, MAX_NAME_SHARE * width, 2);
        let name_width = widest(&names);
        let plot_left = if name_width > 0.0 {
            name_width + COLUMN_GAP
        } else {
            COLUMN_GAP
        };
        let plot_width = width - plot_left - COLUMN_GAP - widest(&numbers);
        if plot_width >= MIN_PLOT_WIDTH {
            return Self {
                width,
                is_stacked: false,
                names,
                numbers,
                plot_left,
                plot_width,
                axis_label: axis_label(list, plot_width),
            };
        }
        let inset = 14.0;
        Self {
            width,
            is_stacked: true,
            names: blocks(|row| &row.label, width, 2),
            numbers,
            plot_left: inset,
            plot_width: width - 2.0 * inset,
            axis_label: axis_label(list, width - 2.0 * inset),
        }
    }

    /// Returns the height of the texts of a row, above its point in a stacked list.
    fn text_height(&self, row: usize) -> f64 {
        let name = &self.names[row];
        let number = &self.numbers[row];
        if self.is_stacked && !self.has_common_line(row) {
            name.height() + number.height()
        } else {
            name.height().max(number.height())
        }
    }

    /// True when the name and the number of a row fit into one line.
    fn has_common_line(&self, row: usize) -> bool {
        let name = &self.names[row];
        name.lines.len() <= 1 && name.width() + COLUMN_GAP + self.numbers[row].width() <= self.width
    }

    fn row_height(&self, row: usize) -> f64 {
        let point_height = if self.is_stacked { POINT_HEIGHT } else { 0.0 };
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

fn axis_label(list: &EstimateList, plot_width: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(
        &list.axis.label,
        LABEL_SIZE,
        Weight::Regular,
        plot_width.max(60.0),
        2,
    )
}

pub(super) fn estimate_list_height(list: &EstimateList, width: f64) -> f64 {
    EstimateLayout::new(list, width).height()
}

/// Draws a list. The rows share the free height of the panel.
pub(super) fn draw_estimate_list(panel: &Area, list: &EstimateList, lang: Lang) -> PlotResult {
    let (width, height) = size_in_points(panel);
    let layout = EstimateLayout::new(list, width);
    let axis = AxisScale::estimates(list, layout.plot_width, lang);
    let axis_y = height - layout.axis_height();
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

/// Draws the axis with its labels, and a vertical grid above it.
fn draw_axis(panel: &Area, layout: &EstimateLayout, axis: &AxisScale, axis_y: f64) -> PlotResult {
    let bottom = points_to_steps(axis_y);
    let x = |share: f64| layout.plot_left + share * layout.plot_width;
    for (value, label) in axis.ticks() {
        let tick_x = x(axis.fraction(*value));
        let step_x = points_to_steps(tick_x);
        let grid = stroke_style(GRID_COLOUR, 0.5);
        panel.draw(&PathElement::new([(step_x, 0), (step_x, bottom)], grid))?;
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
    if layout.is_stacked {
        draw_text_block(panel, name, (0.0, content_top), INK, Align::Start)?;
        let number_top = content_top + layout.text_height(index) - number.height();
        draw_text_block(panel, number, (layout.width, number_top), INK, Align::End)?;
        let point_y = content_top + layout.text_height(index) + POINT_HEIGHT / 2.0;
        return draw_point(panel, layout, axis, row, point_y);
    }
    let name_position = (layout.plot_left - COLUMN_GAP, middle - name.height() / 2.0);
    draw_text_block(panel, name, name_position, INK, Align::End)?;
    let number_position = (layout.width, middle - number.height() / 2.0);
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
    let x =
        |value: f64| points_to_steps(layout.plot_left + axis.fraction(value) * layout.plot_width);
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
