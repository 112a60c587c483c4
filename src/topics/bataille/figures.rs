//! Figures of bataille: outcomes by number of values and by number of riffles, and the length of games.

use super::answers::riffle_count as riffles_of;
use super::{GLOSSARY, MAX_ROUNDS, PICKUP, SHUFFLE};
use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::figures::{self, FigureCatalog, OVERVIEW_FIGURE, SHARE_OF_GAMES, distinct};
use crate::report::page::values::runs_of_experiment;
use crate::topics::duel::chapter;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::bataille::{ROUNDS_BIN_WIDTH, ROUNDS_CURVE};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{LayingOrder, PickupOrder, ValueCount};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Curve;
use pioche_engine::stats::Proportion;
use std::ops::Range;

pub const FIGURES: FigureCatalog = FigureCatalog {
    names: &["shares", "rounds"],
    draw: figure,
};

const SHARES: Text = Text::new(
    "Issues selon le nombre de valeurs",
    "Outcomes by number of values",
);
const ROUNDS: Text = Text::new("Durée des parties finies", "Length of finite games");
const RIFFLES: Text = Text::new(
    "Issues selon le nombre de mélanges",
    "Outcomes by number of riffles",
);

fn values_text(values: ValueCount, lang: Lang) -> String {
    lang.translated_count(
        values.get().into(),
        ["valeur", "valeurs"],
        ["value", "values"],
    )
}

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, panels) = match name {
        "shares" => outcome_panels(summaries, lang),
        "rounds" => (ROUNDS, vec![length_panel(summaries, lang)]),
        "riffles" => (RIFFLES, riffle_panels(summaries, lang)),
        OVERVIEW_FIGURE => {
            let (title, mut panels) = outcome_panels(summaries, lang);
            let rounds = length_panel(summaries, lang);
            let told = [Some(ROUNDS.say(lang)), rounds.title.clone()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>();
            panels.push(rounds.with_title(told.join(", ")));
            (title, panels)
        }
        _ => return None,
    };
    Some(figures::figure_with_subject(
        GLOSSARY.title,
        title.in_lang(lang),
        panels,
        summaries,
        lang,
    ))
}

/// Returns the orders of laying that occur, the handout's first.
fn orders(summaries: &[Summary]) -> Vec<LayingOrder> {
    LayingOrder::ALL
        .into_iter()
        .filter(|order| runs_of(summaries).any(|(game, _)| game.order == *order))
        .collect()
}

fn shuffles(summaries: &[Summary]) -> Vec<ShuffleMethod> {
    distinct(runs_of(summaries).map(|(game, _)| game.shuffle))
}

fn runs_of(summaries: &[Summary]) -> impl Iterator<Item = (&Bataille, &Summary)> {
    runs_of_experiment(summaries)
}

fn limits(summaries: &[Summary]) -> Vec<Option<u64>> {
    distinct(runs_of(summaries).map(|(game, _)| game.max_rounds))
}

/// The settings of a run other than the number of values.
#[derive(Clone, Copy, PartialEq)]
struct Variant {
    order: LayingOrder,
    shuffle: ShuffleMethod,
    max_rounds: Option<u64>,
    pickup: PickupOrder,
}

impl Variant {
    fn of(game: &Bataille) -> Self {
        Self {
            order: game.order,
            shuffle: game.shuffle,
            max_rounds: game.max_rounds,
            pickup: game.pickup,
        }
    }
}

/// Returns the variants that occur, in the order of the orders of laying.
fn variants(summaries: &[Summary]) -> Vec<Variant> {
    let mut variants = distinct(runs_of(summaries).map(|(game, _)| Variant::of(game)));
    let orders = orders(summaries);
    variants.sort_by_key(|variant| orders.iter().position(|order| *order == variant.order));
    variants
}

/// Returns the order of laying, then the shuffle and the limit of rounds if there are several.
fn variant_label(summaries: &[Summary], variant: Variant, lang: Lang) -> String {
    let mut words = vec![GLOSSARY.translate(lang, variant.order.name())];
    if shuffles(summaries).len() > 1 {
        words.push(SHUFFLE.title_text(lang, &variant.shuffle.to_string()));
    }
    if limits(summaries).len() > 1 {
        words.push(match variant.max_rounds {
            Some(limit) => MAX_ROUNDS.title_text(lang, &limit.to_string()),
            None => lang.either("sans limite", "no limit"),
        });
    }
    words.push(PICKUP.title_text(lang, variant.pickup.name()));
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// Draws the outcomes by number of values, or by number of riffles if there are several and one number of values.
fn outcome_panels(summaries: &[Summary], lang: Lang) -> (Text, Vec<Panel>) {
    let riffled = shuffles(summaries)
        .iter()
        .filter(|shuffle| **shuffle != ShuffleMethod::Uniform)
        .count();
    let is_one_game = distinct(runs_of(summaries).map(|(game, _)| game.values)).len() == 1
        && limits(summaries).len() == 1;
    match riffled > 1 && is_one_game {
        true => (RIFFLES, riffle_panels(summaries, lang)),
        false => (SHARES, share_panels(summaries, lang)),
    }
}

/// Draws a panel for each variant: the stacked shares of the outcomes for each number of values.
fn share_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |variant: &Variant| {
        let own = runs_of(summaries).filter(|(game, _)| Variant::of(game) == *variant);
        let own = own.map(|(game, summary)| (f64::from(game.values.get()), summary));
        let x = Text::new("Nombre de valeurs", "Number of values");
        let panel =
            chapter::outcome_shares_panel(&x, &own.collect::<Vec<_>>(), summaries, &GLOSSARY, lang);
        panel.with_title(variant_label(summaries, *variant, lang))
    };
    variants(summaries).iter().map(panel).collect()
}

/// Draws the distribution of the number of rounds, one curve for each variant or number of values, on a logarithmic
/// axis.
fn length_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let several = variants(summaries).len() > 1;
    let most = runs_of(summaries)
        .map(|(game, _)| game.values)
        .max_by_key(|values| values.get());
    // Several variants are drawn with the largest pack of each, a single variant with every pack.
    let shown = runs_of(summaries).filter(|(game, _)| !several || most == Some(game.values));
    let series = shown.filter_map(|(game, summary)| {
        let curve = summary.curves_of_kind(ROUNDS_CURVE).next()?;
        let label = if several {
            variant_label(summaries, Variant::of(game), lang)
        } else {
            values_text(game.values, lang)
        };
        Some(Series::new(
            label,
            SeriesKind::Line,
            step_points(summary, curve),
        ))
    });
    let x = Axis::new(
        Text::new("Nombre de plis", "Number of rounds").say(lang),
        NumberFormat::Integer,
    );
    let y = Axis::new(share_of_games(lang), NumberFormat::Percent);
    let panel = Panel::new(Plot::new(x, y, series.collect()).with_log_scale());
    match most {
        Some(most) if several => panel.with_title(values_text(most, lang)),
        _ => panel,
    }
}

fn share_of_games(lang: Lang) -> String {
    either!(
        lang,
        "Part des parties, pour {ROUNDS_BIN_WIDTH} plis",
        "Share of games, per {ROUNDS_BIN_WIDTH} rounds"
    )
}

/// Converts the distribution of the number of rounds to a step function up to the longest game. The width of steps
/// doubles each time a step would have too few games.
fn step_points(summary: &Summary, curve: &Curve) -> Vec<ChartPoint> {
    /// The smallest number of games of a step; the noise of smaller ones fills the picture on a logarithmic axis.
    const LEAST: u64 = 20;
    let counts: Vec<u64> = curve
        .points
        .iter()
        .map(|bar| bar.count.unwrap_or_default())
        .collect();
    let mut steps: Vec<Range<usize>> = Vec::new();
    let (mut from, mut wide) = (0, 1);
    while from < counts.len() {
        let to = (from + wide).min(counts.len());
        let few = counts[from..to].iter().sum::<u64>() < LEAST;
        match steps.last_mut() {
            _ if few && to < counts.len() => {
                wide *= 2;
                continue;
            }
            Some(last) if few => last.end = to,
            _ => steps.push(from..to),
        }
        from = to;
    }
    let points = steps.into_iter().flat_map(|step| {
        let half = ROUNDS_BIN_WIDTH as f64 / 2.0;
        let (left, right) = (
            curve.points[step.start].x - half,
            curve.points[step.end - 1].x + half,
        );
        let bars = step.len() as f64;
        let count = counts[step].iter().sum();
        let mean = summary.proportion_point(left, Proportion::new(count, summary.deals));
        [left, right]
            .map(|x| ChartPoint::with_interval(x, mean.y / bars, mean.low / bars, mean.high / bars))
    });
    points.collect()
}

/// Draws the shares by number of riffles, with the uniform shuffle as a horizontal line, and a panel for each outcome
/// that the shuffle changes.
fn riffle_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |outcome: &&str| {
        let series = orders(summaries)
            .into_iter()
            .enumerate()
            .map(|(place, order)| {
                let own = runs_of(summaries).filter(|(game, _)| game.order == order);
                let measured = own.filter_map(|(game, summary)| {
                    let riffles = riffles_of(game)? as f64;
                    let share = summary.named_proportion(outcome)?;
                    Some(ChartPoint::with_interval(
                        riffles,
                        share.proportion.estimate(),
                        share.interval.low,
                        share.interval.high,
                    ))
                });
                let mut measured: Vec<ChartPoint> = measured.collect();
                measured.sort_by(|one, other| one.x.total_cmp(&other.x));
                Series::new(
                    GLOSSARY.translate(lang, order.name()),
                    SeriesKind::Line,
                    measured,
                )
                .with_style(StyleChoice::Index(place))
            });
        let series: Vec<Series> = series.collect();
        let uniform = orders(summaries).into_iter().filter_map(|order| {
            let own = |(game, _): &(&Bataille, &Summary)| {
                game.order == order && game.shuffle == ShuffleMethod::Uniform
            };
            let estimate = runs_of(summaries)
                .find(own)?
                .1
                .named_proportion(outcome)?
                .proportion
                .estimate();
            let points = &series.first()?.points;
            let line = [points.first()?.x, points.last()?.x]
                .map(|end| ChartPoint::new(end, estimate))
                .to_vec();
            Some(
                Series::new(
                    Text::new("uniforme", "uniform").say(lang),
                    SeriesKind::Line,
                    line,
                )
                .with_style(StyleChoice::Muted),
            )
        });
        let mut all: Vec<Series> = uniform.take(2).collect();
        all.extend(series);
        // The two grey lines share one label.
        if all.len() > 3 {
            all[1].label.clear();
        }
        let x = Axis::new(
            Text::new("Nombre de mélanges américains", "Number of riffles").say(lang),
            NumberFormat::Integer,
        );
        let y = Axis::new(SHARE_OF_GAMES.say(lang), NumberFormat::Percent);
        Panel::new(Plot::new(x, y, all)).with_title(GLOSSARY.translate(lang, outcome))
    };
    ["player1", "endless"].iter().map(panel).collect()
}
