//! The chapter of the patience and its findings.

use crate::page::values::{NumberValue, PageRun, optional};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily, test_value};
use minijinja::{Value, context};
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::Summary;
use pioche_engine::stats::Estimate;
use pioche_engine::stats::compare::{binomial_p_value, risk_ratio};
use pioche_engine::stats::power::DifferenceTest;
use pioche_report::draw::Figure;
use pioche_report::figures::NamedFigure;
use pioche_report::lang::{Lang, Text};
use pioche_report::number::PageNumber;
use pioche_report::value_words::rounded_to_digits;
use pioche_topics::alliances;
use pioche_topics::alliances::{
    AT_MOST_PILES_CURVE, BEST_CHANGE_POSITION_CURVE, GAIN_DISTRIBUTION_CURVE, PILES_CURVE,
    automatic_game, figure, has_only_rule_player, largest_rule_run, run_experiment, win_estimate,
    win_proportion, win_rows, won_deals,
};

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &alliances::TOPIC,
    page_order: 5,
    template: Text::new(
        include_str!("alliances.fr.md"),
        include_str!("alliances.en.md"),
    ),
    values,
    figures: &[
        NamedFigure {
            name: "alliances-gain",
            draw: |summaries, lang| rule_figure(GAIN_DISTRIBUTION_CURVE, EXCHANGE, summaries, lang),
        },
        NamedFigure {
            name: "alliances-place",
            draw: |summaries, lang| {
                rule_figure(BEST_CHANGE_POSITION_CURVE, EXCHANGE, summaries, lang)
            },
        },
        NamedFigure {
            name: "alliances-improved",
            draw: |summaries, lang| {
                let runs = runs_where(summaries, has_only_rule_player);
                (alliances::TOPIC.overview_figure)(&runs, lang)
            },
        },
        NamedFigure {
            name: "alliances-piles",
            draw: |summaries, lang| rule_figure(PILES_CURVE, None, summaries, lang),
        },
        NamedFigure {
            name: "alliances-win",
            draw: |summaries, lang| rule_figure(AT_MOST_PILES_CURVE, None, summaries, lang),
        },
        NamedFigure {
            name: "alliances-players",
            draw: |summaries, lang| {
                let runs = runs_where(summaries, |summary| !has_only_rule_player(summary));
                (alliances::TOPIC.overview_figure)(&runs, lang)
            },
        },
    ],
    extra_tables: Vec::new,
    further_commands: &[
        "pioche solve alliances --row 7-T,8-T,9-K,7-C,10-C,9-C,V-C",
        "pioche solve alliances --row 7-T,8-T,8-K,9-K,9-T,10-C,9-C,V-C",
    ],
};

const EXCHANGE: Option<Improvement> = Some(Improvement::Exchange);

/// The thresholds of the table on the page; the CSV file has all of them.
const THRESHOLDS: [u64; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/// Draws a figure of the runs of the rule with this change of the stock.
fn rule_figure(
    kind: &'static str,
    improvement: Option<Improvement>,
    summaries: &[Summary],
    lang: Lang,
) -> Option<Figure> {
    let is_wanted = |summary: &Summary| {
        has_only_rule_player(summary) && run_experiment(summary).improvement() == improvement
    };
    figure(kind, &runs_where(summaries, is_wanted), lang)
}

/// Returns the wanted runs under the handout's rule of alliance; the page has no others.
fn runs_where(summaries: &[Summary], is_wanted: impl Fn(&Summary) -> bool) -> Vec<Summary> {
    let is_handout_rule =
        |summary: &Summary| run_experiment(summary).alliance() == AllianceRule::Either;
    summaries
        .iter()
        .filter(|summary| is_handout_rule(summary) && is_wanted(summary))
        .cloned()
        .collect()
}

fn is_changed(summary: &Summary) -> bool {
    run_experiment(summary).improvement().is_some()
}

fn values(summaries: &[Summary], tests: &mut TestFamily) -> ChapterValues {
    let rule = runs_where(summaries, has_only_rule_player);
    let perfect_play = runs_where(summaries, |summary| !has_only_rule_player(summary));
    let plain = runs_where(&rule, |summary| !is_changed(summary));
    let changed = runs_where(&rule, is_changed);
    let exchanged = runs_where(&rule, |summary| {
        run_experiment(summary).improvement() == EXCHANGE
    });
    let perfect = runs_where(&perfect_play, |summary| !is_changed(summary));
    let perfect_changed = runs_where(&perfect_play, is_changed);
    let page_runs =
        |runs: &[Summary]| -> Value { runs.iter().map(|run| page_run(run, &plain)).collect() };
    let examples = Examples {
        plain32: run_of_cards(&plain, 32, None),
        plain52: run_of_cards(&plain, 52, None),
        exchange32: run_of_cards(&rule, 32, EXCHANGE),
        move32: run_of_cards(&rule, 32, Some(Improvement::Move)),
        perfect32: run_of_cards(&perfect, 32, None),
    };
    let example = |run: Option<&Summary>| optional(run.map(|run| page_run(run, &plain)));
    let plain_runs: Vec<Value> = plain
        .iter()
        .map(|run| {
            page_run(run, &plain)
                .with("half", half_of_games(run, tests))
                .into()
        })
        .collect();
    let harmful = runs_where(&exchanged, |run| {
        run.proportion("worsened")
            .is_some_and(|worsened| worsened.count > 0)
    });
    ChapterValues {
        values: context! {
            exchanges => page_runs(&exchanged),
            exchange_deals => exchanged.iter().map(|run| run.deals()).sum::<u64>(),
            harmful => page_runs(&harmful),
            changes => page_runs(&changed),
            plain => Value::from(plain_runs),
            thresholds => threshold_rows(&plain),
            perfect => page_runs(&perfect),
            perfect_changes => page_runs(&perfect_changed),
            plain32 => example(examples.plain32),
            plain52 => example(examples.plain52),
            exchange32 => example(examples.exchange32),
            move32 => example(examples.move32),
            perfect32 => example(examples.perfect32),
        },
        findings: examples.findings(),
    }
}

/// Returns a finding about some runs; `None` if a run is missing.
fn finding(name: &'static str, rank: u32, runs: &[Option<&Summary>]) -> Option<Finding> {
    let has_runs = runs.iter().all(Option::is_some);
    has_runs.then_some(Finding { name, rank })
}

/// The runs that the findings are about.
struct Examples<'a> {
    plain32: Option<&'a Summary>,
    plain52: Option<&'a Summary>,
    exchange32: Option<&'a Summary>,
    move32: Option<&'a Summary>,
    perfect32: Option<&'a Summary>,
}

impl Examples<'_> {
    fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        // Without a deal that ends with 2 piles, nothing can be said of their ratio.
        let plain32 = self.plain32.filter(|run| has_two_piles(run));
        let plain52 = self.plain52.filter(|run| has_two_piles(run));
        findings.extend(finding("exchange", 10, &[plain32, self.exchange32]));
        findings.extend(finding("move", 30, &[plain32, self.move32]));
        findings.extend(finding("foresight", 40, &[self.perfect32]));
        findings.extend(finding("rare_win", 80, &[plain32, plain52]));
        findings
    }
}

fn has_two_piles(run: &Summary) -> bool {
    win_estimate(run, automatic_game(run), 2).is_some_and(|two| two.interval.low > 0.0)
}

/// Returns the first run with this number of cards and this change of the stock.
fn run_of_cards(
    runs: &[Summary],
    cards: u64,
    improvement: Option<Improvement>,
) -> Option<&Summary> {
    runs.iter().find(|run| {
        run.setting(Alliances::CARDS.key) == Some(&cards.into())
            && run_experiment(run).improvement() == improvement
    })
}

/// Returns a run with the probabilities of at most 2 piles: `two` of its subject, `rule_two` of the rule on its deals,
/// and the ratio of the first to that of the rule on the most deals of the pack.
fn page_run(run: &Summary, plain: &[Summary]) -> PageRun {
    let rule = automatic_game(run);
    let largest = largest_rule_run(run, plain);
    let probability = |estimate: Option<Estimate>| {
        optional(estimate.map(PageNumber::Probability).map(NumberValue))
    };
    let rule_two = win_estimate(run, rule, 2);
    let one_in = rule_two
        .filter(|two| two.interval.low > 0.0)
        .map(|two| rounded_to_digits(1.0 / two.value, 3));
    PageRun::new(run)
        .with(
            "two",
            probability(win_estimate(run, run_experiment(run), 2)),
        )
        .with("rule_two", probability(rule_two))
        .with("one_in", one_in)
        .with(
            "ratio",
            optional(
                two_pile_ratio(run, largest)
                    .map(PageNumber::Estimate)
                    .map(NumberValue),
            ),
        )
}

/// Returns the ratio of the probabilities of at most 2 piles of the subject of a run and of the rule.
fn two_pile_ratio(run: &Summary, rule_run: &Summary) -> Option<Estimate> {
    let subject = win_proportion(run, run_experiment(run), 2)?;
    let rule = win_proportion(rule_run, automatic_game(run), 2)?;
    let (value, interval) = risk_ratio(subject, rule, run.confidence)?;
    Some(Estimate { value, interval })
}

/// Returns the fewest permitted piles with which more than half of the games are won, and the larger p-value of the two
/// shares next to one half.
fn half_of_games(run: &Summary, tests: &mut TestFamily) -> Value {
    let rows: Vec<_> = win_rows(run, automatic_game(run)).collect();
    let Some(first) = rows.iter().position(|(_, row)| row.value > 0.5) else {
        return Value::from(());
    };
    let mut largest_p_value = 0.0_f64;
    for (_, row) in &rows[first.saturating_sub(1)..=first] {
        let p_value = binomial_p_value(won_deals(run, row), 0.5);
        largest_p_value = largest_p_value.max(tests.add(p_value));
    }
    let (piles, _) = rows[first];
    context! {
        piles,
        p => largest_p_value,
        power => test_value(DifferenceTest::KnownProbability {
            trials: run.deals(),
            probability: 0.5,
        }),
    }
}

/// Returns the probabilities of winning with some numbers of permitted piles, one column for each pack.
fn threshold_rows(plain: &[Summary]) -> Value {
    let mut rows = Vec::new();
    for piles in THRESHOLDS {
        let shares: Vec<Value> = plain
            .iter()
            .map(|run| {
                let estimate = win_estimate(run, automatic_game(run), piles);
                optional(estimate.map(PageNumber::Probability).map(NumberValue))
            })
            .collect();
        rows.push(context! { piles, shares });
    }
    Value::from(rows)
}
