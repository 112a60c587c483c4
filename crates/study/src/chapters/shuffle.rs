//! The chapter of riffle shuffles: the cut, the distance to uniform, and suspect decks.

use crate::values::NumberValue;
use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::{cut_probabilities, cut_sup_norm_tail};
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::data_table::row_table;
use pioche_report::lang::Text;
use pioche_report::number::PageNumber;
use pioche_report::row_charts::figure_of_rows;
use pioche_report::table::{Cell, Table};
use pioche_topics::shuffle::{TOPIC, cut_figure, distance_figure, exact_distance, riffle_run};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: Text::new(include_str!("shuffle.fr.md"), include_str!("shuffle.en.md")),
    values: |summaries| {
        let rows: Value = summaries.iter().filter_map(riffle_value).collect();
        let exact = |probability| Value::from(NumberValue(PageNumber::Exact(probability)));
        context! {
            rows,
            cut_tails => CUT_DEVIATIONS.map(|deviation| {
                let tail = exact(cut_sup_norm_tail(52, 100_000, deviation));
                context! { deviation, tail }
            }),
            rare => exact(RARE),
            five_suspect => riffle_run(summaries, 52, 7).and_then(five_suspect_decks),
        }
    },
    questions: &[
        Question {
            name: "shuffle-cut",
            runs: &[SEVEN],
            commands: &[],
            figure: cut_figure,
            table: cut_table,
        },
        Question {
            name: "shuffle-distance",
            runs: &[StudyRuns("riffles=1..12", Deals::Few)],
            commands: &["pioche simulate shuffle --riffles 1..12"],
            figure: distance_figure,
            table: row_table,
        },
        Question {
            name: "shuffle-suspect",
            runs: &[StudyRuns("riffles=1..7", Deals::Few), SEVEN],
            commands: &[],
            figure: |summaries, lang| {
                figure_of_rows(summaries, "statistic=suspect_rate", &TOPIC.glossary, lang)
            },
            table: row_table,
        },
    ],
};

/// The handout's shuffle. Its run has many deals, since about one deck in a million is suspect.
const SEVEN: StudyRuns = StudyRuns("riffles=7", Deals::Scaled(5_000_000));

/// The largest probability of a rare event.
const RARE: f64 = 0.05;

/// The deviations of the table; the handout names the third one.
const CUT_DEVIATIONS: [f64; 5] = [0.0015, 0.002, 0.0025, 0.003, 0.0035];

/// Returns the shares of the cuts of a run, and their binomial probabilities.
fn cut_table(summaries: &[Summary]) -> Table {
    let probabilities = cut_probabilities(52);
    let cuts = summaries.iter().flat_map(|run| run.distribution("cut"));
    let row = |(cards, share): (i64, Estimate)| {
        let exact = probabilities.get(cards as usize);
        vec![
            Cell::from(cards as u64),
            Cell::Real(share.value),
            Cell::Real(share.interval.low),
            Cell::Real(share.interval.high),
            exact.map_or(Cell::Empty, |exact| Cell::Real(*exact)),
        ]
    };
    let columns = ["first_packet", "probability", "ci_low", "ci_high", "exact"];
    Table::new(&columns, cuts.map(row).collect())
}

/// Returns the exact distances of a run to a uniform shuffle.
fn riffle_value(summary: &Summary) -> Option<Value> {
    let distance = exact_distance(summary)?;
    let riffles = summary.setting("riffles")?.number()?;
    Some(context! { riffles, distance => distance.value })
}

/// Returns the probability that at least 5 of a million decks are suspect.
fn five_suspect_decks(summary: &Summary) -> Option<Value> {
    let suspect = summary.estimate("suspect")?;
    let Interval { low, high } = suspect.interval?;
    let at_least_five = |share| binomial_upper_tail(5, 1_000_000, share);
    let estimate = Estimate {
        value: at_least_five(suspect.value),
        interval: Interval {
            low: at_least_five(low),
            high: at_least_five(high),
        },
    };
    Some(NumberValue(PageNumber::Probability(estimate)).into())
}
