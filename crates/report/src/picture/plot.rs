//! A plot: axes, grid, lines with their marks, and labels at them.

use super::axis::Axis;
use super::labels::{Label, LabelBox, LabelRank, Obstacles, place_labels};
use super::sheet::{
    GREY, GRID, LINE_COLOURS, Letters, MARGIN, PAPER, Position, SMALL_SIZE, Sheet, Stroke,
    TEXT_SIZE, small_width,
};
use super::{Line, NumberFormat, Plot, Point};
use crate::draw::{Align, LEADING, TextBlock, Weight};
use plotters::prelude::RGBColor;

/// The heights of a plot, on a page and in a narrow picture, in points.
const HEIGHT: f64 = 150.0;
const NARROW_HEIGHT: f64 = 105.0;
/// The height of the ticks below a plot with their labels, in points.
const X_TICKS_HEIGHT: f64 = 17.0;
/// Curves with more points are drawn as steps without marks.
const MAX_MARKS: usize = 60;
/// The form of lines for comparison.
const REFERENCE_STROKE: Stroke = Stroke {
    dash: Some((2.5, 2.0)),
    ..Stroke::plain(GREY, Stroke::AXIS.width)
};
/// The dashes of lines without marks.
const LINE_DASHES: [Option<(f64, f64)>; 4] = [None, Some((5.0, 1.6)), None, Some((1.3, 1.3))];
/// The corners of the marks, in radii; that of the first line is a circle.
const MARK_SHAPES: [&[Position]; 4] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
    &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
];

/// The form of a line and of its marks.
struct LineStyle {
    stroke: Stroke,
    /// The corners of a mark in radii, none for a circle; `None` for a line without marks.
    mark: Option<&'static [Position]>,
    radius: f64,
    letters: Letters,
}

impl LineStyle {
    fn of_lines(plot: &Plot, sheet: &Sheet) -> Vec<Self> {
        let curves = plot.lines.iter().filter(|line| line.is_curve);
        let longest = curves.map(|line| line.points.len()).max().unwrap_or(0);
        let is_single = plot.lines.len() == 1;
        let has_room = longest <= MAX_MARKS && (is_single || !sheet.is_narrow);
        let mut styles = Vec::new();
        for (index, line) in plot.lines.iter().enumerate() {
            let index = index % LINE_COLOURS.len();
            let has_marks = !line.is_curve || has_room;
            let is_main = line.is_usual || is_single;
            let width = if is_main {
                2.2
            } else if has_marks {
                1.3
            } else {
                1.8
            };
            let colour = LINE_COLOURS[index];
            let mut letters = Letters {
                colour,
                ..Letters::new(TEXT_SIZE)
            };
            if line.is_usual {
                letters.weight = Weight::Bold;
            }
            styles.push(Self {
                stroke: Stroke {
                    colour,
                    width,
                    dash: LINE_DASHES[index].filter(|_| !has_marks),
                },
                mark: has_marks.then_some(MARK_SHAPES[index]),
                radius: if is_main { 2.6 } else { 2.3 },
                letters,
            });
        }
        styles
    }

    fn draw_mark(&self, sheet: &mut Sheet, centre: Position, is_hollow: bool) {
        let colour = self.stroke.colour;
        if is_hollow {
            self.fill_mark(sheet, centre, self.radius + 0.8, colour);
            self.fill_mark(sheet, centre, self.radius - 0.4, PAPER);
        } else {
            self.fill_mark(sheet, centre, self.radius, colour);
        }
    }

    fn fill_mark(&self, sheet: &mut Sheet, (x, y): Position, radius: f64, colour: RGBColor) {
        let corner = |(dx, dy): &Position| (x + dx * radius, y + dy * radius);
        match self.mark {
            None => {}
            Some([]) => sheet.circle((x, y), radius, colour),
            Some(corners) => {
                let corners: Vec<Position> = corners.iter().map(corner).collect();
                sheet.area(&corners, colour);
            }
        }
    }
}

/// The area of a plot, in points.
struct PlotArea {
    left: f64,
    right: f64,
    x: Axis,
    y: Axis,
    x_label: TextBlock,
    y_label: TextBlock,
}

impl PlotArea {
    /// Lays out a plot below everything else.
    fn new(plot: &Plot, sheet: &Sheet) -> Self {
        let label = |text: &str| Letters::grey().block(text, sheet.room(), 2);
        let y_label = label(&plot.y_label);
        let top = sheet.bottom + y_label.height() + 8.0;
        let height = if sheet.is_narrow {
            NARROW_HEIGHT
        } else {
            HEIGHT
        };
        let y = vertical_axis(plot, (top + height, top));
        let label_widths = y.ticks.iter().map(|tick| small_width(&tick.1));
        let left = MARGIN + label_widths.fold(0.0, f64::max) + 5.0;
        let right = sheet.width - MARGIN - 8.0;
        Self {
            left,
            right,
            x: horizontal_axis(plot, (left + 6.0, right - 6.0)),
            y,
            x_label: label(&plot.x_label),
            y_label,
        }
    }

    fn position(&self, point: &Point) -> Position {
        (self.x.at(point.x), self.y.at(point.y))
    }

    /// Returns the ends of the line for a value of the vertical axis.
    fn level(&self, value: f64) -> [Position; 2] {
        let y = self.y.at(value);
        [(self.left, y), (self.right, y)]
    }

    /// Returns the ends of the vertical line at a value.
    fn reference(&self, value: f64) -> [Position; 2] {
        let x = self.x.at(value);
        [(x, self.y.end - 2.0), (x, self.y.start)]
    }

    /// Returns the ends of the interval of a point.
    fn interval(&self, point: &Point) -> Option<[Position; 2]> {
        let x = self.x.at(point.x);
        let (low, high) = point.interval?;
        Some([low, high].map(|value| (x, self.y.at(value))))
    }

    /// Returns the parts of a line: a curve is one, of settings only consecutive integers are joined.
    fn parts(&self, line: &Line) -> Vec<Vec<Position>> {
        if line.is_curve && line.points.len() > MAX_MARKS {
            let mut corners: Vec<Position> = Vec::new();
            for point in &line.points {
                let (x, y) = self.position(point);
                corners.extend(corners.last().map(|last| (x, last.1)));
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

fn points(plot: &Plot) -> impl Iterator<Item = &Point> {
    plot.lines.iter().flat_map(|line| &line.points)
}

/// Returns the vertical axis. One that is not full leaves room for numbers above the highest mark.
fn vertical_axis(plot: &Plot, ends: (f64, f64)) -> Axis {
    let mut values: Vec<f64> = Vec::new();
    for point in points(plot) {
        values.push(point.y);
        values.extend(point.interval.into_iter().flat_map(<[f64; 2]>::from));
    }
    let high = values.iter().copied().fold(0.0, f64::max);
    values.extend(plot.level);
    let mut axis = Axis::from_zero(values.into_iter(), plot.y_format, ends);
    if plot.y_format != NumberFormat::Percent || axis.high < 1.0 {
        let room = (TEXT_SIZE + 6.0) / (axis.start - axis.end);
        axis.high = axis.high.max(high + room * (high - axis.low));
    }
    axis
}

fn horizontal_axis(plot: &Plot, ends: (f64, f64)) -> Axis {
    let values = || points(plot).map(|point| point.x);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let mut asked: Vec<f64> = plot.reference.iter().map(|reference| reference.0).collect();
    asked.retain(|value| (low..=high).contains(value) && value.fract() == 0.0);
    // The ends of a setting are asked, those of a counted quantity are not.
    if plot.lines.iter().all(|line| !line.is_curve) {
        asked.push(high);
    }
    asked.push(low);
    Axis::between((low, high), &asked, ends)
}

pub(super) fn draw(sheet: &mut Sheet, plot: &Plot) {
    let styles = LineStyle::of_lines(plot, sheet);
    let mut area = PlotArea::new(plot, sheet);
    let mut labels = labels(plot, &styles, &area, sheet, plot.lines.len() > 1);
    if labels.is_none() {
        draw_key(sheet, plot, &styles);
        area = PlotArea::new(plot, sheet);
        labels = self::labels(plot, &styles, &area, sheet, false);
    }
    let corner = (MARGIN, sheet.bottom);
    sheet.block(&area.y_label, Letters::grey(), Align::Start, corner);
    draw_axes(sheet, plot, &area);
    for (line, style) in plot.lines.iter().zip(&styles).rev() {
        draw_line(sheet, line, style, &area);
    }
    for (label, corner) in labels.unwrap_or_default() {
        let style = styles.get(label.line);
        let letters = Letters {
            weight: label.block.weight,
            colour: style.map_or(GREY, |style| style.stroke.colour),
            has_halo: true,
            ..Letters::new(TEXT_SIZE)
        };
        sheet.block(&label.block, letters, Align::Start, corner);
    }
    sheet.bottom = area.y.start + X_TICKS_HEIGHT + area.x_label.height();
}

/// Places the numbers, the names of lines if wanted, and that of the reference line. Returns `None` if a name of a line has
/// no room.
fn labels(
    plot: &Plot,
    styles: &[LineStyle],
    area: &PlotArea,
    sheet: &Sheet,
    has_names: bool,
) -> Option<Vec<(Label, Position)>> {
    let corner = (MARGIN, sheet.bottom);
    let size = (sheet.room(), area.y.start - 1.0 - sheet.bottom);
    let mut obstacles = Obstacles::new(LabelBox::new(corner, size));
    let y_label_size = (area.y_label.width(), area.y_label.height());
    obstacles.boxes.push(LabelBox::new(corner, y_label_size));
    for (value, label) in &area.y.ticks {
        let width = small_width(label) + 5.0;
        let corner = (area.left - width, area.y.at(*value) - 6.0);
        obstacles.boxes.push(LabelBox::new(corner, (width, 12.0)));
    }
    let mut labels = Vec::new();
    let name = |block: TextBlock, line: usize, rank: LabelRank| Label {
        block,
        line,
        mark: None,
        gap: 4.0,
        rank,
    };
    let width = area.right - area.left;
    for (index, (line, style)) in plot.lines.iter().zip(styles).enumerate() {
        for part in area.parts(line) {
            obstacles.add_line(index, &part);
        }
        let mut gap = 2.5;
        if style.mark.is_some() {
            gap = style.radius + 1.5;
            for point in &line.points {
                if let Some(ends) = area.interval(point) {
                    obstacles.add_line(index, &ends);
                }
                obstacles.add_spot(index, area.position(point), style.radius + 0.5);
            }
        }
        for point in line.points.iter().filter(|point| !point.text.is_empty()) {
            labels.push(Label {
                block: Letters::new(TEXT_SIZE).block(&point.text, f64::INFINITY, 1),
                line: index,
                mark: Some(area.position(point)),
                gap,
                rank: if point.is_required {
                    LabelRank::RequiredNumber
                } else {
                    LabelRank::Number
                },
            });
        }
        if has_names && !line.name.is_empty() {
            let block = style.letters.block(&line.name, 0.45 * width, 2);
            labels.push(name(block, index, LabelRank::LineName));
        }
    }
    if let Some((value, text)) = &plot.reference {
        let index = plot.lines.len();
        obstacles.add_line(index, &area.reference(*value));
        let block = Letters::grey().block(text, 0.5 * width, 2);
        labels.push(name(block, index, LabelRank::ReferenceName));
    }
    place_labels(obstacles, labels)
}

/// Draws the names of lines below the subtitle, each after a sample of its line.
fn draw_key(sheet: &mut Sheet, plot: &Plot, styles: &[LineStyle]) {
    const SAMPLE: f64 = 18.0;
    const NAME_LEFT: f64 = SAMPLE + 4.0;
    let mut x = MARGIN;
    for (line, style) in plot.lines.iter().zip(styles) {
        let letters = style.letters;
        let name = letters.block(&line.name, sheet.room() - NAME_LEFT, 1);
        let width = NAME_LEFT + name.width();
        if x > MARGIN && x + width > sheet.width - MARGIN {
            x = MARGIN;
            sheet.bottom += TEXT_SIZE * LEADING;
        }
        let y = sheet.bottom + 0.6 * TEXT_SIZE;
        sheet.line(&[(x, y), (x + SAMPLE, y)], style.stroke);
        style.draw_mark(sheet, (x + SAMPLE / 2.0, y), false);
        let corner = (x + NAME_LEFT, sheet.bottom);
        sheet.block(&name, letters, Align::Start, corner);
        x += width + 14.0;
    }
    sheet.bottom += TEXT_SIZE * LEADING + 6.0;
}

/// Draws the grid, the axes with their ticks, and the lines for comparison.
fn draw_axes(sheet: &mut Sheet, plot: &Plot, area: &PlotArea) {
    let bottom = area.y.start;
    for (value, label) in &area.y.ticks {
        let ends = area.level(*value);
        sheet.line(&ends, Stroke::plain(GRID, 0.5));
        let position = (area.left - 5.0, ends[0].1 + 3.0);
        sheet.text(label, Letters::new(SMALL_SIZE), Align::End, position);
    }
    if let Some(value) = plot.level {
        sheet.line(&area.level(value), REFERENCE_STROKE);
    }
    if let Some((value, _)) = &plot.reference {
        sheet.line(&area.reference(*value), REFERENCE_STROKE);
    }
    sheet.line(&[(area.left, bottom), (area.right, bottom)], Stroke::AXIS);
    for (value, label) in &area.x.ticks {
        sheet.tick(label, (area.x.at(*value), bottom), bottom + 12.5);
    }
    let half_width = area.x_label.width() / 2.0;
    let middle = ((area.left + area.right) / 2.0)
        .min(sheet.width - MARGIN - half_width)
        .max(MARGIN + half_width);
    let position = (middle, bottom + X_TICKS_HEIGHT);
    sheet.block(&area.x_label, Letters::grey(), Align::Middle, position);
}

fn draw_line(sheet: &mut Sheet, line: &Line, style: &LineStyle, area: &PlotArea) {
    for part in area.parts(line) {
        sheet.line(&part, style.stroke);
    }
    if style.mark.is_none() {
        return;
    }
    for point in &line.points {
        if let Some(ends) = area.interval(point) {
            sheet.line(&ends, Stroke::plain(style.stroke.colour, 1.3));
        }
        style.draw_mark(sheet, area.position(point), point.is_hollow);
    }
}
