//! Nim on the screen: matches in groups of five; the cursor and all the matches behind it would be taken.
//!
//! A heap that is too large for the window shows its last matches.

use super::LISTED;
use super::table::matches;
use crate::lang::{Lang, Say, Sentence, Text};
use crate::play::Session;
use crate::play::screen::spots::rect;
use crate::play::screen::{Choice, Keys, Layout, Look, Role};
use crate::topics::duel::table::free;
use pioche_engine::games::nim::{Nim, Take};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// From a match to the next: of tall ones, then of small ones. A group of five takes the room of six, and a match with
/// its line for marks twice as many lines.
const STEPS: [u16; 2] = [2, 1];

impl Layout for Nim {
    const KEYS: Keys = Keys {
        moves: Text::new("←→ Entrée retirer · 2 3 … retirer", "←→ Enter take · 2 3 … take"),
        more: None,
        help: Text::new(
            "Entrée ou Espace : retirer les allumettes marquées.
2, 3 … : en retirer autant. Tab : le prochain nombre permis.",
            "Enter or Space: take the marked matches.
2, 3 …: take so many. Tab: the next allowed number.",
        ),
        signs: Text::new(
            "| allumette · ^ serait retirée · ? leur nombre n'est pas permis",
            "| match · ^ would be taken · ? their number is not allowed",
        ),
    };

    /// The matches that are left, as large as the start allows.
    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        let (start, now) = (session.start().matches() as usize, session.state().matches() as usize);
        let a_row = |step: u16| usize::from((area.width + step) / (6 * step));
        let most = |step: u16| 5 * a_row(step) * usize::from(area.height / (2 * step));
        let step = if start <= most(STEPS[0]) { STEPS[0] } else { STEPS[1] };
        let most = most(step);
        // The matches that may be taken must be seen.
        let needed = (session.state().takes().least() as usize).min(now);
        if most == 0 || most < needed {
            return None;
        }
        let start = start.min(most);
        let a_row = a_row(step).min(start.div_ceil(5)).max(1);
        let size = Size { width: 1, height: 2 * step };
        let left = area.x + (area.width - (6 * a_row as u16 - 1) * step) / 2;
        let top = area.y + (area.height - start.div_ceil(5 * a_row) as u16 * size.height) / 2;
        let place = |at: usize| {
            let (group, inside) = (at / 5, (at % 5) as u16);
            let x = left + (6 * (group % a_row) as u16 + inside) * step;
            rect((x, top + (group / a_row) as u16 * size.height), size)
        };
        Some((0..now.min(most)).map(place).collect())
    }

    /// The matches, those that would be taken with a mark that says whether their number is allowed.
    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        let allowed = Self::open(session, None, look.spots.len()).contains(&look.cursor);
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

    fn choose(_: &Session<Self>, _: Option<usize>, spot: usize, spots: usize) -> Choice<Take> {
        Choice::Move(Take((spots - spot) as u32))
    }

    fn letter(_: &Session<Self>, letter: char) -> Option<Choice<Take>> {
        letter.to_digit(10).map(|take| Choice::Move(Take(take)))
    }

    fn open(session: &Session<Self>, _: Option<usize>, spots: usize) -> Vec<usize> {
        free(session, spots, |spot| Take((spots - spot) as u32))
    }

    /// Where the least take begins.
    fn home(session: &Session<Self>, _: usize, spots: usize) -> usize {
        spots.saturating_sub(session.start().takes().least() as usize)
    }

    fn title(session: &Session<Self>) -> Box<dyn Say> {
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| matches(lang, session.start().matches()));
        Box::new(Sentence::new(format!("Nim · {fr} au départ"), format!("Nim · {en} at the start")))
    }

    fn bar(session: &Session<Self>, lang: Lang) -> Vec<String> {
        let state = session.state();
        let possible = state.takes().possible(state.matches());
        let mut list: Vec<String> = possible.iter().take(LISTED).map(ToString::to_string).collect();
        list.extend((possible.len() > LISTED).then(|| "…".to_owned()));
        let take = (!list.is_empty()).then(|| format!("{} {}", lang.either("retirer", "take"), list.join(", ")));
        std::iter::once(matches(lang, state.matches())).chain(take).collect()
    }
}
