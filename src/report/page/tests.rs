//! Tests of the study's page: its conclusions hold, and it says the same in both languages.

use super::values::{PageNumber, PageRun};
use super::{
    ChapterDocument, Drawings, FigureDrawings, PageHeader, StatedFinding, StudyChapter, StudyPage,
    StudyValues,
};
use crate::draw::chart::ChartDrawing;
use crate::lang::{Lang, either};
use crate::report::command::{CommandLine, CommandOption};
use crate::report::page::html;
use crate::report::page::values::compact_commands;
use crate::report::text_table::wrapped_paragraph;
use crate::topics::tests::figures::STUDY_SUMMARIES;
use crate::topics::{TOPICS, Topic, scaled_deals};
use minijinja::Value;
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_engine::stats::{Confidence, Estimate, Interval};
use std::sync::Arc;

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
            summaries.push(Summary::new(
                experiment.into(),
                &run,
                level,
                Default::default(),
            ));
        }
        study.push((*topic, summaries));
    }
    study
}

fn study_page(study: &[(&'static Topic, Vec<Summary>)], lang: Lang) -> StudyPage {
    let (values, drawings) = study_values(study);
    values
        .render(lang, &drawings, &page_header())
        .expect("a page")
}

/// Returns the values of a study, and a drawing of each figure.
fn study_values(study: &[(&'static Topic, Vec<Summary>)]) -> (StudyValues, Drawings) {
    let chapters: Vec<StudyChapter<'_>> = study
        .iter()
        .map(|(topic, summaries)| StudyChapter {
            document: topic.chapter,
            glossary: &topic.glossary,
            summaries,
        })
        .collect();
    let values = StudyValues::new(&chapters).expect("runs");
    assert!(values.tests.len() > 100, "{} tests", values.tests.len());
    // Each figure has a drawing, so that the page shows those that the templates name.
    let mut drawings = std::collections::BTreeMap::new();
    for chapter in &chapters {
        for figure in chapter.document.figures {
            let drawing = ChartDrawing {
                size_mm: (1.0, 1.0),
                size: (1, 1),
                elements: String::new(),
            };
            let figure_drawings = FigureDrawings {
                wide: drawing.clone(),
                narrow: drawing.clone(),
                brief: Some(drawing),
            };
            drawings.insert(figure.file_stem.to_owned(), figure_drawings);
        }
    }
    (values, Arc::new(drawings))
}

fn page_header() -> PageHeader<'static> {
    PageHeader {
        command: "pioche study".to_owned(),
        translation_file: "other.html",
        selected_chapters: &[],
        chapter_count: TOPICS.len(),
    }
}

/// Returns the sentences of a page: its lines without headings, tables, commands, figures and links to data.
fn sentences(markdown: &str) -> Vec<String> {
    let is_sentence = |line: &&str| {
        let text = line.trim_start_matches(['>', ' ', '-']);
        !text.is_empty()
            && !text.starts_with(['|', '#', '`', '[', '<'])
            && !line.starts_with("    ")
    };
    markdown
        .lines()
        .filter(is_sentence)
        .map(str::to_owned)
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
        // "0 of 100, at most 3%" and "100 of 100, at least 97%" are six words.
        let is_bound = word(index + 1) == "of" && word(index + 3) == "at";
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
        ["80% power", "too few", "(no interval: ", "p-value", "seed"]
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
            .filter(|line| line.starts_with("    pioche") || line.starts_with("    for x in"))
            .map(str::to_owned)
            .collect();
        (counts, commands)
    };
    let (counts, commands) = structure(Lang::En);
    assert_eq!((counts, commands.clone()), structure(Lang::Fr));
    let figures: usize = TOPICS.iter().map(|topic| topic.chapter.figures.len()).sum();
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

/// The printed sheet has the questions of the page with their numbers, answers and figures, and a line for each.
#[test]
fn sheet_has_questions_answers_and_figures_of_page() {
    for lang in [Lang::Fr, Lang::En] {
        let (values, drawings) = study_values(&STUDY_SUMMARIES);
        let page = values
            .render(lang, &drawings, &page_header())
            .expect("a page");
        let sheet = values
            .render_brief(lang, &drawings, &page_header())
            .expect("a sheet");
        let method = either!(lang, "Méthode</h2>", "Method</h2>");
        let (chapters, _) = page.html.split_once(&method).expect("a method");
        let text = |heading: &&str| heading.split_once('>').map(|(_, text)| text.to_owned());
        let headings: Vec<_> = parts_between(chapters, "<h3", "</h3>")
            .iter()
            .filter_map(text)
            .collect();
        let sheet_headings: Vec<_> = parts_between(&sheet, "<h3", "</h3>")
            .iter()
            .filter_map(text)
            .collect();
        assert_eq!(sheet_headings, headings);
        assert!(headings.len() > 20, "{}", headings.len());
        let answers = parts_between(chapters, "<blockquote>", "</blockquote>");
        assert_eq!(
            parts_between(&sheet, "<blockquote>", "</blockquote>"),
            answers
        );
        assert_eq!(sheet.matches("class=\"ours\"").count(), headings.len());
        assert_eq!(
            sheet.matches("<figure").count(),
            chapters.matches("<figure").count()
        );
        let chapter_count = sheet.matches("<section class=\"chapter\">").count();
        assert_eq!(chapter_count, TOPICS.len());
        for word in ["<details", "<pre", "<script", "src=", "href="] {
            assert!(!sheet.contains(word), "{word}");
        }
    }
}

/// Tables outside folded parts belong to the answer; paragraphs and commands are left out.
#[test]
fn sheet_keeps_answers_and_leaves_out_folded_parts() {
    let markdown = "# T\n\n## C\n\nIntro.\n\n### Q?\n\n> 12%\n\nFurther.\n\n| a |\n| -- |\n| 34 |\n\n\
                    <details><summary>all</summary>\n\n| b |\n| -- |\n| 56 |\n\n</details>\n\n    pioche x\n\n\
                    ### R?\n\n> 78%\n";
    let sheet = html::brief(markdown, "Our value:", Lang::En);
    for kept in ["Intro.", "12%", "34", "78%"] {
        assert!(sheet.contains(kept), "{kept}");
    }
    for omitted in ["Further.", "56", "all", "pioche x"] {
        assert!(!sheet.contains(&format!(">{omitted}<")), "{omitted}");
    }
    assert_eq!(sheet.matches("Our value:").count(), 2);
}

/// Chapters and their questions are numbered in order, whatever the numbers of the handouts.
#[test]
fn headings_are_numbered_in_order() {
    let page = study_page(&STUDY_SUMMARIES, Lang::En);
    let mut chapter = 0;
    let mut question = 0;
    for line in page.markdown.lines() {
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
    assert_eq!(chapter, TOPICS.len() + 2);
    assert!(page.markdown.contains(" (handout, § 5.5)\n"));
    assert!(page.html.contains("<small>handout, § 5.5</small></h3>"));
}

/// A drawing on the page has one element for the dashes of a line, at the same points.
#[test]
fn lines_of_one_style_share_a_path_on_the_page() {
    let line = |colour: &str, points: &str| {
        format!(
            "<polyline stroke-linejoin=\"round\" fill=\"none\" stroke=\"{colour}\" points=\"{points} \"/>\n"
        )
    };
    let drawing = [
        line("#1", "0,1 2,3"),
        line("#1", "4,5 6,7"),
        line("#2", "8,9 1,1"),
        "<text>x</text>\n".to_owned(),
    ]
    .concat();
    assert_eq!(
        super::environment::compact_elements(&drawing),
        "<path fill=\"none\" stroke=\"#1\" d=\"M0,1 2,3M4,5 6,7\"/>\n\
         <path fill=\"none\" stroke=\"#2\" d=\"M8,9 1,1\"/>\n<text>x</text>\n"
    );
}

/// Returns the relative luminance of a colour such as `#4aa3df`.
fn luminance(colour: &str) -> f64 {
    let part = |start: usize| {
        let digits = &colour[start..start + 2];
        let value = f64::from(u8::from_str_radix(digits, 16).expect("two digits")) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// On a dark page the third line of a chart, which is wide, and the fourth, whose dashes lie on it, can be told apart from
/// each other and from the background.
#[test]
fn third_and_fourth_line_differ_on_dark_pages() {
    let style = include_str!("style.css");
    let dark_colour = |light_colour: &str| {
        let rule = format!("[stroke=\"{light_colour}\" i] {{ stroke: ");
        let (_, end) = style.split_once(&rule).expect("a rule for the colour");
        &end[..7]
    };
    let swap = dark_colour("#56b4e9");
    let move_line = dark_colour("#4a1a54");
    let paper = "#15171a";
    assert!(style.contains(&format!("--paper: {paper}")));
    for (one, other) in [(swap, move_line), (swap, paper), (move_line, paper)] {
        assert!(contrast(one, other) >= 3.0, "{one} on {other}");
    }
}

#[test]
fn simulate_commands_are_merged_into_ranges() {
    let command = |options: &[(&str, &str)]| CommandLine {
        name: "pioche simulate p".to_owned(),
        options: options
            .iter()
            .map(|(name, value)| CommandOption::new(name, value))
            .collect(),
    };
    let commands = |name: &str, values: &[&str]| -> Vec<CommandLine> {
        values
            .iter()
            .map(|&value| command(&[(name, value), ("deals", "9")]))
            .collect()
    };
    let p = "pioche simulate p";
    let range = compact_commands(commands("values", &["2", "3", "4"]), &["values"]);
    assert_eq!(range, [format!("{p} --values 2..4 --deals 9")]);
    let gap = compact_commands(commands("values", &["2", "4"]), &["values"]);
    assert_eq!(
        gap,
        [format!("for x in 2 4; do {p} --values $x --deals 9; done")]
    );
    let without_ranges = compact_commands(commands("values", &["2", "3"]), &[]);
    assert_eq!(
        without_ranges,
        [format!("for x in 2 3; do {p} --values $x --deals 9; done")]
    );
    let shuffles = commands("shuffle", &["riffle:1", "riffle:2", "uniform"]);
    let all_shuffles = compact_commands(shuffles.clone(), &[]);
    assert_eq!(
        all_shuffles,
        [format!(
            "for x in riffle:1 riffle:2 uniform; do {p} --shuffle $x --deals 9; done"
        )]
    );
    let riffles = shuffles
        .into_iter()
        .take(2)
        .chain([command(&[("deals", "9")])]);
    assert_eq!(
        compact_commands(riffles, &[]),
        [
            format!("for x in 1 2; do {p} --shuffle riffle:$x --deals 9; done"),
            format!("{p} --deals 9")
        ]
    );
    let pairs = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")];
    let pairs = pairs.map(|(first, second)| command(&[("a", first), ("b", second)]));
    assert_eq!(
        compact_commands(pairs, &["b"]),
        [format!("{p} --a 1 --b 1..2"), format!("{p} --a 2 --b 1..2")]
    );
}

/// The committed page is the page that the program writes for the committed runs.
#[test]
fn committed_page_matches_generated_page() {
    let committed = include_str!("../../../results/README.md");
    let mut guide = include_str!("../../../CONTRIBUTING.md").lines();
    let command = guide
        .find(|line| line.contains("cd results &&"))
        .expect("the command that makes results/");
    let mut missing = sentences(&study_page(&STUDY_SUMMARIES, Lang::En).markdown);
    missing.retain(|sentence| !committed.contains(sentence.as_str()));
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
            statement: String::new(),
            commands: Vec::new(),
        };
        (0..count).map(|_| finding()).collect()
    };
    let top = super::top_findings(vec![findings(1, 20), findings(99, 2)]);
    let ranks: Vec<u32> = top.iter().map(|finding| finding.rank).collect();
    assert_eq!(ranks, [vec![1; super::MAX_FINDINGS - 1], vec![99]].concat());
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
    let mut tests = super::environment::TestFamily::new(Confidence::default());
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
        template: crate::lang::Text::untranslated("## Title\n\n{{ nothing }}\n"),
        values: |_, _| super::ChapterValues {
            values: minijinja::context! {},
            findings: Vec::new(),
        },
        ..topic.chapter
    };
    let chapter = StudyChapter {
        document,
        glossary: &topic.glossary,
        summaries,
    };
    let values = StudyValues::new(&[chapter]).expect("runs");
    let problem = values
        .render(Lang::En, &Drawings::default(), &page_header())
        .err()
        .expect("an error");
    assert!(problem.to_string().contains("alliances:3"), "{problem}");
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
    assert_eq!(share.sentence_text(Lang::En), "1.26% [1.26%, 1.27%]");
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

/// Special characters of sentences, commands and names are escaped in HTML.
#[test]
fn html_page_escapes_special_characters() {
    let frame = html::PageFrame {
        lang: Lang::Fr,
        description: "a < b & \"c\"",
        contents: "Sommaire",
        translation_file: "other.html",
        translation_title: "Other",
    };
    let page = html::page(
        "# A & B\n\n## C < D ?\n\n    pioche --x \"<&>\"\n    pioche b\n\n> P < 1 & \"q\" ;\n",
        &frame,
    );
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).expect("the README");
    let (before, findings_and_end) = readme.split_once("\n1. ").expect("findings");
    let (_, end) = findings_and_end.split_once("\n\n").expect("an end");
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, format!("{before}\n{text}\n{end}")).expect("the README is written");
    } else {
        assert!(readme.contains(&format!("\n\n{text}\n")), "{text}");
    }
}
