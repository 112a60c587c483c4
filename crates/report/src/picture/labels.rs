//! Labels at the lines and marks of a plot, where they touch nothing else.

use super::sheet::Position;
use crate::draw::TextBlock;

/// The free space above the capitals and below the baseline of a block of text, in ems.
const LEADING_ABOVE: f64 = 0.2;
const LEADING_BELOW: f64 = 0.2;
/// The distance between positions on a line that are checked, in points.
const SPACING: f64 = 2.0;
/// The largest number of positions of a line at which its name is tried.
const MAX_ANCHORS: usize = 60;
/// The space between a name and its line.
const NAME_GAP: f64 = 4.0;
/// The penalties of a place: for each position of its own line, of another line or of a reference line in the label, and
/// for a label that is nearer to another line.
const OWN_LINE: f64 = 100.0;
const OTHER_LINE: f64 = 150.0;
const REFERENCE_LINE: f64 = 6.0;
const AMBIGUOUS: f64 = 60.0;
/// The penalty from which a place is not free.
const NOT_FREE: f64 = 90.0;

/// A label that a plot wants.
pub(super) struct Label {
    pub block: TextBlock,
    /// The index of its line.
    pub line: usize,
    /// The mark of a number, and its distance from the label; `None` for the name of a line.
    pub mark: Option<(Position, f64)>,
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

    fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
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
    is_reference: bool,
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

    /// Adds a line; one for comparison may be covered by a label that has no other place.
    pub fn add_line(&mut self, line: usize, corners: &[Position], is_reference: bool) {
        for position in dense_line(corners) {
            self.add_spot(line, position, 1.0, is_reference);
        }
    }

    pub fn add_spot(&mut self, line: usize, position: Position, radius: f64, is_reference: bool) {
        self.spots.push(Spot {
            line,
            position,
            radius,
            is_reference,
        });
    }

    /// Returns the penalty of a label of a line at a place; `None` if it leaves the plot or covers another text.
    fn cost(&self, line: usize, place: &LabelBox) -> Option<f64> {
        let is_covered = self.boxes.iter().any(|other| other.overlaps(place));
        if is_covered || !self.bounds.contains(place) {
            return None;
        }
        let mut cost = 0.0;
        let mut own_distance = f64::INFINITY;
        let mut other_distance = f64::INFINITY;
        for spot in &self.spots {
            let distance = place.distance(spot.position) - spot.radius;
            let mut penalty = REFERENCE_LINE;
            if spot.line == line {
                own_distance = own_distance.min(distance);
            }
            if !spot.is_reference && spot.line == line {
                penalty = OWN_LINE;
            } else if !spot.is_reference {
                penalty = OTHER_LINE;
                other_distance = other_distance.min(distance);
            }
            if distance < 0.0 {
                cost += penalty;
            }
        }
        if other_distance < own_distance + 2.0 {
            cost += AMBIGUOUS;
        }
        // The further from other lines the better.
        Some(cost + 8.0 / (1.0 + 0.2 * other_distance.clamp(0.0, 100.0)))
    }

    /// Returns the first of the best places, each with a penalty of its own, and its total penalty.
    fn best(&self, line: usize, places: &[(LabelBox, f64)]) -> Option<(LabelBox, f64)> {
        let places = places.iter();
        let costs =
            places.filter_map(|(place, penalty)| Some((*place, self.cost(line, place)? + penalty)));
        costs.min_by(|one, next| one.1.total_cmp(&next.1))
    }

    /// Returns the best place of a number near its mark; `None` for one that is not required without a free place.
    fn number_place(&self, label: &Label, (x, y): Position, gap: f64) -> Option<LabelBox> {
        let size = box_size(&label.block);
        let (width, height) = size;
        let mut best = None;
        for ring in 0..8 {
            let away = gap + f64::from(ring) * 5.0;
            let near = 0.7 * away;
            let above = y - height - 0.5 * away;
            // Above and below first, then at the sides and the corners.
            let places = [
                ((x - width / 2.0, y - height - away), 0.0),
                ((x - width / 2.0, y + away), 1.0),
                ((x + away + 1.0, y - height / 2.0), 2.0),
                ((x - away - 1.0 - width, y - height / 2.0), 3.0),
                ((x + near, above), 4.0),
                ((x + near, y + 0.5 * away), 4.0),
                ((x - near - width, above), 4.0),
                ((x - near - width, y + 0.5 * away), 4.0),
            ]
            .map(|(corner, penalty)| {
                let place = LabelBox::new(corner, size).moved_inside(&self.bounds);
                (place, penalty)
            });
            let found = self.best(label.line, &places);
            let is_free = found.is_some_and(|(_, cost)| cost < NOT_FREE);
            if is_free {
                return found.map(|(place, _)| place);
            }
            if label.rank != LabelRank::RequiredNumber {
                return None;
            }
            best = best.or(found);
        }
        best.map(|(place, _)| place)
    }

    /// Returns the best place of a name along its line; `None` if it touches something everywhere.
    fn name_place(&self, label: &Label) -> Option<LabelBox> {
        let spots = self.spots.iter().filter(|spot| spot.line == label.line);
        let mut anchors: Vec<Position> = spots.map(|spot| spot.position).collect();
        // On the axis, lines cannot be told apart.
        let is_above_axis = |position: &Position| position.1 < self.bounds.bottom - 4.0;
        if anchors.iter().any(is_above_axis) {
            anchors.retain(is_above_axis);
        }
        let step = anchors.len().div_ceil(MAX_ANCHORS).max(1);
        let size = box_size(&label.block);
        let (width, height) = size;
        let mut places = Vec::new();
        for (x, y) in anchors.into_iter().step_by(step) {
            for left in [x + NAME_GAP, x - width - NAME_GAP, x - width / 2.0] {
                for top in [y - height / 2.0, y - height - NAME_GAP, y + NAME_GAP] {
                    let place = LabelBox::new((left, top), size);
                    if place.distance((x, y)) > 0.0 {
                        places.push((place, 0.0));
                    }
                }
            }
        }
        let (place, cost) = self.best(label.line, &places)?;
        (cost < AMBIGUOUS).then_some(place)
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
        let place = match label.mark {
            Some((position, gap)) => obstacles.number_place(&label, position, gap),
            None => obstacles.name_place(&label),
        };
        if let Some(place) = place {
            obstacles.boxes.push(place);
            let top = place.top - LEADING_ABOVE * label.block.size;
            placed_labels.push((label, (place.left, top)));
        } else if label.rank == LabelRank::LineName {
            return None;
        }
    }
    Some(placed_labels)
}

/// Returns the size of the box of a block, without the leading above and below its letters.
fn box_size(block: &TextBlock) -> Position {
    let height = block.height() - (LEADING_ABOVE + LEADING_BELOW) * block.size;
    (block.width(), height)
}

/// Returns positions on a line at most [`SPACING`] apart, and not much nearer.
fn dense_line(corners: &[Position]) -> Vec<Position> {
    let distance = |from: Position, to: Position| (to.0 - from.0).hypot(to.1 - from.1);
    let mut positions: Vec<Position> = corners.first().copied().into_iter().collect();
    for pair in corners.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        if distance(positions[positions.len() - 1], to) < SPACING {
            continue;
        }
        let steps = (distance(from, to) / SPACING).ceil().max(1.0);
        for step in 1..=steps as usize {
            let share = step as f64 / steps;
            let x = from.0 + (to.0 - from.0) * share;
            positions.push((x, from.1 + (to.1 - from.1) * share));
        }
    }
    positions
}
