//! The verbs of every two-player game, and its topic.

use super::chapter::{self, NAMES, figure};
use super::game::{TwoPlayerTopic, VerbTexts};
use super::options::{MAX_PLIES, Options, PLAYERS, SEATS};
use super::said::{self, and_over};
use super::table::ask_start;
use crate::lang::{Problem, Say, Sentence};
use crate::play::{Playable, resume};
use crate::report::Figures;
use crate::topics::given::Given;
use crate::topics::replay::{MoveNarrator, advance, in_file, outcome_word, words};
use crate::topics::setting::Opt;
use crate::topics::verb::{Answer, FileArg, Play, Simulate, Verb};
use crate::topics::words::WINNER;
use crate::topics::{StudyRuns, Topic, replay};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::games::{BestMoves, Memory};
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::Seed;
use serde_json::json;

pub const fn topic<G: TwoPlayerTopic>() -> Topic {
    let VerbTexts { simulate, show: shown, file, play, solve: solved } = G::SPEC.verbs;
    let file = FileArg { help: file, required: false, without: &["players", "seed", "deal"] };
    Topic {
        name: G::TOPIC,
        alias: None,
        study: study::<G>,
        words: Options::<G>::WORDS,
        examples: G::SPEC.examples,
        says: chapter::says,
        note: |_| G::MAX_PLIES.map(|_| chapter::RULE),
        chapter: if let Some(chapter) = G::SPEC.chapter { chapter } else { chapter::default_chapter::<G>() },
        figures: Figures { names: NAMES, draw: figure::<G> },
        simulate: Simulate {
            about: simulate,
            options: Options::<G>::SIMULATE,
            row: WINNER.many("player1,draw"),
            question: |given| Ok(vec![G::boxed(game(given, start(given)?)?)]),
        },
        solve: Some(match &G::SPEC.solve {
            Some(solver) => Verb::answers(solver.about, Options::<G>::SOLVE, solver.run),
            None => Verb::answers(solved, Options::<G>::SOLVE, solve::<G>),
        }),
        show: Some(Verb { filmed: G::SPEC.film.is_some(), ..Verb::shows(shown, file, Options::<G>::SHOW, show::<G>) }),
        own: &[],
        play: Some(Play {
            about: play,
            file: None,
            options: Options::<G>::PLAY,
            dealt: true,
            opening: Some(ask_start::<G>),
            start: |given| {
                let Pairing(players) = given.get(&SEATS)?;
                Ok(start::<G>(given)?.record(players))
            },
            resume: resume::<G>,
        }),
    }
}

/// The matches of each line of [`GameSpec::study`](super::game::GameSpec::study).
fn study<G: TwoPlayerTopic>() -> StudyRuns {
    let matches = G::SPEC.study.iter().flat_map(|line| study_settings::<G>(line)).filter_map(|(settings, players)| {
        Match::new(G::from_text(&settings)?, players.parse().ok()?, None, Memory::default()).ok()
    });
    matches.map(|game| (G::boxed(game), 20_000)).collect()
}

/// Every combination of the values that a line names: the settings of a start, and the players.
fn study_settings<G: TwoPlayerTopic>(line: &str) -> Vec<(String, String)> {
    let options = || G::SPEC.options.iter().chain([&PLAYERS.one()]).copied().collect::<Vec<Opt>>();
    let named: Vec<(&str, &str)> = line.split(' ').filter_map(|word| word.split_once('=')).collect();
    let is_named = |opt: &Opt| named.iter().any(|(key, _)| *key == opt.setting.key);
    let missing = options().into_iter().filter(|opt| !is_named(opt)).map(|opt| {
        let value = opt.many.filter(|_| opt.setting.key == G::SPEC.size().key).or(opt.default);
        (opt.setting.key, value.unwrap_or_default())
    });
    let mut all = vec![(String::new(), String::new())];
    for (key, text) in named.iter().copied().chain(missing.collect::<Vec<_>>()) {
        let opt = options().into_iter().find(|opt| opt.setting.key == key);
        let values = opt.filter(|opt| opt.many.is_some()).map_or_else(|| vec![text.to_owned()], |opt| opt.values(text));
        let with = |(settings, players): &(String, String), value: &String| match key == PLAYERS.key {
            true => (settings.clone(), value.clone()),
            false => (format!("{settings} {key}={value}"), players.clone()),
        };
        all = all.iter().flat_map(|start| values.iter().map(move |value| with(start, value))).collect();
    }
    all
}

/// The game in the file, or else the game of this number of a simulation, move by move.
fn show<G: TwoPlayerTopic>(given: &Given<'_>) -> Result<Answer, Problem> {
    let (start, moves) = match &given.file {
        Some(file) => in_file(file, || start(given), words)?,
        None => {
            let start: G = start(given)?;
            let played = game(given, start.clone())?.game(Seed(given.seed), given.deal);
            (start, played.plies)
        }
    };
    let explained = |before: &G, mv, after: &G| and_over(&before.move_effect(mv, after), after);
    let answer = replay::narrate(MoveNarrator { state: start.clone(), explained }, &moves, given);
    Ok(match G::SPEC.film {
        Some(film) => answer.filmed(move |wanted| film(&start, &moves, wanted)),
        None => answer,
    })
}

/// The outcome of best play from a start, and the best moves.
fn solve<G: TwoPlayerTopic>(given: &Given<'_>) -> Result<Answer, Problem> {
    let start: G = start(given)?;
    let solution = start.solve_within(given.memory);
    let solution = solution.map_err(|error| Problem::Message(G::solve_error_text(&error)))?;
    let best = solution.best_moves(&start);
    let (mut state, mut plies) = (start, 0);
    while let Some(&mv) = solution.best_moves(&state).first()
        && plies < G::MAX_PLIES.unwrap_or(u64::MAX)
    {
        advance(&mut state, mv);
        plies += 1;
    }
    let best: Vec<String> = best.iter().map(ToString::to_string).collect();
    let texts = [state.outcome().map(said::best_play), (!best.is_empty()).then(|| said::best(&best))];
    let text: String = texts.iter().flatten().map(|text: &Sentence| text.say(given.lang) + "\n").collect();
    Ok(Answer::text(text).with_json(json!({ "value": outcome_word(state.outcome()), "moves": best })))
}

pub fn start<G: TwoPlayerTopic>(given: &Given<'_>) -> Result<G, Problem> {
    let (size, others) = (G::SPEC.size(), &G::SPEC.options[1..]);
    let number: u64 = given.get(size)?;
    let value = |opt: &Opt| Ok(format!(" {}={}", opt.setting.key, given.get::<String>(opt.setting)?));
    let others = others.iter().map(value).collect::<Result<String, Problem>>()?;
    G::from_text(&format!(" {}={number}{others}", size.key)).ok_or_else(|| size.refused(&number.to_string()))
}

/// The match with the options of a command, if its players can play it.
fn game<G: TwoPlayerTopic>(given: &Given<'_>, start: G) -> Result<Match<G>, Problem> {
    let game = Match::new(start, given.get(&PLAYERS)?, given.maybe(&MAX_PLIES)?, given.memory);
    let seatless = |error: PlayerSpecError<G::SolveError>| match error {
        PlayerSpecError::HumanNotAllowed => Problem::message(
            "personne n'est là pour jouer : une simulation n'a pas de joueur humain",
            "nobody is there to play: a simulation has no human player",
        ),
        PlayerSpecError::Unsolved(error) => Problem::Message(G::solve_error_text(&error)),
    };
    game.map_err(|error| Problem::argument("--players", seatless(error)))
}
