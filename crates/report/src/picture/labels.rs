//! Labels at the lines and marks of a plot, where they touch nothing else.

use super::sheet::TEXT_SIZE;
use crate::draw::{TextBlock, Weight};

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
pub(super) enum Wanted {
    /// The number at a mark.
    Number {
        line: usize,
        text: String,
        position: (f64, f64),
        /// The distance from the position to the label.
        gap: f64,
        /// True for a number that has to be drawn.
        is_required: bool,
    },
    /// The name of a line.
    Name { line: usize, block: TextBlock },
    /// The name of a line for comparison.
    Reference { line: usize, block: TextBlock },
}

/// A label at its place.
pub(super) struct PlacedLabel {
    pub block: TextBlock,
    pub left: f64,
    pub top: f64,
    /// The index of its line.
    pub line: usize,
}

/// A rectangle in points.
#[derive(Clone, Copy)]
struct LabelBox {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl LabelBox {
    fn new((left, top): (f64, f64), (width, height): (f64, f64)) -> Self {
        Self {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    fn distance(&self, (x, y): (f64, f64)) -> f64 {
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
}

/// A place of a line that labels must not cover.
struct Spot {
    line: usize,
    position: (f64, f64),
    radius: f64,
    is_reference: bool,
}

/// Everything that labels must not cover.
pub(super) struct Obstacles {
    bounds: LabelBox,
    boxes: Vec<LabelBox>,
    spots: Vec<Spot>,
}

impl Obstacles {
    /// Creates an area between two corners, where labels may be.
    pub fn new((left, top): (f64, f64), (right, bottom): (f64, f64)) -> Self {
        Self {
            bounds: LabelBox {
                left,
                top,
                right,
                bottom,
            },
            boxes: Vec::new(),
            spots: Vec::new(),
        }
    }

    /// Adds a rectangle with this upper left corner and size.
    pub fn add_box(&mut self, corner: (f64, f64), size: (f64, f64)) {
        self.boxes.push(LabelBox::new(corner, size));
    }

    pub fn add_line(&mut self, line: usize, corners: &[(f64, f64)]) {
        self.add_spots(line, corners, false);
    }

    /// Adds a line for comparison, which a label may cover if there is no other place.
    pub fn add_reference(&mut self, line: usize, ends: &[(f64, f64)]) {
        self.add_spots(line, ends, true);
    }

    fn add_spots(&mut self, line: usize, corners: &[(f64, f64)], is_reference: bool) {
        for position in dense_line(corners) {
            self.spots.push(Spot {
                line,
                position,
                radius: 1.0,
                is_reference,
            });
        }
    }

    pub fn add_mark(&mut self, line: usize, position: (f64, f64), radius: f64) {
        self.spots.push(Spot {
            line,
            position,
            radius: radius + 0.5,
            is_reference: false,
        });
    }

    /// Returns the penalty of a label of a line at a place; `None` if it leaves the plot or covers another text.
    fn cost(&self, own: usize, place: &LabelBox) -> Option<f64> {
        let bounds = &self.bounds;
        let is_inside = bounds.left <= place.left
            && place.right <= bounds.right
            && bounds.top <= place.top
            && place.bottom <= bounds.bottom;
        if !is_inside || self.boxes.iter().any(|other| other.overlaps(place)) {
            return None;
        }
        let mut cost = 0.0;
        let mut own_distance = f64::INFINITY;
        let mut other_distance = f64::INFINITY;
        for spot in &self.spots {
            let distance = place.distance(spot.position) - spot.radius;
            let penalty = match (spot.line == own, spot.is_reference) {
                (_, true) => REFERENCE_LINE,
                (true, false) => OWN_LINE,
                (false, false) => OTHER_LINE,
            };
            if distance < 0.0 {
                cost += penalty;
            }
            if spot.line == own {
                own_distance = own_distance.min(distance);
            } else if !spot.is_reference {
                other_distance = other_distance.min(distance);
            }
        }
        if other_distance < own_distance + 2.0 {
            cost += AMBIGUOUS;
        }
        // The further from other lines the better.
        Some(cost + 8.0 / (1.0 + 0.2 * other_distance.clamp(0.0, 100.0)))
    }

    /// Returns the best of some places, each with a penalty of its own, and its total penalty.
    fn best(&self, own: usize, places: &[(LabelBox, f64)]) -> Option<(LabelBox, f64)> {
        let mut best: Option<(LabelBox, f64)> = None;
        for (place, penalty) in places {
            let Some(cost) = self.cost(own, place) else {
                continue;
            };
            let cost = cost + penalty;
            if best.is_none_or(|(_, best_cost)| cost < best_cost) {
                best = Some((*place, cost));
            }
        }
        best
    }
}

/// Places labels: first the numbers that are required, then names, then other numbers where there is room. Returns
/// `None` if a name of a line has no room.
pub(super) fn place_labels(
    mut obstacles: Obstacles,
    wanted: Vec<Wanted>,
) -> Option<Vec<PlacedLabel>> {
    let order = |label: &Wanted| match label {
        Wanted::Number {
            is_required: true, ..
        } => 0,
        Wanted::Name { .. } => 1,
        Wanted::Reference { .. } => 2,
        Wanted::Number { .. } => 3,
    };
    let mut wanted = wanted;
    wanted.sort_by_key(order);
    let mut labels = Vec::new();
    for label in wanted {
        let (line, block, place) = match label {
            Wanted::Number {
                line,
                text,
                position,
                gap,
                is_required,
            } => {
                let block =
                    TextBlock::wrap_or_shrink(&text, TEXT_SIZE, Weight::Regular, f64::INFINITY, 1);
                let place = obstacles.number_place(line, &block, position, gap, is_required);
                (line, block, place)
            }
            Wanted::Name { line, block } => {
                let place = obstacles.name_place(line, &block);
                (line, block, Some(place?))
            }
            Wanted::Reference { line, block } => {
                let place = obstacles.name_place(line, &block);
                (line, block, place)
            }
        };
        if let Some(place) = place {
            obstacles.boxes.push(place);
            let block_size = block.size;
            labels.push(PlacedLabel {
                block,
                left: place.left,
                top: place.top - LEADING_ABOVE * block_size,
                line,
            });
        }
    }
    Some(labels)
}

/// Returns the size of the box of a block, without the leading above and below its letters.
fn box_size(block: &TextBlock) -> (f64, f64) {
    (
        block.width(),
        block.height() - (LEADING_ABOVE + LEADING_BELOW) * block.size,
    )
}

impl Obstacles {
    /// Returns a label at the nearest place within the plot.
    fn moved_inside(&self, (left, top): (f64, f64), (width, height): (f64, f64)) -> LabelBox {
        let bounds = &self.bounds;
        let left = left.min(bounds.right - width).max(bounds.left);
        let top = top.min(bounds.bottom - height).max(bounds.top);
        LabelBox::new((left, top), (width, height))
    }

    /// Returns the best place of a number near its mark; `None` for one that is not required without a free place.
    fn number_place(
        &self,
        line: usize,
        block: &TextBlock,
        (x, y): (f64, f64),
        gap: f64,
        is_required: bool,
    ) -> Option<LabelBox> {
        let (width, height) = box_size(block);
        let mut best = None;
        for ring in 0..8 {
            let away = gap + f64::from(ring) * 5.0;
            // Above and below first, then at the sides and the corners.
            let corners = [
                ((x - width / 2.0, y - height - away), 0.0),
                ((x - width / 2.0, y + away), 1.0),
                ((x + away + 1.0, y - height / 2.0), 2.0),
                ((x - away - 1.0 - width, y - height / 2.0), 3.0),
                ((x + 0.7 * away, y - height - 0.5 * away), 4.0),
                ((x + 0.7 * away, y + 0.5 * away), 4.0),
                ((x - 0.7 * away - width, y - height - 0.5 * away), 4.0),
                ((x - 0.7 * away - width, y + 0.5 * away), 4.0),
            ];
            let size = (width, height);
            let places =
                corners.map(|(corner, penalty)| (self.moved_inside(corner, size), penalty));
            let found = self.best(line, &places);
            let is_free = found.is_some_and(|(_, cost)| cost < NOT_FREE);
            if is_free {
                return found.map(|(place, _)| place);
            }
            if !is_required {
                return None;
            }
            best = best.or(found);
        }
        best.map(|(place, _)| place)
    }

    /// Returns the best place of a name along its line; `None` if it touches something everywhere.
    fn name_place(&self, line: usize, block: &TextBlock) -> Option<LabelBox> {
        let spots = self.spots.iter().filter(|spot| spot.line == line);
        let mut anchors: Vec<(f64, f64)> = spots.map(|spot| spot.position).collect();
        // On the axis, lines cannot be told apart.
        let is_above_axis = |position: &(f64, f64)| position.1 < self.bounds.bottom - 4.0;
        if anchors.iter().any(is_above_axis) {
            anchors.retain(is_above_axis);
        }
        let step = anchors.len().div_ceil(MAX_ANCHORS).max(1);
        let (width, height) = box_size(block);
        let mut places = Vec::new();
        for (x, y) in anchors.into_iter().step_by(step) {
            for left in [x + NAME_GAP, x - width - NAME_GAP, x - width / 2.0] {
                for top in [y - height / 2.0, y - height - NAME_GAP, y + NAME_GAP] {
                    let place = LabelBox::new((left, top), (width, height));
                    if place.distance((x, y)) > 0.0 {
                        places.push((place, 0.0));
                    }
                }
            }
        }
        let (place, cost) = self.best(line, &places)?;
        (cost < NOT_FREE.min(AMBIGUOUS)).then_some(place)
    }
}

/// Returns positions on a line at most [`SPACING`] apart, and not much nearer.
fn dense_line(corners: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut positions: Vec<(f64, f64)> = corners.first().copied().into_iter().collect();
    for pair in corners.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let last = positions[positions.len() - 1];
        if (to.0 - last.0).hypot(to.1 - last.1) < SPACING {
            continue;
        }
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let steps = (length / SPACING).ceil().max(1.0);
        for step in 1..=steps as usize {
            let share = step as f64 / steps;
            positions.push((
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            ));
        }
    }
    positions
}
