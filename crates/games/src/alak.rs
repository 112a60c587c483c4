//! Alak (handout 002). Texts are those of the handout where it has one.

use crate::duel::{self, Duel, best_moves_text, player_text, start_with_size, status_text};
use crate::prelude::*;
use crate::{DRAW, PLAYER1, PLAYER2};
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError, max_solvable_cells};
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{
    self, AlakRefusal, AlakRules, AlakState, CellCount, Edge, OwnGroupRule,
};
use std::collections::HashSet;
use std::f64::consts::TAU;

/// The topic, which has all verbs.
pub static TOPIC: Topic = duel::topic::<AlakState>();

const CELL: Text = Text("cell|cells");
const STONE: Text = Text("stone|stones");

const SETTINGS: &[Words] = &[
    Words::new(&AlakRules::CELLS, "N", CELL, Text("Number of cells")).list("3..12"),
    Words::new(
        &AlakRules::EDGE,
        "EDGE",
        Text("edge"),
        Text("Shape of the board: line, or ring (the last cell touches the first)"),
    )
    .list("line,ring"),
    Words::new(
        &AlakRules::OWN_GROUP,
        "RULE",
        Text("own group"),
        Text(
            "What happens to a group whose own player fills its last empty neighbour: spared or captured",
        ),
    )
    .phrase(|rule| match OwnGroupRule::from_value(rule) {
        Some(OwnGroupRule::Captured) => tr!("own group captured"),
        _ => tr!("own group spared"),
    })
    .list("spared,captured"),
];

impl Duel for AlakState {
    const TITLE: Text = Text("Alak");
    const SETTINGS: &'static [Words] = SETTINGS;
    const SIMULATE_ABOUT: Text = Text("Alak: who wins, and how often");
    const SHOW_ABOUT: Text = Text("Alak: a recorded game, or a simulated one, stone by stone");
    const SOLVE_ABOUT: Text =
        Text("Alak: the outcome that each player can force, and the best moves");
    const PLAY_ABOUT: Text = Text(
        "Alak: for two players, or against the computer; without options, the game asks for the settings",
    );
    const FILE_HELP: Text = Text(
        "File with the cells played, separated by spaces, such as `play --save` writes; `-` for the standard input",
    );
    const SIZE_QUESTION: Text =
        Text("Please enter the number of cells of the board (9 by default).\n");

    fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
        let start = Self::from_settings(&args.settings)?;
        let solution = AlakSolution::new(&start, MemoryLimit::default())
            .map_err(|error| Problem::from(Self::unsolved_text(&error)).caused_by(error))?;
        let bounds = solution.start_bounds();
        let states = solution.graph.position_count;
        let moves = solution
            .solved_position(&start)
            .map(|position| position.best_moves);
        let moves: Vec<u32> = moves
            .unwrap_or_default()
            .iter()
            .map(|cell| cell.0)
            .collect();
        let value = bounds.value();
        let margin = bounds.best_play_margin();
        let size = margin.unwrap_or_default().unsigned_abs();
        let (label, chart_text) = match value {
            AlakValue::Player1 => (PLAYER1, format!("1 ({size})")),
            AlakValue::Player2 => (PLAYER2, format!("2 ({size})")),
            AlakValue::Draw => (DRAW, "=".to_owned()),
            AlakValue::Endless => (Text("endless"), "…".to_owned()),
        };
        let word = Cell::Word(value.name().to_owned(), label.to_string());
        let move_list: Vec<String> = moves.iter().map(u32::to_string).collect();
        let cells = [
            ("value", Text("best play"), word),
            ("margin", Text("margin"), Cell::integer(margin)),
            ("low", Text("at least"), Cell::integer(bounds.low)),
            ("high", Text("at most"), Cell::integer(bounds.high)),
            ("states", Text("positions"), Cell::from(states)),
            (
                "best_moves",
                Text("best moves"),
                Cell::Text(move_list.join(", ")),
            ),
        ];
        let cells = cells.map(|(key, heading, cell)| (AnswerHeading(key, heading), cell));
        Ok(Answer {
            text: solution_text(bounds, states, &moves),
            json: json!({
                "value": value.to_string(),
                "margin": margin,
                "low": bounds.low,
                "high": bounds.high,
                "states": states,
                "best_moves": moves,
            }),
            row: Some(AnswerRow {
                cells: cells.to_vec(),
                chart_text,
                ..AnswerRow::new(value as usize, label.translated())
            }),
            ..Answer::default()
        })
    }

    fn unsolved_text(error: &SearchLimitError) -> String {
        let size = |memory: &MemoryLimit| memory_size(&memory.to_string());
        let cells = |cells: &u32| quantity((*cells).into(), CELL);
        match error {
            SearchLimitError::Cells(count) => tr!(
                "{cells} are too many to be solved: at most {MAX_CELLS}",
                cells = cells(count),
                MAX_CELLS
            ),
            SearchLimitError::Memory {
                cells: count,
                needed,
                bound,
                fits,
            } => tr!(
                "{cells} need about {needed}, more than the {bound} allowed; {fits} cells would fit",
                cells = cells(count),
                needed = size(needed),
                bound = size(bound),
                fits
            ),
            SearchLimitError::Refused {
                cells: count,
                needed,
            } => tr!(
                "{cells} need about {needed}, which the system does not grant",
                cells = cells(count),
                needed = size(needed)
            ),
        }
    }

    fn size_refusal() -> String {
        let start = start_with_size::<Self>("").expect("the defaults are a start");
        let solvable_cells = max_solvable_cells(start.rules(), MemoryLimit::default());
        tr!(
            "Type a number of cells: at most {max_cells}, or {solvable_cells} against the computer.",
            max_cells = CellCount::MAX,
            solvable_cells
        )
    }
}

impl Playable for AlakState {
    const IS_SLOW_TO_SOLVE: bool = true;
    const MOVE_SEPARATOR: &'static str = " ";

    fn explanation(step: &Step<Self>) -> String {
        let Step {
            before,
            mv: cell,
            after,
            ..
        } = step;
        let player = before.to_play();
        let play = tr!(
            "Player {player} plays {cell}",
            player = player.number(),
            cell
        );
        let [stones_before, stones_after] =
            [before, after].map(|state| state.stones(player).count_ones());
        if stones_after <= stones_before {
            let stones = quantity((stones_before + 1 - stones_after).into(), STONE);
            return tr!(
                "{play}: their own group ({stones}) is captured",
                play,
                stones
            );
        }
        match after.forbidden().count_ones() {
            0 => play,
            captured => {
                let stones = quantity(captured.into(), STONE);
                tr!("{play} and captures {stones}", play, stones)
            }
        }
    }

    #[doc(alias = "win")]
    fn result(&self, outcome: Outcome) -> String {
        let [one, two] = [Player::One, Player::Two].map(|player| self.stones(player).count_ones());
        let stones = quantity(one.max(two).into(), STONE);
        match outcome {
            Outcome::Winner(player) => tr!(
                "Winner: {winner}\n({stones} to {loser_stones})",
                winner = player.number(),
                stones,
                loser_stones = one.min(two)
            ),
            Outcome::Draw | Outcome::Remaining(_) => tr!("Draw\n({stones} each)", stones),
        }
    }

    /// The procedure `alak` of the handout: `display`, `select` and, at the end, `win`.
    fn handout_session(course: &Course<Self>) -> String {
        let mut session = String::new();
        let turn = |state: &Self| {
            let player = state.to_play().number();
            format!("{state}\n\nJoueur {player}\nChoisissez un nombre licite de carré : ")
        };
        course.for_each_step(|step| {
            session += &format!("{}{}\n\n", turn(&step.before), step.mv);
        });
        let last_state = course.last();
        session += &match last_state.outcome() {
            Some(Outcome::Winner(player)) => {
                format!("{last_state}\n\nGagnant : {}", player.number())
            }
            Some(_) => format!("{last_state}\n\nMatch nul"),
            None => turn(last_state),
        };
        session + "\n"
    }

    fn film(course: Course<Self>) -> Film {
        let size = picture_size(course.start().rules());
        Film::new(Self::TITLE, size, course, picture)
    }

    fn refusal_message(&self, refusal: &AlakRefusal) -> String {
        match *refusal {
            AlakRefusal::OffBoard(cell, cells) => {
                tr!(
                    "There is no cell {cell}; cells are numbered from 1 to {cells}.",
                    cell,
                    cells
                )
            }
            AlakRefusal::Occupied(cell) => tr!("Cell {cell} is occupied.", cell),
            AlakRefusal::Forbidden(cell) => tr!(
                "Cell {cell} is forbidden this turn: one of your stones was just captured there.",
                cell
            ),
        }
    }

    fn greeting(session: &Session<Self>) -> String {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = session.state().rules();
        let edge = match edge {
            Edge::Line => Text("on a line"),
            Edge::Ring => Text("in a ring"),
        };
        let group = match own_group {
            OwnGroupRule::Spared => Text(""),
            OwnGroupRule::Captured => Text(", without rule 3"),
        };
        let cells = quantity(cells.get().into(), CELL);
        format!("Alak, {cells} {edge}{group}.")
    }

    /// Forbidden cells are listed in words, as in the handout.
    #[doc(alias = "display")]
    fn state_text(session: &Session<Self>, columns: usize) -> String {
        let state = session.state();
        let board = numbered_board(state, columns);
        let mut lines = vec![board, tr!("(x player 1, o player 2)")];
        if session.end().is_some() {
            return lines.join("\n");
        }
        let player = state.to_play();
        lines.push(String::new());
        lines.push(player_text(player, session.player_spec(player)));
        let cells = state.forbidden_cells();
        let list = join_list(&cells, &tr!("and"));
        match cells[..] {
            [] => {}
            [_] => lines.push(tr!("Forbidden cell this turn: {list}", list)),
            _ => lines.push(tr!("Forbidden cells this turn: {list}", list)),
        }
        lines.join("\n")
    }

    #[doc(alias = "select")]
    fn question(_: &Session<Self>, _: &[String]) -> String {
        tr!("Which cell? ")
    }

    /// Returns `None` for a human, since the typed cell is already visible after the question.
    fn last_move_text(session: &Session<Self>) -> Option<String> {
        let step = session.course().last_step()?;
        let player = session.player_spec(step.before.to_play());
        (player != PlayerSpec::Human).then(|| tr!("Cell chosen: {cell}", cell = step.mv))
    }

    fn hint(session: &Session<Self>) -> String {
        /// The memory limit of a solver that takes a fraction of a second.
        const MEMORY: MemoryLimit = MemoryLimit(96 << 20);
        let state = session.state();
        let solution = AlakSolution::new(state, MEMORY).ok();
        let position = solution.and_then(|solution| solution.solved_position(state));
        match position.filter(|position| !position.finishing_moves.is_empty()) {
            Some(position) => format!(
                "{}\n{}",
                best_moves_text(&position.finishing_moves),
                value_text(position.bounds)
            ),
            None => Self::legal_moves_text(session),
        }
    }

    fn rules(&self) -> String {
        let AlakRules {
            edge, own_group, ..
        } = self.rules();
        let mut rules = vec![RULES];
        if own_group == OwnGroupRule::Captured {
            rules.push(Text(
                "If the group of the new stone then has no empty neighbour, it is captured too.",
            ));
        }
        if edge == Edge::Ring {
            rules.push(Text("The first and the last cell are neighbours."));
        }
        rules.push(Text("  4              place a stone on cell 4"));
        let lines: Vec<&str> = rules.into_iter().map(Text::translated).collect();
        lines.join("\n")
    }
}

const RULES: Text = Text(
    "In turn, each player places a stone (x for player 1, o for player 2) on an empty
cell. A group of the opponent that touches this stone and has no empty
neighbouring cell left is captured; its cells are forbidden to the opponent on
the next turn. The game ends when the player to move cannot place a stone; the
player with more stones wins.",
);

/// Formats the board with cell numbers below it, in as many pairs of lines as necessary.
fn numbered_board(state: &AlakState, columns: usize) -> String {
    let mut lines = vec![[String::new(), String::new()]];
    for (number, sign) in (1..).zip(state.board_text().chars()) {
        let number: String = i32::to_string(&number);
        let width = number.len() + 1;
        if lines[lines.len() - 1][1].len() + width > columns.saturating_sub(2) {
            lines.push(Default::default());
        }
        let last = lines.len() - 1;
        lines[last][0] += &format!("{sign:<width$}");
        lines[last][1] += &format!("{number:<width$}");
    }
    let lines = lines
        .iter()
        .map(|[signs, numbers]| format!("{}\n{}", signs.trim_end(), numbers.trim_end()));
    lines.collect::<Vec<_>>().join("\n\n")
}

fn solution_text(bounds: MarginBounds, states: u64, best_moves: &[u32]) -> String {
    let mut lines = vec![value_text(bounds)];
    let can_force_draw = bounds.low == Some(0) || bounds.high == Some(0);
    match bounds.value() {
        AlakValue::Draw if !can_force_draw => lines.push(tr!(
            "Neither player can force the draw alone, but both prefer it to endless play."
        )),
        AlakValue::Endless => lines.push(tr!(
            "Each player can avoid losing, but only by prolonging the game\nfor ever: no drawn end can be reached."
        )),
        _ => {}
    }
    if !best_moves.is_empty() {
        // On a large board the moves do not fit in one line.
        lines.push(wrap_parts(best_moves_text(best_moves).split(' '), " ", 80));
    }
    lines.push(String::new());
    lines.push(tr!("Margin: player 1's stones minus player 2's."));
    lines.push(forced_margin_text(1, bounds.low, Text("least")));
    lines.push(forced_margin_text(2, bounds.high, Text("most")));
    lines.push(tr!("Positions examined: ") + &integer(states));
    lines.join("\n") + "\n"
}

/// States the margin that a player can force, at least or at most.
fn forced_margin_text(player: u8, margin: Option<i32>, limit: Text) -> String {
    let Some(margin) = margin else {
        return tr!("Player {player} cannot force the game to end.", player);
    };
    let margin_text = format!("{margin:+}").replace('-', "−").replace("+0", "0");
    tr!(
        "Player {player} can force the game to end with a margin of at {limit} {margin_text}.",
        player,
        limit,
        margin_text
    )
}

/// States the result of best play: the winner and the margin in stones, a draw, or an endless game.
fn value_text(bounds: MarginBounds) -> String {
    let margin = bounds.best_play_margin().unwrap_or_default();
    let outcome_text = match bounds.value() {
        AlakValue::Player1 | AlakValue::Player2 => tr!(
            "player {player} wins by {margin}",
            player = if margin > 0 { 1 } else { 2 },
            margin = quantity(margin.unsigned_abs().into(), STONE)
        ),
        AlakValue::Draw => tr!("the game is a draw"),
        AlakValue::Endless => tr!("the game is endless"),
    };
    tr!("With best play, {outcome_text}.", outcome_text)
}

/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 480.0;
/// The height of two lines of captions above the board, in points.
const HEADER: f64 = 66.0;
/// The height of a line of cells with their numbers, in points, and the largest number of cells in a line.
const LINE_HEIGHT: f64 = 96.0;
const CELLS_PER_LINE: u32 = 12;
const PITCH: f64 = 56.0;
/// The drawings of the stones of both players, and of the spots on those that were placed last.
const STONES: [&str; 2] = ["stone1", "stone2"];
const SPOTS: [&str; 2] = ["spot1", "spot2"];

/// Draws stones on a line or a ring, and the cells that are forbidden for one turn.
fn picture(course: &Course<AlakState>, state: usize) -> Vec<Shape> {
    let position = course.state(state);
    let rules = position.rules();
    let mut shapes = board(rules);
    for cell in 0..rules.cells.get() {
        let [place, _] = cell_position(rules, cell);
        if let Some(player) = stone_owner(&position, cell) {
            let id = stone_id(&course.moves()[..state], cell);
            shapes.push(Shape::new(id, STONES[player as usize], place).with_layer(3));
        }
        if position.forbidden() >> cell & 1 == 1 {
            shapes.push(Shape::mark(("forbidden", cell), "cross", place).with_layer(4));
        }
    }
    let last_step = state.checked_sub(1).map(|index| course.step(index));
    if let Some(Step { before, mv, .. }) = &last_step
        && stone_owner(&position, mv.0 - 1).is_some()
    {
        let [place, _] = cell_position(rules, mv.0 - 1);
        let spot = Shape::mark(("spot", 0), SPOTS[before.to_play() as usize], place);
        shapes.push(spot.with_layer(5));
    }
    let status = repetition_text(course, state)
        .filter(|_| position.outcome().is_none())
        .unwrap_or_else(|| status_text(&position, last_step.as_ref()));
    shapes.extend(captions(&position, &status));
    shapes
}

fn picture_size(rules: AlakRules) -> (f64, f64) {
    let cells = rules.cells.get();
    let (width, height) = match rules.edge {
        Edge::Ring => {
            let diameter = 2.0 * radius(rules) + 136.0;
            (diameter, diameter)
        }
        Edge::Line => {
            let cells_per_line = f64::from(cells.min(CELLS_PER_LINE));
            let lines = f64::from(cells.div_ceil(CELLS_PER_LINE));
            (cells_per_line * PITCH + 26.0, lines * LINE_HEIGHT + 8.0)
        }
    };
    let width = (width + 2.0 * MARGIN).max(MIN_WIDTH);
    (width, HEADER + height + MARGIN)
}

/// Returns the distance of the cells of a ring from its centre.
fn radius(rules: AlakRules) -> f64 {
    (f64::from(rules.cells.get()) * PITCH / TAU).max(92.0)
}

fn board_centre(rules: AlakRules) -> Point {
    let (width, height) = picture_size(rules);
    (width / 2.0, HEADER + (height - HEADER - MARGIN) / 2.0)
}

/// Returns the centres of a cell and of its number.
fn cell_position(rules: AlakRules, cell: u32) -> [Point; 2] {
    let cells = rules.cells.get();
    let (x, y) = board_centre(rules);
    match rules.edge {
        Edge::Line => {
            let cells_per_line = cells.min(CELLS_PER_LINE);
            let line = cell / cells_per_line;
            let column = cell % cells_per_line;
            let x = x + (f64::from(column) - f64::from(cells_per_line - 1) / 2.0) * PITCH;
            let y = HEADER + 42.0 + f64::from(line) * LINE_HEIGHT;
            [(x, y), (x, y + 44.0)]
        }
        Edge::Ring => {
            let angle = TAU * f64::from(cell) / f64::from(cells);
            let at = |radius: f64| (x + radius * angle.sin(), y - radius * angle.cos());
            let number = at(radius(rules) + 49.0);
            [at(radius(rules)), (number.0, number.1 + 5.0)]
        }
    }
}

/// Draws the empty cells with their numbers.
fn board(rules: AlakRules) -> Vec<Shape> {
    let cells = rules.cells.get();
    let mut shapes = Vec::new();
    match rules.edge {
        Edge::Ring => {
            let diameter = 2.0 * radius(rules) + 72.0;
            let size = (diameter, diameter);
            shapes.push(Shape::board(
                ("board", 0),
                BoardShape::Ring,
                size,
                board_centre(rules),
            ));
        }
        Edge::Line => {
            let cells_per_line = cells.min(CELLS_PER_LINE);
            for line in 0..cells.div_ceil(cells_per_line) {
                let line_cells = (cells - line * cells_per_line).min(cells_per_line);
                let [(left, y), _] = cell_position(rules, line * cells_per_line);
                let centre = (left + f64::from(line_cells - 1) * PITCH / 2.0, y);
                let size = (f64::from(line_cells) * PITCH + 14.0, 70.0);
                shapes.push(Shape::board(
                    ("board", line),
                    BoardShape::Rectangle,
                    size,
                    centre,
                ));
            }
        }
    }
    let caption = Caption::new(13.0, 40.0).align(Align::Middle);
    for cell in 0..cells {
        let [place, number] = cell_position(rules, cell);
        shapes.push(Shape::new(("cell", cell), "cell", place).with_layer(1));
        shapes.push(caption.shape(("number", cell), number, &(cell + 1).to_string()));
    }
    shapes
}

fn stone_owner(state: &AlakState, cell: u32) -> Option<Player> {
    let mut players = [Player::One, Player::Two].into_iter();
    players.find(|player| state.stones(*player) >> cell & 1 == 1)
}

/// Returns the identity of the stone on a cell: its move or, of a stone of the start, its cell.
fn stone_id(moves: &[alak::Cell], cell: u32) -> ShapeId {
    match moves.iter().rposition(|mv| mv.0 == cell + 1) {
        Some(index) => ("stone", index as u32),
        None => ("first stone", cell),
    }
}

/// Draws the number of stones of each player, with a stone beside it, and what happens.
fn captions(position: &AlakState, status: &str) -> Vec<Shape> {
    let (width, _) = picture_size(position.rules());
    let room = (width - 2.0 * MARGIN).trunc();
    let caption = Caption::new(16.0, (room / 2.0).trunc() - 25.0).bold();
    let mut shapes = Vec::new();
    for (player, x, inwards, align) in [
        (Player::One, MARGIN, 1.0, Align::Start),
        (Player::Two, width - MARGIN, -1.0, Align::End),
    ] {
        let index = player as u32;
        let sign = Shape::new(
            ("sign", index),
            STONES[index as usize],
            (x + 9.0 * inwards, MARGIN + 10.0),
        );
        shapes.push(sign.with_scale(0.4));
        let stones = position.stones(player).count_ones() as usize;
        let count = player_count_text(player, stones, STONE);
        let place = (x + 25.0 * inwards, MARGIN + 16.0);
        shapes.push(caption.align(align).shape(("count", index), place, &count));
    }
    let status_caption = Caption::new(15.0, room);
    shapes.push(status_caption.shape(("status", 0), (MARGIN, MARGIN + 42.0), status));
    shapes
}

/// Returns the caption of a position that occurred before. The game is endless if it stops at its first repetition.
fn repetition_text(course: &Course<AlakState>, state: usize) -> Option<String> {
    let positions: Vec<AlakState> = course.states().take(state + 1).collect();
    let (last, earlier_positions) = positions.split_last()?;
    let mut earlier = earlier_positions.iter();
    let moves = state - earlier.rposition(|earlier| earlier == last)?;
    let is_first = earlier_positions.iter().collect::<HashSet<_>>().len() == state;
    Some(if is_first && state == course.moves().len() {
        tr!("Same position as {moves} moves ago: endless game", moves)
    } else {
        tr!("Same position as {moves} moves ago", moves)
    })
}
