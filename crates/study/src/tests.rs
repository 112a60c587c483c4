//! Tests of the chapters: every question has runs, a table and a picture that can be drawn, and a sentence claims only what
//! its numbers show.

use crate::page::{StudyChapter, page, render};
use crate::{CHAPTERS, Chapter, html};
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_report::lang::{Lang, in_language};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// Plays a study of all chapters; each run has at most 20,000 deals.
fn play(seed: u64, scale: f64) -> Vec<StudyChapter> {
    play_chapters(CHAPTERS.iter(), seed, scale)
}

fn play_chapters(
    selection: impl Iterator<Item = &'static Chapter>,
    seed: u64,
    scale: f64,
) -> Vec<StudyChapter> {
    let mut chapters = Vec::new();
    for chapter in selection {
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

fn markdown(study: &[StudyChapter]) -> String {
    page(study, "pioche study").expect("a page").markdown
}

fn word_count(text: &str) -> usize {
    let words = text.split([' ', '\n']);
    words.filter(|word| !word.is_empty()).count()
}

/// The share in a title is a number of the picture.
#[test]
fn pictures_show_the_numbers_of_their_titles() {
    for lang in [Lang::En, Lang::Fr] {
        let files = in_language(lang, || render(&STUDY, "pioche study")).expect("a page");
        for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".svg")) {
            let svg = String::from_utf8_lossy(bytes);
            let (_, title) = html::between(&svg, "<title>", "</title>").expect("a title");
            for number in title.split(' ').filter(|word| word.contains('%')) {
                let number = number.trim_matches(|sign: char| !sign.is_ascii_digit());
                assert!(svg.matches(number).count() > 2, "{name}: {title}: {number}");
            }
        }
    }
}

/// Each question has one sentence, a closed table, its commands and its files, and all but one a picture.
#[test]
fn pages_have_the_same_form_in_both_languages() {
    for StudyChapter { chapter, summaries } in &*STUDY {
        for question in chapter.questions {
            let answer = chapter.answer(question, summaries).expect("an answer");
            let table = (question.table)(&answer);
            assert!(!table.rows.is_empty(), "{}", question.name);
        }
    }
    let questions: usize = CHAPTERS.iter().map(|chapter| chapter.questions.len()).sum();
    let [english, french] = [Lang::En, Lang::Fr].map(|lang| {
        let markdown = in_language(lang, || markdown(&STUDY));
        for mark in ["\n### ", "\n> ", "<details>", "[CSV]("] {
            assert_eq!(markdown.matches(mark).count(), questions, "{lang}: {mark}");
        }
        assert_eq!(markdown.matches("\n![").count(), questions - 1);
        let html = in_language(lang, || html::page(&markdown, &BTreeMap::new())).expect("HTML");
        let (_, body) = html.split_once("</style>").expect("a body");
        let texts = body.split('<').filter_map(|part| part.split_once('>'));
        let words: usize = texts.map(|(_, text)| word_count(text)).sum();
        assert!(words <= 2500, "{lang}: {words} words");
        let lines = markdown.lines();
        let commands = lines.filter(|line| line.starts_with("    pioche s"));
        let commands = commands.map(|line| line.replace("--lang fr", "--lang en"));
        let counts = ["<h2", "<tr", "<td", "<a "].map(|tag| html.matches(tag).count());
        (counts, Vec::from_iter(commands))
    });
    assert_eq!(english, french);
    // The asked quantity has all its rows: 2 to 32 piles.
    let markdown = markdown(&STUDY);
    let (_, table) = html::between(&markdown, "| piles allowed |", "</details>").expect("a table");
    assert_eq!(table.matches("\n| ").count() - 1, 31);
}

/// A sentence that compares numbers claims nothing else with other seeds; with few games it claims less.
#[test]
fn sentences_claim_only_what_their_intervals_show() {
    const CLAIMS: [&str; 6] = [
        "rather rarely",
        "half with",
        "The impression is right",
        "Much more",
        "most with 12",
        "become rarer",
    ];
    let claims = |text: &str| CLAIMS.map(|claim| text.contains(claim));
    for seed in [1, 2] {
        let text = markdown(&play(seed, 0.02));
        assert_eq!(claims(&text), [true; 6], "{text}");
    }
    let text = markdown(&play(1, 1e-9));
    assert!(claims(&text).contains(&false), "{text}");
    assert!(text.contains("too few to say how rare"), "{text}");
    assert!(text.contains("Endless games of bataille, by"), "{text}");
}

/// With 1000 games a pack, all primes are named, but no other low number such as 25; with 64 games, few primes are.
#[test]
fn primes_are_named_if_their_intervals_are_apart() {
    let text = |scale: f64| {
        let chapters = CHAPTERS.iter();
        let bataille = chapters.filter(|chapter| chapter.topic.name == "bataille");
        markdown(&play_chapters(bataille, 1, scale))
    };
    let text_of_many = text(1.0);
    for words in [
        "games of 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43 and 47 values are",
        "![Fewer games are endless if the number of values is prime]",
        "\n| 12 | 2, 3, 4, 6, 8, 12 or 24 |",
        "\n| 13 | 2 or 13 |",
    ] {
        assert!(text_of_many.contains(words), "{words}: {text_of_many}");
    }
    let text_of_few = text(1e-9);
    for words in ["games of 3, 5", "if the number of values is prime"] {
        assert!(!text_of_few.contains(words), "{words}: {text_of_few}");
    }
}
