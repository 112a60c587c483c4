//! The page: heading, and panels in line with each other.

use super::canvas::{Canvas, Drawing, POINTS_A_MM, Run, draw};
use super::figure::{Arrangement, Content, Figure, Panel, Plot, Size};
use super::legend::{Laid, entries};
use super::palette::{GREY, INK};
use super::plot::{self, Insets, Plan, Room};
use super::{board, table};
use crate::draw::area::Area;
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};

const WIDTH_MM: f64 = 160.0;
const MARGIN: f64 = 7.0;
const BETWEEN_COLUMNS: f64 = 16.0;
const BETWEEN_ROWS: f64 = 14.0;
/// The least height of a panel, in points.
const LEAST: f64 = 55.0;

/// A drawn page and its printed width in millimetres.
pub(super) struct Page {
    pub drawing: Drawing,
    pub width_mm: f64,
}

/// The least width of a slide, in millimetres: its letters are the larger, the narrower it is.
const SLIDE_MM: f64 = 115.0;
/// By how much a slide grows until all finds its place.
const STEP_MM: f64 = 5.0;
/// The widest slide.
const WIDEST_MM: f64 = 400.0;
/// Height of a slide, in widths.
const SLIDE: f64 = 9.0 / 16.0;

/// Draws a checked figure.
pub(super) fn page(figure: &Figure) -> Page {
    match figure.size {
        Size::Page => drawn(figure, WIDTH_MM, false),
        Size::Social => {
            let steps = ((WIDEST_MM - SLIDE_MM) / STEP_MM) as u32;
            let fits = |width: &f64| Layout::new(figure, *width, true).height() <= width * POINTS_A_MM * SLIDE;
            let width = (0..steps).map(|step| SLIDE_MM + f64::from(step) * STEP_MM).find(fits);
            drawn(figure, width.unwrap_or(WIDEST_MM), true)
        }
    }
}

/// What stands on a page of a width.
struct Layout<'a> {
    heading: Heading,
    rows: Vec<Row<'a>>,
    columns: usize,
    panel_width: f64,
}

impl<'a> Layout<'a> {
    fn new(figure: &'a Figure, width_mm: f64, flat: bool) -> Self {
        let room = width_mm * POINTS_A_MM - 2.0 * MARGIN;
        let columns = columns(figure);
        let panel_width = (room - BETWEEN_COLUMNS * (columns - 1) as f64) / columns as f64;
        let heading = Heading::new(figure, room);
        let plot = match (flat, columns, figure.panels.len()) {
            (true, ..) => 120.0,
            (false, 1, 1) => 205.0,
            (false, 1, _) => 160.0,
            _ => 185.0,
        };
        let row = |panels: &'a [Panel]| Row::new(panels, panel_width, plot);
        Self { heading, rows: figure.panels.chunks(columns).map(row).collect(), columns, panel_width }
    }

    fn height(&self) -> f64 {
        let around = 2.0 * MARGIN + self.heading.height + BETWEEN_ROWS * (self.rows.len() - 1) as f64;
        around + self.rows.iter().map(|row| row.height).sum::<f64>()
    }

    /// Gives the rows what is left to this height.
    fn stretch(&mut self, height: f64) {
        let more = (height - self.height()).max(0.0) / self.rows.len() as f64;
        self.rows.iter_mut().for_each(|row| row.height += more);
    }
}

fn drawn(figure: &Figure, width_mm: f64, slide: bool) -> Page {
    let mut layout = Layout::new(figure, width_mm, slide);
    let width = width_mm * POINTS_A_MM;
    if slide {
        layout.stretch(width * SLIDE);
    }
    let height = layout.height();
    let Layout { heading, rows, columns, panel_width } = layout;
    let drawing = draw(width, height, |canvas| {
        heading.draw(canvas);
        let (mut top, mut areas) = (MARGIN + heading.height, Vec::new());
        for row in &rows {
            let in_row = row.areas(top, panel_width);
            for (title, area) in row.titles.iter().zip(&in_row) {
                canvas.block(title, (area.left, top), INK, Align::Start, Run::Across);
            }
            areas.extend(in_row);
            top += row.height + BETWEEN_ROWS;
        }
        let room = if heading.names.is_some() { Room::Elsewhere } else { Room::Anywhere };
        draw_panels(canvas, figure, &areas, columns, room);
    });
    Page { drawing, width_mm: width / POINTS_A_MM }
}

fn columns(figure: &Figure) -> usize {
    let count = figure.panels.len();
    match figure.arrangement {
        Arrangement::Auto => count.min(2),
        Arrangement::Row => count,
    }
}

fn plots(panels: &[Panel]) -> impl Iterator<Item = &Plot> {
    panels.iter().filter_map(|panel| if let Content::Plot(plot) = &panel.content { Some(plot) } else { None })
}

/// Title, subtitle, and the names of the series when all plots have the same.
struct Heading {
    title: Block,
    subtitle: Vec<Block>,
    names: Option<Laid>,
    height: f64,
}

impl Heading {
    fn new(figure: &Figure, room: f64) -> Self {
        let title = Block::heading(&figure.title, 11.0, room);
        let subtitle: Vec<Block> =
            figure.subtitle.iter().map(|line| Block::fit(line, 7.6, Weight::Book, room, 2)).collect();
        let names = shared(figure).then(|| plots(&figure.panels).next()).flatten();
        let names = names.map(|plot| Laid::rows(&entries(plot), room));
        let mut height = title.height() + subtitle.iter().map(Block::height).sum::<f64>() + 9.0;
        height += names.as_ref().map_or(0.0, |names| names.height + 5.0);
        Self { title, subtitle, names, height }
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.block(&self.title, (MARGIN, MARGIN - 1.0), INK, Align::Start, Run::Across);
        let mut top = MARGIN + self.title.height() + 1.0;
        for line in &self.subtitle {
            canvas.block(line, (MARGIN, top), GREY, Align::Start, Run::Across);
            top += line.height();
        }
        if let Some(names) = &self.names {
            names.draw(canvas, (MARGIN, top + 5.0));
        }
    }
}

/// Whether every panel is a plot of the same series in the same looks, so that one legend serves all.
fn shared(figure: &Figure) -> bool {
    let key = |plot: &Plot| -> Vec<_> { plot.series.iter().map(|s| (s.label.clone(), s.style, s.kind)).collect() };
    let mut plots = plots(&figure.panels);
    let Some(first) = plots.next() else { return false };
    let others: Vec<&Plot> = plots.collect();
    others.len() + 1 == figure.panels.len()
        && !others.is_empty()
        && first.series.len() > 1
        && others.iter().all(|plot| key(plot) == key(first))
}

/// Panels side by side.
struct Row<'a> {
    panels: &'a [Panel],
    titles: Vec<Block>,
    title_height: f64,
    height: f64,
}

impl<'a> Row<'a> {
    /// A row of panels of this width; `plot` is the height of a plot in it.
    fn new(panels: &'a [Panel], width: f64, plot: f64) -> Self {
        let title = |panel: &Panel| Block::heading(panel.title.as_deref().unwrap_or(""), 8.6, width);
        let titles: Vec<Block> = panels.iter().map(title).collect();
        let title_height = titles.iter().map(Block::height).fold(0.0, f64::max);
        let title_height = if title_height > 0.0 { title_height + 3.0 } else { 0.0 };
        let natural = |panel: &Panel| match &panel.content {
            Content::Plot(_) => plot,
            Content::Grid(grid) => table::height(grid, width),
            Content::Board(board) => board::height(board, width),
        };
        let height = title_height + panels.iter().map(natural).fold(LEAST, f64::max);
        Self { panels, titles, title_height, height }
    }

    fn areas(&self, top: f64, width: f64) -> Vec<Area<f64>> {
        let area = |i: usize| {
            let left = MARGIN + i as f64 * (width + BETWEEN_COLUMNS);
            Area { left, right: left + width, top: top + self.title_height, bottom: top + self.height }
        };
        (0..self.panels.len()).map(area).collect()
    }
}

/// Draws the panels in their areas.
fn draw_panels(canvas: &mut Canvas, figure: &Figure, areas: &[Area<f64>], columns: usize, room: Room) {
    let plans = plans(figure, areas, columns, room);
    for ((panel, area), plan) in figure.panels.iter().zip(areas).zip(&plans) {
        match (&panel.content, plan) {
            (Content::Plot(plot), Some(plan)) => {
                plot::draw(canvas, plot, plan, *area, plan.insets.inside(*area), figure.lang);
            }
            (Content::Plot(_), None) => {}
            (Content::Grid(grid), _) => table::draw(canvas, grid, *area),
            (Content::Board(board), _) => board::draw(canvas, board, *area),
        }
    }
}

/// Plans of the plots, in line with each other: those of a row above and below, those of a column left and right.
/// A legend that loses its place inside goes above.
fn plans(figure: &Figure, areas: &[Area<f64>], columns: usize, room: Room) -> Vec<Option<Plan>> {
    let mut rooms = vec![room; areas.len()];
    loop {
        let plan = |((panel, area), room): ((&Panel, &Area<f64>), &Room)| match &panel.content {
            Content::Plot(plot) => Some(plot::plan(plot, *area, figure.lang, *room)),
            _ => None,
        };
        let mut plans: Vec<Option<Plan>> = figure.panels.iter().zip(areas).zip(&rooms).map(plan).collect();
        align(&mut plans, columns);
        let mut moved = false;
        for (i, panel) in figure.panels.iter().enumerate() {
            if let (Content::Plot(plot), Some(plan)) = (&panel.content, &plans[i])
                && !plan.stands(plot, plan.insets.inside(areas[i]))
            {
                (rooms[i], moved) = (Room::Above, true);
            }
        }
        if !moved {
            return plans;
        }
    }
}

/// Widens the insets of each plot to the largest of its row (above and below) and of its column (left and right).
fn align(plans: &mut [Option<Plan>], columns: usize) {
    let own: Vec<Option<Insets>> = plans.iter().map(|plan| plan.as_ref().map(|plan| plan.insets)).collect();
    let largest = |with: &dyn Fn(usize) -> bool, edge: fn(&Insets) -> f64| {
        let others = own.iter().enumerate().filter(|(other, _)| with(*other));
        others.filter_map(|(_, insets)| insets.as_ref()).map(edge).fold(0.0, f64::max)
    };
    for (i, plan) in plans.iter_mut().enumerate() {
        let Some(plan) = plan else { continue };
        let row = |other: usize| other / columns == i / columns;
        let column = |other: usize| other % columns == i % columns;
        plan.insets = Insets {
            left: largest(&column, |insets| insets.left),
            right: largest(&column, |insets| insets.right),
            top: largest(&row, |insets| insets.top),
            bottom: largest(&row, |insets| insets.bottom),
        };
    }
}
