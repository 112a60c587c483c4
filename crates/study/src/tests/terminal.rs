//! Tests of tables at different widths.

use crate::tests::STUDY_SUMMARIES;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_engine::stats::Confidence;
use pioche_report::lang::Lang;
use pioche_report::{ReportOptions, terminal_report};
use pioche_topics::{Topic, alak, bataille, solitaire};
use std::sync::Arc;

fn report_options(topic: &'static Topic, lang: Lang, columns: usize) -> ReportOptions<'static> {
    ReportOptions {
        lang,
        use_colours: false,
        glossary: &topic.glossary,
        result_sentence: topic.summary_sentence,
        notes: topic.notes,
        command_note: "",
        terminal_columns: columns,
        show_all: false,
        quiet: false,
    }
}

/// Returns the summary of a run of 640 deals.
fn summary_of(name: &str) -> Summary {
    let experiment = from_name(name).expect("a valid name");
    let run = experiment
        .run(experiment.plan(Seed(1), 640), &RunOptions::default())
        .unwrap();
    let confidence = Confidence::new(0.95).unwrap();
    Summary::new(Arc::from(experiment), &run, confidence)
}

/// Returns the number of lines that a text takes on a terminal with `columns` columns.
fn height(text: &str, columns: usize) -> usize {
    text.lines()
        .map(|line| line.chars().count().saturating_sub(1) / columns + 1)
        .sum()
}

/// Tables may be folded at 80 columns, with the row names in each part, but not at 120 columns.
#[test]
fn folded_tables_repeat_row_names() {
    for (topic, summaries) in &*STUDY_SUMMARIES {
        for lang in [Lang::Fr, Lang::En] {
            for (columns, all) in [(80, false), (80, true), (120, false), (120, true)] {
                let view = ReportOptions {
                    show_all: all,
                    ..report_options(topic, lang, columns)
                };
                for summary in summaries {
                    let text = terminal_report::report_text(std::slice::from_ref(summary), &view);
                    let tables = text.lines().filter(|line| line.starts_with("──")).count();
                    let has_quantiles = summary.means().any(|(mean, _)| !mean.quantiles.is_empty());
                    // Headings that count excluded games are long.
                    let excludes_games = summary.means().any(|(mean, _)| mean.undecided_deals > 0);
                    let most_tables = if all {
                        2 + usize::from(has_quantiles) + usize::from(excludes_games)
                    } else {
                        1
                    };
                    assert!(columns == 80 || tables <= most_tables, "{columns}\n{text}");
                    let long = text.lines().find(|line| {
                        line.chars().count() > columns && !line.starts_with("pioche ")
                    });
                    // The row names and one column with all digits may need more than 80 columns.
                    assert!(
                        long.is_none() || (all && columns == 80),
                        "{columns}\n{text}"
                    );
                    assert!(
                        all || height(&text, columns) <= 22,
                        "{} lines\n{text}",
                        height(&text, columns)
                    );
                    // No row of a part begins with blanks.
                    let parts = text.split("\n──").skip(1);
                    for row in parts
                        .flat_map(|part| part.lines().skip(1))
                        .take_while(|line| line.starts_with(' '))
                    {
                        assert!(!row.starts_with("   "), "{row:?}\n{text}");
                    }
                }
            }
        }
    }
}

/// Several runs have a line each, with every outcome that a run has; the intervals are shown where they fit.
#[test]
fn outcomes_of_several_runs_have_a_column_each() {
    let summaries = [11, 12, 13].map(|values| {
        summary_of(&format!(
            "bataille values={values} order=fixed shuffle=riffle:7"
        ))
    });
    for (columns, has_intervals) in [(80, false), (130, true)] {
        let view = report_options(&bataille::TOPIC, Lang::En, columns);
        let text = terminal_report::report_text(&summaries, &view);
        let (_, table) = text.split_once("──\n").expect("a table");
        for values in ["11", "12", "13"] {
            let mut lines = table
                .lines()
                .filter(|line| line.split_whitespace().next() == Some(values));
            let line = lines.next().expect("a line of the run");
            assert_eq!(line.contains('['), has_intervals, "{line}");
            assert!(lines.next().is_none(), "{text}");
        }
    }
}

/// The numbers of pegs left have too many values for a column each.
#[test]
fn runs_with_many_outcomes_have_no_column_for_each() {
    let summaries =
        [0, 1].map(|hole| summary_of(&format!("solitaire board=triangle:5 hole={hole}")));
    let view = report_options(&solitaire::TOPIC, Lang::En, 200);
    let text = terminal_report::report_text(&summaries, &view);
    assert!(text.contains(" hole   pegs left "), "{text}");
}

/// A table that is too wide for the terminal loses the counts first, then the exact values, then the intervals.
#[test]
fn narrow_overviews_lose_columns_in_order() {
    let summaries = [summary_of(
        "alak cells=5 edge=line own_group=spared players=random,random",
    )];
    let headings = |columns: usize| {
        let view = report_options(&alak::TOPIC, Lang::En, columns);
        let text = terminal_report::report_text(&summaries, &view);
        let line = text.lines().find(|line| line.starts_with(" outcome"));
        let words: Vec<String> = line
            .expect("a line of headings")
            .split("   ")
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        words
    };
    let all = ["outcome", "count", "probability", "95% interval", "exact"];
    assert_eq!(headings(80), all);
    assert_eq!(
        headings(58),
        ["outcome", "probability", "95% interval", "exact"]
    );
    assert_eq!(headings(46), ["outcome", "probability", "95% interval"]);
    assert_eq!(headings(30), ["outcome", "probability"]);
}

/// The note about omitted rows is wrapped between words.
#[test]
fn omitted_note_fits_a_narrow_terminal() {
    let mut notes = 0;
    for (topic, summaries) in &*STUDY_SUMMARIES {
        for lang in [Lang::Fr, Lang::En] {
            let view = ReportOptions {
                lang,
                use_colours: false,
                glossary: &topic.glossary,
                result_sentence: topic.summary_sentence,
                notes: topic.notes,
                command_note: "",
                terminal_columns: 40,
                show_all: false,
                quiet: false,
            };
            for summary in summaries {
                let text = terminal_report::report_text(std::slice::from_ref(summary), &view);
                for line in text.lines().filter(|line| line.starts_with("… (--all")) {
                    assert!(line.chars().count() <= 40, "{line}");
                    notes += 1;
                }
            }
        }
    }
    assert!(notes > 10, "only {notes} notes were seen");
}
