//! The topic of peg solitaire (handout 001): random games, exact answers, one game shown, and play.

mod args;
mod figures;
mod picture;
mod play;

pub use args::jumps_text;

use crate::play::{Play, resume};
use crate::prelude::*;
use crate::replay::{course_of, has_handout_style};
use crate::verb::Settings;
use args::{
    BOARD, COUNT_SOLUTIONS, HOLE, HOLE_OR_ALL, PEGS, POSITION, QUESTION, RANDOM_GAME, parse_start,
    start_problem, start_with_hole,
};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::experiments::solitaire::Solitaire;
use pioche_engine::games::solitaire::{
    Board, GameCounts, Jump, MAX_COUNTED_CELLS, SolitaireState, UnfinishedSearch, first_solution,
};
use pioche_engine::sim::Experiment;
use pioche_report::lang::{big_integer, needed_decimals, percent};
use serde_json::Number;

/// The topic, which has all verbs.
pub static TOPIC: Topic = Topic {
    name: "solitaire",
    alias: None,
    other_names: &["peg", "pegs", "pions"],
    title: Text("Peg solitaire"),
    question: QUESTION,
    notes: |_| Vec::new(),
    adjust_picture: figures::adjust_picture,
    simulate: Verb::new(
        Text("Peg solitaire: how many pegs does a random player leave?"),
        &[&[BOARD, HOLE_OR_ALL.list("0..4")]],
        experiment as ExperimentFn,
    )
    .with_lists(),
    rows: Words::new(
        &Column::OUTCOME.within(1, 1000),
        "N",
        Text("outcome"),
        Text("Show only the row of N pegs left; --precision then applies to it alone"),
    )
    .section(HelpSection::Output)
    .list("1,2"),
    statistic: Some(
        statistic_words(&STATISTIC.accepting(Accepted::Words(&["pegs"]))).labels(&[PEGS.label]),
    ),
    starts,
    show: Some(
        Verb::new(
            Text(
                "Peg solitaire: a recorded game, a simulated one, or the first solution, jump by jump",
            ),
            &[&[BOARD, HOLE, RANDOM_GAME, EXPLAIN, STYLE]],
            show as AnswerFn,
        )
        .with_deal(DealArg::Given, FILE)
        .with_conflicts(&[
            ("file", &[Solitaire::PLAYERS.key, "seed", "deal"]),
            (STYLE.key(), &["animate"]),
        ]),
    ),
    solve: Some(
        Verb::new(
            Text("Peg solitaire: a solution, and the number of solutions"),
            &[&[BOARD, HOLE_OR_ALL.list("0..4"), POSITION, COUNT_SOLUTIONS, MEMORY]],
            solve as AnswerFn,
        )
        .with_lists()
        .with_conflicts(&[(Solitaire::HOLE.key, &[POSITION.key()])]),
    ),
    play: Some(
        Verb::new(
            Text("Peg solitaire: you make the jumps; ^C shows a solution"),
            &[&[BOARD, HOLE]],
            Play {
                questions: None,
                saved_game: |args| match &args.file {
                    Some(file) => {
                        let given = || new_game(args);
                        Ok(read_saved_game::<SolitaireState>(file, args, given)?.0)
                    }
                    None => new_game(args),
                },
                resume: resume::<SolitaireState>,
            },
        )
        .with_deal(DealArg::None, FILE),
    ),
    extra_verbs: &[],
};

fn experiment(settings: &[Field]) -> Result<Box<dyn Experiment>, Problem> {
    Ok(Box::new(Solitaire::from_settings(settings)?))
}

/// Returns the holes that the settings mean: one, or all of the board.
fn holes(board: Board, settings: &[Field]) -> Result<Vec<usize>, Problem> {
    match Solitaire::HOLE.value(settings) {
        Some(FieldValue::Word(_)) => Ok((0..board.cell_count())
            .filter(|hole| Solitaire::new(board, *hole).is_some())
            .collect()),
        hole => {
            let number = hole.and_then(|hole| hole.number());
            let hole = number.map_or(board.default_hole(), |hole| hole as usize);
            start_with_hole(board, hole)?;
            Ok(vec![hole])
        }
    }
}

fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    match shown_course(args)? {
        Some(course) => {
            let mut replay = Replay::new(course.clone(), args);
            if has_handout_style(args) {
                replay.film = Some(picture::handout_film(course));
            }
            Ok(replay.answer(args))
        }
        None => Ok(Answer {
            text: format!("{NO_SOLUTION}\n"),
            json: json!({ "solvable": false }),
            is_no: true,
            ..Answer::default()
        }),
    }
}

/// Returns the game that `show` writes: the recorded one, a simulated one, or the first solution; `None` if there is no
/// solution.
///
/// # Errors
/// When the start or the file is refused, or the solution needs more memory than allowed.
fn shown_course(args: &ParsedArgs<'_>) -> Result<Option<Course<SolitaireState>>, Problem> {
    let is_random = args.has_explicit_deal || args.has(&RANDOM_GAME);
    let course = match &args.file {
        Some(file) => read_saved_game(file, args, || new_game(args))?.1,
        None => {
            let start = parse_start(args)?;
            if is_random {
                random_game(start, args)?
            } else {
                let solution = first_solution(&start, args.memory());
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
fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame, Problem> {
    Ok(SavedGame::new(&parse_start(args)?, [PlayerSpec::Human; 2]))
}

/// The file of `show` and `play`, a list of jumps.
const FILE: FileArg = FileArg {
    help: Text(
        "File with jumps such as `(3, 12)`, such as `play --save` writes; `-` for the standard input",
    ),
    required: false,
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

const NO_SOLUTION: Text = Text("No solution: no sequence of jumps leaves a single peg.");

fn unfinished_problem(error: &UnfinishedSearch) -> Problem {
    problem!(
        "no solution found: the search stopped after {positions} dead positions, which fill the {memory} allowed",
        positions = integer(error.dead_positions as u64),
        memory = memory_size(&error.memory.to_string())
    )
}

fn too_large_problem(board: Board) -> Problem {
    let cells = board.cell_count();
    let problem = problem!(
        "the board {board} has {cells} cells; solutions are counted on at most {MAX_COUNTED_CELLS} cells",
        board,
        cells,
        MAX_COUNTED_CELLS
    );
    Problem::for_argument("--count", problem)
}

fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
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
        first_solution(&start, args.memory()).map_err(|error| unfinished_problem(&error))?;
    let mut json = json!({
        "solvable": solution.is_some(),
        "first": solution.as_deref().map(jump_pairs),
        "triples": solution.as_deref().map(|jumps| jump_triples(start.board(), jumps)),
    });
    let mut row = answer_row(solution.is_some());
    let answer = match &solution {
        Some(jumps) => jumps_text(jumps.iter().copied()),
        None => NO_SOLUTION.translated().to_owned(),
    };
    let mut text = format!("{start}\n\n{answer}\n");
    if let Some(counts) = &counts {
        for (key, value) in json_counts(counts) {
            json[key] = value;
        }
        text += &count_lines(counts);
        row.chart_text = counts.solutions.to_string();
        row.label = Text("number of solutions").translated();
        row.cells.extend(count_cells(counts));
    }
    if let Some(jumps) = &solution {
        let heading = Text("first solution");
        let jumps = jumps_text(jumps.iter().copied());
        row.cells
            .push((AnswerHeading("first", heading), Cell::Text(jumps)));
    }
    Ok(Answer {
        text,
        json,
        is_no: solution.is_none(),
        row: Some(row),
        ..Answer::default()
    })
}

/// Returns the answer as a row: whether there is a solution.
fn answer_row(is_solvable: bool) -> AnswerRow {
    let (colour, word, answer, label) = if is_solvable {
        (0, "yes", Text("yes"), Text("there is a solution"))
    } else {
        (1, "no", Text("no"), Text("no solution"))
    };
    AnswerRow {
        cells: vec![(
            AnswerHeading("solvable", Text("solvable")),
            Cell::Word(word.to_owned(), answer.into()),
        )],
        ..AnswerRow::new(colour, label.translated())
    }
}

fn count_cells(counts: &GameCounts) -> [(AnswerHeading, Cell); 3] {
    let games = Text("complete games");
    let random_wins = Text("random wins");
    let random_win = nearest_f64(&counts.random_win_probability());
    [
        (
            AnswerHeading("solutions", Text("solutions")),
            Cell::from_digits(&counts.solutions.to_string()),
        ),
        (
            AnswerHeading("games", games),
            Cell::from_digits(&counts.complete_games.to_string()),
        ),
        (
            AnswerHeading("random_win", random_wins),
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

fn count_lines(counts: &GameCounts) -> String {
    let solutions = big_integer(&counts.solutions.to_string());
    let games = big_integer(&counts.complete_games.to_string());
    let mut lines = tr!(
        "Solutions: {solutions} of {games} complete games\n",
        solutions,
        games
    );
    for (cell, solutions) in &counts.solutions_by_last_cell {
        let solutions = big_integer(&solutions.to_string());
        lines += &tr!(
            "  with the last peg in cell {cell}: {solutions}\n",
            cell,
            solutions
        );
    }
    let reachable = integer(counts.reachable_positions as u64);
    let winning = integer(counts.winning_positions as u64);
    lines += &tr!(
        "Reachable positions: {reachable} (winning: {winning})\n",
        reachable,
        winning
    );
    let probability = probability_text(&counts.random_win_probability());
    lines += &tr!(
        "A random player wins with a probability of {probability}\n",
        probability
    );
    lines
}

/// The decimals of a percentage that is not very small.
const PERCENT_DECIMALS: usize = 6;

/// Formats an exact probability: 0 or 1 alone, others as a fraction and about its percentage, which is not rounded to 0.
fn probability_text(probability: &Ratio<BigUint>) -> String {
    if probability.is_integer() {
        return probability.to_integer().to_string();
    }
    let share = nearest_f64(probability);
    let leading_zeros = -(100.0 * share).log10().floor();
    let decimals = PERCENT_DECIMALS.max(leading_zeros as usize + 2);
    let fraction = fraction_text(probability);
    if (probability * BigUint::from(100_000_000_u32)).is_integer() {
        let percentage = percent(share, needed_decimals(100.0 * share, PERCENT_DECIMALS));
        return format!("{fraction} ({percentage})");
    }
    let percentage = percent(share, decimals);
    tr!("{fraction} (about {percentage})", fraction, percentage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_probability_is_not_rounded_to_0() {
        let text = |numerator: u64, denominator: u64| {
            let ratio = Ratio::new(BigUint::from(numerator), BigUint::from(denominator));
            probability_text(&ratio)
        };
        assert_eq!(text(0, 7), "0");
        assert_eq!(text(7, 7), "1");
        assert_eq!(text(1, 4), "1/4 (25%)");
        let tiny = text(1, 3_000_000_000_000);
        assert_eq!(tiny, "1/3000000000000 (about 0.0000000000333%)");
    }
}
