//! One game of the patience, state by state: the automatic one, or a perfect one.

use super::args::{FINAL, PERFECT};
use super::deck::{FILE_OR_DEAL, PACK, deck};
use super::solve::proved;
use crate::cards::Card;
use crate::cards::deck::Pretty;
use crate::games::alliances::Row;
use crate::games::alliances::auto::literal;
use crate::games::alliances::manual::Move;
use crate::games::alliances::perfect::Solver;
use crate::games::alliances::state::Event;
use crate::lang::{Lang, Problem, Say, Sentence, Text};
use crate::topics::given::Given;
use crate::topics::verb::{Answer, Verb};
use serde_json::json;

/// One game.
pub const SHOW: Verb = Verb {
    about: Text::new(
        "La réussite, telle que le sujet l'affiche : la pioche, puis la rangée de tas après chaque carte tirée et chaque \
         saut",
        "The patience, as the handout prints it: the stock, then the row after each draw and each jump",
    ),
    file: Some(FILE_OR_DEAL),
    options: &[PACK[0], PACK[1], PACK[2], PERFECT.one(), FINAL.one()],
    dealt: true,
    json: true,
    filmed: true,
    run: show,
};

fn show(given: &Given<'_>) -> Result<Answer, Problem> {
    let deck = deck(given)?;
    let game = if given.has(&PERFECT) { perfect(&deck)? } else { automatic(&deck) };
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
            format!("{}\n{}\n", Pretty(tops), last.say(given.lang))
        }
        false => {
            let rows = game.iter().map(|(_, row)| row.tops());
            std::iter::once(&deck[..]).chain(rows).map(|cards| format!("{}\n\n", Pretty(cards))).collect()
        }
    };
    let answer = Answer::text(text).with_json(json);
    #[cfg(feature = "charts")]
    let answer = {
        let events: Vec<Event> = game.iter().map(|(event, _)| *event).collect();
        answer.filmed(move |wanted, width| super::film::game(&deck, &events, width.unwrap_or(720), wanted))
    };
    Ok(answer)
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
fn perfect(deck: &[Card]) -> Result<Told, Problem> {
    let moves = proved(Solver::new().solve(deck))?.moves_in_time(0, deck.len());
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
