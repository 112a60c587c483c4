//! What is said of a table that somebody has made.

use super::{Lang, Say};

/// A heading, a verdict, or what they come to.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Verdict {
    Row,
    Stated,
    Known,
    Errors,
    Opinion,
    Agrees,
    Chance,
    Disagrees,
    Exact(String),
    By(String),
    Sum { file: String, rows: u64, told: Vec<String>, level: f64 },
}

impl Say for Verdict {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Row => "ligne".into(),
            Self::Stated => "donné".into(),
            Self::Known => "connu".into(),
            Self::Errors => "erreurs types".into(),
            Self::Opinion => "avis".into(),
            Self::Agrees => "concorde".into(),
            Self::Chance => "hasard".into(),
            Self::Disagrees => "DIFFÈRE".into(),
            Self::Exact(value) => format!("{value}, exact"),
            Self::By(errors) if errors.contains('∞') => "la valeur exacte est autre".into(),
            Self::By(errors) => format!("{errors} erreurs types"),
            Self::Sum { file, rows, told, level } => {
                let rows_said = lang.counted(*rows, "ligne", "lignes");
                let level = lang.level(*level);
                if told.is_empty() {
                    return format!("{file} : {rows_said}, aucun désaccord au-delà du hasard (Holm, {level}).");
                }
                let number = told.len() as u64;
                let differ = lang.plural(number, "diffère", "diffèrent");
                format!(
                    "{file} : {} sur {} {differ} plus que par hasard (Holm, {level}) : {}.",
                    lang.integer(number),
                    lang.integer(*rows),
                    told.join(", ")
                )
            }
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Row => "row".into(),
            Self::Stated => "stated".into(),
            Self::Known => "known".into(),
            Self::Errors => "standard errors".into(),
            Self::Opinion => "verdict".into(),
            Self::Agrees => "agrees".into(),
            Self::Chance => "chance".into(),
            Self::Disagrees => "DISAGREES".into(),
            Self::Exact(value) => format!("{value}, exact"),
            Self::By(errors) if errors.contains('∞') => "the exact value is another".into(),
            Self::By(errors) => format!("{errors} standard errors"),
            Self::Sum { file, rows, told, level } => {
                let level = lang.level(*level);
                if told.is_empty() {
                    let rows = lang.counted(*rows, "row", "rows");
                    return format!("{file}: {rows}, none disagrees by more than chance (Holm, {level}).");
                }
                let number = told.len() as u64;
                let differ = lang.plural(number, "disagrees", "disagree");
                format!(
                    "{file}: {} of {} {differ} by more than chance (Holm, {level}): {}.",
                    lang.integer(number),
                    lang.counted(*rows, "row", "rows"),
                    told.join(", ")
                )
            }
        }
    }
}
