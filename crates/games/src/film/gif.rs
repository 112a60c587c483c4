//! A film as a GIF file: `resvg` renders the shapes of each moment, and the `gif` crate encodes the differences between
//! moments.

use super::shape::table_colour;
use super::{Film, Moment, Shape, moments};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Repeat};
use pioche_report::draw::{DrawError, parse_svg_checked};
use resvg::tiny_skia::{Paint, Pixmap, PixmapPaint, Rect, Transform};
use resvg::usvg;
use std::collections::{BTreeSet, HashMap};

/// A film as the bytes of a file.
pub struct Animation {
    /// The GIF file, which repeats for ever.
    pub gif: Vec<u8>,
    /// The running time in milliseconds.
    pub duration_ms: u64,
    /// The states that the film leaves out, as the subject of a sentence; `None` if it shows the whole game.
    pub omitted_states: Option<String>,
}

/// The number of colours of the palette; one more index stands for an unchanged pixel.
const COLOURS: usize = 255;
const UNCHANGED: u8 = COLOURS as u8;
/// The number of whole pictures that the palette is computed from, beside all drawings, and the share of the pixels (one
/// in this many).
const SAMPLE_PICTURES: usize = 4;
const SAMPLE_FACTOR: i32 = 10;
/// Browsers slow down pictures of fewer hundredths of a second to a tenth of a second.
const MIN_DELAY_HUNDREDTHS: u64 = 2;

impl Film {
    /// Returns the film as a GIF file of at most `max_seconds`, one pixel per point. `progress` is called with the number of
    /// finished pictures and the number of all pictures.
    ///
    /// # Errors
    /// When the font lacks a character, or there is no memory for the pixels.
    pub fn animation(
        &self,
        max_seconds: u32,
        progress: &dyn Fn(usize, usize),
    ) -> Result<Animation, DrawError> {
        let (pictures, omitted_states) = self.pictures(max_seconds);
        let moments = moments(&pictures);
        let shapes = moments.iter().flat_map(|moment| &moment.shapes);
        let drawings: BTreeSet<&str> = shapes.map(|shape| shape.drawing.as_ref()).collect();
        let tree = parse_svg_checked(&drawings_svg(&drawings))?;
        let renderer = Renderer::new(self.size, &drawings, &tree)?;
        let mut canvas = Canvas::new(&renderer, &moments)?;
        let mut gif = Vec::new();
        let width = renderer.full_area.width() as u16;
        let height = renderer.full_area.height() as u16;
        let mut encoder = Encoder::new(&mut gif, width, height, &canvas.palette.color_map_rgb())
            .map_err(encoding_error)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(encoding_error)?;
        let mut milliseconds = 0.0;
        let mut hundredths = 0;
        let mut before: Option<&Moment> = None;
        for (number, moment) in moments.iter().enumerate() {
            progress(number, moments.len());
            let area = match before {
                Some(before) => renderer.changed_area(&before.shapes, &moment.shapes),
                None => renderer.full_area,
            };
            let pixels = renderer.render(&moment.shapes, area)?;
            milliseconds += moment.duration_ms;
            let until = (milliseconds / 10.0_f64).round() as u64;
            let delay = (until - hundredths).clamp(MIN_DELAY_HUNDREDTHS, u16::MAX.into()) as u16;
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
            hundredths = until;
            before = Some(moment);
        }
        drop(encoder);
        Ok(Animation {
            gif,
            duration_ms: pictures.iter().map(super::Picture::duration_ms).sum(),
            omitted_states,
        })
    }
}

fn encoding_error(error: gif::EncodingError) -> DrawError {
    DrawError::Render(error.into())
}

fn no_memory() -> DrawError {
    DrawError::Render("no memory for the pixels".into())
}

/// Returns a file with a group for each drawing, which has its number.
fn drawings_svg(drawings: &BTreeSet<&str>) -> String {
    let mut groups = String::new();
    for (number, drawing) in drawings.iter().enumerate() {
        groups += &format!("<g id='{number}'>{drawing}</g>");
    }
    format!("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>{groups}</svg>")
}

struct Renderer<'a> {
    /// The rendered form of each drawing, and its bounds.
    nodes: HashMap<&'a str, (&'a usvg::Node, usvg::NonZeroRect)>,
    full_area: Rect,
}

impl<'a> Renderer<'a> {
    fn new(
        (width, height): (f64, f64),
        drawings: &BTreeSet<&'a str>,
        tree: &'a usvg::Tree,
    ) -> Result<Self, DrawError> {
        let mut nodes = HashMap::new();
        for (number, drawing) in drawings.iter().enumerate() {
            // An empty drawing, such as that of an empty text, has no node.
            if let Some(node) = tree.node_by_id(&number.to_string())
                && let Some(bounds) = node.abs_layer_bounding_box()
            {
                nodes.insert(*drawing, (node, bounds));
            }
        }
        let full_area = Rect::from_xywh(0.0, 0.0, width.round() as f32, height.round() as f32);
        Ok(Self {
            nodes,
            full_area: full_area.ok_or_else(no_memory)?,
        })
    }

    /// Returns the transform from the drawing to the shape's position in the picture.
    fn transform(shape: &Shape) -> Transform {
        let (x, y) = shape.position;
        let [x_scale, y_scale] = shape.scale.map(|scale| scale as f32);
        Transform::from_translate(x as f32, y as f32).pre_scale(x_scale, y_scale)
    }

    /// Returns the rectangle of the picture that a shape can touch, in whole pixels; `None` if it draws nothing.
    fn shape_area(&self, shape: &Shape) -> Option<Rect> {
        let (_, bounds) = self.nodes.get(shape.drawing.as_ref())?;
        let area = bounds.transform(Self::transform(shape))?;
        let area = Rect::from_ltrb(
            area.left().floor() - 1.0,
            area.top().floor() - 1.0,
            area.right().ceil() + 1.0,
            area.bottom().ceil() + 1.0,
        )?;
        area.intersect(&self.full_area)
            .filter(|area| !area.is_empty())
    }

    /// Returns the rectangle around the shapes that differ; one pixel if none differs.
    fn changed_area(&self, before: &[Shape], after: &[Shape]) -> Rect {
        let removed = before.iter().filter(|shape| !after.contains(shape));
        let added = after.iter().filter(|shape| !before.contains(shape));
        removed
            .chain(added)
            .filter_map(|shape| self.shape_area(shape))
            .reduce(|area, shape_area| area.join(&shape_area).unwrap_or(self.full_area))
            .or_else(|| Rect::from_xywh(0.0, 0.0, 1.0, 1.0))
            .unwrap_or(self.full_area)
    }

    fn empty_pixmap(&self) -> Result<Pixmap, DrawError> {
        let width = self.full_area.width() as u32;
        let height = self.full_area.height() as u32;
        Pixmap::new(width, height).ok_or_else(no_memory)
    }

    /// Renders the shapes that touch a rectangle. The pixmap is that of the whole picture, since `tiny_skia` leaves wrong
    /// pixels where its edge cuts a shape.
    fn render(&self, shapes: &[Shape], area: Rect) -> Result<Pixmap, DrawError> {
        let mut pixels = self.empty_pixmap()?;
        let mut table = Paint::default();
        table.set_color(table_colour());
        pixels.fill_rect(area, &table, Transform::identity(), None);
        for shape in shapes {
            let is_in_area = self
                .shape_area(shape)
                .is_some_and(|shape_area| shape_area.intersect(&area).is_some());
            if !is_in_area {
                continue;
            }
            let (node, bounds) = self.nodes[shape.drawing.as_ref()];
            // `render_node` moves the upper left corner of the drawing to the origin.
            let place = Self::transform(shape).pre_translate(bounds.left(), bounds.top());
            if shape.opacity < 1.0 {
                let mut layer = self.empty_pixmap()?;
                resvg::render_node(node, place, &mut layer.as_mut());
                let paint = PixmapPaint {
                    opacity: shape.opacity as f32,
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
    /// Creates an empty canvas, with a palette for these moments.
    fn new(renderer: &Renderer<'_>, moments: &[Moment]) -> Result<Self, DrawError> {
        let mut sample = Vec::new();
        // Each drawing counts once, so that rare ones also have their colours.
        let mut drawings: Vec<&str> = renderer.nodes.keys().copied().collect();
        drawings.sort_unstable();
        for drawing in drawings {
            let (node, bounds) = renderer.nodes[drawing];
            let width = bounds.width().ceil() as u32;
            let height = bounds.height().ceil() as u32;
            let mut pixels = Pixmap::new(width, height).ok_or_else(no_memory)?;
            pixels.fill(table_colour());
            resvg::render_node(node, Transform::identity(), &mut pixels.as_mut());
            sample.extend_from_slice(pixels.data());
        }
        let step = moments.len().div_ceil(SAMPLE_PICTURES);
        for moment in moments.iter().step_by(step).chain(moments.last()) {
            let pixels = renderer.render(&moment.shapes, renderer.full_area)?;
            sample.extend_from_slice(pixels.data());
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
