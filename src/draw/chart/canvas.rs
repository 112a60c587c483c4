//! The sheet that is drawn on, in printed points (1/72 inch) from the upper left corner. It writes SVG on a grid of 1/24
//! point, so that a drawing has whole coordinates, and remembers every text.

use super::palette::{Colour, Look, Marker, WHITE};
use crate::draw::area::Area;
use crate::draw::font::{FAMILY, Weight};
use crate::draw::svg::escaped;
use crate::draw::text::{Align, Block, LEADING, clean};

/// Points a printed millimetre.
pub(super) const POINTS_A_MM: f64 = 72.0 / 25.4;

/// Width of the white rim that parts a marker from other lines, in points.
pub(super) const RIM: f64 = 0.45;

/// Steps of the grid in a point.
const GRID: f64 = 24.0;

/// From the place of a text down to its base, in ems.
const HANG: f64 = 0.76;

/// A place on the sheet.
pub(super) type Place = (f64, f64);

/// How letters look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    pub size: f64,
    pub weight: Weight,
    pub colour: Colour,
}

/// Which way a text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Across,
    Upwards,
}

/// A finished drawing.
pub(super) struct Drawing {
    /// An SVG file whose letters are text.
    pub svg: String,
    /// Every text, in the order of drawing.
    pub texts: Vec<String>,
}

/// The sheet.
pub(super) struct Canvas {
    svg: String,
    texts: Vec<String>,
}

/// Draws on a sheet of this size in points.
pub(super) fn draw(width: f64, height: f64, paint: impl FnOnce(&mut Canvas)) -> Drawing {
    let (right, bottom) = grid((width, height));
    let [width_mm, height_mm] = [width, height].map(|points| points / POINTS_A_MM);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width_mm:.3}mm\" height=\"{height_mm:.3}mm\" \
         viewBox=\"0 0 {right} {bottom}\">\n"
    );
    let mut canvas = Canvas { svg, texts: Vec::new() };
    canvas.fill(Area { left: 0.0, top: 0.0, right: width, bottom: height }, WHITE);
    paint(&mut canvas);
    canvas.tag("</svg>");
    Drawing { svg: canvas.svg, texts: canvas.texts }
}

fn step(points: f64) -> i32 {
    (points * GRID).round() as i32
}

fn grid((x, y): Place) -> (i32, i32) {
    (step(x), step(y))
}

/// A width as a stroke has it: a line is never thinner than a step.
fn stroke(width: f64) -> i32 {
    step(width).max(1)
}

/// Places as lines and outlines list them.
fn points(places: impl IntoIterator<Item = Place>) -> String {
    let pairs: Vec<String> = places.into_iter().map(grid).map(|(x, y)| format!("{x},{y}")).collect();
    pairs.join(" ")
}

impl Canvas {
    fn tag(&mut self, tag: &str) {
        self.svg.push_str(tag);
        self.svg.push('\n');
    }

    /// A straight line.
    pub fn line(&mut self, from: Place, to: Place, colour: Colour, width: f64) {
        let ((x1, y1), (x2, y2), width) = (grid(from), grid(to), stroke(width));
        self.tag(&format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// A line through places, solid or dashed.
    pub fn path(&mut self, places: &[Place], colour: Colour, width: f64, dashes: &[f64]) {
        let width = stroke(width);
        for piece in dashed(places, dashes) {
            let points = points(piece);
            self.tag(&format!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\"/>"
            ));
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, area: Area<f64>, colour: Colour) {
        let ((x, y), (right, bottom)) = (grid((area.left, area.top)), grid((area.right, area.bottom)));
        let (width, height) = (right - x, bottom - y);
        self.tag(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"));
    }

    /// A filled outline.
    pub fn polygon(&mut self, places: &[Place], colour: Colour, opacity: f64) {
        let points = points(places.iter().copied());
        self.tag(&format!("<polygon points=\"{points}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>"));
    }

    /// A filled circle.
    fn circle(&mut self, centre: Place, radius: f64, colour: Colour) {
        let ((x, y), radius) = (grid(centre), step(radius));
        self.tag(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>"));
    }

    /// A filled circle with a border of another colour.
    pub fn disc(&mut self, centre: Place, radius: f64, colour: Colour, border: Colour, width: f64) {
        self.circle(centre, radius, colour);
        let ((x, y), radius, width) = (grid(centre), step(radius), stroke(width));
        self.tag(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{border}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// A marker, hollow or full, with a white rim of some width that parts it from lines below.
    pub fn marker(&mut self, (x, y): Place, look: &Look, rim: f64) {
        let Look { marker, colour, hollow, .. } = *look;
        const RADIUS: f64 = 1.9;
        let corners = |r: f64| -> Vec<Place> {
            let unit: &[Place] = match marker {
                Marker::Circle => &[],
                Marker::Square => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
                Marker::Triangle => &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
                Marker::Diamond => &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
                Marker::Wedge => &[(0.0, 1.2), (1.12, -0.8), (-1.12, -0.8)],
            };
            unit.iter().map(|(a, b)| (x + a * r, y + b * r)).collect()
        };
        let mut layer = |r: f64, colour: Colour| {
            if marker == Marker::Circle {
                self.circle((x, y), r, colour);
            } else {
                self.polygon(&corners(r), colour, 1.0);
            }
        };
        if rim > 0.0 {
            layer(RADIUS + rim, WHITE);
        }
        layer(RADIUS, colour);
        if hollow {
            layer(RADIUS - 0.85, WHITE);
        }
    }

    /// A line of text; its place is on the baseline.
    pub fn text(&mut self, text: &str, at: Place, letters: Letters, align: Align, run: Run) {
        let Letters { size, weight, colour } = letters;
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        let em = step(size);
        // The grid holds the tops of the letters, which hang below their place.
        let hang = HANG * f64::from(em) / GRID;
        let (x, y) = grid(if run == Run::Upwards { (at.0 - hang, at.1) } else { (at.0, at.1 - hang) });
        let anchor = match align {
            Align::Start => "start",
            Align::Middle => "middle",
            Align::End => "end",
        };
        let heavy = if weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
        let turned = if run == Run::Upwards { format!(" transform=\"rotate(270, {x}, {y})\"") } else { String::new() };
        self.tag(&format!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{HANG}em\" text-anchor=\"{anchor}\" font-family=\"{FAMILY}\" \
             font-size=\"{em}\" fill=\"{colour}\"{heavy}{turned}>{}</text>",
            escaped(&text)
        ));
        self.texts.push(text);
    }

    /// Lines of text below a top edge, or, upwards, to the right of a left edge.
    pub fn block(&mut self, block: &Block, (x, y): Place, colour: Colour, align: Align, run: Run) {
        let letters = Letters { size: block.size, weight: block.weight, colour };
        for (i, line) in block.lines.iter().enumerate() {
            let down = (i as f64 * LEADING + 0.98) * block.size;
            let at = if run == Run::Upwards { (x + down, y) } else { (x, y + down) };
            self.text(line, at, letters, align, run);
        }
    }
}

/// The strokes of a dashed line; the whole line when there are no dashes.
fn dashed(places: &[Place], dashes: &[f64]) -> Vec<Vec<Place>> {
    if dashes.is_empty() || places.len() < 2 {
        return vec![places.to_vec()];
    }
    let (mut strokes, mut current) = (Vec::new(), vec![places[0]]);
    let (mut which, mut left) = (0, dashes[0]);
    for pair in places.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length <= left {
                left -= length;
                current.push(to);
                break;
            }
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            current.push(from);
            if which % 2 == 0 {
                strokes.push(std::mem::take(&mut current));
            }
            current = vec![from];
            which = (which + 1) % dashes.len();
            left = dashes[which];
        }
    }
    if which % 2 == 0 {
        strokes.push(current);
    }
    strokes
}
