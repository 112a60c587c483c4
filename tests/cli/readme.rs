//! Compares the READMEs of both languages with the program.

use crate::program::{folder, shell, stdout};
use std::fs;
use std::path::{Path, PathBuf};

/// The READMEs, each with its language.
const READMES: [(&str, &str); 2] = [("README.md", "en"), ("LISEZMOI.md", "fr")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// Returns a README whose blocks with a command have the output of the command.
fn with_outputs(readme: &str) -> String {
    let folder = folder();
    let mut blocks: Vec<String> = readme.split("```").map(str::to_owned).collect();
    for block in &mut blocks {
        if let Some(text) = block.strip_prefix("text\n$ ") {
            let command = text.lines().next().unwrap_or_default();
            let output = stdout(&shell(folder.path(), command));
            *block = format!("text\n$ {command}\n{output}");
        }
    }
    blocks.join("```")
}

/// Each block with a command shows its output. With PIOCHE_GOLDEN=write the READMEs are rewritten.
#[test]
fn readme_outputs_match_commands() {
    for (name, _) in READMES {
        let path = root().join(name);
        let readme = fs::read_to_string(&path).expect(name);
        let updated = with_outputs(&readme);
        if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
            fs::write(&path, &updated).expect(name);
        } else {
            assert!(
                readme.contains("$ pioche ") && readme == updated,
                "{updated}"
            );
        }
        let lines = updated.lines().count();
        assert!(lines <= 110, "{name} has {lines} lines");
    }
}

/// Each command in the running text and in the table succeeds, with few deals; those with the name of a file are left out.
#[test]
fn readme_commands_succeed() {
    for (name, lang) in READMES {
        let readme = fs::read_to_string(root().join(name)).expect(name);
        let folder = folder();
        let mut count = 0;
        for command in readme.split('`').skip(1).step_by(2) {
            let command = command.replace('\n', " ");
            let has_placeholder = command.contains("FI") || command.contains('…');
            let is_played = command.starts_with("pioche play") || command == "pioche merge";
            if !command.starts_with("pioche ") || has_placeholder || is_played {
                continue;
            }
            let deals = if command.starts_with("pioche simulate") && !command.contains("--help") {
                " --deals 640"
            } else {
                ""
            };
            stdout(&shell(
                folder.path(),
                &format!("{command}{deals} --lang {lang}"),
            ));
            count += 1;
        }
        assert!(count >= 9, "{name}: {count} commands");
        assert!(folder.path().join("alliances.png").exists());
    }
}

#[test]
fn files_that_readmes_name_exist() {
    for (name, _) in READMES {
        let readme = fs::read_to_string(root().join(name)).expect(name);
        let links = readme.split("](").skip(1);
        let links = Vec::from_iter(links.filter_map(|text| text.split(')').next()));
        assert!(links.contains(&"tests/independent/deck.py"), "{links:?}");
        for link in links {
            assert!(root().join(link).exists(), "{name}: {link}");
        }
    }
}
