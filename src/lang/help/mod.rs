//! The help of the command line in French, for what no topic owns: the English is written where the options are, in
//! `cli`; here stands, by command and by option, what it says in French. A topic's own settings and verbs carry both
//! languages themselves. A test walks the whole command line and finds whatever is missing, left over, or out of step.
//!
//! A new option of several verbs is one line `("id", "text")` on the page of their command; a page's lines hold for the
//! commands below it too.

mod groups;
pub mod last;
mod pages;
mod words;

pub use groups::{Group, heading};
pub use last::last_words;
pub use words::{COMMAND, USAGE};
pub use words::{aliases, default, typeset, value_name, values};

/// A manual page with its headings in a language: they are made in English.
pub fn manual(page: &str, lang: super::Lang) -> String {
    const HEADINGS: [(&str, &str, &str); 2] = [
        ("NAME", "NOM", "NAME"),
        ("EXTRA", "EXEMPLES, CODES DE SORTIE, ENVIRONNEMENT", "EXAMPLES, EXIT CODES, ENVIRONMENT"),
    ];
    let line = |line: &str| {
        if let Some(title) = line.strip_prefix(".TH ") {
            // A date that is missing would let all that follows move up.
            let name = title.split(' ').next().unwrap_or_default();
            let source = concat!("pioche ", env!("CARGO_PKG_VERSION"));
            return format!(".TH \"{name}\" \"1\" \"\" \"{source}\" \"pioche\"\n");
        }
        let Some(heading) = line.strip_prefix(".SH ") else { return format!("{line}\n") };
        let heading = heading.trim_matches(['"', ' ']);
        let said = HEADINGS.iter().find(|(made, ..)| *made == heading).map_or(heading, |(_, fr, en)| match lang {
            super::Lang::Fr => fr,
            super::Lang::En => en,
        });
        format!(".SH \"{}\"\n", said.to_uppercase())
    };
    page.lines().map(line).collect()
}

/// What a command says about itself and its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The command without the program's name, such as `simulate alliances`.
    pub path: &'static str,
    /// What it does, in one line, unless it says so itself in both languages.
    pub about: Option<&'static str>,
    /// Its arguments, by the names that the code gives them, and what they are for.
    pub args: &'static [(&'static str, &'static str)],
}

/// All pages.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    pages::PAGES.iter()
}

/// The page of a command.
pub fn page(path: &str) -> Option<&'static Page> {
    pages().find(|page| page.path == path)
}

/// What an argument of a command is for, and the page that says so: its own, or the nearest one above.
pub fn argument(path: &str, id: &str) -> Option<(&'static Page, &'static str)> {
    let own = page(path).and_then(|page| {
        let found = page.args.iter().find(|(name, _)| *name == id);
        found.map(|(_, text)| (page, *text))
    });
    match own {
        None if path.is_empty() => None,
        None => argument(path.rsplit_once(' ').map_or("", |(above, _)| above), id),
        found => found,
    }
}
