//! Riffle shuffles: the distance to uniform, exact and estimated.

use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Series, Style};
use crate::lang::{Caption, Lang, Say};
use crate::report::figures::points;
use crate::sim::Summary;
use crate::sim::summary::{CurveKind, Point};

/// The figures that stand alone.
pub const NAMES: &[&str] = &["distance"];

/// The figure of some runs.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if name != "distance" && name != crate::report::figures::OVERVIEW {
        return None;
    }
    let mut sizes: Vec<&str> = Vec::new();
    for summary in summaries {
        if !sizes.contains(&summary.setting("cards")) {
            sizes.push(summary.setting("cards"));
        }
    }
    let mut series = Vec::new();
    for (place, cards) in sizes.iter().enumerate() {
        let of = |kind| curve(summaries, cards, kind);
        let cards = (*cards).to_owned();
        let line = |caption: Caption, kind, found: Vec<Point>| Series::new(caption.say(lang), kind, points(&found));
        let exact =
            line(Caption::ExactDistance { cards: cards.clone() }, Kind::Line, of(CurveKind::ExactTotalVariation));
        let separation = line(Caption::Separation { cards: cards.clone() }, Kind::Line, of(CurveKind::ExactSeparation));
        let estimated = line(Caption::Estimated { cards }, Kind::Points, of(CurveKind::TotalVariation));
        series.push(separation.styled(Style::Index(2 * place + 1)));
        series.push(exact.styled(Style::Index(2 * place)));
        series.push(estimated.styled(Style::Index(2 * place)));
    }
    let x = Axis::new(Caption::RiffleAxis.say(lang), Format::Integer);
    let y = Axis::new(Caption::Distance.say(lang), Format::Decimal).fixed(0.0, 1.0);
    let panel = Panel::new(Plot::new(x, y, series));
    Some(Figure::new(Caption::DistanceTitle.say(lang), lang, vec![panel]))
}

/// The points of one kind for decks of one size, in ascending order of riffles.
fn curve(summaries: &[Summary], cards: &str, kind: CurveKind) -> Vec<Point> {
    let own = summaries.iter().filter(|summary| summary.setting("cards") == cards);
    let curves = own.flat_map(|summary| summary.curves.iter().filter(|curve| curve.kind == kind));
    let mut found: Vec<Point> = curves.flat_map(|curve| curve.points.iter().copied()).collect();
    found.sort_by(|a, b| a.x.total_cmp(&b.x));
    found
}
