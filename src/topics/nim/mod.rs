//! Nim (handout 004): all its faces; its settings, a heap solved, its chapter.

mod film;
mod table;

use crate::lang::help::Example;
use crate::lang::{Glossary, Lang, Problem, Say, Sentence, Text, either, listed};
use crate::report::page::*;
use crate::topics::duel::chapter::{NAMES, both, figure, matches};
use crate::topics::duel::said::{OWN, pairing};
use crate::topics::duel::verbs::{PLAYERS, start};
use crate::topics::given::Given;
use crate::topics::setting::{Said, Setting, Takes};
use crate::topics::verb::{Answer, fraction};
use crate::topics::words::Words;
use crate::topics::{Topic, duel};
use pioche_engine::experiments::{Match, Pairing};
use pioche_engine::games::nim::{Law, Nim, Period, Solution, Style, TakeSet, Value as Worth, law, period};
use pioche_engine::players::Kind;
use pioche_engine::sim::Summary;
use pioche_engine::stats::fraction::nearest_f64;
use serde_json::{Value, json};

pub static TOPIC: Topic = duel::verbs::topic::<Nim>();

const EXAMPLES: &[Example] = &[
    (
        "simulate nim --matches 2..30 --csv nim.csv",
        "de 2 à 30 allumettes, dans un tableau",
        "from 2 to 30 matches, in a table",
    ),
    ("show nim --players random,perfect --deal 5", "la partie 5 de cette simulation", "game 5 of that simulation"),
    ("play nim --players human,random --save game.txt", "et garde la partie", "and keeps the game"),
    ("check-solution nim student.csv --matches 25", "contre les valeurs exactes", "against the exact values"),
];

pub const WORDS: Words =
    Words { title: Text::new("Le jeu de Nim", "Nim"), own: OWN, settings: &[MATCHES, TAKES, PLAYERS] };

pub const MATCHES: Setting = Setting::of("matches", Text::new("allumettes", "matches"), "N")
    .said(Said::Counted(Text::new("allumette", "match"), Text::new("allumettes", "matches")))
    .help("Nombre d'allumettes", "Number of matches")
    .default("25")
    .takes(Takes::Count { least: 1, most: Nim::MAX_MATCHES as u64 });

pub const TAKES: Setting = Setting::of("takes", Text::new("prises", "takes"), "T,T")
    .said(Said::As(|lang, takes| {
        // In a cell they are written 2+3.
        let takes: Vec<&str> = takes.split(['+', ',']).collect();
        lang.either(format!("prises de {}", listed(&takes, "ou")), format!("takes of {}", listed(&takes, "or")))
    }))
    .help("Nombres d'allumettes que l'on peut prendre", "Numbers of matches that may be taken")
    .default("2,3")
    .takes(Takes::Text(|text| {
        let (takes, most) = (text.parse().map(|takes: TakeSet| takes.to_string()), TakeSet::MAX);
        takes.map_err(|_| {
            Problem::said(
                format!("« {text} » n'est pas une liste de prises de 1 à {most}, comme 2,3"),
                format!("“{text}” is not a list of takes from 1 to {most}, such as 2,3"),
            )
        })
    }));

/// The most takes that are listed one by one.
const LISTED: usize = 8;

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    let (start, lang): (Nim, Lang) = (start(given)?, given.lang);
    let (takes, matches) = (start.takes(), start.matches());
    let solution = Solution::new(takes, matches);
    // Takes that lose are no winning moves, but all that is left: the handout's "moves" keep the value.
    let (value, best, period) = (solution.value(matches), solution.best_takes(matches), period(takes));
    let mut json = json!({
        "value": value.map(|value| value.to_string()),
        "moves": best,
        "period": period.map(|period| period.length),
        "pre_period": period.map(|period| period.from),
    });
    let mut lines: Vec<String> = value.map(|value| who_wins(value, &best, lang)).into_iter().collect();
    lines.extend(period.map(|Period { length, from }| {
        let from = if from > 0 { either!(lang, ", à partir de {from}", ", from {from} on") } else { String::new() };
        either!(
            lang,
            "Le résultat revient de {length} en {length} allumettes{from}.",
            "The outcome comes back every {length} matches{from}."
        )
    }));
    let row = |first: String, [one, two, draw]: [String; 3]| format!("{first:<48}{one:>10}{two:>10}{draw:>10}");
    let mut chances = Vec::new();
    for (key, players, styles) in [
        ("random", [Kind::Random; 2], [Style::Random; 2]),
        ("perfect_random", [Kind::Perfect, Kind::Random], [Style::Perfect, Style::Random]),
        ("random_perfect", [Kind::Random, Kind::Perfect], [Style::Random, Style::Perfect]),
    ] {
        let law = law(takes, matches, styles);
        json[key] = json!(law.as_ref().map(fractions));
        if let Some(law) = law {
            chances.push(row(pairing(lang, Pairing(players)), law.map(|chance| lang.percent(nearest_f64(&chance), 3))));
        }
    }
    if !chances.is_empty() {
        let header = ["player1", "player2", "draw"].map(|word| WORDS.word(lang, word));
        lines.extend([String::new(), row(String::new(), header)]);
    }
    Ok(Answer::text([lines, chances].concat().join("\n") + "\n").with_json(json))
}

fn who_wins(value: Worth, best: &[u32], lang: Lang) -> String {
    let takes = offered(best).say(lang);
    match value {
        Worth::Win => either!(
            lang,
            "Qui doit jouer gagne s'il joue bien : il prend {takes}.",
            "The player to move wins with good play: he takes {takes}."
        ),
        Worth::Draw if best.is_empty() => {
            lang.either("La partie est nulle : on ne peut rien prendre.", "The game is a draw: nothing can be taken.")
        }
        Worth::Draw => either!(
            lang,
            "Si chacun joue bien, la partie est nulle : qui doit jouer prend {takes}.",
            "With good play the game is a draw: the player to move takes {takes}."
        ),
        Worth::Lose => lang.either(
            "Qui doit jouer perd, quoi qu'il prenne, si l'autre joue bien.",
            "The player to move loses, whatever he takes, if the other plays well.",
        ),
    }
}

/// The takes, the middle ones left out when they are many.
fn offered(takes: &[u32]) -> Sentence {
    match takes {
        [first, second, .., last] if takes.len() > LISTED => Sentence::same(format!("{first}, {second}, …, {last}")),
        _ => Sentence::new(listed(takes, "ou"), listed(takes, "or")),
    }
}

fn fractions(law: &Law) -> Value {
    let [player1, player2, draw] = law.each_ref().map(fraction);
    json!({ "player1": player1, "player2": player2, "draw": draw })
}

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
const SHARES: Picture = Picture::new(
    "nim-shares",
    "Part des victoires de chaque joueur et des nulles selon le nombre d'allumettes, pour chaque paire de joueurs",
    "Shares of wins of either player and of draws against the number of matches, for each pair of players",
    |summaries, lang| figure::<Nim>(NAMES[0], summaries, lang),
);
const OUTCOMES: Text = Text::new("Toutes les issues, exactes et mesurées", "All outcomes, exact and measured");

fn page(summaries: &[Summary], _: &Tests, lang: Lang) -> Vec<Block> {
    let mut blocks = vec![chapter(TITLE, lang), told(RULES, lang), question(VALUE_QUESTION, lang)];
    blocks.extend(answer([VALUE_ANSWER.say(lang)]));
    blocks.push(shown_by(&["pioche solve nim"], lang));
    blocks.push(question(QUESTION, lang));
    let pairs = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
    blocks.extend(answer(pairs.iter().filter_map(|players| chances(summaries, players, lang))));
    blocks.push(picture(&SHARES, lang));
    blocks.push(folded(OUTCOMES, matches::<Nim, 2>(summaries, ["matches", "players"], lang), lang));
    blocks.extend([data(&["nim.csv", "nim-summary.csv"], lang), remade(summaries, &["matches"], lang)]);
    blocks
}

fn chances(summaries: &[Summary], players: &[Kind; 2], lang: Lang) -> Option<String> {
    let summary = match_of(summaries, *players)?;
    let [one, two, draw] = ["player1", "player2", "draw"].map(|outcome| both(summary, outcome, lang));
    let (one, two, draw) = (one?, two?, draw?);
    let pair = pairing(lang, Pairing(*players));
    Some(match lang {
        Lang::Fr => format!("**25 allumettes, {pair}** : joueur 1, {one} ; joueur 2, {two} ; nulles, {draw}."),
        Lang::En => format!("**25 matches, {pair}**: player 1, {one}; player 2, {two}; draws, {draw}."),
    })
}

/// The run of the handout's heap of 25 matches with these players.
fn match_of(summaries: &[Summary], players: [Kind; 2]) -> Option<&Summary> {
    run_of(summaries, |run: &Match<Nim>| run.start().matches() == 25 && run.players() == Pairing(players))
}

fn finding(summaries: &[Summary], lang: Lang) -> Option<Finding> {
    let run = match_of(summaries, [Kind::Perfect, Kind::Random])?;
    let bars = ["player1", "draw", "player2"].map(|outcome| outcome_bar(WORDS.word(lang, outcome), run, outcome, lang));
    let (chance, won) = (exact(run, "player1", lang)?, measured(run.proportion("player1"), lang));
    let says = either!(
        lang,
        "Au Nim, qui commence avec 25 allumettes est en **position perdue** ; contre un joueur au hasard, il gagne pourtant \
         {chance} des parties en jouant au mieux (par la loi exacte ; mesuré : {won}).",
        "In Nim, whoever begins with 25 matches is in **a lost position**; against a random player, best play still wins \
         {chance} of the games (by the exact law; measured: {won})."
    );
    Some(Finding { rank: 90, says, bars: bars.into_iter().flatten().collect(), commands: commands([run]) })
}
