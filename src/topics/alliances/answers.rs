//! The answers of the patience's chapter: sentences and tables, from the runs with the most deals for each quantity.

use crate::lang::{Lang, either};
use crate::report::estimate_format::{estimate_text, mean_cell, probability_cell};
use pioche_engine::experiments::alliances::{
    AT_MOST_PILES_CURVE, Alliances, AlliancesVariant, PackAndVariants,
};

use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{Curve, CurvePoint};
use pioche_engine::stats::{Interval, Proportion};

/// States the mean number of piles and the share of deals with at most 2 piles: by the rule and, if measured, after a
/// change of the stock or with another player.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let known = |name| {
        summary
            .named_mean(name)
            .map(|quantity| mean_cell(Some(quantity), lang))
    };
    let (rule, two) = (
        known("nb_tas").unwrap_or_default(),
        win_share_cell(summary, AlliancesVariant::LEFTMOST_RULE, 2, lang),
    );
    let other = ["nb_tas_player_improved", "nb_tas_player", "nb_tas_improved"]
        .into_iter()
        .find_map(known);
    let Some(other) = other else {
        let rare = win_point(summary, AlliancesVariant::LEFTMOST_RULE, 2)
            .filter(|two| two.low > 0.0)
            .map(|two| inverse_probability_text(two, lang));
        let rare = rare.map_or_else(String::new, |games| {
            either!(lang, " : une sur {games}", ": one in {games}")
        });
        return either!(
            lang,
            "il reste {rule} tas en moyenne ; 2 tas au plus dans {two} des donnes{rare}.",
            "{rule} piles remain on average; at most 2 in {two} of the deals{rare}."
        );
    };
    let two_of_other = win_share_cell(summary, run_variant(summary), 2, lang);
    if let (true, Some(gain)) = (has_only_rule_player(summary), known("gain")) {
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
    PackAndVariants::from_summary(summary)
        .map(|run| run.pack.to_string())
        .unwrap_or_default()
}

/// Returns the curve of a variant.
pub fn variant_curve<'a>(
    summary: &'a Summary,
    kind: &'static str,
    variant: AlliancesVariant,
) -> Option<&'a Curve> {
    let variants = PackAndVariants::from_summary(summary)?.variants;
    summary
        .curves_of_kind(kind)
        .find(|curve| variants.get(curve.variant_index) == Some(&variant))
}

/// Returns the probability of at most `piles` piles of a variant.
pub fn win_point(summary: &Summary, variant: AlliancesVariant, piles: u64) -> Option<&CurvePoint> {
    variant_curve(summary, AT_MOST_PILES_CURVE, variant)?
        .points
        .iter()
        .find(|point| point.x == piles as f64)
}

/// Returns the number of deals with at most `piles` piles of a variant.
pub fn win_proportion(
    summary: &Summary,
    variant: AlliancesVariant,
    piles: u64,
) -> Option<Proportion> {
    let point = win_point(summary, variant, piles)?;
    Some(Proportion::new(
        point.count.unwrap_or_default(),
        summary.deals,
    ))
}

/// Returns the run of the rule alone among `unchanged_runs` with the pack of `summary`, if it has more deals; otherwise
/// `summary`.
pub fn largest_rule_run<'a>(summary: &'a Summary, unchanged_runs: &'a [Summary]) -> &'a Summary {
    let better = unchanged_runs
        .iter()
        .find(|other| pack_text(other) == pack_text(summary) && other.deals > summary.deals);
    better.unwrap_or(summary)
}

/// True if no other player than the rule was measured.
pub fn has_only_rule_player(summary: &Summary) -> bool {
    summary.experiment_as::<Alliances>().is_some()
}

/// Returns the variant that is the subject of a run.
pub fn run_variant(summary: &Summary) -> AlliancesVariant {
    PackAndVariants::from_summary(summary)
        .map_or(AlliancesVariant::LEFTMOST_RULE, |run| run.subject_variant())
}

fn point_interval(point: &CurvePoint) -> Interval {
    Interval {
        low: point.low,
        high: point.high,
    }
}

/// Formats the probability of at most `piles` piles for a table; empty where it was not measured.
pub fn win_share_cell(
    summary: &Summary,
    variant: AlliancesVariant,
    piles: u64,
    lang: Lang,
) -> String {
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
