//! Colours, markers and dashes. After Okabe and Ito, reordered so that the first four differ in grey print too; beyond
//! eight series the colours come again with hollow markers and dashes.

use super::figure::{Shade, Style};
use std::fmt;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const WHITE: Colour = Colour(255, 255, 255);
pub(super) const INK: Colour = Colour(0x1a, 0x1a, 0x1a);
pub(super) const GREY: Colour = Colour(0x59, 0x59, 0x59);
pub(super) const MUTED: Colour = Colour(0x8c, 0x8c, 0x8c);
pub(super) const RULE: Colour = Colour(0xdd, 0xdd, 0xdd);

const SERIES: [Colour; 8] = [
    Colour(0x00, 0x72, 0xb2), // blue
    Colour(0xd5, 0x5e, 0x00), // vermilion
    Colour(0x56, 0xb4, 0xe9), // sky blue
    Colour(0x4a, 0x1a, 0x54), // plum
    Colour(0x00, 0x9e, 0x73), // green
    Colour(0xe6, 0x9f, 0x00), // orange
    Colour(0xcc, 0x79, 0xa7), // rose
    Colour(0x7f, 0x7f, 0x7f), // grey
];

/// The lightest to the darkest colour of a scale, evenly spaced: one hue, so that grey print keeps the order.
const SCALE: [Colour; 5] = [
    Colour(0xf2, 0xf7, 0xfc),
    Colour(0xc3, 0xdc, 0xf0),
    Colour(0x79, 0xb5, 0xdf),
    Colour(0x2a, 0x7a, 0xb9),
    Colour(0x08, 0x37, 0x6b),
];

/// `#rrggbb`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Colour {
    /// This colour with a share of another one.
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Its grey, from 0 (black) to 1.
    pub fn grey(self) -> f64 {
        (0.299 * f64::from(self.0) + 0.587 * f64::from(self.1) + 0.114 * f64::from(self.2)) / 255.0
    }

    /// The colour of letters on it.
    pub fn letters(self) -> Self {
        if self.grey() < 0.56 { WHITE } else { INK }
    }
}

/// The form of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Wedge,
}

/// How a series looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    pub colour: Colour,
    pub marker: Marker,
    pub hollow: bool,
    /// Lengths of strokes and gaps in points; empty for a solid line.
    pub dashes: &'static [f64],
    /// Width of a line in points.
    pub width: f64,
    /// Whether a line may carry markers.
    pub marked: bool,
}

const MARKERS: [Marker; 5] = [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Wedge];

const DASHES: [&[f64]; 5] = [&[], &[4.5, 1.6], &[1.4, 1.4], &[6.0, 1.5, 1.4, 1.5], &[2.6, 1.2]];

/// Strokes and widths of lines without markers. The fourth lies on the wide third one with gaps as long as its strokes,
/// so that both show where they coincide.
const STROKES: [(&[f64], f64); 6] = [
    (&[], 1.15),
    (&[5.0, 1.6], 1.15),
    (&[], 2.3),
    (&[3.2, 3.2], 1.15),
    (&[1.3, 1.3], 1.3),
    (&[6.0, 1.6, 1.4, 1.6], 1.15),
];

impl Look {
    /// The look of a series with this style and this number in its panel.
    pub fn of(style: Style, number: usize) -> Self {
        let index = match style {
            Style::Auto => number,
            Style::Index(index) => index,
            Style::Muted => return Self { dashes: DASHES[1], marked: false, ..Self::plain(MUTED) },
        };
        // Five markers and eight colours: 40 looks before one comes again.
        let (colour, round) = (SERIES[index % SERIES.len()], index / SERIES.len());
        Self {
            marker: MARKERS[index % MARKERS.len()],
            hollow: round % 2 == 1,
            dashes: if round == 0 { &[] } else { DASHES[round % DASHES.len()] },
            ..Self::plain(colour)
        }
    }

    /// The same look without markers: what told them apart then tells the strokes.
    pub fn stroked(self) -> Self {
        let place = MARKERS.iter().position(|marker| *marker == self.marker).unwrap_or(0);
        let (dashes, width) = STROKES[if self.hollow { STROKES.len() - 1 } else { place }];
        if self.marked { Self { marked: false, dashes, width, ..self } } else { self }
    }

    /// The colour of its bars: lighter than its lines, so that dark whiskers stand out.
    pub fn fill(&self) -> Colour {
        self.colour.mixed(WHITE, 0.18)
    }

    const fn plain(colour: Colour) -> Self {
        Self { colour, marker: Marker::Circle, hollow: false, dashes: &[], width: 1.15, marked: true }
    }
}

/// The colour of a cell or a hole.
pub(super) fn shade(shade: Shade) -> Colour {
    match shade {
        Shade::Share(share) => {
            let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
            let low = (at.floor() as usize).min(SCALE.len() - 2);
            SCALE[low].mixed(SCALE[low + 1], at - low as f64)
        }
        Shade::Category(index) => SERIES[index % SERIES.len()].mixed(WHITE, 0.35),
    }
}
