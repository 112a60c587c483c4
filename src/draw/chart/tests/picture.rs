//! Parses the drawings of charts as far as the tests measure them.

use crate::draw::{LaidOutFigure, text_content};
use resvg::usvg;

/// The steps of a drawing per printed millimetre.
pub const STEPS_PER_MM: f64 = 24.0 * 72.0 / 25.4;

/// A tag of a drawing.
#[derive(Debug)]
pub struct Tag {
    /// The name, such as `rect` or `polyline`.
    pub name: String,
    /// The content of a text element.
    pub content: String,
    attributes: Vec<(String, String)>,
}

/// Returns every opening tag.
pub fn tags(svg: &str) -> Vec<Tag> {
    opening_tags(svg).collect()
}

fn opening_tags(svg: &str) -> impl Iterator<Item = Tag> {
    let opened = svg.split('<').skip(1).filter(|tag| !tag.starts_with('/'));
    opened.map(|tag| {
        let (head, content) = tag.split_once('>').unwrap();
        let (name, rest) = head.split_once(' ').unwrap_or((head, ""));
        let parts: Vec<&str> = rest.split('"').collect();
        let attribute = |pair: &[&str]| {
            (
                pair[0].trim().trim_end_matches('=').to_owned(),
                pair[1].to_owned(),
            )
        };
        let attributes = parts.chunks_exact(2).map(attribute).collect();
        Tag {
            name: name.to_owned(),
            content: content.trim().to_owned(),
            attributes,
        }
    })
}

impl Tag {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the number in an attribute.
    pub fn number(&self, key: &str) -> f64 {
        self.get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("no {key} in {self:?}"))
    }

    /// Returns red, green and blue of the stroke, or of the fill.
    pub fn colour(&self) -> Option<(u8, u8, u8)> {
        let of = |key| self.get(key).filter(|value| value.starts_with('#'));
        let hex = u32::from_str_radix(&of("stroke").or_else(|| of("fill"))?[1..], 16).ok()?;
        Some(((hex >> 16) as u8, (hex >> 8) as u8, hex as u8))
    }

    pub fn is_bold(&self) -> bool {
        self.get("font-weight") == Some("bold")
    }

    /// True for data: a coloured element, neither grey nor white nor ink.
    pub fn is_data(&self) -> bool {
        let coloured = |(r, g, b): (u8, u8, u8)| r.max(g).max(b) - r.min(g).min(b) > 8;
        matches!(self.name.as_str(), "rect" | "polyline") && self.colour().is_some_and(coloured)
    }

    /// True for a line of the grid.
    pub fn is_grid_line(&self) -> bool {
        self.name == "line" && self.colour() == Some((0xdd, 0xdd, 0xdd))
    }

    /// Returns the corners of a line or an outline.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let number = |text: &str| text.parse::<f64>().unwrap();
        let pairs = self
            .get("points")
            .unwrap_or("")
            .split_whitespace()
            .filter_map(|pair| pair.split_once(','));
        pairs.map(|(x, y)| (number(x), number(y))).collect()
    }

    /// Returns the centre of a marker.
    pub fn centre(&self) -> Option<(f64, f64)> {
        match self.name.as_str() {
            "circle" => Some((self.number("cx"), self.number("cy"))),
            // The mean of a triangle's corners is off its centre by less than a fifth of its size.
            "polygon" if self.points().len() < 5 => {
                let points = self.points();
                let mean = |of: fn(&(f64, f64)) -> f64| {
                    points.iter().map(of).sum::<f64>() / points.len() as f64
                };
                Some((mean(|point| point.0), mean(|point| point.1)))
            }
            _ => None,
        }
    }

    /// Returns the ends of a straight line of ink, such as an axis or a tick.
    fn ink_line(&self) -> Option<[(f64, f64); 2]> {
        let points = self.points();
        let ink = self.name == "polyline" && self.colour() == Some((0x1a, 0x1a, 0x1a));
        points.try_into().ok().filter(|_| ink)
    }

    /// Returns points along a line or inside a rectangle, in millimetres.
    pub fn sample_points_mm(&self) -> Vec<(f64, f64)> {
        const STEPS: u32 = 20;
        let share = |k: u32| f64::from(k) / f64::from(STEPS);
        let places: Vec<(f64, f64)> = if self.name == "rect" {
            let (x, y, w, h) = (
                self.number("x"),
                self.number("y"),
                self.number("width"),
                self.number("height"),
            );
            (0..=STEPS)
                .flat_map(|i| (0..=STEPS).map(move |j| (x + w * share(i), y + h * share(j))))
                .collect()
        } else {
            let points = self.points();
            let between = |pair: &[(f64, f64)]| {
                let (a, b) = (pair[0], pair[1]);
                (0..=STEPS)
                    .map(move |k| (a.0 + (b.0 - a.0) * share(k), a.1 + (b.1 - a.1) * share(k)))
            };
            points.windows(2).flat_map(between).collect()
        };
        places
            .into_iter()
            .map(|(x, y)| (x / STEPS_PER_MM, y / STEPS_PER_MM))
            .collect()
    }
}

/// A drawn axis: its ends, and its tick values with their positions.
#[derive(Clone, Debug)]
pub struct DrawnAxis {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<(f64, f64)>,
}

impl DrawnAxis {
    /// Returns the position of a value, computed from the ticks; `None` with fewer than two ticks.
    pub fn position(&self, value: f64, log: bool) -> Option<f64> {
        let (first, last) = (
            self.ticks.first()?,
            self.ticks.last().filter(|_| self.ticks.len() > 1)?,
        );
        let along = |value: f64| if log { value.log10() } else { value };
        let share = (along(value) - along(first.0)) / (along(last.0) - along(first.0));
        Some(first.1 + share * (last.1 - first.1))
    }
}

/// Returns the horizontal and the vertical axis of each plot, with the texts and ticks beside them.
pub fn axes(tags: &[Tag]) -> Vec<[DrawnAxis; 2]> {
    let mut found: Vec<DrawnAxis> = Vec::new();
    for (place, tag) in tags.iter().enumerate() {
        let Some([from, to]) = tag.ink_line() else {
            continue;
        };
        let before = place.checked_sub(1).map(|before| &tags[before]);
        let written = before
            .filter(|tag| tag.name == "text")
            .and_then(|tag| number(&tag.content));
        let (x, length) = (
            from.1 == to.1,
            (to.0 - from.0).abs().max((to.1 - from.1).abs()),
        );
        match (written, found.last_mut()) {
            (Some(value), Some(axis)) if length == 72.0 => {
                axis.ticks.push((value, if x { from.1 } else { from.0 }))
            }
            _ if length > 400.0 && tags.get(place + 1).is_some_and(|next| next.name == "text") => {
                let (low, high) = if x { (from.0, to.0) } else { (from.1, to.1) };
                found.push(DrawnAxis {
                    low: low.min(high),
                    high: low.max(high),
                    ticks: Vec::new(),
                });
            }
            _ => {}
        }
    }
    // The vertical axis is drawn first.
    found
        .chunks_exact(2)
        .map(|pair| [pair[1].clone(), pair[0].clone()])
        .collect()
}

/// Parses a tick label in either language.
fn number(text: &str) -> Option<f64> {
    let plain: String = text
        .replace('\u{2212}', "-")
        .chars()
        .filter(|c| !matches!(c, '\u{202f}' | '%'))
        .collect();
    // An English group separator precedes three or more digits; French decimals are shorter or follow a zero.
    let grouped = plain
        .split_once(',')
        .is_some_and(|(whole, rest)| rest.len() >= 3 && whole.trim_matches('-') != "0");
    let plain = if grouped {
        plain.replace(',', "")
    } else {
        plain.replace(',', ".")
    };
    let value: f64 = plain.parse().ok()?;
    Some(if text.ends_with('%') {
        value / 100.0
    } else {
        value
    })
}

/// A text of a picture, in printed millimetres from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedText {
    pub text: String,
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Returns the texts of a picture with their positions, each as high as the tallest and deepest letters of the font.
pub fn texts(laid: &LaidOutFigure) -> Vec<PlacedText> {
    let mm = size_mm(&laid.source_svg).0 / f64::from(laid.tree.size().width());
    let placed = |text: &usvg::Text| {
        let area = text.abs_bounding_box();
        let [left, top, right, bottom] =
            [area.left(), area.top(), area.right(), area.bottom()].map(|edge| f64::from(edge) * mm);
        PlacedText {
            text: text_content(text),
            left,
            top,
            right,
            bottom,
        }
    };
    crate::draw::text_nodes(&laid.tree)
        .into_iter()
        .map(placed)
        .collect()
}

/// Returns the printed width and height in millimetres: of a drawing, which states them, or of a finished picture, at
/// 96 units per inch.
pub fn size_mm(svg: &str) -> (f64, f64) {
    let root = opening_tags(svg).next().unwrap();
    let length = |key| match root.get(key).and_then(|length| length.strip_suffix("mm")) {
        Some(length) => length.parse().unwrap(),
        None => root.number(key) * 25.4 / 96.0,
    };
    (length("width"), length("height"))
}

/// Returns the number of lines with a length and of areas with a height and a width, without letters.
pub fn path_count(group: &usvg::Group) -> usize {
    let paths = group.children().iter().map(|node| match node {
        usvg::Node::Group(group) => path_count(group),
        usvg::Node::Path(path) => {
            let bounds = path.bounding_box();
            let has_length = bounds.width() > 0.0 || bounds.height() > 0.0;
            let has_area = bounds.width() > 0.0 && bounds.height() > 0.0;
            usize::from(has_area || (has_length && path.stroke().is_some()))
        }
        _ => 0,
    });
    paths.sum()
}
