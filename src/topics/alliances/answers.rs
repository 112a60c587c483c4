//! The answer to a run of the patience in a sentence, and the values of its variants.

use crate::lang::{Lang, either};
use crate::report::text_table::{estimate_text, mean_cell, probability_cell};
use pioche_engine::experiments::alliances::{AT_MOST_PILES_CURVE, Alliances, AlliancesPlayer};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{Curve, CurvePoint};
use pioche_engine::stats::{Interval, Proportion};

/// States the mean number of piles and the share of deals with at most 2 piles: by the rule and, if measured, after a
/// change of the stock or with another player.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let mean = |name| {
        summary
            .named_mean(name)
            .map(|quantity| mean_cell(Some(quantity), lang))
    };
    let rule = mean("nb_tas").unwrap_or_default();
    let two = win_share_cell(summary, automatic_game(summary), 2, lang);
    let changed_means = ["nb_tas_player_improved", "nb_tas_player", "nb_tas_improved"];
    let Some(other) = changed_means.into_iter().find_map(mean) else {
        let games = win_point(summary, automatic_game(summary), 2)
            .filter(|two| two.low > 0.0)
            .map(|two| inverse_probability_text(two, lang));
        let rare = games.map_or_else(String::new, |games| {
            either!(lang, " : une sur {games}", ": one in {games}")
        });
        return either!(
            lang,
            "il reste {rule} tas en moyenne ; 2 tas au plus dans {two} des donnes{rare}.",
            "{rule} piles remain on average; at most 2 in {two} of the deals{rare}."
        );
    };
    let two_of_other = win_share_cell(summary, run_experiment(summary), 2, lang);
    if has_only_rule_player(summary)
        && let Some(gain) = mean("gain")
    {
        return either!(
            lang,
            "{gain} tas de moins en moyenne ({other} au lieu de {rule}) ; 2 tas au plus dans {two_of_other} des donnes, au \
             lieu de {two}.",
            "{gain} fewer piles on average ({other} instead of {rule}); at most 2 in {two_of_other} of the deals instead \
             of {two}."
        );
    }
    either!(
        lang,
        "il reste {other} tas en moyenne, au lieu de {rule} ; 2 tas au plus dans {two_of_other} des donnes, au lieu de {two}.",
        "{other} piles remain on average instead of {rule}; at most 2 in {two_of_other} of the deals instead of {two}."
    )
}

/// Returns the pack of a run as commands write it.
pub fn pack_text(summary: &Summary) -> String {
    run_experiment(summary).pack().to_string()
}

/// Returns the curve of a variant.
pub fn variant_curve<'a>(
    summary: &'a Summary,
    kind: &'static str,
    variant: Alliances,
) -> Option<&'a Curve> {
    let variants = run_experiment(summary).variants();
    summary
        .curves_of_kind(kind)
        .find(|curve| variants.get(curve.variant_index) == Some(&variant))
}

/// Returns the probability of at most `piles` piles of a variant.
pub fn win_point(summary: &Summary, variant: Alliances, piles: u64) -> Option<&CurvePoint> {
    variant_curve(summary, AT_MOST_PILES_CURVE, variant)?
        .points
        .iter()
        .find(|point| point.x == piles as f64)
}

/// Returns the number of deals with at most `piles` piles of a variant.
pub fn win_proportion(summary: &Summary, variant: Alliances, piles: u64) -> Option<Proportion> {
    win_point(summary, variant, piles).map(|point| point_proportion(summary, point))
}

fn point_proportion(summary: &Summary, point: &CurvePoint) -> Proportion {
    Proportion::new(point.count.unwrap_or_default(), summary.deals)
}

/// Returns the run of the rule alone among `unchanged_runs` with the pack and the rule of alliance of `summary`, if it has
/// more deals; otherwise `summary`.
pub fn largest_rule_run<'a>(summary: &'a Summary, unchanged_runs: &'a [Summary]) -> &'a Summary {
    let rule = automatic_game(summary);
    let mut larger_runs = unchanged_runs
        .iter()
        .filter(|run| automatic_game(run) == rule && run.deals > summary.deals);
    larger_runs.next().unwrap_or(summary)
}

/// True if no other player than the rule was measured.
pub fn has_only_rule_player(summary: &Summary) -> bool {
    run_experiment(summary).player() == AlliancesPlayer::RULE
}

/// Returns the experiment of a run of this topic.
pub fn run_experiment(summary: &Summary) -> Alliances {
    summary.experiment_as().copied().unwrap_or_default()
}

/// Returns the variant of a run in which the rule plays stocks as dealt.
pub fn automatic_game(summary: &Summary) -> Alliances {
    run_experiment(summary).rule_variant()
}

fn point_interval(point: &CurvePoint) -> Interval {
    Interval {
        low: point.low,
        high: point.high,
    }
}

/// Formats the probability of at most `piles` piles for a table; empty where it was not measured.
pub fn win_share_cell(summary: &Summary, variant: Alliances, piles: u64, lang: Lang) -> String {
    win_point(summary, variant, piles).map_or_else(String::new, |point| {
        probability_cell(point.y, point_interval(point), lang)
    })
}

pub fn inverse_probability_text(point: &CurvePoint, lang: Lang) -> String {
    estimate_text(
        1.0 / point.y,
        Interval {
            low: 1.0 / point.high,
            high: 1.0 / point.low,
        },
        lang,
    )
}
