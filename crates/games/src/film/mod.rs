//! Films and pictures of games: a [`Film`] gives the bytes of a GIF, SVG or PNG file.
//!
//! A [`Picture`] is a list of [`Shape`]s, one picture for each state of a game. A shape in two successive pictures slides or
//! hops from one position to the other; new shapes fade in, and removed ones fade out. The module knows no game. The same
//! film gives the same bytes.

mod gif;
mod shape;

pub use gif::Animation;
pub use shape::{BoardShape, Caption, Point, Shape, ShapeId};

use pioche_engine::games::Player;
use pioche_report::draw::{
    Align, DrawError, FAMILY, escape_xml, outlined_svg, parse_svg_checked, render_png, svg_number,
};
use pioche_report::lang::{Text, integer, quantity, tr};
use resvg::tiny_skia::Transform;
use resvg::usvg;
use shape::{Appearance, TABLE, table_colour};
use std::ops::Range;

/// The pictures of a game, one for each of its states. Lengths are in points; a playing card is 64 wide and 90 high.
pub struct Film {
    /// The name of the game in files.
    pub title: Text,
    /// The width and the height of the pictures.
    pub size: (f64, f64),
    /// The number of states, including the start.
    pub state_count: usize,
    /// Draws the picture of a state.
    pub draw: Box<dyn Fn(usize) -> Picture>,
}

/// A picture of a film at rest, with the motion that leads to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes; no two have the same identity.
    pub shapes: Vec<Shape>,
    /// The duration of the motion from the picture before, in milliseconds; 0 for none.
    pub motion_ms: u32,
    /// The duration of the rest after the motion, in milliseconds.
    pub hold_ms: u32,
    /// The number of the round that led to the state; `None` in a game without rounds.
    pub round: Option<u64>,
    /// A whole SVG file in place of the shapes.
    pub svg: Option<String>,
}

/// The durations of the states of a game, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The motion into a state.
    pub motion_ms: u32,
    /// The rest at a state between the first and the last one.
    pub hold_ms: u32,
    /// The rest at the first state, if others follow.
    pub first_hold_ms: u32,
    /// The rest at the last state.
    pub last_hold_ms: u32,
}

impl Pace {
    /// Returns the picture of a state of a game with this last state.
    pub(crate) fn picture(self, state: usize, last_state: usize, shapes: Vec<Shape>) -> Picture {
        let hold_ms = if state == last_state {
            self.last_hold_ms
        } else if state == 0 {
            self.first_hold_ms
        } else {
            self.hold_ms
        };
        Picture {
            shapes,
            motion_ms: self.motion_ms,
            hold_ms,
            ..Picture::default()
        }
    }
}

impl Picture {
    pub(crate) fn duration_ms(&self) -> u64 {
        u64::from(self.motion_ms) + u64::from(self.hold_ms)
    }
}

/// The duration of the picture that says which states are left out, in milliseconds.
const OMISSION_MS: u32 = 1800;

/// Pixels of a PNG file per point of the film.
const PNG_SCALE: f32 = 2.0;

impl Film {
    /// The longest film without a request for another running time, in seconds.
    pub const DEFAULT_MAX_SECONDS: u32 = 60;

    /// Returns a stand-alone SVG file of a state. Letters are outlines.
    ///
    /// # Errors
    /// When the font lacks a character.
    pub fn svg(&self, state: usize) -> Result<Vec<u8>, DrawError> {
        let picture = (self.draw)(state);
        match picture.svg {
            Some(svg) => Ok(svg.into_bytes()),
            None => Ok(outlined_svg(&self.tree(&picture)?).into_bytes()),
        }
    }

    /// Returns a PNG file of a state, two pixels per point.
    ///
    /// # Errors
    /// When the font lacks a character, or there is no memory for the pixels.
    pub fn png(&self, state: usize) -> Result<Vec<u8>, DrawError> {
        let (width, height) = self.size;
        let size = [width, height].map(|points| (points as f32 * PNG_SCALE).round() as u32);
        let scale = Transform::from_scale(PNG_SCALE, PNG_SCALE);
        let tree = self.tree(&(self.draw)(state))?;
        render_png(&tree, size.into(), scale, table_colour(), None)
    }

    /// Returns the drawing of a picture, with its shapes from the lowest layer to the highest.
    pub(crate) fn tree(&self, picture: &Picture) -> Result<usvg::Tree, DrawError> {
        if let Some(svg) = &picture.svg {
            let root = format!("<svg font-family='{FAMILY}'");
            return parse_svg_checked(&svg.replacen("<svg", &root, 1));
        }
        let width = svg_number(self.size.0);
        let height = svg_number(self.size.1);
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' \
             height='{height}'><title>{}</title>\
             <rect width='{width}' height='{height}' fill='{TABLE}'/>",
            escape_xml(self.title.translated()),
        );
        let mut shapes: Vec<&Shape> = picture.shapes.iter().collect();
        shapes.sort_by_key(|shape| shape.layer);
        for shape in shapes {
            let x = svg_number(shape.position.0);
            let y = svg_number(shape.position.1);
            let scale = svg_number(shape.scale[0]);
            let drawing = &shape.drawing;
            svg += &format!("<g transform='translate({x} {y}) scale({scale})'>{drawing}</g>");
        }
        parse_svg_checked(&(svg + "</svg>"))
    }

    /// Returns the pictures of a film of at most `max_seconds`, and the name of the states that it leaves out, in the middle
    /// of the game.
    pub(crate) fn pictures(&self, max_seconds: u32) -> (Vec<Picture>, Option<String>) {
        let [beginning, end] = self.visible_states(u64::from(max_seconds) * 1000);
        let omitted = beginning.end..end.start;
        let mut pictures: Vec<Picture> = beginning.map(|state| (self.draw)(state)).collect();
        pictures[0].motion_ms = 0;
        if omitted.is_empty() {
            pictures.extend(end.map(|state| (self.draw)(state)));
            return (pictures, None);
        }
        let omitted_states = self.states_text(omitted);
        let mut omission = pictures[pictures.len() - 1].clone();
        omission.motion_ms = 0;
        omission.hold_ms = OMISSION_MS;
        omission
            .shapes
            .extend(self.omission_shapes(&omitted_states));
        pictures.push(omission);
        let first = pictures.len();
        pictures.extend(end.map(|state| (self.draw)(state)));
        pictures[first].motion_ms = 0;
        (pictures, Some(omitted_states))
    }

    /// Returns a veil, and words that say which states are left out.
    fn omission_shapes(&self, omitted_states: &str) -> [Shape; 2] {
        let (width, height) = self.size;
        let centre = (width / 2.0, height / 2.0);
        let text = tr!("… {states} not shown …", states = omitted_states);
        let words = Caption::new(22.0, width - 60.0).bold().align(Align::Middle);
        let words = words.shape(("omission", 1), (centre.0, centre.1 + 7.0), &text);
        let veil = Shape {
            layer: u32::MAX - 1,
            appearance: Appearance::Hold,
            ..Shape::board(("omission", 0), BoardShape::Veil, self.size, centre)
        };
        [veil, words.with_layer(u32::MAX)]
    }

    /// Names some states, as the subject of a sentence: by their rounds in a game of rounds.
    fn states_text(&self, states: Range<usize>) -> String {
        let last_state = states.end - 1;
        let round = |state: usize| (self.draw)(state).round.map(integer);
        match (round(states.start), round(last_state)) {
            (Some(first), Some(last)) => tr!("rounds {first} to {last}", first, last),
            _ => {
                let [first, last] = [states.start, last_state].map(|state| integer(state as u64));
                tr!("steps {first} to {last}", first, last)
            }
        }
    }

    /// Returns the states of a film as two ranges: all of them or, of a film that would be too long, the first and the last
    /// ones. The first ones take a quarter of the time.
    fn visible_states(&self, max_ms: u64) -> [Range<usize>; 2] {
        let end = self.state_count;
        let last_state = end - 1;
        let duration_ms = |state: usize| (self.draw)(state).duration_ms();
        let mut total_ms = 0;
        let fits = |state: usize| {
            total_ms += duration_ms(state);
            total_ms <= max_ms
        };
        if (0..end).all(fits) {
            return [0..end, end..end];
        }
        let room_ms = max_ms.saturating_sub(OMISSION_MS.into());
        let mut first_end = 1;
        let mut used_ms = duration_ms(0);
        while first_end < last_state && used_ms + duration_ms(first_end) <= room_ms / 4 {
            used_ms += duration_ms(first_end);
            first_end += 1;
        }
        let mut last_start = last_state.max(first_end);
        used_ms += duration_ms(last_state);
        while last_start > first_end && used_ms + duration_ms(last_start - 1) <= room_ms {
            last_start -= 1;
            used_ms += duration_ms(last_start);
        }
        [0..first_end, last_start..end]
    }
}

/// The intended time between two pictures of a motion, in milliseconds.
const STEP_MS: f64 = 60.0;

/// The shapes at a moment of a film, from the lowest layer to the highest, and how long they are shown.
pub(crate) struct Moment {
    pub shapes: Vec<Shape>,
    pub duration_ms: f64,
}

/// Returns the moments of a film: several of each motion between two pictures, and one of each picture at rest.
pub(crate) fn moments(pictures: &[Picture]) -> Vec<Moment> {
    let mut moments = Vec::new();
    let mut before: &[Shape] = &[];
    for picture in pictures {
        let motion_ms = f64::from(picture.motion_ms);
        let steps = (motion_ms / STEP_MS).round();
        for step in 0..steps as u32 {
            let progress = (f64::from(step) + 0.5) / steps;
            moments.push(Moment {
                shapes: shapes_in_motion(before, &picture.shapes, progress),
                duration_ms: motion_ms / steps,
            });
        }
        moments.push(Moment {
            shapes: shapes_in_motion(&picture.shapes, &picture.shapes, 1.0),
            duration_ms: picture.hold_ms.into(),
        });
        before = &picture.shapes;
    }
    moments
}

/// Returns the shapes after a share (0 to 1) of the motion from one picture to the next, from the lowest layer to the highest.
fn shapes_in_motion(before: &[Shape], after: &[Shape], progress: f64) -> Vec<Shape> {
    let find = |shapes: &[Shape], id: ShapeId| shapes.iter().position(|shape| shape.id == id);
    let mut shapes = Vec::new();
    for new in after {
        let old = find(before, new.id).map(|place| &before[place]);
        match (new.appearance, old) {
            (Appearance::Fade, Some(old)) => shapes.push(moving_shape(old, new, progress)),
            (Appearance::Fade, None) => shapes.push(faded(new, progress)),
            (Appearance::Hold, Some(old)) => shapes.push(old.clone()),
            (Appearance::Hide, Some(old)) if old == new => shapes.push(new.clone()),
            (Appearance::Hold | Appearance::Hide, _) => {}
        }
    }
    for gone in before {
        if find(after, gone.id).is_some() {
            continue;
        }
        match gone.appearance {
            Appearance::Fade => shapes.push(faded(gone, 1.0 - progress)),
            Appearance::Hold => shapes.push(gone.clone()),
            Appearance::Hide => {}
        }
    }
    shapes.sort_by_key(|shape| shape.layer);
    shapes
}

fn faded(shape: &Shape, opacity: f64) -> Shape {
    Shape {
        opacity,
        hop_height: 0.0,
        ..shape.clone()
    }
}

/// Interpolates between two states of a shape, more slowly at both ends. A change of the drawing happens halfway; the shape
/// narrows and widens like a card that is turned over.
fn moving_shape(old: &Shape, new: &Shape, progress: f64) -> Shape {
    let eased = progress * progress * (3.0 - 2.0 * progress);
    let hop = new.hop_height * 4.0 * progress * (1.0 - progress);
    let mut moving = faded(new, 1.0);
    if old.drawing != new.drawing {
        if progress < 0.5 {
            moving.drawing = old.drawing.clone();
        }
        moving.scale[0] *= (2.0 * progress - 1.0).abs();
    }
    moving.position = (
        old.position.0 + (new.position.0 - old.position.0) * eased,
        old.position.1 + (new.position.1 - old.position.1) * eased - hop,
    );
    moving
}

/// The distance of captions from the edges of a picture, in points.
pub(crate) const MARGIN: f64 = 18.0;

/// Draws a line at the top of a picture: a count in bold letters, and what happens.
pub(crate) fn header(width: f64, count: &str, status: &str) -> [Shape; 2] {
    let room = width - 2.0 * MARGIN;
    let bold = Caption::new(17.0, 0.4 * room).bold();
    let at_end = Caption::new(15.0, 0.6 * room).align(Align::End);
    [
        bold.shape(("header", 0), (MARGIN, 34.0), count),
        at_end.shape(("header", 1), (width - MARGIN, 34.0), status),
    ]
}

/// Draws a face-down pile, from its lowest card to the top, on an empty place. `number` tells the piles of a picture apart.
pub(crate) fn stock(
    cards: impl IntoIterator<Item = u32>,
    (x, y): Point,
    pack_size: usize,
    number: u32,
) -> Vec<Shape> {
    // The height of a whole pack, and of a card, as a shift to the upper left.
    let shift = (12.0 / pack_size as f64).min(0.4);
    let place = Shape::board(("place", number), BoardShape::Tray, (64.0, 90.0), (x, y));
    let mut shapes = vec![place];
    for (height, card) in cards.into_iter().enumerate() {
        let shift = shift * height as f64;
        let back = Shape::new(("card", card), "card-back", (x - shift, y - shift));
        shapes.push(back.with_layer(1 + height as u32));
    }
    shapes
}

/// Returns a player with a number of things: `Player 1: 26 cards`.
pub(crate) fn player_count_text(player: Player, count: usize, noun: Text) -> String {
    let number = player.number();
    tr!(
        "Player {number}: {count}",
        number,
        count = quantity(count as u64, noun)
    )
}
