//! The reasons of errors of the system, in both languages.

use super::{Sentence, Text};
use std::io::{self, ErrorKind};

/// The reason when a path of a file is a folder.
pub const DIRECTORY: Text = Text::new("c'est un dossier", "this is a folder");
/// The reason when a part of a path is a file.
pub const NOT_A_DIRECTORY: Text = Text::new(
    "un élément de ce chemin n'est pas un dossier",
    "a part of this path is not a folder",
);

/// Gives the reason of an error of the system.
impl From<io::Error> for Sentence {
    fn from(error: io::Error) -> Self {
        let reason = match error.kind() {
            ErrorKind::NotFound => Text::new("ce chemin n'existe pas", "no such file or folder"),
            ErrorKind::PermissionDenied => Text::new("accès refusé", "permission denied"),
            ErrorKind::ReadOnlyFilesystem => {
                Text::new("ce disque est en lecture seule", "this disk is read-only")
            }
            ErrorKind::IsADirectory => DIRECTORY,
            ErrorKind::NotADirectory => NOT_A_DIRECTORY,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Text::new("le disque est plein", "the disk is full")
            }
            ErrorKind::FileTooLarge => Text::new(
                "le système n'admet pas de fichier si long",
                "the system allows no file of this length",
            ),
            ErrorKind::AlreadyExists => Text::new(
                "un autre fichier a pris sa place entre-temps",
                "another file has taken its place",
            ),
            ErrorKind::WouldBlock => Text::new(
                "un autre programme est en train de l'écrire",
                "another program is writing to it",
            ),
            _ => return Self::untranslated(error.to_string()),
        };
        reason.into()
    }
}
