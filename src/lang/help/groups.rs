//! The headings of help: what is played, how many, how sure, what comes out.

use crate::lang::{Lang, Text};

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// What stands without a name.
    Arguments,
    /// What is played.
    Played,
    /// How much of it.
    Many,
    /// How sure the answer is.
    Sure,
    /// What comes out, and where.
    Out,
    /// What every command has.
    Everywhere,
    /// No option: a command.
    Commands,
}

const MANY: &[&str] =
    &["deals", "threads", "shard", "resume", "scale", "partial", "pool", "parts", "turns", "max_plies"];
const SURE: &[&str] = &["precision", "digits", "confidence", "interval", "assert"];
/// What names a row of the table of a simulation, whose digits are asked for.
const ROW: &[&str] = &["nb_tas_max", "outcome", "statistic", "comparison"];
const OUT: &[&str] = &[
    "animate",
    "chart",
    "size",
    "count",
    "csv",
    "csv_style",
    "explain",
    "final",
    "force",
    "format",
    "frame",
    "json",
    "out",
    "save",
    "shortest",
    "hints",
    "speed",
    "tally",
    "tui",
    "width",
];
const EVERYWHERE: &[&str] = &["color", "help", "lang", "quiet", "version"];

impl Group {
    /// The group of an option of a command, by its name in the code; a setting says what is played.
    pub fn of(path: &str, id: &str) -> Self {
        if path.starts_with("simulate") && ROW.contains(&id) {
            return Self::Sure;
        }
        // There a tally is what the table is compared with.
        if path.starts_with("check-solution") && id == "tally" {
            return Self::Played;
        }
        let groups = [(MANY, Self::Many), (SURE, Self::Sure), (OUT, Self::Out), (EVERYWHERE, Self::Everywhere)];
        groups.iter().find(|(ids, _)| ids.contains(&id)).map_or(Self::Played, |(_, group)| *group)
    }
}

/// A heading, without its colon.
pub fn heading(group: Group, lang: Lang) -> &'static str {
    let text = match group {
        Group::Arguments => Text::new("Arguments ", "Arguments"),
        Group::Played => Text::new("Ce qui est joué ", "What is played"),
        Group::Many => Text::new("Combien ", "How many"),
        Group::Sure => Text::new("Avec quelle certitude ", "How sure"),
        Group::Out => Text::new("Ce qui en sort ", "What comes out"),
        Group::Everywhere => Text::new("Options ", "Options"),
        Group::Commands => Text::new("Commandes ", "Commands"),
    };
    text.of(lang)
}
