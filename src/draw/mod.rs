//! Pictures from data: charts, films and stills, as SVG, PNG, PDF or GIF. No game is known here.
//!
//! Letters are those of one embedded font, so that a picture looks the same everywhere; a label that is lost on the way,
//! or a character that the font lacks, is an error and never a hole in the picture.

pub mod chart;
pub mod film;
mod font;
mod pdf;
mod render;
mod svg;
mod text;

pub use chart::*;
#[cfg(test)]
pub use render::DrawError;
pub use svg::escaped;
pub use text::Align;

/// Whether a picture made from this SVG drawing shows exactly these texts, in this order. Fails with the first text
/// that is missing, or that has a character without glyph.
#[cfg(test)]
pub fn check_texts(drawing: &str, texts: &[String]) -> Result<(), DrawError> {
    render::keeps(&render::read(drawing)?, texts)
}
