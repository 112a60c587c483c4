//! How a table that somebody has made compares with ours: for people, and for programs.

use super::table::{Columns, decimals, exactly, percent_decimals};
use crate::lang::{Lang, either, plainly};
use pioche_engine::stats::reference::{Difference, ReferenceValue, StatedNumber};
use pioche_engine::stats::{Confidence, Interval};
use serde_json::{Map, Value, json};

#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub line: usize,
    /// All that names it.
    pub cells: Vec<(String, String)>,
    pub name: String,
    pub stated: StatedNumber,
    pub written: String,
    pub known: ReferenceValue,
    /// The interval of what is known, unless it is exact.
    pub interval: Option<Interval>,
    pub difference: Difference,
    /// Its probability, corrected for the number of rows.
    pub adjusted: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opinion {
    Agrees,
    /// It lies far for one number, not for one of so many.
    Chance,
    Disagrees,
}

impl Opinion {
    const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Chance => "chance",
            Self::Disagrees => "disagrees",
        }
    }
}

impl Compared {
    pub fn opinion(&self, confidence: Confidence) -> Opinion {
        let level = 1.0 - confidence.level();
        match (self.adjusted < level, self.difference.probability < level) {
            (true, _) => Opinion::Disagrees,
            (_, true) => Opinion::Chance,
            _ => Opinion::Agrees,
        }
    }

    fn value(&self) -> f64 {
        match self.known {
            ReferenceValue::Exact(value) | ReferenceValue::Mean { value, .. } => value,
            ReferenceValue::Share(share) => share.estimate(),
        }
    }
}

pub fn disagreeing(all: &[Compared], confidence: Confidence) -> usize {
    all.iter().filter(|one| one.opinion(confidence) == Opinion::Disagrees).count()
}

/// A table of all numbers, and what they come to; then the rows that were not compared, and the commands of ours.
pub fn text(
    file: &str,
    all: &[Compared],
    confidence: Confidence,
    (alone, commands): (&[String], &[String]),
    (lang, columns): (Lang, usize),
) -> String {
    let headings = match lang {
        Lang::Fr => ["ligne", "donné", "connu", "erreurs", "se verrait", "verdict"],
        Lang::En => ["row", "stated", "known", "errors", "would show", "verdict"],
    };
    // What is seen in a row has to be seen among all of them.
    let each = Confidence::new(1.0 - (1.0 - confidence.level()) / all.len().max(1) as f64).unwrap_or(confidence);
    let rows = all.iter().map(|one| {
        let opinion = match one.opinion(confidence) {
            Opinion::Agrees => lang.either("compatible", "agrees"),
            Opinion::Chance => lang.either("hasard", "chance"),
            Opinion::Disagrees => lang.either("DIFFÈRE", "DISAGREES"),
        };
        let seen = one.difference.detection_limit(one.stated.rounding, each);
        let seen = match one.written.contains('%') {
            _ if seen == 0.0 => "0".to_owned(),
            true => lang.percent(seen, percent_decimals(seen)),
            false => lang.decimal(seen, decimals(seen)),
        };
        let row = [plainly(&one.name), plainly(&one.written), ours(one, lang), errors(one, lang)];
        row.into_iter().chain([format!("± {seen}"), opinion]).collect()
    });
    let table = Columns { names: 1, headings: headings.map(str::to_owned).into(), rows: rows.collect() };
    let told = all.iter().filter(|one| one.opinion(confidence) == Opinion::Disagrees).map(|one| {
        let errors = match errors(one, lang) {
            endless if endless.contains('∞') => {
                lang.either("la valeur exacte est autre", "the exact value is another")
            }
            errors => either!(lang, "{errors} erreurs types", "{errors} standard errors"),
        };
        format!("{} ({errors})", one.name)
    });
    let told: Vec<String> = told.collect();
    let mut said = vec![sum(file, all.len() as u64, &told, 1.0 - confidence.level(), lang)];
    if !told.is_empty() && all.iter().any(|one| one.stated.deals.is_none()) {
        said.push(lang.either(
            "La table ne dit pas sur combien de donnes portent ses nombres (colonne « donnes ») : ils ont été pris pour \
             exacts, à l'arrondi près.",
            "The table does not say how many deals are behind its numbers (column “deals”): they were taken as exact, \
             but for rounding.",
        ));
    }
    if !alone.is_empty() {
        let rows = alone.iter().map(|row| plainly(row)).collect::<Vec<_>>().join(&lang.either(" ; ", "; "));
        said.push(either!(
            lang,
            "Sans comparaison, faute d'intervalle : {rows}.",
            "Not compared, for want of an interval: {rows}."
        ));
    }
    const SHOWN: usize = 3;
    said.push(lang.either("Comparé avec :", "Compared with:"));
    said.extend(commands.iter().take(SHOWN).cloned());
    said.extend((commands.len() > SHOWN).then(|| format!("… (+{})", commands.len() - SHOWN)));
    format!("{}\n{}\n", table.terminal(columns), said.join("\n"))
}

fn sum(file: &str, rows: u64, told: &[String], level: f64, lang: Lang) -> String {
    let (number, level, names) = (told.len() as u64, lang.level(level), told.join(", "));
    let counted = lang.number_of(rows, ["ligne", "lignes"], ["row", "rows"]);
    let (differing, all) = (lang.integer(number), lang.integer(rows));
    match lang {
        _ if told.is_empty() => either!(
            lang,
            "{file} : {counted}, aucun désaccord au-delà du hasard (Holm, {level}).",
            "{file}: {counted}, none disagrees by more than chance (Holm, {level})."
        ),
        Lang::Fr => {
            let differ = lang.plural(number, "diffère", "diffèrent");
            format!("{file} : {differing} sur {all} {differ} plus que par hasard (Holm, {level}) : {names}.")
        }
        Lang::En => {
            let differ = lang.plural(number, "disagrees", "disagree");
            format!("{file}: {differing} of {counted} {differ} by more than chance (Holm, {level}): {names}.")
        }
    }
}

fn ours(one: &Compared, lang: Lang) -> String {
    let percent = one.written.contains('%');
    let number = |value: f64, half: f64| match percent {
        true => lang.percent(value, percent_decimals(half)),
        false => lang.decimal(value, decimals(half)),
    };
    match one.interval {
        None => format!("{}, exact", exactly(one.value(), percent, lang)),
        Some(interval) => {
            let half = interval.half_width();
            format!("{} ± {}", number(one.value(), half), number(half, half))
        }
    }
}

/// The distance in standard errors, with its sign.
fn errors(one: &Compared, lang: Lang) -> String {
    let errors = one.difference.errors;
    if errors.is_infinite() {
        return if errors > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    let text = lang.decimal(errors, 1);
    // What rounds to nothing has no sign.
    match errors {
        _ if errors.abs() < 0.05 => lang.decimal(0.0, 1),
        _ if errors > 0.0 => format!("+{text}"),
        _ => text,
    }
}

pub fn json(file: &str, all: &[Compared], confidence: Confidence, (alone, commands): (&[String], &[String])) -> Value {
    let row = |one: &Compared| {
        let cells: Map<String, Value> = one.cells.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        json!({
            "line": one.line,
            "row": cells,
            "stated": one.stated.value,
            "rounding": one.stated.rounding,
            "deals": one.stated.deals,
            "known": one.value(),
            "exact": one.interval.is_none(),
            "ci_low": one.interval.map(|interval| interval.low),
            "ci_high": one.interval.map(|interval| interval.high),
            "standard_errors": one.difference.errors.is_finite().then_some(one.difference.errors),
            "p": one.difference.probability,
            "p_holm": one.adjusted,
            "standard_error": one.difference.error,
            "verdict": one.opinion(confidence).word(),
        })
    };
    json!({
        "file": file,
        "confidence": confidence.level(),
        "not_compared": alone,
        "compared": all.len(),
        "disagree": disagreeing(all, confidence),
        "agrees": disagreeing(all, confidence) == 0,
        "rows": all.iter().map(row).collect::<Vec<_>>(),
        "commands": commands,
    })
}
