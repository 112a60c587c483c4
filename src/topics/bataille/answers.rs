//! The answers of bataille's chapter: sentences and tables, and the number of riffles after which games no longer
//! differ from those of uniform decks. Each difference of each outcome is tested.

use super::GLOSSARY;
use crate::lang::table::{MAXIMUM, MEAN, MEDIAN, STANDARD_DEVIATION};
use crate::lang::{Glossary, Lang, Say, capitalize, either};
use crate::report::page::*;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{BatailleOutcome, LayingOrder};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{NamedMean, NamedProportion};
use pioche_engine::stats::compare::{
    equal_outcomes_p_value, exclusive_outcomes_difference, greatest_share_index,
    largest_share_interval, two_sample_p_value,
};
use pioche_engine::stats::{Confidence, Estimate, Interval, Proportion};

const OUTCOMES: [&str; 4] = ["player1", "player2", "draw", "endless"];

/// A run with its settings.
pub(super) type BatailleRun<'a> = (&'a Bataille, &'a Summary);

/// Returns the runs with an order of laying.
pub(super) fn runs_of_order<'a>(
    runs: &[BatailleRun<'a>],
    order: LayingOrder,
) -> Vec<BatailleRun<'a>> {
    runs.iter()
        .filter(|(game, _)| game.order == order)
        .copied()
        .collect()
}

/// Returns the run with this number of values and order of laying.
fn bataille_run<'a>(
    runs: &[BatailleRun<'a>],
    values: u8,
    order: LayingOrder,
) -> Option<BatailleRun<'a>> {
    runs.iter()
        .find(|(game, _)| game.values.get() == values && game.order == order)
        .copied()
}

/// Returns the name of an order of laying in the chapter.
fn order_name(order: LayingOrder, lang: Lang) -> String {
    match order {
        LayingOrder::Fixed => lang.either("ordre fixe", "fixed order"),
        LayingOrder::Alternating => lang.either("ordre alterné", "alternating order"),
    }
}

/// States the shares of wins of each player, the share of endless games or, with a limit of rounds, of games that are cut
/// off, and the mean length of the games.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let share = |outcome| proportion_cell(summary.named_proportion(outcome), lang);
    let [one, two] = ["player1", "player2"].map(share);
    let draws = summary
        .named_proportion("draw")
        .filter(|draws| draws.proportion.count > 0)
        .map(|draws| proportion_cell(Some(draws), lang))
        .map_or_else(String::new, |draws| {
            either!(lang, " ; nulles : {draws}", "; draws: {draws}")
        });
    let unfinished = if summary.named_proportion("cut_off").is_some() {
        let cut_off = share("cut_off");
        either!(
            lang,
            " ; arrêtées à la limite : {cut_off}",
            "; stopped at the limit: {cut_off}"
        )
    } else {
        let endless = share("endless");
        either!(lang, " ; infinies : {endless}", "; endless: {endless}")
    };
    let advantage = win_comparison(summary)
        .map(|compared| format!(" {}", compared.sentence(lang)))
        .unwrap_or_default();
    let rounds = length_sentence(summary, lang);
    either!(
        lang,
        "le joueur 1 gagne {one} ; le joueur 2 gagne {two}{draws}{unfinished}.{advantage}{rounds}",
        "player 1 wins {one}; player 2 wins {two}{draws}{unfinished}.{advantage}{rounds}"
    )
}

/// States the mean length of finite games or, with a limit, the mean number of rounds played; begins with a blank.
fn length_sentence(summary: &Summary, lang: Lang) -> String {
    if let Some(played) = summary.named_mean("rounds_played") {
        let mean = mean_cell(Some(played), lang);
        return either!(
            lang,
            " Plis joués par partie, en moyenne : {mean}.",
            " Mean number of rounds played: {mean}."
        );
    }
    let Some(rounds) = summary.named_mean("rounds") else {
        return String::new();
    };
    let mean = mean_cell(Some(rounds), lang);
    either!(
        lang,
        " Durée moyenne d'une partie finie, en plis : {mean}.",
        " Mean length of a finite game, in rounds: {mean}."
    )
}

struct WinComparison {
    /// The share of wins of player 1 minus that of player 2, in percentage points.
    points: Estimate,
    /// The p-value of the exact test of equal shares of wins.
    p: f64,
    confidence: Confidence,
}

/// Compares the wins of both players of a run; `None` if no game was won.
fn win_comparison(summary: &Summary) -> Option<WinComparison> {
    let [one, two] = [
        summary.named_proportion("player1")?,
        summary.named_proportion("player2")?,
    ]
    .map(|named| named.proportion);
    let confidence = summary.confidence;
    let Estimate { value, interval } = exclusive_outcomes_difference(one, two, confidence);
    let interval = Interval {
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    };
    let points = Estimate {
        value: 100.0 * value,
        interval,
    };
    (one.count + two.count > 0).then(|| WinComparison {
        points,
        p: equal_outcomes_p_value(one, two),
        confidence,
    })
}

impl WinComparison {
    fn sentence(&self, lang: Lang) -> String {
        let points = estimate_cell(self.points.value, self.points.interval, lang);
        let significance_level = 1.0 - self.confidence.level();
        let p = format!("p\u{a0}{}", lang.p_value(self.p, significance_level, 3));
        let shown = self.p <= significance_level;
        let verdict = match (shown, self.points.value > 0.0) {
            (true, true) => lang.either("avantage du joueur 1", "an advantage for player 1"),
            (true, false) => lang.either("avantage du joueur 2", "an advantage for player 2"),
            (false, _) => lang.either("écart non significatif", "not significant"),
        };
        either!(
            lang,
            "Joueur 1 moins joueur 2 : {points} points, {verdict} ({p}).",
            "Player 1 minus player 2: {points} points, {verdict} ({p})."
        )
    }
}

pub(super) fn player1_advantage_answer(
    uniform: &[BatailleRun<'_>],
    values: u8,
    order: LayingOrder,
    tests: &TestFamily,
    lang: Lang,
) -> Option<String> {
    let (_, summary) = bataille_run(uniform, values, order)?;
    let WinComparison {
        points,
        p,
        confidence,
    } = win_comparison(summary)?;
    let [one, two] = ["player1", "player2"]
        .map(|outcome| proportion_text(summary.named_proportion(outcome), lang));
    let verdict = match (tests.is_significant(p), points.value > 0.0) {
        (true, true) => lang
            .either("le joueur 1 est avantagé", "player 1 has an advantage")
            .to_owned(),
        (true, false) => lang
            .either(
                "le joueur 1 est désavantagé",
                "player 1 is at a disadvantage",
            )
            .to_owned(),
        (false, _) => {
            let shows = tests.power_note_in_points(points.standard_error(confidence) / 100.0, lang);
            let test_count = tests.family_size();
            either!(
                lang,
                "la différence n'est pas significative après correction pour {test_count} tests {shows}",
                "the difference is not significant after correction for {test_count} tests {shows}"
            )
        }
    };
    let points = estimate_text(points.value, points.interval, lang);
    let (order, deals) = (order_name(order, lang), lang.integer(summary.deals));
    Some(either!(
        lang,
        "**{values} valeurs, {order}** : sur {deals} parties, le joueur 1 gagne {one}, le joueur 2 {two}, soit une différence de \
         {points} points ; {verdict}.",
        "**{values} values, {order}**: of {deals} games player 1 wins {one}, player 2 {two}, a difference of {points} points; \
         {verdict}."
    ))
}

/// Answers the handout's "Que remarquez-vous ?": the share of endless games in each order, and the number of values
/// with the largest one.
pub(super) fn endless_answers(
    uniform: &[BatailleRun<'_>],
    tests: &TestFamily,
    lang: Lang,
) -> Vec<String> {
    let (fixed, alternating) = (
        runs_of_order(uniform, LayingOrder::Fixed),
        runs_of_order(uniform, LayingOrder::Alternating),
    );
    let endless = |(game, summary): &BatailleRun<'_>| {
        (
            game.values,
            proportion_text(summary.named_proportion("endless"), lang),
        )
    };
    let large = fixed
        .iter()
        .filter(|(game, _)| (11..=13).contains(&game.values.get()));
    let large = large.map(|run| {
        let (values, share) = endless(run);
        either!(
            lang,
            "{values} valeurs : {share}",
            "{values} values: {share}"
        )
    });
    let large = large
        .collect::<Vec<_>>()
        .join(if lang == Lang::Fr { " ; " } else { "; " });
    let shares: Vec<_> = fixed
        .iter()
        .filter_map(|(_, run)| Some(run.named_proportion("endless")?.proportion))
        .collect();
    let (Some((_, first)), Some(largest)) = (fixed.first(), largest_endless_share(&alternating))
    else {
        return Vec::new();
    };
    let least = proportion_text(Some(&largest), lang);
    let shows = tests.power_note_for_shares(first.deals, lang);
    vec![
        either!(
            lang,
            "**Ordre fixe** : beaucoup de parties ne finissent jamais ({large}).",
            "**Fixed order**: many games never end ({large})."
        ),
        match greatest_share_index(&shares, |p| tests.is_significant(p))
            .map(|place| endless(&fixed[place]))
        {
            Some((values, share)) => either!(
                lang,
                "Cette part ne croît pas régulièrement avec le nombre de valeurs ; elle est la plus grande avec {values} \
                 valeurs : {share}.",
                "This share does not grow steadily with the number of values; it is largest for {values} values: {share}."
            ),
            None => either!(
                lang,
                "Ces parties ne suffisent pas pour dire avec quel nombre de valeurs cette part est la plus grande {shows}.",
                "These games are too few to say for which number of values this share is largest {shows}."
            ),
        },
        either!(
            lang,
            "**Ordre alterné** : si les joueurs posent en premier à tour de rôle, presque toutes les parties \
             finissent ; la plus grande part de parties infinies est de {least}.",
            "**Alternating order**: if the players take turns to lay first, almost every game ends; the largest share of \
             endless games is {least}."
        ),
    ]
}

/// States, for each limit of rounds and without one, how the games of 13 values, fixed order and 7 riffles end.
pub(super) fn limit_answers(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let is_example = |(game, _): &BatailleRun<'_>| {
        game.values.get() == 13
            && game.order == LayingOrder::Fixed
            && game.shuffle == ShuffleMethod::Riffle(7)
    };
    let mut runs: Vec<BatailleRun<'_>> = runs_of_experiment(summaries).filter(is_example).collect();
    runs.sort_by_key(|(game, _)| game.max_rounds.unwrap_or(u64::MAX));
    let answers = runs.into_iter().map(|(game, summary)| {
        let share = |outcome| proportion_text(summary.named_proportion(outcome), lang);
        let [one, two, draw] = ["player1", "player2", "draw"].map(share);
        let Some(limit) = game.max_rounds else {
            let endless = share("endless");
            return either!(
                lang,
                "**Sans limite** : joueur 1, {one} ; joueur 2, {two} ; nulles, {draw} ; infinies, {endless}.",
                "**Without a limit**: player 1, {one}; player 2, {two}; draws, {draw}; endless, {endless}."
            );
        };
        let limit = lang.integer(limit);
        let cut_off = share("cut_off");
        either!(
            lang,
            "**{limit} plis au plus** : joueur 1, {one} ; joueur 2, {two} ; nulles, {draw} ; parties coupées, {cut_off}.",
            "**At most {limit} rounds**: player 1, {one}; player 2, {two}; draws, {draw}; games cut off, {cut_off}."
        )
    });
    answers.collect()
}

/// Returns the largest share of endless games of several runs, with the interval of the largest probability.
fn largest_endless_share(runs: &[BatailleRun<'_>]) -> Option<NamedProportion> {
    let mut shares = Vec::new();
    for (_, summary) in runs {
        shares.push(summary.named_proportion("endless")?.clone());
    }
    let (_, first) = runs.first()?;
    let proportions: Vec<Proportion> = shares.iter().map(|share| share.proportion).collect();
    let interval = largest_share_interval(&proportions, (first.method, first.confidence));
    let largest = shares.into_iter().max_by(|one, other| {
        let estimate = one.proportion.estimate();
        estimate.total_cmp(&other.proportion.estimate())
    })?;
    Some(NamedProportion {
        interval,
        ..largest
    })
}

pub(super) fn length_answer(
    uniform: &[BatailleRun<'_>],
    order: LayingOrder,
    lang: Lang,
) -> Option<String> {
    let (_, summary) = bataille_run(uniform, 13, order)?;
    let (rounds, deals) = (
        mean_text(Some(summary.named_mean("rounds")?), lang),
        lang.integer(summary.deals),
    );
    let period = summary
        .named_mean("period")
        .filter(|_| order == LayingOrder::Fixed)
        .map(|period| mean_text(Some(period), lang));
    let period = period.map_or_else(String::new, |period| {
        either!(
            lang,
            " ; la période d'une partie infinie est de {period} plis en moyenne",
            "; the period of an endless game is {period} rounds on average"
        )
    });
    let order = order_name(order, lang);
    Some(either!(
        lang,
        "**13 valeurs, {order}** : sur {deals} parties, celles qui finissent durent {rounds} plis en moyenne{period}.",
        "**13 values, {order}**: of {deals} games, those that end last {rounds} rounds on average{period}."
    ))
}

pub(super) fn outcome_table(runs: &[BatailleRun<'_>], lang: Lang) -> Block {
    let mut headings = GLOSSARY.translate_all(lang, ["values", "order", "deals"]);
    headings.extend(GLOSSARY.translate_all(lang, OUTCOMES));
    let rows = runs.iter().map(|(game, summary)| {
        let mut row = vec![
            game.values.to_string(),
            GLOSSARY.translate(lang, game.order.name()),
            lang.integer(summary.deals),
        ];
        row.extend(
            OUTCOMES.map(|outcome| proportion_cell(summary.named_proportion(outcome), lang)),
        );
        row
    });
    table(headings, rows)
}

/// Returns `text` of the settings of a run; an empty text for a run of another game.
fn setting_text(summary: &Summary, text: impl Fn(&Bataille) -> String) -> String {
    summary.experiment_as().map_or_else(String::new, text)
}

pub(super) fn length_table(runs: &[BatailleRun<'_>], lang: Lang) -> Block {
    let of = |summary: &Summary, name, say: &dyn Fn(&NamedMean) -> String| {
        summary.named_mean(name).map_or_else(String::new, say)
    };
    let whole = |number: i64| lang.integer(number.unsigned_abs());
    let median = |found: &NamedMean| {
        let median = found.moments.median;
        lang.decimal(median, usize::from(median.fract() != 0.0))
    };
    let spread = |found: &NamedMean| {
        let moments = &found.moments;
        let Some(interval) = found.interval else {
            return mean_with_value_count(moments, lang);
        };
        let mean = lang.decimal(moments.mean, decimals(interval.half_width()));
        format!("{mean} ({}–{})", whole(moments.min), whole(moments.max))
    };
    let deviation = |found: &NamedMean| lang.decimal(found.moments.standard_deviation, 1);
    table_of_runs(
        runs.iter().map(|(_, summary)| *summary),
        &[
            (GLOSSARY.translate(lang, "values"), &|summary| {
                setting_text(summary, |game| game.values.to_string())
            }),
            (GLOSSARY.translate(lang, "order"), &|summary| {
                setting_text(summary, |game| GLOSSARY.translate(lang, game.order.name()))
            }),
            (MEAN.say(lang), &|summary| {
                mean_cell(summary.named_mean("rounds"), lang)
            }),
            (STANDARD_DEVIATION.say(lang), &|summary| {
                of(summary, "rounds", &deviation)
            }),
            (MEDIAN.say(lang), &|summary| of(summary, "rounds", &median)),
            (MAXIMUM.say(lang), &|summary| {
                of(summary, "rounds", &|found| whole(found.moments.max))
            }),
            (GLOSSARY.translate(lang, "pre_period"), &|summary| {
                of(summary, "pre_period", &spread)
            }),
            (GLOSSARY.translate(lang, "period"), &|summary| {
                of(summary, "period", &spread)
            }),
        ],
    )
}

/// States the number of riffles up to which an outcome differs from that of uniform decks, by tests of the differences.
pub(super) fn riffle_answer(
    summaries: &[Summary],
    order: LayingOrder,
    tests: &TestFamily,
    lang: Lang,
) -> Option<String> {
    let told = riffle_test(summaries, order, tests)?;
    let (order, shows) = (
        capitalize(&order_name(order, lang)),
        tests.power_note_for_shares(told.games, lang),
    );
    let games = lang.integer(told.games);
    let riffles =
        |number| lang.translated_count(number, ["mélange", "mélanges"], ["riffle", "riffles"]);
    let (last, most) = (told.last_different(), told.differences.last()?.0);
    let (some, all) = (riffles(last.unwrap_or(0)), riffles(most));
    Some(match last {
        Some(last) if last < most => either!(
            lang,
            "**{order}** : après {some}, la fréquence d'au moins une issue diffère encore de celle d'un mélange uniforme ; \
             au-delà, {games} parties ne montrent plus de différence significative {shows}.",
            "**{order}**: after {some}, the frequency of at least one outcome still differs from that of a uniform shuffle; \
             after more riffles, {games} games show no significant difference {shows}."
        ),
        Some(_) => either!(
            lang,
            "**{order}** : même après {all}, la fréquence d'au moins une issue diffère de celle d'un mélange uniforme \
             ({games} parties).",
            "**{order}**: even after {all}, the frequency of at least one outcome differs from that of a uniform shuffle \
             ({games} games)."
        ),
        None => either!(
            lang,
            "**{order}** : {games} parties ne montrent aucune différence significative avec un mélange uniforme {shows}.",
            "**{order}**: {games} games show no significant difference from a uniform shuffle {shows}."
        ),
    })
}

/// Returns a table by number of riffles: player 1's wins, endless games and mean length in both orders.
pub(super) fn riffle_table(summaries: &[Summary], lang: Lang) -> Block {
    let large =
        runs_of_experiment(summaries).filter(|(game, _): &BatailleRun<'_>| game.values.get() == 13);
    let mut large: Vec<BatailleRun<'_>> = large.collect();
    large.sort_by_key(|(game, _)| riffle_count(game).unwrap_or(u64::MAX));
    let mut shuffles: Vec<ShuffleMethod> = large.iter().map(|(game, _)| game.shuffle).collect();
    shuffles.dedup();
    let orders = || LayingOrder::ALL.into_iter();
    let mut headings = GLOSSARY.translate_all(lang, ["shuffle"]);
    headings.extend(orders().flat_map(|order| {
        ["player1", "endless", "rounds"].map(|of| {
            format!(
                "{} ({})",
                GLOSSARY.translate(lang, of),
                order_name(order, lang)
            )
        })
    }));
    let rows = shuffles.into_iter().map(|shuffle| {
        let cells = orders().flat_map(|order| {
            let own = large
                .iter()
                .find(|(game, _)| game.shuffle == shuffle && game.order == order);
            let own = own.map(|(_, summary)| summary);
            let share = |outcome| {
                proportion_cell(
                    own.and_then(|summary| summary.named_proportion(outcome)),
                    lang,
                )
            };
            let rounds = mean_cell(own.and_then(|summary| summary.named_mean("rounds")), lang);
            [share("player1"), share("endless"), rounds]
        });
        std::iter::once(GLOSSARY.translate(lang, &shuffle.to_string()))
            .chain(cells)
            .collect()
    });
    table(headings, rows)
}

#[derive(Clone, Debug, PartialEq)]
pub struct RiffleTest {
    /// The numbers of riffles in ascending order, each with true if an outcome differs significantly from that of
    /// uniform decks.
    pub differences: Vec<(u64, bool)>,
    pub games: u64,
}

impl RiffleTest {
    pub fn last_different(&self) -> Option<u64> {
        self.differences
            .iter()
            .filter(|(_, apart)| *apart)
            .map(|(riffles, _)| *riffles)
            .max()
    }
}

/// Tests the riffled runs of an order against uniform decks; `None` without runs to compare. Riffled and uniform decks
/// of the same deal number use different random streams, so their games are independent.
pub fn riffle_test(
    summaries: &[Summary],
    order: LayingOrder,
    tests: &TestFamily,
) -> Option<RiffleTest> {
    let own =
        || runs_of_experiment(summaries).filter(|(game, _): &BatailleRun<'_>| game.order == order);
    let tested = |run: BatailleRun<'_>| {
        Some((
            riffle_count(run.0)?,
            differs_from_uniform(run, summaries, tests)?,
        ))
    };
    let mut apart: Vec<(u64, bool)> = own().filter_map(tested).collect();
    apart.sort_unstable();
    let (_, first) = own()
        .find(|(game, _)| riffle_count(game).is_some())
        .filter(|_| !apart.is_empty())?;
    Some(RiffleTest {
        differences: apart,
        games: first.deals,
    })
}

/// Returns the number of riffles; `None` for a uniform shuffle.
pub fn riffle_count(game: &Bataille) -> Option<u64> {
    match game.shuffle {
        ShuffleMethod::Riffle(riffles) => Some(riffles.into()),
        ShuffleMethod::Uniform => None,
    }
}

/// Returns true if an outcome of a riffled run differs significantly from the uniform run; each outcome has a test.
fn differs_from_uniform(
    (game, summary): BatailleRun<'_>,
    summaries: &[Summary],
    tests: &TestFamily,
) -> Option<bool> {
    let rules = (game.values, game.order, ShuffleMethod::Uniform);
    let uniform = find_run(summaries, |other: &Bataille| {
        (other.values, other.order, other.shuffle) == rules
    })?;
    let tests = BatailleOutcome::NAMES.iter().filter_map(|outcome| {
        let p = two_sample_p_value(
            summary.named_proportion(outcome)?.proportion,
            uniform.named_proportion(outcome)?.proportion,
        );
        Some(tests.is_significant(p))
    });
    tests.reduce(|one, other| one | other)
}
