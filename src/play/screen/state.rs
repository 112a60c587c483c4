//! A game on the screen: what is kept of it from one key to the next, and what covers the board.

use super::frame::{Parts, inner_width, wrapped};
use super::layout::Layout;
use super::look::Ink;
use crate::lang::screen::ScreenTalk;
use crate::lang::{Lang, Say};
use crate::play::session::Session;
use ratatui::layout::{Rect, Size};
use std::collections::VecDeque;

/// A game on a whole screen.
pub struct Screen<G: Layout> {
    pub session: Session<G>,
    pub(super) lang: Lang,
    pub(super) ink: Ink,
    pub(super) size: Size,
    pub cursor: usize,
    pub held: Option<usize>,
    pub said: String,
    pub(super) help: bool,
    /// Whether the person was asked if he really wants to leave.
    pub(super) leaving: bool,
    pub(super) script: VecDeque<G::Move>,
}

impl<G: Layout> Screen<G> {
    /// A game under way on a window of this size.
    pub fn new(session: Session<G>, lang: Lang, ink: Ink, size: Size) -> Self {
        let mut screen = Self {
            session,
            lang,
            ink,
            size,
            cursor: 0,
            held: None,
            said: String::new(),
            help: false,
            leaving: false,
            script: VecDeque::new(),
        };
        screen.go_home();
        screen.conclude();
        screen
    }

    pub(super) fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.width, height: self.size.height }
    }

    /// Where the places of the game are; `None` when the window is too small.
    pub(super) fn spots(&self) -> Option<Vec<Rect>> {
        G::spots(&self.session, self.parts()?.board)
    }

    /// The parts of the window. The legend takes a line of the board where nothing gets smaller by it, else one of the
    /// words.
    pub(super) fn parts(&self) -> Option<Parts> {
        let parts = Parts::new(self.area())?;
        let spots = |parts: &Parts| G::spots(&self.session, parts.board);
        let below = parts.with_legend_of_board();
        match (spots(&parts), spots(&below)) {
            (Some(wide), Some(narrow)) if shifted(&wide, &narrow) => Some(below),
            _ => Some(parts.with_legend_of_words()),
        }
    }

    /// What covers the board: the help, or a text too long for its lines.
    pub(super) fn cover(&self, parts: &Parts) -> Option<Vec<String>> {
        if self.leaving {
            return Some(wrapped(&ScreenTalk::ReallyLeave.say(self.lang), inner_width(parts.board)));
        }
        if self.help {
            // The last lines of the rules, which are indented, are for those who play by lines.
            let rules = G::rules(&self.session).say(self.lang);
            let rules = rules.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join(" ");
            let keys = ScreenTalk::Help { own: G::KEYS.help }.say(self.lang);
            return Some(wrapped(&format!("{rules}\n\n{keys}"), inner_width(parts.board)));
        }
        let long = wrapped(&self.said, parts.said.width).len() > usize::from(parts.said.height);
        long.then(|| wrapped(&self.said, inner_width(parts.board)))
    }

    /// Whether something covers the board; any key then takes it away.
    pub(super) fn covered(&self) -> bool {
        let covers = || self.parts().is_some_and(|parts| self.spots().is_some() && self.cover(&parts).is_some());
        self.leaving || covers()
    }

    pub(super) fn conclude(&mut self) {
        if let Some(end) = self.session.end() {
            self.said = words(&G::over(&self.session, end), self.lang);
        }
    }

    pub(super) fn say(&mut self, sentence: &dyn Say) {
        self.said = trimmed(&sentence.say(self.lang));
    }

    pub(super) fn clear(&mut self) {
        self.said.clear();
        self.help = false;
        self.held = None;
    }

    pub(super) fn go_home(&mut self) {
        let spots = self.spots().map_or(0, |spots| spots.len());
        self.cursor = G::home(&self.session, self.cursor, spots).min(spots.saturating_sub(1));
    }
}

/// Whether places lie as others do, perhaps higher.
fn shifted(one: &[Rect], other: &[Rect]) -> bool {
    let up = |(one, other): (&Rect, &Rect)| one.y.abs_diff(other.y);
    let by = one.iter().zip(other).map(up).next();
    let same =
        |(one, other): (&Rect, &Rect)| (one.x, one.as_size(), Some(up((one, other)))) == (other.x, other.as_size(), by);
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// Sentences, a line each.
pub(super) fn words(sentences: &[Box<dyn Say>], lang: Lang) -> String {
    trimmed(&sentences.iter().map(|sentence| sentence.say(lang)).collect::<Vec<_>>().join("\n"))
}

/// Without the indents that make sense in a conversation only.
fn trimmed(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}
