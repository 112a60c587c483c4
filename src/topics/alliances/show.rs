//! One game of the patience, state by state: the automatic one, or a perfect one.

use super::args::{FINAL, PERFECT};
use super::deck::{FILE_OR_DEAL, PACK, deck};
use super::letters::{cards, name};
use super::said;
use super::solve::proved;
use crate::lang::{Lang, Problem, Say, Sentence, Text};
use crate::topics::given::Given;
use crate::topics::recorded::{self, EXPLAIN, MAX_KEPT};
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, Verb};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::auto::literal;
use pioche_engine::games::alliances::manual::Move;
use pioche_engine::games::alliances::perfect::Solver;
use pioche_engine::games::alliances::state::Event;
use pioche_engine::games::alliances::{Manual, Row};
use pioche_engine::games::{Game, Memory};
use serde_json::json;

/// One game.
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
    let (deck, game) = match kept(given)? {
        Some(game) => game,
        None => {
            let deck = deck(given)?;
            let game = if given.has(&PERFECT) { perfect(&deck, given.memory)? } else { automatic(&deck) };
            (deck, game)
        }
    };
    let tops = game.last().map_or(&[][..], |(_, row)| row.tops());
    let jumps: Vec<usize> = game.iter().filter_map(|(event, _)| jumped(*event)).collect();
    let names: Vec<String> = tops.iter().map(ToString::to_string).collect();
    let json = json!({ "piles": tops.len(), "tops": names, "jumps": jumps });
    let text = match given.has(&FINAL) {
        true => {
            let last = Sentence::made(|lang| match lang {
                Lang::Fr => format!("{} tas", tops.len()),
                lang @ Lang::En => lang.counted(tops.len() as u64, "pile", "piles"),
            });
            format!("{}\n{}\n", cards(tops, given.lang), last.say(given.lang))
        }
        false if given.has(&EXPLAIN) => explained(&deck, &game, given),
        false => {
            let rows = game.iter().map(|(_, row)| row.tops());
            std::iter::once(&deck[..]).chain(rows).map(|row| format!("{}\n\n", cards(row, given.lang))).collect()
        }
    };
    let answer = Answer::text(text).with_json(json);
    let answer = {
        let (events, lang): (Vec<Event>, Lang) = (game.iter().map(|(event, _)| *event).collect(), given.lang);
        answer.filmed(move |wanted, width| super::film::game(&deck, &events, width.unwrap_or(720), (wanted, lang)))
    };
    Ok(answer)
}

/// The game that `play` kept in the file, if one did.
fn kept(given: &Given<'_>) -> Result<Option<(Vec<Card>, Told)>, Problem> {
    let Some(file) = given.file() else { return Ok(None) };
    let bytes = file.bytes(MAX_KEPT)?;
    let text = String::from_utf8_lossy(&bytes);
    let game = recorded::kept::<Manual>(text.trim_start_matches('\u{feff}'), file.name());
    let Some((start, moves)) = game.transpose()? else { return Ok(None) };
    let (mut state, mut told) = (start.clone(), Told::new());
    for (place, &mv) in moves.iter().enumerate() {
        let (before, next) = (state.clone(), state.stock().first().copied());
        state.play(mv).map_err(|refusal| Problem::RefusedMove {
            file: file.name().to_owned(),
            number: place + 1,
            text: mv.to_string(),
            reason: recorded::refused(&before, &refusal),
        })?;
        let event = match (mv, next) {
            (Move::Draw, Some(card)) => Event::Drawn(card),
            (Move::Draw, None) => continue,
            (Move::Jump(pile), _) => Event::Jumped(pile),
        };
        told.push((event, state.row().clone()));
    }
    Ok(Some((start.deck().to_vec(), told)))
}

/// Each step with what happens, red suits in colour where there are colours.
fn explained(deck: &[Card], game: &[(Event, Row)], given: &Given<'_>) -> String {
    let lang = given.lang;
    let shown = |row: &[Card]| {
        let card = |card: &Card| match (cards(&[*card], lang), given.coloured() && card.is_red()) {
            (text, true) => format!("\u{1b}[31m{text}\u{1b}[0m"),
            (text, false) => text,
        };
        row.iter().map(card).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("{}\n", shown(deck));
    let mut before: &[Card] = &[];
    for (place, (event, row)) in game.iter().enumerate() {
        let said = match *event {
            Event::Drawn(card) => said::drawn(&name(card, lang)),
            Event::Jumped(pile) => {
                let [left, card, right] = [pile - 1, pile, pile + 1].map(|pile| name(before[pile], lang));
                said::allied(&card, &left, &right)
            }
        };
        before = row.tops();
        text.push_str(&format!("\n{}\n{}\n", said.say(lang), shown(before)));
        if place + 1 == game.len() {
            text.push_str(&format!("\n{}\n", said::over(before.len()).say(lang)));
        }
    }
    text
}

/// What happens in a game, each time with the row after it.
type Told = Vec<(Event, Row)>;

/// The pile that jumped.
const fn jumped(event: Event) -> Option<usize> {
    match event {
        Event::Drawn(_) => None,
        Event::Jumped(pile) => Some(pile),
    }
}

/// The game of the rule.
fn automatic(deck: &[Card]) -> Told {
    let mut told = Told::new();
    literal(deck, |event, row| told.push((event, row.clone())));
    told
}

/// A game that leaves the fewest piles, each of its jumps made as soon as its neighbours lie there.
fn perfect(deck: &[Card], memory: Memory) -> Result<Told, Problem> {
    let moves = proved(Solver::within(memory).solve(deck))?.moves_in_time(0, deck.len());
    let (mut row, mut stock) = (Row::default(), deck.iter());
    let told = moves.into_iter().filter_map(|mv| {
        let event = match mv {
            Move::Draw => {
                let card = *stock.next()?;
                row.lay(card);
                Event::Drawn(card)
            }
            Move::Jump(pile) => row.jump(pile).ok().map(|()| Event::Jumped(pile))?,
        };
        Some((event, row.clone()))
    });
    Ok(told.collect())
}
