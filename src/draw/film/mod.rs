//! A [`Film`] goes in, the bytes of an animation come out: SVG that plays in a browser without scripts, or GIF; and
//! still pictures, SVG or PNG.
//!
//! Nothing here knows a game. Every drawing is our own, made of simple paths. The same film gives the same bytes.
//!
//! How it works: what sprites look like stands once in the file (`art`); a timeline tells where each one is at any time.
//! The SVG file hands that timeline to the browser (SMIL). The GIF file is painted picture by picture with sprites that
//! resvg has drawn once, and holds only what changes.

mod art;
mod card;
mod court;
mod error;
mod gif;
mod letters;
mod palette;
mod piece;
mod quantise;
mod raster;
mod reel;
mod resolution;
mod scene;
mod svg;
mod timeline;

pub use error::FilmError;
pub use reel::{Reel, ReelError, StateError, Still, Wanted};
pub use scene::{Film, Frame, Ground, Look, Shape, Side, Sprite, Words};

use crate::lang::Lang;
use letters::Letters;
use resolution::Resolution;
use timeline::Timeline;

/// How a film is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The language of its words.
    pub lang: Lang,
    /// Its width in pixels; the film's own width in points without it.
    pub width: Option<u16>,
    /// How many times faster than its own speed it runs.
    pub speed: f64,
}

/// An animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its width in pixels.
    pub width: u16,
    /// Its height in pixels.
    pub height: u16,
    /// How long it runs, in milliseconds.
    pub duration: u64,
    /// Its frames, those in between included; for SVG, which moves by itself, the film's.
    pub frames: usize,
}

fn checked(film: &Film, settings: &Settings) -> Result<(Resolution, Timeline), FilmError> {
    if film.frames.is_empty() {
        return Err(FilmError::Empty);
    }
    if !(0.01..=100.0).contains(&settings.speed) {
        return Err(FilmError::Speed);
    }
    Ok((Resolution::of(film, settings.width)?, Timeline::of(film, settings.speed)))
}

/// An SVG file that plays by itself, for ever. Where nothing moves, it shows the last frame.
///
/// # Errors
/// When the film cannot be drawn.
pub fn svg(film: &Film, settings: &Settings) -> Result<Animation, FilmError> {
    let (resolution, timeline) = checked(film, settings)?;
    let letters = Letters::of(film.frames.iter(), settings.lang)?;
    let bytes = svg::moving(film, resolution, &timeline, &letters).into_bytes();
    let duration = timeline.duration;
    Ok(Animation { bytes, width: resolution.width, height: resolution.height, duration, frames: film.frames.len() })
}

/// Told how many pictures of how many are painted; from the beginning again when the file grows too large.
pub type Painted<'a> = dyn Fn(usize, usize) + 'a;

/// A GIF file that plays for ever.
///
/// # Errors
/// When the film cannot be drawn.
pub fn gif(film: &Film, settings: &Settings, painted: &Painted<'_>) -> Result<Animation, FilmError> {
    let (resolution, timeline) = checked(film, settings)?;
    let letters = Letters::of(film.frames.iter(), settings.lang)?;
    let stamps = raster::Stamps::of(film, resolution, &timeline, &letters)?;
    let (bytes, frames) = gif::gif(resolution, &timeline, &stamps, painted)?;
    Ok(Animation { bytes, width: resolution.width, height: resolution.height, duration: timeline.duration, frames })
}

/// A still SVG file of one frame.
///
/// # Errors
/// When it cannot be drawn.
pub fn still_svg(film: &Film, frame: &Frame, settings: &Settings) -> Result<String, FilmError> {
    let resolution = Resolution::of(film, settings.width)?;
    let letters = Letters::of(std::iter::once(frame), settings.lang)?;
    Ok(svg::still(film, frame, resolution, &letters))
}

/// A PNG file of one frame.
///
/// # Errors
/// When it cannot be drawn.
pub fn still_png(film: &Film, frame: &Frame, settings: &Settings) -> Result<Vec<u8>, FilmError> {
    let resolution = Resolution::of(film, settings.width)?;
    let letters = Letters::of(std::iter::once(frame), settings.lang)?;
    Ok(raster::png(&svg::still(film, frame, resolution, &letters), resolution)?)
}
