//! The rows that a precision applies to, the stop rule of a run, and the note about a precision that was not reached.

use super::args::SimulateArgs;
use super::console::{CommandOutcome, Console};
use crate::lang::glossary::count_with_unit;
use crate::lang::{Problem, either, problem};
use crate::report::precision_note;
use crate::topics::setting::{OptionSpec, SettingValue};
use clap::ArgMatches;
use pioche_engine::sim::measure::{Measure, distinct_row_values};
use pioche_engine::sim::{Experiment, MAX_DEALS, Plan, RowSelection, Seed, StopRule, Summary};

/// Returns the rows that an option selects; `None` without that option. Fails when the experiment has no such row, or
/// `needs_interval` and one of the rows has no interval.
pub fn row_selection(
    opt: OptionSpec,
    matches: &ArgMatches,
    experiment: &dyn Experiment,
    needs_interval: bool,
) -> Result<Option<RowSelection>, Problem> {
    let key = opt.setting.key;
    let Some(cells) = matches
        .get_one::<SettingValue>(key)
        .map(|value| opt.distinct_values(&value.text))
    else {
        return Ok(None);
    };
    let refused =
        |problem| Problem::for_argument(&format!("--{}", opt.setting.long_option_name()), problem);
    let measures = experiment.measures();
    let choices = distinct_row_values(&measures, key);
    if let Some(cell) = cells.iter().find(|cell| !choices.contains(cell)) {
        return Err(refused(Problem::NoSuchRow {
            row: format!("{key}={cell}"),
            choices,
        }));
    }
    let rows = RowSelection::new(&measures, key, &cells);
    let without_interval = |measure: &&Measure| {
        needs_interval && rows.has_row(&measure.row_fields) && !measure.is_row_with_interval()
    };
    if let Some(cell) = measures
        .iter()
        .find(without_interval)
        .and_then(|measure| measure.row_field(key))
    {
        return Err(refused(problem!(
            "la ligne « {key}={cell} » n'a pas d'intervalle : --precision ne s'y applique pas",
            "the row “{key}={cell}” has no interval, so --precision does not apply to it"
        )));
    }
    Ok(Some(rows))
}

pub fn plan(
    args: &SimulateArgs,
    rows: Option<RowSelection>,
    experiment: &dyn Experiment,
    seed: Seed,
) -> Plan {
    let precision = args.precision.map(|half_width| StopRule {
        half_width,
        rows,
        confidence: args.intervals.confidence,
        method: args.intervals.interval,
    });
    let default_deals = || {
        if precision.is_some() {
            MAX_DEALS
        } else {
            experiment.info().default_deals
        }
    };
    let deals = args.deals.unwrap_or_else(default_deals);
    Plan {
        stop_rule: precision,
        ..experiment.plan(seed, deals)
    }
}

/// Reports each precision that was not reached, even with `--quiet`; the outcome is then negative.
pub fn report_missed_precision(
    summaries: &[Summary],
    outcome: CommandOutcome,
    console: &Console,
) -> CommandOutcome {
    let console = Console {
        quiet: false,
        ..*console
    };
    let mut notes: Vec<String> = Vec::new();
    for summary in summaries {
        if let Some(progress) = summary
            .stop_progress
            .as_ref()
            .filter(|progress| !progress.is_reached())
        {
            let missed = precision_note(
                progress,
                &count_with_unit(console.lang, summary.info.unit, summary.deals),
                console.lang,
            );
            let note = either!(console.lang, "Attention : {missed}.", "Note: {missed}.");
            if !notes.contains(&note) {
                console.remark(&note);
                notes.push(note);
            }
        }
    }
    if outcome == CommandOutcome::Success && !notes.is_empty() {
        CommandOutcome::NegativeAnswer
    } else {
        outcome
    }
}
