//! Labels at the lines and points of a plot, where they touch nothing else.

use super::axis::FONT_SIZE;
use super::figure::{ChartPoint, Plot, SeriesKind};
use super::sheet::{Area, PlotResult, SeriesStyle, draw_text_block, text_ink};
use crate::draw::text::{Align, TextBlock, Weight};
use plotters::prelude::RGBColor;

/// The distance between positions on a line that are checked, in points.
const SPACING: f64 = 2.0;
/// The largest number of positions of a line at which its name is tried.
const MAX_ANCHORS: usize = 50;
/// The space between a label and its line.
const GAP: f64 = 3.0;
/// The penalties of a position: for each position of its own or another line in the label, for another label, and for a
/// label that is nearer to another line, which has another colour.
const OWN_LINE: f64 = 100.0;
const OTHER_LINE: f64 = 150.0;
const OTHER_LABEL: f64 = 10_000.0;
const AMBIGUOUS: f64 = 30.0;

/// A rectangle in points from the upper left corner of a plot.
#[derive(Clone, Copy)]
struct LabelBox {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl LabelBox {
    fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let down = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(down)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right + GAP
            && other.left < self.right + GAP
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

struct PlacedLabel {
    block: TextBlock,
    place: LabelBox,
    colour: RGBColor,
}

/// The labels of a plot at their positions.
pub(super) struct PlotLabels {
    labels: Vec<PlacedLabel>,
    /// True if a label of a series touches something or is nearer to another line.
    pub has_collision: bool,
}

impl PlotLabels {
    /// Places the notes of a plot of this size and, with `has_names`, the names of several lines. `position` returns the
    /// position of a point of the plot.
    pub fn place(
        plot: &Plot,
        size: (f64, f64),
        has_names: bool,
        position: impl Fn(&ChartPoint) -> (f64, f64),
    ) -> Self {
        let styles = SeriesStyle::for_plot(plot);
        let mut placer = LabelPlacer::new(plot, size, &position);
        let mut labels = Vec::new();
        let mut has_collision = false;
        for (index, (series, style)) in plot.series.iter().zip(&styles).enumerate() {
            for (point, text) in &series.notes {
                let anchors = [position(point)];
                let (label, is_free) = placer.label(index, &anchors, text, Weight::Bold, style);
                let Some(label) = label else { continue };
                // On bars or on another line, a note cannot be read.
                let is_readable = is_free
                    || named_kind(series.kind) && !placer.touches_other_line(index, &label.place);
                if is_readable {
                    placer.boxes.push(label.place);
                    labels.push(label);
                }
            }
        }
        for (index, (series, style)) in plot.series.iter().zip(&styles).enumerate() {
            let is_named = has_names && !series.label.is_empty() && named_kind(series.kind);
            if !is_named || series.points.is_empty() {
                continue;
            }
            let weight = if series.is_main {
                Weight::Bold
            } else {
                Weight::Regular
            };
            let mut line = placer.lines[index].clone();
            // On the axis, lines cannot be told apart.
            if line.iter().any(|position| position.1 < size.1 - GAP) {
                line.retain(|position| position.1 < size.1 - GAP);
            }
            let step = line.len().div_ceil(MAX_ANCHORS).max(1);
            let anchors: Vec<(f64, f64)> = line.into_iter().step_by(step).collect();
            let (label, is_free) = placer.label(index, &anchors, &series.label, weight, style);
            has_collision |= !is_free || label.is_none();
            placer.boxes.extend(label.iter().map(|label| label.place));
            labels.extend(label);
        }
        Self {
            labels,
            has_collision,
        }
    }

    /// Draws the labels of a plot with this upper left corner.
    pub fn draw(&self, panel: &Area, (left, top): (f64, f64)) -> PlotResult {
        for label in &self.labels {
            let corner = (left + label.place.left, top + label.place.top);
            draw_text_block(panel, &label.block, corner, label.colour, Align::Start)?;
        }
        Ok(())
    }
}

/// Returns true for series that are named at their points: bars are named beside the plot.
pub(super) fn named_kind(kind: SeriesKind) -> bool {
    matches!(
        kind,
        SeriesKind::Line | SeriesKind::Steps | SeriesKind::Points
    )
}

/// The lines of a plot as positions near each other, and the labels so far.
struct LabelPlacer {
    size: (f64, f64),
    lines: Vec<Vec<(f64, f64)>>,
    boxes: Vec<LabelBox>,
}

impl LabelPlacer {
    fn new(plot: &Plot, size: (f64, f64), position: impl Fn(&ChartPoint) -> (f64, f64)) -> Self {
        let mut lines = Vec::new();
        for series in &plot.series {
            let positions: Vec<(f64, f64)> = series.points.iter().map(&position).collect();
            lines.push(match series.kind {
                SeriesKind::Line | SeriesKind::Steps => dense_line(&positions),
                SeriesKind::Bars | SeriesKind::StackedBars => bar_positions(&positions, size.1),
                SeriesKind::Points | SeriesKind::BarLevelMarks => positions,
            });
        }
        if let Some(mark) = &plot.reference_line {
            let (x, _) = position(&ChartPoint::new(mark.x, 0.0));
            lines.push(dense_line(&[(x, 0.0), (x, size.1)]));
        }
        Self {
            size,
            lines,
            boxes: Vec::new(),
        }
    }

    /// Returns a label at the best position beside one of the anchors, and true if it touches nothing; `None` if another label
    /// is everywhere.
    fn label(
        &self,
        line: usize,
        anchors: &[(f64, f64)],
        text: &str,
        weight: Weight,
        style: &SeriesStyle,
    ) -> (Option<PlacedLabel>, bool) {
        let max_width = 0.5 * self.size.0;
        let block = TextBlock::wrap_or_shrink(text, FONT_SIZE, weight, max_width, 2);
        let mut best: Option<(f64, LabelBox)> = None;
        for anchor in anchors {
            for place in places_beside(*anchor, &block) {
                let cost = self.cost(line, &place);
                if best.is_none_or(|(best_cost, _)| cost < best_cost) {
                    best = Some((cost, place));
                }
            }
        }
        let Some((cost, place)) = best.filter(|(cost, _)| *cost < OTHER_LABEL) else {
            return (None, false);
        };
        let label = PlacedLabel {
            block,
            place,
            colour: text_ink(style.colour),
        };
        (Some(label), cost < OWN_LINE)
    }

    fn touches_other_line(&self, own: usize, place: &LabelBox) -> bool {
        let mut other_lines = self.lines.iter().enumerate();
        other_lines.any(|(index, line)| {
            index != own && line.iter().any(|position| place.distance(*position) < 1.0)
        })
    }

    fn cost(&self, own: usize, place: &LabelBox) -> f64 {
        let (width, height) = self.size;
        let is_outside =
            place.left < 0.0 || place.top < 0.0 || place.right > width || place.bottom > height;
        if is_outside || self.boxes.iter().any(|other| place.overlaps(other)) {
            return OTHER_LABEL;
        }
        // Of equally free positions the rightmost is the best.
        let mut cost = 2.0 * (1.0 - place.right / width);
        let mut own_distance = f64::INFINITY;
        let mut other_distance = f64::INFINITY;
        for (index, line) in self.lines.iter().enumerate() {
            for position in line {
                let distance = place.distance(*position);
                let is_hit = distance < 1.0;
                if index == own {
                    own_distance = own_distance.min(distance);
                    cost += if is_hit { OWN_LINE } else { 0.0 };
                } else {
                    other_distance = other_distance.min(distance);
                    cost += if is_hit { OTHER_LINE } else { 0.0 };
                }
            }
        }
        if other_distance < own_distance + 1.0 {
            cost += AMBIGUOUS;
        }
        // The further from other lines the better.
        cost + 5.0 / (1.0 + 0.2 * other_distance.min(100.0))
    }
}

/// Returns the boxes of a label to the right and the left of a position, above it and below it.
fn places_beside((x, y): (f64, f64), block: &TextBlock) -> Vec<LabelBox> {
    let width = block.width();
    let height = block.height();
    let mut places = Vec::new();
    for left in [x + GAP, x - width - GAP, x - width / 2.0] {
        for top in [y - height / 2.0, y - height - GAP, y + GAP] {
            let is_on_anchor = left < x && x < left + width && top < y && y < top + height;
            if !is_on_anchor {
                places.push(LabelBox {
                    left,
                    top,
                    right: left + width,
                    bottom: top + height,
                });
            }
        }
    }
    places
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

/// Returns positions within bars from their tops to the bottom of the plot.
fn bar_positions(tops: &[(f64, f64)], bottom: f64) -> Vec<(f64, f64)> {
    let mut positions = Vec::new();
    for (x, top) in tops {
        positions.extend(dense_line(&[(*x, *top), (*x, bottom)]));
    }
    positions
}
