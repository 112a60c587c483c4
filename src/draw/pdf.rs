//! PDF files of a drawing: its paths, with letters as outlines, on one page of its printed size.

use super::render::DrawError;
use flate2::{Compress, Compression, FlushCompress, Status};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Point};
use resvg::usvg;

const POINTS_PER_MM: f32 = 72.0 / 25.4;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
/// The object number of the first graphics state; each opacity has one.
const FIRST_STATE_ID: i32 = 6;

/// Returns a PDF file, `width_mm` millimetres wide. It contains no date, so the same drawing gives the same bytes.
///
/// # Errors
/// When the drawing contains anything but plain paths.
pub(in crate::draw) fn pdf(
    tree: &usvg::Tree,
    title: &str,
    width_mm: f64,
) -> Result<Vec<u8>, DrawError> {
    let scale = width_mm as f32 * POINTS_PER_MM / tree.size().width();
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let mut ink = ContentWriter {
        content: Content::new(),
        opacities: Vec::new(),
    };
    // The y axis of a drawing points down, that of a page up.
    ink.content
        .transform([scale, 0.0, 0.0, -scale, 0.0, height]);
    ink.write_group(tree.root())?;
    let opacities = ink.opacities;
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, width, height))
        .parent(PAGES)
        .contents(CONTENT);
    let mut resources = page.resources();
    let mut states = resources.ext_g_states();
    for (place, id) in (0..opacities.len()).zip(FIRST_STATE_ID..) {
        states.pair(Name(state_name(place).as_bytes()), Ref::new(id));
    }
    states.finish();
    resources.finish();
    page.finish();
    let content = ink.content.finish();
    // Incompressible data grows by a few bytes in a thousand at most.
    let mut packed = Vec::with_capacity(content.len() + content.len() / 100 + 100);
    let ended = Compress::new(Compression::best(), true).compress_vec(
        &content,
        &mut packed,
        FlushCompress::Finish,
    );
    if !matches!(ended, Ok(Status::StreamEnd)) {
        return Err(DrawError::Render("the page cannot be packed".into()));
    }
    pdf.stream(CONTENT, &packed).filter(Filter::FlateDecode);
    for (opacity, id) in opacities.iter().zip(FIRST_STATE_ID..) {
        pdf.ext_graphics(Ref::new(id))
            .non_stroking_alpha(*opacity)
            .stroking_alpha(*opacity);
    }
    pdf.document_info(INFO)
        .title(TextStr(title))
        .producer(TextStr("pioche"));
    Ok(pdf.finish())
}

/// Returns the name of the graphics state of an opacity.
fn state_name(place: usize) -> String {
    format!("a{place}")
}

struct ContentWriter {
    content: Content,
    /// The opacities in use, in the order of their graphics states.
    opacities: Vec<f32>,
}

impl ContentWriter {
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
                usvg::Node::Text(text) => self.write_group(text.flattened())?,
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
        self.content.save_state();
        let at = path.abs_transform();
        // The cosine of a right angle is 0; the computed value differs between systems.
        let near = |part: f32| if part.abs() < 1e-9 { 0.0 } else { part };
        self.content
            .transform([at.sx, at.ky, at.kx, at.sy, at.tx, at.ty].map(near));
        if let Some(fill) = path.fill() {
            let [red, green, blue] = paint_rgb(fill.paint())?;
            self.set_opacity(fill.opacity().get());
            self.content.set_fill_rgb(red, green, blue);
            self.write_outline(path.data());
            match fill.rule() {
                usvg::FillRule::NonZero => self.content.fill_nonzero(),
                usvg::FillRule::EvenOdd => self.content.fill_even_odd(),
            };
        }
        if let Some(stroke) = path.stroke() {
            let [red, green, blue] = paint_rgb(stroke.paint())?;
            self.set_opacity(stroke.opacity().get());
            self.content.set_stroke_rgb(red, green, blue);
            self.set_stroke_style(stroke);
            self.write_outline(path.data());
            self.content.stroke();
        }
        self.content.restore_state();
        Ok(())
    }

    fn set_stroke_style(&mut self, stroke: &usvg::Stroke) {
        let (cap, join) = (
            match stroke.linecap() {
                usvg::LineCap::Butt => LineCapStyle::ButtCap,
                usvg::LineCap::Round => LineCapStyle::RoundCap,
                usvg::LineCap::Square => LineCapStyle::ProjectingSquareCap,
            },
            match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoinStyle::MiterJoin,
                usvg::LineJoin::Round => LineJoinStyle::RoundJoin,
                usvg::LineJoin::Bevel => LineJoinStyle::BevelJoin,
            },
        );
        let content = &mut self.content;
        content
            .set_line_width(stroke.width().get())
            .set_line_cap(cap)
            .set_line_join(join);
        content.set_miter_limit(stroke.miterlimit().get());
        if let Some(dashes) = stroke.dasharray() {
            content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
    }

    fn set_opacity(&mut self, opacity: f32) {
        let known = self.opacities.iter().position(|known| *known == opacity);
        let place = known.unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.content
            .set_parameters(Name(state_name(place).as_bytes()));
    }

    /// Writes a path. Coordinates are rounded to two decimals, a hundredth of a step of the sheet, which halves the
    /// file.
    fn write_outline(&mut self, path: &Path) {
        let near = |part: f32| (part * 100.0).round() / 100.0;
        let at = |place: Point| Point::from_xy(near(place.x), near(place.y));
        let (content, mut from) = (&mut self.content, Point::zero());
        for segment in path.segments() {
            let to = match segment {
                PathSegment::MoveTo(to)
                | PathSegment::LineTo(to)
                | PathSegment::QuadTo(_, to)
                | PathSegment::CubicTo(_, _, to) => at(to),
                PathSegment::Close => from,
            };
            match segment {
                PathSegment::MoveTo(_) => content.move_to(to.x, to.y),
                PathSegment::LineTo(_) => content.line_to(to.x, to.y),
                PathSegment::QuadTo(by, _) => {
                    // Converts a quadratic curve to the same cubic curve.
                    let by = at(by);
                    let towards = |end: Point| {
                        [
                            end.x + (by.x - end.x) * 2.0 / 3.0,
                            end.y + (by.y - end.y) * 2.0 / 3.0,
                        ]
                        .map(near)
                    };
                    let ([x1, y1], [x2, y2]) = (towards(from), towards(to));
                    content.cubic_to(x1, y1, x2, y2, to.x, to.y)
                }
                PathSegment::CubicTo(one, two, _) => {
                    let (one, two) = (at(one), at(two));
                    content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y)
                }
                PathSegment::Close => content.close_path(),
            };
            from = to;
        }
    }
}

/// Returns red, green and blue from 0 to 1.
fn paint_rgb(paint: &usvg::Paint) -> Result<[f32; 3], DrawError> {
    match paint {
        usvg::Paint::Color(colour) => {
            Ok([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        _ => Err(DrawError::Render("a PDF takes plain colours".into())),
    }
}
