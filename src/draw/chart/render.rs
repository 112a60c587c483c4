//! From a drawing to pictures: every text is turned into outlines of the embedded font, then written as SVG or PNG.

use super::canvas::Drawing;
use super::fault::ChartError;
use super::page::Page;
use super::text::{FACES, FAMILY};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use std::sync::Arc;

/// Pixels a printed millimetre: 3250 for the usual 160 mm, about 516 a inch.
const PIXELS_A_MM: f64 = 3250.0 / 160.0;

/// Lines with round joins, which plotters has no word for.
const STYLE: &str = "polyline { stroke-linejoin: round; }";

/// A text as it came out of the renderer, in printed millimetres from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedText {
    /// What is written.
    pub text: String,
    /// Its left edge.
    pub left: f64,
    /// Its upper edge, of the tallest letters that the font has.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge, of the deepest letters.
    pub bottom: f64,
}

/// The drawing as it goes to the renderer: of its printed size, on its fine grid.
pub(super) fn sized(page: &Page) -> String {
    let Drawing { svg, .. } = &page.drawing;
    let from = svg.find("width=").unwrap_or(0);
    let to = svg.find("viewBox=").unwrap_or(from);
    format!("{}width=\"{:.3}mm\" height=\"{:.3}mm\" {}", &svg[..from], page.width_mm, page.height_mm, &svg[to..])
}

/// Reads the drawing, and makes sure that no text was lost on the way.
pub(super) fn tree(page: &Page) -> Result<usvg::Tree, ChartError> {
    let tree = read(&sized(page))?;
    keeps(&tree, &page.drawing.texts)?;
    Ok(tree)
}

/// Reads an SVG with no other fonts than ours.
pub(in crate::draw) fn read(svg: &str) -> Result<usvg::Tree, ChartError> {
    let mut fonts = fontdb::Database::new();
    FACES.into_iter().for_each(|face| fonts.load_font_data(face.to_vec()));
    let family = fonts.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
    fonts.set_sans_serif_family(family.ok_or_else(|| ChartError::Picture("the embedded font is unreadable".into()))?);
    let font_resolver = usvg::FontResolver {
        // Another face for one missing character would change the look of a whole line.
        select_fallback: Box::new(|_, _, _| None),
        ..usvg::FontResolver::default()
    };
    let options = usvg::Options {
        font_resolver,
        font_family: FAMILY.as_str().to_owned(),
        fontdb: Arc::new(fonts),
        style_sheet: Some(STYLE.to_owned()),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|e| ChartError::Picture(e.to_string()))
}

/// Whether the renderer kept every text of the drawing, with a glyph for every character.
pub(in crate::draw) fn keeps(tree: &usvg::Tree, wanted: &[String]) -> Result<(), ChartError> {
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    let mut kept = found.iter().map(|text| written(text));
    for text in wanted {
        if kept.next().as_deref() != Some(text) {
            return Err(ChartError::LostLabel(text.clone()));
        }
    }
    if let Some(surplus) = kept.next() {
        return Err(ChartError::Picture(format!("{surplus:?} was never written")));
    }
    let lacking = |text: &usvg::Text| -> Option<char> {
        let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        glyphs.find(|glyph| glyph.id.0 == 0).map(|glyph| glyph.text.chars().next().unwrap_or('\u{fffd}'))
    };
    match found.iter().find_map(|text| lacking(text).map(|character| (character, written(text)))) {
        Some((character, text)) => Err(ChartError::Glyph { character, text }),
        None => Ok(()),
    }
}

fn texts<'a>(group: &'a usvg::Group, found: &mut Vec<&'a usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => found.push(text),
            _ => {}
        }
    }
}

fn written(text: &usvg::Text) -> String {
    text.chunks().iter().map(|chunk| chunk.text()).collect::<String>().trim_end().to_owned()
}

/// Where every text stands.
pub(super) fn placed(tree: &usvg::Tree, width_mm: f64) -> Vec<PlacedText> {
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    let mm = width_mm / f64::from(tree.size().width());
    found
        .into_iter()
        .map(|text| {
            let area = text.abs_bounding_box();
            let [left, top, right, bottom] =
                [area.left(), area.top(), area.right(), area.bottom()].map(|edge| f64::from(edge) * mm);
            PlacedText { text: written(text), left, top, right, bottom }
        })
        .collect()
}

/// A stand-alone SVG file, its letters turned into paths.
pub(super) fn svg(tree: &usvg::Tree) -> String {
    let options = usvg::WriteOptions {
        coordinates_precision: 3,
        transforms_precision: 8,
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    };
    tree.to_string(&options)
}

/// A PNG file on white that knows its printed size.
pub(super) fn png(tree: &usvg::Tree, width_mm: f64) -> Result<Vec<u8>, ChartError> {
    let fault = |what: &dyn ToString| ChartError::Picture(what.to_string());
    let size = tree.size();
    let scale = width_mm * PIXELS_A_MM / f64::from(size.width());
    let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
    let (width, height) = (pixels(size.width()), pixels(size.height()));
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| fault(&"no room for the pixels"))?;
    pixmap.fill(Color::WHITE);
    resvg::render(tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    // On white every pixel is opaque, so the fourth byte says nothing.
    let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let density = (PIXELS_A_MM * 1000.0).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: density, yppu: density, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(|e| fault(&e))?;
    writer.write_image_data(&rgb).map_err(|e| fault(&e))?;
    writer.finish().map_err(|e| fault(&e))?;
    Ok(file)
}
