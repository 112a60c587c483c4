//! The differences of runs in notes for the terminal.

use super::ReportOptions;
use super::finding::setting_phrases;
use super::number::difference_cell;
use crate::lang::either;
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{MeasureEstimate, Summary, differences, differing_settings};

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
        let mut names = setting_names(difference.runs, summaries, view);
        if names.contains(&String::new()) {
            names = difference.runs.map(&run_name);
        }
        let text = difference_text(&names.join(" − "), estimate, view);
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

/// Returns the settings in which two runs differ, for each; the first name begins with those that both have and other runs have
/// not.
fn setting_names(
    runs: [&Summary; 2],
    summaries: &[Summary],
    view: &ReportOptions<'_>,
) -> [String; 2] {
    let keys = differing_settings(runs.map(|run| run.settings.as_slice()));
    let mut shared_keys = differing_settings(summaries.iter().map(|run| run.settings.as_slice()));
    shared_keys.retain(|key| !keys.contains(key));
    let phrases = |run: &Summary, keys: &[&str]| {
        setting_phrases(&run.settings, keys, view.glossary, view.lang)
    };
    let mut names = runs.map(|run| phrases(run, &keys));
    let shared_settings = phrases(runs[0], &shared_keys);
    if !shared_settings.is_empty() && !names[0].is_empty() {
        names[0] = format!("{shared_settings}, {}", names[0]);
    }
    names
}

/// Returns the names of two runs, and their difference with its interval.
fn difference_text(names: &str, estimate: &MeasureEstimate, view: &ReportOptions<'_>) -> String {
    let lang = view.lang;
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
    either!(lang, "{names} : {text}", "{names}: {text}")
}
