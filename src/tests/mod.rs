//! Tests of the command line, and that each topic has its files.

mod command_line;

use pioche_games::TOPICS;

/// Checks that the engine tests have an experiment of each topic, and that golden games, transcripts and films exist
/// for topics with `play` or films.
#[test]
fn every_verb_has_golden_files() {
    // Empty files do not count.
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry"));
        let full = entries.filter(|entry| entry.metadata().is_ok_and(|file| file.len() > 0));
        full.map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    };
    let transcripts = names(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/play"));
    let golden = names(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/engine/tests/data"
    ));
    let films = names(concat!(env!("CARGO_MANIFEST_DIR"), "/results/films"));
    let kinds = include_str!("../../crates/engine/tests/engine/common/mod.rs");
    for topic in TOPICS {
        let name = topic.name;
        assert!(
            kinds.contains(&format!("\"{name} ")),
            "{name}: no kind in engine/tests/engine/common/mod.rs"
        );
        if topic.play.is_some() {
            assert!(
                golden.contains(&format!("golden_{name}.txt")),
                "{name}: no golden game"
            );
            for lang in ["fr", "en"] {
                assert!(
                    transcripts.contains(&format!("{name}_usual.{lang}.txt")),
                    "{name}: no transcript in {lang}"
                );
            }
        }
        if topic.show.is_some() {
            assert!(films.contains(&format!("{name}.gif")), "{name}: no film");
        }
    }
}
