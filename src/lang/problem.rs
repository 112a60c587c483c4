//! The errors that end a command with exit code 2, as one sentence each. A message that only one place uses is written
//! there.

use super::{Lang, Sentence, Text};
use std::fmt;

/// An error as a sentence without its period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub Sentence);

/// A problem with formatted French and English messages: `problem!("{file} est vide", "{file} is empty")`.
macro_rules! problem {
    ($fr:literal, $en:literal $(,)?) => {
        $crate::lang::Problem($crate::lang::sentence!($fr, $en))
    };
}
pub(crate) use problem;

impl Problem {
    /// Creates a problem at a line and column of a file.
    pub fn at_position(
        file: &str,
        (line, column): (usize, usize),
        fr: impl fmt::Display,
        en: impl fmt::Display,
    ) -> Self {
        problem!(
            "{file}, ligne {line}, colonne {column} : {fr}",
            "{file}, line {line}, column {column}: {en}"
        )
    }

    /// Creates a problem of an argument, such as `--cells`, or of a file.
    pub fn for_argument(flag: &str, Self(Sentence { fr, en }): Self) -> Self {
        problem!("{flag} : {fr}", "{flag}: {en}")
    }

    pub fn missing_argument(names: &str) -> Self {
        problem!("il manque {names}", "{names} is missing")
    }

    pub fn not_a_choice(text: &str, choices: &str) -> Self {
        problem!(
            "« {text} » n'est pas une valeur permise ; au choix : {choices}",
            "“{text}” is not one of {choices}"
        )
    }

    pub fn cannot_read(file: &str, reason: impl Into<Sentence>) -> Self {
        let Sentence { fr, en } = reason.into();
        problem!(
            "impossible de lire {file} : {fr}",
            "{file} cannot be read: {en}"
        )
    }

    pub fn cannot_write(file: &str, reason: impl Into<Sentence>) -> Self {
        let Sentence { fr, en } = reason.into();
        problem!(
            "impossible d'écrire {file} : {fr}",
            "{file} cannot be written: {en}"
        )
    }

    pub fn file_too_long(file: &str, max_bytes: u64) -> Self {
        let fr = Lang::Fr.integer(max_bytes);
        let en = Lang::En.integer(max_bytes);
        problem!(
            "{file} dépasse {fr} octets, le maximum pour un tel fichier",
            "{file} is longer than {en} bytes, the maximum for such a file"
        )
    }

    pub fn not_utf8(file: &str, position: (usize, usize)) -> Self {
        let fr = "ce n'est pas du texte UTF-8";
        let en = "this is not UTF-8 text";
        Self::at_position(file, position, fr, en)
    }

    /// Creates the problem of a tally file that holds another plan.
    pub fn plan_mismatch(file: &str, file_plan: &str, plan: &str) -> Self {
        problem!(
            "{file} contient une autre simulation : « {file_plan} », au lieu de « {plan} »",
            "{file} holds another simulation: “{file_plan}” instead of “{plan}”"
        )
    }

    /// Creates the problem of a part of `--shard` without deals; `deals` is the number of all.
    pub fn empty_shard(deals: u64) -> Self {
        let fr = Lang::Fr.integer(deals);
        let en = Lang::En.integer(deals);
        problem!(
            "trop de tranches : il faut un bloc de 64 donnes pour chacune (donnes en tout : {fr})",
            "too many parts: each needs a block of 64 deals (deals in all: {en})"
        )
    }

    pub fn no_such_row(row: &str, choices: &[String]) -> Self {
        let choices = elided_list(choices);
        problem!(
            "il n'y a pas de ligne « {row} » ; au choix : {choices}",
            "there is no row “{row}”; the rows are {choices}"
        )
    }

    pub fn ambiguous_row(text: &str, choices: &[String]) -> Self {
        let choices = elided_list(choices);
        problem!(
            "« {text} » désigne plusieurs lignes : {choices}",
            "“{text}” matches several rows: {choices}"
        )
    }

    pub fn empty_table(file: &str) -> Self {
        problem!(
            "{file} n'est pas un tableau : il faut une ligne de titres, puis une ligne par probabilité",
            "{file} is not a table: expected a line of headings, then one row per probability"
        )
    }
}

/// Gives the English text. Required by clap; never shown.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl std::error::Error for Problem {}

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        Self(text.into())
    }
}

/// Joins the first items of a long list, and always the last one.
fn elided_list(choices: &[String]) -> String {
    const MAX_CHOICES: usize = 12;
    match choices {
        [first @ .., last] if first.len() > MAX_CHOICES => {
            format!("{}, …, {last}", first[..MAX_CHOICES].join(", "))
        }
        all => all.join(", "),
    }
}
