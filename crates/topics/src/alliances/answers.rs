//! The answer to a run of the patience in a sentence, and the values of its variants.

use super::args::{GLOSSARY, IMPROVE, NB_TAS_MAX, PLAYER, fewest_piles, run_experiment};
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer};
use pioche_engine::sim::{FieldValue, MeasureEstimate, SettingType, Summary};
use pioche_report::finding::finding;
use pioche_report::lang::{Lang, either};
use pioche_report::number::PageNumber;

/// States the finding of a run, and the mean number of piles: by the rule and, if measured, after a change of the stock or with
/// another player.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let statement = finding(std::slice::from_ref(summary), &GLOSSARY, lang);
    if let Some(piles) = exact_mean(summary) {
        let piles = lang.decimal(piles, 3);
        return either!(
            lang,
            "{statement} ; il reste {piles} tas en moyenne (valeurs exactes).",
            "{statement}; {piles} piles remain on average (exact values)."
        );
    }
    let mean = |name| {
        let mean = summary.estimate(name).map(PageNumber::from);
        mean.map(|mean| mean.cell_text(lang))
    };
    let rule = mean("nb_tas").unwrap_or_default();
    let changed_means = ["nb_tas_player_improved", "nb_tas_player", "nb_tas_improved"];
    let Some(other) = changed_means.into_iter().find_map(mean) else {
        let mean = summary.estimate("nb_tas");
        if mean.is_some_and(|piles| piles.interval.is_none()) {
            return either!(
                lang,
                "{statement} ; tas restants : {rule}.",
                "{statement}; piles left: {rule}."
            );
        }
        return either!(
            lang,
            "{statement} ; il reste {rule} tas en moyenne.",
            "{statement}; {rule} piles remain on average."
        );
    };
    let names = ["nb_tas", "gain"].into_iter().chain(changed_means);
    let means = names.filter_map(|name| summary.estimate(name));
    let have_intervals = means.into_iter().all(|mean| mean.interval.is_some());
    if has_only_rule_player(summary)
        && let Some(gain) = mean("gain")
    {
        if !have_intervals {
            return either!(
                lang,
                "{statement} ; tas gagnés par le changement : {gain} ; tas restants : {other} au \
                 lieu de {rule}.",
                "{statement}; piles saved by the change: {gain}; piles left: {other} instead of \
                 {rule}."
            );
        }
        return either!(
            lang,
            "{statement} ; le changement fait gagner {gain} tas par partie ({other} au lieu de {rule}).",
            "{statement}; the change saves {gain} piles a game ({other} instead of {rule})."
        );
    }
    if !have_intervals {
        return either!(
            lang,
            "{statement} ; tas restants en moyenne : {other} au lieu de {rule}.",
            "{statement}; piles left on average: {other} instead of {rule}."
        );
    }
    either!(
        lang,
        "{statement} ; il reste {other} tas au lieu de {rule} en moyenne.",
        "{statement}; {other} piles remain instead of {rule} on average."
    )
}

/// Returns the mean number of piles by the exact probabilities that stand in place of estimates; `None` without them.
fn exact_mean(summary: &Summary) -> Option<f64> {
    let rows: Vec<(u64, &MeasureEstimate)> = win_rows(summary, run_experiment(summary)).collect();
    let mut mean = fewest_piles(summary) as f64;
    for (_, row) in rows {
        mean += 1.0 - row.exact.filter(|exact| *exact == row.value)?;
    }
    Some(mean)
}

/// Returns the rows of a variant, each with its number of permitted piles.
fn variant_rows(
    summary: &Summary,
    variant: Alliances,
) -> impl Iterator<Item = (u64, &MeasureEstimate)> {
    let player = variant.player().field_value();
    let improvement = variant.improvement().field_value();
    summary.rows().filter_map(move |row| {
        let is_of_variant = row.field(PLAYER.key()) == Some(&player)
            && row.field(IMPROVE.key()) == Some(&improvement);
        match row.field(NB_TAS_MAX.key()) {
            Some(FieldValue::Number(piles)) if is_of_variant => Some((*piles, row)),
            _ => None,
        }
    })
}

/// Returns the rows of a variant from the fewest piles that a game can leave on, each with its number of permitted piles.
pub fn win_rows(
    summary: &Summary,
    variant: Alliances,
) -> impl Iterator<Item = (u64, &MeasureEstimate)> {
    let fewest = fewest_piles(summary);
    variant_rows(summary, variant).filter(move |(piles, _)| *piles >= fewest)
}

/// True if no other player than the rule was measured.
pub fn has_only_rule_player(summary: &Summary) -> bool {
    run_experiment(summary).player() == AlliancesPlayer::Leftmost
}
