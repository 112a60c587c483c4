//! Colours, strokes and markers. After Okabe and Ito, reordered so that the first four differ in grey print too.

use super::figure::{Kind, Plot, Series, Shade, Style};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

pub(super) const INK: RGBColor = RGBColor(0x1a, 0x1a, 0x1a);
pub(super) const GREY: RGBColor = RGBColor(0x59, 0x59, 0x59);
pub(super) const RULE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
const MUTED: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);

const SERIES: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2), // blue
    RGBColor(0xd5, 0x5e, 0x00), // vermilion
    RGBColor(0x56, 0xb4, 0xe9), // sky blue
    RGBColor(0x4a, 0x1a, 0x54), // plum
    RGBColor(0x00, 0x9e, 0x73), // green
    RGBColor(0xe6, 0x9f, 0x00), // orange
    RGBColor(0xcc, 0x79, 0xa7), // rose
    RGBColor(0x7f, 0x7f, 0x7f), // grey
];

/// The lightest to the darkest colour of a scale, evenly spaced: one hue, so that grey print keeps the order.
const SCALE: [RGBColor; 5] = [
    RGBColor(0xf2, 0xf7, 0xfc),
    RGBColor(0xc3, 0xdc, 0xf0),
    RGBColor(0x79, 0xb5, 0xdf),
    RGBColor(0x2a, 0x7a, 0xb9),
    RGBColor(0x08, 0x37, 0x6b),
];

/// Strokes, gaps and widths of lines without markers. The fourth lies on the wide third one with gaps as long as its
/// strokes, so that both show where they coincide.
const STROKES: [(Option<(f64, f64)>, f64); 5] =
    [(None, 1.15), (Some((5.0, 1.6)), 1.15), (None, 2.3), (Some((3.2, 3.2)), 1.15), (Some((1.3, 1.3)), 1.3)];

/// Corners of the markers, in radii; the first is a circle.
const MARKERS: [&[(f64, f64)]; 5] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
    &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
    &[(0.0, 1.2), (1.12, -0.8), (-1.12, -0.8)],
];

pub(super) fn mixed(one: RGBColor, other: RGBColor, share: f64) -> RGBColor {
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    RGBColor(mix(one.0, other.0), mix(one.1, other.1), mix(one.2, other.2))
}

/// Letters on a shade. A page that exchanges the colours of its ground and its ink on dark screens leaves these alone.
const DARK_LETTERS: RGBColor = RGBColor(0x11, 0x11, 0x11);
const LIGHT_LETTERS: RGBColor = RGBColor(0xfe, 0xfe, 0xfe);

/// The colour of letters on a colour.
pub(super) fn on(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let grey = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if grey < 0.56 * 255.0 { LIGHT_LETTERS } else { DARK_LETTERS }
}

pub(super) fn shade(shade: Shade) -> RGBColor {
    match shade {
        Shade::Share(share) => {
            let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
            let low = (at as usize).min(SCALE.len() - 2);
            mixed(SCALE[low], SCALE[low + 1], at - low as f64)
        }
        Shade::Category(index) => mixed(SERIES[index % SERIES.len()], WHITE, 0.35),
    }
}

pub(super) fn mark(plot: &Plot) -> RGBColor {
    if plot.series.len() == 1 { SERIES[1] } else { GREY }
}

/// How a series looks: five markers or strokes and eight colours make 40 looks before one comes again.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub colour: RGBColor,
    pub kind: Kind,
    /// The corners of its markers, if it has any; a circle has none.
    pub marker: Option<&'static [(f64, f64)]>,
    /// Lengths of strokes and gaps in points; `None` for a solid line.
    pub dashes: Option<(f64, f64)>,
    /// Width of a line in points.
    pub width: f64,
}

impl Look {
    /// The looks of the series of a plot: where a line of it has many points, or lone points stand beside the lines, lines
    /// have strokes instead of markers.
    pub fn all(plot: &Plot) -> Vec<Self> {
        /// More points than these on a line leave no room for a marker at each.
        const MARKED: usize = 16;
        let unmarked = plot.series.iter().any(|series| match series.kind {
            Kind::Line => series.points.len() > MARKED,
            kind => kind == Kind::Points,
        });
        let look = |(number, series): (usize, &Series)| {
            let (index, colour) = match series.style {
                Style::Auto => (number, SERIES[number % SERIES.len()]),
                Style::Index(index) => (index, SERIES[index % SERIES.len()]),
                Style::Muted => (1, MUTED),
            };
            let kind = series.kind;
            if kind == Kind::Levels {
                return Self { colour: INK, kind, marker: None, dashes: None, width: 0.8 };
            }
            let stroked = series.style == Style::Muted || (unmarked && plot.series.len() > 1);
            let (dashes, width) = STROKES[if stroked { index % STROKES.len() } else { 0 }];
            let marked = kind == Kind::Points || (kind == Kind::Line && !unmarked && !stroked);
            Self { colour, kind, marker: marked.then(|| MARKERS[index % MARKERS.len()]), dashes, width }
        };
        plot.series.iter().enumerate().map(look).collect()
    }

    /// Its bars: lighter than lines, so that dark whiskers stand out.
    pub fn fill(&self) -> ShapeStyle {
        mixed(self.colour, WHITE, 0.18).filled()
    }
}
