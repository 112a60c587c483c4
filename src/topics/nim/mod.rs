//! Nim (handout 004): all its faces.

mod chapter;
mod film;
mod screen;
mod table;

use crate::lang::{Glossary, Lang, Problem, Text};
use crate::topics::duel::said::OWN;
use crate::topics::duel::verbs::{PLAYERS, start};
use crate::topics::given::Given;
use crate::topics::setting::{Said, Setting, Takes};
use crate::topics::verb::{Answer, Verb};
use crate::topics::words::Words;
use crate::topics::{Topic, duel};
use pioche_engine::games::nim::{Law, Nim, Solution, Style, TakeSet, law, period};
use pioche_engine::stats::fraction::nearest_f64;
use serde_json::{Value, json};

pub static TOPIC: Topic = duel::verbs::topic::<Nim>();

pub const WORDS: Words =
    Words { french: None, title: Text::new("Le jeu de Nim", "Nim"), own: OWN, settings: &[MATCHES, TAKES, PLAYERS] };

pub const MATCHES: Setting = Setting {
    key: "matches",
    label: Text::new("allumettes", "matches"),
    value: Text::same("N"),
    said: Said::Counted(Text::new("allumette", "match"), Text::new("allumettes", "matches")),
    help: Text::new("Nombre d'allumettes", "Number of matches"),
    default: Some("25"),
    takes: Takes::Count { least: 1, most: Nim::MAX_MATCHES as u64 },
};

pub const TAKES: Setting = Setting {
    key: "takes",
    label: Text::new("prises", "takes"),
    value: Text::new("P,P", "T,T"),
    said: Said::As(takes_said),
    help: Text::new("Nombres d'allumettes que l'on peut prendre", "Numbers of matches that may be taken"),
    default: Some("2,3"),
    takes: Takes::Text(takes),
};

fn takes(text: &str) -> Result<String, Problem> {
    let most = TakeSet::MAX;
    text.parse::<TakeSet>().map(|takes| takes.to_string()).map_err(|_| {
        Problem::said(
            format!("« {text} » n'est pas une liste de prises de 1 à {most}, comme 2,3"),
            format!("“{text}” is not a list of takes from 1 to {most}, such as 2,3"),
        )
    })
}

/// What may be taken, as a title says it.
fn takes_said(lang: Lang, takes: &str) -> String {
    let (of, or) = match lang {
        Lang::Fr => ("prises de", "ou"),
        Lang::En => ("takes of", "or"),
    };
    // In a cell they are written 2+3.
    let takes = takes.replace('+', ",");
    match takes.rsplit_once(',') {
        None => format!("{of} {takes}"),
        Some((first, last)) => format!("{of} {} {or} {last}", first.replace(',', ", ")),
    }
}

pub const SOLVE: Verb = Verb::answers(
    Text::new(
        "Nim : qui gagne, par quels coups, et les chances de joueurs au hasard",
        "Nim: who wins, by which moves, and the chances of random players",
    ),
    &[MATCHES.one(), TAKES.one()],
    solve,
);

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    let start: Nim = start(given)?;
    let (takes, matches) = (start.takes(), start.matches());
    let solution = Solution::new(takes, matches);
    let value = solution.value(matches);
    // Takes that lose are no winning moves, but all that is left: the handout's "moves" keep the value.
    let best = if value.is_some() { solution.best_takes(matches) } else { Vec::new() };
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    let period = period(takes);
    let chances = |one, two| law(takes, matches, [one, two]).ok();
    let random = chances(Style::Random, Style::Random);
    let perfect = chances(Style::Perfect, Style::Random);
    let json = json!({
        "value": value,
        "moves": best,
        "period": period.map(|period| period.length),
        "pre_period": period.map(|period| period.from),
        "random": random.as_ref().map(fractions),
        "perfect_random": perfect.as_ref().map(fractions),
        "random_perfect": chances(Style::Random, Style::Perfect).as_ref().map(fractions),
    });
    let mut lines = vec![value_line(&WORDS.word(given.lang, &value), &best, given.lang)];
    lines.extend(period.map(|found| match given.lang {
        Lang::Fr => format!("Les valeurs ont la période {} à partir de {}.", found.length, found.from),
        Lang::En => format!("The values have period {} from {} on.", found.length, found.from),
    }));
    lines.extend(random.map(|law| chance_line(Text::new("Joueur au hasard", "Random"), &law, given.lang)));
    lines.extend(perfect.map(|law| chance_line(Text::new("Joueur parfait", "Perfect"), &law, given.lang)));
    Ok(Answer::text(lines.iter().map(|line| format!("{line}\n")).collect::<String>()).with_json(json))
}

fn value_line(value: &str, best: &[u32], lang: Lang) -> String {
    let takes = best.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let none = |none| if best.is_empty() { none } else { takes.as_str() };
    match lang {
        Lang::Fr => format!("{value} pour qui doit jouer ; prises qui gardent cette valeur : {}", none("aucune")),
        Lang::En => format!("{value} for the player to move; takes that keep this value: {}", none("none")),
    }
}

/// The chances of a first player against a random one.
fn chance_line(first: Text, law: &Law, lang: Lang) -> String {
    let [one, two, draw] = [&law.player1, &law.player2, &law.draw].map(|chance| lang.percent(nearest_f64(chance), 3));
    match lang {
        Lang::Fr => format!("{} contre joueur au hasard : joueur 1 {one}, joueur 2 {two}, nulle {draw}", first.fr),
        Lang::En => format!("{} against random: player 1 {one}, player 2 {two}, draw {draw}", first.en),
    }
}

fn fractions(law: &Law) -> Value {
    let fraction = |chance: &num_rational::Ratio<num_bigint::BigUint>| format!("{}/{}", chance.numer(), chance.denom());
    json!({ "player1": fraction(&law.player1), "player2": fraction(&law.player2), "draw": fraction(&law.draw) })
}
