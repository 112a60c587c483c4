//! Names of series and shades: laid out in rows or columns, and put where they hide nothing.

use super::bars::LEVEL;
use super::canvas::{Canvas, RIM, Run};
use super::figure::{Kind, Plot, Shade};
use super::palette::{Colour, INK, Look, shade};
use super::series::look;
use crate::draw::area::Area;
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};

/// Size of the letters, in points.
pub(super) const LETTERS: f64 = 7.4;
const SAMPLE: f64 = 15.0;
const GAP: f64 = 4.0;
const BETWEEN: f64 = 13.0;

/// The little picture beside a name.
#[derive(Clone, Debug)]
enum Sample {
    Line(Look),
    Points(Look),
    Fill { colour: Colour, border: Colour },
    Level,
}

/// A name with its picture.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    sample: Sample,
    label: String,
    pub colour: Colour,
}

impl Entry {
    /// Its name as it stands at the end of a line.
    pub fn end_block(&self) -> Block {
        Block::fit(&self.label, LETTERS, Weight::Book, f64::INFINITY, 1)
    }
}

/// The names of a plot's series, those without a name left out.
pub(super) fn entries(plot: &Plot) -> Vec<Entry> {
    let named = plot.series.iter().enumerate().filter(|(_, series)| !series.label.trim().is_empty());
    named
        .map(|(i, series)| {
            let look = look(plot, i);
            let sample = match series.kind {
                Kind::Line => Sample::Line(look),
                Kind::Points => Sample::Points(look),
                Kind::Bars | Kind::Stacked => Sample::Fill { colour: look.fill(), border: look.fill() },
                Kind::Levels => Sample::Level,
            };
            Entry { sample, label: series.label.clone(), colour: look.colour }
        })
        .collect()
}

/// The names of a key's shades.
fn key_entries(key: &[(Shade, String)]) -> Vec<Entry> {
    let entry = |(value, label): &(_, String)| {
        let colour = shade(*value);
        Entry { sample: Sample::Fill { colour, border: colour.mixed(INK, 0.25) }, label: label.clone(), colour: INK }
    };
    key.iter().map(entry).collect()
}

/// Entries with their places, from the upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    entries: Vec<(Entry, Block, f64, f64)>,
    pub width: f64,
    pub height: f64,
}

impl Laid {
    fn place(&mut self, entry: Entry, block: Block, x: f64, y: f64) {
        self.width = self.width.max(x + SAMPLE + GAP + block.width());
        self.height = self.height.max(y + block.height());
        self.entries.push((entry, block, x, y));
    }

    const fn empty() -> Self {
        Self { entries: Vec::new(), width: 0.0, height: 0.0 }
    }

    /// In rows as wide as `room`, filled from the left.
    pub fn rows(entries: &[Entry], room: f64) -> Self {
        let (mut laid, mut x) = (Self::empty(), 0.0);
        let mut y = 0.0;
        for entry in entries {
            let block = Block::fit(&entry.label, LETTERS, Weight::Book, room - SAMPLE - GAP, 2);
            let wide = SAMPLE + GAP + block.width();
            if x > 0.0 && x + wide > room {
                (x, y) = (0.0, laid.height + 1.5);
            }
            laid.place(entry.clone(), block, x, y);
            x += wide + BETWEEN;
        }
        laid
    }

    /// One below the other, or in several columns, read downwards; long names are broken.
    pub fn columns(entries: &[Entry], columns: usize, room: f64) -> Self {
        let each = (room - BETWEEN * (columns - 1) as f64) / columns as f64 - SAMPLE - GAP;
        let (mut laid, mut left) = (Self::empty(), 0.0);
        for column in entries.chunks(entries.len().div_ceil(columns).max(1)) {
            let mut y = 0.0;
            for entry in column {
                let block = Block::fit(&entry.label, LETTERS, Weight::Book, each, 2);
                let below = y + block.height() + 1.2;
                laid.place(entry.clone(), block, left, y);
                y = below;
            }
            left = laid.width + BETWEEN;
        }
        laid
    }

    /// Draws the entries from this corner.
    pub fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64)) {
        for (entry, block, x, y) in &self.entries {
            let (x, y) = (left + x, top + y);
            sample(canvas, &entry.sample, x, y + block.size * 0.66);
            canvas.block(block, (x + SAMPLE + GAP, y), INK, Align::Start, Run::Across);
        }
    }

    /// A place in the plot where it covers none of the obstacles: corners first, then borders, then anywhere.
    pub fn free_place(&self, area: Area<f64>, obstacles: &[Area<f64>]) -> Option<(f64, f64)> {
        const MARGIN: f64 = 5.0;
        const STEPS: u32 = 12;
        let (spare_x, spare_y) = (area.width() - self.width - 2.0 * MARGIN, area.height() - self.height - 2.0 * MARGIN);
        if spare_x < 0.0 || spare_y < 0.0 {
            return None;
        }
        let mut shares: Vec<(f64, f64)> = (0..=STEPS)
            .flat_map(|i| (0..=STEPS).map(move |j| (f64::from(i) / f64::from(STEPS), f64::from(j) / f64::from(STEPS))))
            .collect();
        // Distance from a corner, the lower right one before the upper left one, before the others.
        let rank = |(x, y): &(f64, f64)| {
            let corner = x.min(1.0 - x).powi(2) + y.min(1.0 - y).powi(2);
            let which = if (*x > 0.5) == (*y > 0.5) { 0.0 } else { 0.001 } + if *x > 0.5 { 0.0 } else { 0.0005 };
            corner + which
        };
        shares.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        shares.into_iter().map(|(x, y)| (area.left + MARGIN + x * spare_x, area.top + MARGIN + y * spare_y)).find(
            |&(x, y)| {
                let taken =
                    Area { left: x - 3.0, top: y - 3.0, right: x + self.width + 3.0, bottom: y + self.height + 3.0 };
                !obstacles.iter().any(|o| o.meets(&taken))
            },
        )
    }
}

fn sample(canvas: &mut Canvas, sample: &Sample, x: f64, y: f64) {
    let middle = (x + SAMPLE / 2.0, y);
    match sample {
        Sample::Line(look) => {
            canvas.path(&[(x, y), (x + SAMPLE, y)], look.colour, look.width, look.dashes);
            if look.marked {
                canvas.marker(middle, look, RIM);
            }
        }
        Sample::Points(look) => canvas.marker(middle, look, 0.0),
        Sample::Level => canvas.line((x + 2.0, y), (x + SAMPLE - 2.0, y), INK, LEVEL),
        Sample::Fill { colour, border } => {
            let area = Area { left: x, right: x + SAMPLE, top: y - 3.1, bottom: y + 3.1 };
            canvas.fill(area, *border);
            let inner =
                Area { left: area.left + 0.5, right: area.right - 0.5, top: area.top + 0.5, bottom: area.bottom - 0.5 };
            canvas.fill(inner, *colour);
        }
    }
}

/// How high a key is, in a panel of this width.
pub(super) fn key_height(key: &[(Shade, String)], room: f64) -> f64 {
    if key.is_empty() { 0.0 } else { Laid::rows(&key_entries(key), room).height + 6.0 }
}

/// Draws a key from this top edge, between the sides of `panel`.
pub(super) fn draw_key(canvas: &mut Canvas, key: &[(Shade, String)], panel: Area<f64>, top: f64) {
    let laid = Laid::rows(&key_entries(key), panel.width());
    let middle = (panel.left + panel.right) / 2.0;
    laid.draw(canvas, (middle - laid.width / 2.0, top));
}
