//! The sentence about a run of bataille, and the comparison of the wins of both players.

use super::GLOSSARY;
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::{equal_outcomes_p_value, exclusive_outcomes_difference};
use pioche_engine::stats::{Confidence, Estimate, Proportion};
use pioche_report::finding::run_finding;
use pioche_report::lang::{Lang, either};
use pioche_report::number::{difference_cell, measure_cell};
/// States the shares of wins of each player, the share of endless games or, with a limit of rounds, of games that are cut
/// off, and the mean length of the games.
pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let mut found = run_finding(summary, &GLOSSARY, lang) + ".";
    if summary.estimate("cut_off").is_some() {
        let cut_off = measure_cell(summary, "cut_off", lang);
        found.push_str(&either!(
            lang,
            " Parties arrêtées à la limite : {cut_off}.",
            " Games cut off at the limit: {cut_off}."
        ));
    }
    let comparison = match exact_lead(summary) {
        Some(points) => {
            let unit = french_points(points);
            let points = lang.decimal(points, 3);
            either!(
                lang,
                " Joueur 1 moins joueur 2 : {points} {unit}.",
                " Player 1 minus player 2: {points} points."
            )
        }
        None => win_comparison(summary)
            .map(|compared| format!(" {}", compared.sentence(lang)))
            .unwrap_or_default(),
    };
    let length = length_sentence(summary, lang);
    format!("{found}{comparison}{length}")
}

/// States the mean length of finite games or, with a limit, the mean number of rounds played; begins with a blank.
fn length_sentence(summary: &Summary, lang: Lang) -> String {
    if summary.estimate("rounds_played").is_some() {
        let mean = measure_cell(summary, "rounds_played", lang);
        return either!(
            lang,
            " Plis joués par partie, en moyenne : {mean}.",
            " Mean number of rounds played: {mean}."
        );
    }
    if summary.estimate("rounds").is_none() {
        return String::new();
    }
    let mean = measure_cell(summary, "rounds", lang);
    let all_end = summary
        .estimate("endless")
        .is_some_and(|endless| endless.value == 0.0);
    if all_end {
        return either!(
            lang,
            " Durée moyenne, en plis : {mean}.",
            " Mean length, in rounds: {mean}."
        );
    }
    either!(
        lang,
        " Durée moyenne d'une partie finie, en plis : {mean}.",
        " Mean length of a finite game, in rounds: {mean}."
    )
}

/// Returns the French noun after a number of percentage points: numbers below 2 take the singular.
fn french_points(points: f64) -> &'static str {
    if points.abs() < 2.0 {
        "point"
    } else {
        "points"
    }
}

/// Returns the wins of player 1 minus those of player 2, in percentage points, by the exact shares that stand in place of
/// estimates; `None` without them.
fn exact_lead(summary: &Summary) -> Option<f64> {
    let share = |player| {
        let row = summary.row(player)?;
        row.exact.filter(|_| row.interval.is_none())
    };
    Some(100.0 * (share("player1")? - share("player2")?))
}

struct WinComparison {
    /// The share of wins of player 1 minus that of player 2, in percentage points.
    points: Estimate,
    /// The p-value of the exact test of equal shares of wins.
    p_value: f64,
    confidence: Confidence,
}

/// Compares the wins of both players of a run; `None` if no game was won.
fn win_comparison(summary: &Summary) -> Option<WinComparison> {
    let shares = [
        summary.proportion("player1")?,
        summary.proportion("player2")?,
    ];
    let has_wins = shares.iter().any(|share| share.count > 0);
    has_wins.then(|| WinComparison::new(shares, summary.confidence))
}

impl WinComparison {
    fn new(shares: [Proportion; 2], confidence: Confidence) -> Self {
        let [one, two] = shares;
        let difference = exclusive_outcomes_difference(one, two, confidence);
        Self {
            points: difference.scaled(100.0),
            p_value: equal_outcomes_p_value(one, two),
            confidence,
        }
    }

    fn sentence(&self, lang: Lang) -> String {
        let unit = french_points(self.points.value);
        let points = difference_cell(self.points, lang);
        let significance_level = 1.0 - self.confidence.level();
        let p = format!(
            "p\u{a0}{}",
            lang.p_value(self.p_value, significance_level, 3)
        );
        let verdict = if self.p_value > significance_level {
            either!(lang, "écart non significatif", "not significant")
        } else if self.points.value > 0.0 {
            either!(lang, "avantage du joueur 1", "an advantage for player 1")
        } else {
            either!(lang, "avantage du joueur 2", "an advantage for player 2")
        };
        either!(
            lang,
            "Joueur 1 moins joueur 2 : {points} {unit}, {verdict} ({p}).",
            "Player 1 minus player 2: {points} points, {verdict} ({p})."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use pioche_engine::experiments::from_name;
    use pioche_engine::sim::{RunOptions, Seed};

    /// Returns the numbers between the brackets of a text.
    fn printed_interval(text: &str) -> [f64; 2] {
        let (_, bounds) = text.split_once('[').expect("an interval");
        let (bounds, _) = bounds.split_once(']').expect("an interval");
        let numbers: Vec<f64> = bounds
            .split(", ")
            .map(|number| number.replace('−', "-").replace(',', ""))
            .map(|number| number.parse().expect("a number"))
            .collect();
        [numbers[0], numbers[1]]
    }

    /// The printed interval excludes 0 exactly where the sentence names an advantage: of 12,000 pairs of counts, most of
    /// them next to the limit of the test.
    #[test]
    fn printed_interval_agrees_with_verdict() {
        let mut advantages = 0;
        let mut sentences = 0;
        for games in [12, 60, 100, 400, 1000, 2000, 100_000] {
            for decided in [games, games * 3 / 4, games / 2] {
                let spread = (decided as f64).sqrt();
                for step in -300..300 {
                    let lead = (2.5 * spread * f64::from(step) / 300.0) as i64;
                    let one = (decided as i64 + lead).max(0) as u64 / 2;
                    let one = one.min(decided);
                    let shares = [one, decided - one].map(|wins| Proportion::new(wins, games));
                    let comparison = WinComparison::new(shares, Confidence::default());
                    let sentence = comparison.sentence(Lang::En);
                    let [low, high] = printed_interval(&sentence);
                    let has_advantage = sentence.contains("an advantage");
                    assert_eq!(low > 0.0 || high < 0.0, has_advantage, "{sentence}");
                    advantages += usize::from(has_advantage);
                    sentences += 1;
                }
            }
        }
        assert!(sentences >= 12_000 && advantages > 1000, "{advantages}");
    }

    /// Returns whether the sentence of a run of 12 values names an advantage. The interval that it prints excludes 0
    /// exactly then.
    fn has_advantage(max_rounds: &str, seed: u64) -> bool {
        let name =
            format!("bataille values=12 order=fixed shuffle=uniform max_rounds={max_rounds}");
        let experiment = from_name(&name).expect("a name");
        let plan = experiment.plan(Seed(seed), 100 * (1 + seed % 10));
        let options = RunOptions {
            threads: Some(1),
            ..RunOptions::default()
        };
        let run = experiment.run(plan, &options).expect("a thread");
        let summary = Summary::new(experiment.into(), &run, Confidence::default());
        let comparison = win_comparison(&summary).expect("a game is won");
        let sentence = comparison.sentence(Lang::En);
        let [low, high] = printed_interval(&sentence);
        let has_advantage = sentence.contains("an advantage");
        assert_eq!(
            low > 0.0 || high < 0.0,
            has_advantage,
            "{max_rounds} {seed}: {sentence}"
        );
        has_advantage
    }

    /// Compares the interval and the verdict in 1,000 runs of one round, in which no player has an advantage, and in 1,000
    /// runs of whole games, in which player 1 has one.
    #[test]
    fn printed_interval_of_runs_agrees_with_verdict() {
        let advantages = ["1", "none"].map(|max_rounds| {
            let seeds = 0..1000;
            seeds
                .filter(|&seed| has_advantage(max_rounds, seed))
                .count()
        });
        let [null, other] = advantages;
        assert!(null < 70 && other > 80, "{advantages:?}");
    }
}
