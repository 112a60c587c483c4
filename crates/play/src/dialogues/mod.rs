//! The command `play` of each topic that has one.

mod alak;
mod alliances;
pub(crate) mod duel;
mod nim;
mod solitaire;

use super::{AskSettingsFn, ResumeFn};
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::nim::NimState;
use pioche_report::lang::{Problem, Text};
use pioche_topics::saved_game::SavedGame;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::{FileArg, ParsedArgs};
use pioche_topics::{self as topics, Topic};

/// The command `play` of a topic.
pub struct PlayVerb {
    /// The topic; a saved game holds its name.
    pub topic: &'static Topic,
    /// The sentence that describes the command in the help.
    pub about: Text,
    /// The file that the command reads as its argument: a list of moves, or a deck.
    pub file: FileArg,
    /// The settings and the players, which a saved game holds, too.
    pub options: &'static [OptionSpec],
    /// True if the command has `--seed` and `--deal`.
    pub accepts_deal: bool,
    /// The questions about the settings when `play` has no options; `None` if the game asks none.
    pub opening_questions: Option<AskSettingsFn>,
    /// Returns the game of the file, or else the game of the options, the seed and the deal before its first move. Fails
    /// when the settings do not suit each other or the file is invalid.
    pub start_record: fn(&ParsedArgs<'_>) -> Result<SavedGame, Problem>,
    /// Plays a game from its record on, with at most this much memory for solvers, and saves it at the end.
    pub resume: ResumeFn,
}

/// The commands, in the order of the topics.
pub static PLAY_VERBS: &[PlayVerb] = &[
    alliances::PLAY,
    solitaire::PLAY,
    duel::play_verb::<AlakState>(&topics::alak::TOPIC),
    duel::play_verb::<NimState>(&topics::nim::TOPIC),
];

/// Returns the command `play` of a topic; `None` if it has none.
pub fn play_verb(topic: &Topic) -> Option<&'static PlayVerb> {
    PLAY_VERBS.iter().find(|verb| verb.topic.name == topic.name)
}
