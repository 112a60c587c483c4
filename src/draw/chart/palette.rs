//! Colours, dashes and markers. The palette is that of Okabe and Ito, reordered so that the first four also differ in
//! grey print.

use super::figure::{Plot, Series, SeriesKind, Shade, StyleChoice};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

pub(super) const INK: RGBColor = RGBColor(0x1a, 0x1a, 0x1a);
pub(super) const GREY: RGBColor = RGBColor(0x59, 0x59, 0x59);
pub(super) const GRID_COLOUR: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
const MUTED: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);

const SERIES_COLOURS: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2), // blue
    RGBColor(0xd5, 0x5e, 0x00), // vermilion
    RGBColor(0x56, 0xb4, 0xe9), // sky blue
    RGBColor(0x4a, 0x1a, 0x54), // plum
    RGBColor(0x00, 0x9e, 0x73), // green
    RGBColor(0xe6, 0x9f, 0x00), // orange
    RGBColor(0xcc, 0x79, 0xa7), // rose
    RGBColor(0x7f, 0x7f, 0x7f), // grey
];

/// The colours of a scale from the lightest to the darkest, evenly spaced. A single hue keeps their order in grey
/// print.
const SHADE_SCALE: [RGBColor; 5] = [
    RGBColor(0xf2, 0xf7, 0xfc),
    RGBColor(0xc3, 0xdc, 0xf0),
    RGBColor(0x79, 0xb5, 0xdf),
    RGBColor(0x2a, 0x7a, 0xb9),
    RGBColor(0x08, 0x37, 0x6b),
];

/// The dashes (stroke and gap) and widths of lines without markers, in points. Where the fourth line covers the wide
/// third one, its gaps are as long as its strokes, so that both are visible.
const LINE_STYLES: [(Option<(f64, f64)>, f64); 5] = [
    (None, 1.15),
    (Some((5.0, 1.6)), 1.15),
    (None, 2.3),
    (Some((3.2, 3.2)), 1.15),
    (Some((1.3, 1.3)), 1.3),
];

/// The corners of the markers, in radii; the first marker is a circle.
const MARKER_SHAPES: [&[(f64, f64)]; 5] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
    &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
    &[(0.0, 1.2), (1.12, -0.8), (-1.12, -0.8)],
];

pub(super) fn mix_colours(one: RGBColor, other: RGBColor, other_share: f64) -> RGBColor {
    let mix =
        |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * other_share).round() as u8;
    RGBColor(
        mix(one.0, other.0),
        mix(one.1, other.1),
        mix(one.2, other.2),
    )
}

/// The text colours on shades. A page that swaps the background and text colours on dark screens keeps these.
const DARK_TEXT: RGBColor = RGBColor(0x11, 0x11, 0x11);
const LIGHT_TEXT: RGBColor = RGBColor(0xfe, 0xfe, 0xfe);

/// Returns the colour of text on a background colour.
pub(super) fn text_colour_on(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let grey = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if grey < 0.56 * 255.0 {
        LIGHT_TEXT
    } else {
        DARK_TEXT
    }
}

pub(super) fn shade_colour(shade: Shade) -> RGBColor {
    match shade {
        Shade::Intensity(share) => {
            let at = share.clamp(0.0, 1.0) * (SHADE_SCALE.len() - 1) as f64;
            let low = (at as usize).min(SHADE_SCALE.len() - 2);
            mix_colours(SHADE_SCALE[low], SHADE_SCALE[low + 1], at - low as f64)
        }
        Shade::Category(index) => {
            mix_colours(SERIES_COLOURS[index % SERIES_COLOURS.len()], WHITE, 0.35)
        }
    }
}

pub(super) fn reference_line_colour(plot: &Plot) -> RGBColor {
    if plot.series.len() == 1 {
        SERIES_COLOURS[1]
    } else {
        GREY
    }
}

/// The style of a series. Five markers or dashes and eight colours give 40 styles before one repeats.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct SeriesStyle {
    pub colour: RGBColor,
    pub kind: SeriesKind,
    /// The corners of the markers; `None` for no marker, an empty list for a circle.
    pub marker: Option<&'static [(f64, f64)]>,
    /// The lengths of strokes and gaps in points; `None` for a solid line.
    pub dashes: Option<(f64, f64)>,
    /// The width of a line in points.
    pub width: f64,
}

impl SeriesStyle {
    /// Returns the styles of the series of a plot. Lines have dashes instead of markers if one of them has many points
    /// or the plot also has single points.
    pub fn for_plot(plot: &Plot) -> Vec<Self> {
        /// Lines with more points than this have no markers.
        const MARKED: usize = 16;
        let unmarked = plot.series.iter().any(|series| match series.kind {
            SeriesKind::Line => series.points.len() > MARKED,
            kind => kind == SeriesKind::Points,
        });
        let style = |(number, series): (usize, &Series)| {
            let (index, colour) = match series.style {
                StyleChoice::Auto => (number, SERIES_COLOURS[number % SERIES_COLOURS.len()]),
                StyleChoice::Index(index) => (index, SERIES_COLOURS[index % SERIES_COLOURS.len()]),
                StyleChoice::Muted => (1, MUTED),
            };
            let kind = series.kind;
            if kind == SeriesKind::BarLevelMarks {
                return Self {
                    colour: INK,
                    kind,
                    marker: None,
                    dashes: None,
                    width: 0.8,
                };
            }
            let stroked = series.style == StyleChoice::Muted || (unmarked && plot.series.len() > 1);
            let (dashes, width) = LINE_STYLES[if stroked {
                index % LINE_STYLES.len()
            } else {
                0
            }];
            let marked =
                kind == SeriesKind::Points || (kind == SeriesKind::Line && !unmarked && !stroked);
            Self {
                colour,
                kind,
                marker: marked.then(|| MARKER_SHAPES[index % MARKER_SHAPES.len()]),
                dashes,
                width,
            }
        };
        plot.series.iter().enumerate().map(style).collect()
    }

    /// Returns the colour of bars. It is lighter than that of lines, so that dark whiskers stand out.
    pub fn bar_fill(&self) -> ShapeStyle {
        mix_colours(self.colour, WHITE, 0.18).filled()
    }
}
