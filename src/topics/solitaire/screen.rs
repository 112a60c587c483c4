//! The peg solitaire on the screen: the triangle or the cross, a peg to pick and drop.
//!
//! `●` is a peg, `○` a hole, each with its number; `+` stands at pegs that can jump, `^` at the one in the hand and
//! `>` at the holes where it can land.

use super::dialogue::{NO_WAY, UNKNOWN, blocked, no_peg, solution};
use crate::lang::{Lang, Say, Text};
use crate::play::lines::Face;
use crate::play::screen::spots::field;
use crate::play::screen::{Choice, Keys, Layout, Look, Role};
use crate::play::session::{End, Session};
use pioche_engine::games::solitaire::{Jump, State};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// From one cell to the next; a cell three rows high has a frame.
const PITCHES: [Size; 3] = [Size { width: 8, height: 3 }, Size { width: 6, height: 2 }, Size { width: 6, height: 1 }];
const FRAMED: u16 = 3;

impl Layout for State {
    const KEYS: Keys = Keys {
        moves: Text::new("←→↑↓ Entrée prendre, poser", "←→↑↓ Enter pick, drop"),
        more: Some(Text::new("r résoudre", "s solve")),
        help: Text::new(
            "Entrée ou Espace : prendre le pion choisi, puis le poser dans un trou. Échap : le reposer.
Tab : le prochain pion qui peut sauter, ou trou où il peut aller. r : le solveur finit la partie, s'il le peut.",
            "Enter or Space: pick the chosen peg, then drop it into a hole. Esc: put it back.
Tab: the next peg that can jump, or hole where it can land. s: the solver ends the game, if it can.",
        ),
        signs: Text::new(
            "● pion · ○ trou · + peut sauter · ^ pion pris · > trou où il peut aller",
            "● peg · ○ hole · + can jump · ^ peg in the hand · > hole where it can land",
        ),
    };

    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        let board = session.state().board();
        let rows = board.rows();
        let half = |(row, column): (usize, usize)| match board.is_triangle() {
            true => (rows - 1 - row + 2 * column, row),
            false => (2 * column, row),
        };
        let place = |cell| board.place(cell).map(half).map(|(half, row)| (half as u16, row as u16));
        let halves: Vec<(u16, u16)> = (0..board.cells()).filter_map(place).collect();
        let columns = halves.iter().map(|(half, _)| half / 2 + 1).max()?;
        PITCHES.iter().find_map(|&pitch| field(area, (columns, rows as u16), &halves, pitch))
    }

    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        let state = session.state();
        let open = Self::open(session, look.held, look.spots.len());
        for (cell, &spot) in look.spots.iter().enumerate() {
            let (mark, role) = match look.held {
                Some(held) if held == cell => ('^', Some(Role::Held)),
                Some(_) if open.contains(&cell) => ('>', Some(Role::Open)),
                None if open.contains(&cell) => ('+', Some(Role::Open)),
                _ => (' ', None),
            };
            let peg = if state.pegs() >> cell & 1 == 1 { '●' } else { '○' };
            let role = role.or((peg == '○').then_some(Role::Faint));
            let at_cursor = cell == look.cursor;
            let bracket = at_cursor.then_some(Role::Cursor);
            if spot.height >= FRAMED {
                look.border(buffer, Rect { width: 7, height: 3, ..spot }, at_cursor, bracket);
                look.write(buffer, (spot.x + 1, spot.y + 1), &format!("{mark}{peg}{cell:>2}"), role);
            } else {
                look.write(buffer, (spot.x, spot.y), &format!("{mark} {peg}{cell:>2}"), role);
                if at_cursor {
                    look.write(buffer, (spot.x + 1, spot.y), "[", bracket);
                    look.write(buffer, (spot.x + 5, spot.y), "]", bracket);
                }
            }
        }
    }

    /// A peg is picked, a hole takes the peg in the hand. Another peg changes hands.
    fn choose(session: &Session<Self>, held: Option<usize>, spot: usize, _: usize) -> Choice<Jump> {
        let peg = session.state().pegs() >> spot & 1 == 1;
        match held {
            Some(held) if held == spot => Choice::PutBack,
            Some(held) if !peg => Choice::Move(Jump { from: held as u8, to: spot as u8 }),
            _ if peg => Choice::Hold,
            _ => Choice::Words(Box::new(no_peg(spot as u8))),
        }
    }

    fn letter(session: &Session<Self>, letter: char) -> Option<Choice<Jump>> {
        (letter == 's' || letter == 'r').then(|| match solution(session.state()) {
            Ok(Some(jumps)) => Choice::Script(jumps),
            Ok(None) => Choice::Words(Box::new(NO_WAY)),
            Err(_) => Choice::Words(Box::new(UNKNOWN)),
        })
    }

    fn open(session: &Session<Self>, held: Option<usize>, _: usize) -> Vec<usize> {
        let jumps = session.state().jumps();
        let mut open: Vec<usize> = match held {
            Some(held) => jumps.filter(|jump| usize::from(jump.from) == held).map(|jump| jump.to.into()).collect(),
            None => jumps.map(|jump| jump.from.into()).collect(),
        };
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Where the peg has landed; at the start, the first peg that can jump.
    fn home(session: &Session<Self>, _: usize, spots: usize) -> usize {
        match session.plies().last() {
            Some(jump) => jump.to.into(),
            None => Self::open(session, None, spots).first().copied().unwrap_or_default(),
        }
    }

    fn bar(session: &Session<Self>, lang: Lang) -> Vec<String> {
        let (pegs, jumps) = (session.state().count().into(), session.state().jumps().count() as u64);
        let open = lang.number_of(jumps, ["saut possible", "sauts possibles"], ["possible jump", "possible jumps"]);
        vec![lang.number_of(pegs, ["pion", "pions"], ["peg", "pegs"]), open]
    }

    fn over(session: &Session<Self>, end: End) -> Vec<Box<dyn Say>> {
        if session.state().is_won() {
            return <Self as Face>::conclusion(session, end);
        }
        vec![Box::new(blocked(session.state(), Text::new(" u : annuler, q : quitter.", " u: undo, q: quit.")))]
    }
}
