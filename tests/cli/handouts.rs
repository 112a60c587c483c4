//! The commands that answer the exercises and questions of the five handouts.

use crate::program::{folder, shell};
use std::collections::BTreeMap;

/// Every exercise of the handouts with a command, its exit code and words of its output. The file describes its form.
const EXERCISES: &str = include_str!("../data/handouts.txt");

#[derive(Default)]
struct Exercise<'a> {
    titles: Vec<&'a str>,
    commands: Vec<&'a str>,
    exit_code: i32,
    output_words: Vec<&'a str>,
}

fn parse_exercise(paragraph: &str) -> Exercise<'_> {
    let mut exercise = Exercise::default();
    for line in paragraph.lines().filter(|line| !line.starts_with('#')) {
        match line.split_at_checked(2) {
            Some(("$ ", command)) => exercise.commands.push(command),
            Some(("= ", code)) => exercise.exit_code = code.parse().unwrap(),
            Some(("> ", words)) => exercise.output_words.push(words),
            _ => exercise.titles.push(line),
        }
    }
    exercise
}

/// Returns a text with one space in place of several, since columns of tables have any width.
fn single_spaces(text: &str) -> String {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_exercise_of_the_handouts_has_a_command() {
    let exercises: Vec<Exercise> = EXERCISES
        .split("\n\n")
        .map(parse_exercise)
        .filter(|exercise| !exercise.titles.is_empty())
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let folder = folder();
    let mut failures = Vec::new();
    for exercise in &exercises {
        for title in &exercise.titles {
            *counts.entry(&title[..3]).or_default() += 1;
        }
        assert_eq!(exercise.commands.len(), 1, "{:?}", exercise.titles);
        assert!(!exercise.output_words.is_empty(), "{:?}", exercise.titles);
        let command = exercise.commands[0];
        let output = shell(folder.path(), command);
        let text = [output.stdout, output.stderr].concat();
        let text = single_spaces(&String::from_utf8_lossy(&text).replace('\u{a0}', " "));
        if output.status.code() != Some(exercise.exit_code) {
            failures.push(format!("{command}: {:?}\n{text}", output.status.code()));
        }
        for words in &exercise.output_words {
            if !text.contains(&single_spaces(words)) {
                failures.push(format!("{command}: no “{words}” in\n{text}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(counts.len(), 5, "{counts:?}");
}
