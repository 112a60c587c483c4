//! The answer to a command for a terminal: a heading, one sentence, one table, notes and a command.

mod settings_answer;

use super::command::dealt_seed;
use super::data_table::{joint_columns, row_cell};
use super::number::{PageNumber, format_exact, no_interval_note};
use super::question::{
    AskedSetting, Question, asked_statistic, difference_text, quantile_text, setting_parts,
    setting_phrases,
};
use super::table::{Cell, Table, wrapped_paragraph};
use super::{ReportOptions, RunRow, deal_range, distinct, title_and_settings};
use crate::lang::glossary::{count_with_unit, interval_label, seed_ranges, unit_noun};
use crate::lang::{
    Text, capitalize, confidence_level, decimal, integer, percent, plural_form, quantity,
    wrap_parts,
};
use pioche_engine::sim::{Column, Row, Summary, differing_settings};
use pioche_engine::stats::Moments;

/// The number of lines of an answer: a small terminal.
const MAX_LINES: usize = 24;
/// The largest number of rows of a single run that an answer shows.
const MAX_ROWS: usize = 13;

/// The heading and the cells of a column.
type TextColumn = (String, Vec<String>);

/// The runs of a report, and what distinguishes them.
struct Report<'a> {
    summaries: &'a [Summary],
    view: &'a ReportOptions<'a>,
    /// The columns of settings and of numbers of deals that are not the same in all rows.
    varying_columns: Vec<Column>,
    has_several_seeds: bool,
}

/// Returns the text of some runs of one game for a terminal.
pub fn report_text(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let Some(first) = summaries.first() else {
        return String::new();
    };
    let report = Report::new(first, summaries, view);
    let mut text = report.title_line() + &report.stop_notes();
    let question = Question::new(summaries, view.glossary);
    if let Some(question) = &question {
        let sentence = format!("{}.", question.sentence());
        text += &wrapped_paragraph(&sentence, view.terminal_columns);
        text.push('\n');
    } else if asked_statistic(first).is_some() {
        return text + &tr!("No game has a value.\n");
    }
    if view.show_all {
        return report.complete_text(first, text);
    }
    match question {
        Some(question) if question.settings.len() > 1 || question.statistic().is_some() => {
            report.settings_answer(&question, text)
        }
        _ => report.rows_answer(first, text),
    }
}

/// Returns the rows of all runs. A setting that several runs have in common is listed once.
pub(super) fn rows_to_display(summaries: &[Summary]) -> Vec<RunRow<'_>> {
    let parts = setting_parts(summaries);
    let mut rows = Vec::new();
    for summary in summaries {
        for row in summary.rows_to_display() {
            let is_listed = |part: &AskedSetting<'_>| {
                std::ptr::eq(part.summary, summary)
                    && part.rows.iter().any(|own| own.fields == row.fields)
            };
            if parts.iter().any(is_listed) {
                rows.push((summary, row));
            }
        }
    }
    rows
}

impl<'a> Report<'a> {
    /// Compares some runs, of which `first` is one. A setting without words in any row, such as the ranks of a usual pack, has
    /// no column.
    fn new(first: &Summary, summaries: &'a [Summary], view: &'a ReportOptions<'a>) -> Self {
        let rows: Vec<&Row> = summaries.iter().flat_map(Summary::visible_rows).collect();
        let varying_keys = differing_settings(rows.iter().map(|row| row.fields.as_slice()));
        let has_words = |row: &&Row, key: &str| {
            let value = row.field(key);
            value.is_some_and(|value| !view.glossary.setting_phrase(key, value).is_empty())
        };
        let mut varying_columns = joint_columns(summaries);
        varying_columns.retain(|column| match column {
            Column::Setting(key) => {
                varying_keys.contains(key) && rows.iter().any(|row| has_words(row, key))
            }
            _ => false,
        });
        let (fewest_deals, most_deals) = deal_range(summaries.iter());
        if fewest_deals < most_deals {
            varying_columns.push(Column::Deals);
        }
        let seed = first.seed();
        Self {
            summaries,
            view,
            varying_columns,
            has_several_seeds: summaries.iter().any(|summary| summary.seed() != seed),
        }
    }

    /// Returns the title of the game with the settings that are the same in all rows, the deals and the seeds.
    fn title_line(&self) -> String {
        let view = self.view;
        let mut parts = title_and_settings(self.summaries, view.glossary);
        parts.push(deals_and_seeds(self.summaries));
        let texts = parts.iter().map(String::as_str);
        let lines = wrap_parts(texts, " · ", view.terminal_columns);
        let title = &parts[0];
        format!("{}\n", lines.replacen(title, &view.heading(title), 1))
    }

    /// Returns the settings and the seed that distinguish a run from the others; empty for a single run.
    fn run_name(&self, summary: &Summary) -> String {
        let glossary = self.view.glossary;
        let keys: Vec<&str> = self
            .varying_columns
            .iter()
            .map(|column| column.name())
            .collect();
        let mut parts = Vec::new();
        if self.summaries.len() > 1 {
            parts.push(setting_phrases(&summary.settings, &keys, glossary));
        }
        if self.has_several_seeds {
            parts.push(glossary.setting_phrase("seed", &summary.seed().into()));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// Returns the notes about runs that are incomplete or have a stop rule; one that all runs share stands once.
    fn stop_notes(&self) -> String {
        let runs = self.summaries.iter();
        let notes_of_runs: Vec<Vec<String>> = runs.clone().map(super::stop_notes).collect();
        let mut lines = Vec::new();
        for (summary, notes) in runs.zip(&notes_of_runs) {
            for note in notes {
                lines.push(if notes_of_runs.iter().all(|notes| notes.contains(note)) {
                    note.clone()
                } else {
                    let name = self.run_name(summary);
                    tr!("{name}: {note}", name, note)
                });
            }
        }
        let mut text = String::new();
        for line in distinct(lines) {
            let paragraph = wrapped_paragraph(&line, self.view.terminal_columns);
            text.push_str(&format!("{}\n", self.view.heading(&paragraph)));
        }
        text
    }

    /// Adds the complete tables, the notes and the examples.
    fn complete_text(&self, first: &Summary, mut text: String) -> String {
        let rows = rows_to_display(self.summaries);
        let columns = self.view.terminal_columns;
        let table = self.row_table(first, &rows);
        text.push_str(&format!("\n{}", table.terminal_text(columns)));
        for summary in self.summaries {
            let table = self.mean_table(summary);
            if summary.columns.contains(&Column::Estimate) || table.rows.is_empty() {
                continue;
            }
            text.push('\n');
            let name = self.run_name(summary);
            if !name.is_empty() {
                text.push_str(&format!("{}\n", self.view.heading(&name)));
            }
            text.push_str(&table.terminal_text(columns));
        }
        if self.view.quiet {
            return text;
        }
        let mut notes = vec![self.method_note(first)];
        notes.extend((self.view.notes)(self.summaries));
        let notes = self.paragraphs(notes);
        let examples = super::example_list(self.summaries, self.view);
        format!("{text}\n{notes}{examples}")
    }

    /// Adds the rows of a single run, its means and medians, and the other questions.
    fn rows_answer(&self, first: &Summary, text: String) -> String {
        let view = self.view;
        let mut rows = rows_to_display(self.summaries);
        let row_count = rows.len();
        let has_thresholds = |(summary, _): &RunRow<'_>| {
            summary.row_selection.is_none() && summary.columns.contains(&Column::Wins)
        };
        if rows.iter().all(has_thresholds) {
            // The first threshold that a deal met.
            let first_met = rows.iter().position(|(_, row)| row.value > 0.0);
            rows.drain(..first_met.unwrap_or_default());
        }
        let mut table = self.row_table(first, &rows);
        if view.quiet {
            return format!("{text}\n{}", table.terminal_text(view.terminal_columns));
        }
        let notes = self.paragraphs(vec![self.statistics_note(), self.other_questions()]);
        let example = super::example_line(self.summaries, view);
        // One line is for the line before the table, one for the note about omitted rows.
        let other_lines = height(&text, view) + height(&notes, view) + height(&example, view);
        let free_lines = MAX_LINES.saturating_sub(other_lines + Table::HEADING_LINES + 3);
        if first.row_selection.is_none() {
            table.rows.truncate(free_lines.clamp(3, MAX_ROWS));
        }
        let mut omitted_note = String::new();
        let omitted = (row_count - table.rows.len()) as u64;
        if omitted > 0 {
            let omitted = quantity(omitted, Text("more row|more rows"));
            omitted_note = tr!("… {omitted}: --all\n", omitted);
        }
        let table = table.terminal_text(view.terminal_columns);
        format!("{text}\n{table}{omitted_note}\n{notes}{example}")
    }

    /// States the mean and the median of each statistic of a single run.
    fn statistics_note(&self) -> String {
        let mut statements = Vec::new();
        let parts = setting_parts(self.summaries);
        let Some(part) = parts.first() else {
            return String::new();
        };
        for statistic in self.view.glossary.finding().statistics {
            let quartiles = part.quartiles(statistic);
            if let Some(mean) = part.mean(statistic)
                && let Some(median) = quartiles.get(1)
            {
                let number = PageNumber::from(&mean);
                statements.push(capitalize(&tr!(
                    "{label}: mean {mean}, median {median}.",
                    label = statistic.label,
                    mean = match mean.interval {
                        Some(_) => number.cell_text(),
                        None => number.words(),
                    },
                    median = quantile_text(median.value)
                )));
            }
        }
        statements.join(" ")
    }

    /// Returns the options that ask other questions.
    fn other_questions(&self) -> String {
        let options = self.view.question_options.join(", ");
        tr!("More: {options}, --all.", options)
    }

    /// Returns some notes, each as a paragraph; empty ones are left out.
    fn paragraphs(&self, mut notes: Vec<String>) -> String {
        if !self.view.command_note.is_empty() {
            notes.push(self.view.command_note.to_owned());
        }
        let mut text = String::new();
        for note in notes.iter().filter(|note| !note.is_empty()) {
            text.push_str(&wrapped_paragraph(note, self.view.terminal_columns));
            text.push('\n');
        }
        text
    }

    /// Returns the table of the means of a run, and of the shares that are no rows. Standard deviations, modes and quantiles
    /// are in the JSON.
    fn mean_table(&self, summary: &Summary) -> Table {
        let headings = vec![
            tr!("quantity"),
            tr!("mean"),
            self.column_heading(Column::Low),
            tr!("median"),
            "min–max".to_owned(),
        ];
        let mut rows = Vec::new();
        for (mean, moments) in summary.means() {
            rows.push(mean_cells(mean, &moments, self.view));
        }
        for (share, _) in summary.shares().filter(|(share, _)| !share.is_row()) {
            let [value, interval] = estimate_cells(share, true);
            let name = self.view.translate(share.name);
            rows.push(vec![name, value, interval, String::new(), String::new()]);
        }
        Table::of_texts(1, headings, rows)
    }

    /// Says what the intervals are.
    fn method_note(&self, first: &Summary) -> String {
        let level = confidence_level(first.confidence.level());
        let mut note = tr!("{level} confidence intervals, row by row.", level);
        let mut estimates = self.summaries.iter().flat_map(|summary| &summary.estimates);
        if estimates.any(|estimate| estimate.difference.is_some()) {
            note.push(' ');
            note.push_str(&self.difference_note(Text("points")));
        }
        note
    }

    /// Says how settings were compared, in which unit.
    fn difference_note(&self, unit: Text) -> String {
        let unit = unit.translated();
        if self.summaries.iter().all(|summary| summary.joint.is_none()) {
            return tr!("Differences to *: {unit}, between independent deals.", unit);
        }
        let deals_noun = self.summaries[0].unit();
        let one = plural_form(1, unit_noun(deals_noun).translated());
        let deals = count_with_unit(deals_noun, self.summaries[0].deals());
        tr!(
            "Differences to *: {unit}, {one} by {one} on the same {deals}.",
            unit,
            one,
            deals
        )
    }

    /// Returns the heading of a column; the interval is that of its lower end.
    fn column_heading(&self, column: Column) -> String {
        match (column, self.summaries.first()) {
            (Column::Low, Some(first)) => interval_label(first.confidence.level()),
            _ => self.view.translate(column.name()),
        }
    }

    /// Returns the table of some rows, with a column of seeds if there are several, and one of differences if there are any;
    /// `first` is the first run.
    fn row_table(&self, first: &Summary, rows: &[RunRow<'_>]) -> Table {
        let has_exact = rows
            .iter()
            .any(|(_, row)| row.exact.is_some() && row.certain_share().is_none());
        let has_differences = rows.iter().any(|(_, row)| row.difference.is_some());
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
        columns.splice(..0, self.varying_columns.iter().copied());
        let mut text_columns: Vec<TextColumn> = Vec::new();
        let mut name_columns = 0;
        if self.has_several_seeds {
            let seeds = rows.iter().map(|(run, _)| run.seed().to_string());
            text_columns.push((self.view.translate("seed"), seeds.collect()));
            name_columns = 1;
        }
        for column in columns {
            let cells = rows.iter().map(|row| self.cell_text(*row, column));
            text_columns.push((self.column_heading(column), cells.collect()));
            if matches!(column, Column::RowName(_)) {
                name_columns = text_columns.len();
            }
        }
        if has_differences {
            let cells = rows.iter().map(|(_, row)| difference_text(row, true));
            text_columns.push((tr!("difference"), cells.collect()));
        }
        Table::of_columns(name_columns, text_columns)
    }

    /// Returns the text of a row in a column; an estimate has the digits that its interval supports.
    fn cell_text(&self, (summary, row): RunRow<'_>, column: Column) -> String {
        let is_percent = summary.columns.contains(&Column::Probability);
        match column {
            Column::Probability | Column::Estimate => {
                let [estimate, _] = estimate_cells(row, is_percent);
                estimate
            }
            Column::Low => {
                let [_, interval] = estimate_cells(row, is_percent);
                interval
            }
            Column::Exact => row
                .exact
                .map_or_else(String::new, |exact| format_exact(exact, is_percent)),
            Column::Setting(key) => match row_cell(summary, row, column) {
                Cell::Text(text) => self.view.glossary.translate_value(key, &text),
                cell => cell_text(&cell, self.view),
            },
            _ => cell_text(&row_cell(summary, row, column), self.view),
        }
    }
}

/// Returns the number of lines that a text takes on the terminal.
fn height(text: &str, view: &ReportOptions<'_>) -> usize {
    text.lines()
        .map(|line| line.chars().count().div_ceil(view.terminal_columns).max(1))
        .sum()
}

/// Returns the smallest and the largest number of deals, and the seeds.
fn deals_and_seeds(summaries: &[Summary]) -> String {
    let (min, max) = deal_range(summaries.iter());
    let mut text = String::new();
    if min < max {
        text = tr!("{min} to ", min = integer(min));
    }
    text += &count_with_unit(summaries[0].unit(), max);
    let seeds = distinct(summaries.iter().filter_map(dealt_seed));
    if seeds.is_empty() {
        return text;
    }
    let word = plural_form(seeds.len() as u64, Text("seed|seeds").translated());
    format!("{text}, {word} {}", seed_ranges(&seeds).join(", "))
}

fn cell_text(cell: &Cell, view: &ReportOptions<'_>) -> String {
    match cell {
        Cell::Text(text) => view.translate(text),
        cell => cell.terminal_text(),
    }
}

/// Returns the cells of a mean: its name, value, interval, median and range.
fn mean_cells(mean: &Row, moments: &Moments, view: &ReportOptions<'_>) -> Vec<String> {
    let mut name = view.translate(mean.name);
    if let Some(limit) = mean.limit {
        let limit = integer(limit);
        name = tr!("{name}, at most {limit}", name, limit);
    } else if mean.undecided_deals > 0 {
        let cut = quantity(mean.undecided_deals, Text("excluded|excluded"));
        name = format!("{name}, {cut}");
    }
    let [value, interval] = match mean.interval {
        Some(_) => estimate_cells(mean, false),
        None => {
            let digits = usize::from(moments.min < moments.max);
            [decimal(mean.value, digits), no_interval_note(moments)]
        }
    };
    let [min, max] = [moments.min, moments.max].map(|end| quantile_text(end as f64));
    let median = quantile_text(moments.median);
    vec![name, value, interval, median, format!("{min}–{max}")]
}

/// Returns an estimate and its interval; an impossible or certain event has no interval.
pub fn estimate_cells(row: &Row, is_percent: bool) -> [String; 2] {
    if let Some(share) = row.certain_share() {
        return [percent(share, 0), String::new()];
    }
    if let Some(exact) = row.exact.filter(|_| row.interval.is_none()) {
        return [format_exact(exact, is_percent), String::new()];
    }
    let estimate = row.value_with_interval();
    if row.interval.is_none() && !is_percent {
        return [decimal(row.value, 5), String::new()];
    }
    let number = if is_percent {
        PageNumber::probability(estimate)
    } else {
        PageNumber::estimate(estimate)
    };
    let [value, interval] = number.cells();
    [value, row.interval.map_or_else(String::new, |_| interval)]
}
