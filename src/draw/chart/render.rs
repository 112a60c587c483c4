//! From a page to pictures: every text is turned into outlines of the embedded font, then written as SVG or PNG.

use super::figure::Size;
use super::page::Page;
use crate::draw::error::DrawError;
use crate::draw::render;
use resvg::tiny_skia::{Color, Transform};
use resvg::usvg;

/// Pixels a printed millimetre: 3250 for the 160 mm of a page, about 516 a inch.
const PIXELS_A_MM: f64 = 3250.0 / 160.0;
/// Pixels of a slide.
const SLIDE: f64 = 1600.0;

/// A text as it came out of the renderer, in printed millimetres from the upper left corner.
#[cfg(test)]
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

/// Reads the drawing, and makes sure that no text was lost on the way.
pub(super) fn tree(page: &Page) -> Result<usvg::Tree, DrawError> {
    let tree = render::read(&page.drawing.svg)?;
    render::keeps(&tree, &page.drawing.texts)?;
    Ok(tree)
}

/// Where every text stands.
#[cfg(test)]
pub(super) fn placed(tree: &usvg::Tree, width_mm: f64) -> Vec<PlacedText> {
    let mm = width_mm / f64::from(tree.size().width());
    let place = |text: &usvg::Text| {
        let area = text.abs_bounding_box();
        let [left, top, right, bottom] =
            [area.left(), area.top(), area.right(), area.bottom()].map(|edge| f64::from(edge) * mm);
        PlacedText { text: render::written(text), left, top, right, bottom }
    };
    render::texts(tree).into_iter().map(place).collect()
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

/// A PNG file on white; one for print knows its printed size.
pub(super) fn png(tree: &usvg::Tree, purpose: Size, width_mm: f64) -> Result<Vec<u8>, DrawError> {
    let size = tree.size();
    let (width, density) = match purpose {
        Size::Page => (width_mm * PIXELS_A_MM, Some((PIXELS_A_MM * 1000.0).round() as u32)),
        Size::Social => (SLIDE, None),
    };
    let scale = width / f64::from(size.width());
    let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
    let scaled = Transform::from_scale(scale as f32, scale as f32);
    render::png(tree, (pixels(size.width()), pixels(size.height())), scaled, Color::WHITE, density)
}
