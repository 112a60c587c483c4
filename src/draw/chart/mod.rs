//! Charts for print and slides: a [`Figure`] goes in, the bytes of an SVG, PNG or PDF file come out.
//!
//! It computes nothing and knows no game; every string and number is the caller's, and only the numbers on the axes are
//! written here. The same figure gives the same bytes on every machine.
//!
//! How it works: plotters draws axes, rules, series and text as SVG on a fine grid of whole numbers ([`drawing`]), usvg
//! turns the letters into outlines, and that one tree is written as a stand-alone SVG ([`svg`]) or a PDF ([`pdf`]), or
//! rendered by resvg ([`png()`]).

mod axis;
mod check;
mod figure;
mod legend;
mod look;
mod page;
mod plot;
mod shaded;
mod sheet;

pub use check::ChartError;
pub use figure::{
    Axis, Board, Cell, Content, Figure, Format, Grid, Hole, Kind, Mark, Panel, Plot, Point, Scale, Series, Shade, Size,
    Style,
};

use super::render::{self, DrawError};
use resvg::tiny_skia::{Color, Transform};
use resvg::usvg;

/// Pixels a printed millimetre: 3250 for the 160 mm of a page, about 516 an inch.
const PIXELS_A_MM: f64 = 3250.0 / 160.0;
const SLIDE: f64 = 1600.0;

/// The drawing and its printed width in millimetres.
fn page(figure: &Figure) -> Result<(String, f64), ChartError> {
    check::check(figure)?;
    Ok(page::page(figure).map_err(|error| DrawError::Picture(error.to_string()))?)
}

/// The page, read with the embedded font.
fn tree(figure: &Figure) -> Result<(usvg::Tree, f64), ChartError> {
    let (drawing, width_mm) = page(figure)?;
    Ok((render::whole(&drawing)?, width_mm))
}

/// The drawing before it is rendered, with letters as text and whole coordinates (24 a point): what tests measure.
/// Fails when the figure cannot be drawn.
pub fn drawing(figure: &Figure) -> Result<String, ChartError> {
    Ok(page(figure)?.0)
}

/// A stand-alone SVG file that looks the same everywhere: letters are outlines. Fails when the figure cannot be drawn,
/// or a label would be missing.
pub fn svg(figure: &Figure) -> Result<String, ChartError> {
    let options = usvg::WriteOptions {
        coordinates_precision: 3,
        transforms_precision: 8,
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    };
    Ok(tree(figure)?.0.to_string(&options))
}

/// A PNG file on white: 3250 pixels wide for print, of which it knows the printed size, 1600 by 900 for a slide. Fails
/// when the figure cannot be drawn, or a label would be missing.
pub fn png(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    let (tree, width_mm) = tree(figure)?;
    let (width, density) = match figure.size {
        Size::Page => (width_mm * PIXELS_A_MM, Some((PIXELS_A_MM * 1000.0).round() as u32)),
        Size::Social => (SLIDE, None),
    };
    let scale = width / f64::from(tree.size().width());
    let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
    let size = (pixels(tree.size().width()), pixels(tree.size().height()));
    let scaled = Transform::from_scale(scale as f32, scale as f32);
    Ok(render::png(&tree, size, scaled, Color::WHITE, density)?)
}

/// A PDF file of one page; letters are outlines. Fails when the figure cannot be drawn, or a label would be missing.
pub fn pdf(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    let (tree, width_mm) = tree(figure)?;
    Ok(super::pdf::pdf(&tree, &figure.title, width_mm)?)
}
