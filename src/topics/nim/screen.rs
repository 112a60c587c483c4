//! Nim on the screen: matches in groups of five; the cursor and all the matches behind it would be taken.
//!
//! A heap that is too large for the window shows its last matches.

use crate::play::Session;
use crate::play::screen::spots::rect;
use crate::play::screen::{Look, Role};
use pioche_engine::games::nim::Nim;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// How matches lie.
#[derive(Clone, Copy)]
struct Heap {
    /// A match with its line for marks.
    size: Size,
    /// From a match to the next.
    step: u16,
    /// From a group of five to the next.
    group: u16,
}

/// Tall ones, then small ones.
const HEAPS: [Heap; 2] = [
    Heap { size: Size { width: 1, height: 4 }, step: 2, group: 12 },
    Heap { size: Size { width: 1, height: 2 }, step: 1, group: 6 },
];

impl Heap {
    fn groups_a_row(self, area: Rect) -> usize {
        usize::from((area.width + self.group - 5 * self.step) / self.group)
    }

    /// The matches that fit.
    fn most(self, area: Rect) -> usize {
        5 * self.groups_a_row(area) * usize::from(area.height / self.size.height)
    }

    fn spots(self, area: Rect, start: usize, matches: usize) -> Vec<Rect> {
        let a_row = self.groups_a_row(area).min(start.div_ceil(5)).max(1);
        let rows = start.div_ceil(5 * a_row) as u16;
        let left = area.x + (area.width - (a_row as u16 * self.group - (self.group - 5 * self.step))) / 2;
        let top = area.y + (area.height - rows * self.size.height) / 2;
        let place = |at: usize| {
            let (group, inside) = (at / 5, (at % 5) as u16);
            let x = left + (group % a_row) as u16 * self.group + inside * self.step;
            rect((x, top + (group / a_row) as u16 * self.size.height), self.size)
        };
        (0..matches).map(place).collect()
    }
}

/// Where the matches lie that are left, as large as the start allows; `None` when the area is too small.
pub fn places(session: &Session<Nim>, area: Rect) -> Option<Vec<Rect>> {
    let (start, now) = (session.start().matches() as usize, session.state().matches() as usize);
    let [tall, small] = HEAPS;
    let heap = if start <= tall.most(area) { tall } else { small };
    let most = heap.most(area);
    // The matches that may be taken must be seen.
    let needed = (session.state().takes().least() as usize).min(now);
    (most > 0 && most >= needed).then(|| heap.spots(area, start.min(most), now.min(most)))
}

/// Draws the matches, those that would be taken with a mark that says whether their number is `allowed`.
pub fn paint(session: &Session<Nim>, allowed: bool, look: &Look<'_>, buffer: &mut Buffer) {
    let mark = if allowed { "^" } else { "?" };
    for (at, &spot) in look.spots.iter().enumerate() {
        let taken = session.end().is_none() && at >= look.cursor;
        let role = taken.then_some(Role::Cursor);
        for y in spot.y..spot.bottom() - 1 {
            look.write(buffer, (spot.x, y), "|", role);
        }
        look.write(buffer, (spot.x, spot.bottom() - 1), if taken { mark } else { " " }, role);
    }
}
