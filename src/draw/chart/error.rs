//! What a figure is refused for, found before anything is drawn.

use super::figure::{Axis, Content, Figure, Kind, Plot, Range, Scale, Shade};
use crate::draw::error::DrawError;

/// Why a chart was not drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    /// A figure has one to four panels.
    #[error("a figure has 1 to 4 panels, not {0}")]
    Panels(usize),
    /// A value that is no number, infinite, or beyond 10^15.
    #[error("panel {panel}, {place}: {value} cannot be drawn")]
    Value {
        /// The panel, from 0.
        panel: usize,
        /// What held the value.
        place: String,
        /// The value.
        value: f64,
    },
    /// A value of 0 or below on a logarithmic axis.
    #[error("panel {panel}, {place}: {value} has no place on a logarithmic axis")]
    NotPositive {
        /// The panel, from 0.
        panel: usize,
        /// What held the value.
        place: String,
        /// The value.
        value: f64,
    },
    /// A negative value in a pile of bars.
    #[error("panel {panel}, {place}: {value} cannot be piled up")]
    Negative {
        /// The panel, from 0.
        panel: usize,
        /// What held the value.
        place: String,
        /// The value.
        value: f64,
    },
    /// An interval or a range whose low end is above its high end.
    #[error("panel {panel}, {place}: from {low} to {high} is no range")]
    Reversed {
        /// The panel, from 0.
        panel: usize,
        /// What held the range.
        place: String,
        /// Its low end.
        low: f64,
        /// Its high end.
        high: f64,
    },
    /// The rows of a grid do not fit its heads, or a board has no hole.
    #[error("panel {panel}: {what}")]
    Shape {
        /// The panel, from 0.
        panel: usize,
        /// What does not fit.
        what: String,
    },
    /// The drawing did not become a picture.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

/// The largest absolute value that can be drawn.
const LARGEST: f64 = 1e15;

/// Looks at everything that drawing relies on.
pub(super) fn check(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=4).contains(&figure.panels.len()) {
        return Err(ChartError::Panels(figure.panels.len()));
    }
    for (panel, content) in figure.panels.iter().map(|p| &p.content).enumerate() {
        let check = Check { panel };
        match content {
            Content::Plot(plot) => check.plot(plot)?,
            Content::Grid(grid) => {
                let (rows, columns) = (grid.rows.len(), grid.columns.len());
                if rows == 0 || columns == 0 || grid.cells.len() != rows {
                    return Err(check.shape(format!("{} rows of cells for {rows} heads", grid.cells.len())));
                }
                for (i, row) in grid.cells.iter().enumerate() {
                    if row.len() != columns {
                        return Err(check.shape(format!("row {i} has {} cells for {columns} columns", row.len())));
                    }
                    row.iter().try_for_each(|cell| check.shade(cell.shade, || format!("row {i}")))?;
                }
            }
            Content::Board(board) => {
                if board.holes.is_empty() {
                    return Err(check.shape("a board needs a hole".into()));
                }
                for (i, hole) in board.holes.iter().enumerate() {
                    check.number(hole.x, || format!("x of hole {i}"))?;
                    check.number(hole.y, || format!("y of hole {i}"))?;
                    check.shade(hole.shade, || format!("hole {i}"))?;
                }
            }
        }
    }
    Ok(())
}

struct Check {
    panel: usize,
}

impl Check {
    fn shape(&self, what: String) -> ChartError {
        ChartError::Shape { panel: self.panel, what }
    }

    fn number(&self, value: f64, place: impl Fn() -> String) -> Result<(), ChartError> {
        if value.is_finite() && value.abs() <= LARGEST {
            return Ok(());
        }
        Err(ChartError::Value { panel: self.panel, place: place(), value })
    }

    fn shade(&self, shade: Shade, place: impl Fn() -> String) -> Result<(), ChartError> {
        match shade {
            Shade::Share(value) if !(0.0..=1.0).contains(&value) => {
                Err(ChartError::Value { panel: self.panel, place: format!("shade of {}", place()), value })
            }
            _ => Ok(()),
        }
    }

    /// A value that an axis must be able to hold.
    fn on(&self, axis: &Axis, value: f64, place: impl Fn() -> String) -> Result<(), ChartError> {
        self.number(value, &place)?;
        if axis.scale == Scale::Log10 && value <= 0.0 {
            return Err(ChartError::NotPositive { panel: self.panel, place: place(), value });
        }
        Ok(())
    }

    fn plot(&self, plot: &Plot) -> Result<(), ChartError> {
        for (axis, name) in [(&plot.x, "x axis"), (&plot.y, "y axis")] {
            if let Range::Fixed(low, high) = axis.range {
                self.on(axis, low, || format!("range of the {name}"))?;
                self.on(axis, high, || format!("range of the {name}"))?;
                if low >= high {
                    return Err(ChartError::Reversed { panel: self.panel, place: name.into(), low, high });
                }
            }
        }
        for mark in &plot.marks {
            self.on(&plot.x, mark.at, || format!("mark {:?}", mark.label))?;
        }
        for series in &plot.series {
            for (i, point) in series.points.iter().enumerate() {
                let place = |what: &str| format!("{what} of point {i} of {:?}", series.label);
                self.on(&plot.x, point.x, || place("x"))?;
                self.number(point.y, || place("y"))?;
                if matches!(series.kind, Kind::Line | Kind::Points | Kind::Levels) {
                    self.on(&plot.y, point.y, || place("y"))?;
                }
                if series.kind == Kind::Stacked && point.y < 0.0 {
                    return Err(ChartError::Negative { panel: self.panel, place: place("y"), value: point.y });
                }
                if let Some((low, high)) = point.interval {
                    self.number(low, || place("interval"))?;
                    self.number(high, || place("interval"))?;
                    if low > high {
                        return Err(ChartError::Reversed { panel: self.panel, place: place("interval"), low, high });
                    }
                }
            }
        }
        Ok(())
    }
}
