//! Tests that each topic is complete: names, settings, chapter, figures, files and examples.

mod film;
mod input;
mod play;
mod session;
mod titles;

use crate::verb::Verb;
use crate::words::Words;
use crate::{EXAMPLES, TOPICS, Topic, column_descriptions, paragraphs};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, RunOptions, Seed, Summary};
use std::collections::BTreeSet;

/// Experiments of every topic, with different histograms if a topic has several kinds.
const EXPERIMENTS: [&str; 18] = [
    "alliances cards=32 improve=none",
    "alliances cards=32 improve=exchange",
    "alliances cards=32 improve=none player=perfect",
    "alliances suits=2 ranks=6 improve=exchange player=perfect",
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

/// Runs an experiment with some deals.
fn summary(experiment: Box<dyn Experiment>, deals: u64) -> Summary {
    let plan = experiment.plan(Seed(1), deals);
    let run = experiment
        .run(plan, &RunOptions::default())
        .expect("threads start");
    Summary::new(experiment.into(), &run, Default::default())
}

/// Returns the runs of the experiments of a topic, with enough deals for each table to have rows.
fn summaries(topic: &Topic) -> Vec<Summary> {
    let experiments = distinct_experiments(topic).into_iter();
    experiments
        .map(|experiment| summary(experiment, 192))
        .collect()
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

/// Checks that [`TOPICS`] has each topic that a file or a `mod.rs` file declares.
#[test]
fn every_topic_is_in_the_list() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("a folder");
    let sources = folder.map(|entry| {
        let path = entry.expect("an entry").path();
        std::fs::read_to_string(path.join("mod.rs")).or_else(|_| std::fs::read_to_string(path))
    });
    let declared = sources
        .flatten()
        .filter(|source| source.contains("\npub static TOPIC: Topic"));
    assert_eq!(declared.count(), TOPICS.len());
}

#[test]
fn the_readme_names_every_topic() {
    let readme = include_str!("../../../../README.md");
    for topic in TOPICS {
        assert!(
            readme.contains(&format!(" {}", topic.name)),
            "{}",
            topic.name
        );
    }
}

/// Checks that the rows of the help have a name and a text.
#[test]
fn help_rows_have_texts() {
    let examples = paragraphs(EXAMPLES);
    for example in &examples {
        assert_eq!(example.len(), 2, "{example:?}");
    }
    let games = TOPICS.iter().copied().map(Some);
    for game in games.chain([None]) {
        let groups = column_descriptions(game);
        assert!(!groups.is_empty());
        for (heading, columns) in groups {
            assert!(!columns.is_empty(), "{heading:?}");
        }
    }
}

mod words {
    use super::*;
    use pioche_engine::sim::{Column, Field, FieldValue};
    use pioche_report::Glossary;
    use pioche_report::lang::Text;

    /// Columns that need no term in a glossary.
    const OWN_HEADINGS: [&str; 2] = ["deals", "exact"];

    fn assert_has_text(text: Text, of: &str) {
        assert!(!text.0.is_empty(), "{of}");
    }

    /// Checks that the glossary has every column, outcome and quantity of every table.
    #[test]
    fn glossary_contains_all_table_words() {
        for topic in TOPICS {
            assert_has_text(topic.title, topic.name);
            let known = |word: &str| {
                let text = topic.find(word).unwrap_or_default();
                assert!(!text.is_empty(), "{}: {word:?} has no text", topic.name);
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

    /// Checks that options have a label, a help text and a valid default, and that each column of
    /// a setting has an option.
    #[test]
    fn every_setting_has_documented_option() {
        for topic in TOPICS {
            let extra_verbs = topic.extra_verbs.iter().map(|(_, verb)| verb);
            let verbs = extra_verbs.chain(&topic.solve).chain(&topic.show);
            let options: Vec<Words> = verbs
                .flat_map(Verb::options)
                .chain(topic.simulate.options())
                .collect();
            for opt in &options {
                let key = opt.key();
                assert!(!opt.label().is_empty(), "{key}");
                assert_has_text(opt.help, key);
                if let Some(default) = opt.setting.default
                    && !opt.is_flag()
                {
                    assert!(opt.parse_list(default).is_ok(), "{}: {key}", topic.name);
                }
                // Each accepted word has a label.
                assert!([0, opt.words().len()].contains(&opt.labels.len()), "{key}");
                for word in opt.words() {
                    assert!(
                        !opt.word_label(word).unwrap_or_default().is_empty(),
                        "{word}"
                    );
                    assert_eq!(opt.parse_value(word), Ok(word.into()));
                }
            }
            // Options with the same key and help are one setting, so their labels and defaults must agree.
            for (at, opt) in options.iter().enumerate() {
                for other in &options[at + 1..] {
                    if opt.key() == other.key() && opt.help == other.help {
                        assert_eq!(
                            (opt.setting.default, opt.label()),
                            (other.setting.default, other.label()),
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

/// Checks that each option accepts the list in its help and simulates each of its values.
#[test]
fn list_examples_are_accepted() {
    for topic in TOPICS {
        for opt in topic.simulate.options() {
            let Some(example) = opt.list else {
                continue;
            };
            let list = opt.parse_list(example).expect("the list is understood");
            let runs = topic.all_experiments(&list).expect("experiments").len();
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
            let summary = summary(from_name(&name).expect("a valid name"), DEALS);
            summary.proportion("endless").expect("a share").count
        };
        assert!(endless("fixed") > DEALS / 10, "{values}");
        assert!(endless("alternating") < DEALS / 50, "{values}");
    }
}
