//! The rows of some runs as a table for people: what all rows share stands in the title, the rest in columns.

use super::View;
use super::csv::{CsvStyle, in_file};
use super::table::{Columns, decimals, exactly, folded, paragraph, percent_decimals};
use super::tables::is_measured;
use crate::lang::{Heading, Say};
use pioche_engine::sim::summary::{Cell, Summary};

/// The text of some runs of one game for a terminal, but for the deals to be seen.
pub fn plain(summaries: &[Summary], view: &View<'_>) -> String {
    let (lang, paint) = (view.lang, view.paint);
    let Some(first) = summaries.first() else { return String::new() };
    let rows: Vec<&Vec<Cell>> = summaries.iter().flat_map(|summary| &summary.table.rows).collect();
    let columns = &first.table.columns;
    let same = |column: usize| rows.iter().all(|row| row[column] == rows[0][column]);
    // What is measured always has its column; a setting only when it varies.
    let settings: Vec<usize> = (0..columns.len()).filter(|&column| is_setting(columns[column])).collect();
    let shared = settings
        .iter()
        .filter(|&&column| same(column))
        .map(|&column| view.words.phrase(lang, columns[column], &in_file(&rows[0][column], CsvStyle::Plain)));
    let shared: Vec<String> = shared.collect();
    let title = view.title.of(lang);
    let run = played(summaries).say(lang);
    let told = std::iter::once(title).chain(shared.iter().map(String::as_str)).chain([run.as_str()]);
    let mut text = format!("{}\n", folded(told, " · ").replacen(title, &paint.heading(title), 1));
    for stop in summaries.iter().flat_map(super::stop_lines) {
        text.push_str(&format!("{}\n", paint.heading(&stop.say(lang))));
    }
    let told = |column: usize| is_setting(columns[column]) || columns[column] == "deals";
    let varying: Vec<usize> = (0..columns.len()).filter(|&column| told(column) && !same(column)).collect();
    text.push_str(&table(first, &rows, &varying, view).terminal());
    // A table of statistics already holds the means.
    let told = columns.contains(&"statistic");
    for summary in summaries.iter().filter(|summary| !told && !summary.quantities.is_empty()) {
        text.push('\n');
        if summaries.len() > 1 {
            text.push_str(&format!("{}\n", paint.heading(&named(summary, &varying, view))));
        }
        text.push_str(&super::quantities(summary, lang, |name| view.word(name)).terminal());
    }
    let method = first.methods.iter().flatten().find(|method| *method != "student").cloned();
    let method = method.unwrap_or_else(|| first.method.to_string());
    let note = Heading::IntervalNote { method, level: first.confidence.level() };
    text.push_str(&format!("\n{}\n", paragraph(&note.say(lang))));
    if share_words(summaries) {
        text.push_str(&format!("{}\n", paragraph(&Heading::SharedWords.say(lang))));
    }
    text
}

pub fn text(summaries: &[Summary], view: &View<'_>) -> String {
    format!("{}{}", plain(summaries, view), super::examples(summaries, view))
}

/// Who played how much: the fewest and the most deals, and the seeds.
fn played(summaries: &[Summary]) -> Heading {
    let deals = || summaries.iter().map(|summary| summary.deals);
    let mut seeds: Vec<u64> = Vec::new();
    for seed in summaries.iter().flat_map(super::seeds) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    let unit = summaries.first().map_or("", |summary| summary.unit);
    Heading::Runs { least: deals().min().unwrap_or(0), most: deals().max().unwrap_or(0), unit, seeds }
}

/// Whether two runs have a seed in common, and with it the random words of their deals.
fn share_words(summaries: &[Summary]) -> bool {
    let mut known = Vec::new();
    summaries.iter().any(|summary| {
        let shared = super::seeds(summary).any(|seed| known.contains(&seed));
        known.extend(super::seeds(summary));
        shared
    })
}

/// The settings of one run that vary between the runs.
fn named(summary: &Summary, varying: &[usize], view: &View<'_>) -> String {
    let names = varying.iter().map(|&column| summary.table.columns[column]);
    let texts = names
        .filter(|name| !summary.setting(name).is_empty())
        .map(|name| view.words.phrase(view.lang, name, summary.setting(name)));
    texts.collect::<Vec<_>>().join(" · ")
}

/// Whether a column says what was played, not what came of it.
fn is_setting(column: &str) -> bool {
    !is_measured(column) && !["outcome", "statistic", "comparison"].contains(&column)
}

fn shown(cell: &Cell, view: &View<'_>) -> String {
    let lang = view.lang;
    match cell {
        Cell::Text(text) => view.word(text),
        Cell::Count(count) => lang.integer(*count),
        Cell::Real(real) => lang.decimal(*real, 6),
        Cell::Empty => String::new(),
    }
}

fn table(first: &Summary, rows: &[&Vec<Cell>], varying: &[usize], view: &View<'_>) -> Columns {
    let lang = view.lang;
    let columns = &first.table.columns;
    let place = |name: &str| columns.iter().position(|column| *column == name);
    let words = ["comparison", "outcome", "statistic", "count"].into_iter().filter_map(place);
    let plain: Vec<usize> = varying.iter().copied().chain(words).collect();
    let estimate = ["probability", "estimate", "difference"].into_iter().find_map(place);
    let (low, high) = (place("ci_low"), place("ci_high"));
    let exact = place("exact").filter(|&column| rows.iter().any(|row| row[column] != Cell::Empty));
    let percent = estimate.is_some_and(|column| columns[column] == "probability");
    let mut headings: Vec<String> = plain.iter().map(|&column| view.word(columns[column])).collect();
    headings.extend(estimate.map(|column| view.word(columns[column])));
    headings.push(Heading::Interval { level: first.confidence.level() }.say(lang));
    headings.extend(exact.map(|_| view.word("exact")));
    let body = rows.iter().map(|row| {
        let real = |column: Option<usize>| match column.map(|column| &row[column]) {
            Some(Cell::Real(real)) => Some(*real),
            _ => None,
        };
        let half = real(low).zip(real(high)).map_or(0.0, |(low, high)| (high - low) / 2.0);
        let number = |x: f64| match (percent, half > 0.0) {
            (true, _) => lang.percent(x, percent_decimals(half)),
            (false, true) => lang.decimal(x, decimals(half)),
            (false, false) => lang.decimal(x, 5),
        };
        let mut cells: Vec<String> = plain.iter().map(|&column| shown(&row[column], view)).collect();
        cells.extend(estimate.map(|column| real(Some(column)).map_or(String::new(), number)));
        let between = real(low).zip(real(high)).map(|(low, high)| (number(low), number(high)));
        cells.push(between.map_or(String::new(), |(low, high)| Heading::Between { low, high }.say(lang)));
        cells.extend(exact.map(|column| real(Some(column)).map_or(String::new(), |x| exactly(x, percent, lang))));
        cells
    });
    Columns { rows: body.collect(), headings }
}
