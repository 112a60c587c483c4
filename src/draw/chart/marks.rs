//! Marks: vertical lines across a plot, named above it.

use super::canvas::{Canvas, Run};
use super::figure::{Mark, Plot, Style};
use super::map::Map;
use super::palette::{Colour, GREY, INK, Look};
use crate::draw::area::Area;
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};

const LETTERS: f64 = 7.4;
/// Least distance between two labels.
const APART: f64 = 4.0;
/// How far a label may stand beside its line.
const ASIDE: f64 = 3.0;

fn mark_block(mark: &Mark, panel: Area<f64>) -> Block {
    Block::fit(&mark.label, LETTERS, Weight::Book, panel.width() * 0.6, 3)
}

/// The label of a mark.
struct Label {
    block: Block,
    /// Its middle if it were alone.
    own: f64,
    /// Its middle.
    x: f64,
    /// Its distance above the first row.
    above: f64,
}

impl Label {
    fn half(&self) -> f64 {
        self.block.width() / 2.0
    }

    fn hits(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < self.half() + other.half() + APART - 0.1
            && self.above < other.above + other.block.height()
            && other.above < self.above + self.block.height()
    }
}

/// The labels of the marks, from the left: in one row if each can stand over or close to its own line, those
/// that cannot above it.
fn labels(plot: &Plot, map: &Map, panel: Area<f64>) -> Vec<Label> {
    let mut marks: Vec<&Mark> = plot.marks.iter().collect();
    marks.retain(|m| !m.label.trim().is_empty() && (-1e-9..=1.0 + 1e-9).contains(&map.x.share(m.at)));
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut placed: Vec<Label> = Vec::new();
    for mark in marks {
        let block = mark_block(mark, panel);
        let half = block.width() / 2.0;
        let own = map.x(mark.at).clamp(panel.left + half, (panel.right - half).max(panel.left + half));
        let mut label = Label { block, own, x: own, above: 0.0 };
        if placed.iter().any(|other| label.hits(other)) && !part(&mut placed, &mut label, panel) {
            let rows = (1..=20).map(|row| f64::from(row) * LETTERS * 1.3);
            for above in rows {
                label.above = above;
                if !placed.iter().any(|other| label.hits(other)) {
                    break;
                }
            }
        }
        placed.push(label);
    }
    placed
}

/// Moves a label of the first row to the right and the one before it to the left until they are apart; false, and
/// nothing moved, when one of them would leave its line.
fn part(placed: &mut [Label], label: &mut Label, panel: Area<f64>) -> bool {
    let Some((last, before)) = placed.split_last_mut().filter(|(last, _)| last.above == 0.0) else { return false };
    let bound = before.iter().filter(|b| b.above == 0.0).map(|b| b.x + b.half() + APART).fold(panel.left, f64::max);
    let spare = (last.half() + ASIDE - (last.own - last.x)).min(last.x - last.half() - bound).max(0.0);
    let need = last.x + last.half() + APART + label.half() - label.own;
    let most = (label.half() + ASIDE).min(panel.right - label.half() - label.own);
    let left = (need / 2.0).max(need - most).min(spare);
    if need - left > most {
        return false;
    }
    let (old, new) = (last.x, label.own + need - left);
    last.x -= left;
    label.x = new;
    if before.iter().any(|other| last.hits(other) || label.hits(other)) {
        (last.x, label.x) = (old, label.own);
        return false;
    }
    true
}

/// The room that labels take above the plot.
pub(super) fn height(plot: &Plot, map: &Map, panel: Area<f64>) -> f64 {
    labels(plot, map, panel).iter().map(|label| label.above + label.block.height()).fold(0.0, f64::max)
}

fn mark_colour(plot: &Plot) -> Colour {
    if plot.series.len() == 1 { Look::of(Style::Index(1), 0).colour } else { GREY }
}

/// Draws the marks and their labels.
pub(super) fn draw(canvas: &mut Canvas, plot: &Plot, map: &Map, panel: Area<f64>) {
    let (inner, colour) = (map.area, mark_colour(plot));
    for mark in &plot.marks {
        let x = map.x(mark.at);
        if inner.holds((x, inner.top)) {
            canvas.path(&[(x, inner.bottom), (x, inner.top - 3.0)], colour, 0.8, &[]);
        }
    }
    for label in labels(plot, map, panel) {
        let top = inner.top - 4.0 - label.above - label.block.height();
        canvas.block(&label.block, (label.x, top), colour.mixed(INK, 0.35), Align::Middle, Run::Across);
    }
}
