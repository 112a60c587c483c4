//! What each look is drawn as: SVG around the origin, in points.

use super::card;
use super::letters::Letters;
use super::palette::{HOLE, MARK, MARK_EDGE, MATCH, NO, ON_WOOD, PEG, PLACE, STONES, VEIL, WOOD, WOOD_EDGE, WORDS};
use super::scene::{Ground, Look, Shape, Side};
use crate::draw::render::number;

pub(super) fn art(look: &Look, letters: &Letters) -> String {
    match *look {
        Look::Face { suit, symbol, rank } => card::face(suit, symbol, rank, letters),
        Look::Value { value, most } => card::value(value, most, letters),
        Look::Back => card::back(),
        Look::Slot => format!("<rect x=\"-32\" y=\"-45\" width=\"64\" height=\"90\" rx=\"6\" fill=\"{PLACE}\"/>"),
        Look::Ring => around("<rect x=\"-34.5\" y=\"-47.5\" width=\"69\" height=\"95\" rx=\"8\"/>"),
        Look::Halo => around("<circle r=\"22\"/>"),
        Look::Leftwards => format!(
            "<circle r=\"11.5\" fill=\"{MARK}\" stroke=\"{MARK_EDGE}\" stroke-width=\"1.2\"/>\
             <path d=\"M6.5 4.5Q5.5 -5 -3 -3.2\" fill=\"none\" stroke=\"{MARK_EDGE}\" stroke-width=\"2.6\"/>\
             <path d=\"M-1.6 -8.6L-7.6 -1.6L0.6 2.4Z\" fill=\"{MARK_EDGE}\"/>"
        ),
        Look::Board { shape, width, height } => board(shape, width.into(), height.into()),
        Look::Hole => format!("<circle r=\"11\" fill=\"{HOLE}\"/>"),
        Look::Peg => ball(19.0, PEG),
        Look::Cell => {
            format!("<circle r=\"24.5\" fill=\"#cba267\" stroke=\"{WOOD_EDGE}\" stroke-width=\"1.4\"/>")
        }
        Look::Stone(side) => ball(23.0, STONES[usize::from(side == Side::Second)]),
        // In the colour of the other side.
        Look::Spot(side) => {
            let other = STONES[usize::from(side == Side::First)][0];
            format!("<circle r=\"8\" fill=\"none\" stroke=\"{other}\" stroke-width=\"2.4\"/>")
        }
        Look::Forbidden => format!(
            "<path d=\"M-10 -10L10 10M10 -10L-10 10\" stroke=\"{NO}\" stroke-width=\"5\" stroke-linecap=\"round\"/>"
        ),
        Look::Match => {
            let [stick, shade, head] = MATCH;
            format!(
                "<rect x=\"-2.5\" y=\"-24\" width=\"5\" height=\"55\" rx=\"1\" fill=\"{stick}\" stroke=\"{shade}\"/>\
                 <ellipse cy=\"-24\" rx=\"4\" ry=\"6.5\" fill=\"{head}\" stroke=\"#7c1613\" stroke-width=\".8\"/>"
            )
        }
        Look::Veil { width, height } => {
            let (w, h) = (f64::from(width), f64::from(height));
            let (left, top) = (number(-w / 2.0), number(-h / 2.0));
            format!("<rect x=\"{left}\" y=\"{top}\" width=\"{w}\" height=\"{h}\" fill=\"{VEIL}\" opacity=\".82\"/>")
        }
        Look::Words(ref words) => {
            let colour = match words.ground {
                Ground::Table => WORDS,
                Ground::Wood => ON_WOOD,
            };
            format!("<g fill=\"{colour}\">{}</g>", letters.block(words))
        }
    }
}

/// A bright line with dark ones beside it, which is seen on any ground.
fn around(outline: &str) -> String {
    format!(
        "<g fill=\"none\"><g stroke=\"{MARK_EDGE}\" stroke-width=\"5.5\">{outline}</g>\
         <g stroke=\"{MARK}\" stroke-width=\"3.5\">{outline}</g></g>"
    )
}

fn board(shape: Shape, width: f64, height: f64) -> String {
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
fn ball(radius: f64, [body, light, edge]: [&str; 3]) -> String {
    let (x, wide, high) = (number(-radius * 0.32), number(radius * 0.3), number(radius * 0.2));
    format!(
        "<circle r=\"{}\" fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"1.6\"/>\
         <ellipse cx=\"{x}\" cy=\"{x}\" rx=\"{wide}\" ry=\"{high}\" transform=\"rotate(-45 {x} {x})\" fill=\"{light}\"/>",
        number(radius - 0.8)
    )
}
