//! The page: heading, legend, and aligned panels.

use super::figure::{Figure, FigureSize, Panel, PanelContent, Plot};
use super::heatmap;
use super::plot::{self, Insets};
use super::sheet::{
    Area, ChartDrawing, GREY, INK, Legend, LegendSymbol, POINTS_PER_MM, PlotResult, draw_svg,
    draw_text_block, points_to_steps, series_entries,
};
use crate::draw::text::{Align, TextBlock, Weight};
use crate::lang::Lang;

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

/// Returns the width of a figure on a printed sheet: beside a text, or of the page for several panels or a table.
fn brief_width_mm(figure: &Figure) -> f64 {
    match &figure.panels[..] {
        [panel] if !matches!(panel.content, PanelContent::Heatmap(_)) => 84.0,
        _ => 180.0,
    }
}

/// Returns the number of panels that a row holds at most.
fn column_count(figure: &Figure) -> usize {
    match (figure.size, figure.panels.len()) {
        (FigureSize::Narrow, _) => 1,
        (_, 4) => 2,
        (_, count) => count.min(3),
    }
}

/// Returns the legends of the panels. Neighbours in a row that have the same entries share a legend above them, which
/// belongs to the first.
fn panel_legends(
    entries: &[Vec<(LegendSymbol, String)>],
    columns: usize,
    panel_width: f64,
) -> Vec<Legend> {
    let mut legends = Vec::new();
    for row in entries.chunks(columns) {
        for group in row.chunk_by(|left, right| left == right) {
            let width = panel_width * group.len() as f64 + COLUMN_GAP * (group.len() - 1) as f64;
            legends.push(Legend::from_entries(group[0].clone(), width));
            legends.extend(group[1..].iter().map(|_| Legend::default()));
        }
    }
    legends
}

/// Returns the titles of the panels, all of the same size.
fn panel_titles(figure: &Figure, panel_width: f64) -> Vec<TextBlock> {
    const TITLE_SIZE: f64 = 8.6;
    let texts = || {
        figure
            .panels
            .iter()
            .map(|panel| panel.title.as_deref().unwrap_or_default())
    };
    let size = texts()
        .map(|title| TextBlock::shrinkable_heading(title, TITLE_SIZE, panel_width).size)
        .fold(TITLE_SIZE, f64::min);
    texts()
        .map(|title| TextBlock::balanced_heading(title, size, panel_width))
        .collect()
}

/// Returns the insets of the plots in each column of panels: all plots begin and end at the same height of their row.
fn column_insets(
    plots: &[Option<(&Plot, &Legend)>],
    columns: usize,
    size: (f64, f64),
    lang: Lang,
) -> Vec<Insets> {
    let column = |first: usize| -> Vec<(&Plot, &Legend)> {
        plots
            .iter()
            .skip(first)
            .step_by(columns)
            .flatten()
            .copied()
            .collect()
    };
    let insets: Vec<Insets> = (0..columns)
        .map(|first| Insets::fit(&column(first), size, lang))
        .collect();
    insets
        .iter()
        .map(|column| column.with_common_heights(&insets))
        .collect()
}

fn title_block(figure: &Figure, page_width: f64, max_width: f64) -> TextBlock {
    match figure.size {
        FigureSize::Page => TextBlock::shrinkable_heading(&figure.title, 11.0, max_width),
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

fn subtitle_blocks(figure: &Figure, max_width: f64) -> Vec<TextBlock> {
    let max_lines = if figure.size == FigureSize::Narrow {
        5
    } else {
        2
    };
    figure
        .subtitle
        .iter()
        .map(|line| TextBlock::wrap_or_shrink(line, 7.6, Weight::Regular, max_width, max_lines))
        .collect()
}

/// Returns the legend that all panels share and the legend of each panel. Plots with the same series share one legend.
fn shared_and_panel_legends(
    figure: &Figure,
    columns: usize,
    page_width: f64,
    panel_width: f64,
) -> (Legend, Vec<Legend>) {
    let mut entries = Vec::new();
    for panel in &figure.panels {
        entries.push(match &panel.content {
            PanelContent::Plot(plot) => series_entries(plot),
            _ => Vec::new(),
        });
    }
    let mut shared_entries = Vec::new();
    if entries.len() > 1 && entries.windows(2).all(|pair| pair[0] == pair[1]) {
        shared_entries = entries[0].clone();
        entries.fill(Vec::new());
    }
    (
        Legend::from_entries(shared_entries, page_width),
        panel_legends(&entries, columns, panel_width),
    )
}

fn heading_height(title: &TextBlock, subtitle: &[TextBlock], shared_legend: &Legend) -> f64 {
    let text_height = title.height() + subtitle.iter().map(TextBlock::height).sum::<f64>() + 9.0;
    if shared_legend.height > 0.0 {
        text_height + (shared_legend.height + 5.0)
    } else {
        text_height
    }
}

fn panel_title_height(panel_titles: &[TextBlock]) -> f64 {
    let height = panel_titles
        .iter()
        .map(TextBlock::height)
        .fold(0.0, f64::max);
    if height > 0.0 { height + 3.0 } else { 0.0 }
}

/// Returns the height of the highest panel.
fn panel_height(figure: &Figure, panel_width: f64, panel_legends: &[Legend]) -> f64 {
    let legend_height = panel_legends
        .iter()
        .map(plot::legend_height)
        .fold(0.0, f64::max);
    let plot_height = match figure.size {
        FigureSize::Slide => 120.0,
        FigureSize::Narrow => 160.0,
        FigureSize::Brief if figure.panels.len() == 1 => 104.0,
        FigureSize::Brief => 102.0,
        FigureSize::Page if figure.panels.len() == 1 => 205.0,
        FigureSize::Page => 185.0,
    };
    let height = |panel: &Panel| match &panel.content {
        PanelContent::Plot(_) => plot_height + legend_height,
        PanelContent::Heatmap(grid) => heatmap::heatmap_height(grid, panel_width),
        PanelContent::Board(board) => heatmap::board_height(board, panel_width),
    };
    figure.panels.iter().map(height).fold(55.0, f64::max)
}

impl PageLayout {
    fn new(figure: &Figure, width_mm: f64) -> Self {
        let width = width_mm * POINTS_PER_MM;
        let room = width - 2.0 * MARGIN;
        let columns = column_count(figure);
        let rows = figure.panels.len().div_ceil(columns);
        let panel_width = (room - COLUMN_GAP * (columns - 1) as f64) / columns as f64;
        let title = title_block(figure, width, room);
        let subtitle = subtitle_blocks(figure, room);
        let (shared_legend, panel_legends) =
            shared_and_panel_legends(figure, columns, room, panel_width);
        let titles = panel_titles(figure, panel_width);
        let heights = [
            heading_height(&title, &subtitle, &shared_legend),
            panel_title_height(&titles),
            panel_height(figure, panel_width, &panel_legends),
        ];
        let mut layout = Self {
            width,
            title,
            subtitle,
            shared_legend,
            panel_legends,
            panel_titles: titles,
            heights,
            grid_size: (rows, columns),
            panel_width,
        };
        if figure.size == FigureSize::Slide {
            layout.heights[2] += (width * SLIDE_ASPECT - layout.height()).max(0.0) / rows as f64;
        }
        layout
    }

    /// Lays out a page of fixed width, or the narrowest slide that holds everything, which has the largest letters.
    fn fit(figure: &Figure) -> Self {
        let fits = |slide: &Self| slide.height() <= slide.width * SLIDE_ASPECT + 1e-6;
        // Panels beside each other need room for their plots.
        let least_width = [115, 150, 190][column_count(figure) - 1];
        let mut slides = (least_width..400)
            .step_by(5)
            .map(|width| Self::new(figure, f64::from(width)));
        match figure.size {
            FigureSize::Page => Self::new(figure, 160.0),
            FigureSize::Narrow => Self::new(figure, 75.0),
            FigureSize::Brief => Self::new(figure, brief_width_mm(figure)),
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
        let room = (self.panel_width, natural);
        let lang = figure.lang;
        let plots =
            figure
                .panels
                .iter()
                .zip(&self.panel_legends)
                .map(|(panel, names)| match &panel.content {
                    PanelContent::Plot(plot) => Some((plot, names)),
                    _ => None,
                });
        let insets = column_insets(&plots.collect::<Vec<_>>(), self.grid_size.1, room, lang);
        // Each panel includes the gap to its right and the gap below it.
        let right = MARGIN - COLUMN_GAP;
        let bottom = MARGIN - ROW_GAP;
        let body = root.margin(
            points_to_steps(MARGIN + head),
            points_to_steps(bottom),
            points_to_steps(MARGIN),
            points_to_steps(right),
        );
        let parts = self
            .panel_titles
            .iter()
            .zip(body.split_evenly(self.grid_size));
        self.draw_panel_legends(&insets, root)?;
        for ((panel, (title, panel_area)), insets) in
            figure.panels.iter().zip(parts).zip(insets.iter().cycle())
        {
            draw_text_block(&panel_area, title, (0.0, 0.0), INK, Align::Start)?;
            let area = panel_area.margin(
                points_to_steps(above),
                points_to_steps(ROW_GAP),
                0,
                points_to_steps(COLUMN_GAP),
            );
            match &panel.content {
                PanelContent::Plot(plot) => plot::draw_plot(&area, plot, *insets, lang)?,
                PanelContent::Heatmap(grid) => heatmap::draw_heatmap(&area, grid)?,
                PanelContent::Board(board) => heatmap::draw_board(&area, board)?,
            }
        }
        Ok(())
    }

    /// Draws the legends of the panels on the whole page, since a legend may extend over several panels.
    fn draw_panel_legends(&self, insets: &[Insets], root: &Area) -> PlotResult {
        let [head, above, panel_height] = self.heights;
        let columns = self.grid_size.1;
        for (index, legend) in self.panel_legends.iter().enumerate() {
            let column = index % columns;
            let row = index / columns;
            let panel_left = MARGIN + (self.panel_width + COLUMN_GAP) * column as f64;
            let row_top = MARGIN + head + (above + panel_height + ROW_GAP) * row as f64;
            let legend_left = panel_left + insets[column].legend_left(legend);
            legend.draw(root, (legend_left, row_top + above))?;
        }
        Ok(())
    }
}

/// Draws a checked figure.
pub(super) fn draw_figure(figure: &Figure) -> PlotResult<ChartDrawing> {
    let layout = PageLayout::fit(figure);
    draw_svg(layout.width, layout.height(), |root| {
        layout.draw(figure, root)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::tests::figures::study_figures;

    /// A chart of the printed sheet is mostly plots, since the text around it says what it shows.
    #[test]
    fn sheet_figures_are_mostly_plots() {
        let mut count = 0;
        for (name, figure) in study_figures() {
            let has_plots = figure
                .panels
                .iter()
                .all(|panel| matches!(panel.content, PanelContent::Plot(_)));
            if figure.size != FigureSize::Brief || !has_plots {
                continue;
            }
            count += 1;
            let page = PageLayout::fit(&figure);
            let [_, _, panel_height] = page.heights;
            let rows = page.grid_size.0 as f64;
            let plot_share = panel_height * rows / page.height();
            assert!(
                panel_height >= 100.0 && plot_share > 0.65,
                "{name}: {panel_height}, {plot_share}"
            );
        }
        assert!(count > 10, "{count}");
    }

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
