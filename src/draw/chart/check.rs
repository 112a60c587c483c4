//! What a figure is refused for, found before anything is drawn.

use super::figure::{Content, Figure, Kind, Plot, Point, Scale};
use crate::draw::render::DrawError;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    #[error("a figure has 1 to 12 panels, not {0}")]
    Panels(usize),
    /// A value that has no place: no number, infinite, beyond 10^15, 0 or below where heights are logarithmic, negative in
    /// a pile, or an end of an interval beyond the other.
    #[error("panel {0}, {1}: {2} cannot be drawn")]
    Value(usize, String, f64),
    /// The rows of a grid do not fit its heads, or a board has no hole.
    #[error("panel {0}: its parts do not fit each other")]
    Shape(usize),
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

pub(super) fn check(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=12).contains(&figure.panels.len()) {
        return Err(ChartError::Panels(figure.panels.len()));
    }
    for (panel, content) in figure.panels.iter().map(|panel| &panel.content).enumerate() {
        let (fits, bad) = match content {
            Content::Plot(plot) => (true, bad_value(plot)),
            Content::Grid(grid) => {
                let full = !grid.rows.is_empty() && !grid.columns.is_empty() && grid.cells.len() == grid.rows.len();
                (full && grid.cells.iter().all(|row| row.len() == grid.columns.len()), None)
            }
            Content::Board(board) => (!board.is_empty(), None),
        };
        if let Some((place, value)) = bad {
            return Err(ChartError::Value(panel, place, value));
        }
        if !fits {
            return Err(ChartError::Shape(panel));
        }
    }
    Ok(())
}

fn bad_number(what: &str, mut numbers: impl Iterator<Item = f64>) -> Option<(String, f64)> {
    numbers.find(|number| !number.is_finite() || number.abs() > 1e15).map(|number| (what.to_owned(), number))
}

/// The first value of a plot that cannot be drawn, and what holds it.
fn bad_value(plot: &Plot) -> Option<(String, f64)> {
    let held = plot.x.holds.into_iter().chain(plot.y.holds).flat_map(|(low, high)| [low, high]);
    let around = bad_number("an axis or a mark", held.chain(plot.mark.iter().map(|mark| mark.at)));
    around.or_else(|| {
        plot.series.iter().find_map(|series| {
            let log = plot.scale == Scale::Log10 && matches!(series.kind, Kind::Line | Kind::Points | Kind::Levels);
            let least = if log { f64::MIN_POSITIVE } else { f64::NEG_INFINITY };
            let least = if series.kind == Kind::Stacked { 0.0 } else { least };
            // What has no place becomes no number.
            let y = |point: &Point| if point.y < least { f64::NAN } else { point.y };
            let high = |(low, high): (f64, f64)| if low > high { f64::NAN } else { high };
            let numbers =
                series.points.iter().flat_map(|point| [point.x, y(point), point.ends().0, high(point.ends())]);
            bad_number(&format!("{:?}", series.label), numbers)
        })
    })
}
