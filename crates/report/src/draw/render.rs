//! SVG drawings: parsing with the embedded font only, rendering to PNG files, and PDF files.
//!
//! A PDF has one page of the printed size. The paths and the laid out glyphs of usvg are written by krilla, with embedded
//! subsets of the fonts, so that texts can be searched and copied.

use super::text::{FAMILY, font_database};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use resvg::tiny_skia::{self, Color, PathSegment, Pixmap};
use resvg::usvg;
use resvg::usvg::{fontdb, layout};
use std::collections::BTreeMap;
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

pub fn parse_svg(svg: &str) -> Result<usvg::Tree, DrawError> {
    let fontdb = font_database()
        .ok_or_else(|| DrawError::Render("the embedded font is unreadable".into()))?;
    let font_resolver = usvg::FontResolver {
        // A fallback font for one character would change the appearance of the whole line.
        select_fallback: Box::new(|_, _, _| None),
        ..usvg::FontResolver::default()
    };
    let options = usvg::Options {
        font_resolver,
        font_family: FAMILY.to_owned(),
        fontdb,
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|error| DrawError::Render(error.into()))
}

/// Parses a drawing and checks that the renderer keeps every text of it, with a glyph for every character.
///
/// # Errors
/// When the drawing is malformed, a text is lost, or the font lacks a character.
pub fn parse_svg_checked(svg: &str) -> Result<usvg::Tree, DrawError> {
    let tree = parse_svg(svg)?;
    let texts = text_nodes(&tree);
    let expected_count = svg.matches("<text").count();
    if texts.len() < expected_count {
        let lost_count = expected_count - texts.len();
        let reason = format!("{lost_count} of {expected_count} texts are lost");
        return Err(DrawError::Render(reason.into()));
    }
    let lacking = |text: &usvg::Text| -> Option<char> {
        let mut glyphs = text
            .layouted()
            .iter()
            .flat_map(|span| &span.positioned_glyphs);
        glyphs
            .find(|glyph| glyph.id.0 == 0)
            .map(|glyph| glyph.text.chars().next().unwrap_or('\u{fffd}'))
    };
    match texts
        .iter()
        .find_map(|text| lacking(text).map(|character| (character, text_content(text))))
    {
        Some((character, text)) => Err(DrawError::MissingGlyph { character, text }),
        None => Ok(tree),
    }
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
    let rgb = rgba_to_rgb(pixels.data());
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

/// Converts opaque RGBA pixels to RGB.
fn rgba_to_rgb(pixels: &[u8]) -> Vec<u8> {
    let mut rgb = vec![[0; 3]; pixels.len() / 4];
    for (target, [red, green, blue, _]) in rgb.iter_mut().zip(pixels.as_chunks::<4>().0) {
        *target = [*red, *green, *blue];
    }
    rgb.into_flattened()
}

const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// Returns a PDF file, `width_mm` millimetres wide. It contains no date, so the same drawing gives the same bytes.
///
/// # Errors
/// When the drawing contains anything but plain paths and texts.
pub fn pdf(tree: &usvg::Tree, title: &str, width_mm: f64) -> Result<Vec<u8>, DrawError> {
    let scale = width_mm as f32 * POINTS_PER_MM / tree.size().width();
    let width = tree.size().width() * scale;
    let height = tree.size().height() * scale;
    let page_settings = PageSettings::from_wh(width, height)
        .ok_or_else(|| DrawError::Render("a PDF page has a positive size".into()))?;
    let mut document = Document::new_with(SerializeSettings {
        xmp_metadata: false,
        enable_tagging: false,
        ..SerializeSettings::default()
    });
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .producer("pioche".to_owned()),
    );
    let mut page = document.start_page_with(page_settings);
    write_drawing(tree, scale, page.surface())?;
    page.finish();
    document
        .finish()
        .map_err(|error| DrawError::Render(error.into()))
}

fn write_drawing(tree: &usvg::Tree, scale: f32, surface: Surface) -> Result<(), DrawError> {
    let mut writer = PageWriter {
        surface,
        fonts: embedded_fonts(tree.fontdb()),
    };
    writer
        .surface
        .push_transform(&Transform::from_scale(scale, scale));
    let result = writer.write_group(tree.root());
    writer.surface.pop();
    result
}

fn embedded_fonts(database: &fontdb::Database) -> BTreeMap<fontdb::ID, Font> {
    let mut fonts = BTreeMap::new();
    for face in database.faces() {
        let font = database.with_face_data(face.id, |bytes, index| {
            Font::new(bytes.to_vec().into(), index)
        });
        if let Some(Some(font)) = font {
            fonts.insert(face.id, font);
        }
    }
    fonts
}

struct PageWriter<'a> {
    surface: Surface<'a>,
    fonts: BTreeMap<fontdb::ID, Font>,
}

impl PageWriter<'_> {
    fn write_group(&mut self, group: &usvg::Group) -> Result<(), DrawError> {
        let plain = group.opacity().get() == 1.0
            && group.clip_path().is_none()
            && group.mask().is_none()
            && group.filters().is_empty();
        if !plain {
            return Err(DrawError::Render(
                "a PDF takes no clipped or translucent groups".into(),
            ));
        }
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.write_group(group)?,
                usvg::Node::Text(text) => self.write_text(text)?,
                usvg::Node::Path(path) => self.write_path(path)?,
                usvg::Node::Image(_) => {
                    return Err(DrawError::Render("a PDF takes no image".into()));
                }
            }
        }
        Ok(())
    }

    fn write_path(&mut self, path: &usvg::Path) -> Result<(), DrawError> {
        if !path.is_visible() {
            return Ok(());
        }
        let Some(outline) = outline(path.data().segments()) else {
            return Ok(());
        };
        let fill = path.fill().map(fill_style).transpose()?;
        let stroke = path.stroke().map(stroke_style).transpose()?;
        self.surface
            .push_transform(&transform(path.abs_transform()));
        self.surface.set_fill(fill);
        self.surface.set_stroke(stroke);
        self.surface.draw_path(&outline);
        self.surface.pop();
        Ok(())
    }

    fn write_text(&mut self, text: &usvg::Text) -> Result<(), DrawError> {
        self.surface
            .push_transform(&transform(text.abs_transform()));
        for span in text.layouted() {
            self.write_span(span)?;
        }
        self.surface.pop();
        Ok(())
    }

    /// Writes the glyphs of a span, which lie on one horizontal line in one font.
    fn write_span(&mut self, span: &layout::Span) -> Result<(), DrawError> {
        let Some(first) = span.positioned_glyphs.first() else {
            return Ok(());
        };
        let font = self
            .fonts
            .get(&first.font)
            .cloned()
            .ok_or_else(|| DrawError::Render("the embedded font is unreadable".into()))?;
        let font_size = span.font_size.get();
        let mut text = String::new();
        let mut glyphs = Vec::new();
        for (index, glyph) in span.positioned_glyphs.iter().enumerate() {
            let start = glyph.transform().tx;
            let next = span.positioned_glyphs.get(index + 1);
            let advance = next.map_or(0.0, |next| next.transform().tx - start);
            let text_start = text.len();
            text.push_str(&glyph.text);
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(glyph.id.0),
                advance / font_size,
                0.0,
                0.0,
                0.0,
                text_start..text.len(),
                None,
            ));
        }
        let place = first.transform();
        let fill = span.fill.as_ref().map(fill_style).transpose()?;
        self.surface.set_fill(fill);
        self.surface.set_stroke(None);
        self.surface.draw_glyphs(
            Point::from_xy(place.tx, place.ty),
            &glyphs,
            font,
            &text,
            font_size,
            false,
        );
        Ok(())
    }
}

/// Returns a transform. The cosine of a right angle is 0; the computed value differs between systems.
fn transform(transform: usvg::Transform) -> Transform {
    let near = |part: f32| if part.abs() < 1e-9 { 0.0 } else { part };
    Transform::from_row(
        near(transform.sx),
        near(transform.ky),
        near(transform.kx),
        near(transform.sy),
        near(transform.tx),
        near(transform.ty),
    )
}

/// Returns a path with coordinates rounded to two decimals, a hundredth of a step of the sheet, which shortens the
/// file; `None` for a path without length.
fn outline(segments: impl Iterator<Item = PathSegment>) -> Option<Path> {
    let near = |part: f32| (part * 100.0).round() / 100.0;
    let mut path = PathBuilder::new();
    for segment in segments {
        match segment {
            PathSegment::MoveTo(to) => path.move_to(near(to.x), near(to.y)),
            PathSegment::LineTo(to) => path.line_to(near(to.x), near(to.y)),
            PathSegment::QuadTo(by, to) => {
                path.quad_to(near(by.x), near(by.y), near(to.x), near(to.y));
            }
            PathSegment::CubicTo(one, two, to) => path.cubic_to(
                near(one.x),
                near(one.y),
                near(two.x),
                near(two.y),
                near(to.x),
                near(to.y),
            ),
            PathSegment::Close => path.close(),
        }
    }
    path.finish()
}

fn fill_style(fill: &usvg::Fill) -> Result<Fill, DrawError> {
    Ok(Fill {
        paint: rgb_colour(fill.paint())?.into(),
        opacity: opacity(fill.opacity()),
        rule: match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        },
    })
}

fn stroke_style(stroke: &usvg::Stroke) -> Result<Stroke, DrawError> {
    let dash = stroke.dasharray().map(|dashes| StrokeDash {
        array: dashes.to_vec(),
        offset: stroke.dashoffset(),
    });
    Ok(Stroke {
        paint: rgb_colour(stroke.paint())?.into(),
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: opacity(stroke.opacity()),
        dash,
    })
}

fn opacity(opacity: usvg::Opacity) -> NormalizedF32 {
    NormalizedF32::new(opacity.get()).unwrap_or(NormalizedF32::ONE)
}

fn rgb_colour(paint: &usvg::Paint) -> Result<rgb::Color, DrawError> {
    match paint {
        usvg::Paint::Color(colour) => Ok(rgb::Color::new(colour.red, colour.green, colour.blue)),
        _ => Err(DrawError::Render("a PDF takes plain colours".into())),
    }
}
