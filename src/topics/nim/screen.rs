//! Nim on the screen: matches in groups of five; the cursor and all the matches behind it would be taken.
//!
//! A heap that is too large for the window shows its last matches.

use super::talk::matches;
use crate::lang::{Lang, Say, Sentence, Text};
use crate::play::screen::spots::rect;
use crate::play::screen::{Choice, Look, Role};
use crate::play::session::Session;
use crate::topics::duel::screen::DuelLayout;
use pioche_engine::games::nim::{Nim, Take};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// The most takes that are listed.
const LISTED: usize = 8;

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

impl DuelLayout for Nim {
    const KEYS: Text = Text::new("←→ Entrée retirer · 2 3 … retirer", "←→ Enter take · 2 3 … take");
    const HELP: Text = Text::new(
        "Entrée ou Espace : retirer les allumettes marquées.
2, 3 … : en retirer autant. Tab : le prochain nombre permis.",
        "Enter or Space: take the marked matches.
2, 3 …: take so many. Tab: the next allowed number.",
    );
    const LEGEND: Text = Text::new(
        "| allumette · ^ serait retirée · ? leur nombre n'est pas permis",
        "| match · ^ would be taken · ? their number is not allowed",
    );

    fn places(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        let (start, now) = (session.start().matches() as usize, session.state().matches() as usize);
        let [tall, small] = HEAPS;
        let heap = if start <= tall.most(area) { tall } else { small };
        let most = heap.most(area);
        // The matches that may be taken must be seen.
        let needed = (session.state().takes().least() as usize).min(now);
        (most > 0 && most >= needed).then(|| heap.spots(area, start.min(most), now.min(most)))
    }

    fn paint(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        let allowed = Self::free(session, None, look.spots.len()).contains(&look.cursor);
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

    fn move_at(spot: usize, spots: usize) -> Take {
        Take((spots - spot) as u32)
    }

    fn key(_: &Session<Self>, letter: char) -> Option<Choice<Take>> {
        letter.to_digit(10).map(|take| Choice::Move(Take(take)))
    }

    /// Where the least take begins.
    fn rest(session: &Session<Self>, _: usize, spots: usize) -> usize {
        spots.saturating_sub(session.state().takes().least() as usize)
    }

    fn headline(session: &Session<Self>) -> Box<dyn Say> {
        let start = session.start().matches();
        let (fr, en) = (matches(Lang::Fr, start), matches(Lang::En, start));
        Box::new(Sentence::new(format!("Nim · {fr} au départ"), format!("Nim · {en} at the start")))
    }

    fn parts(session: &Session<Self>) -> Vec<Box<dyn Say>> {
        let (takes, left) = (session.state().takes(), session.state().matches());
        let mut parts: Vec<Box<dyn Say>> = vec![Box::new(Sentence::made(|lang| matches(lang, left)))];
        let possible = takes.possible(left);
        if !possible.is_empty() {
            let mut list: Vec<String> = possible.iter().take(LISTED).map(ToString::to_string).collect();
            if possible.len() > LISTED {
                list.push("…".into());
            }
            let list = list.join(", ");
            parts.push(Box::new(Sentence::new(format!("retirer {list}"), format!("take {list}"))));
        }
        parts
    }
}
