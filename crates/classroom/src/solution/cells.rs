//! The cells of a hand-in: its text, cut in one of the documented forms, before anything is known about its meaning.
//!
//! The first filled line decides the form. Every sign of the text is in a cell, or belongs to the form; lines that begin
//! with `#` are comments.

use pioche_report::lang::{Problem, problem, safe_excerpt};

/// The largest number of columns of a table, more than any game needs.
const MAX_COLUMNS: usize = 256;
/// The largest number of cells of a hand-in.
const MAX_CELLS: usize = 1_000_000;

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

/// Reads the cells of a file. With `is_list`, lines without brackets are those of a list.
pub fn read_cells(file: &str, bytes: &[u8], is_list: bool) -> Result<Cells, Problem> {
    let text = decode_text(file, bytes)?;
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .collect();
    let Some(&(_, first_line)) = lines.first() else {
        return Err(problem!("{file} est vide", "{file} is empty"));
    };
    let first_line = first_line.trim();
    let reader = LineReader { file, lines };
    match first_line.chars().next() {
        Some('{') => reader.object(),
        Some('[' | '(') => reader.list(),
        Some('|') => reader.markdown_table(),
        _ if first_line.contains(':') => reader.pairs(),
        _ if is_list => Ok(Cells::List(reader.line_cells())),
        _ => reader.table(first_line),
    }
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
            .map(|&(line, text)| Cell {
                text: text.trim().to_owned(),
                line,
                column: 1,
            })
            .collect()
    }

    fn problem(&self, line: usize, column: usize, Problem(reason): Problem) -> Problem {
        Problem::at_position(self.file, (line, column), reason.fr, reason.en)
    }

    /// Reads lines such as `2: 0.0127`.
    fn pairs(&self) -> Result<Cells, Problem> {
        let mut pairs = Vec::new();
        for cell in self.line_cells() {
            let Some((name, number)) = cell.text.split_once(':') else {
                let text = safe_excerpt(&cell.text);
                let reason = problem!(
                    "« {text} » n'a pas la forme « nom : nombre » des lignes précédentes ; un titre commence par « # »",
                    "“{text}” does not have the form “name: number” of the lines before; a title begins with “#”"
                );
                return Err(self.problem(cell.line, 1, reason));
            };
            let with_text = |text: &str, column| Cell {
                text: text.trim().to_owned(),
                line: cell.line,
                column,
            };
            let number_column = name.chars().count() + 2;
            pairs.push((with_text(name, 1), with_text(number, number_column)));
        }
        Ok(Cells::Pairs(pairs))
    }

    /// Reads a table whose cells are separated by tabs, semicolons or commas, or by two blanks and more.
    fn table(&self, first_line: &str) -> Result<Cells, Problem> {
        let delimiter = ['\t', ';', ',']
            .into_iter()
            .find(|&sign| first_line.contains(sign));
        let mut rows = Vec::new();
        for &(line, text) in &self.lines {
            let is_separator_line =
                rows.is_empty() && text.trim_end() == format!("sep={}", delimiter.unwrap_or(' '));
            if is_separator_line {
                continue;
            }
            self.check_columns(text, delimiter.unwrap_or(' '))?;
            let texts = match delimiter {
                Some(delimiter) => self.delimited_cells(line, text, delimiter)?,
                None => aligned_cells(text),
            };
            rows.push(numbered_cells(line, texts));
        }
        self.table_of(rows, delimiter.is_none())
    }

    /// Fails when a line has more cells than any table.
    fn check_columns(&self, text: &str, delimiter: char) -> Result<(), Problem> {
        if delimiter == ' ' || text.matches(delimiter).count() < MAX_COLUMNS {
            return Ok(());
        }
        Err(self.too_many_cells())
    }

    fn too_many_cells(&self) -> Problem {
        let file = self.file;
        problem!(
            "{file} a trop de cellules pour un tableau",
            "{file} has too many cells for a table"
        )
    }

    /// Cuts a line at a delimiter. A cell in quotes ends with its quote; two quotes in it are one.
    fn delimited_cells(
        &self,
        line: usize,
        text: &str,
        delimiter: char,
    ) -> Result<Vec<String>, Problem> {
        let mut cells = Vec::new();
        let mut rest = text;
        loop {
            let start = rest.trim_start_matches(' ');
            let (cell, after) = if let Some(quoted) = start.strip_prefix('"') {
                let end = closing_quote(quoted)
                    .ok_or_else(|| self.unclosed_quote(line, cells.len() + 1))?;
                (
                    quoted[..end].replace("\"\"", "\""),
                    quoted[end + 1..].trim_start_matches(' '),
                )
            } else {
                let end = rest.find(delimiter).unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            };
            cells.push(cell);
            if after.is_empty() {
                return Ok(cells);
            }
            rest = after
                .strip_prefix(delimiter)
                .ok_or_else(|| self.unclosed_quote(line, cells.len()))?;
        }
    }

    fn unclosed_quote(&self, line: usize, column: usize) -> Problem {
        let reason = problem!(
            "un guillemet « \" » ne ferme pas la cellule ; écrivez-la sans guillemets",
            "a quote (\") does not close the cell; write it without quotes"
        );
        self.problem(line, column, reason)
    }

    /// Reads a table in Markdown: all lines are in bars, the second one is a rule.
    fn markdown_table(&self) -> Result<Cells, Problem> {
        let mut rows = Vec::new();
        for (index, &(line, text)) in self.lines.iter().enumerate() {
            let inner = text
                .trim()
                .strip_prefix('|')
                .and_then(|text| text.strip_suffix('|'));
            let Some(inner) = inner else {
                let text = safe_excerpt(text.trim());
                let reason = problem!(
                    "« {text} » n'est pas une ligne du tableau, telle que « | 2 | 0,0127 | » ; une remarque \
                     commence par « # »",
                    "“{text}” is not a line of the table, such as “| 2 | 0.0127 |”; a comment \
                     begins with “#”"
                );
                return Err(self.problem(line, 1, reason));
            };
            self.check_columns(inner, '|')?;
            let is_rule = inner.contains('-') && inner.chars().all(|sign| "|-: ".contains(sign));
            if index == 1 && is_rule {
                continue;
            }
            let texts = inner.split('|').map(|text| text.trim().to_owned());
            rows.push(numbered_cells(line, texts.collect()));
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
        if columns > MAX_COLUMNS || columns * rows.len() > MAX_CELLS {
            return Err(self.too_many_cells());
        }
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

    /// Reads a list in brackets.
    fn list(&self) -> Result<Cells, Problem> {
        let mut reader = SignReader::new(self);
        let end = if reader.next_sign() == Some('(') {
            ')'
        } else {
            ']'
        };
        let mut cells = Vec::new();
        while !reader.ends_with(end)? {
            cells.push(reader.cell(&[',', end]));
            reader.separator(end)?;
            if cells.len() > MAX_CELLS {
                return Err(
                    reader.problem(problem!("la liste est trop longue", "the list is too long"))
                );
            }
        }
        Ok(Cells::List(cells))
    }

    /// Reads an object in JSON or a dictionary in Python.
    fn object(&self) -> Result<Cells, Problem> {
        let mut reader = SignReader::new(self);
        reader.next_sign();
        let mut pairs = Vec::new();
        while !reader.ends_with('}')? {
            let name = reader.cell(&[':', ',', '}']);
            if reader.next_sign() != Some(':') {
                return Err(reader.problem(problem!(
                    "il manque « : » après un nom, comme dans « {{\"2\": 0.0127}} »",
                    "“:” is missing after a name, as in “{{\"2\": 0.0127}}”"
                )));
            }
            let number = reader.cell(&[',', '}']);
            reader.separator('}')?;
            pairs.push((name, number));
        }
        Ok(Cells::Pairs(pairs))
    }
}

/// Returns the place of the quote that closes a cell; two quotes in a row do not.
fn closing_quote(text: &str) -> Option<usize> {
    let mut place = 0;
    loop {
        place += text[place..].find('"')?;
        if !text[place + 1..].starts_with('"') {
            return Some(place);
        }
        place += 2;
    }
}

fn aligned_cells(line: &str) -> Vec<String> {
    let cells = line.split("  ").map(str::trim);
    cells
        .filter(|cell| !cell.is_empty())
        .map(str::to_owned)
        .collect()
}

fn numbered_cells(line: usize, texts: Vec<String>) -> Vec<Cell> {
    let cells = (1..).zip(texts);
    cells
        .map(|(column, text)| Cell { text, line, column })
        .collect()
}

/// The signs of lists and objects, with their places.
struct SignReader<'a> {
    reader: &'a LineReader<'a>,
    signs: Vec<(usize, usize, char)>,
    place: usize,
}

impl<'a> SignReader<'a> {
    fn new(reader: &'a LineReader<'a>) -> Self {
        let mut signs = Vec::new();
        for &(line, text) in &reader.lines {
            let columns = (1..).zip(text.chars());
            signs.extend(columns.map(|(column, sign)| (line, column, sign)));
            signs.push((line, text.len() + 1, ' '));
        }
        Self {
            reader,
            signs,
            place: 0,
        }
    }

    fn skip_blanks(&mut self) {
        while self
            .signs
            .get(self.place)
            .is_some_and(|(.., sign)| sign.is_whitespace())
        {
            self.place += 1;
        }
    }

    /// Takes the next sign that is not blank.
    fn next_sign(&mut self) -> Option<char> {
        self.skip_blanks();
        let sign = self.signs.get(self.place).map(|(.., sign)| *sign);
        self.place += 1;
        sign
    }

    /// Takes the end of the list, after which nothing may follow, if it is next.
    fn ends_with(&mut self, end: char) -> Result<bool, Problem> {
        self.skip_blanks();
        if self.signs.get(self.place).map(|(.., sign)| *sign) != Some(end) {
            return Ok(false);
        }
        self.place += 1;
        self.skip_blanks();
        if self.place < self.signs.len() {
            self.place += 1;
            return Err(self.problem(problem!(
                "rien ne doit suivre « {end} »",
                "nothing may follow “{end}”"
            )));
        }
        Ok(true)
    }

    /// Takes a text in quotes, or all signs before one of `ends`.
    fn cell(&mut self, ends: &[char]) -> Cell {
        self.skip_blanks();
        let (line, column, first) = self.signs.get(self.place).copied().unwrap_or((1, 1, ' '));
        let mut text = String::new();
        if matches!(first, '"' | '\'') {
            self.place += 1;
            while let Some(&(.., sign)) = self.signs.get(self.place) {
                self.place += 1;
                if sign == first {
                    break;
                }
                text.push(sign);
            }
            text = unescaped(&text);
        } else {
            while let Some(&(.., sign)) = self.signs.get(self.place)
                && !ends.contains(&sign)
            {
                text.push(sign);
                self.place += 1;
            }
        }
        Cell {
            text: text.trim().to_owned(),
            line,
            column,
        }
    }

    /// Takes a comma; leaves the end of the list.
    fn separator(&mut self, end: char) -> Result<(), Problem> {
        match self.next_sign() {
            Some(',') => Ok(()),
            Some(sign) if sign == end => {
                self.place -= 1;
                Ok(())
            }
            _ => Err(self.problem(problem!(
                "il manque « , » ou « {end} » ici",
                "“,” or “{end}” is missing here"
            ))),
        }
    }

    /// Returns a problem at the sign before the current place.
    fn problem(&self, reason: Problem) -> Problem {
        let place = self
            .place
            .saturating_sub(1)
            .min(self.signs.len().saturating_sub(1));
        let (line, column, _) = self.signs.get(place).copied().unwrap_or((1, 1, ' '));
        self.reader.problem(line, column, reason)
    }
}

/// Replaces the escapes `\u00e9` with which JSON writes letters.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let letter = part
            .get(..4)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        match letter {
            Some(letter) => {
                plain.push(letter);
                plain.push_str(&part[4..]);
            }
            None => {
                plain.push_str("\\u");
                plain.push_str(part);
            }
        }
    }
    plain
}
