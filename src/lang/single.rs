//! Remarks about single decks and deals, and about a run under way.

use super::glossary::played;
use super::{Heading, Lang, Say};

/// A remark.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum Remark {
    DrawnSeed { seed: u64 },
    Interrupted { done: u64, planned: Option<u64>, unit: &'static str },
    Missed(Heading),
    Asserted { claim: String, found: Option<[f64; 3]>, decimals: usize, level: f64, holds: bool },
    InterruptedAtOnce { unit: &'static str },
    GoOn { command: String },
    Merged { file: String, files: usize, done: u64, planned: u64, unit: &'static str },
    NothingToResume { file: String },
    OtherNames { file: String },
    StudyDone { page: String },
    StudyChapter { title: String, place: usize, of: usize },
    StudyFound { sentence: String },
}

impl Say for Remark {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::DrawnSeed { seed } => format!("Graine tirée : {seed}"),
            Self::Interrupted { done, planned: None, unit } => {
                format!("Interrompu après {}.", played(lang, unit, *done))
            }
            Self::Interrupted { done, planned: Some(planned), unit } => {
                format!("Interrompu après {} sur {}.", played(lang, unit, *done), lang.integer(*planned))
            }
            Self::Missed(what) => format!("Attention : {}.", what.fr()),
            Self::Asserted { claim, found: None, .. } => {
                format!("{claim} : rien n'a été compté, rien ne le contredit")
            }
            Self::Asserted { claim, found: Some([value, low, high]), decimals, level, holds } => {
                let [value, low, high] = [value, low, high].map(|number| lang.decimal(*number, *decimals));
                let level = lang.level(*level);
                let verdict = if *holds { "oui" } else { "NON" };
                format!("{claim} : {verdict}, {value}, intervalle à {level} [{low} ; {high}]")
            }
            Self::InterruptedAtOnce { unit } => {
                let one = if *unit == "games" { "partie" } else { "donne" };
                format!("Interrompu avant la première {one} : rien n'est écrit.")
            }
            Self::GoOn { command } => format!("Pour continuer :\n{command}"),
            Self::Merged { file, files, done, planned, unit } => {
                let (done, planned) = (played(lang, unit, *done), lang.integer(*planned));
                format!("{file} : {done} sur {planned}, de {files} fichiers")
            }
            Self::NothingToResume { file } => format!("{file} n'existe pas encore : la simulation commence."),
            Self::OtherNames { file } => {
                format!("{file} a d'autres noms (liens durs) : ils gardent le décompte d'avant.")
            }
            Self::StudyDone { page } => format!("L'étude est faite : {page}"),
            Self::StudyChapter { title, place, of } => format!("Chapitre {place} sur {of} : {title}"),
            Self::StudyFound { sentence } => format!("  · {sentence}"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::DrawnSeed { seed } => format!("Seed drawn: {seed}"),
            Self::Interrupted { done, planned: None, unit } => {
                format!("Interrupted after {}.", played(lang, unit, *done))
            }
            Self::Interrupted { done, planned: Some(planned), unit } => {
                format!("Interrupted after {} of {}.", played(lang, unit, *done), lang.integer(*planned))
            }
            Self::Missed(what) => format!("Note: {}.", what.en()),
            Self::Asserted { claim, found: None, .. } => {
                format!("{claim}: nothing was counted, nothing contradicts it")
            }
            Self::Asserted { claim, found: Some([value, low, high]), decimals, level, holds } => {
                let [value, low, high] = [value, low, high].map(|number| lang.decimal(*number, *decimals));
                let level = lang.level(*level);
                let verdict = if *holds { "yes" } else { "NO" };
                format!("{claim}: {verdict}, {value}, {level} interval [{low}, {high}]")
            }
            Self::InterruptedAtOnce { unit } => {
                let one = if *unit == "games" { "game" } else { "deal" };
                format!("Interrupted before the first {one}: nothing is written.")
            }
            Self::GoOn { command } => format!("To go on:\n{command}"),
            Self::Merged { file, files, done, planned, unit } => {
                let (done, planned) = (played(lang, unit, *done), lang.integer(*planned));
                format!("{file}: {done} of {planned}, from {files} files")
            }
            Self::NothingToResume { file } => format!("{file} is not there yet: the simulation begins."),
            Self::OtherNames { file } => format!("{file} has other names (hard links): they keep the former counts."),
            Self::StudyDone { page } => format!("The study is done: {page}"),
            Self::StudyChapter { title, place, of } => format!("Chapter {place} of {of}: {title}"),
            Self::StudyFound { sentence } => format!("  · {sentence}"),
        }
    }
}
