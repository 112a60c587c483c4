//! The pictures of the games that `show` writes, a module for each topic.

mod alak;
mod alliances;
pub(crate) mod bataille;
mod nim;
pub(crate) mod shuffle;
mod solitaire;

use super::film::{BoardShape, Caption, Film, FilmRequest, Sprite, SpriteKind, Storyboard};
use bataille::BatailleStoryboard;
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::nim::NimState;
use pioche_engine::games::{Course, Player, Step};
use pioche_report::draw::Align;
use pioche_report::lang::{Problem, Text, quantity, tr};
use pioche_topics::alliances::JUMP;
use pioche_topics::duel::{TwoPlayerTopic, ending_text};
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
        return Ok((topics::solitaire::no_solution_output(), None));
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

/// The distance of captions from the edges of a picture, in points.
const MARGIN: f64 = 18.0;

/// Writes a line at the top of a picture: a count in bold letters, and what happens.
fn header(width: f64, count: String, status: String) -> [Sprite; 2] {
    let room = width - 2.0 * MARGIN;
    let count = Caption::new(count, 17, (0.4 * room) as u16).with_bold();
    let status = Caption::new(status, 15, (0.6 * room) as u16).with_align(Align::End);
    [
        count.into_sprite(("header", 0), (MARGIN, 34.0)),
        status.into_sprite(("header", 1), (width - MARGIN, 34.0)),
    ]
}

/// Draws a face-down pile, from its lowest card to the top, on an empty place. `number` tells the piles of a picture apart.
fn stock_sprites(
    cards: impl IntoIterator<Item = u32>,
    (x, y): (f64, f64),
    pack_size: usize,
    number: usize,
) -> Vec<Sprite> {
    // The height of a whole pack, and of a card, as a shift to the upper left.
    let shift = (12.0 / pack_size as f64).min(0.4);
    let place = SpriteKind::Board {
        shape: BoardShape::Tray,
        width: 64,
        height: 90,
    };
    let place = Sprite::new(("place", number as u32), place, (x, y));
    let mut sprites = vec![place];
    for (height, card) in cards.into_iter().enumerate() {
        let shift = shift * height as f64;
        let sprite = Sprite::new(("card", card), SpriteKind::CardBack, (x - shift, y - shift));
        sprites.push(sprite.with_layer(1 + height as u32));
    }
    sprites
}

/// Returns a player with a number of things: `Player 1: 26 cards`.
fn player_count_text(player: Player, count: u64, noun: Text) -> String {
    {
        let number = player.number();
        let count = quantity(count, noun);
        tr!("Player {number}: {count}", number, count)
    }
}

/// Returns the status of a two-player game: its end, else the last move, else the player to move.
fn status_text<G: TwoPlayerTopic>(state: &G, last_step: Option<&Step<G>>) -> String {
    let player = state.to_play().number();
    let turn = || tr!("Player {player} to move", player);
    ending_text(state)
        .or_else(|| last_step.map(G::move_explanation))
        .unwrap_or_else(turn)
}
