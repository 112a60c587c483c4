//! A plot: axes, grid, lines with their marks, and labels at them.

use super::axis::Axis;
use super::labels::{Obstacles, PlacedLabel, Wanted, place_labels};
use super::sheet::{
    AXIS_WIDTH, Letters, MARGIN, SMALL_SIZE, Sheet, Stroke, TEXT_SIZE, TICK_LENGTH,
};
use super::{Line, NumberFormat, Plot, Point};
use crate::draw::{Align, LEADING, TextBlock, Weight, text_width};
use plotters::style::RGBColor;

/// The heights of a plot, on a page and in a narrow picture, in points.
const HEIGHT: f64 = 150.0;
const NARROW_HEIGHT: f64 = 105.0;
/// The height of the ticks below a plot with their labels, in points.
const X_TICKS_HEIGHT: f64 = 17.0;
/// Curves with more points are drawn as steps without marks.
const MAX_MARKS: usize = 60;
/// Dashes of reference lines, and of lines without marks.
const REFERENCE_DASH: Option<(f64, f64)> = Some((2.5, 2.0));
const LINE_DASHES: [Option<(f64, f64)>; 4] = [None, Some((5.0, 1.6)), None, Some((1.3, 1.3))];
/// The corners of the marks, in radii; that of the first line is a circle.
const MARK_SHAPES: [&[(f64, f64)]; 4] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
    &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
];

/// The form of a line and of its marks.
struct LineStyle {
    stroke: Stroke,
    /// The corners of a mark in radii, none for a circle; `None` for a line without marks.
    mark: Option<&'static [(f64, f64)]>,
    radius: f64,
    weight: Weight,
}

impl LineStyle {
    fn of_lines(plot: &Plot, sheet: &Sheet) -> Vec<Self> {
        let curves = plot.lines.iter().filter(|line| line.is_curve);
        let longest = curves.map(|line| line.points.len()).max().unwrap_or(0);
        let has_room = plot.lines.len() == 1 || !sheet.is_narrow;
        let has_usual = plot.lines.iter().any(|line| line.is_usual);
        let mut styles = Vec::new();
        for (index, line) in plot.lines.iter().enumerate() {
            let has_marks = !line.is_curve || (longest <= MAX_MARKS && has_room);
            let is_main = line.is_usual || plot.lines.len() == 1;
            let width = match (is_main, has_marks) {
                (true, _) => 2.2,
                (false, true) => 1.3,
                (false, false) => 1.8,
            };
            let index = index % LINE_DASHES.len();
            styles.push(Self {
                stroke: Stroke {
                    colour: sheet.palette.lines[index],
                    width,
                    dash: if has_marks { None } else { LINE_DASHES[index] },
                },
                mark: has_marks.then_some(MARK_SHAPES[index]),
                radius: if is_main { 2.6 } else { 2.3 },
                weight: if has_usual && line.is_usual {
                    Weight::Bold
                } else {
                    Weight::Regular
                },
            });
        }
        styles
    }
}

/// The area of a plot between its axes, in points.
struct PlotArea {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// The space between the ends of the horizontal axis and the first and the last mark.
    padding: f64,
    x: Axis,
    y: Axis,
    x_label: TextBlock,
    y_label: TextBlock,
}

impl PlotArea {
    /// Lays out a plot below everything else.
    fn new(plot: &Plot, sheet: &Sheet) -> Self {
        let label = |text: &str| {
            TextBlock::wrap_or_shrink(text, SMALL_SIZE, Weight::Regular, sheet.room(), 2)
        };
        let y_label = label(&plot.y_label);
        let top = sheet.bottom + y_label.height() + 8.0;
        let height = if sheet.is_narrow {
            NARROW_HEIGHT
        } else {
            HEIGHT
        };
        let y = vertical_axis(plot, height);
        let label_widths = y.ticks.iter().map(|tick| small_width(&tick.1));
        let left = MARGIN + label_widths.fold(0.0, f64::max) + 5.0;
        let right = sheet.width - MARGIN - 8.0;
        let has_marks = plot
            .lines
            .iter()
            .any(|line| !line.is_curve || line.points.len() <= MAX_MARKS);
        let padding = if has_marks { 6.0 } else { 0.0 };
        let x_width = right - left - 2.0 * padding;
        Self {
            left,
            right,
            top,
            bottom: top + height,
            padding,
            x: horizontal_axis(plot, x_width),
            y,
            x_label: label(&plot.x_label),
            y_label,
        }
    }

    fn x(&self, value: f64) -> f64 {
        let width = self.right - self.left - 2.0 * self.padding;
        self.left + self.padding + self.x.share(value) * width
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }

    fn position(&self, point: &Point) -> (f64, f64) {
        (self.x(point.x), self.y(point.y))
    }

    /// Returns the parts of a line: a curve is one, of settings only consecutive integers are joined.
    fn parts(&self, line: &Line) -> Vec<Vec<(f64, f64)>> {
        if line.is_curve && line.points.len() > MAX_MARKS {
            let mut corners: Vec<(f64, f64)> = Vec::new();
            for point in &line.points {
                let (x, y) = self.position(point);
                if let Some(last) = corners.last() {
                    corners.push((x, last.1));
                }
                corners.push((x, y));
            }
            return vec![corners];
        }
        let is_joined = |one: &Point, next: &Point| line.is_curve || next.x - one.x == 1.0;
        let parts = line.points.chunk_by(is_joined);
        parts
            .map(|part| part.iter().map(|point| self.position(point)).collect())
            .collect()
    }
}

fn small_width(text: &str) -> f64 {
    text_width(text, SMALL_SIZE, Weight::Regular)
}

fn points(plot: &Plot) -> impl Iterator<Item = &Point> {
    plot.lines.iter().flat_map(|line| &line.points)
}

/// Returns the vertical axis. One that is not full leaves room for numbers above the highest mark.
fn vertical_axis(plot: &Plot, height: f64) -> Axis {
    const MOST: usize = 5;
    let values = || {
        points(plot).flat_map(|point| {
            let interval = point
                .interval
                .into_iter()
                .flat_map(|(low, high)| [low, high]);
            interval.chain([point.y])
        })
    };
    let high = values().fold(0.0, f64::max);
    let level = plot.level.iter().map(|level| level.0);
    let mut axis = Axis::from_zero(values().chain(level), plot.y_format, MOST, |axis| {
        height / axis.ticks.len().max(1) as f64 >= 1.9 * SMALL_SIZE
    });
    let is_full_share = plot.y_format == NumberFormat::Percent && axis.high >= 1.0;
    if !is_full_share {
        let room = (TEXT_SIZE + 6.0) / height;
        axis.high = axis.high.max(high + room * (high - axis.low));
    }
    axis
}

fn horizontal_axis(plot: &Plot, width: f64) -> Axis {
    let values = || points(plot).map(|point| point.x);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let mut asked: Vec<f64> = plot.reference.iter().map(|reference| reference.0).collect();
    asked.retain(|value| (low..=high).contains(value) && value.fract() == 0.0);
    // The ends of a setting are asked, those of a counted quantity are not.
    let has_asked_end = plot.lines.iter().all(|line| !line.is_curve);
    asked.extend(has_asked_end.then_some(high));
    asked.push(low);
    Axis::between((low, high), &asked, |axis, one, next| {
        let distance = (axis.share(next.0) - axis.share(one.0)).abs() * width;
        distance >= (small_width(&one.1) + small_width(&next.1)) / 2.0 + 0.6 * SMALL_SIZE
    })
}

pub(super) fn draw(sheet: &mut Sheet, plot: &Plot) {
    let styles = LineStyle::of_lines(plot, sheet);
    let mut area = PlotArea::new(plot, sheet);
    let labels = match labels_of(plot, &styles, &area, sheet, plot.lines.len() > 1) {
        Some(labels) => labels,
        None => {
            draw_key(sheet, plot, &styles);
            area = PlotArea::new(plot, sheet);
            labels_of(plot, &styles, &area, sheet, false).unwrap_or_default()
        }
    };
    sheet.block(
        &area.y_label,
        sheet.grey_letters(),
        Align::Start,
        MARGIN,
        sheet.bottom,
    );
    draw_axes(sheet, plot, &area);
    for (line, style) in plot.lines.iter().zip(&styles).rev() {
        draw_line(sheet, line, style, &area);
    }
    for label in labels {
        draw_label(sheet, &label, &styles);
    }
    sheet.bottom = area.bottom + X_TICKS_HEIGHT + area.x_label.height();
}

/// Places the numbers, the names of lines if wanted, and those of reference lines. Returns `None` if a name of a line has
/// no room.
fn labels_of(
    plot: &Plot,
    styles: &[LineStyle],
    area: &PlotArea,
    sheet: &Sheet,
    has_names: bool,
) -> Option<Vec<PlacedLabel>> {
    let corner = (MARGIN, sheet.bottom);
    let mut obstacles = Obstacles::new(corner, (sheet.width - MARGIN, area.bottom - 1.0));
    obstacles.add_box(corner, (area.y_label.width(), area.y_label.height()));
    for (value, label) in &area.y.ticks {
        let width = small_width(label) + 5.0;
        obstacles.add_box((area.left - width, area.y(*value) - 6.0), (width, 12.0));
    }
    for (index, line) in plot.lines.iter().enumerate() {
        for part in area.parts(line) {
            obstacles.add_line(index, &part);
        }
        if styles[index].mark.is_some() {
            for point in &line.points {
                if let Some((low, high)) = point.interval {
                    let x = area.x(point.x);
                    obstacles.add_line(index, &[(x, area.y(low)), (x, area.y(high))]);
                }
                obstacles.add_mark(index, area.position(point), styles[index].radius);
            }
        }
    }
    let mut wanted = Vec::new();
    for (index, line) in plot.lines.iter().enumerate() {
        for point in line.points.iter().filter(|point| !point.text.is_empty()) {
            wanted.push(Wanted::Number {
                line: index,
                text: point.text.clone(),
                position: area.position(point),
                gap: if styles[index].mark.is_some() {
                    styles[index].radius
                } else {
                    1.0
                } + 1.5,
                is_required: point.is_required,
            });
        }
        if has_names && !line.name.is_empty() {
            let weight = styles[index].weight;
            let width = 0.45 * (area.right - area.left);
            wanted.push(Wanted::Name {
                line: index,
                block: TextBlock::wrap_or_shrink(&line.name, TEXT_SIZE, weight, width, 2),
            });
        }
    }
    let mut references = Vec::new();
    if let Some((value, name)) = &plot.reference {
        let x = area.x(*value);
        references.push((name, [(x, area.top - 2.0), (x, area.bottom)]));
    }
    if let Some((value, name)) = &plot.level {
        let y = area.y(*value);
        references.push((name, [(area.left, y), (area.right, y)]));
    }
    for (offset, (name, ends)) in references.into_iter().enumerate() {
        let index = plot.lines.len() + offset;
        obstacles.add_reference(index, &ends);
        if !name.is_empty() {
            let width = 0.5 * (area.right - area.left);
            wanted.push(Wanted::Reference {
                line: index,
                block: TextBlock::wrap_or_shrink(name, SMALL_SIZE, Weight::Regular, width, 2),
            });
        }
    }
    place_labels(obstacles, wanted)
}

fn draw_label(sheet: &mut Sheet, label: &PlacedLabel, styles: &[LineStyle]) {
    let style = styles.get(label.line);
    let letters = Letters {
        size: label.block.size,
        weight: label.block.weight,
        colour: style.map_or(sheet.palette.grey, |style| style.stroke.colour),
        has_halo: true,
    };
    sheet.block(&label.block, letters, Align::Start, label.left, label.top);
}

/// Draws the names of lines below the subtitle, each after a sample of its line.
fn draw_key(sheet: &mut Sheet, plot: &Plot, styles: &[LineStyle]) {
    const SAMPLE: f64 = 18.0;
    let mut x = MARGIN;
    for (line, style) in plot.lines.iter().zip(styles) {
        let room = sheet.room() - SAMPLE - 4.0;
        let name = TextBlock::wrap_or_shrink(&line.name, TEXT_SIZE, style.weight, room, 1);
        let width = SAMPLE + 4.0 + name.width();
        if x > MARGIN && x + width > sheet.width - MARGIN {
            x = MARGIN;
            sheet.bottom += TEXT_SIZE * LEADING;
        }
        let y = sheet.bottom + 0.6 * TEXT_SIZE;
        sheet.line(&[(x, y), (x + SAMPLE, y)], style.stroke);
        if style.mark.is_some() {
            draw_mark(sheet, (x + SAMPLE / 2.0, y), style, false);
        }
        let letters = Letters {
            size: TEXT_SIZE,
            weight: style.weight,
            colour: style.stroke.colour,
            has_halo: false,
        };
        sheet.block(&name, letters, Align::Start, x + SAMPLE + 4.0, sheet.bottom);
        x += width + 14.0;
    }
    sheet.bottom += TEXT_SIZE * LEADING + 6.0;
}

/// Draws the grid, the axes with their ticks, and the lines for comparison.
fn draw_axes(sheet: &mut Sheet, plot: &Plot, area: &PlotArea) {
    let letters = sheet.letters(SMALL_SIZE);
    let grid = Stroke::plain(sheet.palette.grid, 0.5);
    let ink = Stroke::plain(sheet.palette.ink, AXIS_WIDTH);
    let reference = Stroke {
        dash: REFERENCE_DASH,
        ..Stroke::plain(sheet.palette.grey, AXIS_WIDTH)
    };
    for (value, label) in &area.y.ticks {
        let y = area.y(*value);
        if *value != area.y.low {
            sheet.line(&[(area.left, y), (area.right, y)], grid);
        }
        sheet.text(label, letters, Align::End, (area.left - 5.0, y + 3.0));
    }
    if let Some((value, _)) = &plot.level {
        let y = area.y(*value);
        sheet.line(&[(area.left, y), (area.right, y)], reference);
    }
    if let Some((value, _)) = &plot.reference {
        let x = area.x(*value);
        sheet.line(&[(x, area.top - 2.0), (x, area.bottom)], reference);
    }
    sheet.line(&[(area.left, area.bottom), (area.right, area.bottom)], ink);
    for (value, label) in &area.x.ticks {
        let x = area.x(*value);
        sheet.line(&[(x, area.bottom), (x, area.bottom + TICK_LENGTH)], ink);
        sheet.text(label, letters, Align::Middle, (x, area.bottom + 12.5));
    }
    let half_width = area.x_label.width() / 2.0;
    let middle = ((area.left + area.right) / 2.0)
        .min(sheet.width - MARGIN - half_width)
        .max(MARGIN + half_width);
    let top = area.bottom + X_TICKS_HEIGHT;
    sheet.block(
        &area.x_label,
        sheet.grey_letters(),
        Align::Middle,
        middle,
        top,
    );
}

fn draw_line(sheet: &mut Sheet, line: &Line, style: &LineStyle, area: &PlotArea) {
    for part in area.parts(line) {
        sheet.line(&part, style.stroke);
    }
    if style.mark.is_none() {
        return;
    }
    for point in &line.points {
        let (x, y) = area.position(point);
        if let Some((low, high)) = point.interval {
            let interval = [(x, area.y(low)), (x, area.y(high))];
            sheet.line(&interval, Stroke::plain(style.stroke.colour, 1.3));
        }
        draw_mark(sheet, (x, y), style, point.is_hollow);
    }
}

fn draw_mark(sheet: &mut Sheet, centre: (f64, f64), style: &LineStyle, is_hollow: bool) {
    let paper = sheet.palette.paper;
    if is_hollow {
        fill_mark(
            sheet,
            centre,
            style,
            style.radius + 0.8,
            style.stroke.colour,
        );
        fill_mark(sheet, centre, style, style.radius - 0.4, paper);
    } else {
        fill_mark(sheet, centre, style, style.radius, style.stroke.colour);
    }
}

fn fill_mark(
    sheet: &mut Sheet,
    (x, y): (f64, f64),
    style: &LineStyle,
    radius: f64,
    colour: RGBColor,
) {
    let corners = style.mark.unwrap_or_default();
    if corners.is_empty() {
        sheet.circle((x, y), radius, colour);
        return;
    }
    let corner = |(dx, dy): &(f64, f64)| (x + dx * radius, y + dy * radius);
    let corners: Vec<(f64, f64)> = corners.iter().map(corner).collect();
    sheet.area(&corners, colour);
}
