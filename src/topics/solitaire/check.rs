//! The check of printed games of peg solitaire: boards of numbers in circles, jumps, solutions and the announced result.

use super::args::{BOARD, HOLE, game_over_text, jump_text, parse_start};
use super::dialogue::HINT_MEMORY;
use crate::lang::{Lang, Problem, Sentence, Text, problem, sentence};
use crate::play::session::refusal_reason;
use crate::topics::printed::text::{
    Line, announces_stop, ends_of_move, has_sign, has_word, join_lines, moves_taken_back,
    named_player, number_before, numbers, text_after_prompt, tokens,
};
use crate::topics::printed::{
    CheckedGame, PrintedGame, PrintedGameCheck, StatedLine, Statement, compare, stated_lines,
    statements_of,
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
        "une partie de solitaire affiche le plateau en nombres cerclés, « ➊ » un pion et « ① » un \
         trou, ou l'inverse comme le programme du sujet, ou une solution, « (3, 12) (0, 3) … »",
        "a game of peg solitaire shows the board as numbers in circles, “➊” a peg and “①” a hole, \
         or the reverse as the handout's program does, or a solution, “(3, 12) (0, 3) …”",
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
    /// No jump is possible, and several pegs are left.
    Blocked,
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

    /// Returns the same board with pegs for holes.
    fn reversed(&self) -> Self {
        let all_cells = self
            .cells()
            .checked_sub(1)
            .map_or(0, |last| u64::MAX >> (63 - last));
        Self {
            pegs: all_cells & !self.pegs,
            ..self.clone()
        }
    }

    /// Returns true if filled circles are holes, as in the handout's program: with pegs for filled circles, the first board
    /// is not the start `start`, and most of its cells are empty.
    fn has_filled_holes(&self, start: Option<&SolitaireState>) -> bool {
        let pegs = self.pegs.count_ones() as usize;
        let is_start = start.is_some_and(|start| start.pegs() == self.pegs);
        !is_start && 2 * pegs < self.cells()
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
    // A program may number the cells from 0 or from 1, or give the row and the column of each.
    let mut verdicts = Vec::new();
    for numbering in [0, 1].map(|first| Numbering { first }) {
        verdicts.extend(check_reading(lines, numbering, args)?);
        if verdicts.last().is_some_and(CheckedGame::is_right) {
            break;
        }
    }
    Ok(CheckedGame::best_reading(verdicts))
}

/// The number of the first cell, or of the first row and the first column.
#[derive(Clone, Copy)]
struct Numbering {
    first: u64,
}

impl Numbering {
    /// Returns the cell at a place of a board: a number, or a row and a column.
    fn cell(self, place: &[u64], row_lengths: Option<&[usize]>) -> u64 {
        let numbers: Option<Vec<u64>> = place
            .iter()
            .map(|number| number.checked_sub(self.first))
            .collect();
        match numbers.as_deref() {
            Some([cell]) => *cell,
            Some([row, column]) => {
                let lengths = row_lengths.unwrap_or_default();
                let Some(length) = lengths.get(*row as usize) else {
                    return u64::MAX;
                };
                // The rows of a board with corners cut off are centred.
                let widest = lengths.iter().max().copied().unwrap_or_default();
                let is_triangle = lengths.first() == Some(&1);
                let margin = if is_triangle {
                    0
                } else {
                    (widest - length) as u64 / 2
                };
                let before: usize = lengths[..*row as usize].iter().sum();
                match column.checked_sub(margin) {
                    Some(column) if column < *length as u64 => before as u64 + column,
                    _ => u64::MAX,
                }
            }
            _ => u64::MAX,
        }
    }
}

fn check_reading(
    lines: &[Line],
    numbering: Numbering,
    args: &ParsedArgs<'_>,
) -> Result<Option<CheckedGame>, Problem> {
    let jump_count = |line: &str| listed_jumps(line, numbering).map_or(0, |jumps| jumps.len());
    // A solution may be too long for one line.
    let lines = join_lines(lines, |last, line| {
        jump_count(last) > 1 && jump_count(line) > 0
    });
    let (lines, mut boards) = join_board_rows(&lines);
    let lines = if boards.is_empty() {
        let (lines, sign_boards) = join_sign_rows(&lines);
        boards = sign_boards;
        lines
    } else {
        lines
    };
    let start = parse_start(args).ok();
    let has_filled_holes = boards
        .first()
        .is_some_and(|(_, board)| board.has_filled_holes(start.as_ref()));
    if has_filled_holes {
        for (_, board) in &mut boards {
            *board = board.reversed();
        }
    }
    let game = PrintedSolitaire { has_filled_holes };
    let mut reader = Reader {
        has_boards: !boards.is_empty(),
        row_lengths: boards.first().map(|(_, board)| board.row_lengths.clone()),
        numbering: numbering.first,
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
    let is_move = |statement: &SolitaireStatement| matches!(statement, Statement::Move(..));
    if boards.is_empty() && !statements_of(&lines).any(is_move) {
        return Ok(None);
    }
    check_lines(&game, boards.first(), reader.hole, &lines, args).map(Some)
}

fn check_lines(
    game: &PrintedSolitaire,
    first_board: Option<&(usize, PrintedBoard)>,
    announced_hole: Option<usize>,
    lines: &[StatedLine<SolitaireStatement>],
    args: &ParsedArgs<'_>,
) -> Result<CheckedGame, Problem> {
    let Some((line, printed)) = first_board else {
        let start = match announced_hole.filter(|_| !args.has_explicit(&HOLE)) {
            Some(hole) => SolitaireState::new(args.get(&BOARD)?, hole).ok(),
            None => None,
        };
        let start = match start {
            Some(start) => start,
            None => parse_start(args)?,
        };
        return Ok(compare(game, start, lines, args.lang));
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
        Ok(start) if is_start => Ok(compare(game, start, lines, args.lang)),
        _ => {
            let hole = requested_hole.unwrap_or(board.default_hole());
            let text = lines
                .iter()
                .find(|other| other.number == *line)
                .map_or("", |line| &line.text);
            let expected = SolitaireState::new(board, hole);
            Ok(CheckedGame::Wrong {
                line: *line,
                expected: expected.map_or_else(|_| String::new(), |state| game.peg_list(&state)),
                found: text.to_owned(),
                reason: wrong_start_reason(printed, board, holes.len(), hole),
                fitting: 2,
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
            first.add(line);
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

/// Joins the rows of boards of two signs, such as `o . o`, and reads boards in lists, such as `[1, 0, 1]`.
fn join_sign_rows(lines: &[Line]) -> (Vec<Line>, Vec<(usize, PrintedBoard)>) {
    let mut joined: Vec<Line> = Vec::new();
    let mut boards: Vec<(usize, SignBoard)> = Vec::new();
    let mut is_inside = false;
    for line in lines {
        let is_row = match sign_rows(text_after_prompt(&line.text), &line.text) {
            Some(rows) if rows.len() > 1 || rows[0].len() > 7 => {
                boards.push((line.number, SignBoard { rows }));
                false
            }
            Some(rows) => {
                let row = rows.into_iter().flatten().collect::<Vec<char>>();
                let last = boards.last_mut().filter(|_| is_inside);
                if let Some((_, board)) = last
                    && board.continues_with(row.len())
                    && let Some(first) = joined.last_mut()
                {
                    board.rows.push(row);
                    first.add(line);
                    continue;
                }
                boards.push((line.number, SignBoard { rows: vec![row] }));
                true
            }
            None => false,
        };
        joined.push(line.clone());
        is_inside = is_row;
    }
    // Other rows are too short for a board.
    boards.retain(|(_, board)| board.rows.len() > 2 || board.rows[0].len() > 7);
    let Some((_, first)) = boards.first() else {
        return (joined, Vec::new());
    };
    let has_hole = || {
        let mut signs = first.rows.iter().flatten();
        signs.any(|sign| *sign != first.rows[0][0])
    };
    let Some(peg) = first.commonest_sign().filter(|_| has_hole()) else {
        return (joined, Vec::new());
    };
    let boards = boards
        .iter()
        .map(|(number, board)| (*number, board.printed_board(peg)))
        .collect();
    (joined, boards)
}

/// A board of two signs.
struct SignBoard {
    rows: Vec<Vec<char>>,
}

impl SignBoard {
    /// Returns true if a row of this length may follow: the board is a triangle or a cross.
    fn continues_with(&self, length: usize) -> bool {
        let lengths: Vec<usize> = self.rows.iter().map(Vec::len).chain([length]).collect();
        let crosses = [[3, 3, 7, 7, 7, 3, 3], [3, 5, 7, 7, 7, 5, 3]];
        lengths.iter().copied().eq(1..=lengths.len())
            || crosses.iter().any(|cross| cross.starts_with(&lengths))
    }

    /// Returns the sign of most cells, which are pegs at the start.
    fn commonest_sign(&self) -> Option<char> {
        let signs = self.rows.iter().flatten();
        let count = |sign: &char| {
            self.rows
                .iter()
                .flatten()
                .filter(|other| *other == sign)
                .count()
        };
        signs.copied().max_by_key(count)
    }

    fn printed_board(&self, peg: char) -> PrintedBoard {
        let mut board = PrintedBoard::default();
        // A list of all cells has no rows.
        let cells: Vec<char> = self.rows.iter().flatten().copied().collect();
        let lengths: Vec<usize> = match self.rows.len() {
            1 => row_lengths(cells.len()),
            _ => self.rows.iter().map(Vec::len).collect(),
        };
        let mut numbered = (0..).zip(cells.iter().map(|sign| *sign == peg));
        for length in lengths {
            let row: Vec<(usize, bool)> = numbered.by_ref().take(length).collect();
            board.add_row(&row);
        }
        board
    }
}

/// Returns the lengths of the rows of a board with this number of cells.
fn row_lengths(cells: usize) -> Vec<usize> {
    match cells {
        33 => vec![3, 3, 7, 7, 7, 3, 3],
        37 => vec![3, 5, 7, 7, 7, 5, 3],
        _ => {
            let rows = (1..).scan(0, |sum, length| {
                *sum += length;
                Some((length, *sum))
            });
            let rows = rows.take_while(|(_, sum)| *sum <= cells);
            let lengths: Vec<usize> = rows.map(|(length, _)| length).collect();
            let is_triangle = lengths.iter().sum::<usize>() == cells;
            if is_triangle { lengths } else { vec![cells] }
        }
    }
}

/// Reads a row of signs of pegs and holes, or a list of cells or of rows.
fn sign_rows(answer: &str, line: &str) -> Option<Vec<Vec<char>>> {
    if let Some(place) = line.find('[')
        && line.trim_end().ends_with(']')
    {
        let list = &line[place..];
        let rows = list.split(']').map(|row| {
            let is_cell = |sign: &char| !sign.is_whitespace() && !"[],'\"".contains(*sign);
            row.chars().filter(is_cell).collect::<Vec<char>>()
        });
        let rows: Vec<Vec<char>> = rows.filter(|row| !row.is_empty()).collect();
        let is_binary = rows.iter().flatten().all(|sign| "01".contains(*sign));
        return (is_binary && !rows.is_empty()).then_some(rows);
    }
    let row: Vec<char> = answer
        .chars()
        .filter(|sign| !sign.is_whitespace())
        .collect();
    let is_sign = |sign: &char| {
        "oOxX01.*_-@#·•".contains(*sign) || (!sign.is_ascii() && !sign.is_alphanumeric())
    };
    (!row.is_empty() && row.len() < 12 && row.iter().all(is_sign)).then(|| vec![row])
}

/// Reads a row of numbers in circles, or of `●` and `○` before numbers; true for a filled circle.
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
        row.push((digits.parse().ok()?, sign == '●'));
    }
    (!row.is_empty()).then_some(row)
}

/// Returns the number in a circle up to 20, and true for a filled circle.
fn circled_number(sign: char) -> Option<(usize, bool)> {
    let code = sign as usize;
    match code {
        0x24EA => Some((0, false)),
        0x2460..=0x2473 => Some((code - 0x2460 + 1, false)),
        0x24FF => Some((0, true)),
        0x278A..=0x2793 => Some((code - 0x278A + 1, true)),
        0x2776..=0x277F => Some((code - 0x2776 + 1, true)),
        0x24EB..=0x24F4 => Some((code - 0x24EB + 11, true)),
        _ => None,
    }
}

/// Reads lines that are no boards. A typed jump has two lines.
#[derive(Default)]
struct Reader {
    has_boards: bool,
    /// The lengths of the rows of the board, if it is shown.
    row_lengths: Option<Vec<usize>>,
    /// The number of the first cell.
    numbering: u64,
    /// The empty cell at the start, if it is announced.
    hole: Option<usize>,
    typed_start: Option<u64>,
    /// True after a heading such as “Une solution :”.
    follows_heading: bool,
}

impl Reader {
    fn numbering(&self) -> Numbering {
        Numbering {
            first: self.numbering,
        }
    }

    fn cell(&self, place: &[u64]) -> u64 {
        self.numbering().cell(place, self.row_lengths.as_deref())
    }

    fn statements(&mut self, line: &str) -> Vec<SolitaireStatement> {
        let words = tokens(line);
        let follows_heading = self.follows_heading;
        self.follows_heading =
            has_word(&words, "solution suite finish") && line.trim_end().ends_with(':');
        // The places of a jump between two rows and columns look like two jumps.
        let ends = ends_of_move(&words).filter(|_| !has_sign(&words, '?'));
        if let Some([from, to]) = &ends
            && from.len() == 2
        {
            return vec![Statement::Move(None, jump(self.cell(from), self.cell(to)))];
        }
        if let Some(jumps) = listed_jumps(line, self.numbering()) {
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
        let is_hole = has_word(&words, "vide empty") && has_word(&words, "case hole trou cell");
        if is_hole && let [hole] = numbers(&words)[..] {
            self.hole = Some(self.cell(&[hole]) as usize);
        }
        let is_played = has_word(&words, "joue playing saut jump deplace");
        if named_player(&words).is_none() && !has_sign(&words, '?') {
            let numbers = numbers(&words);
            let announced_ends = match (ends, &numbers[..]) {
                (Some([from, to]), _) => Some((from[0], to[0])),
                (None, [from, to, ..]) if is_played => Some((*from, *to)),
                _ => None,
            };
            if let Some((from, to)) = announced_ends {
                self.typed_start = None;
                return vec![Statement::Move(
                    None,
                    jump(self.cell(&[from]), self.cell(&[to])),
                )];
            }
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
        let is_prompt = has_sign(&words, ':') || has_sign(&words, '?');
        if !is_prompt || is_start == is_end || has_word(&words, "invalide invalid") {
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
            .map(|(from, to)| jump(self.cell(&[from]), self.cell(&[to])));
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
fn listed_jumps(line: &str, numbering: Numbering) -> Option<Vec<Jump>> {
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
            Some([from, to] | [from, _, to]) => {
                let [from, to] = [*from, *to].map(|cell| numbering.cell(&[cell], None));
                jumps.push(jump(from, to));
            }
            _ => others.push_str(&rest[open..=close]),
        }
        others.push_str(&rest[..open]);
        rest = &rest[close + 1..];
    }
    others.push_str(rest);
    let words = tokens(&others);
    let is_list = others.chars().all(|sign| " [],".contains(sign));
    let is_explained = has_word(&words, "saut jump solution suite coup joue move")
        && !has_word(&words, "solutions permis legal commence begins");
    (!jumps.is_empty() && (is_list || is_explained)).then_some(jumps)
}

fn result_statements(line: &str) -> Vec<SolitaireStatement> {
    let words = tokens(line);
    let has = |list: &str| has_word(&words, list);
    // The heading of the next board.
    if has("step etape etat coup tour move") && !has("plus no") {
        return Vec::new();
    }
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
    let mut statements = Vec::new();
    if has("bloque blocked perdu lost") || (has("plus no") && has("coup coups move moves possible"))
    {
        statements.push(Statement::Part(ShownPegs::Blocked));
    }
    if has("solution") && has("pas no") {
        return vec![Statement::Part(ShownPegs::Hopeless)];
    }
    number_before(&words, "pion pions peg pegs")
        .or_else(labelled_pegs)
        .map(|count| Statement::Part(ShownPegs::PegCount(count)))
        .into_iter()
        .chain(statements)
        .collect()
}

struct PrintedSolitaire {
    /// True if filled circles are holes, as in the handout's program.
    has_filled_holes: bool,
}

impl PrintedSolitaire {
    fn peg_list(&self, state: &SolitaireState) -> String {
        let text = if self.has_filled_holes {
            state.handout_text()
        } else {
            state.to_string()
        };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

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
            ShownPegs::Blocked => !state.is_won() && state.outcome().is_some(),
            ShownPegs::Hopeless => {
                !state.is_won() && !matches!(first_solution(state, HINT_MEMORY), Ok(Some(_)))
            }
        }
    }

    fn state_text(&self, state: &SolitaireState, _: Lang) -> String {
        self.peg_list(state)
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
        if *shown == ShownPegs::Blocked {
            return match state.possible_jumps().next() {
                Some(_) => self.unfinished_reason(state),
                None => sentence!("il ne reste qu'un pion", "a single peg is left"),
            };
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
    use crate::topics::printed::text::clean_lines;

    #[test]
    fn boards_and_jumps_are_read() {
        assert_eq!(
            board_row("⓪ ➊ ⓬"),
            Some(vec![(0, false), (1, true), (12, true)])
        );
        assert_eq!(board_row(" ● 0  ○12"), Some(vec![(0, true), (12, false)]));
        assert_eq!(board_row("(① pion, ➊ trou)"), None);
        let jumps = |line| listed_jumps(line, Numbering { first: 0 }).map(|jumps| jumps.len());
        assert_eq!(jumps("(3, 12) (0, 3) "), Some(2));
        assert_eq!(jumps("[(3, 7, 12), (0, 1, 3)]"), Some(2));
        assert_eq!(jumps("(3, 12)   Jump: 3 → 12, 13 pegs left"), Some(1));
        assert_eq!(jumps("Legal moves: (3, 12) (5, 12)"), None);
        assert_eq!(jumps("(11, 4): 775 solutions"), None);
        assert_eq!(jumps("(① peg, ➊ hole)"), None);
    }

    #[test]
    fn boards_of_signs_are_read() {
        let text = "    o\n   o o\n  o . o\n\nCoup 1 : 3 → 5\n";
        let (lines, boards) = join_sign_rows(&clean_lines(text));
        let [(line, board)] = &boards[..] else {
            panic!("one board: {boards:?}");
        };
        assert_eq!((*line, board.cells(), board.pegs), (1, 6, 0b10_1111));
        let mut reader = Reader::default();
        let statements = reader.statements(&lines[2].text);
        assert_eq!(statements, [Statement::Move(None, jump(3, 5))]);
        let list = clean_lines("plateau = [[1], [1, 1], [1, 0, 1]]");
        assert_eq!(join_sign_rows(&list).1, [(1, board.clone())]);
    }

    #[test]
    fn places_of_rows_and_columns_are_cells() {
        let cell =
            |place: &[u64], lengths: &[usize]| Numbering { first: 0 }.cell(place, Some(lengths));
        assert_eq!(cell(&[4, 2], &[1, 2, 3, 4, 5]), 12);
        assert_eq!(cell(&[0, 2], &[3, 3, 7, 7, 7, 3, 3]), 0);
        assert_eq!(cell(&[3, 3], &[3, 3, 7, 7, 7, 3, 3]), 16);
    }
}
