//! Examples and descriptions of columns on the help pages, from text files. A row of a file is a paragraph of three
//! lines: a name, its text in French, and its text in English.

use super::TOPICS;
use super::setting::MEMORY;
use crate::lang::Text;
use crate::lang::help::{ColumnHelp, CommandExample, HelpSection};
use std::sync::LazyLock;

/// The largest number of examples on a page.
const MAX_EXAMPLES: usize = 5;

/// The examples on the main page.
const MAIN_PAGE_EXAMPLES: [&str; 3] = ["study", "simulate alliances --deals 10M", "play alliances"];

/// The examples that precede those of the topics.
pub const COMMAND_EXAMPLES: &str = include_str!("examples.txt");

/// Descriptions of the columns of CSV files, tables and JSON. A paragraph of two lines is the heading of a group, in
/// French and in English.
pub const COLUMN_DESCRIPTIONS: &str = include_str!("columns.txt");

/// The examples of all commands. They are read once: every command asks for its own when the program starts.
static EXAMPLES: LazyLock<Vec<CommandExample>> = LazyLock::new(|| {
    let topic_examples = TOPICS.iter().flat_map(|topic| topic.examples).copied();
    paragraphs(COMMAND_EXAMPLES)
        .into_iter()
        .filter_map(|paragraph| <[&str; 3]>::try_from(paragraph).ok())
        .map(CommandExample::from)
        .chain(topic_examples)
        .collect()
});

/// Returns at most [`MAX_EXAMPLES`] examples of a command and its subcommands; the empty path is the main page.
pub fn examples(command_path: &str) -> impl Iterator<Item = CommandExample> {
    EXAMPLES
        .iter()
        .copied()
        .filter(move |(command, ..)| is_example_of(command, command_path))
        .take(MAX_EXAMPLES)
}

fn is_example_of(command: &str, command_path: &str) -> bool {
    if command_path.is_empty() {
        return MAIN_PAGE_EXAMPLES.contains(&command);
    }
    command
        .strip_prefix(command_path)
        .is_some_and(|arguments| arguments.is_empty() || arguments.starts_with(' '))
}

/// Returns the descriptions of columns below the headings of their groups. A setting of a game that has no description
/// is described by its help, in the first group.
pub fn column_descriptions() -> Vec<(Text, Vec<ColumnHelp>)> {
    let mut groups: Vec<(Text, Vec<ColumnHelp>)> = Vec::new();
    for paragraph in paragraphs(COLUMN_DESCRIPTIONS) {
        match (&paragraph[..], groups.last_mut()) {
            ([fr, en], _) => groups.push((Text::new(fr, en), Vec::new())),
            ([name, fr, en], Some((_, columns))) => columns.push((name, fr, en)),
            _ => {}
        }
    }
    let settings = TOPICS
        .iter()
        .flat_map(|topic| topic.simulate.options)
        .map(|option| option.setting)
        .filter(|setting| setting.group == HelpSection::Game)
        // The memory of a solver changes no result and is no column.
        .filter(|setting| setting.key != MEMORY.key);
    for setting in settings {
        let columns = &mut groups[0].1;
        if columns.iter().all(|(key, ..)| *key != setting.key) {
            columns.push((setting.key, setting.help.fr, setting.help.en));
        }
    }
    groups
}

/// Returns the lines of each paragraph of a text; empty lines separate paragraphs.
pub fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .split(|line| line.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}
