//! The result of some runs for a terminal: a title with the common settings, a sentence for each run, and a table.

mod mean_tables;
mod settings_table;

use super::data_table::{joint_columns, row_cell};
use super::differences::difference_notes;
use super::figures::{deal_range, distinct};
use super::finding::{comparable_runs, finding};
use super::number::{format_exact, separating_decimals, visible_decimals};
use super::table::{Cell, Table, wrapped_paragraph};
use super::{ReportOptions, RunRow};
use crate::lang::glossary::{interval_method_name, seed_ranges};
use crate::lang::{Lang, capitalize, either, glossary, wrap_parts};
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{Column, MeasureEstimate, Summary, differing_settings};
use std::collections::HashMap;

/// The number of lines of an overview: a small terminal without its prompt.
const OVERVIEW_LINES: usize = 22;
/// The largest number of rows of an overview; each run and variant has one at least.
const MAX_OVERVIEW_ROWS: usize = 9;
/// The number of rows that an overview shows before examples, if there are as many.
const MIN_OVERVIEW_ROWS: usize = 5;
/// The columns that an overview leaves out on a narrow terminal, the first one first.
const OMITTED_ON_NARROW_TERMINALS: [Column; 3] = [Column::Count, Column::Low, Column::Exact];
const MAX_EXAMPLES: usize = 3;

/// The runs of a report, and what distinguishes them.
#[derive(Clone)]
struct Report<'a> {
    summaries: &'a [Summary],
    view: &'a ReportOptions<'a>,
    /// The columns of settings that are the same in all rows.
    constant_columns: Vec<Column>,
    /// The columns of settings and of numbers of deals that are not the same in all rows.
    varying_columns: Vec<Column>,
    has_several_seeds: bool,
}

/// Returns the text of some runs of one game for a terminal: a sentence for each, then the table.
pub fn report_text(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let Some(first) = summaries.first() else {
        return String::new();
    };
    let report = Report::new(first, summaries, view);
    let comparable_runs = comparable_runs(summaries);
    let comparable_report = Report {
        summaries: &comparable_runs,
        ..report.clone()
    };
    let mut text = report.title_line();
    text.push_str(&report.stop_notes());
    text.push_str(&comparable_report.sentence());
    let rows = rows_to_display(summaries);
    if view.show_all {
        let table = report
            .table(first, &rows)
            .terminal_text(view.lang, view.terminal_columns);
        let means = report.mean_tables();
        let end = footer(&report, usize::MAX);
        return format!("{text}\n{table}{means}{end}");
    }
    let row_count = rows.len();
    let comparable_rows = met_rows(rows_to_display(&comparable_runs));
    match comparable_report.settings_table(&comparable_rows) {
        Some(table) => comparable_report.settings_overview(&text, &table),
        None => report.overview(&text, report.table(first, &met_rows(rows)), row_count),
    }
}

/// Returns the rows of an overview: of thresholds, for each run those from the first on that a deal of any run met.
fn met_rows(mut rows: Vec<RunRow<'_>>) -> Vec<RunRow<'_>> {
    let met_rows = rows.iter().filter(|(_, row)| row.value > 0.0);
    let smallest_met = met_rows.filter_map(threshold).min();
    rows.retain(|row| threshold(row) >= smallest_met || threshold(row).is_none());
    rows
}

/// Returns the rows of all runs. Different experiments on the same deals can have a row in common, that of the unchanged
/// stock: it is listed once, of the first run with all these deals.
pub(super) fn rows_to_display(summaries: &[Summary]) -> Vec<RunRow<'_>> {
    let mut runs_by_row: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, summary) in summaries.iter().enumerate() {
        for row in summary.rows_to_display() {
            let key = (summary.stream_key_and_seed(), &row.fields);
            runs_by_row.entry(key).or_default().push(index);
        }
    }
    let mut rows = Vec::new();
    for (index, summary) in summaries.iter().enumerate() {
        for row in summary.rows_to_display() {
            let key = (summary.stream_key_and_seed(), &row.fields);
            let is_listed_elsewhere = runs_by_row[&key].iter().any(|&other| {
                let other_run = &summaries[other];
                other_run.name() != summary.name()
                    && other_run.run.done.is_superset(&summary.run.done)
                    && (other_run.run.done != summary.run.done || other < index)
            });
            if !is_listed_elsewhere {
                rows.push((summary, row));
            }
        }
    }
    rows
}

/// Returns the threshold of a row, such as a number of permitted piles; `None` for other rows and for selected ones.
fn threshold((summary, row): &RunRow<'_>) -> Option<u64> {
    let has_thresholds = summary.columns.contains(&Column::Wins);
    if summary.row_selection.is_some() || !has_thresholds {
        return None;
    }
    row.field(summary.row_name_column()?)?.number()
}

impl<'a> Report<'a> {
    /// Compares some runs, of which `first` is one. A setting without words in any row, such as the ranks of a usual pack, has
    /// no column.
    fn new(first: &Summary, summaries: &'a [Summary], view: &'a ReportOptions<'a>) -> Self {
        let rows: Vec<RunRow<'_>> = summaries
            .iter()
            .flat_map(|summary| summary.visible_rows().map(move |row| (summary, row)))
            .collect();
        let varying_keys = differing_settings(rows.iter().map(|(_, row)| row.fields.as_slice()));
        let mut constant_columns = Vec::new();
        let mut varying_columns = Vec::new();
        for column in joint_columns(summaries) {
            if let Column::Setting(key) = column {
                let has_words = |(_, row): &RunRow<'_>| setting_phrase(column, row, view).is_some();
                if !varying_keys.contains(&key) {
                    constant_columns.push(column);
                } else if rows.iter().any(has_words) {
                    varying_columns.push(column);
                }
            }
            let is_other = |(summary, _): &RunRow<'_>| summary.deals() != first.deals();
            if column == Column::Deals && rows.iter().any(is_other) {
                varying_columns.push(column);
            }
        }
        Self {
            summaries,
            view,
            constant_columns,
            varying_columns,
            has_several_seeds: summaries
                .iter()
                .any(|summary| summary.seed() != first.seed()),
        }
    }

    /// Returns the title of the game with the settings that are the same in all rows, the deals and the seeds.
    fn title_line(&self) -> String {
        let view = self.view;
        let title = view.glossary.title().in_lang(view.lang);
        let mut parts = vec![title.to_owned()];
        let mut rows = self.summaries.iter().flat_map(Summary::visible_rows);
        if let Some(row) = rows.next() {
            let columns = self.constant_columns.iter();
            parts.extend(columns.filter_map(|column| setting_phrase(*column, row, view)));
        }
        parts.push(deals_and_seeds(self.summaries, view.lang));
        let lines = wrap_parts(
            parts.iter().map(String::as_str),
            " · ",
            view.terminal_columns,
        );
        format!("{}\n", lines.replacen(title, &view.heading(title), 1))
    }

    /// Returns the settings and the seed that distinguish a run from the others; empty for a single run.
    fn run_name(&self, summary: &Summary) -> String {
        let mut parts = Vec::new();
        if self.summaries.len() > 1 {
            parts.push(varying_settings(summary, &self.varying_columns, self.view));
        }
        if self.has_several_seeds {
            let seed = summary.seed().into();
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

    /// Returns the notes about runs that are incomplete or have a stop rule; one that all runs share stands once.
    fn stop_notes(&self) -> String {
        let lang = self.view.lang;
        let notes_of_runs: Vec<Vec<String>> = self
            .summaries
            .iter()
            .map(|summary| super::stop_notes(summary, lang))
            .collect();
        let is_shared = |note: &String| notes_of_runs.iter().all(|notes| notes.contains(note));
        let mut notes: Vec<String> = Vec::new();
        for (summary, notes_of_run) in self.summaries.iter().zip(&notes_of_runs) {
            for note in notes_of_run {
                if !is_shared(note) {
                    notes.push(self.with_run_name(summary, note.clone()));
                } else if !notes.contains(note) {
                    notes.push(note.clone());
                }
            }
        }
        let mut text = String::new();
        for note in notes {
            let paragraph = wrapped_paragraph(&note, self.view.terminal_columns);
            text.push_str(&format!("{}\n", self.view.heading(&paragraph)));
        }
        text
    }

    /// Returns the sentence above the table: what a run found, or what the usual settings of several and the most different ones
    /// found.
    fn sentence(&self) -> String {
        let view = self.view;
        let sentence = match self.summaries {
            [summary] => (view.result_sentence)(summary, view.lang),
            summaries => format!("{}.", finding(summaries, view.glossary, view.lang)),
        };
        let paragraph = wrapped_paragraph(&capitalize(&sentence), view.terminal_columns);
        format!("{paragraph}\n")
    }

    /// Adds the parts below the answer that fit a small terminal: some rows of each run and variant, at least one, and
    /// the example deals; `row_count` is the number of rows that `--all` shows. The table is as wide as the terminal at
    /// the most, as far as it can be without [`OMITTED_ON_NARROW_TERMINALS`].
    fn overview(&self, text: &str, mut table: Table, row_count: usize) -> String {
        let view = self.view;
        let mut omissions = Vec::new();
        for column in OMITTED_ON_NARROW_TERMINALS {
            let heading = self.column_heading(column);
            if !table.fits(view.lang, view.terminal_columns)
                && table.remove_column(&heading, view.lang)
            {
                omissions.push(either!(view.lang, "« {heading} »", "“{heading}”"));
            }
        }
        // One line is for the line before the table, one for the note about omitted rows.
        let lines_above = height(text, view) + 2;
        let table_rows = table.rows.len();
        let end = self.fitting_footer(|lines_below| {
            lines_above + lines_below + table_rows.min(MIN_OVERVIEW_ROWS) + 2 <= OVERVIEW_LINES
        });
        // Selected rows are all shown.
        let has_selection = self
            .summaries
            .iter()
            .any(|summary| summary.row_selection.is_some());
        if !has_selection {
            let free_lines = OVERVIEW_LINES.saturating_sub(lines_above + height(&end, view));
            let max_lines = free_lines.min(MAX_OVERVIEW_ROWS + Table::HEADING_LINES);
            let group = usize::from(self.has_several_seeds) + self.varying_columns.len();
            table =
                table.first_rows_of_groups(max_lines, (view.lang, view.terminal_columns), group);
        }
        let omitted_rows = (row_count - table.rows.len()) as u64;
        if omitted_rows > 0 {
            omissions.insert(0, omitted_rows_text(omitted_rows, view.lang));
        }
        let table_text = table.terminal_text(view.lang, view.terminal_columns);
        let note = self.omitted_note(omissions);
        format!("{text}\n{table_text}{note}{end}")
    }

    /// Adds a table with a line for each setting, its notes, and an example deal.
    fn settings_overview(&self, text: &str, table: &Table) -> String {
        let view = self.view;
        let table_text = table.terminal_text(view.lang, view.terminal_columns);
        let mut start = format!("{text}\n{table_text}");
        if view.quiet {
            return start;
        }
        let mut notes = vec![self.settings_note(table)];
        notes.extend((!view.command_note.is_empty()).then(|| view.command_note.to_owned()));
        notes.extend((view.notes)(self.summaries, false, view.lang));
        start.push('\n');
        for note in notes {
            start += &wrapped_paragraph(&note, view.terminal_columns);
            start.push('\n');
        }
        start + &super::example_list(self.summaries, 1, view)
    }

    /// Returns the longest footer that fits, with at least one example deal.
    fn fitting_footer(&self, fits: impl Fn(usize) -> bool) -> String {
        let mut examples = MAX_EXAMPLES;
        loop {
            let end = footer(self, examples);
            if examples == 1 || fits(height(&end, self.view)) {
                return end;
            }
            examples -= 1;
        }
    }

    /// Returns the line about what `--all` adds; `omissions` are the parts of the table that are left out.
    fn omitted_note(&self, mut omissions: Vec<String>) -> String {
        let lang = self.view.lang;
        if has_separate_means(self.summaries) {
            omissions.push(either!(
                lang,
                "les moyennes et les écarts-types",
                "means and standard deviations"
            ));
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
        format!("{}\n", wrapped_paragraph(&note, self.view.terminal_columns))
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
                text.push_str(&format!("{}\n", self.view.heading(&name)));
            }
            let mut tables = vec![self.mean_table(summary)];
            tables.extend(self.quantile_table(summary));
            let texts = tables
                .iter()
                .map(|table| table.terminal_text(self.view.lang, self.view.terminal_columns));
            text.push_str(&texts.collect::<Vec<_>>().join("\n"));
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

    /// Returns the headings of the columns that distinguish the runs.
    fn header_headings(&self) -> Vec<String> {
        let mut headings = Vec::new();
        if self.has_several_seeds {
            headings.push(self.view.translate("seed"));
        }
        let columns = self.varying_columns.iter();
        headings.extend(columns.map(|column| self.column_heading(*column)));
        headings
    }

    /// Returns the cells of a row in the columns that distinguish the runs.
    fn header_cells(&self, row: RunRow<'_>) -> Vec<String> {
        let mut cells = Vec::new();
        if self.has_several_seeds {
            cells.push(row.0.seed().to_string());
        }
        let columns = self.varying_columns.iter();
        cells.extend(columns.map(|column| self.cell_text(row, *column)));
        cells
    }

    /// Returns the table of some rows, with a column of seeds if there are several; `first` is the first run.
    fn table(&self, first: &Summary, rows: &[RunRow<'_>]) -> Table {
        let has_exact = rows.iter().any(|(_, row)| has_uncertain_exact_value(row));
        let is_row_name = |column: &&Column| matches!(column, Column::RowName(_));
        let is_shown = |column: &Column| match column {
            Column::RowName(_) | Column::Count | Column::Low => true,
            Column::Probability | Column::Estimate => true,
            Column::Exact => has_exact,
            _ => false,
        };
        let mut columns = first.columns.clone();
        columns.retain(is_shown);
        columns.sort_by_key(|column| match column {
            Column::RowName(_) => 0,
            Column::Exact => 1,
            _ => 2,
        });
        let mut headings = self.header_headings();
        let row_header_columns = headings.len() + columns.iter().filter(is_row_name).count();
        headings.extend(columns.iter().map(|column| self.column_heading(*column)));
        let mut text_rows = Vec::new();
        for row in rows {
            let mut cells = self.header_cells(*row);
            cells.extend(columns.iter().map(|column| self.cell_text(*row, *column)));
            text_rows.push(cells);
        }
        Table::of_texts(row_header_columns, headings, text_rows)
    }

    /// Returns the text of a row in a column; an estimate has the digits that its interval supports.
    fn cell_text(&self, (summary, row): RunRow<'_>, column: Column) -> String {
        let lang = self.view.lang;
        let is_percent = summary.columns.contains(&Column::Probability);
        match column {
            Column::Probability | Column::Estimate => {
                let [estimate, _] = estimate_cells(row, is_percent, lang);
                estimate
            }
            Column::Low => {
                let [_, interval] = estimate_cells(row, is_percent, lang);
                interval
            }
            Column::Exact => row
                .exact
                .map_or_else(String::new, |exact| format_exact(exact, is_percent, lang)),
            Column::Setting(key) => match row_cell(summary, row, column) {
                Cell::Text(text) => self.view.glossary.translate_value(lang, key, &text),
                cell => cell_text(&cell, self.view),
            },
            _ => cell_text(&row_cell(summary, row, column), self.view),
        }
    }
}

/// Returns a setting of a row in words; `None` when it needs none.
fn setting_phrase(
    column: Column,
    row: &MeasureEstimate,
    view: &ReportOptions<'_>,
) -> Option<String> {
    let value = row.field(column.name())?;
    let phrase = view
        .glossary
        .setting_phrase(view.lang, column.name(), value);
    (!phrase.is_empty()).then_some(phrase)
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

/// True if the table already contains the means.
fn has_separate_means(summaries: &[Summary]) -> bool {
    let is_table_of_means = |summary: &Summary| {
        summary.columns.contains(&Column::Estimate) || summary.means().next().is_none()
    };
    summaries.iter().any(|summary| !is_table_of_means(summary))
}

/// Returns the lines below the tables: method of the intervals, notes and examples.
fn footer(report: &Report<'_>, examples: usize) -> String {
    let Report {
        summaries, view, ..
    } = *report;
    let Some(first) = summaries.first().filter(|_| !view.quiet) else {
        return String::new();
    };
    let method = first
        .visible_rows()
        .filter_map(|row| row.method)
        .find(|method| *method != IntervalMethod::Student)
        .unwrap_or(IntervalMethod::Exact);
    let level = view.lang.confidence_level(first.confidence.level());
    let method = interval_method_name(method.name());
    let has_quantiles = summaries
        .iter()
        .flat_map(|summary| summary.means())
        .any(|(mean, _)| !mean.quantiles.is_empty());
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
    notes.extend(difference_notes(summaries, view));
    notes.extend((!view.command_note.is_empty()).then(|| view.command_note.to_owned()));
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
    let (min, max) = deal_range(summaries);
    let unit = summaries.first().map_or("", |summary| summary.unit());
    let mut text = String::new();
    if min < max {
        let min = lang.integer(min);
        text.push_str(&either!(lang, "{min} à ", "{min} to "));
    }
    text.push_str(&glossary::count_with_unit(lang, unit, max));

    let seeds = distinct(summaries.iter().map(|summary| summary.seed()));
    let word = match lang {
        Lang::Fr => lang.plural_form(seeds.len() as u64, "graine", "graines"),
        Lang::En => lang.plural_form(seeds.len() as u64, "seed", "seeds"),
    };
    format!("{text}, {word} {}", seed_ranges(&seeds).join(", "))
}

/// Returns the settings of a run that vary, in words.
fn varying_settings(summary: &Summary, varying: &[Column], view: &ReportOptions<'_>) -> String {
    let phrases = varying.iter().filter_map(|column| {
        let value = summary.setting(column.name())?;
        let glossary = view.glossary;
        Some(glossary.differing_setting_phrase(view.lang, column.name(), value))
    });
    let phrases: Vec<String> = phrases.filter(|phrase| !phrase.is_empty()).collect();
    phrases.join(" · ")
}

fn cell_text(cell: &Cell, view: &ReportOptions<'_>) -> String {
    match cell {
        Cell::Text(text) => view.translate(text),
        cell => cell.in_lang(view.lang),
    }
}

/// True if the row has an exact value other than that of a certain or impossible event, which stands in place of its estimate.
fn has_uncertain_exact_value(row: &MeasureEstimate) -> bool {
    row.exact.is_some() && row.certain_share().is_none()
}

/// Returns an estimate and its interval; an impossible or certain event has no interval.
pub fn estimate_cells(row: &MeasureEstimate, is_percent: bool, lang: Lang) -> [String; 2] {
    if let Some(share) = row.certain_share() {
        return [lang.percent(share, 0), String::new()];
    }
    if let Some(exact) = row.exact.filter(|_| row.interval.is_none()) {
        return [format_exact(exact, is_percent, lang), String::new()];
    }
    let half_width = row.interval.map_or(0.0, |interval| interval.half_width());
    let unit = if is_percent { 100.0 } else { 1.0 };
    let decimals = if is_percent || half_width > 0.0 {
        let decimals = visible_decimals(unit * row.value, unit * half_width);
        separating_decimals(row.value_with_interval(), unit, decimals)
    } else {
        5
    };
    let number = |value: f64| {
        if is_percent {
            lang.percent(value, decimals)
        } else {
            lang.decimal(value, decimals)
        }
    };
    let interval = row
        .interval
        .map(|interval| lang.interval_bounds(number(interval.low), number(interval.high)));
    [number(row.value), interval.unwrap_or_default()]
}
