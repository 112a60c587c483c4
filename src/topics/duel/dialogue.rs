//! Any game of two by lines: turns, what is typed, the moves offered, hints, the end. A game adds its board and its
//! own words.

use super::session::Duel;
use super::talk::DuelTalk;
use crate::lang::dialogue::{Chair, Talk};
use crate::lang::{Lang, Say, Text, shown};
use crate::play::lines::{Ending, Face, Leave, Opening, Understood};
use crate::play::session::{End, Session, number};
use pioche_engine::games::{BestMoves, Outcome};

/// How a game of two speaks; [`Face`] follows from it.
pub trait DuelFace: Duel {
    /// What a line has to be, to be a move: `the number of a cell`.
    const TYPED: Text;
    /// What stands between the legal moves.
    const BETWEEN_MOVES: &'static str = ", ";
    /// As [`Face::OPENING`].
    const QUESTIONS: Option<Opening> = None;

    /// What is said first.
    fn hail(session: &Session<Self>) -> Box<dyn Say>;
    /// The board in lines.
    fn board(session: &Session<Self>, lang: Lang) -> String;
    /// What the player to move should be told, below his turn.
    fn notice(&self) -> Option<Box<dyn Say>> {
        None
    }
    /// What a person who is on move is asked.
    fn ask(&self, player: u8) -> Ask;
    /// The move that a line means, allowed or not.
    fn typed(line: &str) -> Option<Self::Move>;
    /// Why a move was refused.
    fn refused(&self, refusal: &Self::Refusal) -> Box<dyn Say>;
    /// What is said of a move, if anything.
    fn told(player: u8, _: &Chair, mv: Self::Move) -> Option<Box<dyn Say>> {
        Some(Box::new(DuelTalk::Played { player, mv: mv.to_string() }))
    }
    /// Some advice for the player to move, if there is any. A game that is slow to solve should find its own.
    fn advise(session: &Session<Self>) -> Option<Box<dyn Say>> {
        let moves = session.state().solve().ok()?.best_moves(session.state());
        (!moves.is_empty()).then(|| best(&moves))
    }
    /// The rules in short, and how moves are typed.
    fn explain(&self) -> Box<dyn Say>;
    /// What is said when the game has ended by its rules.
    fn judge(&self, outcome: Outcome) -> Box<dyn Say> {
        Box::new(match outcome {
            Outcome::Winner(player) => DuelTalk::Winner { player: number(player) },
            Outcome::Draw | Outcome::Left(_) => DuelTalk::Draw,
        })
    }
}

/// What a person who is on move is asked.
pub enum Ask {
    /// A question that names the player itself.
    Named(Box<dyn Say>),
    /// A question below a line that says whose turn it is, which stands apart from the board.
    BelowTurn(Box<dyn Say>),
}

/// A number as it is typed, for moves that are numbers: one beyond all bounds is a move that is not there.
pub fn typed_number(line: &str) -> Option<u32> {
    let digits = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| line.parse().unwrap_or(u32::MAX))
}

/// These moves are the best.
pub fn best<M: ToString>(moves: &[M]) -> Box<dyn Say> {
    Box::new(DuelTalk::Best { moves: moves.iter().map(ToString::to_string).collect() })
}

/// Every move loses.
pub fn all_lose() -> Box<dyn Say> {
    Box::new(DuelTalk::AllLose)
}

impl<G: DuelFace> Face for G {
    const OPENING: Option<Opening> = G::QUESTIONS;

    fn greeting(session: &Session<Self>) -> Box<dyn Say> {
        G::hail(session)
    }

    fn table(session: &Session<Self>, lang: Lang) -> String {
        let mut text = G::board(session, lang);
        let state = session.state();
        let player = state.to_play();
        if session.end().is_some() {
            return text;
        }
        let turn = DuelTalk::Turn { player: number(player), chair: session.chair(player) };
        let line = match (state.ask(number(player)), session.chair(player)) {
            (Ask::BelowTurn(_), _) => Some(format!("\n{}", turn.say(lang))),
            (Ask::Named(_), Chair::Machine(_)) => Some(turn.say(lang)),
            (Ask::Named(_), Chair::Person) => None,
        };
        for line in line.into_iter().chain(state.notice().map(|notice| notice.say(lang))) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&line);
        }
        text
    }

    fn question(session: &Session<Self>, _: &[String]) -> Box<dyn Say> {
        let state = session.state();
        match state.ask(number(state.to_play())) {
            Ask::Named(question) | Ask::BelowTurn(question) => question,
        }
    }

    fn understand(_: &Session<Self>, answers: &[String]) -> Understood<Self> {
        let line = answers.last().map_or("", String::as_str);
        if let Some(mv) = G::typed(line) {
            return Understood::Move(mv);
        }
        let text = shown(line);
        Understood::Nonsense(match line.starts_with(char::is_alphabetic) {
            true => Box::new(Talk::NotUnderstood { text }),
            false => Box::new(DuelTalk::NotTyped { text, expected: G::TYPED }),
        })
    }

    fn refusal(session: &Session<Self>, refusal: &Self::Refusal) -> Box<dyn Say> {
        session.state().refused(refusal)
    }

    fn moved(session: &Session<Self>) -> Option<Box<dyn Say>> {
        let (before, mv) = session.last()?;
        G::told(number(before.to_play()), &session.chair(before.to_play()), mv)
    }

    fn moves(session: &Session<Self>) -> Box<dyn Say> {
        let moves: Vec<String> = session.state().legal_moves().iter().map(ToString::to_string).collect();
        Box::new(Talk::LegalMoves { moves: moves.join(G::BETWEEN_MOVES) })
    }

    fn hint(session: &Session<Self>) -> Box<dyn Say> {
        G::advise(session).unwrap_or_else(|| Self::moves(session))
    }

    fn rules(session: &Session<Self>) -> Box<dyn Say> {
        session.state().explain()
    }

    fn conclusion(session: &Session<Self>, end: End) -> Vec<Box<dyn Say>> {
        vec![match end {
            End::Over(outcome) => session.state().judge(outcome),
            End::Endless { first, again } => Box::new(DuelTalk::Endless { first, again }),
        }]
    }

    fn leave(_: &Session<Self>, _: Leave, lang: Lang) -> (String, Ending) {
        (Talk::Stopped.say(lang), Ending::Left)
    }
}
