//! Nim by lines (handout 004).

use super::opening::ask_start;
use super::session::advice;
use super::talk::NimTalk;
use crate::lang::dialogue::Chair;
use crate::lang::{Lang, Say, Text};
use crate::play::lines::Opening;
use crate::play::session::Session;
use crate::topics::duel::dialogue::{Ask, DuelFace, all_lose, typed_number};
use pioche_engine::games::nim::{Nim, Refusal, Take, Value};

/// Matches in a line: thirteen groups of five.
const A_LINE: u32 = 65;
/// Beyond so many, matches are not drawn.
const DRAWN: u32 = 10 * A_LINE;

impl DuelFace for Nim {
    const TYPED: Text = Text::new("un nombre d'allumettes", "a number of matches");
    const QUESTIONS: Option<Opening> = Some(ask_start);

    fn hail(session: &Session<Self>) -> Box<dyn Say> {
        Box::new(NimTalk::Matches { matches: session.start().matches() })
    }

    /// The matches in groups of five; from the first move on, how many are left.
    #[doc(alias = "afficher_plateau")]
    fn board(session: &Session<Self>, lang: Lang) -> String {
        let state = session.state();
        let mut lines = Vec::new();
        if (1..=DRAWN).contains(&state.matches()) {
            lines.push(matches(state.matches()));
        }
        if !session.plies().is_empty() && session.end().is_none() || state.matches() > DRAWN {
            lines.push(NimTalk::Left { matches: state.matches() }.say(lang));
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn ask(&self, player: u8) -> Ask {
        let takes = self.takes().possible(self.matches()).to_vec();
        Ask::Named(Box::new(NimTalk::HowMany { player, takes }))
    }

    fn typed(line: &str) -> Option<Take> {
        typed_number(line).map(Take)
    }

    fn refused(&self, refusal: &Refusal) -> Box<dyn Say> {
        Box::new(match refusal {
            Refusal::NotOffered { take, takes } => {
                NimTalk::NotOffered { take: *take, takes: takes.as_slice().to_vec() }
            }
            Refusal::TooFew { take, matches } => NimTalk::TooFew { take: *take, matches: *matches },
        })
    }

    #[doc(alias = "afficher_choix")]
    fn told(player: u8, _: &Chair, Take(take): Take) -> Option<Box<dyn Say>> {
        Some(Box::new(NimTalk::Taken { player, take }))
    }

    fn advise(session: &Session<Self>) -> Option<Box<dyn Say>> {
        Some(match advice(session.state())? {
            (Value::Lose, _) => all_lose(),
            (Value::Draw, takes) => Box::new(NimTalk::Draws { takes }),
            (Value::Win, takes) => Box::new(NimTalk::Wins { takes }),
        })
    }

    fn explain(&self) -> Box<dyn Say> {
        Box::new(NimTalk::Rules { takes: self.takes().as_slice().to_vec() })
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
