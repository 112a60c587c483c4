//! The result of some runs for a terminal: a title with the common settings, a sentence for each run, and a table.

#[cfg(test)]
mod tests;

mod outcome_table;

use super::ReportOptions;
use super::data_table::{DataCell, joint_columns, row_cell};
use super::text_table::{TextTable, decimals, format_exact, percent_decimals, wrapped_paragraph};
use crate::lang::glossary;
use crate::lang::glossary::{interval_method_name, seed_ranges};
use crate::lang::{Lang, capitalize, either, wrap_parts};
use pioche_engine::sim::table::{IntervalMethod, RowEstimate};
use pioche_engine::sim::{Column, Row, Summary, differing_settings};
use std::collections::{HashMap, HashSet};

/// The number of lines of an overview: a small terminal without its prompt.
const OVERVIEW_LINES: usize = 22;
/// The largest number of rows of an overview; each run and variant has one at least.
const MAX_OVERVIEW_ROWS: usize = 9;
/// The number of rows that an overview shows before examples, if there are as many.
const MIN_OVERVIEW_ROWS: usize = 5;
/// The columns that an overview leaves out on a narrow terminal, the first one first.
const OMITTED_ON_NARROW_TERMINALS: [Column; 3] = [Column::Count, Column::Exact, Column::Low];
const MAX_EXAMPLES: usize = 3;
/// The largest number of runs with a sentence each; more runs have only the table.
const MAX_RUN_SENTENCES: usize = 4;

/// A row of the table with its run.
pub(super) type RunRow<'a> = (&'a Summary, &'a Row);

/// The runs of a report, and what distinguishes them.
struct Report<'a> {
    summaries: &'a [Summary],
    view: &'a ReportOptions<'a>,
    /// The columns of settings and of numbers of deals that are not the same in all rows.
    varying_columns: Vec<Column>,
    has_several_seeds: bool,
}

/// Returns the text of some runs of one game for a terminal: a sentence for each, then the table.
pub fn report_text(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let rows: Vec<RunRow<'_>> = summaries
        .iter()
        .flat_map(|summary| summary.visible_rows().map(move |row| (summary, row)))
        .collect();
    let Some(first) = summaries.first() else {
        return String::new();
    };
    let columns = joint_columns(summaries);
    let varying_keys = differing_settings(rows.iter().map(|(_, row)| &row.key.0[..]));
    let report = Report {
        summaries,
        view,
        varying_columns: varying_columns(&columns, &rows, &varying_keys, view),
        has_several_seeds: has_several_seeds(summaries),
    };
    let constant_columns = columns.iter().filter(|column| match column {
        Column::Setting(key) => !varying_keys.contains(key),
        _ => false,
    });
    let phrases = constant_columns.filter_map(|column| setting_phrase(*column, rows[0].1, view));
    let mut text = title_line(phrases, summaries, view);
    text.push_str(&report.stop_notes());
    text.push_str(&report.sentences());
    let mut rows = rows_to_display(summaries);
    if view.show_all {
        let table = report
            .table(first, &rows)
            .terminal_text(view.terminal_columns);
        let means = report.mean_tables();
        let end = footer(summaries, usize::MAX, view);
        return format!("{text}\n{table}{means}{end}");
    }
    let row_count = rows.len();
    rows.retain(|(summary, row)| !is_unmet_threshold(summary, row));
    match report.outcome_table(&rows) {
        Some(table) => outcome_overview(&text, &table, summaries, view),
        None => report.overview(&text, report.table(first, &rows), row_count),
    }
}

/// Returns the title of the game with the settings that are the same in all rows, the deals and the seeds.
fn title_line(
    constant_settings: impl Iterator<Item = String>,
    summaries: &[Summary],
    view: &ReportOptions<'_>,
) -> String {
    let title = view.title.in_lang(view.lang);
    let mut parts = vec![title.to_owned()];
    parts.extend(constant_settings);
    parts.push(deals_and_seeds(summaries, view.lang));
    let lines = wrap_parts(
        parts.iter().map(String::as_str),
        " · ",
        view.terminal_columns,
    );
    format!("{}\n", lines.replacen(title, &view.style.heading(title), 1))
}

/// Returns the columns of settings and of numbers of deals that vary. A setting without words in any row, such as the
/// ranks of a usual pack, has no column.
fn varying_columns(
    columns: &[Column],
    rows: &[RunRow<'_>],
    varying_keys: &[&'static str],
    view: &ReportOptions<'_>,
) -> Vec<Column> {
    let has_words = |column: Column| {
        rows.iter()
            .any(|(_, row)| setting_phrase(column, row, view).is_some())
    };
    let varies = |column: &Column| match column {
        Column::Deals => rows
            .iter()
            .any(|(summary, _)| summary.deals != rows[0].0.deals),
        Column::Setting(key) => varying_keys.contains(key) && has_words(*column),
        _ => false,
    };
    columns.iter().copied().filter(varies).collect()
}

/// Returns the rows of all runs. Different experiments on the same deals can have a row in common, that of the unchanged
/// stock: it is listed once, of the first run with all these deals.
pub(super) fn rows_to_display(summaries: &[Summary]) -> Vec<RunRow<'_>> {
    let mut runs_by_row: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, summary) in summaries.iter().enumerate() {
        for row in summary.rows_to_display() {
            let key = (&summary.stream_key, summary.seed, &row.key);
            runs_by_row.entry(key).or_default().push(index);
        }
    }
    let mut rows = Vec::new();
    for (index, summary) in summaries.iter().enumerate() {
        for row in summary.rows_to_display() {
            let key = (&summary.stream_key, summary.seed, &row.key);
            let is_listed_elsewhere = runs_by_row[&key].iter().any(|&other| {
                let other_run = &summaries[other];
                other_run.name != summary.name
                    && other_run.done.is_superset(&summary.done)
                    && (other_run.done != summary.done || other < index)
            });
            if !is_listed_elsewhere {
                rows.push((summary, row));
            }
        }
    }
    rows
}

/// Returns true for a row of thresholds that no deal of the run met, unless the row was selected. Overviews leave it out.
fn is_unmet_threshold(summary: &Summary, row: &Row) -> bool {
    summary.row_selection.is_none()
        && summary.columns.contains(&Column::Wins)
        && row.estimate.value == 0.0
}

impl Report<'_> {
    /// Returns the settings and the seed that distinguish a run from the others; empty for a single run.
    fn run_name(&self, summary: &Summary) -> String {
        let mut parts = Vec::new();
        if self.summaries.len() > 1 {
            parts.push(varying_settings(summary, &self.varying_columns, self.view));
        }
        if self.has_several_seeds {
            let seed = summary.seed.into();
            parts.push(
                self.view
                    .glossary
                    .setting_phrase(self.view.lang, "seed", &seed),
            );
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// Puts the name of a run before a sentence about it.
    fn with_run_name(&self, summary: &Summary, sentence: String) -> String {
        let name = self.run_name(summary);
        if name.is_empty() {
            sentence
        } else {
            either!(self.view.lang, "{name} : {sentence}", "{name}: {sentence}")
        }
    }

    /// Returns the notes about runs that are incomplete or have a stop rule.
    fn stop_notes(&self) -> String {
        let mut text = String::new();
        for summary in self.summaries {
            for note in super::stop_notes(summary, self.view.lang) {
                let note = self.with_run_name(summary, note);
                let paragraph = wrapped_paragraph(&note, self.view.terminal_columns);
                text.push_str(&format!("{}\n", self.view.style.heading(&paragraph)));
            }
        }
        text
    }

    /// Returns a sentence for each run, unless there are too many runs.
    fn sentences(&self) -> String {
        let mut text = String::new();
        if !self.view.show_all && self.summaries.len() > MAX_RUN_SENTENCES {
            return text;
        }
        for summary in self.summaries {
            let mut sentence = (self.view.result_sentence)(summary, self.view.lang);
            if self.run_name(summary).is_empty() {
                sentence = capitalize(&sentence);
            }
            let sentence = self.with_run_name(summary, sentence);
            let paragraph = wrapped_paragraph(&sentence, self.view.terminal_columns);
            text.push_str(&format!("{paragraph}\n"));
        }
        text
    }

    /// Adds the parts below the answer that fit a small terminal: some rows of each run and variant, at least one, and
    /// the example deals; `row_count` is the number of rows that `--all` shows. The table is as wide as the terminal at
    /// the most, as far as it can be without [`OMITTED_ON_NARROW_TERMINALS`].
    fn overview(&self, text: &str, mut table: TextTable, row_count: usize) -> String {
        let view = self.view;
        let mut omissions = Vec::new();
        for column in OMITTED_ON_NARROW_TERMINALS {
            let heading = self.column_heading(column);
            if !table.fits(view.terminal_columns) && table.remove_column(&heading) {
                omissions.push(heading);
            }
        }
        // One line is for the line before the table, one for the note about omitted rows.
        let lines_above = height(text, view) + 2;
        let table_rows = table.rows.len();
        let (end, lines_below) = fitting_footer(self.summaries, view, |lines_below| {
            lines_above + lines_below + table_rows.min(MIN_OVERVIEW_ROWS) + 2 <= OVERVIEW_LINES
        });
        // Selected rows are all shown.
        let has_selection = self
            .summaries
            .iter()
            .any(|summary| summary.row_selection.is_some());
        let table = if has_selection {
            table
        } else {
            let free_lines = OVERVIEW_LINES.saturating_sub(lines_above + lines_below);
            let max_lines = free_lines.min(MAX_OVERVIEW_ROWS + TextTable::HEADING_LINES);
            let group = usize::from(self.has_several_seeds) + self.varying_columns.len();
            table.first_rows_of_groups(max_lines, view.terminal_columns, group)
        };
        let omitted_rows = (row_count - table.rows.len()) as u64;
        if omitted_rows > 0 {
            omissions.insert(0, omitted_rows_text(omitted_rows, view.lang));
        }
        let note = omitted_note(omissions, has_separate_means(self.summaries), view);
        let table_text = table.terminal_text(view.terminal_columns);
        format!("{text}\n{table_text}{note}{end}")
    }

    /// Returns the tables of means of all runs; none if the main table contains them.
    fn mean_tables(&self) -> String {
        let mut text = String::new();
        if !has_separate_means(self.summaries) {
            return text;
        }
        for summary in self.summaries {
            text.push('\n');
            let name = self.run_name(summary);
            if !name.is_empty() {
                text.push_str(&format!("{}\n", self.view.style.heading(&name)));
            }
            let translate = |word: &str| self.view.translate(word);
            let table = super::mean_and_proportion_table(summary, self.view.lang, translate);
            text.push_str(&table.terminal_text(self.view.terminal_columns));
            if let Some(table) = super::quantile_table(summary, self.view.lang, translate) {
                text.push('\n');
                text.push_str(&table.terminal_text(self.view.terminal_columns));
            }
        }
        text
    }

    /// Returns the heading of a column; the interval is that of its lower end.
    fn column_heading(&self, column: Column) -> String {
        match (column, self.summaries.first()) {
            (Column::Low, Some(first)) => self.view.lang.interval_label(first.confidence.level()),
            _ => self.view.translate(column.name()),
        }
    }

    /// Returns the table of some rows, with a column of seeds if there are several; `first` is the first run.
    fn table(&self, first: &Summary, rows: &[RunRow<'_>]) -> TextTable {
        let columns = &first.columns;
        let mut text_columns = self.varying_columns.clone();
        text_columns.extend(
            columns
                .iter()
                .filter(|column| matches!(column, Column::RowName(_))),
        );
        let row_header_columns = usize::from(self.has_several_seeds) + text_columns.len();
        text_columns.extend(columns.iter().filter(|column| **column == Column::Count));
        let is_percent = columns.contains(&Column::Probability);
        let has_exact = rows.iter().any(|(_, row)| row.estimate.exact.is_some());

        let translate = |column: &Column| self.column_heading(*column);
        let mut headings = Vec::new();
        if self.has_several_seeds {
            headings.push(self.view.translate("seed"));
        }
        headings.extend(text_columns.iter().map(translate));
        headings.push(translate(if is_percent {
            &Column::Probability
        } else {
            &Column::Estimate
        }));
        headings.push(self.column_heading(Column::Low));
        if has_exact {
            headings.push(translate(&Column::Exact));
        }

        let mut body = Vec::new();
        for (summary, row) in rows {
            let mut cells = Vec::new();
            if self.has_several_seeds {
                cells.push(summary.seed.to_string());
            }
            for column in &text_columns {
                cells.push(column_cell_text(summary, row, *column, self.view));
            }
            cells.extend(estimate_cells(&row.estimate, is_percent, self.view.lang));
            if has_exact {
                let exact = row.estimate.exact;
                cells.push(exact.map_or_else(String::new, |exact| {
                    format_exact(exact, is_percent, self.view.lang)
                }));
            }
            body.push(cells);
        }
        TextTable {
            row_header_columns,
            headings,
            rows: body,
        }
    }
}

/// Returns a setting of a row in words; `None` when it needs none.
fn setting_phrase(column: Column, row: &Row, view: &ReportOptions<'_>) -> Option<String> {
    let value = row.key.get(column.name())?;
    let phrase = view
        .glossary
        .setting_phrase(view.lang, column.name(), value);
    (!phrase.is_empty()).then_some(phrase)
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
        either!(
            view.lang,
            "les nombres, les valeurs exactes",
            "counts, exact values"
        )
    } else {
        either!(view.lang, "les nombres", "counts")
    };
    let note = omitted_note(vec![counts.to_owned()], has_separate_means(summaries), view);
    let start = format!(
        "{text}\n{}{}\n",
        table.terminal_text(view.terminal_columns),
        note.trim_end()
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

fn omitted_rows_text(count: u64, lang: Lang) -> String {
    let rows = lang.translated_count(count, ["ligne", "lignes"], ["more row", "more rows"]);
    either!(lang, "encore {rows}", "{rows}")
}

/// Returns the line about what `--all` adds; `omissions` are the parts of the table that are left out.
fn omitted_note(mut omissions: Vec<String>, has_means: bool, view: &ReportOptions<'_>) -> String {
    let lang = view.lang;
    if has_means {
        let means = either!(
            lang,
            "les moyennes et les écarts types",
            "means and standard deviations"
        );
        omissions.push(means.to_owned());
    }
    if omissions.is_empty() {
        return String::new();
    }
    let omission = omissions.join(", ");
    let note = either!(
        lang,
        "… (--all affiche {omission})",
        "… (--all shows {omission})"
    );
    format!("{}\n", wrapped_paragraph(&note, view.terminal_columns))
}

/// True if the table already contains the means.
fn has_separate_means(summaries: &[Summary]) -> bool {
    let is_table_of_means =
        |summary: &Summary| summary.columns.contains(&Column::Estimate) || summary.means.is_empty();
    summaries.iter().any(|summary| !is_table_of_means(summary))
}

/// Returns the lines below the tables: method of the intervals, notes and examples.
fn footer(summaries: &[Summary], examples: usize, view: &ReportOptions<'_>) -> String {
    let Some(first) = summaries.first().filter(|_| !view.quiet) else {
        return String::new();
    };
    let method = first
        .visible_rows()
        .filter_map(|row| row.estimate.method)
        .find(|method| *method != IntervalMethod::Student)
        .unwrap_or_else(|| first.method.into());
    let level = view.lang.confidence_level(first.confidence.level());
    let method = interval_method_name(view.lang, method.name());
    let has_quantiles = summaries
        .iter()
        .flat_map(|summary| &summary.means)
        .any(|mean| !mean.quantiles.is_empty());
    let quantiles = if has_quantiles && view.show_all {
        either!(
            view.lang,
            " ; quantiles : statistiques d'ordre",
            "; quantiles: order statistics"
        )
    } else {
        String::new()
    };
    let mut notes = vec![either!(
        view.lang,
        "Intervalles à {level}, ligne par ligne ({method} ; moyennes : Student{quantiles}).",
        "{level} confidence intervals, row by row ({method}; means: Student{quantiles})."
    )];
    if has_shared_deals(summaries) {
        notes.push(either!(
            view.lang,
            "Ces simulations jouent les mêmes donnes : leurs résultats ne sont pas indépendants.",
            "These runs play the same deals, so their results are not independent."
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
    let deals: Vec<u64> = summaries.iter().map(|summary| summary.deals).collect();
    let min = deals.iter().min().copied().unwrap_or(0);
    let max = deals.iter().max().copied().unwrap_or(0);
    let unit = summaries.first().map_or("", |summary| summary.info.unit);
    let mut text = String::new();
    if min < max {
        let min = lang.integer(min);
        text.push_str(&either!(lang, "{min} à ", "{min} to "));
    }
    text.push_str(&glossary::count_with_unit(lang, unit, max));

    let seeds = super::figures::distinct(summaries.iter().map(|summary| summary.seed));
    let [one, many] = if lang == Lang::Fr {
        ["graine", "graines"]
    } else {
        ["seed", "seeds"]
    };
    let word = lang.plural_form(seeds.len() as u64, one, many);
    format!("{text}, {word} {}", seed_ranges(&seeds).join(", "))
}

fn has_several_seeds(summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .any(|summary| summary.seed != summaries[0].seed)
}

fn has_shared_deals(summaries: &[Summary]) -> bool {
    let streams: HashSet<_> = summaries
        .iter()
        .map(|summary| (&summary.stream_key, summary.seed))
        .collect();
    streams.len() < summaries.len()
}

/// Returns the settings of a run that vary, in words.
fn varying_settings(summary: &Summary, varying: &[Column], view: &ReportOptions<'_>) -> String {
    let phrases = varying.iter().filter_map(|column| {
        let value = summary.setting(column.name())?;
        Some(
            view.glossary
                .setting_phrase(view.lang, column.name(), value),
        )
        .filter(|phrase| !phrase.is_empty())
    });
    phrases.collect::<Vec<_>>().join(" · ")
}

/// Returns the text of a row in a column.
fn column_cell_text(
    summary: &Summary,
    row: &Row,
    column: Column,
    view: &ReportOptions<'_>,
) -> String {
    match (row_cell(summary, row, column), column) {
        (DataCell::Text(text), Column::Setting(key)) => {
            view.glossary.translate_value(view.lang, key, &text)
        }
        (cell, _) => cell_text(&cell, view),
    }
}

fn cell_text(cell: &DataCell, view: &ReportOptions<'_>) -> String {
    match cell {
        DataCell::Text(text) => view.translate(text),
        DataCell::Count(count) => view.lang.integer(*count),
        DataCell::Real(real) => view.lang.decimal(*real, 6),
        DataCell::Empty => String::new(),
    }
}

/// Returns an estimate and its interval; an impossible event has no interval.
pub(super) fn estimate_cells(estimate: &RowEstimate, is_percent: bool, lang: Lang) -> [String; 2] {
    if is_percent && estimate.exact == Some(0.0) {
        return [lang.percent(0.0, 0), String::new()];
    }
    let half_width = estimate
        .interval
        .map_or(0.0, |interval| interval.half_width());
    let number = |value: f64| {
        if is_percent {
            lang.percent(value, percent_decimals(half_width))
        } else if half_width > 0.0 {
            lang.decimal(value, decimals(half_width))
        } else {
            lang.decimal(value, 5)
        }
    };
    let interval = estimate
        .interval
        .map(|interval| lang.interval_bounds(number(interval.low), number(interval.high)));
    [number(estimate.value), interval.unwrap_or_default()]
}
