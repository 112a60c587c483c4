//! A spreadsheet in which numbers stay numbers in every locale: shares are percentages, and a first sheet explains.

mod guide;

pub use guide::{Guide, guide};

use crate::sim::summary::{Cell, Table};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

/// Integers up to this are exact in a spreadsheet, which knows only floats; larger ones are written as text.
const EXACT: u64 = 1 << 53;

/// How numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// A share of one, in percent.
    Share,
    /// A level such as 95 %.
    Level,
    /// A mean, an error or a distance.
    Measure,
    /// How many, in groups of three digits.
    Many,
    /// As it is: a setting, a seed.
    Plain,
}

impl Shown {
    const ALL: [Self; 5] = [Self::Share, Self::Level, Self::Measure, Self::Many, Self::Plain];

    /// The spreadsheet's format for it.
    fn format(self) -> Format {
        let format = Format::new();
        match self {
            Self::Share => format.set_num_format("0.0000%"),
            Self::Level => format.set_num_format("0.0%"),
            Self::Measure => format.set_num_format("0.0000"),
            Self::Many => format.set_num_format("#,##0"),
            Self::Plain => format,
        }
    }

    /// The way of a column; `is_share` is whether the row measures a share.
    fn of(column: &str, is_share: bool) -> Self {
        match column {
            "probability" | "frequency" => Self::Share,
            "ci_low" | "ci_high" | "exact" | "estimate" | "difference" if is_share => Self::Share,
            "ci_low" | "ci_high" | "exact" | "estimate" | "difference" | "standard_error" | "standard_deviation" => {
                Self::Measure
            }
            "confidence" => Self::Level,
            "deals" | "count" | "wins" | "states" => Self::Many,
            _ => Self::Plain,
        }
    }
}

/// A workbook: a sheet that explains, then one for each named table.
///
/// # Errors
/// When a name is no sheet's name, or there are more rows than a sheet takes.
pub fn xlsx(guide: &Guide, sheets: &[(String, Table)]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // A fixed date: the same study gives the same bytes.
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    guide.write(workbook.add_worksheet())?;
    for (name, table) in sheets {
        fill(workbook.add_worksheet().set_name(name)?, table)?;
    }
    workbook.save_to_buffer()
}

/// The heading of a sheet.
fn heading() -> Format {
    Format::new().set_bold().set_align(FormatAlign::Center)
}

fn fill(sheet: &mut Worksheet, table: &Table) -> Result<(), XlsxError> {
    let formats = Shown::ALL.map(Shown::format);
    sheet.set_freeze_panes(1, 0)?;
    for (column, title) in (0..).zip(&table.columns) {
        sheet.write_with_format(0, column, *title, &heading())?;
    }
    for (row, cells) in (1..).zip(&table.rows) {
        let share = is_share(table, cells);
        for ((column, cell), title) in (0..).zip(cells).zip(&table.columns) {
            let format = &formats[Shown::of(title, share) as usize];
            match cell {
                Cell::Text(text) => sheet.write(row, column, text)?,
                Cell::Count(count) if *count <= EXACT => sheet.write_with_format(row, column, *count as f64, format)?,
                Cell::Count(count) => sheet.write(row, column, count.to_string())?,
                Cell::Real(real) => sheet.write_with_format(row, column, *real, format)?,
                Cell::Empty => sheet,
            };
        }
    }
    if let (Ok(last), Some(columns)) = (u32::try_from(table.rows.len()), table.columns.len().checked_sub(1)) {
        sheet.autofilter(0, 0, last, columns as u16)?;
    }
    sheet.autofit();
    Ok(())
}

/// Whether a row measures a share: it says so itself, or has an outcome and no statistic.
fn is_share(table: &Table, row: &[Cell]) -> bool {
    let place = |name: &str| table.columns.iter().position(|column| *column == name);
    match place("kind") {
        Some(kind) => matches!(&row[kind], Cell::Text(kind) if kind == "share"),
        None => place("statistic").is_none(),
    }
}
