//! The pictures of peg solitaire: the board of a chart, and the film of a game.

use super::{TOPIC, game_over_text, jump_text};
use crate::prelude::*;
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::solitaire::{Board, Jump, SolitaireState};
use pioche_report::picture::{Board as BoardChart, BoardHole, ShadedCell};

const PITCH: f64 = 56.0;
/// The distance between the rows of a triangle with equal sides, in points.
const ROW_PITCH: f64 = 48.5;
const HEADER: f64 = 52.0;
/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 400.0;

/// Layers: board and holes, pegs, marks, numbers of cells, and the jumping peg.
const BOARD_LAYER: u32 = 1;
const PEG_LAYER: u32 = 2;
const MARK_LAYER: u32 = 3;
const NUMBER_LAYER: u32 = 4;
const JUMPING_LAYER: u32 = 5;

/// Returns the width and height of the pictures of the handout's program.
fn handout_size(board: Board) -> [usize; 2] {
    [board.column_count(), board.row_count()].map(|cells| 100 * (cells + 1))
}

/// Draws a state as the handout's program does, for boards of any size. The handout's text has no `xmlns`, without which
/// browsers show no picture.
#[doc(alias = "_affiche_pion_terminology")]
fn handout_svg(state: &SolitaireState) -> String {
    let board = state.board();
    let [width, height] = handout_size(board);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>\n\
         <rect width='{width}' height='{height}' fill='white'/>\n"
    );
    for cell in 0..board.cell_count() {
        let (row, column) = board.row_and_column(cell).unwrap_or_default();
        let left = if board.is_triangle() {
            width / 2 - 50 * row
        } else {
            100
        };
        // Python writes a division with its decimals.
        let x = (left + 100 * column) as f64;
        let y = 100 + 100 * row;
        let (fill, number_fill) = if state.pegs() >> cell & 1 == 1 {
            ("white", "black")
        } else {
            ("black", "white")
        };
        svg += &format!(
            "<circle cx='{x:.1}' cy='{}' fill='{fill}' stroke='black' r='20'/>\n\
             <text x='{x:.1}' y='{y}' fill='{number_fill}' text-anchor='middle' \
             font-size='30'>{cell}</text>\n",
            y - 10
        );
    }
    svg + "</svg>\n"
}

/// Draws the states of a game.
pub fn film(course: Course<SolitaireState>) -> Film {
    let size = picture_size(course.start().board());
    Film::new(TOPIC.title, size, course, |course, state| {
        let mut shapes = board_shapes(course.start().board());
        shapes.extend(peg_shapes(course, state));
        shapes.extend(header_shapes(
            &course.state(state),
            course.moves().get(state),
        ));
        shapes
    })
}

/// Draws the states of a game in the style of the handout's program.
pub fn handout_film(course: Course<SolitaireState>) -> Film {
    let [width, height] = handout_size(course.start().board());
    Film {
        title: TOPIC.title,
        size: (width as f64, height as f64),
        state_count: course.moves().len() + 1,
        draw: Box::new(move |state| Picture {
            svg: Some(handout_svg(&course.state(state))),
            ..Picture::default()
        }),
    }
}

fn picture_size(board: Board) -> (f64, f64) {
    let (width, height) = board_size(board);
    (
        (width + 2.0 * MARGIN).max(MIN_WIDTH),
        HEADER + height + MARGIN,
    )
}

/// Returns the cell at the start of the peg that is in `cell` after these jumps.
fn start_cell(jumps: &[Jump], cell: usize) -> usize {
    jumps.iter().rev().fold(cell, |cell, jump| {
        if usize::from(jump.to) == cell {
            jump.from.into()
        } else {
            cell
        }
    })
}

fn board_size(board: Board) -> (f64, f64) {
    let rows = board.row_count() as f64;
    let columns = board.column_count() as f64;
    if board.is_triangle() {
        (rows * PITCH + 92.0, (rows - 1.0) * ROW_PITCH + 128.0)
    } else {
        (columns * PITCH + 20.0, rows * PITCH + 20.0)
    }
}

fn cell_position(board: Board, cell: usize) -> (f64, f64) {
    let place = board.row_and_column(cell).unwrap_or_default();
    let row = place.0 as f64;
    let column = place.1 as f64;
    let middle = picture_size(board).0 / 2.0;
    if board.is_triangle() {
        (
            middle + (column - row / 2.0) * PITCH,
            HEADER + 72.0 + row * ROW_PITCH,
        )
    } else {
        let last_column = board.column_count() as f64 - 1.0;
        (
            middle + (column - last_column / 2.0) * PITCH,
            HEADER + 10.0 + (row + 0.5) * PITCH,
        )
    }
}

fn board_shapes(board: Board) -> Vec<Shape> {
    let (width, height) = board_size(board);
    let shape = if board.is_triangle() {
        BoardShape::Triangle
    } else {
        BoardShape::Rectangle
    };
    let centre = (picture_size(board).0 / 2.0, HEADER + height / 2.0);
    let mut shapes = vec![Shape::board(("board", 0), shape, (width, height), centre)];
    let caption = Caption::new(11.0, 30.0).align(Align::Middle).on_wood();
    for cell in 0..board.cell_count() {
        let (x, y) = cell_position(board, cell);
        let number = cell as u32;
        shapes.push(Shape::new(("hole", number), "hole", (x, y)).with_layer(BOARD_LAYER));
        let caption = caption.shape(("number", number), (x + 21.0, y + 24.0), &cell.to_string());
        shapes.push(caption.with_layer(NUMBER_LAYER));
    }
    shapes
}

fn peg_shapes(course: &Course<SolitaireState>, state: usize) -> Vec<Shape> {
    let position = course.state(state);
    let board = position.board();
    let jumps = course.moves();
    let landing_cell = jumps[..state].last().map(|jump| usize::from(jump.to));
    let leaving_cell = jumps.get(state).map(|jump| usize::from(jump.from));
    let mut shapes = Vec::new();
    for cell in 0..board.cell_count() {
        if position.pegs() >> cell & 1 == 0 {
            continue;
        }
        let has_landed = landing_cell == Some(cell);
        let hop = if has_landed { 26.0 } else { 0.0 };
        // A jumping peg is above the others.
        let layer = if has_landed || leaving_cell == Some(cell) {
            JUMPING_LAYER
        } else {
            PEG_LAYER
        };
        let id = ("peg", start_cell(&jumps[..state], cell) as u32);
        shapes.push(
            Shape::new(id, "peg", cell_position(board, cell))
                .with_hop(hop)
                .with_layer(layer),
        );
    }
    if let Some(cell) = leaving_cell {
        shapes.push(
            Shape::mark(("mark", 0), "piece-highlight", cell_position(board, cell))
                .with_layer(MARK_LAYER),
        );
    }
    shapes
}

/// Returns the number of pegs, and the next jump or the end of the game.
fn header_shapes(position: &SolitaireState, next_jump: Option<&Jump>) -> [Shape; 2] {
    let pegs = position.peg_count();
    let status = match next_jump {
        Some(jump) => jump_text(jump),
        None if position.outcome().is_some() => game_over_text(pegs),
        None => tr!("The game is not over"),
    };
    let count = tr!("Pegs: {pegs}", pegs);
    header(picture_size(position.board()).0, &count, &status)
}

/// Draws the numbers on the board if each of its holes is the empty one of a start.
pub fn adjust_picture(question: &Question<'_>, chart: &mut Chart) {
    if let Some(board) = board_chart(question) {
        chart.content = board.into();
        chart.note = tr!("Below each number, the cell that is empty at the start.");
    }
}

/// Returns the board with the number of each hole; `None` for other boards, or without a start for each hole.
fn board_chart(question: &Question<'_>) -> Option<BoardChart> {
    let first: &Solitaire = question.settings[0].summary.experiment_as()?;
    let board = first.board();
    let shares = question.settings.iter().map(|setting| setting.asked.value);
    let highest = shares.fold(f64::MIN_POSITIVE, f64::max);
    let mut holes = Vec::new();
    for setting in &question.settings {
        let start: &Solitaire = setting.summary.experiment_as()?;
        let (row, column) = board.row_and_column(start.hole())?;
        let shift = if board.is_triangle() {
            (board.row_count() as f64 - 1.0 - row as f64) / 2.0
        } else {
            0.0
        };
        holes.push(BoardHole {
            x: column as f64 + shift,
            y: row as f64,
            cell: ShadedCell {
                text: question.number(setting),
                shade: setting.asked.value / highest,
            },
            name: start.hole().to_string(),
        });
    }
    let has_all_holes = holes.len() == board.cell_count() && question.differing_keys.len() == 1;
    (has_all_holes && question.statistic().is_none()).then_some(BoardChart { holes })
}
