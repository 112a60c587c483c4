//! Tests of the folder of a study: one program at a time, one identity, and other files are never overwritten.

use crate::program::{
    PLAYED, SMALL_STUDY, SMALL_STUDY_FILES, STUDY, answer, contents, folder, names, pioche,
    refused, shell, started, stderr, stdout, until,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Copies the small study.
fn played(copy: &Path) {
    for (file, bytes) in contents(&SMALL_STUDY_FILES.0) {
        let path = copy.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("room");
    }
}

/// Starts a study in `s`, and kills it when it has created its folder.
fn begun(here: &Path, options: &str) {
    let mut child = started(here, &format!("{STUDY} {options}"));
    until("the study is its own", || here.join("s/tallies").exists());
    child.kill().expect("SIGKILL");
    child.wait().expect("a child");
}

/// Asserts that two studies are equal, except for the pages, which contain their command.
pub fn same(study: &Path, expected: &Path) {
    let found = contents(study);
    let expected = contents(expected);
    assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
    let page = |file: &str| file == "README.md" || file.ends_with(".html");
    for (file, bytes) in expected.iter().filter(|(file, _)| !page(file)) {
        assert!(found[file] == *bytes, "{file}");
    }
}

fn seed(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("study.json")).expect("the marker is there");
    let marker: serde_json::Value = serde_json::from_str(&text).expect("the marker is JSON");
    marker["seed"].to_string()
}

#[test]
fn study_with_other_settings_requires_force() {
    let folder = folder();
    let here = folder.path();
    played(&here.join("s"));
    let before = contents(&here.join("s"));
    for (other, differs) in [
        ("--seed 2", "--seed 1 "),
        ("--scale 0.002", "--scale 0.001 "),
        ("--confidence 0.9", "--confidence 0.95 "),
        (
            "--chapter alliances,nim",
            "--chapter solitaire,shuffle,nim ",
        ),
    ] {
        let (option, _) = other.split_once(' ').expect("an option and its value");
        let mut words: Vec<&str> = SMALL_STUDY.split(' ').collect();
        if let Some(place) = words.iter().position(|word| *word == option) {
            words.drain(place..place + 2);
        }
        let refusal = pioche(here, &format!("{} {other}", words.join(" ")));
        let told = stderr(&refusal);
        assert_eq!(refusal.status.code(), Some(2), "{other}: {told}");
        assert!(
            told.contains(differs) && told.contains(other) && told.contains("--force"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    assert_eq!(
        contents(&here.join("s")),
        before,
        "a refusal changes nothing"
    );
    // Another program or other values are reported as well.
    let marker = String::from_utf8(before["study.json"].clone()).expect("text");
    let values = format!("\"values\": {}", pioche_engine::sim::VALUE_VERSION);
    for (mine, other) in [
        (&values[..], "\"values\": 77"),
        ("\"pioche 0.", "\"pioche 9."),
    ] {
        fs::write(here.join("s/study.json"), marker.replace(mine, other)).unwrap();
        refused(
            here,
            SMALL_STUDY,
            if other.contains("77") {
                "values 77"
            } else {
                "pioche 9."
            },
        );
    }
    fs::write(here.join("s/study.json"), &marker).unwrap();
    // For another seed, the files of the study are replaced and other files stay.
    for file in before.keys() {
        fs::write(here.join("s").join(file), "of another seed").unwrap();
    }
    fs::write(
        here.join("s/study.json"),
        marker.replace("\"seed\": 1", "\"seed\": 2"),
    )
    .unwrap();
    fs::write(here.join("s/notes.md"), "mine").unwrap();
    fs::write(here.join("s/alliances-mine.png"), "mine").unwrap();
    answer(here, &format!("{SMALL_STUDY} --force"));
    for mine in ["notes.md", "alliances-mine.png"].map(|mine| here.join("s").join(mine)) {
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        fs::remove_file(mine).unwrap();
    }
    same(&here.join("s"), &SMALL_STUDY_FILES.0);
}

/// Returns the titles of the chapters of a page, without the findings and the method.
fn chapter_titles(page: &str) -> Vec<&str> {
    let titles: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    titles[1..titles.len() - 1].to_vec()
}

/// A study of some chapters has the files of these only, with the bytes of the whole study.
#[test]
fn study_with_selected_chapters_has_these_only() {
    let small = contents(&SMALL_STUDY_FILES.0);
    let whole = contents(&PLAYED.0);
    let own = |file: &str| !["README.md", "index.html", "index.fr.html"].contains(&file);
    for (file, bytes) in small.iter().filter(|(file, _)| own(file)) {
        if file.ends_with(".csv") || file.ends_with(".tally") {
            assert!(whole[file] == *bytes, "{file}");
        }
        assert!(
            !["alliances", "alak", "bataille"]
                .iter()
                .any(|topic| file.contains(topic)),
            "{file}"
        );
    }
    for topic in ["solitaire", "shuffle", "nim"] {
        let own = |files: &BTreeMap<String, Vec<u8>>| {
            files
                .keys()
                .filter(|file| {
                    file.split('/')
                        .next_back()
                        .is_some_and(|name| name.starts_with(topic))
                })
                .cloned()
                .collect::<Vec<_>>()
        };
        assert!(own(&small).len() > 3, "{topic}");
        assert_eq!(own(&small), own(&whole));
    }
    let marker: serde_json::Value = serde_json::from_slice(&small["study.json"]).expect("JSON");
    assert_eq!(marker["chapter"], "solitaire,shuffle,nim");
    let page = String::from_utf8(small["README.md"].clone()).expect("text");
    let whole_page = String::from_utf8(whole["README.md"].clone()).expect("text");
    assert_eq!(chapter_titles(&page).len(), 3);
    assert_eq!(chapter_titles(&whole_page).len(), 6);
    let note = page
        .lines()
        .find(|line| line.starts_with("This study has 3 of the 6 chapters: "))
        .expect("the page names its chapters");
    for title in chapter_titles(&page) {
        let (_, title) = title.split_once(' ').expect("a number and a title");
        let name = title.split(" (").next().expect("a name");
        assert!(note.contains(name), "{note}: {title}");
    }
}

/// Names of chapters are those of the games and their aliases, in any order. Others are refused, and write nothing.
/// `--brief` adds a sheet in both languages, and changes no other file. A study of other settings is still refused.
#[test]
fn brief_adds_a_sheet_to_an_existing_study() {
    let folder = folder();
    let here = folder.path();
    played(&here.join("s"));
    answer(here, &format!("{SMALL_STUDY} --brief"));
    let mut found = contents(&here.join("s"));
    let sheets = ["brief.html", "brief.fr.html"].map(|file| found.remove(file).expect("a sheet"));
    let mut expected = contents(&SMALL_STUDY_FILES.0);
    // The list of the files names both sheets.
    found.remove("study.json").expect("the marker");
    expected.remove("study.json").expect("the marker");
    assert!(found == expected, "{:?}", found.keys());
    for (sheet, class_value) in sheets.iter().zip(["Your answer:", "Votre réponse\u{a0}:"]) {
        let sheet = String::from_utf8_lossy(sheet);
        // Each question stands among the questions, with room for a value, and among the answers.
        assert_eq!(
            sheet.matches("<h3").count(),
            2 * sheet.matches("class=\"ours\"").count()
        );
        well_formed(&sheet);
        assert!(sheet.contains(class_value) && sheet.contains("break-before: page"));
        assert!(sheet.matches("<figure").count() >= 3);
    }
    let before = contents(&here.join("s"));
    for options in ["--brief --seed 2", "--brief=yes", "--brief --brief"] {
        let refusal = pioche(here, &format!("{STUDY} {options}"));
        assert_eq!(refusal.status.code(), Some(2), "{options}");
    }
    assert_eq!(
        contents(&here.join("s")),
        before,
        "a refusal changes nothing"
    );
}

#[test]
fn chapter_names_are_checked() {
    let folder = folder();
    let here = folder.path();
    for names in ["bridge", "nim,bridge", "nim,", "Nim"] {
        let wrong = names.rsplit(',').next().expect("a name");
        refused(here, &format!("study --out s --chapter {names}"), wrong);
        assert!(!here.join("s").exists());
    }
    let alone = "study --out s --scale 0.001 --lang en --chapter nim,nim";
    answer(here, alone);
    let before = contents(&here.join("s"));
    // A complete study is another one.
    refused(here, STUDY, "--chapter nim ");
    refused(
        here,
        &format!("{STUDY} --chapter nim,reussite"),
        "--chapter alliances,nim ",
    );
    assert_eq!(contents(&here.join("s")), before);
}

/// A study of another seed that is killed loses no file of the former one, and the next one is whole again.
#[test]
fn killed_study_of_another_seed_keeps_files() {
    let folder = folder();
    let here = folder.path();
    let study = here.join("s");
    played(&study);
    let former = contents(&study);
    let mut seen = 0;
    for round in 2..6_u64 {
        let mut child = started(here, &format!("{SMALL_STUDY} --seed {round} --force"));
        if round % 2 == 0 {
            until("the study is its own", || seed(&study) == round.to_string());
        }
        std::thread::sleep(std::time::Duration::from_millis(3 + 11 * round * round));
        child.kill().expect("SIGKILL");
        child.wait().expect("a child");
        for file in former.keys() {
            assert!(study.join(file).is_file(), "{file} is lost");
        }
        seen += u32::from(seed(&study) == round.to_string());
    }
    assert!(seen >= 2, "only {seen} rounds got as far as their settings");
    let last = seed(&study);
    answer(here, &format!("{SMALL_STUDY} --seed {last}"));
    let page = fs::read_to_string(study.join("README.md")).expect("a page");
    assert!(page.contains(&format!("the seed ({last})")));
    for tally in names(&study.join("tallies")) {
        let text = fs::read_to_string(study.join("tallies").join(&tally)).expect("a tally");
        assert!(text.contains(&format!("\nseed {last}\n")), "{tally}");
    }
    answer(here, &format!("{SMALL_STUDY} --force"));
    same(&study, &SMALL_STUDY_FILES.0);
}

#[test]
fn second_study_in_same_folder_is_refused() {
    let folder = folder();
    let here = folder.path();
    let mut first = started(here, "study --out s --scale 1");
    until("the study has begun", || here.join("s/study.json").exists());
    for other in [
        "study --out s --scale 1",
        "study --out s --scale 1 --seed 2 --force",
    ] {
        refused(here, other, "--out s");
    }
    assert_eq!(seed(&here.join("s")), "1");
    first.kill().expect("SIGKILL");
    first.wait().expect("a child");
}

#[test]
fn folder_with_invalid_study_marker_is_refused() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("s")).unwrap();
    fs::write(here.join("s/alliances.csv"), "mine").unwrap();
    for marker in [
        "",
        "{}",
        "[1]",
        "{\"seed\": 1, \"scale\": 1.0, \"values\": 1}",
        "{\"program\": \"pioche 0.1.0\"}",
    ] {
        fs::write(here.join("s/study.json"), marker).unwrap();
        for flag in ["", "--force"] {
            refused(
                here,
                &format!("study --out s --scale 0.001 {flag}"),
                "study.json",
            );
        }
        assert_eq!(names(&here.join("s")), ["alliances.csv", "study.json"]);
        assert_eq!(
            fs::read_to_string(here.join("s/alliances.csv")).unwrap(),
            "mine"
        );
        assert_eq!(
            fs::read_to_string(here.join("s/study.json")).unwrap(),
            marker
        );
    }
    // A marker cannot name files elsewhere.
    fs::write(here.join("precious"), "mine").unwrap();
    let marker = "{\"program\": \"pioche 0.0\", \"values\": 1, \"scale\": 1, \"seed\": 5, \
                  \"files\": [\"../precious\", \"/etc/hostname\", \"..\", \"study.json\"]}";
    fs::write(here.join("s/study.json"), marker).unwrap();
    begun(here, "--force");
    assert_eq!(fs::read_to_string(here.join("precious")).unwrap(), "mine");
}

/// A folder is still accepted by the next study if the disk was full at the first file.
#[test]
fn failed_study_start_leaves_no_files() {
    let folder = folder();
    let here = folder.path();
    for before in ["", "mkdir s;"] {
        let full = shell(here, &format!("{before} ulimit -f 0; $PIOCHE {STUDY}"));
        assert_eq!(full.status.code(), Some(2), "{}", stderr(&full));
        assert_eq!(here.join("s").exists(), !before.is_empty());
    }
    // A file that only looks like one of a killed program is the user's.
    let foreign = ".pioche-0123456789abcdef.part";
    fs::write(here.join("s").join(foreign), "{").unwrap();
    refused(here, STUDY, foreign);
    fs::remove_file(here.join("s").join(foreign)).unwrap();
    begun(here, "");
    begun(here, "");
}

/// This program resumes the committed study.
#[test]
fn committed_study_is_resumed_by_this_program() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let text = fs::read_to_string(results.join("study.json")).expect("the marker is there");
    let marker: serde_json::Value = serde_json::from_str(&text).expect("the marker is JSON");
    assert_eq!(
        marker["program"],
        concat!("pioche ", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(marker["values"], pioche_engine::sim::VALUE_VERSION);
    assert_eq!(
        (marker["confidence"].as_f64(), marker["interval"].as_str()),
        (Some(0.95), Some("exact"))
    );
    let mut files: Vec<String> = names(&results);
    files.retain(|name| !["study.json", "films", "tallies"].contains(&name.as_str()));
    let written = marker["files"].as_object().expect("names and checksums");
    let written_names = written.keys().filter(|name| !name.starts_with("tallies/"));
    assert!(written_names.eq(&files), "{files:?}");
    assert!(written.values().all(serde_json::Value::is_string));
}

/// Asserts that every tag is closed in order, and that the page has no scripts or external files.
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '\n'])
            .next()
            .expect("a name")
            .trim_end_matches('/');
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "<{tag}>");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for foreign in [
        "<script",
        "<link",
        "<iframe",
        "src=",
        "@import",
        "url(",
        "javascript:",
        "onload=",
    ] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    let fetched = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!fetched.contains("http"), "no outside resource");
    // Every link of the table of contents has a target, and no heading level is skipped.
    for target in html
        .split("href=\"#")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
    {
        assert!(html.contains(&format!("id=\"{target}\"")), "#{target}");
    }
    let levels: Vec<u32> = html
        .split("<h")
        .skip(1)
        .filter_map(|rest| rest[..1].parse().ok())
        .collect();
    assert_eq!(levels[0], 1);
    assert!(
        levels
            .windows(2)
            .all(|pair| pair[1] <= pair[0] + 1 && pair[1] > 1),
        "{levels:?}"
    );
}

/// The pages are complete, their links are valid, and their command works in a shell.
#[test]
fn study_pages_are_complete_and_reproducible() {
    let (study, piped) = &*PLAYED;
    let page = |name: &str| fs::read_to_string(study.join(name)).expect("a page");
    let pages = [
        ("index.html", "en", "index.fr.html"),
        ("index.fr.html", "fr", "index.html"),
    ];
    for (file, lang, other) in pages {
        let html = page(file);
        assert!(
            html.contains(&format!("<html lang=\"{lang}\">"))
                && html.contains(&format!("href=\"{other}\""))
        );
        well_formed(&html);
        for file in html
            .split("href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            assert!(
                file.starts_with('#') || study.join(file).is_file(),
                "{file} is linked and missing"
            );
        }
    }
    let read = page("README.md");
    for file in read
        .split(['(', ')'])
        .filter(|part| part.ends_with(".png") || part.ends_with(".csv"))
    {
        assert!(study.join(file).is_file(), "{file} is linked and missing");
    }
    assert!(read.contains("--out \"my study; touch X\"") && page("index.html").contains("&quot;"));
    let numbered = |line: &&str| {
        line.split_once(". ")
            .is_some_and(|(place, _)| place.parse::<u8>().is_ok())
    };
    assert_eq!(piped.lines().filter(numbered).count(), 5, "{piped}");
    assert!(
        piped
            .lines()
            .rev()
            .skip(1)
            .all(|line| line.chars().count() <= 80),
        "{piped}"
    );
    // In the other language nothing is simulated again and the numbers are the same.
    let folder = folder();
    let copy = folder.path().join("s");
    played(&copy);
    let times = || {
        names(&copy.join("tallies"))
            .into_iter()
            .map(|name| modified(&copy.join("tallies").join(name)))
    };
    let before: Vec<_> = times().collect();
    let french = pioche(
        folder.path(),
        &format!("{} --force", SMALL_STUDY.replace("--lang en", "--lang fr")),
    );
    assert_eq!(french.status.code(), Some(0), "{}", stderr(&french));
    assert_eq!(
        stderr(&french).lines().count(),
        3,
        "a line for each chapter: {}",
        stderr(&french)
    );
    assert!(
        stdout(&french).trim_end().ends_with("s/index.fr.html"),
        "{}",
        stdout(&french)
    );
    assert!(times().eq(before), "nothing was played again");
    let found = contents(&copy);
    let expected = contents(&SMALL_STUDY_FILES.0);
    assert!(found.keys().eq(expected.keys()));
    for (file, bytes) in expected
        .iter()
        .filter(|(file, _)| file.ends_with(".csv") || file.ends_with(".tally"))
    {
        assert!(found[file] == *bytes, "{file}");
    }
}

fn modified(file: &Path) -> std::time::SystemTime {
    file.metadata()
        .and_then(|data| data.modified())
        .expect("a time")
}

#[test]
fn study_refuses_folder_with_foreign_files() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("home")).unwrap();
    fs::write(here.join("home/letter.txt"), "keep me").unwrap();
    refused(here, "study --out home --scale 0.001", "letter.txt");
    assert_eq!(names(&here.join("home")), ["letter.txt"]);
}
