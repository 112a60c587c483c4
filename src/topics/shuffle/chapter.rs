//! The chapter of riffle shuffles: distance to uniform, and suspect decks.

use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Lang, Text, either};
use crate::report::figures::{self, NamedFigure, chart_points, distinct};
use crate::report::number::PageNumber;
use crate::report::number::proportion_cell;
use crate::report::page::values::{
    PageRun, distinct_commands, find_run, optional, reproduction_commands, runs_of_experiment,
};
use crate::report::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::{Value, context};
use pioche_engine::experiments::shuffle::{
    CUT_CURVE, EXACT_SEPARATION_CURVE, EXACT_TOTAL_VARIATION_CURVE, Shuffle, TOTAL_VARIATION_CURVE,
};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::CurvePoint;
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::{cut_probabilities, cut_sup_norm_tail};
use pioche_engine::stats::{Estimate, Interval};

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: "shuffle",
    page_order: 32,
    template: Text::new(include_str!("chapter.fr.md"), include_str!("chapter.en.md")),
    values,
    figures: &[
        NamedFigure {
            name: "shuffle-cut",
            draw: cut_figure,
        },
        NamedFigure {
            name: "shuffle-distance",
            draw: distance_figure,
        },
    ],
    extra_tables: Vec::new,
};

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    let run_after = |riffles| optional(riffle_run(summaries, 52, riffles).map(distance_run));
    let seven = riffle_run(summaries, 52, 7);
    let finding = seven.map(|run| Finding {
        name: "seven_riffles",
        rank: 50,
        commands: distinct_commands([run]),
    });
    let packs = [52, 32].map(|cards| pack_distances(summaries, cards));
    ChapterValues {
        values: context! {
            runs => summaries.iter().map(distance_run).collect::<Value>(),
            packs => packs.into_iter().flatten().collect::<Value>(),
            five => run_after(5),
            seven => run_after(7),
            nine => run_after(9),
            eleven => run_after(11),
            cut_tail => Value::from(PageNumber::Exact(cut_sup_norm_tail(52, 100_000, 0.0025))),
            suspect => optional(seven.and_then(suspect_values)),
            commands => reproduction_commands(summaries, &[super::RIFFLES.key()]),
        },
        findings: finding.into_iter().collect(),
    }
}

/// Returns a run with its exact and estimated distances to the uniform distribution.
fn distance_run(summary: &Summary) -> PageRun {
    let exact = |curve| first_point(summary, curve).map(|point| point.y);
    let estimate = |curve| optional(curve_estimate(summary, curve).map(PageNumber::Estimate));
    PageRun::new(summary)
        .with("distance", exact(EXACT_TOTAL_VARIATION_CURVE))
        .with("distance_number", estimate(EXACT_TOTAL_VARIATION_CURVE))
        .with("separation", exact(EXACT_SEPARATION_CURVE))
        .with("estimated_distance", estimate(TOTAL_VARIATION_CURVE))
}

/// Returns the distances after 5 and 7 riffles of a pack, and after the first number of riffles with a distance below
/// 0.1; `None` without these runs.
fn pack_distances(summaries: &[Summary], cards: usize) -> Option<Value> {
    let run_after = |riffles| riffle_run(summaries, cards, riffles).map(distance_run);
    let is_near = |run: &&Summary| {
        let distance = first_point(run, EXACT_TOTAL_VARIATION_CURVE);
        distance.is_some_and(|point| point.y < 0.1)
    };
    let near_enough = (0..=12)
        .filter_map(|riffles| riffle_run(summaries, cards, riffles))
        .find(is_near)?;
    Some(context! {
        cards => cards,
        five => Value::from(run_after(5)?),
        seven => Value::from(run_after(7)?),
        near => Value::from(distance_run(near_enough)),
    })
}

fn riffle_run(summaries: &[Summary], cards: usize, riffles: u32) -> Option<&Summary> {
    find_run(summaries, |run: &Shuffle| {
        run.cards() == cards && run.riffles() == riffles
    })
}

fn curve_estimate(summary: &Summary, curve: &'static str) -> Option<Estimate> {
    let point = first_point(summary, curve)?;
    Some(Estimate {
        value: point.y,
        interval: Interval {
            low: point.low,
            high: point.high,
        },
    })
}

pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let exact = first_point(summary, EXACT_TOTAL_VARIATION_CURVE)
        .map_or_else(String::new, |point| lang.decimal(point.y, 4));
    let suspect = proportion_cell(summary.named_proportion("suspect"), lang);
    either!(
        lang,
        "variation totale {exact} (exacte) ; paquets suspects : {suspect}.",
        "total variation {exact} (exact); suspect decks: {suspect}."
    )
}

/// Returns the share of suspect decks, and what follows for a million decks.
fn suspect_values(summary: &Summary) -> Option<Value> {
    const MILLION: u64 = 1_000_000;
    let suspect = summary.named_proportion("suspect")?;
    let estimate = |of_share: fn(f64) -> f64| Estimate {
        value: of_share(suspect.proportion.estimate()),
        interval: Interval {
            low: of_share(suspect.interval.low),
            high: of_share(suspect.interval.high),
        },
    };
    let expected_per_million = estimate(|share| share * MILLION as f64);
    let at_least_five = estimate(|share| binomial_upper_tail(5, MILLION, share));
    Some(context! {
        share => Value::from(PageNumber::Proportion(suspect.clone())),
        decks => summary.deals,
        is_rare => at_least_five.interval.high < 0.5,
        expected => Value::from(PageNumber::Estimate(expected_per_million)),
        five => Value::from(PageNumber::Probability(at_least_five)),
        commands => reproduction_commands([summary], &[]),
    })
}

fn first_point(summary: &Summary, kind: &'static str) -> Option<CurvePoint> {
    summary.curves_of_kind(kind).next()?.points.first().copied()
}

pub const FIGURES: &[NamedFigure] = &[NamedFigure {
    name: "distance",
    draw: distance_figure,
}];

const FIGURE_TITLE: Text = Text::new(
    "Distance à la loi uniforme selon le nombre de mélanges américains",
    "Distance to uniform by number of riffles",
);
const CUTS: Text = Text::new("Part des coupes", "Share of cuts");
const FIRST_PACKET: Text = Text::new("Cartes du premier paquet", "Cards of the first packet");
const RIFFLES: Text = Text::new("Nombre de mélanges américains", "Number of riffles");

fn curve_label(curve: &str, cards: usize, lang: Lang) -> String {
    let what = match curve {
        EXACT_SEPARATION_CURVE => either!(lang, "séparation", "separation"),
        _ => either!(lang, "variation totale", "total variation"),
    };
    let [fr, en] = if curve == TOTAL_VARIATION_CURVE {
        ["estimée", "estimated"]
    } else {
        ["exacte", "exact"]
    };
    either!(
        lang,
        "{what}, {cards} cartes, {fr}",
        "{what}, {cards} cards, {en}"
    )
}

/// Draws the cuts of the first run beside the binomial distribution; `None` if no deck is cut.
fn cut_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let summary = find_run(summaries, |run: &Shuffle| run.riffles() > 0)?;
    let probabilities = cut_probabilities(summary.experiment_as::<Shuffle>()?.cards());
    let mut points = summary.curves_of_kind(CUT_CURVE).next()?.points.clone();
    points.retain(|point| point.y > 0.0);
    let exact_point =
        |point: &CurvePoint| ChartPoint::new(point.x, probabilities[point.x as usize]);
    let exact_points = points.iter().map(exact_point).collect();
    let series = vec![
        Series::new("simulation", SeriesKind::Bars, chart_points(&points)),
        Series::new(
            either!(lang, "loi binomiale", "binomial distribution"),
            SeriesKind::BarLevelMarks,
            exact_points,
        ),
    ];
    let x = Axis::new(FIRST_PACKET.in_lang(lang), NumberFormat::Integer);
    let panel = Panel::new(Plot::new(x, Axis::new("", NumberFormat::Percent), series));
    let title = CUTS.in_lang(lang).to_owned();
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
        distinct(runs_of_experiment(summaries).map(|(run, _): (&Shuffle, _)| run.cards()));
    for (index, cards) in deck_sizes.into_iter().enumerate() {
        let style = 2 * index;
        for (curve, kind, style) in [
            (EXACT_SEPARATION_CURVE, SeriesKind::Line, style + 1),
            (EXACT_TOTAL_VARIATION_CURVE, SeriesKind::Line, style),
            (TOTAL_VARIATION_CURVE, SeriesKind::Points, style),
        ] {
            let label = curve_label(curve, cards, lang);
            let points = chart_points(&curve_points(summaries, cards, curve));
            let curve_series = Series::new(label, kind, points);
            series.push(curve_series.with_style(StyleChoice::Index(style)));
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

/// Returns the points of a curve for decks of one size, by ascending number of riffles.
fn curve_points(summaries: &[Summary], cards: usize, curve: &'static str) -> Vec<CurvePoint> {
    let mut points: Vec<CurvePoint> = runs_of_experiment(summaries)
        .filter(|(run, _): &(&Shuffle, _)| run.cards() == cards)
        .flat_map(|(_, summary)| summary.curves_of_kind(curve))
        .flat_map(|curve| curve.points.clone())
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}
