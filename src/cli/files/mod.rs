//! The files of a command: read within bounds, opened before the work starts, whole or not there when it is done.

mod opener;
mod output;
mod place;
mod tally;

pub use opener::FileRegistry;
pub use output::{Output, remove_stale_files, is_own_temp_file};
pub use place::{FILE_BUSY, is_stdio_path, create_folder, display_name, read_limited, io_error_reason};
pub use tally::{Checkpoint, ExistingTally, read_nonempty_tally, read_tally, with_periodic_saves, ranges_text};
