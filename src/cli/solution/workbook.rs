//! Workbooks of hand-ins. What a small file can unfold to is limited before and while its cells are read.

use super::cell::{Cell, CellRow, Grid, GridForm};
use crate::lang::{Problem, escape_invisible, problem};
use calamine::{Data, DataRef, Reader, Sheets, Xlsx, open_workbook_auto_from_rs};
use std::collections::HashMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The first bytes of the archives in `.xlsx` and `.ods` files.
const SIGNATURE: &[u8] = b"PK\x03\x04";
/// The largest size of a part of the archive, in bytes, and of all.
const MAX_PART: u64 = 4 << 20;
const MAX_PARTS: u64 = 16 << 20;
/// The largest number of cells between the first and the last one of a sheet.
const MAX_CELLS: usize = 150_000;
/// The largest number of characters in the cells of a sheet.
const MAX_TEXT: usize = 8 << 20;
/// The largest number of rows of a sheet in which formulas without values are looked for.
const MAX_FORMULA_ROWS: usize = 1000;
/// The deepest nesting of elements.
const MAX_DEPTH: usize = 64;

pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

fn unreadable(file_name: &str) -> Problem {
    problem!(
        "{file_name} n'est pas un classeur lisible (.xlsx ou .ods)",
        "{file_name} is not a readable workbook (.xlsx or .ods)"
    )
}

fn too_large(file_name: &str) -> Problem {
    problem!(
        "{file_name} : le contenu du classeur est trop grand pour un tableau",
        "{file_name}: the content of the workbook is too large for a table"
    )
}

/// Checks the parts of a workbook: their sizes when inflated, the depth of their elements, and how often they repeat cells and
/// blanks.
fn check_content(file_name: &str, bytes: &[u8]) -> Result<(), Problem> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| unreadable(file_name))?;
    let mut total = 0;
    for place in 0..archive.len() {
        let entry = archive.by_index(place).map_err(|_| unreadable(file_name))?;
        let name = entry
            .name()
            .map_err(|_| unreadable(file_name))?
            .into_owned();
        let mut content = Vec::new();
        let is_sheet = name.ends_with(".xml") || name.ends_with(".rels");
        if !is_sheet {
            continue;
        }
        let read = entry.take(MAX_PART + 1).read_to_end(&mut content);
        let size = read.map_err(|_| unreadable(file_name))? as u64;
        total += size;
        if size > MAX_PART || total > MAX_PARTS {
            return Err(too_large(file_name));
        }
        if !unfolds_to_little(&content) {
            return Err(too_large(file_name));
        }
    }
    Ok(())
}

/// Returns whether elements are nested a few times only, and blanks and cells with a value are repeated a few times only.
/// Spreadsheets repeat empty cells up to the edge of the sheet.
fn unfolds_to_little(content: &[u8]) -> bool {
    const MAX_BLANKS: u64 = 100_000;
    const MAX_REPEATED_CELLS: u64 = 100_000;
    let mut depth = 0_usize;
    let mut blanks = 0_u64;
    let mut row_repeats = 1_u64;
    let mut repeated = 0_u64;
    for part in content.split(|byte| *byte == b'<').skip(1) {
        let end = part.iter().position(|byte| *byte == b'>');
        let element = &part[..end.unwrap_or(part.len())];
        match element.first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'?' | b'!') => {}
            _ => depth += usize::from(!element.ends_with(b"/")),
        }
        blanks = blanks.saturating_add(attribute(element, "text:c").unwrap_or(0));
        if element.starts_with(b"table:table-row") {
            row_repeats = attribute(element, "number-rows-repeated").unwrap_or(1);
        }
        let has_value = attribute_text(element, "office:value-type").is_some();
        if element.starts_with(b"table:table-cell") && has_value {
            let columns = attribute(element, "number-columns-repeated").unwrap_or(1);
            let cells = columns.saturating_mul(row_repeats);
            if cells > 1 {
                repeated = repeated.saturating_add(cells);
            }
        }
        if depth > MAX_DEPTH || blanks > MAX_BLANKS || repeated > MAX_REPEATED_CELLS {
            return false;
        }
    }
    true
}

fn attribute(element: &[u8], name: &str) -> Option<u64> {
    let text = attribute_text(element, name)?;
    // A number that is too long is large.
    Some(
        std::str::from_utf8(text)
            .ok()?
            .trim()
            .parse()
            .unwrap_or(u64::MAX),
    )
}

fn attribute_text<'a>(element: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let name = name.as_bytes();
    let place = element
        .windows(name.len())
        .position(|bytes| bytes == name)?;
    let rest = &element[place + name.len()..];
    let begin = rest
        .iter()
        .position(|byte| *byte == b'"' || *byte == b'\'')?;
    let end = rest[begin + 1..]
        .iter()
        .position(|byte| *byte == rest[begin])?;
    Some(&rest[begin + 1..begin + 1 + end])
}

/// Returns a grid for each sheet with cells. Fails when the file is no workbook, is too large, or has no cells.
pub fn sheet_grids(file_name: &str, bytes: Vec<u8>) -> Result<Vec<Grid>, Problem> {
    check_content(file_name, &bytes)?;
    let mut workbook: Sheets<Cursor<Vec<u8>>> =
        open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|_| unreadable(file_name))?;
    let mut grids = Vec::new();
    let mut lacks_values = false;
    let mut sheet = SheetRows {
        file_name,
        rows: Vec::new(),
        cells: 0,
        text: 0,
    };
    for name in workbook.sheet_names() {
        match &mut workbook {
            Sheets::Xlsx(book) => sheet.stream(book, &name)?,
            _ => sheet.add_range(&mut workbook, &name)?,
        }
        let rows = std::mem::take(&mut sheet.rows);
        if rows.len() <= MAX_FORMULA_ROWS
            && let Sheets::Xlsx(book) = &mut workbook
        {
            lacks_values |= lacks_values_of_formulas(book, &name, &rows);
        }
        if rows.is_empty() {
            continue;
        }
        grids.push(Grid {
            file_name: file_name.to_owned(),
            place_name: format!("{file_name} ({})", escape_invisible(&name)),
            form: GridForm::Table,
            rows,
        });
    }
    if lacks_values {
        return Err(problem!(
            "{file_name} a des formules sans valeurs enregistrées : ouvrez-le dans un tableur et \
             enregistrez-le",
            "{file_name} has formulas without stored values: open it in a spreadsheet and save it"
        ));
    }
    if grids.is_empty() {
        return Err(Problem::empty_table(file_name));
    }
    Ok(grids)
}

/// Returns whether most of the first cells with a formula have no value.
fn lacks_values_of_formulas(
    book: &mut Xlsx<Cursor<Vec<u8>>>,
    name: &str,
    rows: &[CellRow],
) -> bool {
    let rows: HashMap<usize, &CellRow> = rows.iter().map(|row| (row.line, row)).collect();
    let mut filled = 0;
    let mut empty = 0;
    let Ok(mut reader) = book.worksheet_cells_reader(name) else {
        return false;
    };
    while let Ok(Some(formula)) = reader.next_formula() {
        if formula.get_value().is_empty() {
            continue;
        }
        let (row, column) = formula.get_position();
        let cells = rows.get(&(row as usize + 1)).map(|row| &row.cells);
        let cell = cells.and_then(|cells| cells.get(column as usize));
        if cell.is_some_and(|cell| !cell.is_empty()) {
            filled += 1;
        } else {
            empty += 1;
        }
        if filled + empty > MAX_FORMULA_ROWS {
            break;
        }
    }
    empty > filled
}

/// Collects the cells of a sheet in rows, up to the limits of all sheets.
struct SheetRows<'a> {
    file_name: &'a str,
    rows: Vec<CellRow>,
    cells: usize,
    text: usize,
}

impl SheetRows<'_> {
    fn add(&mut self, (row, column): (usize, usize), cell: Cell) -> Result<(), Problem> {
        if cell.is_empty() {
            return Ok(());
        }
        let line = row + 1;
        if self.rows.last().is_none_or(|last| last.line != line) {
            self.rows.push(CellRow {
                line,
                cells: Vec::new(),
            });
        }
        let cells = &mut self.rows.last_mut().expect("a row was added").cells;
        self.cells += (column + 1).saturating_sub(cells.len());
        self.text += cell.text.len();
        if self.cells > MAX_CELLS || self.text > MAX_TEXT {
            return Err(too_large(self.file_name));
        }
        cells.resize((column + 1).max(cells.len()), Cell::empty());
        cells[column] = cell;
        Ok(())
    }

    /// Adds the cells of a sheet one by one, without the whole sheet in memory.
    fn stream(&mut self, book: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Result<(), Problem> {
        let unreadable = |_| unreadable(self.file_name);
        let mut reader = book.worksheet_cells_reader(name).map_err(unreadable)?;
        while let Some(cell) = reader.next_cell().map_err(unreadable)? {
            let (row, column) = cell.get_position();
            let place = (row as usize, column as usize);
            match cell.get_value() {
                DataRef::SharedString(text) if text.len() > MAX_TEXT / 16 => {
                    return Err(too_large(self.file_name));
                }
                DataRef::SharedString(text) => self.add(place, text_cell(text))?,
                value => self.add(place, data_cell(&Data::from(value.clone())))?,
            }
        }
        Ok(())
    }

    fn add_range(
        &mut self,
        workbook: &mut Sheets<Cursor<Vec<u8>>>,
        name: &str,
    ) -> Result<(), Problem> {
        let range = workbook
            .worksheet_range(name)
            .map_err(|_| unreadable(self.file_name))?;
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let place = (first_row as usize + row, first_column as usize + column);
            self.add(place, data_cell(value))?;
        }
        Ok(())
    }
}

fn text_cell(text: &str) -> Cell {
    Cell::decimal(&text.replace(['\n', '\r'], " "))
}

/// Returns a cell with the type that the workbook gives it.
fn data_cell(value: &Data) -> Cell {
    match value {
        Data::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            Cell::date(format!("{year}-{month:02}-{day:02}"))
        }
        Data::DateTimeIso(date) | Data::DurationIso(date) => Cell::date(date.clone()),
        other => text_cell(&other.to_string()),
    }
}
