//! The answer for several settings, or about a statistic: a line for each setting.

use super::{MAX_LINES, MAX_ROWS, Report, height};
use crate::lang::glossary::interval_bounds;
use crate::lang::{
    Text, capitalize, confidence_level, decimal, integer, p_value, percent, quantity,
};
use crate::number::{PageNumber, decimals, difference_cell};
use crate::question::{
    AT_MOST, AskedSetting, Question, Statistic, plain_number, quantile_text, setting_parts,
};
use crate::table::{Cell, Table, wrapped_paragraph};
use crate::value_words::rounded_to_digits;
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Column, FieldValue, Row};
use pioche_engine::stats::Interval;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values};
use pioche_engine::stats::quantile::Quantile;

/// Shares below this have a column of "1 in".
const SMALL_SHARE: f64 = 0.05;
/// The columns between two blocks side by side.
const BLOCK_GAP: &str = "  ";

/// The numbers of intervals that the table may show of the asked numbers, the most first: those of the median, the mean and
/// both quartiles. A table without any has no quartiles either.
const INTERVAL_COUNTS: [usize; 4] = [4, 2, 1, 0];

/// A column of the table beside the asked numbers.
#[derive(Clone)]
enum OtherColumn<'q> {
    /// The number of deals for one with the asked row, such as 77.
    OneIn,
    /// The difference to the usual setting, with or without its interval.
    Difference { has_interval: bool },
    /// Another row, by its name.
    Row(String),
    /// The median of a statistic.
    Median(&'q Statistic),
    /// The mean of a statistic, with or without its interval; `is_only` without the means of others.
    Mean {
        statistic: &'q Statistic,
        is_only: bool,
        has_interval: bool,
    },
}

impl Report<'_> {
    /// Adds the table, the notes and the command to the heading and the sentence.
    pub(super) fn settings_answer(
        &self,
        question: &Question<'_>,
        text: String,
        heading_lines: usize,
    ) -> String {
        let view = self.view;
        let block_columns = (view.terminal_columns - BLOCK_GAP.len()) / 2;
        let many_settings = question.settings.len() > MAX_ROWS;
        let intervals_for = |columns: usize, counts: &[usize]| {
            let fits =
                |count: &usize| self.fits(&self.settings_table(question, *count, &[]), columns);
            counts.iter().copied().find(fits)
        };
        // A share in a block keeps its interval.
        let block_counts = match question.statistic() {
            Some(_) => &INTERVAL_COUNTS[..],
            None => &INTERVAL_COUNTS[..1],
        };
        let block_intervals = intervals_for(block_columns, block_counts).filter(|_| many_settings);
        let has_blocks = block_intervals.is_some();
        let columns = if has_blocks {
            block_columns
        } else {
            view.terminal_columns
        };
        let intervals = block_intervals
            .or_else(|| intervals_for(columns, &INTERVAL_COUNTS))
            .unwrap_or(0);
        let mut shown_columns = Vec::new();
        for candidate in self.candidate_columns(question) {
            let mut more_columns = shown_columns.clone();
            more_columns.retain(|shown| !is_replaced(shown, &candidate));
            more_columns.push(candidate);
            let shown_table = self.settings_table(question, intervals, &shown_columns);
            let is_important = matches!(
                more_columns.last(),
                Some(OtherColumn::Row(_) | OtherColumn::Difference { .. })
            );
            let may_break = is_important || !shown_table.fits(columns);
            let table = self.settings_table(question, intervals, &more_columns);
            if table.fits(columns) || may_break && self.fits(&table, columns) {
                shown_columns = more_columns;
            }
        }
        let mut table = self.settings_table(question, intervals, &shown_columns);
        if !table.fits(columns) {
            table = table.with_broken_headings();
        }
        let has_brackets = table
            .rows
            .iter()
            .flatten()
            .any(|cell| matches!(cell, Cell::Text(text) if text.contains('[')));
        let notes = self.settings_notes(question, &shown_columns, has_brackets);
        let notes = if view.quiet { String::new() } else { notes };
        let other_lines = height(&text, view) + height(&notes, view) + 2;
        let lines = (MAX_LINES + heading_lines).saturating_sub(other_lines);
        let lines = if has_blocks { lines } else { 0 };
        let table_text = if many_settings {
            many_settings_text(&table, lines, view.terminal_columns)
        } else {
            table.terminal_text(view.terminal_columns)
        };
        let mut answer = format!("{text}\n{table_text}");
        if view.quiet {
            return answer;
        }
        answer.push_str(&format!("\n{notes}"));
        let example = super::super::example_line(self.summaries, view);
        if height(&answer, view) + height(&example, view) <= MAX_LINES {
            answer.push_str(&example);
        }
        answer
    }

    /// Returns the columns beside the asked numbers, in the order in which they are left out last.
    fn candidate_columns<'q>(&self, question: &'q Question<'_>) -> Vec<OtherColumn<'q>> {
        let has_differences = question
            .settings
            .iter()
            .any(|setting| setting.asked.difference.is_some());
        let mut columns = Vec::new();
        let statistics = question.glossary.finding().statistics;
        let is_small = |setting: &AskedSetting<'_>| {
            setting.asked.proportion.is_some() && (0.0..SMALL_SHARE).contains(&setting.asked.value)
        };
        if question.settings.iter().all(is_small) && !has_differences {
            columns.push(OtherColumn::OneIn);
        }
        if has_differences {
            for has_interval in [false, true] {
                columns.push(OtherColumn::Difference { has_interval });
            }
        }
        if question.statistic().is_some() {
            return columns;
        }
        let names = question.other_row_names().into_iter();
        let mut row_columns: Vec<OtherColumn<'q>> = names.map(OtherColumn::Row).collect();
        let first = question.settings[0].summary;
        let has_thresholds = first.columns.contains(&Column::Wins);
        if !has_thresholds {
            columns.append(&mut row_columns);
        }
        let has_mean = |statistic: &&Statistic| {
            let mut settings = question.settings.iter();
            !statistic.heading.0.is_empty()
                && settings.any(|setting| setting.mean(statistic).is_some())
        };
        let with_means: Vec<&Statistic> = statistics.iter().filter(has_mean).collect();
        let is_only = with_means.len() == 1 && with_means[0].scope.0.is_empty();
        for statistic in &with_means {
            columns.push(OtherColumn::Mean {
                statistic,
                is_only,
                has_interval: false,
            });
        }
        if let Some(statistic) = with_means.first().filter(|_| is_only) {
            columns.push(OtherColumn::Median(statistic));
        }
        if let Some(statistic) = with_means.get(1) {
            columns.push(OtherColumn::Mean {
                statistic,
                is_only,
                has_interval: true,
            });
        }
        columns.append(&mut row_columns);
        columns
    }

    /// Returns true if a table fits side by side, perhaps with headings in two lines.
    fn fits(&self, table: &Table, columns: usize) -> bool {
        table.with_broken_headings().fits(columns)
    }

    fn settings_table(
        &self,
        question: &Question<'_>,
        intervals: usize,
        columns: &[OtherColumn<'_>],
    ) -> Table {
        let mut headings = Vec::new();
        let mut rows = Vec::new();
        if self.has_several_seeds {
            headings.push(self.view.translate("seed"));
        }
        let keys = question.differing_keys.iter();
        headings.extend(keys.map(|key| self.view.translate(key)));
        let has_other_deals = self.varying_columns.contains(&Column::Deals);
        if has_other_deals {
            headings.push(self.view.translate("deals"));
        }
        let name_columns = headings.len();
        headings.extend(self.asked_headings(question, intervals));
        for column in columns {
            headings.push(self.other_heading(question, column));
        }
        for setting in &question.settings {
            let mut cells = Vec::new();
            if self.has_several_seeds {
                cells.push(setting.summary.seed().to_string());
            }
            for key in &question.differing_keys {
                cells.push(self.setting_cell(setting, key));
            }
            if has_other_deals {
                cells.push(integer(setting.summary.deals()));
            }
            if setting.is_usual
                && question.settings.len() > 1
                && let Some(cell) = cells.last_mut()
            {
                cell.push_str(" *");
            }
            cells.extend(self.asked_cells(question, setting, intervals));
            for column in columns {
                cells.push(other_cell(setting, column));
            }
            rows.push(cells);
        }
        Table::of_texts(name_columns, headings, rows)
    }

    /// Returns the value of a setting in words.
    fn setting_cell(&self, setting: &AskedSetting<'_>, key: &str) -> String {
        match field_value(&setting.fields, key) {
            None => String::new(),
            Some(FieldValue::Number(number)) => integer(*number),
            Some(value) => {
                let text = value.to_string();
                let label = self.view.glossary.translate_value(key, &text);
                label.replace(',', ", ").replace(",  ", ", ")
            }
        }
    }

    /// Returns the headings of the asked numbers: of a share the row, of a statistic the median, the quartiles and the mean.
    fn asked_headings(&self, question: &Question<'_>, intervals: usize) -> Vec<String> {
        let Some(name) = question.row_name() else {
            let headings = [
                Text("median"),
                Text("1st quartile"),
                Text("3rd quartile"),
                Text("mean"),
            ];
            let mut headings = headings.map(String::from).to_vec();
            if intervals == 0 {
                headings.drain(1..3);
            }
            return headings;
        };
        let heading = question.row_heading(name);
        if question.is_exact() || heading.contains('%') {
            return vec![heading];
        }
        let cells = question
            .settings
            .iter()
            .map(|setting| asked_cell(&setting.asked).chars().count());
        let width = cells.max().unwrap_or(0);
        let phrase = format!("{}, %", question.row_phrase(name));
        let is_share = question.settings[0].asked.proportion.is_some();
        let is_narrow =
            phrase.chars().count() <= width + 2 && !phrase.contains(AT_MOST.translated());
        vec![if is_share && is_narrow {
            phrase
        } else if is_share {
            format!("{heading}, %")
        } else {
            heading
        }]
    }

    /// Returns the asked numbers of a setting.
    fn asked_cells(
        &self,
        question: &Question<'_>,
        setting: &AskedSetting<'_>,
        intervals: usize,
    ) -> Vec<String> {
        if question.statistic().is_none() {
            return vec![if intervals > 1 {
                asked_cell(&setting.asked)
            } else {
                plain_number(&setting.asked)
            }];
        }
        let [first, median, third] = setting.quartiles.as_slice() else {
            return vec![String::new(); self.asked_headings(question, intervals).len()];
        };
        let number = |quantile: &Quantile, place: usize| {
            if place < intervals {
                quantile_cell(quantile)
            } else {
                quantile_text(quantile.value)
            }
        };
        let mean = if intervals > 1 {
            PageNumber::from(&setting.asked).cell_text()
        } else {
            plain_number(&setting.asked)
        };
        if intervals == 0 {
            return vec![quantile_cell(median), mean];
        }
        vec![number(median, 0), number(first, 2), number(third, 3), mean]
    }

    fn other_heading(&self, question: &Question<'_>, column: &OtherColumn<'_>) -> String {
        /// The longest value of a usual setting that a heading names.
        const MAX_NAME: usize = 4;
        match column {
            OtherColumn::OneIn => tr!("1 in"),
            OtherColumn::Difference { .. } => {
                let heading = tr!("difference");
                let base = question.settings.iter().find(|setting| setting.is_usual);
                let name = match (base, &question.differing_keys[..]) {
                    (Some(base), [key]) => self.setting_cell(base, key),
                    _ => String::new(),
                };
                if name.is_empty() || name.chars().count() > MAX_NAME {
                    heading.to_owned()
                } else {
                    tr!("{heading} to {name}", heading, name)
                }
            }
            OtherColumn::Row(name) => question.row_heading(name),
            OtherColumn::Median(_) => tr!("median"),
            OtherColumn::Mean { is_only: true, .. } => tr!("mean"),
            OtherColumn::Mean { statistic, .. } => statistic.heading.translated().to_owned(),
        }
    }

    /// Returns at most two lines: the meaning of the signs, then the other questions if there is room.
    fn settings_notes(
        &self,
        question: &Question<'_>,
        columns: &[OtherColumn<'_>],
        has_brackets: bool,
    ) -> String {
        let mut notes = Vec::new();
        let has_differences = columns
            .iter()
            .any(|column| matches!(column, OtherColumn::Difference { .. }));
        notes.push(self.number_note(question, has_differences, has_brackets));
        if has_differences && question.is_exact() {
            notes.push(tr!("Differences to *: points."));
        } else if has_differences {
            notes.push(self.difference_note(if question.statistic().is_some() {
                Text("means")
            } else {
                Text("points")
            }));
        }
        let mut has_open_shares = question
            .settings
            .iter()
            .map(|setting| &setting.asked)
            .map(|row| row.proportion.is_some_and(|share| share.undecided > 0));
        if has_open_shares.any(|is_open| is_open) {
            notes.push(tr!(
                "The intervals allow for any result of undecided games."
            ));
        }
        let omitted = setting_parts(self.summaries).len() - question.settings.len();
        if omitted > 0 {
            let omitted = quantity(omitted as u64, Text("setting|settings"));
            notes.push(tr!("Without a value: {omitted}.", omitted));
        }
        notes.extend(mean_note(columns));
        let paragraph = |notes: &[String]| {
            let text = notes.join(" ");
            wrapped_paragraph(&text, self.view.terminal_columns)
        };
        let mut with_options = notes.clone();
        with_options.push(self.other_questions());
        let mut text = paragraph(&with_options);
        if text.lines().count() > 2 {
            text = paragraph(&notes);
        }
        text.push('\n');
        if !self.view.command_note.is_empty() {
            text += &wrapped_paragraph(self.view.command_note, self.view.terminal_columns);
            text.push('\n');
        }
        text
    }

    /// Explains the sign of the usual setting and the brackets, or says that the values are exact, and whether the simulated
    /// deals agree with them.
    fn number_note(
        &self,
        question: &Question<'_>,
        has_differences: bool,
        has_brackets: bool,
    ) -> String {
        let confidence = self.summaries[0].confidence;
        let level = confidence_level(confidence.level());
        let has_usual = question.settings.iter().any(|setting| setting.is_usual);
        let usual = if has_usual && !has_differences && question.settings.len() > 1 {
            tr!("*: usual setting. ")
        } else {
            String::new()
        };
        let has_intervals = question.settings.iter().any(|setting| {
            setting.asked.interval.is_some() && setting.asked.certain_share().is_none()
        });
        let is_estimated = has_intervals || question.statistic().is_some();
        if is_estimated && !has_brackets {
            return tr!("{usual}{level} intervals: --all.", usual, level);
        }
        if is_estimated {
            return tr!("{usual}[ ]: {level} intervals.", usual, level);
        }
        let significance_level = 1.0 - confidence.level();
        let level = percent(significance_level, 0);
        match smallest_p_value(question) {
            None if has_other_estimates(question) => {
                let name = capitalize(&question.quantity_name());
                tr!(
                    "{usual}{name}: exact values; other columns: estimates.",
                    usual,
                    name
                )
            }
            None => tr!("{usual}Exact values.", usual),
            Some(p_value) if p_value > significance_level => tr!(
                "{usual}Exact values in %; the simulation agrees (binomial tests, {level} level).",
                usual,
                level
            ),
            Some(p) => tr!(
                "{usual}Exact values in %; the simulation differs from them (p {p_value}).",
                usual,
                p_value = p_value(p, significance_level, 3)
            ),
        }
    }
}

/// Returns true if rows beside the asked ones are estimates.
fn has_other_estimates(question: &Question<'_>) -> bool {
    let mut rows = question.settings.iter().flat_map(|setting| &setting.rows);
    rows.any(|row| row.interval.is_some() && row.certain_share().is_none())
}

/// Explains the columns of means; `None` without any.
fn mean_note(columns: &[OtherColumn<'_>]) -> Option<String> {
    let mut statistics = Vec::new();
    for column in columns {
        if let OtherColumn::Mean {
            statistic, is_only, ..
        } = column
        {
            statistics.push((*statistic, *is_only));
        }
    }
    let (first, is_only) = *statistics.first()?;
    if is_only {
        let label = first.label.translated();
        return Some(tr!("Mean: {label}.", label));
    }
    let headings: Vec<&str> = statistics
        .iter()
        .map(|(statistic, _)| statistic.heading.translated())
        .collect();
    let headings = capitalize(&headings.join(", "));
    let scope = first.scope.translated();
    Some(if statistics.len() == 1 {
        tr!("{headings}: mean{scope}.", headings, scope)
    } else {
        tr!("{headings}: means.", headings)
    })
}

/// Returns true for a column that another one has with an interval.
fn is_replaced(shown: &OtherColumn<'_>, other: &OtherColumn<'_>) -> bool {
    match (shown, other) {
        (OtherColumn::Difference { .. }, OtherColumn::Difference { .. }) => true,
        (
            OtherColumn::Mean { statistic, .. },
            OtherColumn::Mean {
                statistic: other, ..
            },
        ) => statistic.name == other.name,
        _ => false,
    }
}

fn other_cell(setting: &AskedSetting<'_>, column: &OtherColumn<'_>) -> String {
    match column {
        OtherColumn::OneIn if setting.asked.value > 0.0 => {
            integer(rounded_to_digits(1.0 / setting.asked.value, 3))
        }
        OtherColumn::OneIn => String::new(),
        OtherColumn::Difference { has_interval } => {
            crate::question::difference_text(&setting.asked, *has_interval)
        }
        OtherColumn::Row(name) => setting.row(name).map_or_else(String::new, plain_number),
        OtherColumn::Median(statistic) => match &setting.quartiles(statistic)[..] {
            [_, median, _] => quantile_text(median.value),
            _ => String::new(),
        },
        OtherColumn::Mean {
            statistic,
            has_interval,
            ..
        } => {
            let Some(mean) = setting.mean(statistic) else {
                return String::new();
            };
            let number = PageNumber::from(&mean);
            if *has_interval {
                number.cell_text()
            } else {
                let half_width = mean.interval.map_or(0.0, Interval::half_width);
                decimal(mean.value, decimals(half_width).min(2))
            }
        }
    }
}

/// Formats an asked number with its interval, a share in per cent; a certain or exact one has none.
fn asked_cell(row: &Row) -> String {
    let is_open = row.proportion.is_some_and(|share| share.undecided > 0);
    let is_certain = row.certain_share().is_some();
    let unit = if row.proportion.is_some() { 100.0 } else { 1.0 };
    match row.interval_estimate() {
        Some(estimate) if !is_certain && !is_open => difference_cell(estimate.scaled(unit)),
        _ => plain_number(row),
    }
}

/// Formats a quantile with its interval.
fn quantile_cell(quantile: &Quantile) -> String {
    let value = quantile_text(quantile.value);
    let Some(interval) = quantile.interval else {
        return value;
    };
    let [low, high] = [interval.low, interval.high].map(quantile_text);
    format!("{value} {}", interval_bounds(low, high))
}

/// Returns the smallest p-value of the tests that the simulated shares have their exact values, corrected for the number of
/// tests; `None` without such shares.
fn smallest_p_value(question: &Question<'_>) -> Option<f64> {
    let mut p_values = Vec::new();
    for setting in &question.settings {
        for row in &setting.rows {
            let is_tested = row.certain_share().is_none() && !row.is_trailing_empty;
            if let (Some(share), Some(exact)) = (row.proportion, row.exact.filter(|_| is_tested)) {
                p_values.push(binomial_p_value(share, exact));
            }
        }
    }
    holm_adjusted_p_values(&p_values)
        .into_iter()
        .reduce(f64::min)
}

/// Writes a table of many rows in two blocks side by side; if they need more than `lines`, only the first rows.
fn many_settings_text(table: &Table, lines: usize, terminal_columns: usize) -> String {
    let rows_of_block = table.rows.len().div_ceil(2);
    if rows_of_block + Table::HEADING_LINES > lines {
        let mut first_rows = table.clone();
        first_rows.rows.truncate(MAX_ROWS);
        let omitted = (table.rows.len() - MAX_ROWS) as u64;
        let omitted = quantity(omitted, Text("more setting|more settings"));
        let text = first_rows.terminal_text(terminal_columns);
        return text + &tr!("… {omitted}: --all\n", omitted);
    }
    let blocks: Vec<String> = table
        .rows
        .chunks(rows_of_block)
        .map(|rows| {
            let block = Table {
                rows: rows.to_vec(),
                ..table.clone()
            };
            block.terminal_text(terminal_columns)
        })
        .collect();
    let width = blocks[0].lines().map(|line| line.chars().count()).max();
    let width = width.unwrap_or_default();
    let mut right_lines = blocks.get(1).map_or("", String::as_str).lines();
    let mut text = String::new();
    for left in blocks[0].lines() {
        let right = right_lines.next().unwrap_or_default();
        let padding = " ".repeat(width - left.chars().count());
        let line = format!("{left}{padding}{BLOCK_GAP}{right}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
