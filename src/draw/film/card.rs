//! Playing cards, 64 x 90 points around the origin: index in two corners, pips or a court in the middle.

use super::court;
use super::letters::Letters;
use super::palette::{self, BACK, BACK_LIGHT, EDGE, PAPER, STOCK_EDGE, SUITS};
use crate::draw::font::Weight;
use crate::draw::render::number;
use crate::draw::text::Align;

/// Heart, diamond, spade and club, each two points high and around the origin.
const SUIT_PATHS: [&str; 4] = [
    "M0 1C-.5 .4 -1 .1 -1 -.42C-1 -.78 -.76 -1 -.48 -1C-.24 -1 -.07 -.84 0 -.62C.07 -.84 .24 -1 .48 -1C.76 -1 1 -.78 1 -.42C1 .1 .5 .4 0 1Z",
    "M0 -1.08Q.3 -.45 .8 0Q.3 .45 0 1.08Q-.3 .45 -.8 0Q-.3 -.45 0 -1.08Z",
    "M0 -1C.4 -.45 1 -.15 1 .32C1 .64 .78 .8 .54 .8C.34 .8 .18 .7 .08 .54C.1 .8 .18 .94 .36 1L-.36 1C-.18 .94 -.1 .8 -.08 .54C-.18 .7 -.34 .8 -.54 .8C-.78 .8 -1 .64 -1 .32C-1 -.15 -.4 -.45 0 -1Z",
    "M.08 .22C.16 .4 .34 .52 .54 .52C.8 .52 1 .32 1 .06C1 -.2 .8 -.4 .54 -.4C.44 -.4 .36 -.38 .3 -.34C.4 -.42 .46 -.42 .46 -.56C.46 -.82 .26 -1 0 -1C-.26 -1 -.46 -.82 -.46 -.56C-.46 -.42 -.4 -.42 -.3 -.34C-.36 -.38 -.44 -.4 -.54 -.4C-.8 -.4 -1 -.2 -1 .06C-1 .32 -.8 .52 -.54 .52C-.34 .52 -.16 .4 -.08 .22C-.1 .66 -.18 .9 -.4 1L.4 1C.18 .9 .1 .66 .08 .22Z",
];

/// The outlines of the suits, for the head of a file.
pub(super) fn suits() -> String {
    let paths = SUIT_PATHS.iter().enumerate();
    paths.map(|(suit, path)| format!("<path id=\"s{suit}\" d=\"{path}\"/>")).collect()
}

fn paper(fill: &str, edge: &str) -> String {
    format!("<rect x=\"-31.5\" y=\"-44.5\" width=\"63\" height=\"89\" rx=\"5.5\" fill=\"{fill}\" stroke=\"{edge}\"/>")
}

/// A suit's sign of this height around a place; a letter for suits beyond four.
fn sign(suit: u8, symbol: char, height: f64, (x, y): (f64, f64), letters: &Letters) -> String {
    if usize::from(suit) < SUIT_PATHS.len() {
        let (x, y) = (number(x), number(y));
        return format!("<use href=\"#s{suit}\" transform=\"translate({x} {y}) scale({})\"/>", number(height / 2.0));
    }
    let size = height * 1.25;
    letters.line(&symbol.to_string(), size, Weight::Bold, Align::Middle, (x, y + size * 0.36))
}

/// A value in a corner: two digits take the room of one, so that they are read where cards overlap.
fn index(rank: &str, size: f64, (x, y): (f64, f64), letters: &Letters) -> String {
    if rank.chars().count() < 2 {
        return letters.line(rank, size, Weight::Bold, Align::Middle, (x, y));
    }
    let line = letters.line(rank, size, Weight::Bold, Align::Middle, (0.0, 0.0));
    format!("<g transform=\"translate({} {}) scale(.58 1)\">{line}</g>", number(x), number(y))
}

pub(super) fn face(suit: u8, symbol: char, rank: &str, letters: &Letters) -> String {
    let sign = |height: f64, place: (f64, f64)| sign(suit, symbol, height, place, letters);
    let index = index(rank, 17.5, (-21.8, -28.2), letters) + &sign(11.0, (-21.8, -18.4));
    let turned = format!("{index}<g transform=\"rotate(180)\">{index}</g>");
    let (middle, under) = match (rank, pips(rank)) {
        ("A", _) => (sign(34.0, (0.0, 0.0)), String::new()),
        ("V" | "D" | "R" | "J" | "Q" | "K", _) => (String::new(), court::court(rank, suit)),
        (_, Some(places)) => {
            let height = if places.len() > 8 { 10.0 } else { 12.0 };
            let pip = |&(x, y): &(f64, f64)| {
                let pip = sign(height, (x, -y.abs()));
                if y > 0.0 { format!("<g transform=\"rotate(180)\">{}</g>", sign(height, (-x, -y))) } else { pip }
            };
            (places.iter().map(pip).collect(), String::new())
        }
        (_, None) => {
            let value = letters.line(rank, 27.0, Weight::Bold, Align::Middle, (0.0, 4.0));
            (value + &sign(15.0, (0.0, 17.0)), String::new())
        }
    };
    let colour = SUITS[usize::from(suit) % SUITS.len()];
    format!("{}{under}<g fill=\"{colour}\">{turned}{middle}</g>", paper(PAPER, EDGE))
}

/// Where the pips of a value are.
fn pips(rank: &str) -> Option<Vec<(f64, f64)>> {
    const SIDE: f64 = 8.2;
    const END: f64 = 27.5;
    let columns = |rows: &[f64]| rows.iter().flat_map(|&y| [(-SIDE, y), (SIDE, y)]).collect::<Vec<_>>();
    let (mut places, middle): (Vec<_>, &[f64]) = match rank {
        "2" => (Vec::new(), &[-END, END]),
        "3" => (Vec::new(), &[-END, 0.0, END]),
        "4" => (columns(&[-END, END]), &[]),
        "5" => (columns(&[-END, END]), &[0.0]),
        "6" => (columns(&[-END, 0.0, END]), &[]),
        "7" => (columns(&[-END, 0.0, END]), &[-END / 2.0]),
        "8" => (columns(&[-END, 0.0, END]), &[-END / 2.0, END / 2.0]),
        "9" => (columns(&[-END, -END / 3.0, END / 3.0, END]), &[0.0]),
        "10" => (columns(&[-END, -END / 3.0, END / 3.0, END]), &[-END * 2.0 / 3.0, END * 2.0 / 3.0]),
        _ => return None,
    };
    places.extend(middle.iter().map(|&y| (0.0, y)));
    Some(places)
}

/// A card with a value and no suit: the higher, the darker.
pub(super) fn value(value: u8, most: u8, letters: &Letters) -> String {
    let (ground, ink) = palette::value(value, most);
    let text = value.to_string();
    let middle = if text.len() > 1 { 29.0 } else { 36.0 };
    let index = index(&text, 16.0, (-24.2, -29.5), letters);
    let large = letters.line(&text, middle, Weight::Bold, Align::Middle, (2.0, middle * 0.5));
    format!("{}<g fill=\"{ink}\">{index}<g transform=\"rotate(180)\">{index}</g>{large}</g>", paper(&ground, EDGE))
}

/// The back of a card: a lattice.
pub(super) fn back() -> String {
    let mut lozenges = String::new();
    for row in 0..9 {
        for column in 0..5 + row % 2 {
            let x = -20.0 - 5.0 * f64::from(row % 2) + 10.0 * f64::from(column);
            let y = -36.0 + 9.0 * f64::from(row);
            let half = (x.abs() > 24.0, x > 0.0);
            let path = match half {
                (false, _) => format!("M{} {}l3.4 4.5l-3.4 4.5l-3.4 -4.5z", number(x), number(y - 4.5)),
                (true, false) => format!("M{} {}l3.4 4.5l-3.4 4.5z", number(x), number(y - 4.5)),
                (true, true) => format!("M{} {}l-3.4 4.5l3.4 4.5z", number(x), number(y - 4.5)),
            };
            lozenges.push_str(&path);
        }
    }
    format!(
        "{}<rect x=\"-27.5\" y=\"-40.5\" width=\"55\" height=\"81\" rx=\"3.5\" fill=\"{BACK}\"/>\
         <path d=\"{lozenges}\" fill=\"{BACK_LIGHT}\"/>",
        paper(PAPER, STOCK_EDGE)
    )
}
