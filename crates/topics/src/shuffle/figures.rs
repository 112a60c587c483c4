//! The sentence about a run of riffles, its distances, and its figures.

use pioche_engine::experiments::Shuffle;
use pioche_engine::sim::Summary;
use pioche_engine::stats::exact::cut_probabilities;
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use pioche_report::figures::{
    self, NamedFigure, chart_points, distinct, find_run, runs_of_experiment,
};
use pioche_report::lang::{Lang, Text, either};
use pioche_report::number::measure_cell;
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let exact = exact_distance(summary)
        .map_or_else(String::new, |distance| lang.decimal(distance.value, 4));
    let suspect = measure_cell(summary, "suspect", lang);
    either!(
        lang,
        "variation totale {exact} (exacte) ; paquets suspects : {suspect}.",
        "total variation {exact} (exact); suspect decks: {suspect}."
    )
}

/// Returns the exact total variation distance to the uniform distribution.
pub fn exact_distance(summary: &Summary) -> Option<Estimate> {
    summary.exact_value(TOTAL_VARIATION).map(exact_number)
}

/// Returns the exact separation distance to the uniform distribution.
pub fn exact_separation(summary: &Summary) -> Option<Estimate> {
    let experiment: &Shuffle = summary.experiment_as()?;
    Some(exact_number(experiment.separation_distance()))
}

fn exact_number(value: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval::exactly(value),
    }
}

/// Returns the estimated total variation distance.
pub fn estimated_distance(summary: &Summary) -> Option<Estimate> {
    summary.row(TOTAL_VARIATION)?.interval_estimate()
}

/// The row of the total variation distance.
const TOTAL_VARIATION: &str = "total_variation";

pub fn riffle_run(summaries: &[Summary], cards: usize, riffles: u32) -> Option<&Summary> {
    find_run(summaries, |run: &Shuffle| {
        run.cards == cards && run.riffles == riffles
    })
}

pub const FIGURES: &[NamedFigure] = &[NamedFigure {
    name: "distance",
    draw: distance_figure,
}];

const FIGURE_TITLE: Text = Text::new(
    "Distance à la loi uniforme selon le nombre de mélanges américains",
    "Distance to uniform by number of riffles",
);
const SHARE_OF_CUTS: Text = Text::new("Part des coupes", "Share of cuts");
const FIRST_PACKET: Text = Text::new("Cartes du premier paquet", "Cards of the first packet");
const RIFFLES: Text = Text::new("Nombre de mélanges américains", "Number of riffles");

/// Draws the cuts of the first run beside the binomial distribution; `None` if no deck is cut.
pub fn cut_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let summary = find_run(summaries, |run: &Shuffle| run.riffles > 0)?;
    let cards = summary.experiment_as::<Shuffle>()?.cards;
    let probabilities = cut_probabilities(cards);
    let mut cuts = summary.distribution("cut");
    cuts.retain(|(_, share)| share.value > 0.0);
    let exact_point = |(cards, _): &(i64, Estimate)| {
        ChartPoint::new(*cards as f64, probabilities[*cards as usize])
    };
    let exact_points = cuts.iter().map(exact_point).collect();
    let series = vec![
        Series::new("simulation", SeriesKind::Bars, chart_points(&cuts)),
        Series::new(
            either!(lang, "loi binomiale", "binomial distribution"),
            SeriesKind::BarLevelMarks,
            exact_points,
        ),
    ];
    let x = Axis::new(FIRST_PACKET.in_lang(lang), NumberFormat::Integer);
    let y = Axis::new(SHARE_OF_CUTS.in_lang(lang), NumberFormat::Percent);
    let panel = Panel::new(Plot::new(x, y, series));
    let title = either!(
        lang,
        "Le mélange américain · Coupes de {cards} cartes",
        "The riffle shuffle · Cuts of {cards} cards"
    );
    Some(figures::figure_with_title(
        title,
        vec![panel],
        std::slice::from_ref(summary),
        lang,
    ))
}

pub fn distance_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let mut series = Vec::new();
    let deck_sizes =
        distinct(runs_of_experiment(summaries).map(|(run, _): (&Shuffle, _)| run.cards));
    for (index, cards) in deck_sizes.into_iter().enumerate() {
        let style = 2 * index;
        for curve in &DISTANCE_CURVES {
            let quantity = curve.quantity.in_lang(lang);
            let origin = curve.origin.in_lang(lang);
            let label = either!(
                lang,
                "{quantity}, {cards} cartes, {origin}",
                "{quantity}, {cards} cards, {origin}"
            );
            let points = curve.points(summaries, cards);
            let curve_series = Series::new(label, curve.kind, points);
            series.push(curve_series.with_style(StyleChoice::Index(style + curve.style_offset)));
        }
    }
    let x = Axis::new(RIFFLES.in_lang(lang), NumberFormat::Integer);
    let y = Axis::new("Distance", NumberFormat::Decimal).with_required_range(0.0, 1.0);
    let panel = Panel::new(Plot::new(x, y, series));
    Some(figures::figure_with_title(
        FIGURE_TITLE.in_lang(lang).to_owned(),
        vec![panel],
        summaries,
        lang,
    ))
}

/// A curve of the distances by number of riffles.
struct DistanceCurve {
    quantity: Text,
    origin: Text,
    kind: SeriesKind,
    style_offset: usize,
    distance: fn(&Summary) -> Option<Estimate>,
}

const TOTAL_VARIATION_QUANTITY: Text = Text::new("variation totale", "total variation");
const EXACT: Text = Text::new("exacte", "exact");

const DISTANCE_CURVES: [DistanceCurve; 3] = [
    DistanceCurve {
        quantity: Text::new("séparation", "separation"),
        origin: EXACT,
        kind: SeriesKind::Line,
        style_offset: 1,
        distance: exact_separation,
    },
    DistanceCurve {
        quantity: TOTAL_VARIATION_QUANTITY,
        origin: EXACT,
        kind: SeriesKind::Line,
        style_offset: 0,
        distance: exact_distance,
    },
    DistanceCurve {
        quantity: TOTAL_VARIATION_QUANTITY,
        origin: Text::new("estimée", "estimated"),
        kind: SeriesKind::Points,
        style_offset: 0,
        distance: estimated_distance,
    },
];

impl DistanceCurve {
    /// Returns the points for decks of one size, by ascending number of riffles.
    fn points(&self, summaries: &[Summary], cards: usize) -> Vec<ChartPoint> {
        let mut points = Vec::new();
        for (run, summary) in runs_of_experiment::<Shuffle>(summaries) {
            if run.cards == cards
                && let Some(Estimate { value, interval }) = (self.distance)(summary)
            {
                let riffles = f64::from(run.riffles);
                points.push(ChartPoint::with_interval(
                    riffles,
                    value,
                    interval.low,
                    interval.high,
                ));
            }
        }
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        points
    }
}
