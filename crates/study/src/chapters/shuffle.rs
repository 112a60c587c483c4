//! The chapter of riffle shuffles: the cut, the distance to uniform, and suspect decks.

use crate::values::NumberValue;
use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::sim::{RowSelection, Summary};
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::{cut_probabilities, cut_sup_norm_tail};
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::data_table::row_table;
use pioche_report::lang::{Lang, Text, either};
use pioche_report::number::PageNumber;
use pioche_report::picture::{Line, NumberFormat, Picture, Plot, Point};
use pioche_report::table::{Cell, Table};
use pioche_topics::shuffle::{TOPIC, exact_distance, riffle_run};

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
            picture: cut_picture,
            table: cut_table,
        },
        Question {
            name: "shuffle-distance",
            runs: &[StudyRuns("riffles=1..12", Deals::Few)],
            commands: &["pioche simulate shuffle --riffles 1..12"],
            picture: |summaries, lang| TOPIC.picture(summaries, lang),
            table: row_table,
        },
        Question {
            name: "shuffle-suspect",
            runs: &[StudyRuns("riffles=1..7", Deals::Few), SEVEN],
            commands: &[],
            picture: |summaries, lang| {
                TOPIC.picture_of((RowSelection::STATISTIC, "suspect_rate"), summaries, lang)
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

/// Draws the shares of decks whose first packet has at most n cards.
fn cut_picture(summaries: &[Summary], lang: Lang) -> Option<Picture> {
    let mut points = Vec::new();
    let mut total = 0.0;
    for (cards, share) in summaries.first()?.distribution("cut") {
        let is_median = total < 0.5 && total + share.value >= 0.5;
        total += share.value;
        points.push(Point {
            x: cards as f64,
            y: total.min(1.0),
            text: if is_median {
                lang.integer(cards as u64)
            } else {
                String::new()
            },
            is_required: is_median,
            ..Point::default()
        });
    }
    let median = &points.iter().find(|point| !point.text.is_empty())?.text;
    let title = either!(
        lang,
        "La moitié des coupes de 52 cartes en laissent {median} au plus dans le premier paquet",
        "Half of the cuts of 52 cards leave at most {median} in the first packet"
    );
    let number = Text::new(
        "n, cartes du premier paquet",
        "n, cards of the first packet",
    );
    let share = Text::new(
        "Coupes avec au plus n cartes dans le premier paquet",
        "Cuts with at most n cards in the first packet",
    );
    let plot = Plot {
        x_label: number.in_lang(lang).to_owned(),
        y_label: share.in_lang(lang).to_owned(),
        y_format: NumberFormat::Percent,
        lines: vec![Line {
            is_curve: true,
            points,
            ..Line::default()
        }],
        level: Some((0.5, String::new())),
        reference: None,
    };
    Some(Picture::new(title, plot, lang))
}

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
