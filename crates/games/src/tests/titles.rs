//! Tests of sentences: each number of a sentence is that of a row.

use super::{distinct_experiments, summary};
use crate::{TOPICS, Topic};
use pioche_engine::sim::{Row, Summary};
use pioche_report::Glossary;
use pioche_report::lang::{Lang, in_language};
use pioche_report::number::PageNumber;
use pioche_report::question::{Question, row_name};
use pioche_report::value_words::ValueWords;

/// Returns the numbers of a text in a language, without signs.
fn numbers(text: &str) -> Vec<f64> {
    let plain = match Lang::current() {
        Lang::En => text.replace(',', ""),
        Lang::Fr => text.replace('\u{202f}', "").replace(',', "."),
    };
    let is_part = |sign: char| sign.is_ascii_digit() || sign == '.';
    let words = plain.split(|sign| !is_part(sign));
    words
        .filter_map(|word| word.trim_matches('.').parse().ok())
        .collect()
}

/// Checks that words are the number that both ends of an interval are, rounded to at least two digits, or a range that holds
/// both ends.
fn check_words(words: &str, [low, high]: [f64; 2]) {
    match numbers(words)[..] {
        [number] => {
            let rounding = (0.051 * number).max(0.006);
            let is_near = |end: f64| (number - end).abs() <= rounding;
            assert!(is_near(low) && is_near(high), "{words}: {low} {high}");
        }
        [first, last] => {
            assert!(
                first <= low + 1e-6 && last >= high - 1e-6,
                "{words}: {low} {high}"
            );
        }
        _ => panic!("{words}"),
    }
}

/// Returns the ends of the interval of a row.
fn ends(row: &Row) -> [f64; 2] {
    let interval = row.value_with_interval().interval;
    [interval.low, interval.high]
}

/// Returns runs of the experiments of a topic, with one deal, two, some and many.
fn summaries(topic: &Topic) -> Vec<Summary> {
    let runs = |deals: u64| {
        let experiments = distinct_experiments(topic).into_iter();
        experiments.map(move |experiment| summary(experiment, deals))
    };
    [1, 2, 30, 640].into_iter().flat_map(runs).collect()
}

fn check_value_words(summary: &Summary, estimate: &Row) {
    let [low, high] = ends(estimate);
    let is_share = estimate.proportion.is_some();
    let unit = if is_share { 100.0 } else { 1.0 };
    let words = PageNumber::from(estimate).words();
    check_words(&words, [unit * low, unit * high]);
    let games = ValueWords::new(summary, estimate).games;
    let is_one_in = games.starts_with("one ") || games.starts_with("une ");
    if is_share && is_one_in {
        check_words(&games, [1.0 / high, 1.0 / low]);
    }
}

/// The words for each row of a run say its value, and a rare share is written as one in so many.
#[test]
fn words_of_every_row_state_its_value() {
    let mut checked = 0;
    for topic in TOPICS {
        for summary in summaries(topic) {
            for row in summary.rows() {
                let mut estimate = row.clone();
                estimate.exact = None;
                let [low, _] = ends(&estimate);
                if !low.is_finite() || estimate.value < 0.0 {
                    continue;
                }
                for lang in [Lang::En, Lang::Fr] {
                    in_language(lang, || check_value_words(&summary, &estimate));
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

fn check_sentence(topic: &Topic, summary: &Summary) {
    let words = topic.finding();
    let runs = std::slice::from_ref(summary);
    let Some(question) = Question::new(runs, topic) else {
        panic!("{}", summary.name());
    };
    let sentence = question.sentence().to_lowercase();
    if let [setting] = &question.settings[..] {
        let value = ValueWords::new(summary, &setting.asked);
        let clause = (words.clause)(summary, &setting.asked, &value);
        assert_eq!(row_name(summary, &setting.asked), (words.main_row)(summary));
        assert!(
            sentence.contains(&clause.to_lowercase()),
            "{sentence}: {clause}"
        );
    } else {
        let quantity = question.quantity_name().to_lowercase();
        assert!(sentence.starts_with(&quantity), "{sentence}: {quantity}");
    }
}

/// The sentence about a single run states its main row.
#[test]
fn sentences_state_main_rows() {
    for topic in TOPICS {
        for summary in &summaries(topic) {
            for lang in [Lang::En, Lang::Fr] {
                in_language(lang, || check_sentence(topic, summary));
            }
        }
    }
}
