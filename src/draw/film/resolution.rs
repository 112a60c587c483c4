//! How many pixels a film has, and what it is refused for.

use super::scene::Film;
use crate::draw::error::DrawError;

/// The most pixels of a picture.
const MAX_PIXELS: f64 = 16_000_000.0;

/// Why a film cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmError {
    /// It would have too many pixels.
    #[error("{width} x {height} pixels are too many")]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// The drawing went wrong.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

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
