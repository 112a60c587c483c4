//! The page: heading, legend, and aligned panels.

use super::estimates::{self, EstimateColumns};
use super::figure::{Figure, FigureSize, Panel, PanelContent};
use super::heatmap;
use super::plot::{self, Insets};
use super::sheet::{
    Area, ChartDrawing, GREY, INK, Legend, LegendSymbol, POINTS_PER_MM, PlotResult, draw_svg,
    draw_text_block, points_to_steps, series_entries,
};
use crate::draw::text::{Align, TextBlock, Weight};
use std::ops::Range;

const MARGIN: f64 = 7.0;
const COLUMN_GAP: f64 = 16.0;
const ROW_GAP: f64 = 14.0;
/// The height of a slide, as a share of its width.
const SLIDE_ASPECT: f64 = 9.0 / 16.0;

/// The size of the title of a slide, as a share of its width. All slides have the same.
const SLIDE_TITLE_SIZE: f64 = 0.03;

/// The greatest height of a figure for print, in points: that of an A4 page with margins of 30 mm.
const MAX_PAGE_HEIGHT: f64 = 237.0 * POINTS_PER_MM;
/// The smallest width of a panel beside others, in points.
const MIN_PANEL_WIDTH: f64 = 125.0;
/// The smallest width of a panel beside others on a page that is too high otherwise, in points.
const MIN_CROWDED_PANEL_WIDTH: f64 = 90.0;
/// The smallest height of a plot with its axis labels, in points.
const MIN_PLOT_HEIGHT: f64 = 95.0;
/// The space between a legend above a row and what follows, in points.
const LEGEND_GAP: f64 = 5.0;
/// Pages narrower than this give headings more lines, in place of smaller letters. In points.
const NARROW_PAGE: f64 = 130.0 * POINTS_PER_MM;

/// The labels of a panel's legend with their symbols.
type LegendEntries = Vec<(LegendSymbol, String)>;

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
    /// The legend above the row, which this row and the next ones share.
    legend: Legend,
    /// The legend of each panel, between its title and its plot.
    panel_legends: Vec<Legend>,
    titles: Vec<TextBlock>,
    title_height: f64,
    panel_width: f64,
    panel_height: f64,
}

impl PanelRow {
    /// Returns the distance from the top of the row to its panel titles.
    fn legend_height(&self) -> f64 {
        if self.legend.height > 0.0 {
            self.legend.height + LEGEND_GAP
        } else {
            0.0
        }
    }

    fn height(&self) -> f64 {
        self.legend_height() + self.title_height + self.panel_height
    }

    /// Returns the left edge of the panel in a column of the page.
    fn panel_left(&self, column: usize) -> f64 {
        MARGIN + (self.panel_width + COLUMN_GAP) * column as f64
    }
}

/// Returns the width of a figure on a printed sheet: beside a text, or of the page for several panels or a table.
fn brief_width_mm(figure: &Figure) -> f64 {
    match &figure.panels[..] {
        [panel]
            if matches!(
                panel.content,
                PanelContent::Plot(_) | PanelContent::Board(_)
            ) =>
        {
            84.0
        }
        _ => 180.0,
    }
}

/// Returns the number of panels that a row of `width` points holds at most.
fn max_column_count(figure: &Figure, width: f64) -> usize {
    let has_estimates = figure
        .panels
        .iter()
        .any(|panel| matches!(panel.content, PanelContent::Estimates(_)));
    if has_estimates {
        let is_crowded_slide = figure.size == FigureSize::Slide && figure.panels.len() > 2;
        return if is_crowded_slide { 2 } else { 1 };
    }
    match figure.size {
        FigureSize::Narrow => 1,
        FigureSize::Slide | FigureSize::Brief => 3,
        FigureSize::Page { .. } => {
            let columns = (width + COLUMN_GAP) / (MIN_PANEL_WIDTH + COLUMN_GAP);
            (columns as usize).clamp(1, 3)
        }
    }
}

/// Divides `count` panels into rows of about the same length, from index `first` on.
fn balanced_rows(first: usize, count: usize, max_columns: usize) -> Vec<Range<usize>> {
    let columns = count.div_ceil(count.div_ceil(max_columns));
    let starts = (first..first + count).step_by(columns);
    starts
        .map(|start| start..(start + columns).min(first + count))
        .collect()
}

/// Returns the panels of each row. Panels with the same legend have rows of their own, unless all panels fit into one row
/// or that takes more than one additional row.
fn row_ranges(entries: &[LegendEntries], max_columns: usize) -> Vec<Range<usize>> {
    let plain_rows = balanced_rows(0, entries.len(), max_columns);
    if plain_rows.len() == 1 {
        return plain_rows;
    }
    let mut rows = Vec::new();
    let mut first = 0;
    for group in entries.chunk_by(|left, right| left == right) {
        rows.extend(balanced_rows(first, group.len(), max_columns));
        first += group.len();
    }
    if rows.len() > plain_rows.len() + 1 {
        plain_rows
    } else {
        rows
    }
}

/// Returns the legends of the panels of a row. Neighbours that have the same entries share a legend above them, which
/// belongs to the first.
fn panel_legends(entries: &[LegendEntries], panel_width: f64) -> Vec<Legend> {
    let mut legends = Vec::new();
    for group in entries.chunk_by(|left, right| left == right) {
        let width = panel_width * group.len() as f64 + COLUMN_GAP * (group.len() - 1) as f64;
        legends.push(Legend::from_entries(group[0].clone(), width));
        legends.extend(group[1..].iter().map(|_| Legend::default()));
    }
    legends
}

const PANEL_TITLE_SIZE: f64 = 8.6;

/// Returns the size of the letters of all panel titles, those of `rows` in panels of their own widths.
fn panel_title_size(figure: &Figure, rows: &[Range<usize>], room: f64) -> f64 {
    let mut size = PANEL_TITLE_SIZE;
    for row in rows {
        let width = panel_width(room, row.len());
        for panel in &figure.panels[row.clone()] {
            let title = panel.title.as_deref().unwrap_or_default();
            size = size.min(panel_title(title, PANEL_TITLE_SIZE, width).size);
        }
    }
    size
}

/// Returns the title of a panel in up to two lines, or up to four in a narrow panel.
fn panel_title(title: &str, size: f64, panel_width: f64) -> TextBlock {
    if panel_width < MIN_PANEL_WIDTH {
        TextBlock::wrap_or_shrink(title, size, Weight::Bold, panel_width, 4)
    } else {
        TextBlock::balanced_heading(title, size, panel_width)
    }
}

/// Returns the width of each of some panels beside each other.
fn panel_width(room: f64, columns: usize) -> f64 {
    (room - COLUMN_GAP * (columns - 1) as f64) / columns as f64
}

fn title_block(figure: &Figure, page_width: f64, max_width: f64) -> TextBlock {
    match figure.size {
        FigureSize::Page { .. } if page_width < NARROW_PAGE => {
            TextBlock::wrap_or_shrink(&figure.title, 11.0, Weight::Bold, max_width, 3)
        }
        FigureSize::Page { .. } => TextBlock::shrinkable_heading(&figure.title, 11.0, max_width),
        FigureSize::Narrow => {
            TextBlock::wrap_or_shrink(&figure.title, 10.0, Weight::Bold, max_width, 3)
        }
        FigureSize::Brief => {
            TextBlock::wrap_or_shrink(&figure.title, 8.6, Weight::Bold, max_width, 3)
        }
        FigureSize::Slide => {
            TextBlock::balanced_heading(&figure.title, SLIDE_TITLE_SIZE * page_width, max_width)
        }
    }
}

fn subtitle_blocks(figure: &Figure, page_width: f64, max_width: f64) -> Vec<TextBlock> {
    let is_narrow_page = figure.size != FigureSize::Slide && page_width < NARROW_PAGE;
    let max_lines = if is_narrow_page { 5 } else { 2 };
    figure
        .subtitle
        .iter()
        .map(|line| TextBlock::wrap_or_shrink(line, 7.6, Weight::Regular, max_width, max_lines))
        .collect()
}

/// Returns the legend entries of each panel.
fn legend_entries(figure: &Figure) -> Vec<LegendEntries> {
    let entries = |panel: &Panel| match &panel.content {
        PanelContent::Plot(plot) => series_entries(plot),
        _ => Vec::new(),
    };
    figure.panels.iter().map(entries).collect()
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
    match figure.size {
        FigureSize::Slide if figure.panels.len() > 6 => 85.0,
        FigureSize::Slide => 120.0,
        FigureSize::Narrow => 160.0,
        FigureSize::Brief if has_one_panel => 104.0,
        FigureSize::Brief => 102.0,
        FigureSize::Page { .. } if has_one_panel => (0.47 * room).clamp(140.0, 205.0),
        FigureSize::Page { .. } => (0.6 * room).clamp(140.0, 185.0),
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
    columns: EstimateColumns,
    plot_height: f64,
) -> f64 {
    match &panel.content {
        PanelContent::Plot(_) => plot_height,
        PanelContent::Estimates(list) => estimates::estimate_list_height(list, columns),
        PanelContent::Heatmap(grid) => heatmap::heatmap_height(grid, panel_width),
        PanelContent::Board(board) => heatmap::board_height(board, panel_width),
    }
}

/// The legend entries of a row: those above it, and those of each panel.
struct RowEntries {
    above: LegendEntries,
    of_panels: Vec<LegendEntries>,
}

impl RowEntries {
    /// Returns the entries of the row with this index. Panels with equal entries share a legend above their first row; a lone
    /// panel has its own.
    fn new(entries: &[LegendEntries], ranges: &[Range<usize>], index: usize) -> Self {
        let row = &entries[ranges[index].clone()];
        let is_equal = |range: &Range<usize>| {
            let mut others = entries[range.clone()].iter();
            others.all(|panel| *panel == row[0])
        };
        let continues = index > 0 && is_equal(&ranges[index - 1]);
        let is_continued = ranges.get(index + 1).is_some_and(is_equal);
        let is_shared = is_equal(&ranges[index]) && (row.len() > 1 || continues || is_continued);
        if !is_shared {
            return Self {
                above: Vec::new(),
                of_panels: row.to_vec(),
            };
        }
        Self {
            above: if continues {
                Vec::new()
            } else {
                row[0].clone()
            },
            of_panels: vec![Vec::new(); row.len()],
        }
    }
}

/// Returns the rows of a figure in `room` points, of at most `max_columns` panels.
fn panel_rows(figure: &Figure, room: f64, max_columns: usize, plot_height: f64) -> Vec<PanelRow> {
    let entries = legend_entries(figure);
    let ranges = row_ranges(&entries, max_columns);
    let title_size = panel_title_size(figure, &ranges, room);
    let mut rows = Vec::new();
    for (index, range) in ranges.iter().enumerate() {
        let width = panel_width(room, range.len());
        let row_entries = RowEntries::new(&entries, &ranges, index);
        let legends = panel_legends(&row_entries.of_panels, width);
        let legend_heights = legends.iter().map(plot::legend_height);
        let legend_height = legend_heights.fold(0.0, f64::max);
        let columns = estimate_columns(figure, width);
        let mut content_height: f64 = 55.0;
        let mut titles = Vec::new();
        for panel in &figure.panels[range.clone()] {
            let height = panel_height(panel, width, columns, plot_height);
            content_height = content_height.max(height);
            let title = panel.title.as_deref().unwrap_or_default();
            titles.push(panel_title(title, title_size, width));
        }
        rows.push(PanelRow {
            panels: range.clone(),
            legend: Legend::from_entries(row_entries.above, room),
            panel_legends: legends,
            title_height: panel_title_height(&titles),
            titles,
            panel_width: width,
            panel_height: content_height + legend_height,
        });
    }
    rows
}

impl PageLayout {
    fn new(figure: &Figure, width_mm: f64) -> Self {
        let room = width_mm * POINTS_PER_MM - 2.0 * MARGIN;
        let max_columns = max_column_count(figure, room);
        let layout = Self::with_columns(figure, width_mm, max_columns);
        match figure.size {
            FigureSize::Slide => layout.filling_slide(),
            FigureSize::Page { .. }
                if layout.height() > MAX_PAGE_HEIGHT
                    && panel_width(room, max_columns + 1) >= MIN_CROWDED_PANEL_WIDTH =>
            {
                Self::with_columns(figure, width_mm, max_columns + 1)
            }
            _ => layout,
        }
    }

    /// Lays out a page with rows of at most `max_columns` panels. Plots of a page are lower if it is too high otherwise.
    fn with_columns(figure: &Figure, width_mm: f64, max_columns: usize) -> Self {
        let room = width_mm * POINTS_PER_MM - 2.0 * MARGIN;
        let plot_height = natural_plot_height(figure, room);
        let layout = Self::with_plot_height(figure, width_mm, max_columns, plot_height);
        let excess = (layout.height() - MAX_PAGE_HEIGHT) / layout.rows.len() as f64;
        if !matches!(figure.size, FigureSize::Page { .. }) || excess <= 0.0 {
            return layout;
        }
        let low_height = (plot_height - excess).max(MIN_PLOT_HEIGHT);
        Self::with_plot_height(figure, width_mm, max_columns, low_height)
    }

    fn with_plot_height(
        figure: &Figure,
        width_mm: f64,
        max_columns: usize,
        plot_height: f64,
    ) -> Self {
        let width = width_mm * POINTS_PER_MM;
        let room = width - 2.0 * MARGIN;
        let title = title_block(figure, width, room);
        let subtitle = subtitle_blocks(figure, width, room);
        let subtitle_height: f64 = subtitle.iter().map(TextBlock::height).sum();
        Self {
            width,
            heading_height: title.height() + subtitle_height + 9.0,
            title,
            subtitle,
            rows: panel_rows(figure, room, max_columns, plot_height),
        }
    }

    /// Returns the layout with panels that fill a slide.
    fn filling_slide(mut self) -> Self {
        let free_height = (self.width * SLIDE_ASPECT - self.height()).max(0.0);
        let row_count = self.rows.len() as f64;
        for row in &mut self.rows {
            row.panel_height += free_height / row_count;
        }
        self
    }

    /// Lays out a page of fixed width, or the narrowest slide that holds everything, which has the largest letters.
    fn fit(figure: &Figure) -> Self {
        let fits = |slide: &Self| slide.height() <= slide.width * SLIDE_ASPECT + 1e-6;
        // Panels beside each other need room for their plots.
        let columns = balanced_rows(0, figure.panels.len(), max_column_count(figure, 0.0))[0].len();
        let least_width = [115, 150, 190][columns - 1];
        let mut slides = (least_width..400)
            .step_by(5)
            .map(|width| Self::new(figure, f64::from(width)));
        match figure.size {
            FigureSize::Page { width_mm } => Self::new(figure, f64::from(width_mm)),
            FigureSize::Narrow => Self::new(figure, 75.0),
            FigureSize::Brief => Self::new(figure, brief_width_mm(figure)),
            FigureSize::Slide => slides
                .find(fits)
                .unwrap_or_else(|| Self::new(figure, 400.0)),
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
        row.legend.draw(root, (MARGIN, top))?;
        let title_top = top + row.legend_height();
        let panel_top = title_top + row.title_height;
        let insets = self.insets(figure, row);
        for (column, panel) in figure.panels[row.panels.clone()].iter().enumerate() {
            let panel_left = row.panel_left(column);
            let title = &row.titles[column];
            draw_text_block(root, title, (panel_left, title_top), INK, Align::Start)?;
            let area = root.clone().shrink(
                (points_to_steps(panel_left), points_to_steps(panel_top)),
                (
                    points_to_steps(row.panel_width),
                    points_to_steps(row.panel_height),
                ),
            );
            match &panel.content {
                PanelContent::Plot(plot) => {
                    // A legend may extend over several panels.
                    let legend = &row.panel_legends[column];
                    let legend_left = panel_left + insets[column].legend_left(legend);
                    let legend_top = insets[column].legend_top(plot, legend, row.panel_width);
                    legend.draw(root, (legend_left, panel_top + legend_top))?;
                    plot::draw_plot(&area, plot, insets[column], figure.lang)?;
                }
                PanelContent::Estimates(list) => {
                    let columns = estimate_columns(figure, row.panel_width);
                    estimates::draw_estimate_list(&area, list, columns, figure.lang)?;
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
                    &row.panel_legends[column]
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
    let layout = PageLayout::fit(figure);
    draw_svg(layout.width, layout.height(), |root| {
        layout.draw(figure, root)
    })
}

/// Returns the share of the height of a figure that its panels take, and the height of the lowest panel in points.
pub fn panel_heights(figure: &Figure) -> (f64, f64) {
    let page = PageLayout::fit(figure);
    let heights: Vec<f64> = page.rows.iter().map(|row| row.panel_height).collect();
    let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
    (heights.iter().sum::<f64>() / page.height(), lowest)
}
