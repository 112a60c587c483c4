//! Letters as outlines of the embedded font, each one once; words are made of them.

use super::scene::{Frame, Look, Words};
use crate::draw::font::{Weight, width};
use crate::draw::render::{DrawError, escaped, number, whole};
use crate::draw::text::{Align, Block, LEADING};
use crate::lang::{Lang, Say};
use resvg::tiny_skia::{Path, PathSegment};
use resvg::usvg;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The size in which outlines stand in the file.
const EM: f64 = 100.0;
/// Lines that words may take.
const LINES: usize = 2;

type Letter = (char, Weight);

/// The outlines that a film needs, and the language that it speaks.
pub(super) struct Letters {
    pub lang: Lang,
    /// For each letter its number and its outline.
    outlines: BTreeMap<Letter, (usize, String)>,
}

impl Letters {
    pub fn of<'a>(frames: impl Iterator<Item = &'a Frame>, lang: Lang) -> Result<Self, DrawError> {
        let looks: BTreeSet<&Look> = frames.flat_map(|frame| &frame.sprites).map(|sprite| &sprite.look).collect();
        let mut letters = BTreeSet::new();
        for look in looks {
            let (written, weight) = match look {
                Look::Words(words) => (words.said.say(lang), words.weight),
                Look::Face { rank, symbol, .. } => (format!("{rank}{symbol}"), Weight::Bold),
                Look::Value { value, .. } => (value.to_string(), Weight::Bold),
                _ => continue,
            };
            letters.extend(written.chars().filter(|sign| !sign.is_whitespace()).map(|sign| (sign, weight)));
        }
        Ok(Self { lang, outlines: outlines(&letters.into_iter().collect::<Vec<_>>())? })
    }

    /// All outlines, for the head of the file.
    pub fn defs(&self) -> String {
        self.outlines.values().map(|(id, path)| format!("<path id=\"l{id}\" d=\"{path}\"/>")).collect()
    }

    /// A line of words in the current colour, its base beginning, in the middle or ending at a place.
    pub fn line(&self, line: &str, size: f64, weight: Weight, align: Align, (x, y): (f64, f64)) -> String {
        let whole = width(line, size, weight);
        let left = match align {
            Align::Start => x,
            Align::Middle => x - whole / 2.0,
            Align::End => x - whole,
        };
        let mut drawn = format!("<g transform=\"translate({} {}) scale({})\">", number(left), number(y), size / EM);
        for (at, sign) in line.char_indices() {
            if let Some((id, _)) = self.outlines.get(&(sign, weight)) {
                let before = width(&line[..at], EM, weight);
                // Writing to a string does not fail.
                let _ = write!(drawn, "<use href=\"#l{id}\" x=\"{}\"/>", number(before));
            }
        }
        drawn + "</g>"
    }

    /// Words in their room, the base of the first line at the origin.
    pub fn block(&self, words: &Words) -> String {
        let said = words.said.say(self.lang);
        let block = Block::fit(&said, words.size.into(), words.weight, words.room.into(), LINES);
        let lines = block.lines.iter().enumerate();
        lines
            .map(|(at, line)| {
                let base = at as f64 * block.size * LEADING;
                self.line(line, block.size, words.weight, words.align, (0.0, base))
            })
            .collect()
    }
}

/// The outline of each letter, its base beginning at the origin.
fn outlines(letters: &[Letter]) -> Result<BTreeMap<Letter, (usize, String)>, DrawError> {
    let mut drawing = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">");
    for (sign, weight) in letters {
        let fat = if *weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
        let sign = escaped(&sign.to_string());
        let _ = write!(drawing, "<text font-family=\"sans-serif\" font-size=\"{EM}\"{fat}>{sign}</text>");
    }
    drawing.push_str("</svg>");
    let tree = whole(&drawing)?;
    let mut paths = Vec::new();
    for node in tree.root().children() {
        if let usvg::Node::Text(text) = node {
            let mut path = String::new();
            trace(text.flattened(), &mut path);
            paths.push(path);
        }
    }
    Ok(letters.iter().copied().zip(paths.into_iter().enumerate()).collect())
}

/// Adds the outlines in a group to a path.
fn trace(group: &usvg::Group, path: &mut String) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => trace(group, path),
            usvg::Node::Path(found) => {
                if let Some(placed) = found.data().clone().transform(found.abs_transform()) {
                    write_path(&placed, path);
                }
            }
            _ => {}
        }
    }
}

fn write_path(outline: &Path, path: &mut String) {
    let n = |value: f32| number(value.into());
    for segment in outline.segments() {
        let _ = match segment {
            PathSegment::MoveTo(p) => write!(path, "M{} {}", n(p.x), n(p.y)),
            PathSegment::LineTo(p) => write!(path, "L{} {}", n(p.x), n(p.y)),
            PathSegment::QuadTo(a, p) => write!(path, "Q{} {} {} {}", n(a.x), n(a.y), n(p.x), n(p.y)),
            PathSegment::CubicTo(a, b, p) => {
                write!(path, "C{} {} {} {} {} {}", n(a.x), n(a.y), n(b.x), n(b.y), n(p.x), n(p.y))
            }
            PathSegment::Close => write!(path, "Z"),
        };
    }
}
