//! What goes wrong on the way from a drawing to a picture.

/// Why a drawing did not become a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The embedded font has no such character.
    #[error("the font has no character {character:?}, needed for {text:?}")]
    Glyph {
        /// The character.
        character: char,
        /// The text that needs it.
        text: String,
    },
    /// A text of the drawing is not in the picture.
    #[error("{0:?} is missing from the picture")]
    LostLabel(String),
    /// The drawing could not be turned into a picture.
    #[error("the picture could not be made: {0}")]
    Picture(String),
}
