//! A game on the screen: what is kept of it from one key to the next, what covers the board, and the whole window drawn:
//! title, board, what was said, a bar, the keys.

use super::frame::{BETWEEN, Parts, cut, inner_width, lines, popup, wrapped};
use super::layout::Layout;
use super::look::{Ink, Look, Role, write};
use crate::lang::{Lang, Say, Text, either};
use crate::play::session::{Session, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::{Clear, Widget};
use std::collections::VecDeque;

const TOO_SMALL: Text = Text::new(
    "La fenêtre est trop petite pour cette partie : agrandissez-la, ou q pour finir.",
    "The window is too small for this game: make it larger, or press q to stop.",
);
const REALLY_LEAVE: Text = Text::new(
    "Quitter cette partie ? o : oui ; une autre touche : non.",
    "Leave this game? y: yes; any other key: no.",
);

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
            return Some(wrapped(REALLY_LEAVE.of(self.lang), inner_width(parts.board)));
        }
        if self.help {
            // The last lines of the rules, which are indented, are for those who play by lines.
            let rules = G::rules(&self.session).say(self.lang);
            let rules = rules.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join(" ");
            let own = G::KEYS.help;
            let keys = self.lang.either(
                format!(
                    "Flèches, Début, Fin : choisir ; la souris choisit et joue.\n{}\n\
                     u : annuler. h : indice. q : quitter. ^C : quitter sans question.",
                    own.fr
                ),
                format!(
                    "Arrows, Home, End: choose; the mouse chooses and plays.\n{}\n\
                     u: undo. h: hint. q: quit. ^C: quit without a question.",
                    own.en
                ),
            );
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

    /// As [`OnScreen::draw`](super::OnScreen::draw).
    pub(super) fn paint(&self, buffer: &mut Buffer) {
        let area = self.area().intersection(*buffer.area());
        Clear.render(area, buffer);
        let (Some(parts), Some(spots)) = (self.parts().filter(|_| area == self.area()), self.spots()) else {
            let said = if self.leaving { REALLY_LEAVE } else { TOO_SMALL };
            lines(buffer, area, &wrapped(said.of(self.lang), area.width));
            return;
        };
        let title = G::title(&self.session).say(self.lang);
        let (width, within) = (area.width, area.width.saturating_sub(1));
        let title = cut(title.trim(), width);
        write(buffer, (parts.title.x, parts.title.y), &title, self.ink.style(Role::Title));
        let look = Look { spots: &spots, cursor: self.cursor, held: self.held, ink: self.ink, lang: self.lang };
        G::draw(&self.session, &look, buffer);
        if parts.legend.height > 0 {
            let legend = format!(" {}", cut(G::KEYS.signs.of(self.lang), within));
            write(buffer, (parts.legend.x, parts.legend.y), &legend, self.ink.style(Role::Faint));
        }
        let cover = self.cover(&parts);
        if cover.is_none() {
            lines(buffer, parts.said, &wrapped(&self.said, parts.said.width));
        }
        let bar = format!(" {:<1$}", cut(&self.bar(), within), usize::from(width));
        write(buffer, (parts.bar.x, parts.bar.y), &bar, self.ink.style(Role::Bar));
        let lang = self.lang;
        let keys = match cover {
            Some(_) if self.leaving => lang.either("o oui · une autre touche : non", "y yes · any other key: no"),
            Some(_) => lang.either("Une touche, et la partie revient.", "Any key brings the game back."),
            None => {
                // What is the game's, then what every game knows; the way out is always seen.
                let more = G::KEYS.more.map(|more| format!("{BETWEEN}{}", more.of(lang))).unwrap_or_default();
                let every = lang.either("u annuler · h indice", "u undo · h hint");
                let out = lang.either("? aide · q fin", "? help · q quit");
                let room = within.saturating_sub((out.chars().count() + 3) as u16);
                let first = cut(&format!("{}{BETWEEN}{every}{more}", G::KEYS.moves.of(lang)), room);
                format!("{first}{BETWEEN}{out}")
            }
        };
        write(buffer, (parts.keys.x, parts.keys.y), &format!(" {}", cut(&keys, within)), self.ink.style(Role::Faint));
        if let Some(text) = cover {
            popup(buffer, parts.board, &text);
        }
    }

    fn bar(&self) -> String {
        let (lang, state) = (self.lang, self.session.state());
        let moves = lang.number_of(self.session.plies().len() as u64, ["coup", "coups"], ["move", "moves"]);
        let number = state.to_play().number();
        let player = G::DUEL && self.session.end().is_none();
        let player = player.then(|| either!(lang, "joueur {number}", "player {number}"));
        let more = match self.session.turn() {
            _ if !self.script.is_empty() => Some(lang.either("le solveur joue…", "the solver plays…")),
            Turn::Machine(player) => {
                let chair = self.session.chair(player).say(lang);
                Some(either!(lang, "le joueur {number} ({chair}) réfléchit…", "player {number} ({chair}) is thinking…"))
            }
            Turn::Over(_) => Some(lang.either("partie finie", "game over")),
            Turn::Person(_) => None,
        };
        let parts = player.into_iter().chain(G::bar(&self.session, lang)).chain([moves]).chain(more);
        parts.collect::<Vec<_>>().join(BETWEEN)
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
