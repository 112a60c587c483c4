//! Films and pictures of games, from data: a [`Film`] gives the bytes of a GIF, SVG or PNG file.
//!
//! A frame is a list of sprites: cards, pegs, boards and words, each at a position. Each kind of sprite has an SVG
//! drawing. `resvg` renders the sprites of each picture, and the `gif` crate encodes the differences between pictures. The
//! module does not depend on any game. The same film gives the same bytes.

mod drawing;
mod scene;
mod storyboard;

pub(crate) use scene::{
    BoardShape, Caption, FilmPicture, PlacedSprite, Sprite, SpriteId, SpriteKind, film_pictures,
};
pub use scene::{Film, FilmRequest, Frame, OmittedStates};
pub(crate) use storyboard::{Pace, Storyboard};

use color_quant::NeuQuant;
use drawing::{TABLE, sprite_svg, table_colour};
use gif::{DisposalMethod, Encoder, Repeat};
use pioche_report::draw::{
    DrawError, FAMILY, escape_xml, outlined_svg, parse_svg_checked, render_png, svg_number,
};
use resvg::tiny_skia::{Paint, Pixmap, PixmapPaint, Rect, Transform};
use resvg::usvg;

use std::collections::HashMap;
use std::fmt::Write;

/// Pixels of a PNG file per point of the film.
const PNG_SCALE: f32 = 2.0;

/// Returns a stand-alone SVG file of one frame. Letters are outlines.
///
/// # Errors
/// When the font lacks a character.
pub fn still_svg(film: &Film, frame: &Frame) -> Result<Vec<u8>, DrawError> {
    if let Some(svg) = &film.svg {
        return Ok(svg.clone().into_bytes());
    }
    Ok(outlined_svg(&frame_tree(film, frame)?).into_bytes())
}

/// Returns a PNG file of one frame, two pixels per point.
///
/// # Errors
/// When the font lacks a character, or there is no memory for the pixels.
pub fn still_png(film: &Film, frame: &Frame) -> Result<Vec<u8>, DrawError> {
    let size = [film.width, film.height].map(|points| (points as f32 * PNG_SCALE).round() as u32);
    let scale = Transform::from_scale(PNG_SCALE, PNG_SCALE);
    render_png(
        &frame_tree(film, frame)?,
        size.into(),
        scale,
        table_colour(),
        None,
    )
}

/// Returns the drawing of one frame, with its sprites from the lowest layer to the highest.
pub(crate) fn frame_tree(film: &Film, frame: &Frame) -> Result<usvg::Tree, DrawError> {
    if let Some(svg) = &film.svg {
        let root = format!("<svg font-family='{FAMILY}'");
        return parse_svg_checked(&svg.replacen("<svg", &root, 1));
    }
    let width = svg_number(film.width);
    let height = svg_number(film.height);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' \
         height='{height}'><title>{}</title>\
         <rect width='{width}' height='{height}' fill='{TABLE}'/>",
        escape_xml(&film.title),
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
            "<g transform='translate({x} {y}) scale({scale})'>{}</g>",
            sprite_svg(&sprite.kind)
        );
    }
    parse_svg_checked(&(svg + "</svg>"))
}

/// The number of colours of the palette; one more index stands for an unchanged pixel.
const COLOURS: usize = 255;
const UNCHANGED: u8 = COLOURS as u8;
/// The number of whole pictures that the palette is computed from, beside all kinds of sprites, and the share of the
/// pixels (one in this many).
const SAMPLE_PICTURES: usize = 4;
const SAMPLE_FACTOR: i32 = 10;
/// Browsers slow down pictures of fewer hundredths of a second to a tenth of a second.
const MIN_DELAY_HUNDREDTHS: u64 = 2;

/// Returns a GIF file that repeats for ever, one pixel per point. `progress` is called with the number of finished
/// pictures and the number of all pictures.
///
/// # Errors
/// When the font lacks a character, or there is no memory for the pixels.
pub fn gif(film: &Film, progress: &dyn Fn(usize, usize)) -> Result<Vec<u8>, DrawError> {
    let pictures: Vec<FilmPicture<'_>> = film_pictures(film).collect();
    let kinds = sprite_kinds(film);
    let tree = parse_svg_checked(&sprite_sheet_svg(&kinds))?;
    let renderer = Renderer::new(film, &kinds, &tree)?;
    let mut canvas = Canvas::new(&renderer, &kinds, &pictures)?;
    let mut file = Vec::new();
    let width = renderer.full_area.width() as u16;
    let height = renderer.full_area.height() as u16;
    let mut encoder = Encoder::new(&mut file, width, height, &canvas.palette.color_map_rgb())
        .map_err(encoding_error)?;
    encoder
        .set_repeat(Repeat::Infinite)
        .map_err(encoding_error)?;
    let mut milliseconds = 0.0;
    let mut hundredths = 0;
    for (number, picture) in pictures.iter().enumerate() {
        progress(number, pictures.len());
        let (area, pixels) = renderer.render_changes(&pictures, number)?;
        milliseconds += picture.duration_ms;
        let until = (milliseconds / 10.0_f64).round() as u64;
        let delay = (until - hundredths).clamp(MIN_DELAY_HUNDREDTHS, u16::MAX.into()) as u16;
        hundredths = until;
        let frame = gif::Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: area.left() as u16,
            top: area.top() as u16,
            width: area.width() as u16,
            height: area.height() as u16,
            buffer: canvas.draw_indexed(area, &pixels).into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(encoding_error)?;
    }
    drop(encoder);
    Ok(file)
}

fn encoding_error(error: gif::EncodingError) -> DrawError {
    DrawError::Render(error.into())
}

fn no_memory() -> DrawError {
    DrawError::Render("no memory for the pixels".into())
}

/// Returns the kinds of sprites of a film, each once.
fn sprite_kinds(film: &Film) -> Vec<&SpriteKind> {
    let sprites = film.frames.iter().flat_map(|frame| &frame.sprites);
    let mut kinds: Vec<&SpriteKind> = sprites.map(|sprite| &sprite.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Returns a drawing with a group for each kind, which has its number.
pub(crate) fn sprite_sheet_svg(kinds: &[&SpriteKind]) -> String {
    let groups: String = kinds
        .iter()
        .enumerate()
        .map(|(number, kind)| format!("<g id='{number}'>{}</g>", sprite_svg(kind)))
        .collect();
    format!("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>{groups}</svg>")
}

struct Renderer<'a> {
    /// The drawing of each kind of sprite, and its bounds.
    nodes: HashMap<&'a SpriteKind, (&'a usvg::Node, usvg::NonZeroRect)>,
    full_area: Rect,
}

impl<'a> Renderer<'a> {
    fn new(film: &Film, kinds: &[&'a SpriteKind], tree: &'a usvg::Tree) -> Result<Self, DrawError> {
        // A kind that draws nothing, such as an empty text, has no node.
        let node = |(number, kind): (usize, &&'a SpriteKind)| {
            let node = tree.node_by_id(&number.to_string())?;
            Some((*kind, (node, node.abs_layer_bounding_box()?)))
        };
        let nodes = kinds.iter().enumerate().filter_map(node).collect();
        let full_area = Rect::from_xywh(
            0.0,
            0.0,
            film.width.round() as f32,
            film.height.round() as f32,
        )
        .ok_or_else(no_memory)?;
        Ok(Self { nodes, full_area })
    }

    /// Returns the transform from the drawing to the sprite's position in the picture.
    fn transform(sprite: &PlacedSprite<'_>) -> Transform {
        let [x_scale, y_scale] = sprite.scale.map(|scale| scale as f32);
        Transform::from_translate(sprite.x as f32, sprite.y as f32).pre_scale(x_scale, y_scale)
    }

    /// Returns the rectangle of the picture that a sprite can touch, in whole pixels; `None` if it draws nothing.
    fn sprite_area(&self, sprite: &PlacedSprite<'_>) -> Option<Rect> {
        let (_, bounds) = self.nodes.get(sprite.kind)?;
        let area = bounds.transform(Self::transform(sprite))?;
        let left = area.left().floor() - 1.0;
        let top = area.top().floor() - 1.0;
        let area = Rect::from_ltrb(
            left,
            top,
            area.right().ceil() + 1.0,
            area.bottom().ceil() + 1.0,
        )?;
        area.intersect(&self.full_area)
            .filter(|area| !area.is_empty())
    }

    /// Returns the rectangle in which a picture can differ from the one before it, and a pixmap that is correct within
    /// it.
    fn render_changes(
        &self,
        pictures: &[FilmPicture<'_>],
        number: usize,
    ) -> Result<(Rect, Pixmap), DrawError> {
        let sprites = &pictures[number].sprites;
        let area = if number == 0 {
            self.full_area
        } else {
            self.changed_area(&pictures[number - 1].sprites, sprites)
        };
        Ok((area, self.render(sprites, area)?))
    }

    /// Returns the rectangle around the sprites that differ; one pixel if none differs.
    fn changed_area(&self, before: &[PlacedSprite<'_>], after: &[PlacedSprite<'_>]) -> Rect {
        let removed = before.iter().filter(|sprite| !after.contains(sprite));
        let added = after.iter().filter(|sprite| !before.contains(sprite));
        removed
            .chain(added)
            .filter_map(|sprite| self.sprite_area(sprite))
            .reduce(|area, sprite_area| area.join(&sprite_area).unwrap_or(self.full_area))
            .or_else(|| Rect::from_xywh(0.0, 0.0, 1.0, 1.0))
            .unwrap_or(self.full_area)
    }

    /// Renders the sprites that touch a rectangle. The pixmap is that of the whole picture, since `tiny_skia` leaves
    /// wrong pixels where its edge cuts a shape.
    fn render(&self, sprites: &[PlacedSprite<'_>], area: Rect) -> Result<Pixmap, DrawError> {
        let empty = || {
            Pixmap::new(
                self.full_area.width() as u32,
                self.full_area.height() as u32,
            )
            .ok_or_else(no_memory)
        };
        let mut pixels = empty()?;
        let mut table = Paint::default();
        table.set_color(table_colour());
        pixels.fill_rect(area, &table, Transform::identity(), None);
        for sprite in sprites {
            let Some((node, bounds)) = self.nodes.get(sprite.kind) else {
                continue;
            };
            if self
                .sprite_area(sprite)
                .and_then(|own| own.intersect(&area))
                .is_none()
            {
                continue;
            }
            // `render_node` moves the upper left corner of the drawing to the origin.
            let place = Self::transform(sprite).pre_translate(bounds.left(), bounds.top());
            if sprite.opacity < 1.0 {
                let mut layer = empty()?;
                resvg::render_node(node, place, &mut layer.as_mut());
                let paint = PixmapPaint {
                    opacity: sprite.opacity as f32,
                    ..PixmapPaint::default()
                };
                pixels.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
            } else {
                resvg::render_node(node, place, &mut pixels.as_mut());
            }
        }
        Ok(pixels)
    }
}

/// The current picture as the viewer sees it, and the palette.
struct Canvas {
    palette: NeuQuant,
    /// A cache of the palette index of each colour.
    index_cache: HashMap<[u8; 4], u8>,
    pixels: Vec<[u8; 4]>,
    width: usize,
}

impl Canvas {
    /// Creates an empty canvas, with a palette for these pictures.
    fn new(
        renderer: &Renderer<'_>,
        kinds: &[&SpriteKind],
        pictures: &[FilmPicture<'_>],
    ) -> Result<Self, DrawError> {
        let mut sample = Vec::new();
        // Each kind of sprite counts once, so that rare ones also have their colours.
        for (node, bounds) in kinds.iter().filter_map(|kind| renderer.nodes.get(*kind)) {
            let mut pixels =
                Pixmap::new(bounds.width().ceil() as u32, bounds.height().ceil() as u32)
                    .ok_or_else(no_memory)?;
            pixels.fill(table_colour());
            resvg::render_node(node, Transform::identity(), &mut pixels.as_mut());
            sample.extend_from_slice(pixels.data());
        }
        for picture in pictures
            .iter()
            .step_by(pictures.len().div_ceil(SAMPLE_PICTURES))
            .chain(pictures.last())
        {
            sample.extend_from_slice(
                renderer
                    .render(&picture.sprites, renderer.full_area)?
                    .data(),
            );
        }
        let width = renderer.full_area.width() as usize;
        let pixels = vec![[0; 4]; width * renderer.full_area.height() as usize];
        Ok(Self {
            palette: NeuQuant::new(SAMPLE_FACTOR, COLOURS, &sample),
            index_cache: HashMap::new(),
            pixels,
            width,
        })
    }

    /// Draws a rectangle of a picture on the canvas. Returns the palette indices of its pixels, or [`UNCHANGED`].
    fn draw_indexed(&mut self, area: Rect, picture: &Pixmap) -> Vec<u8> {
        let [left, top, columns, rows] =
            [area.left(), area.top(), area.width(), area.height()].map(|x| x as usize);
        let mut indices = vec![UNCHANGED; columns * rows];
        // Most pixels have the colour of the pixel before them.
        let mut latest_pixel = [0; 4];
        let mut latest_index = UNCHANGED;
        for row in 0..rows {
            let start = (top + row) * self.width + left;
            let old_pixels = &mut self.pixels[start..start + columns];
            let new_pixels = &picture.data().as_chunks::<4>().0[start..start + columns];
            for column in 0..columns {
                let pixel = new_pixels[column];
                if old_pixels[column] == pixel {
                    continue;
                }
                if latest_index == UNCHANGED || pixel != latest_pixel {
                    let palette = &self.palette;
                    latest_pixel = pixel;
                    latest_index = *self
                        .index_cache
                        .entry(pixel)
                        .or_insert_with(|| palette.index_of(&pixel) as u8);
                }
                indices[row * columns + column] = latest_index;
            }
            old_pixels.copy_from_slice(new_pixels);
        }
        indices
    }
}
