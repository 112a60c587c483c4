//! The sheet of a picture: shapes and texts at positions in points, and the SVG that plotters draws of them.

use super::Picture;
use crate::draw::{Align, DrawError, LEADING, TextBlock, Weight, escape_xml, svg_text};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{RGBColor, ShapeStyle};

pub(super) const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// The sheet is drawn in whole steps of 1/24 point.
const STEPS_PER_POINT: f64 = 24.0;

/// The lengths of the style sheet, in points.
pub(super) const MARGIN: f64 = 8.0;
pub(super) const TEXT_SIZE: f64 = 9.5;
pub(super) const SMALL_SIZE: f64 = 8.5;
pub(super) const AXIS_WIDTH: f64 = 0.7;
pub(super) const TICK_LENGTH: f64 = 3.0;
const HALO_WIDTH: f64 = 2.4;
/// Pictures below this width, in millimetres, are narrow.
const NARROW_MM: u16 = 110;

/// The shades of cells from the lightest to the darkest, evenly spaced. One hue keeps their order in grey print.
const SHADES: [RGBColor; 5] = [
    RGBColor(0xf2, 0xf7, 0xfc),
    RGBColor(0xc3, 0xdc, 0xf0),
    RGBColor(0x79, 0xb5, 0xdf),
    RGBColor(0x2a, 0x7a, 0xb9),
    RGBColor(0x08, 0x37, 0x6b),
];
pub(super) const CELL_RIM: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);

/// The colours of paper, letters and lines. Pages for dark screens replace them by the study's `dark.css`.
pub(super) struct Palette {
    pub paper: RGBColor,
    pub ink: RGBColor,
    pub grey: RGBColor,
    pub grid: RGBColor,
    /// The colours of lines and of their letters.
    pub lines: [RGBColor; 4],
}

const PALETTE: Palette = Palette {
    paper: WHITE,
    ink: RGBColor(0x1a, 0x1a, 0x1a),
    grey: RGBColor(0x59, 0x59, 0x59),
    grid: RGBColor(0xdd, 0xdd, 0xdd),
    lines: [
        RGBColor(0x00, 0x72, 0xb2),
        RGBColor(0xa6, 0x5e, 0x00),
        RGBColor(0x4a, 0x1a, 0x54),
        RGBColor(0x6e, 0x6e, 0x6e),
    ],
};

/// Returns the colours of a shade from 0 to 1 and of the letters on it.
pub(super) fn shade_colours(shade: f64) -> (RGBColor, RGBColor) {
    let place = shade.clamp(0.0, 1.0) * (SHADES.len() - 1) as f64;
    let index = (place as usize).min(SHADES.len() - 2);
    let [from, to] = [SHADES[index], SHADES[index + 1]];
    let share = place - index as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    let fill = RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2));
    let grey = 0.299 * f64::from(fill.0) + 0.587 * f64::from(fill.1) + 0.114 * f64::from(fill.2);
    // A page that swaps the colours of paper and ink on dark screens keeps these.
    let letters = if grey < 0.56 * 255.0 {
        RGBColor(0xfe, 0xfe, 0xfe)
    } else {
        RGBColor(0x11, 0x11, 0x11)
    };
    (fill, letters)
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

enum Shape {
    Line(Vec<(f64, f64)>, Stroke),
    Area(Vec<(f64, f64)>, RGBColor),
    Circle((f64, f64), f64, RGBColor),
}

/// A sheet that grows downwards.
pub(super) struct Sheet {
    /// The width, in points.
    pub width: f64,
    /// The lower edge of what is drawn, in points.
    pub bottom: f64,
    pub is_narrow: bool,
    pub palette: &'static Palette,
    shapes: Vec<Shape>,
    texts: String,
}

fn steps(points: f64) -> i32 {
    (points * STEPS_PER_POINT).round() as i32
}

impl Sheet {
    pub fn new(picture: &Picture) -> Self {
        Self {
            width: f64::from(picture.width_mm) * POINTS_PER_MM,
            bottom: MARGIN,
            is_narrow: picture.width_mm < NARROW_MM,
            palette: &PALETTE,
            shapes: Vec::new(),
            texts: String::new(),
        }
    }

    /// Returns the width between the margins.
    pub fn room(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    /// Returns regular letters in the colour of ink.
    pub fn letters(&self, size: f64) -> Letters {
        Letters {
            size,
            weight: Weight::Regular,
            colour: self.palette.ink,
            has_halo: false,
        }
    }

    /// Returns small grey letters.
    pub fn grey_letters(&self) -> Letters {
        Letters {
            colour: self.palette.grey,
            ..self.letters(SMALL_SIZE)
        }
    }

    pub fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line(points.to_vec(), stroke));
        }
    }

    /// Fills a polygon.
    pub fn area(&mut self, corners: &[(f64, f64)], colour: RGBColor) {
        self.shapes.push(Shape::Area(corners.to_vec(), colour));
    }

    /// Fills a rectangle between two corners.
    pub fn rectangle(&mut self, (left, top): (f64, f64), size: (f64, f64), colour: RGBColor) {
        let (right, bottom) = (left + size.0, top + size.1);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.area(&corners, colour);
    }

    pub fn circle(&mut self, centre: (f64, f64), radius: f64, colour: RGBColor) {
        self.shapes.push(Shape::Circle(centre, radius, colour));
    }

    /// Writes a line of text; the position is on its baseline.
    pub fn text(&mut self, text: &str, letters: Letters, align: Align, (x, y): (f64, f64)) {
        // A search does not find words between other spaces.
        let text = text.replace('\u{a0}', " ");
        if text.trim().is_empty() {
            return;
        }
        let position = (f64::from(steps(x)), f64::from(steps(y)));
        let font = (f64::from(steps(letters.size)), letters.weight);
        let element = svg_text(&text, font, align, position, &hex(letters.colour));
        if letters.has_halo {
            let halo = format!(
                "<text paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" ",
                hex(self.palette.paper),
                steps(HALO_WIDTH)
            );
            self.texts += &element.replacen("<text ", &halo, 1);
        } else {
            self.texts += &element;
        }
        self.texts.push('\n');
    }

    /// Writes a block of lines below the upper edge `top`.
    pub fn block(&mut self, block: &TextBlock, letters: Letters, align: Align, x: f64, top: f64) {
        let letters = Letters {
            size: block.size,
            ..letters
        };
        for (index, line) in block.lines.iter().enumerate() {
            let baseline = top + (index as f64 * LEADING + 0.98) * block.size;
            self.text(line, letters, align, (x, baseline));
        }
    }

    /// Writes a block at the left margin below everything else.
    pub fn paragraph(&mut self, text: &str, letters: Letters, max_lines: usize) {
        let block =
            TextBlock::wrap_or_shrink(text, letters.size, letters.weight, self.room(), max_lines);
        self.block(&block, letters, Align::Start, MARGIN, self.bottom);
        self.bottom += block.height();
    }

    /// Returns the SVG file, with a title and a description for readers of screens.
    pub fn svg(&self, title: &str, description: &str) -> Result<String, DrawError> {
        let height = self.bottom + MARGIN;
        let size = (steps(self.width) as u32, steps(height) as u32);
        let mut drawing = String::new();
        {
            let root = SVGBackend::with_string(&mut drawing, size).into_drawing_area();
            self.draw_shapes(&root)
                .map_err(|error| DrawError::Render(error.into()))?;
        }
        let elements = drawing.split_once('>').map_or("", |(_, elements)| elements);
        let elements = joined_lines(elements)
            .replace("</svg>\n", "")
            .replace("<path ", "<path stroke-linejoin=\"round\" ")
            .replace(" opacity=\"1\"", "");
        Ok(format!(
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
        ))
    }

    fn draw_shapes<'a>(
        &self,
        root: &DrawingArea<SVGBackend<'a>, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
        root.fill(&self.palette.paper)?;
        let position = |(x, y): &(f64, f64)| (steps(*x), steps(*y));
        for shape in &self.shapes {
            match shape {
                Shape::Line(points, stroke) => {
                    let mut points: Vec<(i32, i32)> = points.iter().map(position).collect();
                    points.dedup();
                    let width = steps(stroke.width).max(1) as u32;
                    let pen: ShapeStyle = stroke.colour.stroke_width(width);
                    match stroke.dash {
                        Some((dash, gap)) => {
                            for part in DashedLineSeries::new(points, steps(dash), steps(gap), pen)
                            {
                                root.draw(&part)?;
                            }
                        }
                        None => root.draw(&PathElement::new(points, pen))?,
                    }
                }
                Shape::Area(corners, colour) => {
                    let corners: Vec<(i32, i32)> = corners.iter().map(position).collect();
                    root.draw(&Polygon::new(corners, colour.filled()))?;
                }
                Shape::Circle(centre, radius, colour) => {
                    root.draw(&Circle::new(
                        position(centre),
                        steps(*radius),
                        colour.filled(),
                    ))?;
                }
            }
        }
        Ok(())
    }
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Writes successive lines of one style as one path: plotters draws each dash of a line as a line of its own.
fn joined_lines(elements: &str) -> String {
    let polyline = |line: &str| {
        let attributes = line.strip_prefix("<polyline ")?.strip_suffix(" \"/>")?;
        let (style, points) = attributes.split_once("points=\"")?;
        Some((style.to_owned(), points.to_owned()))
    };
    let mut joined = String::with_capacity(elements.len());
    let lines: Vec<&str> = elements.lines().collect();
    for group in lines.chunk_by(|one, next| {
        let style = polyline(one).map(|(style, _)| style);
        style.is_some() && style == polyline(next).map(|(style, _)| style)
    }) {
        let Some((style, _)) = polyline(group[0]) else {
            joined += group[0];
            joined.push('\n');
            continue;
        };
        let lines = group.iter().filter_map(|line| polyline(line));
        let path: Vec<String> = lines.map(|(_, points)| format!("M{points}")).collect();
        joined += &format!("<path {style}d=\"{}\"/>\n", path.concat());
    }
    joined
}
