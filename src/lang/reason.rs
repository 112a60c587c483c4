//! Why a file could not be read or written.

use super::{Lang, Say, Sentence, Text};

#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It is there already, and `--force` was not given.
    Exists,
    Known(Text),
    /// Anything else: a problem of its own, or the system's words.
    Said(Sentence),
}

impl Reason {
    /// It, or its folder, does not exist.
    pub const NOT_FOUND: Self = Self::known("ce chemin n'existe pas", "there is no such path");
    pub const DIRECTORY: Self = Self::known("c'est un dossier", "this is a folder");
    /// Its folder is a file.
    pub const NOT_A_DIRECTORY: Self =
        Self::known("un élément de ce chemin n'est pas un dossier", "a part of this path is not a folder");
    /// Another program is writing it.
    pub const BUSY: Self = Self::known("un autre programme est en train de l'écrire", "another program is writing it");
    /// The standard output carries something else.
    pub const TAKEN: Self =
        Self::known("la sortie standard porte déjà la partie", "the standard output carries the game already");

    pub const fn known(fr: &'static str, en: &'static str) -> Self {
        Self::Known(Text::new(fr, en))
    }
}

impl Say for Reason {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Exists => lang.either(
                "ce fichier existe déjà (--force le remplace)",
                "the file is there already (--force replaces it)",
            ),
            Self::Known(text) => text.say(lang),
            Self::Said(sentence) => sentence.say(lang),
        }
    }
}
