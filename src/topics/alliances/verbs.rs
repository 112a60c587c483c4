//! What the command line does with one deck of the patience: deals, checks and improves it.

use super::args::{IMPROVE_ONE, nothing_to_change, pack_given};
use super::deck::{FILE, PACK, dealt, in_file, problems, words_of};
use crate::lang::{Lang, Problem, Say, Sentence, Text, one_line};
use crate::topics::given::Given;
use crate::topics::verb::{Answer, Verb};
use pioche_engine::cards::deck::Text as DeckText;
use pioche_engine::games::alliances::improve::{Change, Improvement, best};
use serde_json::json;

/// One shuffled deck.
pub const DEAL: Verb = Verb {
    about: Text::new(
        "Affiche une pioche mélangée, au format du sujet",
        "Print one shuffled deck in the handout's format",
    ),
    file: None,
    options: &PACK,
    dealt: true,
    json: false,
    filmed: false,
    run: |given| Ok(Answer::text(format!("{}\n", DeckText(&dealt(given)?)))),
};

/// Whether a deck is one.
pub const CHECK: Verb = Verb {
    about: Text::new(
        "Dit si une pioche est complète et sans doublon, et sinon pourquoi",
        "Say whether a deck is complete and without doubles, and if not, why",
    ),
    file: Some(FILE),
    options: &PACK,
    dealt: false,
    json: false,
    filmed: false,
    run: check,
};

fn check(given: &Given<'_>) -> Result<Answer, Problem> {
    let file = given.file().ok_or_else(|| Problem::MissingArgument { names: "FILE".into() })?;
    let words = words_of(file)?;
    let pack = pack_given(given)?.unwrap_or_else(|| words.likely_pack());
    let (said, complete) = match words.deck(pack) {
        Ok(deck) => {
            let (file, cards) = (file.name(), deck.len());
            let sentence = Problem::said(
                format!("{file} : {cards} cartes, complet et sans doublon"),
                format!("{file}: {cards} cards, complete and without doubles"),
            );
            (vec![sentence], true)
        }
        Err(faults) => (problems(file.name(), pack, &faults), false),
    };
    let lines: String = said.iter().map(|sentence| format!("{}\n", one_line(&sentence.say(given.lang)))).collect();
    Ok(Answer::text(lines).yes_if(complete))
}

/// One deck, improved.
pub const IMPROVE: Verb = Verb {
    about: Text::new(
        "Affiche une pioche améliorée par le meilleur petit changement",
        "Print a deck improved by its best small change",
    ),
    file: Some(FILE),
    options: &[PACK[0], PACK[1], PACK[2], IMPROVE_ONE.one()],
    dealt: false,
    json: true,
    filmed: false,
    run: improved,
};

fn improved(given: &Given<'_>) -> Result<Answer, Problem> {
    let file = given.file().ok_or_else(|| Problem::MissingArgument { names: "FILE".into() })?;
    let deck = in_file(file, pack_given(given)?)?;
    let improve: Improvement = given.get(&IMPROVE_ONE)?;
    let best = best(&deck, improve).ok_or_else(nothing_to_change)?;
    let mut improved = deck.clone();
    best.change.apply(&mut improved);
    let card = |place: usize| deck[place].to_string();
    let exchanged = |first: usize, second: usize| {
        let (one, two) = (card(first), card(second));
        Sentence::new(
            format!("Échange de {one} et {two} (indices {first} et {second})"),
            format!("Exchanged {one} and {two} (indices {first} and {second})"),
        )
    };
    let (what, index) = match best.change {
        Change::Exchange(place) => (exchanged(place, place + 1), json!(place)),
        Change::Swap(i, j) => (exchanged(i, j), json!([i, j])),
        Change::Move { from, to } => {
            let card = card(from);
            let moved = Sentence::new(
                format!("Déplacement de {card} de l'indice {from} à l'indice {to}"),
                format!("Moved {card} from index {from} to index {to}"),
            );
            (moved, json!([from, to]))
        }
    };
    let (before, after) = (best.before, best.after);
    let gain = Sentence::made(|lang| {
        let gain = lang.decimal(f64::from(best.gain()), 0);
        match lang {
            Lang::Fr => format!("{before} tas avant, {after} après : gain {gain}"),
            Lang::En => format!("{before} piles before, {after} after: gain {gain}"),
        }
    });
    let json = json!({
        "deck": improved.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "before": before,
        "after": after,
        "gain": best.gain(),
        "index": index,
        "improve": improve.to_string(),
    });
    Ok(Answer::text(format!("{}\n", DeckText(&improved))).with_json(json).remarking(what).remarking(gain))
}
