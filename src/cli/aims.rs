//! What ends a run before its deals are played, and what is said when it did not.

use super::answer::values;
use super::args::SimulateArgs;
use super::console::Console;
use crate::lang::glossary::played;
use crate::lang::{Problem, either};
use crate::report::aimed;
use crate::topics::setting::Opt;
use clap::ArgMatches;
use pioche_engine::sim::{Experiment, Goal, MOST_DEALS, Plan, Precision, Row, Seed, Summary};

/// The row that the options of a topic name.
pub fn row(options: &[Opt], matches: &ArgMatches) -> Row {
    let values = values(options, matches);
    Row::new(options.iter().filter_map(|opt| Some((opt.setting.key, values.get(opt.setting.key)?.clone()))))
}

/// The plan of a question. Fails when digits are asked for of a row that it does not have.
pub fn plan(
    common: &SimulateArgs,
    (options, row): (&[Opt], &Row),
    question: &dyn Experiment,
    seed: Seed,
) -> Result<Plan, Problem> {
    let width = common.precision.map(Goal::HalfWidth);
    let digits = common.digits.map(|digits| Goal::Digits { digits, row: row.clone() });
    if digits.is_some() {
        let rows = question.rows();
        let missing =
            || Problem::argument("--digits", Problem::NoSuchRow { row: row.to_string(), choices: tails(&rows) });
        let last = row.last_of(&rows).ok_or_else(missing)?;
        // What a run was asked for stands after what it is compared with; else the row has to be named.
        let unnamed = |other: &&Row| {
            row.names(other) && options.iter().any(|opt| other.get(opt.setting.key) != rows[last].get(opt.setting.key))
        };
        if rows.iter().any(|other| unnamed(&other)) {
            let several: Vec<Row> = rows.iter().filter(|other| row.names(other)).cloned().collect();
            let problem = Problem::SeveralRows { text: row.to_string(), choices: tails(&several) };
            return Err(Problem::argument("--digits", problem));
        }
    }
    let (confidence, method) = (common.intervals.confidence, common.intervals.interval);
    let precision = width.or(digits).map(|goal| Precision { goal, confidence, method });
    let most = || if precision.is_some() { MOST_DEALS } else { question.about().usual };
    let deals = common.deals.unwrap_or_else(most);
    Ok(Plan { precision, ..question.plan(seed, deals) })
}

/// What tells some rows apart.
pub fn tails(rows: &[Row]) -> Vec<String> {
    let same = |key: &str| rows.iter().all(|row| row.get(key) == rows[0].get(key));
    let tail = |row: &Row| Row::new(row.cells().filter(|(key, _)| rows.len() < 2 || !same(key))).to_string();
    rows.iter().map(tail).collect()
}

/// Tells what was asked for and not reached.
pub fn missed(summaries: &[Summary], console: &Console) {
    for summary in summaries {
        if let Some(aim) = summary.aim.as_ref().filter(|aim| !aim.is_reached()) {
            let missed = aimed(aim, &played(console.lang, summary.unit, summary.deals), console.lang);
            console.remark(&either!(console.lang, "Attention : {missed}.", "Note: {missed}."));
        }
    }
}
