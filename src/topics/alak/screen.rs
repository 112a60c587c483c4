//! Alak on the screen: a row that wraps, or a ring; `x` and `o` are stones, `!` a cell forbidden at this turn, and a
//! star stands before the number of the last cell chosen.

use crate::lang::{Lang, Text};
use crate::play::Session;
use crate::play::screen::spots::{Grid, field};
use crate::play::screen::{Choice, Keys, Layout, Look, Role};
use crate::topics::duel::table::free;
use pioche_engine::games::Player;
use pioche_engine::games::alak::{Cell, Edge, State};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// From one cell to the next, its number included; the last one has no frame.
const PITCHES: [Size; 3] = [Size { width: 7, height: 5 }, Size { width: 5, height: 4 }, Size { width: 5, height: 1 }];

impl Layout for State {
    const KEYS: Keys = Keys {
        moves: Text::new("←→ Entrée jouer · Tab case libre", "←→ Enter play · Tab free cell"),
        more: None,
        help: Text::new(
            "Entrée ou Espace : poser un pion sur la case choisie. Tab : la prochaine case permise.",
            "Enter or Space: put a stone on the chosen cell. Tab: the next legal cell.",
        ),
        signs: Text::new(
            "x joueur 1 · o joueur 2 · ! case interdite à ce tour · * la dernière case jouée",
            "x player 1 · o player 2 · ! cell forbidden this turn · * the last cell played",
        ),
    };

    /// A ring that does not fit is drawn as a row; a row is broken only where no cell is small enough to avoid it.
    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        let rules = session.start().rules();
        let cells = rules.cells.get() as usize;
        if rules.edge == Edge::Ring
            && let Some(spots) = PITCHES.iter().find_map(|&pitch| ring(area, cells, pitch))
        {
            return Some(spots);
        }
        let grids = || PITCHES.iter().filter_map(|&pitch| Some((Grid::new(area, cells, pitch)?, pitch)));
        let (grid, pitch) = grids().find(|(grid, _)| grid.a_row == cells).or_else(|| grids().next())?;
        Some(grid.spots(cells, pitch))
    }

    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        let state = session.state();
        let last = session.plies().last().map(|cell| cell.0 as usize - 1);
        for (cell, &spot) in look.spots.iter().enumerate() {
            let bit = 1 << cell;
            let (sign, role) = if state.stones(Player::One) & bit != 0 {
                ('x', Some(Role::First))
            } else if state.stones(Player::Two) & bit != 0 {
                ('o', Some(Role::Second))
            } else if state.forbidden() & bit != 0 {
                ('!', Some(Role::Held))
            } else {
                (' ', None)
            };
            let at_cursor = cell == look.cursor;
            let bracket = at_cursor.then_some(Role::Cursor);
            let number = cell + 1;
            if spot.height > 1 {
                let frame = Rect { height: spot.height - 1, ..spot };
                look.border(buffer, frame, at_cursor, bracket);
                let middle = spot.x + spot.width / 2;
                look.write(buffer, (middle, spot.y + frame.height / 2), &sign.to_string(), role);
                let last = if last == Some(cell) { '*' } else { ' ' };
                let below = format!("{last}{number:>2}");
                look.write(buffer, (middle - 2, spot.bottom() - 1), &below, Some(Role::Faint));
            } else {
                let sign = if sign == ' ' { '·' } else { sign };
                look.write(buffer, (spot.x + 1, spot.y), &format!("{sign}{number:<2}"), role);
                if at_cursor {
                    look.write(buffer, (spot.x, spot.y), "[", bracket);
                    look.write(buffer, (spot.x + 4, spot.y), "]", bracket);
                }
            }
        }
    }

    fn choose(_: &Session<Self>, _: Option<usize>, spot: usize, _: usize) -> Choice<Cell> {
        Choice::Move(Cell(spot as u32 + 1))
    }

    fn open(session: &Session<Self>, _: Option<usize>, spots: usize) -> Vec<usize> {
        free(session, spots, |spot| Cell(spot as u32 + 1))
    }

    /// The cursor stays, since two people share it.
    fn home(_: &Session<Self>, cursor: usize, _: usize) -> usize {
        cursor
    }

    fn bar(session: &Session<Self>, lang: Lang) -> Vec<String> {
        let state = session.state();
        let [one, two] = [Player::One, Player::Two].map(|player| state.stones(player).count_ones());
        let cells: Vec<String> = state.forbidden_cells().iter().map(ToString::to_string).collect();
        let (fr, en) = (["case interdite :", "cases interdites :"], ["forbidden cell:", "forbidden cells:"]);
        let [single, many] = if lang == Lang::Fr { fr } else { en };
        let forbidden = lang.plural(cells.len() as u64, single, many);
        let forbidden = (!cells.is_empty()).then(|| format!("{forbidden} {}", cells.join(", ")));
        std::iter::once(format!("x {one} · o {two}")).chain(forbidden).collect()
    }
}

/// Cells round a rectangle, clockwise from its upper left corner; as square as the area allows.
fn ring(area: Rect, cells: usize, pitch: Size) -> Option<Vec<Rect>> {
    let (columns, rows) = (usize::from(area.width / pitch.width), usize::from(area.height / pitch.height));
    // How many cells stand on each side between the first row and the last.
    let least = cells.div_ceil(2).saturating_sub(columns);
    let most = rows.checked_sub(2).filter(|&most| columns >= 2 && least <= most)?;
    let sides = (cells.checked_sub(4)? / 4).clamp(least, most);
    let top = (cells - 2 * sides).div_ceil(2);
    let bottom = cells - 2 * sides - top;
    let right = (0..sides).map(|side| (top - 1, side + 1));
    let below = (0..bottom).map(|place| (top - 1 - place, sides + 1));
    let left = (0..sides).map(|side| (0, sides - side));
    let round = (0..top).map(|column| (column, 0)).chain(right).chain(below).chain(left);
    let halves: Vec<(u16, u16)> = round.map(|(column, row)| (2 * column as u16, row as u16)).collect();
    field(area, (top as u16, sides as u16 + 2), &halves, pitch)
}
