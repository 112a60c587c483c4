//! The pictures of the games that `show` writes, a module for each topic.

mod alak;
mod alliances;
pub(crate) mod bataille;
mod nim;
pub(crate) mod shuffle;
mod solitaire;

use super::film::{Film, FilmRequest, Storyboard};
use bataille::BatailleStoryboard;
use pioche_engine::games::Course;
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::nim::NimState;
use pioche_report::lang::Problem;
use pioche_topics::alliances::JUMP;
use pioche_topics::duel::TwoPlayerTopic;
use pioche_topics::replay::{STYLE, has_handout_style};
use pioche_topics::verb::{CommandOutput, ParsedArgs};
use pioche_topics::{self as topics, Topic, duel};
use solitaire::set_handout_style;

/// The film of a topic.
pub struct FilmedTopic {
    topic: &'static Topic,
    /// Options of `show` that are refused with options of a film or picture.
    pub conflicts: &'static [(&'static str, &'static [&'static str])],
    /// Runs the command `show` of the topic, and draws the game that it writes.
    pub show: fn(&ParsedArgs<'_>, FilmRequest) -> Result<FilmedGame, Problem>,
}

/// The output of `show` about a game, and the film of the game; `None` if there is no game to draw.
pub type FilmedGame = (CommandOutput, Option<Film>);

/// The films, in the order of the topics.
static FILMED_TOPICS: &[FilmedTopic] = &[
    FilmedTopic {
        topic: &topics::alliances::TOPIC,
        conflicts: &[(JUMP.key(), &["animate", "image"])],
        show: filmed_patience,
    },
    FilmedTopic {
        topic: &topics::solitaire::TOPIC,
        conflicts: &[(STYLE.key(), &["animate"])],
        show: filmed_solitaire,
    },
    FilmedTopic {
        topic: &topics::alak::TOPIC,
        conflicts: &[],
        show: filmed_duel::<AlakState>,
    },
    FilmedTopic {
        topic: &topics::bataille::TOPIC,
        conflicts: &[],
        show: filmed_bataille,
    },
    FilmedTopic {
        topic: &topics::shuffle::TOPIC,
        conflicts: &[],
        show: filmed_shuffle,
    },
    FilmedTopic {
        topic: &topics::nim::TOPIC,
        conflicts: &[],
        show: filmed_duel::<NimState>,
    },
];

/// Returns the film of a topic; `None` if it has none.
pub fn filmed_topic(topic: &Topic) -> Option<&'static FilmedTopic> {
    FILMED_TOPICS
        .iter()
        .find(|filmed| filmed.topic.name == topic.name)
}

fn filmed_patience(args: &ParsedArgs<'_>, request: FilmRequest) -> Result<FilmedGame, Problem> {
    let course = topics::alliances::shown_course(args)?;
    let output = topics::alliances::game_output(&course, args);
    Ok((output, Some(Film::new(&course, request))))
}

fn filmed_solitaire(args: &ParsedArgs<'_>, request: FilmRequest) -> Result<FilmedGame, Problem> {
    let Some(course) = topics::solitaire::shown_course(args)? else {
        return Ok((topics::solitaire::no_solution_output(args.lang), None));
    };
    let mut film = Film::new(&course, request);
    if has_handout_style(args) {
        set_handout_style(&mut film, &course);
    }
    Ok((
        topics::solitaire::SHOWN_TEXTS.output(&course, args),
        Some(film),
    ))
}

fn filmed_bataille(args: &ParsedArgs<'_>, request: FilmRequest) -> Result<FilmedGame, Problem> {
    let (game, warnings) = topics::bataille::shown_game(args)?;
    let film = Film::new(&BatailleStoryboard::new(&game), request);
    let output = topics::bataille::show_output(&game, warnings, args);
    Ok((output, Some(film)))
}

fn filmed_shuffle(args: &ParsedArgs<'_>, request: FilmRequest) -> Result<FilmedGame, Problem> {
    let states = topics::shuffle::shown_states(args)?;
    let output = topics::shuffle::show_output(&states, args);
    Ok((output, Some(Film::new(&states, request))))
}

fn filmed_duel<G: TwoPlayerTopic>(
    args: &ParsedArgs<'_>,
    request: FilmRequest,
) -> Result<FilmedGame, Problem>
where
    Course<G>: Storyboard,
{
    let course = duel::shown_course::<G>(args)?;
    let output = duel::shown_texts::<G>().output(&course, args);
    Ok((output, Some(Film::new(&course, request))))
}
