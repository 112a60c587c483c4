//! Suggestions for unknown words: the name that an option or a command of other programs has here, a name that begins
//! as the word, or one that is spelt nearly so.

use pioche_games::names_elsewhere;
use pioche_report::lang::fold_case_and_accents;
use std::path::Path;
use strsim::osa_distance;

/// The options of an output, by the ending of its name.
const OPTIONS_BY_ENDING: [(&str, &str); 5] = [
    ("csv", "csv each"),
    ("json", "json"),
    ("tally", "tally"),
    ("gif", "animate"),
    ("png svg pdf", "chart image"),
];

fn contains_word(list: &str, word: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

/// Returns the first of the names in a list, separated by spaces.
fn first_known<'a>(list: &str, names: &[&'a str]) -> Option<&'a str> {
    list.split(' ')
        .find_map(|word| names.iter().copied().find(|name| *name == word))
}

/// Returns the name among `names` that a word without dashes means in other programs; `value` is the next word, which
/// tells the kind of an output by its ending.
pub fn name_elsewhere<'a>(word: &str, value: Option<&str>, names: &[&'a str]) -> Option<&'a str> {
    let word = fold_case_and_accents(word).replace('_', "-");
    let mut meanings = names_elsewhere().filter(|(_, others)| contains_word(others, &word));
    meanings.find_map(|(meant, _)| {
        let option_by_ending = || {
            let ending = Path::new(value?).extension()?.to_str()?;
            let mut kinds = OPTIONS_BY_ENDING.iter();
            let (_, options) = kinds.find(|(endings, _)| contains_word(endings, ending))?;
            first_known(options, names)
        };
        let by_ending = contains_word(meant, "out").then(option_by_ending);
        by_ending.flatten().or_else(|| first_known(meant, names))
    })
}

/// The shortest beginning of a name that is taken for the name.
const MIN_BEGINNING: usize = 3;

/// Returns the shortest name that begins as the text, or else the name with the fewest edits from it, if they are few; of
/// equal ones, a name that begins as the text.
pub fn closest_name<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = fold_case_and_accents(text);
    let known_names: Vec<&str> = names.collect();
    let beginning = known_names.iter().filter(|name| name.starts_with(&text));
    if let Some(name) = beginning.min_by_key(|name| name.len())
        && text.chars().count() >= MIN_BEGINNING
    {
        return Some(name);
    }
    let (distance, _, name) = known_names
        .into_iter()
        .map(|name| (osa_distance(&text, name), !name.starts_with(&text), name))
        .min()?;
    let allowed = (text.chars().count().max(name.chars().count()) / 3).max(1);
    (distance <= allowed).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build_cli;

    /// Adds the names of a command, its options and its subcommands.
    fn add_names(command: &clap::Command, names: &mut Vec<String>) {
        names.push(command.get_name().to_owned());
        let options = command.get_arguments().filter_map(clap::Arg::get_long);
        names.extend(options.map(str::to_owned));
        for below in command.get_subcommands() {
            add_names(below, names);
        }
    }

    #[test]
    fn meant_names_exist() {
        let mut names = Vec::new();
        add_names(&build_cli(), &mut names);
        let mut meaning_count = 0;
        for (meant, others) in names_elsewhere() {
            for name in meant.split(' ') {
                meaning_count += 1;
                assert!(names.iter().any(|known| known == name), "{name}");
            }
            for word in others.split(' ') {
                assert_eq!(word, fold_case_and_accents(word), "{meant}");
            }
        }
        assert!(meaning_count > 20, "{meaning_count}");
    }

    #[test]
    fn ending_of_output_selects_its_option() {
        let names = ["out", "csv", "chart", "tally"];
        for (value, option) in [
            (None, "out"),
            (Some("results"), "out"),
            (Some("a.csv"), "csv"),
            (Some("a.png"), "chart"),
            (Some("a.gif"), "out"),
        ] {
            assert_eq!(name_elsewhere("output", value, &names), Some(option));
        }
        assert_eq!(name_elsewhere("max_piles", None, &names), None);
    }
}
