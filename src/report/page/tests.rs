//! Tests of the study's page: it is self-contained and accessible, and its conclusions hold.

use crate::lang::{Lang, Text};
use crate::report::commands::compact_commands;
use crate::report::document::{Bar, Block, Document, Finding, StudyFigure};
use crate::report::page::{
    Chapter, MAX_FINDINGS, PageHeader, decimals, study_document, top_findings,
};
use crate::report::significance::TestFamily;
use crate::report::text_table::{TextTable, wrapped_paragraph};
use crate::topics::tests::figures::STUDY_SUMMARIES;
use crate::topics::{TOPICS, scaled_deals};
use pioche_engine::sim::Field;
use pioche_engine::sim::summary::SimulateCommand;
use pioche_engine::sim::{RunOptions, Seed, Summary, exact_agreement};
use pioche_engine::stats::compare::{
    detectable_difference, greatest_share_index, two_sample_p_value,
};
use pioche_engine::stats::{Confidence, Proportion};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Simulates the study at a scale, topic by topic.
fn simulated_study(scale: f64, seed: u64) -> Vec<(Chapter, Vec<Summary>)> {
    let summary = |(question, deals): (Box<dyn pioche_engine::sim::Experiment>, u64)| {
        let plan = question.plan(Seed(seed), scaled_deals(deals, scale));
        let run = question.run(plan, &RunOptions::default()).expect("threads");
        Summary::new(
            question.into(),
            &run,
            Default::default(),
            Default::default(),
        )
    };
    TOPICS
        .iter()
        .map(|topic| {
            (
                topic.chapter,
                (topic.study_runs)().into_iter().map(summary).collect(),
            )
        })
        .collect()
}

/// The smallest study.
static SMALL_STUDY: LazyLock<Vec<(Chapter, Vec<Summary>)>> =
    LazyLock::new(|| simulated_study(0.001, 1));

/// Returns the committed study.
fn committed_study() -> Vec<(Chapter, Vec<Summary>)> {
    STUDY_SUMMARIES
        .iter()
        .map(|(topic, summaries)| (topic.chapter, summaries.clone()))
        .collect()
}

fn build_study_page(study: &[(Chapter, Vec<Summary>)], lang: Lang) -> Document {
    let chapters: Vec<(Chapter, &[Summary])> = study
        .iter()
        .map(|(chapter, summaries)| (*chapter, summaries.as_slice()))
        .collect();
    let found = exact_agreement(study.iter().flat_map(|(_, summaries)| summaries));
    let tests = TestFamily::from_chapters(&chapters);
    let document = study_document(
        &chapters,
        &tests,
        PageHeader {
            command: "pioche study".into(),
            chapters: None,
            translation_link: Some(("other.html".into(), "Other".into())),
        },
        BTreeMap::new(),
        found,
        lang,
    );
    assert!(
        (100..=tests.family_size()).contains(&tests.test_count()),
        "{} of {} tests",
        tests.test_count(),
        tests.family_size()
    );
    document
}

/// Returns every sentence of a page.
fn sentences(document: &Document) -> Vec<String> {
    let said = |block: &Block| match block {
        Block::Answer(all) => all.clone(),
        Block::Paragraph(one) | Block::Question(one) | Block::Chapter(one) => vec![one.clone()],
        Block::Findings(findings) => findings
            .iter()
            .map(|finding| finding.statement.clone())
            .collect(),
        _ => Vec::new(),
    };
    document.blocks.iter().flat_map(said).collect()
}

/// Removes measured numbers from a sentence: those with an interval or decimals, and numbers of trials.
fn mask_measurements(sentence: &str) -> String {
    let mut kept = String::new();
    for (place, part) in sentence.split('[').enumerate() {
        let rest = if place == 0 {
            part
        } else {
            part.split_once(']').map_or("", |(_, rest)| rest)
        };
        if place > 0 {
            let number = kept.trim_end().rfind(' ').map_or(0, |space| space + 1);
            kept.truncate(number);
            kept.push('#');
        }
        kept.push_str(rest);
    }
    let words: Vec<&str> = kept.split_whitespace().collect();
    let word = |place: usize| words.get(place).copied().unwrap_or("");
    let (mut out, mut place) = (Vec::new(), 0);
    while place < words.len() {
        let none = word(place).ends_with('0') && word(place + 1) == "of" && word(place + 3) == "at";
        let all =
            word(place).ends_with("all") && word(place + 2) == "at" && word(place + 3) == "least";
        let tried = ["deals", "games", "decks", "pairs"]
            .iter()
            .any(|noun| word(place + 1).starts_with(noun));
        let jump = match () {
            () if none => 6,
            () if all => 5,
            () => 1,
        };
        let counted = tried && word(place).ends_with(|last: char| last.is_ascii_digit());
        let number = word(place).trim_matches(|sign: char| !sign.is_ascii_digit() && sign != '%');
        let real =
            number.ends_with('%') || number.contains('.') || word(place + 1).starts_with("rounds");
        let rare =
            place > 1 && word(place - 1) == "in" && ["one", "game"].contains(&word(place - 2));
        out.push(
            if jump > 1
                || counted
                || rare
                || (real && number.starts_with(|first: char| first.is_ascii_digit()))
            {
                "#"
            } else {
                word(place)
            },
        );
        place += jump;
    }
    let masked = out
        .join(" ")
        .replace("(#", "#")
        .replace(['.', ',', ';', ')'], "");
    // The number of shares inside their intervals is not a conclusion.
    if masked.contains("p-value") {
        masked.replace(|sign: char| sign.is_ascii_digit(), "")
    } else {
        masked
    }
}

/// Returns the sentences with different conclusions in two studies, except those that give the power of a test.
fn changed_conclusions(one: &[String], other: &[String]) -> Vec<String> {
    assert_eq!(one.len(), other.len(), "as many sentences");
    let depends = |sentence: &str| {
        ["80% power to detect", "too few", "(no interval: "]
            .iter()
            .any(|words| sentence.contains(words))
    };
    let pairs = one.iter().zip(other).filter(|(a, b)| {
        mask_measurements(a) != mask_measurements(b) && !depends(a) && !depends(b)
    });
    pairs.map(|(a, b)| format!("{a}\n{b}")).collect()
}

#[test]
fn conclusions_do_not_depend_on_deal_count() {
    let [small, large] = [simulated_study(0.01, 1), committed_study()]
        .map(|study| sentences(&build_study_page(&study, Lang::En)));
    assert!(small.len() > 60, "{}", small.len());
    let changed = changed_conclusions(&small, &large);
    assert!(changed.is_empty(), "{}", changed.join("\n\n"));
    // The comparison detects a changed conclusion and ignores measured numbers.
    let says = |text: &str| vec![text.to_owned()];
    for (a, b, alike) in [
        (
            "P is 1.2% [1.1%, 1.3%] of 100 deals.",
            "P is 1.26% [1.25%, 1.27%], of 10,000 deals.",
            true,
        ),
        (
            "Wins: 0 of 100, at most 3%; more",
            "Wins: 1.2% [1.1%, 1.3%]; more",
            true,
        ),
        (
            "won once 11 piles are allowed",
            "won once 12 piles are allowed",
            false,
        ),
        (
            "player 1 wins more often: 51% [50%, 52%]",
            "player 2 wins more often: 51% [50%, 52%]",
            false,
        ),
    ] {
        assert_eq!(
            changed_conclusions(&says(a), &says(b)).is_empty(),
            alike,
            "{a} | {b}"
        );
    }
}

#[test]
#[ignore = "plays the whole study nine times: ten minutes"]
fn conclusions_do_not_depend_on_deal_count_or_seed() {
    let known = sentences(&build_study_page(&committed_study(), Lang::En));
    for seed in 1..=3 {
        for scale in [0.01, 0.1, 1.0] {
            let own =
                sentences(&build_study_page(&simulated_study(scale, seed), Lang::En)).into_iter();
            let named = |text: String| text.replace(&format!("seed ({seed})"), "seed (1)");
            let own: Vec<String> = own
                .map(|text| named(text).replace(&format!("of seed {seed}"), "of seed 1"))
                .collect();
            let turned = changed_conclusions(&own, &known);
            assert!(
                turned.is_empty(),
                "seed {seed}, scale {scale}: {}",
                turned.join("\n\n")
            );
        }
    }
}

/// A page makes no more tests than it states, which [`build_study_page`] asserts.
#[test]
fn study_page_does_not_exceed_stated_test_count() {
    for study in [&*SMALL_STUDY, &committed_study()] {
        build_study_page(study, Lang::Fr);
    }
}

#[test]
fn study_page_has_equal_structure_in_both_languages() {
    let study = &*SMALL_STUDY;
    let [french, english] = [Lang::Fr, Lang::En].map(|lang| build_study_page(study, lang));
    let kinds = |document: &Document| {
        document
            .blocks
            .iter()
            .map(std::mem::discriminant)
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(&french), kinds(&english));
    for (lang, page) in [(Lang::Fr, french), (Lang::En, english)] {
        let Some(Block::Findings(findings)) = page
            .blocks
            .iter()
            .find(|block| matches!(block, Block::Findings(_)))
        else {
            panic!("{lang}: no findings");
        };
        assert!(findings.len() >= 8, "{lang}: {} findings", findings.len());
        // The best finding of each chapter is on the page.
        for (chapter, summaries) in study {
            let best = (chapter.findings)(summaries, &TestFamily::from_chapters(&[]), lang)
                .into_iter()
                .min_by_key(|finding| finding.rank);
            assert!(
                best.is_none_or(|best| findings.contains(&best)),
                "{lang}: a best finding is missing"
            );
        }
        for finding in findings {
            assert!(
                finding
                    .commands
                    .iter()
                    .all(|command| command.starts_with("pioche ")),
                "{lang}: {finding:?}"
            );
            assert!(
                !finding.commands.is_empty() && !finding.bars.is_empty(),
                "{lang}: {finding:?}"
            );
        }
        let html = page.html();
        // Chapters follow the handouts.
        let titles: Vec<&String> = page
            .blocks
            .iter()
            .filter_map(|block| {
                if let Block::Chapter(title) = block {
                    Some(title)
                } else {
                    None
                }
            })
            .collect();
        let titled = |(chapter, summaries): &&(Chapter, Vec<Summary>)| {
            matches!(
                (chapter.blocks)(summaries, &TestFamily::from_chapters(&[]), lang).first(),
                Some(Block::Chapter(_))
            )
        };
        assert_eq!(
            titles.len(),
            study.iter().filter(titled).count() + 2,
            "{titles:?}"
        );
        // A share that was never observed is given as a count, and no share is written with zeros only.
        for zero in [" 0.0%", "0.00%", "0,00\u{202f}%", "100.00%"] {
            assert!(
                !html.contains(&format!(">{zero}")) && !html.contains(&format!(" {zero} [")),
                "{lang}: {zero}"
            );
        }
    }
}

#[test]
fn html_and_markdown_pages_escape_special_characters() {
    const NOTHING: StudyFigure = StudyFigure {
        file_stem: "nothing",
        alt_text: Text::untranslated("nothing"),
        draw: |_, _| None,
    };
    let bar = Bar {
        label: "a < b".into(),
        value: 2.0,
        interval: (1.0, 3.0),
        value_label: "\"2\"".into(),
    };
    let finding = Finding {
        rank: 1,
        statement: "**a < b** & `c<d>` [x](y.csv) *".into(),
        bars: vec![bar],
        commands: vec!["p".into(), "q".into()],
    };
    let columns = TextTable {
        row_header_columns: 1,
        headings: vec!["h".into()],
        rows: vec![vec!["1 [0, 2]".into()]],
    };
    let document = Document {
        lang: Lang::En,
        title: "T & U".into(),
        description: "d".into(),
        translation_link: None,
        blocks: vec![
            Block::Findings(vec![finding.clone()]),
            Block::Table {
                collapsed_title: Some("More".into()),
                text_table: columns,
            },
            Block::Figure {
                study_figure: &NOTHING,
                alt_text: "not drawn".into(),
            },
        ],
        svg_by_file: BTreeMap::new(),
    };
    let html = document.html();
    assert!(
        html.contains(
            "<strong>a &lt; b</strong> &amp; <code>c&lt;d&gt;</code> <a href=\"y.csv\">x</a> *"
        ),
        "{html}"
    );
    assert!(
        html.contains("<summary>More</summary>") && html.contains("<td>1 [0, 2]</td>"),
        "{html}"
    );
    assert!(html.contains("a &lt; b &quot;2&quot;"), "{html}");
    assert_eq!(finding.plain_text(), "a < b & c<d> x *");
    let markdown = document.markdown();
    assert!(
        markdown.starts_with("# T & U\n\n1. **a < b**") && markdown.contains("| 1 [0, 2] |"),
        "{markdown}"
    );
    for page in [html, markdown] {
        assert!(
            !page.contains("nothing.png"),
            "a picture that is not there: {page}"
        );
    }
}

#[test]
fn simulate_commands_are_merged_into_ranges() {
    let command = |options: &[(&'static str, &str)]| SimulateCommand {
        topic: "p",
        options: options
            .iter()
            .map(|(key, value)| Field::new(key, *value))
            .collect(),
    };
    let each = |key: &'static str, values: &[&str]| -> Vec<SimulateCommand> {
        values
            .iter()
            .map(|&value| command(&[(key, value), ("deals", "9")]))
            .collect()
    };
    let p = "pioche simulate p";
    assert_eq!(
        compact_commands(each("values", &["2", "3", "4"]), &["values"]),
        [format!("{p} --values 2..4 --deals 9")]
    );
    let looped = format!("for x in 2 4; do {p} --values $x --deals 9; done");
    assert_eq!(
        compact_commands(each("values", &["2", "4"]), &["values"]),
        [looped]
    );
    let looped = format!("for x in 2 3; do {p} --values $x --deals 9; done");
    assert_eq!(compact_commands(each("values", &["2", "3"]), &[]), [looped]);
    let riffles = each("shuffle", &["riffle:1", "riffle:2", "uniform"]);
    let looped = format!("for x in riffle:1 riffle:2 uniform; do {p} --shuffle $x --deals 9; done");
    assert_eq!(compact_commands(riffles.clone(), &[]), [looped]);
    let two = riffles
        .into_iter()
        .take(2)
        .chain([command(&[("deals", "9")])]);
    let looped = format!("for x in 1 2; do {p} --shuffle riffle:$x --deals 9; done");
    assert_eq!(
        compact_commands(two, &[]),
        [looped, format!("{p} --deals 9")]
    );
    let pairs = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]
        .map(|(a, b)| command(&[("a", a), ("b", b)]));
    assert_eq!(
        compact_commands(pairs, &["b"]),
        [format!("{p} --a 1 --b 1..2"), format!("{p} --a 2 --b 1..2")]
    );
}

/// The committed page is the page that the program writes for the committed runs.
#[test]
fn committed_page_matches_generated_page() {
    let page = include_str!("../../../results/README.md");
    let all = sentences(&build_study_page(&committed_study(), Lang::En));
    let other: Vec<&String> = all
        .iter()
        .filter(|sentence| !page.contains(sentence.as_str()))
        .collect();
    assert!(other.is_empty(), "make results/ again: {other:#?}");
}

/// The findings of one chapter do not displace the best finding of another.
#[test]
fn top_findings_include_best_of_each_chapter() {
    fn many(rank: u32, number: usize) -> Vec<Finding> {
        (0..number)
            .map(|_| Finding {
                rank,
                statement: String::new(),
                bars: vec![],
                commands: vec![],
            })
            .collect()
    }
    let first = Chapter::new(None, |_, _, _| vec![], |_, _, _| many(1, 20));
    let last = Chapter::new(None, |_, _, _| vec![], |_, _, _| many(99, 2));
    let found = top_findings(
        &[(first, &[]), (last, &[])],
        &TestFamily::from_chapters(&[]),
        Lang::En,
    );
    let ranks: Vec<u32> = found.iter().map(|finding| finding.rank).collect();
    assert_eq!(ranks, [vec![1; MAX_FINDINGS - 1], vec![99]].concat());
}

/// The page states the confidence level of its runs.
#[test]
fn study_page_states_confidence_level() {
    let mut study = committed_study();
    let level = Confidence::new(0.9).expect("a level");
    study
        .iter_mut()
        .flat_map(|(_, summaries)| summaries)
        .for_each(|summary| summary.confidence = level);
    let said = sentences(&build_study_page(&study, Lang::En)).join("\n");
    assert!(said.contains("90%") && !said.contains("95%"));
}

#[test]
fn differences_of_shares_are_tested_for_significance() {
    // Two 95 % intervals overlap, but the shares differ significantly: z = 2.4.
    let (one, other) = (Proportion::new(5000, 10_000), Proportion::new(4830, 10_000));
    let [a, b] =
        [one, other].map(|share| share.interval(Default::default(), Confidence::default()));
    assert!(
        b.high > a.low && two_sample_p_value(one, other) < 0.02,
        "{}",
        two_sample_p_value(one, other)
    );
    assert!((two_sample_p_value(one, other) - two_sample_p_value(other, one)).abs() < 1e-12);
    // Rare events: for 9 against 1 in samples of one size, the p-value is nearly 2 · 11/1024.
    let rare = two_sample_p_value(Proportion::new(9, 1_000_000), Proportion::new(1, 1_000_000));
    assert!((rare - 0.021_484_375).abs() < 1e-6, "{rare}");
    let shares = [30, 50, 31].map(|count| Proportion::new(count * 100, 10_000));
    assert_eq!(greatest_share_index(&shares, |p| p < 0.05), Some(1));
    assert_eq!(
        greatest_share_index(&[shares[0], shares[2]], |p| p < 0.05),
        None
    );
    // (1.96 + 0.8416) · sqrt(2 / 4 / 10 000)
    let power = detectable_difference((0.5 / 10_000.0_f64).sqrt(), 1, Confidence::default());
    assert!((power - 0.019_81).abs() < 1e-4, "{power}");
    assert!(detectable_difference((0.5 / 10_000.0_f64).sqrt(), 96, Confidence::default()) > power);
    // The decimals that an interval supports.
    assert_eq!([0.7, 0.2, 0.1, 0.0012, 30.0].map(decimals), [1, 2, 2, 4, 0]);
}

/// The README contains the first findings of the committed study. With PIOCHE_GOLDEN=write they are rewritten.
#[test]
fn readme_contains_top_findings_of_committed_study() {
    let study = committed_study();
    let chapters: Vec<(Chapter, &[Summary])> = study
        .iter()
        .map(|(chapter, summaries)| (*chapter, summaries.as_slice()))
        .collect();
    let numbered = top_findings(&chapters, &TestFamily::from_chapters(&chapters), Lang::En)
        .into_iter()
        .zip(1..=3);
    let told = numbered.map(|(finding, number)| {
        wrapped_paragraph(&format!("{number}. {}", finding.plain_text()), 120) + "\n"
    });
    let told: String = told.collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).expect("the README");
    let (before, rest) = readme.split_once("\n1. ").expect("findings");
    let after = rest.split_once("\n\n").expect("an end").1;
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, format!("{before}\n{told}\n{after}")).expect("the README is written");
    } else {
        assert!(readme.contains(&format!("\n\n{told}\n")), "{told}");
    }
}
