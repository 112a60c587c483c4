//! The check of printed games of peg solitaire: boards of numbers in circles, jumps, solutions and the announced result.

use super::args::{BOARD, HOLE, game_over_text, jump_text, parse_start};
use super::dialogue::HINT_MEMORY;
use crate::lang::{Lang, Problem, Sentence, Text, problem, sentence};
use crate::play::session::refusal_reason;
use crate::topics::printed::text::{
    Line, announces_stop, has_sign, has_word, join_lines, moves_taken_back, named_player,
    number_before, numbers, text_after_prompt, tokens,
};
use crate::topics::printed::{
    CheckedGame, PrintedGame, PrintedGameCheck, StatedLine, Statement, compare, stated_lines,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::solitaire::{
    Board, Jump, SolitaireRefusal, SolitaireState, first_solution,
};
use pioche_engine::games::{Course, Game, Outcome, Step};

pub const PRINTED_GAME: PrintedGameCheck = PrintedGameCheck {
    options: &[BOARD, HOLE],
    game: Text::new("solitaire", "peg solitaire"),
    expected: Text::new(
        "une partie de solitaire affiche le plateau en nombres cerclés, « ① » un pion et « ➊ » un \
         trou, ou une solution, « (3, 12) (0, 3) … »",
        "a game of peg solitaire shows the board as numbers in circles, “①” a peg and “➊” a hole, \
         or a solution, “(3, 12) (0, 3) …”",
    ),
    check,
    is_about,
};

fn is_about(line: &Line) -> bool {
    let words = line.tokens();
    line.text.chars().any(|sign| circled_number(sign).is_some())
        || has_word(&words, "solitaire peg pegs")
        || (has_word(&words, "case cell") && has_word(&words, "depart arrivee start end"))
}

/// Something that a line shows of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ShownPegs {
    /// The numbers of the cells of a board, and the set of those with pegs.
    Board {
        cells: usize,
        pegs: u64,
    },
    PegCount(u64),
    /// No sequence of jumps leaves a single peg.
    Hopeless,
    /// These jumps leave a single peg.
    Solution(Vec<Jump>),
}

type SolitaireStatement = Statement<ShownPegs, Jump>;

/// A printed board: the lengths of its rows, and the set of its pegs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PrintedBoard {
    row_lengths: Vec<usize>,
    pegs: u64,
}

impl PrintedBoard {
    fn cells(&self) -> usize {
        self.row_lengths.iter().sum()
    }

    /// Adds a row; false if its cells do not continue the board.
    fn add_row(&mut self, row: &[(usize, bool)]) -> bool {
        let first = self.cells();
        let continues = row
            .iter()
            .enumerate()
            .all(|(index, (cell, _))| *cell == first + index && *cell < 64);
        if continues {
            self.row_lengths.push(row.len());
            for (cell, is_peg) in row {
                self.pegs |= u64::from(*is_peg) << cell;
            }
        }
        continues
    }

    /// Returns the board with these rows.
    fn shape(&self) -> Option<Board> {
        let rows = self.row_lengths.as_slice();
        match rows {
            [3, 3, 7, 7, 7, 3, 3] => Some(Board::english()),
            [3, 5, 7, 7, 7, 5, 3] => Some(Board::european()),
            _ if rows.iter().copied().eq(1..=rows.len()) => Board::triangle(rows.len()).ok(),
            _ => None,
        }
    }
}

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
    let jump_count = |line: &str| listed_jumps(line).map_or(0, |jumps| jumps.len());
    // A solution may be too long for one line.
    let lines = join_lines(lines, |last, line| {
        let is_continued = jump_count(last) > 1 && jump_count(line) > 0;
        is_continued.then(|| format!("{last} {line}"))
    });
    let (lines, boards) = join_board_rows(&lines);
    let has_jumps = || lines.iter().any(|line| listed_jumps(&line.text).is_some());
    if boards.is_empty() && !has_jumps() {
        return Ok(None);
    }
    let mut reader = Reader {
        has_boards: !boards.is_empty(),
        ..Reader::default()
    };
    let lines = stated_lines(&lines, |line| {
        match boards.iter().find(|(number, _)| *number == line.number) {
            Some((_, board)) => vec![Statement::State(ShownPegs::Board {
                cells: board.cells(),
                pegs: board.pegs,
            })],
            None => reader.statements(&line.text),
        }
    });
    check_lines(boards.first(), &lines, args).map(Some)
}

fn check_lines(
    first_board: Option<&(usize, PrintedBoard)>,
    lines: &[StatedLine<SolitaireStatement>],
    args: &ParsedArgs<'_>,
) -> Result<CheckedGame, Problem> {
    let Some((line, printed)) = first_board else {
        return Ok(compare(
            &PrintedSolitaire,
            parse_start(args)?,
            lines,
            args.lang,
        ));
    };
    let board = match printed.shape() {
        Some(board) if !args.has_explicit(&BOARD) => board,
        None if !args.has_explicit(&BOARD) => return Err(unknown_board_problem(args, *line)),
        _ => args.get(&BOARD)?,
    };
    let cells = (0..board.cell_count()).filter(|cell| printed.pegs >> cell & 1 == 1);
    let holes: Vec<usize> = (0..board.cell_count())
        .filter(|cell| printed.pegs >> cell & 1 == 0)
        .collect();
    let standard_start = parse_start(args);
    let has_own_start = standard_start
        .as_ref()
        .is_ok_and(|start| start.pegs() == printed.pegs);
    let requested_hole = args.get_optional::<usize>(&HOLE)?;
    let is_start = has_own_start
        || (printed.cells() == board.cell_count()
            && holes.len() == 1
            && requested_hole.is_none_or(|hole| holes == [hole]));
    let start = SolitaireState::with_pegs(board, cells);
    match start {
        Ok(start) if is_start => Ok(compare(&PrintedSolitaire, start, lines, args.lang)),
        _ => {
            let hole = requested_hole.unwrap_or(board.default_hole());
            let text = lines
                .iter()
                .find(|other| other.number == *line)
                .map_or("", |line| &line.text);
            let expected = SolitaireState::new(board, hole);
            Ok(CheckedGame::Wrong {
                line: *line,
                expected: expected.map_or_else(|_| String::new(), |state| peg_list(&state)),
                found: text.to_owned(),
                reason: wrong_start_reason(printed, board, holes.len(), hole),
            })
        }
    }
}

fn wrong_start_reason(printed: &PrintedBoard, board: Board, holes: usize, hole: usize) -> Sentence {
    let expected = board.cell_count();
    let found_cells = printed.cells();
    if found_cells != expected {
        return sentence!(
            "ce plateau a {found_cells} cases au lieu de {expected}",
            "this board has {found_cells} cells instead of {expected}"
        );
    }
    if holes == 1 {
        return sentence!(
            "au début, la case vide est {hole}",
            "the empty cell at the start is {hole}"
        );
    }
    sentence!(
        "au début, une seule case est vide, et non {holes}",
        "at the start one cell is empty, not {holes}"
    )
}

fn unknown_board_problem(args: &ParsedArgs<'_>, line: usize) -> Problem {
    let file = args.file.as_ref().map_or("", |file| &file.name);
    problem!(
        "{file}, ligne {line} : ce plateau n'est pas connu ; donnez --board, par exemple --board \
         triangle:5",
        "{file}, line {line}: this board is unknown; give --board, such as --board triangle:5"
    )
}

/// Joins the rows of each board into its first line, which is returned with the board.
fn join_board_rows(lines: &[Line]) -> (Vec<Line>, Vec<(usize, PrintedBoard)>) {
    let mut joined: Vec<Line> = Vec::new();
    let mut boards: Vec<(usize, PrintedBoard)> = Vec::new();
    let mut is_inside = false;
    for line in lines {
        let Some(row) = board_row(text_after_prompt(&line.text)) else {
            is_inside &= line.text.trim().is_empty();
            joined.push(line.clone());
            continue;
        };
        let starts = row[0].0 == 0;
        if !starts
            && is_inside
            && let (Some((_, board)), Some(first)) = (boards.last_mut(), joined.last_mut())
            && board.add_row(&row)
        {
            first.text = format!("{} {}", first.text.trim_end(), line.text.trim());
            continue;
        }
        let mut board = PrintedBoard::default();
        board.add_row(&row);
        boards.push((line.number, board));
        joined.push(line.clone());
        is_inside = true;
    }
    (joined, boards)
}

/// Reads a row of numbers in circles, or of `○` (peg) and `●` (hole) before numbers; true for a peg.
fn board_row(text: &str) -> Option<Vec<(usize, bool)>> {
    let mut row = Vec::new();
    let mut signs = text.chars().filter(|sign| *sign != ' ').peekable();
    while let Some(sign) = signs.next() {
        if let Some(cell) = circled_number(sign) {
            row.push(cell);
            continue;
        }
        if !['○', '●'].contains(&sign) {
            return None;
        }
        let mut digits = String::new();
        while let Some(digit) = signs.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        row.push((digits.parse().ok()?, sign == '○'));
    }
    (!row.is_empty()).then_some(row)
}

/// Returns the number in a circle up to 20, and true for a white circle, which is a peg.
fn circled_number(sign: char) -> Option<(usize, bool)> {
    let code = sign as usize;
    match code {
        0x24EA => Some((0, true)),
        0x2460..=0x2473 => Some((code - 0x2460 + 1, true)),
        0x24FF => Some((0, false)),
        0x278A..=0x2793 => Some((code - 0x278A + 1, false)),
        0x2776..=0x277F => Some((code - 0x2776 + 1, false)),
        0x24EB..=0x24F4 => Some((code - 0x24EB + 11, false)),
        _ => None,
    }
}

/// Reads lines that are no boards. A typed jump has two lines.
#[derive(Default)]
struct Reader {
    has_boards: bool,
    typed_start: Option<u8>,
    /// True after a heading such as “Une solution :”.
    follows_heading: bool,
}

impl Reader {
    fn statements(&mut self, line: &str) -> Vec<SolitaireStatement> {
        let words = tokens(line);
        let follows_heading = self.follows_heading;
        self.follows_heading =
            has_word(&words, "solution suite finish") && line.trim_end().ends_with(':');
        if let Some(jumps) = listed_jumps(line) {
            // Beside boards, a list of jumps is a way to finish, which is not played.
            if self.has_boards && (follows_heading || jumps.len() > 1) {
                return vec![Statement::Part(ShownPegs::Solution(jumps)), Statement::Stop];
            }
            return jumps
                .into_iter()
                .map(|jump| Statement::Move(None, jump))
                .collect();
        }
        if announces_stop(&words) {
            return vec![Statement::Stop];
        }
        if let Some(moves) = moves_taken_back(&words) {
            return vec![Statement::TakenBack(moves)];
        }
        let is_played = has_word(&words, "joue playing saut jump deplace");
        if is_played
            && !has_sign(&words, '?')
            && named_player(&words).is_none()
            && let [from, to, ..] = numbers(&words)[..]
        {
            self.typed_start = None;
            return vec![Statement::Move(None, jump(from, to))];
        }
        if let Some(entry) = self.entry(line) {
            return entry.into_iter().collect();
        }
        result_statements(line)
    }

    /// Returns the typed jump of a prompt; `None` if the line is not a prompt.
    fn entry(&mut self, line: &str) -> Option<Option<SolitaireStatement>> {
        let words = tokens(line);
        let is_start = has_word(&words, "depart start");
        let is_end = has_word(&words, "arrivee end");
        if !has_sign(&words, ':') || is_start == is_end || has_word(&words, "invalide invalid") {
            return None;
        }
        let answer = text_after_prompt(line);
        if is_start {
            self.typed_start = answer.parse().ok();
            let jump = answer.parse::<Jump>().ok();
            return Some(jump.map(|jump| Statement::Entry(Some(jump))));
        }
        if answer.is_empty() {
            return Some(None);
        }
        let from = self.typed_start.take();
        let jump = from
            .zip(answer.parse().ok())
            .map(|(from, to)| Jump { from, to });
        Some(Some(Statement::Entry(jump)))
    }
}

fn jump(from: u64, to: u64) -> Jump {
    // A number that is too large is off every board.
    let cell = |number: u64| number.min(255) as u8;
    Jump {
        from: cell(from),
        to: cell(to),
    }
}

/// Reads the jumps of a solution or of one move, such as `(3, 12)`; `None` for lists of possible jumps.
fn listed_jumps(line: &str) -> Option<Vec<Jump>> {
    let mut jumps = Vec::new();
    let mut others = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('(') {
        let close = rest[open..].find(')')? + open;
        let numbers: Option<Vec<u64>> = rest[open + 1..close]
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect();
        match numbers.as_deref() {
            Some([from, to] | [from, _, to]) => jumps.push(jump(*from, *to)),
            _ => others.push_str(&rest[open..=close]),
        }
        others.push_str(&rest[..open]);
        rest = &rest[close + 1..];
    }
    others.push_str(rest);
    let words = tokens(&others);
    let is_list = others.chars().all(|sign| " [],".contains(sign));
    let is_explained = has_word(&words, "saut jump solution suite")
        && !has_word(&words, "solutions permis legal commence begins");
    (!jumps.is_empty() && (is_list || is_explained)).then_some(jumps)
}

fn result_statements(line: &str) -> Vec<SolitaireStatement> {
    let words = tokens(line);
    let has = |list: &str| has_word(&words, list);
    let labelled_pegs = || {
        let number = text_after_prompt(line).parse().ok();
        number.filter(|_| has("pions pegs"))
    };
    if has("quand when doit finish on") && has("pion peg gagne win") {
        return Vec::new();
    }
    if has("gagne won gagnee") {
        return vec![Statement::Result(Outcome::Remaining(1))];
    }
    if has("moyen way") && has("pas no") {
        return vec![Statement::Part(ShownPegs::Hopeless), Statement::Stop];
    }
    if has("solution") && has("pas no") {
        return vec![Statement::Part(ShownPegs::Hopeless)];
    }
    number_before(&words, "pion pions peg pegs")
        .or_else(labelled_pegs)
        .map(|count| Statement::Part(ShownPegs::PegCount(count)))
        .into_iter()
        .collect()
}

fn peg_list(state: &SolitaireState) -> String {
    let text = state.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct PrintedSolitaire;

impl PrintedGame for PrintedSolitaire {
    type Game = SolitaireState;
    type Shown = ShownPegs;

    fn shows(&self, state: &SolitaireState, shown: &ShownPegs) -> bool {
        match shown {
            ShownPegs::Board { cells, pegs } => {
                *cells == state.board().cell_count() && *pegs == state.pegs()
            }
            ShownPegs::PegCount(count) => u64::from(state.peg_count()) == *count,
            ShownPegs::Solution(jumps) => Course::play(*state, jumps.iter().copied())
                .is_ok_and(|course| course.last().is_won()),
            // A position that is too large for the search is taken on trust.
            ShownPegs::Hopeless => {
                !state.is_won() && !matches!(first_solution(state, HINT_MEMORY), Ok(Some(_)))
            }
        }
    }

    fn state_text(&self, state: &SolitaireState, _: Lang) -> String {
        peg_list(state)
    }

    fn refusal_reason(&self, state: &SolitaireState, refusal: &SolitaireRefusal) -> Sentence {
        refusal_reason(state, refusal)
    }

    fn move_reason(&self, step: &Step<SolitaireState>) -> Sentence {
        let over = over_cell(step.before.board(), step.mv);
        let Jump { from, to } = step.mv;
        sentence!(
            "le pion de la case {from} saute en {to}, et celui de la case {over} est retiré",
            "the peg of cell {from} jumps to {to}, and the peg of cell {over} is removed"
        )
    }

    fn other_state(
        &self,
        course: &Course<SolitaireState>,
        shown: &ShownPegs,
    ) -> (Option<SolitaireState>, Sentence) {
        let state = course.last();
        let ShownPegs::Board { cells, pegs } = shown else {
            return (Some(*state), self.other_part(state, shown));
        };
        if *cells != state.board().cell_count() {
            let expected = state.board().cell_count();
            let reason = sentence!(
                "ce plateau a {cells} cases au lieu de {expected}",
                "this board has {cells} cells instead of {expected}"
            );
            return (None, reason);
        }
        other_pegs(state, *pegs, self)
    }

    fn other_part(&self, state: &SolitaireState, shown: &ShownPegs) -> Sentence {
        if let ShownPegs::Solution(jumps) = shown {
            return wrong_solution_reason(state, jumps);
        }
        if *shown == ShownPegs::Hopeless {
            if state.is_won() {
                return sentence!("il ne reste qu'un pion", "a single peg is left");
            }
            let solution = first_solution(state, HINT_MEMORY).ok().flatten();
            if let Some(first) = solution.and_then(|jumps| jumps.first().copied()) {
                return sentence!(
                    "il y a une solution, qui commence par {first}",
                    "there is a solution, which begins with {first}"
                );
            }
        }
        let pegs = state.peg_count().into();
        let fr = Lang::Fr.count_with_noun(pegs, "pion", "pions");
        let en = Lang::En.count_with_noun(pegs, "peg is", "pegs are");
        sentence!("il reste {fr}", "{en} left")
    }

    fn unfinished_reason(&self, state: &SolitaireState) -> Sentence {
        match state.possible_jumps().next() {
            Some(jump) => sentence!(
                "la partie n'est pas finie : le saut {jump} est possible",
                "the game is not over: the jump {jump} is possible"
            ),
            None => game_over_text(state.peg_count()),
        }
    }

    fn result_reason(&self, state: &SolitaireState) -> Sentence {
        self.other_part(state, &ShownPegs::PegCount(0))
    }
}

/// Explains why jumps are no solution: one is refused, or several pegs are left.
fn wrong_solution_reason(state: &SolitaireState, jumps: &[Jump]) -> Sentence {
    let mut course = Course::new(*state);
    for &jump in jumps {
        if let Err(refusal) = course.push(jump) {
            let Sentence { fr, en } = refusal_reason(course.last(), &refusal);
            return sentence!("saut {jump} : {fr}", "jump {jump}: {en}");
        }
    }
    let pegs = course.last().peg_count().into();
    let fr = Lang::Fr.count_with_noun(pegs, "pion", "pions");
    let en = Lang::En.count_with_noun(pegs, "peg", "pegs");
    sentence!("cette solution laisse {fr}", "this solution leaves {en}")
}

/// Returns the cell that a legal jump jumps over.
fn over_cell(board: Board, jump: Jump) -> usize {
    board
        .jumps()
        .find(|&(from, _, to)| (from, to) == (jump.from.into(), jump.to.into()))
        .map_or(0, |(_, over, _)| over)
}

/// Returns the position that should follow `state` instead of the one with `pegs`, and the reason.
fn other_pegs(
    state: &SolitaireState,
    pegs: u64,
    game: &PrintedSolitaire,
) -> (Option<SolitaireState>, Sentence) {
    let appeared = pegs & !state.pegs();
    let vanished = state.pegs() & !pegs;
    let cells = |set: u64| (0..64_u8).filter(move |cell| set >> cell & 1 == 1);
    // A jump changes three cells, one of which gains a peg; of the others one may be wrong.
    let likely_jump = cells(appeared)
        .flat_map(|to| cells(vanished | state.pegs()).map(move |from| Jump { from, to }))
        .filter(|jump| vanished >> jump.from & 1 == 1)
        .find(|jump| {
            let board = state.board();
            board
                .jumps()
                .any(|(from, _, to)| (from, to) == (jump.from.into(), jump.to.into()))
        });
    let Some(jump) = likely_jump.filter(|_| appeared.count_ones() == 1) else {
        let reason = sentence!(
            "un saut déplace un pion de deux cases et retire le pion sauté",
            "a jump moves one peg by two cells and removes the peg jumped over"
        );
        return (None, reason);
    };
    let mut after = *state;
    match after.play(jump) {
        Err(refusal) => (Some(*state), game.refusal_reason(state, &refusal)),
        Ok(()) => {
            let over = over_cell(state.board(), jump);
            let Sentence { fr, en } = jump_text(&jump);
            let reason = sentence!(
                "{fr} : seul le pion de la case {over} est retiré",
                "{en}: only the peg of cell {over} is removed"
            );
            (Some(after), reason)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_jumps_are_read() {
        assert_eq!(
            board_row("⓪ ➊ ⓬"),
            Some(vec![(0, true), (1, false), (12, false)])
        );
        assert_eq!(board_row(" ○ 0  ●12"), Some(vec![(0, true), (12, false)]));
        assert_eq!(board_row("(① pion, ➊ trou)"), None);
        let jumps = |line| listed_jumps(line).map(|jumps| jumps.len());
        assert_eq!(jumps("(3, 12) (0, 3) "), Some(2));
        assert_eq!(jumps("[(3, 7, 12), (0, 1, 3)]"), Some(2));
        assert_eq!(jumps("(3, 12)   Jump: 3 → 12, 13 pegs left"), Some(1));
        assert_eq!(jumps("Legal moves: (3, 12) (5, 12)"), None);
        assert_eq!(jumps("(11, 4): 775 solutions"), None);
        assert_eq!(jumps("(① peg, ➊ hole)"), None);
    }
}
