//! From the values of a plot to places on the sheet.

use super::canvas::Place;
use super::figure::Point;
use super::scale::Span;
use crate::draw::area::Area;

/// From values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub area: Area<f64>,
    pub x: Span,
    pub y: Span,
}

impl Map {
    pub fn x(&self, value: f64) -> f64 {
        self.area.left + self.x.share(value) * self.area.width()
    }

    pub fn y(&self, value: f64) -> f64 {
        self.area.bottom - self.y.share(value) * self.area.height()
    }

    pub fn place(&self, point: &Point) -> Place {
        (self.x(point.x), self.y(point.y))
    }

    /// A rectangle between two heights, cut at the edges of the plot; `None` when it is outside.
    pub fn bar(&self, left: f64, right: f64, from: f64, to: f64) -> Option<Area<f64>> {
        let cut = |v: f64| self.y(v).clamp(self.area.top, self.area.bottom);
        let (a, b) = (cut(from), cut(to));
        let (left, right) = (left.max(self.area.left), right.min(self.area.right));
        (left < right).then(|| Area { left, right, top: a.min(b), bottom: a.max(b) })
    }
}
