//! Files of a command: inputs of limited size, and outputs written completely or not at all.

mod output;
mod paths;
mod tally;

pub use output::{FileRegistry, Output, is_own_temp_file, remove_stale_files};
pub use paths::{
    FILE_BUSY, create_folder, display_name, io_error_reason, is_stdio_path, read_limited,
};
pub use tally::{
    Checkpoint, ExistingTally, ranges_text, read_nonempty_tally, read_tally, with_periodic_saves,
};
