//! The chapter of Nim: what is proved, then random and perfect players.

use super::words::WORDS;
use crate::lang::{Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, picture, remade};
use crate::sim::Summary;
use crate::topics::duel::chapter::matches;

/// The chapter of Nim.
pub const CHAPTER: Chapter = Chapter::of(page);

const TITLE: Text = Text::new("## Le jeu de Nim (prendre 2 ou 3)", "## Nim (take 2 or 3)");
const VALUE_ANSWER: Text = Text::new(
    "Le joueur qui doit jouer perd quand le nombre d'allumettes est multiple de 5, gagne quand le reste de la division \
     par 5 est 2 ou 3, et fait nulle sinon : la période 5 est prouvée par la récurrence (`pioche solve nim`).",
    "The player to move loses when the number of matches is a multiple of 5, wins when it leaves 2 or 3 divided by 5, \
     and draws otherwise: the period 5 is proved by the recurrence (`pioche solve nim`).",
);
const QUESTION: Text =
    Text::new("### Que donnent des joueurs au hasard ou parfaits ?", "### How do random and perfect players fare?");

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    vec![
        TITLE.say(lang),
        VALUE_ANSWER.say(lang),
        QUESTION.say(lang),
        picture(QUESTION, "nim-shares", lang),
        matches(summaries, ["matches", "players"], &WORDS, lang),
        Paragraph::Data { csv: "nim.csv".into() }.say(lang),
        remade(summaries.first(), lang),
    ]
}
