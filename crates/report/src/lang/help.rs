//! Texts of the help beside those of commands and options: the words of clap, and the page of columns.

use super::{Text, insert_no_break_spaces, wrap_parts};

/// The words of clap in a page of help.
const CLAP_WORDS: [Text; 7] = [
    Text("Usage:"),
    Text("Options:"),
    Text("Arguments:"),
    Text("Commands:"),
    Text("[default: "),
    Text("[possible values: "),
    Text("Possible values:"),
];

/// Translates the words of clap in a page of help.
pub fn translate_clap_words(page: String) -> String {
    CLAP_WORDS
        .into_iter()
        .fold(page, |page, word| page.replace(word.0, word.translated()))
}

/// A command without the name of the program, and its effect.
pub type CommandExample = (&'static str, Text);

/// The name of a column of a file or a table, and its meaning.
pub type ColumnHelp = (&'static str, Text);

/// Returns the page about columns: each group under its heading, a line for each column.
pub fn columns_help(groups: &[(Text, Vec<ColumnHelp>)], width: usize) -> String {
    const INDENT: usize = 6;
    let wrap = |text: &str, width| wrap_parts(text.split(' '), " ", width);
    let mut pages = Vec::new();
    for (heading, columns) in groups {
        let mut page = wrap(heading.translated(), width) + "\n";
        for (name, meaning) in columns {
            let line = insert_no_break_spaces(&tr!("{name}: {meaning}", name, meaning));
            let line = wrap(&line, width.saturating_sub(INDENT)).replace('\n', "\n      ");
            page += &format!("  {line}\n");
        }
        pages.push(page);
    }
    pages.join("\n")
}
