//! A list of estimates, one below another: name, points with intervals, numbers.

use super::axis::{AxisScale, FONT_SIZE};
use super::figure::{EstimateList, EstimateRow, ListedEstimate, Scale};
use super::sheet::{
    AXIS_LINE_WIDTH, Area, GRID_COLOUR, INK, PlotResult, SeriesStyle, draw_text_block, marker,
    points_to_steps, size_in_points, stroke_style, text_ink,
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
const STACKED_INSET: f64 = 22.0;
/// The largest share of the width for the names beside the points.
const MAX_NAME_SHARE: f64 = 0.4;
/// The space above and below the texts of a row.
const ROW_PADDING: f64 = 2.2;
/// The height of a row of points below its name.
const POINT_HEIGHT: f64 = 9.0;
const TICK_LENGTH: f64 = 3.0;
/// Half the height of bars.
const HALF_BAR: f64 = 4.2;

/// The columns that all lists of a figure share, in points.
#[derive(Clone)]
pub(super) struct EstimateColumns {
    /// The width of a list.
    width: f64,
    /// True when names and numbers are above the points.
    is_stacked: bool,
    plot_left: f64,
    plot_width: f64,
    /// The widths of the columns of numbers.
    number_widths: Vec<f64>,
}

impl EstimateColumns {
    /// Computes the columns for some lists of this width. Names and numbers that leave too little room for the points are
    /// above them.
    pub fn fit(lists: &[&EstimateList], width: f64) -> Self {
        let mut name_width: f64 = 0.0;
        let mut number_widths: Vec<f64> = Vec::new();
        for list in lists {
            for (column, (heading, _)) in list.columns.iter().enumerate() {
                let heading = heading_block(heading, list, width);
                widen(&mut number_widths, column, heading.width());
            }
            for row in &list.rows {
                name_width = name_width.max(name_block(row, MAX_NAME_SHARE * width).width());
                for estimate in &row.estimates {
                    let number = text_line(&estimate.text, row.is_main);
                    widen(&mut number_widths, estimate.column, number.width());
                }
            }
        }
        let numbers: f64 = number_widths.iter().map(|width| width + COLUMN_GAP).sum();
        let plot_left = (name_width + COLUMN_GAP).max(STACKED_INSET);
        let plot_width = width - plot_left - numbers.max(STACKED_INSET);
        let is_stacked = plot_width < MIN_PLOT_WIDTH;
        Self {
            width,
            is_stacked,
            plot_left: if is_stacked { STACKED_INSET } else { plot_left },
            plot_width: if is_stacked {
                width - 2.0 * STACKED_INSET
            } else {
                plot_width
            },
            number_widths,
        }
    }

    fn name(&self, row: &EstimateRow) -> TextBlock {
        let share = if self.is_stacked { 1.0 } else { MAX_NAME_SHARE };
        name_block(row, share * self.width)
    }

    /// Returns the right end of a column of numbers.
    fn number_right(&self, column: usize) -> f64 {
        let later = self.number_widths[column + 1..].iter();
        self.width - later.map(|width| width + COLUMN_GAP).sum::<f64>()
    }

    fn numbers_width(&self) -> f64 {
        self.number_widths.iter().sum::<f64>()
            + COLUMN_GAP * (self.number_widths.len().max(1) - 1) as f64
    }
}

fn widen(widths: &mut Vec<f64>, column: usize, width: f64) {
    if widths.len() <= column {
        widths.resize(column + 1, 0.0);
    }
    widths[column] = widths[column].max(width);
}

const fn weight(is_main: bool) -> Weight {
    if is_main {
        Weight::Bold
    } else {
        Weight::Regular
    }
}

fn name_block(row: &EstimateRow, max_width: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(&row.label, FONT_SIZE, weight(row.is_main), max_width, 2)
}

/// Returns the heading of a column of numbers of a list of this width.
fn heading_block(heading: &str, list: &EstimateList, width: f64) -> TextBlock {
    let max_width = 0.6 * width / list.columns.len() as f64;
    TextBlock::wrap_or_shrink(heading, FONT_SIZE, Weight::Bold, max_width, 3)
}

fn text_line(text: &str, is_main: bool) -> TextBlock {
    TextBlock::wrap_or_shrink(text, FONT_SIZE, weight(is_main), f64::INFINITY, 1)
}

/// The texts of a list in its columns.
struct EstimateLayout {
    columns: EstimateColumns,
    names: Vec<TextBlock>,
    /// The height of the headings of the columns of numbers.
    heading_height: f64,
    axis_label: TextBlock,
}

impl EstimateLayout {
    fn new(list: &EstimateList, columns: EstimateColumns) -> Self {
        Self {
            names: list.rows.iter().map(|row| columns.name(row)).collect(),
            heading_height: list
                .columns
                .iter()
                .map(|(heading, _)| heading_block(heading, list, columns.width).height() + 3.0)
                .fold(0.0, f64::max),
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

    /// Returns the height of the texts of a row, above its points in a stacked list.
    fn text_height(&self, row: usize) -> f64 {
        let name = &self.names[row];
        let number_height = text_line("0", false).height();
        if self.columns.is_stacked && !self.has_common_line(row) {
            name.height() + number_height
        } else {
            name.height().max(number_height)
        }
    }

    /// True when the name and the numbers of a row fit into one line.
    fn has_common_line(&self, row: usize) -> bool {
        let name = &self.names[row];
        name.lines.len() <= 1
            && name.width() + COLUMN_GAP + self.columns.numbers_width() <= self.columns.width
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
        self.heading_height + rows + self.axis_height()
    }
}

pub(super) fn estimate_list_height(list: &EstimateList, columns: &EstimateColumns) -> f64 {
    EstimateLayout::new(list, columns.clone()).height()
}

/// Draws a list. The rows share the free height of the panel.
pub(super) fn draw_estimate_list(
    panel: &Area,
    list: &EstimateList,
    columns: &EstimateColumns,
    lang: Lang,
) -> PlotResult {
    let (_, height) = size_in_points(panel);
    let painter = ListPainter {
        panel,
        list,
        layout: EstimateLayout::new(list, columns.clone()),
        axis: AxisScale::estimates(list, columns.plot_width, lang),
    };
    let layout = &painter.layout;
    let axis_y = height - layout.axis_height();
    if !columns.is_stacked {
        painter.draw_grid(layout.heading_height, axis_y)?;
    }
    painter.draw_axis(axis_y)?;
    for (column, (heading, style)) in list.columns.iter().enumerate() {
        let colour = text_ink(style.colour(column));
        let right = columns.number_right(column);
        let heading = heading_block(heading, list, columns.width);
        let top = layout.heading_height - 3.0 - heading.height();
        painter.draw_text(&heading, (right, top), Align::End, colour)?;
    }
    let free_height = (height - layout.height()).max(0.0) / list.rows.len().max(1) as f64;
    let mut top = layout.heading_height;
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
    list: &'p EstimateList,
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

    fn draw_text(
        &self,
        text: &TextBlock,
        position: (f64, f64),
        align: Align,
        colour: RGBColor,
    ) -> PlotResult {
        draw_text_block(self.panel, text, position, colour, align)
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
            let position = (tick_x, axis_y + TICK_LENGTH + 2.0);
            self.draw_text(&text_line(label, false), position, Align::Middle, INK)?;
        }
        let left = self.layout.columns.plot_left;
        let width = self.layout.columns.plot_width;
        let ends = [left, left + width].map(|end| (points_to_steps(end), bottom));
        self.draw_segment(ends, INK, AXIS_LINE_WIDTH)?;
        let label_position = (left + 0.5 * width, axis_y + TICK_LENGTH + 14.0);
        self.draw_text(&self.layout.axis_label, label_position, Align::Middle, INK)
    }

    /// Draws the row with this index between `top` and `top + height`.
    fn draw_row(&self, index: usize, row: &EstimateRow, (top, height): (f64, f64)) -> PlotResult {
        let layout = &self.layout;
        let name = &layout.names[index];
        let number_height = text_line("0", false).height();
        if layout.columns.is_stacked {
            let text_top = top + (height - layout.row_height(index)) / 2.0 + ROW_PADDING;
            let text_bottom = text_top + layout.text_height(index);
            self.draw_text(name, (0.0, text_top), Align::Start, INK)?;
            self.draw_numbers(row, text_bottom - number_height)?;
            self.draw_grid(text_bottom, text_bottom + POINT_HEIGHT)?;
            return self.draw_points(row, text_bottom + POINT_HEIGHT / 2.0);
        }
        let middle = top + height / 2.0;
        let name_position = (
            layout.columns.plot_left - COLUMN_GAP,
            middle - name.height() / 2.0,
        );
        self.draw_text(name, name_position, Align::End, INK)?;
        self.draw_numbers(row, middle - number_height / 2.0)?;
        self.draw_points(row, middle)
    }

    fn draw_numbers(&self, row: &EstimateRow, top: f64) -> PlotResult {
        for estimate in &row.estimates {
            let number = text_line(&estimate.text, row.is_main);
            let right = self.layout.columns.number_right(estimate.column);
            let colour = if self.list.columns.is_empty() {
                INK
            } else {
                text_ink(estimate.style.colour(estimate.column))
            };
            self.draw_text(&number, (right, top), Align::End, colour)?;
        }
        Ok(())
    }

    /// Draws the points of a row and their intervals at a height; between several points a thin line.
    fn draw_points(&self, row: &EstimateRow, y: f64) -> PlotResult {
        let step_y = points_to_steps(y);
        let positions = row
            .estimates
            .iter()
            .map(|estimate| self.x(estimate.point.y));
        let left = positions.clone().fold(f64::INFINITY, f64::min);
        let right = positions.fold(f64::NEG_INFINITY, f64::max);
        if right > left {
            let ends = [left, right].map(|end| (points_to_steps(end), step_y));
            self.draw_segment(ends, GRID_COLOUR, 1.0)?;
        }
        for estimate in &row.estimates {
            self.draw_estimate(estimate, y)?;
        }
        Ok(())
    }

    fn draw_estimate(&self, estimate: &ListedEstimate, y: f64) -> PlotResult {
        let style = SeriesStyle::of_point(estimate.style, estimate.column);
        let x = |value: f64| points_to_steps(self.x(value));
        let step_y = points_to_steps(y);
        let value_x = x(estimate.point.y);
        let mut colour = style.colour;
        if self.list.has_bars {
            let half = points_to_steps(HALF_BAR);
            let corners = [(x(0.0), step_y - half), (value_x, step_y + half)];
            self.panel
                .draw(&Rectangle::new(corners, style.bar_fill()))?;
            colour = INK;
        }
        if let Some((low, high)) = estimate.point.interval {
            self.draw_segment([(x(low), step_y), (x(high), step_y)], colour, 1.2)?;
        }
        // A logarithmic axis has no 0.
        let is_off_axis = self.list.scale == Scale::Log10 && estimate.point.y <= 0.0;
        if self.list.has_bars || is_off_axis {
            return Ok(());
        }
        self.panel.draw(&marker((value_x, step_y), &style))
    }
}
