//! Who may import whom: the tree is held to the table in the crate's documentation.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with the layers of the crate that it may import. `generator` stands for the types of `rng` that make no
/// generator out of nothing.
const TABLE: &[(&str, &[&str])] = &[
    ("processor", &[]),
    ("rng", &[]),
    ("cards", &["processor"]),
    ("games", &["cards", "processor"]),
    ("players", &["games", "cards"]),
    ("stats", &[]),
    ("sim", &["rng", "stats", "processor"]),
    ("lang", &[]),
    ("draw", &["lang"]),
    ("play", &["games", "players", "cards", "lang"]),
    ("report", &["draw", "lang", "sim", "stats", "topics"]),
    ("topics", &["cards", "draw", "games", "lang", "play", "players", "processor", "report", "sim", "stats"]),
    (
        "cli",
        &["cards", "draw", "games", "lang", "play", "players", "processor", "report", "rng", "sim", "stats", "topics"],
    ),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The folders of the crate that a line of code names after `crate::`, grouped imports included.
fn imports(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    let names = code
        .split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect::<String>());
    names.collect()
}

fn files() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    found
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix(&root).unwrap();
            let layer = inner.components().next().unwrap().as_os_str().to_string_lossy().replace(".rs", "");
            let text = fs::read_to_string(&path).unwrap();
            (layer, path, text)
        })
        .collect()
}

#[test]
fn imports_go_downward_only() {
    let mut checked = 0;
    for (layer, path, text) in files() {
        if layer == "lib" || layer == "main" {
            continue;
        }
        let (_, allowed) =
            TABLE.iter().find(|(name, _)| *name == layer).unwrap_or_else(|| panic!("{layer} has no layer"));
        for (number, line) in text.lines().enumerate() {
            for target in imports(line) {
                assert!(!target.is_empty(), "{}:{}: name each import of the crate", path.display(), number + 1);
                let fine = target == layer || allowed.contains(&target.as_str());
                assert!(fine, "{}:{}: {layer} may not import {target}", path.display(), number + 1);
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "only {checked} imports were seen");
}

/// A game knows no other game.
#[test]
fn games_do_not_know_each_other() {
    let games = ["alliances", "bataille", "solitaire", "alak", "nim"];
    for (layer, path, text) in files() {
        let Some(own) = games.iter().find(|game| path.iter().any(|part| part == **game)) else { continue };
        if layer != "games" {
            continue;
        }
        for other in games.iter().filter(|other| *other != own) {
            assert!(!text.contains(&format!("games::{other}")), "{} names {other}", path.display());
        }
    }
}

/// Clocks, entropy, threads, files and streams stay out of the layers whose results must be reproducible.
#[test]
fn pure_layers_touch_no_machine() {
    for (layer, path, text) in files() {
        let forbidden: &[&str] = match layer.as_str() {
            "processor" | "rng" | "cards" | "games" | "players" | "stats" | "topics" | "lang" => {
                &["std::fs", "std::io", "std::time", "std::thread", "std::env", "SysRng", "println!", "rayon"]
            }
            "sim" => &["std::fs", "std::io", "std::time", "SysRng", "println!"],
            "report" | "play" => {
                &["std::fs", "std::time", "std::thread", "std::env", "stdin()", "stdout()", "println!"]
            }
            _ => continue,
        };
        for word in forbidden {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
        if !["rng", "sim", "topics"].contains(&layer.as_str()) {
            assert!(!text.contains("from_seed"), "{} makes a generator", path.display());
        }
    }
}

/// A fresh machine has no fontconfig: a default feature of the drawing library must never come back.
#[test]
fn no_system_library_is_needed() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for name in ["font-kit", "yeslogic-fontconfig-sys", "freetype-sys", "openssl-sys", "pkg-config"] {
        assert!(!lock.contains(&format!("name = \"{name}\"")), "{name} is in the dependency tree");
    }
}
