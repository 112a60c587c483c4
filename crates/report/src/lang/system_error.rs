//! The reasons of errors of the system, in both languages.

use super::Text;
use std::io::{self, ErrorKind};

impl From<Text> for io::Error {
    fn from(reason: Text) -> Self {
        Self::other(reason.to_string())
    }
}

/// Returns the reason why a file cannot be read or written, in the current language.
pub fn system_reason(error: &io::Error) -> String {
    let reason = match error.kind() {
        ErrorKind::NotFound => Text("no such file or folder"),
        ErrorKind::PermissionDenied => Text("permission denied"),
        ErrorKind::ReadOnlyFilesystem => Text("this disk is read-only"),
        ErrorKind::IsADirectory => Text("this is a folder"),
        ErrorKind::NotADirectory => Text("a part of this path is not a folder"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Text("the disk is full"),
        ErrorKind::FileTooLarge => Text("the system allows no file of this length"),
        ErrorKind::AlreadyExists => Text("another file has taken its place"),
        ErrorKind::WouldBlock => Text("another program is writing to it"),
        _ => return error.to_string(),
    };
    reason.to_string()
}
