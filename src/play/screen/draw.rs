//! The whole window drawn: title, board, what was said, a bar, the keys.

use super::frame::{lines, popup, wrapped};
use super::layout::Layout;
use super::look::{Look, Role, write};
use super::state::Screen;
use crate::lang::Say;
use crate::lang::screen::ScreenTalk;
use crate::play::session::Turn;
use ratatui::buffer::Buffer;
use ratatui::widgets::{Clear, Widget};

impl<G: Layout> Screen<G> {
    /// As [`OnScreen::draw`](super::OnScreen::draw).
    pub(super) fn paint(&self, buffer: &mut Buffer) {
        let area = self.area().intersection(*buffer.area());
        Clear.render(area, buffer);
        let (Some(parts), Some(spots)) = (self.parts().filter(|_| area == self.area()), self.spots()) else {
            let said = if self.leaving { ScreenTalk::ReallyLeave } else { ScreenTalk::TooSmall };
            lines(buffer, area, &wrapped(&said.say(self.lang), area.width));
            return;
        };
        let title = G::title(&self.session).say(self.lang);
        write(buffer, (parts.title.x, parts.title.y), title.trim(), self.ink.style(Role::Title));
        let look = Look { spots: &spots, cursor: self.cursor, held: self.held, ink: self.ink, lang: self.lang };
        G::draw(&self.session, &look, buffer);
        if parts.legend.height > 0 {
            let legend = format!(" {}", G::legend().of(self.lang));
            write(buffer, (parts.legend.x, parts.legend.y), &legend, self.ink.style(Role::Faint));
        }
        let cover = self.cover(&parts);
        if cover.is_none() {
            lines(buffer, parts.said, &wrapped(&self.said, parts.said.width));
        }
        let bar = format!(" {:<1$}", self.bar(), usize::from(parts.bar.width));
        write(buffer, (parts.bar.x, parts.bar.y), &bar, self.ink.style(Role::Bar));
        let keys = match cover {
            Some(_) if self.leaving => ScreenTalk::YesOrNo,
            Some(_) => ScreenTalk::AnyKey,
            None => ScreenTalk::Keys { own: G::keys(), more: G::more_keys() },
        };
        let faint = self.ink.style(Role::Faint);
        write(buffer, (parts.keys.x, parts.keys.y), &format!(" {}", keys.say(self.lang)), faint);
        if let Some(text) = cover {
            popup(buffer, parts.board, &text);
        }
    }

    fn bar(&self) -> String {
        let bar = G::bar(&self.session).say(self.lang);
        if !self.script.is_empty() {
            return format!("{bar} · {}", ScreenTalk::SolverPlays.say(self.lang));
        }
        match self.session.turn() {
            Turn::Machine(player) => {
                let chair = self.session.chair(player);
                format!("{bar} · {}", ScreenTalk::Thinks { player: player.number(), chair }.say(self.lang))
            }
            Turn::Over(_) => format!("{bar} · {}", ScreenTalk::Ended.say(self.lang)),
            Turn::Person(_) => bar,
        }
    }
}
