//! Pictures from data: charts, films and stills, as SVG, PNG or GIF. No game is known here.

pub mod chart;
pub mod film;

pub use chart::*;
