//! Cuts lines and outlines at the edges of a plot.

use super::canvas::Place;
use crate::draw::area::Area;

/// The pieces of a line inside an area.
pub(super) fn line(places: &[Place], area: Area<f64>) -> Vec<Vec<Place>> {
    let mut pieces: Vec<Vec<Place>> = Vec::new();
    for pair in places.windows(2) {
        let Some((from, to)) = segment(pair[0], pair[1], area) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces
}

/// The part of a segment inside an area (Liang and Barsky).
fn segment(from: Place, to: Place, area: Area<f64>) -> Option<(Place, Place)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let edges =
        [(-dx, from.0 - area.left), (dx, area.right - from.0), (-dy, from.1 - area.top), (dy, area.bottom - from.1)];
    for (towards, room) in edges {
        if towards == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if towards < 0.0 {
            enter = enter.max(room / towards);
        } else {
            leave = leave.min(room / towards);
        }
    }
    let at = |t: f64| {
        if t == 0.0 {
            from
        } else if t == 1.0 {
            to
        } else {
            (from.0 + t * dx, from.1 + t * dy)
        }
    };
    (enter <= leave).then(|| (at(enter), at(leave)))
}

/// The part of an outline inside an area (Sutherland and Hodgman).
pub(super) fn outline(places: &[Place], area: Area<f64>) -> Vec<Place> {
    // How far inside each edge a place is.
    let edges: [&dyn Fn(Place) -> f64; 4] =
        [&|p| p.0 - area.left, &|p| area.right - p.0, &|p| p.1 - area.top, &|p| area.bottom - p.1];
    edges.into_iter().fold(places.to_vec(), |outline, inside| {
        let mut kept = Vec::with_capacity(outline.len());
        for (i, &to) in outline.iter().enumerate() {
            let from = outline[(i + outline.len() - 1) % outline.len()];
            let (a, b) = (inside(from), inside(to));
            if (a < 0.0) != (b < 0.0) {
                let t = a / (a - b);
                kept.push((from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1)));
            }
            if b >= 0.0 {
                kept.push(to);
            }
        }
        kept
    })
}
