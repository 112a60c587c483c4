//! Compares the README with the output of the program.

use crate::program::{folder, shell, stdout};
use std::fs;
use std::path::Path;

/// Each block with a command shows its output. With PIOCHE_GOLDEN=write the README is rewritten.
#[test]
fn readme_outputs_match_commands() {
    let folder = folder();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("the README");
    let mut parts = readme.split("```");
    let mut anew = parts.next().unwrap_or_default().to_owned();
    let mut shown = 0;
    while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
        let command = block
            .strip_prefix("text\n$ ")
            .and_then(|text| text.lines().next());
        let block = command.map_or_else(
            || block.to_owned(),
            |command| {
                shown += 1;
                format!(
                    "text\n$ {command}\n{}",
                    stdout(&shell(folder.path(), command))
                )
            },
        );
        anew.push_str(&format!("```{block}```{after}"));
    }
    assert!(shown >= 1, "no output");
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        fs::write(&path, &anew).expect("the README is written");
    }
    assert!(
        anew == fs::read_to_string(&path).expect("the README"),
        "{anew}"
    );
    let lines = anew.lines().count();
    assert!(lines <= 170, "the README has {lines} lines: at most 170");
}

/// The files that the README links to exist, and the picture is drawn by the command beside it.
#[test]
fn readme_links_and_picture_command_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let links: Vec<&str> = readme
        .split("](")
        .skip(1)
        .filter_map(|text| text.split(')').next())
        .collect();
    assert!(links.contains(&"tests/independent/deck.py"), "{links:?}");
    for link in links {
        assert!(root.join(link).exists(), "{link}");
    }
    let picture = readme.find("![").expect("a picture");
    let command = readme[..picture]
        .split('`')
        .find(|text| text.starts_with("pioche simulate") && text.contains(" --chart "));
    let folder = folder();
    let command = format!("{} --deals 1000", command.expect("a command with a chart"));
    stdout(&shell(folder.path(), &command));
    assert!(folder.path().join("alliances.png").exists());
}
