//! The differences of runs in notes for the terminal and in a panel of a chart.

use super::Glossary;
use super::finding::setting_phrases;
use super::number::difference_cell;
use crate::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, ListedEstimate, NumberFormat, Panel, StyleChoice,
};
use crate::figures::{estimate_point, interval_caption};
use crate::lang::{Lang, either};
use pioche_engine::sim::{Difference, MeasureEstimate, Summary, differing_settings};
use pioche_engine::stats::Estimate;

/// A row or a mean of a run with its difference to the usual one.
struct ComparedEstimate<'a> {
    summary: &'a Summary,
    estimate: &'a MeasureEstimate,
    difference: Difference,
}

/// Returns what is compared in the rows to show and in the means. Rows that are certain or impossible in both settings are left
/// out.
fn compared_estimates(summaries: &[Summary]) -> Vec<ComparedEstimate<'_>> {
    let mut compared = Vec::new();
    for summary in summaries {
        for estimate in &summary.estimates {
            let Some(difference) = estimate.difference else {
                continue;
            };
            let selection = summary.row_selection.as_ref();
            let is_selected = selection.is_none_or(|rows| rows.has_row(&estimate.fields));
            let is_certain = difference
                .interval
                .is_some_and(|interval| interval.half_width() == 0.0);
            let is_shown = is_selected && !estimate.is_trailing_empty && !is_certain;
            if is_shown || !estimate.is_row() {
                compared.push(ComparedEstimate {
                    summary,
                    estimate,
                    difference,
                });
            }
        }
    }
    compared
}

impl ComparedEstimate<'_> {
    /// Returns the column and the name of the row, or the name of the mean and an empty text.
    fn quantity(&self) -> (&'static str, String) {
        let column = self.summary.row_name_column().unwrap_or_default();
        match self.estimate.field(column) {
            Some(row) if self.estimate.is_row() => (column, row.to_string()),
            _ => (self.difference.mean_name, String::new()),
        }
    }

    fn is_independent(&self) -> bool {
        self.summary.joint.is_none()
    }

    /// Returns the names of the run and of the usual one by the settings in which they differ, or else by their seeds.
    fn names(&self, glossary: &dyn Glossary, lang: Lang) -> String {
        let Some(usual) = &self.summary.usual else {
            return String::new();
        };
        let settings = [&self.summary.settings, &usual.settings];
        let keys = differing_settings(settings.map(Vec::as_slice));
        let mut names = settings.map(|settings| setting_phrases(settings, &keys, glossary, lang));
        if keys.is_empty() {
            let seeds = [self.summary.seed(), usual.seed];
            names = seeds.map(|seed| glossary.setting_phrase(lang, "seed", &seed.into()));
        }
        names.join(" − ")
    }
}

/// Returns how runs were compared, and in which quantity with its unit.
fn heading(compared: &ComparedEstimate<'_>, glossary: &dyn Glossary, lang: Lang) -> String {
    let basis = if compared.is_independent() {
        either!(
            lang,
            "entre des donnes indépendantes",
            "between independent deals"
        )
    } else {
        either!(
            lang,
            "donne par donne sur les mêmes donnes",
            "deal by deal on the same deals"
        )
    };
    let (column, row) = compared.quantity();
    let name = glossary.translate(lang, column);
    let quantity = if row.is_empty() {
        either!(lang, "{name}, moyenne", "{name}, mean")
    } else {
        let value = glossary.translate(lang, &row);
        either!(
            lang,
            "{name} {value} (points)",
            "{name} {value} (percentage points)"
        )
    };
    either!(
        lang,
        "Écarts {basis}, {quantity}",
        "Differences {basis}, {quantity}"
    )
}

/// Returns a difference with its interval, of shares in percentage points.
fn value_text(compared: &ComparedEstimate<'_>, lang: Lang) -> String {
    let scale = unit_scale(compared.estimate);
    let difference = compared.difference;
    if let Some(exact) = difference.exact {
        let exact = lang.decimal(scale * exact, 6);
        either!(lang, "{exact} exactement", "{exact} exactly")
    } else if let Some(interval) = difference.interval {
        let estimate = Estimate {
            value: difference.value,
            interval,
        };
        difference_cell(estimate.scaled(scale), lang)
    } else {
        let value = lang.decimal(scale * difference.value, 1);
        either!(
            lang,
            "{value} (sans intervalle : trop peu de valeurs différentes)",
            "{value} (no interval: too few different values)"
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
    let mut drawn = compared_estimates(summaries);
    drawn.retain(|compared| !compared.is_independent());
    let quantity = drawn.first()?.quantity();
    drawn.retain(|compared| compared.quantity() == quantity);
    if drawn.len() > MAX_DRAWN {
        return None;
    }
    let title = heading(&drawn[0], glossary, lang);
    let mut rows = Vec::new();
    for compared in &drawn {
        let scale = unit_scale(compared.estimate);
        let difference = compared.difference;
        let point = match (difference.exact, difference.interval) {
            (None, Some(interval)) => {
                let estimate = Estimate {
                    value: difference.value,
                    interval,
                };
                estimate_point(0.0, estimate.scaled(scale))
            }
            (exact, _) => ChartPoint::new(0.0, scale * exact.unwrap_or(difference.value)),
        };
        rows.push(EstimateRow {
            label: compared.names(glossary, lang),
            is_main: false,
            estimates: vec![ListedEstimate {
                column: 0,
                point,
                style: StyleChoice::Index(0),
                text: value_text(compared, lang),
            }],
        });
    }
    let method = if drawn[0].estimate.is_row() {
        "Bonett-Price"
    } else {
        "Student"
    };
    let label = interval_caption(lang, method, summaries[0].confidence.level(), true);
    let mut axis = Axis::new(&label, NumberFormat::Decimal);
    axis.required_range = Some((0.0, 0.0));
    Some(Panel::new(EstimateList::new(axis, rows)).with_title(&title))
}
