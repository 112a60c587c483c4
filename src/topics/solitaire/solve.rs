//! Exact answers about peg solitaire: a solution, the number of solutions, the shortest solution.

use super::args::{
    BOARD, COUNT_SOLUTIONS, HOLE, POSITION, SHORTEST_SOLUTION, off_board_problem, parse_start,
};
use crate::lang::{Lang, Problem, Say, Text, either};
use crate::topics::setting::MEMORY;
use crate::topics::verb::{CommandOutput, ParsedArgs, VerbSpec, fraction_text};
use num_bigint::BigUint;
use pioche_engine::games::solitaire::{
    Board, GameCounts, Jump, ReachablePositions, SolitaireSolveError, SolitaireState,
    SolitaireStateError, VisitedCells, first_solution,
};
use pioche_engine::stats::fraction::nearest_f64;
use serde_json::{Number, Value, json};

pub const SOLVE: VerbSpec = VerbSpec::new(
    Text::new(
        "Le solitaire : une solution, et le nombre de solutions",
        "Peg solitaire: a solution, and the number of solutions",
    ),
    &[
        BOARD.option_spec(),
        HOLE.option_spec().conflicts_with(&["position"]),
        POSITION.option_spec(),
        COUNT_SOLUTIONS.option_spec(),
        SHORTEST_SOLUTION.option_spec(),
        MEMORY.option_spec(),
    ],
    solve,
);

pub fn no_solution_output(lang: Lang) -> CommandOutput {
    CommandOutput::from_text(format!("{}\n", NO_SOLUTION.say(lang)))
        .with_json(json!({ "solvable": false }))
        .with_success(false)
}

const NO_SOLUTION: Text = Text::new(
    "Pas de solution : aucune suite de coups ne laisse un seul pion.",
    "No solution: no sequence of jumps leaves a single peg.",
);

pub fn solve_error_problem(error: &SolitaireSolveError) -> Problem {
    let french = match error {
        SolitaireSolveError::TooLarge {
            board,
            pegs,
            memory,
        } => format!(
            "les positions accessibles sur le plateau {board} à partir de {pegs} pions ne tiennent pas dans les {} permis",
            Lang::Fr.memory_size(&memory.to_string())
        ),
        SolitaireSolveError::OutOfMemory(dead_positions, memory) => format!(
            "aucune solution trouvée : la recherche s'est arrêtée après {} positions sans issue, qui remplissent les {} permis",
            Lang::Fr.integer(*dead_positions),
            Lang::Fr.memory_size(&memory.to_string())
        ),
    };
    Problem::message(french, error.to_string())
}

fn solve(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let lang = args.lang;
    let start = match args.get_optional::<String>(&POSITION)? {
        Some(cells) => parse_pegs(args.get(&BOARD)?, &cells)?,
        None => parse_start(args)?,
    };
    let mut reachable_positions = None;
    if args.has(&COUNT_SOLUTIONS) || args.has(&SHORTEST_SOLUTION) {
        let positions = ReachablePositions::new(&start, args.memory);
        reachable_positions = Some(positions.map_err(|error| solve_error_problem(&error))?);
    }
    let solution =
        first_solution(&start, args.memory).map_err(|error| solve_error_problem(&error))?;
    let mut json = json!({
        "solvable": solution.is_some(),
        "first": solution.as_deref().map(jump_pairs),
    });
    let mut text = match &solution {
        Some(jumps) => joined_texts(jumps, " "),
        None => NO_SOLUTION.say(lang),
    } + "\n";
    if let Some(positions) = &reachable_positions {
        if args.has(&COUNT_SOLUTIONS) {
            let counts = positions.game_counts();
            for (key, value) in json_counts(&counts) {
                json[key] = value;
            }
            text += &count_lines(&counts, lang);
        }
        if args.has(&SHORTEST_SOLUTION) {
            let moves = positions.shortest_solution();
            json["moves"] = json!(moves.as_ref().map(Vec::len));
            json["shortest"] = json!(moves);
            if let Some(moves) = moves {
                text += &shortest_line(&moves, lang);
            }
        }
    }
    Ok(CommandOutput::from_text(text)
        .with_json(json)
        .with_success(solution.is_some()))
}

fn jump_pairs(jumps: &[Jump]) -> Vec<[u8; 2]> {
    jumps.iter().map(|jump| [jump.from, jump.to]).collect()
}

fn joined_texts<T: ToString>(values: &[T], separator: &str) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

fn parse_pegs(board: Board, cells: &str) -> Result<SolitaireState, Problem> {
    SolitaireState::parse_pegs(board, cells).map_err(|error| match error {
        SolitaireStateError::HoleOffBoard(hole, _) => {
            off_board_problem("--position", &hole.to_string(), board)
        }
        SolitaireStateError::UnknownCell(cell, _) => off_board_problem("--position", &cell, board),
        SolitaireStateError::DuplicateCell(cell) => Problem::for_argument(
            "--position",
            Problem::message(
                format!("la case {cell} apparaît deux fois"),
                format!("cell {cell} appears twice"),
            ),
        ),
        SolitaireStateError::NoPeg => Problem::for_argument(
            "--position",
            Problem::message("il faut au moins un pion", "at least one peg is needed"),
        ),
    })
}

fn json_integer(integer: &BigUint) -> Value {
    let exact = integer.to_string().parse::<Number>();
    exact.map_or_else(|_| Value::String(integer.to_string()), Value::Number)
}

fn json_counts(count: &GameCounts) -> [(&'static str, Value); 6] {
    let by_finish = count
        .solutions_by_last_cell
        .iter()
        .map(|(cell, ways)| (cell.to_string(), json_integer(ways)));
    [
        ("solutions", json_integer(&count.solutions)),
        ("by_finish", by_finish.collect()),
        ("games", json_integer(&count.complete_games)),
        ("reachable", json!(count.reachable_positions)),
        ("winning", json!(count.winning_positions)),
        (
            "random_win",
            json!(fraction_text(&count.random_win_probability)),
        ),
    ]
}

fn count_lines(count: &GameCounts, lang: Lang) -> String {
    let integer = |number: &BigUint| lang.big_integer(&number.to_string());
    let solutions = integer(&count.solutions);
    let games = integer(&count.complete_games);
    let mut lines = either!(
        lang,
        "Solutions : {solutions}, sur {games} parties complètes\n",
        "Solutions: {solutions} of {games} complete games\n"
    );
    for (cell, solutions) in &count.solutions_by_last_cell {
        let solutions = integer(solutions);
        lines += &either!(
            lang,
            "  avec le dernier pion en case {cell} : {solutions}\n",
            "  with the last peg in cell {cell}: {solutions}\n"
        );
    }
    let reachable = lang.integer(count.reachable_positions);
    let winning = lang.integer(count.winning_positions);
    lines += &either!(
        lang,
        "Positions accessibles : {reachable} (gagnantes : {winning})\n",
        "Reachable positions: {reachable} (winning: {winning})\n"
    );
    let probability = fraction_text(&count.random_win_probability);
    let percentage = lang.percent(nearest_f64(&count.random_win_probability), 6);
    lines += &either!(
        lang,
        "Un joueur qui joue au hasard gagne avec une probabilité de {probability} (environ {percentage})\n",
        "A random player wins with a probability of {probability} (about {percentage})\n"
    );
    lines
}

fn shortest_line(moves: &[VisitedCells], lang: Lang) -> String {
    let count = moves.len();
    let paths = moves
        .iter()
        .map(|cells| joined_texts(cells, "-"))
        .collect::<Vec<_>>()
        .join(" ");
    either!(
        lang,
        "Nombre minimal de coups : {count} (les sauts enchaînés d'un pion font un coup) : {paths}\n",
        "Fewest moves: {count} (consecutive jumps of a peg are one move): {paths}\n"
    )
}
