//! Tests of the study's page: its conclusions hold, and it says the same in both languages.

use super::values::PageRun;
use super::{
    ChapterDocument, ChapterValues, PageFigure, PageOptions, RenderedPage, SheetDrawings,
    StatedFinding, StudyChapter, StudyPage, StudyValues, TestFamily, test_value,
};
use crate::CHAPTERS;
use crate::chapters::chapter_of;
use crate::page::html;
use crate::tests::STUDY_SUMMARIES;
use minijinja::Value;
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_engine::stats::power::DifferenceTest;
use pioche_engine::stats::{Confidence, Estimate, Interval, Proportion};
use pioche_report::data_table::{json, row_objects, row_table};
use pioche_report::draw::ChartDrawing;
use pioche_report::lang::{Lang, either};
use pioche_report::number::{PageNumber, measure_cell};
use pioche_report::terminal_report::estimate_cells;
use pioche_report::text_table::wrapped_paragraph;
use pioche_topics::{TOPICS, Topic, scaled_deals};
use std::collections::BTreeMap;

/// Simulates the study at a scale, topic by topic.
fn simulated_study(scale: f64, seed: u64) -> Vec<(&'static Topic, Vec<Summary>)> {
    let mut study = Vec::new();
    for topic in TOPICS {
        let mut summaries = Vec::new();
        for (experiment, deals) in (topic.study_runs)() {
            let plan = experiment.plan(Seed(seed), scaled_deals(deals, scale));
            let run = experiment
                .run(plan, &RunOptions::default())
                .expect("threads");
            let level = Confidence::default();
            summaries.push(Summary::new(experiment.into(), &run, level));
        }
        study.push((*topic, summaries));
    }
    study
}

fn study_page(study: &[(&'static Topic, Vec<Summary>)], lang: Lang) -> StudyPage {
    let (values, drawings) = study_values(study);
    values
        .render(lang, drawings, &page_options())
        .expect("a page")
}

/// Returns the values of a study, and a drawing of each figure.
fn study_values<'a>(
    study: &'a [(&'static Topic, Vec<Summary>)],
) -> (StudyValues<'a>, BTreeMap<String, PageFigure>) {
    let chapters: Vec<StudyChapter<'_>> = study
        .iter()
        .map(|(topic, summaries)| StudyChapter {
            document: *chapter_of(topic).expect("a chapter"),
            summaries,
        })
        .collect();
    let values = StudyValues::new(chapters.clone()).expect("runs");
    assert!(values.tests.count() > 100, "{} tests", values.tests.count());
    // Each figure has a drawing, so that the page shows those that the templates name.
    let mut drawings = BTreeMap::new();
    for chapter in &chapters {
        for figure in chapter.document.figures {
            let drawing = ChartDrawing {
                size_mm: (1.0, 1.0),
                size: (1, 1),
                elements: String::new(),
            };
            let page_figure = PageFigure {
                title: figure.name.to_owned(),
                svg: drawing.described_svg("", ""),
                stem: figure.name.to_owned(),
                sheet: Some(SheetDrawings {
                    answer: drawing.clone(),
                    question: drawing,
                }),
            };
            drawings.insert(figure.name.to_owned(), page_figure);
        }
    }
    (values, drawings)
}

/// Renders the pages of a study. Returns them, and the printed sheet.
fn page_and_sheet(
    values: &StudyValues<'_>,
    drawings: BTreeMap<String, PageFigure>,
    lang: Lang,
) -> (StudyPage, String) {
    let options = PageOptions {
        has_brief: true,
        ..page_options()
    };
    let mut page = values.render(lang, drawings, &options).expect("a page");
    let sheet = page.brief.take().expect("a sheet");
    (page, sheet)
}

fn page_options() -> PageOptions {
    PageOptions {
        command: "pioche study".to_owned(),
        selected_chapters: Vec::new(),
        chapter_count: TOPICS.len(),
        published_file: None,
        has_brief: false,
    }
}

/// Returns the sentences of a page and the verdicts of its tables: its lines without headings, commands, figures and links to
/// data, and of tables the cells without digits.
fn sentences(markdown: &str) -> Vec<String> {
    let is_sentence = |line: &&str| {
        let text = line.trim_start_matches(['>', ' ', '-']);
        !text.is_empty() && !text.starts_with(['#', '`', '[', '<']) && !line.starts_with("    ")
    };
    let without_numbers = |line: &str| {
        if !line.starts_with('|') {
            return line.to_owned();
        }
        let has_words = |cell: &&str| {
            let has_digit = cell.contains(|sign: char| sign.is_ascii_digit());
            !has_digit && cell.contains(char::is_alphabetic)
        };
        line.split('|')
            .filter(has_words)
            .collect::<Vec<_>>()
            .join("|")
    };
    markdown
        .lines()
        .filter(is_sentence)
        .map(without_numbers)
        .collect()
}

/// Removes measured numbers from a sentence: those with an interval or decimals, and numbers of trials.
fn mask_measurements(sentence: &str) -> String {
    let mut text = String::new();
    for (index, part) in sentence.split('[').enumerate() {
        if index == 0 {
            text.push_str(part);
            continue;
        }
        let start = text.trim_end().rfind(' ').map_or(0, |space| space + 1);
        text.truncate(start);
        text.push('#');
        text.push_str(part.split_once(']').map_or("", |(_, end)| end));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = |index: usize| words.get(index).copied().unwrap_or("");
    let mut masked = Vec::new();
    let mut index = 0;
    while index < words.len() {
        // "0 of 100 (at most 3%)" and "100 of 100 (at least 97%)" are six words.
        let is_bound = word(index + 1) == "of" && word(index + 3) == "(at";
        let number = word(index).trim_matches(|sign: char| !sign.is_ascii_digit() && sign != '%');
        let is_measured = number.starts_with(|sign: char| sign.is_ascii_digit())
            && (number.ends_with('%')
                || number.contains(['.', ','])
                || ["deals", "games", "decks", "rounds"]
                    .iter()
                    .any(|noun| word(index + 1).starts_with(noun))
                || word(index.wrapping_sub(1)) == "in");
        masked.push(if is_bound || is_measured {
            "#"
        } else {
            word(index)
        });
        index += if is_bound { 6 } else { 1 };
    }
    let masked = masked.join(" ").replace("(#", "#");
    masked.replace(['.', ',', ';', ')'], "")
}

/// Returns the pairs of sentences with different conclusions in two studies, except those that give the power of a test
/// or count probabilities within their intervals.
fn changed_conclusions(first: &[String], second: &[String]) -> Vec<String> {
    assert_eq!(
        first.len(),
        second.len(),
        "the pages have as many sentences"
    );
    let depends_on_deals = |sentence: &str| {
        [
            "80% power",
            "too few",
            "cannot tell",
            "level of all",
            "(no interval: ",
            "p-value",
            "seed",
        ]
        .iter()
        .any(|words| sentence.contains(words))
    };
    let mut changed = Vec::new();
    for (first, second) in first.iter().zip(second) {
        let is_same = mask_measurements(first) == mask_measurements(second);
        if !is_same && !depends_on_deals(first) && !depends_on_deals(second) {
            changed.push(format!("{first}\n{second}"));
        }
    }
    changed
}

#[test]
fn conclusions_do_not_depend_on_deal_count() {
    let [small, large] = [&simulated_study(0.01, 1), &*STUDY_SUMMARIES]
        .map(|study| sentences(&study_page(study, Lang::En).markdown));
    assert!(small.len() > 60, "{}", small.len());
    let changed = changed_conclusions(&small, &large);
    assert!(changed.is_empty(), "{}", changed.join("\n\n"));
    // The comparison detects a changed conclusion and ignores measured numbers.
    for (first, second, is_same) in [
        (
            "P is 1.2% [1.1%, 1.3%] of 100 deals.",
            "P is 1.26% [1.25%, 1.27%] of 10,000 deals.",
            true,
        ),
        (
            "Wins: 0 of 100 (at most 3%); more",
            "Wins: 1.2% [1.1%, 1.3%]; more",
            true,
        ),
        (
            "won once 11 piles are allowed",
            "won once 12 piles are allowed",
            false,
        ),
        (
            "player 1 wins: 51% [50%, 52%]",
            "player 2 wins: 51% [50%, 52%]",
            false,
        ),
    ] {
        let changed = changed_conclusions(&[first.to_owned()], &[second.to_owned()]);
        assert_eq!(changed.is_empty(), is_same, "{first} | {second}");
    }
}

#[test]
#[ignore = "plays the whole study nine times: ten minutes"]
fn conclusions_do_not_depend_on_deal_count_or_seed() {
    let committed = sentences(&study_page(&STUDY_SUMMARIES, Lang::En).markdown);
    for seed in 1..=3 {
        for scale in [0.01, 0.1, 1.0] {
            let study = simulated_study(scale, seed);
            let changed = changed_conclusions(
                &sentences(&study_page(&study, Lang::En).markdown),
                &committed,
            );
            assert!(
                changed.is_empty(),
                "seed {seed}, scale {scale}: {}",
                changed.join("\n\n")
            );
        }
    }
}

/// Both languages have the same headings, tables, figures and commands, and show every figure of each chapter.
#[test]
fn study_page_has_equal_structure_in_both_languages() {
    let structure = |lang| {
        let page = study_page(&STUDY_SUMMARIES, lang);
        let count = |mark: &str| page.html.matches(mark).count();
        let counts = [
            "<h2",
            "<h3",
            "<tr",
            "<td",
            "<figure",
            "<blockquote",
            "<li>",
            "<svg class=\"bars\"",
        ]
        .map(count);
        let commands: Vec<String> = page
            .markdown
            .lines()
            .filter(|line| line.starts_with("    pioche"))
            .map(|line| line.replace(&format!(" --lang {lang}"), ""))
            .collect();
        (counts, commands)
    };
    let (counts, commands) = structure(Lang::En);
    assert_eq!((counts, commands.clone()), structure(Lang::Fr));
    let figures: usize = CHAPTERS.iter().map(|chapter| chapter.figures.len()).sum();
    assert_eq!(counts[4], figures);
    assert!(commands.len() > 20);
}

/// Each question has an answer before the next one.
#[test]
fn every_question_has_an_answer() {
    let page = study_page(&STUDY_SUMMARIES, Lang::En).markdown;
    let (chapters, _) = page.split_once(" Method\n").expect("a method");
    for question in chapters.split("\n### ").skip(1) {
        assert!(question.contains("\n> "), "{question}");
    }
}

/// Returns the text of the first element of an HTML page between two marks in each part that begins with `start`.
fn parts_between<'a>(html: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let parts = html.split(start).skip(1);
    parts
        .map(|part| part.split(end).next().unwrap_or_default())
        .collect()
}

/// Returns the part of a printed sheet with questions, and the part with answers.
fn sheet_parts(sheet: &str) -> (&str, &str) {
    sheet
        .split_once("<section class=\"answers\">")
        .expect("answers")
}

/// Returns the headings of questions, with their numbers.
fn question_headings(html: &str) -> Vec<&str> {
    let headings = parts_between(html, "<h3", "</h3>").into_iter();
    headings
        .filter_map(|heading| heading.split_once('>'))
        .map(|(_, text)| text)
        .collect()
}

/// Removes the power of tests from an answer.
fn without_power(answer: &str) -> String {
    let mut text = answer.to_owned();
    for start in [" (un écart de ", " (80% power "] {
        while let Some((before, power)) = text.split_once(start) {
            let (_, after) = power.split_once(')').expect("the end of a parenthesis");
            text = format!("{before}{after}");
        }
    }
    text
}

/// The printed sheet has the questions of the page with their numbers and lines for the class's values, and only after
/// them the answers and figures.
#[test]
fn sheet_has_questions_before_answers_and_figures_of_page() {
    for lang in [Lang::Fr, Lang::En] {
        let (values, drawings) = study_values(&STUDY_SUMMARIES);
        let (page, sheet) = page_and_sheet(&values, drawings, lang);
        let (questions, answers) = sheet_parts(&sheet);
        let method = either!(lang, "Méthode</h2>", "Method</h2>");
        let (chapters, _) = page.html.split_once(&method).expect("a method");
        let headings = question_headings(chapters);
        assert!(headings.len() > 20, "{}", headings.len());
        assert!(headings[0].starts_with("1.1 "), "{}", headings[0]);
        assert_eq!(question_headings(questions), headings);
        assert_eq!(question_headings(answers), headings);
        for omitted in ["<blockquote", "% ["] {
            assert!(!questions.contains(omitted), "{omitted}");
        }
        assert!(!answers.contains("class=\"ours\"") && !answers.contains("class=\"blank"));
        let page_answers = parts_between(chapters, "<blockquote>", "</blockquote>");
        let page_answers: Vec<String> = page_answers.into_iter().map(without_power).collect();
        let sheet_answers = parts_between(answers, "<blockquote>", "</blockquote>");
        for (sheet_answer, page_answer) in sheet_answers.iter().zip(&page_answers) {
            assert_eq!(sheet_answer, page_answer);
        }
        assert_eq!(sheet_answers.len(), page_answers.len());
        for part in [questions, answers] {
            assert_eq!(
                part.matches("<figure").count(),
                chapters.matches("<figure").count()
            );
        }
        for question in parts_between(questions, "<section class=\"question\">", "</section>") {
            let has_line = question.contains("<span></span></p>");
            assert!(has_line != question.contains("<table"), "{question}");
        }
        let row_label = either!(
            lang,
            "<td style=\"text-align: left\">ordre fixe</td>",
            "<td style=\"text-align: left\">fixed order</td>"
        );
        assert!(questions.contains(&row_label));
        for part in [questions, answers] {
            let chapter_count = part.matches("<section class=\"chapter\">").count();
            assert_eq!(chapter_count, TOPICS.len());
        }
        for word in ["<details", "<pre", "<script", "src=", "href="] {
            assert!(!sheet.contains(word), "{word}");
        }
    }
}

/// The sheet of a study that is too small for its tests does not speak of their correction and their power.
#[test]
fn sheet_leaves_out_the_words_of_the_method() {
    let study = simulated_study(0.01, 1);
    let (values, drawings) = study_values(&study);
    for (lang, method_words, verdict) in [
        (
            Lang::Fr,
            ["correction pour", "quatre fois sur cinq"],
            "indécis",
        ),
        (Lang::En, ["correction for", "80% power"], "cannot tell"),
    ] {
        let (page, sheet) = page_and_sheet(&values, drawings.clone(), lang);
        for word in method_words {
            assert!(page.html.contains(word), "{word}");
            assert!(!sheet.contains(word), "{word}");
        }
        assert!(sheet.contains(verdict), "{lang}");
    }
}

/// Returns a printed sheet in a test.
fn printed_sheet(markdown: &str) -> String {
    let page = RenderedPage {
        text: markdown.to_owned(),
        class_value: "Your answer:".to_owned(),
        answers_title: "Answers".to_owned(),
        answers_introduction: "Seed 7".to_owned(),
        ..RenderedPage::default()
    };
    html::brief(&page, Lang::En).expect("a sheet")
}

/// Tables outside folded parts belong to the answer; paragraphs after it and commands are left out.
#[test]
fn sheet_keeps_answers_and_leaves_out_folded_parts() {
    let markdown = "# T\n\n## C\n\nIntro.\n\n### Q?\n\nTerms.\n\n> 12%\n\nFurther.\n\n| a |\n| -- |\n| 34 |\n\n\
                    <details><summary>all</summary>\n\n| b |\n| -- |\n| 56 |\n\n</details>\n\n    pioche x\n\n\
                    ### R?\n\n| c | d |\n| :-- | --: |\n| A: | 78% |\n| B: | 9% |\n\n### S?\n\n> C\n";
    let sheet = printed_sheet(markdown);
    let (questions, answers) = sheet_parts(&sheet);
    for (part, kept) in [
        (questions, ["Intro.", "Terms.", "Your answer:", "A:", "B:"]),
        (answers, ["Seed 7", "12%", "34", "78%", "9%"]),
    ] {
        for word in kept {
            assert!(part.contains(word), "{word}");
        }
    }
    for omitted in ["Further.", "56", "all", "pioche x"] {
        assert!(!sheet.contains(&format!(">{omitted}<")), "{omitted}");
    }
    for value in ["34", "78%", "9%"] {
        assert!(!questions.contains(value), "{value}");
    }
    assert_eq!(questions.matches("<span></span>").count(), 1);
    assert_eq!(questions.matches("<table>").count(), 2);
}

/// Each answer that gives shares of endless games gives their cause, and each that shows the separation defines it.
#[test]
fn answers_explain_endless_games_and_separation() {
    for (lang, endless, cause, separation, definition) in [
        (
            Lang::Fr,
            "une partie peut être infinie",
            "les deux mains peuvent revenir à un état antérieur",
            "séparation",
            "La <strong>séparation</strong>, plus exigeante, est ",
        ),
        (
            Lang::En,
            "games can be endless",
            "both hands can return to an earlier state",
            "separation",
            "The <strong>separation</strong>, a stricter distance, is ",
        ),
    ] {
        let html = study_page(&STUDY_SUMMARIES, lang).html;
        let html = html.replace('\u{202f}', "\u{a0}");
        let shares = parts_between(&html, "<blockquote>", "</blockquote>")
            .into_iter()
            .find(|answer| answer.contains(endless));
        assert!(shares.is_some_and(|answer| answer.contains(cause)));
        let first_use = html.find(separation).expect("the separation");
        let definition = html.find(definition).expect("a definition");
        assert!(definition < first_use, "{definition} {first_use}");
    }
}

/// The words before a command are no part of the answer above it.
#[test]
fn answers_end_before_commands() {
    for (lang, words) in [
        (Lang::Fr, ["commandes de ce chapitre", "pioche simulate"]),
        (Lang::En, ["commands of this chapter", "pioche simulate"]),
    ] {
        let html = study_page(&STUDY_SUMMARIES, lang).html;
        for answer in parts_between(&html, "<blockquote>", "</blockquote>") {
            for word in words {
                assert!(!answer.contains(word), "{answer}");
            }
        }
    }
}

/// Chapters and their questions are numbered in order, as on the printed sheet, whatever the numbers of the handouts.
#[test]
fn headings_are_numbered_in_order() {
    let page = study_page(&STUDY_SUMMARIES, Lang::En);
    let mut chapter = 0;
    let mut question = 0;
    let (_, chapters) = page.markdown.split_once("\n## 1 ").expect("a chapter");
    let (chapters, _) = chapters.split_once("\n## Method\n").expect("a method");
    for line in format!("## 1 {chapters}").lines() {
        if line.starts_with("## ") {
            chapter += 1;
            question = 0;
            assert!(line.starts_with(&format!("## {chapter} ")), "{line}");
        } else if line.starts_with("### ") {
            question += 1;
            let number = format!("### {chapter}.{question} ");
            assert!(line.starts_with(&number), "{line}");
        }
    }
    assert_eq!(chapter, TOPICS.len());
    assert!(page.markdown.contains(" (handout, § 5.5)\n"));
    assert!(page.html.contains("<small>handout, § 5.5</small></h3>"));
}

/// Returns the rules of a style sheet after a media query.
fn media_rules<'a>(style: &'a str, media: &str) -> &'a str {
    let (_, rules) = style.split_once(media).expect("the media query");
    let (rules, _) = rules.split_once("\n}").expect("the end of the rules");
    rules
}

/// Returns the relative luminance of a colour such as `#0072b2` (WCAG 2).
fn luminance(colour: &str) -> f64 {
    let digits = colour.trim_start_matches('#');
    let channel = |start: usize| {
        let value = u8::from_str_radix(&digits[start..start + 2], 16).expect("a colour");
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

fn contrast(first: &str, second: &str) -> f64 {
    let first = luminance(first) + 0.05;
    let second = luminance(second) + 0.05;
    first.max(second) / first.min(second)
}

/// In dark mode, lines contrast with the page, and the dashed line of a moved card with the thick line of a swap below
/// it.
#[test]
fn dark_lines_can_be_told_apart() {
    let dark = media_rules(
        html::STYLE,
        "@media screen and (prefers-color-scheme: dark) {",
    );
    let colour_after = |start: &str| {
        let (_, colour) = dark.split_once(start).expect(start);
        &colour[..7]
    };
    let stroke = |colour: &str| colour_after(&format!("[stroke=\"{colour}\" i] {{ stroke: "));
    let paper = colour_after("--paper: ");
    let swap = stroke("#56b4e9");
    let moved_card = stroke("#4a1a54");
    for line in [stroke("#0072b2"), swap, moved_card] {
        assert!(contrast(line, paper) >= 3.0, "{line} on {paper}");
    }
    assert!(contrast(swap, moved_card) >= 3.0, "{moved_card} on {swap}");
}

/// On paper, a table does not scroll; its columns have no least width and its cells have several lines, so that all fit.
#[test]
fn printed_tables_have_all_columns() {
    let print = media_rules(html::STYLE, "@media print {");
    let cell_rules = html::STYLE
        .lines()
        .filter(|rule| rule.trim_start().starts_with("th, td {"));
    for rule in cell_rules {
        assert!(
            !rule.contains("min-width") && !rule.contains("nowrap"),
            "{rule}"
        );
    }
    assert!(print.contains(".table, pre { overflow: visible }"));
}

/// A table wider than the screen has a shadow where it goes on.
#[test]
fn scrolling_tables_have_shadows() {
    let table_rule = html::STYLE
        .lines()
        .find(|rule| rule.starts_with(".table {"))
        .expect("a rule for tables");
    assert!(table_rule.contains("overflow-x: auto"));
    assert_eq!(table_rule.matches("var(--shade), transparent)").count(), 2);
    assert_eq!(
        table_rule.matches("100% local").count(),
        2,
        "covers at the ends"
    );
}

/// The committed page is the page that the program writes for the committed runs.
#[test]
fn committed_page_matches_generated_page() {
    let committed = include_str!("../../../../results/README.md");
    let mut guide = include_str!("../../../../CONTRIBUTING.md").lines();
    let command = guide
        .find(|line| line.contains("cd results &&"))
        .expect("the command that makes results/");
    let mut missing = sentences(&study_page(&STUDY_SUMMARIES, Lang::En).markdown);
    let committed = sentences(committed);
    missing.retain(|sentence| {
        !committed
            .iter()
            .any(|line| line.contains(sentence.as_str()))
    });
    assert!(
        missing.is_empty(),
        "make results/ again by `{command}`: {missing:#?}"
    );
}

/// The findings of one chapter do not displace the best finding of another.
#[test]
fn top_findings_include_best_of_each_chapter() {
    let findings = |rank: u32, count: usize| -> Vec<StatedFinding> {
        let finding = || StatedFinding {
            rank,
            statement: rank.to_string(),
        };
        (0..count).map(|_| finding()).collect()
    };
    let top = super::top_findings(vec![findings(1, 20), findings(99, 2)]);
    assert_eq!(
        top,
        [vec!["1"; super::MAX_FINDINGS - 1], vec!["99"]].concat()
    );
}

#[test]
fn study_page_states_confidence_level() {
    let mut study = (*STUDY_SUMMARIES).clone();
    let confidence = Confidence::new(0.9).expect("a level");
    for (_, summaries) in &mut study {
        for summary in summaries {
            summary.confidence = confidence;
        }
    }
    let page = study_page(&study, Lang::En).markdown;
    let (_, method) = page.split_once(" Method\n").expect("a method");
    assert!(
        method.contains("90%") && !method.contains("95%"),
        "{method}"
    );
}

/// A number of which the p-value is not significant after correction is not stated as larger.
#[test]
fn verdicts_are_corrected_for_the_number_of_tests() {
    let mut tests = TestFamily::new(Confidence::default());
    assert!(tests.is_significant(0.04));
    let p_value = tests.add(0.04);
    tests.add(0.5);
    assert!(!tests.is_significant(p_value) && tests.is_significant(0.02));
}

/// A hole without a value is an error that names the template and the line.
#[test]
fn missing_value_is_an_error_with_its_line() {
    let (topic, summaries) = &STUDY_SUMMARIES[0];
    let document = ChapterDocument {
        template: pioche_report::lang::Text::untranslated("## Title\n\n{{ nothing }}\n"),
        values: |_, _| ChapterValues {
            values: minijinja::context! {},
            findings: Vec::new(),
        },
        ..*chapter_of(topic).expect("a chapter")
    };
    let chapter = StudyChapter {
        document,
        summaries,
    };
    let values = StudyValues::new(vec![chapter]).expect("runs");
    let problem = values
        .render(Lang::En, BTreeMap::new(), &page_options())
        .err()
        .expect("an error");
    assert!(problem.to_string().contains("alliances:3"), "{problem}");
}

/// Returns the text of a chapter in French for a template and its values.
fn french_chapter_text(
    template: &'static str,
    values: fn(&[Summary], &mut TestFamily) -> ChapterValues,
) -> String {
    let (topic, summaries) = &STUDY_SUMMARIES[0];
    let document = ChapterDocument {
        template: pioche_report::lang::Text::untranslated(template),
        values,
        ..*chapter_of(topic).expect("a chapter")
    };
    let chapter = StudyChapter {
        document,
        summaries,
    };
    let values = StudyValues::new(vec![chapter]).expect("runs");
    let page = values.render(Lang::Fr, BTreeMap::new(), &page_options());
    page.expect("a page").markdown
}

/// In French a number of points below two is singular.
#[test]
fn detectable_points_agree_with_their_number() {
    let text = french_chapter_text(
        "## Titre\n\n{{ few | detectable_points }}, {{ many | detectable_points }}.\n",
        |_, tests| {
            tests.add(0.5);
            let test_of = |games: u64| {
                let half = Proportion::new(games / 2, games);
                test_value(DifferenceTest::TwoSamples {
                    one: half,
                    other: half,
                })
            };
            ChapterValues {
                values: minijinja::context! {
                    few => test_of(1000),
                    many => test_of(1_000_000),
                },
                findings: Vec::new(),
            }
        },
    );
    assert!(
        text.contains(" points, 0,") && text.contains(" point."),
        "{text}"
    );
}

/// Numbers are written in the language of the page, with fewer digits in a sentence than in a table.
#[test]
fn values_are_written_in_the_language_of_the_page() {
    let share = PageNumber::Probability(Estimate {
        value: 0.012_646,
        interval: Interval {
            low: 0.012_6,
            high: 0.012_7,
        },
    });
    assert_eq!(share.sentence_text(Lang::En), "1.265% [1.260%, 1.270%]");
    assert_eq!(
        share.cell_text(Lang::Fr),
        "1,2646\u{202f}% [1,2600\u{202f}% ; 1,2700\u{202f}%]"
    );
    let (_, summaries) = &STUDY_SUMMARIES[0];
    let run = Value::from(PageRun::new(&summaries[0]).with("lead", 3));
    assert_eq!(run.get_attr("lead").ok(), Some(Value::from(3)));
    assert_eq!(run.get_attr("cards").ok(), Some(Value::from(32)));
    assert!(run.get_attr("nothing").expect("a value").is_undefined());
}

/// The pages link to the file of published results if the study has one.
#[test]
fn page_links_to_published_results() {
    let (values, _) = study_values(&STUDY_SUMMARIES);
    for published_file in [Some("published.md"), None] {
        let options = PageOptions {
            published_file,
            ..page_options()
        };
        for lang in [Lang::Fr, Lang::En] {
            let page = values
                .render(lang, BTreeMap::new(), &options)
                .expect("a page");
            let has_link = published_file.is_some();
            assert_eq!(page.markdown.contains("(published.md)"), has_link);
            assert_eq!(page.html.contains("href=\"published.md\""), has_link);
        }
    }
}

/// Special characters of sentences, commands and names are escaped in HTML.
#[test]
fn html_page_escapes_special_characters() {
    let page = RenderedPage {
        text:
            "# A & B\n\n## C < D ?\n\n    pioche --x \"<&>\"\n    pioche b\n\n> P < 1 & \"q\" ;\n"
                .to_owned(),
        description: "a < b & \"c\"".to_owned(),
        contents: "Sommaire".to_owned(),
        translation_title: "Other".to_owned(),
        ..RenderedPage::default()
    };
    let page = html::page(&page, Lang::Fr).expect("a page");
    for part in [
        "<title>A &amp; B</title>",
        "content=\"a &lt; b &amp; &quot;c&quot;\"",
        "C &lt; D\u{202f}?</h2>",
        "<span>--x</span> &quot;&lt;&amp;&gt;&quot;\npioche b</code></pre>",
        "P &lt; 1 &amp; \"q\"\u{202f};",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<script") && !page.contains("src=\"http"));
}

/// `README.md` contains the first findings of the committed study. With `PIOCHE_GOLDEN=write` they are rewritten.
#[test]
fn readme_contains_top_findings_of_committed_study() {
    let findings = study_page(&STUDY_SUMMARIES, Lang::En).findings;
    let mut text = String::new();
    for (finding, number) in findings.iter().zip(1..=3) {
        text += &wrapped_paragraph(&format!("{number}. {finding}"), 120);
        text.push('\n');
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(path).expect("the README");
    let (before, findings_and_end) = readme.split_once("\n1. ").expect("findings");
    let (_, end) = findings_and_end.split_once("\n\n").expect("an end");
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, format!("{before}\n{text}\n{end}")).expect("the README is written");
    } else {
        assert!(readme.contains(&format!("\n\n{text}\n")), "{text}");
    }
}

/// Page, terminal, CSV and JSON write the estimates of one list: a share has the same numbers in all of them, and an
/// impossible event is 0, a certain one 1. The ends of intervals have at most twelve digits.
#[test]
fn outputs_agree_on_every_row_of_the_study() {
    let mut certain_rows = 0;
    for (_, summaries) in &*STUDY_SUMMARIES {
        let table = row_table(summaries);
        for row in summaries.iter().flat_map(Summary::rows) {
            let interval = row.interval.unwrap_or(Interval::exactly(0.0));
            for end in [interval.low, interval.high] {
                let digits = format!("{end:.11e}");
                assert_eq!(digits.parse(), Ok(end), "more than twelve digits");
            }
        }
        let json: serde_json::Value = serde_json::from_str(&json(summaries)).expect("JSON");
        let objects = row_objects(&table);
        let json_rows = json["rows"].as_array().expect("rows");
        assert_eq!(objects.len(), json_rows.len());
        for (object, json_row) in objects.iter().zip(json_rows) {
            for (key, value) in json_row.as_object().expect("a row") {
                assert_eq!(&object[key], value, "{key}");
            }
        }
        for (index, summary) in summaries.iter().enumerate() {
            for (share, _) in summary.shares() {
                let interval = share.interval.expect("a share has an interval");
                let json_share = &json["runs"][index]["shares"][share.name];
                assert_eq!(json_share["ci_low"], interval.low);
                assert_eq!(json_share["ci_high"], interval.high);
                let Some(row) = summary.row(share.name) else {
                    continue;
                };
                assert_eq!(row.interval, share.interval, "{}", share.name);
                let cell = measure_cell(summary, share.name, Lang::En);
                let [estimate, bounds] = estimate_cells(row, true, Lang::En);
                if let Some(certain) = row.certain_share() {
                    certain_rows += 1;
                    assert_eq!((interval.low, interval.high), (certain, certain));
                    let text = if certain == 0.0 { "0%" } else { "100%" };
                    assert_eq!([cell, estimate, bounds], [text, text, ""]);
                } else if cell.contains('[') {
                    assert_eq!(cell, format!("{estimate} {bounds}"));
                } else {
                    let bound = cell
                        .rsplit(' ')
                        .next()
                        .expect("a bound")
                        .trim_end_matches(')');
                    assert!(bounds.contains(bound), "{cell} {bounds}");
                }
            }
        }
    }
    assert!(certain_rows > 0);
}
