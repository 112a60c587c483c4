//! Any game of two on the screen: whose turn it is, how many moves were made, the places that may be chosen. A game
//! adds its picture, its keys and its own words.

use super::dialogue::DuelFace;
use crate::lang::{Lang, Say, Sentence, Text};
use crate::play::screen::{Choice, Layout, Look};
use crate::play::session::Session;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// How a game of two lies on the screen; [`Layout`] follows from it.
pub trait DuelLayout: DuelFace {
    /// As [`Layout::keys`].
    const KEYS: Text;
    /// As [`Layout::help`].
    const HELP: Text;
    /// As [`Layout::legend`].
    const LEGEND: Text;

    /// As [`Layout::spots`].
    fn places(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>>;
    /// As [`Layout::draw`].
    fn paint(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer);
    /// The move of a place, of `spots` places, allowed or not.
    fn move_at(spot: usize, spots: usize) -> Self::Move;
    /// As [`Layout::choose`], for games whose moves take more than one place.
    fn pick(_: &Session<Self>, _: Option<usize>, spot: usize, spots: usize) -> Choice<Self::Move> {
        Choice::Move(Self::move_at(spot, spots))
    }
    /// As [`Layout::open`], for games whose moves take more than one place.
    fn free(session: &Session<Self>, _: Option<usize>, spots: usize) -> Vec<usize> {
        let moves = session.state().legal_moves();
        (0..spots).filter(|&spot| moves.binary_search(&Self::move_at(spot, spots)).is_ok()).collect()
    }
    /// As [`Layout::letter`].
    fn key(_: &Session<Self>, _: char) -> Option<Choice<Self::Move>> {
        None
    }
    /// As [`Layout::home`]: the cursor stays where it is, since two people share it.
    fn rest(_: &Session<Self>, cursor: usize, _: usize) -> usize {
        cursor
    }
    /// What game it is, in one line.
    fn headline(session: &Session<Self>) -> Box<dyn Say> {
        Self::hail(session)
    }
    /// The state, part by part; whose turn it is and the number of moves are said already.
    fn parts(session: &Session<Self>) -> Vec<Box<dyn Say>>;
}

impl<G: DuelLayout> Layout for G {
    fn keys() -> Text {
        G::KEYS
    }

    fn help() -> Text {
        G::HELP
    }

    fn legend() -> Text {
        G::LEGEND
    }

    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        G::places(session, area)
    }

    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        G::paint(session, look, buffer);
    }

    fn choose(session: &Session<Self>, held: Option<usize>, spot: usize, spots: usize) -> Choice<Self::Move> {
        G::pick(session, held, spot, spots)
    }

    fn letter(session: &Session<Self>, letter: char) -> Option<Choice<Self::Move>> {
        G::key(session, letter)
    }

    fn open(session: &Session<Self>, held: Option<usize>, spots: usize) -> Vec<usize> {
        G::free(session, held, spots)
    }

    fn home(session: &Session<Self>, cursor: usize, spots: usize) -> usize {
        G::rest(session, cursor, spots)
    }

    fn title(session: &Session<Self>) -> Box<dyn Say> {
        G::headline(session)
    }

    fn bar(session: &Session<Self>) -> Box<dyn Say> {
        let (parts, moves) = (G::parts(session), session.plies().len() as u64);
        let player = session.end().is_none().then(|| session.state().to_play().number());
        let said = |lang: Lang| {
            let (player_word, moves) = match lang {
                Lang::Fr => ("joueur", lang.counted(moves, "coup", "coups")),
                Lang::En => ("player", lang.counted(moves, "move", "moves")),
            };
            let turn = player.map(|player| format!("{player_word} {player}"));
            let parts = parts.iter().map(|part| part.say(lang));
            turn.into_iter().chain(parts).chain([moves]).collect::<Vec<_>>().join(" · ")
        };
        Box::new(Sentence::made(said))
    }
}
