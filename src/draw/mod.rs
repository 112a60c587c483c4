//! Pictures from data: charts, films and stills, as SVG, PNG, PDF or GIF. No game is known here.
//!
//! Letters are those of one embedded font, so that a picture looks the same everywhere; a label that is lost on the way,
//! or a character that the font lacks, is an error and never a hole in the picture.

pub mod chart;
pub mod film;
mod font;
mod pdf;
mod render;
mod text;

pub use chart::*;
pub use render::escaped;
#[cfg(test)]
pub use render::{DrawError, read, texts, whole, written};
pub use text::Align;
