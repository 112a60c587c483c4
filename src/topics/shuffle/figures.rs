//! Riffle shuffles: the distance to uniform, exact and estimated.

use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Series, Style};
use crate::lang::{Lang, Say, Text};
use crate::report::figures::{self, Figures, OVERVIEW, occurring, points};
use pioche_engine::experiments::shuffle::{DISTANCE_CURVE, EXACT_CURVE, SEPARATION_CURVE};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Point;

/// The figures of riffle shuffles.
pub const FIGURES: Figures = Figures { names: &["distance"], draw: figure };

const TITLE: Text = Text::new(
    "Distance à l'uniforme selon le nombre de mélanges américains",
    "Distance to uniform against the number of riffles",
);
const RIFFLES: Text = Text::new("Nombre de mélanges américains", "Number of riffles");
const DISTANCE: Text = Text::new("Distance", "Distance");

/// What a curve shows, of decks of so many cards.
fn label(curve: &str, cards: &str, lang: Lang) -> String {
    match (curve, lang) {
        (EXACT_CURVE, Lang::Fr) => format!("variation totale, {cards} cartes, exacte"),
        (EXACT_CURVE, Lang::En) => format!("total variation, {cards} cards, exact"),
        (SEPARATION_CURVE, Lang::Fr) => format!("séparation, {cards} cartes, exacte"),
        (SEPARATION_CURVE, Lang::En) => format!("separation, {cards} cards, exact"),
        (_, Lang::Fr) => format!("variation totale, {cards} cartes, simulée"),
        (_, Lang::En) => format!("total variation, {cards} cards, simulated"),
    }
}

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !FIGURES.names.contains(&name) && name != OVERVIEW {
        return None;
    }
    let mut series = Vec::new();
    for (place, cards) in occurring(summaries, "cards").into_iter().enumerate() {
        let drawn = |curve, kind, style| {
            Series::new(label(curve, cards, lang), kind, points(&points_of(summaries, cards, curve)))
                .styled(Style::Index(style))
        };
        series.push(drawn(SEPARATION_CURVE, Kind::Line, 2 * place + 1));
        series.push(drawn(EXACT_CURVE, Kind::Line, 2 * place));
        series.push(drawn(DISTANCE_CURVE, Kind::Points, 2 * place));
    }
    let x = Axis::new(RIFFLES.say(lang), Format::Integer);
    let y = Axis::new(DISTANCE.say(lang), Format::Decimal).holding(0.0, 1.0);
    let panel = Panel::new(Plot::new(x, y, series));
    Some(figures::titled(TITLE.say(lang), vec![panel], summaries, lang))
}

/// The points of one curve for decks of one size, in ascending order of riffles.
fn points_of(summaries: &[Summary], cards: &str, curve: &'static str) -> Vec<Point> {
    let own = summaries.iter().filter(|summary| summary.setting("cards") == cards);
    let mut found: Vec<Point> =
        own.flat_map(|summary| summary.curves_of(curve)).flat_map(|curve| curve.points.clone()).collect();
    found.sort_by(|a, b| a.x.total_cmp(&b.x));
    found
}
