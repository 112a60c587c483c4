//! The page: heading, legend, and aligned panels.

use super::estimates::{self, EstimateColumns};
use super::figure::{Figure, Panel, PanelContent};
use super::heatmap;
use super::plot::{self, Insets};
use super::sheet::{
    Area, ChartDrawing, GREY, INK, Legend, POINTS_PER_MM, PlotResult, draw_svg, draw_text_block,
    points_to_steps,
};
use crate::draw::text::{Align, TextBlock, Weight};
use std::ops::Range;

const MARGIN: f64 = 7.0;
const COLUMN_GAP: f64 = 16.0;
const ROW_GAP: f64 = 14.0;
/// The greatest height of a figure for print, in points: that of an A4 page with margins of 30 mm.
const MAX_PAGE_HEIGHT: f64 = 237.0 * POINTS_PER_MM;
/// The smallest width of a panel beside others, in points.
const MIN_PANEL_WIDTH: f64 = 125.0;
/// The smallest width of a panel beside others on a page that is too high otherwise, in points.
const MIN_CROWDED_PANEL_WIDTH: f64 = 90.0;
/// The smallest height of a plot with its axis labels, in points.
const MIN_PLOT_HEIGHT: f64 = 95.0;

/// The content of a page of a given width, in points.
struct PageLayout {
    width: f64,
    title: TextBlock,
    subtitle: Vec<TextBlock>,
    heading_height: f64,
    rows: Vec<PanelRow>,
}

/// A row of panels of equal width, in points.
struct PanelRow {
    /// The indices of the panels.
    panels: Range<usize>,
    /// The legend of each panel, between its title and its plot; empty where names fit beside the lines.
    legends: Vec<Legend>,
    titles: Vec<TextBlock>,
    title_height: f64,
    panel_width: f64,
    panel_height: f64,
}

impl PanelRow {
    fn height(&self) -> f64 {
        self.title_height + self.panel_height
    }

    /// Returns the left edge of the panel in a column of the page.
    fn panel_left(&self, column: usize) -> f64 {
        MARGIN + (self.panel_width + COLUMN_GAP) * column as f64
    }
}

/// Returns the number of panels that a row of `width` points holds at most.
fn max_column_count(figure: &Figure, width: f64) -> usize {
    let has_estimates = figure
        .panels
        .iter()
        .any(|panel| matches!(panel.content, PanelContent::Estimates(_)));
    if has_estimates {
        return 1;
    }
    let columns = (width + COLUMN_GAP) / (MIN_PANEL_WIDTH + COLUMN_GAP);
    (columns as usize).clamp(1, 3)
}

/// Divides panels into rows: two beside each other if they fit, of more each quantity in rows of its own, of about the same
/// length.
fn row_ranges(panels: &[Panel], max_columns: usize) -> Vec<Range<usize>> {
    let has_one_row = panels.len() <= max_columns.min(2);
    let mut ranges = Vec::new();
    let mut first = 0;
    for group in panels.chunk_by(|one, other| has_one_row || one.quantity() == other.quantity()) {
        let columns = group.len().div_ceil(group.len().div_ceil(max_columns));
        let end = first + group.len();
        let starts = (first..end).step_by(columns);
        ranges.extend(starts.map(|start| start..(start + columns).min(end)));
        first = end;
    }
    ranges
}

const TITLE_SIZE: f64 = 11.0;
const PANEL_TITLE_SIZE: f64 = 8.6;

/// Returns the width of each of some panels beside each other.
fn panel_width(room: f64, columns: usize) -> f64 {
    (room - COLUMN_GAP * (columns - 1) as f64) / columns as f64
}

fn title_block(figure: &Figure, max_width: f64) -> TextBlock {
    let title = if figure.has_heading {
        &figure.title
    } else {
        ""
    };
    let size = TITLE_SIZE;
    let block = TextBlock::wrap_or_shrink(title, size, Weight::Bold, max_width, 4);
    match title.rsplit_once("; ") {
        // A second statement begins a line, if it fits one in letters that are not much smaller.
        Some((first, second)) if block.lines.len() > 1 => {
            let unbroken = second.replace(' ', "\u{a0}");
            let title = format!("{first}; {unbroken}");
            let broken_block = TextBlock::wrap_or_shrink(&title, size, Weight::Bold, max_width, 4);
            if broken_block.size < 0.75 * size {
                block
            } else {
                broken_block
            }
        }
        _ => block,
    }
}

fn subtitle_blocks(figure: &Figure, max_width: f64) -> Vec<TextBlock> {
    let lines = figure.subtitle.iter().filter(|_| figure.has_heading);
    lines
        .map(|line| TextBlock::wrap_or_shrink(line, 7.6, Weight::Regular, max_width, 5))
        .collect()
}

fn panel_title_height(panel_titles: &[TextBlock]) -> f64 {
    let height = panel_titles
        .iter()
        .map(TextBlock::height)
        .fold(0.0, f64::max);
    if height > 0.0 { height + 3.0 } else { 0.0 }
}

/// Returns the preferred height of plots in a figure of `room` points.
fn natural_plot_height(figure: &Figure, room: f64) -> f64 {
    let has_one_panel = figure.panels.len() == 1;
    if has_one_panel {
        (0.47 * room).clamp(140.0, 205.0)
    } else {
        (0.6 * room).clamp(140.0, 185.0)
    }
}

/// Returns the columns of the lists of a figure in panels of this width.
fn estimate_columns(figure: &Figure, panel_width: f64) -> EstimateColumns {
    let lists = figure
        .panels
        .iter()
        .filter_map(|panel| match &panel.content {
            PanelContent::Estimates(list) => Some(list),
            _ => None,
        });
    EstimateColumns::fit(&lists.collect::<Vec<_>>(), panel_width)
}

/// Returns the height of a panel without its legend; `plot_height` is that of a plot.
fn panel_height(
    panel: &Panel,
    panel_width: f64,
    columns: &EstimateColumns,
    plot_height: f64,
) -> f64 {
    match &panel.content {
        PanelContent::Plot(_) => plot_height,
        PanelContent::Estimates(list) => estimates::estimate_list_height(list, columns),
        PanelContent::Heatmap(grid) => heatmap::heatmap_height(grid, panel_width),
        PanelContent::Board(board) => heatmap::board_height(board, panel_width),
    }
}

/// Returns the rows of a figure in `room` points, of at most `max_columns` panels.
fn panel_rows(figure: &Figure, room: f64, max_columns: usize, plot_height: f64) -> Vec<PanelRow> {
    let ranges = row_ranges(&figure.panels, max_columns);
    let mut rows = Vec::new();
    for range in ranges {
        let width = panel_width(room, range.len());
        let columns = estimate_columns(figure, width);
        let mut content_height: f64 = 55.0;
        let mut legend_height: f64 = 0.0;
        let mut legends = Vec::new();
        let mut titles = Vec::new();
        for panel in &figure.panels[range.clone()] {
            let height = panel_height(panel, width, &columns, plot_height);
            content_height = content_height.max(height);
            let legend = match &panel.content {
                PanelContent::Plot(plot) => plot::plot_legend(plot, (width, height), figure.lang),
                _ => Legend::default(),
            };
            legend_height = legend_height.max(plot::legend_height(&legend));
            legends.push(legend);
            let title = panel.title.as_deref().unwrap_or_default();
            titles.push(TextBlock::wrap_or_shrink(
                title,
                PANEL_TITLE_SIZE,
                Weight::Bold,
                width,
                4,
            ));
        }
        rows.push(PanelRow {
            panels: range,
            legends,
            title_height: panel_title_height(&titles),
            titles,
            panel_width: width,
            panel_height: content_height + legend_height,
        });
    }
    rows
}

impl PageLayout {
    /// Lays out a page. One that is too high otherwise has more columns, if they are wide enough, and low plots.
    fn new(figure: &Figure) -> Self {
        let width_mm = f64::from(figure.width_mm);
        let room = width_mm * POINTS_PER_MM - 2.0 * MARGIN;
        let columns = max_column_count(figure, room);
        let height = natural_plot_height(figure, room);
        let layout = Self::with_plot_height(figure, width_mm, columns, height);
        if layout.height() <= MAX_PAGE_HEIGHT {
            return layout;
        }
        let more = panel_width(room, columns + 1) >= MIN_CROWDED_PANEL_WIDTH;
        let columns = columns + usize::from(more);
        Self::with_plot_height(figure, width_mm, columns, MIN_PLOT_HEIGHT)
    }

    fn with_plot_height(
        figure: &Figure,
        width_mm: f64,
        max_columns: usize,
        plot_height: f64,
    ) -> Self {
        let width = width_mm * POINTS_PER_MM;
        let room = width - 2.0 * MARGIN;
        let title = title_block(figure, room);
        let subtitle = subtitle_blocks(figure, room);
        let subtitle_height: f64 = subtitle.iter().map(TextBlock::height).sum();
        Self {
            width,
            heading_height: if title.lines.is_empty() && subtitle.is_empty() {
                0.0
            } else {
                title.height() + subtitle_height + 9.0
            },
            title,
            subtitle,
            rows: panel_rows(figure, room, max_columns, plot_height),
        }
    }

    fn height(&self) -> f64 {
        let rows: f64 = self.rows.iter().map(PanelRow::height).sum();
        let gaps = ROW_GAP * (self.rows.len() - 1) as f64;
        2.0 * MARGIN + self.heading_height + rows + gaps
    }

    fn draw(&self, figure: &Figure, root: &Area) -> PlotResult {
        draw_text_block(root, &self.title, (MARGIN, MARGIN - 1.0), INK, Align::Start)?;
        let mut top = MARGIN + self.title.height() + 1.0;
        for line in &self.subtitle {
            draw_text_block(root, line, (MARGIN, top), GREY, Align::Start)?;
            top += line.height();
        }
        let mut top = MARGIN + self.heading_height;
        for row in &self.rows {
            self.draw_row(figure, row, top, root)?;
            top += row.height() + ROW_GAP;
        }
        Ok(())
    }

    fn draw_row(&self, figure: &Figure, row: &PanelRow, top: f64, root: &Area) -> PlotResult {
        let panel_top = top + row.title_height;
        let insets = self.insets(figure, row);
        for (column, panel) in figure.panels[row.panels.clone()].iter().enumerate() {
            let panel_left = row.panel_left(column);
            let title = &row.titles[column];
            draw_text_block(root, title, (panel_left, top), INK, Align::Start)?;
            let area = root.clone().shrink(
                (points_to_steps(panel_left), points_to_steps(panel_top)),
                (
                    points_to_steps(row.panel_width),
                    points_to_steps(row.panel_height),
                ),
            );
            match &panel.content {
                PanelContent::Plot(plot) => {
                    let legend = &row.legends[column];
                    let position = insets[column].legend_position(plot, legend, row.panel_width);
                    legend.draw(&area, position)?;
                    let has_legend = legend.height > 0.0;
                    plot::draw_plot(&area, plot, insets[column], has_legend, figure.lang)?;
                }
                PanelContent::Estimates(list) => {
                    let columns = estimate_columns(figure, row.panel_width);
                    estimates::draw_estimate_list(&area, list, &columns, figure.lang)?;
                }
                PanelContent::Heatmap(grid) => heatmap::draw_heatmap(&area, grid)?,
                PanelContent::Board(board) => heatmap::draw_board(&area, board)?,
            }
        }
        Ok(())
    }

    /// Returns the insets of the plots in a row, which begin and end at the same height. They begin and end at the same
    /// places as those above and below in rows of equally many panels.
    fn insets(&self, figure: &Figure, row: &PanelRow) -> Vec<Insets> {
        let no_legend = Legend::default();
        let size = (row.panel_width, row.panel_height);
        let mut insets = Vec::new();
        for column in 0..row.panels.len() {
            let mut plots = Vec::new();
            for other in &self.rows {
                if other.panels.len() != row.panels.len() {
                    continue;
                }
                let panel = &figure.panels[other.panels.start + column];
                let legend = if other.panels == row.panels {
                    &row.legends[column]
                } else {
                    &no_legend
                };
                if let PanelContent::Plot(plot) = &panel.content {
                    plots.push((plot, legend));
                }
            }
            insets.push(Insets::fit(&plots, size, figure.lang));
        }
        insets
            .iter()
            .map(|column| column.with_common_heights(&insets))
            .collect()
    }
}

/// Draws a checked figure.
pub(super) fn draw_figure(figure: &Figure) -> PlotResult<ChartDrawing> {
    let layout = PageLayout::new(figure);
    draw_svg(layout.width, layout.height(), |root| {
        layout.draw(figure, root)
    })
}
