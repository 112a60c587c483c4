//! The French catalogue: every English text of the code has its French, with the same holes, and no other entry exists.

use pioche_report::lang::CATALOGUE;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Rust sources of the program and of its packages, without tests.
fn source_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("crates")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Returns the string literals of a source as the catalogue writes them, each with the code before it. Comments and unit tests
/// are left out.
fn literals(source: &str) -> Vec<(&str, String)> {
    let source = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let mut literals = Vec::new();
    let mut code_start = 0;
    let mut place = 0;
    while place < source.len() {
        let text = &source[place..];
        if text.starts_with("//") {
            place += text.find('\n').unwrap_or(text.len());
        } else if text.starts_with("'\"'") || text.starts_with("b'\"'") {
            place += 3;
        } else if text.starts_with('"') {
            let mut length = 1;
            while !text[length..].starts_with('"') {
                length += if text[length..].starts_with('\\') {
                    2
                } else {
                    1
                };
                while !text.is_char_boundary(length) {
                    length += 1;
                }
            }
            literals.push((&source[code_start..place], catalogue_text(&text[1..length])));
            place += length + 1;
            code_start = place;
        } else {
            place += text.chars().next().map_or(1, char::len_utf8);
        }
    }
    literals
}

/// Returns the text of a literal as the catalogue writes it: one line, with `\s` for a space at an end.
fn catalogue_text(literal: &str) -> String {
    let mut parts = literal.split("\\\n");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.trim_start();
    }
    text = text
        .replace("\\\"", "\"")
        .replace('\n', "\\n")
        .replace("\\u{a0}", "\u{a0}")
        .replace("\\u{202f}", "\u{202f}");
    if let Some(rest) = text.strip_prefix(' ') {
        text = format!("\\s{rest}");
    }
    if let Some(rest) = text.strip_suffix(' ') {
        text = format!("{rest}\\s");
    }
    text
}

/// Returns true for a literal that is displayed in the current language, by the code before it.
fn is_translated(code: &str) -> bool {
    let code = code.trim_end();
    let starts = ["tr!(", "problem!(", "Text("];
    let mut before = starts.iter().filter_map(|start| code.strip_suffix(start));
    let is_name_sign = |sign: char| sign.is_alphanumeric() || sign == '_';
    code.ends_with(".help(") || before.any(|code| !code.ends_with(is_name_sign))
}

fn holes(text: &str) -> BTreeSet<&str> {
    let pieces = text.split('{').skip(1);
    pieces
        .filter_map(|piece| Some(piece.split_once('}')?.0))
        .collect()
}

fn entries() -> BTreeMap<&'static str, &'static str> {
    let mut entries = BTreeMap::new();
    for entry in CATALOGUE.trim_end().split("\n\n") {
        let (english, french) = entry.split_once('\n').expect("two lines");
        assert!(!french.contains('\n'), "{entry}");
        assert!(
            entries.insert(english, french).is_none(),
            "twice: {english}"
        );
    }
    entries
}

#[test]
fn every_text_has_its_french() {
    let entries = entries();
    let mut known = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for file in source_files() {
        let source = fs::read_to_string(&file).expect("a source");
        for (code, text) in literals(&source) {
            let is_message = text.contains(char::is_alphabetic) && is_translated(code);
            if is_message && !entries.contains_key(text.as_str()) {
                missing.insert(format!("{}: {text}", file.display()));
            }
            known.insert(text);
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["columns", "examples", "terms"] {
        let path = root.join(format!("crates/games/src/{name}.txt"));
        for line in fs::read_to_string(path).expect("a text").lines() {
            let line = line.trim_start_matches("# ");
            known.insert(line.to_owned());
            if let Some((_, term)) = line.split_once(": ") {
                known.insert(term.to_owned());
            }
        }
    }
    let removed = fs::read_to_string(root.join("src/words_removed.txt")).expect("a text");
    for text in removed.lines().filter_map(|line| line.rsplit(" | ").next()) {
        if !entries.contains_key(text) {
            missing.insert(format!("words_removed.txt: {text}"));
        }
        known.insert(text.to_owned());
    }
    assert!(missing.is_empty(), "without French: {missing:#?}");
    let unused: Vec<_> = entries
        .keys()
        .filter(|text| !known.contains(**text))
        .collect();
    assert!(unused.is_empty(), "in no source: {unused:#?}");
}

#[test]
fn french_texts_have_the_holes_of_the_english_ones() {
    for (english, french) in entries() {
        assert_eq!(holes(english), holes(french), "{english}");
    }
}

/// Neighbouring lines of the catalogue are easy to find, and two changes of it rarely meet.
#[test]
fn catalogue_is_sorted() {
    let texts = CATALOGUE.trim_end().split("\n\n");
    let texts: Vec<&str> = texts
        .map(|entry| entry.lines().next().unwrap_or_default())
        .collect();
    assert!(texts.is_sorted());
}
