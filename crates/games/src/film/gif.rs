//! A film as a GIF file: `resvg` renders the shapes of each moment, and the `gif` crate encodes the differences between
//! moments.

use super::shape::table_colour;
use super::{Film, Moment, Picture, Shape, moments};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Repeat};
use pioche_report::draw::{DrawError, parse_svg_checked};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
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
        let renderer = Renderer::new(self.size, &drawings, &tree);
        let mut canvas = Canvas::new(&renderer, &moments)?;
        let mut gif = Vec::new();
        let [width, height] = renderer.size.map(|pixels| pixels as u16);
        let mut encoder = Encoder::new(&mut gif, width, height, &canvas.palette.color_map_rgb())
            .map_err(encoding_error)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(encoding_error)?;
        let mut milliseconds = 0.0;
        let mut hundredths = 0;
        for (number, moment) in moments.iter().enumerate() {
            progress(number, moments.len());
            milliseconds += moment.duration_ms;
            let until = (milliseconds / 10.0_f64).round() as u64;
            let delay = (until - hundredths).clamp(MIN_DELAY_HUNDREDTHS, u16::MAX.into());
            hundredths = until;
            let frame = gif::Frame {
                delay: delay as u16,
                ..canvas.draw(&renderer.render(&moment.shapes)?)
            };
            encoder.write_frame(&frame).map_err(encoding_error)?;
        }
        drop(encoder);
        Ok(Animation {
            gif,
            duration_ms: pictures.iter().map(Picture::duration_ms).sum(),
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
    /// The width and the height of the pictures, in pixels.
    size: [u32; 2],
}

impl<'a> Renderer<'a> {
    fn new(
        (width, height): (f64, f64),
        drawings: &BTreeSet<&'a str>,
        tree: &'a usvg::Tree,
    ) -> Self {
        let mut nodes = HashMap::new();
        for (number, drawing) in drawings.iter().enumerate() {
            // An empty drawing, such as that of an empty text, has no node.
            if let Some(node) = tree.node_by_id(&number.to_string())
                && let Some(bounds) = node.abs_layer_bounding_box()
            {
                nodes.insert(*drawing, (node, bounds));
            }
        }
        Self {
            nodes,
            size: [width, height].map(|length| length.round() as u32),
        }
    }

    /// Renders some shapes on the table.
    fn render(&self, shapes: &[Shape]) -> Result<Pixmap, DrawError> {
        let [width, height] = self.size;
        let mut pixels = Pixmap::new(width, height).ok_or_else(no_memory)?;
        pixels.fill(table_colour());
        for shape in shapes {
            let Some((node, bounds)) = self.nodes.get(shape.drawing.as_ref()) else {
                continue;
            };
            let (x, y) = shape.position;
            let [x_scale, y_scale] = shape.scale.map(|scale| scale as f32);
            // `render_node` moves the upper left corner of the drawing to the origin.
            let place = Transform::from_translate(x as f32, y as f32)
                .pre_scale(x_scale, y_scale)
                .pre_translate(bounds.left(), bounds.top());
            if shape.opacity < 1.0 {
                let mut layer = Pixmap::new(width, height).ok_or_else(no_memory)?;
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
            sample.extend_from_slice(renderer.render(&moment.shapes)?.data());
        }
        let [width, height] = renderer.size.map(|pixels| pixels as usize);
        Ok(Self {
            palette: NeuQuant::new(SAMPLE_FACTOR, COLOURS, &sample),
            index_cache: HashMap::new(),
            pixels: vec![[0; 4]; width * height],
            width,
        })
    }

    /// Draws a picture on the canvas. Returns the rectangle around its new pixels, at least one pixel, in which the others are
    /// [`UNCHANGED`].
    fn draw(&mut self, picture: &Pixmap) -> gif::Frame<'static> {
        let pixels = picture.data().as_chunks::<4>().0;
        let is_new = |place: usize| pixels[place] != self.pixels[place];
        let row_bytes = 4 * self.width;
        let old_rows = self.pixels.as_flattened().chunks_exact(row_bytes);
        let rows = old_rows.zip(picture.data().chunks_exact(row_bytes));
        let new_rows = (0..).zip(rows).filter(|(_, (old, new))| old != new);
        let new_rows: Vec<usize> = new_rows.map(|(row, _)| row).collect();
        let has_new = |column: &usize| new_rows.iter().any(|row| is_new(row * self.width + column));
        let left = (0..self.width).find(has_new).unwrap_or(0);
        let right = (0..self.width).rfind(has_new).unwrap_or(0);
        let top = new_rows.first().copied().unwrap_or(0);
        let bottom = new_rows.last().copied().unwrap_or(0);
        let mut indices = Vec::new();
        // Most pixels have the colour of the pixel before them.
        let mut latest_pixel = [0; 4];
        let mut latest_index = UNCHANGED;
        for row in top..=bottom {
            let places = row * self.width + left..=row * self.width + right;
            for (&pixel, old) in pixels[places.clone()].iter().zip(&self.pixels[places]) {
                if pixel == *old {
                    indices.push(UNCHANGED);
                    continue;
                }
                if latest_index == UNCHANGED || pixel != latest_pixel {
                    let palette = &self.palette;
                    let index = self.index_cache.entry(pixel);
                    latest_index = *index.or_insert_with(|| palette.index_of(&pixel) as u8);
                    latest_pixel = pixel;
                }
                indices.push(latest_index);
            }
        }
        self.pixels.copy_from_slice(pixels);
        gif::Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: indices.into(),
            ..gif::Frame::default()
        }
    }
}
