//! The dialogue of peg solitaire. Texts are those of the handout (001) where it has one.

use super::{BOARD, first_hole, game_over_text, handout_session, jump_text, parse_start, picture};
use crate::play::GAME_STOPPED;
use crate::prelude::*;
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::solitaire::{Jump, SolitaireRefusal, SolitaireState, first_solution};

const TOO_MANY_POSITIONS: Text = Text("Too many positions: no answer in a reasonable time.");
const NO_WAY_ON: Text = Text("no way to go on!!!");

type SolitaireSession = Session<SolitaireState>;

impl Start for SolitaireState {
    const NAME: &'static str = "solitaire";
    const SAVED_SETTINGS: &'static [&'static Setting] = &[&Solitaire::BOARD, &Solitaire::HOLE];

    fn saved_settings(&self) -> Vec<Field> {
        vec![
            Solitaire::BOARD.with_value(&self.board()),
            Solitaire::HOLE.with_value(&first_hole(self)),
        ]
    }

    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let board = Solitaire::BOARD.read(settings)?;
        let hole = Solitaire::HOLE.read(settings)?;
        Self::new(board, hole).map_err(|_| Solitaire::HOLE.invalid(settings))
    }

    fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem> {
        parse_start(args).map(SavedGame::new)
    }
}

impl Playable for SolitaireState {
    const MOVE_SEPARATOR: &'static str = " ";

    fn split_moves(text: &str) -> Vec<String> {
        split_jumps(text)
    }

    fn refusal_message(&self, refusal: &SolitaireRefusal) -> String {
        match *refusal {
            SolitaireRefusal::NoPeg(from) => {
                tr!("  invalid start cell: there is no peg in {from}", from)
            }
            SolitaireRefusal::OffBoard(cell, last) => tr!(
                "  invalid cell: {cell} is not between 0 and {last}",
                cell,
                last
            ),
            SolitaireRefusal::Occupied(to) => {
                tr!("  invalid end cell: there is already a peg in {to}", to)
            }
            SolitaireRefusal::NoJump(Jump { from, to }) => tr!(
                "  invalid move: {to} is not two cells from {from} in a straight line",
                to,
                from
            ),
            SolitaireRefusal::NothingBetween(over) => tr!(
                "  invalid move: there is no peg in {over}, between the two",
                over
            ),
        }
    }

    fn explanation(step: &Step<Self>) -> String {
        let jump = jump_text(&step.mv);
        if step.after.outcome().is_some() {
            return jump;
        }
        let pegs = quantity(step.after.peg_count().into(), Text("peg|pegs"));
        tr!("{jump}, {pegs} left", jump, pegs)
    }

    fn ending(&self) -> Option<String> {
        self.outcome().map(|_| game_over_text(self.peg_count()))
    }

    fn handout_session(course: &Course<Self>) -> String {
        handout_session(course)
    }

    fn film(course: Course<Self>) -> Film {
        picture::film(course)
    }

    fn greeting(session: &SolitaireSession) -> String {
        let start = session.course().start();
        let board = start.board();
        let holes: Vec<usize> = (0..board.cell_count())
            .filter(|cell| start.pegs() >> cell & 1 == 0)
            .collect();
        let is_unsolvable = matches!(first_solution(start, GREETING_MEMORY), Ok(None));
        let mut description = BOARD.title_phrase(&board.field_value());
        if let [hole] = holes[..] {
            description += &tr!(", cell {hole} empty", hole);
        }
        let greeting = tr!(
            "Peg solitaire, {description}: finish with a single peg.",
            description
        );
        if is_unsolvable {
            format!("{greeting}\n{}", tr!("This start has no solution."))
        } else {
            greeting
        }
    }

    fn state_text(session: &SolitaireSession, _: usize) -> String {
        let state = session.state();
        let legend = if state.has_circled_numbers() {
            Text("(➊ peg, ① hole)")
        } else {
            Text("(● peg, ○ hole)")
        };
        format!("{state}\n{legend}")
    }

    #[doc(alias = "demande_coup")]
    fn question(session: &SolitaireSession, answers: &[String]) -> String {
        if session.end().is_some() {
            let pegs = session.state().peg_count().into();
            tr!(
                "Blocked: no jump is possible, and {pegs} left.\n“undo” or “quit”: ",
                pegs = quantity(pegs, Text("peg is|pegs are"))
            )
        } else if answers.is_empty() {
            tr!("Start cell (or “solve”): ")
        } else {
            tr!("End cell: ")
        }
    }

    fn parse_answers(session: &SolitaireSession, answers: &[String]) -> ParsedAnswer<Self> {
        let line = answers.last().map_or("", String::as_str);
        let command = fold_case_and_accents(line);
        if ["resoudre", "solve", "^c"].contains(&command.as_str()) {
            return ParsedAnswer::Stop(StopReason::HandOverToSolver);
        }
        if let (Ok(jump), [_]) = (line.parse(), answers) {
            return ParsedAnswer::Move(jump);
        }
        let cells: Vec<u8> = answers.iter().flat_map(|line| line.parse()).collect();
        match cells[..] {
            [from, to] => ParsedAnswer::Move(Jump { from, to }),
            [from] if answers.len() == 1 => {
                // The handout checks the start cell before it asks for the end cell.
                match session.state().clone().play(Jump { from, to: from }) {
                    Err(
                        refusal @ (SolitaireRefusal::OffBoard(..) | SolitaireRefusal::NoPeg(_)),
                    ) => ParsedAnswer::Invalid(session.state().refusal_message(&refusal)),
                    _ => ParsedAnswer::Partial,
                }
            }
            _ => ParsedAnswer::Invalid(not_understood_text(line)),
        }
    }

    fn last_move_text(session: &SolitaireSession) -> Option<String> {
        let Jump { from, to } = *session.course().moves().last()?;
        Some(tr!("playing from {from} to {to}", from, to))
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
            _ => tr!("You can no longer finish with one peg; “undo” takes the last jump back."),
        }
    }

    fn rules(&self) -> String {
        tr!(
            "A peg jumps in a straight line over a neighbouring peg into the empty cell just
behind it; the peg that was jumped over leaves the board. You win when one peg
is left.
  3              the start cell; the end cell is asked for next
  3 12           both at once
  solve, ^C      show a solution; a second time, stop"
        )
    }

    fn conclusion(_: &SolitaireSession, _: GameEnd) -> String {
        tr!("Won!!!")
    }

    /// A player without legal moves can still take moves back.
    fn continues_after_end(session: &SolitaireSession) -> bool {
        !session.state().is_won()
    }

    fn stop(
        session: &SolitaireSession,
        reason: StopReason,
        columns: usize,
    ) -> (String, SessionEnding) {
        if session.state().outcome().is_some() {
            return (NO_WAY_ON.into(), SessionEnding::NoSolution);
        }
        match reason {
            StopReason::Quit => (GAME_STOPPED.to_string(), SessionEnding::Left),
            StopReason::HandOverToSolver => match first_solution(session.state(), SOLVE_MEMORY) {
                Ok(Some(jumps)) => {
                    let jumps: Vec<String> = jumps.iter().map(ToString::to_string).collect();
                    let lines = wrap_parts(jumps.iter().map(String::as_str), " ", columns);
                    let text = format!("{}\n{lines}", Text("one way to finish:"));
                    (text, SessionEnding::Solved)
                }
                Ok(None) => (NO_WAY_ON.into(), SessionEnding::NoSolution),
                Err(_) => (TOO_MANY_POSITIONS.into(), SessionEnding::Undecided),
            },
        }
    }
}

/// The memory limit of a hint, which takes about a second.
const HINT_MEMORY: MemoryLimit = MemoryLimit(48 << 20);
/// The memory limit of the search for a solution before the first move, which takes a fraction of a second.
const GREETING_MEMORY: MemoryLimit = MemoryLimit(4 << 20);
/// The memory limit of finishing a game, which takes about a minute.
const SOLVE_MEMORY: MemoryLimit = MemoryLimit(1 << 30);

/// Splits a text into jumps, which end with `)` or a line end.
fn split_jumps(text: &str) -> Vec<String> {
    let mut jumps = Vec::new();
    for group in text.split([')', ']', '\n']) {
        let group = group.rsplit(['(', '[']).next().unwrap_or_default().trim();
        let is_digit = |sign: char| sign.is_ascii_digit();
        let numbers: Vec<&str> = group
            .split(|sign: char| !is_digit(sign) && sign != '-')
            .filter(|number| !number.is_empty())
            .collect();
        match numbers.as_slice() {
            // Beside the start and the end, programs print the cell between them.
            [from, to] | [from, _, to] => jumps.push(format!("({from}, {to})")),
            _ if group.contains(is_digit) => jumps.push(group.to_owned()),
            _ => {}
        }
    }
    jumps
}
