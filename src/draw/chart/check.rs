//! Checks of a figure before it is drawn.

use super::figure::{ChartPoint, Figure, PanelContent, Plot, Scale, Series, SeriesKind};
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
    let axis_values = plot
        .x
        .required_range
        .into_iter()
        .chain(plot.y.required_range)
        .flat_map(|(low, high)| [low, high])
        .chain(plot.reference_line.iter().map(|line| line.x));
    if let Some(value) = first_bad_number("an axis or a mark", axis_values) {
        return Some(value);
    }
    plot.series
        .iter()
        .find_map(|series| first_bad_value_of_series(series, plot.y_scale))
}

fn first_bad_value_of_series(series: &Series, y_scale: Scale) -> Option<(String, f64)> {
    let min_y = min_drawable_y(series.kind, y_scale);
    let numbers = series
        .points
        .iter()
        .flat_map(|point| drawn_numbers(point, min_y));
    first_bad_number(&format!("{:?}", series.label), numbers)
}

fn min_drawable_y(kind: SeriesKind, y_scale: Scale) -> f64 {
    match kind {
        SeriesKind::StackedBars => 0.0,
        SeriesKind::Line | SeriesKind::Points | SeriesKind::BarLevelMarks
            if y_scale == Scale::Log10 =>
        {
            f64::MIN_POSITIVE
        }
        _ => f64::NEG_INFINITY,
    }
}

/// Returns the numbers of a point. A value that cannot be drawn becomes NaN, which [`first_bad_number`] reports.
fn drawn_numbers(point: &ChartPoint, min_y: f64) -> [f64; 4] {
    let (low, high) = point.interval_ends();
    let y = if point.y < min_y { f64::NAN } else { point.y };
    let high = if low > high { f64::NAN } else { high };
    [point.x, y, low, high]
}
