//! Workbooks of spreadsheets: the first sheet with cells, as text with semicolons.

use crate::lang::{Problem, problem};
use calamine::{Data, Range, Reader, Sheets, Xlsx, XlsxError, open_workbook_auto_from_rs};
use std::io::Cursor;

/// The first bytes of the archives in `.xlsx` and `.ods` files.
const SIGNATURE: &[u8] = b"PK\x03\x04";
/// The largest number of cells between the first and the last one of a sheet.
const MAX_CELLS: usize = 4_000_000;

/// A sheet of a workbook.
pub struct Sheet {
    pub name: String,
    /// A line of the text for each row of the sheet, with semicolons between the cells.
    pub text: String,
}

pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Returns the first sheet that has cells. Fails when the file is no workbook, or has no such sheet.
pub fn first_sheet(file_name: &str, bytes: Vec<u8>) -> Result<Sheet, Problem> {
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
