//! Playing cards, 64 x 90 points, centred on the origin: value and suit in two corners and a large symbol in the
//! middle.

use crate::draw::font::Weight::Bold;
use crate::draw::render::svg_number;
use crate::draw::text::Align::Middle;
use crate::draw::text::svg_text;

const PAPER: &str = "#fffdf6";
const EDGE: &str = "#8d938f";
const INK: &str = "#17191f";
/// The colours of the suits ♥, ♦, ♠, ♣, then of further suits.
const SUIT_COLOURS: [&str; 8] = [
    "#cf1430", "#cf1430", INK, INK, "#0b6b4f", "#7b2f8f", "#a65a00", "#1b5fa3",
];
/// The colours of values without suits, from the lowest to the highest; red, green and blue from 0 to 255.
const VALUE_COLOURS: [[f64; 3]; 4] = [
    [253.0, 246.0, 227.0],
    [245.0, 196.0, 110.0],
    [206.0, 92.0, 62.0],
    [96.0, 24.0, 66.0],
];

fn card_outline(fill: &str, edge: &str) -> String {
    format!(
        "<rect x=\"-31.5\" y=\"-44.5\" width=\"63\" height=\"89\" rx=\"5.5\" fill=\"{fill}\" stroke=\"{edge}\"/>"
    )
}

/// Returns a drawing for the upper left corner together with its upside-down copy in the lower right one.
fn both_corners(corner: &str) -> String {
    format!("{corner}<g transform=\"rotate(180)\">{corner}</g>")
}

/// Draws a value in a corner. Two digits are as wide as one, so that they stay readable on overlapping cards.
fn corner_rank(rank: &str, size: f64, (x, y): (f64, f64), colour: &str) -> String {
    let narrow = if rank.chars().count() > 1 { 0.58 } else { 1.0 };
    let line = svg_text(rank, (size, Bold), Middle, (0.0, 0.0), colour);
    format!(
        "<g transform=\"translate({} {}) scale({narrow} 1)\">{line}</g>",
        svg_number(x),
        svg_number(y)
    )
}

pub(super) fn suited_card(suit: u8, symbol: char, rank: &str) -> String {
    let colour = SUIT_COLOURS[usize::from(suit) % SUIT_COLOURS.len()];
    let sign = |size: f64, x: f64, y: f64| {
        svg_text(&symbol.to_string(), (size, Bold), Middle, (x, y), colour)
    };
    let corner = corner_rank(rank, 19.0, (-21.2, -27.2), colour) + &sign(15.0, -21.2, -13.6);
    format!(
        "{}{}{}",
        card_outline(PAPER, EDGE),
        both_corners(&corner),
        sign(44.0, 0.0, 16.0)
    )
}

/// Draws a card with a value and no suit; higher values are darker.
pub(super) fn value_card(value: u8, max_value: u8) -> String {
    let (ground, ink) = value_colours(value, max_value);
    let rank = value.to_string();
    let size = if rank.len() > 1 { 29.0 } else { 36.0 };
    let corner = corner_rank(&rank, 16.0, (-24.2, -29.5), ink);
    let middle = svg_text(&rank, (size, Bold), Middle, (2.0, size * 0.5), ink);
    format!(
        "{}{}{middle}",
        card_outline(&ground, EDGE),
        both_corners(&corner)
    )
}

/// Returns the background of a value and the colour of the digits on it.
fn value_colours(value: u8, max_value: u8) -> (String, &'static str) {
    let share = if max_value > 1 {
        f64::from(value - 1) / f64::from(max_value - 1)
    } else {
        0.0
    };
    let at = share * (VALUE_COLOURS.len() - 1) as f64;
    let low = (at as usize).min(VALUE_COLOURS.len() - 2);
    let mixed: [f64; 3] = std::array::from_fn(|part| {
        VALUE_COLOURS[low][part]
            + (VALUE_COLOURS[low + 1][part] - VALUE_COLOURS[low][part]) * (at - low as f64)
    });
    let grey = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
    let hex: String = mixed
        .iter()
        .map(|part| format!("{:02x}", part.round() as u8))
        .collect();
    (format!("#{hex}"), if grey < 150.0 { PAPER } else { INK })
}

pub(super) fn card_back() -> String {
    // The edge is light, since a stock shows only the edges of its cards.
    format!(
        "{}<rect x=\"-27.5\" y=\"-40.5\" width=\"55\" height=\"81\" rx=\"3.5\" fill=\"#2a4f8c\"/>\
         <path d=\"M0 -34L21 0L0 34L-21 0ZM0 -22L-13.6 0L0 22L13.6 0ZM0 -10L6.2 0L0 10L-6.2 0Z\" fill=\"#9db8e0\"/>",
        card_outline(PAPER, "#c3c6bf")
    )
}
