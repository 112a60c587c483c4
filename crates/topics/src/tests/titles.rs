//! Tests of titles: each number of a title is that of a row.

use super::distinct_experiments;
use crate::{TOPICS, Topic};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, MeasureEstimate, Run, RunOptions, Seed, Summary, tally_file};
use pioche_report::Glossary;
use pioche_report::finding::finding;
use pioche_report::lang::Lang;
use pioche_report::value_words::ValueWords;

/// Returns the number in a text that begins with it, in the digits of a language.
fn leading_number(text: &str, lang: Lang) -> Option<f64> {
    let is_part =
        |sign: &char| sign.is_ascii_digit() || [',', '.', '\u{202f}', '\u{a0}'].contains(sign);
    let digits: String = text.chars().take_while(is_part).collect();
    let digits = match lang {
        Lang::En => digits.replace(',', ""),
        Lang::Fr => digits.replace(['\u{202f}', '\u{a0}'], "").replace(',', "."),
    };
    digits.trim_end_matches('.').parse().ok()
}

/// Returns the number after some words.
fn number_after(text: &str, words: &str, lang: Lang) -> Option<f64> {
    let (_, end) = text.split_once(words)?;
    leading_number(end, lang)
}

/// Returns the number at the end of a range.
fn range_end(words: &str, lang: Lang) -> f64 {
    let to = if lang == Lang::En { " to " } else { " à " };
    number_after(words, to, lang).unwrap_or_else(|| panic!("{words}"))
}

/// Checks that the ends of a range, in any order, enclose the interval of a row.
fn check_range(words: &str, ends: [f64; 2], row: &MeasureEstimate) {
    let interval = row.interval.unwrap_or_else(|| panic!("{words}"));
    let low = ends[0].min(ends[1]);
    let high = ends[0].max(ends[1]);
    assert!(
        low <= interval.low + 1e-9 && high >= interval.high - 1e-9,
        "{words}: {interval:?}"
    );
}

/// Checks that words state the value of a row: its exact value, or the number of its deals.
fn check_words(words: &str, row: &MeasureEstimate, lang: Lang) {
    let Some(share) = row.proportion else {
        let value = row.exact.unwrap_or(row.value);
        let number = leading_number(words, lang).unwrap_or_else(|| panic!("{words}"));
        assert!(
            (number - value).abs()
                <= 0.01 + row.interval.map_or(0.0, |interval| interval.half_width()),
            "{words}: {value}"
        );
        return;
    };
    let value = row.exact.unwrap_or(row.value);
    let one_in = ["one ", "about one ", "une ", "environ une "];
    let is_range = words.contains(if lang == Lang::En { " to " } else { " à " });
    if one_in.iter().any(|start| words.starts_with(start)) {
        let separator = if lang == Lang::En { " in " } else { " sur " };
        let number = number_after(words, separator, lang).unwrap_or_else(|| panic!("{words}"));
        if is_range {
            check_range(words, [1.0 / number, 1.0 / range_end(words, lang)], row);
        } else {
            assert!(
                (1.0 / number - value).abs() <= 0.05 * value,
                "{words}: {value}"
            );
        }
    } else if words.contains('%') && is_range {
        let number = leading_number(words, lang).unwrap_or_else(|| panic!("{words}"));
        check_range(words, [number / 100.0, range_end(words, lang) / 100.0], row);
    } else if words.starts_with("no ") || words.starts_with("none") || words.starts_with("aucune") {
        assert!(value == 0.0 && share.undecided == 0, "{words}: {row:?}");
    } else if ["all", "les ", "toutes", "tous"]
        .iter()
        .any(|start| words.starts_with(start))
    {
        assert!(value == 1.0, "{words}: {row:?}");
    } else if words.contains('%') {
        let number = leading_number(words, lang).unwrap_or_else(|| panic!("{words}"));
        let interval = row.interval.map_or(0.0, |interval| interval.half_width());
        let rounding = if row.exact.is_some() {
            0.006 * value
        } else {
            interval.max(0.006 * value)
        };
        assert!(
            (number / 100.0 - value).abs() <= rounding,
            "{words}: {value}"
        );
    } else {
        let least = leading_number(words, lang).unwrap_or_else(|| panic!("{words}"));
        let separator = if lang == Lang::En { " of " } else { "sur " };
        let total = number_after(words, separator, lang).unwrap_or_else(|| panic!("{words}"));
        assert_eq!(
            (least, total),
            (share.count as f64, share.total as f64),
            "{words}"
        );
        if share.undecided > 0 {
            let to = if lang == Lang::En { " to " } else { " à " };
            let most = number_after(words, to, lang).unwrap_or_else(|| panic!("{words}"));
            assert_eq!(most, (share.count + share.undecided) as f64, "{words}");
        }
    }
}

fn summary_of(experiment: &dyn Experiment, run: &Run) -> Summary {
    let experiment = from_name(&experiment.name()).expect("the name is known");
    Summary::new(experiment.into(), run, Default::default())
}

/// Returns runs of the experiments of a topic, with one deal, two, some and many.
fn summaries(topic: &Topic) -> Vec<Summary> {
    let mut summaries = Vec::new();
    for experiment in distinct_experiments(topic) {
        for deals in [1, 2, 30, 640] {
            let run = experiment
                .run(experiment.plan(Seed(1), deals), &RunOptions::default())
                .expect("threads can be started");
            summaries.push(summary_of(experiment.as_ref(), &run));
        }
    }
    summaries
}

/// The words for each row of a run say its value; a rare share is never written as none.
#[test]
fn words_of_every_row_state_its_value() {
    let mut forms = std::collections::BTreeSet::new();
    for topic in TOPICS {
        for summary in summaries(topic) {
            for row in summary.rows() {
                for lang in [Lang::En, Lang::Fr] {
                    let words = ValueWords::new(&summary, row, lang);
                    if row.exact.is_some_and(|exact| exact < 1e-12 && exact > 0.0) {
                        continue;
                    }
                    check_words(&words.games, row, lang);
                    check_words(&words.short, row, lang);
                    let form = words.short.chars().filter(|sign| !sign.is_ascii_digit());
                    forms.insert(form.collect::<String>());
                }
            }
        }
    }
    assert!(forms.len() > 20, "{forms:?}");
}

/// The title of a single run states its main row; that of several runs states two of its main rows, each after its name.
#[test]
fn titles_state_main_rows() {
    for topic in TOPICS {
        let summaries = summaries(topic);
        let words = topic.glossary.finding();
        for lang in [Lang::En, Lang::Fr] {
            for summary in &summaries {
                let title = finding(std::slice::from_ref(summary), &topic.glossary, lang);
                let name = (words.main_row)(summary);
                let column = summary.row_name_column().expect("named rows");
                let stated = summary.rows().any(|row| {
                    let is_main = row.field(column).map(ToString::to_string) == Some(name.clone());
                    let value = ValueWords::new(summary, row, lang);
                    let clause = (words.clause)(summary, row, &value, lang).to_lowercase();
                    is_main && title.to_lowercase().contains(&clause)
                });
                assert!(stated, "{title}: {}", summary.name());
            }
            let title = finding(&summaries, &topic.glossary, lang);
            let parts: Vec<&str> = title
                .split(if lang == Lang::En { "; " } else { " ; " })
                .collect();
            assert_eq!(parts.len(), 2, "{title}");
            assert!(parts.iter().all(|part| part.contains(':')), "{title}");
        }
    }
}

/// Deals that were stopped before they were decided count either way.
#[test]
fn undecided_deals_are_a_range() {
    let experiment = from_name("alliances cards=32 improve=none player=perfect").expect("a name");
    let run = experiment
        .run(experiment.plan(Seed(1), 40), &RunOptions::default())
        .expect("threads can be started");
    let mut summary = summary_of(experiment.as_ref(), &run);
    for row in &mut summary.estimates {
        if let Some(share) = &mut row.proportion {
            share.undecided = 5_u64.min(share.total - share.count);
            row.exact = None;
        }
    }
    for row in summary.rows() {
        for lang in [Lang::En, Lang::Fr] {
            check_words(&ValueWords::new(&summary, row, lang).games, row, lang);
        }
    }
    let text = tally_file::to_text(&summary.run);
    assert!(text.contains("alliances"));
}
