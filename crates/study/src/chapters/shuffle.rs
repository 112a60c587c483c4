//! The chapter of riffle shuffles: the cut, the distance to uniform, and suspect decks.

use crate::values::NumberValue;
use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::experiments::Shuffle;
use pioche_engine::sim::{RowSelection, Summary};
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::cut_sup_norm_tail;
use pioche_engine::stats::{Estimate, Interval};
use pioche_games::shuffle::TOPIC;
use pioche_report::lang::{decimal, tr};
use pioche_report::number::PageNumber;
use pioche_report::picture::{List, ListRow, NumberFormat, Picture};
use pioche_report::table::{Cell, Table};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("shuffle.fr.md"),
        en: include_str!("shuffle.en.md"),
    },
    values: |summaries| {
        let seven = Shuffle {
            cards: 52,
            riffles: 7,
        };
        let rows: Value = summaries.iter().filter_map(riffle_value).collect();
        context! {
            rows,
            cut_tails => CUT_DEVIATIONS.map(|deviation| {
                context! { deviation, tail => Value::from(NumberValue(cut_tail(deviation))) }
            }),
            rare => Value::from(NumberValue(PageNumber::exact(RARE))),
            five_suspect => summaries
                .iter()
                .find(|summary| summary.experiment_as() == Some(&seven))
                .and_then(five_suspect_decks),
        }
    },
    questions: &[
        Question {
            name: "shuffle-cut",
            runs: &[SEVEN],
            picture: |_, _| Some(cut_picture()),
            table: cut_table,
            ..Question::USUAL
        },
        Question {
            name: "shuffle-distance",
            runs: &[StudyRuns("riffles=1..12", Deals::Few)],
            commands: &["pioche simulate shuffle --riffles 1..12"],
            ..Question::USUAL
        },
        Question {
            name: "shuffle-suspect",
            runs: &[StudyRuns("riffles=1..7", Deals::Few), SEVEN],
            picture: |topic, runs| {
                topic.picture_of((RowSelection::STATISTIC, "suspect_rate"), runs)
            },
            ..Question::USUAL
        },
    ],
};

/// The handout's shuffle. Its run has many deals, since about one deck in a million is suspect.
const SEVEN: StudyRuns = StudyRuns("riffles=7", Deals::Scaled(5_000_000));

/// The largest probability of a rare event.
const RARE: f64 = 0.05;

/// The deviations of the table; the handout names the third one.
const CUT_DEVIATIONS: [f64; 5] = [0.0015, 0.002, 0.0025, 0.003, 0.0035];

/// Returns the probability that a share of 100,000 cuts of 52 cards deviates by more.
fn cut_tail(deviation: f64) -> PageNumber {
    PageNumber::exact(cut_sup_norm_tail(52, 100_000, deviation))
}

/// Draws the probability of a deviation above each of [`CUT_DEVIATIONS`].
fn cut_picture() -> Picture {
    let row = |deviation| {
        let tail = cut_tail(deviation);
        ListRow {
            name: decimal(deviation, 4),
            value: Some(tail.estimate.value),
            cells: vec![tail.words()],
            ..ListRow::default()
        }
    };
    let list = List {
        axis_label: tr!("Probability of a larger difference"),
        format: NumberFormat::Percent,
        columns: vec![String::new()],
        rows: CUT_DEVIATIONS.map(row).into(),
    };
    let subtitle = tr!("52 cards, exact values");
    Picture {
        subtitle,
        ..Picture::new("", list)
    }
}

fn cut_table(_: &[Summary]) -> Table {
    let row = |deviation| {
        let tail = cut_tail(deviation).estimate.value;
        vec![Cell::Real(deviation), Cell::Real(tail)]
    };
    let columns = ["deviation", "probability"];
    Table::new(&columns, CUT_DEVIATIONS.map(row).into())
}

/// Returns the exact distances of a run to a uniform shuffle.
fn riffle_value(summary: &Summary) -> Option<Value> {
    let distance = summary.exact_value("total_variation")?;
    let riffles = summary.setting("riffles")?.number()?;
    Some(context! { riffles, distance })
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
    Some(NumberValue(PageNumber::probability(estimate)).into())
}
