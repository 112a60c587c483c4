//! The tables of students: workbooks, and CSV files separated by commas, semicolons or tabs, in UTF-8, UTF-16 or Latin-1.

use super::headings::{ColumnRole, PileStatistic};
use crate::cli::files::{display_name, read_limited};
use crate::lang::parse_number::{CommaMeaning, parse_number};
use crate::lang::{Problem, escape_invisible, problem};
use crate::topics::alliances;
use crate::topics::alliances::args::NB_TAS_MAX;
use calamine::{Data, Range, Reader, Sheets, Xlsx, XlsxError, open_workbook_auto_from_rs};
use csv::StringRecord;
use std::io::Cursor;
use std::path::Path;

/// The largest size of a table, in bytes.
const MAX_BYTES: u64 = 16 << 20;
const MAX_COLUMNS: usize = 256;
/// The largest number of piles in the table of a list, more than any game can leave.
const MAX_PILES: u32 = 1000;
/// The largest number of separators in a line: a spreadsheet has at most this many columns.
const MAX_SEPARATORS: usize = 16_384;

/// A table with its headings; rows are parsed from its text.
pub struct TableFile {
    pub file_name: String,
    /// The file and, for a workbook, the sheet, as messages name them.
    place_name: String,
    pub headings: Vec<String>,
    text: String,
    delimiter: u8,
    /// The number of records before the rows: the headings, and a line `sep=;` above them.
    header_records: usize,
}

impl TableFile {
    /// Reads a file, or the standard input for `-`. Fails when it cannot be read or is not a table.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::parse(display_name(path), read_limited(path, MAX_BYTES)?)
    }

    /// Parses the bytes of a file. Fails when there are no rows below the headings, or too many columns.
    pub fn parse(file_name: String, bytes: Vec<u8>) -> Result<Self, Problem> {
        let mut place_name = file_name.clone();
        let mut sheet_delimiter = None;
        let text = if is_workbook(&bytes) {
            let sheet = first_sheet(&file_name, bytes)?;
            place_name = format!("{file_name} ({})", escape_invisible(&sheet.name));
            sheet_delimiter = Some(b';');
            sheet.text
        } else {
            decode_text(bytes)
        };
        let list_table = pile_list(&text)
            .map(|piles| pile_table(&piles))
            .or_else(|| statistics_table(&text));
        match list_table {
            Some(table) => Self::parse_text(file_name, place_name, table, Some(b';')),
            None => Self::parse_text(file_name, place_name, text, sheet_delimiter),
        }
    }

    /// Parses a text, in which `sheet_delimiter` separates the cells; without one, the first line tells.
    fn parse_text(
        file_name: String,
        place_name: String,
        text: String,
        sheet_delimiter: Option<u8>,
    ) -> Result<Self, Problem> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        let separator = first
            .trim()
            .strip_prefix("sep=")
            .filter(|sign| sign.len() == 1)
            .map(|sign| sign.as_bytes()[0]);
        // A first line with semicolons or tabs uses them as separators.
        let usual = [b';', b'\t']
            .into_iter()
            .find(|sign| first.as_bytes().contains(sign));
        let delimiter = sheet_delimiter.or(separator).or(usual).unwrap_or(b',');
        let is_too_wide = |line: &str| {
            let separators = line.bytes().filter(|&byte| byte == delimiter);
            separators.count() > MAX_SEPARATORS
        };
        if text.lines().any(is_too_wide) {
            return Err(too_many_columns(&file_name));
        }
        let mut table = Self {
            file_name,
            place_name,
            headings: Vec::new(),
            text,
            delimiter,
            header_records: 0,
        };
        let mut headings = Vec::new();
        let mut rows = 0;
        for record in table
            .records()
            .skip(usize::from(separator.is_some()))
            .take(2)
        {
            if rows == 0 {
                headings = trimmed_cells(&record?).map(str::to_owned).collect();
            }
            rows += 1;
        }
        if headings.len() > MAX_COLUMNS {
            return Err(too_many_columns(&table.file_name));
        }
        if rows < 2 {
            return Err(Problem::empty_table(&table.file_name));
        }
        table.headings = headings;
        table.header_records = 1 + usize::from(separator.is_some());
        Ok(table)
    }

    /// Returns the meaning of `1,000`: a decimal with semicolons as separators, a thousand with commas.
    pub fn number_comma_meaning(&self) -> CommaMeaning {
        match self.delimiter {
            b';' => CommaMeaning::Decimal,
            b',' => CommaMeaning::Thousands,
            _ => CommaMeaning::Ambiguous,
        }
    }

    /// Calls `visit` with the line, from 1, and the cells of each row that is not empty. Fails when a row has more
    /// cells than there are headings, or `visit` fails.
    pub fn for_each_row(
        &self,
        mut visit: impl FnMut(usize, &[&str]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for result in self.records().skip(self.header_records) {
            let record = result?;
            let line = record
                .position()
                .map_or(0, |position| position.line() as usize);
            let mut cells: Vec<&str> = trimmed_cells(&record).collect();
            let filled_count = cells
                .iter()
                .rposition(|cell| !cell.is_empty())
                .map_or(0, |last| last + 1);
            let headings = self.headings.len();
            if filled_count > headings {
                let problem = problem!(
                    "{filled_count} cellules pour {headings} titres ; avec des virgules \
                     décimales, les colonnes se séparent par des « ; »",
                    "{filled_count} cells under {headings} headings; with decimal commas, columns \
                     are separated by “;”"
                );
                return Err(self.problem_at(line, headings + 1, problem));
            }
            cells.resize(headings, "");
            visit(line, &cells)?;
        }
        Ok(())
    }

    /// Adds the file, the line and the column (both from 1) to a problem.
    pub fn problem_at(&self, line: usize, column: usize, problem: Problem) -> Problem {
        Problem::at_position(&self.place_name, (line, column), problem.0.fr, problem.0.en)
    }

    /// Returns the records that are not empty.
    fn records(&self) -> impl Iterator<Item = Result<StringRecord, Problem>> {
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader
            .delimiter(self.delimiter)
            .flexible(true)
            .has_headers(false);
        let records = reader
            .from_reader(self.text.as_bytes())
            .into_records()
            .map(|record| record.map_err(|_| Problem::empty_table(&self.file_name)));
        records.filter(|record| {
            record.as_ref().map_or(true, |record| {
                trimmed_cells(record).any(|cell| !cell.is_empty())
            })
        })
    }
}

/// Returns the numbers of a list without headings, as the handout's `res_multi_simulation` returns it: `[5, 3, 12]`, or a
/// number on each line.
fn pile_list(text: &str) -> Option<Vec<u32>> {
    let list = text.trim();
    let (items, separator) = match list.strip_prefix('[') {
        Some(items) => (items.strip_suffix(']')?, ','),
        None if list.contains('\n') => (list, '\n'),
        None => return None,
    };
    items
        .split(separator)
        .map(|number| number.trim().parse().ok())
        .collect()
}

/// Returns the table of a list of numbers of piles: the share of each maximal number of piles.
fn pile_table(piles: &[u32]) -> String {
    let deals = piles.len();
    let mut table = format!("{};p;n\n", NB_TAS_MAX.key());
    let pile_limit = piles.iter().copied().max().unwrap_or(0).min(MAX_PILES);
    for max_piles in 2..=pile_limit {
        let wins = piles.iter().filter(|&&number| number <= max_piles).count();
        table.push_str(&format!("{max_piles};{wins}/{deals};{deals}\n"));
    }
    table
}

/// Returns the table of statistics that are listed line by line, as the handout's `statistiques_nb_tas` prints them:
/// `moyenne : 11,2`.
fn statistics_table(text: &str) -> Option<String> {
    let mut headings = Vec::new();
    let mut values = Vec::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    for (index, line) in lines.enumerate() {
        let separators = [':', ';', '=', '\t'];
        let (label, end) = line
            .split_once(separators)
            .or_else(|| line.split_once(','))?;
        let number = end.trim_end_matches(';').trim_matches([' ', '"']);
        if parse_number(number, CommaMeaning::Decimal).is_ok() {
            headings.push(statistic_heading(label.trim_matches([' ', '"'])));
            values.push(number);
        } else if index > 0 {
            return None;
        }
    }
    let is_statistic = |heading: &String| {
        let mut statistics = PileStatistic::ALL.iter();
        statistics.any(|statistic| statistic.key() == heading)
    };
    let table = || format!("{}\n{}\n", headings.join(";"), values.join(";"));
    headings.iter().any(is_statistic).then(table)
}

/// Returns the heading of a line of statistics; a maximal number of piles is the largest one.
fn statistic_heading(label: &str) -> String {
    match ColumnRole::from_heading(label, &alliances::TOPIC) {
        ColumnRole::Statistic(statistic) => statistic.key().to_owned(),
        ColumnRole::RowName => PileStatistic::Largest.key().to_owned(),
        _ => label.replace([';', '"'], " "),
    }
}

fn too_many_columns(file_name: &str) -> Problem {
    problem!(
        "{file_name} a plus de {MAX_COLUMNS} colonnes",
        "{file_name} has more than {MAX_COLUMNS} columns"
    )
}

fn trimmed_cells(record: &StringRecord) -> impl Iterator<Item = &str> {
    record.iter().map(str::trim)
}

/// Decodes a file: UTF-16 with a byte order mark, UTF-8, or else Latin-1.
fn decode_text(bytes: Vec<u8>) -> String {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units)
            .map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match String::from_utf8(bytes) {
            Ok(text) => text
                .strip_prefix('\u{feff}')
                .map(str::to_owned)
                .unwrap_or(text),
            Err(error) => error
                .as_bytes()
                .iter()
                .map(|&byte| char::from(byte))
                .collect(),
        },
    }
}

/// The first bytes of the archives in `.xlsx` and `.ods` files.
const SIGNATURE: &[u8] = b"PK\x03\x04";
/// The largest number of cells between the first and the last one of a sheet.
const MAX_CELLS: usize = 4_000_000;

/// A sheet of a workbook.
struct Sheet {
    pub name: String,
    /// A line of the text for each row of the sheet, with semicolons between the cells.
    pub text: String,
}

fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Returns the first sheet that has cells. Fails when the file is no workbook, or has no such sheet.
fn first_sheet(file_name: &str, bytes: Vec<u8>) -> Result<Sheet, Problem> {
    let unreadable = |_| {
        problem!(
            "{file_name} n'est pas un classeur lisible (.xlsx ou .ods)",
            "{file_name} is not a readable workbook (.xlsx or .ods)"
        )
    };
    let mut workbook: Sheets<Cursor<Vec<u8>>> =
        open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    for name in workbook.sheet_names() {
        let cells = match &mut workbook {
            Sheets::Xlsx(book) => {
                cell_count(book, &name).map_err(|error| unreadable(error.into()))?
            }
            _ => 0,
        };
        if cells > MAX_CELLS {
            return Err(problem!(
                "{file_name} : la feuille {name} a plus de {MAX_CELLS} cellules",
                "{file_name}: the sheet {name} has more than {MAX_CELLS} cells"
            ));
        }
        let range = workbook.worksheet_range(&name).map_err(unreadable)?;
        if !range.is_empty() {
            let text = sheet_text(&range);
            return Ok(Sheet { name, text });
        }
    }
    Err(Problem::empty_table(file_name))
}

/// Returns the number of cells in the rectangle from the first cell to the last one, which a range would hold in memory.
fn cell_count(book: &mut Xlsx<Cursor<Vec<u8>>>, sheet: &str) -> Result<usize, XlsxError> {
    let mut rows = 0;
    let mut columns = 0;
    let mut reader = book.worksheet_cells_reader(sheet)?;
    while let Some(cell) = reader.next_cell()? {
        let (row, column) = cell.get_position();
        rows = rows.max(row as usize + 1);
        columns = columns.max(column as usize + 1);
    }
    Ok(rows * columns)
}

/// Writes the cells from the first row and column of the sheet on, so that lines and columns are those of the sheet.
fn sheet_text(range: &Range<Data>) -> String {
    let (first_row, first_column) = range.start().unwrap_or_default();
    let mut text = "\n".repeat(first_row as usize);
    for row in range.rows() {
        let mut line = ";".repeat(first_column as usize);
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                line.push(';');
            }
            line.push_str(&cell_text(cell));
        }
        text.push_str(line.trim_end_matches(';'));
        text.push('\n');
    }
    text
}

/// Returns a cell as a field of CSV.
fn cell_text(cell: &Data) -> String {
    let text = cell.to_string().replace(['\n', '\r'], " ");
    if text.contains([';', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
