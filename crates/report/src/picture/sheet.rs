//! The sheet of a picture: shapes and texts at positions in points, and the SVG that plotters draws of them.

use crate::draw::{Align, LEADING, TextBlock, Weight, escape_xml, svg_text, text_width};
use plotters::prelude::{Color, DrawingBackend, RGBColor, SVGBackend};
use std::fmt::Debug;

const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// The sheet is drawn in whole steps of 1/24 point.
const STEPS_PER_POINT: f64 = 24.0;

/// The lengths of the style sheet, in points.
pub(super) const MARGIN: f64 = 8.0;
pub(super) const TEXT_SIZE: f64 = 9.5;
pub(super) const SMALL_SIZE: f64 = 8.5;
const TICK_LENGTH: f64 = 3.0;
const HALO_WIDTH: f64 = 2.4;
/// Pictures below this width, in millimetres, are narrow.
const NARROW_MM: u16 = 110;

/// The colours of paper, letters and lines. Pages for dark screens replace them by the study's `dark.css`.
pub(super) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);
const INK: RGBColor = RGBColor(0x1a, 0x1a, 0x1a);
pub(super) const GREY: RGBColor = RGBColor(0x59, 0x59, 0x59);
pub(super) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
pub(super) const CELL_RIM: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);
/// The colours of lines and of their letters.
pub(super) const LINE_COLOURS: [RGBColor; 4] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xa6, 0x5e, 0x00),
    RGBColor(0x4a, 0x1a, 0x54),
    RGBColor(0x6e, 0x6e, 0x6e),
];
/// The shades of cells from the lightest to the darkest, evenly spaced. One hue keeps their order in grey print.
const SHADES: [RGBColor; 5] = [
    RGBColor(0xf2, 0xf7, 0xfc),
    RGBColor(0xc3, 0xdc, 0xf0),
    RGBColor(0x79, 0xb5, 0xdf),
    RGBColor(0x2a, 0x7a, 0xb9),
    RGBColor(0x08, 0x37, 0x6b),
];
/// The letters on the lighter shades and on the darker ones. A page that swaps the colours of paper and ink on dark screens keeps
/// these.
const LETTERS_ON_SHADES: [RGBColor; 2] = [RGBColor(0x11, 0x11, 0x11), RGBColor(0xfe, 0xfe, 0xfe)];

/// Returns the colours of a shade from 0 to 1 and of the letters on it.
pub(super) fn shade_colours(shade: f64) -> (RGBColor, RGBColor) {
    let index = (4.0 * shade.clamp(0.0, 1.0)).round() as usize;
    (SHADES[index], LETTERS_ON_SHADES[usize::from(index > 2)])
}

/// The form of a line; lengths in points.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub colour: RGBColor,
    pub width: f64,
    /// The lengths of dashes and gaps; `None` for a plain line.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// The form of axes.
    pub const AXIS: Self = Self::plain(INK, 0.7);

    pub const fn plain(colour: RGBColor, width: f64) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }
}

/// The form of letters; the size in points.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    pub size: f64,
    pub weight: Weight,
    pub colour: RGBColor,
    /// True for letters with a rim in the colour of the paper, which can be read on lines.
    pub has_halo: bool,
}

impl Letters {
    /// Returns regular letters in the colour of ink.
    pub const fn new(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            colour: INK,
            has_halo: false,
        }
    }

    /// Returns small grey letters.
    pub const fn grey() -> Self {
        Self {
            colour: GREY,
            ..Self::new(SMALL_SIZE)
        }
    }

    pub const fn bold(self) -> Self {
        Self {
            weight: Weight::Bold,
            ..self
        }
    }

    /// Fits a text of these letters into a width, by breaking and shrinking it.
    pub fn block(self, text: &str, max_width: f64, max_lines: usize) -> TextBlock {
        TextBlock::wrap_or_shrink(text, self.size, self.weight, max_width, max_lines)
    }
}

pub(super) fn small_width(text: &str) -> f64 {
    text_width(text, SMALL_SIZE, Weight::Regular)
}

/// A position or size, in points.
pub(super) type Position = (f64, f64);

/// A sheet that grows downwards.
pub(super) struct Sheet {
    /// The width, in points.
    pub width: f64,
    /// The lower edge of what is drawn, in points.
    pub bottom: f64,
    pub is_narrow: bool,
    /// The elements of shapes and of texts, which are above all shapes.
    shapes: String,
    texts: String,
}

fn steps(points: f64) -> i32 {
    (points * STEPS_PER_POINT).round() as i32
}

fn step_positions(points: &[Position]) -> Vec<(i32, i32)> {
    points.iter().map(|(x, y)| (steps(*x), steps(*y))).collect()
}

/// Returns the element that plotters writes.
fn element<E: Debug>(draw: impl FnOnce(&mut SVGBackend<'_>) -> Result<(), E>) -> String {
    let mut svg = String::new();
    draw(&mut SVGBackend::with_string(&mut svg, (0, 0)))
        .expect("writing a shape to a string cannot fail");
    let elements = svg.split_once('\n').map_or("", |(_, elements)| elements);
    elements
        .trim_end_matches("</svg>\n")
        .replace(" opacity=\"1\"", "")
}

impl Sheet {
    pub fn new(width_mm: u16) -> Self {
        Self {
            width: f64::from(width_mm) * POINTS_PER_MM,
            bottom: MARGIN,
            is_narrow: width_mm < NARROW_MM,
            shapes: String::new(),
            texts: String::new(),
        }
    }

    /// Returns the width between the margins.
    pub fn room(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    pub fn line(&mut self, points: &[Position], stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let mut points = step_positions(points);
        points.dedup();
        let pen = stroke
            .colour
            .stroke_width(steps(stroke.width).max(1) as u32);
        let mut line = element(|backend| backend.draw_path(points, &pen));
        if let Some((dash, gap)) = stroke.dash {
            let dashes = format!("stroke-dasharray=\"{} {}\" ", steps(dash), steps(gap));
            line.insert_str("<polyline ".len(), &dashes);
        }
        self.shapes += &line;
    }

    /// Fills a polygon.
    pub fn area(&mut self, corners: &[Position], colour: RGBColor) {
        let corners = step_positions(corners);
        self.shapes += &element(|backend| backend.fill_polygon(corners, &colour));
    }

    /// Fills a rectangle with this upper left corner.
    pub fn rectangle(&mut self, (left, top): Position, size: Position, colour: RGBColor) {
        let right = left + size.0;
        let bottom = top + size.1;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.area(&corners, colour);
    }

    pub fn circle(&mut self, (x, y): Position, radius: f64, colour: RGBColor) {
        let centre = (steps(x), steps(y));
        let radius = steps(radius) as u32;
        self.shapes += &element(|backend| backend.draw_circle(centre, radius, &colour, true));
    }

    /// Writes a line of text; the position is on its baseline.
    pub fn text(&mut self, text: &str, letters: Letters, align: Align, (x, y): Position) {
        // A search does not find words between other spaces.
        let text = text.replace('\u{a0}', " ");
        if text.trim().is_empty() {
            return;
        }
        let position = (f64::from(steps(x)), f64::from(steps(y)));
        let font = (f64::from(steps(letters.size)), letters.weight);
        let mut element = svg_text(&text, font, align, position, &hex(letters.colour));
        if letters.has_halo {
            let halo = format!(
                "paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" ",
                hex(PAPER),
                steps(HALO_WIDTH)
            );
            element.insert_str("<text ".len(), &halo);
        }
        self.texts += &element;
        self.texts.push('\n');
    }

    /// Writes a block of lines below a position.
    pub fn block(&mut self, block: &TextBlock, letters: Letters, align: Align, (x, top): Position) {
        let size = block.size;
        for (index, line) in block.lines.iter().enumerate() {
            let baseline = top + (index as f64 * LEADING + 0.98) * size;
            self.text(line, Letters { size, ..letters }, align, (x, baseline));
        }
    }

    /// Writes a text at the left margin below everything else.
    pub fn paragraph(&mut self, text: &str, letters: Letters, max_lines: usize) {
        let block = letters.block(text, self.room(), max_lines);
        self.block(&block, letters, Align::Start, (MARGIN, self.bottom));
        self.bottom += block.height();
    }

    /// Draws a tick of a horizontal axis downwards from a position, with its label below.
    pub fn tick(&mut self, label: &str, (x, y): Position, baseline: f64) {
        self.line(&[(x, y), (x, y + TICK_LENGTH)], Stroke::AXIS);
        let letters = Letters::new(SMALL_SIZE);
        self.text(label, letters, Align::Middle, (x, baseline));
    }

    /// Returns the SVG file, with a title and a description for readers of screens.
    pub fn svg(&self, title: &str, description: &str) -> String {
        let height = self.bottom + MARGIN;
        format!(
            "<svg role=\"img\" width=\"{:.3}mm\" height=\"{:.3}mm\" viewBox=\"0 0 {} {}\" \
             stroke-linejoin=\"round\" xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>\
             <desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n{}{}</svg>\n",
            self.width / POINTS_PER_MM,
            height / POINTS_PER_MM,
            steps(self.width),
            steps(height),
            escape_xml(title),
            escape_xml(description),
            hex(PAPER),
            self.shapes,
            self.texts,
        )
    }
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}
