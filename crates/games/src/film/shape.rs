//! The things in pictures: cards, boards, pegs, stones, matches, marks and words, each drawn as SVG around the origin, in
//! points. Colours differ in lightness too, for print and for colour-blind readers.
//!
//! A playing card is 64 x 90 points, with value and suit in two corners and a large symbol in the middle.

use pioche_engine::cards::Card;
use pioche_report::draw::Align::Middle;
use pioche_report::draw::Weight::Bold;
use pioche_report::draw::{Align, LEADING, TextBlock, Weight, svg_number, svg_text};
use pioche_report::lang::Lang;
use resvg::tiny_skia::Color;
use std::rc::Rc;

/// The identity of a thing in a film: its class and its number.
pub type ShapeId = (&'static str, u32);

/// A position from the left and from the top, in points.
pub type Point = (f64, f64);

/// A thing in a picture. It keeps its identity from picture to picture; between two pictures it moves from one position
/// to the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub(crate) id: ShapeId,
    /// The SVG elements of the thing around the origin.
    pub(crate) drawing: Rc<str>,
    /// The centre; of words, the anchor of their alignment and the base of the first line.
    pub(crate) position: Point,
    /// The layer; shapes of a higher layer hide those of a lower one.
    pub(crate) layer: u32,
    /// The height of the hop on the way to this picture, in points; 0 for a slide.
    pub(crate) hop_height: f64,
    pub(crate) appearance: Appearance,
}

/// The way in which a shape appears and disappears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appearance {
    /// Fades during the motion.
    Fade,
    /// Hidden during the motion, as marks are.
    Hide,
    /// Changes when the motion has ended, as words do.
    Hold,
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardShape {
    /// A rectangle with a frame.
    Rectangle,
    /// A rectangle with round corners, recessed into the table.
    Tray,
    /// A triangle on its base, with round corners.
    Triangle,
    /// A ring as thick as a cell.
    Ring,
}

pub(super) const TABLE: &str = "#24594a";
const TEXT: &str = "#f6f2e4";
const PLACE: &str = "#1c4a3d";
const WOOD: &str = "#d9b27c";
const WOOD_EDGE: &str = "#9c7340";
const ON_WOOD: &str = "#5b3d1a";
const PAPER: &str = "#fffdf6";
const INK: &str = "#17191f";
/// The colours of the suits ♥, ♦, ♠, ♣, then of further suits.
const SUIT_COLOURS: [&str; 8] = [
    "#cf1430", "#cf1430", INK, INK, "#0b6b4f", "#7b2f8f", "#a65a00", "#1b5fa3",
];
pub(super) fn table_colour() -> Color {
    Color::from_rgba8(0x24, 0x59, 0x4a, 255)
}

/// The drawings of things that always look the same, a line each: `<g id='peg'>…</g>`.
const DRAWINGS: &str = include_str!("drawings.svg");

/// Returns a drawing of `drawings.svg`.
fn drawing(name: &str) -> &'static str {
    let start = format!("<g id='{name}'>");
    let drawings = DRAWINGS.lines().find_map(|line| line.strip_prefix(&start));
    let drawing = drawings.and_then(|line| line.strip_suffix("</g>"));
    drawing.unwrap_or_else(|| panic!("no drawing is called {name}"))
}

impl Shape {
    /// Creates a shape of natural size in the lowest layer, which fades in and out. Its drawing is that of this name.
    pub(crate) fn new(id: ShapeId, name: &str, position: Point) -> Self {
        Self::with_drawing(id, drawing(name), position)
    }

    fn with_drawing(id: ShapeId, drawing: impl Into<Rc<str>>, position: Point) -> Self {
        Self {
            id,
            drawing: drawing.into(),
            position,
            layer: 0,
            hop_height: 0.0,
            appearance: Appearance::Fade,
        }
    }

    /// Creates a mark on other shapes, which is hidden during motions.
    pub(crate) fn mark(id: ShapeId, name: &str, position: Point) -> Self {
        Self {
            appearance: Appearance::Hide,
            ..Self::new(id, name, position)
        }
    }

    pub(crate) fn with_layer(self, layer: u32) -> Self {
        Self { layer, ..self }
    }

    pub(crate) fn with_scale(self, scale: f64) -> Self {
        self.with_attribute(&format!("transform='scale({})'", svg_number(scale)))
    }

    /// Gives the whole drawing an attribute of SVG.
    pub(super) fn with_attribute(self, attribute: &str) -> Self {
        let drawing = format!("<g {attribute}>{}</g>", self.drawing);
        Self {
            drawing: drawing.into(),
            ..self
        }
    }

    pub(crate) fn with_hop(self, hop_height: f64) -> Self {
        Self { hop_height, ..self }
    }

    /// Creates a playing card with the letters of the language.
    pub(crate) fn card(id: ShapeId, card: Card, position: Point) -> Self {
        let colour = SUIT_COLOURS[usize::from(card.suit()) % SUIT_COLOURS.len()];
        let symbol = card.suit_symbol().to_string();
        let sign = |size: f64, at: Point| svg_text(&symbol, (size, Bold), Middle, at, colour);
        let rank = match Lang::current() {
            Lang::Fr => card.french_rank(),
            Lang::En => card.english_rank(),
        };
        // Two digits are as wide as one.
        let narrow = if rank.chars().count() > 1 { 0.58 } else { 1.0 };
        let rank = svg_text(rank, (19.0, Bold), Middle, (0.0, 0.0), colour);
        let corner = format!(
            "<g transform='translate(-21.2 -27.2) scale({narrow} 1)'>{rank}</g>{}",
            sign(15.0, (-21.2, -13.6))
        );
        let drawing = format!(
            "{}{corner}<g transform='rotate(180)'>{corner}</g>{}",
            card_paper(PAPER),
            sign(44.0, (0.0, 16.0))
        );
        Self::with_drawing(id, drawing, position)
    }

    /// Creates a card with a value and no suit; higher values are darker.
    pub(crate) fn value_card(id: ShapeId, value: u8, max_value: u8, position: Point) -> Self {
        let share = f64::from(value - 1) / f64::from(max_value.max(2) - 1);
        let hue = 404.0 - 79.0 * share * share;
        let paper = format!(
            "hsl({hue:.0},{:.0}%,{:.0}%)",
            87.0 - 27.0 * share,
            94.0 - 70.0 * share
        );
        let ink = if share < 0.55 { INK } else { PAPER };
        let number = svg_text(&value.to_string(), (36.0, Bold), Middle, (0.0, 13.0), ink);
        Self::with_drawing(id, card_paper(&paper) + &number, position)
    }

    /// Creates a board of a width and a height.
    pub(crate) fn board(
        id: ShapeId,
        shape: BoardShape,
        (width, height): (f64, f64),
        position: Point,
    ) -> Self {
        Self::with_drawing(
            id,
            board_svg(shape, width.trunc(), height.trunc()),
            position,
        )
    }
}

/// The form of words in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Caption {
    /// The size of the letters in points.
    size: f64,
    align: Align,
    weight: Weight,
    /// The available width in points; longer text is broken or shrunk.
    max_width: f64,
    colour: &'static str,
}

/// The largest number of lines of words.
const MAX_CAPTION_LINES: usize = 2;

impl Caption {
    /// Words on the table, in regular weight, which begin at their position.
    pub(crate) const fn new(size: f64, max_width: f64) -> Self {
        Self {
            size,
            align: Align::Start,
            weight: Weight::Regular,
            max_width,
            colour: TEXT,
        }
    }

    pub(crate) const fn bold(self) -> Self {
        Self {
            weight: Bold,
            ..self
        }
    }

    pub(crate) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Gives dark letters, which are for the wood of boards.
    pub(crate) const fn on_wood(self) -> Self {
        Self {
            colour: ON_WOOD,
            ..self
        }
    }

    /// Places a text in front of other shapes.
    pub(crate) fn shape(&self, id: ShapeId, position: Point, text: &str) -> Shape {
        let block = TextBlock::wrap_or_shrink(
            text,
            self.size,
            self.weight,
            self.max_width.trunc(),
            MAX_CAPTION_LINES,
        );
        let mut drawing = String::new();
        for (number, line) in block.lines.iter().enumerate() {
            let baseline = number as f64 * block.size * LEADING;
            let font = (block.size, self.weight);
            drawing += &svg_text(line, font, self.align, (0.0, baseline), self.colour);
        }
        Shape {
            appearance: Appearance::Hold,
            ..Shape::with_drawing(id, drawing, position).with_layer(u32::MAX)
        }
    }
}

fn board_svg(shape: BoardShape, width: f64, height: f64) -> String {
    let centre = width / 2.0;
    let board = match shape {
        BoardShape::Rectangle => format!(
            "<rect x='1.5' y='1.5' width='{}' height='{}' rx='12' fill='{WOOD}' \
             stroke='{WOOD_EDGE}' stroke-width='2.5'/>",
            width - 3.0,
            height - 3.0
        ),
        BoardShape::Tray => {
            format!("<rect width='{width}' height='{height}' rx='10' fill='{PLACE}'/>")
        }
        BoardShape::Triangle => {
            // The stroke is as thick as the corners are round.
            let path = format!("M{centre} 18L{} {}H20Z", width - 20.0, height - 18.0);
            format!(
                "<path d='{path}' stroke='{WOOD_EDGE}' stroke-width='34' stroke-linejoin='round'/>\
                 <path d='{path}' fill='{WOOD}' stroke='{WOOD}' stroke-width='29' \
                 stroke-linejoin='round'/>"
            )
        }
        BoardShape::Ring => {
            let circle = format!("<circle cx='{centre}' cy='{centre}' r='{}'", centre - 36.0);
            format!(
                "<g fill='none'>{circle} stroke='{WOOD_EDGE}' stroke-width='71'/>\
                 {circle} stroke='{WOOD}' stroke-width='66'/></g>"
            )
        }
    };
    let top = -height / 2.0;
    format!("<g transform='translate({} {top})'>{board}</g>", -centre)
}

/// Draws a blank card.
fn card_paper(fill: &str) -> String {
    format!(
        "<rect x='-31.5' y='-44.5' width='63' height='89' rx='5.5' fill='{fill}' stroke='#8d938f'/>"
    )
}
