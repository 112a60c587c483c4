//! The answers of bataille's chapter: sentences and tables, and the number of riffles after which games no longer
//! differ from those of uniform decks. Each difference of each outcome is tested.

use crate::lang::{Lang, either};
use crate::report::text_table::{estimate_cell, mean_cell, proportion_cell};
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::{equal_outcomes_p_value, exclusive_outcomes_difference};
use pioche_engine::stats::{Confidence, Estimate, Interval};

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

pub(super) struct WinComparison {
    /// The share of wins of player 1 minus that of player 2, in percentage points.
    pub(super) points: Estimate,
    /// The p-value of the exact test of equal shares of wins.
    pub(super) p_value: f64,
    confidence: Confidence,
}

/// Compares the wins of both players of a run; `None` if no game was won.
pub(super) fn win_comparison(summary: &Summary) -> Option<WinComparison> {
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
        p_value: equal_outcomes_p_value(one, two),
        confidence,
    })
}

impl WinComparison {
    fn sentence(&self, lang: Lang) -> String {
        let points = estimate_cell(self.points.value, self.points.interval, lang);
        let significance_level = 1.0 - self.confidence.level();
        let p = format!(
            "p\u{a0}{}",
            lang.p_value(self.p_value, significance_level, 3)
        );
        let verdict = if self.p_value > significance_level {
            lang.either("écart non significatif", "not significant")
        } else if self.points.value > 0.0 {
            lang.either("avantage du joueur 1", "an advantage for player 1")
        } else {
            lang.either("avantage du joueur 2", "an advantage for player 2")
        };
        either!(
            lang,
            "Joueur 1 moins joueur 2 : {points} points, {verdict} ({p}).",
            "Player 1 minus player 2: {points} points, {verdict} ({p})."
        )
    }
}

/// Returns the number of riffles; `None` for a uniform shuffle.
pub fn riffle_count(game: &Bataille) -> Option<u64> {
    match game.shuffle {
        ShuffleMethod::Riffle(riffles) => Some(riffles.into()),
        ShuffleMethod::Uniform => None,
    }
}
