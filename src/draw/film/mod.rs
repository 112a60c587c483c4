//! Films and pictures of games, from data: a [`Film`] gives the bytes of a GIF, SVG or PNG file.
//!
//! A frame is a list of [`Sprite`]s. Each kind of sprite has an SVG drawing. `resvg` renders the sprites of each
//! picture, and the `gif` crate encodes the differences between pictures. The module does not depend on any game. The
//! same film gives the same bytes.

mod drawing;
mod gif;
mod scene;
#[cfg(test)]
mod tests;

pub use gif::gif;
pub use scene::{
    BoardShape, Caption, CaptionBackground, Film, FilmRequest, Frame, Sprite, SpriteKind,
    StateOutOfRange, StoneOwner,
};

use super::render::{DrawError, outlined_svg, parse_svg_checked, render_png};
use super::text::{FAMILY, escape_xml, svg_number};
use crate::lang::Lang;
use drawing::{TABLE, sprite_svg};
use resvg::tiny_skia::Transform;
use resvg::usvg;
use std::fmt::Write;

/// Pixels of a PNG file per point of the film.
const PNG_SCALE: f32 = 2.0;

/// Returns a stand-alone SVG file of one frame. Letters are outlines.
///
/// # Errors
/// When the font lacks a character.
pub fn still_svg(film: &Film, frame: &Frame, lang: Lang) -> Result<Vec<u8>, DrawError> {
    if let Some(svg) = &film.svg {
        return Ok(svg.clone().into_bytes());
    }
    Ok(outlined_svg(&frame_tree(film, frame, lang)?).into_bytes())
}

/// Returns a PNG file of one frame, two pixels per point.
///
/// # Errors
/// When the font lacks a character, or there is no memory for the pixels.
pub fn still_png(film: &Film, frame: &Frame, lang: Lang) -> Result<Vec<u8>, DrawError> {
    let size = [film.width, film.height].map(|points| (points as f32 * PNG_SCALE).round() as u32);
    let scale = Transform::from_scale(PNG_SCALE, PNG_SCALE);
    render_png(
        &frame_tree(film, frame, lang)?,
        size.into(),
        scale,
        drawing::table_colour(),
        None,
    )
}

/// Returns the drawing of one frame, with its sprites from the lowest layer to the highest.
fn frame_tree(film: &Film, frame: &Frame, lang: Lang) -> Result<usvg::Tree, DrawError> {
    if let Some(svg) = &film.svg {
        let root = format!("<svg font-family='{FAMILY}'");
        return parse_svg_checked(&svg.replacen("<svg", &root, 1));
    }
    let width = svg_number(film.width);
    let height = svg_number(film.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{TABLE}\"/>",
        escape_xml(film.title.in_lang(lang)),
    );
    let mut sprites: Vec<&Sprite> = frame.sprites.iter().collect();
    sprites.sort_by_key(|sprite| sprite.layer);
    for sprite in sprites {
        let x = svg_number(sprite.x);
        let y = svg_number(sprite.y);
        let scale = svg_number(f64::from(sprite.scale_percent) / 100.0);
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y}) scale({scale})\">{}</g>",
            sprite_svg(&sprite.kind, lang)
        );
    }
    parse_svg_checked(&(svg + "</svg>"))
}
