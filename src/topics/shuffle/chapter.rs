//! The chapter of riffle shuffles: distance to uniform, and suspect decks.

use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Lang, Text, either};
use crate::report::figures::{self, NamedFigure, chart_points, distinct};
use crate::report::number::PageNumber;
use crate::report::number::measure_cell;
use crate::report::page::values::{
    PageRun, distinct_commands, find_run, optional, reproduction_commands, runs_of_experiment,
};
use crate::report::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::{Value, context};
use pioche_engine::experiments::Shuffle;
use pioche_engine::sim::Summary;
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
    let number = |estimate: Option<Estimate>| optional(estimate.map(PageNumber::Estimate));
    let distance = exact_distance(summary);
    PageRun::new(summary)
        .with("distance", distance.map(|exact| exact.value))
        .with("distance_number", number(distance))
        .with(
            "separation",
            exact_separation(summary).map(|exact| exact.value),
        )
        .with("estimated_distance", number(estimated_distance(summary)))
}

/// Returns the exact total variation distance to the uniform distribution.
fn exact_distance(summary: &Summary) -> Option<Estimate> {
    summary.exact_value(TOTAL_VARIATION).map(exact_number)
}

/// Returns the exact separation distance to the uniform distribution.
fn exact_separation(summary: &Summary) -> Option<Estimate> {
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
fn estimated_distance(summary: &Summary) -> Option<Estimate> {
    summary.row(TOTAL_VARIATION)?.interval_estimate()
}

/// Returns the distances after 5 and 7 riffles of a pack, and after the first number of riffles with a distance below
/// 0.1; `None` without these runs.
fn pack_distances(summaries: &[Summary], cards: usize) -> Option<Value> {
    let run_after = |riffles| riffle_run(summaries, cards, riffles).map(distance_run);
    let is_near = |run: &&Summary| exact_distance(run).is_some_and(|distance| distance.value < 0.1);
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
        run.cards == cards && run.riffles == riffles
    })
}

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

/// Returns the share of suspect decks, and what follows for a million decks.
fn suspect_values(summary: &Summary) -> Option<Value> {
    const MILLION: u64 = 1_000_000;
    let suspect = summary.estimate("suspect")?;
    let interval = suspect.interval?;
    let estimate = |of_share: fn(f64) -> f64| Estimate {
        value: of_share(suspect.value),
        interval: Interval {
            low: of_share(interval.low),
            high: of_share(interval.high),
        },
    };
    let expected_per_million = estimate(|share| share * MILLION as f64);
    let at_least_five = estimate(|share| binomial_upper_tail(5, MILLION, share));
    Some(context! {
        share => Value::from(PageNumber::from(suspect)),
        decks => summary.deals,
        is_rare => at_least_five.interval.high <= RARE,
        is_frequent => at_least_five.interval.low > RARE,
        limit => Value::from(PageNumber::Exact(RARE)),
        expected => Value::from(PageNumber::Estimate(expected_per_million)),
        five => Value::from(PageNumber::Probability(at_least_five)),
        commands => reproduction_commands([summary], &[]),
    })
}

/// The largest probability of a rare event.
const RARE: f64 = 0.05;

/// The row of the total variation distance.
const TOTAL_VARIATION: &str = "total_variation";

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
fn cut_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::tests::figures::summary_of;
    use pioche_engine::experiments::from_name;
    use pioche_engine::sim::{RunOptions, Seed};

    /// Returns the verdicts on 5 suspect decks in a million: rare, and not rare.
    fn verdicts(riffles: u32, deals: u64) -> [bool; 2] {
        let name = format!("shuffle cards=52 riffles={riffles}");
        let experiment = from_name(&name).expect("a name");
        let run = experiment
            .run(experiment.plan(Seed(6), deals), &RunOptions::default())
            .expect("threads start");
        let values = suspect_values(&summary_of(experiment.as_ref(), &run)).expect("a share");
        ["is_rare", "is_frequent"]
            .map(|name| values.get_attr(name).is_ok_and(|verdict| verdict.is_true()))
    }

    /// Decks are called rare or frequent only if the whole interval of the probability is on that side of the limit.
    #[test]
    fn suspect_decks_are_rare_only_if_the_interval_says_so() {
        assert_eq!(verdicts(1, 1000), [false, true]);
        assert_eq!(verdicts(7, 1000), [false, false]);
        assert_eq!(verdicts(12, 800_000), [false, false]);
        assert_eq!(verdicts(12, 3_000_000), [true, false]);
    }
}
