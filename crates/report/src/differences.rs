//! The differences of runs in notes for the terminal and in a panel of a chart.

use super::finding::setting_phrases;
use super::number::difference_cell;
use super::{Glossary, ReportOptions};
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, ListedEstimate, NumberFormat, Panel, StyleChoice,
};
use crate::figures::{estimate_point, interval_caption};
use crate::lang::{Lang, either};
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
        let heading = heading(estimate, view.glossary, view.lang);
        let mut names = setting_names(difference.runs, summaries, view.glossary, view.lang);
        if names.contains(&String::new()) {
            names = difference.runs.map(&run_name);
        }
        let [first_name, second_name] = names;
        let value = value_text(estimate, view.lang);
        let text = either!(
            view.lang,
            "{first_name} − {second_name} : {value}",
            "{first_name} − {second_name}: {value}"
        );
        match notes.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, list)) => *list += &either!(view.lang, " ; {text}", "; {text}"),
            None => notes.push((heading, text)),
        }
    }
    let note = |(heading, list)| either!(view.lang, "{heading} : {list}.", "{heading}: {list}.");
    notes.into_iter().map(note).collect()
}

/// Returns how runs were compared, and in which quantity with its unit.
fn heading(estimate: &MeasureEstimate, glossary: &dyn Glossary, lang: Lang) -> String {
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
    let name = glossary.translate(lang, estimate.name);
    let quantity = match estimate.field(estimate.name) {
        Some(row) => {
            let value = glossary.translate(lang, &row.to_string());
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
    glossary: &dyn Glossary,
    lang: Lang,
) -> [String; 2] {
    let keys = differing_settings(runs.map(|run| run.settings.as_slice()));
    let mut shared_keys = differing_settings(summaries.iter().map(|run| run.settings.as_slice()));
    shared_keys.retain(|key| !keys.contains(key));
    let phrases =
        |run: &Summary, keys: &[&str]| setting_phrases(&run.settings, keys, glossary, lang);
    let mut names = runs.map(|run| phrases(run, &keys));
    let shared_settings = phrases(runs[0], &shared_keys);
    if !shared_settings.is_empty() && !names[0].is_empty() {
        names[0] = format!("{shared_settings}, {}", names[0]);
    }
    names
}

/// Returns a difference with its interval, of shares in percentage points.
fn value_text(estimate: &MeasureEstimate, lang: Lang) -> String {
    let scale = unit_scale(estimate);
    if let Some(exact) = estimate.exact {
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
    }
}

/// Returns the factor that gives a difference of shares in percentage points, and one of means as it is.
fn unit_scale(estimate: &MeasureEstimate) -> f64 {
    if estimate.is_row() { 100.0 } else { 1.0 }
}

/// The largest number of differences in a panel.
const MAX_DRAWN: usize = 10;

/// Draws the differences of runs that were simulated together: in the first row that is compared, or in a mean if there is no
/// such row. Returns `None` when there are none, or too many for a panel.
pub fn difference_panel(
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<Panel> {
    let mut paired = differences(summaries);
    paired.retain(|difference| difference.estimate.method == Some(IntervalMethod::Paired));
    let first = &paired.first()?.estimate;
    let drawn_quantity = quantity(first);
    let is_row = first.is_row();
    let title = heading(first, glossary, lang);
    let mut rows = Vec::new();
    for difference in &paired {
        let estimate = &difference.estimate;
        if quantity(estimate) != drawn_quantity {
            continue;
        }
        let scale = unit_scale(estimate);
        let point = match (estimate.exact, estimate.interval_estimate()) {
            (None, Some(interval_estimate)) => estimate_point(0.0, interval_estimate.scaled(scale)),
            (exact, _) => ChartPoint::new(0.0, scale * exact.unwrap_or(estimate.value)),
        };
        rows.push(EstimateRow {
            label: setting_names(difference.runs, summaries, glossary, lang).join(" − "),
            is_main: false,
            estimates: vec![ListedEstimate {
                column: 0,
                point,
                style: StyleChoice::Index(0),
                text: value_text(estimate, lang),
            }],
        });
    }
    if rows.len() > MAX_DRAWN {
        return None;
    }
    let method = if is_row { "Bonett-Price" } else { "Student" };
    let label = interval_caption(lang, method, summaries[0].confidence.level(), true);
    let mut axis = Axis::new(&label, NumberFormat::Decimal);
    axis.required_range = Some((0.0, 0.0));
    Some(Panel::new(EstimateList::new(axis, rows)).with_title(&title))
}
