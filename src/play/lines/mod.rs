//! The conversation by lines: a state is shown, a question asked, a line read, a move made or refused with the reason.
//!
//! `converse` is the same for every game; how a game shows itself, asks, understands and concludes is its `Face`.
//! No stream is opened here: lines come from any `BufRead`, sentences go to any `Write`.
//!
//! Whatever comes in, the game stays there: a line that is empty, too long, not text, not understood or not allowed
//! changes nothing, and the question is asked again. The end of the input ends the conversation.

mod converse;
mod dialogue;
mod face;

pub use converse::{Command, Storage, converse};
pub use dialogue::{Dialogue, Echo, Entry, LONGEST, StreamError};
pub use face::{Ending, Face, Leave, Opening, Understood};
