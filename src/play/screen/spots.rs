//! Where places lie in a window, what a person does there, and which place is next to another.

use ratatui::layout::{Position, Rect, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
    /// To the next place where something is possible.
    Next,
    /// Chooses the place at the cursor.
    Choose,
    /// Puts back what is held.
    PutBack,
    Letter(char),
    Press(Position),
    Release(Position),
}

/// Rows of places, from left to right and from top to bottom.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The places a row.
    pub a_row: usize,
    left: u16,
    top: u16,
    pitch: Size,
}

impl Grid {
    /// Rows in an area for up to `most` places, `pitch` from one to the next, in the middle; `None` when they do not
    /// fit.
    pub fn new(area: Rect, most: usize, pitch: Size) -> Option<Self> {
        let a_row = usize::from(area.width / pitch.width).min(most.max(1));
        let rows = most.max(1).checked_div(a_row).map(|_| most.max(1).div_ceil(a_row))?;
        let height = u16::try_from(rows).ok()?.checked_mul(pitch.height).filter(|&height| height <= area.height)?;
        let left = area.x + (area.width - a_row as u16 * pitch.width) / 2;
        Some(Self { a_row, left, top: area.y + (area.height - height) / 2, pitch })
    }

    pub fn corner(&self, spot: usize) -> (u16, u16) {
        let (row, column) = (spot / self.a_row, spot % self.a_row);
        (self.left + column as u16 * self.pitch.width, self.top + row as u16 * self.pitch.height)
    }

    /// The places from 0 on.
    pub fn spots(&self, count: usize, size: Size) -> Vec<Rect> {
        (0..count).map(|spot| rect(self.corner(spot), size)).collect()
    }
}

pub fn rect((x, y): (u16, u16), size: Size) -> Rect {
    Rect { x, y, width: size.width, height: size.height }
}

/// Places at (column, row) on a field of so many columns and rows, which lies in the middle of the area. Columns are
/// counted in halves, so that a row may be shifted by half a place. `None` when the field does not fit.
pub fn field(area: Rect, (columns, rows): (u16, u16), halves: &[(u16, u16)], pitch: Size) -> Option<Vec<Rect>> {
    let width = columns.checked_mul(pitch.width).filter(|&width| width <= area.width)?;
    let height = rows.checked_mul(pitch.height).filter(|&height| height <= area.height)?;
    let (left, top) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let place = |&(half, row): &(u16, u16)| (left + half * pitch.width / 2, top + row * pitch.height);
    Some(halves.iter().map(|half| rect(place(half), pitch)).collect())
}

/// The place that is next to another in the way of an arrow key: before it and after it as one reads, or the nearest one of
/// the row above and below; itself when there is none.
pub fn neighbour(spots: &[Rect], from: usize, arrow: Input) -> usize {
    let Some(here) = spots.get(from) else { return 0 };
    let middle = |spot: &Rect| i32::from(spot.x) * 2 + i32::from(spot.width);
    let reading = |at: &usize| (spots[*at].y, spots[*at].x);
    let places = 0..spots.len();
    let next = match arrow {
        Input::Left => places.filter(|at| reading(at) < (here.y, here.x)).max_by_key(reading),
        Input::Right => places.filter(|at| reading(at) > (here.y, here.x)).min_by_key(reading),
        _ => {
            let rows = |at: &usize| match arrow {
                Input::Up => here.y.checked_sub(spots[*at].y),
                _ => spots[*at].y.checked_sub(here.y),
            };
            let distance = |at: &usize| (rows(at), (middle(&spots[*at]) - middle(here)).abs());
            places.filter(|at| rows(at).is_some_and(|rows| rows > 0)).min_by_key(distance)
        }
    };
    next.unwrap_or(from)
}
