//! What the study takes from its runs of the patience: of each quantity the estimate from most deals.

use crate::lang::{Lang, Text};
use crate::report::page::{Bar, bar, number, share};
use pioche_engine::experiments::alliances::WIN_CURVE;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{Curve, Point};
use pioche_engine::stats::{Interval, Proportion};

pub const MEAN_PILES: Text = Text::new("tas en moyenne", "mean piles");

pub fn pack(summary: &Summary) -> String {
    summary.curves.first().map(|curve| curve.subject.clone()).unwrap_or_default()
}

/// The curve of a kind and a variant.
pub fn curve<'a>(summary: &'a Summary, kind: &'static str, variant: &str) -> Option<&'a Curve> {
    summary.curves_of(kind).find(|curve| curve.variant == variant)
}

/// The probability of at most `piles` piles.
pub fn win<'a>(summary: &'a Summary, variant: &str, piles: u64) -> Option<&'a Point> {
    curve(summary, WIN_CURVE, variant)?.points.iter().find(|point| point.x == piles as f64)
}

/// How many deals of a run leave at most `piles` piles.
pub fn won(summary: &Summary, variant: &str, piles: u64) -> Option<Proportion> {
    let point = win(summary, variant, piles)?;
    // Counts stay below 2^53, so that nothing is lost on the way back.
    Some(Proportion::of((point.y * summary.deals as f64).round() as u64, summary.deals))
}

/// The run of the rule alone, in `plain`, with the pack of another run, if it has more deals; else that run.
pub fn rule<'a>(summary: &'a Summary, plain: &[&'a Summary]) -> &'a Summary {
    let better = plain.iter().find(|other| pack(other) == pack(summary) && other.deals > summary.deals);
    better.copied().unwrap_or(summary)
}

/// Whether nobody but the rule played.
pub fn by_rule(summary: &Summary) -> bool {
    summary.setting("player").is_empty()
}

/// The change of the stock that a run allowed, or `none`.
pub fn variant(summary: &Summary) -> &str {
    summary.curves.last().map_or("none", |curve| &curve.variant)
}

fn between(point: &Point) -> Interval {
    Interval { low: point.low, high: point.high }
}

pub fn share_of(point: &Point, lang: Lang) -> String {
    share(point.y, between(point), lang)
}

/// The probability of at most `piles` piles with its interval; empty where it was not measured.
pub fn at_most(summary: &Summary, variant: &str, piles: u64, lang: Lang) -> String {
    win(summary, variant, piles).map_or_else(String::new, |point| share_of(point, lang))
}

pub fn bar_of(label: String, point: &Point, lang: Lang) -> Bar {
    bar(label, point.y, between(point), lang)
}

pub fn one_in(point: &Point, lang: Lang) -> String {
    number(1.0 / point.y, Interval { low: 1.0 / point.high, high: 1.0 / point.low }, lang)
}
