//! A board: circles at given places with a text in each.

use super::canvas::{Canvas, Letters, Run};
use super::figure::{Board, Hole};
use super::palette::{GREY, shade};
use crate::draw::area::Area;
use crate::draw::font::{Weight, width};
use crate::draw::text::{Align, clean};

const LARGEST: f64 = 8.4;
const LARGEST_RADIUS: f64 = 22.0;

/// The box around the centres, and the least distance between two of them.
fn extent(board: &Board) -> (f64, f64, f64, f64, f64) {
    let holes = &board.holes;
    let ends = |value: fn(&Hole) -> f64| {
        let values = holes.iter().map(value);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (left, right) = ends(|hole| hole.x);
    let (top, bottom) = ends(|hole| hole.y);
    let mut least = f64::INFINITY;
    for (i, a) in holes.iter().enumerate() {
        for b in &holes[i + 1..] {
            let distance = (a.x - b.x).hypot(a.y - b.y);
            if distance > 0.0 {
                least = least.min(distance);
            }
        }
    }
    (left, top, right, bottom, if least.is_finite() { least } else { 1.0 })
}

/// Radius of a circle, in least distances.
const RADIUS: f64 = 0.43;

/// Points a unit of the board, in this room.
fn unit(board: &Board, wide: f64, high: f64) -> f64 {
    let (left, top, right, bottom, least) = extent(board);
    let room = 2.0 * RADIUS * least;
    (wide / (right - left + room)).min(high / (bottom - top + room)).min(LARGEST_RADIUS / (RADIUS * least))
}

/// The height that a board asks for.
pub(super) fn height(board: &Board, wide: f64) -> f64 {
    let (_, top, _, bottom, least) = extent(board);
    let unit = unit(board, wide * 0.94, 330.0);
    (bottom - top + 2.0 * RADIUS * least) * unit + 10.0
}

/// Draws a board in its panel.
pub(super) fn draw(canvas: &mut Canvas, board: &Board, panel: Area<f64>) {
    let room = Area { bottom: panel.bottom - 8.0, ..panel };
    let (left, top, right, bottom, least) = extent(board);
    let unit = unit(board, room.width(), room.height());
    let radius = RADIUS * least * unit;
    let middle = ((room.left + room.right) / 2.0, (room.top + room.bottom) / 2.0);
    let place = |hole: &Hole| {
        (middle.0 + (hole.x - (left + right) / 2.0) * unit, middle.1 + (hole.y - (top + bottom) / 2.0) * unit)
    };
    let size = letters(board, radius);
    for hole in &board.holes {
        let (x, y) = place(hole);
        let colour = shade(hole.shade);
        canvas.disc((x, y), radius, colour, colour.mixed(GREY, 0.6), 0.5);
        let named = !clean(&hole.name).is_empty();
        let baseline = y + if named { 0.02 * size } else { 0.36 * size };
        canvas.text(
            &hole.text,
            (x, baseline),
            Letters { size, weight: Weight::Bold, colour: colour.letters() },
            Align::Middle,
            Run::Across,
        );
        let small = name_letters(board, radius, size);
        let faint = colour.letters().mixed(colour, 0.25);
        canvas.text(
            &hole.name,
            (x, y + 0.3 * size + small * 0.85),
            Letters { size: small, weight: Weight::Book, colour: faint },
            Align::Middle,
            Run::Across,
        );
    }
}

/// One size for all values, so that the longest fits its circle.
fn letters(board: &Board, radius: f64) -> f64 {
    let widest = board.holes.iter().map(|hole| width(&clean(&hole.text), 1.0, Weight::Bold)).fold(1e-6, f64::max);
    LARGEST.min(1.62 * radius / widest).min(radius * 0.8)
}

fn name_letters(board: &Board, radius: f64, size: f64) -> f64 {
    let widest = board.holes.iter().map(|hole| width(&clean(&hole.name), 1.0, Weight::Book)).fold(1e-6, f64::max);
    (0.8 * size).min(1.3 * radius / widest)
}
