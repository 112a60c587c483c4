//! The dialogue of peg solitaire. Texts are those of the handout (001) where it has one.

use super::PlayVerb;
use crate::conversation::{GAME_STOPPED, legal_moves, not_understood, resume_game};
use crate::{GameEnd, ParsedAnswer, Playable, Session, SessionEnding, StopReason};
use pioche_engine::games::solitaire::{Jump, SolitaireState, first_solution};
use pioche_engine::games::{Game, MemoryLimit};
use pioche_report::lang::{Text, fold_case_and_accents, quantity, safe_excerpt, tr, wrap_parts};
use pioche_topics::saved_game::read_saved_game;
use pioche_topics::solitaire;
use pioche_topics::solitaire::{BOARD, HOLE, jumps_text, new_game, no_peg_text};

const LEGEND: Text = Text("(➊ peg, ① hole)");
/// The legend of boards that have too many cells for numbers in circles.
const LARGE_BOARD_LEGEND: Text = Text("(● peg, ○ hole)");

const RULES: Text = Text(
    "A peg jumps in a straight line over a neighbouring peg into the empty cell just
behind it; the peg that was jumped over leaves the board. You win when one peg
is left.
  3              the start cell; the end cell is asked for next
  3 12           both at once
  solve, ^C      show a solution; a second time, stop",
);
const START_CELL_PROMPT: Text = Text("Start cell (or “solve”): ");
const END_CELL_PROMPT: Text = Text("End cell: ");
const NO_HOPE: Text =
    Text("You can no longer finish with one peg; “undo” takes the last jump back.");
const TOO_MANY_POSITIONS: Text = Text("Too many positions: no answer in a reasonable time.");
const NO_SOLUTION: Text = Text("This start has no solution.");
const NO_WAY_ON: Text = Text("no way to go on!!!");
const SOLUTION: Text = Text("one way to finish:");

type SolitaireSession = Session<SolitaireState>;

pub const PLAY: PlayVerb = PlayVerb {
    topic: &solitaire::TOPIC,
    about: Text("Peg solitaire: you make the jumps; ^C shows a solution"),
    file: solitaire::FILE,
    options: &[BOARD, HOLE],
    accepts_deal: false,
    opening_questions: None,
    start_record: |args| match &args.file {
        Some(file) => {
            let (game, _) = read_saved_game::<SolitaireState>(file, args, || new_game(args))?;
            Ok(game)
        }
        None => new_game(args),
    },
    resume: resume_game::<SolitaireState>,
};

impl Playable for SolitaireState {
    fn greeting(session: &SolitaireSession) -> String {
        let start = session.course().start();
        let board = start.board();
        let holes: Vec<usize> = (0..board.cell_count())
            .filter(|cell| start.pegs() >> cell & 1 == 0)
            .collect();
        let is_unsolvable = matches!(first_solution(start, GREETING_MEMORY), Ok(None));
        {
            let mut description = BOARD.title_text(&board);
            if let [hole] = holes[..] {
                description += &tr!(", cell {hole} empty", hole);
            }
            let greeting = tr!(
                "Peg solitaire, {description}: finish with a single peg.",
                description
            );
            if is_unsolvable {
                format!("{greeting}\n{}", NO_SOLUTION.translated())
            } else {
                greeting
            }
        }
    }

    fn state_text(session: &SolitaireSession, _: usize) -> String {
        let state = session.state();
        let legend = if state.has_circled_numbers() {
            LEGEND
        } else {
            LARGE_BOARD_LEGEND
        };
        format!("{state}\n{legend}")
    }

    #[doc(alias = "demande_coup")]
    fn question(session: &SolitaireSession, answers: &[String]) -> String {
        if session.end().is_some() {
            blocked_text(session.state())
        } else if answers.is_empty() {
            START_CELL_PROMPT.into()
        } else {
            END_CELL_PROMPT.into()
        }
    }

    fn parse_answers(session: &SolitaireSession, answers: &[String]) -> ParsedAnswer<Self> {
        let last = session.state().board().cell_count() - 1;
        if let Some("resoudre" | "solve" | "^c") = answers
            .last()
            .map(|line| fold_case_and_accents(line))
            .as_deref()
        {
            return ParsedAnswer::Stop(StopReason::HandOverToSolver);
        }
        if let [line] = answers
            && let Ok(jump) = line.parse::<Jump>()
        {
            return ParsedAnswer::Move(jump);
        }
        let cells: Vec<u8> = match answers.iter().map(|line| parse_cell(line, last)).collect() {
            Ok(cells) => cells,
            Err(message) => return ParsedAnswer::Invalid(message),
        };
        match cells[..] {
            // The handout checks the start cell before it asks for the end cell.
            [from] if session.state().pegs() >> from & 1 == 0 => {
                ParsedAnswer::Invalid(no_peg_text(from))
            }
            [from, to] => ParsedAnswer::Move(Jump { from, to }),
            _ => ParsedAnswer::Partial,
        }
    }

    fn last_move_text(session: &SolitaireSession) -> Option<String> {
        let Jump { from, to } = *session.course().moves().last()?;
        Some(tr!("playing from {from} to {to}", from, to))
    }

    fn legal_moves_message(session: &SolitaireSession) -> String {
        legal_moves(&jumps_text(session.state().possible_jumps()))
    }

    /// Returns a jump that begins a solution.
    fn hint(session: &SolitaireSession) -> String {
        let Ok(solution) = first_solution(session.state(), HINT_MEMORY) else {
            return TOO_MANY_POSITIONS.into();
        };
        match solution.as_deref() {
            Some([Jump { from, to }, ..]) => {
                tr!("Try {from} {to}, with which one solution begins.", from, to)
            }
            _ => NO_HOPE.into(),
        }
    }

    fn rules(_: &SolitaireSession) -> String {
        RULES.into()
    }

    fn conclusion(_: &SolitaireSession, _: GameEnd) -> Vec<String> {
        vec![tr!("Won!!!")]
    }

    /// A player without legal moves can still take moves back.
    fn continues_after_end(session: &SolitaireSession) -> bool {
        !session.state().is_won()
    }

    fn stop_text_and_ending(
        session: &SolitaireSession,
        why: StopReason,

        columns: usize,
    ) -> (String, SessionEnding) {
        if session.state().outcome().is_some() {
            return (NO_WAY_ON.translated().to_owned(), SessionEnding::NoSolution);
        }
        match why {
            StopReason::Quit => (GAME_STOPPED.translated().to_owned(), SessionEnding::Left),
            StopReason::HandOverToSolver => match first_solution(session.state(), SOLVE_MEMORY) {
                Ok(Some(jumps)) => (
                    format!(
                        "{}\n{}",
                        SOLUTION.translated(),
                        solution_lines(&jumps, columns)
                    ),
                    SessionEnding::Solved,
                ),
                Ok(None) => (NO_WAY_ON.translated().to_owned(), SessionEnding::NoSolution),
                Err(_) => (
                    TOO_MANY_POSITIONS.translated().to_owned(),
                    SessionEnding::Undecided,
                ),
            },
        }
    }
}

fn blocked_text(state: &SolitaireState) -> String {
    let pegs = quantity(state.peg_count().into(), Text("peg is|pegs are"));
    tr!(
        "Blocked: no jump is possible, and {pegs} left.\n“undo” or “quit”: ",
        pegs
    )
}

/// Formats jumps as the handout prints them, in lines of at most `columns` that end with a jump.
fn solution_lines(jumps: &[Jump], columns: usize) -> String {
    let jumps: Vec<String> = jumps.iter().map(ToString::to_string).collect();
    wrap_parts(jumps.iter().map(String::as_str), " ", columns)
}

/// Parses a cell of the board, or returns the reason why it is not one.
fn parse_cell(text: &str, last: usize) -> Result<u8, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if let Ok(cell) = text.parse::<usize>()
        && is_number
        && cell <= last
    {
        return Ok(cell as u8);
    }
    let excerpt = safe_excerpt(text);
    if text.starts_with(char::is_alphabetic) {
        return Err(not_understood(&excerpt));
    }
    Err(tr!(
        "  invalid cell: “{excerpt}” is not a number from 0 to {last}",
        excerpt,
        last
    ))
}

/// The memory limit of a hint, which takes about a second.
const HINT_MEMORY: MemoryLimit = MemoryLimit(48 << 20);
/// The memory limit of the search for a solution before the first move, which takes a fraction of a second.
const GREETING_MEMORY: MemoryLimit = MemoryLimit(4 << 20);
/// The memory limit of finishing a game, which takes about a minute.
const SOLVE_MEMORY: MemoryLimit = MemoryLimit(1 << 30);
