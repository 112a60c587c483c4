//! A spreadsheet in which numbers stay numbers in every locale.

use crate::sim::summary::{Cell, Table};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

/// Integers up to this are exact in a spreadsheet, which knows only floats; larger ones are written as text.
const EXACT: u64 = 1 << 53;

/// A workbook with one sheet for each named table.
///
/// # Errors
/// When a name is no sheet's name, or there are more rows than a sheet takes.
pub fn xlsx(sheets: &[(String, Table)]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // A fixed date: the same study gives the same bytes.
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let bold = Format::new().set_bold();
    for (name, table) in sheets {
        let sheet = workbook.add_worksheet();
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        for (column, title) in (0..).zip(&table.columns) {
            sheet.write_with_format(0, column, *title, &bold)?;
        }
        for (row, cells) in (1..).zip(&table.rows) {
            for (column, cell) in (0..).zip(cells) {
                match cell {
                    Cell::Text(text) => sheet.write(row, column, text)?,
                    Cell::Count(count) if *count <= EXACT => sheet.write(row, column, *count as f64)?,
                    Cell::Count(count) => sheet.write(row, column, count.to_string())?,
                    Cell::Real(real) => sheet.write(row, column, *real)?,
                    Cell::Empty => sheet,
                };
            }
        }
        sheet.autofit();
    }
    workbook.save_to_buffer()
}
