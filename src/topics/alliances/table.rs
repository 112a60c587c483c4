//! What simulations of the patience found, in tables for people.

use crate::lang::{Heading, Lang, Say};
use crate::report::table::{Columns, Paint, percent_decimals};
use crate::sim::Summary;
use crate::sim::summary::{Curve, CurveKind};

/// The text of a run for a terminal.
pub fn text(summary: &Summary, lang: Lang, paint: Paint) -> String {
    let mut parts = vec![heading(summary, lang, paint), spread(summary, lang).terminal(), "\n".to_owned()];
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
    if let Some(stop) = crate::report::stop_line(summary) {
        text.push_str(&format!("{}\n", paint.heading(&stop.say(lang))));
    }
    text
}

/// Mean and spread of each quantity, then the shares.
fn spread(summary: &Summary, lang: Lang) -> Columns {
    let mut columns = crate::report::quantities(summary, lang);
    for named in &summary.proportions {
        let name = if named.name == "improved" { Heading::Improved } else { Heading::Worsened };
        let digits = percent_decimals(named.interval.half_width());
        let (low, high) = (lang.percent(named.interval.low, digits), lang.percent(named.interval.high, digits));
        let mut row = vec![
            name.say(lang),
            lang.percent(named.proportion.estimate(), digits),
            Heading::Between { low, high }.say(lang),
        ];
        row.resize(columns.headings.len(), String::new());
        columns.rows.push(row);
    }
    columns
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
