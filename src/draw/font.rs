//! The embedded font: its faces, its text widths, and the font database of the renderer, which holds no other font.

use resvg::usvg::fontdb;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

const REGULAR_FACE: &[u8] = include_bytes!("fonts/DejaVuSans.ttf");
const BOLD_FACE: &[u8] = include_bytes!("fonts/DejaVuSans-Bold.ttf");

pub(in crate::draw) const FAMILY: &str = "sans-serif";

/// The height from the deepest descender to the highest ascender, and the size of an em, in font units.
const FONT_HEIGHT: f32 = 2384.0;
const UNITS_PER_EM: f64 = 2048.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    Regular,
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
pub(in crate::draw) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
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
    let fine = text
        .chars()
        .fold(0.0, |sum, sign| sum + FINE / FONT_HEIGHT * advance(sign))
        .trunc();
    f64::from(fine) * (f64::from(FONT_HEIGHT) / UNITS_PER_EM) / f64::from(FINE) * size
}

/// Returns the font database for the renderer, loaded once; `None` when the faces are unreadable.
pub(in crate::draw) fn font_database() -> Option<Arc<fontdb::Database>> {
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
