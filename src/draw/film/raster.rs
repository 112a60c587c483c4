//! Pixels: each drawing is rendered once, then laid on the table wherever it is seen. PNG files too.

use super::art::art;
use super::card::suits;
use super::letters::Letters;
use super::palette::TABLE;
use super::scene::{Film, Look, Resolution};
use super::svg::Gallery;
use super::timeline::{Actor, Timeline};
use crate::draw::render::{self, DrawError, number};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;
use std::fmt::Write;
use std::ops::Range;

/// A rectangle of pixels by its edges; the right and the lower one are outside of it.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Area {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Area {
    pub const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// How many are in one that begins at the origin.
    pub const fn pixels(self) -> usize {
        self.right as usize * self.bottom as usize
    }

    /// The smallest part that holds both.
    pub fn with(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                left: self.left.min(other.left),
                top: self.top.min(other.top),
                right: self.right.max(other.right),
                bottom: self.bottom.max(other.bottom),
            },
        }
    }

    /// The part of it in another one; empty when there is none.
    fn within(self, other: Self) -> Self {
        let part = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        if part.is_empty() { Self::default() } else { part }
    }
}

/// A drawing in pixels, and where its origin is in it.
struct Stamp {
    /// Red, green, blue and opacity; the colours are multiplied with the opacity.
    pixels: Pixmap,
    rgb: Vec<u8>,
    /// Of each row the pieces of which something is seen, and which of them hide what is below.
    rows: Vec<Vec<(Range<i32>, bool)>>,
    left: i32,
    top: i32,
}

/// The drawings of a film in pixels.
pub(super) struct Stamps<'a> {
    pub timeline: &'a Timeline,
    stamps: Vec<Option<Stamp>>,
    of_actor: Vec<usize>,
    /// A row of the empty table.
    table: Vec<u8>,
    resolution: Resolution,
}

impl<'a> Stamps<'a> {
    pub fn of(
        film: &Film,
        resolution: Resolution,
        timeline: &'a Timeline,
        letters: &Letters,
    ) -> Result<Self, DrawError> {
        let gallery = Gallery::of(timeline.actors.iter().map(|actor| (&actor.look, actor.scale)));
        let of_actor = timeline.actors.iter().map(|actor| gallery.number(&actor.look, actor.scale)).collect();
        let (width, height) = (number(film.width), number(film.height));
        let mut drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><defs>{}{}</defs>",
            suits(),
            letters.defs()
        );
        for (&(look, _), place) in &gallery.numbers {
            let _ = write!(drawing, "<g id=\"d{place}\">{}</g>", art(look, letters));
        }
        drawing.push_str("</svg>");
        let tree = render::read(&drawing)?;
        let stamp = |(&(_, scale), place): (&(&Look, u16), &usize)| {
            let node = tree.node_by_id(&format!("d{place}"));
            node.map(|node| stamp(node, resolution.scale * f64::from(scale) / 100.0)).transpose()
        };
        let stamps = gallery.numbers.iter().map(stamp).collect::<Result<_, _>>()?;
        let table = colour(TABLE).repeat(resolution.width.into());
        Ok(Self { timeline, stamps, of_actor, table, resolution })
    }

    pub const fn whole(&self) -> Area {
        Area { left: 0, top: 0, right: self.resolution.width as i32, bottom: self.resolution.height as i32 }
    }

    /// Where the picture may look different at two times; empty when nothing changes.
    pub fn touched(&self, before: f64, now: f64) -> Area {
        let mut touched = Area::default();
        for (actor, &stamp) in self.timeline.actors.iter().zip(&self.of_actor) {
            if let Some(stamp) = &self.stamps[stamp] {
                let [old, new] = [before, now].map(|time| self.pose(stamp, actor, time));
                if old != new {
                    old.into_iter().chain(new).for_each(|pose| touched = touched.with(pose.area));
                }
            }
        }
        touched.within(self.whole())
    }

    /// Paints a part of the picture at a time. The canvas holds red, green and blue of each pixel of the whole picture.
    pub fn paint(&self, time: f64, area: Area, canvas: &mut [u8]) {
        for y in area.top..area.bottom {
            let row = &mut canvas[self.pixel(area.left, y)..self.pixel(area.right, y)];
            row.copy_from_slice(&self.table[..row.len()]);
        }
        for (actor, &stamp) in self.timeline.actors.iter().zip(&self.of_actor) {
            if let Some(stamp) = &self.stamps[stamp]
                && let Some(pose) = self.pose(stamp, actor, time)
            {
                self.lay(stamp, pose, area, canvas);
            }
        }
    }

    /// Where a pixel stands in the canvas.
    const fn pixel(&self, x: i32, y: i32) -> usize {
        3 * (y as usize * self.resolution.width as usize + x as usize)
    }

    /// How an actor is seen at a time.
    fn pose(&self, stamp: &Stamp, actor: &Actor, time: f64) -> Option<Pose> {
        let [seen] = actor.seen.at(time);
        let seen = (seen * 256.0).round() as u32;
        if seen == 0 {
            return None;
        }
        let [wide] = actor.wide.at(time);
        let columns = (f64::from(stamp.pixels.width()) * wide).round() as i32;
        let [x, y] = actor.place.at(time).map(|place| place * self.resolution.scale);
        let left = (x + f64::from(stamp.left) * wide).round() as i32;
        let top = y.round() as i32 + stamp.top;
        let area = Area { left, top, right: left + columns, bottom: top + stamp.pixels.height() as i32 };
        (columns > 0).then_some(Pose { area, seen })
    }

    fn lay(&self, stamp: &Stamp, pose: Pose, within: Area, canvas: &mut [u8]) {
        let Pose { area, seen } = pose;
        let part = area.within(within);
        let own_width = stamp.pixels.width() as i32;
        let columns = area.right - area.left;
        let whole = columns == own_width && seen == 256;
        let pixels = stamp.pixels.data();
        for y in part.top..part.bottom {
            let row = y - area.top;
            let blend = |canvas: &mut [u8], xs: Range<i32>| {
                for x in xs {
                    let column = x - area.left;
                    // Of a card that is being turned over, every so many columns are seen.
                    let own = if columns == own_width { column } else { (2 * column + 1) * own_width / (2 * columns) };
                    let from = 4 * (row * own_width + own) as usize;
                    let to = self.pixel(x, y);
                    over(&pixels[from..from + 4], &mut canvas[to..to + 3], seen);
                }
            };
            if !whole {
                blend(canvas, part.left..part.right);
                continue;
            }
            for (piece, hides) in &stamp.rows[row as usize] {
                let (left, right) = ((area.left + piece.start).max(part.left), (area.left + piece.end).min(part.right));
                if left < right && *hides {
                    let from = 3 * (row * own_width + left - area.left) as usize;
                    let to = self.pixel(left, y)..self.pixel(right, y);
                    canvas[to.clone()].copy_from_slice(&stamp.rgb[from..from + to.len()]);
                } else {
                    blend(canvas, left..right);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Pose {
    area: Area,
    /// Of 256 parts.
    seen: u32,
}

/// Lays a pixel over another one, `seen` of 256 parts of it.
fn over(above: &[u8], below: &mut [u8], seen: u32) {
    let cover = u32::from(above[3]) * seen;
    if cover == 0 {
        return;
    }
    let mixed = |under: u8, colour: u8| {
        let mixed = u32::from(colour) * seen * 255 + u32::from(under) * (255 * 256 - cover);
        ((mixed + 255 * 128) / (255 * 256)) as u8
    };
    below[0] = mixed(below[0], above[0]);
    below[1] = mixed(below[1], above[1]);
    below[2] = mixed(below[2], above[2]);
}

fn stamp(node: &usvg::Node, scale: f64) -> Result<Stamp, DrawError> {
    let area = node.abs_layer_bounding_box().ok_or_else(|| DrawError::Picture("a drawing is empty".into()))?;
    let edge = |edge: f32| f64::from(edge) * scale;
    let (left, top) = (edge(area.left()).floor() - 1.0, edge(area.top()).floor() - 1.0);
    let (width, height) = (edge(area.right()).ceil() + 1.0 - left, edge(area.bottom()).ceil() + 1.0 - top);
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or_else(|| DrawError::Picture("no room for a drawing".into()))?;
    // The renderer moves the node's upper left corner to the origin.
    let place = Transform::from_translate((edge(area.left()) - left) as f32, (edge(area.top()) - top) as f32)
        .pre_scale(scale as f32, scale as f32);
    resvg::render_node(node, place, &mut pixels.as_mut())
        .ok_or_else(|| DrawError::Picture("a drawing is empty".into()))?;
    let rgb = pixels.data().chunks(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    let rows = pixels.data().chunks(4 * width as usize).map(pieces).collect();
    Ok(Stamp { pixels, rgb, rows, left: left as i32, top: top as i32 })
}

/// The pieces of a row of which something is seen, and which of them hide what is below.
fn pieces(row: &[u8]) -> Vec<(Range<i32>, bool)> {
    let mut pieces: Vec<(Range<i32>, bool)> = Vec::new();
    for (pixel, x) in row.chunks(4).zip(0..) {
        let hides = pixel[3] == 255;
        match pieces.last_mut() {
            _ if pixel[3] == 0 => {}
            Some((piece, before)) if piece.end == x && *before == hides => piece.end += 1,
            _ => pieces.push((x..x + 1, hides)),
        }
    }
    pieces
}

/// A colour written as `#rrggbb`.
fn colour(text: &str) -> [u8; 3] {
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap_or_default();
    [part(1), part(3), part(5)]
}

pub(super) fn png(svg: &str, resolution: Resolution) -> Result<Vec<u8>, DrawError> {
    let tree = render::read(svg)?;
    let (width, height) = (u32::from(resolution.width), u32::from(resolution.height));
    let [red, green, blue] = colour(TABLE);
    // The file has its size in pixels already.
    let fit = |pixels: u32, length: f32| pixels as f32 / length;
    let scale = Transform::from_scale(fit(width, tree.size().width()), fit(height, tree.size().height()));
    render::png(&tree, (width, height), scale, Color::from_rgba8(red, green, blue, 255), None)
}
