//! The page: heading, legend, and aligned panels.

use super::figure::{Figure, FigureSize, Panel, PanelContent};
use super::heatmap;
use super::legend::{Legend, series_entries};
use super::palette::{GREY, INK};
use super::plot::{self, Insets};
use super::sheet::{Area, POINTS_PER_MM, PlotResult, draw_svg, draw_text_block, points_to_steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, TextBlock};

const MARGIN: f64 = 7.0;
const COLUMN_GAP: f64 = 16.0;
const ROW_GAP: f64 = 14.0;
/// The height of a slide, as a share of its width.
const SLIDE_ASPECT: f64 = 9.0 / 16.0;

/// The size of the title of a slide, as a share of its width. All slides have the same.
const SLIDE_TITLE_SIZE: f64 = 0.03;

/// The content of a page of a given width, in points.
struct PageLayout {
    width: f64,
    title: TextBlock,
    subtitle: Vec<TextBlock>,
    /// The legend that all plots share, then the legend of each plot.
    shared_legend: Legend,
    panel_legends: Vec<Legend>,
    panel_titles: Vec<TextBlock>,
    /// The heights of the heading, of the panel titles and of the panels.
    heights: [f64; 3],
    /// The numbers of rows and columns of panels.
    grid_size: (usize, usize),
    panel_width: f64,
}

/// Returns the number of panels that a row holds at most.
fn column_count(figure: &Figure) -> usize {
    match (figure.size, figure.panels.len()) {
        (FigureSize::Narrow, _) => 1,
        (_, 4) => 2,
        (_, count) => count.min(3),
    }
}

impl PageLayout {
    fn new(figure: &Figure, width_mm: f64) -> Self {
        let width = width_mm * POINTS_PER_MM;
        let (room, count) = (width - 2.0 * MARGIN, figure.panels.len());
        let columns = column_count(figure);
        let panel_width = (room - COLUMN_GAP * (columns - 1) as f64) / columns as f64;
        let title = match figure.size {
            FigureSize::Page => TextBlock::shrinkable_heading(&figure.title, 11.0, room),
            FigureSize::Narrow => {
                TextBlock::wrap_or_shrink(&figure.title, 10.0, Weight::Bold, room, 3)
            }
            FigureSize::Slide => {
                TextBlock::balanced_heading(&figure.title, SLIDE_TITLE_SIZE * width, room)
            }
        };
        let subtitle_lines = if figure.size == FigureSize::Narrow {
            5
        } else {
            2
        };
        let subtitle: Vec<TextBlock> = figure
            .subtitle
            .iter()
            .map(|line| TextBlock::wrap_or_shrink(line, 7.6, Weight::Regular, room, subtitle_lines))
            .collect();
        // Plots with the same series share one legend.
        let named = |panel: &Panel| {
            if let PanelContent::Plot(plot) = &panel.content {
                series_entries(plot)
            } else {
                Vec::new()
            }
        };
        let names: Vec<_> = figure.panels.iter().map(named).collect();
        let alike = count > 1 && names.windows(2).all(|pair| pair[0] == pair[1]);
        let (shared, each) = if alike {
            (names[0].clone(), vec![Vec::new(); count])
        } else {
            (Vec::new(), names)
        };
        let names = Legend::from_entries(shared, room);
        let own: Vec<Legend> = each
            .into_iter()
            .map(|names| Legend::from_entries(names, panel_width))
            .collect();
        let titles = figure
            .panels
            .iter()
            .map(|panel| panel.title.as_deref().unwrap_or_default());
        let titles: Vec<TextBlock> = titles
            .map(|title| TextBlock::shrinkable_heading(title, 8.6, panel_width))
            .collect();
        let over = own.iter().map(plot::legend_height).fold(0.0, f64::max);
        let natural = |panel: &Panel| match (&panel.content, figure.size) {
            (PanelContent::Plot(_), FigureSize::Slide) => 120.0 + over,
            (PanelContent::Plot(_), FigureSize::Narrow) => 160.0 + over,
            (PanelContent::Plot(_), FigureSize::Page) => {
                over + if count == 1 { 205.0 } else { 185.0 }
            }
            (PanelContent::Heatmap(grid), _) => heatmap::heatmap_height(grid, panel_width),
            (PanelContent::Board(board), _) => heatmap::board_height(board, panel_width),
        };
        let head = title.height() + subtitle.iter().map(TextBlock::height).sum::<f64>() + 9.0;
        let head = head
            + if names.height > 0.0 {
                names.height + 5.0
            } else {
                0.0
            };
        let above = titles.iter().map(TextBlock::height).fold(0.0, f64::max);
        let above = if above > 0.0 { above + 3.0 } else { 0.0 };
        let heights = [
            head,
            above,
            figure.panels.iter().map(natural).fold(55.0, f64::max),
        ];
        let grid = (count.div_ceil(columns), columns);
        let mut layout = Self {
            width,
            title,
            subtitle,
            shared_legend: names,
            panel_legends: own,
            panel_titles: titles,
            heights,
            grid_size: grid,
            panel_width,
        };
        if figure.size == FigureSize::Slide {
            layout.heights[2] += (width * SLIDE_ASPECT - layout.height()).max(0.0) / grid.0 as f64;
        }
        layout
    }

    /// Lays out a page of fixed width, or the narrowest slide that holds everything, which has the largest letters.
    fn fit(figure: &Figure) -> Self {
        let fits = |slide: &Self| slide.height() <= slide.width * SLIDE_ASPECT + 1e-6;
        let mut slides = (115..400)
            .step_by(5)
            .map(|width| Self::new(figure, f64::from(width)));
        match figure.size {
            FigureSize::Page => Self::new(figure, 160.0),
            FigureSize::Narrow => Self::new(figure, 80.0),
            FigureSize::Slide => slides
                .find(fits)
                .unwrap_or_else(|| Self::new(figure, 400.0)),
        }
    }

    fn height(&self) -> f64 {
        let [head, above, panel] = self.heights;
        2.0 * MARGIN + head + (above + panel + ROW_GAP) * self.grid_size.0 as f64 - ROW_GAP
    }

    fn draw(&self, figure: &Figure, root: &Area) -> PlotResult {
        draw_text_block(root, &self.title, (MARGIN, MARGIN - 1.0), INK, Align::Start)?;
        let mut top = MARGIN + self.title.height() + 1.0;
        for line in &self.subtitle {
            draw_text_block(root, line, (MARGIN, top), GREY, Align::Start)?;
            top += line.height();
        }
        self.shared_legend.draw(root, (MARGIN, top + 5.0))?;
        let [head, above, natural] = self.heights;
        let (room, lang) = ((self.panel_width, natural), figure.lang);
        let plots = figure
            .panels
            .iter()
            .zip(&self.panel_legends)
            .filter_map(|(panel, names)| match &panel.content {
                PanelContent::Plot(plot) => Some((plot, names)),
                _ => None,
            });
        let insets = Insets::fit(&plots.collect::<Vec<_>>(), room, lang);
        // Each panel includes the gap to its right and the gap below it.
        let (right, bottom) = (MARGIN - COLUMN_GAP, MARGIN - ROW_GAP);
        let body = root.margin(
            points_to_steps(MARGIN + head),
            points_to_steps(bottom),
            points_to_steps(MARGIN),
            points_to_steps(right),
        );
        let parts = self
            .panel_titles
            .iter()
            .zip(&self.panel_legends)
            .zip(body.split_evenly(self.grid_size));
        for (panel, ((title, names), area)) in figure.panels.iter().zip(parts) {
            draw_text_block(&area, title, (0.0, 0.0), INK, Align::Start)?;
            let area = area.margin(
                points_to_steps(above),
                points_to_steps(ROW_GAP),
                0,
                points_to_steps(COLUMN_GAP),
            );
            match &panel.content {
                PanelContent::Plot(plot) => plot::draw_plot(&area, plot, insets, lang, names)?,
                PanelContent::Heatmap(grid) => heatmap::draw_heatmap(&area, grid)?,
                PanelContent::Board(board) => heatmap::draw_board(&area, board)?,
            }
        }
        Ok(())
    }
}

/// Draws a checked figure. Returns the SVG and the printed width in millimetres.
pub(super) fn svg_and_width_mm(figure: &Figure) -> PlotResult<(String, f64)> {
    let layout = PageLayout::fit(figure);
    let svg = draw_svg(layout.width, layout.height(), |root| {
        layout.draw(figure, root)
    })?;
    Ok((svg, layout.width / POINTS_PER_MM))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::tests::figures::study_figures;

    /// A slide that holds more has smaller letters, but its title is as large as any.
    #[test]
    fn slide_titles_have_equal_size() {
        let slides = study_figures()
            .into_iter()
            .filter(|(_, figure)| figure.size == FigureSize::Slide);
        let sizes: Vec<(String, f64)> = slides
            .map(|(name, figure)| {
                let slide = PageLayout::fit(&figure);
                (name, slide.title.size / slide.width)
            })
            .collect();
        assert!(
            sizes.len() > 5
                && sizes
                    .iter()
                    .all(|(_, size)| (size - SLIDE_TITLE_SIZE).abs() < 1e-9),
            "{sizes:?}"
        );
    }
}
