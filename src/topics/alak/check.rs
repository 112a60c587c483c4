//! The check of printed games of Alak: boards of `.`, `x` and `o`, typed cells, and the announced winner.

use super::printed_board::{CellSigns, numbered_cells};
use super::{LINE_OR_RING, OWN_GROUP};
use crate::lang::{Lang, Problem, Sentence, Text, join_list, sentence};
use crate::topics::duel::game::TwoPlayerTopic;
use crate::topics::printed::text::{
    Line, Token, announces_stop, first_player, has_sign, has_word, join_numbered_rows,
    leading_player, moves_taken_back, named_player, number_before, numbers, text_after_prompt,
    tokens,
};
use crate::topics::printed::{
    CheckedGame, PrintedGame, PrintedGameCheck, Statement, compare, result_statement, stated_lines,
    winner_text,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::alak::state::stone_char;
use pioche_engine::games::alak::{
    AlakRefusal, AlakRules, AlakState, Cell, CellCount, OwnGroupRule,
};
use pioche_engine::games::{Course, Game, Player, Step};

pub const PRINTED_GAME: PrintedGameCheck = PrintedGameCheck {
    options: &[LINE_OR_RING, OWN_GROUP],
    game: Text::untranslated("Alak"),
    expected: Text::new(
        "une partie d'Alak affiche le plateau après chaque coup, par exemple « . x o . . », seul ou \
         au-dessus des numéros des cases",
        "a game of Alak shows the board after each move, such as “. x o . .”, alone or above the \
         numbers of its cells",
    ),
    check,
    is_about: |line| has_word(&line.tokens(), "alak licite carre"),
};

/// Something that a line shows of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ShownBoard {
    /// The cells, as [`AlakState::board_text`] writes them.
    Board(String),
    /// The larger and the smaller number of stones.
    Stones(u64, u64),
    /// The cells that are forbidden to the player to move.
    Forbidden(Vec<Cell>),
}

type AlakStatement = Statement<ShownBoard, Cell>;

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
    let signs = CellSigns::of_text(lines);
    // A program may number the cells from 0.
    let readings = |signs: CellSigns| {
        let numberings = [1, 0].map(|first_cell| LineReader { signs, first_cell });
        let verdicts: Result<Vec<_>, Problem> = numberings
            .iter()
            .map(|reader| reader.check(lines, args))
            .collect();
        verdicts.map(|verdicts| CheckedGame::best_reading(verdicts.into_iter().flatten()))
    };
    let verdict = readings(signs)?;
    if verdict.as_ref().is_none_or(CheckedGame::is_right) {
        return Ok(verdict);
    }
    // Player 1 may have the stones of player 2 in the handout.
    let exchanged = readings(signs.exchanged())?.filter(CheckedGame::is_right);
    Ok(exchanged.or(verdict))
}

/// The signs and numbers of a text.
struct LineReader {
    signs: CellSigns,
    /// The number of the first cell: 1, or 0 in some programs.
    first_cell: u32,
}

impl LineReader {
    fn check(&self, lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
        let row_length = |text: &str| self.signs.board(text).map(|cells| cells.len());
        let first_number =
            |text: &str| numbered_cells(text).map(|number| number + 1 - self.first_cell as usize);
        let lines = join_numbered_rows(lines, row_length, first_number);
        let first_board = lines.iter().find_map(|line| self.signs.board(&line.text));
        let cell_count = match &first_board {
            Some(board) if !board.contains('.') => return Ok(None),
            Some(board) => board.len() as u32,
            // Without boards, the number of cells is announced.
            None => match lines.iter().find_map(announced_size) {
                Some(cells) => cells,
                None => return Ok(None),
            },
        };
        let Ok(cells) = CellCount::new(cell_count) else {
            return Ok(None);
        };
        let mut has_begun = first_board.is_none();
        let lines = stated_lines(&lines, |line| {
            let statements = self.statements(&line.text);
            // The number of cells may be typed before the first board or move.
            has_begun |= statements
                .iter()
                .any(|statement| matches!(statement, Statement::State(_) | Statement::Move(..)));
            if has_begun { statements } else { Vec::new() }
        });
        let rules = AlakRules {
            cells,
            edge: args.get(&LINE_OR_RING)?,
            own_group: args.get(&OWN_GROUP)?,
        };
        let start = AlakState::new(rules);
        Ok(Some(compare(&PrintedAlak, start, &lines, args.lang)))
    }

    /// Returns the cell with a printed number.
    fn cell(&self, number: u64) -> Cell {
        let number = number.saturating_add(1 - u64::from(self.first_cell));
        Cell(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

/// Returns the number of cells of a line such as “Board of 9 cells”.
fn announced_size(line: &Line) -> Option<u32> {
    let words = line.tokens();
    let is_size = has_word(&words, "plateau board nombre number taille size");
    let number = number_before(&words, "case cases cell cells")
        .or_else(|| text_after_prompt(&line.text).parse().ok())?;
    u32::try_from(number).ok().filter(|_| is_size)
}

impl LineReader {
    fn statements(&self, line: &str) -> Vec<AlakStatement> {
        let words = tokens(line);
        let answer = text_after_prompt(line);
        let line_player = named_player(&words);
        if let Some(cells) = self.signs.board(line) {
            let turn = leading_player(&words).map(|(player, _)| Statement::Turn(player));
            let turn = turn.filter(|_| words.iter().any(|word| word.word().is_some()));
            if has_word(&words, "before avant") {
                return vec![Statement::Before(ShownBoard::Board(cells))];
            }
            return turn
                .into_iter()
                .chain([Statement::State(ShownBoard::Board(cells))])
                .collect();
        }
        if let Some(moves) = moves_taken_back(&words) {
            return vec![Statement::TakenBack(moves)];
        }
        if announces_stop(&words) {
            return vec![Statement::Stop];
        }
        if has_word(&words, "interdite interdites forbidden") {
            return self.forbidden_cells(&words).into_iter().collect();
        }
        let mut statements: Vec<AlakStatement> = self.announced_move(&words).into_iter().collect();
        let is_move = !statements.is_empty();
        statements.extend(result_statement(&words));
        statements.extend(stone_counts(&words).filter(|_| !is_move));
        if statements.is_empty() {
            statements.extend(self.entry(&words, answer, line_player));
        }
        statements
    }

    fn forbidden_cells(&self, words: &[Token]) -> Option<AlakStatement> {
        let is_list = has_word(words, "tour turn") && !has_word(words, "vous stones");
        let cells = numbers(words).into_iter().map(|number| self.cell(number));
        is_list.then(|| Statement::Part(ShownBoard::Forbidden(cells.collect())))
    }

    /// Returns the move of a line such as “Player 1 plays 4 and captures 2 stones”, “Cell chosen: 4” or “⚪ → 4”.
    fn announced_move(&self, words: &[Token]) -> Option<AlakStatement> {
        let cell = |words: &[Token]| numbers(words).first().map(|number| self.cell(*number));
        if has_word(words, "choisie chosen") {
            return cell(words).map(|cell| Statement::Move(None, cell));
        }
        let (player, after) = first_player(words)?;
        // The rules say what each player places.
        let is_said =
            has_word(words, "joue plays pose place places") && !has_word(words, "each chacun");
        let is_short = matches!(
            after,
            [Token::Sign('→' | '>'), Token::Number(_), ..]
                | [Token::Sign(','), Token::Word(_), Token::Number(_)]
        );
        let mv = cell(after).map(|cell| Statement::Move(Some(player), cell));
        mv.filter(|_| (is_said || is_short) && !has_sign(words, '?'))
    }
}

/// Returns the numbers of stones of a line such as “(5 stones to 4)” or “Player 1 wins 5-4”.
fn stone_counts(words: &[Token]) -> Option<AlakStatement> {
    let mut counts = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match leading_player(&words[at..]) {
            Some((_, length)) => at += length,
            None => {
                counts.extend(words[at].number());
                at += 1;
            }
        }
    }
    let is_count = has_word(words, "pion pions stone stones score") || has_sign(words, '-');
    let is_result = words.first() == Some(&Token::Sign('('))
        || has_word(words, "score contre gagne wins")
        || (has_word(words, "has have a") && named_player(words).is_some());
    let (most, least) = match counts[..] {
        [one, two] => (one.max(two), one.min(two)),
        [each] if has_word(words, "chacun each") => (each, each),
        _ => return None,
    };
    (is_count && is_result).then_some(Statement::Part(ShownBoard::Stones(most, least)))
}

/// Words of lines with numbers that are not typed, and with players other than the one to move.
const OTHER_NUMBERS: &str =
    "coups meilleur meilleurs best moves pions stones score positions cases each chacun";

impl LineReader {
    /// Returns the player to move and the typed cell of a line.
    fn entry(&self, words: &[Token], answer: &str, named: Option<Player>) -> Vec<AlakStatement> {
        if has_word(words, OTHER_NUMBERS) {
            return Vec::new();
        }
        let turn = named.map(Statement::Turn);
        let is_number = !answer.is_empty() && answer.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && !matches!(words, [Token::Word(_), Token::Number(_)]) {
            let cell = self.cell(answer.parse().unwrap_or(u64::MAX));
            return turn
                .into_iter()
                .chain([Statement::Entry(Some(cell))])
                .collect();
        }
        let is_turn = leading_player(words).is_some_and(|(_, length)| {
            words.len() == length || matches!(words[length], Token::Sign('(' | ':'))
        }) || has_word(words, "tour turn jouer move");
        turn.filter(|_| is_turn).into_iter().collect()
    }
}

struct PrintedAlak;

impl PrintedGame for PrintedAlak {
    type Game = AlakState;
    type Shown = ShownBoard;

    fn shows(&self, state: &AlakState, shown: &ShownBoard) -> bool {
        match shown {
            ShownBoard::Board(board) => state.board_text() == *board,
            ShownBoard::Stones(most, least) => {
                let [one, two] = stone_numbers(state);
                [one.max(two), one.min(two)] == [*most, *least]
            }
            ShownBoard::Forbidden(cells) => state.forbidden_cells() == *cells,
        }
    }

    fn state_text(&self, state: &AlakState, _: Lang) -> String {
        state.board_text()
    }

    fn refusal_reason(&self, state: &AlakState, refusal: &AlakRefusal) -> Sentence {
        let player = state.to_play().number();
        match *refusal {
            AlakRefusal::OffBoard(cell, cells) => sentence!(
                "la case {cell} n'existe pas : les cases vont de 1 à {cells}",
                "there is no cell {cell}: cells are numbered from 1 to {cells}"
            ),
            AlakRefusal::Occupied(cell) => {
                sentence!("la case {cell} est occupée", "cell {cell} is occupied")
            }
            AlakRefusal::Forbidden(cell) => sentence!(
                "la case {cell} est interdite : le joueur {player} vient d'y être capturé",
                "cell {cell} is forbidden: player {player} was just captured there"
            ),
        }
    }

    fn move_reason(&self, step: &Step<AlakState>) -> Sentence {
        AlakState::move_explanation(step)
    }

    fn other_state(
        &self,
        course: &Course<AlakState>,
        shown: &ShownBoard,
    ) -> (Option<AlakState>, Sentence) {
        let state = course.last();
        let ShownBoard::Board(board) = shown else {
            return (Some(*state), self.other_part(state, shown));
        };
        let cells = state.rules().cells.get();
        if board.len() != cells as usize {
            let found_cells = board.len();
            let reason = sentence!(
                "ce plateau a {found_cells} cases au lieu de {cells}",
                "this board has {found_cells} cells instead of {cells}"
            );
            return (None, reason);
        }
        other_board(state, board, course.moves().is_empty(), self)
    }

    fn other_part(&self, state: &AlakState, shown: &ShownBoard) -> Sentence {
        match shown {
            ShownBoard::Forbidden(_) => {
                let cells = state.forbidden_cells();
                let player = state.to_play().number();
                if cells.is_empty() {
                    return sentence!(
                        "aucune case n'est interdite au joueur {player}",
                        "no cell is forbidden to player {player}"
                    );
                }
                let fr = join_list(&cells, "et");
                let en = join_list(&cells, "and");
                sentence!(
                    "cases interdites au joueur {player} : {fr}",
                    "cells forbidden to player {player}: {en}"
                )
            }
            _ => self.result_reason(state),
        }
    }

    fn unfinished_reason(&self, state: &AlakState) -> Sentence {
        let player = state.to_play().number();
        let cell = state.legal_moves().first().map_or(0, |cell| cell.0);
        sentence!(
            "la partie n'est pas finie : le joueur {player} peut encore jouer, par exemple en {cell}",
            "the game is not over: player {player} can still play, for instance on cell {cell}"
        )
    }

    fn result_reason(&self, state: &AlakState) -> Sentence {
        let [one, two] = stone_numbers(state);
        let Sentence { fr, en } = winner_text(state.outcome());
        sentence!(
            "pions du joueur 1 : {one}, du joueur 2 : {two} ; {fr}",
            "stones of player 1: {one}, of player 2: {two}; {en}"
        )
    }

    fn is_endless(&self, course: &Course<AlakState>) -> bool {
        course.first_index_of_last_state().is_some()
    }
}

fn stone_numbers(state: &AlakState) -> [u64; 2] {
    [Player::One, Player::Two].map(|player| state.stones(player).count_ones().into())
}

/// Returns the board that should follow `state` instead of `board`, and the reason.
fn other_board(
    state: &AlakState,
    board: &str,
    is_start: bool,
    game: &PrintedAlak,
) -> (Option<AlakState>, Sentence) {
    let player = state.to_play();
    let number = player.number();
    let before = state.board_text();
    let placed = |player: Player| -> Vec<Cell> {
        let is_new = |(former, found): (char, char)| found == stone_char(player) && former != found;
        (1..)
            .zip(before.chars().zip(board.chars()))
            .filter(|(_, cells)| is_new(*cells))
            .map(|(cell, _)| Cell(cell))
            .collect()
    };
    let player_cells = placed(player);
    let others = placed(player.opponent());
    if is_start && player_cells.len() + others.len() > 1 {
        let reason = sentence!(
            "la partie commence sur un plateau vide",
            "the game begins with an empty board"
        );
        return (Some(*state), reason);
    }
    let [cell] = player_cells[..] else {
        let reason = if player_cells.is_empty() && !others.is_empty() {
            sentence!(
                "c'est au joueur {number} de jouer",
                "player {number} is to move"
            )
        } else {
            sentence!(
                "le joueur {number} pose un pion, sur une seule case",
                "player {number} places one stone, on one cell"
            )
        };
        return (None, reason);
    };
    match Course::play(*state, [cell]) {
        Ok(course) => (Some(*course.last()), capture_reason(&course.step(0), board)),
        Err((_, refusal)) => (Some(*state), game.refusal_reason(state, &refusal)),
    }
}

/// Explains the captures of a legal move that `board` shows otherwise.
fn capture_reason(step: &Step<AlakState>, board: &str) -> Sentence {
    let state = &step.before;
    let Sentence { fr, en } = AlakState::move_explanation(step);
    let expected = step.after.board_text();
    let cells_where = |is_other: fn(char, char) -> bool| -> Vec<usize> {
        (1..)
            .zip(expected.chars().zip(board.chars()))
            .filter(|(_, (expected, found))| is_other(*expected, *found))
            .map(|(cell, _)| cell)
            .collect()
    };
    let kept_cells = cells_where(|expected, found| expected == '.' && found != '.');
    let removed = cells_where(|expected, found| expected != '.' && found == '.');
    let list = |cells: &[usize]| [join_list(cells, "et"), join_list(cells, "and")];
    if !kept_cells.is_empty() {
        let [kept_fr, kept_en] = list(&kept_cells);
        return sentence!(
            "{fr} : plus aucune case vide ne touche le groupe de {kept_fr}, qui est retiré",
            "{en}: no empty cell touches the group on {kept_en}, which is removed"
        );
    }
    if !removed.is_empty() {
        let [removed_fr, removed_en] = list(&removed);
        let player_stone = stone_char(state.to_play());
        let is_own = removed
            .iter()
            .all(|cell| expected.chars().nth(cell - 1) == Some(player_stone));
        if is_own && state.rules().own_group == OwnGroupRule::Spared {
            return sentence!(
                "{fr} : ses propres pions ({removed_fr}) restent, d'après la règle 3",
                "{en}: their own stones ({removed_en}) stay, by rule 3"
            );
        }
        return sentence!(
            "{fr} : les pions en {removed_fr} restent",
            "{en}: the stones on {removed_en} stay"
        );
    }
    sentence!("{fr}", "{en}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::printed::text::clean_lines;
    use pioche_engine::games::Outcome;

    fn board_alone(text: &str) -> Option<String> {
        CellSigns::of_text(&clean_lines(text)).board(text)
    }

    #[test]
    fn boards_are_read_in_the_forms_of_programs() {
        for (text, expected) in [
            (". x o .", ".xo."),
            (".xo.", ".xo."),
            (". xO. .", ".xo.."),
            ("xx0000x", "xxoooox"),
            ("|.|x|o|", ".xo"),
            ("|   | X | O |", ".xo"),
            ("➖⚪⚫", ".xo"),
            ("after:  -WB", ".xo"),
            (".xo    x=1 o=1  captures : [3]", ".xo"),
            ("[0, 1, 2]", ".xo"),
            ("['.', 'x']", ".x"),
        ] {
            assert_eq!(board_alone(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "x",
            "0 0 0",
            "||||| |||",
            "1 2 3",
            "",
            "oui",
            "[12, 11, 10]",
        ] {
            assert_eq!(board_alone(text), None, "{text}");
        }
        assert_eq!(numbered_cells("1 2 3"), Some(1));
        assert_eq!(numbered_cells("123456789"), Some(1));
        assert_eq!(numbered_cells(" 9 10 11"), Some(9));
        assert_eq!(numbered_cells("5"), None);
        assert_eq!(numbered_cells("13"), None);
    }

    #[test]
    fn lines_of_dialogues_are_read() {
        let reader = LineReader {
            signs: CellSigns::of_text(&[]),
            first_cell: 1,
        };
        let cell = |number| Some(Cell(number));
        for (line, expected) in [
            ("Joueur 2", vec![Statement::Turn(Player::Two)]),
            ("Player 2 (random)", vec![Statement::Turn(Player::Two)]),
            (
                "Choisissez un nombre licite de carré : 10",
                vec![Statement::Entry(cell(10))],
            ),
            ("7", vec![Statement::Entry(cell(7))]),
            (
                "Player 1 plays 4 and captures 2 stones. The end: player 1 wins",
                vec![
                    Statement::Move(Some(Player::One), Cell(4)),
                    Statement::Result(Outcome::Winner(Player::One)),
                ],
            ),
            (
                "(5 pions à 4)",
                vec![Statement::Part(ShownBoard::Stones(5, 4))],
            ),
            (
                "Cases interdites à ce tour : 3 et 5",
                vec![Statement::Part(ShownBoard::Forbidden(vec![
                    Cell(3),
                    Cell(5),
                ]))],
            ),
            ("(x player 1, o player 2)", vec![]),
            (
                "Coup 3 : joueur 1, case 4",
                vec![Statement::Move(Some(Player::One), Cell(4))],
            ),
            (
                "2. ⚫ → 6  captures : [3]",
                vec![Statement::Move(Some(Player::Two), Cell(6))],
            ),
            (
                "Le joueur 1 a gagné avec 5 pions contre 4",
                vec![
                    Statement::Result(Outcome::Winner(Player::One)),
                    Statement::Part(ShownBoard::Stones(5, 4)),
                ],
            ),
            ("Legal moves: 4", vec![]),
        ] {
            assert_eq!(reader.statements(line), expected, "{line}");
        }
    }
}
