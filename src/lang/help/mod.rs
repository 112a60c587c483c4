//! The French help of commands and options that belong to no topic. The English help is written with the options in
//! `cli`; topics carry both languages themselves. A test checks that no French text is missing or unused.
//!
//! A new option of several verbs is one line `("id", "text")` on the page of their command, which also applies to its
//! subcommands.

mod page_end;
mod pages;

pub use page_end::{ColumnHelp, CommandExample, after_help, columns_help};

use super::{Lang, Text};

/// Gives a manual page the title, version and headings of this program.
pub fn normalize_man_page(roff: &str) -> String {
    let line = |line: &str| {
        if let Some(title) = line.strip_prefix(".TH ") {
            // Without a date, the following fields would take its place.
            let name = title.split(' ').next().unwrap_or_default();
            let source = concat!("pioche ", env!("CARGO_PKG_VERSION"));
            return format!(".TH \"{name}\" \"1\" \"\" \"{source}\" \"pioche\"\n");
        }
        let Some(argument) = line.strip_prefix(".SH ") else {
            return format!("{line}\n");
        };
        let heading = match argument.trim_matches(['"', ' ']) {
            "EXTRA" => "EXAMPLES, EXIT CODES, ENVIRONMENT",
            heading => heading,
        };
        format!(".SH \"{}\"\n", heading.to_uppercase())
    };
    roff.lines().map(line).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrenchHelpPage {
    pub command_path: &'static str,
    /// The description of the command; `None` if its definition has both languages.
    pub about: Option<&'static str>,
    /// The ids of the arguments and their descriptions.
    pub args: &'static [(&'static str, &'static str)],
}

pub fn pages() -> impl Iterator<Item = &'static FrenchHelpPage> {
    pages::PAGES.iter()
}

pub fn page(command_path: &str) -> Option<&'static FrenchHelpPage> {
    pages().find(|page| page.command_path == command_path)
}

/// Returns the French help of an argument and the page that holds it: that of the command or of the nearest parent.
pub fn argument_help(
    command_path: &str,
    id: &str,
) -> Option<(&'static FrenchHelpPage, &'static str)> {
    if let Some(page) = page(command_path)
        && let Some((_, text)) = page.args.iter().find(|(name, _)| *name == id)
    {
        return Some((page, text));
    }
    if command_path.is_empty() {
        return None;
    }
    let parent_path = command_path.rsplit_once(' ').map_or("", |(path, _)| path);
    argument_help(parent_path, id)
}

/// A heading under which help lists options or commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HelpSection {
    Arguments,
    Game,
    Workload,
    Confidence,
    Output,
    Global,
    Commands,
}

impl HelpSection {
    /// Returns the heading without its colon.
    pub const fn heading(self, lang: Lang) -> &'static str {
        let text = match self {
            Self::Arguments => Text::new("Arguments ", "Arguments"),
            Self::Game => Text::new("Jeu ", "Game"),
            Self::Workload => Text::new("Taille ", "Size"),
            Self::Confidence => Text::new("Précision ", "Precision"),
            Self::Output => Text::new("Sorties ", "Output"),
            Self::Global => Text::new("Options ", "Options"),
            Self::Commands => Text::new("Commandes ", "Commands"),
        };
        text.in_lang(lang)
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
            .find(|group| heading == Some(group.heading(Lang::En)))
            .unwrap_or(Self::Game)
    }
}

/// The reference to the help of columns, for commands that write columns.
pub const COLUMNS_NOTE: Text = Text::new(
    "Colonnes des tableaux et des fichiers : pioche help columns",
    "Columns of tables and files: pioche help columns",
);

pub const USAGE_LABEL: Text = Text::new("Utilisation :", "Usage:");
