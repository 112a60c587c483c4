//! The patience by lines (handout 000, 4.5.2 and 4.5.3).

use super::letters::cards as cards_said;
use super::talk::{Advice, OpenJump, PatienceTalk};
use crate::lang::dialogue::Talk;
use crate::lang::{Lang, Say, plain, shown};
use crate::play::lines::{Ending, Face, Leave, Understood};
use crate::play::session::{End, Session};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::Face as Seen;
use pioche_engine::cards::written::read;
use pioche_engine::games::Memory;
use pioche_engine::games::alliances::Manual;
use pioche_engine::games::alliances::manual::{Move, Refusal};
use pioche_engine::games::alliances::perfect::{Solver, Unproved};
use pioche_engine::games::alliances::state::NoJump;

/// Piles in a line of 80 columns: four columns each.
const PILES_A_LINE: usize = 20;

type Patience = Session<Manual>;

impl Face for Manual {
    fn greeting(session: &Patience) -> Box<dyn Say> {
        let state = session.state();
        let deal = session.origin().map(|origin| (origin.seed, origin.deal));
        Box::new(PatienceTalk::Greeting { cards: state.deck().len(), most_piles: state.nb_tas_max(), deal })
    }

    /// The row as the handout shows it, the number of each pile below it, then the stock.
    #[doc(alias = "afficher_reussite")]
    fn table(session: &Patience, lang: Lang) -> String {
        let state = session.state();
        let mut text = row(state.row().tops(), lang);
        text.push_str(&PatienceTalk::Stock { cards: state.stock().len() }.say(lang));
        text
    }

    fn question(session: &Patience, answers: &[String]) -> Box<dyn Say> {
        Box::new(match answers {
            [] => PatienceTalk::Menu { stock: !session.state().stock().is_empty() },
            _ => PatienceTalk::WhichPile,
        })
    }

    fn understand(session: &Patience, answers: &[String]) -> Understood<Self> {
        match answers {
            [line] => first_line(session.state(), line),
            [.., pile] => jump(session.state(), pile),
            [] => Understood::Half,
        }
    }

    fn refusal(session: &Patience, refusal: &Refusal) -> Box<dyn Say> {
        let piles = session.state().row().piles();
        Box::new(match refusal {
            Refusal::EmptyStock => PatienceTalk::EmptyStock,
            Refusal::NoJump(NoJump::NoPile(pile)) => PatienceTalk::NoPile { pile: pile.saturating_add(1), piles },
            Refusal::NoJump(NoJump::AtTheEnd(0)) => PatienceTalk::FirstPile,
            Refusal::NoJump(NoJump::AtTheEnd(_)) => PatienceTalk::LastPile,
            Refusal::NoJump(NoJump::NotAllied(left, right)) => {
                PatienceTalk::NotAllied { left: Seen(*left), right: Seen(*right) }
            }
        })
    }

    fn moved(session: &Patience) -> Option<Box<dyn Say>> {
        let (before, mv) = session.last()?;
        match mv {
            Move::Draw => None,
            Move::Jump(pile) => {
                let tops = before.row().tops();
                Some(Box::new(PatienceTalk::Jumped { card: Seen(tops[pile]), onto: Seen(tops[pile - 1]) }))
            }
        }
    }

    fn moves(session: &Patience) -> Box<dyn Say> {
        let state = session.state();
        let jumps = state.open_jumps().into_iter().map(|pile| (pile + 1, Seen(state.row().tops()[pile]))).collect();
        Box::new(PatienceTalk::Moves { draw: !state.stock().is_empty(), jumps })
    }

    fn hint(session: &Patience) -> Box<dyn Say> {
        let state = session.state();
        let tops = state.row().tops();
        let jump = |pile: usize| OpenJump {
            pile: pile + 1,
            card: Seen(tops[pile]),
            onto: Seen(tops[pile - 1]),
            beside: Seen(tops[pile + 1]),
        };
        let jumps = state.open_jumps().into_iter().map(jump).collect();
        Box::new(PatienceTalk::Hint { jumps, advice: advice(state) })
    }

    fn rules(_: &Patience) -> Box<dyn Say> {
        Box::new(PatienceTalk::Rules)
    }

    fn conclusion(session: &Patience, _: End) -> Vec<Box<dyn Say>> {
        verdict(session, session.state().row().piles()).into_iter().map(|said| Box::new(said) as Box<dyn Say>).collect()
    }

    /// The rest of the stock is laid without jumps, and the game is judged, however the player stopped.
    fn leave(session: &Patience, _: Leave, lang: Lang) -> (String, Ending) {
        let state = session.state();
        let laid = state.given_up();
        let gave_up = PatienceTalk::GaveUp { stock: state.stock().len(), open: state.open_jumps().len() };
        let verdict: Vec<String> = verdict(session, laid.piles()).iter().map(|said| said.say(lang)).collect();
        (format!("{}\n\n{}{}", gave_up.say(lang), row(laid.tops(), lang), verdict.join("\n")), Ending::Left)
    }
}

/// A solver for hints: what it may take is a fraction of a second, and no more than is allowed.
fn solver() -> Solver {
    Solver::within(Memory::default().min(Solver::usual_memory()))
}

/// The best that is still reachable, and the move that leads there; `None` when the game is over.
fn advice(state: &Manual) -> Option<Advice> {
    let tops = state.row().tops();
    match solver().solve(state.given_up().tops()) {
        Ok(solution) => {
            let piles = solution.best;
            let next = solution.moves_in_time(tops.len(), state.stock().len()).into_iter().next()?;
            Some(match next {
                Move::Draw => Advice::Draw { piles },
                Move::Jump(pile) => Advice::Jump { piles, card: Seen(tops[pile]) },
            })
        }
        Err(Unproved { low, high, .. }) => Some(Advice::Between { low, high }),
    }
}

/// The fewest piles that the whole deck could have left.
fn possible(state: &Manual, own: usize) -> PatienceTalk {
    let (low, high) = match solver().best(state.deck()) {
        Ok(best) => (best, best),
        Err(Unproved { low, high, .. }) => (low, high.min(own)),
    };
    PatienceTalk::Possible { own, low, high }
}

/// Won or lost with so many piles, what the automatic rule would have reached, and what was possible.
fn verdict(session: &Patience, piles: usize) -> Vec<PatienceTalk> {
    let state = session.state();
    let mut said = vec![match state.wins_with(piles) {
        true => PatienceTalk::Won { piles },
        false => PatienceTalk::Lost { piles, most_piles: state.nb_tas_max() },
    }];
    said.push(PatienceTalk::Automatic { own: piles, automatic: state.automatic() });
    said.push(possible(state, piles));
    if session.taken_back() > 0 {
        said.push(PatienceTalk::TakenBack { moves: session.taken_back() });
    }
    said
}

/// The visible cards and the numbers of their piles, in as many lines as it takes.
fn row(tops: &[Card], lang: Lang) -> String {
    let mut text = String::new();
    for (line, cards) in tops.chunks(PILES_A_LINE).enumerate() {
        let numbers = (1..=cards.len()).map(|at| format!("{:>3}", line * PILES_A_LINE + at));
        text.push_str(&format!("{}\n{}\n", cards_said(cards, lang), numbers.collect::<Vec<_>>().join(" ")));
    }
    text
}

/// A word with, perhaps, a pile behind it; or a pile alone.
fn first_line(state: &Manual, line: &str) -> Understood<Manual> {
    let (word, pile) =
        line.split_once(char::is_whitespace).map_or((line, None), |(word, rest)| (word, Some(rest.trim())));
    match (plain(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", None) => Understood::Move(Move::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", None) => Understood::Half,
        ("s" | "saut" | "sauter" | "j" | "jump", Some(pile)) => jump(state, pile),
        ("abandonner" | "resign", None) => Understood::Leave(Leave::Quit),
        _ => jump(state, line),
    }
}

/// The jump of a pile, by its number from 1, or by its card.
fn jump(state: &Manual, pile: &str) -> Understood<Manual> {
    if !pile.is_empty() && pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number beyond all bounds is a pile that is not there, and so is 0.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) => Understood::Move(Move::Jump(index)),
            None => Understood::Nonsense(Box::new(PatienceTalk::NoPile { pile: 0, piles: state.row().piles() })),
        };
    }
    let Some(card) = card(pile) else {
        let talk: Box<dyn Say> = match plain(pile).chars().next().is_some_and(|sign| sign.is_ascii_digit()) {
            true => Box::new(PatienceTalk::NotAPile { text: shown(pile) }),
            false => Box::new(Talk::NotUnderstood { text: shown(pile) }),
        };
        return Understood::Nonsense(talk);
    };
    match state.row().tops().iter().position(|&top| top == card) {
        Some(index) => Understood::Move(Move::Jump(index)),
        None => Understood::Nonsense(Box::new(PatienceTalk::CardNotSeen { card: Seen(card) })),
    }
}

/// A card as it can be typed: `7-P`, `7p`, `7♠`; in English letters where these mean nothing else: `QS`.
fn card(text: &str) -> Option<Card> {
    handout(text).or_else(|| read(text.trim()).map(|(card, _)| card))
}

/// In the handout's letters, with the dash or without.
fn handout(text: &str) -> Option<Card> {
    let upper = text.to_uppercase();
    let mut signs: Vec<char> =
        upper.chars().filter(|sign| !['-', ' ', '\u{fe0e}', '\u{fe0f}'].contains(sign)).collect();
    let suit = match signs.pop()? {
        '♥' | '♡' => 'C',
        '♦' | '♢' => 'K',
        '♠' | '♤' => 'P',
        '♣' | '♧' => 'T',
        letter => letter,
    };
    format!("{}-{suit}", String::from_iter(signs)).parse().ok()
}
