//! The topic of peg solitaire (handout 001): random games, exact answers, one game shown, and play.

mod dialogue;
mod picture;

use crate::play::{PlayFn, play};
use crate::prelude::*;
use crate::replay::has_handout_style;
use crate::saved_game::MOVES_FILE;
use crate::verb::Settings;
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::experiments::solitaire::Solitaire;
use pioche_engine::games::solitaire::{
    Board, GameCounts, Jump, MAX_COUNTED_CELLS, SolitaireState, SolitaireStateError,
    UnfinishedSearch, first_solution,
};
use pioche_engine::sim::Experiment;
use pioche_report::lang::big_integer;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::number::PageNumber;
use pioche_report::question::row_name;

/// The topic, which has all verbs.
pub static TOPIC: Topic = Topic {
    name: "solitaire",
    alias: None,
    title: Text("Peg solitaire"),
    question: QUESTION,
    notes: |_| Vec::new(),
    adjust_picture: picture::adjust_picture,
    simulate: Verb::new(
        Text("Peg solitaire: how many pegs does a random player leave?"),
        &[&[BOARD, HOLE_OR_ALL]],
        experiment as ExperimentFn,
    )
    .with_lists(),
    rows: Words::new(
        &Column::OUTCOME.within(1, 1000),
        "N",
        Text("outcome"),
        Text("Show only the row of N pegs left; --precision then applies to it alone"),
    )
    .list("1,2"),
    starts,
    show: Some(
        Verb::new(
            Text(
                "Peg solitaire: a recorded game, a simulated one, or the first solution, jump by jump",
            ),
            &[&[BOARD, HOLE, RANDOM_GAME, EXPLAIN, STYLE]],
            show as AnswerFn,
        )
        .with_deal(DealArg::Given, MOVES_FILE)
        .with_conflicts(&[
            ("file", &[Solitaire::PLAYERS.key, "seed", "deal"]),
            (STYLE.key(), &["animate"]),
        ]),
    ),
    solve: Some(
        Verb::new(
            Text("Peg solitaire: a solution, and the number of solutions"),
            &[&[BOARD, HOLE_OR_ALL, POSITION, COUNT_SOLUTIONS]],
            solve as AnswerFn,
        )
        .with_lists()
        .with_conflicts(&[(Solitaire::HOLE.key, &[POSITION.key()])]),
    ),
    play: Some(
        Verb::new(
            Text("Peg solitaire: you make the jumps; ^C shows a solution"),
            &[&[BOARD, HOLE]],
            play::<SolitaireState> as PlayFn,
        )
        .with_deal(DealArg::None, MOVES_FILE),
    ),
    extra_verbs: &[],
};

/// The option `--board`, a named board or the lengths of its rows.
const BOARD: Words = Words::new(
    &Solitaire::BOARD,
    "BOARD",
    Text("board"),
    Text(
        "Board: triangle:3 to triangle:10, english, european, or rows such as rows:ooo/oxo/ooo: \
     `o` a peg, `x` an empty cell, `.` or a blank no cell; at most 64 cells",
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
.parse(parse_board);

fn parse_board(text: &str) -> Result<FieldValue, Problem> {
    let board = text.parse::<Board>().map_err(|error| {
        problem!(
            "“{text}” is not a board: triangle:3 to triangle:10, english, european, \
             or rows:ooo/oxo/ooo with a peg (o) and at most 64 cells",
            text
        )
        .caused_by(error)
    })?;
    Ok(board.field_value())
}

/// The option `--hole`, the cell that is empty at the start.
const HOLE: Words = Words::new(
    &Solitaire::HOLE,
    "CELL",
    Text("hole"),
    Text(
        "Cell that is empty at the start, or `all` for each in turn [default: 12 on triangle:5; \
     elsewhere the middle, or the cell beside it if the middle has no solution]",
    ),
)
.phrase(|hole| tr!("cell {hole} empty", hole));

/// The option `--hole` of commands that accept `all`.
const HOLE_OR_ALL: Words = HOLE
    .parse(|text| match text {
        "all" => Ok(text.into()),
        _ => parse_count(text, 0, u64::MAX).map(FieldValue::Number),
    })
    .list("0..4");

const RANDOM_GAME: Words = Words::new(
    &Solitaire::PLAYERS,
    "PLAYER",
    Text("players"),
    Text("Show game --deal of the simulation, played at random (random), instead of the solution"),
)
.setting(&Solitaire::PLAYERS.accepting(Accepted::Words(&["random"])))
.labels(&[Text("random @hole")]);

const POSITION: Words = Words::new(
    &Setting::new::<String>("position"),
    "CELLS",
    Text("position"),
    Text("Position to solve: the cells with pegs, such as 0,3,4"),
);

const COUNT_SOLUTIONS: Words = Words::new(
    &Setting::flag("count"),
    "",
    Text("count"),
    Text("Count solutions, games and positions, on at most 21 cells"),
);

/// Returns the error of an option that gives the start.
fn start_problem(flag: &str, error: SolitaireStateError) -> Problem {
    let off_board = |cell: &str, board: Board| {
        problem!(
            "“{cell}” is not a cell of the board {board} (cells 0 to {last})",
            cell,
            board,
            last = board.cell_count() - 1
        )
    };
    let problem = match &error {
        SolitaireStateError::HoleOffBoard(hole, board) => off_board(&hole.to_string(), *board),
        SolitaireStateError::UnknownCell(cell, board) => off_board(cell, *board),
        SolitaireStateError::OtherStart(_) => {
            problem!("the board has several empty cells, which are its start")
        }
        SolitaireStateError::DuplicateCell(cell) => problem!("cell {cell} appears twice", cell),
        SolitaireStateError::NoPeg => problem!("at least one peg is needed"),
    };
    Problem::for_argument(flag, problem.caused_by(error))
}

fn start_with_hole(board: Board, hole: usize) -> Result<SolitaireState, Problem> {
    SolitaireState::new(board, hole).map_err(|error| start_problem("--hole", error))
}

/// Returns the start with the requested board and hole, or the board's default hole.
fn parse_start(args: &ParsedArgs<'_>) -> Result<SolitaireState, Problem> {
    let board: Board = args.get(&BOARD)?;
    start_with_hole(
        board,
        args.get_optional(&HOLE)?.unwrap_or(board.default_hole()),
    )
}

const QUESTION: FindingWords = FindingWords {
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
const PEGS: Statistic = Statistic {
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

/// Describes a jump by the cells from which and to which the peg jumps.
fn jump_text(Jump { from, to, .. }: &Jump) -> String {
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
fn game_over_text(pegs: u32) -> String {
    if pegs == 1 {
        return tr!("Won: 1 peg");
    }
    tr!(
        "Blocked: {pegs} left",
        pegs = quantity(pegs.into(), Text("peg|pegs"))
    )
}

fn experiment(settings: &[Field]) -> Result<Box<dyn Experiment>, Problem> {
    Ok(Box::new(Solitaire::from_settings(settings)?))
}

/// Shows the recorded game, a simulated one, or the first solution.
fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let course = if let Some(file) = &args.file {
        SavedGame::read(file, args)?.course
    } else if args.has_explicit_deal || args.has(&RANDOM_GAME) {
        let start = parse_start(args)?;
        let game = Solitaire::new(start.board(), first_hole(&start));
        game.map_or(Course::new(start), |game| {
            game.course(Seed(args.seed), args.deal)
        })
    } else {
        let start = parse_start(args)?;
        let solution = first_solution(&start, MemoryLimit::default());
        match solution.map_err(unfinished_problem)? {
            Some(jumps) => Course::play(start, jumps).expect("the solution is legal"),
            None => {
                return Ok(Answer {
                    text: format!("{NO_SOLUTION}\n"),
                    json: json!({ "solvable": false }),
                    is_no: true,
                    ..Answer::default()
                });
            }
        }
    };
    let mut replay = Replay::new(course.clone(), args);
    if has_handout_style(args) {
        replay.film = Some(picture::handout_film(course));
    }
    Ok(replay.answer(args))
}

fn first_hole(start: &SolitaireState) -> usize {
    (!start.pegs()).trailing_zeros() as usize
}

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

/// Returns the starts that some settings mean: the position, or each of the holes.
fn starts(settings: Settings) -> Result<Vec<Settings>, Problem> {
    if POSITION.values_among(&settings).next().is_some() {
        return Ok(vec![settings]);
    }
    let board: Board = Solitaire::BOARD.read(&settings)?;
    let holes = match Solitaire::HOLE.value(&settings) {
        Some(FieldValue::Word(_)) => (0..board.cell_count())
            .filter(|hole| SolitaireState::new(board, *hole).is_ok())
            .collect(),
        hole => {
            let number = hole.and_then(|hole| hole.number());
            let hole = number.map_or(board.default_hole(), |hole| hole as usize);
            start_with_hole(board, hole)?;
            vec![hole]
        }
    };
    let mut starts = Vec::new();
    for hole in holes {
        let mut start = settings.clone();
        start.retain(|field| field.key() != HOLE.key());
        start.push(Solitaire::HOLE.with_value(&hole));
        starts.push(start);
    }
    Ok(starts)
}

const NO_SOLUTION: Text = Text("No solution: no sequence of jumps leaves a single peg.");

fn unfinished_problem(error: UnfinishedSearch) -> Problem {
    let problem = problem!(
        "no solution found: the search stopped after {positions} dead positions, which fill the {memory} allowed",
        positions = integer(error.dead_positions as u64),
        memory = memory_size(&error.memory.to_string())
    );
    problem.caused_by(error)
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
    let solution = first_solution(&start, MemoryLimit::default());
    let solution = solution.map_err(unfinished_problem)?;
    let pairs = |jumps: &[Jump]| Vec::from_iter(jumps.iter().map(|jump| [jump.from, jump.to]));
    let jumps = solution.clone().map(jumps_text);
    let mut answer = Answer {
        text: match &jumps {
            Some(jumps) => format!("{start}\n\n{jumps}\n"),
            None => format!("{start}\n\n{NO_SOLUTION}\n"),
        },
        json: json!({
            "solvable": solution.is_some(),
            "first": solution.as_deref().map(pairs),
            "triples": solution.as_deref().map(|jumps| jump_triples(start.board(), jumps)),
        }),
        is_no: solution.is_none(),
        ..Answer::default()
    };
    let (result, label, word) = match solution {
        Some(_) => (0, Text("there is a solution"), Text("yes")),
        None => (1, Text("no solution"), Text("no")),
    };
    let mut row = AnswerRow::new(result, label.translated());
    let is_solvable = Cell::Word(word.0.to_owned(), word.into());
    row.cells
        .push((AnswerHeading("solvable", Text("solvable")), is_solvable));
    if let Some(counts) = counts {
        add_counts(&counts, &mut answer, &mut row);
    }
    if let Some(jumps) = jumps {
        let heading = AnswerHeading("first", Text("first solution"));
        row.cells.push((heading, Cell::Text(jumps)));
    }
    answer.row = Some(row);
    Ok(answer)
}

/// Adds the numbers of solutions, games and positions to an answer and its row.
fn add_counts(counts: &GameCounts, answer: &mut Answer, row: &mut AnswerRow) {
    let random_win = counts.random_win_probability();
    let solutions = counts.solutions.to_string();
    let games = counts.complete_games.to_string();
    answer.json["solutions"] = json!(counts.solutions);
    answer.json["by_finish"] = json!({});
    answer.text += &tr!(
        "Solutions: {solutions} of {games} complete games\n",
        solutions = big_integer(&solutions),
        games = big_integer(&games)
    );
    for (cell, count) in &counts.solutions_by_last_cell {
        let solutions = big_integer(&count.to_string());
        answer.text += &tr!(
            "  with the last peg in cell {cell}: {solutions}\n",
            cell,
            solutions
        );
        answer.json["by_finish"][cell.to_string()] = json!(*count);
    }
    answer.text += &tr!(
        "Reachable positions: {reachable} (winning: {winning})\n",
        reachable = integer(counts.reachable_positions as u64),
        winning = integer(counts.winning_positions as u64)
    );
    answer.text += &tr!(
        "A random player wins with a probability of {probability}\n",
        probability = probability_text(&random_win)
    );
    answer.json["games"] = json!(counts.complete_games);
    answer.json["reachable"] = json!(counts.reachable_positions);
    answer.json["winning"] = json!(counts.winning_positions);
    answer.json["random_win"] = json!(fraction_text(&random_win));
    row.cells.extend([
        (
            AnswerHeading("solutions", Text("solutions")),
            Cell::from_digits(&solutions),
        ),
        (
            AnswerHeading("games", Text("complete games")),
            Cell::from_digits(&games),
        ),
        (
            AnswerHeading("random_win", Text("random wins")),
            Cell::Probability(nearest_f64(&random_win)),
        ),
    ]);
    row.chart_text = solutions;
    row.label = Text("number of solutions").translated();
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

/// Formats an exact probability: 0 or 1 alone, others as a fraction and in per cent.
fn probability_text(probability: &Ratio<BigUint>) -> String {
    if probability.is_integer() {
        return probability.to_integer().to_string();
    }
    let percentage = PageNumber::exact(nearest_f64(probability)).cell_text();
    format!("{} ({percentage})", fraction_text(probability))
}
