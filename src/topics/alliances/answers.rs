//! The answers of the patience's chapter: sentences and tables, from the runs with the most deals for each quantity.

use super::args::{GLOSSARY, PACK_SIZE, cards_count_text, improve_name};
use super::messages::localized_cards;
use crate::lang::table::{MAXIMUM, MEDIAN, MINIMUM, MODE, STANDARD_DEVIATION};
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::page::{Bar, estimate_text, probability_bar, probability_text, *};
use pioche_engine::experiments::alliances::{AT_MOST_PILES_CURVE, Alliances, AlliancesPlayer};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{Curve, CurvePoint};
use pioche_engine::stats::compare::binomial_p_value;
use pioche_engine::stats::compare::risk_ratio;
use pioche_engine::stats::{Interval, Moments, Proportion};
use std::collections::BTreeSet;

/// The thresholds of the table on the page; the CSV file has all of them.
const THRESHOLDS: [u64; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];

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

/// States the probability of two piles, and the threshold from which a game is won more often than not.
pub(super) fn win_answer(summary: &Summary, tests: &TestFamily, lang: Lang) -> Option<String> {
    let cards = pack_text(summary);
    let two = win_point(summary, automatic_game(summary), 2)?;
    let share = share_text(two, lang);
    let deals = lang.integer(summary.deals);
    let half = even_chance_text(summary, tests, lang)?;
    let games = (two.low > 0.0).then(|| inverse_probability_text(two, lang));
    let one_in = games.map_or_else(String::new, |games| {
        either!(lang, ", une partie sur {games}", ", one game in {games}")
    });
    Some(either!(
        lang,
        "**{cards} cartes** : on finit à 2 tas avec une probabilité de {share}{one_in}, sur {deals} donnes ; {half}.",
        "**{cards} cards**: 2 piles remain with a probability of {share}{one_in}, over {deals} deals; {half}."
    ))
}

/// States the threshold from which a game is won more often than not, exactly if tests of both neighbouring thresholds
/// are significant, else approximately.
fn even_chance_text(summary: &Summary, tests: &TestFamily, lang: Lang) -> Option<String> {
    let curve = variant_curve(summary, AT_MOST_PILES_CURVE, automatic_game(summary))?;
    let points = &curve.points;
    let first = points.iter().position(|point| point.y > 0.5)?;
    let is_significant = |point: &CurvePoint| {
        tests.is_significant(binomial_p_value(point_proportion(summary, point), 0.5))
    };
    let piles = points[first].x as u64;
    if is_significant(&points[first]) && (first == 0 || is_significant(&points[first - 1])) {
        return Some(either!(
            lang,
            "on gagne plus d'une fois sur deux dès que {piles} tas sont permis",
            "more than half the games are won once {piles} piles are allowed"
        ));
    }
    let shows = tests.power_note_for_shares(summary.deals, lang);
    Some(either!(
        lang,
        "on gagne une fois sur deux à partir de {piles} tas environ ; la part à cette limite ou juste au-dessous ne \
             diffère pas significativement de 50 % {shows}",
        "about half the games are won once {piles} piles are allowed; the share at this limit or just below it does not \
             differ significantly from 50% {shows}"
    ))
}

pub(super) fn mean_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let cards = pack_text(summary);
    let deals = lang.integer(summary.deals);
    let mean = mean_text(Some(summary.named_mean("nb_tas")?), lang);
    Some(either!(
        lang,
        "**{cards} cartes** : il reste {mean} tas en moyenne, sur {deals} donnes. La règle en laisse au moins 2 ; \
         {cards} restent si aucun saut n'est possible.",
        "**{cards} cards**: {mean} piles remain on average, over {deals} deals. The rule leaves at least 2; {cards} remain \
         when no jump is possible."
    ))
}

pub(super) fn change_gain_answer(
    summary: &Summary,
    unchanged_runs: &[&Summary],
    lang: Lang,
) -> Option<String> {
    let cards = pack_text(summary);
    let rule_run = largest_rule_run(summary, unchanged_runs);
    let after = share_text(win_point(summary, run_experiment(summary), 2)?, lang);
    let before = share_text(win_point(rule_run, automatic_game(summary), 2)?, lang);
    let gain = mean_text(Some(summary.named_mean("gain")?), lang);
    let deals = lang.integer(summary.deals);
    let before_deals = lang.integer(rule_run.deals);
    let change = improve_name(lang, run_experiment(summary).improvement());
    Some(either!(
        lang,
        "**{cards} cartes, {change}** : {gain} tas de moins en moyenne ; la probabilité de finir à 2 tas passe de {before} \
         ({before_deals} donnes) à {after} ({deals} donnes).",
        "**{cards} cards, {change}**: {gain} fewer piles on average; the probability of 2 piles goes from {before} \
         ({before_deals} deals) to {after} ({deals} deals)."
    ))
}

pub(super) fn win_table(unchanged_runs: &[&Summary], lang: Lang) -> Block {
    let mut headings = vec!["`nb_tas_max`".to_owned()];
    headings.extend(
        unchanged_runs
            .iter()
            .map(|summary| cards_count_text(lang, pack_text(summary))),
    );
    let rows = THRESHOLDS.map(|piles| {
        let shares = unchanged_runs
            .iter()
            .map(|summary| win_share_cell(summary, automatic_game(summary), piles, lang));
        std::iter::once(piles.to_string()).chain(shares).collect()
    });
    table(headings, rows)
}

pub(super) fn mean_table(unchanged_runs: &[&Summary], lang: Lang) -> Block {
    let moment = |summary: &Summary, say: &dyn Fn(&Moments) -> String| {
        summary
            .named_mean("nb_tas")
            .map_or_else(String::new, |piles| say(&piles.moments))
    };
    let median = |moments: &Moments| {
        lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0))
    };
    table_of_runs(
        unchanged_runs.iter().copied(),
        &[
            (GLOSSARY.translate(lang, PACK_SIZE.key), &pack_text),
            (MEAN_PILES.say(lang), &|summary| {
                mean_cell(summary.named_mean("nb_tas"), lang)
            }),
            (STANDARD_DEVIATION.say(lang), &|summary| {
                moment(summary, &|piles| lang.decimal(piles.standard_deviation, 3))
            }),
            (MINIMUM.say(lang), &|summary| {
                moment(summary, &|piles| piles.min.to_string())
            }),
            (MEDIAN.say(lang), &|summary| moment(summary, &median)),
            (MODE.say(lang), &|summary| {
                moment(summary, &|piles| piles.mode.to_string())
            }),
            (MAXIMUM.say(lang), &|summary| {
                moment(summary, &|piles| piles.max.to_string())
            }),
        ],
    )
}

pub(super) fn change_table(
    changed_runs: &[&Summary],
    unchanged_runs: &[&Summary],
    lang: Lang,
) -> Block {
    const CHANGE: Text = Text::new("changement", "change");
    const GAIN: Text = Text::new("gain moyen", "mean gain");
    const BEFORE: Text = Text::new(
        "P(2 tas) avant (donnes du § 5.4)",
        "P(2 piles) before (deals of § 5.4)",
    );
    const AFTER: Text = Text::new("P(2 tas) après", "P(2 piles) after");
    table_of_runs(
        changed_runs.iter().copied(),
        &[
            (GLOSSARY.translate(lang, PACK_SIZE.key), &pack_text),
            (CHANGE.say(lang), &|summary| {
                improve_name(lang, run_experiment(summary).improvement())
            }),
            (GLOSSARY.translate(lang, "deals"), &|summary| {
                lang.integer(summary.deals)
            }),
            (GAIN.say(lang), &|summary| {
                mean_cell(summary.named_mean("gain"), lang)
            }),
            (GLOSSARY.translate(lang, "improved"), &|summary| {
                proportion_cell(summary.named_proportion("improved"), lang)
            }),
            (MEAN_PILES.say(lang), &|summary| {
                mean_cell(summary.named_mean("nb_tas_improved"), lang)
            }),
            (BEFORE.say(lang), &|summary| {
                win_share_cell(
                    largest_rule_run(summary, unchanged_runs),
                    automatic_game(summary),
                    2,
                    lang,
                )
            }),
            (AFTER.say(lang), &|summary| {
                win_share_cell(summary, run_experiment(summary), 2, lang)
            }),
        ],
    )
}

pub(super) fn exchange_answer(
    summary: &Summary,
    unchanged_runs: &[&Summary],
    lang: Lang,
) -> Option<String> {
    let rule_run = largest_rule_run(summary, unchanged_runs);
    let after = win_proportion(summary, run_experiment(summary), 2)?;
    let before = win_proportion(rule_run, automatic_game(summary), 2)?;
    let (risk, interval) = risk_ratio(after, before, summary.confidence)?;
    let cards = pack_text(summary);
    let ratio = estimate_text(risk, interval, lang);
    let gain = mean_text(summary.named_mean("gain"), lang);
    let improved = proportion_text(summary.named_proportion("improved"), lang);
    Some(either!(
        lang,
        "**{cards} cartes** : le meilleur échange laisse en moyenne {gain} tas de moins ; il améliore {improved} des donnes \
         et multiplie par {ratio} la probabilité de finir à 2 tas.",
        "**{cards} cards**: the best exchange leaves {gain} fewer piles on average; it improves {improved} of the deals \
         and multiplies the probability of 2 piles by {ratio}."
    ))
}

pub(super) fn worsened_answer(changed_runs: &[&Summary], lang: Lang) -> String {
    let sentences: Vec<String> = changed_runs
        .iter()
        .filter_map(|summary| harmful_changes_text(summary, lang))
        .collect();
    if !sentences.is_empty() {
        return sentences.join(" ");
    }
    // All changes of one pack are tried on the same deals.
    let packs: BTreeSet<String> = changed_runs
        .iter()
        .map(|summary| pack_text(summary))
        .collect();
    let max_deals = |cards: &String| {
        changed_runs
            .iter()
            .filter(|run| pack_text(run) == *cards)
            .map(|run| run.deals)
            .max()
            .unwrap_or(0)
    };
    let deals = lang.integer(packs.iter().map(max_deals).sum());
    let harmed = localized_cards(HARMED, lang);
    either!(
        lang,
        "Dans chacune des {deals} donnes, au moins un échange ne nuit pas. Il existe pourtant des pioches que tout \
         échange de deux cartes voisines dégrade : `{harmed}` finit à 6 tas, et à au moins 7 après n'importe quel \
         échange. Il en existe dès 20 cartes.",
        "In each of the {deals} deals, at least one exchange does no harm. There are stocks, though, that every \
         exchange of two adjacent cards makes worse: `{harmed}` ends with 6 piles, and with at least 7 after any \
         exchange. Stocks of 20 cards or more can have this property."
    )
}

/// States in how many deals every change is harmful; `None` when there are none.
fn harmful_changes_text(summary: &Summary, lang: Lang) -> Option<String> {
    let proportion = summary.named_proportion("worsened")?.proportion;
    if proportion.count == 0 {
        return None;
    }
    let cards = pack_text(summary);
    let variant = improve_name(lang, run_experiment(summary).improvement());
    let worsened = lang.integer(proportion.count);
    let deals = lang.integer(summary.deals);
    Some(either!(
        lang,
        "Avec {cards} cartes ({variant}), chaque changement est nuisible dans {worsened} donnes sur {deals}.",
        "With {cards} cards ({variant}), every change is harmful in {worsened} of {deals} deals."
    ))
}

/// A stock that every exchange of neighbours makes worse.
const HARMED: &str = "8-T D-K 10-P D-C R-C 8-P A-T V-P 10-C 8-C R-K 10-K 9-C 7-T 9-P V-K A-P D-T V-C A-K 9-K 10-T R-P \
                      V-T 7-P 7-K 7-C 8-K R-T D-P 9-T A-C";

pub(super) fn best_exchange_position_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let first_half = proportion_text(Some(summary.named_proportion("first_half")?), lang);
    let cards = pack_text(summary);
    Some(either!(
        lang,
        "**{cards} cartes** : le meilleur échange de deux cartes voisines commence dans la première moitié de la \
         pioche dans {first_half} des donnes (à égalité, le plus proche de la fin de la pioche est retenu).",
        "**{cards} cards**: the best exchange of two adjacent cards begins in the first half of the stock in \
         {first_half} of the deals (among equals, the exchange nearest the end of the stock)."
    ))
}

pub const MEAN_PILES: Text = Text::new("tas en moyenne", "mean piles");

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

/// Returns the run of the rule alone among `unchanged_runs` with the pack of `summary`, if it has more deals; otherwise
/// `summary`.
pub fn largest_rule_run<'a>(summary: &'a Summary, unchanged_runs: &[&'a Summary]) -> &'a Summary {
    let pack = pack_text(summary);
    let mut larger_runs = unchanged_runs
        .iter()
        .filter(|run| pack_text(run) == pack && run.deals > summary.deals);
    larger_runs.next().copied().unwrap_or(summary)
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
    Alliances::automatic(run_experiment(summary).pack())
}

fn point_interval(point: &CurvePoint) -> Interval {
    Interval {
        low: point.low,
        high: point.high,
    }
}

pub fn share_text(point: &CurvePoint, lang: Lang) -> String {
    probability_text(point.y, point_interval(point), lang)
}

/// Formats the probability of at most `piles` piles for a table; empty where it was not measured.
pub fn win_share_cell(summary: &Summary, variant: Alliances, piles: u64, lang: Lang) -> String {
    win_point(summary, variant, piles).map_or_else(String::new, |point| {
        probability_cell(point.y, point_interval(point), lang)
    })
}

pub fn point_bar(label: String, point: &CurvePoint, lang: Lang) -> Bar {
    probability_bar(label, point.y, point_interval(point), lang)
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
