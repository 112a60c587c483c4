//! What each look is drawn as: SVG around the origin, in points.

use super::letters::Letters;
use super::palette::{HOLE, MARK, MARK_EDGE, NO, ON_WOOD, PEG, PLACE, VEIL, WOOD_EDGE, WORDS};
use super::scene::{Ground, Look};
use super::{card, piece};
use crate::draw::svg::number;

/// The drawing of a look.
pub(super) fn art(look: &Look, letters: &Letters) -> String {
    match *look {
        Look::Face { suit, symbol, rank } => card::face(suit, symbol, rank, letters),
        Look::Value { value, most } => card::value(value, most, letters),
        Look::Back => card::back(),
        Look::Slot => format!("<rect x=\"-32\" y=\"-45\" width=\"64\" height=\"90\" rx=\"6\" fill=\"{PLACE}\"/>"),
        Look::Ring => around("<rect x=\"-34.5\" y=\"-47.5\" width=\"69\" height=\"95\" rx=\"8\"/>"),
        Look::Halo => around("<circle r=\"22\"/>"),
        Look::Leftwards => leftwards(),
        Look::Board { shape, width, height } => piece::board(shape, width.into(), height.into()),
        Look::Hole => format!("<circle r=\"11\" fill=\"{HOLE}\"/>"),
        Look::Peg => piece::ball(19.0, PEG),
        Look::Cell => {
            format!("<circle r=\"24.5\" fill=\"#cba267\" stroke=\"{WOOD_EDGE}\" stroke-width=\"1.4\"/>")
        }
        Look::Stone(side) => piece::ball(23.0, piece::stones(side)),
        Look::Spot(side) => piece::spot(side),
        Look::Forbidden => format!(
            "<path d=\"M-10 -10L10 10M10 -10L-10 10\" stroke=\"{NO}\" stroke-width=\"5\" stroke-linecap=\"round\"/>"
        ),
        Look::Match => piece::matchstick(),
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

/// A round badge with an arrow that leaps to the left.
fn leftwards() -> String {
    format!(
        "<circle r=\"11.5\" fill=\"{MARK}\" stroke=\"{MARK_EDGE}\" stroke-width=\"1.2\"/>\
         <path d=\"M6.5 4.5Q5.5 -5 -3 -3.2\" fill=\"none\" stroke=\"{MARK_EDGE}\" stroke-width=\"2.6\"/>\
         <path d=\"M-1.6 -8.6L-7.6 -1.6L0.6 2.4Z\" fill=\"{MARK_EDGE}\"/>"
    )
}
