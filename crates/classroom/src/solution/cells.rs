//! The cells of a hand-in: its text, cut in one of the documented forms, before anything is known about its meaning.
//!
//! The first filled line decides the form. Every sign of the text is in a cell, or belongs to the form; lines that begin
//! with `#` are comments.

use pioche_report::lang::{Problem, problem, safe_excerpt};

/// The largest number of separators in a hand-in, more than any needs.
const MAX_SEPARATORS: usize = 1_000_000;

/// A text of a hand-in, with its line and its column, both from 1. Columns of a table are counted by their cells, those of
/// other forms by signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    pub line: usize,
    pub column: usize,
}

/// The cells of a hand-in, by its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A line of headings, and rows with a cell for each of them.
    Table(Vec<Cell>, Vec<Vec<Cell>>),
    /// Names with their numbers.
    Pairs(Vec<(Cell, Cell)>),
    List(Vec<Cell>),
}

/// Reads the cells of a hand-in, and counts its comments. `file` is its name in messages. With `is_list`, lines without
/// brackets are those of a list.
///
/// # Errors
/// When the bytes are not text, or the text is empty, has too many cells or is in no documented form.
pub fn read_cells(file: &str, bytes: &[u8], is_list: bool) -> Result<(Cells, usize), Problem> {
    let text = decode_text(file, bytes)?;
    if text.matches(['\t', ';', ',', '|', '\n']).count() > MAX_SEPARATORS {
        return Err(problem!(
            "{file} a trop de cellules pour des résultats",
            "{file} has too many cells for results"
        ));
    }
    let filled_lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let (comments, lines): (Vec<_>, Vec<_>) =
        filled_lines.partition(|(_, line)| line.trim_start().starts_with('#'));
    let Some((_, first_line)) = lines.first() else {
        return Err(problem!("{file} est vide", "{file} is empty"));
    };
    let has_names = first_line.contains(':');
    let first_sign = first_line.trim_start().chars().next();
    let reader = LineReader { file, lines };
    let cells = match first_sign {
        Some('{') => reader.pairs(reader.enclosed_cells('}')?)?,
        Some('[') => Cells::List(reader.enclosed_cells(']')?),
        Some('(') => Cells::List(reader.enclosed_cells(')')?),
        Some('|') => reader.markdown_table()?,
        _ if has_names => reader.pairs(reader.line_cells())?,
        _ if is_list => Cells::List(reader.line_cells()),
        _ => reader.table()?,
    };
    Ok((cells, comments.len()))
}

/// Decodes UTF-8, UTF-16 with a byte order mark, or else Latin-1. Fails for a workbook and for other files without text.
fn decode_text(file: &str, bytes: &[u8]) -> Result<String, Problem> {
    let is_workbook =
        bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]);
    if is_workbook {
        return Err(workbook_problem(file));
    }
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        String::from_utf16_lossy(&units)
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    };
    let is_text_sign = |sign: char| !sign.is_control() || sign.is_whitespace();
    if text.chars().all(is_text_sign) {
        Ok(text)
    } else {
        Err(problem!(
            "{file} n'est pas un texte ; enregistrez les nombres en CSV ou en texte",
            "{file} is not a text; save the numbers as CSV or text"
        ))
    }
}

fn workbook_problem(file: &str) -> Problem {
    problem!(
        "{file} est un classeur ou une archive ; enregistrez la feuille en CSV (LibreOffice : Fichier, \
         Enregistrer sous, Texte CSV ; Excel : Fichier, Enregistrer sous, CSV UTF-8)",
        "{file} is a workbook or an archive; save the sheet as CSV (LibreOffice: File, Save As, Text CSV; \
         Excel: File, Save As, CSV UTF-8)"
    )
}

/// The filled lines of a hand-in with their numbers.
struct LineReader<'a> {
    file: &'a str,
    lines: Vec<(usize, &'a str)>,
}

impl LineReader<'_> {
    /// Returns a cell for each line.
    fn line_cells(&self) -> Vec<Cell> {
        let lines = self.lines.iter();
        lines
            .map(|&(line, text)| trimmed_cell(text, line, 1))
            .collect()
    }

    fn problem(&self, line: usize, column: usize, Problem(reason): Problem) -> Problem {
        Problem::at_position(self.file, (line, column), reason.fr, reason.en)
    }

    /// Returns the cells between the bracket that begins the first line and the one that ends the last line. Commas separate
    /// them, also at the ends of lines.
    fn enclosed_cells(&self, end: char) -> Result<Vec<Cell>, Problem> {
        let mut cells = Vec::new();
        for (index, &(line, text)) in self.lines.iter().enumerate() {
            let mut inner = text.trim_end();
            if index + 1 == self.lines.len() {
                inner = inner.strip_suffix(end).ok_or_else(|| {
                    let reason = problem!(
                        "il faut « {end} » à la fin, et rien après",
                        "“{end}” is expected at the end, and nothing after it"
                    );
                    self.problem(line, text.chars().count(), reason)
                })?;
            }
            let mut column = 1;
            if index == 0 {
                let opening = text.len() - text.trim_start().len() + 1;
                inner = &inner[opening..];
                column += opening;
            }
            inner = inner.trim_end();
            for part in cut_line(inner.strip_suffix(',').unwrap_or(inner), ',') {
                cells.push(trimmed_cell(part, line, column));
                column += part.chars().count() + 1;
            }
            if inner.trim().is_empty() {
                cells.pop();
            }
        }
        Ok(cells)
    }

    /// Cuts cells such as `2: 0.0127` at their colons.
    fn pairs(&self, cells: Vec<Cell>) -> Result<Cells, Problem> {
        let mut pairs = Vec::new();
        for cell in cells {
            let Some((name, number)) = cell.text.split_once(':') else {
                let text = safe_excerpt(&cell.text);
                let reason = problem!(
                    "« {text} » n'a pas la forme « nom : nombre » ; un titre commence par « # »",
                    "“{text}” does not have the form “name: number”; a title begins with “#”"
                );
                return Err(self.problem(cell.line, cell.column, reason));
            };
            let number_column = cell.column + name.chars().count() + 1;
            pairs.push((
                trimmed_cell(name, cell.line, cell.column),
                trimmed_cell(number, cell.line, number_column),
            ));
        }
        Ok(Cells::Pairs(pairs))
    }

    /// Reads a table whose cells are separated by tabs, semicolons or commas, or by two blanks and more.
    fn table(&self) -> Result<Cells, Problem> {
        let (_, first_line) = self.lines[0];
        let delimiter = ['\t', ';', ',']
            .into_iter()
            .find(|&sign| first_line.contains(sign));
        let mut rows = Vec::new();
        for &(line, text) in &self.lines {
            let texts = match delimiter {
                Some(sign) if rows.is_empty() && text.trim_end() == format!("sep={sign}") => {
                    continue;
                }
                Some(sign) => cut_line(text, sign),
                None => {
                    let texts = text.split("  ");
                    texts.filter(|text| !text.trim().is_empty()).collect()
                }
            };
            rows.push(numbered_cells(line, texts));
        }
        self.table_of(rows, delimiter.is_none())
    }

    /// Reads a table in Markdown: bars separate the cells, the second line is a rule.
    fn markdown_table(&self) -> Result<Cells, Problem> {
        let mut rows = Vec::new();
        for (index, &(line, text)) in self.lines.iter().enumerate() {
            let open_text = text.trim().trim_start_matches('|');
            let inner = open_text.strip_suffix('|').unwrap_or(open_text);
            let is_rule = inner.contains('-') && inner.chars().all(|sign| "|-: ".contains(sign));
            if index == 1 && is_rule {
                continue;
            }
            rows.push(numbered_cells(line, inner.split('|').collect()));
        }
        self.table_of(rows, false)
    }

    /// Returns the table of these rows, the first of which has the headings. Fails when a row has more or fewer cells. A first
    /// column without a heading is the index that pandas prints, 0, 1, 2 and so on, and is left out.
    fn table_of(&self, mut rows: Vec<Vec<Cell>>, is_aligned: bool) -> Result<Cells, Problem> {
        let mut headings = rows.remove(0);
        let is_index = |(number, row): (usize, &Vec<Cell>)| row[0].text == number.to_string();
        let has_longer_rows = rows
            .first()
            .is_some_and(|row| row.len() == headings.len() + 1);
        let has_index = headings[0].text.is_empty() || is_aligned && has_longer_rows;
        if has_index && !rows.is_empty() && rows.iter().enumerate().all(is_index) {
            for row in &mut rows {
                row.remove(0);
            }
            if headings[0].text.is_empty() {
                headings.remove(0);
            }
        }
        let columns = headings.len();
        if let Some(row) = rows.iter().find(|row| row.len() != columns) {
            let cells = row.len();
            let reason = problem!(
                "{cells} cellules sous {columns} titres ; avec des virgules décimales, les colonnes se séparent par « ; »",
                "{cells} cells under {columns} headings; with decimal commas, columns are separated by “;”"
            );
            return Err(self.problem(row[0].line, cells.max(1), reason));
        }
        Ok(Cells::Table(headings, rows))
    }
}

/// Cuts a line at the delimiters that are not in double quotes.
fn cut_line(text: &str, delimiter: char) -> Vec<&str> {
    let mut is_quoted = false;
    let cells = text.split(|sign| {
        is_quoted ^= sign == '"';
        sign == delimiter && !is_quoted
    });
    cells.collect()
}

/// Returns a cell without the blanks and the quotes around its text, which begins at a column.
fn trimmed_cell(text: &str, line: usize, column: usize) -> Cell {
    let blanks = text.chars().take_while(|sign| sign.is_whitespace());
    Cell {
        text: unquoted(text.trim()),
        line,
        column: column + blanks.count(),
    }
}

fn numbered_cells(line: usize, texts: Vec<&str>) -> Vec<Cell> {
    let cells = (1..).zip(texts);
    cells
        .map(|(column, text)| Cell {
            text: unquoted(text.trim()),
            line,
            column,
        })
        .collect()
}

/// Returns a text without the quotes around it: those of JSON, with its escapes, or single ones.
fn unquoted(text: &str) -> String {
    if let Ok(text) = serde_json::from_str(text) {
        return text;
    }
    let inner = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''))
        .filter(|text| !text.contains('\''));
    inner.unwrap_or(text).to_owned()
}
