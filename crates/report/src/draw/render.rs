//! SVG drawings: parsing with the embedded font only, and rendering to PNG files.

use super::text::{FAMILY, font_database};
use resvg::tiny_skia::{self, Color, Pixmap};
use resvg::usvg;
use std::error::Error;

/// The reason why a drawing could not become a picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// A text has a character that the embedded font lacks.
    #[error("the font has no character {character:?}, needed for {text:?}")]
    MissingGlyph {
        /// The first such character.
        character: char,
        /// The line of text with the character.
        text: String,
    },
    /// The drawing is malformed, a text is lost, or there is no memory for the pixels.
    #[error("the picture could not be made: {0}")]
    Render(#[source] Box<dyn Error + Send + Sync>),
}

/// Parses a drawing and checks that the renderer keeps every text of it, with a glyph for every character.
///
/// # Errors
/// When the drawing is malformed, a text is lost, or the font lacks a character.
pub fn parse_svg_checked(svg: &str) -> Result<usvg::Tree, DrawError> {
    let font_resolver = usvg::FontResolver {
        // A fallback font for one character would change the appearance of the whole line.
        select_fallback: Box::new(|_, _, _| None),
        ..usvg::FontResolver::default()
    };
    let options = usvg::Options {
        font_resolver,
        font_family: FAMILY.to_owned(),
        fontdb: font_database(),
        ..usvg::Options::default()
    };
    let tree =
        usvg::Tree::from_str(svg, &options).map_err(|error| DrawError::Render(error.into()))?;
    let texts = text_nodes(&tree);
    let expected_count = svg.matches("<text").count();
    if texts.len() < expected_count {
        let lost_count = expected_count - texts.len();
        let reason = format!("{lost_count} of {expected_count} texts are lost");
        return Err(DrawError::Render(reason.into()));
    }
    for text in texts {
        let spans = text.layouted().iter();
        let mut glyphs = spans.flat_map(|span| &span.positioned_glyphs);
        if let Some(glyph) = glyphs.find(|glyph| glyph.id.0 == 0) {
            return Err(DrawError::MissingGlyph {
                character: glyph.text.chars().next().unwrap_or('\u{fffd}'),
                text: text_content(text),
            });
        }
    }
    Ok(tree)
}

/// Returns a stand-alone SVG file of a drawing. Letters are outlines, so that it looks the same everywhere.
pub fn outlined_svg(tree: &usvg::Tree) -> String {
    tree.to_string(&usvg::WriteOptions {
        coordinates_precision: 3,
        transforms_precision: 8,
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    })
}

/// Returns the texts of a drawing, in order.
pub fn text_nodes(tree: &usvg::Tree) -> Vec<&usvg::Text> {
    fn collect<'a>(group: &'a usvg::Group, texts: &mut Vec<&'a usvg::Text>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => collect(group, texts),
                usvg::Node::Text(text) => texts.push(text),
                _ => {}
            }
        }
    }
    let mut texts = Vec::new();
    collect(tree.root(), &mut texts);
    texts
}

/// Returns the text of a node as one line.
pub fn text_content(text: &usvg::Text) -> String {
    text.chunks()
        .iter()
        .map(|chunk| chunk.text())
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// Renders a drawing on a background colour to a PNG file of this size in pixels. `density` is in pixels per metre of
/// the print.
pub fn render_png(
    tree: &usvg::Tree,
    (width, height): (u32, u32),
    scale: tiny_skia::Transform,
    background: Color,
    density: Option<u32>,
) -> Result<Vec<u8>, DrawError> {
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| DrawError::Render("no room for the pixels".into()))?;
    pixels.fill(background);
    resvg::render(tree, scale, &mut pixels.as_mut());
    let opaque_pixels = pixels.data().as_chunks::<4>().0.iter();
    let rgb: Vec<u8> = opaque_pixels
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(density.map(|a_metre| png::PixelDimensions {
        xppu: a_metre,
        yppu: a_metre,
        unit: png::Unit::Meter,
    }));
    encoder
        .write_header()
        .and_then(|mut writer| {
            writer.write_image_data(&rgb)?;
            writer.finish()
        })
        .map_err(|error| DrawError::Render(error.into()))?;
    Ok(file)
}
