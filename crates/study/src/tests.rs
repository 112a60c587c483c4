//! Tests of the chapters: every question has runs, a picture without faults and a table, and a sentence claims only what its
//! numbers show.

use crate::page::{PageFigure, PageFigures, StudyChapter, StudyPage, render};
use crate::{CHAPTERS, experiments};
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_report::lang::Lang;
use pioche_testing::picture::{Picture, layout_faults};
use std::sync::{Arc, LazyLock};

/// Plays a study; each run has at most 20,000 deals.
fn play(seed: u64, scale: f64) -> Vec<StudyChapter> {
    let mut chapters = Vec::new();
    for chapter in CHAPTERS {
        let mut summaries = Vec::new();
        for (experiment, deals) in chapter.runs() {
            let plan = experiment.plan(Seed(seed), deals.at_scale(scale).min(20_000));
            let run = experiment
                .run(plan, &RunOptions::default())
                .expect("threads");
            let experiment = Arc::from(experiment);
            summaries.push(Summary::new(experiment, &run, Default::default()));
        }
        chapters.push(StudyChapter { chapter, summaries });
    }
    chapters
}

/// A study with some hundred deals of each change of the stock.
static STUDY: LazyLock<Vec<StudyChapter>> = LazyLock::new(|| play(1, 0.02));

fn page(study: &[StudyChapter], lang: Lang) -> StudyPage {
    let mut figures = PageFigures::new();
    for question in CHAPTERS.iter().flat_map(|chapter| chapter.questions) {
        let title = question.name.to_owned();
        let svg = "<svg></svg>".to_owned();
        figures.insert(question.name, PageFigure { title, svg });
    }
    render(study, figures, "pioche study", lang).expect("a page")
}

/// Returns the answers of a page: the lines of its quotations.
fn answers(study: &[StudyChapter], lang: Lang) -> Vec<String> {
    let markdown = page(study, lang).markdown;
    let answers = markdown.lines().filter_map(|line| line.strip_prefix("> "));
    answers.map(str::to_owned).collect()
}

#[test]
fn every_question_has_runs_a_picture_and_a_table() {
    for StudyChapter { chapter, summaries } in &*STUDY {
        for question in chapter.questions {
            let name = question.name;
            assert!(name.starts_with(chapter.topic.name), "{name}");
            for runs in question.runs {
                assert!(!experiments(chapter.topic, runs.0).is_empty(), "{}", runs.0);
            }
            let runs = chapter.runs_of(question, summaries);
            assert!(!(question.table)(&runs).rows.is_empty(), "{name}");
            for lang in [Lang::En, Lang::Fr] {
                let picture = (question.picture)(&runs, lang).expect("a picture");
                let drawn = picture.draw().expect("a layout");
                let layout = Picture {
                    tree: &drawn.tree,
                    width_mm: drawn.width_mm.into(),
                };
                let faults = layout_faults(name, layout);
                assert!(faults.is_empty(), "{}", faults.join("\n"));
            }
        }
    }
}

/// Each question has one sentence, a picture, a closed table, its commands and its files, in both languages.
#[test]
fn pages_have_the_same_form_in_both_languages() {
    let questions: usize = CHAPTERS.iter().map(|chapter| chapter.questions.len()).sum();
    let [english, french] = [Lang::En, Lang::Fr].map(|lang| {
        let StudyPage { markdown, html } = page(&STUDY, lang);
        for mark in ["\n### ", "\n> ", "<details>", "[CSV](", "\n!["] {
            assert_eq!(markdown.matches(mark).count(), questions, "{lang}: {mark}");
        }
        let tags = [
            "<h2",
            "<h3",
            "<tr",
            "<td",
            "<blockquote",
            "<pre",
            "<figure",
            "<a ",
        ];
        let counts = tags.map(|tag| html.matches(tag).count());
        assert!(!html.contains("<details open") && !markdown.contains("exactly"));
        let words = html
            .split("</style>")
            .nth(1)
            .expect("a body")
            .split('<')
            .skip(1);
        let words = words.filter_map(|part| part.split_once('>'));
        let separators = [' ', '\n'];
        let count: usize = words
            .map(|(_, text)| {
                text.split(separators)
                    .filter(|word| !word.is_empty())
                    .count()
            })
            .sum();
        assert!(count <= 2500, "{lang}: {count} words");
        let commands = markdown
            .lines()
            .filter(|line| line.starts_with("    pioche s"));
        let commands: Vec<String> = commands
            .map(|line| line.replace("--lang fr", "--lang en"))
            .collect();
        (counts, commands)
    });
    assert_eq!(english, french);
    // The asked quantity has all its rows: 2 to 32 piles.
    let markdown = page(&STUDY, Lang::En).markdown;
    let (_, table) = markdown.split_once("| piles allowed |").expect("a table");
    let (table, _) = table.split_once("</details>").expect("its end");
    assert_eq!(
        table.lines().filter(|line| line.starts_with("| ")).count() - 1,
        31
    );
}

/// A sentence that compares numbers claims nothing else with other seeds; with few games it claims less.
#[test]
fn sentences_claim_only_what_their_intervals_show() {
    const CLAIMS: [&str; 7] = [
        "rather rarely",
        "The impression is right",
        "Much more",
        "Yes: the share",
        "No: the share",
        "most with 12",
        "become rarer",
    ];
    let claims = |study: &[StudyChapter]| -> Vec<&str> {
        let text = answers(study, Lang::En).join("\n");
        CLAIMS
            .into_iter()
            .filter(|claim| text.contains(claim))
            .collect()
    };
    let all = claims(&STUDY);
    assert_eq!(
        all,
        CLAIMS
            .into_iter()
            .filter(|claim| !claim.contains("the share"))
            .collect::<Vec<_>>()
    );
    assert_eq!(claims(&play(2, 0.02)), all);
    let few = play(1, 1e-9);
    assert!(claims(&few).len() < all.len(), "{:?}", claims(&few));
    let text = answers(&few, Lang::En).join("\n");
    assert!(text.contains("too few to say how rare"), "{text}");
}
