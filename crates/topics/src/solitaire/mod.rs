//! The topic of peg solitaire (handout 001): random games, exact answers, one game shown, and play.

mod args;
mod figures;
mod record;

pub use args::{BOARD, HOLE, game_over_text, jump_text, jumps_text, parse_start};
pub use record::no_peg_text;

use crate::replay::{EXPLAIN, STYLE, ShownTexts, course_of};
use crate::saved_game::{RecordedGame, SavedGame, read_saved_game};
use crate::setting::{MEMORY, OptionSpec};
use crate::verb::{
    CommandOutput, FileArg, ParsedArgs, Settings, SimulateVerb, VerbSpec, fraction_text,
};
use crate::{STATISTIC, Topic, boxed_experiment, statistic_option};
use args::{
    COUNT_SOLUTIONS, HOLE_OR_ALL, POSITION, RANDOM_GAME, jump_explanation, start_problem,
    start_with_hole,
};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::experiments::solitaire::Solitaire;
use pioche_engine::games::solitaire::{
    Board, GameCounts, Jump, MAX_COUNTED_CELLS, SolitaireState, UnfinishedSearch, first_solution,
};
use pioche_engine::games::{Course, MemoryLimit};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::{Accepted, Column, Field, FieldValue, Seed};
use pioche_engine::stats::exact::nearest_f64;
use pioche_report::answers::AnswerRow;
use pioche_report::lang::help::{CommandExample, HelpSection};
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, needed_decimals, problem};
use pioche_report::table::{Cell, Heading};
use serde_json::{Number, Value, json};

/// The topic, which has all verbs.
pub static TOPIC: Topic = Topic {
    name: "solitaire",
    alias: None,
    other_names: &["peg", "pegs", "pions"],
    glossary: args::GLOSSARY,
    examples: EXAMPLES,
    notes: |_, _| Vec::new(),
    adjust_picture: figures::adjust_picture,
    simulate: SIMULATE,
    solve: Some(SOLVE),
    show: Some(SHOW),
    extra_verbs: &[],
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate solitaire --hole all",
        "un joueur qui joue au hasard, pour chaque case vide",
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

const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "Le solitaire : combien de pions laisse un joueur qui joue au hasard ?",
        "Peg solitaire: how many pegs does a random player leave?",
    ),
    options: &[BOARD, HOLE_OR_ALL.list("0..4")],
    row_option: PEGS_LEFT.list("1,2"),
    statistic_option: Some(statistic_option(
        &STATISTIC.accepting(Accepted::Words(&["pegs"])),
        &[args::PEGS.label],
        &[Column::OUTCOME.key],
    )),
    build_experiments: |settings| {
        let board: Board = Solitaire::BOARD.read(settings)?;
        let games = holes(board, settings)?
            .into_iter()
            .filter_map(|hole| Solitaire::new(board, hole));
        Ok(games.map(boxed_experiment).collect())
    },
};

/// Returns the holes that the settings mean: one, or all of the board.
fn holes(board: Board, settings: &[Field]) -> Result<Vec<usize>, Problem> {
    match Solitaire::HOLE.value(settings) {
        Some(FieldValue::Word(_)) => Ok((0..board.cell_count()).collect()),
        hole => {
            let number = hole.and_then(|hole| hole.number());
            let hole = number.map_or(board.default_hole(), |hole| hole as usize);
            start_with_hole(board, hole)?;
            Ok(vec![hole])
        }
    }
}

const PEGS_LEFT: OptionSpec = OptionSpec::new(
    &Column::OUTCOME.within(1, 1000),
    Text::new("issue", "outcome"),
    "N",
)
.help(
    "N'affiche que la ligne de N pions restants ; --precision ne porte alors que sur elle",
    "Show only the row of N pegs left; --precision then applies to it alone",
)
.group(HelpSection::Output);

const SHOW: VerbSpec = VerbSpec::with_deal(
    Text::new(
        "Le solitaire : une partie enregistrée, une partie simulée, ou la première solution, saut \
         par saut",
        "Peg solitaire: a recorded game, a simulated one, or the first solution, jump by jump",
    ),
    FileArg {
        conflicts_with: &[RANDOM_GAME.key(), "seed", "deal"],
        ..FILE
    },
    &[BOARD, HOLE, RANDOM_GAME, EXPLAIN, STYLE],
    show,
);

fn show(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    match shown_course(args)? {
        Some(course) => Ok(SHOWN_TEXTS.output(&course, args)),
        None => Ok(no_solution_output(args.lang)),
    }
}

/// Returns the game that `show` writes: the recorded one, a simulated one, or the first solution; `None` if there is no
/// solution.
///
/// # Errors
/// When the start or the file is refused, or the solution needs more memory than allowed.
pub fn shown_course(args: &ParsedArgs<'_>) -> Result<Option<Course<SolitaireState>>, Problem> {
    let is_random = args.has_explicit_deal || args.has(&RANDOM_GAME);
    let course = match &args.file {
        Some(file) => read_saved_game(file, args, || new_game(args))?.1,
        None => {
            let start = parse_start(args)?;
            if is_random {
                random_game(start, args)?
            } else {
                let solution = first_solution(&start, args.memory);
                match solution.map_err(|error| unfinished_problem(&error))? {
                    Some(jumps) => course_of(start, jumps),
                    None => return Ok(None),
                }
            }
        }
    };
    Ok(Some(course))
}

/// Returns the game of the options before its first move.
///
/// # Errors
/// When the start is refused.
pub fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame, Problem> {
    Ok(parse_start(args)?.new_saved_game([PlayerSpec::Human; 2]))
}

/// The file of `show` and `play`, a list of jumps.
pub const FILE: FileArg = FileArg {
    help: Text::new(
        "Fichier de sauts tels que « (3, 12) », tel que play --save l'écrit ; « - » pour l'entrée \
         standard",
        "File with jumps such as `(3, 12)`, such as `play --save` writes; `-` for the standard \
         input",
    ),
    required: false,
    conflicts_with: &[],
};

/// The texts with which `show` writes a game.
pub const SHOWN_TEXTS: ShownTexts<SolitaireState> = ShownTexts {
    state: |state, _| state.to_string(),
    explanation: jump_explanation,
    result: |_, _| None,
    handout_session,
};

/// Returns what the handout's program prints of a game: `affiche` and `demande_coup` for each jump and, if the game is not
/// won, the solution after `^C`.
fn handout_session(course: &Course<SolitaireState>) -> String {
    const START_CELL: &str = "tapez ^C pour arrêter et lancer la résolution\n\
                              ou alors \n  donnez une case de départ: ";
    let mut session = String::new();
    course.for_each_step(|step| {
        let board = step.before.handout_text();
        let Jump { from, to } = step.mv;
        session += &format!(
            "{board}\n{START_CELL}{from}\n  donnez une case d'arrivée: {to}\non joue de {from} a {to}\n"
        );
    });
    let last_state = course.last();
    if last_state.is_won() {
        return session + "Gagné !!!\n";
    }
    session += &format!("{}\n{START_CELL}\n", last_state.handout_text());
    match first_solution(last_state, MemoryLimit::default()) {
        Ok(Some(jumps)) => {
            let jumps = jumps_text(jumps);
            session += &format!("suite de coups possible pour terminer :\n{jumps} \n");
        }
        Ok(None) => session += "pas moyen d'aller plus loin !!!\n",
        // The handout's program would go on for very long.
        Err(_) => {}
    }
    session
}

/// Returns game `--deal` of the simulation; one without jumps if the hole is off the board.
fn random_game(
    start: SolitaireState,
    args: &ParsedArgs<'_>,
) -> Result<Course<SolitaireState>, Problem> {
    let board = start.board();
    let hole = args.get_optional(&HOLE)?.unwrap_or(board.default_hole());
    Ok(match Solitaire::new(board, hole) {
        Some(game) => game.course(Seed(args.seed), args.deal),
        None => Course::new(start),
    })
}

const SOLVE: VerbSpec = VerbSpec::new(
    Text::new(
        "Le solitaire : une solution, et le nombre de solutions",
        "Peg solitaire: a solution, and the number of solutions",
    ),
    &[
        BOARD,
        HOLE_OR_ALL.list("0..4").conflicts_with(&[POSITION.key()]),
        POSITION,
        COUNT_SOLUTIONS,
        MEMORY,
    ],
    solve,
)
.with_starts(starts);

/// Returns the starts that some settings mean: the position, or each of the holes.
fn starts(settings: Settings) -> Result<Vec<Settings>, Problem> {
    if POSITION.values_among(&settings).next().is_some() {
        return Ok(vec![settings]);
    }
    let board: Board = Solitaire::BOARD.read(&settings)?;
    let mut starts = Vec::new();
    for hole in holes(board, &settings)? {
        let mut start = settings.clone();
        start.retain(|field| field.key() != HOLE.key());
        start.push(HOLE.setting.field((hole as u64).into()));
        starts.push(start);
    }
    Ok(starts)
}

/// Returns the answer for a start that no sequence of jumps solves, which gives the exit code of a negative answer.
pub fn no_solution_output(lang: Lang) -> CommandOutput {
    CommandOutput::from_text(format!("{}\n", NO_SOLUTION.in_lang(lang)))
        .with_json(json!({ "solvable": false }))
        .with_success(false)
}

const NO_SOLUTION: Text = Text::new(
    "Pas de solution : aucune suite de coups ne laisse un seul pion.",
    "No solution: no sequence of jumps leaves a single peg.",
);

fn unfinished_problem(error: &UnfinishedSearch) -> Problem {
    let french = format!(
        "aucune solution trouvée : la recherche s'est arrêtée après {} positions sans issue, qui \
         remplissent les {} permis",
        Lang::Fr.integer(error.dead_positions as u64),
        Lang::Fr.memory_size(&error.memory.to_string())
    );
    Problem(Sentence::new(french, error.to_string()))
}

fn too_large_problem(board: Board) -> Problem {
    let cells = board.cell_count();
    let problem = problem!(
        "le plateau {board} a {cells} cases ; les solutions se comptent sur {MAX_COUNTED_CELLS} \
         cases au plus",
        "the board {board} has {cells} cells; solutions are counted on at most \
         {MAX_COUNTED_CELLS} cells"
    );
    Problem::for_argument("--count", problem)
}

fn solve(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let lang = args.lang;
    let start = match args.get_optional::<String>(&POSITION)? {
        Some(cells) => SolitaireState::parse_pegs(args.get(&BOARD)?, &cells)
            .map_err(|error| start_problem("--position", error))?,
        None => parse_start(args)?,
    };
    let counts = if args.has(&COUNT_SOLUTIONS) {
        Some(GameCounts::new(&start).ok_or_else(|| too_large_problem(start.board()))?)
    } else {
        None
    };
    let solution =
        first_solution(&start, args.memory).map_err(|error| unfinished_problem(&error))?;
    let mut json = json!({
        "solvable": solution.is_some(),
        "first": solution.as_deref().map(jump_pairs),
        "triples": solution.as_deref().map(|jumps| jump_triples(start.board(), jumps)),
    });
    let mut row = answer_row(solution.is_some());
    let answer = match &solution {
        Some(jumps) => jumps_text(jumps.iter().copied()),
        None => NO_SOLUTION.in_lang(lang).to_owned(),
    };
    let mut text = format!("{start}\n\n{answer}\n");
    if let Some(counts) = &counts {
        for (key, value) in json_counts(counts) {
            json[key] = value;
        }
        text += &count_lines(counts, lang);
        row.chart_text = counts.solutions.to_string();
        row.label = Text::new("nombre de solutions", "number of solutions");
        row.cells.extend(count_cells(counts));
    }
    if let Some(jumps) = &solution {
        let heading = Text::new("première solution", "first solution");
        let jumps = jumps_text(jumps.iter().copied());
        row.cells
            .push((Heading::new("first", heading), Cell::Text(jumps)));
    }
    Ok(CommandOutput::from_text(text)
        .with_json(json)
        .with_row(row)
        .with_success(solution.is_some()))
}

/// Returns the answer as a row: whether there is a solution.
fn answer_row(is_solvable: bool) -> AnswerRow {
    let (colour, word, answer, label) = if is_solvable {
        (
            0,
            "yes",
            Text::new("oui", "yes"),
            Text::new("une solution existe", "there is a solution"),
        )
    } else {
        (
            1,
            "no",
            Text::new("non", "no"),
            Text::new("pas de solution", "no solution"),
        )
    };
    AnswerRow {
        cells: vec![(
            Heading::new("solvable", Text::new("solution", "solvable")),
            Cell::Word(word.to_owned(), answer.into()),
        )],
        ..AnswerRow::new(colour, label)
    }
}

fn count_cells(counts: &GameCounts) -> [(Heading, Cell); 3] {
    let games = Text::new("parties complètes", "complete games");
    let random_wins = Text::new("victoires au hasard", "random wins");
    let random_win = nearest_f64(&counts.random_win_probability());
    [
        (
            Heading::new("solutions", Text::untranslated("solutions")),
            Cell::from_digits(&counts.solutions.to_string()),
        ),
        (
            Heading::new("games", games),
            Cell::from_digits(&counts.complete_games.to_string()),
        ),
        (
            Heading::new("random_win", random_wins),
            Cell::Probability(random_win),
        ),
    ]
}

fn jump_pairs(jumps: &[Jump]) -> Vec<[u8; 2]> {
    jumps.iter().map(|jump| [jump.from, jump.to]).collect()
}

/// Returns the start, the cell jumped over and the end of each jump, as `calcule_solution` of the handout does.
#[doc(alias = "calcule_solution")]
fn jump_triples(board: Board, jumps: &[Jump]) -> Vec<(usize, usize, usize)> {
    let triple = |jump: &Jump| {
        board
            .jumps()
            .find(|&(from, _, to)| (from, to) == (jump.from.into(), jump.to.into()))
    };
    jumps.iter().filter_map(triple).collect()
}

fn json_counts(counts: &GameCounts) -> [(&'static str, Value); 6] {
    let by_finish = counts
        .solutions_by_last_cell
        .iter()
        .map(|(cell, solutions)| (cell.to_string(), json_integer(*solutions)));
    let random_win = fraction_text(&counts.random_win_probability());
    [
        ("solutions", json_integer(counts.solutions)),
        ("by_finish", by_finish.collect()),
        ("games", json_integer(counts.complete_games)),
        ("reachable", json!(counts.reachable_positions)),
        ("winning", json!(counts.winning_positions)),
        ("random_win", json!(random_win)),
    ]
}

fn json_integer(integer: u128) -> Value {
    Number::from_u128(integer).map_or_else(|| Value::String(integer.to_string()), Value::Number)
}

fn count_lines(counts: &GameCounts, lang: Lang) -> String {
    let integer = |number: u128| lang.big_integer(&number.to_string());
    let solutions = integer(counts.solutions);
    let games = integer(counts.complete_games);
    let mut lines = either!(
        lang,
        "Solutions : {solutions}, sur {games} parties complètes\n",
        "Solutions: {solutions} of {games} complete games\n"
    );
    for (cell, solutions) in &counts.solutions_by_last_cell {
        let solutions = integer(*solutions);
        lines += &either!(
            lang,
            "  avec le dernier pion en case {cell} : {solutions}\n",
            "  with the last peg in cell {cell}: {solutions}\n"
        );
    }
    let reachable = lang.integer(counts.reachable_positions as u64);
    let winning = lang.integer(counts.winning_positions as u64);
    lines += &either!(
        lang,
        "Positions accessibles : {reachable} (gagnantes : {winning})\n",
        "Reachable positions: {reachable} (winning: {winning})\n"
    );
    let probability = probability_text(&counts.random_win_probability(), lang);
    lines += &either!(
        lang,
        "Un joueur qui joue au hasard gagne avec une probabilité de {probability}\n",
        "A random player wins with a probability of {probability}\n"
    );
    lines
}

/// The decimals of a percentage that is not very small.
const PERCENT_DECIMALS: usize = 6;

/// Formats an exact probability: 0 or 1 alone, others as a fraction and about its percentage, which is not rounded to 0.
fn probability_text(probability: &Ratio<BigUint>, lang: Lang) -> String {
    if probability.is_integer() {
        return probability.to_integer().to_string();
    }
    let share = nearest_f64(probability);
    let leading_zeros = -(100.0 * share).log10().floor();
    let decimals = PERCENT_DECIMALS.max(leading_zeros as usize + 2);
    let fraction = fraction_text(probability);
    if (probability * BigUint::from(100_000_000_u32)).is_integer() {
        let percentage = lang.percent(share, needed_decimals(100.0 * share, PERCENT_DECIMALS));
        return format!("{fraction} ({percentage})");
    }
    let percentage = lang.percent(share, decimals);
    either!(
        lang,
        "{fraction} (environ {percentage})",
        "{fraction} (about {percentage})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_probability_is_not_rounded_to_0() {
        let text = |numerator: u64, denominator: u64| {
            let ratio = Ratio::new(BigUint::from(numerator), BigUint::from(denominator));
            probability_text(&ratio, Lang::En)
        };
        assert_eq!(text(0, 7), "0");
        assert_eq!(text(7, 7), "1");
        assert_eq!(text(1, 4), "1/4 (25%)");
        let tiny = text(1, 3_000_000_000_000);
        assert_eq!(tiny, "1/3000000000000 (about 0.0000000000333%)");
    }
}
