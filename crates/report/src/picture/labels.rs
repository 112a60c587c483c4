//! Labels at the lines and marks of a plot, where they touch nothing else.

use super::sheet::Position;
use crate::draw::TextBlock;

/// The free space above the capitals and below the baseline of a block of text, in ems.
const LEADING: f64 = 0.2;
/// The distance between positions on a line that are checked, in points.
const SPACING: f64 = 2.0;

/// A label that a plot wants.
pub(super) struct Label {
    pub block: TextBlock,
    /// The index of its line.
    pub line: usize,
    /// The mark of a number; `None` for the name of a line.
    pub mark: Option<Position>,
    /// The distance from its mark or its line.
    pub gap: f64,
    pub rank: LabelRank,
}

/// The order in which labels get their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LabelRank {
    /// A number that has to be drawn.
    RequiredNumber,
    /// The name of a line, which has to be drawn.
    LineName,
    ReferenceName,
    Number,
}

/// A rectangle in points.
#[derive(Clone, Copy)]
pub(super) struct LabelBox {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl LabelBox {
    pub fn new((left, top): Position, (width, height): Position) -> Self {
        Self {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    fn distance(&self, (x, y): Position) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let down = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(down)
    }

    fn overlaps(&self, other: &Self) -> bool {
        const GAP: f64 = 3.0;
        self.left < other.right + GAP
            && other.left < self.right + GAP
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns the nearest rectangle of the same size within the bounds.
    fn moved_inside(&self, bounds: &Self) -> Self {
        let width = self.right - self.left;
        let height = self.bottom - self.top;
        let left = self.left.min(bounds.right - width).max(bounds.left);
        let top = self.top.min(bounds.bottom - height).max(bounds.top);
        Self::new((left, top), (width, height))
    }
}

/// A place of a line that labels must not cover.
struct Spot {
    line: usize,
    position: Position,
    radius: f64,
}

/// Everything that labels must not cover, and the area where they may be.
pub(super) struct Obstacles {
    bounds: LabelBox,
    pub boxes: Vec<LabelBox>,
    spots: Vec<Spot>,
}

impl Obstacles {
    pub fn new(bounds: LabelBox) -> Self {
        Self {
            bounds,
            boxes: Vec::new(),
            spots: Vec::new(),
        }
    }

    /// Adds a line as positions that are near each other.
    pub fn add_line(&mut self, line: usize, corners: &[Position]) {
        for pair in corners.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let steps = ((to.0 - from.0).hypot(to.1 - from.1) / SPACING).ceil();
            for step in 0..=steps as usize {
                let share = step as f64 / steps.max(1.0);
                let x = from.0 + (to.0 - from.0) * share;
                let y = from.1 + (to.1 - from.1) * share;
                self.add_spot(line, (x, y), 1.0);
            }
        }
    }

    pub fn add_spot(&mut self, line: usize, position: Position, radius: f64) {
        self.spots.push(Spot {
            line,
            position,
            radius,
        });
    }

    /// Returns how many positions of lines a label covers at a place, or more if another line than its own is nearest.
    fn fault_count(&self, line: usize, place: &LabelBox) -> usize {
        let mut own_distance = f64::INFINITY;
        let mut other_distance = f64::INFINITY;
        let mut count = 0;
        for spot in &self.spots {
            let distance = place.distance(spot.position) - spot.radius;
            count += usize::from(distance < 0.0);
            let nearest = if spot.line == line {
                &mut own_distance
            } else {
                &mut other_distance
            };
            *nearest = nearest.min(distance);
        }
        count + usize::from(other_distance < own_distance + 2.0)
    }

    /// Returns the first place without fault at the mark of a number, or along a line from its end, of the name of the line. A
    /// number that is required has the place with the fewest faults.
    fn place(&self, label: &Label) -> Option<LabelBox> {
        let is_required = label.rank == LabelRank::RequiredNumber;
        let rings = if is_required { 8 } else { 1 };
        let anchors = match label.mark {
            Some(mark) => vec![mark],
            None => self.anchors(label.line),
        };
        let block = &label.block;
        let height = block.height() - 2.0 * LEADING * block.size;
        let width = block.width();
        let mut best = None;
        let mut fewest = if is_required { usize::MAX } else { 1 };
        for ring in 0..rings {
            let away = label.gap + 5.0 * f64::from(ring);
            let [left, middle, right] = [-width - away, -width / 2.0, away];
            let [above, beside, below] = [-height - away, -height / 2.0, away];
            // Above and below first, then at the sides and the corners.
            let offsets = [
                (middle, above),
                (middle, below),
                (right, beside),
                (left, beside),
                (right, above),
                (right, below),
                (left, above),
                (left, below),
            ];
            for (x, y) in &anchors {
                for (across, down) in offsets {
                    let near = LabelBox::new((x + across, y + down), (width, height));
                    let place = near.moved_inside(&self.bounds);
                    if self.boxes.iter().any(|other| other.overlaps(&place)) {
                        continue;
                    }
                    let faults = self.fault_count(label.line, &place);
                    if faults < fewest {
                        fewest = faults;
                        best = Some(place);
                    }
                }
            }
        }
        best
    }

    /// Returns positions along a line, the last first. On the axis, lines cannot be told apart.
    fn anchors(&self, line: usize) -> Vec<Position> {
        let spots = self.spots.iter().rev().filter(|spot| spot.line == line);
        let mut anchors: Vec<Position> = spots.map(|spot| spot.position).collect();
        let is_above_axis = |position: &Position| position.1 < self.bounds.bottom - 4.0;
        if anchors.iter().any(is_above_axis) {
            anchors.retain(is_above_axis);
        }
        anchors
    }
}

/// Places labels in the order of their ranks: numbers without room are left out. Returns the labels with their upper left
/// corners; `None` if the name of a line has no room.
pub(super) fn place_labels(
    mut obstacles: Obstacles,
    mut labels: Vec<Label>,
) -> Option<Vec<(Label, Position)>> {
    labels.sort_by_key(|label| label.rank);
    let mut placed_labels = Vec::new();
    for label in labels {
        if let Some(place) = obstacles.place(&label) {
            obstacles.boxes.push(place);
            let top = place.top - LEADING * label.block.size;
            placed_labels.push((label, (place.left, top)));
        } else if label.rank == LabelRank::LineName {
            return None;
        }
    }
    Some(placed_labels)
}
