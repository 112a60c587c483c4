//! The answer to a command for a terminal: a heading, one sentence, one table, notes and a command.

use crate::columns::{difference_note, number_columns};
use crate::command::{CommandLine, dealt_seed};
use crate::lang::glossary::{count_with_unit, interval_label, seed_ranges};
use crate::lang::{
    Text, capitalize, confidence_level, decimal, integer, needed_decimals, plural_form, quantity,
    wrap_parts,
};
use crate::number::{PageNumber, decimals_for_three_digits, difference_text, quantile_text};
use crate::question::{
    AskedSetting, Question, asked_statistic, keys_with_words, row_name, run_name,
};
use crate::table::{Table, wrapped_paragraph};
use crate::{Glossary, deal_range, deals_text, distinct, setting_text, title_and_settings};
use pioche_engine::sim::summary::{Example, StopProgress, StopReason};
use pioche_engine::sim::{Column, RecordKind, Row, Summary};
use pioche_engine::stats::Moments;

/// The number of lines of an answer: a small terminal.
const MAX_LINES: usize = 24;
/// The largest number of rows of a single run that an answer shows.
const MAX_ROWS: usize = 13;

/// The heading and the cells of a column.
type TextColumn = (String, Vec<String>);
/// A row of a table with its setting.
type SettingRow<'a> = (&'a AskedSetting<'a>, &'a Row);
/// A function that returns the text of a row in a column.
type CellFn<'a> = dyn Fn(&Summary, &Row) -> String + 'a;

/// The choices for a report on a terminal.
#[derive(Clone, Copy)]
pub struct ReportOptions<'a> {
    /// True if the terminal takes escape sequences.
    pub use_colours: bool,
    /// The words of the topic.
    pub glossary: &'a dyn Glossary,
    /// Notes below the complete table.
    pub notes: fn(&[Summary]) -> Vec<String>,
    /// The options that ask other questions, such as `--outcome`.
    pub question_options: &'a [String],
    /// The width of the terminal, in columns.
    pub terminal_columns: usize,
    /// True for all rows, the means and the notes; false for an overview that fits a small terminal.
    pub show_all: bool,
    /// True for the tables alone, without the method, the notes and the examples below them.
    pub quiet: bool,
}

/// Returns the text of some runs of one game for a terminal.
pub fn report_text(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    if summaries.is_empty() {
        return String::new();
    }
    let question = Question::new(summaries, view.glossary);
    let mut text = view.title_line(question.as_ref(), summaries) + &view.stop_notes(summaries);
    let Some(question) = question else {
        return text + &tr!("No game has a value.\n");
    };
    text += &view.paragraph(&format!("{}.", question.sentence()));
    if view.show_all {
        view.complete_text(&question, summaries, text)
    } else if question.settings.len() > 1 || question.statistic().is_some() {
        view.settings_answer(&question, summaries, text)
    } else {
        view.rows_answer(&question, summaries, text)
    }
}

impl ReportOptions<'_> {
    fn translate(&self, word: &str) -> String {
        self.glossary.translate(word)
    }

    /// Returns a heading in bold letters, if the terminal takes escape sequences.
    fn heading(&self, text: &str) -> String {
        if self.use_colours {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Returns a text in lines; an empty one has none.
    fn paragraph(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        format!("{}\n", wrapped_paragraph(text, self.terminal_columns))
    }

    /// Returns the title of the game with the settings that are the same in all rows, the deals and the seeds.
    fn title_line(&self, question: Option<&Question<'_>>, summaries: &[Summary]) -> String {
        let mut parts = match question {
            Some(question) => title_and_settings(question.fields(), self.glossary),
            None => vec![self.glossary.title().into()],
        };
        parts.push(deals_and_seeds(summaries));
        let texts = parts.iter().map(String::as_str);
        let lines = wrap_parts(texts, " · ", self.terminal_columns);
        let title = &parts[0];
        format!("{}\n", lines.replacen(title, &self.heading(title), 1))
    }

    /// Returns the notes about runs that are incomplete or have a stop rule; one that all runs share stands once.
    fn stop_notes(&self, summaries: &[Summary]) -> String {
        let settings = summaries.iter().map(|summary| summary.settings.as_slice());
        let keys = keys_with_words(settings, self.glossary);
        let notes_of_runs: Vec<Vec<String>> = summaries.iter().map(stop_notes).collect();
        let mut lines = Vec::new();
        let has_several_seeds = summaries
            .iter()
            .any(|run| run.seed() != summaries[0].seed());
        for (summary, notes) in summaries.iter().zip(&notes_of_runs) {
            let seed = has_several_seeds.then_some(summary.seed());
            let name = run_name(&summary.settings, &keys, seed, self.glossary);
            for note in notes {
                let is_shared = notes_of_runs.iter().all(|notes| notes.contains(note));
                lines.push(if is_shared || name.is_empty() {
                    note.clone()
                } else {
                    tr!("{name}: {note}", name, note)
                });
            }
        }
        let lines = distinct(lines).into_iter();
        let headings = lines.map(|line| {
            let paragraph = wrapped_paragraph(&line, self.terminal_columns);
            format!("{}\n", self.heading(&paragraph))
        });
        headings.collect()
    }

    /// Adds the complete tables of rows and of means, the notes and the examples.
    fn complete_text(
        &self,
        question: &Question<'_>,
        summaries: &[Summary],
        mut text: String,
    ) -> String {
        let mut rows: Vec<SettingRow<'_>> = Vec::new();
        let mut measures = Vec::new();
        for setting in question.settings.iter().chain(&question.omitted) {
            let mut own_measures: Vec<SettingRow<'_>> = Vec::new();
            for &estimate in &setting.estimates {
                if setting.summary.is_displayed(estimate) {
                    rows.push((setting, estimate));
                } else if !estimate.is_row() && !estimate.name.is_empty() {
                    own_measures.push((setting, estimate));
                }
            }
            measures.push((setting, own_measures));
        }
        let columns = self.terminal_columns;
        if !rows.is_empty() {
            let names = self.name_columns(question, rows.iter().map(|(setting, _)| *setting));
            let table = self.row_table(names, &rows, self.row_headings(&summaries[0]));
            text += &format!("\n{}", table.terminal_text(columns));
        }
        measures.retain(|(_, rows)| !rows.is_empty());
        for (setting, rows) in measures {
            text.push('\n');
            if question.settings.len() > 1 {
                let name = question.setting_name(setting);
                text += &format!("{}\n", self.heading(&name));
            }
            let table = self.row_table(Vec::new(), &rows, [tr!("quantity"), tr!("mean")]);
            text += &table.terminal_text(columns);
        }
        if self.quiet {
            return text;
        }
        let level = confidence_level(summaries[0].confidence.level());
        let mut method = tr!("{level} confidence intervals, row by row.", level);
        if summaries.iter().any(|summary| summary.usual.is_some()) {
            method = format!("{method} {}", difference_note(question));
        }
        text += &format!("\n{}", self.paragraph(&method));
        for note in (self.notes)(summaries) {
            text += &self.paragraph(&note);
        }
        for line in self.example_lines(summaries) {
            text += &format!("\n{line}");
        }
        text
    }

    /// Adds the rows of a single run, its means and medians, and the other questions.
    fn rows_answer(&self, question: &Question<'_>, summaries: &[Summary], text: String) -> String {
        let setting = &question.settings[0];
        let run = setting.summary;
        let estimates = setting.estimates.iter();
        let mut rows: Vec<SettingRow<'_>> = estimates
            .filter(|estimate| run.is_displayed(estimate))
            .map(|row| (setting, *row))
            .collect();
        let row_count = rows.len();
        if run.row_selection.is_none() && run.columns.contains(&Column::Wins) {
            // The first threshold that a deal met.
            let first_met = rows.iter().position(|(_, row)| row.value > 0.0);
            rows.drain(..first_met.unwrap_or_default());
        }
        let table = |rows: &[SettingRow<'_>]| {
            let table = self.row_table(Vec::new(), rows, self.row_headings(run));
            table.terminal_text(self.terminal_columns)
        };
        if self.quiet {
            return format!("{text}\n{}", table(&rows));
        }
        let notes = self.paragraph(&self.statistics_note(setting))
            + &self.paragraph(&self.other_questions());
        let example = self.last_example(summaries);
        // One line is for the line before the table, one for the note about omitted rows.
        let other_lines = self.height(&text) + self.height(&notes) + self.height(&example);
        let free_lines = MAX_LINES.saturating_sub(other_lines + Table::HEADING_LINES + 3);
        if run.row_selection.is_none() {
            rows.truncate(free_lines.clamp(3, MAX_ROWS));
        }
        let mut omitted_note = String::new();
        let omitted = (row_count - rows.len()) as u64;
        if omitted > 0 {
            let omitted = quantity(omitted, Text("more row|more rows"));
            omitted_note = tr!("… {omitted}: --all\n", omitted);
        }
        format!("{text}\n{}{omitted_note}\n{notes}{example}", table(&rows))
    }

    /// Adds a table with a line for each setting, and as many columns as have room, to the heading and the sentence.
    fn settings_answer(
        &self,
        question: &Question<'_>,
        summaries: &[Summary],
        text: String,
    ) -> String {
        let width = self.terminal_columns;
        let mut columns = self.name_columns(question, question.settings.iter());
        let name_columns = columns.len();
        let mut notes = Vec::new();
        for column in number_columns(question) {
            let is_asked = columns.len() == name_columns;
            let mut candidates = [column.cells, column.narrow_cells].into_iter().peekable();
            while let Some(cells) = candidates.next() {
                columns.push((column.heading.clone(), cells));
                let table = Table::of_columns(name_columns, columns.clone());
                let is_last = candidates.peek().is_none();
                if table.with_broken_headings().fits(width) || is_asked && is_last {
                    notes.push(column.note);
                    break;
                }
                columns.pop();
            }
        }
        let mut table = Table::of_columns(name_columns, columns);
        if !table.fits(width) {
            table = table.with_broken_headings();
        }
        let table_text = table.terminal_text(width);
        let mut answer = format!("{text}\n{table_text}");
        if self.quiet {
            return answer;
        }
        notes.insert(0, sign_note(question, table_text.contains('[')));
        let mut settings = question.settings.iter();
        if settings.any(|setting| setting.number().is_open()) {
            notes.push(tr!(
                "The intervals allow for any result of undecided games."
            ));
        }
        if !question.omitted.is_empty() {
            let omitted = quantity(question.omitted.len() as u64, Text("setting|settings"));
            notes.push(tr!("Without a value: {omitted}.", omitted));
        }
        notes.retain(|note| !note.is_empty());
        // Two lines: the meaning of the signs, then the other questions if there is room.
        let meaning = notes.join(" ");
        let mut paragraph = self.paragraph(&format!("{meaning} {}", self.other_questions()));
        if paragraph.lines().count() > 2 {
            paragraph = self.paragraph(&meaning);
        }
        answer += &format!("\n{paragraph}");
        let example = self.last_example(summaries);
        if self.height(&answer) + self.height(&example) <= MAX_LINES {
            answer += &example;
        }
        answer
    }

    /// Returns the columns that name settings, with a mark at the usual one if there are several.
    fn name_columns<'q, 'a: 'q>(
        &self,
        question: &Question<'_>,
        settings: impl Iterator<Item = &'q AskedSetting<'a>> + Clone,
    ) -> Vec<TextColumn> {
        let mut columns: Vec<TextColumn> = Vec::new();
        let mut add = |name: &str, cell: &dyn Fn(&AskedSetting<'_>) -> String| {
            let cells = settings.clone().map(cell).collect();
            columns.push((self.translate(name), cells));
        };
        if question.has_several_seeds() {
            add("seed", &|setting| setting.summary.seed().to_string());
        }
        for key in &question.differing_keys {
            add(key, &|setting| {
                setting_text(&setting.fields, key, self.glossary)
            });
        }
        let (fewest, most) = deal_range(settings.clone().map(|setting| setting.summary));
        if fewest < most {
            add("deals", &|setting| integer(setting.summary.deals()));
        }
        if let Some((_, cells)) = columns.last_mut()
            && question.settings.len() > 1
        {
            for (cell, setting) in cells.iter_mut().zip(settings) {
                if setting.is_usual {
                    cell.push_str(" *");
                }
            }
        }
        columns
    }

    /// Returns the headings of the names and the values of the rows of a run.
    fn row_headings(&self, run: &Summary) -> [String; 2] {
        let value = if run.columns.contains(&Column::Probability) {
            Column::Probability
        } else {
            Column::Estimate
        };
        let name = run.row_name_column().unwrap_or_default();
        [name, value.name()].map(|word| self.translate(word))
    }

    /// Returns the table of some rows or means, beside the columns of their names, with the columns that have a cell.
    fn row_table(
        &self,
        mut columns: Vec<TextColumn>,
        rows: &[SettingRow<'_>],
        [name_heading, value_heading]: [String; 2],
    ) -> Table {
        let name_columns = columns.len() + 1;
        let level = rows
            .first()
            .map(|(setting, _)| setting.summary.confidence.level());
        let interval_heading = level.map_or_else(String::new, interval_label);
        let cells: [(String, &CellFn<'_>); 8] = [
            (name_heading, &|run, row| self.row_label(run, row)),
            (self.translate("exact"), &|_, row| exact_text(row)),
            (self.translate("count"), &|run, row| {
                let has_count = row.is_row() && run.columns.contains(&Column::Count);
                let count = row.count.filter(|_| has_count);
                count.map_or_else(String::new, integer)
            }),
            (value_heading, &|_, row| {
                let [value, _] = PageNumber::from(row).cells();
                value
            }),
            (interval_heading, &|_, row| {
                let [_, interval] = PageNumber::from(row).cells();
                interval
            }),
            (tr!("difference"), &|_, row| difference_text(row, true)),
            (tr!("median"), &|_, row| {
                let moments = row.moments.filter(|_| !row.is_row());
                moments.map_or_else(String::new, |moments| quantile_text(moments.median))
            }),
            ("min–max".to_owned(), &|_, row| {
                let moments = row.moments.filter(|_| !row.is_row());
                moments.map_or_else(String::new, |Moments { min, max, .. }| {
                    format!("{min}–{max}")
                })
            }),
        ];
        for (heading, cell) in cells {
            let mut cells = Vec::new();
            for (setting, row) in rows {
                cells.push(cell(setting.summary, row));
            }
            if cells.iter().any(|cell: &String| !cell.is_empty()) {
                columns.push((heading, cells));
            }
        }
        Table::of_columns(name_columns, columns)
    }

    /// Returns the name of a row or of a mean in words.
    fn row_label(&self, run: &Summary, row: &Row) -> String {
        if row.is_row() {
            return self.translate(&row_name(run, row));
        }
        let name = self.translate(row.name);
        if let Some(limit) = row.limit {
            let limit = integer(limit);
            tr!("{name}, at most {limit}", name, limit)
        } else if row.undecided_deals > 0 {
            let cut = quantity(row.undecided_deals, Text("excluded|excluded"));
            format!("{name}, {cut}")
        } else {
            name
        }
    }

    /// States the mean and the median of each statistic of a single run.
    fn statistics_note(&self, setting: &AskedSetting<'_>) -> String {
        let mut statements = Vec::new();
        for statistic in self.glossary.finding().statistics {
            let quartiles = setting.quartiles(statistic);
            if let Some(mean) = setting.mean(statistic)
                && let Some(median) = quartiles.get(1)
            {
                let label = statistic.label;
                let mean = PageNumber::from(&mean).column_text(true);
                let median = quantile_text(median.value);
                statements.push(capitalize(&tr!(
                    "{label}: mean {mean}, median {median}.",
                    label,
                    mean,
                    median
                )));
            }
        }
        statements.join(" ")
    }

    /// Returns the options that ask other questions.
    fn other_questions(&self) -> String {
        let options = self.question_options.join(", ");
        tr!("More: {options}, --all.", options)
    }

    /// Returns the number of lines that a text takes on the terminal.
    fn height(&self, text: &str) -> usize {
        text.lines()
            .map(|line| line.chars().count().div_ceil(self.terminal_columns).max(1))
            .sum()
    }

    /// Returns the last example.
    fn last_example(&self, summaries: &[Summary]) -> String {
        self.example_lines(summaries).pop().unwrap_or_default()
    }

    /// Returns the example of each record, with the command that shows it: of several runs that with the best value, of equal
    /// ones the first.
    fn example_lines(&self, summaries: &[Summary]) -> Vec<String> {
        let mut examples: Vec<(&Summary, Example)> = Vec::new();
        for summary in summaries {
            for example in summary.examples() {
                let mut known_examples = examples.iter_mut();
                let Some(best) = known_examples.find(|(_, known)| known.name == example.name)
                else {
                    examples.push((summary, example));
                    continue;
                };
                let is_better = match example.kind {
                    RecordKind::Lowest(_) => example.value < best.1.value,
                    RecordKind::Highest(_) => example.value > best.1.value,
                    RecordKind::FirstWithValue(..) => false,
                };
                if is_better {
                    *best = (summary, example);
                }
            }
        }
        let mut lines = Vec::new();
        for (summary, example) in &examples {
            let name = self.translate(&format!("{}_deal", example.name));
            let heading = match example.value {
                None => tr!("{name}:", name),
                Some(value) => {
                    let unit_forms = self.translate("ranked");
                    let value = plural_form(value, &unit_forms).replace('#', &integer(value));
                    tr!("{name} ({value}):", name, value)
                }
            };
            let command = CommandLine::showing(summary, example).to_string();
            let parts = [heading.as_str(), command.as_str()];
            lines.push(wrap_parts(parts, " ", self.terminal_columns) + "\n");
        }
        lines
    }
}

/// Returns the exact value of a row for a table; empty for an unknown one, and for a certain share, which has it in place of the
/// estimate.
fn exact_text(row: &Row) -> String {
    match row.exact {
        Some(exact) if row.proportion.is_none() => decimal(exact, 6),
        Some(exact) if row.certain_share().is_none() => PageNumber::exact(exact).cell_text(),
        _ => String::new(),
    }
}

/// Explains the sign of the usual setting, if no difference does, and the brackets.
fn sign_note(question: &Question<'_>, has_brackets: bool) -> String {
    let settings = &question.settings;
    let level = confidence_level(settings[0].summary.confidence.level());
    let mut usual = String::new();
    let has_usual = settings.iter().any(|setting| setting.is_usual);
    let has_difference = |setting: &AskedSetting<'_>| setting.asked.difference.is_some();
    if has_usual && settings.len() > 1 && !settings.iter().any(has_difference) {
        usual = tr!("*: usual setting. ");
    }
    if has_brackets {
        tr!("{usual}[ ]: {level} intervals.", usual, level)
    } else {
        usual.trim_end().to_owned()
    }
}

/// Returns the number of deals and the seeds.
fn deals_and_seeds(summaries: &[Summary]) -> String {
    let text = deals_text(summaries);
    let seeds = distinct(summaries.iter().filter_map(dealt_seed));
    if seeds.is_empty() {
        return text;
    }
    let word = plural_form(seeds.len() as u64, Text("seed|seeds").translated());
    format!("{text}, {word} {}", seed_ranges(&seeds).join(", "))
}

/// Returns notes about a run that is incomplete or has a stop rule.
fn stop_notes(summary: &Summary) -> Vec<String> {
    let limit = summary.run.plan.deal_limit();
    let deals = count_with_unit(summary.unit(), summary.deals());
    let planned = integer(limit.unwrap_or(summary.deals()));
    let mut notes = Vec::new();
    match summary.run.stop_reason {
        StopReason::Deals | StopReason::Precision => {}
        StopReason::Interrupted if limit.is_none() => {
            notes.push(tr!("INTERRUPTED after {deals}", deals));
        }
        StopReason::Interrupted => notes.push(tr!(
            "INTERRUPTED: {deals} of the {planned} planned",
            deals,
            planned
        )),
        StopReason::Part => notes.push(tr!(
            "PART: {deals} of the {planned} planned",
            deals,
            planned
        )),
    }
    let progress = summary.stop_progress();
    notes.extend(progress.map(|progress| precision_note(summary, &progress)));
    notes
}

/// Returns the option of a precision with its value, such as `--precision 0.001`.
pub fn precision_option(progress: &StopProgress) -> String {
    format!("--precision {}", decimal_text(progress.stop_rule.precision))
}

/// Says if a run with a stop rule has reached its precision, and after how many deals. Widths have the unit of the table.
fn precision_note(summary: &Summary, progress: &StopProgress) -> String {
    let deals = count_with_unit(summary.unit(), summary.deals());
    let is_percent =
        summary.columns.contains(&Column::Probability) && asked_statistic(summary).is_none();
    let limit = half_width_text(progress.stop_rule.precision, is_percent);
    let rows = match &progress.stop_rule.rows {
        Some(rows) => tr!("{rows}: ", rows),
        None => String::new(),
    };
    let start = tr!("{rows}precision of {limit}", rows, limit);
    if progress.is_reached() {
        return tr!("{start} reached after {deals}", start, deals);
    }
    let widest_interval = if progress.widest.is_finite() {
        let widest = half_width_text(progress.widest, is_percent);
        tr!("the widest interval is {widest}", widest)
    } else {
        tr!("a row has no interval yet")
    };
    tr!(
        "{start} NOT REACHED after {deals}: {widest_interval}",
        start,
        deals,
        widest_interval
    )
}

/// Returns `± 0.1 percentage points` or `± 0.001`.
fn half_width_text(half_width: f64, is_percent: bool) -> String {
    if !is_percent {
        return format!("± {}", decimal_text(half_width));
    }
    let points = decimal_text(100.0 * half_width);
    match points.as_str() {
        "1" => tr!("± {points} percentage point", points),
        _ => tr!("± {points} percentage points", points),
    }
}

/// Formats a number with three digits, or all digits of a rounder one.
fn decimal_text(number: f64) -> String {
    let digits = decimals_for_three_digits(number);
    decimal(number, needed_decimals(number, digits))
}
