//! Figures of bataille: outcomes by number of values and by number of riffles, and the length of games.

use super::{
    DECK_SHUFFLE, FACE_DOWN, FIRST_TO_LAY, GLOSSARY, MAX_ROUNDS, PICKUP, SIMULATE, VALUE, VALUES,
};
use crate::duel;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{LayingOrder, PickupOrder, ValueCount};
use pioche_engine::sim::{Field, Summary, differing_settings};
use pioche_engine::stats::{Estimate, Proportion};
use pioche_report::Glossary;
use pioche_report::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, NumberFormat, Panel, Plot, Series,
    SeriesKind, StyleChoice,
};
use pioche_report::figures::runs_of_experiment;
use pioche_report::figures::{
    NamedFigure, SHARE_OF_GAMES, distinct, estimate_point, figure_with_title,
};
use pioche_report::lang::{Lang, Text, capitalize, either};
use pioche_report::number::measure_cell;
use std::ops::Range;

pub const FIGURES: &[NamedFigure] = &[
    NamedFigure {
        name: "shares",
        draw: shares_figure,
    },
    NamedFigure {
        name: "rounds",
        draw: rounds_figure,
    },
];

const SHARES: Text = Text::new(
    "Issues selon le nombre de valeurs",
    "Outcomes by number of values",
);
const ROUNDS: Text = Text::new("Durée des parties finies", "Length of finite games");
const RIFFLES: Text = Text::new(
    "Issues selon le nombre de mélanges",
    "Outcomes by number of riffles",
);

const ENDLESS_BY_RULES: Text = Text::new(
    "Parties infinies selon les règles",
    "Endless games by rules",
);

fn values_text(values: ValueCount, lang: Lang) -> String {
    lang.count(values.get().into(), VALUE)
}

pub fn shares_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, panels) = outcome_panels(summaries, lang);
    Some(figure_with_title(title, panels, summaries, lang))
}

pub fn rounds_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let title = figure_title(&[], ROUNDS, lang);
    let panels = length_panels(summaries, lang);
    Some(figure_with_title(title, panels, summaries, lang))
}

pub fn riffles_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let title = figure_title(&[values_label(summaries, lang)?], RIFFLES, lang);
    let panels = riffle_panels(summaries, lang);
    Some(figure_with_title(title, panels, summaries, lang))
}

pub fn rules_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let order = order_label(&summaries.first()?.settings, lang);
    let game = [values_label(summaries, lang)?, order];
    let title = figure_title(&game, ENDLESS_BY_RULES, lang);
    let panels = rule_panels(summaries, lang);
    Some(figure_with_title(title, panels, summaries, lang))
}

pub fn overview_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, mut panels) = outcome_panels(summaries, lang);
    for mut panel in length_panels(summaries, lang) {
        let mut panel_title = ROUNDS.in_lang(lang).to_owned();
        if let Some(subject) = panel.title.take() {
            panel_title = format!("{panel_title}, {subject}");
        }
        panels.push(panel.with_title(panel_title));
    }
    Some(figure_with_title(title, panels, summaries, lang))
}

/// Returns the title of a figure: the game, the settings that all its runs share, and what it shows.
fn figure_title(shared_settings: &[String], shown: Text, lang: Lang) -> String {
    let mut game = vec![GLOSSARY.title.in_lang(lang).to_owned()];
    game.extend_from_slice(shared_settings);
    format!("{} · {}", game.join(", "), shown.in_lang(lang))
}

/// Returns the number of values of the first run, in words.
fn values_label(summaries: &[Summary], lang: Lang) -> Option<String> {
    let (game, _) = runs_of(summaries).next()?;
    Some(values_text(game.values, lang))
}

fn shuffles(summaries: &[Summary]) -> Vec<ShuffleMethod> {
    distinct(runs_of(summaries).map(|(game, _)| game.shuffle))
}

fn runs_of(summaries: &[Summary]) -> impl Iterator<Item = (&Bataille, &Summary)> {
    runs_of_experiment(summaries)
}

/// The settings of a run without those on the axis of a chart.
type Variant = Vec<Field>;

/// The settings on the axes: the number of values, and that and the shuffle.
const VALUES_AXIS: &[&str] = &[VALUES.key()];
const RIFFLES_AXIS: &[&str] = &[VALUES.key(), DECK_SHUFFLE.key()];

fn variant(summary: &Summary, axis: &[&str]) -> Variant {
    let mut settings = summary.settings.clone();
    settings.retain(|field| !axis.contains(&field.key()));
    settings
}

/// Returns the variants that occur, in the order of the orders of laying.
fn variants(summaries: &[Summary], axis: &[&str]) -> Vec<Variant> {
    let mut runs: Vec<(&Bataille, &Summary)> = runs_of(summaries).collect();
    runs.sort_by_key(|(game, _)| {
        LayingOrder::ALL
            .iter()
            .position(|order| *order == game.order)
    });
    distinct(runs.into_iter().map(|(_, summary)| variant(summary, axis)))
}

fn order_of(variant: &Variant) -> Option<&Field> {
    variant
        .iter()
        .find(|field| field.key() == FIRST_TO_LAY.key())
}

/// Returns the label of the order of laying.
fn order_label(variant: &Variant, lang: Lang) -> String {
    order_of(variant).map_or_else(String::new, |order| {
        GLOSSARY.translate(lang, &order.value.to_string())
    })
}

/// Returns the order of laying, then the other settings in which the runs differ.
fn variant_label(summaries: &[Summary], variant: &Variant, lang: Lang) -> String {
    let mut words = vec![order_label(variant, lang)];
    words.extend(labels_without_order(summaries, variant, lang));
    words.join(", ")
}

/// Returns the settings of a variant other than the order of laying: those in which the runs differ, and the rules that
/// are not the handout's.
fn labels_without_order(summaries: &[Summary], variant: &Variant, lang: Lang) -> Vec<String> {
    let differing = differing_settings(summaries.iter().map(|summary| &summary.settings[..]));
    let mut words = Vec::new();
    let options = SIMULATE.options.iter();
    for option in options.filter(|option| **option != FIRST_TO_LAY) {
        let Some(field) = variant.iter().find(|field| field.key() == option.key()) else {
            continue;
        };
        if differing.contains(&option.key()) {
            words.push(option.value_text(lang, &field.value));
        } else if option.setting.is_late {
            words.push(option.title_text(lang, &field.value));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Draws the outcomes by number of values, or by number of riffles if there are several and one number of values. Returns the
/// title of the figure, too.
fn outcome_panels(summaries: &[Summary], lang: Lang) -> (String, Vec<Panel>) {
    let riffle_shuffles = shuffles(summaries)
        .iter()
        .filter(|shuffle| **shuffle != ShuffleMethod::Uniform)
        .count();
    let differing = differing_settings(summaries.iter().map(|summary| &summary.settings[..]));
    let is_one_game = ![VALUES.key(), MAX_ROUNDS.key()]
        .iter()
        .any(|key| differing.contains(key));
    if riffle_shuffles > 1 && is_one_game {
        let values = values_label(summaries, lang);
        let title = figure_title(&Vec::from_iter(values), RIFFLES, lang);
        (title, riffle_panels(summaries, lang))
    } else {
        let title = figure_title(&[], SHARES, lang);
        (title, share_panels(summaries, lang))
    }
}

/// Draws a panel for each variant: the stacked shares of the outcomes for each number of values.
fn share_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let x = Text::new("Nombre de valeurs", "Number of values");
    let mut panels = Vec::new();
    for drawn_variant in variants(summaries, VALUES_AXIS) {
        let runs: Vec<(f64, &Summary)> = runs_of(summaries)
            .filter(|(_, summary)| variant(summary, VALUES_AXIS) == drawn_variant)
            .map(|(game, summary)| (game.values.get().into(), summary))
            .collect();
        let panel = duel::outcome_shares_panel(&x, &runs, summaries, &GLOSSARY, lang);
        panels.push(panel.with_title(variant_label(summaries, &drawn_variant, lang)));
    }
    panels
}

/// The largest number of curves of a panel, if they can be divided among several.
const MAX_CURVES: usize = 3;

/// Draws the distributions of the number of rounds: all in one panel or, if they are many, those of each order of laying.
fn length_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let variants = variants(summaries, VALUES_AXIS);
    let orders = distinct(variants.iter().map(order_of));
    if variants.len() <= MAX_CURVES || orders.len() == 1 {
        return vec![length_panel(summaries, &variants, lang)];
    }
    let mut panels = Vec::new();
    for order in orders {
        let mut order_variants = variants.clone();
        order_variants.retain(|variant| order_of(variant) == order);
        let mut panel = length_panel(summaries, &order_variants, lang);
        let values = panel.title.take().map(|title| format!("{title}, "));
        let title = values.unwrap_or_default() + &order_label(&order_variants[0], lang);
        panels.push(panel.with_title(title));
    }
    panels
}

/// Draws the distribution of the number of rounds on a logarithmic axis, one curve for each of these variants or, if the
/// runs have one variant, for each number of values. Several variants are drawn with the largest pack of all.
fn length_panel(summaries: &[Summary], drawn_variants: &[Variant], lang: Lang) -> Panel {
    let has_variants = variants(summaries, VALUES_AXIS).len() > 1;
    let has_several_orders =
        distinct(drawn_variants.iter().map(order_of)).len() > 1 || drawn_variants.len() == 1;
    let max_values = runs_of(summaries)
        .map(|(game, _)| game.values)
        .max_by_key(|values| values.get());
    let mut series = Vec::new();
    for (game, summary) in runs_of(summaries) {
        let variant = variant(summary, VALUES_AXIS);
        if has_variants && (max_values != Some(game.values) || !drawn_variants.contains(&variant)) {
            continue;
        }
        let label = if !has_variants {
            values_text(game.values, lang)
        } else if has_several_orders {
            variant_label(summaries, &variant, lang)
        } else {
            labels_without_order(summaries, &variant, lang).join(", ")
        };
        let points = step_points(summary);
        series.push(Series::new(label, SeriesKind::Line, points));
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

/// The width of a class of lengths, in rounds.
const ROUNDS_BIN_WIDTH: usize = 50;

fn share_of_games(lang: Lang) -> String {
    either!(
        lang,
        "Part des parties, pour {ROUNDS_BIN_WIDTH} plis",
        "Share of games, per {ROUNDS_BIN_WIDTH} rounds"
    )
}

/// Converts the distribution of the number of rounds to a step function up to the longest game.
fn step_points(summary: &Summary) -> Vec<ChartPoint> {
    let Some((_, rounds)) = summary.histogram("rounds") else {
        return Vec::new();
    };
    let bars = rounds.counts().chunks(ROUNDS_BIN_WIDTH);
    let counts: Vec<u64> = bars.map(|bar| bar.iter().sum()).collect();
    let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
    let mut points = Vec::new();
    for step in step_ranges(&counts[first..]) {
        let start = first + step.start;
        let end = first + step.end;
        let games = counts[start..end].iter().sum();
        let bar_count = step.len() as f64;
        let share = Proportion::new(games, summary.deals);
        let interval = share.interval(summary.method, summary.confidence);
        for bar in [start, end] {
            points.push(ChartPoint::with_interval(
                (bar * ROUNDS_BIN_WIDTH) as f64,
                share.estimate() / bar_count,
                interval.low / bar_count,
                interval.high / bar_count,
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
    let variants = variants(summaries, RIFFLES_AXIS);
    let mut riffle_series = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let label = variant_label(summaries, variant, lang);
        let points = riffle_points(summaries, variant, outcome);
        let series = Series::new(label, SeriesKind::Line, points);
        riffle_series.push(series.with_style(StyleChoice::Index(index)));
    }
    let mut series = Vec::new();
    if let Some(first_series) = riffle_series.first() {
        let uniform_lines = variants
            .iter()
            .filter_map(|variant| uniform_line(summaries, variant, outcome, &first_series.points));
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
fn riffle_points(summaries: &[Summary], drawn_variant: &Variant, outcome: &str) -> Vec<ChartPoint> {
    let mut points: Vec<ChartPoint> = runs_of(summaries)
        .filter(|(_, summary)| variant(summary, RIFFLES_AXIS) == *drawn_variant)
        .filter_map(|(game, summary)| riffle_point(game, summary, outcome))
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn riffle_point(game: &Bataille, summary: &Summary, outcome: &str) -> Option<ChartPoint> {
    let riffles = riffle_count(game)? as f64;
    let share = summary.estimate(outcome)?;
    Some(estimate_point(riffles, share.value_with_interval()))
}

/// Returns the share of an outcome with the uniform shuffle, as a line from the first to the last of some points.
fn uniform_line(
    summaries: &[Summary],
    drawn_variant: &Variant,
    outcome: &str,
    points: &[ChartPoint],
) -> Option<Vec<ChartPoint>> {
    let (_, summary) = runs_of(summaries).find(|(game, summary)| {
        variant(summary, RIFFLES_AXIS) == *drawn_variant && game.shuffle == ShuffleMethod::Uniform
    })?;
    let share = summary.proportion(outcome)?.estimate();
    Some(vec![
        ChartPoint::new(points.first()?.x, share),
        ChartPoint::new(points.last()?.x, share),
    ])
}

/// Draws the share of endless games by the number of cards face down of games in which cards are picked up as laid, and by
/// the order of picking up of games with one card face down.
fn rule_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let laid = PICKUP.value_text(lang, &PickupOrder::Laid);
    let one_face_down = FACE_DOWN.value_text(lang, &1_u8);
    let mut by_face_down = Vec::new();
    let mut by_pickup = Vec::new();
    for (game, summary) in runs_of(summaries) {
        if game.pickup == PickupOrder::Laid {
            let label = FACE_DOWN.value_text(lang, &game.face_down);
            by_face_down.extend(endless_row(summary, label, lang));
        }
        if game.face_down == 1 {
            let label = PICKUP.value_text(lang, &game.pickup);
            by_pickup.extend(endless_row(summary, label, lang));
        }
    }
    let panel = |rows: Vec<EstimateRow>, title: String| {
        let axis = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent);
        Panel::new(EstimateList { axis, rows }).with_title(capitalize(&title))
    };
    vec![panel(by_face_down, laid), panel(by_pickup, one_face_down)]
}

fn endless_row(summary: &Summary, label: String, lang: Lang) -> Option<EstimateRow> {
    let Estimate { value, interval } = summary.estimate("endless")?.value_with_interval();
    Some(EstimateRow {
        label,
        value,
        interval: Some((interval.low, interval.high)),
        text: measure_cell(summary, "endless", lang),
    })
}

/// Returns the number of riffles; `None` for a uniform shuffle.
pub fn riffle_count(game: &Bataille) -> Option<u64> {
    match game.shuffle {
        ShuffleMethod::Riffle(riffles) => Some(riffles.into()),
        ShuffleMethod::Uniform => None,
    }
}
