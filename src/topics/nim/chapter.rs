//! The chapter of Nim: what is proved, then random and perfect players.

use super::WORDS;
use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::page::*;
use crate::topics::duel::chapter::{NAMES, figure};
use crate::topics::duel::chapter::{both, matches, with};
use crate::topics::duel::said::pairing;
use pioche_engine::games::nim::Nim;
use pioche_engine::sim::Summary;

pub const CHAPTER: Chapter = Chapter::of(Some(Handout(4, 0)), page, findings);

const TITLE: Text = Text::new("Le jeu de Nim (prendre 2 ou 3)", "Nim (take 2 or 3)");
const RULES: Text = Text::new(
    "Deux joueurs ramassent, à leur tour, 2 ou 3 allumettes. Celui qui prend la dernière a gagné ; s'il en reste une seule, il y a \
     égalité. Le joueur 1 commence.",
    "Two players take 2 or 3 matches in turn. Who takes the last one has won; when a single one remains, it is a draw. Player 1 \
     begins.",
);
const VALUE_QUESTION: Text =
    Text::new("Version 2 : qui gagne si l'on joue au mieux ?", "Version 2: who wins when one plays one's best?");
const VALUE_ANSWER: Text = Text::new(
    "Le joueur qui doit jouer perd quand le nombre d'allumettes est multiple de 5, gagne quand le reste de la division \
     par 5 est 2 ou 3, et fait nulle sinon : la période 5 est prouvée par la récurrence.",
    "The player to move loses when the number of matches is a multiple of 5, wins when it leaves 2 or 3 divided by 5, \
     and draws otherwise: the period 5 is proved by the recurrence.",
);
const QUESTION: Text = Text::new(
    "Version 1 : que donnent des joueurs au hasard, et contre un joueur parfait ?",
    "Version 1: how do random players fare, and against a perfect one?",
);
const SHARES: Picture = Picture {
    file: "nim-shares",
    shows: Text::new(
        "Part des victoires de chaque joueur et des nulles selon le nombre d'allumettes, pour chaque paire de joueurs",
        "Shares of wins of either player and of draws against the number of matches, for each pair of players",
    ),
    draw: |summaries, lang| figure::<Nim>(NAMES[0], summaries, lang),
};
const OUTCOMES: Text = Text::new("Toutes les issues, exactes et mesurées", "All outcomes, exact and measured");

fn page(summaries: &[Summary], lang: Lang) -> Vec<Block> {
    let mut blocks = vec![chapter(TITLE, lang), told(RULES, lang), question(VALUE_QUESTION, lang)];
    blocks.extend(answer([VALUE_ANSWER.say(lang)]));
    blocks.push(shown_by(&["pioche solve nim"], lang));
    blocks.push(question(QUESTION, lang));
    let pairs = ["random,random", "perfect,random", "random,perfect"];
    blocks.extend(answer(pairs.iter().filter_map(|players| chances(summaries, players, lang))));
    blocks.push(picture(&SHARES, lang));
    blocks.push(folded(OUTCOMES, matches(summaries, ["matches", "players"], &WORDS, lang), lang));
    blocks.extend([data(&["nim.csv", "nim-summary.csv"], lang), remade(summaries, &["matches"], lang)]);
    blocks
}

/// What becomes of the handout's 25 matches between two players.
fn chances(summaries: &[Summary], players: &str, lang: Lang) -> Option<String> {
    let summary = with(summaries, &[("matches", "25"), ("players", players)])?;
    let [one, two, draw] = ["player1", "player2", "draw"].map(|outcome| both(summary, outcome, lang));
    let (one, two, draw) = (one?, two?, draw?);
    let pair = pairing(lang, players);
    Some(match lang {
        Lang::Fr => format!("**25 allumettes, {pair}** : joueur 1, {one} ; joueur 2, {two} ; nulles, {draw}."),
        Lang::En => format!("**25 matches, {pair}**: player 1, {one}; player 2, {two}; draws, {draw}."),
    })
}

/// What surprises about Nim: a lost start hardly matters against chance.
fn findings(summaries: &[Summary], lang: Lang) -> Vec<Finding> {
    let run = with(summaries, &[("matches", "25"), ("players", "perfect,random")]);
    let found = run.and_then(|run| {
        let shares = ["player1", "draw", "player2"].map(|outcome| Some((outcome, run.exact(outcome)?)));
        let bars = shares.into_iter().flatten().map(|(outcome, chance)| {
            exact_bar(WORDS.word(lang, outcome), chance, exact(run, outcome, lang).unwrap_or_default())
        });
        let (chance, won) = (exact(run, "player1", lang)?, measured(run.proportion("player1"), lang));
        let says = match lang {
            Lang::Fr => format!(
                "Au Nim, qui commence avec 25 allumettes a **une position perdue** ; contre un joueur au hasard, il gagne pourtant \
                 {chance} des parties en jouant au mieux (exactement ; mesuré : {won})."
            ),
            Lang::En => format!(
                "In Nim, whoever begins with 25 matches has **a lost position**; against a random player, best play still wins \
                 {chance} of the games (exactly; measured: {won})."
            ),
        };
        Some(Finding { rank: 90, says, bars: bars.collect(), command: run.command.clone() })
    });
    found.into_iter().collect()
}
