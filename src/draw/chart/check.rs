//! Checks of a figure before it is drawn.

use super::figure::{ChartPoint, Figure, PanelContent, Plot, Scale, SeriesKind};
use crate::draw::render::DrawError;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    #[error("a figure has 1 to 12 panels, not {0}")]
    PanelCount(usize),
    /// A value that cannot be drawn: not finite, beyond 10^15, 0 or negative on a logarithmic axis, negative in a
    /// stack, or the ends of an interval in the wrong order. The fields are the panel, the place and the value.
    #[error("panel {0}, {1}: {2} cannot be drawn")]
    InvalidValue(usize, String, f64),
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

pub(super) fn validate_figure(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=12).contains(&figure.panels.len()) {
        return Err(ChartError::PanelCount(figure.panels.len()));
    }
    for (panel, content) in figure.panels.iter().map(|panel| &panel.content).enumerate() {
        if let PanelContent::Plot(plot) = content
            && let Some((place, value)) = first_bad_value(plot)
        {
            return Err(ChartError::InvalidValue(panel, place, value));
        }
    }
    Ok(())
}

fn first_bad_number(what: &str, mut numbers: impl Iterator<Item = f64>) -> Option<(String, f64)> {
    numbers
        .find(|number| !number.is_finite() || number.abs() > 1e15)
        .map(|number| (what.to_owned(), number))
}

/// Returns the first value of a plot that cannot be drawn, with the name of its series or place.
fn first_bad_value(plot: &Plot) -> Option<(String, f64)> {
    let held = plot
        .x
        .required_range
        .into_iter()
        .chain(plot.y.required_range)
        .flat_map(|(low, high)| [low, high]);
    let around = first_bad_number(
        "an axis or a mark",
        held.chain(plot.reference_line.iter().map(|mark| mark.x)),
    );
    around.or_else(|| {
        plot.series.iter().find_map(|series| {
            let log = plot.y_scale == Scale::Log10
                && matches!(
                    series.kind,
                    SeriesKind::Line | SeriesKind::Points | SeriesKind::BarLevelMarks
                );
            let least = if log {
                f64::MIN_POSITIVE
            } else {
                f64::NEG_INFINITY
            };
            let least = if series.kind == SeriesKind::StackedBars {
                0.0
            } else {
                least
            };
            // Values that cannot be drawn become NaN, which is reported below.
            let y = |point: &ChartPoint| if point.y < least { f64::NAN } else { point.y };
            let high = |(low, high): (f64, f64)| if low > high { f64::NAN } else { high };
            let numbers = series.points.iter().flat_map(|point| {
                [
                    point.x,
                    y(point),
                    point.interval_ends().0,
                    high(point.interval_ends()),
                ]
            });
            first_bad_number(&format!("{:?}", series.label), numbers)
        })
    })
}
