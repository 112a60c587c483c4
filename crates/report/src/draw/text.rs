//! The embedded font with its text widths, and lines of text, broken or shrunk to fit a width. No text is ever cut.

use resvg::usvg::fontdb;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

const REGULAR_FACE: &[u8] = include_bytes!("fonts/DejaVuSans.ttf");
const BOLD_FACE: &[u8] = include_bytes!("fonts/DejaVuSans-Bold.ttf");

/// The families of letters in SVG files; the first is that of the embedded font.
pub const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The size of an em, in font units.
const UNITS_PER_EM: f64 = 2048.0;

/// The weight of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// Regular letters.
    Regular,
    /// Bold letters.
    Bold,
}

/// The glyphs of characters in a face, and their widths.
type FaceMetrics = (Charmap<'static>, GlyphMetrics<'static>);

/// Returns the width of a text, in the unit of `size`. Kerning is ignored, which never gives too small a width.
pub fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    static FACES: LazyLock<[Option<FaceMetrics>; 2]> = LazyLock::new(|| {
        [REGULAR_FACE, BOLD_FACE].map(|face| {
            let font = FontRef::new(face).ok()?;
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
            Some((font.charmap(), metrics))
        })
    });
    let [regular, bold] = &*FACES;
    let face = match weight {
        Weight::Regular => regular,
        Weight::Bold => bold,
    };
    // An unreadable face is reported when a drawing is rendered.
    let Some((charmap, metrics)) = face else {
        return 0.0;
    };
    // Any other character has the width of the box that stands for it.
    let glyphs = text
        .chars()
        .map(|sign| charmap.map(sign).unwrap_or_default());
    let widths = glyphs.filter_map(|glyph| metrics.advance_width(glyph));
    f64::from(widths.sum::<f32>()) / UNITS_PER_EM * size
}

/// Returns the font database for the renderer, loaded once.
pub fn font_database() -> Arc<fontdb::Database> {
    static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        for face in [REGULAR_FACE, BOLD_FACE] {
            fonts.load_font_data(face.to_vec());
        }
        Arc::new(fonts)
    });
    Arc::clone(&DATABASE)
}

/// The distance between the baselines of two lines, in ems.
pub const LEADING: f64 = 1.28;

/// The point of a line of text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Align {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Returns the SVG element of a line of text; `align` says which point of its base is at the position.
pub fn svg_text(
    line: &str,
    font: (f64, Weight),
    align: Align,
    (x, y): (f64, f64),
    colour: &str,
) -> String {
    let anchor = match align {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    };
    let weight = if font.1 == Weight::Bold {
        "bold"
    } else {
        "normal"
    };
    format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{FAMILY}\" font-size=\"{}\" \
         font-weight=\"{weight}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
        svg_number(x),
        svg_number(y),
        svg_number(font.0),
        escape_xml(line)
    )
}

/// A text, broken into lines that fit a width.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock {
    /// The lines, from top to bottom.
    pub lines: Vec<String>,
    /// The size of the letters, perhaps smaller than the one that was asked for.
    pub size: f64,
    pub(crate) weight: Weight,
}

impl TextBlock {
    /// Fits a text into lines of width `max_width`. A long text is broken at spaces into at most `max_lines` lines,
    /// then shrunk down to 70 %, then given more lines, and broken inside words if necessary.
    pub fn wrap_or_shrink(
        text: &str,
        size: f64,
        weight: Weight,
        max_width: f64,
        preferred_max_lines: usize,
    ) -> Self {
        let words = || {
            let words = text.split(|sign: char| sign == ' ' || sign.is_control());
            words.filter(|word| !word.is_empty())
        };
        let mut block = Self {
            lines: Vec::new(),
            size,
            weight,
        };
        while block.size >= 0.7 * size {
            block.lines = block.filled_lines(words(), " ", max_width);
            if block.lines.len() <= preferred_max_lines && block.width() <= max_width {
                return block;
            }
            block.size -= 0.03 * size;
        }
        block.size = 0.7 * size;
        let lines = block.filled_lines(words(), " ", max_width);
        let pieces = lines.iter().flat_map(|line| {
            let letters = line.split("").filter(|letter| !letter.is_empty());
            block.filled_lines(letters, "", max_width)
        });
        block.lines = pieces.collect();
        block
    }

    /// Joins pieces into lines of at most this width.
    fn filled_lines<'a>(
        &self,
        pieces: impl Iterator<Item = &'a str>,
        separator: &str,
        max_width: f64,
    ) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for piece in pieces {
            let longer = lines.last().map(|line| format!("{line}{separator}{piece}"));
            let longer =
                longer.filter(|longer| text_width(longer, self.size, self.weight) <= max_width);
            match (lines.last_mut(), longer) {
                (Some(line), Some(longer)) => *line = longer,
                _ => lines.push(piece.to_owned()),
            }
        }
        lines
    }

    /// Returns the width of the longest line.
    pub(crate) fn width(&self) -> f64 {
        self.lines
            .iter()
            .map(|line| text_width(line, self.size, self.weight))
            .fold(0.0, f64::max)
    }

    /// Returns the distance from the top of the first line to the bottom of the last.
    pub(crate) fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LEADING
    }
}

/// Formats a number with up to two decimals, without trailing zeros.
pub fn svg_number(value: f64) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

/// Escapes a text for use between tags or in an attribute.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
