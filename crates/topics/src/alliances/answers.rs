//! The answer to a run of the patience in a sentence, the values of its variants, and comparisons of
//! players and changes that played the same deals.

use super::args::{
    ALLIANCE, GLOSSARY, IMPROVE, NB_TAS_MAX, PLAYER, cards_count_text, fewest_piles, run_experiment,
};
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::{FieldValue, MeasureEstimate, SettingType, Summary};
use pioche_engine::stats::compare::same_trials_difference;
use pioche_engine::stats::{Estimate, Proportion};
use pioche_report::finding::finding;
use pioche_report::lang::{Lang, either};
use pioche_report::number::{PageNumber, difference_cell};

/// States the finding of a run, and the mean number of piles: by the rule and, if measured, after a change of the stock or with
/// another player.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let statement = finding(std::slice::from_ref(summary), &GLOSSARY, lang);
    let mean = |name| {
        let mean = summary.estimate(name).map(PageNumber::from);
        mean.map(|mean| mean.cell_text(lang))
    };
    let rule = mean("nb_tas").unwrap_or_default();
    let changed_means = ["nb_tas_player_improved", "nb_tas_player", "nb_tas_improved"];
    let Some(other) = changed_means.into_iter().find_map(mean) else {
        let moments = summary.estimate("nb_tas").and_then(|mean| mean.moments);
        if moments.is_some_and(|piles| piles.min == piles.max) {
            return either!(
                lang,
                "{statement} ; il reste {rule} tas.",
                "{statement}; {rule} piles remain."
            );
        }
        return either!(
            lang,
            "{statement} ; il reste {rule} tas en moyenne.",
            "{statement}; {rule} piles remain on average."
        );
    };
    if has_only_rule_player(summary)
        && let Some(gain) = mean("gain")
    {
        return either!(
            lang,
            "{statement} ; le changement fait gagner {gain} tas par partie ({other} au lieu de {rule}).",
            "{statement}; the change saves {gain} piles a game ({other} instead of {rule})."
        );
    }
    either!(
        lang,
        "{statement} ; il reste {other} tas au lieu de {rule} en moyenne.",
        "{statement}; {other} piles remain instead of {rule} on average."
    )
}

/// Returns the pack of a run as commands write it.
pub fn pack_text(summary: &Summary) -> String {
    run_experiment(summary).pack().to_string()
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

fn win_row(summary: &Summary, variant: Alliances, piles: u64) -> Option<&MeasureEstimate> {
    win_rows(summary, variant)
        .find(|(row_piles, _)| *row_piles == piles)
        .map(|(_, row)| row)
}

/// Returns the probability of at most `piles` piles of a variant.
pub fn win_estimate(summary: &Summary, variant: Alliances, piles: u64) -> Option<Estimate> {
    win_row(summary, variant, piles)?.interval_estimate()
}

/// Returns the deals with at most `piles` piles of a variant, without unsolved ones.
pub fn win_proportion(summary: &Summary, variant: Alliances, piles: u64) -> Option<Proportion> {
    win_row(summary, variant, piles).map(|row| won_deals(summary, row))
}

/// Returns the deals that a row counts, without unsolved ones.
pub fn won_deals(summary: &Summary, row: &MeasureEstimate) -> Proportion {
    let count = row.proportion.map_or(0, |share| share.count);
    Proportion::new(count, summary.deals())
}

/// Returns the run of the rule alone among `unchanged_runs` with the pack and the rule of alliance of `summary`, if it has
/// more deals; otherwise `summary`.
pub fn largest_rule_run<'a>(summary: &'a Summary, unchanged_runs: &'a [Summary]) -> &'a Summary {
    let rule = automatic_game(summary);
    let mut larger_runs = unchanged_runs
        .iter()
        .filter(|run| automatic_game(run) == rule && run.deals() > summary.deals());
    larger_runs.next().unwrap_or(summary)
}

/// True if no other player than the rule was measured.
pub fn has_only_rule_player(summary: &Summary) -> bool {
    run_experiment(summary).player() == AlliancesPlayer::RULE
}

/// Returns the variant of a run in which the rule plays stocks as dealt.
pub fn automatic_game(summary: &Summary) -> Alliances {
    run_experiment(summary).rule_variant()
}

/// With more variants than this, each is compared with the first one only.
const MAX_VARIANTS_IN_ALL_PAIRS: usize = 5;

/// The share of deals that a variant of a run ends with at most as many piles as are compared.
struct VariantWins<'a> {
    summary: &'a Summary,
    variant: Alliances,
    wins: Proportion,
}

/// Compares the variants of several runs on the same deals: the differences of their probabilities of at most as many piles
/// as every variant can leave, with intervals. Variants are in the order of the help, whatever the order of the command line. `None` for a single variant.
pub fn win_differences(summaries: &[Summary], lang: Lang) -> Option<String> {
    let mut packs: Vec<String> = summaries.iter().map(pack_text).collect();
    packs.sort();
    packs.dedup();
    let piles = summaries.iter().map(fewest_piles).max()?;
    let mut pairs = Vec::new();
    for pack in &packs {
        let variants = variants_of_pack(summaries, pack, piles);
        for (index, more) in variants.iter().enumerate() {
            let all_pairs = variants.len() <= MAX_VARIANTS_IN_ALL_PAIRS;
            let compared_count = if all_pairs { index } else { index.min(1) };
            for less in &variants[..compared_count] {
                if has_same_deals(more.summary, less.summary) {
                    let title = pair_title(more, less, packs.len() > 1, lang);
                    let points = difference_in_points(more, less, lang);
                    pairs.push(either!(lang, "{title} : {points}", "{title}: {points}"));
                }
            }
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let separator = either!(lang, " ; ", "; ");
    let differences = pairs.join(&separator);
    Some(either!(
        lang,
        "{piles} tas au plus, écarts en points sur les mêmes donnes : {differences}.",
        "At most {piles} piles, differences in percentage points on the same deals: {differences}."
    ))
}

/// Returns the variants that are the subjects of the runs with a pack, each once, in the order of the help.
fn variants_of_pack<'a>(summaries: &'a [Summary], pack: &str, piles: u64) -> Vec<VariantWins<'a>> {
    let mut variants: Vec<VariantWins<'a>> = Vec::new();
    for summary in summaries {
        let variant = run_experiment(summary);
        let is_new = variants.iter().all(|other| other.variant != variant);
        if pack_text(summary) == pack
            && is_new
            && let Some(wins) = proportion_of_at_most(summary, variant, piles)
        {
            variants.push(VariantWins {
                summary,
                variant,
                wins,
            });
        }
    }
    variants.sort_by_key(|wins| {
        (
            player_rank(wins.variant.player()),
            improvement_rank(wins.variant.improvement()),
            wins.variant.alliance(),
        )
    });
    variants
}

/// Returns the place of a player in the help; the rule is the first.
fn player_rank(player: AlliancesPlayer) -> usize {
    let name = player.to_string();
    AlliancesPlayer::NAMES
        .iter()
        .position(|known| *known == name)
        .unwrap_or(usize::MAX)
}

/// Returns the place of a change in the help; no change is the first.
fn improvement_rank(improvement: Option<Improvement>) -> usize {
    improvement.map_or(0, |improvement| {
        1 + Improvement::ALL
            .iter()
            .position(|other| *other == improvement)
            .unwrap_or(usize::MAX - 1)
    })
}

/// Returns the deals that a variant ends with at most `piles` piles; unsolved deals are undecided.
fn proportion_of_at_most(summary: &Summary, variant: Alliances, piles: u64) -> Option<Proportion> {
    let mut rows = variant_rows(summary, variant);
    let (_, row) = rows.find(|(row_piles, _)| *row_piles == piles)?;
    row.proportion
}

fn has_same_deals(one: &Summary, other: &Summary) -> bool {
    one.stream_key_and_seed() == other.stream_key_and_seed() && one.deals() == other.deals()
}

/// Returns the names of two variants: those of the players, of the changes, or both where both differ.
fn pair_title(more: &VariantWins, less: &VariantWins, names_pack: bool, lang: Lang) -> String {
    let has_same_player = more.variant.player() == less.variant.player();
    let has_same_alliance = more.variant.alliance() == less.variant.alliance();
    let has_same_change = more.variant.improvement() == less.variant.improvement();
    let name = |variant: Alliances| {
        let player = PLAYER.value_text(lang, &variant.player());
        let change = IMPROVE.value_text(lang, &variant.improvement());
        let mut words = Vec::new();
        if !has_same_player {
            words.push(player);
        }
        if !has_same_change {
            words.push(change);
        }
        if !has_same_alliance {
            words.push(ALLIANCE.value_text(lang, &variant.alliance()));
        }
        words.join(", ")
    };
    let title = format!("{} − {}", name(more.variant), name(less.variant));
    if names_pack {
        let cards = cards_count_text(lang, pack_text(more.summary));
        format!("{title} ({cards})")
    } else {
        title
    }
}

fn difference_in_points(more: &VariantWins, less: &VariantWins, lang: Lang) -> String {
    let level = (more.summary.method, more.summary.confidence);
    let always_wins_too = wins_wherever(more.variant, less.variant);
    let difference = same_trials_difference(more.wins, less.wins, always_wins_too, level);
    difference_cell(difference.scaled(100.0), lang)
}

/// Returns true if `more` never leaves more piles than `less` under the same rule of alliance: perfect play is the best play of each stock, and an exchange
/// of neighbours is also an exchange of two cards, and a move by one place.
fn wins_wherever(more: Alliances, less: Alliances) -> bool {
    let is_best_player =
        more.player() == AlliancesPlayer::Perfect || more.player() == less.player();
    let is_best_change = more.improvement() == less.improvement()
        || less.improvement() == Some(Improvement::Exchange) && more.improvement().is_some();
    more.alliance() == less.alliance() && is_best_player && is_best_change
}
