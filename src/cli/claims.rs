//! `--assert`: what is claimed of the results, looked up before anything is played, and answered when it was: yes, no, or
//! that it cannot be told.

use super::console::{Console, Done};
use super::written::{Written, number};
use crate::lang::{Lang, Problem, either, plain};
use crate::report::json::Answer;
use crate::report::table::decimals;
use crate::topics::Topic;
use crate::topics::words::{is_meant, meant};
use pioche_engine::sim::claim::{Asked, Bounds, Judged, Subject, Verdict, judged};
use pioche_engine::sim::in_cell;
use pioche_engine::sim::{Experiment, Row, Run, Summary};
use pioche_engine::stats::{Confidence, Estimate, Interval, Method};

/// What is claimed, and of which run.
pub struct Claim {
    text: String,
    run: usize,
    subject: Subject,
    bounds: Bounds,
}

/// The claims, each about one row, share or mean of one run. Fails with the first that is not understood, or is about
/// nothing, or about several things at once.
pub fn claims(
    texts: &[String],
    topic: &Topic,
    questions: &[impl AsRef<dyn Experiment>],
) -> Result<Vec<Claim>, Problem> {
    let claim = |text: &String| claim(text, topic, questions).map_err(|problem| Problem::argument("--assert", problem));
    texts.iter().map(claim).collect()
}

fn claim(text: &str, topic: &Topic, questions: &[impl AsRef<dyn Experiment>]) -> Result<Claim, Problem> {
    let nothing = || Problem::NotAnAssertion { text: text.to_owned() };
    let (head, rest) = text.split_once('(').ok_or_else(nothing)?;
    let (inside, relation) = rest.split_once(')').ok_or_else(nothing)?;
    let kind = Kind::of(&plain(head.trim())).ok_or_else(nothing)?;
    let (name, row) = named(inside).ok_or_else(nothing)?;
    let bounds = bounds(relation.trim(), text)?;
    if kind == Kind::Probability {
        let inside = match bounds {
            Bounds::Within(low, high) => (0.0..=1.0).contains(&((low + high) / 2.0)),
            Bounds::Below(end, _) | Bounds::Above(end, _) | Bounds::Near(end, _) => (0.0..=1.0).contains(&end),
        };
        if !inside {
            return Err(Problem::AssertProbability { text: relation.trim().to_owned() });
        }
    }
    let mut found = Vec::new();
    for (run, question) in questions.iter().enumerate() {
        found.extend(kind.subjects(topic, question.as_ref(), name, &row).into_iter().map(|subject| (run, subject)));
    }
    let said = format!("{}({})", head.trim(), inside.trim());
    match found.as_slice() {
        [(run, subject)] => Ok(Claim { text: text.trim().to_owned(), run: *run, subject: subject.clone(), bounds }),
        [] => Err(Problem::AssertUnknown { text: said, choices: kind.choices(questions) }),
        several => {
            let name = |(run, subject): &(usize, Subject)| {
                let question = questions[*run].as_ref();
                match subject {
                    Subject::Row(place) => question.rows()[*place].clone(),
                    Subject::Share(_) | Subject::Mean(_) => settings(question),
                }
            };
            let rows: Vec<Row> = several.iter().map(name).collect();
            let whole = |tail: String| format!("{}({}, {})", head.trim(), inside.trim(), tail.replace(' ', ", "));
            let choices = super::aims::tails(&rows).into_iter().map(whole).collect();
            Err(Problem::AssertMany { text: said, choices })
        }
    }
}

/// What kind of number a claim is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Probability,
    /// Any other number that a row of a table has.
    Row,
    Mean,
}

impl Kind {
    fn of(head: &str) -> Option<Self> {
        match head {
            "p" | "probability" | "probabilite" | "proba" => Some(Self::Probability),
            "estimate" | "estimation" | "difference" => Some(Self::Row),
            "mean" | "moyenne" => Some(Self::Mean),
            _ => None,
        }
    }

    /// What a name and some cells mean in a run.
    fn subjects(self, topic: &Topic, question: &dyn Experiment, name: Option<&str>, row: &Row) -> Vec<Subject> {
        let words = &topic.words;
        let rows = question.rows();
        match (self, name) {
            (Self::Mean, None) => vec![],
            (Self::Probability | Self::Row, None) => {
                let Some(row) = meant(words, &rows, row) else { return vec![] };
                (0..rows.len()).filter(|&place| row.names(&rows[place])).map(Subject::Row).collect()
            }
            (_, Some(name)) => {
                let settings = settings(question);
                let here = meant(words, std::slice::from_ref(&settings), row).is_some_and(|row| row.names(&settings));
                let exactly = |known: &[&'static str]| known.iter().find(|known| **known == name).copied();
                let loosely = |known: &[&'static str]| known.iter().find(|known| is_meant(words, known, name)).copied();
                let pick = |known: Vec<&'static str>| exactly(&known).or_else(|| loosely(&known)).map(str::to_owned);
                let subject = match self {
                    Self::Mean => pick(question.named(true)).map(Subject::Mean),
                    Self::Probability | Self::Row => pick(question.named(false)).map(Subject::Share),
                };
                subject.filter(|_| here).into_iter().collect()
            }
        }
    }

    /// What there is to claim something of.
    fn choices(self, questions: &[impl AsRef<dyn Experiment>]) -> Vec<String> {
        let Some(first) = questions.first().map(AsRef::as_ref) else { return vec![] };
        if self == Self::Mean {
            return first.named(true).iter().map(|name| format!("mean({name})")).collect();
        }
        let rows: Vec<Row> = questions.iter().flat_map(|question| question.as_ref().rows()).collect();
        let shares = first.named(false).into_iter().map(|name| format!("p({name})"));
        let rows = super::aims::tails(&rows).into_iter().map(|row| format!("p({})", row.replace(' ', ", ")));
        shares.chain(rows).collect()
    }
}

/// With which settings a run was played.
fn settings(question: &dyn Experiment) -> Row {
    Row::new(question.options().into_iter().flatten().map(|(key, value)| (key, in_cell(&value))))
}

/// What stands between the brackets: a name, if one begins it, and cells. A comma within a value is a part of it.
fn named(inside: &str) -> Option<(Option<&str>, Row)> {
    let mut pieces = inside.split([',', ';']).map(str::trim).peekable();
    let name = pieces.next_if(|first| !first.contains('=')).filter(|first| !first.is_empty());
    let mut cells: Vec<(String, String)> = Vec::new();
    for piece in pieces {
        match (piece.split_once('='), cells.last_mut()) {
            (Some((key, value)), _) if !key.trim().is_empty() && !value.trim().is_empty() => {
                cells.push((key.trim().to_owned(), value.trim().trim_matches(['"', '\'']).to_owned()));
            }
            (None, Some((_, value))) if !piece.is_empty() => *value = format!("{value},{piece}"),
            _ => return None,
        }
    }
    let cells = cells.into_iter().map(|(key, value)| (key, in_cell(&value)));
    let row = Row::new(cells);
    (name.is_some() || row.cells().next().is_some()).then_some((name, row))
}

/// Where a number is claimed to lie: `in a ± b`, `in [a, b]`, `in [a ; b]`, `< x`, `<= x`, `> x`, `>= x`, `= x`.
fn bounds(relation: &str, text: &str) -> Result<Bounds, Problem> {
    let nothing = || Problem::NotAnAssertion { text: text.to_owned() };
    let strip = |words: &[&str]| words.iter().find_map(|word| relation.strip_prefix(word)).map(str::trim);
    let one = |text: &str| number(text).map(|number| number.value).ok_or_else(nothing);
    if let Some(number) = strip(&["<=", "≤"]) {
        Ok(Bounds::Below(one(number)?, true))
    } else if let Some(number) = strip(&[">=", "≥"]) {
        Ok(Bounds::Above(one(number)?, true))
    } else if let Some(number) = strip(&["<"]) {
        Ok(Bounds::Below(one(number)?, false))
    } else if let Some(number) = strip(&[">"]) {
        Ok(Bounds::Above(one(number)?, false))
    } else if let Some(range) = strip(&["==", "=", "in ", "dans ", "in[", "dans[", "∈"]) {
        let bracket = relation.contains('[') && !range.starts_with('[');
        within(if bracket { &relation[relation.find('[').unwrap_or(0)..] } else { range }, text)
    } else {
        Err(nothing())
    }
}

/// `a ± b`, `[a, b]` or a single number.
fn within(range: &str, text: &str) -> Result<Bounds, Problem> {
    let nothing = || Problem::NotAnAssertion { text: text.to_owned() };
    let both = |one: &str, other: &str| {
        let (one, other) = (number(one).ok_or_else(nothing)?, number(other).ok_or_else(nothing)?);
        let agree = one.percent == other.percent || one.value == 0.0 || other.value == 0.0;
        if agree { Ok((one.value, other.value)) } else { Err(Problem::AssertPercent { text: range.to_owned() }) }
    };
    if let Some(inside) = range.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        // A comma is between two numbers only where nothing else is.
        let (low, high) = match (inside.split_once(';'), inside.matches(',').count()) {
            (Some(ends), _) => ends,
            (None, 1) => inside.split_once(',').ok_or_else(nothing)?,
            (None, _) => return Err(nothing()),
        };
        let (low, high) = both(low, high)?;
        return if low <= high { Ok(Bounds::Within(low, high)) } else { Err(nothing()) };
    }
    if let Some((middle, half)) = ["±", "+/-", "+-"].iter().find_map(|sign| range.split_once(sign)) {
        let (middle, half) = both(middle, half)?;
        return if half >= 0.0 { Ok(Bounds::Within(middle - half, middle + half)) } else { Err(nothing()) };
    }
    let Written { value, rounding, decimal, percent } = number(range).ok_or_else(nothing)?;
    // Nobody means by a whole number what is rounded to it.
    Ok(Bounds::Near(value, if decimal || percent { rounding } else { 0.0 }))
}

/// What the runs say to the claims: those of runs that were not played are left out.
pub fn answers(
    claims: &[Claim],
    questions: &[impl AsRef<dyn Experiment>],
    runs: &[Run],
    summaries: &[Summary],
    (method, confidence): (Method, Confidence),
) -> Vec<Answer> {
    let (texts, asked): (Vec<&str>, Vec<Asked<'_>>) = claims
        .iter()
        .filter_map(|claim| {
            let of = (runs.get(claim.run)?, summaries.get(claim.run)?);
            let question = questions[claim.run].as_ref();
            let found = move |confidence| claim.subject.found(question, of, (method, confidence));
            Some((claim.text.as_str(), Asked { bounds: claim.bounds, deals: of.1.deals, found: Box::new(found) }))
        })
        .unzip();
    texts.into_iter().map(str::to_owned).zip(judged(&asked, confidence)).collect()
}

/// Tells the answers, each in a sentence, to the quiet too; the command ends with "no" unless all claims stand.
pub fn told(answers: &[Answer], done: Done, console: &Console) -> Done {
    let console = Console { quiet: false, ..*console };
    for (claim, judged) in answers {
        let said = said(judged, console.lang);
        console.remark(&either!(console.lang, "{claim} : {said}", "{claim}: {said}"));
    }
    match done {
        Done::Success if answers.iter().any(|(_, answer)| !answer.verdict.stands()) => Done::No,
        other => other,
    }
}

/// What is said of a claim, with what is known.
fn said(Judged { verdict, found, confidence }: &Judged, lang: Lang) -> String {
    let Some(Estimate { value, interval }) = found else {
        return lang.either("INDÉCIS, rien n'a été compté", "CANNOT TELL, nothing was counted");
    };
    let half = interval.half_width();
    let digits = if half > 0.0 && half.is_finite() { decimals(half) } else { 6 };
    let number = |number: f64| lang.decimal(number, digits);
    let word = match verdict {
        Verdict::Yes => lang.either("oui", "yes"),
        Verdict::No => lang.either("NON", "NO"),
        Verdict::NotExcluded => lang.either("pas exclu", "not excluded"),
        Verdict::Unknown { .. } => lang.either("INDÉCIS", "CANNOT TELL"),
    };
    let level = lang.level((confidence.level() * 1e4).round() / 1e4);
    let [value, low, high] = [*value, interval.low, interval.high].map(number);
    let known = match interval {
        Interval { low, high } if low == high => either!(lang, "{value} exactement", "{value} exactly"),
        Interval { low, high } if !(low.is_finite() && high.is_finite()) => {
            either!(lang, "{value}, sans intervalle", "{value}, without an interval")
        }
        _ => {
            either!(lang, "{value}, intervalle à {level} [{low} ; {high}]", "{value}, {level} interval [{low}, {high}]")
        }
    };
    let more = match verdict {
        Verdict::Unknown { deals: Some(count) } => {
            let count = lang.integer(*count);
            either!(lang, " ; il faudrait environ {count}", "; about {count} would tell")
        }
        Verdict::NotExcluded if interval.low < interval.high => {
            let seen = number(half);
            either!(lang, " ; un écart de {seen} se verrait", "; a difference of {seen} would show")
        }
        _ => String::new(),
    };
    format!("{word}, {known}{more}")
}
