//! The sheet that is drawn on, in printed points (1/72 inch) from the upper left corner. It draws through plotters' SVG
//! backend on a grid of 1/24 point, because that backend knows whole coordinates only, and remembers every text.

use super::palette::{Colour, Look, Marker};
use super::text::{Block, FAMILY, LEADING, PLOTTERS_EM, Weight, clean};
use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontTransform, RGBAColor, ShapeStyle, TextStyle};

/// Steps of the grid in a point.
pub(super) const GRID: f64 = 24.0;

/// A place on the sheet.
pub(super) type Place = (f64, f64);

/// A rectangle of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn holds(&self, (x, y): Place) -> bool {
        const SLACK: f64 = 1e-6;
        (self.left - SLACK..=self.right + SLACK).contains(&x) && (self.top - SLACK..=self.bottom + SLACK).contains(&y)
    }

    pub fn meets(&self, other: &Area) -> bool {
        self.left <= other.right && other.left <= self.right && self.top <= other.bottom && other.top <= self.bottom
    }
}

/// How letters look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    pub size: f64,
    pub weight: Weight,
    pub colour: Colour,
}

/// How a text stands to its place, along its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// Which way a text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Across,
    Upwards,
}

/// A finished drawing.
pub(super) struct Drawing {
    /// What plotters wrote.
    pub svg: String,
    /// Every text, in the order of drawing.
    pub texts: Vec<String>,
}

/// The sheet.
pub(super) struct Canvas<'a> {
    backend: SVGBackend<'a>,
    texts: Vec<String>,
}

/// Draws on a sheet of this size in points.
pub(super) fn draw(width: f64, height: f64, paint: impl FnOnce(&mut Canvas)) -> Drawing {
    let mut svg = String::new();
    let mut canvas = Canvas {
        backend: SVGBackend::with_string(&mut svg, (step(width) as u32, step(height) as u32)),
        texts: Vec::new(),
    };
    canvas.fill(Area { left: 0.0, top: 0.0, right: width, bottom: height }, super::palette::WHITE);
    paint(&mut canvas);
    let texts = std::mem::take(&mut canvas.texts);
    drop(canvas);
    Drawing { svg, texts }
}

fn step(points: f64) -> i32 {
    (points * GRID).round() as i32
}

fn grid((x, y): Place) -> (i32, i32) {
    (step(x), step(y))
}

fn stroke(colour: Colour, opacity: f64, width: f64) -> ShapeStyle {
    let color = RGBAColor(colour.0, colour.1, colour.2, opacity);
    ShapeStyle { color, filled: true, stroke_width: step(width).max(1) as u32 }
}

// The backend writes into a string, which cannot fail: its results carry nothing.
impl Canvas<'_> {
    /// A straight line.
    pub fn line(&mut self, from: Place, to: Place, colour: Colour, width: f64) {
        let _ = self.backend.draw_line(grid(from), grid(to), &stroke(colour, 1.0, width));
    }

    /// A line through places, solid or dashed.
    pub fn path(&mut self, places: &[Place], colour: Colour, width: f64, dashes: &[f64]) {
        let style = stroke(colour, 1.0, width);
        for piece in dashed(places, dashes) {
            let _ = self.backend.draw_path(piece.into_iter().map(grid), &style);
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, area: Area, colour: Colour) {
        let (from, to) = (grid((area.left, area.top)), grid((area.right, area.bottom)));
        let _ = self.backend.draw_rect(from, to, &stroke(colour, 1.0, 0.0), true);
    }

    /// A filled outline.
    pub fn polygon(&mut self, places: &[Place], colour: Colour, opacity: f64) {
        let _ = self.backend.fill_polygon(places.iter().copied().map(grid), &stroke(colour, opacity, 0.0));
    }

    /// A filled circle with a border of another colour.
    pub fn disc(&mut self, centre: Place, radius: f64, colour: Colour, border: Colour, width: f64) {
        let radius_steps = step(radius) as u32;
        let _ = self.backend.draw_circle(grid(centre), radius_steps, &stroke(colour, 1.0, 0.0), true);
        let _ = self.backend.draw_circle(grid(centre), radius_steps, &stroke(border, 1.0, width), false);
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
                let _ = self.backend.draw_circle(grid((x, y)), step(r) as u32, &stroke(colour, 1.0, 0.0), true);
            } else {
                self.polygon(&corners(r), colour, 1.0);
            }
        };
        if rim > 0.0 {
            layer(RADIUS + rim, super::palette::WHITE);
        }
        layer(RADIUS, colour);
        if hollow {
            layer(RADIUS - 0.85, super::palette::WHITE);
        }
    }

    /// A line of text; its place is on the baseline.
    pub fn text(&mut self, text: &str, at: Place, letters: Letters, align: Align, run: Run) {
        let Letters { size, weight, colour } = letters;
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        let em = (size * GRID).round();
        let transform = if run == Run::Upwards { FontTransform::Rotate270 } else { FontTransform::None };
        let font = FontDesc::new(FAMILY, em * PLOTTERS_EM, weight.style()).transform(transform);
        let h_pos = match align {
            Align::Start => HPos::Left,
            Align::Middle => HPos::Center,
            Align::End => HPos::Right,
        };
        let ink = RGBAColor(colour.0, colour.1, colour.2, 1.0);
        let style = TextStyle::from(font).color(&ink).pos(Pos::new(h_pos, VPos::Top));
        // plotters hangs a text 0.76 em below its place.
        let hang = 0.76 * em / GRID;
        let place = if run == Run::Upwards { (at.0 - hang, at.1) } else { (at.0, at.1 - hang) };
        let _ = self.backend.draw_text(&text, &style, grid(place));
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
