//! The settings of Nim.

use crate::lang::{Lang, Problem, Text};
use crate::topics::given::Given;
use crate::topics::setting::{Said, Setting, Takes};
use pioche_engine::games::nim::{Nim, TakeSet};

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

/// The heaps of a range.
///
/// # Errors
/// When a setting is not understood.
pub fn heaps(given: &Given<'_>) -> Result<Vec<Nim>, Problem> {
    let takes: TakeSet = given.get(&TAKES)?;
    let sizes: Vec<u32> = given.range(&MATCHES)?;
    Ok(sizes.into_iter().filter_map(|matches| Nim::new(takes.clone(), matches).ok()).collect())
}

/// One heap.
///
/// # Errors
/// When a setting is not understood.
pub fn heap(given: &Given<'_>) -> Result<Nim, Problem> {
    let matches = given.get(&MATCHES)?;
    let start = Nim::new(given.get(&TAKES)?, matches);
    start.map_err(|_| Problem::CountOutOfRange { text: matches.to_string(), least: 1, most: Nim::MAX_MATCHES.into() })
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
