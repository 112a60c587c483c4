//! The differences of runs in notes for the terminal.

use super::ReportOptions;
use super::number::difference_cell;
use crate::lang::either;
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{Difference, MeasureEstimate, Summary, differences};

/// Returns the name of a compared row or mean in files: `nb_tas_max=2`, or that of the mean.
pub(super) fn quantity(estimate: &MeasureEstimate) -> String {
    let name = estimate.name;
    let row = estimate.field(name);
    row.map_or_else(|| name.to_owned(), |row| format!("{name}={row}"))
}

/// Returns a note for each quantity and method, with the differences of all pairs: of the selected rows or the first one that
/// is not certain, and of the mean. An overview leaves out runs with independent deals.
pub(super) fn difference_notes(
    summaries: &[Summary],
    view: &ReportOptions<'_>,
    run_name: impl Fn(&Summary) -> String,
) -> Vec<String> {
    let all = differences(summaries);
    let has_selection = summaries.iter().any(|run| run.row_selection.is_some());
    let mut notes: Vec<(String, String)> = Vec::new();
    for difference in &all {
        let estimate = &difference.estimate;
        let mut of_kind = all.iter().map(|other| &other.estimate);
        let first = of_kind.find(|other| other.is_row() == estimate.is_row());
        let is_shown = has_selection || first.map(quantity) == Some(quantity(estimate));
        let is_independent = estimate.method == Some(IntervalMethod::Independent);
        if !is_shown || is_independent && !view.show_all {
            continue;
        }
        let heading = heading(estimate, view);
        let text = difference_text(difference, view, &run_name);
        match notes.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, list)) => *list += &either!(view.lang, " ; {text}", "; {text}"),
            None => notes.push((heading, text)),
        }
    }
    let note = |(heading, list)| either!(view.lang, "{heading} : {list}.", "{heading}: {list}.");
    notes.into_iter().map(note).collect()
}

/// Returns how runs were compared, and in which quantity with its unit.
fn heading(estimate: &MeasureEstimate, view: &ReportOptions<'_>) -> String {
    let lang = view.lang;
    let basis = match estimate.method {
        Some(IntervalMethod::Independent) => either!(
            lang,
            "entre des donnes indépendantes",
            "between independent deals"
        ),
        Some(IntervalMethod::AnyDependence) => either!(
            lang,
            "quelle que soit la dépendance (donnes communes, mais comptées séparément)",
            "whatever the dependence (common deals, but counted separately)"
        ),
        _ => either!(
            lang,
            "donne par donne sur les mêmes donnes",
            "deal by deal on the same deals"
        ),
    };
    let name = view.translate(estimate.name);
    let quantity = match estimate.field(estimate.name) {
        Some(row) => {
            let value = view.translate(&row.to_string());
            either!(
                lang,
                "{name} {value} (points)",
                "{name} {value} (percentage points)"
            )
        }
        None => either!(lang, "{name}, moyenne", "{name}, mean"),
    };
    either!(
        lang,
        "Écarts {basis}, {quantity}",
        "Differences {basis}, {quantity}"
    )
}

/// Returns the names of the runs of a difference, and the difference with its interval.
fn difference_text(
    difference: &Difference<'_>,
    view: &ReportOptions<'_>,
    run_name: impl Fn(&Summary) -> String,
) -> String {
    let lang = view.lang;
    let [first, second] = difference.runs.map(run_name);
    let estimate = &difference.estimate;
    let scale = if estimate.is_row() { 100.0 } else { 1.0 };
    let text = if let Some(exact) = estimate.exact {
        let exact = lang.decimal(scale * exact, 6);
        either!(lang, "{exact} exactement", "{exact} exactly")
    } else if let Some(interval_estimate) = estimate.interval_estimate() {
        difference_cell(interval_estimate.scaled(scale), lang)
    } else {
        let value = lang.decimal(scale * estimate.value, 1);
        either!(
            lang,
            "{value} (sans intervalle : trop peu de donnes)",
            "{value} (no interval: too few deals)"
        )
    };
    either!(
        lang,
        "{first} − {second} : {text}",
        "{first} − {second}: {text}"
    )
}
