//! Compares the README with the output of the program.

use crate::program::{folder, shell, stdout};
use std::fs;
use std::path::Path;

/// Each block with a command shows its output. With PIOCHE_GOLDEN=write the README is rewritten.
#[test]
fn readme_outputs_match_commands() {
    let folder = folder();
    fs::write(
        folder.path().join("student.csv"),
        "nb_tas_max,probability\n2,\"1,26 %\"\n3,\"5,36 %\"\n4,\"11,5 %\"\n",
    )
    .expect("written");
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
    assert!(shown >= 2, "{shown} outputs");
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        fs::write(&path, &anew).expect("the README is written");
    }
    assert!(
        anew == fs::read_to_string(&path).expect("the README"),
        "{anew}"
    );
    // Tables are not counted, since they grow with the topics.
    let lines = anew.lines().filter(|line| !line.starts_with('|')).count();
    assert!(
        lines <= 170,
        "the README has {lines} lines beside its tables: at most 170"
    );
}
