//! The interval of a point as a thin line with caps.

use super::canvas::Canvas;
use super::clip;
use super::figure::Point;
use super::map::Map;
use super::palette::Colour;

/// The interval of a point; no cap where it goes on beyond the edge.
pub(super) fn whisker(canvas: &mut Canvas, map: &Map, x: f64, point: &Point, colour: Colour, cap: f64) {
    let Some((low, high)) = point.interval else { return };
    let (top, bottom) = (map.y(high), map.y(low));
    let Some(piece) = clip::line(&[(x, top), (x, bottom)], map.area).pop() else { return };
    canvas.path(&piece, colour, 0.6, &[]);
    for y in [top, bottom].into_iter().filter(|&y| map.area.holds((x, y))) {
        canvas.line((x - cap, y), (x + cap, y), colour, 0.6);
    }
}
