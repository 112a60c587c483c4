//! The tables of the means, the quantiles and the further shares of a run.

use super::{Report, estimate_cells};
use crate::lang::glossary::MEAN;
use crate::lang::{Lang, Text, either};
use crate::number::{decimals, no_interval_note};
use crate::table::Table;
use pioche_engine::sim::{MeasureEstimate, Summary};
use pioche_engine::stats::Moments;

const QUANTITY: Text = Text::new("grandeur", "quantity");
const STANDARD_DEVIATION: Text = Text::new("écart-type", "std dev");
const MINIMUM: Text = Text::untranslated("min");
const MEDIAN: Text = Text::new("médiane", "median");
const MODE: Text = Text::untranslated("mode");
const MAXIMUM: Text = Text::untranslated("max");

impl Report<'_> {
    /// Returns the table of means and spreads, then of the shares that are not rows of the main table.
    pub(super) fn mean_table(&self, summary: &Summary) -> Table {
        let lang = self.view.lang;
        let range = format!("{}–{}", MINIMUM.in_lang(lang), MAXIMUM.in_lang(lang));
        let headings = vec![
            QUANTITY.in_lang(lang).to_owned(),
            MEAN.in_lang(lang).to_owned(),
            lang.interval_label(summary.confidence.level()),
            STANDARD_DEVIATION.in_lang(lang).to_owned(),
            MEDIAN.in_lang(lang).to_owned(),
            MODE.in_lang(lang).to_owned(),
            range,
        ];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (mean, moments) in summary.means() {
            let name = self.view.translate(mean.name);
            rows.push(mean_cells(mean, &moments, name, lang));
        }
        for (share, _) in summary.shares() {
            if share.is_row() {
                continue;
            }
            let name = self.view.translate(share.name);
            let [estimate, interval] = estimate_cells(share, true, lang);
            let mut row = vec![name, estimate, interval];
            row.resize(headings.len(), String::new());
            rows.push(row);
        }
        Table::of_texts(1, headings, rows)
    }

    /// Returns the table of quantiles with their intervals; `None` if the run has none.
    pub(super) fn quantile_table(&self, summary: &Summary) -> Option<Table> {
        let lang = self.view.lang;
        let value_text = |value: f64| lang.decimal(value, usize::from(value.fract() != 0.0));
        let mut rows = Vec::new();
        for (mean, _) in summary.means() {
            for quantile in &mean.quantiles {
                let interval = quantile.interval.map_or_else(String::new, |interval| {
                    lang.interval_bounds(value_text(interval.low), value_text(interval.high))
                });
                rows.push(vec![
                    self.view.translate(mean.name),
                    lang.percent(quantile.probability, 0),
                    value_text(quantile.value),
                    interval,
                ]);
            }
        }
        let headings = vec![
            QUANTITY.in_lang(lang).to_owned(),
            either!(lang, "part des valeurs", "share of values"),
            "quantile".to_owned(),
            lang.interval_label(summary.confidence.level()),
        ];
        (!rows.is_empty()).then(|| Table::of_texts(1, headings, rows))
    }
}

/// Returns the cells of a mean: name, mean, interval, standard deviation, median, mode and range.
fn mean_cells(mean: &MeasureEstimate, moments: &Moments, name: String, lang: Lang) -> Vec<String> {
    let digits = match mean.interval {
        Some(interval) => decimals(interval.half_width()),
        None => usize::from(moments.min < moments.max),
    };
    let decimal = |number: f64| lang.decimal(number, digits);
    let interval = match mean.interval {
        Some(interval) => lang.interval_bounds(decimal(interval.low), decimal(interval.high)),
        None => no_interval_note(moments, lang),
    };
    let min = signed_integer(moments.min, lang);
    let max = signed_integer(moments.max, lang);
    vec![
        mean_label(mean, name, lang),
        decimal(mean.value),
        interval,
        lang.decimal(moments.standard_deviation, 2),
        lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)),
        signed_integer(moments.mode, lang),
        format!("{min}–{max}"),
    ]
}

fn signed_integer(number: i64, lang: Lang) -> String {
    let magnitude = lang.integer(number.unsigned_abs());
    if number < 0 {
        format!("−{magnitude}")
    } else {
        magnitude
    }
}

/// Returns the name of a mean, with its limit, or with a note if some games were cut off.
fn mean_label(mean: &MeasureEstimate, name: String, lang: Lang) -> String {
    if let Some(limit) = mean.limit {
        let limit = lang.integer(limit);
        return either!(lang, "{name}, {limit} au plus", "{name}, at most {limit}");
    }
    match mean.undecided_deals {
        0 => name,
        cut => {
            let cut = lang.translated_count(cut, ["exclue", "exclues"], ["excluded", "excluded"]);
            format!("{name}, {cut}")
        }
    }
}
