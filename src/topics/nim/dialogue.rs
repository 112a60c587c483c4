//! Nim by lines (handout 004), and the questions that it asks before a game.

use super::session::advice;
use super::talk::NimTalk;
use crate::games::nim::{Nim, Refusal, Take, Value};
use crate::games::{Game, Outcome};
use crate::lang::dialogue::{Chair, Talk};
use crate::lang::{Lang, Say};
use crate::play::Session;
use crate::play::lines::command::{Command, plain};
use crate::play::lines::{Broken, Desk, End, Ending, Entry, Face, LONGEST, Leave, Understood, chair, number, shown};
use crate::players::Kind;

/// Matches in a line: thirteen groups of five.
const A_LINE: u32 = 65;
/// Beyond so many, matches are not drawn.
const DRAWN: u32 = 10 * A_LINE;

type Heap = Session<Nim>;

impl Face for Nim {
    fn greeting(session: &Heap) -> Box<dyn Say> {
        Box::new(NimTalk::Matches { matches: session.start().matches() })
    }

    /// The matches in groups of five; from the first move on, how many are left.
    #[doc(alias = "afficher_plateau")]
    fn table(session: &Heap, lang: Lang) -> String {
        let state = session.state();
        let mut lines = Vec::new();
        if (1..=DRAWN).contains(&state.matches()) {
            lines.push(matches(state.matches()));
        }
        if !session.plies().is_empty() && session.end().is_none() || state.matches() > DRAWN {
            lines.push(NimTalk::Left { matches: state.matches() }.say(lang));
        }
        if let (None, Chair::Machine(name)) = (session.end(), chair(session, state.to_play())) {
            let turn =
                NimTalk::Turn { player: number(state.to_play()), chair: Chair::Machine(name), takes: Vec::new() };
            lines.push(turn.say(lang));
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn question(session: &Heap, _: &[String]) -> Box<dyn Say> {
        let state = session.state();
        let takes = state.takes().possible(state.matches()).to_vec();
        Box::new(NimTalk::Turn { player: number(state.to_play()), chair: Chair::Person, takes })
    }

    fn understand(_: &Heap, answers: &[String]) -> Understood<Self> {
        let line = answers.last().map_or("", String::as_str);
        if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number beyond all bounds is no take that is offered.
            return Understood::Move(Take(line.parse().unwrap_or(u32::MAX)));
        }
        Understood::Nonsense(match line.starts_with(char::is_alphabetic) {
            true => Box::new(Talk::NotUnderstood { text: shown(line) }),
            false => Box::new(NimTalk::NotANumber { text: shown(line) }),
        })
    }

    fn refusal(_: &Heap, refusal: &Refusal) -> Box<dyn Say> {
        Box::new(match refusal {
            Refusal::NotOffered { take, takes } => {
                NimTalk::NotOffered { take: *take, takes: takes.as_slice().to_vec() }
            }
            Refusal::TooFew { take, matches } => NimTalk::TooFew { take: *take, matches: *matches },
        })
    }

    #[doc(alias = "afficher_choix")]
    fn moved(session: &Heap) -> Option<Box<dyn Say>> {
        let (before, Take(take)) = session.last()?;
        Some(Box::new(NimTalk::Taken { player: number(before.to_play()), take }))
    }

    fn moves(session: &Heap) -> Box<dyn Say> {
        let takes: Vec<String> = session.state().legal_moves().iter().map(ToString::to_string).collect();
        Box::new(Talk::LegalMoves { moves: takes.join(", ") })
    }

    fn hint(session: &Heap) -> Box<dyn Say> {
        match advice(session.state()) {
            None => Self::moves(session),
            Some((Value::Lose, _)) => Box::new(NimTalk::Loses),
            Some((Value::Draw, takes)) => Box::new(NimTalk::Draws { takes }),
            Some((Value::Win, takes)) => Box::new(NimTalk::Wins { takes }),
        }
    }

    fn rules(session: &Heap) -> Box<dyn Say> {
        Box::new(NimTalk::Rules { takes: session.state().takes().as_slice().to_vec() })
    }

    #[doc(alias = "etat_bilan")]
    fn conclusion(_: &Heap, end: End) -> Vec<Box<dyn Say>> {
        vec![Box::new(match end {
            End::Over(Outcome::Winner(player)) => NimTalk::Winner { player: number(player) },
            End::Over(_) | End::Endless { .. } => NimTalk::Draw,
        })]
    }

    fn leave(_: &Heap, _: Leave, lang: Lang) -> (String, Ending) {
        (Talk::Stopped.say(lang), Ending::Left)
    }
}

/// Groups of five, `||||| ||||| |||`, in as many lines as it takes.
fn matches(count: u32) -> String {
    let lines = (0..count.div_ceil(A_LINE)).map(|line| {
        let here = A_LINE.min(count - line * A_LINE);
        let groups = (0..here.div_ceil(5)).map(|group| "|".repeat(5.min(here - group * 5) as usize));
        groups.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What the handout's questions settle before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Who plays; the computer is perfect.
    pub players: [Kind; 2],
    /// How many matches lie on the table.
    pub matches: u32,
}

/// Asks the handout's questions: two people or one, who begins, how many matches (`default` for an empty line).
/// `None` when the player stops.
///
/// # Errors
/// When a stream fails.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_table(desk: &mut Desk<'_>, default: u32) -> Result<Option<Table>, Broken> {
    desk.say(&NimTalk::AskMode)?;
    let mode = |text: &str| match text {
        "1" => Ok(true),
        "2" => Ok(false),
        _ => Err(NimTalk::NotAMode { text: shown(text) }),
    };
    let Some(alone) = settle(desk, &NimTalk::AskPlayers, mode)? else { return Ok(None) };
    let mut players = [Kind::Human; 2];
    if alone {
        let first = |text: &str| match plain(text).as_str() {
            "o" | "oui" | "y" | "yes" => Ok(true),
            "n" | "non" | "no" => Ok(false),
            _ => Err(NimTalk::NotYesOrNo { text: shown(text) }),
        };
        let Some(begins) = settle(desk, &NimTalk::AskFirst, first)? else { return Ok(None) };
        players[usize::from(begins)] = Kind::Perfect;
    }
    let start = |text: &str| match text.parse() {
        _ if text.is_empty() => Ok(default),
        Ok(matches @ 1..=Nim::MAX_MATCHES) => Ok(matches),
        _ => Err(NimTalk::BadStart { text: shown(text), most: Nim::MAX_MATCHES }),
    };
    let matches = settle(desk, &NimTalk::AskMatches { default }, start)?;
    Ok(matches.map(|matches| Table { players, matches }))
}

/// Asks until the answer is understood; `None` when the player stops.
fn settle<T>(
    desk: &mut Desk<'_>,
    question: &NimTalk,
    read: impl Fn(&str) -> Result<T, NimTalk>,
) -> Result<Option<T>, Broken> {
    loop {
        match desk.ask(&question.say(desk.lang()))? {
            Entry::EndOfInput | Entry::Interrupt => return Ok(None),
            Entry::TooLong => desk.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => desk.say(&Talk::LineNotText)?,
            Entry::Text(text) if Command::read(&text) == Some(Command::Quit) => return Ok(None),
            Entry::Text(text) => match read(&text) {
                Ok(answer) => return Ok(Some(answer)),
                Err(talk) => desk.say(&talk)?,
            },
        }
    }
}
