//! The files of a command: read within bounds, opened before the work starts, whole or not there at all when it is done.

mod aside;
mod pending;
mod place;
mod tally;

pub use aside::{Existing, Held, is_aside, remove_unfinished};
pub use pending::{Opener, Pending};
pub use place::{is_standard, make_folder, name, read, reason};
pub use tally::{Checkpoint, Former, read_tally, saving, some};
