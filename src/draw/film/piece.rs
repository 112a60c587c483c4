//! Boards, pegs, stones and matches.

use super::palette::{MATCH, PLACE, STONES, WOOD, WOOD_EDGE};
use super::scene::{Shape, Side};
use crate::draw::svg::number;

/// A wooden board.
pub(super) fn board(shape: Shape, width: f64, height: f64) -> String {
    let (w, h) = (width / 2.0, height / 2.0);
    let wood = format!("fill=\"{WOOD}\" stroke=\"{WOOD_EDGE}\" stroke-width=\"2.5\"");
    match shape {
        Shape::Square => {
            let (left, top) = (number(1.5 - w), number(1.5 - h));
            let (width, height) = (number(width - 3.0), number(height - 3.0));
            format!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"12\" {wood}/>")
        }
        Shape::Tray => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{PLACE}\"/>",
            number(-w),
            number(-h)
        ),
        Shape::Triangle => {
            // A round stroke as thick as the corners are round.
            let (x, top, bottom) = (number(w - 20.0), number(18.0 - h), number(h - 18.0));
            let path = format!("M0 {top}L{x} {bottom}H-{x}Z");
            format!(
                "<path d=\"{path}\" stroke=\"{WOOD_EDGE}\" stroke-width=\"34\" stroke-linejoin=\"round\"/>\
                 <path d=\"{path}\" fill=\"{WOOD}\" stroke=\"{WOOD}\" stroke-width=\"29\" stroke-linejoin=\"round\"/>"
            )
        }
        Shape::Ring => {
            let radius = number(w - 36.0);
            format!(
                "<g fill=\"none\"><circle r=\"{radius}\" stroke=\"{WOOD_EDGE}\" stroke-width=\"71\"/>\
                 <circle r=\"{radius}\" stroke=\"{WOOD}\" stroke-width=\"66\"/></g>"
            )
        }
    }
}

/// Something round, with light from the upper left.
pub(super) fn ball(radius: f64, [body, light, edge]: [&str; 3]) -> String {
    let (x, wide, high) = (number(-radius * 0.32), number(radius * 0.3), number(radius * 0.2));
    format!(
        "<circle r=\"{}\" fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"1.6\"/>\
         <ellipse cx=\"{x}\" cy=\"{x}\" rx=\"{wide}\" ry=\"{high}\" transform=\"rotate(-45 {x} {x})\" fill=\"{light}\"/>",
        number(radius - 0.8)
    )
}

/// The colours of a stone.
pub(super) const fn stones(side: Side) -> [&'static str; 3] {
    match side {
        Side::First => STONES[0],
        Side::Second => STONES[1],
    }
}

/// A ring in the middle of a stone.
pub(super) fn spot(side: Side) -> String {
    let other = match side {
        Side::First => Side::Second,
        Side::Second => Side::First,
    };
    format!("<circle r=\"8\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.4\"/>", stones(other)[0])
}

/// A match, its head up.
pub(super) fn matchstick() -> String {
    let [stick, shade, head] = MATCH;
    format!(
        "<rect x=\"-2.5\" y=\"-24\" width=\"5\" height=\"55\" rx=\"1\" fill=\"{stick}\" stroke=\"{shade}\"/>\
         <ellipse cy=\"-24\" rx=\"4\" ry=\"6.5\" fill=\"{head}\" stroke=\"#7c1613\" stroke-width=\".8\"/>"
    )
}
