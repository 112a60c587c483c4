//! The peg solitaire by lines (handout 001).

use super::session::{Advice, advice, only_hole, solution};
use super::talk::{Board, PegTalk};
use crate::lang::dialogue::Talk;
use crate::lang::{Lang, Say, Text, plain, shown};
use crate::play::lines::{Ending, Face, Leave, Understood};
use crate::play::session::{End, Session};
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, Refusal, State};

/// Filled circles are holes, as the handout prints them.
const LEGEND: Text = Text::new("(① pion, ➊ trou)", "(① peg, ➊ hole)");
/// The same of boards that have too many cells for numbers in circles.
const LARGE: Text = Text::new("(○ pion, ● trou)", "(○ peg, ● hole)");

type Pegs = Session<State>;

impl Face for State {
    fn greeting(session: &Pegs) -> Box<dyn Say> {
        let board = session.start().board();
        let named = match board.to_string().as_str() {
            "english" => Board::English,
            "european" => Board::European,
            _ => Board::Triangle { side: board.rows() },
        };
        Box::new(PegTalk::Greeting { board: named, hole: only_hole(session.start()) })
    }

    #[doc(alias = "affiche")]
    fn table(session: &Pegs, lang: Lang) -> String {
        let state = session.state();
        let legend = if state.is_circled() { LEGEND } else { LARGE };
        format!("{state}\n{}", legend.of(lang))
    }

    #[doc(alias = "demande_coup")]
    fn question(session: &Pegs, answers: &[String]) -> Box<dyn Say> {
        Box::new(match answers {
            _ if session.end().is_some() => PegTalk::Blocked { pegs: session.state().count() as usize },
            [] => PegTalk::AskStart,
            _ => PegTalk::AskEnd,
        })
    }

    fn understand(session: &Pegs, answers: &[String]) -> Understood<Self> {
        let last = session.state().board().cells() - 1;
        if let Some("resoudre" | "solve" | "^c") = answers.last().map(|line| plain(line)).as_deref() {
            return Understood::Leave(Leave::Solve);
        }
        if let [line] = answers
            && let Ok(jump) = line.parse::<Jump>()
        {
            return Understood::Move(jump);
        }
        let mut cells = Vec::new();
        for line in answers {
            match cell(line, last) {
                Ok(cell) => cells.push(cell),
                Err(talk) => return Understood::Nonsense(talk),
            }
        }
        match cells[..] {
            // The handout looks at the start before it asks for the end.
            [from] if session.state().pegs() >> from & 1 == 0 => {
                Understood::Nonsense(Box::new(PegTalk::NoPeg { from }))
            }
            [from, to] => Understood::Move(Jump { from, to }),
            _ => Understood::Half,
        }
    }

    fn refusal(_: &Pegs, refusal: &Refusal) -> Box<dyn Say> {
        Box::new(match *refusal {
            Refusal::OffBoard { cell, last } => PegTalk::OffBoard { cell, last },
            Refusal::NoPeg { from } => PegTalk::NoPeg { from },
            Refusal::Occupied { to } => PegTalk::Occupied { to },
            Refusal::NoJump { from, to } => PegTalk::NoLine { from, to },
            Refusal::NothingBetween { over } => PegTalk::NothingBetween { over },
        })
    }

    fn moved(session: &Pegs) -> Option<Box<dyn Say>> {
        let Jump { from, to } = *session.plies().last()?;
        Some(Box::new(PegTalk::Played { from, to }))
    }

    fn moves(session: &Pegs) -> Box<dyn Say> {
        Box::new(Talk::LegalMoves { moves: listed(session.state().jumps()) })
    }

    fn hint(session: &Pegs) -> Box<dyn Say> {
        Box::new(match advice(session.state()) {
            Advice::Counted(hints) => PegTalk::Hint {
                jumps: hints.iter().map(|hint| (hint.jump.to_string(), hint.solutions.to_string())).collect(),
            },
            Advice::NoHope => PegTalk::NoHope,
            Advice::Begins(jump) => PegTalk::TooManyToCount { jump: jump.to_string() },
            Advice::Unknown => PegTalk::Unknown,
        })
    }

    fn rules(_: &Pegs) -> Box<dyn Say> {
        Box::new(PegTalk::Rules)
    }

    fn conclusion(_: &Pegs, _: End) -> Vec<Box<dyn Say>> {
        vec![Box::new(PegTalk::Won)]
    }

    /// A blocked player may still take moves back.
    fn lingers(session: &Pegs) -> bool {
        !session.state().is_won()
    }

    fn leave(session: &Pegs, why: Leave, lang: Lang) -> (String, Ending) {
        let blocked = session.state().outcome().is_some();
        if blocked {
            return (PegTalk::NoWay.say(lang), Ending::NoWay);
        }
        match why {
            Leave::Quit | Leave::EndOfInput => (Talk::Stopped.say(lang), Ending::Left),
            Leave::Interrupt | Leave::Solve => match solution(session.state()) {
                Ok(Some(jumps)) => (format!("{}\n{}", PegTalk::Solution.say(lang), listed(jumps)), Ending::Solved),
                Ok(None) => (PegTalk::NoWay.say(lang), Ending::NoWay),
                Err(_) => (PegTalk::Unknown.say(lang), Ending::Undecided),
            },
        }
    }
}

/// Jumps as the handout prints them, a blank between.
fn listed(jumps: impl IntoIterator<Item = Jump>) -> String {
    jumps.into_iter().map(|jump| jump.to_string()).collect::<Vec<_>>().join(" ")
}

/// A cell of the board.
fn cell(text: &str, last: usize) -> Result<u8, Box<dyn Say>> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<usize>().ok().filter(|&cell| digits && cell <= last);
    let not_a_cell = || Box::new(PegTalk::NotACell { text: shown(text), last }) as Box<dyn Say>;
    let misread = || Box::new(Talk::NotUnderstood { text: shown(text) }) as Box<dyn Say>;
    number
        .map(|cell| cell as u8)
        .ok_or_else(|| if text.starts_with(char::is_alphabetic) { misread() } else { not_a_cell() })
}
