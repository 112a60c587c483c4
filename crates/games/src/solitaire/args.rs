//! The settings of peg solitaire.

use crate::prelude::*;
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::solitaire::{
    Board, DrawingError, Jump, SolitaireState, SolitaireStateError,
};
use pioche_report::lang::parse_number::parse_count;
use pioche_report::question::row_name;

/// The option `--board`, a named board or the lengths of its rows.
pub const BOARD: Words = Words::new(
    &Solitaire::BOARD,
    "BOARD",
    Text("board"),
    Text(
        "Board: triangle:3 to triangle:10, english, european, rows such as rows:ooo/oxo/ooo, or a \
     file with such rows: `o` a peg, `x` an empty cell, `.` or a blank no cell; at most 64 cells",
    ),
)
.phrase(|value| {
    let board = value.to_string();
    match (board.as_str(), board.split_once(':')) {
        (_, Some(("rows", rows))) => tr!("board {rows}", rows),
        (_, Some((_, side))) => tr!("triangle of side {side}", side),
        ("english", _) => tr!("English board"),
        ("european", _) => tr!("European board"),
        (other, _) => other.to_owned(),
    }
})
.completions(&["triangle:5", "english", "european"])
.parse(parse_board)
.parse_file(parse_board_file);

fn parse_board(text: &str) -> Result<FieldValue, Problem> {
    let board = text.parse::<Board>().map_err(|_| {
        problem!(
            "“{text}” is not a board: triangle:3 to triangle:10, english, european, \
             rows:ooo/oxo/ooo or a file",
            text
        )
    })?;
    Ok(board.field_value())
}

fn parse_board_file(text: &str) -> Result<FieldValue, Problem> {
    match Board::from_drawing(text) {
        Ok(board) => Ok(board.field_value()),
        Err(DrawingError::Character(line, column)) => Err(problem!(
            "line {line}, column {column}: expected “o” (a peg), “x” (an empty cell), “.” or a \
             blank, and at most 64 cells, lines and columns",
            line,
            column
        )),
        Err(DrawingError::NoPeg) => Err(problem!("there is no peg (o)")),
    }
}

/// The option `--hole`, the cell that is empty at the start.
pub const HOLE: Words = Words::new(
    &Solitaire::HOLE,
    "CELL",
    Text("hole"),
    Text(
        "Cell that is empty at the start [default: 12 on triangle:5; elsewhere the middle, or the \
     cell beside it if the middle has no solution]",
    ),
)
.phrase(|hole| tr!("cell {hole} empty", hole));

pub const HOLE_OR_ALL: Words = HOLE
    .help(Text(
        "Cell that is empty at the start, or `all` for each in turn [default: 12 on triangle:5; \
         elsewhere the middle, or the cell beside it if the middle has no solution]",
    ))
    .parse(|text| match text {
        "all" => Ok(text.into()),
        _ => parse_count(text, 0, u64::MAX).map(FieldValue::Number),
    });

pub const RANDOM_GAME: Words = Words::new(
    &Solitaire::PLAYERS,
    "PLAYER",
    Text("players"),
    Text("Show game --deal of the simulation, played at random (random), instead of the solution"),
)
.setting(&Solitaire::PLAYERS.accepting(Accepted::Words(&["random"])))
.labels(&[Text("random @hole")]);

pub const POSITION: Words = Words::new(
    &Setting::new::<String>("position"),
    "CELLS",
    Text("position"),
    Text("Position to solve: the cells with pegs, such as 0,3,4"),
);

pub const COUNT_SOLUTIONS: Words = Words::new(
    &Setting::flag("count"),
    "",
    Text("count"),
    Text("Count solutions, games and positions, on at most 21 cells"),
)
.section(HelpSection::Output);

/// Returns the error of an option that gives the start.
pub fn start_problem(flag: &str, error: SolitaireStateError) -> Problem {
    let problem = match error {
        SolitaireStateError::HoleOffBoard(hole, board) => {
            off_board_problem(&hole.to_string(), board)
        }
        SolitaireStateError::UnknownCell(cell, board) => off_board_problem(&cell, board),
        SolitaireStateError::OtherStart(_) => {
            problem!("the board has several empty cells, which are its start")
        }
        SolitaireStateError::DuplicateCell(cell) => problem!("cell {cell} appears twice", cell),
        SolitaireStateError::NoPeg => {
            problem!("at least one peg is needed")
        }
    };
    Problem::for_argument(flag, problem)
}

fn off_board_problem(cell: &str, board: Board) -> Problem {
    let last = board.cell_count() - 1;
    problem!(
        "“{cell}” is not a cell of the board {board} (cells 0 to {last})",
        cell,
        board,
        last
    )
}

pub fn start_with_hole(board: Board, hole: usize) -> Result<SolitaireState, Problem> {
    SolitaireState::new(board, hole).map_err(|error| start_problem("--hole", error))
}

/// Returns the start with the requested board and hole, or the board's default hole.
pub fn parse_start(args: &ParsedArgs<'_>) -> Result<SolitaireState, Problem> {
    let board: Board = args.get(&BOARD)?;
    start_with_hole(
        board,
        args.get_optional(&HOLE)?.unwrap_or(board.default_hole()),
    )
}

pub const QUESTION: FindingWords = FindingWords {
    main_row: |_| "1".to_owned(),
    row_phrase: pegs_phrase,
    statistics: &[PEGS],
    clause: |summary, row, value| {
        let pegs = pegs_phrase(summary, &row_name(summary, row));
        let verb = value.verb(Text("ends"), Text("end"));
        let games = &value.games;
        tr!("{games} {verb} with {pegs}", games, verb, pegs)
    },
    handout: &[(Solitaire::HOLE.key, "12")],
};

/// The number of pegs left.
pub const PEGS: Statistic = Statistic {
    name: "pegs",
    columns: &["left"],
    label: Text("pegs left"),
    heading: Text("pegs"),
    curve_label: Text("Games that end with at most n pegs"),
    number_label: Text("n, pegs left"),
    ..Statistic::NEW
};

/// Names a row: "1 peg".
fn pegs_phrase(_: &Summary, name: &str) -> String {
    let pegs = name.parse().unwrap_or_default();
    quantity(pegs, Text("peg|pegs"))
}

pub fn jump_explanation(step: &Step<SolitaireState>) -> String {
    let peg_count = step.after.peg_count();
    let jump = jump_text(&step.mv);
    if step.after.outcome().is_some() {
        return format!("{jump}. {}", game_over_text(peg_count));
    }
    let pegs = quantity(peg_count.into(), Text("peg|pegs"));
    tr!("{jump}, {pegs} left", jump, pegs)
}

/// Describes a jump by the cells from which and to which the peg jumps.
pub fn jump_text(Jump { from, to, .. }: &Jump) -> String {
    tr!("Jump: {from} → {to}", from, to)
}

/// Formats jumps as the handout prints them, separated by spaces.
pub fn jumps_text(jumps: impl IntoIterator<Item = Jump>) -> String {
    jumps
        .into_iter()
        .map(|jump| jump.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// States that no peg can jump, and the number of pegs left.
pub fn game_over_text(pegs: u32) -> String {
    if pegs == 1 {
        return tr!("Won: 1 peg");
    }
    tr!(
        "Blocked: {pegs} left",
        pegs = quantity(pegs.into(), Text("peg|pegs"))
    )
}
