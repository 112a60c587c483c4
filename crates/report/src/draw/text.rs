//! The embedded font with its text widths, and lines of text, broken or shrunk to fit a width. No text is ever cut.

use resvg::usvg::fontdb;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

const REGULAR_FACE: &[u8] = include_bytes!("fonts/DejaVuSans.ttf");
const BOLD_FACE: &[u8] = include_bytes!("fonts/DejaVuSans-Bold.ttf");

/// The family of the embedded font in SVG files.
pub const FAMILY: &str = "sans-serif";

/// The height from the deepest descender to the highest ascender, and the size of an em, in font units.
const FONT_HEIGHT: f32 = 2384.0;
const UNITS_PER_EM: f64 = 2048.0;

/// The weight of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// Regular letters.
    Regular,
    /// Bold letters.
    Bold,
}

/// The advance widths of characters, in font units.
struct AdvanceWidths {
    advances: HashMap<char, f32>,
    /// The advance width of the box that stands for any other character.
    missing_glyph: f32,
}

impl AdvanceWidths {
    fn new(face: &[u8]) -> Self {
        // An unreadable face is reported when a drawing is rendered.
        let Ok(font) = skrifa::FontRef::new(face) else {
            return Self {
                advances: HashMap::new(),
                missing_glyph: 0.0,
            };
        };
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let advance = |glyph| metrics.advance_width(glyph).unwrap_or_default();
        let advances = font
            .charmap()
            .mappings()
            .filter_map(|(sign, glyph)| Some((char::from_u32(sign)?, advance(glyph))))
            .collect();
        Self {
            advances,
            missing_glyph: advance(skrifa::GlyphId::NOTDEF),
        }
    }
}

/// Returns the width of a text, in the unit of `size`. Kerning is ignored, which never gives too small a width.
pub fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    static FACES: LazyLock<[AdvanceWidths; 2]> =
        LazyLock::new(|| [REGULAR_FACE, BOLD_FACE].map(AdvanceWidths::new));
    /// Widths are rounded to this fraction of the font's height, so that a layout does not depend on the last digit.
    const FINE: f32 = 2000.0;
    let [book, bold] = &*FACES;
    let widths = match weight {
        Weight::Regular => book,
        Weight::Bold => bold,
    };
    let advance = |sign| widths.advances.get(&sign).unwrap_or(&widths.missing_glyph);
    let fine_width = text
        .chars()
        .fold(0.0, |sum, sign| sum + FINE / FONT_HEIGHT * advance(sign))
        .trunc();
    f64::from(fine_width) * (f64::from(FONT_HEIGHT) / UNITS_PER_EM) / f64::from(FINE) * size
}

/// Returns the font database for the renderer, loaded once; `None` when the faces are unreadable.
pub fn font_database() -> Option<Arc<fontdb::Database>> {
    static DATABASE: LazyLock<Option<Arc<fontdb::Database>>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        [REGULAR_FACE, BOLD_FACE]
            .into_iter()
            .for_each(|face| fonts.load_font_data(face.to_vec()));
        let family = fonts.faces().next()?.families.first()?.0.clone();
        fonts.set_sans_serif_family(family);
        Some(Arc::new(fonts))
    });
    DATABASE.clone()
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

/// Returns a text for one line: runs of spaces and control characters become one space.
pub fn single_line(text: &str) -> String {
    let words = text.split(|sign: char| sign == ' ' || sign.is_control());
    let filled: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    filled.join(" ")
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
        let line = single_line(text);
        let mut block = Self {
            lines: Vec::new(),
            size,
            weight,
        };
        while block.size >= 0.7 * size {
            block.lines = wrap(&line, block.size, weight, max_width);
            if block.lines.len() <= preferred_max_lines && block.width() <= max_width {
                return block;
            }
            block.size -= 0.03 * size;
        }
        block.size = 0.7 * size;
        block.lines.clear();
        for wide_line in wrap(&line, block.size, weight, max_width) {
            let pieces = break_word(&wide_line, block.size, weight, max_width);
            block.lines.extend(pieces);
        }
        block
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

/// Breaks a text at its ordinary spaces.
fn wrap(text: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, weight) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Breaks a word that is longer than a line into pieces.
fn break_word(word: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for letter in word.chars() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line}{letter}"), size, weight) <= room => {
                line.push(letter);
            }
            _ => lines.push(letter.to_string()),
        }
    }
    lines
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
