//! The tables of data files: the rows of runs with their origin, means and shares with their errors, and the runs.

use super::data_table::{DataCell, DataTable, row_cell};
use pioche_engine::sim::summary::{NamedMean, NamedProportion};
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{Column, Row, RowKey, Summary};
use std::collections::HashMap;

/// The origin of a row: the master seed, the level and the method of its interval, the program and its value version,
/// and the command that reproduces it.
const ORIGIN_COLUMNS: &[&str] = &[
    "seed",
    "confidence",
    "interval",
    "program",
    "value_version",
    "command",
];

/// Returns the rows of some runs, one run after the other, each row with its origin.
pub fn row_table(summaries: &[Summary]) -> DataTable {
    let rows = summaries
        .iter()
        .flat_map(|summary| summary.visible_rows().map(move |row| (summary, row)));
    table_of_rows(summaries, rows)
}

/// Returns the rows of some runs. Of rows with the same key only that of the run with the most deals is kept.
pub fn largest_run_row_table(summaries: &[Summary]) -> DataTable {
    let mut places: HashMap<&RowKey, usize> = HashMap::new();
    let mut best: Vec<(&Summary, &Row)> = Vec::new();
    for summary in summaries {
        for row in summary.visible_rows() {
            let place = *places.entry(&row.key).or_insert(best.len());
            match best.get_mut(place) {
                Some(known) if known.0.deals < summary.deals => *known = (summary, row),
                Some(_) => {}
                None => best.push((summary, row)),
            }
        }
    }
    table_of_rows(summaries, best)
}

/// Returns the cells of a row; those of columns that its run lacks are empty.
fn row_cells(summary: &Summary, row: &Row, columns: &[Column]) -> Vec<DataCell> {
    let mut cells = Vec::new();
    for column in columns {
        cells.push(if summary.info.columns.contains(column) {
            row_cell(summary, row, *column)
        } else {
            DataCell::Empty
        });
    }
    cells.extend(origin_cells(summary, row.estimate.method));
    cells
}

fn table_of_rows<'a>(
    summaries: &[Summary],
    rows: impl IntoIterator<Item = (&'a Summary, &'a Row)>,
) -> DataTable {
    let longest = summaries
        .iter()
        .map(|summary| &summary.info.columns)
        .max_by_key(|columns| columns.len());
    let columns: &[Column] = longest.map_or(&[], Vec::as_slice);
    let rows = rows
        .into_iter()
        .map(|(summary, row)| row_cells(summary, row, columns))
        .collect();
    DataTable {
        columns: columns
            .iter()
            .map(|column| column.name())
            .chain(ORIGIN_COLUMNS.iter().copied())
            .collect(),
        rows,
    }
}

const MEASURE_COLUMNS: &[&str] = &[
    "deals",
    "quantity",
    "kind",
    "estimate",
    "ci_low",
    "ci_high",
    "standard_error",
    "standard_deviation",
    "min",
    "median",
    "mode",
    "max",
    "count",
    "undecided",
];

/// Returns the means and shares of some runs, with intervals and errors. The column `kind` is `mean` or `share`;
/// `count` is the number of values of a mean, or the number of deals that a share counts.
pub fn measure_table(summaries: &[Summary]) -> DataTable {
    let settings = summaries
        .iter()
        .map(|summary| &summary.settings)
        .max_by_key(|settings| settings.len());
    let keys: Vec<&'static str> = settings
        .into_iter()
        .flatten()
        .map(|field| field.key)
        .collect();
    let rows = summaries.iter().flat_map(|summary| {
        let setting = |key: &&str| summary.setting(key).map_or(DataCell::Empty, DataCell::from);
        let settings: Vec<DataCell> = keys
            .iter()
            .map(setting)
            .chain([DataCell::Count(summary.deals)])
            .collect();
        let student = |quantity: &NamedMean| quantity.interval.map(|_| IntervalMethod::Student);
        let means = summary
            .means
            .iter()
            .map(|quantity| (mean_cells(quantity), student(quantity)));
        let shares = summary
            .proportions
            .iter()
            .map(|named| (share_cells(named), Some(summary.method.into())));
        let measures: Vec<_> = means.chain(shares).collect();
        let row = |(cells, method)| {
            settings
                .iter()
                .cloned()
                .chain(cells)
                .chain(origin_cells(summary, method))
                .collect()
        };
        measures.into_iter().map(row).collect::<Vec<_>>()
    });
    DataTable {
        columns: [&keys, MEASURE_COLUMNS, ORIGIN_COLUMNS].concat(),
        rows: rows.collect(),
    }
}

fn mean_cells(quantity: &NamedMean) -> Vec<DataCell> {
    let moments = &quantity.moments;
    let interval = quantity.interval;
    let extreme =
        |value: i64| u64::try_from(value).map_or(DataCell::Real(value as f64), DataCell::Count);
    vec![
        DataCell::Text(quantity.name.to_owned()),
        DataCell::Text("mean".to_owned()),
        DataCell::Real(moments.mean),
        DataCell::real(interval.map(|interval| interval.low)),
        DataCell::real(interval.map(|interval| interval.high)),
        DataCell::real(interval.map(|_| moments.standard_error)),
        DataCell::Real(moments.standard_deviation),
        extreme(moments.min),
        DataCell::Real(moments.median),
        extreme(moments.mode),
        extreme(moments.max),
        DataCell::Count(moments.value_count),
        DataCell::Count(quantity.undecided_deals),
    ]
}

fn share_cells(named: &NamedProportion) -> Vec<DataCell> {
    let share = named.proportion;
    let interval = named.interval;
    let mut cells = vec![
        DataCell::Text(named.name.to_owned()),
        DataCell::Text("share".to_owned()),
        DataCell::Real(share.estimate()),
        DataCell::Real(interval.low),
        DataCell::Real(interval.high),
    ];
    cells.resize(MEASURE_COLUMNS.len() - 3, DataCell::Empty);
    cells.extend([
        DataCell::Count(share.count),
        DataCell::Count(share.undecided),
    ]);
    cells
}

/// Returns one row for each run.
pub fn run_table(summaries: &[Summary]) -> DataTable {
    let rows = summaries.iter().map(|summary| {
        let run = [
            DataCell::Text(summary.name.clone()),
            DataCell::Count(summary.deals),
            DataCell::Text(summary.stop_reason.name().to_owned()),
        ];
        run.into_iter()
            .chain(origin_cells(summary, Some(summary.method.into())))
            .collect()
    });
    DataTable {
        columns: [&["experiment", "deals", "stopped"], ORIGIN_COLUMNS].concat(),
        rows: rows.collect(),
    }
}

/// Returns the cells of [`ORIGIN_COLUMNS`] for a row with this interval method.
fn origin_cells(summary: &Summary, method: Option<IntervalMethod>) -> [DataCell; 6] {
    [
        DataCell::Count(summary.seed),
        DataCell::Real(summary.confidence.level()),
        method.map_or(DataCell::Empty, |method| DataCell::Text(method.to_string())),
        DataCell::Text(concat!("pioche ", env!("CARGO_PKG_VERSION")).to_owned()),
        DataCell::Count(summary.value_version.into()),
        summary.command.as_ref().map_or(DataCell::Empty, |command| {
            DataCell::Text(command.to_string())
        }),
    ]
}
