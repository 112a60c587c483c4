//! How many pixels a film has.

use super::error::FilmError;
use super::scene::Film;

/// The most pixels of a picture.
const MAX_PIXELS: f64 = 16_000_000.0;

/// Pixels of a film, and how many there are a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolution {
    pub width: u16,
    pub height: u16,
    pub scale: f64,
}

impl Resolution {
    /// Of a film that is drawn so many pixels wide, or in its own width in points.
    pub fn of(film: &Film, width: Option<u16>) -> Result<Self, FilmError> {
        let width = width.map_or(film.width, f64::from).round().max(1.0);
        let scale = width / film.width;
        let height = (film.height * scale).round().max(1.0);
        if width * height > MAX_PIXELS || height > f64::from(u16::MAX) {
            return Err(FilmError::TooLarge { width: width as u64, height: height as u64 });
        }
        Ok(Self { width: width as u16, height: height as u16, scale })
    }
}
