//! The files of a command: read within bounds, opened before the work starts, whole or not there when it is done.

mod opener;
mod output;
mod place;
mod tally;

pub use opener::Opener;
pub use output::{Output, clear_folder, is_own};
pub use place::{BUSY, is_standard, make_folder, name, read, reason};
pub use tally::{Checkpoint, Former, read_played, read_tally, saving, some};
