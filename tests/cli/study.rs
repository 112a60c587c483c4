//! Tests of `study`: its folder, its pages, and how an interrupted study continues.

use crate::program::{
    STUDY_FILES, answer, contents, folder, names, refused, signal, started, stderr, until,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A study of one chapter without tallies.
const NIM_STUDY: &str = "study --out s --scale 0.001 --chapter nim --lang en";

/// Returns the files of a study but its pages, which have its command.
fn data_files(study: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = contents(study);
    files.retain(|name, _| !name.ends_with(".md") && !name.ends_with(".html"));
    files
}

#[test]
fn study_with_other_settings_requires_force() {
    let folder = folder();
    let here = folder.path();
    answer(here, NIM_STUDY);
    let before = contents(&here.join("s"));
    for (options, difference) in [
        (
            "--scale 0.001 --chapter nim --seed 2",
            "seed 1 instead of seed 2",
        ),
        (
            "--scale 0.002 --chapter nim",
            "scale 0.001 instead of scale 0.002",
        ),
        (
            "--scale 0.001 --chapter nim,solitaire",
            "chapter nim instead of chapter solitaire,nim",
        ),
    ] {
        refused(
            here,
            &format!("study --out s {options} --lang en"),
            difference,
        );
    }
    assert!(contents(&here.join("s")) == before);
    let marker = String::from_utf8(before["study.json"].clone()).expect("text");
    let other_program = marker.replace("\"program\": \"0.", "\"program\": \"9.");
    fs::write(here.join("s/study.json"), other_program).expect("room");
    refused(here, NIM_STUDY, "program 9.");
    // Files of the same name are replaced, others stay.
    fs::write(here.join("s/nim-values.csv"), "edited").expect("room");
    fs::write(here.join("s/notes.md"), "mine").expect("room");
    answer(here, &format!("{NIM_STUDY} --force"));
    assert_eq!(fs::read(here.join("s/notes.md")).expect("a file"), b"mine");
    fs::remove_file(here.join("s/notes.md")).expect("a file");
    assert!(contents(&here.join("s")) == before);
}

#[test]
fn study_refuses_a_folder_of_something_else() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("s")).expect("a folder");
    fs::write(here.join("s/letter.txt"), "mine").expect("room");
    refused(here, NIM_STUDY, "letter.txt");
    assert_eq!(names(&here.join("s")), ["letter.txt"]);
    refused(here, "study --out t --chapter nim,bridge", "bridge");
    assert!(!here.join("t").exists());
}

/// A study that was stopped continues, with the bytes of one that was not; meanwhile no other one may write.
#[test]
fn stopped_study_continues_with_the_same_bytes() {
    let folder = folder();
    let here = folder.path();
    let study = "study --scale 0.1 --chapter alliances --out s --threads 1 --lang en";
    let tally = here.join("s/tallies/alliances-32-none.tally");
    let child = started(here, study);
    until("the study has begun", || here.join("s/tallies").exists());
    refused(here, study, "s");
    signal(&child, "-TERM");
    let output = child.wait_with_output().expect("a child");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(143), "{message}");
    assert!(message.trim_end().ends_with(study), "{message}");
    answer(here, study);
    let continued = data_files(&here.join("s"));
    assert!(tally.exists() && continued.len() > 10);
    answer(
        here,
        &study
            .replace("--out s", "--out t")
            .replace(" --threads 1", ""),
    );
    assert!(data_files(&here.join("t")) == continued);
}

/// Returns the parts of a page between two texts.
fn parts<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let texts = page.split(start).skip(1);
    texts.filter_map(|part| part.split(end).next()).collect()
}

/// The pages are complete: their links lead to files, their tags are closed, and their command is one for a shell.
#[test]
fn study_has_a_page_in_each_language() {
    let study = &*STUDY_FILES;
    let page = |name: &str| fs::read_to_string(study.join(name)).expect("a page");
    for (lang, html_file, markdown_file, proof_file) in [
        ("en", "index.html", "README.md", "endless.md"),
        ("fr", "index.fr.html", "README.fr.md", "endless.fr.md"),
    ] {
        let html = page(html_file);
        assert!(html.contains(&format!("<html lang=\"{lang}\">")));
        let markdown = page(markdown_file);
        assert!(
            markdown.contains("--scale 0.001 --out \"my study; touch X\""),
            "{markdown}"
        );
        let targets = parts(&html, "href=\"", "\"").into_iter();
        let files = targets.chain(parts(&markdown, "](", ")"));
        let proof = page(proof_file);
        let files = files.chain(parts(&proof, "](", ")"));
        for file in files {
            let is_there = match file.strip_prefix('#') {
                Some(id) => html.contains(&format!("id=\"{id}\"")),
                None => study.join(file).is_file(),
            };
            assert!(is_there, "{file}");
        }
        for tag in [
            "table",
            "details",
            "figure",
            "blockquote",
            "h3",
            "svg",
            "p",
            "li",
        ] {
            let opened = [format!("<{tag}>"), format!("<{tag} ")];
            let opened: usize = opened.iter().map(|tag| html.matches(tag).count()).sum();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        for foreign in ["<script", "<link", "<img", "src=", "@import", "url("] {
            assert!(!html.contains(foreign), "{foreign}");
        }
        for number in ["None", "NaN", "inf%"] {
            assert!(!markdown.contains(number), "{number}");
        }
    }
    assert!(contents(study).len() <= 120, "{}", contents(study).len());
}

/// Returns the number behind a text.
fn number_after(text: &str, start: &str) -> f64 {
    let (_, text) = text.split_once(start).expect(start);
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
    text[..end.unwrap_or(text.len())].parse().expect("a number")
}

/// Letters of charts are at least 11 pixels high on any screen, shades keep their letter colours in dark mode, and
/// tables stay closed on paper.
#[test]
fn study_page_is_readable_narrow_dark_and_printed() {
    let page = fs::read_to_string(STUDY_FILES.join("index.html")).expect("a page");
    // Wide drawings are shown on screens from 640 pixels on, narrow ones on smaller screens; 16 pixels are free at each edge.
    let mut letters = 0;
    for (class, least_width) in [("wide", 640.0 - 32.0), ("narrow", 390.0 - 32.0)] {
        for drawing in parts(&page, &format!("<div class=\"{class}\"><svg"), "</svg>") {
            let steps = number_after(drawing, "viewBox=\"0 0 ");
            for text in drawing.split("<text ").skip(1) {
                let pixels = number_after(text, "font-size=\"") * least_width / steps;
                assert!(pixels >= 11.0, "{class}: {pixels} pixels");
                letters += 1;
            }
        }
    }
    assert!(letters > 100, "{letters}");
    for white in ["class=\"shaded\"", "background: #fff"] {
        assert!(!page.contains(white), "{white}");
    }
    for letter_colour in ["fill=\"#FEFEFE\"", "fill=\"#111111\""] {
        assert!(page.contains(letter_colour), "{letter_colour}");
    }
    let print = parts(&page, "@media print", "</style>");
    assert!(!print[0].contains("details"), "{}", print[0]);
}
