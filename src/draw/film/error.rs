//! What a film is refused for.

use crate::draw::error::DrawError;

/// Why a film cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmError {
    /// It has no frame.
    #[error("a film needs a frame")]
    Empty,
    /// It would have too many pixels.
    #[error("{width} x {height} pixels are too many")]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// The speed is no positive number, or an extreme one.
    #[error("a speed is between 0.01 and 100")]
    Speed,
    /// The drawing went wrong.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}
