//! The page: heading, legend, and aligned panels.

use super::figure::{Content, Figure, Panel, Size};
use super::legend::{Legend, entries};
use super::palette::{GREY, INK};
use super::plot::{self, Insets};
use super::shaded;
use super::sheet::{Area, POINTS_A_MM, PlotResult, block, sheet, steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, TextBlock};

const MARGIN: f64 = 7.0;
const BETWEEN_COLUMNS: f64 = 16.0;
const BETWEEN_ROWS: f64 = 14.0;
/// The height of a slide, as a share of its width.
const SLIDE: f64 = 9.0 / 16.0;

/// The content of a page of a given width, in points.
struct PageLayout {
    width: f64,
    title: TextBlock,
    subtitle: Vec<TextBlock>,
    /// The legend that all plots share, then the legend of each plot.
    names: Legend,
    own: Vec<Legend>,
    titles: Vec<TextBlock>,
    /// The heights of the heading, of the panel titles and of the panels.
    heights: [f64; 3],
    /// The numbers of rows and columns of panels.
    grid: (usize, usize),
    panel_width: f64,
}

impl PageLayout {
    fn new(figure: &Figure, width_mm: f64) -> Self {
        let width = width_mm * POINTS_A_MM;
        let (room, count) = (width - 2.0 * MARGIN, figure.panels.len());
        let columns = if count == 4 { 2 } else { count.min(3) };
        let panel_width = (room - BETWEEN_COLUMNS * (columns - 1) as f64) / columns as f64;
        let title = TextBlock::heading(&figure.title, 11.0, room);
        let subtitle: Vec<TextBlock> =
            figure.subtitle.iter().map(|line| TextBlock::fit(line, 7.6, Weight::Book, room, 2)).collect();
        // Plots with the same series share one legend.
        let named = |panel: &Panel| if let Content::Plot(plot) = &panel.content { entries(plot) } else { Vec::new() };
        let names: Vec<_> = figure.panels.iter().map(named).collect();
        let alike = count > 1 && names.windows(2).all(|pair| pair[0] == pair[1]);
        let (shared, each) = if alike { (names[0].clone(), vec![Vec::new(); count]) } else { (Vec::new(), names) };
        let names = Legend::rows(shared, room);
        let own: Vec<Legend> = each.into_iter().map(|names| Legend::rows(names, panel_width)).collect();
        let titles = figure.panels.iter().map(|panel| panel.title.as_deref().unwrap_or_default());
        let titles: Vec<TextBlock> = titles.map(|title| TextBlock::heading(title, 8.6, panel_width)).collect();
        let over = own.iter().map(plot::legend_height).fold(0.0, f64::max);
        let natural = |panel: &Panel| match (&panel.content, figure.size) {
            (Content::Plot(_), Size::Social) => 120.0 + over,
            (Content::Plot(_), Size::Page) => over + if count == 1 { 205.0 } else { 185.0 },
            (Content::Grid(grid), _) => shaded::grid_height(grid, panel_width),
            (Content::Board(board), _) => shaded::board_height(board, panel_width),
        };
        let head = title.height() + subtitle.iter().map(TextBlock::height).sum::<f64>() + 9.0;
        let head = head + if names.height > 0.0 { names.height + 5.0 } else { 0.0 };
        let above = titles.iter().map(TextBlock::height).fold(0.0, f64::max);
        let above = if above > 0.0 { above + 3.0 } else { 0.0 };
        let heights = [head, above, figure.panels.iter().map(natural).fold(55.0, f64::max)];
        let grid = (count.div_ceil(columns), columns);
        let mut layout = Self { width, title, subtitle, names, own, titles, heights, grid, panel_width };
        if figure.size == Size::Social {
            layout.heights[2] += (width * SLIDE - layout.height()).max(0.0) / grid.0 as f64;
        }
        layout
    }

    /// Lays out a page of fixed width, or the narrowest slide that holds everything, which has the largest letters.
    fn fit(figure: &Figure) -> Self {
        let fits = |slide: &Self| slide.height() <= slide.width * SLIDE + 1e-6;
        let mut slides = (115..400).step_by(5).map(|width| Self::new(figure, f64::from(width)));
        match figure.size {
            Size::Page => Self::new(figure, 160.0),
            Size::Social => slides.find(fits).unwrap_or_else(|| Self::new(figure, 400.0)),
        }
    }

    fn height(&self) -> f64 {
        let [head, above, panel] = self.heights;
        2.0 * MARGIN + head + (above + panel + BETWEEN_ROWS) * self.grid.0 as f64 - BETWEEN_ROWS
    }

    fn draw(&self, figure: &Figure, root: &Area) -> PlotResult {
        block(root, &self.title, (MARGIN, MARGIN - 1.0), INK, Align::Start)?;
        let mut top = MARGIN + self.title.height() + 1.0;
        for line in &self.subtitle {
            block(root, line, (MARGIN, top), GREY, Align::Start)?;
            top += line.height();
        }
        self.names.draw(root, (MARGIN, top + 5.0))?;
        let [head, above, natural] = self.heights;
        let (room, lang) = ((self.panel_width, natural), figure.lang);
        let plots = figure.panels.iter().zip(&self.own).filter_map(|(panel, names)| match &panel.content {
            Content::Plot(plot) => Some((plot, names)),
            _ => None,
        });
        let insets = Insets::fit(&plots.collect::<Vec<_>>(), room, lang);
        // Each panel includes the gap to its right and the gap below it.
        let (right, bottom) = (MARGIN - BETWEEN_COLUMNS, MARGIN - BETWEEN_ROWS);
        let body = root.margin(steps(MARGIN + head), steps(bottom), steps(MARGIN), steps(right));
        let parts = self.titles.iter().zip(&self.own).zip(body.split_evenly(self.grid));
        for (panel, ((title, names), area)) in figure.panels.iter().zip(parts) {
            block(&area, title, (0.0, 0.0), INK, Align::Start)?;
            let area = area.margin(steps(above), steps(BETWEEN_ROWS), 0, steps(BETWEEN_COLUMNS));
            match &panel.content {
                Content::Plot(plot) => plot::draw(&area, plot, insets, lang, names)?,
                Content::Grid(grid) => shaded::grid(&area, grid)?,
                Content::Board(board) => shaded::board(&area, board)?,
            }
        }
        Ok(())
    }
}

/// Draws a checked figure. Returns the SVG and the printed width in millimetres.
pub(super) fn page(figure: &Figure) -> PlotResult<(String, f64)> {
    let layout = PageLayout::fit(figure);
    let svg = sheet(layout.width, layout.height(), |root| layout.draw(figure, root))?;
    Ok((svg, layout.width / POINTS_A_MM))
}
