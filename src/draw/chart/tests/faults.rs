//! Detects faults in the picture of a figure: a text that is lost, cut or overlapping, or a series that does not reach
//! the ends of its data.

use super::picture::{self, DrawnAxis, PlacedText, Tag, tags};
use crate::draw::*;

/// A figure and the measurements of its picture.
pub struct MeasuredFigure {
    name: String,
    figure: Figure,
    tags: Vec<Tag>,
    placed: Vec<PlacedText>,
    size_mm: (f64, f64),
}

/// Returns all faults of some pictures.
pub fn faults(figures: impl IntoIterator<Item = (String, Figure)>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, figure) in figures {
        let seen = MeasuredFigure::new(name, figure);
        seen.writes_every_label_in_full(&mut faults);
        seen.lets_no_texts_overlap_or_leave_the_page(&mut faults);
        seen.hides_nothing(&mut faults);
        seen.draws_every_series_from_end_to_end(&mut faults);
    }
    faults
}

/// Returns faults in the data of figures: an empty panel, two series of a plot with one label, a line that turns back,
/// a share that is stacked twice.
pub fn data_faults(figures: &[(String, Figure)]) -> Vec<String> {
    let mut muddles = Vec::new();
    for (name, figure) in figures {
        let empty = |panel: &Panel| match &panel.content {
            PanelContent::Plot(plot) => plot.series.iter().all(|series| series.points.is_empty()),
            PanelContent::Heatmap(grid) => grid.cells.is_empty(),
            PanelContent::Board(board) => board.is_empty(),
        };
        if figure.panels.is_empty() || figure.panels.iter().any(empty) {
            muddles.push(format!("{name}: an empty panel"));
        }
        for plot in plots(figure) {
            let mut names = std::collections::BTreeSet::new();
            for Series {
                label,
                points,
                kind,
                ..
            } in &plot.series
            {
                let steps = || points.windows(2).map(|pair| pair[1].x - pair[0].x);
                if !label.is_empty() && !names.insert(label) {
                    muddles.push(format!("{name}: {label:?} twice"));
                }
                if steps().any(|step| step < 0.0) {
                    muddles.push(format!("{name}: {label:?} turns back"));
                }
                if *kind == SeriesKind::StackedBars && steps().any(|step| step == 0.0) {
                    muddles.push(format!("{name}: {label:?} is piled up twice"));
                }
            }
        }
    }
    muddles
}

/// Returns the plots of a figure.
fn plots(figure: &Figure) -> impl Iterator<Item = &Plot> {
    figure
        .panels
        .iter()
        .filter_map(|panel| match &panel.content {
            PanelContent::Plot(plot) => Some(plot),
            _ => None,
        })
}

impl MeasuredFigure {
    fn new(name: String, figure: Figure) -> Self {
        let laid = LaidOutFigure::new(&figure).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (tags, placed, size_mm) = (
            tags(&laid.source_svg),
            picture::texts(&laid),
            picture::size_mm(&laid.source_svg),
        );
        Self {
            name,
            figure,
            tags,
            placed,
            size_mm,
        }
    }

    fn writes_every_label_in_full(&self, faults: &mut Vec<String>) {
        let written: String = self
            .placed
            .iter()
            .map(|placed| placed.text.replace(' ', ""))
            .collect();
        let mut wanted = vec![self.figure.title.clone()];
        wanted.extend(self.figure.subtitle.clone());
        for panel in &self.figure.panels {
            wanted.extend(panel.title.clone());
            match &panel.content {
                PanelContent::Plot(plot) => {
                    wanted.extend([plot.x.label.clone(), plot.y.label.clone()]);
                    wanted.extend(plot.reference_line.iter().map(|mark| mark.label.clone()));
                    wanted.extend(
                        plot.series
                            .iter()
                            .filter(|_| plot.series.len() > 1)
                            .map(|s| s.label.clone()),
                    );
                }
                PanelContent::Heatmap(grid) => {
                    wanted.extend(
                        grid.row_headings
                            .iter()
                            .chain(&grid.column_headings)
                            .cloned(),
                    );
                    wanted.extend(grid.cells.iter().flatten().map(|c| c.text.clone()));
                    wanted.extend(grid.legend.iter().map(|(_, name)| name.clone()));
                }
                PanelContent::Board(board) => {
                    wanted.extend(board.iter().flat_map(|h| [h.text.clone(), h.name.clone()]))
                }
            }
        }
        for text in wanted
            .iter()
            .filter(|text| !written.contains(&text.replace(' ', "")))
        {
            faults.push(format!("{}: {text:?} is missing", self.name));
        }
    }

    fn lets_no_texts_overlap_or_leave_the_page(&self, faults: &mut Vec<String>) {
        let (name, (width, height)) = (&self.name, self.size_mm);
        for (i, a) in self.placed.iter().enumerate() {
            if a.left < 0.5 || a.top < 0.0 || a.right > width - 0.5 || a.bottom > height {
                faults.push(format!("{name}: {a:?} leaves {width} by {height}"));
            }
            for b in &self.placed[i + 1..] {
                // The boxes hold the tallest and deepest letters of the font; actual letters keep clear of their edges.
                let across = a.right.min(b.right) - a.left.max(b.left);
                let down = a.bottom.min(b.bottom) - a.top.max(b.top);
                let thin = (a.bottom - a.top)
                    .min(b.bottom - b.top)
                    .min(a.right - a.left)
                    .min(b.right - b.left);
                if across >= 0.25 * thin && down >= 0.25 * thin {
                    faults.push(format!("{name}: {a:?} on {b:?}"));
                }
            }
        }
    }

    /// Checks that no text overlaps data or a grid line.
    fn hides_nothing(&self, faults: &mut Vec<String>) {
        if plots(&self.figure).count() < self.figure.panels.len() {
            return;
        }
        let covered = |x: f64, y: f64| {
            self.placed.iter().find(|b| {
                let slack = 0.2 * (b.bottom - b.top);
                x > b.left && x < b.right && y > b.top + slack && y < b.bottom - slack
            })
        };
        for tag in self.tags.iter().filter(|tag| tag.is_data()) {
            for (x, y) in tag.sample_points_mm() {
                faults.extend(
                    covered(x, y)
                        .map(|text| format!("{}: {text:?} stands on data at {x}, {y}", self.name)),
                );
            }
        }
        for rule in self.tags.iter().filter(|tag| tag.is_grid_line()) {
            let [from, to, y] =
                ["x1", "x2", "y1"].map(|key| rule.number(key) / picture::STEPS_PER_MM);
            let over = |text: &&PlacedText| {
                text.left < to && text.right > from && text.top < y && text.bottom > y
            };
            faults.extend(
                self.placed
                    .iter()
                    .find(over)
                    .map(|text| format!("{}: {text:?} over a rule", self.name)),
            );
        }
    }

    /// Checks that the first and the last point of every series are drawn inside the frame, and a single point away
    /// from its sides.
    fn draws_every_series_from_end_to_end(&self, faults: &mut Vec<String>) {
        let axes = picture::axes(&self.tags);
        if axes.len() != plots(&self.figure).count() {
            faults.push(format!("{}: {} frames", self.name, axes.len()));
        }
        for (plot, [x, y]) in plots(&self.figure).zip(&axes) {
            let mut piles = std::collections::BTreeMap::new();
            for series in &plot.series {
                let mut points = series.points.clone();
                if series.kind == SeriesKind::StackedBars {
                    for point in &mut points {
                        let pile: &mut f64 = piles.entry((point.x + 0.0).to_bits()).or_default();
                        *pile += point.y;
                        point.y = *pile;
                    }
                }
                // A bar of height 0 is not drawn.
                let bars = matches!(series.kind, SeriesKind::Bars | SeriesKind::StackedBars);
                for at in [0, points.len().saturating_sub(1)] {
                    let Some(point) = points
                        .get(at)
                        .filter(|_| !bars || series.points[at].y > 0.0)
                    else {
                        continue;
                    };
                    let place = x
                        .position(point.x, false)
                        .zip(y.position(point.y, plot.y_scale == Scale::Log10));
                    let Some(place) = place else { continue };
                    if !self.shows(series, place, [x, y]) {
                        let label = &series.label;
                        faults.push(format!(
                            "{}: {label:?} has nothing at {point:?}, {place:?} in {x:?}, {y:?}",
                            self.name
                        ));
                    }
                }
            }
        }
    }

    /// Returns true if a series shows a point at a position inside a frame.
    fn shows(
        &self,
        series: &Series,
        (x, y): (f64, f64),
        [along, upwards]: [&DrawnAxis; 2],
    ) -> bool {
        /// The largest shift by rounding to whole steps, in the ticks and in the point.
        const NEAR: f64 = 4.0;
        /// The longest gap of a dashed line, which may end in one.
        const GAP: f64 = 3.2 * 24.0 + NEAR;
        /// The radius of a marker.
        const MARKER: f64 = 1.9 * 24.0;
        let inside = (along.low - NEAR..=along.high + NEAR).contains(&x)
            && (upwards.low - NEAR..=upwards.high + NEAR).contains(&y);
        let near = |place: (f64, f64), far: f64| (place.0 - x).hypot(place.1 - y) <= far;
        let drawn = |tag: &Tag| match series.kind {
            SeriesKind::Points => tag
                .centre()
                .is_some_and(|middle| near(middle, 0.3 * MARKER)),
            SeriesKind::Line if series.points.len() == 1 => tag
                .centre()
                .is_some_and(|middle| near(middle, 0.3 * MARKER)),
            // A solid line has all its points; a dashed one may end with a gap.
            SeriesKind::Line if tag.name == "polyline" => {
                let points = tag.points();
                let ends = [points.first(), points.last()].into_iter().flatten();
                // A dash has two points, as a whole line may have.
                let far = if points.len() == series.points.len() && points.len() > 2 {
                    NEAR
                } else {
                    GAP
                };
                ends.into_iter().any(|end| near(*end, far))
            }
            SeriesKind::BarLevelMarks if tag.name == "polyline" => tag
                .points()
                .windows(2)
                .any(|pair| pair[0].0 < x && x < pair[1].0 && (pair[0].1 - y).abs() <= NEAR),
            SeriesKind::Bars | SeriesKind::StackedBars if tag.name == "rect" => {
                let left = tag.number("x");
                left < x && x < left + tag.number("width") && (tag.number("y") - y).abs() <= NEAR
            }
            _ => false,
        };
        let beside = series.kind != SeriesKind::Points
            || (x - along.low > MARKER && along.high - x > MARKER);
        inside && beside && self.tags.iter().any(drawn)
    }
}
