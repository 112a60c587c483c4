//! A summary goes in, bytes come out: tables, CSV, JSON, spreadsheets, figures and pages. No game is known here.
//!
//! Nothing is computed here that another program could want to know: numbers come from the summary, words from
//! whoever asks.

pub mod commands;
pub mod csv;
pub mod decide;
pub mod document;
pub mod figures;
pub mod json;
pub mod numbers;
pub mod page;
pub mod rows;
pub mod solution;
pub mod table;
pub mod tables;
pub mod xlsx;

pub use figures::Figures;
pub use page::Chapter;

use crate::lang::{Certain, Glossary, Heading, Lang, Say, Text};
use pioche_engine::sim::summary::{Aim, Cell, Example, NamedProportion, Stopped, Summary};
use pioche_engine::stats::Moments;
use pioche_engine::stats::digits::{self, Known};

/// Who reads, and the words for what is read.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub lang: Lang,
    /// How headings are set.
    pub paint: table::Paint,
    /// What was played.
    pub title: Text,
    pub words: &'a dyn Glossary,
    /// The answer of a run, in a sentence.
    pub says: fn(&Summary, Lang) -> String,
    /// What has to be known to read the numbers.
    pub note: fn(&[Summary]) -> Option<Text>,
    /// Columns of the terminal.
    pub columns: usize,
    /// All rows, the means and the notes, not what is seen at a glance.
    pub all: bool,
    /// Nothing but the answer and its numbers.
    pub quiet: bool,
}

impl View<'_> {
    pub fn word(&self, word: &str) -> String {
        self.words.word(self.lang, word)
    }

    pub fn say(&self, heading: &Heading) -> String {
        heading.say(self.lang)
    }
}

/// The deals to be seen, at most so many, each with the command that shows it: those of a run, or the extreme ones of
/// several.
pub fn examples(summaries: &[Summary], most: usize, view: &View<'_>) -> String {
    let all = || summaries.iter().flat_map(|summary| &summary.examples);
    let ranked = |rank: &'static str| all().filter(move |example| example.rank == rank);
    let shown: Vec<&Example> = match summaries {
        [_] => all().collect(),
        // The first ones, among equals.
        _ => {
            let lowest = ranked("lowest").min_by_key(|example| example.value);
            let highest = ranked("highest").min_by_key(|example| std::cmp::Reverse(example.value));
            lowest.into_iter().chain(highest).collect()
        }
    };
    // At a glance what is special to a game comes first, and what lies in the middle is left out.
    let (ranks, special): (Vec<&Example>, Vec<&Example>) =
        shown.iter().partition(|example| ["lowest", "median", "highest"].contains(&example.rank));
    let glance = special.into_iter().chain(ranks.into_iter().filter(|example| example.rank != "median"));
    let seen = if view.all { shown } else { glance.collect() };
    let lines = seen.into_iter().take(most).map(|example| {
        let heading =
            Heading::Example { what: view.word(example.rank), of: view.word(example.of), value: example.value };
        format!("{}\n{}\n", view.say(&heading), example.command)
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The seeds of a run: several where it is several in one.
pub fn seeds(summary: &Summary) -> impl Iterator<Item = u64> {
    std::iter::once(summary.seed).chain(summary.pooled.iter().copied())
}

/// What has to be said when a run did not play all its deals, or is several in one.
pub fn stop_lines(summary: &Summary) -> Vec<Heading> {
    let (done, planned, unit) = (summary.deals, summary.planned, summary.unit);
    let stop = match summary.stopped {
        Stopped::Deals | Stopped::Precision | Stopped::Digits => None,
        Stopped::Interrupted => Some(Heading::Partial { done, planned, unit }),
        Stopped::Part => Some(Heading::Part { done, planned: planned.unwrap_or(done), unit }),
    };
    let precision = summary.aim.as_ref().map(|aim| aimed(aim, (done, unit)));
    let pooled = (!summary.pooled.is_empty()).then(|| Heading::Pooled { seeds: seeds(summary).collect() });
    stop.into_iter().chain(precision).chain(pooled).collect()
}

/// What a run with a stop rule has reached, or not, after so many deals.
pub fn aimed(aim: &Aim, (done, unit): (u64, &'static str)) -> Heading {
    match aim {
        Aim::HalfWidth { asked, widest } => Heading::Precision { done, unit, half_width: *asked, widest: *widest },
        Aim::Digits { asked, row, found } => {
            let written = |value, digits| (value, digits::decimals(value, digits));
            let known = match digits::known(found.interval, *asked) {
                _ if found.interval.low == found.interval.high => Certain::Exactly(found.value),
                Known::Digits(value) => Certain::Digits(*asked, written(value, *asked)),
                Known::Edge(below, above) => Certain::Edge([below, above].map(|value| written(value, *asked))),
                Known::Nothing => match digits::certain(found.interval) {
                    Some((digits, value)) => Certain::Only(digits, written(value, digits)),
                    None => Certain::None,
                },
            };
            Heading::Digits { row: row.to_string(), asked: *asked, known, done, unit }
        }
    }
}

/// Mean and spread of each quantity of a run, then the shares that its table does not hold; `name` names them.
pub fn quantities(summary: &Summary, lang: Lang, name: impl Fn(&str) -> String) -> table::Columns {
    let level = summary.confidence.level();
    let headings = [
        Heading::Quantity,
        Heading::Mean,
        Heading::Interval { level },
        Heading::Deviation,
        Heading::Median,
        Heading::Mode,
    ];
    let rows = summary.quantities.iter().map(|quantity| {
        let moments = &quantity.moments;
        let digits = match quantity.interval {
            Some(interval) => table::decimals(interval.half_width()),
            None => usize::from(moments.min < moments.max),
        };
        let decimal = |number: f64| lang.decimal(number, digits);
        let whole =
            |number: i64| format!("{}{}", if number < 0 { "−" } else { "" }, lang.integer(number.unsigned_abs()));
        let between = quantity.interval.map_or(few(moments), |interval| Heading::Between {
            low: decimal(interval.low),
            high: decimal(interval.high),
        });
        vec![
            name(quantity.name),
            decimal(moments.mean),
            between.say(lang),
            lang.decimal(moments.standard_deviation, 2),
            lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)),
            whole(moments.mode),
            format!("{}–{}", whole(moments.min), whole(moments.max)),
        ]
    });
    let mut headings: Vec<String> = headings.iter().map(|heading| heading.say(lang)).collect();
    headings.push(format!("{}–{}", Heading::Minimum.say(lang), Heading::Maximum.say(lang)));
    let shares = shares(summary).map(|named| {
        let digits = table::percent_decimals(named.interval.half_width());
        let (low, high) = (lang.percent(named.interval.low, digits), lang.percent(named.interval.high, digits));
        let estimate = lang.percent(named.proportion.estimate(), digits);
        let mut row = vec![name(named.name), estimate, Heading::Between { low, high }.say(lang)];
        row.resize(headings.len(), String::new());
        row
    });
    table::Columns { names: 1, rows: rows.chain(shares).collect(), headings }
}

/// What stands in the place of an interval: of how few values, or of how many equal ones, the mean is.
pub fn few(moments: &Moments) -> Heading {
    Heading::Few { values: moments.total, equal: moments.min == moments.max }
}

/// The shares of a run that are no rows of its table.
pub fn shares(summary: &Summary) -> impl Iterator<Item = &NamedProportion> {
    let outcome = summary.table.columns.iter().position(|column| *column == "outcome");
    let rows = || summary.table.rows.iter();
    let told = move |name: &str| {
        outcome.is_some_and(|column| rows().any(|row| matches!(&row[column], Cell::Text(text) if text == name)))
    };
    summary.proportions.iter().filter(move |named| !told(named.name))
}
