//! The cells of hand-ins: what a file holds, in rows, before anything is known about its meaning.
//!
//! A text gives several candidates, one for each way to cut its lines into cells; the finder of tables takes the first in
//! which it finds a table.

use super::cell::{Cell, CellRow, Grid, GridForm};
use super::headings::is_games_word;
use super::labels::{first_word, label_text};
use super::{python, workbook};
use crate::cli::files::{display_name, read_limited};
use crate::lang::parse_number::{CommaMeaning, ParsedNumber};
use crate::lang::{Problem, problem};
use std::ops::Range;
use std::path::Path;

/// The largest number of columns of a table, more than any game needs.
pub const MAX_COLUMNS: usize = 256;
/// The largest number of cells of a file.
pub const MAX_CELLS: usize = 320_000;
/// The largest size of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The largest number of lines of a text.
const MAX_LINES: usize = 120_000;
/// The largest length of a text, of a line that is not a literal, and of a text that is read as sentences, in bytes.
const MAX_TEXT: usize = 4 << 20;
const MAX_LINE: usize = 20_000;
const MAX_SENTENCES: usize = 30_000;

/// Reads a file, or the standard input for `-`. Fails when it cannot be read or has no cells.
pub fn read_grids(path: &Path) -> Result<Vec<Grid>, Problem> {
    parse_grids(&display_name(path), read_limited(path, MAX_BYTES)?)
}

/// Parses the bytes of a file.
pub fn parse_grids(file_name: &str, bytes: Vec<u8>) -> Result<Vec<Grid>, Problem> {
    let grids = if workbook::is_workbook(&bytes) {
        workbook::sheet_grids(file_name, bytes)?
    } else {
        text_grids(file_name, &decode_text(&bytes))?
    };
    if grids.iter().all(|grid| grid.rows.is_empty()) {
        return Err(Problem::empty_table(file_name));
    }
    Ok(grids)
}

fn too_long(file_name: &str) -> Problem {
    problem!(
        "{file_name} est trop long pour un tableau ({MAX_LINES} lignes, {MAX_CELLS} cellules au \
         plus)",
        "{file_name} is too long for a table (at most {MAX_LINES} lines, {MAX_CELLS} cells)"
    )
}

pub fn too_many_columns(file_name: &str) -> Problem {
    problem!(
        "{file_name} a plus de {MAX_COLUMNS} colonnes",
        "{file_name} has more than {MAX_COLUMNS} columns"
    )
}

/// Returns the grids of a text, the most probable first. Fails when it is too long.
fn text_grids(file_name: &str, text: &str) -> Result<Vec<Grid>, Problem> {
    let signs = |sign: u8| text.bytes().filter(|byte| *byte == sign).count();
    if text.len() > MAX_TEXT
        || signs(b'\n') > MAX_LINES
        || signs(b',') + signs(b';') + signs(b'\t') + signs(b'|') + signs(b'&') > MAX_CELLS
    {
        return Err(too_long(file_name));
    }
    let html;
    let mut text = text;
    if text.contains("</") {
        html = without_tags(text);
        text = &html;
    }
    let grid = |form, rows| Grid {
        file_name: file_name.to_owned(),
        place_name: file_name.to_owned(),
        form,
        rows,
    };
    if let Some((form, rows)) = python::literal_rows(text) {
        return Ok(vec![grid(form, rows)]);
    }
    if text.lines().any(|line| line.len() > MAX_LINE) {
        return Err(too_long(file_name));
    }
    if let Some(rows) = ruled_rows(text) {
        return Ok(vec![grid(GridForm::Table, rows)]);
    }
    let delimited = delimited_rows(file_name, text)?;
    let mut grids = vec![grid(GridForm::Table, delimited)];
    if text.len() <= MAX_SENTENCES {
        grids.push(grid(GridForm::Table, aligned_rows(text, 2)));
        // Single blanks are also those between words.
        let rows = aligned_rows(text, 1);
        let is_number_row = |row: &CellRow| row.cells.iter().all(|cell| !cell.is_text());
        if rows.len() > 1 && rows.iter().skip(1).all(is_number_row) {
            grids.push(grid(GridForm::Table, rows));
        }
        let comma = comma_of_sentences(text);
        let sentence_rows = line_rows(text, |line| words_and_numbers(line, comma));
        let sentences = grid(GridForm::Sentences, sentence_rows);
        let width = |row: &CellRow| row.cells.len();
        let is_ragged = grids[0]
            .rows
            .iter()
            .any(|row| width(row) != width(&grids[0].rows[0]));
        // Commas in some lines only are those of sentences or decimals.
        let place = if is_ragged && usual_delimiter(text) == b',' {
            0
        } else {
            grids.len()
        };
        grids.insert(place, sentences);
    }
    Ok(grids)
}

/// Returns the text of a page: a line for each row of a table and each paragraph, and a tab after each cell.
fn without_tags(page: &str) -> String {
    let mut text = String::new();
    for (index, part) in page.split('<').enumerate() {
        let (tag, content) = part.split_once('>').unwrap_or(("", part));
        let name = tag.split(' ').next().unwrap_or_default();
        match name.to_lowercase().as_str() {
            "/td" | "/th" => text.push('\t'),
            "/tr" | "/p" | "/li" | "/div" | "/pre" | "br" | "br/" => text.push('\n'),
            _ => {}
        }
        text += if index == 0 { part } else { content };
    }
    let signs = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    for (entity, sign) in signs {
        text = text.replace(entity, sign);
    }
    text
}

/// Returns the lines that have more than blanks and the signs of a ruled line, with their numbers from 1.
fn filled_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_rule_sign = |sign: char| sign.is_whitespace() || "-=+|:_".contains(sign);
    (1..)
        .zip(text.lines())
        .filter(move |(_, line)| !line.chars().all(is_rule_sign))
}

/// Returns a row for each line that is not blank.
fn line_rows(text: &str, cells: impl Fn(&str) -> Vec<Cell>) -> Vec<CellRow> {
    let lines = filled_lines(text);
    lines
        .map(|(line, content)| CellRow {
            line,
            cells: cells(content),
        })
        .collect()
}

/// Returns the rows of a table in Markdown or LaTeX.
fn ruled_rows(text: &str) -> Option<Vec<CellRow>> {
    let is_markdown = |line: &str| line.starts_with('|') && line.len() > 1;
    let is_latex = |line: &str| line.contains('&') && line.contains("\\\\");
    let is_rule = |cell: &str| {
        let is_rule_sign = |sign| "-:=+ ".contains(sign);
        !cell.is_empty() && cell.contains('-') && cell.chars().all(is_rule_sign)
    };
    let mut rows = Vec::new();
    let mut titles = 0;
    for (line, content) in filled_lines(text) {
        let content = content.trim();
        let texts: Vec<String> = if is_markdown(content) {
            let content = content.trim_matches('|');
            content.split('|').map(without_emphasis).collect()
        } else if is_latex(content) {
            let row = content.split("\\\\").next().unwrap_or_default();
            row.split('&').map(without_latex).collect()
        } else if rows.len() == titles {
            // A title can give the number of games.
            titles += 1;
            let cells = vec![Cell::words(content)];
            rows.push(CellRow { line, cells });
            continue;
        } else {
            continue;
        };
        if !texts.iter().all(|text| is_rule(text)) {
            let cells = texts.iter().map(|text| Cell::decimal(text)).collect();
            rows.push(CellRow { line, cells });
        }
    }
    (rows.len() > titles + 1).then_some(rows)
}

fn without_emphasis(cell: &str) -> String {
    cell.trim().trim_matches(['*', '`']).to_owned()
}

/// Returns a cell of LaTeX without mathematical signs, commands such as `\hline`, and the arguments' braces.
fn without_latex(cell: &str) -> String {
    let mut plain = cell.replace("\\%", "%").replace("\\_", "_");
    for command in [
        "\\hline",
        "\\toprule",
        "\\midrule",
        "\\bottomrule",
        "\\textbf",
        "\\,",
    ] {
        plain = plain.replace(command, "");
    }
    plain.retain(|sign| !"${}".contains(sign));
    plain.trim().to_owned()
}

/// Returns the rows of a text in which semicolons, tabs or commas separate the cells; a number on each line is a row.
fn delimited_rows(file_name: &str, text: &str) -> Result<Vec<CellRow>, Problem> {
    let mut lines = filled_lines(text).map(|(_, line)| line);
    let first = lines.next().unwrap_or_default();
    let separator = first
        .trim()
        .strip_prefix("sep=")
        .filter(|sign| sign.len() == 1)
        .map(|sign| sign.as_bytes()[0]);
    let delimiter = separator.unwrap_or_else(|| usual_delimiter(text));
    let comma = match delimiter {
        b';' => CommaMeaning::Decimal,
        b',' => CommaMeaning::Thousands,
        _ => CommaMeaning::Ambiguous,
    };
    let is_list = delimiter == b','
        && filled_lines(text).all(|(_, line)| Cell::decimal(line).number().is_some());
    if is_list {
        return Ok(line_rows(text, |line| vec![Cell::decimal(line)]));
    }
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false);
    let mut rows = Vec::new();
    let mut cell_count = 0;
    for record in reader.from_reader(text.as_bytes()).into_records() {
        let record = record.map_err(|_| Problem::empty_table(file_name))?;
        let line = record.position().map_or(0, |position| position.line());
        let cells: Vec<Cell> = record.iter().map(|cell| Cell::new(cell, comma)).collect();
        cell_count += cells.len();
        if cell_count > MAX_CELLS {
            return Err(too_long(file_name));
        }
        let row = CellRow {
            line: line as usize,
            cells,
        };
        if row.filled_len() > 0 {
            rows.push(row);
        }
    }
    let rows = rows.split_off(usize::from(separator.is_some()).min(rows.len()));
    Ok(if delimiter == b',' {
        with_joined_decimals(rows)
    } else {
        rows
    })
}

/// Joins the parts of decimals such as `26,12` in rows that commas separate, if these are longer than their headings, and
/// only one choice of columns has such decimals.
fn with_joined_decimals(rows: Vec<CellRow>) -> Vec<CellRow> {
    const MAX_WIDTH: usize = 12;
    let Some((headings, number_rows)) = rows.split_first() else {
        return rows;
    };
    let width = headings.cells.len();
    let len = number_rows.first().map_or(0, |row| row.cells.len());
    let is_longer = len > width && len <= 2 * width && width <= MAX_WIDTH;
    if !is_longer || number_rows.iter().any(|row| row.cells.len() != len) {
        return rows;
    }
    let choices =
        (0..1_u32 << width).filter(|columns| columns.count_ones() as usize == len - width);
    let mut joined_rows = choices.filter_map(|columns| {
        let rows = number_rows
            .iter()
            .map(|row| joined_decimals(row, columns, width));
        rows.collect::<Option<Vec<CellRow>>>()
    });
    match (joined_rows.next(), joined_rows.next()) {
        (Some(joined), None) => [vec![headings.clone()], joined].concat(),
        _ => rows,
    }
}

/// Joins two cells in each of these columns, which are bits; `None` if cells are no numbers then, such as `07`.
fn joined_decimals(row: &CellRow, columns: u32, width: usize) -> Option<CellRow> {
    let is_digits = |cell: &Cell| cell.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = row.cells.iter();
    let mut cells = Vec::new();
    for column in 0..width {
        let mut cell = parts.next()?.clone();
        if columns >> column & 1 == 1 {
            let decimals = parts.next().filter(|decimals| is_digits(decimals))?;
            if !is_digits(&cell) {
                return None;
            }
            cell = Cell::decimal(&format!("{},{}", cell.text, decimals.text));
        }
        if is_digits(&cell) && cell.number().is_none()
            || columns >> column & 1 == 1 && cell.is_text()
        {
            return None;
        }
        cells.push(cell);
    }
    Some(CellRow {
        line: row.line,
        cells,
    })
}

/// Returns the semicolon or tab that one of the first lines contains, or else the comma.
fn usual_delimiter(text: &str) -> u8 {
    const FIRST_LINES: usize = 20;
    let has = |sign: u8| {
        let mut lines = text.lines().take(FIRST_LINES);
        lines.any(|line| line.bytes().any(|byte| byte == sign))
    };
    [b';', b'\t']
        .into_iter()
        .find(|sign| has(*sign))
        .unwrap_or(b',')
}

/// Returns the rows of a text with columns that are separated by at least this many blanks.
fn aligned_rows(text: &str, blanks: usize) -> Vec<CellRow> {
    let separator = " ".repeat(blanks);
    line_rows(text, |line| {
        let line = line.replace('\t', "  ");
        let cells = line.split(separator.as_str()).map(str::trim);
        let cells = cells.filter(|cell| !cell.is_empty());
        cells.map(Cell::decimal).collect()
    })
}

/// Cuts a sentence into words and numbers in turn.
pub fn words_and_numbers(sentence: &str, comma: CommaMeaning) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut words_start = 0;
    for range in number_ranges(sentence) {
        let number = Cell::new(&sentence[range.clone()], comma);
        if number.number().is_some() {
            cells.push(Cell::words(&sentence[words_start..range.start]));
            cells.push(number);
            words_start = range.end;
        }
    }
    cells.push(Cell::words(&sentence[words_start..]));
    cells
}

/// Returns the places of the numbers of a sentence. A number has no letter or digit directly before it.
fn number_ranges(sentence: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    while let Some(offset) = sentence[start..].find(|sign: char| sign.is_ascii_digit()) {
        let begin = start + offset;
        let before = sentence[..begin].chars().next_back();
        let rest = &sentence[begin..];
        if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_') {
            // In `J1 325`, the blank does not separate groups of digits.
            let word = rest.split_whitespace().next().unwrap_or_default();
            start = begin + number_len(word);
        } else {
            start = begin + number_len(rest);
            ranges.push(begin..start);
        }
    }
    ranges
}

/// Returns the meaning of the comma in numbers such as `2,000` of a text: it separates groups where such a number counts
/// games, unless another number has decimals after a comma.
pub fn comma_of_sentences(text: &str) -> CommaMeaning {
    let mut has_points = false;
    let mut counts_games = false;
    for line in text.lines() {
        for range in number_ranges(line) {
            let number = &line[range.clone()];
            let has_comma = number.contains(',');
            has_points |= !has_comma && number.contains('.');
            let can_be_group = matches!(
                Cell::new(number, CommaMeaning::Thousands).number(),
                Some(ParsedNumber::Integer(_))
            );
            if has_comma && !can_be_group {
                return CommaMeaning::Decimal;
            }
            let words = [
                label_text(&line[..range.start]),
                first_word(&line[range.end..]),
            ];
            counts_games |= has_comma && words.into_iter().any(is_games_word);
        }
    }
    if counts_games {
        CommaMeaning::Thousands
    } else if has_points {
        CommaMeaning::Ambiguous
    } else {
        CommaMeaning::Decimal
    }
}

/// Returns the length of the number at the start of a text: digits, decimals, groups of three digits, a fraction and `%`.
fn number_len(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = text[from..].bytes();
        from + rest.take_while(u8::is_ascii_digit).count()
    };
    let mut end = digits(0);
    loop {
        let mut rest = text[end..].chars();
        let sign = rest.next().unwrap_or(' ');
        let next = end + sign.len_utf8();
        let is_group = [' ', '\u{a0}', '\u{202f}'].contains(&sign)
            && end <= 3
            && digits(next.min(text.len())) == next + 3;
        let is_decimal = ".,/".contains(sign) && digits(next.min(text.len())) > next;
        let exponent = text[end..].strip_prefix(['e', 'E']);
        let is_exponent = exponent.is_some_and(|power| {
            let power = power.strip_prefix(['-', '+']).unwrap_or(power);
            power.starts_with(|sign: char| sign.is_ascii_digit())
        });
        if is_exponent {
            end = digits(end + 1 + usize::from(text[end + 1..].starts_with(['-', '+'])));
        } else if is_group || is_decimal {
            end = digits(next);
        } else {
            break;
        }
    }
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
    if rest[blanks..].starts_with('%') {
        end += blanks + 1;
    }
    end
}

/// Decodes a text: UTF-16 with a byte order mark, UTF-8, or else Latin-1.
fn decode_text(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units)
            .map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}
