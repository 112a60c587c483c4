//! The embedded font: its faces, how wide they write a text, and the only database of fonts that is ever looked at.

use resvg::usvg::fontdb;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

const BOOK: &[u8] = include_bytes!("fonts/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("fonts/DejaVuSans-Bold.ttf");

/// The name by which drawings call the font.
pub(in crate::draw) const FAMILY: &str = "sans-serif";

/// From the deepest descender to the highest ascender, and an em, in the font's own units.
const HEIGHT: f32 = 2384.0;
const EM: f64 = 2048.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    Book,
    Bold,
}

/// From the base of each character to the base of the next, in the font's own units.
struct Advances {
    known: HashMap<char, f32>,
    /// Of the box that stands for any other character.
    missing: f32,
}

impl Advances {
    fn of(face: &[u8]) -> Self {
        // An unreadable face leaves nothing to draw with at all, which is said when it is drawn with.
        let Ok(font) = skrifa::FontRef::new(face) else { return Self { known: HashMap::new(), missing: 0.0 } };
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let advance = |glyph| metrics.advance_width(glyph).unwrap_or_default();
        let known = font.charmap().mappings();
        let known = known.filter_map(|(sign, glyph)| Some((char::from_u32(sign)?, advance(glyph)))).collect();
        Self { known, missing: advance(skrifa::GlyphId::NOTDEF) }
    }
}

/// How wide a text of this size is, in the unit of the size. Kerning is left out: the true width is never larger.
pub(in crate::draw) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    static FACES: LazyLock<[Advances; 2]> = LazyLock::new(|| [BOOK, BOLD].map(Advances::of));
    /// Widths are whole numbers of this part of the font's height, so that a layout hangs on no last digit.
    const FINE: f32 = 2000.0;
    let [book, bold] = &*FACES;
    let face = match weight {
        Weight::Book => book,
        Weight::Bold => bold,
    };
    let advance = |sign| face.known.get(&sign).unwrap_or(&face.missing);
    let fine = text.chars().fold(0.0, |sum, sign| sum + FINE / HEIGHT * advance(sign)).trunc();
    f64::from(fine) * (f64::from(HEIGHT) / EM) / f64::from(FINE) * size
}

/// The faces for the renderer, read once; `None` when they are unreadable.
pub(in crate::draw) fn database() -> Option<Arc<fontdb::Database>> {
    static DATABASE: LazyLock<Option<Arc<fontdb::Database>>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        [BOOK, BOLD].into_iter().for_each(|face| fonts.load_font_data(face.to_vec()));
        let family = fonts.faces().next()?.families.first()?.0.clone();
        fonts.set_sans_serif_family(family);
        Some(Arc::new(fonts))
    });
    DATABASE.clone()
}
