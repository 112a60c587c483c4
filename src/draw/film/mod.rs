//! A [`Film`] goes in, the bytes of an animation come out: SVG that plays in a browser without scripts, or GIF; and
//! still pictures, SVG or PNG.
//!
//! Nothing here knows a game. Every drawing is our own, made of simple paths; letters are outlines of the embedded font,
//! so that a file looks the same everywhere. The same film gives the same bytes.
//!
//! How it works: what sprites look like stands once in the file (`art`); a timeline tells where each one is at any time.
//! The SVG file hands that timeline to the browser (SMIL). The GIF file is painted picture by picture with sprites that
//! resvg has drawn once, and holds only what changes.

mod art;
mod caption;
mod card;
mod court;
mod gif;
mod letters;
mod palette;
mod piece;
mod quantise;
mod raster;
mod reel;
mod scene;
mod svg;
mod timeline;
mod words;

pub use crate::draw::font::Weight;
pub use crate::draw::text::Align;
pub use caption::{Caption, Ended, Kind};
pub use reel::{FRONT, NoFilm, NoSuchState, Reel, Still, Wanted};
pub use scene::{Film, Ground, Look, Picture, Shape, Side, Sprite, Text};

use crate::draw::DrawError;
use crate::lang::Lang;
use letters::Letters;
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

impl Settings {
    /// The film's own width and speed.
    pub const fn new(lang: Lang) -> Self {
        Self { lang, width: None, speed: 1.0 }
    }
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
    /// Its single pictures, those in between included; for SVG, which moves by itself, the film's.
    pub pictures: usize,
}

/// Why a film cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnimationError {
    /// It has no picture.
    #[error("a film needs a picture")]
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

/// The most pixels of a picture.
const MOST_PIXELS: u64 = 16_000_000;

/// Pixels of a film, and how many there are a point.
#[derive(Clone, Copy, Debug)]
struct Frame {
    width: u16,
    height: u16,
    scale: f64,
}

impl Frame {
    fn of(film: &Film, settings: &Settings) -> Result<Self, AnimationError> {
        let width = settings.width.map_or(film.width, f64::from).round().max(1.0);
        let scale = width / film.width;
        let height = (film.height * scale).round().max(1.0);
        let fault = AnimationError::TooLarge { width: width as u64, height: height as u64 };
        if width * height > MOST_PIXELS as f64 || height > f64::from(u16::MAX) {
            return Err(fault);
        }
        Ok(Self { width: width as u16, height: height as u16, scale })
    }
}

fn checked(film: &Film, settings: &Settings) -> Result<(Frame, Timeline), AnimationError> {
    if film.pictures.is_empty() {
        return Err(AnimationError::Empty);
    }
    if !(0.01..=100.0).contains(&settings.speed) {
        return Err(AnimationError::Speed);
    }
    Ok((Frame::of(film, settings)?, Timeline::of(film, settings.speed)))
}

/// An SVG file that plays by itself, for ever. Where nothing moves, it shows the last picture.
///
/// # Errors
/// When the film cannot be drawn.
pub fn svg(film: &Film, settings: &Settings) -> Result<Animation, AnimationError> {
    let (frame, timeline) = checked(film, settings)?;
    let letters = Letters::of(film.pictures.iter(), settings.lang)?;
    let bytes = svg::moving(film, frame, &timeline, &letters).into_bytes();
    let duration = timeline.duration;
    Ok(Animation { bytes, width: frame.width, height: frame.height, duration, pictures: film.pictures.len() })
}

/// A GIF file that plays for ever.
///
/// # Errors
/// When the film cannot be drawn.
pub fn gif(film: &Film, settings: &Settings) -> Result<Animation, AnimationError> {
    let (frame, timeline) = checked(film, settings)?;
    let letters = Letters::of(film.pictures.iter(), settings.lang)?;
    let stamps = raster::Stamps::of(film, frame, &timeline, &letters)?;
    let (bytes, pictures) = gif::gif(frame, &timeline, &stamps)?;
    Ok(Animation { bytes, width: frame.width, height: frame.height, duration: timeline.duration, pictures })
}

/// A still SVG file of one picture.
///
/// # Errors
/// When it cannot be drawn.
pub fn still_svg(film: &Film, picture: &Picture, settings: &Settings) -> Result<String, AnimationError> {
    let frame = Frame::of(film, settings)?;
    let letters = Letters::of(std::iter::once(picture), settings.lang)?;
    Ok(svg::still(film, picture, frame, &letters))
}

/// A PNG file of one picture.
///
/// # Errors
/// When it cannot be drawn.
pub fn still_png(film: &Film, picture: &Picture, settings: &Settings) -> Result<Vec<u8>, AnimationError> {
    let frame = Frame::of(film, settings)?;
    let letters = Letters::of(std::iter::once(picture), settings.lang)?;
    raster::png(&svg::still(film, picture, frame, &letters), frame)
}
