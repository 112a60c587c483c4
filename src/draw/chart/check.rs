//! Checks of a figure before it is drawn.

use super::figure::{Content, Figure, Plot, Point, Scale, SeriesKind};
use crate::draw::render::DrawError;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    #[error("a figure has 1 to 12 panels, not {0}")]
    Panels(usize),
    /// A value that cannot be drawn: not finite, beyond 10^15, 0 or negative on a logarithmic axis, negative in a
    /// stack, or the ends of an interval in the wrong order. The fields are the panel, the place and the value.
    #[error("panel {0}, {1}: {2} cannot be drawn")]
    Value(usize, String, f64),
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

pub(super) fn check(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=12).contains(&figure.panels.len()) {
        return Err(ChartError::Panels(figure.panels.len()));
    }
    for (panel, content) in figure.panels.iter().map(|panel| &panel.content).enumerate() {
        if let Content::Plot(plot) = content
            && let Some((place, value)) = bad_value(plot)
        {
            return Err(ChartError::Value(panel, place, value));
        }
    }
    Ok(())
}

fn bad_number(what: &str, mut numbers: impl Iterator<Item = f64>) -> Option<(String, f64)> {
    numbers.find(|number| !number.is_finite() || number.abs() > 1e15).map(|number| (what.to_owned(), number))
}

/// Returns the first value of a plot that cannot be drawn, with the name of its series or place.
fn bad_value(plot: &Plot) -> Option<(String, f64)> {
    let held = plot.x.includes.into_iter().chain(plot.y.includes).flat_map(|(low, high)| [low, high]);
    let around = bad_number("an axis or a mark", held.chain(plot.mark.iter().map(|mark| mark.at)));
    around.or_else(|| {
        plot.series.iter().find_map(|series| {
            let log = plot.scale == Scale::Log10
                && matches!(series.kind, SeriesKind::Line | SeriesKind::Points | SeriesKind::Levels);
            let least = if log { f64::MIN_POSITIVE } else { f64::NEG_INFINITY };
            let least = if series.kind == SeriesKind::Stacked { 0.0 } else { least };
            // Values that cannot be drawn become NaN, which is reported below.
            let y = |point: &Point| if point.y < least { f64::NAN } else { point.y };
            let high = |(low, high): (f64, f64)| if low > high { f64::NAN } else { high };
            let numbers =
                series.points.iter().flat_map(|point| [point.x, y(point), point.ends().0, high(point.ends())]);
            bad_number(&format!("{:?}", series.label), numbers)
        })
    })
}
