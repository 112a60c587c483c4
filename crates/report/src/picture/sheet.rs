//! The sheet of a picture: shapes and texts at positions in points, and the SVG that plotters draws of them.

use crate::draw::{Align, LEADING, TextBlock, Weight, escape_xml, svg_text, text_width};
use plotters::prelude::*;
use plotters::style::RGBColor;

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
pub(super) const PAPER: RGBColor = WHITE;
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
/// The shades of cells from the lightest to the darkest, evenly spaced, as red, green and blue. One hue keeps their order in
/// grey print.
const SHADES: [[u8; 3]; 5] = [
    [0xf2, 0xf7, 0xfc],
    [0xc3, 0xdc, 0xf0],
    [0x79, 0xb5, 0xdf],
    [0x2a, 0x7a, 0xb9],
    [0x08, 0x37, 0x6b],
];

/// Returns the colours of a shade from 0 to 1 and of the letters on it.
pub(super) fn shade_colours(shade: f64) -> (RGBColor, RGBColor) {
    let place = shade.clamp(0.0, 1.0) * (SHADES.len() - 1) as f64;
    let index = (place as usize).min(SHADES.len() - 2);
    let share = place - index as f64;
    let [red, green, blue] = [0, 1, 2].map(|channel| {
        let [from, to] = [index, index + 1].map(|shade| f64::from(SHADES[shade][channel]));
        (from + (to - from) * share).round()
    });
    let grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    // A page that swaps the colours of paper and ink on dark screens keeps these.
    let letters = if grey < 0.56 * 255.0 { 0xfe } else { 0x11 };
    (
        RGBColor(red as u8, green as u8, blue as u8),
        RGBColor(letters, letters, letters),
    )
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

#[derive(Clone)]
enum Shape {
    Line(Vec<(i32, i32)>, Stroke),
    Area(Vec<(i32, i32)>, RGBColor),
    Circle((i32, i32), i32, RGBColor),
}

/// A sheet that grows downwards.
pub(super) struct Sheet {
    /// The width, in points.
    pub width: f64,
    /// The lower edge of what is drawn, in points.
    pub bottom: f64,
    pub is_narrow: bool,
    shapes: Vec<Shape>,
    texts: String,
}

fn steps(points: f64) -> i32 {
    (points * STEPS_PER_POINT).round() as i32
}

fn step_positions(points: &[Position]) -> Vec<(i32, i32)> {
    points.iter().map(|(x, y)| (steps(*x), steps(*y))).collect()
}

impl Sheet {
    pub fn new(width_mm: u16) -> Self {
        Self {
            width: f64::from(width_mm) * POINTS_PER_MM,
            bottom: MARGIN,
            is_narrow: width_mm < NARROW_MM,
            shapes: Vec::new(),
            texts: String::new(),
        }
    }

    /// Returns the width between the margins.
    pub fn room(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    pub fn line(&mut self, points: &[Position], stroke: Stroke) {
        if points.len() > 1 {
            let mut points = step_positions(points);
            points.dedup();
            self.shapes.push(Shape::Line(points, stroke));
        }
    }

    /// Fills a polygon.
    pub fn area(&mut self, corners: &[Position], colour: RGBColor) {
        let corners = step_positions(corners);
        self.shapes.push(Shape::Area(corners, colour));
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
        self.shapes
            .push(Shape::Circle(centre, steps(radius), colour));
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
                "<text paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" ",
                hex(PAPER),
                steps(HALO_WIDTH)
            );
            element = element.replacen("<text ", &halo, 1);
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
        let size = (steps(self.width) as u32, steps(height) as u32);
        let drawing = self.drawing(size);
        let elements = drawing.split_once('>').map_or("", |(_, elements)| elements);
        let elements = joined_lines(elements)
            .replace("</svg>\n", "")
            .replace("<path ", "<path stroke-linejoin=\"round\" ")
            .replace(" opacity=\"1\"", "");
        format!(
            "<svg role=\"img\" width=\"{:.3}mm\" height=\"{:.3}mm\" viewBox=\"0 0 {} {}\" \
             xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title><desc>{}</desc>{elements}{}</svg>\n",
            self.width / POINTS_PER_MM,
            height / POINTS_PER_MM,
            size.0,
            size.1,
            escape_xml(title),
            escape_xml(description),
            self.texts.replace(
                "font-family=\"sans-serif\"",
                "font-family=\"DejaVu Sans, Verdana, sans-serif\""
            ),
        )
    }

    /// Returns the SVG of the shapes as plotters writes it.
    fn drawing(&self, size: (u32, u32)) -> String {
        const INFALLIBLE: &str = "writing shapes to a string cannot fail";
        let mut drawing = String::new();
        let root = SVGBackend::with_string(&mut drawing, size).into_drawing_area();
        root.fill(&PAPER).expect(INFALLIBLE);
        for shape in &self.shapes {
            match shape.clone() {
                Shape::Line(points, stroke) => {
                    let pen = stroke
                        .colour
                        .stroke_width(steps(stroke.width).max(1) as u32);
                    if let Some((dash, gap)) = stroke.dash {
                        let (dash, gap) = (steps(dash), steps(gap));
                        for part in DashedLineSeries::new(points, dash, gap, pen) {
                            root.draw(&part).expect(INFALLIBLE);
                        }
                    } else {
                        root.draw(&PathElement::new(points, pen)).expect(INFALLIBLE);
                    }
                }
                Shape::Area(corners, colour) => root
                    .draw(&Polygon::new(corners, colour.filled()))
                    .expect(INFALLIBLE),
                Shape::Circle(centre, radius, colour) => root
                    .draw(&Circle::new(centre, radius, colour.filled()))
                    .expect(INFALLIBLE),
            }
        }
        drop(root);
        drawing
    }
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Writes successive lines of one style as one path: plotters draws each dash of a line as a line of its own.
fn joined_lines(elements: &str) -> String {
    const END: &str = "\"/>\n";
    let mut joined = String::with_capacity(elements.len());
    let mut last_style = "";
    for element in elements.lines() {
        let line = element.strip_prefix("<polyline ");
        let line = line.and_then(|line| line.strip_suffix(" \"/>"));
        if let Some((style, points)) = line.and_then(|line| line.split_once("points=\"")) {
            if style == last_style {
                joined.truncate(joined.len() - END.len());
            } else {
                joined += &format!("<path {style}d=\"");
            }
            joined += &format!("M{points}{END}");
            last_style = style;
        } else {
            joined += element;
            joined.push('\n');
            last_style = "";
        }
    }
    joined
}
