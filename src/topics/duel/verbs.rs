//! The topic and the commands of a two-player game.

use super::chapter::{self, FIGURE_NAMES, outcome_figure};
use super::dialogue::ask_start_settings;
use super::game::{TwoPlayerTopic, VerbTexts};
use super::messages::{self, with_ending_text};
use super::options::{MAX_PLIES, PLAYERS, PLAYERS_OR_HUMAN, VerbOptions};
use crate::lang::{Lang, Problem, Say, Sentence};
use crate::play::{Playable, resume_game};
use crate::report::FigureCatalog;
use crate::topics::parsed_args::ParsedArgs;
use crate::topics::replay::{
    MoveNarrator, outcome_word, play_returning_previous, read_game_file, split_words,
};
use crate::topics::setting::OptionSpec;
use crate::topics::topic_glossary::OUTCOME_ROW_FILTER_WITHOUT_ENDLESS;
use crate::topics::verb::{CommandOutput, FileArg, PlayVerb, SimulateVerb, VerbSpec};
use crate::topics::{StudyRuns, Topic, replay};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::games::BestMoves;
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::Seed;
use serde_json::json;

pub const fn two_player_topic<G: TwoPlayerTopic>() -> Topic {
    let VerbTexts {
        show: shown,
        file,
        play,
        solve: solved,
        ..
    } = G::SPEC.verb_texts;
    let file = FileArg {
        help: file,
        required: false,
        conflicts_with: &["players", "seed", "deal"],
    };
    Topic {
        name: G::TOPIC,
        alias: None,
        study_runs: study_runs::<G>,
        glossary: VerbOptions::<G>::GLOSSARY,
        examples: G::SPEC.examples,
        summary_sentence: chapter::summary_sentence,
        notes: |_, all, lang| {
            G::DEFAULT_MAX_PLIES
                .filter(|_| all)
                .map(|_| chapter::REPETITION_NOTE.say(lang))
                .into_iter()
                .collect()
        },
        chapter: G::SPEC.chapter,
        figures: FigureCatalog {
            names: FIGURE_NAMES,
            draw: outcome_figure::<G>,
        },
        simulate: simulate_verb::<G>(),
        solve: Some(match &G::SPEC.solve {
            Some(solver) => {
                VerbSpec::new(solver.about, VerbOptions::<G>::SOLVE.as_slice(), solver.run)
            }
            None => VerbSpec::new(solved, VerbOptions::<G>::SOLVE.as_slice(), solve_game::<G>),
        }),
        show: Some(VerbSpec {
            has_film: G::SPEC.film.is_some(),
            ..VerbSpec::with_deal_and_film(
                shown,
                file,
                VerbOptions::<G>::SHOW.as_slice(),
                show_game::<G>,
            )
        }),
        extra_verbs: &[],
        play: Some(PlayVerb {
            about: play,
            file: None,
            options: VerbOptions::<G>::PLAY.as_slice(),
            accepts_deal: true,
            opening_questions: Some(ask_start_settings::<G>),
            start_record: |given| {
                let Pairing(players) = given.get(&PLAYERS_OR_HUMAN)?;
                Ok(parse_start::<G>(given)?.new_saved_game(players))
            },
            resume: resume_game::<G>,
        }),
    }
}

const fn simulate_verb<G: TwoPlayerTopic>() -> SimulateVerb {
    SimulateVerb {
        about: G::SPEC.verb_texts.simulate,
        options: VerbOptions::<G>::SIMULATE.as_slice(),
        row_option: OUTCOME_ROW_FILTER_WITHOUT_ENDLESS.list_option_spec("player1,draw"),
        build_experiments: |given| {
            Ok(vec![G::boxed_experiment(build_match(
                given,
                parse_start(given)?,
            )?)])
        },
    }
}

/// Returns the runs of [`GameSpec::study_runs`](super::game::GameSpec::study_runs), 20,000 games each.
fn study_runs<G: TwoPlayerTopic>() -> StudyRuns {
    let (size, simulate) = (&G::SPEC.options[0], simulate_verb::<G>());
    let matches = G::SPEC.study_runs.iter().flat_map(|line| {
        let defaults = simulate
            .options
            .iter()
            .filter_map(|opt| Some((opt.setting.key, opt.setting.default?)));
        let sizes = size.list_example.map(|sizes| (size.setting.key, sizes));
        let named = line.split(' ').filter_map(|word| word.split_once('='));
        let values = defaults
            .chain(sizes)
            .chain(named)
            .map(|(key, value)| (key, value.to_owned()))
            .collect();
        simulate
            .all_experiments(&ParsedArgs::new(Lang::En, (0, 0), values, None))
            .unwrap_or_default()
    });
    matches.map(|game| (game, 20_000)).collect()
}

/// Shows the game in the file or, without a file, the game `--deal` of a simulation, move by move.
fn show_game<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let (start, moves) = match &args.file {
        Some(file) => read_game_file(file, || parse_start(args), split_words)?,
        None => {
            let start: G = parse_start(args)?;
            let played = build_match(args, start.clone())?.game_record(Seed(args.seed), args.deal);
            (start, played.plies)
        }
    };
    let explained =
        |before: &G, mv, after: &G| with_ending_text(before.move_explanation(mv, after), after);
    let result = |state: &G| state.outcome().map(|outcome| state.result_text(outcome));
    let answer = replay::narrate_game(
        MoveNarrator {
            state: start.clone(),
            state_text: G::state_text,
            explain_move: explained,
            result_text: result,
        },
        &moves,
        args,
    );
    Ok(match G::SPEC.film {
        Some(film) => answer.with_film(move |wanted| film(&start, &moves, wanted)),
        None => answer,
    })
}

/// Gives the outcome of best play from a start, and the best moves.
fn solve_game<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let start: G = parse_start(args)?;
    let solution = start.solve_within(args.memory);
    let solution = solution.map_err(|error| Problem::Message(G::solve_error_text(&error)))?;
    let best = solution.best_moves(&start);
    let (mut state, mut plies) = (start, 0);
    while let Some(&mv) = solution.best_moves(&state).first()
        && plies < G::DEFAULT_MAX_PLIES.unwrap_or(u64::MAX)
    {
        play_returning_previous(&mut state, mv);
        plies += 1;
    }
    let best: Vec<String> = best.iter().map(ToString::to_string).collect();
    let texts = [
        state.outcome().map(messages::best_play_text),
        (!best.is_empty()).then(|| messages::best_moves_text(&best)),
    ];
    let text: String = texts
        .iter()
        .flatten()
        .map(|text: &Sentence| text.say(args.lang) + "\n")
        .collect();
    Ok(CommandOutput::from_text(text)
        .with_json(json!({ "value": outcome_word(state.outcome()), "moves": best })))
}

pub fn parse_start<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<G, Problem> {
    let value = |opt: &OptionSpec| {
        Ok(format!(
            " {}={}",
            opt.setting.key,
            args.get::<String>(opt.setting)?
        ))
    };
    let settings = G::SPEC
        .options
        .iter()
        .map(value)
        .collect::<Result<String, Problem>>()?;
    let size = G::SPEC.size_setting();
    G::from_settings_text(&settings).ok_or_else(|| size.invalid_value_error(&args.values[size.key]))
}

/// Returns the match with the options of a command; an error for a human player or an unsolvable start.
fn build_match<G: TwoPlayerTopic>(args: &ParsedArgs<'_>, start: G) -> Result<Match<G>, Problem> {
    let game = Match::new(
        start,
        args.get(&PLAYERS)?,
        args.get_optional(&MAX_PLIES)?,
        args.memory,
    );
    let seatless = |error: PlayerSpecError<G::SolveError>| match error {
        PlayerSpecError::HumanNotAllowed => Problem::message(
            "une simulation ne peut pas avoir de joueur humain",
            "a simulation cannot have a human player",
        ),
        PlayerSpecError::Unsolved(error) => Problem::Message(G::solve_error_text(&error)),
    };
    game.map_err(|error| Problem::for_argument("--players", seatless(error)))
}
