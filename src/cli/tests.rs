//! What the command line computes before it says it: rendered commands, quoted words, and numbers as people write them.

mod command_line;
mod help;

use crate::cli::command_line::quoted;
use crate::cli::written::number;

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
        ("a\nb\u{9b}", r"$'a\x0ab\xc2\x9b'"),
        ("a\u{200b}b", r"$'a\xe2\x80\x8bb'"),
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
