//! A grid: a table of coloured cells with heads and a key.

use super::canvas::{Canvas, Letters, Run};
use super::figure::Grid;
use super::legend::{draw_key, key_height};
use super::palette::{GREY, INK, shade};
use crate::draw::area::Area;
use crate::draw::font::{Weight, width};
use crate::draw::text::{Align, Block, clean};

const HEAD: f64 = 7.4;
const CELL: f64 = 7.6;
const ROW_HEIGHT: f64 = 19.0;
const WIDEST_CELL: f64 = 72.0;

/// The heads of a grid in a panel of some width.
struct Heads {
    rows: Vec<Block>,
    columns: Vec<Block>,
    column_label: Block,
    left: f64,
    cell_width: f64,
}

impl Heads {
    fn new(grid: &Grid, width: f64) -> Self {
        let fit = |text: &String, room: f64, most| Block::fit(text, HEAD, Weight::Book, room, most);
        let rows: Vec<Block> = grid.rows.iter().map(|head| fit(head, width * 0.34, 2)).collect();
        let left = rows.iter().map(Block::width).fold(0.0, f64::max) + 6.0;
        let cell_width = ((width - left) / grid.columns.len() as f64).min(WIDEST_CELL);
        let columns = grid.columns.iter().map(|head| fit(head, cell_width - 2.0, 3)).collect();
        let column_label = fit(&grid.column_label, width - left, 2);
        Self { rows, columns, column_label, left, cell_width }
    }

    fn height(&self) -> f64 {
        let label = if self.column_label.lines.is_empty() { 0.0 } else { self.column_label.height() + 2.0 };
        label + self.columns.iter().map(Block::height).fold(0.0, f64::max) + 3.0
    }
}

/// The height that a grid asks for.
pub(super) fn height(grid: &Grid, width: f64) -> f64 {
    let heads = Heads::new(grid, width);
    let row = heads.rows.iter().map(Block::height).fold(ROW_HEIGHT, f64::max);
    heads.height() + row * grid.rows.len() as f64 + key_height(&grid.key, width - heads.left) + 4.0
}

/// Draws a grid in its panel.
pub(super) fn draw(canvas: &mut Canvas, grid: &Grid, panel: Area<f64>) {
    let heads = Heads::new(grid, panel.width());
    let key = key_height(&grid.key, panel.width() - heads.left);
    let (top, left) = (panel.top + heads.height(), panel.left + heads.left);
    let row_height = ((panel.bottom - key - 4.0 - top) / grid.rows.len() as f64).clamp(4.0, 30.0);
    let size = cell_letters(grid, heads.cell_width - 3.0, row_height);
    let right = left + heads.cell_width * grid.columns.len() as f64;
    canvas.block(&heads.column_label, ((left + right) / 2.0, panel.top), GREY, Align::Middle, Run::Across);
    for (i, head) in heads.columns.iter().enumerate() {
        let x = left + (i as f64 + 0.5) * heads.cell_width;
        canvas.block(head, (x, top - head.height() - 3.0), INK, Align::Middle, Run::Across);
    }
    for (i, (row, head)) in grid.cells.iter().zip(&heads.rows).enumerate() {
        let middle = top + (i as f64 + 0.5) * row_height;
        canvas.block(head, (left - 6.0, middle - head.height() / 2.0), INK, Align::End, Run::Across);
        for (j, cell) in row.iter().enumerate() {
            let x = left + j as f64 * heads.cell_width;
            let area = Area {
                left: x + 0.5,
                right: x + heads.cell_width - 0.5,
                top: middle - row_height / 2.0 + 0.5,
                bottom: middle + row_height / 2.0 - 0.5,
            };
            let colour = shade(cell.shade);
            canvas.fill(area, colour);
            let at = (x + heads.cell_width / 2.0, middle + 0.36 * size);
            canvas.text(
                &cell.text,
                at,
                Letters { size, weight: Weight::Book, colour: colour.letters() },
                Align::Middle,
                Run::Across,
            );
        }
    }
    let under = if right - left > 150.0 { Area { left, right, ..panel } } else { panel };
    draw_key(canvas, &grid.key, under, top + row_height * grid.rows.len() as f64 + 6.0);
}

/// One size for all cells, so that the longest text fits.
fn cell_letters(grid: &Grid, room: f64, height: f64) -> f64 {
    let widest = grid.cells.iter().flatten().map(|c| width(&clean(&c.text), 1.0, Weight::Book));
    let widest = widest.fold(0.0, f64::max).max(1e-6);
    CELL.min(room / widest).min(height * 0.72)
}
