//! Figures of bataille: outcomes by number of values and by number of riffles, and the length of games.

use super::{DECK_SHUFFLE, GLOSSARY, MAX_ROUNDS, VALUES, game};
use crate::duel;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::LayingOrder;
use pioche_engine::sim::{Field, FieldValue, Summary, differing_settings};
use pioche_report::Glossary;
use pioche_report::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use pioche_report::figures::{
    NamedFigure, SHARE_OF_GAMES, distinct, estimate_point, figure_with_finding, runs_of_experiment,
};
use pioche_report::finding::{RunStatement, setting_phrases, statements_finding};
use pioche_report::lang::{Lang, Text, capitalize, either};
use pioche_report::row_charts::{
    MAX_LISTED_RUNS, figure_of_rows, outcome_comparison, outcome_list, outcome_style, short_percent,
};

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

const OUTCOMES: Text = Text::new("Issues", "Outcomes");
const LENGTHS: Text = Text::new("Parties encore en cours", "Games still running");

/// Draws the share of each outcome in the runs.
pub fn shares_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let panels = outcome_panels(summaries, lang);
    Some(figure_with_finding(panels, summaries, &GLOSSARY, lang))
}

/// Draws the lengths of games; `None` if no game ended.
pub fn rounds_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let runs = length_runs(summaries);
    let panels = vec![length_panel(&runs, lang)?];
    let statement = statements_finding(&runs, |run| length_statement(run, lang), &GLOSSARY, lang)?;
    Some(Figure {
        title: capitalize(&statement),
        ..figure_with_finding(panels, &runs, &GLOSSARY, lang)
    })
}

/// Draws the share of endless games of each run.
pub fn endless_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    figure_of_rows(summaries, "outcome=endless", &GLOSSARY, lang)
}

pub fn overview_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let mut panels = outcome_panels(summaries, lang);
    if let [panel] = &mut panels[..] {
        panel.title = Some(OUTCOMES.in_lang(lang).to_owned());
    }
    let lengths = length_panel(&length_runs(summaries), lang);
    panels.extend(lengths.map(|panel| panel.with_title(LENGTHS.in_lang(lang))));
    Some(figure_with_finding(panels, summaries, &GLOSSARY, lang))
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

/// Returns a panel whose title has the settings in which its variant differs from the others.
fn with_variant_title(panel: Panel, variant: &Variant, variants: &[Variant], lang: Lang) -> Panel {
    let differing = differing_settings(variants.iter().map(Vec::as_slice));
    let title = setting_phrases(variant, &differing, &GLOSSARY, lang);
    if title.is_empty() {
        return panel;
    }
    panel.with_title(title)
}

/// Draws the outcomes: of a single run as bars with their numbers, of several by number of riffles if there are several and
/// one number of values, otherwise by number of values.
fn outcome_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    if let [summary] = summaries {
        return vec![outcome_list(summary, &GLOSSARY, lang)];
    }
    if summaries.len() <= MAX_LISTED_RUNS {
        return vec![outcome_comparison(summaries, &GLOSSARY, lang)];
    }
    let riffle_shuffles = shuffles(summaries)
        .iter()
        .filter(|shuffle| **shuffle != ShuffleMethod::Uniform)
        .count();
    let differing = differing_settings(summaries.iter().map(|summary| &summary.settings[..]));
    let is_one_game = ![VALUES.key(), MAX_ROUNDS.key()]
        .iter()
        .any(|key| differing.contains(key));
    if riffle_shuffles > 1 && is_one_game {
        riffle_panels(summaries, lang)
    } else {
        share_panels(summaries, lang)
    }
}

/// Draws a panel for each variant: the stacked shares of the outcomes for each number of values.
fn share_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let x = Text::new("Nombre de valeurs", "Number of values");
    let panel_variants = variants(summaries, VALUES_AXIS);
    let mut panels = Vec::new();
    for drawn_variant in &panel_variants {
        let runs: Vec<(f64, &Summary)> = runs_of(summaries)
            .filter(|(_, summary)| variant(summary, VALUES_AXIS) == *drawn_variant)
            .map(|(game, summary)| (game.values.get().into(), summary))
            .collect();
        let panel = duel::outcome_shares_panel(&x, &runs, summaries, &GLOSSARY, lang);
        panels.push(with_variant_title(
            panel,
            drawn_variant,
            &panel_variants,
            lang,
        ));
    }
    panels
}

/// Returns true for a run of the handout's game.
fn is_usual(summary: &Summary) -> bool {
    GLOSSARY.finding.other_setting_count(&summary.settings) == 0
}

/// The first style whose colour is that of no outcome.
const FIRST_FREE_STYLE: usize = 3;

/// The largest number of curves of lengths.
const MAX_CURVES: usize = 5;

/// Returns the runs with a curve of lengths: all, or if they are many those of the largest pack, or the first, the last and the
/// one with the most usual settings.
fn length_runs(summaries: &[Summary]) -> Vec<Summary> {
    let mut runs: Vec<&Summary> = summaries.iter().collect();
    let values = |summary: &Summary| summary.setting(VALUES.key()).and_then(FieldValue::number);
    if runs.len() > MAX_CURVES {
        let max_values = runs.iter().map(|run| values(run)).max();
        runs.retain(|run| Some(values(run)) == max_values);
    }
    if runs.len() > MAX_CURVES {
        let usual = runs
            .iter()
            .min_by_key(|run| GLOSSARY.finding.other_setting_count(&run.settings));
        let names = [runs.first(), runs.last(), usual].map(|run| run.map(|run| (*run).name()));
        runs.retain(|run| names.contains(&Some(run.name())));
    }
    runs.into_iter().cloned().collect()
}

/// Draws the share of games that are still running after a number of rounds: a curve for each run, which ends at the longest
/// finished game. Endless games are a level that it does not fall below. `None` if no game ended.
fn length_panel(runs: &[Summary], lang: Lang) -> Option<Panel> {
    let differing = differing_settings(runs.iter().map(|run| run.settings.as_slice()));
    let mut series = Vec::new();
    for (index, summary) in runs.iter().enumerate() {
        let label = setting_phrases(&summary.settings, &differing, &GLOSSARY, lang);
        let points = still_running_points(summary);
        let Some(end) = points.last().copied() else {
            continue;
        };
        // The games that are left at the end are all endless.
        let endless = summary.estimate("endless").map(|endless| endless.value);
        let is_endless = endless.is_some_and(|endless| (endless - end.y).abs() < 1e-9);
        let has_notes = runs.len() <= 2 || is_usual(summary);
        let mut line = Series::new(label, SeriesKind::Steps, points)
            .with_style(StyleChoice::Index(FIRST_FREE_STYLE + index))
            .main_if(runs.len() > 1 && is_usual(summary));
        if has_notes && end.y > 0.0 {
            let share = short_percent(end.y, lang);
            let note = if is_endless {
                either!(lang, "{share} sans fin", "{share} never end")
            } else {
                either!(lang, "{share} encore en cours", "{share} still running")
            };
            line.notes.push((end, note));
        }
        if let Some(median) = median_rounds(summary).filter(|_| has_notes) {
            let rounds = game::rounds_text(lang, median);
            let note = either!(lang, "la moitié en {rounds}", "half within {rounds}");
            line.notes.push((ChartPoint::new(median as f64, 0.5), note));
        }
        series.push(line);
    }
    if series.is_empty() {
        return None;
    }
    let x = Axis::new(
        Text::new("Nombre de plis", "Number of rounds").in_lang(lang),
        NumberFormat::Integer,
    );
    let share = Text::new("Part des parties en cours", "Share of games still running");
    let y = Axis::new(share.in_lang(lang), NumberFormat::Percent).with_required_range(0.0, 1.0);
    Some(Panel::new(Plot::new(x, y, series)))
}

/// Returns the steps of the share of games that last longer than a number of rounds. A step that is too low to be seen is
/// joined with the next.
fn still_running_points(summary: &Summary) -> Vec<ChartPoint> {
    /// The height of the smallest step.
    const MIN_STEP: f64 = 0.004;
    let Some((_, rounds)) = summary.histogram("rounds") else {
        return Vec::new();
    };
    let counts = rounds.counts();
    let longest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    if counts.is_empty() || summary.deals() == 0 {
        return Vec::new();
    }
    let deals = summary.deals() as f64;
    let mut points = vec![ChartPoint::new(0.0, 1.0)];
    let mut running = summary.deals();
    let mut level = 1.0;
    for (length, count) in counts[..=longest].iter().enumerate() {
        running -= count;
        let share = running as f64 / deals;
        if level - share >= MIN_STEP || length == longest {
            points.push(ChartPoint::new(length as f64, level));
            points.push(ChartPoint::new(length as f64, share));
            level = share;
        }
    }
    // Games that are cut off run until then.
    if let Some(limit) = summary
        .setting(MAX_ROUNDS.key())
        .and_then(FieldValue::number)
    {
        points.push(ChartPoint::new(limit as f64, level));
    }
    points
}

/// Returns the number of rounds within which half of all games end; `None` if fewer end.
fn median_rounds(summary: &Summary) -> Option<u64> {
    let (_, rounds) = summary.histogram("rounds")?;
    let half = summary.deals().div_ceil(2);
    let median = rounds.value_at_rank(half.checked_sub(1)?)?;
    Some(median as u64)
}

/// States how long the games of a run last.
fn length_statement(summary: &Summary, lang: Lang) -> Option<RunStatement> {
    let sentence = match median_rounds(summary) {
        Some(median) => {
            let rounds = game::rounds_text(lang, median);
            either!(
                lang,
                "la moitié des parties finit en {rounds} au plus",
                "half of the games end within {rounds}"
            )
        }
        None => either!(
            lang,
            "moins de la moitié des parties finissent",
            "fewer than half of the games end"
        ),
    };
    let short = match median_rounds(summary) {
        Some(median) => game::rounds_text(lang, median),
        None => sentence.clone(),
    };
    Some(RunStatement { sentence, short })
}

/// Draws the shares of the outcomes that the shuffle changes by number of riffles, in a panel for each variant.
fn riffle_panels(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel_variants = variants(summaries, RIFFLES_AXIS);
    let mut panels = Vec::new();
    for variant in &panel_variants {
        let mut lines = Vec::new();
        for outcome in ["player1", "player2", "endless"] {
            let line = riffle_line(summaries, variant, outcome, lang);
            if line.points.iter().any(|point| point.y > 0.0) {
                lines.extend(uniform_line(summaries, variant, outcome, &line));
                lines.push(line);
            }
        }
        let riffles = Text::new(
            "Mélanges américains (tirets : uniforme)",
            "Riffles (dashes: uniform)",
        );
        let x = Axis::new(riffles.in_lang(lang), NumberFormat::Integer);
        let y = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent);
        let panel = Panel::new(Plot::new(x, y, lines));
        panels.push(with_variant_title(panel, variant, &panel_variants, lang));
    }
    panels
}

/// Returns the shares of an outcome by ascending number of riffles, with a note at the handout's number.
fn riffle_line(
    summaries: &[Summary],
    drawn_variant: &Variant,
    outcome: &str,
    lang: Lang,
) -> Series {
    const HANDOUT: f64 = 7.0;
    let mut points = Vec::new();
    for (game, summary) in runs_of(summaries) {
        if variant(summary, RIFFLES_AXIS) == *drawn_variant
            && let Some(riffles) = riffle_count(game)
            && let Some(share) = summary.estimate(outcome)
        {
            points.push(estimate_point(riffles as f64, share.value_with_interval()));
        }
    }
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Series::new(GLOSSARY.translate(lang, outcome), SeriesKind::Line, points)
        .with_style(outcome_style(outcome))
        .with_note(HANDOUT, |point| short_percent(point.y, lang))
}

/// Returns the share of an outcome with the uniform shuffle, as a grey line below another one.
fn uniform_line(
    summaries: &[Summary],
    drawn_variant: &Variant,
    outcome: &str,
    line: &Series,
) -> Option<Series> {
    let (_, summary) = runs_of(summaries).find(|(game, summary)| {
        variant(summary, RIFFLES_AXIS) == *drawn_variant && game.shuffle == ShuffleMethod::Uniform
    })?;
    let share = summary.proportion(outcome)?.estimate();
    let ends = [line.points.first()?, line.points.last()?];
    let points = ends.map(|end| ChartPoint::new(end.x, share));
    let series = Series::new("", SeriesKind::Line, points.into());
    Some(series.with_style(StyleChoice::Muted))
}

/// Returns the number of riffles; `None` for a uniform shuffle.
pub fn riffle_count(game: &Bataille) -> Option<u64> {
    match game.shuffle {
        ShuffleMethod::Riffle(riffles) => Some(riffles.into()),
        ShuffleMethod::Uniform => None,
    }
}
