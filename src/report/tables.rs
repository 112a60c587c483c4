//! What files hold of some runs: rows that say where they come from, quantities and shares with their errors, the runs
//! themselves.

use pioche_engine::sim::summary::{Cell, NamedProportion, Quantity, Summary, Table};

/// What is measured, in the columns of any table; all else says of what it was measured.
const MEASURED: &[&str] =
    &["deals", "count", "frequency", "wins", "probability", "ci_low", "ci_high", "estimate", "exact"];

/// The columns that say where a row comes from: the master seed, the level and the method of its interval, the program
/// and the version of its values, and the command that makes it again.
const ORIGIN: &[&str] = &["seed", "confidence", "interval", "program", "value_version", "command"];

pub fn is_measured(column: &str) -> bool {
    MEASURED.contains(&column)
}

/// The rows of some runs, one below the other, each with its origin.
pub fn rows(summaries: &[Summary]) -> Table {
    let longest = summaries.iter().map(|summary| &summary.table).max_by_key(|table| table.columns.len());
    let own = longest.map_or(&[][..], |table| &table.columns);
    let rows = summaries.iter().flat_map(|summary| {
        summary.table.rows.iter().zip(&summary.methods).map(|(row, method)| {
            let place = |column: &&str| summary.table.columns.iter().position(|known| known == column);
            let cell = |column| place(column).map_or(Cell::Empty, |place| row[place].clone());
            own.iter().map(cell).chain(origin(summary, method.clone())).collect()
        })
    });
    Table { columns: [own, ORIGIN].concat(), rows: rows.collect() }
}

/// The rows of some runs, those of the run with most deals where several measured the same.
pub fn facts(summaries: &[Summary]) -> Table {
    let mut table = rows(summaries);
    let is_key = |column: &&str| !MEASURED.contains(column) && !ORIGIN.contains(column);
    let keys: Vec<usize> = (0..table.columns.len()).filter(|&place| is_key(&table.columns[place])).collect();
    let deals = table.columns.iter().position(|column| *column == "deals");
    let count = |row: &[Cell]| match deals.map(|place| &row[place]) {
        Some(Cell::Count(deals)) => *deals,
        _ => 0,
    };
    let mut best: Vec<Vec<Cell>> = Vec::with_capacity(table.rows.len());
    for row in table.rows {
        let same = |kept: &&mut Vec<Cell>| keys.iter().all(|&place| kept[place] == row[place]);
        match best.iter_mut().find(same) {
            Some(kept) if count(kept) < count(&row) => *kept = row,
            Some(_) => {}
            None => best.push(row),
        }
    }
    table.rows = best;
    table
}

const MEASURES: &[&str] = &[
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
];

/// The means and the shares of some runs, with their intervals and errors: `kind` is `mean` or `share`, and `count` how
/// many values a mean is of, or how many deals a share counts.
pub fn measures(summaries: &[Summary]) -> Table {
    let settings = summaries.iter().map(|summary| &summary.settings).max_by_key(|settings| settings.len());
    let keys: Vec<&'static str> = settings.into_iter().flatten().map(|(key, _)| *key).collect();
    let rows = summaries.iter().flat_map(|summary| {
        let setting = |key: &&str| match summary.setting(key) {
            "" => Cell::Empty,
            value => Cell::setting(value),
        };
        let of: Vec<Cell> = keys.iter().map(setting).chain([Cell::Count(summary.deals)]).collect();
        let student = |quantity: &Quantity| quantity.interval.map(|_| "student".to_owned());
        let means = summary.quantities.iter().map(|quantity| (mean(quantity), student(quantity)));
        let shares = summary.proportions.iter().map(|named| (share(named), Some(summary.method.to_string())));
        let found: Vec<_> = means.chain(shares).collect();
        let row = |(cells, method)| of.iter().cloned().chain(cells).chain(origin(summary, method)).collect();
        found.into_iter().map(row).collect::<Vec<_>>()
    });
    Table { columns: [&keys, MEASURES, ORIGIN].concat(), rows: rows.collect() }
}

fn mean(quantity: &Quantity) -> Vec<Cell> {
    let (moments, interval) = (&quantity.moments, quantity.interval);
    let whole = |value: i64| u64::try_from(value).map_or(Cell::Real(value as f64), Cell::Count);
    let end = |end: Option<f64>| end.map_or(Cell::Empty, Cell::Real);
    vec![
        Cell::Text(quantity.name.to_owned()),
        Cell::Text("mean".to_owned()),
        Cell::Real(moments.mean),
        end(interval.map(|interval| interval.low)),
        end(interval.map(|interval| interval.high)),
        end(interval.map(|_| moments.standard_error)),
        Cell::Real(moments.standard_deviation),
        whole(moments.min),
        Cell::Real(moments.median),
        whole(moments.mode),
        whole(moments.max),
        Cell::Count(moments.total),
    ]
}

fn share(named: &NamedProportion) -> Vec<Cell> {
    let (share, interval) = (named.proportion, named.interval);
    let mut cells = vec![
        Cell::Text(named.name.to_owned()),
        Cell::Text("share".to_owned()),
        Cell::Real(share.estimate()),
        Cell::Real(interval.low),
        Cell::Real(interval.high),
    ];
    cells.resize(MEASURES.len() - 2, Cell::Empty);
    cells.push(Cell::Count(share.count));
    cells
}

pub fn runs(summaries: &[Summary]) -> Table {
    let rows = summaries.iter().map(|summary| {
        let run = [Cell::Text(summary.experiment.clone()), Cell::Count(summary.deals)];
        run.into_iter()
            .chain([Cell::Text(summary.stopped.word().to_owned())])
            .chain(origin(summary, Some(summary.method.to_string())))
            .collect()
    });
    Table { columns: [&["experiment", "deals", "stopped"], ORIGIN].concat(), rows: rows.collect() }
}

/// Where the rows of a run come from, and how the interval of one is made.
fn origin(summary: &Summary, method: Option<String>) -> [Cell; 6] {
    [
        Cell::Count(summary.seed),
        Cell::Real(summary.confidence.level()),
        method.map_or(Cell::Empty, Cell::Text),
        Cell::Text(concat!("pioche ", env!("CARGO_PKG_VERSION")).to_owned()),
        Cell::Count(summary.values.into()),
        summary.command.clone().map_or(Cell::Empty, Cell::Text),
    ]
}
