//! The result of some runs for a terminal: a title with the common settings, a sentence for each run, and a table.

#[cfg(test)]
mod tests;

mod outcome_table;

use super::ReportOptions;
use super::data_table::{DataCell, row_cell};
use super::text_table::{TextTable, decimals, format_exact, percent_decimals, wrapped_paragraph};
use crate::lang::glossary;
use crate::lang::table::{interval_method_name, seed_ranges};
use crate::lang::{Lang, capitalize, either, wrap_parts};
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{Column, Row, Summary};
use std::collections::{HashMap, HashSet};

/// The number of lines of an overview: a small terminal without its prompt.
const OVERVIEW_LINES: usize = 22;
/// The number of rows that an overview shows before examples, if there are as many.
const MIN_OVERVIEW_ROWS: usize = 5;
const MAX_EXAMPLES: usize = 3;
/// The largest number of runs with a sentence each; more runs have only the table.
const MAX_RUN_SENTENCES: usize = 4;

/// A row of the table with its run.
type RunRow<'a> = (&'a Summary, &'a Row);

/// Returns the text of some runs of one game for a terminal: a sentence for each, then the table.
pub fn report_text(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let lang = view.lang;
    let paint = view.style;
    let Some(first) = summaries.first() else {
        return String::new();
    };
    let rows: Vec<RunRow<'_>> = summaries
        .iter()
        .flat_map(|summary| summary.visible_rows().map(move |row| (summary, row)))
        .collect();
    let cell = |column: Column, (summary, row): RunRow<'_>| row_cell(summary, row, column);
    let is_same = |column: &Column| {
        rows.iter()
            .all(|row| cell(*column, *row) == cell(*column, rows[0]))
    };
    let is_setting = |column: &&Column| matches!(column, Column::Setting(_));
    // A measured column is always shown; a setting only if it varies.
    let shared = first
        .info
        .columns
        .iter()
        .filter(is_setting)
        .filter(|column| is_same(column));
    let shared: Vec<String> = shared
        .filter_map(|column| setting_phrase(*column, rows[0].1, view))
        .collect();
    let title = view.title.in_lang(lang);
    let run = deals_and_seeds(summaries, lang);
    let parts = std::iter::once(title)
        .chain(shared.iter().map(String::as_str))
        .chain([run.as_str()]);
    let mut text = format!(
        "{}\n",
        wrap_parts(parts, " · ", view.terminal_columns).replacen(title, &paint.heading(title), 1)
    );
    // A setting without words in any row, such as the ranks of a usual pack, has no column.
    let is_said = |column: &&Column| match column {
        Column::Deals => true,
        Column::Setting(_) => rows
            .iter()
            .any(|(_, row)| setting_phrase(**column, row, view).is_some()),
        _ => false,
    };
    let varying: Vec<Column> = first
        .info
        .columns
        .iter()
        .filter(is_said)
        .filter(|column| !is_same(column))
        .copied()
        .collect();
    let seeds = has_several_seeds(summaries);
    let name = |summary: &Summary| {
        let settings = (summaries.len() > 1)
            .then(|| varying_settings(summary, &varying, view))
            .filter(|name| !name.is_empty());
        let seed = seeds.then(|| {
            view.glossary
                .setting_phrase(lang, "seed", &summary.seed.to_string())
        });
        settings
            .into_iter()
            .chain(seed)
            .collect::<Vec<_>>()
            .join(" · ")
    };
    let with_name = |summary: &Summary, sentence: String| match name(summary) {
        name if name.is_empty() => sentence,
        name => either!(lang, "{name} : {sentence}", "{name}: {sentence}"),
    };
    for summary in summaries {
        for note in super::stop_notes(summary, lang) {
            let note = wrapped_paragraph(&with_name(summary, note), view.terminal_columns);
            text.push_str(&format!("{}\n", paint.heading(&note)));
        }
    }
    let answers = summaries
        .iter()
        .map(|summary| match (view.result_sentence)(summary, lang) {
            sentence if name(summary).is_empty() => capitalize(&sentence),
            sentence => with_name(summary, sentence),
        });
    let shown = view.show_all || summaries.len() <= MAX_RUN_SENTENCES;
    answers.filter(|_| shown).for_each(|answer| {
        text.push_str(&format!(
            "{}\n",
            wrapped_paragraph(&answer, view.terminal_columns)
        ))
    });
    // Experiments on the same deals can have a row in common: that of the unchanged stock.
    let mut owners = HashMap::new();
    let shown_rows = summaries
        .iter()
        .flat_map(|summary| summary.rows_to_display().map(move |row| (summary, row)));
    let shown_rows = shown_rows.filter(|(summary, row)| {
        let key = (&summary.stream_key, summary.seed, summary.deals, &row.key);
        let (owner, estimate) = *owners.entry(key).or_insert((&summary.name, &row.estimate));
        *owner == summary.name || *estimate != row.estimate
    });
    let shown_rows: Vec<RunRow<'_>> = shown_rows.collect();
    if !view.show_all {
        if let Some(table) = outcome_table::outcome_table(&shown_rows, &varying, seeds, view) {
            return outcome_overview(&text, &table, summaries, view);
        }
        let table = table((first, seeds), &shown_rows, &varying, view);
        return overview(
            &text,
            (table, usize::from(seeds) + varying.len()),
            summaries,
            view,
        );
    }
    let table = table((first, seeds), &shown_rows, &varying, view);
    let means = mean_tables(summaries, name, view);
    let end = footer(summaries, usize::MAX, view);
    format!(
        "{text}\n{}{means}{end}",
        table.terminal_text(view.terminal_columns)
    )
}

/// Returns a setting of a row in words; `None` when it needs none.
fn setting_phrase(column: Column, row: &Row, view: &ReportOptions<'_>) -> Option<String> {
    let text = row
        .key
        .get(column.name())
        .map(ToString::to_string)
        .unwrap_or_default();
    Some(
        view.glossary
            .setting_phrase(view.lang, column.name(), &text),
    )
    .filter(|phrase| !phrase.is_empty())
}

/// Adds a table with a line for each run, and as many example deals as fit a small terminal.
fn outcome_overview(
    text: &str,
    table: &TextTable,
    summaries: &[Summary],
    view: &ReportOptions<'_>,
) -> String {
    let has_exact = summaries
        .iter()
        .flat_map(Summary::visible_rows)
        .any(|row| row.estimate.exact.is_some());
    let counts = if has_exact {
        view.lang
            .either("les nombres, les valeurs exactes", "counts, exact values")
    } else {
        view.lang.either("les nombres", "counts")
    };
    let note = omitted_note(Some(counts), has_separate_means(summaries), view.lang);
    let start = format!(
        "{text}\n{}{}\n",
        table.terminal_text(view.terminal_columns),
        wrapped_paragraph(note.trim_end(), view.terminal_columns)
    );
    let (end, _) = fitting_footer(summaries, view, |lines_below| {
        height(&start, view) + lines_below <= OVERVIEW_LINES
    });
    start + &end
}

/// Returns the longest footer that fits, with at least one example deal, and its number of lines.
fn fitting_footer(
    summaries: &[Summary],
    view: &ReportOptions<'_>,
    fits: impl Fn(usize) -> bool,
) -> (String, usize) {
    let mut examples = MAX_EXAMPLES;
    loop {
        let end = footer(summaries, examples, view);
        let lines = height(&end, view);
        if examples == 1 || fits(lines) {
            return (end, lines);
        }
        examples -= 1;
    }
}

/// Returns the number of lines that a text takes on the terminal.
fn height(text: &str, view: &ReportOptions<'_>) -> usize {
    text.lines()
        .map(|line| line.chars().count().div_ceil(view.terminal_columns).max(1))
        .sum()
}

/// Adds the parts below the answer that fit a small terminal: some rows of each run and variant, at least one, and the
/// example deals.
fn overview(
    text: &str,
    (table, group): (TextTable, usize),
    summaries: &[Summary],
    view: &ReportOptions<'_>,
) -> String {
    // One line is for the line before the table, one for the note about omitted rows.
    let lines_above = height(text, view) + 2;
    let all = table.rows.len();
    let (end, lines_below) = fitting_footer(summaries, view, |lines_below| {
        lines_above + lines_below + all.min(MIN_OVERVIEW_ROWS) + 2 <= OVERVIEW_LINES
    });
    let lines_left = OVERVIEW_LINES.saturating_sub(lines_above + lines_below);
    // Selected rows are all shown.
    let chosen = summaries
        .iter()
        .any(|summary| summary.row_selection.is_some());
    let seen = if chosen {
        table
    } else {
        table.first_rows_of_groups(lines_left, view.terminal_columns, group)
    };
    let omitted_rows = (all - seen.rows.len()) as u64;
    let rows = (omitted_rows > 0).then(|| {
        let rows = view.lang.translated_count(
            omitted_rows,
            ["ligne", "lignes"],
            ["more row", "more rows"],
        );
        either!(view.lang, "encore {rows}", "{rows}")
    });
    let more = omitted_note(rows, has_separate_means(summaries), view.lang);
    format!(
        "{text}\n{}{more}{end}",
        seen.terminal_text(view.terminal_columns)
    )
}

/// Returns the line about what `--all` adds; `rows` is the part of the table that is omitted.
fn omitted_note(rows: Option<String>, means: bool, lang: Lang) -> String {
    let means = means.then(|| {
        lang.either(
            "les moyennes et les écarts types",
            "means and standard deviations",
        )
    });
    let all = rows.into_iter().chain(means).collect::<Vec<_>>().join(", ");
    if all.is_empty() {
        all
    } else {
        either!(lang, "… (--all affiche {all})\n", "… (--all shows {all})\n")
    }
}

/// True if the table already contains the means.
fn has_separate_means(summaries: &[Summary]) -> bool {
    let is_table_of_means = |summary: &Summary| {
        summary.info.columns.contains(&Column::Estimate) || summary.means.is_empty()
    };
    summaries.iter().any(|summary| !is_table_of_means(summary))
}

fn mean_tables(
    summaries: &[Summary],
    name: impl Fn(&Summary) -> String,
    view: &ReportOptions<'_>,
) -> String {
    let mut text = String::new();
    for summary in summaries.iter().filter(|_| has_separate_means(summaries)) {
        let heading = Some(name(summary))
            .filter(|name| !name.is_empty())
            .map(|name| view.style.heading(&name) + "\n");
        let table =
            super::mean_and_proportion_table(summary, view.lang, |name| view.translate(name))
                .terminal_text(view.terminal_columns);
        text.push_str(&format!("\n{}{table}", heading.unwrap_or_default()));
    }
    text
}

/// Returns the lines below the tables: method of the intervals, notes and examples.
fn footer(summaries: &[Summary], examples: usize, view: &ReportOptions<'_>) -> String {
    let Some(first) = summaries.first().filter(|_| !view.quiet) else {
        return String::new();
    };
    let mut methods = first.visible_rows().filter_map(|row| row.estimate.method);
    let method = methods
        .find(|method| *method != IntervalMethod::Student)
        .unwrap_or_else(|| first.method.into());
    let level = view.lang.confidence_level(first.confidence.level());
    let method = interval_method_name(view.lang, method.name());
    let mut notes = vec![either!(
        view.lang,
        "Intervalles ponctuels à {level} ({method} ; moyennes : Student).",
        "Pointwise {level} confidence intervals ({method}; means: Student)."
    )];
    if has_shared_deals(summaries) {
        notes.push(view.lang.either(
            "Ces simulations jouent les mêmes donnes : leurs résultats ne sont pas indépendants.",
            "These runs play the same deals, so their results are not independent.",
        ));
    }
    notes.extend((view.notes)(summaries, view.show_all, view.lang));
    let notes: String = notes
        .iter()
        .map(|note| wrapped_paragraph(note, view.terminal_columns) + "\n")
        .collect();
    format!(
        "\n{notes}{}",
        super::example_list(summaries, examples, view)
    )
}

/// Returns the smallest and the largest number of deals, and the seeds.
fn deals_and_seeds(summaries: &[Summary], lang: Lang) -> String {
    let deals = || summaries.iter().map(|summary| summary.deals);
    let mut seeds: Vec<u64> = Vec::new();
    for seed in summaries.iter().map(|summary| summary.seed) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    let unit = summaries.first().map_or("", |summary| summary.info.unit);
    let least = deals().min().unwrap_or(0);
    let most = deals().max().unwrap_or(0);
    let few = lang.integer(least);
    let from = if least == most {
        String::new()
    } else {
        either!(lang, "{few} à ", "{few} to ")
    };
    let [one, many] = if lang == Lang::Fr {
        ["graine", "graines"]
    } else {
        ["seed", "seeds"]
    };
    let word = lang.plural_form(seeds.len() as u64, one, many);
    format!(
        "{from}{}, {word} {}",
        glossary::count_with_unit(lang, unit, most),
        seed_ranges(&seeds).join(", ")
    )
}

fn has_several_seeds(summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .any(|summary| summary.seed != summaries[0].seed)
}

fn has_shared_deals(summaries: &[Summary]) -> bool {
    let mut known = HashSet::new();
    summaries
        .iter()
        .any(|summary| !known.insert((summary.stream_key.as_str(), summary.seed)))
}

/// Returns the settings of a run that vary, in words.
fn varying_settings(summary: &Summary, varying: &[Column], view: &ReportOptions<'_>) -> String {
    let phrases = varying.iter().filter_map(|column| {
        let value = summary.setting(column.name())?.to_string();
        Some(
            view.glossary
                .setting_phrase(view.lang, column.name(), &value),
        )
        .filter(|phrase| !phrase.is_empty())
    });
    phrases.collect::<Vec<_>>().join(" · ")
}

fn cell_text(cell: &DataCell, view: &ReportOptions<'_>) -> String {
    match cell {
        DataCell::Text(text) => view.translate(text),
        DataCell::Count(count) => view.lang.integer(*count),
        DataCell::Real(real) => view.lang.decimal(*real, 6),
        DataCell::Empty => String::new(),
    }
}

/// Returns the table of some rows; `seeds` adds a column with the seeds.
fn table(
    (first, seeds): (&Summary, bool),
    rows: &[RunRow<'_>],
    varying: &[Column],
    view: &ReportOptions<'_>,
) -> TextTable {
    let lang = view.lang;
    let columns = &first.info.columns;
    let is_name = |column: &&Column| matches!(column, Column::RowName(_));
    let names: Vec<Column> = varying
        .iter()
        .chain(columns.iter().filter(is_name))
        .copied()
        .collect();
    let counts = columns
        .iter()
        .filter(|column| **column == Column::Count)
        .copied();
    let plain: Vec<Column> = names.iter().copied().chain(counts).collect();
    let is_percent = columns.contains(&Column::Probability);
    let has_exact = rows.iter().any(|(_, row)| row.estimate.exact.is_some());
    let mut headings: Vec<String> = seeds.then(|| view.translate("seed")).into_iter().collect();
    headings.extend(plain.iter().map(|column| view.translate(column.name())));
    headings.push(
        view.translate(
            if is_percent {
                Column::Probability
            } else {
                Column::Estimate
            }
            .name(),
        ),
    );
    headings.push(lang.interval_label(first.confidence.level()));
    headings.extend(has_exact.then(|| view.translate(Column::Exact.name())));
    let body = rows.iter().map(|&(summary, row)| {
        let estimate = &row.estimate;
        let half = estimate
            .interval
            .map_or(0.0, |interval| interval.half_width());
        let number = |x: f64| match (is_percent, half > 0.0) {
            (true, _) => lang.percent(x, percent_decimals(half)),
            (false, true) => lang.decimal(x, decimals(half)),
            (false, false) => lang.decimal(x, 5),
        };
        let mut cells: Vec<String> = seeds
            .then(|| summary.seed.to_string())
            .into_iter()
            .collect();
        cells.extend(
            plain
                .iter()
                .map(|column| cell_text(&row_cell(summary, row, *column), view)),
        );
        cells.push(number(estimate.value));
        let interval = estimate
            .interval
            .map(|interval| lang.interval_bounds(number(interval.low), number(interval.high)));
        cells.push(interval.unwrap_or_default());
        if has_exact {
            cells.push(
                estimate
                    .exact
                    .map_or(String::new(), |exact| format_exact(exact, is_percent, lang)),
            );
        }
        cells
    });
    TextTable {
        row_header_columns: usize::from(seeds) + names.len(),
        rows: body.collect(),
        headings,
    }
}
