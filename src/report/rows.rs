//! The rows of some runs as a table for people: what all rows share stands in the title, the rest in columns.

#[cfg(test)]
mod tests;

use super::View;
use super::csv::{CsvStyle, in_file};
use super::table::{Columns, decimals, exactly, paragraph, percent_decimals};
use super::tables::is_measured;
use crate::lang::glossary;
use crate::lang::table::{groups, method_name};
use crate::lang::{Lang, Say, capital, either, folded};
use pioche_engine::sim::summary::{Cell, Summary};

/// Lines that are seen at a glance: those of a small terminal, but for the prompt.
const GLANCE: usize = 22;
/// Rows that are seen so, if there are as many, before deals to be seen.
const ROWS: usize = 5;
const EXAMPLES: usize = 3;
/// So many runs are answered in sentences; of more the table tells.
const RUNS: usize = 4;

/// The text of some runs of one game for a terminal: the answer of each in a sentence, then the table.
pub fn text(summaries: &[Summary], view: &View<'_>) -> String {
    let (lang, paint) = (view.lang, view.paint);
    let Some(first) = summaries.first() else { return String::new() };
    let rows: Vec<&Vec<Cell>> = summaries.iter().flat_map(|summary| &summary.table.rows).collect();
    let columns = &first.table.columns;
    let same = |column: usize| rows.iter().all(|row| row[column] == rows[0][column]);
    let phrase =
        |column: usize, row: &[Cell]| view.words.phrase(lang, columns[column], &in_file(&row[column], CsvStyle::Plain));
    // What is measured always has its column; a setting only when it varies.
    let settings: Vec<usize> = (0..columns.len()).filter(|&column| is_setting(columns[column])).collect();
    let shared = settings.iter().filter(|&&column| same(column)).map(|&column| phrase(column, rows[0]));
    let shared: Vec<String> = shared.filter(|phrase| !phrase.is_empty()).collect();
    let title = view.title.of(lang);
    let run = played(summaries, lang);
    let told = std::iter::once(title).chain(shared.iter().map(String::as_str)).chain([run.as_str()]);
    let mut text = format!("{}\n", folded(told, " · ", view.columns).replacen(title, &paint.heading(title), 1));
    for stop in summaries.iter().flat_map(|summary| super::stop_lines(summary, lang)) {
        text.push_str(&format!("{}\n", paint.heading(&paragraph(&stop, view.columns))));
    }
    let told = |column: usize| is_setting(columns[column]) || columns[column] == "deals";
    // One that goes without saying in each row, such as the ranks of a usual pack, has none.
    let said = |&column: &usize| rows.iter().any(|row| !phrase(column, row).is_empty());
    let varying = (0..columns.len()).filter(|&column| told(column) && !same(column));
    let varying: Vec<usize> = varying.filter(said).collect();
    let name = |summary: &Summary| if summaries.len() > 1 { named(summary, &varying, view) } else { String::new() };
    let answers = summaries.iter().map(|summary| match (name(summary), (view.says)(summary, lang)) {
        (name, says) if name.is_empty() => capital(&says),
        (name, says) => either!(lang, "{name} : {says}", "{name}: {says}"),
    });
    let shown = view.all || summaries.len() <= RUNS;
    answers.filter(|_| shown).for_each(|says| text.push_str(&format!("{}\n", paragraph(&says, view.columns))));
    let chosen = summaries.iter().flat_map(|summary| summary.chosen.as_ref().unwrap_or(&summary.table.rows));
    let table = table(first, &chosen.collect::<Vec<_>>(), &varying, view);
    if !view.all {
        let group = varying.iter().filter(|&&column| columns[column] != "nb_tas_max").count();
        return glance(&text, (table, group), summaries, view);
    }
    let (means, end) = (means(summaries, name, view), end(summaries, usize::MAX, view));
    format!("{text}\n{}{means}{end}", table.terminal(view.columns))
}

/// As much below the answer as a small terminal holds: first the deals to be seen, then rows, of each run and variant as
/// many.
fn glance(text: &str, (table, group): (Columns, usize), summaries: &[Summary], view: &View<'_>) -> String {
    let end = |examples| end(summaries, examples, view);
    let height = |text: &str| -> usize { text.lines().map(|line| line.chars().count() / view.columns + 1).sum() };
    // The line before the table, and the one that tells of the others.
    let left = |end: &str| GLANCE.saturating_sub(height(text) + height(end) + 2);
    let all = table.rows.len();
    let fits = |end: &String| left(end) >= all.min(ROWS) + 2;
    let end = (2..=EXAMPLES).rev().map(end).find(fits).unwrap_or_else(|| end(1));
    // Rows that were chosen are all shown.
    let chosen = summaries.iter().any(|summary| summary.chosen.is_some());
    let seen = if chosen { table } else { table.first(left(&end), view.columns, group) };
    let more = more((all - seen.rows.len()) as u64, tells_means(summaries), view.lang);
    format!("{text}\n{}{more}{end}", seen.terminal(view.columns))
}

fn more(rows: u64, means: bool, lang: Lang) -> String {
    let rows = (rows > 0).then(|| lang.number_of(rows, ["ligne", "lignes"], ["more row", "more rows"]));
    let rows = rows.map(|rows| either!(lang, "encore {rows}", "{rows}"));
    let means = means.then(|| lang.either("moyennes et dispersion", "means and spread"));
    let all = rows.into_iter().chain(means).collect::<Vec<_>>().join(", ");
    if all.is_empty() { all } else { either!(lang, "… {all} : --all\n", "… {all}: --all\n") }
}

/// A table of statistics already holds the means.
fn tells_means(summaries: &[Summary]) -> bool {
    let told = |summary: &Summary| summary.table.columns.contains(&"statistic") || summary.quantities.is_empty();
    summaries.iter().any(|summary| !told(summary))
}

fn means(summaries: &[Summary], name: impl Fn(&Summary) -> String, view: &View<'_>) -> String {
    let mut text = String::new();
    for summary in summaries.iter().filter(|_| tells_means(summaries)) {
        let heading = Some(name(summary)).filter(|name| !name.is_empty()).map(|name| view.paint.heading(&name) + "\n");
        let table = super::quantities(summary, view.lang, |name| view.word(name)).terminal(view.columns);
        text.push_str(&format!("\n{}{table}", heading.unwrap_or_default()));
    }
    text
}

/// What stands below the tables: how the intervals are made, what has to be known, and the deals to be seen.
fn end(summaries: &[Summary], examples: usize, view: &View<'_>) -> String {
    let Some(first) = summaries.first().filter(|_| !view.quiet) else { return String::new() };
    let method = first.methods.iter().flatten().find(|method| *method != "student").cloned();
    let method = method.unwrap_or_else(|| first.method.to_string());
    let (level, method) = (view.lang.level(first.confidence.level()), method_name(view.lang, &method));
    let mut notes = vec![either!(
        view.lang,
        "Intervalles ponctuels à {level} ({method} ; moyennes : Student).",
        "Pointwise {level} intervals ({method}; means: Student)."
    )];
    if share_deals(summaries) {
        notes.push(view.lang.either(
            "Des simulations des mêmes donnes ne sont pas indépendantes entre elles.",
            "Runs of the same deals are not independent of each other.",
        ));
    }
    notes.extend((view.note)(summaries).filter(|_| view.all).map(|note| note.say(view.lang)));
    let notes: String = notes.iter().map(|note| paragraph(note, view.columns) + "\n").collect();
    format!("\n{notes}{}", super::examples(summaries, examples, view))
}

/// Who played how much: the fewest and the most deals, and the seeds.
fn played(summaries: &[Summary], lang: Lang) -> String {
    let deals = || summaries.iter().map(|summary| summary.deals);
    let mut seeds: Vec<u64> = Vec::new();
    for seed in summaries.iter().map(|summary| summary.seed) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    let unit = summaries.first().map_or("", |summary| summary.unit);
    let (least, most) = (deals().min().unwrap_or(0), deals().max().unwrap_or(0));
    let few = lang.integer(least);
    let from = if least == most { String::new() } else { either!(lang, "{few} à ", "{few} to ") };
    let [one, many] = if lang == Lang::Fr { ["graine", "graines"] } else { ["seed", "seeds"] };
    let word = lang.plural(seeds.len() as u64, one, many);
    format!("{from}{}, {word} {}", glossary::played(lang, unit, most), groups(&seeds).join(", "))
}

fn share_deals(summaries: &[Summary]) -> bool {
    let mut known = Vec::new();
    summaries.iter().any(|summary| {
        let own = (summary.dealt.as_str(), summary.seed);
        let shared = known.contains(&own);
        known.push(own);
        shared
    })
}

fn named(summary: &Summary, varying: &[usize], view: &View<'_>) -> String {
    let names = varying.iter().map(|&column| summary.table.columns[column]);
    let texts = names
        .filter(|name| !summary.setting(name).is_empty())
        .map(|name| view.words.phrase(view.lang, name, summary.setting(name)));
    texts.filter(|phrase| !phrase.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn is_setting(column: &str) -> bool {
    !is_measured(column) && !["outcome", "statistic"].contains(&column)
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
    let words = ["outcome", "statistic", "nb_tas_max"].into_iter().filter_map(place);
    let mut plain: Vec<usize> = varying.iter().copied().filter(|&column| columns[column] != "nb_tas_max").collect();
    plain.extend(words);
    let names = plain.len();
    plain.extend(place("count"));
    let estimate = place("probability").or(place("estimate"));
    let (low, high) = (place("ci_low"), place("ci_high"));
    let exact = place("exact").filter(|&column| rows.iter().any(|row| row[column] != Cell::Empty));
    let percent = place("probability").is_some();
    let mut headings: Vec<String> = plain.iter().map(|&column| view.word(columns[column])).collect();
    headings.extend(estimate.map(|column| view.word(columns[column])));
    headings.push(lang.interval(first.confidence.level()));
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
        cells.push(between.map_or(String::new(), |(low, high)| lang.between(low, high)));
        cells.extend(exact.map(|column| real(Some(column)).map_or(String::new(), |x| exactly(x, percent, lang))));
        cells
    });
    Columns { names, rows: body.collect(), headings }
}
