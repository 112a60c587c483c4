//! The verbs of every two-player game, and its topic.

use super::chapter::{self, NAMES, figure};
use super::game::{TwoPlayerTopic, VerbTexts};
use super::options::{MAX_PLIES, Options, PLAYERS, SEATS};
use super::said::{self, and_over};
use super::table::ask_start;
use crate::lang::{Lang, Problem, Say, Sentence};
use crate::play::{Playable, resume_game};
use crate::report::{Chapter, FigureCatalog};
use crate::topics::given::Given;
use crate::topics::replay::{MoveNarrator, advance, in_file, outcome_word, words};
use crate::topics::setting::Opt;
use crate::topics::verb::{Answer, FileArg, Play, Simulate, Verb};
use crate::topics::words::WINNER;
use crate::topics::{StudyRuns, Topic, replay};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::games::BestMoves;
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::Seed;
use serde_json::json;

pub const fn topic<G: TwoPlayerTopic>() -> Topic {
    let VerbTexts { show: shown, file, play, solve: solved, .. } = G::SPEC.verbs;
    let file = FileArg { help: file, required: false, without: &["players", "seed", "deal"] };
    Topic {
        name: G::TOPIC,
        alias: None,
        study: study::<G>,
        words: Options::<G>::WORDS,
        examples: G::SPEC.examples,
        says: chapter::says,
        notes: |_, all, lang| G::DEFAULT_MAX_PLIES.filter(|_| all).map(|_| chapter::RULE.say(lang)).into_iter().collect(),
        chapter: match G::SPEC.chapter {
            Some(chapter) => chapter,
            None => Chapter::new(None, chapter::default_page::<G>, |_, _, _| Vec::new()),
        },
        figures: FigureCatalog { names: NAMES, draw: figure::<G> },
        simulate: simulate::<G>(),
        solve: Some(match &G::SPEC.solve {
            Some(solver) => Verb::answers(solver.about, Options::<G>::SOLVE.opts(), solver.run),
            None => Verb::answers(solved, Options::<G>::SOLVE.opts(), solve::<G>),
        }),
        show: Some(Verb {
            filmed: G::SPEC.film.is_some(),
            ..Verb::shows(shown, file, Options::<G>::SHOW.opts(), show::<G>)
        }),
        own: &[],
        play: Some(Play {
            about: play,
            file: None,
            options: Options::<G>::PLAY.opts(),
            dealt: true,
            opening: Some(ask_start::<G>),
            start: |given| {
                let Pairing(players) = given.get(&SEATS)?;
                Ok(start::<G>(given)?.new_saved_game(players))
            },
            resume: resume_game::<G>,
        }),
    }
}

const fn simulate<G: TwoPlayerTopic>() -> Simulate {
    Simulate {
        about: G::SPEC.verbs.simulate,
        options: Options::<G>::SIMULATE.opts(),
        row: WINNER.many("player1,draw"),
        question: |given| Ok(vec![G::boxed_experiment(game(given, start(given)?)?)]),
    }
}

/// The matches of each line of [`GameSpec::study`](super::game::GameSpec::study).
fn study<G: TwoPlayerTopic>() -> StudyRuns {
    let (size, simulate) = (&G::SPEC.options[0], simulate::<G>());
    let matches = G::SPEC.study.iter().flat_map(|line| {
        let defaults = simulate.options.iter().filter_map(|opt| Some((opt.setting.key, opt.setting.default?)));
        let sizes = size.many.map(|sizes| (size.setting.key, sizes));
        let named = line.split(' ').filter_map(|word| word.split_once('='));
        let values = defaults.chain(sizes).chain(named).map(|(key, value)| (key, value.to_owned())).collect();
        simulate.questions(&Given::new(Lang::En, (0, 0), values, None)).unwrap_or_default()
    });
    matches.map(|game| (game, 20_000)).collect()
}

/// The game in the file, or else the game of this number of a simulation, move by move.
fn show<G: TwoPlayerTopic>(given: &Given<'_>) -> Result<Answer, Problem> {
    let (start, moves) = match &given.file {
        Some(file) => in_file(file, || start(given), words)?,
        None => {
            let start: G = start(given)?;
            let played = game(given, start.clone())?.game_record(Seed(given.seed), given.deal);
            (start, played.plies)
        }
    };
    let explained = |before: &G, mv, after: &G| and_over(before.move_effect(mv, after), after);
    let result = |state: &G| state.outcome().map(|outcome| state.result_text(outcome));
    let answer = replay::narrate(MoveNarrator { state: start.clone(), explained, result }, &moves, given);
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
        && plies < G::DEFAULT_MAX_PLIES.unwrap_or(u64::MAX)
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
    let value = |opt: &Opt| Ok(format!(" {}={}", opt.setting.key, given.get::<String>(opt.setting)?));
    let settings = G::SPEC.options.iter().map(value).collect::<Result<String, Problem>>()?;
    let size = G::SPEC.size();
    G::from_text(&settings).ok_or_else(|| size.refused(&given.values[size.key]))
}

/// The match with the options of a command, if its players can play it.
fn game<G: TwoPlayerTopic>(given: &Given<'_>, start: G) -> Result<Match<G>, Problem> {
    let game = Match::new(start, given.get(&PLAYERS)?, given.maybe(&MAX_PLIES)?, given.memory);
    let seatless = |error: PlayerSpecError<G::SolveError>| match error {
        PlayerSpecError::HumanNotAllowed => Problem::message(
            "une simulation ne peut pas avoir de joueur humain",
            "a simulation cannot have a human player",
        ),
        PlayerSpecError::Unsolved(error) => Problem::Message(G::solve_error_text(&error)),
    };
    game.map_err(|error| Problem::for_argument("--players", seatless(error)))
}
