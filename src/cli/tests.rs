//! What the command line computes before it says it: the command that goes on, and numbers as people write them.

mod help;

use crate::cli::again::{going_on, quoted};
use crate::cli::written::number;
use std::ffi::OsString;

fn typed(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[test]
fn the_command_goes_on_with_what_was_typed() {
    let words = typed(&["pioche", "simulate", "nim", "--seed", "random", "--tally", "my file"]);
    assert_eq!(going_on(&words, 7, &["--resume"]), "pioche simulate nim --seed 7 --tally \"my file\" --resume");
    let words = typed(&["pioche", "--seed=random", "--resume", "--tally", "it's", "--out", "a\nb\u{9b}"]);
    let expected = r#"pioche --seed=7 --resume --tally "it's" --out $'a\x0ab\xc2\x9b' --force"#;
    assert_eq!(going_on(&words, 7, &["--resume", "--force"]), expected);
}

/// Double quotes are read alike by all shells; what they leave a meaning within is for a POSIX shell.
#[test]
fn a_word_is_quoted_for_every_shell() {
    for (word, expected) in [
        ("réussite/a.csv", "réussite/a.csv"),
        ("", "\"\""),
        ("my study; touch X", "\"my study; touch X\""),
        ("it's", "\"it's\""),
        ("$HOME", "'$HOME'"),
        ("a\"b'c", r#"'a"b'\''c'"#),
        ("wow!", "'wow!'"),
    ] {
        assert_eq!(quoted(word), expected);
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quoted(std::ffi::OsStr::from_bytes(b"caf\xe9 '")), r"$'caf\xe9 \''");
    }
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let read = |text: &str| number(text).map(|number| (number.value, number.rounding));
    let known: [(&str, f64, f64); 7] = [
        ("0.0126", 0.0126, 0.000_05),
        ("0,0126", 0.0126, 0.000_05),
        ("1,26\u{202f}%", 0.0126, 0.000_05),
        ("1.26e-2", 0.0126, 0.000_05),
        ("−0.5", -0.5, 0.05),
        ("12", 12.0, 0.5),
        ("1/4", 0.25, 0.0),
    ];
    for (text, value, rounding) in known {
        let (found, half) = read(text).unwrap_or_else(|| panic!("{text} is a number"));
        assert!((found - value).abs() < 1e-15, "{text}: {found}");
        assert!((half - rounding).abs() < 1e-12, "{text}: {half}");
    }
    for text in [
        "",
        "%",
        "x",
        "1,2,3",
        "1.2,3",
        "nan",
        "inf",
        "1/0",
        "-1/2",
        "1e400",
        "1e-2147483648.5",
        "1.5e-2147483648",
        "é",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
