//! The rows that a precision aims at, the plan of a run that stops at it, and the note about a precision that was missed.

use super::args::SimulateArgs;
use super::console::{Console, Done};
use crate::lang::glossary::played;
use crate::lang::{Problem, either};
use crate::report::aimed;
use crate::topics::setting::{Opt, SettingValue};
use clap::ArgMatches;
use pioche_engine::sim::{Choice, Experiment, MOST_DEALS, Plan, Precision, Seed, Summary};

/// The rows of a question that an option chooses; `None` without that option. Fails when the question has no such row, or
/// one without an interval for a precision.
pub fn choice(
    opt: Opt,
    matches: &ArgMatches,
    question: &dyn Experiment,
    precise: bool,
) -> Result<Option<Choice>, Problem> {
    let key = opt.setting.key;
    let Some(cells) = matches.get_one::<SettingValue>(key).map(|value| opt.values(&value.text)) else {
        return Ok(None);
    };
    let refused = |problem| Problem::argument(&format!("--{}", opt.setting.option()), problem);
    let choices = question.cells(key);
    if let Some(cell) = cells.iter().find(|cell| !choices.contains(cell)) {
        return Err(refused(Problem::NoSuchRow { row: format!("{key}={cell}"), choices }));
    }
    let rows = question.choice(key, &cells);
    let mut bare = question.measures().into_iter().filter(|measure| measure.is_chosen(&rows) && !measure.is_measured());
    if let Some(cell) = bare.find_map(|measure| measure.own_cell(key)).filter(|_| precise) {
        return Err(refused(Problem::said(
            format!("la ligne « {key}={cell} » n'a pas d'intervalle que --precision puisse viser"),
            format!("the row “{key}={cell}” has no interval that --precision could aim at"),
        )));
    }
    Ok(Some(rows))
}

pub fn plan(common: &SimulateArgs, rows: Option<Choice>, question: &dyn Experiment, seed: Seed) -> Plan {
    let (confidence, method) = (common.intervals.confidence, common.intervals.interval);
    let precision = common.precision.map(|half_width| Precision { half_width, rows, confidence, method });
    let most = || if precision.is_some() { MOST_DEALS } else { question.about().usual };
    let deals = common.deals.unwrap_or_else(most);
    Plan { precision, ..question.plan(seed, deals) }
}

/// Reports each precision that was not reached, even with `--quiet`; the answer is then "no".
pub fn missed(summaries: &[Summary], done: Done, console: &Console) -> Done {
    let console = Console { quiet: false, ..*console };
    let mut all = true;
    for summary in summaries {
        if let Some(aim) = summary.aim.as_ref().filter(|aim| !aim.is_reached()) {
            let missed = aimed(aim, &played(console.lang, summary.unit, summary.deals), console.lang);
            console.remark(&either!(console.lang, "Attention : {missed}.", "Note: {missed}."));
            all = false;
        }
    }
    if done == Done::Success && !all { Done::No } else { done }
}
