//! The topic and the commands of a two-player game. A game implements [`game::TwoPlayerTopic`], and
//! [`two_player_topic`] creates its topic.

pub mod chapter;
pub mod dialogue;
pub mod game;
pub mod messages;

use crate::lang::{Lang, Problem, problem};
use crate::play::{Playable, resume_game};
use crate::report::FigureCatalog;
use crate::topics::replay::{MoveNarrator, read_game_file, split_words};
use crate::topics::verb::{
    CommandOutput, FileArg, ParsedArgs, PlayVerb, SimulateVerb, VerbSpec, default_values,
};
use crate::topics::{OUTCOME_ROW_FILTER_WITHOUT_ENDLESS, StudyRuns, Topic, replay};
use chapter::{FIGURE_NAMES, outcome_figure};
use dialogue::ask_start_settings;
use game::{MAX_PLIES, PLAYERS, PLAYERS_OR_HUMAN, TwoPlayerTopic, glossary, start_with_settings};
use messages::{NO_HANDOUT_PLAYER, with_ending_text};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::Seed;

pub const fn two_player_topic<G: TwoPlayerTopic>() -> Topic {
    let file = FileArg {
        help: G::SHOW_FILE_HELP,
        required: false,
        conflicts_with: &[PLAYERS.key, "seed", "deal"],
    };
    Topic {
        name: G::TOPIC,
        alias: None,
        study_runs: study_runs::<G>,
        glossary: glossary::<G>(),
        examples: G::EXAMPLES,
        mistakes: G::MISTAKES,
        summary_sentence: chapter::summary_sentence,
        notes: |_, all, lang| {
            if all && G::DEFAULT_MAX_PLIES.is_some() {
                vec![chapter::REPETITION_NOTE.in_lang(lang).to_owned()]
            } else {
                Vec::new()
            }
        },
        chapter: G::CHAPTER,
        figures: FigureCatalog {
            names: FIGURE_NAMES,
            draw: outcome_figure::<G>,
        },
        simulate: simulate_verb::<G>(),
        solve: Some(VerbSpec::new(
            G::SOLVE_ABOUT,
            G::SOLVE_OPTIONS,
            G::solve_command,
        )),
        show: Some(VerbSpec::with_deal_and_film(
            G::SHOW_ABOUT,
            file,
            G::SHOW_OPTIONS,
            show_game::<G>,
        )),
        extra_verbs: &[],
        play: Some(PlayVerb {
            about: G::PLAY_ABOUT,
            file: None,
            options: G::PLAY_OPTIONS,
            accepts_deal: true,
            opening_questions: Some(ask_start_settings::<G>),
            start_record: |args| {
                let Pairing(players) = args.get(&PLAYERS_OR_HUMAN)?;
                Ok(parse_start::<G>(args)?.new_saved_game(players))
            },
            resume: resume_game::<G>,
        }),
    }
}

const fn simulate_verb<G: TwoPlayerTopic>() -> SimulateVerb {
    SimulateVerb {
        about: G::SIMULATE_ABOUT,
        options: G::SIMULATE_OPTIONS,
        row_option: OUTCOME_ROW_FILTER_WITHOUT_ENDLESS.list_option_spec("player1,draw"),
        build_experiments: |args| {
            let game_match = build_match(args, parse_start(args)?)?;
            Ok(vec![G::boxed_experiment(game_match)])
        },
    }
}

/// Returns the runs of [`TwoPlayerTopic::STUDY_RUNS`], 20,000 games each.
fn study_runs<G: TwoPlayerTopic>() -> StudyRuns {
    let simulate = simulate_verb::<G>();
    let mut runs = StudyRuns::new();
    for line in G::STUDY_RUNS {
        let mut values = default_values(simulate.options);
        let settings = line.split(' ').filter_map(|word| word.split_once('='));
        values.extend(settings.map(|(key, value)| (key, value.to_owned())));
        let experiments = simulate
            .all_experiments(Lang::En, &values)
            .unwrap_or_default();
        runs.extend(
            experiments
                .into_iter()
                .map(|experiment| (experiment, 20_000)),
        );
    }
    runs
}

/// Shows the game in the file or, without a file, the game `--deal` of a simulation, move by move.
fn show_game<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let start: G;
    let moves;
    match &args.file {
        Some(file) => {
            (start, moves) = read_game_file(file, || parse_start(args), split_words)?;
        }
        None => {
            start = parse_start(args)?;
            let game_match = build_match(args, start.clone())?;
            moves = game_match.game_record(Seed(args.seed), args.deal).plies;
        }
    }
    let explain_move =
        |before: &G, mv, after: &G| with_ending_text(before.move_explanation(mv, after), after);
    let result_text = |state: &G| state.outcome().map(|outcome| state.result_text(outcome));
    let answer = replay::narrate_game(
        MoveNarrator {
            state: start.clone(),
            state_text: G::state_text,
            explain_move,
            result_text,
        },
        &moves,
        args,
    );
    Ok(answer.with_film(move |request| start.film(&moves, request)))
}

pub fn parse_start<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<G, Problem> {
    let mut settings = String::new();
    for setting in G::SETTINGS {
        let value: String = args.get(setting)?;
        settings.push_str(&format!(" {}={value}", setting.key));
    }
    let size = G::SETTINGS[0];
    start_with_settings(&settings).ok_or_else(|| size.invalid_value_error(&args.values[size.key]))
}

/// Returns the match with the options of a command; an error for a human player or an unsolvable start.
fn build_match<G: TwoPlayerTopic>(args: &ParsedArgs<'_>, start: G) -> Result<Match<G>, Problem> {
    let game_match = Match::new(
        start,
        args.get(&PLAYERS)?,
        args.get_optional(&MAX_PLIES)?,
        args.memory,
    );
    let player_problem = |error: PlayerSpecError<G::SolveError>| match error {
        PlayerSpecError::HumanNotAllowed => problem!(
            "une simulation ne peut pas avoir de joueur humain",
            "a simulation cannot have a human player"
        ),
        PlayerSpecError::NoHandoutPlayer => NO_HANDOUT_PLAYER.into(),
        PlayerSpecError::Unsolved(error) => Problem(G::solve_error_text(&error)),
    };
    game_match.map_err(|error| Problem::for_argument("--players", player_problem(error)))
}
