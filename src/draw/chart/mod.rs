//! Charts for print: a [`Figure`] goes in, the bytes of an SVG or PNG file come out.
//!
//! It computes nothing, knows no game and speaks no language: every string and number is the caller's. The same figure
//! gives the same bytes on every machine, because the font is embedded and no other one is ever looked at.
//!
//! How it works: plotters' SVG backend draws on a fine grid of whole numbers ([`drawing`]), usvg turns the letters into
//! outlines, and that one tree is written as a stand-alone SVG ([`svg`]) or rendered by resvg ([`png()`]). A label that is
//! lost on the way, or a character that the font lacks, is an error and never a hole in the picture.
//!
//! ```
//! use pioche::draw::{self, Axis, Figure, Format, Kind, Mark, NumberFormat, Panel, Plot, Point, Series};
//! let numbers = NumberFormat { decimal: ',', group: Some('\u{202f}'), percent: "\u{202f}%".into() };
//! let points = [(2, 0.013), (3, 0.038), (4, 0.060)];
//! let points = points.map(|(piles, share)| Point::between(f64::from(piles), share, share - 0.004, share + 0.004));
//! let series = Series::new("32 cartes", Kind::Bars, points.to_vec());
//! let mut plot = Plot::new(Axis::new("Nombre de tas", Format::Integer), Axis::new("Fréquence", Format::Percent), vec![series]);
//! plot.marks.push(Mark::x(3.42, "moyenne = 3,42"));
//! let mut figure = Figure::new("Réussite des alliances", numbers, vec![Panel::new(plot)]);
//! figure.subtitle.push("1\u{202f}000 donnes · graine 2026".into());
//! assert!(chart::svg(&figure)?.starts_with("<svg"));
//! # Ok::<(), chart::ChartError>(())
//! ```

mod axis;
mod bars;
mod board;
mod canvas;
mod clip;
mod fault;
mod figure;
mod legend;
mod marks;
mod number;
mod page;
mod palette;
mod plot;
pub(super) mod render;
mod scale;
mod series;
mod table;
pub(super) mod text;

pub use fault::ChartError;
pub use figure::{
    Arrangement, Axis, Board, Cell, Content, Direction, Figure, Format, Grid, Hole, Key, Kind, Legend, Mark, Panel,
    Plot, Point, Range, Scale, Series, Shade, Size, Style,
};
pub use number::NumberFormat;
pub use render::PlacedText;

fn page(figure: &Figure) -> Result<page::Page, ChartError> {
    fault::check(figure)?;
    if !text::register() {
        return Err(ChartError::Picture("the embedded font is unreadable".into()));
    }
    page::page(figure)
}

/// The drawing as plotters wrote it, with letters as text and whole coordinates (24 a point): stable enough for tests.
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

/// A PNG file, 3250 pixels wide for the usual 160 mm.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
pub fn png(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    let page = page(figure)?;
    render::png(&render::tree(&page)?, page.width_mm)
}

/// Where every text of the picture stands: what tests of the layout look at.
///
/// # Errors
/// When the figure cannot be drawn, or a label would be missing.
pub fn texts(figure: &Figure) -> Result<Vec<PlacedText>, ChartError> {
    let page = page(figure)?;
    Ok(render::placed(&render::tree(&page)?, page.width_mm))
}

/// Whether a picture made from this drawing shows exactly these texts, in this order; [`svg`] and [`png()`] ask it of
/// themselves.
///
/// # Errors
/// The first text that is missing, or that has a character without glyph.
pub fn check_texts(drawing: &str, texts: &[String]) -> Result<(), ChartError> {
    render::keeps(&render::read(drawing)?, texts)
}
