//! The topic and the commands of a two-player game. A game implements [`TwoPlayerTopic`], and
//! `two_player_topic` creates its topic. The chart of outcomes is common to all.

pub(crate) mod game;

pub use game::{
    NO_HANDOUT_PLAYER, PLAYER_NAMES, PLAYERS_OR_HUMAN, TwoPlayerTopic, best_moves_text, ending_text,
};

use crate::replay::ShownTexts;
use crate::saved_game::{SavedGame, read_saved_game};
use crate::verb::{CommandOutput, FileArg, ParsedArgs, SimulateVerb, VerbSpec, single_start};
use crate::{
    OUTCOME_ROW_FILTER_WITHOUT_ENDLESS, STATISTIC, Topic, TopicGlossary, statistic_option,
};
use game::{PLAYERS, PLIES, glossary, with_ending_text};
use pioche_engine::experiments::duel::{self, Match, Pairing};
use pioche_engine::games::{Course, MemoryLimit, Step};
use pioche_engine::players::PlayerSpecError;
use pioche_engine::sim::{Accepted, Column, Field, FieldValue, Seed, Summary, differing_settings};
use pioche_report::Glossary;
use pioche_report::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind,
};
use pioche_report::figures::{NamedFigure, SHARE_OF_GAMES, distinct, figure_with_finding};
use pioche_report::lang::{Lang, Problem, Sentence, Text, problem};
use pioche_report::row_charts::{MAX_LISTED_RUNS, outcome_comparison, outcome_list, outcome_style};

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
        notes: |_, lang| {
            if G::DEFAULT_MAX_PLIES.is_some() {
                vec![REPETITION_NOTE.in_lang(lang).to_owned()]
            } else {
                Vec::new()
            }
        },
        figures: const {
            &[NamedFigure {
                name: "shares",
                draw: outcome_figure::<G>,
            }]
        },
        overview_figure: outcome_figure::<G>,
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

fn explain_step<G: TwoPlayerTopic>(step: &Step<G>) -> Sentence {
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
        PlayerSpecError::HumanNotAllowed => problem!(
            "une simulation ne peut pas avoir de joueur humain",
            "a simulation cannot have a human player"
        ),
        PlayerSpecError::NoHandoutPlayer => NO_HANDOUT_PLAYER.into(),
        PlayerSpecError::Unsolved(error) => Problem(G::solve_error_text(&error)),
    };
    game_match.map_err(|error| Problem::for_argument("--players", player_problem(error)))
}

const REPETITION_NOTE: Text = Text::new(
    "Si une position se répète, la partie continue, car un joueur qui joue au hasard peut quitter la \
     boucle ; elle compte sous son issue et dans la colonne « avec répétition de position ». \
     « Indécise » : la partie a dépassé le nombre maximal de coups.",
    "If a position repeats, the game continues, since a random player can leave the loop; it \
     counts under its outcome and in the column “with a repeated position”. “Unresolved”: the game \
     exceeded the maximum number of moves.",
);

/// Draws the share of each outcome: as bars for a few runs, and otherwise by the size of the start, a panel for each
/// combination of the other settings.
pub fn outcome_figure<G: TwoPlayerTopic>(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let words = const { &glossary::<G>() };
    if let [summary] = summaries {
        let panels = vec![outcome_list(summary, words, lang)];
        return Some(figure_with_finding(panels, summaries, words, lang));
    }
    let size = G::SETTINGS[0];
    if summaries.len() <= MAX_LISTED_RUNS {
        let panels = vec![outcome_comparison(summaries, words, lang)];
        return Some(figure_with_finding(panels, summaries, words, lang));
    }
    let keys: Vec<&str> = G::SETTINGS[1..]
        .iter()
        .map(|option| option.key())
        .chain([PLAYERS.key()])
        .collect();
    let groups = distinct(
        summaries
            .iter()
            .map(|summary| setting_values(summary, &keys)),
    );
    let mut varying_keys =
        differing_settings(summaries.iter().map(|summary| &summary.settings[..]));
    varying_keys.retain(|key| keys.contains(key));
    let mut panels = Vec::new();
    for group in &groups {
        let group_summaries: Vec<&Summary> = summaries
            .iter()
            .filter(|summary| setting_values(summary, &keys) == *group)
            .collect();
        let sized_summaries: Vec<(f64, &Summary)> = group_summaries
            .iter()
            .filter_map(|summary| Some((number_setting(summary, size.key())?, *summary)))
            .collect();
        let panel = outcome_shares_panel(&size.help, &sized_summaries, summaries, words, lang);
        let phrases = varying_keys.iter().filter_map(|key| {
            let value = group_summaries[0].setting(key)?;
            Some(words.differing_setting_phrase(lang, key, value))
        });
        let title = phrases.collect::<Vec<_>>().join(", ");
        panels.push(if title.is_empty() {
            panel
        } else {
            panel.with_title(title)
        });
    }
    Some(figure_with_finding(panels, summaries, words, lang))
}

fn setting_values(summary: &Summary, keys: &[&str]) -> Vec<Option<FieldValue>> {
    keys.iter()
        .map(|key| summary.setting(key).cloned())
        .collect()
}

fn number_setting(summary: &Summary, key: &str) -> Option<f64> {
    let number = summary.setting(key)?.number()?;
    Some(number as f64)
}

const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];

/// Draws stacked bars of the shares of outcomes by size. Unresolved games are omitted
/// if `all_summaries` have none.
pub(crate) fn outcome_shares_panel(
    x_title: &Text,
    sized_summaries: &[(f64, &Summary)],
    all_summaries: &[Summary],
    words: &TopicGlossary,
    lang: Lang,
) -> Panel {
    let mut series = Vec::new();
    for outcome in OUTCOMES {
        if !occurs(outcome, all_summaries) {
            continue;
        }
        let bars = sized_summaries
            .iter()
            .filter_map(|(size, summary)| Some(ChartPoint::new(*size, share(summary, outcome)?)))
            .collect();
        let label = words.translate(lang, outcome);
        series.push(
            Series::new(label, SeriesKind::StackedBars, bars).with_style(outcome_style(outcome)),
        );
    }
    let is_usual =
        |(_, summary): &&(f64, &Summary)| words.finding.other_setting_count(&summary.settings) == 0;
    let x_axis = Axis {
        asked_value: sized_summaries.iter().find(is_usual).map(|(size, _)| *size),
        ..Axis::new(x_title.in_lang(lang), NumberFormat::Integer)
    };
    let y_axis = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent)
        .with_required_range(0.0, 1.0);
    Panel::new(Plot::new(x_axis, y_axis, series))
}

fn share(summary: &Summary, outcome: &str) -> Option<f64> {
    Some(summary.estimate(outcome)?.value)
}

/// Returns whether the table has a row of the outcome, and of unresolved games one with a positive share.
fn occurs(outcome: &str, summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .filter_map(|summary| share(summary, outcome))
        .any(|share| outcome != "unresolved" || share > 0.0)
}
