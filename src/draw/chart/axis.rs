//! The two axes of a plot: their ticks, labels and rules.

use super::canvas::{Canvas, Letters, Run};
use super::figure::Plot;
use super::map::Map;
use super::palette::{INK, RULE};
use super::scale::Tick;
use crate::draw::area::Area;
use crate::draw::font::{Weight, width};
use crate::draw::text::{Align, Block};
use crate::lang::Lang;

const LETTERS: f64 = 7.4;
const LABEL: f64 = 8.0;
const TICK: f64 = 3.0;
const SMALL_TICK: f64 = 1.8;
const LINE: f64 = 0.6;

/// The horizontal axis.
pub(super) struct Along {
    area: Area<f64>,
    ticks: Vec<(Tick, Block)>,
    label: Block,
}

impl Along {
    pub fn new(plot: &Plot, map: &Map, lang: Lang) -> Self {
        let area = map.area;
        let label = Block::fit(&plot.x.label, LABEL, Weight::Book, area.width().max(60.0), 2);
        let ticks = map.x.ticks(&plot.x, lang, |ticks| apart(ticks, area.width()));
        let block = |tick: &Tick| Block::fit(&tick.label, LETTERS, Weight::Book, f64::INFINITY, 1);
        let blocks: Vec<Block> = ticks.iter().map(block).collect();
        Self { area, ticks: ticks.into_iter().zip(blocks).collect(), label }
    }

    fn labels_height(&self) -> f64 {
        self.ticks.iter().map(|(_, block)| block.height()).fold(0.0, f64::max)
    }

    /// From the axis to the bottom of its label.
    pub fn height(&self) -> f64 {
        TICK + 2.0 + self.labels_height() + if self.label.lines.is_empty() { 0.0 } else { 3.0 + self.label.height() }
    }

    /// How far tick labels stick out of the plot, left and right.
    pub fn overhang(&self) -> (f64, f64) {
        let half = |block: &Block| block.width() / 2.0;
        self.ticks.iter().fold((0.0, 0.0), |(left, right): (f64, f64), (tick, block)| {
            let x = tick.share * self.area.width();
            (left.max(half(block) - x), right.max(half(block) - (self.area.width() - x)))
        })
    }

    pub fn draw(&self, canvas: &mut Canvas, panel: Area<f64>) {
        let Area { left, right, bottom, .. } = self.area;
        canvas.line((left, bottom), (right, bottom), INK, LINE);
        let top = bottom + TICK + 1.5;
        for (tick, block) in &self.ticks {
            let x = left + tick.share * self.area.width();
            let long = if tick.label.is_empty() { SMALL_TICK } else { TICK };
            canvas.line((x, bottom), (x, bottom + long), INK, LINE);
            canvas.block(block, (x, top), INK, Align::Middle, Run::Across);
        }
        let half = self.label.width() / 2.0;
        let middle = ((left + right) / 2.0).clamp(panel.left + half, (panel.right - half).max(panel.left + half));
        canvas.block(&self.label, (middle, top + self.labels_height() + 3.0), INK, Align::Middle, Run::Across);
    }
}

/// Whether the labels of a horizontal axis are few enough and apart.
fn apart(ticks: &[Tick], width_of_axis: f64) -> bool {
    const MAX: usize = 16;
    let clear = |pair: &[Tick]| {
        let need = pair.iter().map(|t| width(&t.label, LETTERS, Weight::Book)).sum::<f64>() / 2.0;
        (pair[1].share - pair[0].share) * width_of_axis >= need + 0.55 * LETTERS
    };
    ticks.len() <= MAX && ticks.windows(2).all(clear)
}

/// The vertical axis.
pub(super) struct Upwards {
    area: Area<f64>,
    ticks: Vec<Tick>,
    label: Block,
}

impl Upwards {
    pub fn new(plot: &Plot, map: &Map, lang: Lang) -> Self {
        let area = map.area;
        let least = (2.1 * LETTERS).max(area.height() / 8.0);
        let apart = |ticks: &[Tick]| ticks.windows(2).all(|p| (p[1].share - p[0].share) * area.height() >= least);
        let ticks = map.y.ticks(&plot.y, lang, apart);
        Self { area, ticks, label: Block::fit(&plot.y.label, LABEL, Weight::Book, area.height().max(60.0), 2) }
    }

    /// From the left of its label to the axis.
    pub fn width(&self) -> f64 {
        let widest = self.ticks.iter().map(|t| width(&t.label, LETTERS, Weight::Book)).fold(0.0, f64::max);
        TICK + 2.5 + widest + if self.label.lines.is_empty() { 0.0 } else { 4.0 + self.label.height() }
    }

    /// Light rules at the ticks, below the data.
    pub fn rules(&self, canvas: &mut Canvas) {
        for tick in self.ticks.iter().filter(|t| !t.label.is_empty() && t.share > 1e-6) {
            let y = self.y(tick);
            canvas.line((self.area.left, y), (self.area.right, y), RULE, 0.5);
        }
    }

    pub fn draw(&self, canvas: &mut Canvas) {
        let Area { left, top, bottom, .. } = self.area;
        canvas.line((left, top), (left, bottom), INK, LINE);
        for tick in &self.ticks {
            let y = self.y(tick);
            let long = if tick.label.is_empty() { SMALL_TICK } else { TICK };
            canvas.line((left - long, y), (left, y), INK, LINE);
            let at = (left - TICK - 2.5, y + 0.36 * LETTERS);
            canvas.text(
                &tick.label,
                at,
                Letters { size: LETTERS, weight: Weight::Book, colour: INK },
                Align::End,
                Run::Across,
            );
        }
        let at = (left - self.width(), (top + bottom) / 2.0);
        canvas.block(&self.label, at, INK, Align::Middle, Run::Upwards);
    }

    fn y(&self, tick: &Tick) -> f64 {
        self.area.bottom - tick.share * self.area.height()
    }
}
