//! The topic of peg solitaire (handout 001): random games, one game shown, and play.

pub mod args;
pub mod chapter;
pub mod dialogue;
pub mod film;
pub mod solve;

use crate::lang::help::{CommandExample, HelpSection};
use crate::lang::{Problem, Text};
use crate::play::{Playable, resume_game};
use crate::topics::replay::{EXPLAIN, MoveNarrator, read_game_file};
use crate::topics::setting::{MEMORY, Setting, ValueKind};
use crate::topics::verb::{CommandOutput, FileArg, ParsedArgs, PlayVerb, SimulateVerb, VerbSpec};
use crate::topics::{StudyRuns, Topic, boxed_experiment, replay};
use args::{BOARD, HOLE, HOLE_OR_ALL, RANDOM_GAME, jump_explanation, parse_start, start_with_hole};
use pioche_engine::experiments::solitaire::Solitaire;
use pioche_engine::games::solitaire::{Board, SolitaireState, first_solution};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Seed;
use solve::no_solution_output;

pub static TOPIC: Topic = Topic {
    name: "solitaire",
    alias: None,
    study_runs,
    glossary: args::GLOSSARY,
    examples: EXAMPLES,
    summary_sentence: chapter::summary_sentence,
    notes: |_, _, _| Vec::new(),
    chapter: chapter::CHAPTER,
    figures: chapter::FIGURES,
    simulate: SIMULATE,
    solve: Some(solve::SOLVE),
    show: Some(SHOW),
    extra_verbs: &[],
    play: Some(PLAY),
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate solitaire --hole all",
        "un joueur aléatoire, pour chaque case vide",
        "a random player, for each starting cell",
    ),
    (
        "simulate solitaire --outcome 1 --precision 0.001",
        "la probabilité de gagner, à 0,001 près",
        "the probability of winning, to within 0.001",
    ),
    (
        "simulate solitaire --board english --deals 1M",
        "sur le plateau anglais",
        "on the English board",
    ),
    (
        "play solitaire --board english",
        "le plateau anglais",
        "the English board",
    ),
];

fn study_runs() -> StudyRuns {
    let board = Board::triangle(5).ok();
    let holes = board
        .into_iter()
        .flat_map(|board| (0..board.cell_count()).map(move |hole| (board, hole)));
    let games = holes.filter_map(|(board, hole)| Solitaire::new(board, hole));
    games.map(|game| (boxed_experiment(game), 50_000)).collect()
}

pub const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "Le solitaire : combien de pions laisse un joueur qui joue au hasard ?",
        "Peg solitaire: how many pegs does a random player leave?",
    ),
    options: &[BOARD.option_spec(), HOLE_OR_ALL.option_spec()],
    row_option: PEGS_LEFT.list_option_spec("1,2"),
    build_experiments: |given| {
        let board: Board = given.get(&BOARD)?;
        let holes = match given.get_optional::<String>(&HOLE_OR_ALL)?.as_deref() {
            Some("all") => 0..board.cell_count(),
            _ => {
                let hole = given
                    .get_optional(&HOLE_OR_ALL)?
                    .unwrap_or(board.default_hole());
                start_with_hole(board, hole)?;
                hole..hole + 1
            }
        };
        Ok(holes
            .filter_map(|hole| Solitaire::new(board, hole).map(boxed_experiment))
            .collect())
    },
};

const PEGS_LEFT: Setting = Setting::new("outcome", Text::new("issue", "outcome"), "N")
    .help(
        "N'affiche que la ligne de N pions restants ; --precision ne porte alors que sur elle",
        "Show only the row of N pegs left; --precision then applies to it alone",
    )
    .group(HelpSection::Output)
    .value_kind(ValueKind::Count {
        least: 1,
        most: 1000,
    });

pub const SHOW: VerbSpec = VerbSpec::with_deal_and_film(
    Text::new(
        "Le solitaire : une partie enregistrée, une partie simulée, ou la première solution, saut par saut",
        "Peg solitaire: a recorded game, a simulated one, or the first solution, jump by jump",
    ),
    FileArg {
        help: Text::new(
            "Fichier de sauts tels que « (3, 12) », « - » pour l'entrée standard, ou partie enregistrée par play \
             --save ; sans fichier, la première solution ou, avec --deal, cette partie de la simulation",
            "File with jumps such as `(3, 12)`, `-` for the standard input, or a game saved by `play --save`; without \
             a file, the first solution or, with --deal, this game of the simulation",
        ),
        required: false,
        conflicts_with: &["players", "seed", "deal"],
    },
    &[
        BOARD.option_spec(),
        HOLE.option_spec(),
        RANDOM_GAME.option_spec(),
        EXPLAIN.option_spec(),
        MEMORY.option_spec().conflicts_with(&["file"]),
    ],
    show,
);

fn show(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let simulated = args.has_explicit_deal || args.has(&RANDOM_GAME);
    let (start, jumps) = match &args.file {
        Some(file) => read_game_file(file, || parse_start(args), split_jumps)?,
        None if simulated => {
            let start = parse_start(args)?;
            let hole = args
                .get_optional(&HOLE)?
                .unwrap_or(start.board().default_hole());
            let random = Solitaire::new(start.board(), hole);
            (
                start,
                random.map_or_else(Vec::new, |random| {
                    random.game_jumps(Seed(args.seed), args.deal)
                }),
            )
        }
        None => {
            let start = parse_start(args)?;
            match first_solution(&start, args.memory)
                .map_err(|error| solve::solve_error_problem(&error))?
            {
                Some(jumps) => (start, jumps),
                None => return Ok(no_solution_output(args.lang)),
            }
        }
    };
    let answer = replay::narrate_game(
        MoveNarrator {
            state: start,
            state_text: |state, _| state.to_string(),
            explain_move: jump_explanation,
            result_text: |_| None,
        },
        &jumps,
        args,
    );
    Ok(answer.with_film(move |wanted| film::film(&start, &jumps, wanted)))
}

/// Splits a text into jumps, which end with `)` or a line end.
fn split_jumps(text: &str) -> Vec<String> {
    let spaced = text.replace(')', ")\n");
    spaced
        .lines()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

pub const PLAY: PlayVerb = PlayVerb {
    about: Text::new(
        "Le solitaire : à vous de faire sauter les pions ; ^C passe la main au solveur",
        "Peg solitaire: you make the jumps; ^C hands over to the solver",
    ),
    file: None,
    options: &[BOARD.option_spec(), HOLE.option_spec()],
    accepts_deal: false,
    opening_questions: None,
    start_record: |given| Ok(parse_start(given)?.new_saved_game([PlayerSpec::Human; 2])),
    resume: resume_game::<SolitaireState>,
};
