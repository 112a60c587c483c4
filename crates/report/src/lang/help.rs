//! Texts of the help pages beside those of commands and options: headings, the end of each page, manual pages.

use super::{Lang, Text, insert_no_break_spaces, wrap_parts};

/// Gives a manual page the title, version and headings of this program, in one language.
pub fn normalize_man_page(roff: &str) -> String {
    // Only the page of the program has exit codes and environment variables.
    let end_heading = if roff.contains("PIOCHE_CPU") {
        Text("EXAMPLES, EXIT CODES, ENVIRONMENT")
    } else {
        Text("EXAMPLES")
    };
    let line = |line: &str| {
        if let Some(title) = line.strip_prefix(".TH ") {
            // Without a date, the following fields would take its place.
            let name = title.split(' ').next().unwrap_or_default();
            let version = concat!("pioche ", env!("CARGO_PKG_VERSION"));
            return format!(".TH \"{name}\" \"1\" \"\" \"{version}\" \"pioche\"\n");
        }
        let Some(argument) = line.strip_prefix(".SH ") else {
            return format!("{line}\n");
        };
        let heading = match argument.trim_matches(['"', ' ', '\u{a0}']) {
            "NAME" => Text("NAME").translated(),
            "EXTRA" => end_heading.translated(),
            heading => heading,
        };
        format!(".SH \"{}\"\n", heading.to_uppercase())
    };
    roff.lines().map(line).collect()
}

/// A heading under which help lists options or commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HelpSection {
    /// File arguments.
    Arguments,
    /// Settings of a game.
    Game,
    /// Deals, threads, parts and the seed.
    Workload,
    /// Precision and intervals.
    Confidence,
    /// Formats and files.
    Output,
    /// Options of every command.
    Global,
    /// Subcommands.
    Commands,
}

impl HelpSection {
    /// Returns the heading without its colon.
    pub const fn heading(self) -> Text {
        match self {
            Self::Arguments => Text("Arguments"),
            Self::Game => Text("Game"),
            Self::Workload => Text("Size"),
            Self::Confidence => Text("Precision"),
            Self::Output => Text("Output"),
            Self::Global => Text("Options"),
            Self::Commands => Text("Commands"),
        }
    }

    /// Returns the section of an option by its English heading; options without one belong to the game.
    pub fn from_heading_or_game(heading: Option<&str>) -> Self {
        let groups = [
            Self::Arguments,
            Self::Workload,
            Self::Confidence,
            Self::Output,
            Self::Global,
            Self::Commands,
        ];
        groups
            .into_iter()
            .find(|group| heading == Some(group.heading().0))
            .unwrap_or(Self::Game)
    }
}

/// The reference to the help of columns, for commands that write columns.
pub const COLUMNS_NOTE: Text = Text("Columns of files: pioche help columns");

/// The label before the form of a command.
pub const USAGE_LABEL: Text = Text("Usage:");

/// A command without the name of the program, and its effect.
pub type CommandExample = (&'static str, Text);

/// The name of a column of a file or a table, and its meaning.
pub type ColumnHelp = (&'static str, Text);

/// The exit codes, for the page of the program.
pub const EXIT_CODES: Text = Text(
    "Exit codes: 0 success; 1 negative result (a check failed, a table disagrees, a precision was \
     not reached); 2 bad input or failure; 130, 143, 129 after ^C, SIGTERM, SIGHUP.",
);

/// The environment variables, for the page of the program.
pub const ENVIRONMENT: Text = Text(
    "Environment: LC_ALL, LC_MESSAGES, LANG (the language); NO_COLOR (no colours); \
     PIOCHE_CPU=baseline, avx2 or avx512 (processor instructions; they do not change the \
     results).",
);

/// The indent of the continuation lines of a column.
const INDENT: usize = 6;

/// Returns the page about columns: each group under its heading, a line for each column.
pub fn columns_help(groups: &[(Text, Vec<ColumnHelp>)], width: usize) -> String {
    let mut text = String::new();
    for (heading, group) in groups {
        text.push_str(&format!(
            "{}{}\n",
            if text.is_empty() { "" } else { "\n" },
            wrap_parts(heading.translated().split(' '), " ", width)
        ));
        for (name, meaning) in group {
            let line = tr!("{name}: {meaning}", name, meaning);
            let line = wrap_parts(
                insert_no_break_spaces(&line).split(' '),
                " ",
                width.saturating_sub(INDENT),
            );
            text.push_str(&format!("  {}\n", line.replace('\n', "\n      ")));
        }
    }
    text
}

/// Returns the end of a page.
pub fn after_help(examples: Vec<CommandExample>, notes: Vec<String>) -> String {
    let mut text = String::new();
    for (command, effect) in examples {
        text.push_str(&format!("  pioche {command}\n      {effect}\n"));
    }
    if !text.is_empty() {
        text = format!("{}\n{text}\n", Text("Examples:").translated());
    }
    for note in notes {
        text.push_str(&format!("{note}\n"));
    }
    text.truncate(text.trim_end().len());
    if Lang::current() == Lang::Fr {
        insert_no_break_spaces(&text)
    } else {
        text
    }
}
