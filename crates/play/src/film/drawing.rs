//! The SVG drawing of each kind of sprite, centred on the origin, in points; and the colours. Colours differ in
//! lightness too, for print and for colour-blind readers.
//!
//! A playing card is 64 x 90 points, with value and suit in two corners and a large symbol in the middle.

use super::scene::{BoardShape, Caption, SpriteKind};
use pioche_engine::games::Player;
use pioche_report::draw::Align::Middle;
use pioche_report::draw::Weight::Bold;
use pioche_report::draw::{LEADING, TextBlock, svg_number, svg_text};
use resvg::tiny_skia::Color;

pub(super) const TABLE: &str = "#24594a";
const TEXT: &str = "#f6f2e4";
const PLACE: &str = "#1c4a3d";
/// A shade behind words in front of everything else.
const VEIL: &str = "#0d231d";
/// Marks and their outline.
const MARK: &str = "#ffc93c";
const MARK_EDGE: &str = "#4a3500";
const WOOD: &str = "#d9b27c";
const WOOD_EDGE: &str = "#9c7340";
const ON_WOOD: &str = "#5b3d1a";
/// The colours of a peg: body, highlight, edge.
const PEG: [&str; 3] = ["#1f5fae", "#8fbcf0", "#0f3468"];
/// The colours of the stones of both players: body, highlight, edge. White begins, as in the handout.
const STONES: [[&str; 3]; 2] = [
    ["#f7f3e8", "#ffffff", "#6f6a5e"],
    ["#1d2026", "#6b7480", "#05070a"],
];
/// The largest number of lines of words.
const MAX_CAPTION_LINES: usize = 2;

pub(super) fn table_colour() -> Color {
    Color::from_rgba8(0x24, 0x59, 0x4a, 255)
}

pub(super) fn sprite_svg(kind: &SpriteKind) -> String {
    match kind {
        SpriteKind::SuitedCard { suit, symbol, rank } => suited_card(*suit, *symbol, rank),
        SpriteKind::ValueCard { value, max_value } => value_card(*value, *max_value),
        SpriteKind::CardBack => card_back(),
        SpriteKind::CardHighlight => {
            highlight("<rect x='-34.5' y='-47.5' width='69' height='95' rx='8'/>")
        }
        SpriteKind::PieceHighlight => highlight("<circle r='22'/>"),
        SpriteKind::JumpLeftBadge => format!(
            "<circle r='11.5' fill='{MARK}' stroke='{MARK_EDGE}' stroke-width='1.2'/>\
             <path d='M6.5 4.5Q5.5 -5 -3 -3.2' fill='none' stroke='{MARK_EDGE}' \
             stroke-width='2.6'/>\
             <path d='M-1.6 -8.6L-7.6 -1.6L0.6 2.4Z' fill='{MARK_EDGE}'/>"
        ),
        SpriteKind::Board {
            shape,
            width,
            height,
        } => board_svg(*shape, f64::from(*width), f64::from(*height)),
        SpriteKind::Hole => "<circle r='11' fill='#573a19'/>".to_owned(),
        SpriteKind::Peg => ball_svg(19.0, PEG),
        SpriteKind::Cell => {
            format!("<circle r='24.5' fill='#cba267' stroke='{WOOD_EDGE}' stroke-width='1.4'/>")
        }
        SpriteKind::Stone(side) => ball_svg(23.0, STONES[*side as usize]),
        SpriteKind::LastMoveSpot(side) => {
            let stroke = STONES[usize::from(*side == Player::One)][0];
            format!("<circle r='8' fill='none' stroke='{stroke}' stroke-width='2.4'/>")
        }
        SpriteKind::ForbiddenCross => {
            "<path d='M-10 -10L10 10M10 -10L-10 10' stroke='#b3122b' stroke-width='5' \
             stroke-linecap='round'/>"
                .to_owned()
        }
        SpriteKind::Match => "<rect x='-2.5' y='-24' width='5' height='55' rx='1' fill='#f0d29b' \
                              stroke='#b98f52'/><ellipse cy='-24' rx='4' ry='6.5' fill='#c9302c' \
                              stroke='#7c1613' stroke-width='.8'/>"
            .to_owned(),
        SpriteKind::Veil { width, height } => {
            let left = svg_number(-f64::from(*width) / 2.0);
            let top = svg_number(-f64::from(*height) / 2.0);
            format!(
                "<rect x='{left}' y='{top}' width='{width}' height='{height}' fill='{VEIL}' \
                 opacity='.82'/>"
            )
        }
        SpriteKind::Caption(words) => caption_svg(words),
    }
}

/// Draws words within their width, with the base of the first line at the origin.
fn caption_svg(caption: &Caption) -> String {
    let colour = if caption.is_on_wood { ON_WOOD } else { TEXT };
    let block = TextBlock::wrap_or_shrink(
        &caption.text,
        caption.size.into(),
        caption.weight,
        caption.max_width.into(),
        MAX_CAPTION_LINES,
    );
    let line = |(number, line): (usize, &String)| {
        let baseline = number as f64 * block.size * LEADING;
        svg_text(
            line,
            (block.size, caption.weight),
            caption.align,
            (0.0, baseline),
            colour,
        )
    };
    block.lines.iter().enumerate().map(line).collect()
}

/// Draws a bright outline between dark ones, which is visible on any background.
fn highlight(outline: &str) -> String {
    format!(
        "<g fill='none'><g stroke='{MARK_EDGE}' stroke-width='5.5'>{outline}</g>\
         <g stroke='{MARK}' stroke-width='3.5'>{outline}</g></g>"
    )
}

fn board_svg(shape: BoardShape, width: f64, height: f64) -> String {
    let half_width = width / 2.0;
    let half_height = height / 2.0;
    let rectangle = |inset: f64, radius: u8, paint: &str| {
        format!(
            "<rect x='{}' y='{}' width='{}' height='{}' rx='{radius}' {paint}/>",
            svg_number(inset - half_width),
            svg_number(inset - half_height),
            svg_number(width - 2.0 * inset),
            svg_number(height - 2.0 * inset)
        )
    };
    match shape {
        BoardShape::Rectangle => rectangle(
            1.5,
            12,
            &format!("fill='{WOOD}' stroke='{WOOD_EDGE}' stroke-width='2.5'"),
        ),
        BoardShape::Tray => rectangle(0.0, 10, &format!("fill='{PLACE}'")),
        BoardShape::Triangle => {
            // The stroke is as thick as the corners are round.
            let x = svg_number(half_width - 20.0);
            let top = svg_number(18.0 - half_height);
            let bottom = svg_number(half_height - 18.0);
            let path = format!("M0 {top}L{x} {bottom}H-{x}Z");
            format!(
                "<path d='{path}' stroke='{WOOD_EDGE}' stroke-width='34' stroke-linejoin='round'/>\
                 <path d='{path}' fill='{WOOD}' stroke='{WOOD}' stroke-width='29' \
                 stroke-linejoin='round'/>"
            )
        }
        BoardShape::Ring => {
            let radius = svg_number(half_width - 36.0);
            format!(
                "<g fill='none'><circle r='{radius}' stroke='{WOOD_EDGE}' stroke-width='71'/>\
                 <circle r='{radius}' stroke='{WOOD}' stroke-width='66'/></g>"
            )
        }
    }
}

/// Draws a ball, lit from the upper left.
fn ball_svg(radius: f64, [body, light, edge]: [&str; 3]) -> String {
    let x = svg_number(-radius * 0.32);
    let light_length = svg_number(radius * 0.3);
    let light_width = svg_number(radius * 0.2);
    format!(
        "<circle r='{}' fill='{body}' stroke='{edge}' stroke-width='1.6'/>\
         <ellipse cx='{x}' cy='{x}' rx='{light_length}' ry='{light_width}' transform='rotate(-45 {x} {x})' \
         fill='{light}'/>",
        svg_number(radius - 0.8)
    )
}

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
        "<rect x='-31.5' y='-44.5' width='63' height='89' rx='5.5' fill='{fill}' stroke='{edge}'/>"
    )
}

fn suited_card(suit: u8, symbol: char, rank: &str) -> String {
    let colour = SUIT_COLOURS[usize::from(suit) % SUIT_COLOURS.len()];
    let sign = |size: f64, x: f64, y: f64| {
        svg_text(&symbol.to_string(), (size, Bold), Middle, (x, y), colour)
    };
    // Two digits are as wide as one.
    let narrow = if rank.chars().count() > 1 { 0.58 } else { 1.0 };
    let rank = svg_text(rank, (19.0, Bold), Middle, (0.0, 0.0), colour);
    let corner = format!(
        "<g transform='translate(-21.2 -27.2) scale({narrow} 1)'>{rank}</g>{}",
        sign(15.0, -21.2, -13.6)
    );
    format!(
        "{}{corner}<g transform='rotate(180)'>{corner}</g>{}",
        card_outline(PAPER, EDGE),
        sign(44.0, 0.0, 16.0)
    )
}

/// Draws a card with a value and no suit; higher values are darker.
fn value_card(value: u8, max_value: u8) -> String {
    let (ground, ink) = value_colours(value, max_value);
    let number = svg_text(&value.to_string(), (36.0, Bold), Middle, (0.0, 13.0), ink);
    format!("{}{number}", card_outline(&ground, EDGE))
}

/// Returns the background of a value and the colour of the digits on it.
fn value_colours(value: u8, max_value: u8) -> (String, &'static str) {
    let share = if max_value > 1 {
        f64::from(value - 1) / f64::from(max_value - 1)
    } else {
        0.0
    };
    let position = share * (VALUE_COLOURS.len() - 1) as f64;
    let low = (position as usize).min(VALUE_COLOURS.len() - 2);
    let colour: [f64; 3] = std::array::from_fn(|part| {
        VALUE_COLOURS[low][part]
            + (VALUE_COLOURS[low + 1][part] - VALUE_COLOURS[low][part]) * (position - low as f64)
    });
    let brightness = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
    let hex: String = colour
        .iter()
        .map(|part| format!("{:02x}", part.round() as u8))
        .collect();
    (
        format!("#{hex}"),
        if brightness < 150.0 { PAPER } else { INK },
    )
}

fn card_back() -> String {
    // The edge is light, since a stock shows only the edges of its cards.
    format!(
        "{}<rect x='-27.5' y='-40.5' width='55' height='81' rx='3.5' fill='#2a4f8c'/>\
         <path d='M0 -34L21 0L0 34L-21 0ZM0 -22L-13.6 0L0 22L13.6 0ZM0 -10L6.2 0L0 10L-6.2 0Z' \
         fill='#9db8e0'/>",
        card_outline(PAPER, "#c3c6bf")
    )
}
