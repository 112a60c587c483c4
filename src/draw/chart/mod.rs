//! Charts for print and slides: a [`Figure`] goes in, the bytes of an SVG, PNG or PDF file come out.
//!
//! It computes nothing and knows no game; every string and number is the caller's, and only the numbers on the axes are
//! written here. The same figure gives the same bytes on every machine.
//!
//! How it works: the page is laid out and written as SVG on a fine grid of whole numbers ([`drawing`]), usvg turns the
//! letters into outlines, and that one tree is written as a stand-alone SVG ([`svg`]) or a PDF ([`pdf`]), or rendered by resvg ([`png()`]).
//!
//! ```
//! use pioche::draw::{self, Axis, Figure, Format, Kind, Mark, Panel, Plot, Point, Series};
//! use pioche::lang::Lang;
//! let points = [(2, 0.013), (3, 0.038), (4, 0.060)];
//! let points = points.map(|(piles, share)| Point::between(f64::from(piles), share, share - 0.004, share + 0.004));
//! let series = Series::new("32 cartes", Kind::Bars, points.to_vec());
//! let mut plot = Plot::new(Axis::new("Nombre de tas", Format::Integer), Axis::new("Fréquence", Format::Percent), vec![series]);
//! plot.marks.push(Mark::x(3.42, "moyenne = 3,42"));
//! let mut figure = Figure::new("Réussite des alliances", Lang::Fr, vec![Panel::new(plot)]);
//! figure.subtitle.push("1000 donnes · graine 2026".into());
//! assert!(draw::svg(&figure)?.starts_with("<svg"));
//! # Ok::<(), draw::ChartError>(())
//! ```

mod axis;
mod bars;
mod board;
mod canvas;
mod clip;
mod error;
mod figure;
mod legend;
mod map;
mod marks;
mod page;
mod palette;
mod plot;
mod render;
mod scale;
mod series;
mod table;
mod whisker;

pub use error::ChartError;
pub use figure::{
    Arrangement, Axis, Board, Cell, Content, Figure, Format, Grid, Hole, Kind, Mark, Panel, Plot, Point, Range, Scale,
    Series, Shade, Size, Style,
};
#[cfg(test)]
pub use render::PlacedText;

fn page(figure: &Figure) -> Result<page::Page, ChartError> {
    error::check(figure)?;
    Ok(page::page(figure))
}

/// The drawing before it is rendered, with letters as text and whole coordinates (24 a point): what tests measure.
///
/// # Errors
/// When the figure cannot be drawn.
pub fn drawing(figure: &Figure) -> Result<String, ChartError> {
    Ok(page(figure)?.drawing.svg)
}

/// A stand-alone SVG file that looks the same everywhere: letters are outlines.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
pub fn svg(figure: &Figure) -> Result<String, ChartError> {
    Ok(render::svg(&render::tree(&page(figure)?)?))
}

/// A PNG file: 3250 pixels wide for print, 1600 by 900 for a slide.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
pub fn png(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    let page = page(figure)?;
    Ok(render::png(&render::tree(&page)?, figure.size, page.width_mm)?)
}

/// A PDF file of one page; letters are outlines.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
pub fn pdf(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    let page = page(figure)?;
    Ok(super::pdf::pdf(&render::tree(&page)?, &figure.title, page.width_mm)?)
}

/// Where every text of the picture stands: what tests of the layout look at.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
#[cfg(test)]
pub fn texts(figure: &Figure) -> Result<Vec<PlacedText>, ChartError> {
    let page = page(figure)?;
    Ok(render::placed(&render::tree(&page)?, page.width_mm))
}
