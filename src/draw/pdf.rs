//! PDF files of a drawing, on one page of its printed size. The paths and the laid out glyphs of usvg are written by
//! krilla, with embedded subsets of the fonts, so that texts can be searched and copied.

use super::render::DrawError;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use resvg::tiny_skia::PathSegment;
use resvg::usvg;
use resvg::usvg::fontdb;
use resvg::usvg::layout;
use std::collections::BTreeMap;

const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// Returns a PDF file, `width_mm` millimetres wide. It contains no date, so the same drawing gives the same bytes.
///
/// # Errors
/// When the drawing contains anything but plain paths and texts.
pub(in crate::draw) fn pdf(
    tree: &usvg::Tree,
    title: &str,
    width_mm: f64,
) -> Result<Vec<u8>, DrawError> {
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
        .map_err(|error| DrawError::Render(error.to_string()))
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
