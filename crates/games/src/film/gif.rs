//! A film as a GIF file: `resvg` renders the shapes of each frame, and the `gif` crate encodes the pixels that change.

use super::shape::table_colour;
use super::{Film, Shape, frames};
use gif::{DisposalMethod, Encoder, EncodingError, Repeat};
use pioche_report::draw::{DrawError, parse_svg_checked};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::collections::HashMap;
use std::rc::Rc;

/// A film as the bytes of a file.
pub struct Animation {
    /// The GIF file, which repeats for ever.
    pub gif: Vec<u8>,
    /// The running time in milliseconds.
    pub duration_ms: u32,
    /// The states that the film leaves out, as the subject of a sentence; `None` if it shows the whole game.
    pub omitted_states: Option<String>,
}

/// The share of the pixels that a palette is computed from: one in this many.
const SAMPLE_FACTOR: i32 = 10;

impl Film {
    /// Returns the film as a GIF file, one pixel per point. `progress` is called with the number of finished frames and the
    /// number of all frames.
    ///
    /// # Errors
    /// When the font lacks a character, or there is no memory for the pixels.
    pub fn animation(&self, progress: &dyn Fn(usize, usize)) -> Result<Animation, DrawError> {
        let (pictures, omitted_states) = self.pictures();
        let frames = frames(&pictures);
        let (width, height) = self.size;
        let [width, height] = [width, height].map(|points| points.round() as u16);
        let encoding_error = |error: EncodingError| DrawError::Render(error.into());
        let mut gif = Vec::new();
        let mut encoder = Encoder::new(&mut gif, width, height, &[]).map_err(encoding_error)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(encoding_error)?;
        let new_pixels = || {
            let pixels = Pixmap::new(width.into(), height.into());
            pixels.ok_or_else(|| DrawError::Render("no memory for the pixels".into()))
        };
        let mut trees = HashMap::new();
        let mut last_pixels = new_pixels()?;
        for (number, frame) in frames.iter().enumerate() {
            progress(number, frames.len());
            let mut pixels = new_pixels()?;
            draw_shapes(&frame.shapes, &mut trees, &mut pixels)?;
            let image = gif::Frame {
                delay: (frame.hold_ms / 10) as u16,
                dispose: DisposalMethod::Keep,
                ..changed_pixels(&last_pixels, &pixels)
            };
            encoder.write_frame(&image).map_err(encoding_error)?;
            last_pixels = pixels;
        }
        drop(encoder);
        Ok(Animation {
            gif,
            duration_ms: frames.iter().map(|frame| frame.hold_ms).sum(),
            omitted_states,
        })
    }
}

/// Draws shapes on the table. `trees` keeps the drawings that are parsed.
fn draw_shapes(
    shapes: &[Shape],
    trees: &mut HashMap<Rc<str>, usvg::Tree>,
    pixels: &mut Pixmap,
) -> Result<(), DrawError> {
    pixels.fill(table_colour());
    for shape in shapes {
        if !trees.contains_key(&shape.drawing) {
            let root = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>";
            let tree = parse_svg_checked(&format!("{root}{}</svg>", shape.drawing))?;
            trees.insert(shape.drawing.clone(), tree);
        }
        let (x, y) = shape.position;
        let place = Transform::from_translate(x as f32, y as f32);
        resvg::render(&trees[&shape.drawing], place, &mut pixels.as_mut());
    }
    Ok(())
}

/// Returns the rectangle around the pixels that differ, at least one pixel, in which the others are transparent.
fn changed_pixels(old: &Pixmap, new: &Pixmap) -> gif::Frame<'static> {
    let width = new.width() as usize;
    let [old, new] = [old, new].map(|pixels| pixels.data().as_chunks::<4>().0);
    let is_changed = |place: &usize| old[*place] != new[*place];
    let changed: Vec<usize> = (0..new.len()).filter(is_changed).collect();
    let columns = changed.iter().map(|place| place % width);
    let left = columns.clone().min().unwrap_or(0);
    let right = columns.max().unwrap_or(0);
    let top = changed.first().map_or(0, |place| place / width);
    let bottom = changed.last().map_or(0, |place| place / width);
    let mut pixels = Vec::new();
    for row in top..=bottom {
        let places = row * width + left..=row * width + right;
        pixels.extend(places.map(|place| {
            if is_changed(&place) {
                new[place]
            } else {
                [0; 4]
            }
        }));
    }
    let [width, height] = [right - left + 1, bottom - top + 1].map(|length| length as u16);
    gif::Frame {
        left: left as u16,
        top: top as u16,
        ..gif::Frame::from_rgba_speed(width, height, pixels.as_flattened_mut(), SAMPLE_FACTOR)
    }
}
