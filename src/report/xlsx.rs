//! Spreadsheets with numbers that every locale reads. Shares are percentages, counts have grouped digits, and rows show
//! the digits that their intervals support.

#[cfg(test)]
mod tests;

use super::data_table::{DataCell, DataTable};
use super::text_table::{decimals, percent_decimals};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

/// The largest integer that a spreadsheet holds exactly as a float; larger ones are written as text.
const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// Creates a workbook with one sheet for each named table.
///
/// # Errors
/// When a name is not valid for a sheet, or a table has more rows than a sheet can hold.
pub fn xlsx(sheets: &[(String, DataTable)]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The date is fixed, so that the same study gives the same bytes.
    workbook.set_properties(
        &DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?),
    );
    for (name, table) in sheets {
        let sheet = workbook.add_worksheet();
        sheet
            .set_name(name)?
            .set_freeze_panes(1, 0)?
            .set_landscape()
            .set_repeat_rows(0, 0)?
            .set_print_fit_to_pages(1, 0);
        let mut text_columns = Vec::new();
        for column in 0..table.columns.len() {
            text_columns.push(is_text_column(table, column));
        }
        let formats = number_formats(table);
        write_headings(sheet, table, &text_columns, &formats)?;
        for ((row, cells), formats) in (1..).zip(&table.rows).zip(&formats) {
            for ((column, cell), format) in (0..).zip(cells).zip(formats) {
                let is_text_column = text_columns[usize::from(column)];
                write_cell(sheet, (row, column), cell, format, is_text_column)?;
            }
        }
        if let (Ok(rows @ 1..), Ok(columns @ 1..)) = (
            u32::try_from(table.rows.len()),
            u16::try_from(table.columns.len()),
        ) {
            sheet.autofilter(0, 0, rows, columns - 1)?;
        }
    }
    workbook.save_to_buffer()
}

/// True for a column with a text that is no number: a column of pegs left is numeric, and a list of numbers is text.
fn is_text_column(table: &DataTable, column: usize) -> bool {
    let is_text =
        |cell: &DataCell| matches!(cell, DataCell::Text(text) if text.parse::<u32>().is_err());
    table.rows.iter().any(|row| is_text(&row[column]))
}

/// Writes the headings, aligned as their columns, and sets the widths of the columns.
fn write_headings(
    sheet: &mut Worksheet,
    table: &DataTable,
    text_columns: &[bool],
    formats: &[Vec<String>],
) -> Result<(), XlsxError> {
    let heading = Format::new()
        .set_bold()
        .set_border_bottom(FormatBorder::Thin);
    let number_heading = heading.clone().set_align(FormatAlign::Right);
    let text_heading = heading.set_indent(1);
    for (column, title) in (0..).zip(&table.columns) {
        let index = usize::from(column);
        let is_number =
            |row: &Vec<DataCell>| matches!(row[index], DataCell::Count(_) | DataCell::Real(_));
        let format = if !text_columns[index] && table.rows.iter().any(is_number) {
            &number_heading
        } else {
            &text_heading
        };
        sheet.write_with_format(0, column, *title, format)?;
        sheet.set_column_width(column, column_width(table, index, formats))?;
    }
    Ok(())
}

/// Writes a cell with its number format; all cells of a text column are texts.
fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &DataCell,
    number_format: &str,
    is_text_column: bool,
) -> Result<(), XlsxError> {
    let format = Format::new().set_num_format(number_format);
    let indented = Format::new().set_indent(1);
    match cell {
        DataCell::Text(text) => match text.parse::<u32>() {
            Ok(number) if !is_text_column => {
                sheet.write_with_format(row, column, number, &format)?
            }
            _ => sheet.write_with_format(row, column, text, &indented)?,
        },
        DataCell::Count(count) if *count <= MAX_EXACT_INTEGER && !is_text_column => {
            sheet.write_with_format(row, column, *count as f64, &format)?
        }
        DataCell::Count(count) => {
            sheet.write_with_format(row, column, count.to_string(), &indented)?
        }
        DataCell::Real(real) => sheet.write_with_format(row, column, *real, &format)?,
        DataCell::Empty => sheet,
    };
    Ok(())
}

/// Returns the number formats of all cells of a table, row by row: shares are percentages, means are not.
pub fn number_formats(table: &DataTable) -> Vec<Vec<String>> {
    let place = |name: &str| table.columns.iter().position(|column| *column == name);
    let low = place("ci_low");
    let high = place("ci_high");
    let kind = place("kind");
    let half = |row: &[DataCell]| match (low.map(|low| &row[low]), high.map(|high| &row[high])) {
        (Some(DataCell::Real(low)), Some(DataCell::Real(high))) => (high - low) / 2.0,
        _ => 0.0,
    };
    let shares = place("probability").is_some();
    let is_share = |row: &[DataCell]| match kind.map(|kind| &row[kind]) {
        Some(kind) => *kind == DataCell::Text("share".to_owned()),
        None => shares,
    };
    // A row shows the digits that its own interval supports; a row without an interval those of the finest one.
    let bears = |row: &[DataCell]| {
        let half_width = Some(half(row)).filter(|half| *half > 0.0)?;
        Some(if is_share(row) {
            percent_decimals(half_width)
        } else {
            decimals(half_width)
        })
    };
    let finest = |share| {
        table
            .rows
            .iter()
            .filter(|row| is_share(row) == share)
            .filter_map(|row| bears(row))
            .max()
    };
    let share_decimals = finest(true).unwrap_or(2);
    let mean_decimals = finest(false).unwrap_or(4);
    let format = |row: &[DataCell], column: &str| match column {
        "deals" | "count" | "wins" => "#,##0".to_owned(),
        "confidence" => "0.0##%".to_owned(),
        "frequency" | "probability" | "estimate" | "ci_low" | "ci_high" | "exact"
        | "standard_error" => {
            if is_share(row) {
                let decimals = bears(row).unwrap_or(share_decimals);
                format!("{}%", decimal_format(decimals))
            } else {
                decimal_format(bears(row).unwrap_or(mean_decimals))
            }
        }
        "standard_deviation" => "0.00".to_owned(),
        _ => "General".to_owned(),
    };
    table
        .rows
        .iter()
        .map(|row| {
            table
                .columns
                .iter()
                .map(|column| format(row, column))
                .collect()
        })
        .collect()
}

fn decimal_format(decimals: usize) -> String {
    if decimals == 0 {
        "0".to_owned()
    } else {
        format!("0.{}", "0".repeat(decimals))
    }
}

/// Returns the width of a column: the heading with its filter button, and the formatted cells. A long text in the last
/// column does not widen it.
fn column_width(table: &DataTable, column: usize, formats: &[Vec<String>]) -> f64 {
    const WIDEST: usize = 48;
    let cell_width = |(row, formats): (&Vec<DataCell>, &Vec<String>)| match &row[column] {
        DataCell::Text(text) => text.chars().count(),
        DataCell::Count(count) if formats[column].contains(',') => {
            let digits = count.to_string().len();
            digits + digits / 3
        }
        DataCell::Count(count) => count.to_string().len(),
        DataCell::Real(real) if formats[column] == "General" => real.to_string().len().min(12),
        DataCell::Real(real) => (real.abs() as u64).to_string().len() + formats[column].len() + 1,
        DataCell::Empty => 0,
    };
    let cells = table
        .rows
        .iter()
        .zip(formats)
        .map(cell_width)
        .max()
        .unwrap_or(0);
    (cells.max(table.columns[column].len() + 3) + 2).min(WIDEST) as f64
}
