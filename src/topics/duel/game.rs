//! A game of two players as people meet it: the trait that a game implements besides its [`Contest`]. Its
//! table, its verbs and its figures follow from it.

use super::said;
use crate::lang::help::Example;
use crate::lang::{Lang, Sentence, Text};
use crate::play::Session;
use crate::report::Chapter;
use crate::topics::course::Scene;
use crate::topics::setting::{Opt, Setting};
use crate::topics::verb::Verb;
use crate::topics::words::Words;
use pioche_engine::experiments::duel::{Contest, Pairing};
use pioche_engine::games::Outcome;
use pioche_engine::players::Kind;
use pioche_engine::sim::SettingsText;

/// A game of two players that take turns. What can be the same in all of them is given.
pub trait Duel: Contest<Move: Send + 'static> {
    // What it is called, and what may be asked of it.

    const WORDS: Words;
    const ABOUT: About;
    const EXAMPLES: &'static [Example];
    /// How large it is: shares are drawn against it.
    const SIZE: &'static Setting;
    const OTHERS: &'static [Opt];
    const SIMULATE: &'static [Opt];
    const SHOW: &'static [Opt];
    const PLAY: &'static [Opt];
    /// The settings of which each combination is a panel of a figure.
    const PANELS: &'static [&'static str];
    /// The lines of a kept game that tell its start, and the settings of its name that they are.
    const KEPT: &'static [(&'static str, &'static str)];
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    const SLOW_TO_SOLVE: bool = false;
    const SOLVE: Verb;
    const CHAPTER: Chapter;

    fn study() -> Vec<(Self, Pairing)>;
    /// The start with these settings, such as ` takes=2,3 matches=25`.
    fn from_text(settings: &str) -> Option<Self> {
        let text = format!("{}{settings}", Self::TOPIC);
        SettingsText::split_name(&text).and_then(|(_, settings)| Self::named(&settings))
    }
    fn too_hard(error: &Self::TooHard) -> Sentence {
        Sentence::same(error.to_string())
    }

    // By lines.

    /// What a line has to be, to be a move: `the number of a cell`. A move is typed as a number.
    const TYPED: Text;
    const BETWEEN_MOVES: &'static str = ", ";
    /// Whether its question names the player: no line then says whose turn it is.
    const NAMES_PLAYER: bool = false;
    /// How its size is asked for before a game about which nothing was said, and what an answer then is not.
    const ASKS_SIZE: [Text; 2];

    fn hail(&self) -> Sentence;
    fn board(session: &Session<Self>, lang: Lang) -> String;
    fn notice(&self) -> Option<Sentence> {
        None
    }
    fn ask(&self) -> Sentence;
    fn refused(&self, refusal: &Self::Refusal) -> Sentence;
    /// The sentence about a move of a person or a computer player, if there is one.
    fn told(&self, by: Kind, mv: Self::Move) -> Option<Sentence>;
    /// Some advice for the player to move, if there is any. A game that is slow to solve should find its own.
    fn advise(session: &Session<Self>) -> Option<Sentence>;
    fn explain(&self) -> Sentence;
    fn judge(&self, outcome: Outcome) -> Sentence {
        said::judged(outcome)
    }

    // Shown and filmed.

    type Stage: Scene<Event = Self::Move>;

    fn done(&self, mv: Self::Move, after: &Self) -> Sentence;
    fn stage(&self, moves: &[Self::Move]) -> Self::Stage;
}

pub struct About {
    pub simulate: Text,
    pub show: Text,
    /// The file that it may stand in.
    pub file: Text,
    pub play: Text,
}
