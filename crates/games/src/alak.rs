//! Alak (handout 002). Texts are those of the handout where it has one.

use crate::duel::{self, Duel, best_moves_text, player_text, status_text};
use crate::prelude::*;
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError};
use pioche_engine::games::alak::solve::{AlakSolution, AlakValue, MarginBounds};
use pioche_engine::games::alak::{AlakRefusal, AlakRules, AlakState, Edge, OwnGroupRule};
use pioche_report::Glossary;
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
    const SIZE_QUESTION: Text =
        Text("Please enter the number of cells of the board (9 by default).\n");

    fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
        let start = Self::from_settings(&args.settings)?;
        let solution = AlakSolution::new(&start, MemoryLimit::default())
            .map_err(|error| Problem::from(Self::unsolved_text(&error)).caused_by(error))?;
        let bounds = solution.start_bounds();
        let states = solution.graph.position_count;
        let position = solution.solved_position(&start);
        let best_moves = position.map_or_else(Vec::new, |position| position.best_moves);
        let moves: Vec<u32> = best_moves.iter().map(|cell| cell.0).collect();
        let value = bounds.value();
        let margin = bounds.best_play_margin();
        let size = margin.unwrap_or_default().unsigned_abs();
        let label = TOPIC.find(value.name()).unwrap_or_default();
        let move_list: Vec<String> = moves.iter().map(u32::to_string).collect();
        let cells = [
            (
                "value",
                Text("best play"),
                Cell::Word(value.name().to_owned(), label.to_owned()),
            ),
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
        let json_cells = cells.iter().map(|(heading, cell)| (heading.0, cell.json()));
        let mut json: Value = json_cells.collect();
        json["best_moves"] = json!(moves);
        Ok(Answer {
            text: solution_text(bounds, states, &best_moves),
            json,
            row: Some(AnswerRow {
                cells: cells.to_vec(),
                chart_text: match value {
                    AlakValue::Draw => "=".to_owned(),
                    AlakValue::Endless => "…".to_owned(),
                    _ => format!("{} ({size})", value as u8 + 1),
                },
                ..AnswerRow::new(value as usize, label)
            }),
            ..Answer::default()
        })
    }

    fn unsolved_text(error: &SearchLimitError) -> String {
        let cells = |count: u32| quantity(count.into(), CELL);
        let (count, max_cells) = match *error {
            SearchLimitError::Cells(count) => (count, MAX_CELLS),
            SearchLimitError::Memory { cells, fits, .. } => (cells, fits),
            SearchLimitError::Refused {
                cells: count,
                needed,
            } => {
                return tr!(
                    "{cells} need about {needed}, which the system does not grant",
                    cells = cells(count),
                    needed = memory_size(&needed.to_string())
                );
            }
        };
        tr!(
            "{cells} are too many to be solved: at most {max_cells}",
            cells = cells(count),
            max_cells
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
        let size = Layout::new(course.start().rules()).size;
        let state_count = course.moves().len() + 1;
        Film::new(Self::TITLE, size, state_count, move |state| {
            picture(&course, state)
        })
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
        let settings = session.state().start_settings();
        let phrases = settings
            .iter()
            .map(|field| TOPIC.setting_phrase(field.key(), &field.value));
        format!("Alak, {}.", phrases.collect::<Vec<_>>().join(", "))
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
    let signs: Vec<char> = state.board_text().chars().collect();
    let width = signs.len().to_string().len();
    let cells_per_line = (columns / (width + 1)).max(1);
    let mut lines = Vec::new();
    for (line, signs) in signs.chunks(cells_per_line).enumerate() {
        let first = line * cells_per_line + 1;
        let numbers = (first..).take(signs.len());
        let join = |cells: Vec<String>| cells.join(" ").trim_end().to_owned();
        let signs = signs.iter().map(|sign| format!("{sign:<width$}"));
        let numbers = numbers.map(|number| format!("{number:<width$}"));
        lines.push(format!(
            "{}\n{}",
            join(signs.collect()),
            join(numbers.collect())
        ));
    }
    lines.join("\n\n")
}

fn solution_text(bounds: MarginBounds, states: u64, best_moves: &[impl ToString]) -> String {
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
const PLAYERS: [(Player, &str, &str); 2] = [
    (Player::One, "stone1", "spot1"),
    (Player::Two, "stone2", "spot2"),
];

/// The board of pictures.
struct Layout {
    /// The width and the height of a picture.
    size: Point,
    /// The parts of the board, each with its size and its centre.
    wood: Vec<(BoardShape, Point, Point)>,
    /// The centres of the cells and of their numbers.
    cells: Vec<[Point; 2]>,
}

impl Layout {
    fn new(rules: AlakRules) -> Self {
        match rules.edge {
            Edge::Line => Self::line(rules.cells),
            Edge::Ring => Self::ring(rules.cells),
        }
    }

    fn line(cells: u32) -> Self {
        let columns = cells.min(CELLS_PER_LINE);
        let width = (f64::from(columns) * PITCH + 26.0 + 2.0 * MARGIN).max(MIN_WIDTH);
        let x = |column: f64| width / 2.0 + (column - f64::from(columns - 1) / 2.0) * PITCH;
        let y = |line: u32| HEADER + 42.0 + f64::from(line) * LINE_HEIGHT;
        let lines = cells.div_ceil(columns);
        let wood = |line: u32| {
            let line_cells = f64::from((cells - line * columns).min(columns));
            let centre = (x((line_cells - 1.0) / 2.0), y(line));
            (
                BoardShape::Rectangle,
                (line_cells * PITCH + 14.0, 70.0),
                centre,
            )
        };
        let cell = |cell: u32| {
            let (x, y) = (x(f64::from(cell % columns)), y(cell / columns));
            [(x, y), (x, y + 44.0)]
        };
        Self {
            size: (
                width,
                HEADER + f64::from(lines) * LINE_HEIGHT + 8.0 + MARGIN,
            ),
            wood: (0..lines).map(wood).collect(),
            cells: (0..cells).map(cell).collect(),
        }
    }

    fn ring(cells: u32) -> Self {
        let radius = (f64::from(cells) * PITCH / TAU).max(92.0);
        let diameter = 2.0 * radius + 136.0;
        let width = (diameter + 2.0 * MARGIN).max(MIN_WIDTH);
        let centre = (width / 2.0, HEADER + diameter / 2.0);
        let cell = |cell: u32| {
            let angle = TAU * f64::from(cell) / f64::from(cells);
            let at = |radius: f64, lower: f64| {
                let x = centre.0 + radius * angle.sin();
                (x, centre.1 - radius * angle.cos() + lower)
            };
            [at(radius, 0.0), at(radius + 49.0, 5.0)]
        };
        let wood_size = (diameter - 64.0, diameter - 64.0);
        Self {
            size: (width, HEADER + diameter + MARGIN),
            wood: vec![(BoardShape::Ring, wood_size, centre)],
            cells: (0..cells).map(cell).collect(),
        }
    }
}

/// Draws stones on a line or a ring, the cells that are forbidden for one turn, the number of stones of each player, with a
/// stone beside it, and what happens.
fn picture(course: &Course<AlakState>, state: usize) -> Vec<Shape> {
    let position = course.state(state);
    let layout = Layout::new(position.rules());
    let last_step = state.checked_sub(1).map(|index| course.step(index));
    let last_cell = last_step.as_ref().map(|step| step.mv.0 - 1);
    let mut shapes = Vec::new();
    for (number, (shape, size, centre)) in (0..).zip(layout.wood) {
        shapes.push(Shape::board(("board", number), shape, size, centre));
    }
    let number_caption = Caption::new(13.0, 40.0).align(Align::Middle);
    for (cell, [place, number]) in (0..).zip(layout.cells) {
        shapes.push(Shape::new(("cell", cell), "cell", place).with_layer(1));
        shapes.push(number_caption.shape(("number", cell), number, &(cell + 1).to_string()));
        if position.forbidden() >> cell & 1 == 1 {
            shapes.push(Shape::mark(("forbidden", cell), "cross", place).with_layer(4));
        }
        for (player, stone, spot) in PLAYERS {
            if position.stones(player) >> cell & 1 == 0 {
                continue;
            }
            shapes.push(Shape::new(("stone", cell), stone, place).with_layer(3));
            if last_cell == Some(cell) {
                shapes.push(Shape::mark(("spot", 0), spot, place).with_layer(5));
            }
        }
    }
    let (width, _) = layout.size;
    let room = (width - 2.0 * MARGIN).trunc();
    let count_caption = Caption::new(16.0, (room / 2.0).trunc() - 25.0).bold();
    let sides = [
        (MARGIN, 1.0, Align::Start),
        (width - MARGIN, -1.0, Align::End),
    ];
    for ((player, stone, _), (x, inwards, align)) in PLAYERS.into_iter().zip(sides) {
        let index = player as u32;
        let place = (x + 9.0 * inwards, MARGIN + 10.0);
        shapes.push(Shape::new(("sign", index), stone, place).with_scale(0.4));
        let stones = position.stones(player).count_ones() as usize;
        let count = player_count_text(player, stones, STONE);
        let place = (x + 25.0 * inwards, MARGIN + 16.0);
        shapes.push(
            count_caption
                .align(align)
                .shape(("count", index), place, &count),
        );
    }
    let status = status_text(&position, last_step.as_ref());
    let status_caption = Caption::new(15.0, room);
    shapes.push(status_caption.shape(("status", 0), (MARGIN, MARGIN + 42.0), &status));
    shapes
}
