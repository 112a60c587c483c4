//! Alak by lines (handout 002).

use super::session::{Advice, advice};
use super::talk::{AlakTalk, Value as AlakValue};
use crate::games::alak::solve::Value as Worth;
use crate::games::alak::{Cell, Edge, OwnGroup, Refusal, State};
use crate::games::{Game, Outcome, Player};
use crate::lang::dialogue::Talk;
use crate::lang::{Lang, Say};
use crate::play::Session;
use crate::play::lines::{End, Ending, Face, Leave, Understood, chair, number, shown};

/// The widest board that is shown on one line, in columns.
const COLUMNS: usize = 78;

type Duel = Session<State>;

impl Face for State {
    fn greeting(session: &Duel) -> Box<dyn Say> {
        let rules = session.state().rules();
        let (ring, captured) = (rules.edge == Edge::Ring, rules.own_group == OwnGroup::Captured);
        Box::new(AlakTalk::Greeting { cells: rules.cells.get(), ring, captured })
    }

    #[doc(alias = "display")]
    fn table(session: &Duel, lang: Lang) -> String {
        let state = session.state();
        let mut text = board(state);
        if session.end().is_none() {
            let player = state.to_play();
            let turn = AlakTalk::Turn { player: number(player), chair: chair(session, player) };
            text.push_str(&format!("\n\n{}", turn.say(lang)));
            let cells: Vec<u32> = state.forbidden_cells().iter().map(|cell| cell.0).collect();
            if !cells.is_empty() {
                text.push_str(&format!("\n{}", AlakTalk::Forbidden { cells }.say(lang)));
            }
        }
        text
    }

    #[doc(alias = "select")]
    fn question(_: &Duel, _: &[String]) -> Box<dyn Say> {
        Box::new(AlakTalk::Ask)
    }

    fn understand(_: &Duel, answers: &[String]) -> Understood<Self> {
        let line = answers.last().map_or("", String::as_str);
        let digits = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        if digits {
            // A number beyond all bounds is a cell that is not there.
            return Understood::Move(Cell(line.parse().unwrap_or(u32::MAX)));
        }
        Understood::Nonsense(match line.starts_with(char::is_alphabetic) {
            true => Box::new(Talk::NotUnderstood { text: shown(line) }),
            false => Box::new(AlakTalk::NotACell { text: shown(line) }),
        })
    }

    fn refusal(_: &Duel, refusal: &Refusal) -> Box<dyn Say> {
        Box::new(match *refusal {
            Refusal::OffBoard { cell, cells } => AlakTalk::OffBoard { cell: cell.0, cells },
            Refusal::Occupied { cell } => AlakTalk::Occupied { cell: cell.0 },
            Refusal::Forbidden { cell } => AlakTalk::Taken { cell: cell.0 },
        })
    }

    /// A person's cell stands behind the question already.
    fn moved(session: &Duel) -> Option<Box<dyn Say>> {
        let (before, Cell(cell)) = session.last()?;
        let machine = session.kind(before.to_play()) != crate::players::Kind::Human;
        machine.then(|| Box::new(AlakTalk::Chosen { cell }) as Box<dyn Say>)
    }

    fn moves(session: &Duel) -> Box<dyn Say> {
        let cells: Vec<String> = session.state().legal_moves().iter().map(ToString::to_string).collect();
        Box::new(Talk::LegalMoves { moves: cells.join(" ") })
    }

    fn hint(session: &Duel) -> Box<dyn Say> {
        match advice(session) {
            None => Self::moves(session),
            Some(Advice::Tried { cell, games }) => Box::new(AlakTalk::Tried { cell: cell.0, games }),
            Some(Advice::Solved { cells, bounds }) => {
                let margin = bounds.margin().unwrap_or_default().unsigned_abs();
                let value = match bounds.value() {
                    Worth::Ends(Outcome::Winner(player)) => AlakValue::Wins { player: number(player), margin },
                    Worth::Ends(_) => AlakValue::Draw,
                    Worth::Endless => AlakValue::Endless,
                };
                Box::new(AlakTalk::Advice { cells: cells.iter().map(|cell| cell.0).collect(), value })
            }
        }
    }

    fn rules(session: &Duel) -> Box<dyn Say> {
        let rules = session.state().rules();
        let (ring, captured) = (rules.edge == Edge::Ring, rules.own_group == OwnGroup::Captured);
        Box::new(AlakTalk::Rules { ring, captured })
    }

    #[doc(alias = "win")]
    fn conclusion(session: &Duel, end: End) -> Vec<Box<dyn Say>> {
        let stones = [Player::One, Player::Two].map(|player| session.state().stones(player).count_ones());
        vec![Box::new(match end {
            End::Over(Outcome::Winner(player)) => AlakTalk::Winner { player: number(player), stones },
            End::Over(_) => AlakTalk::Draw { stones: stones[0] },
            End::Endless { first, again } => AlakTalk::Endless { first, again },
        })]
    }

    fn leave(_: &Duel, _: Leave, lang: Lang) -> (String, Ending) {
        (Talk::Stopped.say(lang), Ending::Left)
    }
}

/// The board over its numbers, in as many pairs of lines as it takes.
fn board(state: &State) -> String {
    let mut lines: Vec<[String; 2]> = vec![Default::default()];
    for (at, sign) in state.board().chars().enumerate() {
        let number = (at + 1).to_string();
        let wide = number.len() + 1;
        if lines.last().is_some_and(|[_, numbers]| numbers.len() + wide > COLUMNS) {
            lines.push(Default::default());
        }
        if let Some([signs, numbers]) = lines.last_mut() {
            signs.push_str(&format!("{sign:<wide$}"));
            numbers.push_str(&format!("{number:<wide$}"));
        }
    }
    let pairs = lines.iter().map(|[signs, numbers]| format!("{}\n{}", signs.trim_end(), numbers.trim_end()));
    pairs.collect::<Vec<_>>().join("\n\n")
}
