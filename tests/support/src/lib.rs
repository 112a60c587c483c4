//! What the tests of several packages share: golden files, which are texts in `tests/data` that tests compare with those of today,
//! and the layout of pictures as text.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod picture;

use std::path::Path;

/// Asserts that a text equals a file in `tests/data`. With `PIOCHE_GOLDEN=write` the file is rewritten.
pub fn assert_golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(file);
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(&path, text).expect("a writable file");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = golden.lines().zip(text.lines());
    for (number, (golden_line, line)) in (1..).zip(lines) {
        assert_eq!(golden_line, line, "{file}, line {number}");
    }
    assert_eq!(
        golden.lines().count(),
        text.lines().count(),
        "{file}: lines"
    );
}
