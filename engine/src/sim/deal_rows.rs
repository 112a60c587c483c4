//! The rows of a table with one row for each deal, as CSV.

use super::experiment::TallySchema;
use crate::stats::DealValue;
use std::fmt::Write;

/// The form of the rows of deals, and the function that writes them.
pub struct DealRows<'a> {
    /// The histograms with their columns.
    pub schema: TallySchema,
    /// The columns after the number of the deal. A column without a histogram is empty.
    pub columns: Vec<&'static str>,
    /// The text before the number of the deal: the cells that are equal in all rows.
    pub prefix: String,
    /// The separator of cells.
    pub separator: char,
    /// The end of a row.
    pub line_end: &'static str,
    /// A function that writes the next rows, in ascending order of deals. It is called by one thread at a time.
    pub write: &'a (dyn Fn(&str) + Sync),
}

impl DealRows<'_> {
    /// Writes the rows of the deals with these values.
    pub fn write_values(&self, mut values: Vec<DealValue>) {
        values.sort_unstable();
        let mut rows = String::new();
        let spec = |cell: &DealValue| &self.schema.histograms[cell.histogram];
        for cells in values.chunk_by(|first, second| first.deal == second.deal) {
            let _ = write!(rows, "{}{}", self.prefix, cells[0].deal);
            for column in &self.columns {
                rows.push(self.separator);
                let Some(cell) = cells.iter().find(|cell| spec(cell).column == *column) else {
                    continue;
                };
                let _ = match spec(cell).words.get(cell.value) {
                    Some(word) => rows.write_str(word),
                    None => write!(rows, "{}", cell.value as i64 + spec(cell).value_offset),
                };
            }
            rows.push_str(self.line_end);
        }
        (self.write)(&rows);
    }
}
