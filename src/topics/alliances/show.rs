//! One game of the patience, state by state: the automatic one, or a perfect one.

use super::args::{FINAL, PERFECT};
use super::deck::{FILE_OR_DEAL, PACK, deck};
use super::said::{self, cards};
use super::solve::proved;
use crate::lang::{Lang, Problem, Say, Text};
use crate::topics::course::{self, Course, EXPLAIN, advance, kept};
use crate::topics::given::Given;
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, Verb};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::Manual;
use pioche_engine::games::alliances::auto::literal;
use pioche_engine::games::alliances::manual::Move;
use pioche_engine::games::alliances::perfect::Solver;
use pioche_engine::games::alliances::state::Event;
use serde_json::{Value, json};

pub const SHOW: Verb = Verb {
    about: Text::new(
        "La réussite, telle que le sujet l'affiche : la pioche, puis la rangée de tas après chaque carte tirée et chaque \
         saut",
        "The patience, as the handout prints it: the stock, then the row after each draw and each jump",
    ),
    file: Some(FILE_OR_DEAL),
    options: &[PACK[0], PACK[1], PACK[2], PERFECT.one(), MEMORY.one().with(&["perfect"]), FINAL.one(), EXPLAIN.one()],
    dealt: true,
    json: true,
    filmed: true,
    run: show,
};

fn show(given: &Given<'_>) -> Result<Answer, Problem> {
    let (game, moves) = match given.file.as_ref().map(kept::<Manual>).transpose()?.flatten() {
        Some(game) => game,
        None => {
            let deck = deck(given)?;
            let moves = match given.has(&PERFECT) {
                // Each jump is made as soon as its neighbours lie there.
                true => proved(Solver::within(given.memory).solve(&deck))?.moves_in_time(0, deck.len()),
                false => automatic(&deck),
            };
            (Manual::new(&deck, 0), moves)
        }
    };
    let (answer, lang) = (course::told(game.clone(), &moves, given), given.lang);
    Ok(answer.filmed(move |wanted, width| super::film::film(game.deck(), &moves, width.unwrap_or(720), (wanted, lang))))
}

pub fn automatic(deck: &[Card]) -> Vec<Move> {
    let mut moves = Vec::new();
    literal(deck, |event, _| {
        moves.push(match event {
            Event::Drawn(_) => Move::Draw,
            Event::Jumped(pile) => Move::Jump(pile),
        });
    });
    moves
}

/// The stock, then the row after each draw and each jump; explained, with what happens, red suits in colour where there
/// are colours.
impl Course for Manual {
    type Event = Move;

    fn start(&self, given: &Given<'_>) -> String {
        match given.has(&EXPLAIN) {
            _ if given.has(&FINAL) => String::new(),
            true => format!("{}\n", painted(self.deck(), given)),
            false => format!("{}\n\n", cards(self.deck(), given.lang)),
        }
    }

    fn step(&mut self, mv: Move, given: &Given<'_>) -> String {
        let said = said::next(self, mv, given.lang).say(given.lang);
        advance(self, mv);
        match given.has(&EXPLAIN) {
            _ if given.has(&FINAL) => String::new(),
            true => format!("\n{said}\n{}\n", painted(self.row().tops(), given)),
            false => format!("{}\n\n", cards(self.row().tops(), given.lang)),
        }
    }

    fn end(&self, given: &Given<'_>) -> String {
        let (tops, lang) = (self.row().tops(), given.lang);
        match lang {
            Lang::Fr if given.has(&FINAL) => format!("{}\n{} tas\n", cards(tops, lang), tops.len()),
            Lang::En if given.has(&FINAL) => {
                format!("{}\n{}\n", cards(tops, lang), lang.counted(tops.len() as u64, "pile", "piles"))
            }
            _ if given.has(&EXPLAIN) && !tops.is_empty() => format!("\n{}\n", said::over(tops.len()).say(lang)),
            _ => String::new(),
        }
    }

    fn json(&self, moves: &[Move]) -> Value {
        let jumped = |mv: &Move| if let Move::Jump(pile) = mv { Some(*pile) } else { None };
        let jumps: Vec<usize> = moves.iter().filter_map(jumped).collect();
        let tops: Vec<String> = self.row().tops().iter().map(ToString::to_string).collect();
        json!({ "piles": tops.len(), "tops": tops, "jumps": jumps })
    }
}

/// A row, red suits in colour where there are colours.
fn painted(row: &[Card], given: &Given<'_>) -> String {
    let card = |card: &Card| match (cards(&[*card], given.lang), given.coloured && card.is_red()) {
        (text, true) => format!("\u{1b}[31m{text}\u{1b}[0m"),
        (text, false) => text,
    };
    row.iter().map(card).collect::<Vec<_>>().join(" ")
}
