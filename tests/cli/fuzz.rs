//! Tests of the fuzz targets with the inputs in `tests/data/fuzz` and with random changes of them. CONTRIBUTING.md
//! describes longer runs with `cargo fuzz`.

#[path = "../fuzz/lib.rs"]
mod targets;

use std::fs;
use std::path::{Path, PathBuf};
use targets::{FuzzTarget, TARGETS};

/// Returns the stored inputs of a target with their paths, sorted by path.
fn stored_inputs(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/fuzz")
        .join(name);
    let files =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| (file.clone(), fs::read(file).expect("it can be read")))
        .collect()
}

/// Runs a target on an input, and prints the input if the target panics.
fn takes(name: &str, target: FuzzTarget, input: &[u8]) {
    struct Shown<'a>(&'a str, &'a [u8]);
    impl Drop for Shown<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("{} cannot bear \"{}\"", self.0, self.1.escape_ascii());
            }
        }
    }
    let shown = Shown(name, input);
    target(input);
    drop(shown);
}

#[test]
fn fuzz_targets_accept_stored_inputs() {
    for (name, target) in TARGETS {
        let inputs = stored_inputs(name);
        assert!(!inputs.is_empty(), "{name} keeps no input");
        inputs
            .iter()
            .for_each(|(_, input)| takes(name, *target, input));
        takes(name, *target, b"");
    }
}

/// Checks that each target has a program for `cargo fuzz`, and that there are no other programs.
#[test]
fn every_fuzz_target_has_cargo_fuzz_program() {
    let manifest = include_str!("../fuzz/Cargo.toml");
    for (name, _) in TARGETS {
        let program =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fuzz/bin/{name}.rs"));
        let text = fs::read_to_string(&program)
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        assert!(
            text.contains(&format!("pioche_fuzz::{name}(data)")),
            "{name}"
        );
        assert!(
            manifest.contains(&format!("path = \"bin/{name}.rs\"")),
            "{name}"
        );
    }
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
}

/// Runs the targets on stored inputs with random changes: bytes inserted, removed, repeated, appended or replaced.
#[test]
fn fuzz_targets_accept_mutated_stored_inputs() {
    let mut state = 88_172_645_463_325_252_u64;
    // A xorshift generator is random enough for test inputs.
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound.max(1) as u64) as usize
    };
    for (name, target) in TARGETS {
        let inputs = stored_inputs(name);
        for _ in 0..150 {
            let mut input = inputs[below(inputs.len())].1.clone();
            for _ in 0..=below(4) {
                let (from, to) = (below(input.len()), below(input.len()));
                let (from, to) = (from.min(to), from.max(to));
                match below(6) {
                    0 => input.insert(from, below(256) as u8),
                    1 => drop(input.drain(from..to)),
                    2 => input.extend_from_within(from..to),
                    3 => input.extend_from_slice(&inputs[below(inputs.len())].1),
                    4 => {
                        let mut words: Vec<&[u8]> = input.split(|byte| *byte == b' ').collect();
                        words.remove(below(words.len()));
                        input = words.join(&b' ');
                    }
                    _ => input
                        .iter_mut()
                        .skip(from)
                        .take(1)
                        .for_each(|byte| *byte = b"0129-., \n\xff"[below(10)]),
                }
            }
            takes(name, *target, &input);
        }
    }
}
