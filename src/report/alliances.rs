//! What simulations of the patience found, in tables for people.

use super::table::{Columns, Paint, decimals, percent_decimals};
use crate::experiments::Summary;
use crate::experiments::summary::{Curve, CurveKind, Quantity};
use crate::lang::{Heading, Lang, Say};

/// The text of a run for a terminal.
pub fn text(summary: &Summary, lang: Lang, paint: Paint) -> String {
    let mut parts = vec![heading(summary, lang, paint), quantities(summary, lang).terminal(), "\n".to_owned()];
    for curve in summary.curves.iter().filter(|curve| curve.kind == CurveKind::WinProbability) {
        let title = if curve.variant == "none" {
            Heading::Played
        } else {
            Heading::AfterChange { variant: curve.variant.clone() }
        };
        if summary.quantities.len() > 1 {
            parts.push(format!("{}\n", paint.heading(&title.say(lang))));
        }
        parts.push(thresholds(summary, curve, lang).terminal());
        parts.push("\n".to_owned());
    }
    let note = Heading::IntervalNote { method: summary.method.to_string(), level: summary.confidence.level() };
    parts.push(format!("{}\n", note.say(lang)));
    parts.concat()
}

fn heading(summary: &Summary, lang: Lang, paint: Paint) -> String {
    let pack = summary.curves.first().map(|curve| curve.subject.clone()).unwrap_or_default();
    let title = Heading::Alliances { pack }.say(lang);
    let run = Heading::Run { deals: summary.deals, seed: summary.seed }.say(lang);
    let mut text = format!("{} · {run}\n", paint.heading(&title));
    if let Some(stop) = super::stop_line(summary) {
        text.push_str(&format!("{}\n", paint.heading(&stop.say(lang))));
    }
    text
}

/// Mean and spread of each quantity, then the shares.
fn quantities(summary: &Summary, lang: Lang) -> Columns {
    let level = summary.confidence.level();
    let headings = [
        Heading::Quantity,
        Heading::Mean,
        Heading::Interval { level },
        Heading::Deviation,
        Heading::Minimum,
        Heading::Median,
        Heading::Mode,
        Heading::Maximum,
    ];
    let mut rows: Vec<Vec<String>> =
        summary.quantities.iter().map(|quantity| quantity_row(summary, quantity, lang)).collect();
    for named in &summary.shares {
        let name = if named.name == "improved" { Heading::Improved } else { Heading::Worsened };
        let digits = percent_decimals(named.interval.half_width());
        let (low, high) = (lang.percent(named.interval.low, digits), lang.percent(named.interval.high, digits));
        let mut row = vec![
            name.say(lang),
            lang.percent(named.share.estimate(), digits),
            Heading::Between { low, high }.say(lang),
        ];
        row.resize(headings.len(), String::new());
        rows.push(row);
    }
    Columns { headings: headings.iter().map(|heading| heading.say(lang)).collect(), rows }
}

fn quantity_row(summary: &Summary, quantity: &Quantity, lang: Lang) -> Vec<String> {
    let changed = summary.curves.last().map(|curve| curve.variant.clone()).unwrap_or_default();
    let name = match quantity.name {
        "nb_tas" => Heading::PilesOf { variant: "none".into() },
        "nb_tas_improved" => Heading::PilesOf { variant: changed },
        _ => Heading::Gain,
    };
    let moments = &quantity.moments;
    let digits = decimals(quantity.interval.half_width());
    let decimal = |number: f64| lang.decimal(number, digits);
    let whole = |number: i64| lang.decimal(number as f64, 0);
    let between = Heading::Between { low: decimal(quantity.interval.low), high: decimal(quantity.interval.high) };
    vec![
        name.say(lang),
        decimal(moments.mean),
        between.say(lang),
        lang.decimal(moments.standard_deviation, 2),
        whole(moments.min),
        lang.decimal(moments.median, if moments.median.fract() == 0.0 { 0 } else { 1 }),
        whole(moments.mode),
        whole(moments.max),
    ]
}

/// A row for each number of piles: how often exactly, how often at most, and the interval of the latter.
fn thresholds(summary: &Summary, curve: &Curve, lang: Lang) -> Columns {
    let law =
        |curve: &&Curve, piles: f64| curve.points.iter().find(|point| point.x == piles).map_or(0.0, |point| point.y);
    let exactly =
        summary.curves.iter().find(|other| other.kind == CurveKind::PilesLaw && other.variant == curve.variant);
    let headings =
        [Heading::Piles, Heading::Exactly, Heading::AtMost, Heading::Interval { level: summary.confidence.level() }];
    let widest = curve.points.iter().map(|point| (point.high - point.low) / 2.0).fold(0.0, f64::max);
    let digits = percent_decimals(widest);
    let rows = curve.points.iter().map(|point| {
        let percent = |probability: f64| lang.percent(probability, digits);
        vec![
            lang.decimal(point.x, 0),
            percent(exactly.as_ref().map_or(0.0, |curve| law(curve, point.x))),
            percent(point.y),
            Heading::Between { low: percent(point.low), high: percent(point.high) }.say(lang),
        ]
    });
    Columns { rows: rows.collect(), headings: headings.iter().map(|heading| heading.say(lang)).collect() }
}
