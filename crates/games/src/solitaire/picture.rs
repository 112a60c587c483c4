//! The pictures of peg solitaire: the board of a chart, and the film of a game.

use super::{TOPIC, game_over_text, jump_text};
use crate::prelude::*;
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::solitaire::{Board, Jump, SolitaireState};
use pioche_report::picture::{Board as BoardChart, BoardHole, ShadedCell};

/// The distance between the columns of a board, in points.
const PITCH: f64 = 56.0;
const HEADER: f64 = 52.0;
/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 400.0;

/// Layers: board and holes, pegs, marks, numbers of cells, and the jumping peg.
const BOARD_LAYER: u32 = 1;
const PEG_LAYER: u32 = 2;
const MARK_LAYER: u32 = 3;
const NUMBER_LAYER: u32 = 4;
const JUMPING_LAYER: u32 = 5;

/// Returns the column and the row of a cell, from 0. Each row of a triangle begins half a column before the row above it.
fn place(board: Board, cell: usize) -> Point {
    let (row, column) = board.row_and_column(cell).unwrap_or_default();
    let indent = if board.is_triangle() {
        (board.row_count() - 1 - row) as f64 / 2.0
    } else {
        0.0
    };
    (column as f64 + indent, row as f64)
}

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
        let (x, y) = place(board, cell);
        // Python writes a division with its decimals.
        let x = 100.0 + 100.0 * x;
        let y = 100.0 + 100.0 * y;
        let (fill, number_fill) = if state.pegs() >> cell & 1 == 1 {
            ("white", "black")
        } else {
            ("black", "white")
        };
        svg += &format!(
            "<circle cx='{x:.1}' cy='{}' fill='{fill}' stroke='black' r='20'/>\n\
             <text x='{x:.1}' y='{y}' fill='{number_fill}' text-anchor='middle' \
             font-size='30'>{cell}</text>\n",
            y - 10.0
        );
    }
    svg + "</svg>\n"
}

/// Draws the states of a game.
pub fn film(course: Course<SolitaireState>) -> Film {
    let size = picture_size(course.start().board());
    let state_count = course.moves().len() + 1;
    Film::new(TOPIC.title, size, state_count, move |state| {
        let mut shapes = board_shapes(course.start().board());
        shapes.extend(peg_shapes(&course, state));
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

/// The measures of a board, in points.
struct Frame {
    row_pitch: f64,
    /// The distance of the first row from the upper edge.
    top: f64,
    /// The width and the height beside those of the rows.
    border: Point,
}

fn frame(board: Board) -> Frame {
    if board.is_triangle() {
        // The sides are equal.
        return Frame {
            row_pitch: 48.5,
            top: 72.0,
            border: (92.0, 128.0),
        };
    }
    Frame {
        row_pitch: PITCH,
        top: 38.0,
        border: (20.0, 76.0),
    }
}

fn board_size(board: Board) -> Point {
    let Frame {
        row_pitch, border, ..
    } = frame(board);
    let rows = (board.row_count() - 1) as f64;
    (
        board.column_count() as f64 * PITCH + border.0,
        rows * row_pitch + border.1,
    )
}

fn picture_size(board: Board) -> Point {
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

fn cell_position(board: Board, cell: usize) -> Point {
    let Frame { row_pitch, top, .. } = frame(board);
    let (column, row) = place(board, cell);
    let middle_column = (board.column_count() - 1) as f64 / 2.0;
    (
        picture_size(board).0 / 2.0 + (column - middle_column) * PITCH,
        HEADER + top + row * row_pitch,
    )
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
    let mut shapes = Vec::new();
    for cell in 0..board.cell_count() {
        if position.pegs() >> cell & 1 == 0 {
            continue;
        }
        let id = ("peg", start_cell(&jumps[..state], cell) as u32);
        let peg = Shape::new(id, "peg", cell_position(board, cell));
        shapes.push(if landing_cell == Some(cell) {
            peg.with_hop(26.0).with_layer(JUMPING_LAYER)
        } else {
            peg.with_layer(PEG_LAYER)
        });
    }
    if let Some(jump) = jumps.get(state) {
        let place = cell_position(board, jump.from.into());
        let mark = Shape::mark(("mark", 0), "piece-highlight", place);
        shapes.push(mark.with_layer(MARK_LAYER));
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
        let (x, y) = place(board, start.hole());
        holes.push(BoardHole {
            x,
            y,
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
