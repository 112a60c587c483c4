//! The settings of Nim, and what it is called.

use crate::lang::{Lang, Problem, Text};
use crate::topics::duel::args::PLAYERS;
use crate::topics::duel::said::OWN;
use crate::topics::setting::{Said, Setting, Takes};
use crate::topics::words::Words;
use pioche_engine::games::nim::{Nim, TakeSet};

/// The words of Nim.
pub const WORDS: Words =
    Words { french: None, title: Text::new("Le jeu de Nim", "Nim"), own: OWN, settings: &[MATCHES, TAKES, PLAYERS] };

/// The heap at the start.
pub const MATCHES: Setting = Setting {
    key: "matches",
    label: Text::new("allumettes", "matches"),
    value: Text::same("N"),
    said: Said::Counted(Text::new("allumette", "match"), Text::new("allumettes", "matches")),
    help: Text::new("Nombre d'allumettes", "Number of matches"),
    default: Some("25"),
    takes: Takes::Count { least: 1, most: Nim::MAX_MATCHES as u64 },
};

/// What may be taken.
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
