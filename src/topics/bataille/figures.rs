//! Figures of bataille: outcomes by number of values and by number of riffles, and the length of games.

use super::{DECK_SHUFFLE, FACE_DOWN, GLOSSARY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP, VALUE};
use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Glossary, Lang, Text, either};
use crate::report::figures::{self, FigureCatalog, OVERVIEW_FIGURE, SHARE_OF_GAMES, distinct};
use crate::report::page::values::runs_of_experiment;
use crate::topics::duel;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::bataille::{ROUNDS_BIN_WIDTH, ROUNDS_CURVE};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{LayingOrder, OutOfCards, PickupOrder, ValueCount};
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
    lang.count(values.get().into(), VALUE)
}

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, panels) = match name {
        "shares" => outcome_panels(summaries, lang),
        "rounds" => (ROUNDS, vec![length_panel(summaries, lang)]),
        "riffles" => (RIFFLES, riffle_panels(summaries, lang)),
        OVERVIEW_FIGURE => {
            let (title, mut panels) = outcome_panels(summaries, lang);
            let rounds = length_panel(summaries, lang);
            let mut panel_title = ROUNDS.in_lang(lang).to_owned();
            if let Some(values) = &rounds.title {
                panel_title = format!("{panel_title}, {values}");
            }
            panels.push(rounds.with_title(panel_title));
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
    /// The settings other than the shuffle.
    rules: Rules,
    shuffle: ShuffleMethod,
}

/// The settings of a run other than the number of values and the shuffle.
#[derive(Clone, Copy, PartialEq)]
struct Rules {
    order: LayingOrder,
    max_rounds: Option<u64>,
    pickup: PickupOrder,
    face_down: u8,
    out_of_cards: OutOfCards,
}

impl Rules {
    fn from_game(game: &Bataille) -> Self {
        Self {
            order: game.order,
            max_rounds: game.max_rounds,
            pickup: game.pickup,
            face_down: game.face_down,
            out_of_cards: game.out_of_cards,
        }
    }

    fn order_index(&self) -> Option<usize> {
        LayingOrder::ALL
            .iter()
            .position(|order| *order == self.order)
    }
}

impl Variant {
    fn from_game(game: &Bataille) -> Self {
        Self {
            rules: Rules::from_game(game),
            shuffle: game.shuffle,
        }
    }
}

/// Returns the variants that occur, in the order of the orders of laying.
fn variants(summaries: &[Summary]) -> Vec<Variant> {
    let mut variants = distinct(runs_of(summaries).map(|(game, _)| Variant::from_game(game)));
    variants.sort_by_key(|variant| variant.rules.order_index());
    variants
}

/// Returns the order of laying, then the shuffle and the limit of rounds if there are several.
fn variant_label(summaries: &[Summary], variant: Variant, lang: Lang) -> String {
    let mut words = vec![rules_label(summaries, variant.rules, lang)];
    if shuffles(summaries).len() > 1 {
        words.insert(
            1,
            DECK_SHUFFLE.title_text(lang, &variant.shuffle.to_string()),
        );
    }
    words.join(", ")
}

/// Returns the order of laying, then the limit of rounds if there are several, and the other rules that are not the handout's.
fn rules_label(summaries: &[Summary], variant: Rules, lang: Lang) -> String {
    let mut words = vec![GLOSSARY.translate(lang, variant.order.name())];
    if limits(summaries).len() > 1 {
        words.push(match variant.max_rounds {
            Some(limit) => MAX_ROUNDS.title_text(lang, &limit.to_string()),
            None => either!(lang, "sans limite", "no limit"),
        });
    }
    words.push(PICKUP.title_text(lang, variant.pickup.name()));
    words.push(FACE_DOWN.title_text(lang, &variant.face_down.to_string()));
    words.push(OUT_OF_CARDS.title_text(lang, variant.out_of_cards.name()));
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// Draws the outcomes by number of values, or by number of riffles if there are several and one number of values.
fn outcome_panels(summaries: &[Summary], lang: Lang) -> (Text, Vec<Panel>) {
    let riffle_shuffles = shuffles(summaries)
        .iter()
        .filter(|shuffle| **shuffle != ShuffleMethod::Uniform)
        .count();
    let is_one_game = distinct(runs_of(summaries).map(|(game, _)| game.values)).len() == 1
        && limits(summaries).len() == 1;
    if riffle_shuffles > 1 && is_one_game {
        (RIFFLES, riffle_panels(summaries, lang))
    } else {
        (SHARES, share_panels(summaries, lang))
    }
}

/// Draws a panel for each variant: the stacked shares of the outcomes for each number of values.
fn share_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let x = Text::new("Nombre de valeurs", "Number of values");
    let mut panels = Vec::new();
    for variant in variants(summaries) {
        let runs: Vec<(f64, &Summary)> = runs_of(summaries)
            .filter(|(game, _)| Variant::from_game(game) == variant)
            .map(|(game, summary)| (game.values.get().into(), summary))
            .collect();
        let panel = duel::outcome_shares_panel(&x, &runs, summaries, &GLOSSARY, lang);
        panels.push(panel.with_title(variant_label(summaries, variant, lang)));
    }
    panels
}

/// Draws the distribution of the number of rounds, one curve for each variant or number of values, on a logarithmic
/// axis.
fn length_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let has_variants = variants(summaries).len() > 1;
    let max_values = runs_of(summaries)
        .map(|(game, _)| game.values)
        .max_by_key(|values| values.get());
    let mut series = Vec::new();
    for (game, summary) in runs_of(summaries) {
        // Several variants are drawn with the largest pack of all, a single variant with every pack.
        if has_variants && max_values != Some(game.values) {
            continue;
        }
        let label = if has_variants {
            variant_label(summaries, Variant::from_game(game), lang)
        } else {
            values_text(game.values, lang)
        };
        if let Some(curve) = summary.curves_of_kind(ROUNDS_CURVE).next() {
            let points = step_points(summary, curve);
            series.push(Series::new(label, SeriesKind::Line, points));
        }
    }
    let x = Axis::new(
        Text::new("Nombre de plis", "Number of rounds").in_lang(lang),
        NumberFormat::Integer,
    );
    let y = Axis::new(share_of_games(lang), NumberFormat::Percent);
    let panel = Panel::new(Plot::new(x, y, series).with_log_scale());
    match max_values {
        Some(values) if has_variants => panel.with_title(values_text(values, lang)),
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

/// Converts the distribution of the number of rounds to a step function up to the longest game.
fn step_points(summary: &Summary, curve: &Curve) -> Vec<ChartPoint> {
    let counts: Vec<u64> = curve
        .points
        .iter()
        .map(|bar| bar.count.unwrap_or_default())
        .collect();
    let half_bar = ROUNDS_BIN_WIDTH as f64 / 2.0;
    let mut points = Vec::new();
    for step in step_ranges(&counts) {
        let left = curve.points[step.start].x - half_bar;
        let right = curve.points[step.end - 1].x + half_bar;
        let bars = step.len() as f64;
        let count = counts[step].iter().sum();
        let mean = summary.proportion_point(left, Proportion::new(count, summary.deals));
        for x in [left, right] {
            points.push(ChartPoint::with_interval(
                x,
                mean.y / bars,
                mean.low / bars,
                mean.high / bars,
            ));
        }
    }
    points
}

/// The smallest number of games of a step; the noise of smaller ones fills the picture on a logarithmic axis.
const MIN_GAMES_PER_STEP: u64 = 20;

/// Returns the bars of each step. The width of steps doubles each time a step would have too few games.
fn step_ranges(counts: &[u64]) -> Vec<Range<usize>> {
    let mut steps: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut width = 1;
    while start < counts.len() {
        let end = (start + width).min(counts.len());
        let is_too_small = counts[start..end].iter().sum::<u64>() < MIN_GAMES_PER_STEP;
        if is_too_small && end < counts.len() {
            width *= 2;
            continue;
        }
        match steps.last_mut() {
            Some(last_step) if is_too_small => last_step.end = end,
            _ => steps.push(start..end),
        }
        start = end;
    }
    steps
}

/// Draws the shares by number of riffles, with the uniform shuffle as a horizontal line, and a panel for each outcome
/// that the shuffle changes.
fn riffle_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    ["player1", "endless"]
        .map(|outcome| riffle_panel(summaries, outcome, lang))
        .into()
}

fn riffle_panel(summaries: &[Summary], outcome: &str, lang: Lang) -> Panel {
    let mut all_rules = distinct(runs_of(summaries).map(|(game, _)| Rules::from_game(game)));
    all_rules.sort_by_key(Rules::order_index);
    let mut riffle_series = Vec::new();
    for (index, rules) in all_rules.iter().enumerate() {
        let label = rules_label(summaries, *rules, lang);
        let points = riffle_points(summaries, *rules, outcome);
        let series = Series::new(label, SeriesKind::Line, points);
        riffle_series.push(series.with_style(StyleChoice::Index(index)));
    }
    let mut series = Vec::new();
    if let Some(first_series) = riffle_series.first() {
        let uniform_lines = all_rules
            .iter()
            .filter_map(|rules| uniform_line(summaries, *rules, outcome, &first_series.points));
        series.extend(uniform_lines.take(2).map(|line| {
            let label = Text::new("uniforme", "uniform").in_lang(lang);
            Series::new(label, SeriesKind::Line, line).with_style(StyleChoice::Muted)
        }));
    }
    series.extend(riffle_series);
    // The two grey lines share one label.
    if series.len() > 3 {
        series[1].label.clear();
    }
    let x = Axis::new(
        Text::new("Nombre de mélanges américains", "Number of riffles").in_lang(lang),
        NumberFormat::Integer,
    );
    let y = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent);
    Panel::new(Plot::new(x, y, series)).with_title(GLOSSARY.translate(lang, outcome))
}

/// Returns the shares of an outcome by ascending number of riffles.
fn riffle_points(summaries: &[Summary], rules: Rules, outcome: &str) -> Vec<ChartPoint> {
    let mut points: Vec<ChartPoint> = runs_of(summaries)
        .filter(|(game, _)| Rules::from_game(game) == rules)
        .filter_map(|(game, summary)| riffle_point(game, summary, outcome))
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn riffle_point(game: &Bataille, summary: &Summary, outcome: &str) -> Option<ChartPoint> {
    let riffles = riffle_count(game)? as f64;
    let share = summary.named_proportion(outcome)?;
    Some(ChartPoint::with_interval(
        riffles,
        share.proportion.estimate(),
        share.interval.low,
        share.interval.high,
    ))
}

/// Returns the share of an outcome with the uniform shuffle, as a line from the first to the last of some points.
fn uniform_line(
    summaries: &[Summary],
    rules: Rules,
    outcome: &str,
    points: &[ChartPoint],
) -> Option<Vec<ChartPoint>> {
    let (_, summary) = runs_of(summaries).find(|(game, _)| {
        Rules::from_game(game) == rules && game.shuffle == ShuffleMethod::Uniform
    })?;
    let share = summary.named_proportion(outcome)?.proportion.estimate();
    Some(vec![
        ChartPoint::new(points.first()?.x, share),
        ChartPoint::new(points.last()?.x, share),
    ])
}

/// Returns the number of riffles; `None` for a uniform shuffle.
pub fn riffle_count(game: &Bataille) -> Option<u64> {
    match game.shuffle {
        ShuffleMethod::Riffle(riffles) => Some(riffles.into()),
        ShuffleMethod::Uniform => None,
    }
}
