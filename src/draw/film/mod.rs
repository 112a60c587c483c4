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
mod gif;
mod letters;
mod palette;
mod quantise;
mod raster;
mod reel;
mod scene;
mod svg;
mod timeline;

pub use reel::{Reel, StateError, Still, Wanted};
pub use scene::{Film, FilmError, Frame, Ground, Look, Shape, Side, Sprite, Words};

use crate::lang::Lang;
use letters::Letters;
use scene::Resolution;
use timeline::Timeline;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub lang: Lang,
    /// Its width in pixels; the film's own width in points without it.
    pub width: Option<u16>,
    /// How many times faster than its own speed it runs.
    pub speed: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    pub bytes: Vec<u8>,
    /// How long it runs, in milliseconds.
    pub duration: u64,
}

/// An SVG file that plays by itself, for ever. Where nothing moves, it shows the last frame. Fails when the film cannot
/// be drawn.
pub fn svg(film: &Film, settings: &Settings) -> Result<Animation, FilmError> {
    let (resolution, timeline) = (Resolution::of(film, settings.width)?, Timeline::of(film, settings.speed));
    let letters = Letters::of(film.frames.iter(), settings.lang)?;
    let bytes = svg::moving(film, resolution, &timeline, &letters).into_bytes();
    Ok(Animation { bytes, duration: timeline.duration })
}

/// Told how many pictures of how many are painted; from the beginning again when the file grows too large.
pub type Painted<'a> = dyn Fn(usize, usize) + 'a;

/// A GIF file that plays for ever. Fails when the film cannot be drawn.
pub fn gif(film: &Film, settings: &Settings, painted: &Painted<'_>) -> Result<Animation, FilmError> {
    let (resolution, timeline) = (Resolution::of(film, settings.width)?, Timeline::of(film, settings.speed));
    let letters = Letters::of(film.frames.iter(), settings.lang)?;
    let stamps = raster::Stamps::of(film, resolution, &timeline, &letters)?;
    Ok(Animation { bytes: gif::gif(resolution.scale, &stamps, painted)?, duration: timeline.duration })
}

/// A still SVG file of one frame. Fails when it cannot be drawn.
pub fn still_svg(film: &Film, frame: &Frame, settings: &Settings) -> Result<String, FilmError> {
    let letters = Letters::of(std::iter::once(frame), settings.lang)?;
    Ok(svg::still(film, frame, Resolution::of(film, settings.width)?, &letters))
}

/// A PNG file of one frame. Fails when it cannot be drawn.
pub fn still_png(film: &Film, frame: &Frame, settings: &Settings) -> Result<Vec<u8>, FilmError> {
    Ok(raster::png(&still_svg(film, frame, settings)?, Resolution::of(film, settings.width)?)?)
}
