//! A laid out figure as short text for golden files, and faults of its layout.
//!
//! The text holds every text with its position, then every line and area in the order of drawing, in points from the
//! upper left corner. Neighbours of one form share a line. White areas are left out.

use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg;

/// A drawing after layout, with its printed width.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// The laid out drawing.
    pub tree: &'a usvg::Tree,
    /// The printed width in millimetres.
    pub width_mm: f64,
}

/// The points that a line of the golden text shows at most.
const MAX_POINTS: usize = 12;

/// A text of a picture with its box, in points from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

/// A line or an area, and its corners in points.
struct Shape {
    /// The colour and the width of a line, or the colour of an area.
    paint: String,
    is_line: bool,
    corners: Vec<(f64, f64)>,
}

fn text_nodes(group: &usvg::Group) -> Vec<&usvg::Text> {
    let mut texts = Vec::new();
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts.extend(text_nodes(group)),
            usvg::Node::Text(text) => texts.push(text),
            _ => {}
        }
    }
    texts
}

fn text_content(text: &usvg::Text) -> String {
    let parts = text.chunks().iter().map(|chunk| chunk.text());
    parts.collect::<String>().trim_end().to_owned()
}

/// Returns the printed points in a unit of the renderer.
fn points_per_unit(figure: Picture<'_>) -> f64 {
    figure.width_mm / 25.4 * 72.0 / f64::from(figure.tree.size().width())
}

/// Returns the texts of a picture, each as high as the tallest and deepest letters of the font.
pub fn texts(figure: Picture<'_>) -> Vec<PlacedText> {
    let scale = points_per_unit(figure);
    let mut texts = Vec::new();
    for node in text_nodes(figure.tree.root()) {
        let area = node.abs_bounding_box();
        texts.push(PlacedText {
            text: text_content(node),
            left: f64::from(area.left()) * scale,
            top: f64::from(area.top()) * scale,
            right: f64::from(area.right()) * scale,
            bottom: f64::from(area.bottom()) * scale,
        });
    }
    texts
}

/// Returns faults of a layout: texts that overlap each other or leave the picture.
pub fn layout_faults(name: &str, figure: Picture<'_>) -> Vec<String> {
    let texts = texts(figure);
    let width = figure.width_mm / 25.4 * 72.0;
    let height = f64::from(figure.tree.size().height()) * points_per_unit(figure);
    let mut faults = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let is_inside =
            text.left > 1.4 && text.top > 0.0 && text.right < width - 1.4 && text.bottom < height;
        if !is_inside {
            faults.push(format!("{name}: {text:?} leaves {width} by {height}"));
        }
        for neighbour in &texts[index + 1..] {
            if overlap(text, neighbour) {
                faults.push(format!("{name}: {text:?} on {neighbour:?}"));
            }
        }
    }
    faults
}

/// True if two texts overlap by more than the free edges of their boxes, which hold the tallest and deepest letters.
fn overlap(one: &PlacedText, other: &PlacedText) -> bool {
    let across = one.right.min(other.right) - one.left.max(other.left);
    let down = one.bottom.min(other.bottom) - one.top.max(other.top);
    let thickness = |text: &PlacedText| (text.bottom - text.top).min(text.right - text.left);
    let edge = 0.25 * thickness(one).min(thickness(other));
    across >= edge && down >= edge
}

/// Returns the upper left corner of a shape, and its width and height.
fn bounds(shape: &Shape) -> ((f64, f64), (f64, f64)) {
    let low = |of: fn(&(f64, f64)) -> f64| shape.corners.iter().map(of).fold(f64::MAX, f64::min);
    let high = |of: fn(&(f64, f64)) -> f64| shape.corners.iter().map(of).fold(f64::MIN, f64::max);
    let left = low(|point| point.0);
    let top = low(|point| point.1);
    let width = high(|point| point.0) - left;
    let height = high(|point| point.1) - top;
    ((left, top), (width, height))
}

fn add_shapes(group: &usvg::Group, scale: f64, shapes: &mut Vec<Shape>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => add_shapes(group, scale, shapes),
            usvg::Node::Path(path) if path.is_visible() => {
                let stroke = path.stroke();
                let paint = match (stroke, path.fill()) {
                    (Some(stroke), _) => {
                        // The width is in steps of the sheet.
                        let width = f64::from(stroke.width().get()) / 24.0;
                        format!("{} {width:.1}", colour(stroke.paint(), stroke.opacity()))
                    }
                    (None, Some(fill)) => colour(fill.paint(), fill.opacity()),
                    (None, None) => continue,
                };
                shapes.push(Shape {
                    paint,
                    is_line: stroke.is_some(),
                    corners: corners(path, scale),
                });
            }
            _ => {}
        }
    }
}

fn colour(paint: &usvg::Paint, opacity: usvg::Opacity) -> String {
    let usvg::Paint::Color(colour) = paint else {
        panic!("a chart has plain colours");
    };
    let hex = format!("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
    if opacity.get() < 1.0 {
        format!("{hex}/{:.2}", opacity.get())
    } else {
        hex
    }
}

/// Returns the ends of the segments of a path; of a curve its box.
fn corners(path: &usvg::Path, scale: f64) -> Vec<(f64, f64)> {
    let mut corners = Vec::new();
    let mut has_curves = false;
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(point) | PathSegment::LineTo(point) => corners.push(point),
            PathSegment::QuadTo(..) | PathSegment::CubicTo(..) => has_curves = true,
            PathSegment::Close => {}
        }
    }
    let area = path.data().bounds();
    if has_curves {
        corners = vec![
            Point::from_xy(area.left(), area.top()),
            Point::from_xy(area.right(), area.bottom()),
        ];
    }
    path.abs_transform().map_points(&mut corners);
    corners
        .into_iter()
        .map(|point| (f64::from(point.x) * scale, f64::from(point.y) * scale))
        .collect()
}

/// Returns the golden text of a figure.
pub fn golden_text(figure: Picture<'_>) -> String {
    let scale = points_per_unit(figure);
    let size = figure.tree.size();
    let mut text = format!(
        "size {}\n",
        position((
            f64::from(size.width()) * scale,
            f64::from(size.height()) * scale
        ))
    );
    for placed in texts(figure) {
        let corner = position((placed.left, placed.top));
        text.push_str(&format!("{corner} {}\n", placed.text));
    }
    let mut shapes = Vec::new();
    add_shapes(figure.tree.root(), scale, &mut shapes);
    shapes.retain(|shape| shape.is_line || shape.paint != "#ffffff");
    let mut last_form = String::new();
    for shape in shapes {
        let (form, place) = form_and_place(&shape);
        if form == last_form {
            text.push_str(&format!(" {place}"));
        } else {
            text.push_str(&format!("\n{form}: {place}"));
            last_form = form;
        }
    }
    text.replace("\n\n", "\n") + "\n"
}

/// Returns what neighbours have in common, and the position.
fn form_and_place(shape: &Shape) -> (String, String) {
    let paint = &shape.paint;
    let first = shape.corners[0];
    let last = shape.corners[shape.corners.len() - 1];
    if shape.is_line && shape.corners.len() == 2 {
        let step = position((last.0 - first.0, last.1 - first.1));
        return (format!("line {paint} by {step}"), position(first));
    }
    if shape.is_line {
        let step = shape.corners.len().div_ceil(MAX_POINTS);
        let mut points: Vec<String> = Vec::new();
        for corner in shape.corners.iter().step_by(step) {
            points.push(position(*corner));
        }
        let points = points.join(" ");
        return (
            format!("line {paint}"),
            format!("{} {points} {}", shape.corners.len(), position(last)),
        );
    }
    let (corner, (width, height)) = bounds(shape);
    if width < 6.0 && height < 6.0 {
        let middle = (corner.0 + width / 2.0, corner.1 + height / 2.0);
        return (
            format!("mark {paint} of {} corners", shape.corners.len()),
            position(middle),
        );
    }
    (
        format!("area {paint}"),
        format!("{}+{}", position(corner), position((width, height))),
    )
}

/// Returns a position with one decimal, without a trailing zero.
fn position((x, y): (f64, f64)) -> String {
    let number = |value: f64| {
        let rounded = (value * 10.0).round() / 10.0;
        (rounded + 0.0).to_string()
    };
    format!("{},{}", number(x), number(y))
}
