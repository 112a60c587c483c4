//! Alak by lines (handout 002).

use super::session::{Advice, advice};
use super::talk::{AlakTalk, Value as AlakValue};
use crate::lang::dialogue::Chair;
use crate::lang::{Lang, Say, Sentence, Text};
use crate::play::session::{Session, number};
use crate::topics::duel::dialogue::{Ask, DuelFace, best, typed_number};
use pioche_engine::games::alak::solve::Value as Worth;
use pioche_engine::games::alak::{Cell, Edge, OwnGroup, Refusal, State};
use pioche_engine::games::{Outcome, Player};

/// The widest board that is shown on one line, in columns.
const COLUMNS: usize = 78;

/// Below the board, as on the whole screen; which cells are forbidden is said in words, as in the handout.
const LEGEND: Text = Text::new("(x joueur 1, o joueur 2)", "(x player 1, o player 2)");

impl DuelFace for State {
    const TYPED: Text = Text::new("le numéro d'une case", "the number of a cell");
    const BETWEEN_MOVES: &'static str = " ";

    fn hail(session: &Session<Self>) -> Box<dyn Say> {
        let rules = session.state().rules();
        let (ring, captured) = (rules.edge == Edge::Ring, rules.own_group == OwnGroup::Captured);
        Box::new(AlakTalk::Greeting { cells: rules.cells.get(), ring, captured })
    }

    #[doc(alias = "display")]
    fn board(session: &Session<Self>, lang: Lang) -> String {
        format!("{}\n{}", board(session.state()), LEGEND.of(lang))
    }

    fn notice(&self) -> Option<Box<dyn Say>> {
        let cells: Vec<u32> = self.forbidden_cells().iter().map(|cell| cell.0).collect();
        (!cells.is_empty()).then(|| Box::new(AlakTalk::Forbidden { cells }) as Box<dyn Say>)
    }

    #[doc(alias = "select")]
    fn ask(&self, _: u8) -> Ask {
        Ask::BelowTurn(Box::new(AlakTalk::Ask))
    }

    fn typed(line: &str) -> Option<Cell> {
        typed_number(line).map(Cell)
    }

    fn refused(&self, refusal: &Refusal) -> Box<dyn Say> {
        Box::new(match *refusal {
            Refusal::OffBoard { cell, cells } => AlakTalk::OffBoard { cell: cell.0, cells },
            Refusal::Occupied { cell } => AlakTalk::Occupied { cell: cell.0 },
            Refusal::Forbidden { cell } => AlakTalk::Taken { cell: cell.0 },
        })
    }

    /// A person's cell stands behind the question already.
    fn told(_: u8, chair: &Chair, Cell(cell): Cell) -> Option<Box<dyn Say>> {
        (*chair != Chair::Person).then(|| Box::new(AlakTalk::Chosen { cell }) as Box<dyn Say>)
    }

    fn advise(session: &Session<Self>) -> Option<Box<dyn Say>> {
        Some(match advice(session)? {
            Advice::Tried { cell, games } => Box::new(AlakTalk::Tried { cell: cell.0, games }),
            Advice::Solved { cells, bounds } => {
                let margin = bounds.margin().unwrap_or_default().unsigned_abs();
                let value = match bounds.value() {
                    Worth::Ends(Outcome::Winner(player)) => AlakValue::Wins { player: number(player), margin },
                    Worth::Ends(_) => AlakValue::Draw,
                    Worth::Endless => AlakValue::Endless,
                };
                let (best, worth) = (best(&cells), AlakTalk::Worth { value });
                Box::new(Sentence::made(|lang| format!("{}\n{}", best.say(lang), worth.say(lang))))
            }
        })
    }

    fn explain(&self) -> Box<dyn Say> {
        let rules = self.rules();
        let (ring, captured) = (rules.edge == Edge::Ring, rules.own_group == OwnGroup::Captured);
        Box::new(AlakTalk::Rules { ring, captured })
    }

    #[doc(alias = "win")]
    fn judge(&self, outcome: Outcome) -> Box<dyn Say> {
        let stones = [Player::One, Player::Two].map(|player| self.stones(player).count_ones());
        Box::new(match outcome {
            Outcome::Winner(player) => AlakTalk::Winner { player: number(player), stones },
            Outcome::Draw | Outcome::Left(_) => AlakTalk::Draw { stones: stones[0] },
        })
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
