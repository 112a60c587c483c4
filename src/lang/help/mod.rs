//! Texts of the help pages beside those of commands and options: headings, the end of each page, manual pages.

mod page_end;

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
        let Some(heading) = line.strip_prefix(".SH ") else {
            return format!("{line}\n");
        };
        let heading = heading.trim_matches(['"', ' ']);
        let said = if heading == "EXTRA" {
            "EXAMPLES, EXIT CODES, ENVIRONMENT"
        } else {
            heading
        };
        format!(".SH \"{}\"\n", said.to_uppercase())
    };
    roff.lines().map(line).collect()
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
    pub fn from_english_heading(heading: Option<&str>) -> Self {
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
