//! What a figure is refused for, found before anything is drawn.

use super::figure::{Content, Figure, Kind, Plot, Scale, Shade};
use crate::draw::error::DrawError;

/// Why a chart was not drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    /// A figure has one to four panels.
    #[error("a figure has 1 to 4 panels, not {0}")]
    Panels(usize),
    /// A value that has no place: no number, infinite, beyond 10^15, 0 or below where heights are logarithmic, negative in
    /// a pile, an end of an interval or a range beyond the other.
    #[error("panel {panel}, {place}: {value} cannot be drawn")]
    Value {
        /// The panel, from 0.
        panel: usize,
        /// What held the value.
        place: String,
        /// The value.
        value: f64,
    },
    /// The rows of a grid do not fit its heads, or a board has no hole.
    #[error("panel {0}: its parts do not fit each other")]
    Shape(usize),
    /// The drawing did not become a picture.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

/// A value that cannot be drawn, and what holds it.
type Bad = (String, f64);

/// Looks at everything that drawing relies on.
pub(super) fn check(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=4).contains(&figure.panels.len()) {
        return Err(ChartError::Panels(figure.panels.len()));
    }
    for (panel, content) in figure.panels.iter().map(|panel| &panel.content).enumerate() {
        let (fits, bad) = match content {
            Content::Plot(plot) => (true, bad_axis(plot).or_else(|| bad_point(plot))),
            Content::Grid(grid) => {
                let (rows, columns) = (grid.rows.len(), grid.columns.len());
                let full = grid.cells.len() == rows && grid.cells.iter().all(|row| row.len() == columns);
                let shades = grid.cells.iter().flatten().map(|cell| share(cell.shade));
                (full && rows > 0 && columns > 0, bad_number("cells", shades))
            }
            Content::Board(board) => {
                let numbers = board.holes.iter().flat_map(|hole| [hole.x, hole.y, share(hole.shade)]);
                (!board.holes.is_empty(), bad_number("holes", numbers))
            }
        };
        if let Some((place, value)) = bad {
            return Err(ChartError::Value { panel, place, value });
        }
        if !fits {
            return Err(ChartError::Shape(panel));
        }
    }
    Ok(())
}

/// The share of a colour; one that is off the scale is no number.
fn share(shade: Shade) -> f64 {
    match shade {
        Shade::Share(share) if !(0.0..=1.0).contains(&share) => f64::NAN,
        Shade::Share(share) => share,
        Shade::Category(_) => 0.0,
    }
}

/// Whether a value has a place at all.
fn drawable(value: f64) -> bool {
    const LARGEST: f64 = 1e15;
    value.abs() <= LARGEST
}

fn bad_number(what: &str, mut numbers: impl Iterator<Item = f64>) -> Option<Bad> {
    numbers.find(|number| !drawable(*number)).map(|number| (what.to_owned(), number))
}

fn bad_axis(plot: &Plot) -> Option<Bad> {
    let least = if plot.scale == Scale::Log10 { f64::MIN_POSITIVE } else { f64::NEG_INFINITY };
    let bad = |(low, high): &(f64, f64)| !(drawable(*low) && drawable(*high) && low <= high);
    let along = plot.x.holds.filter(bad).map(|(low, _)| ("range of the x axis", low));
    let upwards = plot.y.holds.filter(|ends| bad(ends) || ends.0 < least).map(|(low, _)| ("range of the y axis", low));
    let mark = plot.mark.iter().map(|mark| mark.at).find(|at| !drawable(*at)).map(|at| ("mark", at));
    along.or(upwards).or(mark).map(|(what, value)| (what.to_owned(), value))
}

fn bad_point(plot: &Plot) -> Option<Bad> {
    for series in &plot.series {
        let high = plot.scale == Scale::Log10 && matches!(series.kind, Kind::Line | Kind::Points | Kind::Levels);
        let bad_height = |y: f64| !drawable(y) || (high && y <= 0.0) || (series.kind == Kind::Stacked && y < 0.0);
        for (number, point) in series.points.iter().enumerate() {
            let (low, high) = point.ends();
            let bad = [("x", point.x, !drawable(point.x)), ("y", point.y, bad_height(point.y))];
            let interval = [("interval", low, !drawable(low) || low > high), ("interval", high, !drawable(high))];
            if let Some((what, value, _)) = bad.into_iter().chain(interval).find(|(.., bad)| *bad) {
                return Some((format!("{what} of point {number} of {:?}", series.label), value));
            }
        }
    }
    None
}
