//! The topic and the commands of a two-player game. A game implements [`TwoPlayerTopic`], and
//! `two_player_topic` creates its topic. The chart of outcomes is common to all.

pub(crate) mod game;

pub use game::{
    NO_HANDOUT_PLAYER, PLAYER_NAMES, PLAYERS_OR_HUMAN, TwoPlayerTopic, best_moves_text, ending_text,
};

use crate::replay::ShownTexts;
use crate::saved_game::{SavedGame, read_saved_game};
use crate::verb::{CommandOutput, FileArg, ParsedArgs, SimulateVerb, VerbSpec, single_start};
use crate::{OUTCOME_ROW_FILTER_WITHOUT_ENDLESS, STATISTIC, Topic, statistic_option};
use game::{PLIES, glossary, with_ending_text};
use pioche_engine::experiments::duel::{self, Match, Pairing};
use pioche_engine::games::{Course, MemoryLimit, Step};
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::{Accepted, Column, Field, Seed};
use pioche_report::lang::{Problem, Text, problem};

pub(crate) const fn two_player_topic<G: TwoPlayerTopic>() -> Topic {
    let file = FileArg {
        help: G::FILE_HELP,
        required: false,
        conflicts_with: &[duel::PLAYERS.key, "seed", "deal"],
    };
    Topic {
        name: G::TOPIC,
        alias: None,
        other_names: &[],
        glossary: glossary::<G>(),
        examples: G::EXAMPLES,
        notes: |_| {
            if G::DEFAULT_MAX_PLIES.is_some() {
                vec![REPETITION_NOTE.translated().to_owned()]
            } else {
                Vec::new()
            }
        },
        adjust_picture: G::adjust_picture,
        simulate: simulate_verb::<G>(),
        solve: Some(
            VerbSpec::new(G::SOLVE_ABOUT, G::SOLVE_OPTIONS, G::solve_command)
                .with_starts(single_start),
        ),
        show: Some(VerbSpec::with_deal(
            G::SHOW_ABOUT,
            file,
            G::SHOW_OPTIONS,
            show_game::<G>,
        )),
        extra_verbs: &[],
    }
}

const fn simulate_verb<G: TwoPlayerTopic>() -> SimulateVerb {
    SimulateVerb {
        about: G::SIMULATE_ABOUT,
        options: G::SIMULATE_OPTIONS,
        row_option: OUTCOME_ROW_FILTER_WITHOUT_ENDLESS.list("player1,draw"),
        statistic_option: Some(statistic_option(
            const { &STATISTIC.accepting(Accepted::Words(&["plies"])) },
            &[PLIES.label],
            &[Column::OUTCOME.key],
        )),
        build_experiments: |settings| Ok(vec![G::boxed_experiment(build_match(settings)?)]),
    }
}

/// Shows the game in the file or, without a file, the game `--deal` of a simulation, move by move.
fn show_game<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let course = shown_course::<G>(args)?;
    Ok(shown_texts::<G>().output(&course, args))
}

/// Returns the game that `show` writes: the recorded one, or a simulated one.
///
/// # Errors
/// When the settings, the players or the file are refused.
pub fn shown_course<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<Course<G>, Problem> {
    match &args.file {
        Some(file) => Ok(read_saved_game(file, args, || new_game::<G>(args))?.1),
        None => {
            let game_match: Match<G> = build_match(&args.settings)?;
            Ok(game_match.course(Seed(args.seed), args.deal))
        }
    }
}

/// Returns the game of the options before its first move.
///
/// # Errors
/// When the settings or the players are refused.
pub fn new_game<G: TwoPlayerTopic>(args: &ParsedArgs<'_>) -> Result<SavedGame, Problem> {
    let Pairing(players) = args.get(&PLAYERS_OR_HUMAN)?;
    Ok(G::from_settings(&args.settings)?.new_saved_game(players))
}

/// Returns the texts with which `show` writes a game.
pub fn shown_texts<G: TwoPlayerTopic>() -> ShownTexts<G> {
    ShownTexts {
        state: G::state_text,
        explanation: explain_step,
        result: |state, outcome| Some(state.result_text(outcome)),
        handout_session: G::handout_session,
    }
}

fn explain_step<G: TwoPlayerTopic>(step: &Step<G>) -> String {
    with_ending_text(G::move_explanation(step), &step.after)
}

/// Returns the match with the options of a command; an error for a human player or an unsolvable start.
fn build_match<G: TwoPlayerTopic>(settings: &[Field]) -> Result<Match<G>, Problem> {
    let start = G::from_settings(settings)?;
    let max_plies = match G::DEFAULT_MAX_PLIES {
        Some(_) => Some(duel::MAX_PLIES.read(settings)?),
        None => None,
    };
    let players = duel::PLAYERS.read(settings)?;
    let game_match = Match::new(start, players, max_plies, MemoryLimit::default());
    let player_problem = |error: PlayerSpecError<G::SolveError>| match error {
        PlayerSpecError::HumanNotAllowed => problem!("a simulation cannot have a human player"),
        PlayerSpecError::NoHandoutPlayer => NO_HANDOUT_PLAYER.into(),
        PlayerSpecError::Unsolved(error) => Problem(G::solve_error_text(&error)),
    };
    game_match.map_err(|error| Problem::for_argument("--players", player_problem(error)))
}

const REPETITION_NOTE: Text = Text(
    "If a position repeats, the game continues, since a random player can leave the loop; it \
     counts under its outcome and in the column “with a repeated position”. “Unresolved”: the game \
     exceeded the maximum number of moves.",
);
