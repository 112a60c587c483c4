//! The reasons of errors of the system, in both languages.

use super::Text;
use std::io::{self, ErrorKind};

/// The reason when a path of a file is a folder.
pub const DIRECTORY: Text = Text("this is a folder");
/// The reason when a part of a path is a file.
pub const NOT_A_DIRECTORY: Text = Text("a part of this path is not a folder");

/// The reason why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReason(pub String);

impl From<Text> for FileReason {
    fn from(text: Text) -> Self {
        Self(text.to_string())
    }
}

impl From<io::Error> for FileReason {
    fn from(error: io::Error) -> Self {
        let reason = match error.kind() {
            ErrorKind::NotFound => Text("no such file or folder"),
            ErrorKind::PermissionDenied => Text("permission denied"),
            ErrorKind::ReadOnlyFilesystem => Text("this disk is read-only"),
            ErrorKind::IsADirectory => DIRECTORY,
            ErrorKind::NotADirectory => NOT_A_DIRECTORY,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Text("the disk is full"),
            ErrorKind::FileTooLarge => Text("the system allows no file of this length"),
            ErrorKind::AlreadyExists => Text("another file has taken its place"),
            ErrorKind::WouldBlock => Text("another program is writing to it"),
            _ => return Self(error.to_string()),
        };
        reason.into()
    }
}
