//! Tests that each topic is complete: names, settings, chapter, figures, files and examples.

mod titles;

use crate::setting::OptionSpec;
use crate::{COMMAND_EXAMPLES, TOPICS, Topic, column_descriptions, paragraphs};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, Run, RunOptions, Seed, Summary};
use pioche_report::lang::Lang;
use std::collections::BTreeSet;

/// The number of deals of each experiment, which is enough for each table to have rows.
const DEALS: u64 = 192;

fn short_run(question: &dyn Experiment) -> Run {
    question
        .run(question.plan(Seed(1), DEALS), &RunOptions::default())
        .expect("threads can be started")
}

/// Experiments of every topic, with different histograms if a topic has several kinds.
const EXPERIMENTS: [&str; 18] = [
    "alliances cards=32 improve=none",
    "alliances cards=32 improve=exchange",
    "alliances cards=32 improve=none player=perfect",
    "alliances cards=2x6 improve=exchange player=perfect",
    "solitaire board=triangle:5 hole=12",
    "solitaire board=triangle:5 hole=0",
    "alak cells=9 edge=line own_group=spared players=random,random",
    "alak cells=8 edge=ring own_group=captured players=random,random",
    "bataille values=13 order=fixed shuffle=riffle:7",
    "bataille values=13 order=alternating shuffle=uniform",
    "bataille values=13 order=fixed shuffle=riffle:7 max_rounds=100",
    "bataille values=13 order=fixed shuffle=uniform pickup=random",
    "shuffle cards=52 riffles=7",
    "shuffle cards=52 riffles=5",
    "shuffle cards=32 riffles=1",
    "nim matches=25 takes=2,3 players=random,random",
    "nim matches=25 takes=2,3 players=perfect,random",
    "nim matches=7 takes=2,3 players=random,perfect",
];

/// Returns the experiments of a topic.
fn distinct_experiments(topic: &Topic) -> Vec<Box<dyn Experiment>> {
    let experiments = EXPERIMENTS.iter().filter_map(|name| from_name(name));
    experiments
        .filter(|experiment| experiment.topic() == topic.name)
        .collect()
}

fn summaries(topic: &Topic) -> Vec<Summary> {
    run_summaries(distinct_experiments(topic))
}

fn run_summaries(all: Vec<Box<dyn Experiment>>) -> Vec<Summary> {
    let summary = |question: Box<dyn Experiment>| {
        let run = short_run(question.as_ref());
        Summary::new(question.into(), &run, Default::default())
    };
    all.into_iter().map(summary).collect()
}

#[test]
fn topic_names_are_unique() {
    let names: BTreeSet<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    assert_eq!(names.len(), TOPICS.len());
    for topic in TOPICS {
        assert!(!distinct_experiments(topic).is_empty(), "{}", topic.name);
    }
    let experiments: usize = TOPICS
        .iter()
        .map(|topic| distinct_experiments(topic).len())
        .sum();
    assert_eq!(experiments, EXPERIMENTS.len());
}

/// Checks that [`TOPICS`] has each topic that a `mod.rs` file declares.
#[test]
fn every_topic_is_in_the_list() {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("a folder");
    let sources = folders
        .map(|entry| std::fs::read_to_string(entry.expect("an entry").path().join("mod.rs")));
    let declared = sources
        .flatten()
        .filter(|source| source.contains("\npub static TOPIC: Topic"));
    assert_eq!(declared.count(), TOPICS.len());
}

#[test]
fn the_readme_names_every_topic() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(path).expect("the README is there");
    for topic in TOPICS {
        assert!(
            readme.contains(&format!("pioche simulate {}", topic.name)),
            "{}",
            topic.name
        );
    }
}

/// Checks that the rows of the help have a name and different texts in both languages.
#[test]
fn help_rows_have_both_languages() {
    let examples = paragraphs(COMMAND_EXAMPLES);
    for example in &examples {
        assert_eq!(example.len(), 3, "{example:?}");
    }
    for paragraph in &examples {
        assert_ne!(paragraph[1], paragraph[2]);
    }
    let games = TOPICS.iter().copied().map(Some);
    for game in games.chain([None]) {
        let groups = column_descriptions(game);
        assert!(!groups.is_empty());
        for (heading, columns) in groups {
            assert!(
                heading.fr != heading.en && !columns.is_empty(),
                "{heading:?}"
            );
            assert!(columns.iter().all(|(_, fr, en)| fr != en), "{columns:?}");
        }
    }
}

mod words {
    use super::OptionSpec;
    use super::*;
    use pioche_engine::sim::{Column, Field, FieldValue};
    use pioche_report::Glossary;
    use pioche_report::lang::Text;

    /// Columns that need no term in a glossary.
    const OWN_HEADINGS: [&str; 2] = ["deals", "exact"];

    fn assert_both_languages(text: Text, of: &str) {
        assert!(!text.fr.is_empty() && !text.en.is_empty(), "{of}: {text:?}");
    }

    /// Checks that the glossary has every column, outcome and quantity of every table in both languages.
    #[test]
    fn glossary_contains_all_table_words() {
        for topic in TOPICS {
            let words = &topic.glossary;
            assert_both_languages(words.title, topic.name);
            let known = |word: &str| {
                let text = words.find(word);
                assert_both_languages(
                    text.unwrap_or_else(|| panic!("{}: nobody says what {word:?} is", topic.name)),
                    word,
                );
            };
            for summary in summaries(topic) {
                let columns = summary.columns.iter().map(|column| column.name());
                columns
                    .filter(|column| !OWN_HEADINGS.contains(column))
                    .for_each(known);
                summary.means().for_each(|(mean, _)| known(mean.name));
                summary
                    .shares()
                    .filter(|(share, _)| share.name.parse::<u64>().is_err())
                    .for_each(|(share, _)| known(share.name));
                let told = [
                    "outcome",
                    "statistic",
                    "improve",
                    "player",
                    "order",
                    "edge",
                    "own_group",
                ];
                for field in summary
                    .rows()
                    .flat_map(|row| &row.fields)
                    .filter(|field| told.contains(&field.key()))
                {
                    match &field.value {
                        FieldValue::Word(word) if word.parse::<u64>().is_err() => known(word),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Checks that options have a label and a help text in both languages and a valid default, and that each column of
    /// a setting has an option.
    #[test]
    fn every_setting_has_documented_option() {
        for topic in TOPICS {
            let verbs = [&topic.solve, &topic.show]
                .into_iter()
                .flatten()
                .map(|verb| verb.options);
            let own = topic.extra_verbs.iter().map(|(_, verb)| verb.options);
            let options: Vec<&OptionSpec> = verbs
                .chain(own)
                .chain([topic.simulate.options])
                .flatten()
                .collect();
            for opt in &options {
                let key = opt.key();
                assert_both_languages(opt.label, key);
                assert_both_languages(opt.help, key);
                assert_ne!(opt.help.fr, opt.help.en, "{}: {key}", topic.name);
                if let Some(default) = opt.setting.default
                    && !opt.is_flag()
                {
                    assert!(opt.parse_values(default).is_ok(), "{}: {key}", topic.name);
                }
                // Each accepted word has a label.
                assert_eq!(opt.words().len(), opt.word_labels.len(), "{key}");
                for word in opt.words() {
                    assert_both_languages(opt.word_label(word).expect("a label"), word);
                    assert_eq!(opt.parse_value(word), Ok(word.into()));
                }
            }
            // Options with the same key and help are one setting, so their labels and defaults must agree.
            for (at, opt) in options.iter().enumerate() {
                for other in &options[at + 1..] {
                    if opt.key() == other.key() && opt.help == other.help {
                        assert_eq!(
                            (opt.setting.default, opt.label),
                            (other.setting.default, other.label),
                            "{}: {}",
                            topic.name,
                            opt.key()
                        );
                    }
                }
            }
            let declared: BTreeSet<&str> = options.iter().map(|opt| opt.key()).collect();
            for summary in summaries(topic) {
                for key in summary.settings.iter().map(Field::key) {
                    let is_column = summary.columns.contains(&Column::Setting(key));
                    assert!(
                        !is_column || declared.contains(key),
                        "{}: no option is called {key}",
                        topic.name
                    );
                }
            }
        }
    }
}

/// Checks the label, style and value of each share in the figure of a two-player game.
#[test]
fn shares_in_figure_have_label_style_and_value() {
    use pioche_report::Glossary;
    use pioche_report::draw::{PanelContent, StyleChoice};
    use pioche_report::lang::Lang;
    let topic = crate::find_topic("nim").expect("nim");
    let found = summaries(topic).split_off(1);
    let figure = (topic.overview_figure)(&found[..1], Lang::En).expect("a figure");
    let PanelContent::Estimates(list) = &figure.panels[0].content else {
        panic!("a list")
    };
    for (index, outcome) in ["player1", "player2", "draw"].into_iter().enumerate() {
        let share = found[0].proportion(outcome).expect("a share");
        let label = topic.glossary.translate(Lang::En, outcome);
        let Some(row) = list.rows.iter().find(|row| row.label == label) else {
            // Impossible outcomes are not listed.
            assert_eq!(found[0].exact_value(outcome), Some(0.0), "{outcome}");
            continue;
        };
        let estimate = &row.estimates[0];
        assert_eq!(
            (&row.label, estimate.style),
            (&label, StyleChoice::Outcome(index))
        );
        assert_eq!(estimate.point.y, share.estimate(), "{outcome}");
    }
}

/// Checks that each option accepts the list in its help and simulates each of its values.
#[test]
fn list_examples_are_accepted() {
    for topic in TOPICS {
        let options = topic.simulate.options;
        for opt in options {
            let Some(example) = opt.list_example else {
                continue;
            };
            let list = opt.parse_values(example).expect("the list is understood");
            let runs = topic
                .simulate
                .all_experiments(&list)
                .expect("experiments")
                .len();
            assert!(
                runs >= 2 && runs.is_multiple_of(list.len()),
                "{} {example}: {runs}",
                topic.name
            );
        }
    }
}

/// The note about endless games names the order of laying as their reason: of the same deals, at least a tenth are endless
/// with a fixed order, and at most one in fifty with the other, for 5 to 13 values.
#[test]
fn alternating_order_leaves_few_games_endless() {
    const DEALS: u64 = 2000;
    for values in 5..=13 {
        let endless = |order: &str| {
            let name = format!("bataille values={values} order={order} shuffle=uniform");
            let experiment = from_name(&name).expect("a valid name");
            let run = experiment
                .run(experiment.plan(Seed(1), DEALS), &RunOptions::default())
                .expect("threads start");
            let summary = summary_of(experiment.as_ref(), &run);
            summary.proportion("endless").expect("a share").count
        };
        assert!(endless("fixed") > DEALS / 10, "{values}");
        assert!(endless("alternating") < DEALS / 50, "{values}");
    }
}

/// Returns the labels of the series of an overview of some runs, and for each series the abscissas of its points.
fn overview_series(topic: &str, names: &[&str]) -> Vec<(String, Vec<f64>)> {
    let summaries: Vec<Summary> = names
        .iter()
        .map(|name| {
            let experiment = from_name(name).expect("a valid name");
            let run = experiment
                .run(experiment.plan(Seed(1), 640), &RunOptions::default())
                .expect("threads start");
            summary_of(experiment.as_ref(), &run)
        })
        .collect();
    let topic = crate::find_topic(topic).expect("a topic");
    let figure = (topic.overview_figure)(&summaries, Lang::En);
    let figure = figure.expect("a figure");
    let plots = figure
        .panels
        .iter()
        .filter_map(|panel| match &panel.content {
            pioche_report::draw::PanelContent::Plot(plot) => Some(plot),
            _ => None,
        });
    let series = plots.flat_map(|plot| &plot.series);
    series
        .map(|series| {
            let xs = series.points.iter().map(|point| point.x).collect();
            (series.label.clone(), xs)
        })
        .collect()
}

/// Legends name every setting in which runs differ: a pack of another rule is not told by its cards alone.
#[test]
fn legends_name_what_differs() {
    let series = overview_series(
        "alliances",
        &[
            "alliances cards=32 improve=none alliance=suit",
            "alliances cards=36 improve=none",
        ],
    );
    let labels: Vec<&str> = series.iter().map(|(label, _)| label.as_str()).collect();
    assert!(
        labels.iter().any(|label| label.contains("same suit only")),
        "{labels:?}"
    );
    let labels = |names: &[&str]| -> BTreeSet<String> {
        let series = overview_series("alliances", names);
        series.into_iter().map(|(label, _)| label).collect()
    };
    let alliances = labels(&[
        "alliances cards=32 improve=none",
        "alliances cards=32 improve=none alliance=suit",
    ]);
    assert_eq!(
        Vec::from_iter(alliances),
        ["same suit only", "same suit or rank"]
    );
    // The rule has one line, also if a run of its own and a comparison have the same deals.
    let players = labels(&[
        "alliances cards=32 improve=none",
        "alliances cards=32 improve=none player=perfect",
    ]);
    assert_eq!(Vec::from_iter(players), ["perfect play", "rule"]);
}

/// Runs that differ in more than the shuffle have a line each, which does not turn back.
#[test]
fn runs_with_other_rules_have_lines_of_their_own() {
    let names: Vec<String> = ["", " pickup=winner-first"]
        .iter()
        .flat_map(|pickup| {
            [1, 3, 5].map(|riffles| {
                format!("bataille values=5 order=fixed shuffle=riffle:{riffles}{pickup}")
            })
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let series = overview_series("bataille", &names);
    let by_riffles: Vec<&(String, Vec<f64>)> = series
        .iter()
        .filter(|(_, xs)| xs.len() == 3 && xs[0] == 1.0)
        .collect();
    // Two panels with a line for each outcome; no game is endless if the winner's cards go first.
    assert_eq!(by_riffles.len(), 5, "{series:?}");
    for (label, xs) in by_riffles {
        assert_eq!(*xs, [1.0, 3.0, 5.0], "{label}");
    }
}

/// Of runs that differ only in seed or deals, charts draw the one with the most deals.
#[test]
fn charts_draw_one_of_equal_experiments() {
    let experiment = from_name("nim matches=9 takes=2,3 players=random,random").expect("a name");
    let summaries = [(1, 640), (2, 1280)].map(|(seed, deals)| {
        let run = experiment
            .run(experiment.plan(Seed(seed), deals), &RunOptions::default())
            .expect("threads start");
        summary_of(experiment.as_ref(), &run)
    });
    let drawn = pioche_report::figures::drawn_runs(&summaries);
    let seeds: Vec<u64> = drawn.iter().map(|summary| summary.seed()).collect();
    assert_eq!(seeds, [2]);
}

/// Returns the summary of a run with the default intervals.
pub fn summary_of(experiment: &dyn Experiment, run: &Run) -> Summary {
    let experiment = from_name(&experiment.name()).expect("the name is known");
    Summary::new(experiment.into(), run, Default::default())
}
