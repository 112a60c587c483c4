//! The pages of a study, as files.

use crate::program::{folder, stderr, stdout};
use crate::topics::SMALL_RUNS;
use std::fs;
use std::process::Command;

/// Every tag is closed, in order; nothing is fetched and nothing runs.
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().expect("a name").trim_end_matches('/');
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "<{tag}>");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for foreign in ["<script", "<link", "<iframe", "src=", "@import", "url(", "javascript:", "onload="] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    let fetched = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!fetched.contains("http"), "no outside resource");
    // Every place of the contents is there, and no level of headings is left out.
    for target in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(html.contains(&format!("id=\"{target}\"")), "#{target}");
    }
    let levels: Vec<u32> = html.split("<h").skip(1).filter_map(|rest| rest[..1].parse().ok()).collect();
    assert_eq!(levels[0], 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1 && pair[1] > 1), "{levels:?}");
}

#[test]
fn a_study_says_what_it_does_and_what_it_found() {
    let folder = folder();
    let out = "my study; touch X";
    let here = folder.path().join(out);
    let study = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command.current_dir(folder.path()).env_clear().args(["study", "--scale", "0.001", "--out", out]).args(options);
        let done = command.output().expect("the program runs");
        assert!(done.status.success(), "{}", stderr(&done));
        done
    };
    let done = study(&["--lang", "fr"]);
    let (told, found) = (stderr(&done), stdout(&done));
    for place in 1..=SMALL_RUNS.len() {
        assert!(told.contains(&format!("Chapitre {place} sur {} : ", SMALL_RUNS.len())), "{told}");
    }
    assert_eq!(told.lines().count(), SMALL_RUNS.len(), "what is found is told once, in the answer: {told}");
    let numbered = |line: &&str| line.split_once(". ").is_some_and(|(place, _)| place.parse::<u8>().is_ok());
    assert_eq!(found.lines().filter(numbered).count(), 5, "{found}");
    assert!(found.lines().rev().skip(1).all(|line| line.chars().count() <= 80), "{found}");
    assert!(found.starts_with("1. ") && found.trim_end().ends_with(&format!("{out}/index.fr.html")), "{found}");
    let page = |name: &str| fs::read_to_string(here.join(name)).expect("a page");
    let (english, french) = (page("index.html"), page("index.fr.html"));
    assert!(english.contains("<html lang=\"en\">") && english.contains("href=\"index.fr.html\""));
    assert!(french.contains("<html lang=\"fr\">") && french.contains("href=\"index.html\""));
    for html in [&english, &french] {
        well_formed(html);
        for file in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(file.starts_with('#') || here.join(file).is_file(), "{file} is linked and missing");
        }
    }
    // The command of a page is one that a shell takes for what it says.
    assert!(english.contains("&quot;my study; touch X&quot; <span>--scale"), "{english:.400}");
    let read = page("README.md");
    assert!(read.contains("pioche study --out \"my study; touch X\" --scale"), "{read:.2000}");
    assert!(read.contains("Ce qui surprend"), "{read:.2000}");
    // Again in the other language, in silence: whoever forces the same study has nothing played again, and counts and
    // pages stay.
    let (csv, tallies) = (page("alliances.csv"), here.join("tallies"));
    let written = || {
        let tally = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().metadata().unwrap().modified().unwrap();
        fs::read_dir(&tallies).expect("a folder").map(tally).max()
    };
    let before = written();
    assert_eq!(stdout(&study(&["--lang", "en", "--quiet", "--force"])), "");
    assert_eq!((page("index.html"), page("index.fr.html"), page("alliances.csv")), (english, french, csv));
    assert_eq!(written(), before, "nothing was played again");
}
