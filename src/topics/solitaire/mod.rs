//! The topic of peg solitaire (handout 001): random games, one game shown, and play.

pub mod args;
pub mod chapter;
pub mod dialogue;
pub mod film;
pub mod solve;

use crate::lang::help::CommandExample;
use crate::lang::help::HelpSection;
use crate::lang::{Problem, Text};
use crate::play::{Playable, resume_game};
use crate::topics::given::Given;
use crate::topics::replay::{EXPLAIN, MoveNarrator, in_file};
use crate::topics::setting::{MEMORY, Setting, Takes};
use crate::topics::verb::{Answer, FileArg, Play, Simulate, Verb};
use crate::topics::{StudyRuns, Topic, boxed, replay};
use args::{BOARD, HOLE, HOLES, WHO, explained, full_but, start};
use pioche_engine::experiments::solitaire::Solitaire;
use pioche_engine::games::solitaire::{Board, SolitaireState, first_solution};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Seed;
use solve::no_solution;

pub static TOPIC: Topic = Topic {
    name: "solitaire",
    alias: None,
    study,
    words: args::WORDS,
    examples: EXAMPLES,
    says: chapter::says,
    notes: |_, _, _| Vec::new(),
    chapter: chapter::CHAPTER,
    figures: chapter::FIGURES,
    simulate: SIMULATE,
    solve: Some(solve::SOLVE),
    show: Some(SHOW),
    own: &[],
    play: Some(PLAY),
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate solitaire --hole all",
        "un joueur au hasard, pour chaque case vide",
        "a random player, for each starting hole",
    ),
    (
        "simulate solitaire --outcome 1 --precision 0.001",
        "la probabilité de gagner, à 0,001 près",
        "the probability of winning, to within 0.001",
    ),
    ("simulate solitaire --board english --deals 1M", "sur le plateau anglais", "on the English board"),
    ("play solitaire --board english", "le plateau anglais", "the English board"),
];

fn study() -> StudyRuns {
    let board = Board::triangle(5).ok();
    let holes = board.into_iter().flat_map(|board| (0..board.cell_count()).map(move |hole| (board, hole)));
    let games = holes.filter_map(|(board, hole)| Solitaire::new(board, hole));
    games.map(|game| (boxed(game), 50_000)).collect()
}

pub const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "Le solitaire : combien de pions un joueur au hasard laisse-t-il ?",
        "Peg solitaire: how many pegs does a random player leave?",
    ),
    options: &[BOARD.one(), HOLES.one()],
    row: LEFT.many("1,2"),
    question: |given| {
        let board: Board = given.get(&BOARD)?;
        let holes = match given.maybe::<String>(&HOLES)?.as_deref() {
            Some("all") => 0..board.cell_count(),
            _ => {
                let hole = given.maybe(&HOLES)?.unwrap_or(board.default_hole());
                full_but(board, hole)?;
                hole..hole + 1
            }
        };
        Ok(holes.filter_map(|hole| Solitaire::new(board, hole).map(boxed)).collect())
    },
};

const LEFT: Setting = Setting::of("outcome", Text::new("issue", "outcome"), "N")
    .help(
        "N'affiche que la ligne de N pions restants ; --precision ne porte alors que sur elle",
        "Show only the row of N pegs left; --precision then applies to it alone",
    )
    .group(HelpSection::Output)
    .takes(Takes::Count { least: 1, most: 1000 });

pub const SHOW: Verb = Verb::shows(
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
        without: &["players", "seed", "deal"],
    },
    &[BOARD.one(), HOLE.one(), WHO.one(), EXPLAIN.one(), MEMORY.one().without(&["file"])],
    show,
);

fn show(given: &Given<'_>) -> Result<Answer, Problem> {
    let simulated = given.chosen || given.has(&WHO);
    let (start, jumps) = match &given.file {
        Some(file) => in_file(file, || start(given), jumps)?,
        None if simulated => {
            let start = start(given)?;
            let hole = given.maybe(&HOLE)?.unwrap_or(start.board().default_hole());
            let random = Solitaire::new(start.board(), hole);
            (start, random.map_or_else(Vec::new, |random| random.game_jumps(Seed(given.seed), given.deal)))
        }
        None => {
            let start = start(given)?;
            match first_solution(&start, given.memory).map_err(|error| solve::too_large(&error))? {
                Some(jumps) => (start, jumps),
                None => return Ok(no_solution(given.lang)),
            }
        }
    };
    let answer = replay::narrate(MoveNarrator { state: start, explained, result: |_| None }, &jumps, given);
    Ok(answer.filmed(move |wanted| film::solitaire(&start, &jumps, wanted)))
}

/// Splits a text into jumps, one per line or several in a line.
fn jumps(text: &str) -> Vec<String> {
    let spaced = text.replace(')', ")\n");
    spaced.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

pub const PLAY: Play = Play {
    about: Text::new(
        "Le solitaire : à vous de faire sauter les pions ; ^C passe la main au solveur",
        "Peg solitaire: you make the jumps; ^C hands over to the solver",
    ),
    file: None,
    options: &[BOARD.one(), HOLE.one()],
    dealt: false,
    opening: None,
    start: |given| Ok(start(given)?.new_saved_game([PlayerSpec::Human; 2])),
    resume: resume_game::<SolitaireState>,
};
