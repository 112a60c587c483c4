//! Charts for print and slides: a [`Figure`] goes in, the bytes of an SVG, PNG or PDF file come out.
//!
//! It computes nothing and knows no game; every string and number is the caller's, and only the numbers on the axes are
//! written here. The same figure gives the same bytes on every machine.
//!
//! How it works: plotters draws axes, rules, series and text as SVG on a fine grid of whole numbers ([`Laid::drawing`]), usvg
//! turns the letters into outlines, and that one tree ([`Laid`]) is written as a stand-alone SVG or a PDF, or rendered by
//! resvg.

mod axis;
mod check;
mod figure;
mod legend;
mod look;
mod page;
mod plot;
mod shaded;
mod sheet;
#[cfg(test)]
pub mod tests;

pub use check::ChartError;
pub use figure::{
    Axis, Cell, Content, Figure, Format, Grid, Hole, Kind, Mark, Panel, Plot, Point, Scale, Series, Shade, Size, Style,
};

use super::render::{self, DrawError};
use resvg::tiny_skia::{Color, Transform};
use resvg::usvg;

/// Pixels a printed millimetre: 3250 for the 160 mm of a page, about 516 an inch.
const PIXELS_A_MM: f64 = 3250.0 / 160.0;
const SLIDE: f64 = 1600.0;

/// A figure laid out, from which all its files are made.
pub struct Laid {
    /// The drawing before it is rendered, with letters as text and whole coordinates (24 a point).
    pub drawing: String,
    pub tree: usvg::Tree,
    width_mm: f64,
    title: String,
    size: Size,
}

impl Laid {
    /// Fails when the figure cannot be drawn, or a label would be missing.
    pub fn of(figure: &Figure) -> Result<Self, ChartError> {
        check::check(figure)?;
        let (drawing, width_mm) = page::page(figure).map_err(|error| DrawError::Picture(error.to_string()))?;
        let tree = render::whole(&drawing)?;
        Ok(Self { drawing, tree, width_mm, title: figure.title.clone(), size: figure.size })
    }

    /// A stand-alone SVG file that looks the same everywhere: letters are outlines.
    pub fn svg(&self) -> String {
        render::outlined(&self.tree)
    }

    /// A PNG file on white: 3250 pixels wide for print, of which it knows the printed size, 1600 by 900 for a slide. Fails
    /// when there is no room for the pixels.
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        let (width, density) = match self.size {
            Size::Page => (self.width_mm * PIXELS_A_MM, Some((PIXELS_A_MM * 1000.0).round() as u32)),
            Size::Social => (SLIDE, None),
        };
        let scale = width / f64::from(self.tree.size().width());
        let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
        let size = (pixels(self.tree.size().width()), pixels(self.tree.size().height()));
        let scaled = Transform::from_scale(scale as f32, scale as f32);
        Ok(render::png(&self.tree, size, scaled, Color::WHITE, density)?)
    }

    /// A PDF file of one page; letters are outlines. Fails when it cannot be packed.
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        Ok(super::pdf::pdf(&self.tree, &self.title, self.width_mm)?)
    }
}
