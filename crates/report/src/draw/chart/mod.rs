//! Charts for print: a [`Figure`] gives the bytes of an SVG or PNG file.
//!
//! The module computes no statistics and does not depend on any game. The caller supplies all texts and numbers; only
//! the tick labels are formatted here. The same figure gives the same bytes on every machine.
//!
//! Plotters draws axes, grid, series and text as SVG on a fine grid of whole numbers ([`ChartDrawing`]).
//! That is the SVG file. For PNG files usvg lays out the letters, and resvg renders the resulting tree ([`LaidOutFigure`]).

mod axis;
mod estimates;
mod figure;
mod heatmap;
mod labels;
mod page;
mod plot;
mod sheet;
#[cfg(test)]
mod tests;

pub use figure::{
    Axis, BoardHole, ChartError, ChartPoint, EstimateList, EstimateRow, Figure, Heatmap,
    HeatmapCell, ListedEstimate, MAX_PANELS, NumberFormat, Panel, PanelContent, Plot,
    ReferenceLine, Scale, Series, SeriesKind, Shade, StyleChoice,
};

pub use sheet::ChartDrawing;

use super::render::{self, DrawError};
use resvg::tiny_skia::{Color, Transform};
use resvg::usvg;

/// Pixels per printed millimetre: 3250 for the 160 mm of a page, about 516 per inch.
const PIXELS_PER_MM: f64 = 3250.0 / 160.0;

/// A figure after layout, from which all its files are written.
pub struct LaidOutFigure {
    /// The drawing, from which SVG files are written.
    pub drawing: ChartDrawing,
    /// The drawing with the places of its letters, from which PNG files are rendered.
    pub tree: usvg::Tree,
    title: String,
    description: String,
}

impl LaidOutFigure {
    /// Checks and lays out a figure.
    ///
    /// # Errors
    /// When a value cannot be drawn, the font lacks a character, or a label would be missing.
    pub fn new(figure: &Figure) -> Result<Self, ChartError> {
        figure::validate_figure(figure)?;
        let drawing = page::draw_figure(figure).map_err(|error| DrawError::Render(error.into()))?;
        let tree = render::parse_svg_checked(&drawing.document())?;
        Ok(Self {
            drawing,
            tree,
            title: figure.title.clone(),
            description: figure.subtitle.join(". "),
        })
    }

    /// Returns the printed width, in millimetres.
    fn width_mm(&self) -> f64 {
        self.drawing.size_mm.0
    }

    /// Returns a stand-alone SVG file with letters as text, a title and a description.
    pub fn svg(&self) -> String {
        self.drawing.described_svg(&self.title, &self.description)
    }

    /// Returns a PNG file on white: about 20 pixels per printed millimetre, with its printed size (3250 for a
    /// page of 160 mm).
    ///
    /// # Errors
    /// When there is no memory for the pixels.
    pub(crate) fn png(&self) -> Result<Vec<u8>, ChartError> {
        let width = self.width_mm() * PIXELS_PER_MM;
        let density = Some((PIXELS_PER_MM * 1000.0).round() as u32);
        let scale = width / f64::from(self.tree.size().width());
        let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
        let size = (
            pixels(self.tree.size().width()),
            pixels(self.tree.size().height()),
        );
        let scaled = Transform::from_scale(scale as f32, scale as f32);
        Ok(render::render_png(
            &self.tree,
            size,
            scaled,
            Color::WHITE,
            density,
        )?)
    }
}
