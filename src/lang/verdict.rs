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
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Row => lang.either("ligne", "row"),
            Self::Stated => lang.either("donné", "stated"),
            Self::Known => lang.either("connu", "known"),
            Self::Errors => lang.either("erreurs types", "standard errors"),
            Self::Opinion => lang.either("avis", "verdict"),
            Self::Agrees => lang.either("concorde", "agrees"),
            Self::Chance => lang.either("hasard", "chance"),
            Self::Disagrees => lang.either("DIFFÈRE", "DISAGREES"),
            Self::Exact(value) => format!("{value}, exact"),
            Self::By(errors) if errors.contains('∞') => {
                lang.either("la valeur exacte est autre", "the exact value is another")
            }
            Self::By(errors) => lang.either(format!("{errors} erreurs types"), format!("{errors} standard errors")),
            Self::Sum { file, rows, told, level } if told.is_empty() => {
                let level = lang.level(*level);
                let [fr, en] = [["ligne", "lignes"], ["row", "rows"]].map(|[one, many]| lang.counted(*rows, one, many));
                lang.either(
                    format!("{file} : {fr}, aucun désaccord au-delà du hasard (Holm, {level})."),
                    format!("{file}: {en}, none disagrees by more than chance (Holm, {level})."),
                )
            }
            Self::Sum { file, rows, told, level } => {
                let (number, level, names) = (told.len() as u64, lang.level(*level), told.join(", "));
                let (differing, all, rows) =
                    (lang.integer(number), lang.integer(*rows), lang.counted(*rows, "row", "rows"));
                let [fr, en] = [["diffère", "diffèrent"], ["disagrees", "disagree"]];
                let [fr, en] = [fr, en].map(|[one, many]| lang.plural(number, one, many));
                lang.either(
                    format!("{file} : {differing} sur {all} {fr} plus que par hasard (Holm, {level}) : {names}."),
                    format!("{file}: {differing} of {rows} {en} by more than chance (Holm, {level}): {names}."),
                )
            }
        }
    }
}
