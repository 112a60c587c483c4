//! The page: heading, names of the series, and panels in line with each other.

use super::figure::{Content, Figure, Panel, Plot, Size};
use super::legend::{Legend, Run, entries};
use super::look::{GREY, INK};
use super::plot::{self, Insets, Naming};
use super::shaded;
use super::sheet::{Area, Drawn, POINTS_A_MM, block, sheet, steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};

const MARGIN: f64 = 7.0;
const BETWEEN_COLUMNS: f64 = 16.0;
const BETWEEN_ROWS: f64 = 14.0;
/// Height of a slide, in widths.
const SLIDE: f64 = 9.0 / 16.0;

/// A drawn page and its printed width in millimetres.
pub(super) struct Page {
    pub svg: String,
    pub width_mm: f64,
}

/// What stands on a page of a width, in points.
struct Layout {
    width: f64,
    title: Block,
    subtitle: Vec<Block>,
    /// The names of the series, when one legend serves all plots.
    names: Legend,
    naming: Naming,
    titles: Vec<Block>,
    /// Heights of the heading, of the titles of panels and of what is below them.
    heights: [f64; 3],
    /// Rows and columns of panels.
    grid: (usize, usize),
    panel_width: f64,
}

fn plots(figure: &Figure) -> impl Iterator<Item = &Plot> {
    figure.panels.iter().filter_map(|panel| if let Content::Plot(plot) = &panel.content { Some(plot) } else { None })
}

/// Whether every panel is a plot of the same series in the same looks, so that one legend serves all.
fn shared(figure: &Figure) -> bool {
    let mut all = plots(figure).map(entries);
    let first = all.next();
    let alike = all.all(|other| Some(&other) == first.as_ref());
    alike && figure.panels.len() > 1 && plots(figure).count() == figure.panels.len()
}

impl Layout {
    fn new(figure: &Figure, width_mm: f64, naming: Naming) -> Self {
        let width = width_mm * POINTS_A_MM;
        let (room, count) = (width - 2.0 * MARGIN, figure.panels.len());
        let columns = if count == 4 { 2 } else { count };
        let panel_width = (room - BETWEEN_COLUMNS * (columns - 1) as f64) / columns as f64;
        let title = Block::heading(&figure.title, 11.0, room);
        let subtitle: Vec<Block> =
            figure.subtitle.iter().map(|line| Block::fit(line, 7.6, Weight::Book, room, 2)).collect();
        let entries = if naming == Naming::Elsewhere { plots(figure).next().map(entries) } else { None };
        let names = Legend::new(entries.unwrap_or_default(), room, Run::Rows);
        let titles = figure.panels.iter().map(|panel| panel.title.as_deref().unwrap_or_default());
        let titles: Vec<Block> = titles.map(|title| Block::heading(title, 8.6, panel_width)).collect();
        let natural = |panel: &Panel| match (&panel.content, figure.size) {
            (Content::Plot(plot), Size::Social) => 120.0 + plot::above(plot, panel_width, naming),
            (Content::Plot(plot), Size::Page) if count == 1 => 205.0 + plot::above(plot, panel_width, naming),
            (Content::Plot(plot), Size::Page) => 185.0 + plot::above(plot, panel_width, naming),
            (Content::Grid(grid), _) => shaded::grid_height(grid, panel_width),
            (Content::Board(board), _) => shaded::board_height(board, panel_width),
        };
        let head = title.height() + subtitle.iter().map(Block::height).sum::<f64>() + 9.0;
        let head = head + if names.height > 0.0 { names.height + 5.0 } else { 0.0 };
        let above = titles.iter().map(Block::height).fold(0.0, f64::max);
        let above = if above > 0.0 { above + 3.0 } else { 0.0 };
        let heights = [head, above, figure.panels.iter().map(natural).fold(55.0, f64::max)];
        let grid = (count.div_ceil(columns), columns);
        let mut layout = Self { width, title, subtitle, names, naming, titles, heights, grid, panel_width };
        if figure.size == Size::Social {
            layout.heights[2] += (width * SLIDE - layout.height()).max(0.0) / grid.0 as f64;
        }
        layout
    }

    /// On a page of fixed width, or on the narrowest slide that holds it all: its letters are the largest then.
    fn fitted(figure: &Figure, naming: Naming) -> Self {
        let widths = match figure.size {
            Size::Page => 160..=160,
            Size::Social => 115..=400,
        };
        let of = |width_mm: i32| Self::new(figure, f64::from(width_mm), naming);
        let fits = |layout: &Self| layout.height() <= layout.width * SLIDE + 1e-6;
        let slide = widths.clone().step_by(5).map(of).find(|layout| figure.size == Size::Page || fits(layout));
        slide.unwrap_or_else(|| of(*widths.end()))
    }

    /// With the names of the series where they read best.
    fn best(figure: &Figure) -> Self {
        if shared(figure) || plots(figure).all(|plot| plot.series.len() < 2) {
            return Self::fitted(figure, Naming::Elsewhere);
        }
        let corner = Self::fitted(figure, Naming::Corner);
        match plots(figure).next() {
            Some(plot) if figure.panels.len() == 1 => {
                let room = (corner.panel_width, corner.heights[2]);
                let free = Insets::of(plot, room, figure.lang, corner.naming).leaves_a_corner(plot, room, figure.lang);
                if free { corner } else { Self::fitted(figure, Naming::Above) }
            }
            _ => Self::fitted(figure, Naming::Above),
        }
    }

    fn height(&self) -> f64 {
        let [head, above, panel] = self.heights;
        2.0 * MARGIN + head + (above + panel + BETWEEN_ROWS) * self.grid.0 as f64 - BETWEEN_ROWS
    }

    fn draw(&self, figure: &Figure, root: &Area) -> Drawn {
        block(root, &self.title, (MARGIN, MARGIN - 1.0), INK, Align::Start)?;
        let mut top = MARGIN + self.title.height() + 1.0;
        for line in &self.subtitle {
            block(root, line, (MARGIN, top), GREY, Align::Start)?;
            top += line.height();
        }
        self.names.draw(root, (MARGIN, top + 5.0))?;
        let [head, above, natural] = self.heights;
        let (room, lang) = ((self.panel_width, natural), figure.lang);
        let insets = plots(figure).map(|plot| Insets::of(plot, room, lang, self.naming)).reduce(Insets::max);
        // The gaps right of panels and below them are parts of theirs.
        let (right, bottom) = (MARGIN - BETWEEN_COLUMNS, MARGIN - BETWEEN_ROWS);
        let body = root.margin(steps(MARGIN + head), steps(bottom), steps(MARGIN), steps(right));
        for ((panel, title), area) in figure.panels.iter().zip(&self.titles).zip(body.split_evenly(self.grid)) {
            block(&area, title, (0.0, 0.0), INK, Align::Start)?;
            let area = area.margin(steps(above), steps(BETWEEN_ROWS), 0, steps(BETWEEN_COLUMNS));
            match (&panel.content, insets) {
                (Content::Plot(plot), Some(insets)) => plot::draw(&area, plot, insets, lang, self.naming)?,
                (Content::Plot(_), None) => {}
                (Content::Grid(grid), _) => shaded::grid(&area, grid)?,
                (Content::Board(board), _) => shaded::board(&area, board)?,
            }
        }
        Ok(())
    }
}

/// Draws a checked figure.
pub(super) fn page(figure: &Figure) -> Drawn<Page> {
    let layout = Layout::best(figure);
    let svg = sheet(layout.width, layout.height(), |root| layout.draw(figure, root))?;
    Ok(Page { svg, width_mm: layout.width / POINTS_A_MM })
}
