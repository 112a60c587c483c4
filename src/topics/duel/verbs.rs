//! The verbs of every game of two players, and the topic that it is.

use super::args::{MAX_PLIES, PLAYERS, SEATS, WHO, game, matches, start};
use super::figures::{NAMES, figure};
use super::film::film;
use super::game::Duel;
use super::said::and_over;
use super::{chapter, game::About};
use crate::lang::Problem;
use crate::play::Table;
use crate::play::playable::Playable;
use crate::report::Figures;
use crate::topics::course;
use crate::topics::given::Given;
use crate::topics::recorded::{EXPLAIN, Told, in_file, words};
use crate::topics::rows::{ASKING, WINNER};
use crate::topics::setting::{MEMORY, Opt};
use crate::topics::verb::{Answer, FileArg, Play, Simulate, Verb};
use crate::topics::{StudyRuns, Topic};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::games::Memory;
use pioche_engine::sim::Seed;
use std::marker::PhantomData;

/// The topic of a game.
pub const fn topic<G: Duel>() -> Topic {
    let About { simulate, show: shown, file, play } = G::ABOUT;
    let file = FileArg { help: file, required: false, without: &["players", "seed", "deal"] };
    Topic {
        name: G::TOPIC,
        study: study::<G>,
        nanoseconds: G::nanoseconds,
        words: G::WORDS,
        table: if G::MAX_PLIES.is_some() { Some(chapter::text) } else { None },
        chapter: G::CHAPTER,
        figures: Figures { names: NAMES, draw: figure::<G> },
        simulate: Simulate {
            about: simulate,
            options: Options::<G>::SIMULATE.list(),
            row: ROW,
            questions: |given| Ok(matches::<G>(given)?.into_iter().map(G::boxed).collect()),
        },
        solve: G::SOLVE,
        show: Some(Verb {
            about: shown,
            file: Some(file),
            options: Options::<G>::SHOW.list(),
            dealt: true,
            json: true,
            filmed: true,
            run: show::<G>,
        }),
        own: &[],
        play: Some(Play {
            about: play,
            file: None,
            options: Options::<G>::PLAY.list(),
            dealt: true,
            table: Table::of::<G>(),
            start: |given| {
                let Pairing(players) = given.get(&SEATS)?;
                Ok(start::<G>(given)?.record(players))
            },
        }),
    }
}

/// Which row of a table is asked for.
const ROW: &[Opt] = &[WINNER.one().with(ASKING)];

/// The options of the verbs, each with all settings of the game.
struct Options<G>(PhantomData<G>);

impl<G: Duel> Options<G> {
    const SIZE: Opt = G::SIZE.0.one();
    const SIZES: Opt = G::SIZE.0.range(G::SIZE.1);
    /// Of games that say when they are left.
    const ENDS: &'static [Opt] = if G::MAX_PLIES.is_some() { &[MAX_PLIES.one()] } else { &[] };
    /// Of games that take memory to solve.
    const SOLVES: &'static [Opt] = if G::SLOW_TO_SOLVE { &[MEMORY.one()] } else { &[] };

    const SIMULATE: &'static Joined =
        &Joined::of(&[&[Self::SIZES], G::OTHERS, &[PLAYERS.one()], Self::ENDS, Self::SOLVES]);
    const SHOW: &'static Joined = &Joined::of(&[&[Self::SIZE], G::OTHERS, &[WHO.one()], Self::ENDS, &[EXPLAIN.one()]]);
    const PLAY: &'static Joined = &Joined::of(&[&[Self::SIZE], G::OTHERS, &[SEATS.one()], Self::SOLVES]);
}

/// No game has more options.
const MOST: usize = 12;

/// Lists of options in one.
struct Joined {
    all: [Opt; MOST],
    count: usize,
}

impl Joined {
    const fn of(lists: &[&[Opt]]) -> Self {
        let mut joined = Self { all: [PLAYERS.one(); MOST], count: 0 };
        let mut list = 0;
        while list < lists.len() {
            let mut at = 0;
            while at < lists[list].len() {
                joined.all[joined.count] = lists[list][at];
                joined.count += 1;
                at += 1;
            }
            list += 1;
        }
        joined
    }

    const fn list(&'static self) -> &'static [Opt] {
        self.all.split_at(self.count).0
    }
}

/// The matches of the study.
fn study<G: Duel>() -> StudyRuns {
    let game = |(start, players)| Match::new(start, players, None, Memory::default()).ok();
    G::study().into_iter().filter_map(game).map(|game| (G::boxed(game), 20_000)).collect()
}

/// The game in the file, or else the game of this number of a simulation, move by move.
fn show<G: Duel>(given: &Given<'_>) -> Result<Answer, Problem> {
    let (start, moves) = match given.file() {
        Some(file) => in_file(file, || start(given), words)?,
        None => {
            let start: G = start(given)?;
            let played = game(given, start.clone())?.game(Seed(given.seed), given.deal);
            (start, played.plies)
        }
    };
    let explained = |before: &G, mv, after: &G| and_over(&before.done(mv, after), after);
    let answer = course::told(Told { state: start.clone(), explained }, &moves, given);
    Ok(answer.filmed(move |wanted, _| film(start.stage(&moves), &start, &moves, wanted)))
}
